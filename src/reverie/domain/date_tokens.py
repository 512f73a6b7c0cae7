"""A text as tokens, each of one kind (a letter): the words that may speak of time, and the others between them.

Korean, Japanese and Chinese times become the tokens that an English text would have had.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from reverie.domain import date_calendar as calendar
from reverie.domain.date_calendar import Piece
from reverie.domain.date_words import EASTERN, SHORT, WESTERN

_FILLERS = {"t": "the der die das den dem le la les l el los las", "o": "of de del du des d", ",": ",", "-": "- – —"}
_FRENCH = "j je ai que qu est nous vous il elle le les et avec matin soir"
_PLAIN = str.maketrans("áàâäéèêëíîïóôöúùûüñç", "aaaaeeeeiiiooouuuunc")


class Token(NamedTuple):
    """A word and what it means. A point has the pieces of time it may stand for."""

    kind: str
    word: str
    start: int
    end: int
    lead: str = ""  # the small words before it: t the, o of, and punctuation
    value: int = 0
    most: int = 0
    unit: str = ""
    pieces: tuple[Piece, ...] = ()
    relative: bool = False
    floats: bool = False  # no year was given

    def whole(self) -> tuple[int, int] | None:
        """The first piece, when neither end is open."""
        start, end = self.pieces[0]
        return None if start is None or end is None else (start, end)


def tokens_of(text: str) -> tuple[list[Token], frozenset[str]]:
    """The tokens of a text in its order, and all of its words."""
    known, leads, openers = _lexicon(WESTERN), _leads(), _openers()
    out: list[Token] = []
    if text and max(text) > "\u2e7f":
        text = _eastern(text, out)
    east = len(out)
    found = [(m[0], m.start()) for m in _token().finditer(text)]
    words = [raw.lower() if raw.isascii() else raw.lower().translate(_PLAIN) for raw, _ in found]
    seen = frozenset(words)
    if not east and seen.isdisjoint(known) and seen.isdisjoint(openers) and not any(r[0].isdecimal() for r, _ in found):
        return [], seen  # nothing that could be a time
    lead, at = "", 0
    while at < len(found):
        word, (raw, start) = words[at], found[at]
        size, meant = 1, known.get(word)
        for longer in (5, 3, 2) if word in openers else ():
            if phrase := known.get(" ".join(words[at : at + longer])):
                size, meant = min(longer, len(words) - at), phrase
                break
        end = start + len(raw) if size == 1 else sum(found[at + size - 1][1:], len(found[at + size - 1][0]))
        if word in leads or (word == "." and out and _shortened(out[-1], start)):
            lead += leads.get(word, word)
        else:
            if raw[0].isdecimal():
                out += _number(raw, start, lead)
            elif meant and not _foreign(word, raw, words[at - 1] if at else "", seen):
                out.append(Token(meant.kind, raw, start, end, lead, meant.value, meant.most, meant.unit))
            else:
                out.append(Token(".", raw, start, end, lead))
            lead = ""
        at += size
    return (sorted(out, key=lambda t: t.start) if east else out), seen


@cache
def _lexicon(table: str) -> dict[str, Token]:
    known = {}
    for line in table.strip().splitlines():
        kind, unit, value, *words = line.split()
        least, _, most = value.partition("..")
        token = Token(kind, "", 0, 0, "", int(least), int(most or least), unit)
        known.update({form: token for word in words for form in (word.replace("_", " "), word.replace("_", ""))})
    return known


@cache
def _leads() -> dict[str, str]:
    return {word: lead for lead, words in _FILLERS.items() for word in words.split()}


@cache
def _openers() -> frozenset[str]:
    return frozenset(phrase.split()[0] for phrase in _lexicon(WESTERN) if " " in phrase)


@cache
def _token() -> re.Pattern[str]:
    """The dash of a list is a token with its line break, so that it joins nothing."""
    return re.compile(r"[0-9](?:[0-9A-Za-zº/:.,–-]*[0-9A-Za-zº])?|[^\W\d_]\w*|\n[ \t]*[-–—]|[^\s'’]")


def _shortened(token: Token, end: int) -> bool:
    """Does a full stop here belong to the word? ("7. Mai", "Sept. 5")"""
    return token.end == end and (token.kind == "D" or (token.kind == "M" and f" {token.word.lower()} " in SHORT))


def _foreign(word: str, raw: str, before: str, seen: frozenset[str]) -> bool:
    """Is this not the word it looks like: German "hier" and "Morgen", Spanish "la mañana"?"""
    if word == "hier":
        return seen.isdisjoint(_FRENCH.split())
    return (word == "morgen" and raw != word) or (word == "manana" and before == "la")


def _number(raw: str, start: int, lead: str) -> Iterator[Token]:
    """What a run of digits can be; a version, an address, a time or a price is none of it."""

    def token(kind: str, value: int = 0, most: int = 0, *pieces: Piece | None) -> Token:
        real = tuple(piece for piece in pieces if piece)
        return Token("P" if real else kind, raw, start, start + len(raw), lead, value, most or value, pieces=real)

    digits = raw.partition("T")[0].rstrip("stndrhe\u00ba").replace("–", "-") if len(raw) < 40 else ""
    sign = next((c for c in "-/.," if c in digits), "")
    parts = digits.split(sign) if sign else [digits]
    sizes = tuple(map(len, parts))
    if not all(part.isdecimal() for part in parts) or max(sizes) > 4:
        yield token(".")
        return
    first, last = int(parts[0]), int(parts[-1])
    if len(parts) == 3 and sizes[0] == 4 and sign != ",":
        yield token(".", 0, 0, calendar.piece(first, int(parts[1]), last))
    elif len(parts) == 3 and sign != "," and max(sizes[:2]) < 3 and (sizes[2] == 4 or (sizes[2] == 2 and sign == "/")):
        year = last if sizes[2] == 4 else last + (2000 if last < 70 else 1900)
        american = calendar.piece(year, first, int(parts[1])) if sign != "." and parts[0] != parts[1] else None
        yield token(".", 0, 0, calendar.piece(year, int(parts[1]), first), american)
    elif sizes == (4, 2) and sign == "-" and _is_year(first):
        yield token(".", 0, 0, calendar.piece(first, last))
    elif sizes == (4, 4) and sign == "-" and _is_year(first) and _is_year(last) and first < last:
        yield token(".", 0, 0, calendar.years(first, last))
    elif len(parts) == 2 and sign == "," and sizes[1] == 4:  # "December 1,2023"
        yield token("O", first)
        yield token("Y", last)._replace(lead="")
    elif len(parts) == 2 and sign == "-" and max(sizes) < 3:
        yield token("G", first, last)
    elif len(parts) > 1:
        yield token(".")
    elif digits != raw:
        decade = sizes == (4,) and _is_year(first) and first % 10 == 0 and raw.endswith("0s")
        kind = "O" if max(sizes) < 3 and raw[len(digits) :] in ("st", "nd", "rd", "th", "er", "º") else "."
        yield token(kind, first, 0, calendar.years(first, first + 9) if decade else None)
    else:
        yield token("Y" if _is_year(first) else "D" if 1 <= first <= 31 and max(sizes) < 3 else "N", first)


def _is_year(number: int) -> bool:
    return 1900 <= number <= 2100


def _eastern(text: str, out: list[Token]) -> str:
    """Read Korean, Japanese and Chinese times as the tokens an English text would have had; the rest of the text."""
    known, rest, at = _lexicon(EASTERN), [], 0
    for match in _cjk().finditer(text):
        parts = [(name[0], said, match.start(name)) for name, said in match.groupdict().items() if said]
        for number, (kind, said, start) in enumerate(parts, 1):
            value = most = -(kind == "R")
            unit = "weekday" if kind == "W" else ""
            if kind == "L" or (kind == "N" and said in known):
                kind, value, most, unit = known[said].kind, known[said].value, known[said].most, known[said].unit
            elif kind == "W":
                value = "月월一火화二水수三木목四金금五土토六日일天".index(said) // 3
            elif kind in "MDYN":
                tens, ten, ones = said.rpartition("十")
                value = most = int(said) if said.isdecimal() else 10 * _digit(tens or "一") * len(ten) + _digit(ones)
            end = match.end() if number == len(parts) else start + len(said)
            out.append(Token(kind, said, start, end, "!" if kind == "Y" else "", value, most, unit))
        rest += [text[at : match.start()], " " * len(match[0])]
        at = match.end()
    return "".join(rest) + text[at:]


@cache
def _cjk() -> re.Pattern[str]:
    """Group names begin with the kind of the token they become; L is any word of the table."""

    def words(kinds: str, unit: str = "") -> str:
        found = [w for w, t in _lexicon(EASTERN).items() if t.kind in kinds and unit in ("", t.unit)]
        return "|".join(re.escape(word) for word in sorted(found, key=len, reverse=True))

    small = "[0-9]{1,2}|[一二三四五六七八九十]{1,3}"
    count, units = rf"[0-9]{{1,3}}|{small}|{words('N')}", words("U")
    return re.compile(
        rf"""(?P<L1>{words("K", "week")})(?:の?\s?(?P<W1>[月火水木金土日월화수목금토일])(?:曜日?|요일)|(?P<W2>[一二三四五六日天])(?![本直起些个個]))
        |(?P<R1>지난)\s?(?P<W3>[월화수목금토일])요일
        |(?:(?P<Y1>[0-9]{{4}})\s?[年년]\s?|(?P<L2>{words("K", "year")})の?\s?)?(?<![0-9])(?P<M1>{small})\s?[月월](?:\s?(?P<D1>{small})\s?[日号號일])?
        |(?<![0-9])(?P<Y2>[0-9]{{4}})\s?[年년]
        |(?P<R2>過去|过去|最近|최근|지난)の?\s?(?P<N1>{count})\s?(?P<L3>{units})(?:間|间|\s?동안)?
        |(?<![0-9])(?P<N2>{count})\s?(?P<L4>{units})\s?(?P<A1>以前|之前|前|전)
        |(?P<L5>{words("KVwxyz")})""",  # noqa: E501 - one form a line
        re.VERBOSE,
    )


def _digit(said: str) -> int:
    return "一二三四五六七八九".find(said[:1]) + 1 if said else 0
