"""Which stretch of time a text speaks about. `now` is an argument; no clock is read and nothing is raised.

A text becomes tokens, each of one kind (a letter). Then three tables of shapes are read, longest first: dates and
distances from now become points ("last week"), a unit beside a point becomes a point ("the week before 9 June"),
and points become stretches ("since March"). What fits no shape says nothing.

A word that is also something else (May, March, June, Summer, mars, 2023) is a time only beside calendar words:
a day or a year ("7 May", "May 2023"), a word that takes a time and not a person ("in", "since", "until", "late",
"last"), an article and a capital ("the June release"), or "before", "after", "by" where the sentence ends or a
range goes on. "may" and "march" in small letters need more: a year, "in", or the end of the sentence after a day.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date, datetime
from functools import cache
from itertools import product
from typing import NamedTuple

from reverie.domain.date_words import EASTERN, WESTERN

LONGEST = 2000  # characters that are read; what follows is a document, not a question
VAGUE = 30  # days that "recently" reaches back

_FILLERS = {"t": "the der die das den dem le la les l el los las", "o": "of de del du des d", ",": ",", "-": "- – —"}
_SHORT = " jan feb mar apr jun jul aug sep sept oct nov dec "
_WEAK = _SHORT + "march mars april avril may mai mayo june juli julio august "
_LASTING = ("will", "would", "may", "might", "can", "could", "should", "must", "to", "did", "does", "not")
_FRENCH = "j je ai que qu est nous vous il elle le les et avec matin soir"
_DONE = "did were had habe hast hat haben war"
_MEASURES = " people ms m km kg kb mb gb px usd eur euro percent token % $ € £ "
_NO_PLURALS = ("was", "has", "this", "his", "does", "its")
_PLAIN = str.maketrans("áàâäéèêëíîïóôöúùûüñç", "aaaaeeeeiiiooouuuunc")
_IN_DAYS = {"day": 1, "week": 7, "weekend": 7}
_IN_MONTHS = {"month": 1, "quarter": 3, "year": 12}
_LAST = date.max.toordinal()

Piece = tuple[int | None, int | None]  # ordinals of the first day and of the day after the last; None is open


class Span(NamedTuple):
    """A stretch of time a text speaks about; half-open, None is an open end."""

    start: date | None
    end: date | None
    words: str
    relative: bool  # meant from now ("last week"), not from the calendar ("May 2023")

    def away(self, day: date) -> int:
        """Days from a day to this stretch, 0 inside it."""
        if self.start and day < self.start:
            return (self.start - day).days
        return (day - self.end).days + 1 if self.end and day >= self.end else 0


class _Token(NamedTuple):
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


class _Scene(NamedTuple):
    """Where a shape was found: the text's now and words, the tokens before it and the one after."""

    today: int
    hour: int
    words: frozenset[str]
    before: Sequence[_Token] = ()
    after: _Token | None = None

    @property
    def past(self) -> bool:
        """Does the text tell of what was? German "was" is "what"."""
        told = "was" in self.words and self.words.isdisjoint(("ich", "du", "wir"))
        return told or not self.words.isdisjoint(_DONE.split())

    @property
    def future(self) -> bool:
        return not self.past and not self.words.isdisjoint(("will", "shall"))

    @property
    def kind(self) -> str:
        return self.before[-1].kind if self.before else "-"

    @property
    def goes_on(self) -> bool:
        """Does this stand at the end of a range?"""
        return len(self.before) > 1 and self.before[-2].kind == "P" and self.kind in "t&u"


Seq = Sequence[_Token]
Rule = Callable[[_Scene, Seq], _Token | None]
Shapes = dict[str, list[tuple[int, dict[str, Rule]]]]  # by first letter, then by length, the longest first


def spans(text: str, now: datetime) -> tuple[Span, ...]:
    """The stretches of time the text speaks about, in its order; two for a phrase that can be read in two ways."""
    text = text[:LONGEST]
    points = [t for t in _read(text, now) if t.kind == "P"]
    found: dict[Piece, Span] = {}
    for point in [t for t in points if t.unit != "vague"] or points:
        for first, after in point.pieces:
            start = None if first is None or first < 1 else first
            end = None if after is None or after > _LAST else after
            if (start or 1) > _LAST or start == end or (end is not None and end <= (start or 1)):
                continue
            span = Span(
                start=date.fromordinal(start) if start else None,
                end=date.fromordinal(end) if end else None,
                words=text[point.start : point.end],
                relative=point.relative,
            )
            found.setdefault((start, end), span)
    return tuple(found.values())


def distance(spans: Iterable[Span], day: date) -> int:
    """Days from `day` to the nearest span, 0 inside one; 0 too without spans, for then any day will do."""
    return min((span.away(day) for span in spans), default=0)


def asks_when(text: str) -> bool:
    """Does the question want a time for an answer?"""
    text = text[:LONGEST]
    return bool(_when().search(text) or (not text.isascii() and _when_abroad().search(text)))


@cache
def _when() -> re.Pattern[str]:
    units = r"date|day|weekday|month|year|week|weekend|season|quarter|decade|time(?!\s(?:zone|frame|complexity))"
    return re.compile(
        rf"""\bwhen(?:\s+exactly)?(?:['’][sd]|\s+(?:did|was|were|is|are|am|do|does|will|would|has|have|had|should|can)\b)
        |\b(?:know|tell\ me|since|until|exactly|by|sure)\s+when\b | \bwhen\s*(?:\?|$) | ^when\b[^,?]*\?$
        |\b(?:what|which)\s+(?:exact\s+|specific\s+)?(?:{units})\b(?!-)
        |\bhow\s+(?:recently|(?:long|many\s+\w+)\s+(?:ago|since|(?:has\ it\ been|is\ it)\s+since))\b
        |\bwann\b | \bwelche[mnrs]?\s+(?:datum|tag|monat|jahr|woche)\b | \bwie\s+lange\b.{{0,20}}\bher\b
        |\bquand\b(?!\s+(?:j|je|tu|ils?|elles?|on|nous|vous)\b)
        |\bquel(?:le)?\s+(?:date|jour|mois|semaine)\b | \by\s+a\s+combien\s+de\s+temps\b | ^cuando\b""",
        re.IGNORECASE | re.VERBOSE,
    )


@cache
def _when_abroad() -> re.Pattern[str]:
    return re.compile(
        r"""(?i:\bcuándo\b | ^¿cuando\b | \bqué\s+(?:fecha|día|mes|año|semana)\b | \bhace\s+cuánto\b)
        |(?i:\bquelle\s+année\b) | 언제 | 며칠 | 몇\s?(?:월|년|일|시) | いつ(?![もか]|でも) | 何[日月年時曜]
        |什[么麼][时時]候 | 何[时時] | 哪一?[天年] | 哪[个個]月 | [几幾][号號月]""",
        re.VERBOSE,
    )


# Reading: from text to tokens, from tokens to points.


def _read(text: str, now: datetime) -> list[_Token]:
    tokens, words = _tokens(text)
    scene = _Scene(now.toordinal(), now.hour, words)
    for shapes in _shapes():
        tokens = _reduce(tokens, shapes, scene)
        if not any(t.kind == "P" for t in tokens):
            break
    return tokens


def _reduce(tokens: list[_Token], shapes: Shapes, scene: _Scene) -> list[_Token]:
    """The tokens with a point in the place of each shape; of two that begin together the longer."""
    letters = "".join([t.kind for t in tokens])
    out: list[_Token] = []
    at = 0
    while at < len(tokens):
        found, step = tokens[at], 1
        for size, rules in shapes.get(letters[at], ()):
            rule = rules.get(letters[at : at + size])
            seq = tokens[at : at + size] if rule else []
            if rule and not any("," in t.lead and t.kind != "Y" for t in seq[1:]):
                after = tokens[at + size] if at + size < len(tokens) else None
                if point := rule(_Scene(scene.today, scene.hour, scene.words, out[-2:], after), seq):
                    found, step = point, size
                    break
        out.append(found)
        at += step
    return out


@cache
def _lexicon(table: str) -> dict[str, _Token]:
    known = {}
    for line in table.strip().splitlines():
        kind, unit, value, *words = line.split()
        least, _, most = value.partition("..")
        token = _Token(kind, "", 0, 0, "", int(least), int(most or least), unit)
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


def _tokens(text: str) -> tuple[list[_Token], frozenset[str]]:
    known, leads, openers = _lexicon(WESTERN), _leads(), _openers()
    out: list[_Token] = []
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
                out.append(_Token(meant.kind, raw, start, end, lead, meant.value, meant.most, meant.unit))
            else:
                out.append(_Token(".", raw, start, end, lead))
            lead = ""
        at += size
    return (sorted(out, key=lambda t: t.start) if east else out), seen


def _shortened(token: _Token, end: int) -> bool:
    """Does a full stop here belong to the word? ("7. Mai", "Sept. 5")"""
    return token.end == end and (token.kind == "D" or (token.kind == "M" and f" {token.word.lower()} " in _SHORT))


def _foreign(word: str, raw: str, before: str, seen: frozenset[str]) -> bool:
    """Is this not the word it looks like: German "hier" and "Morgen", Spanish "la mañana"?"""
    if word == "hier":
        return seen.isdisjoint(_FRENCH.split())
    return (word == "morgen" and raw != word) or (word == "manana" and before == "la")


def _number(raw: str, start: int, lead: str) -> Iterator[_Token]:
    """What a run of digits can be; a version, an address, a time or a price is none of it."""

    def token(kind: str, value: int = 0, most: int = 0, *pieces: Piece | None) -> _Token:
        real = tuple(piece for piece in pieces if piece)
        return _Token("P" if real else kind, raw, start, start + len(raw), lead, value, most or value, pieces=real)

    digits = raw.partition("T")[0].rstrip("stndrhe\u00ba").replace("–", "-") if len(raw) < 40 else ""
    sign = next((c for c in "-/.," if c in digits), "")
    parts = digits.split(sign) if sign else [digits]
    sizes = tuple(map(len, parts))
    if not all(part.isdecimal() for part in parts) or max(sizes) > 4:
        yield token(".")
        return
    first, last = int(parts[0]), int(parts[-1])
    if len(parts) == 3 and sizes[0] == 4 and sign != ",":
        yield token(".", 0, 0, _piece(first, int(parts[1]), last))
    elif len(parts) == 3 and sign != "," and max(sizes[:2]) < 3 and (sizes[2] == 4 or (sizes[2] == 2 and sign == "/")):
        year = last if sizes[2] == 4 else last + (2000 if last < 70 else 1900)
        american = _piece(year, first, int(parts[1])) if sign != "." and parts[0] != parts[1] else None
        yield token(".", 0, 0, _piece(year, int(parts[1]), first), american)
    elif sizes == (4, 2) and sign == "-" and _is_year(first):
        yield token(".", 0, 0, _piece(first, last))
    elif sizes == (4, 4) and sign == "-" and _is_year(first) and _is_year(last) and first < last:
        yield token(".", 0, 0, (_first(first * 12), _first(last * 12 + 12)))
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
        yield token(kind, first, 0, (_first(first * 12), _first(first * 12 + 120)) if decade else None)
    else:
        yield token("Y" if _is_year(first) else "D" if 1 <= first <= 31 and max(sizes) < 3 else "N", first)


def _is_year(number: int) -> bool:
    return 1900 <= number <= 2100


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


def _eastern(text: str, out: list[_Token]) -> str:
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
            out.append(_Token(kind, said, start, end, "!" if kind == "Y" else "", value, most, unit))
        rest += [text[at : match.start()], " " * len(match[0])]
        at = match.end()
    return "".join(rest) + text[at:]


def _digit(said: str) -> int:
    return "一二三四五六七八九".find(said[:1]) + 1 if said else 0


# The calendar, in ordinals that never overflow; months are counted through from year 0.


def _month_of(day: int) -> int:
    known = date.fromordinal(min(max(day, 1), _LAST))
    return known.year * 12 + known.month - 1


def _first(month: int) -> int:
    """The first day of a month; the calendar's ends stand for what lies beyond them."""
    year, index = divmod(month, 12)
    return 0 if year < 1 else _LAST + 1 if year > 9999 else date(year, index + 1, 1).toordinal()


def _piece(year: int, month: int, day: int = 0) -> tuple[int, int] | None:
    try:
        start = date(year, month, day or 1).toordinal()
    except ValueError:
        return None
    return start, start + 1 if day else _first(year * 12 + month)


def _shift(day: int, unit: str, by: int) -> int:
    """The same day some units later; 31 May and a month is 30 June."""
    if unit in _IN_DAYS:
        return day + by * _IN_DAYS[unit]
    month = _month_of(day)
    there = month + by * _IN_MONTHS[unit]
    return _first(there) + min(day - _first(month), max(_first(there + 1) - _first(there) - 1, 0))


def _whole(day: int, unit: str, by: int) -> tuple[int, int]:
    """The week, month, … around a day, or one before or after it. Weeks begin on Monday."""
    monday = day - (day - 1) % 7 + 7 * by
    if unit in _IN_DAYS:
        return {"day": (day + by, day + by + 1), "week": (monday, monday + 7)}.get(unit, (monday + 5, monday + 7))
    size = _IN_MONTHS[unit]
    first = (_month_of(day) // size + by) * size
    return _first(first), _first(first + size)


def _ago(day: int, unit: str, least: int, most: int) -> Piece:
    """So many units before a day, and half a unit to either side, for people round; negative counts lie after it."""
    slack = {"day": 0, "week": 3, "weekend": 3, "month": 15, "quarter": 45, "year": 182}[unit]
    return _shift(day, unit, -most) - slack, _shift(day, unit, -least) + slack + 1


def _weekday(day: int, weekday: int, by: int) -> tuple[int, int]:
    """The nearest such weekday before a day (-1), after it (1) or in its week (0)."""
    offset = weekday - (day - 1) % 7
    start = day + (offset if by == 0 else offset % 7 or 7 if by > 0 else offset % 7 - 7)
    return start, start + 1


# The rules: each turns the tokens of a shape into a point, or says that it is none.


def _point(
    seq: Seq, *pieces: Piece | None, relative: bool = False, floats: bool = False, unit: str = "", value: int = 0
) -> _Token | None:
    real = tuple(piece for piece in pieces if piece)
    point = _Token("P", seq[0].word, seq[0].start, seq[-1].end, seq[0].lead, value, 0, unit, real, relative, floats)
    return point if real else None


def _counted(after: _Token | None) -> bool:
    """Is the number before this word an amount? ("2048 tokens", "2000 ms")"""
    if after is None or after.lead:
        return False
    plural = after.word.islower() and len(after.word) > 2 and after.word.endswith("s") and after.kind == "."
    return after.kind == "U" or f" {after.word.lower()} " in _MEASURES or (plural and after.word not in _NO_PLURALS)


def _ends(after: _Token | None) -> bool:
    """Does the phrase end here, or go on as a range?"""
    return after is None or after.kind in "tu&" or not after.word[0].isalnum()


def _in_calendar(scene: _Scene, token: _Token) -> bool:
    """Do the words around a May, a Summer or a Q3 make it a time?"""
    capital = token.word[0].isupper() or not token.word.isascii()
    if scene.kind in "isE" or (scene.kind in "UoP" and "o" in token.lead) or scene.goes_on:
        return True
    if scene.kind == "F":
        return scene.after is not None and scene.after.kind in "tu"
    if scene.kind in "baBuv":
        sure = scene.kind == "B" or _ends(scene.after) or scene.before[-1].word == "until"
        return sure and capital != (token.kind == "S")
    if token.kind == "S":
        return scene.kind == "h"
    return "t" in token.lead and capital and scene.after is not None and scene.after.word not in ("on", "for")


def _full(scene: _Scene, seq: Seq) -> _Token | None:
    """Day, month and year in any order, or two of them."""
    by_kind = {token.kind.replace("O", "D"): token for token in seq}
    month, day, year, near = (by_kind.get(kind) for kind in "MDYK")
    if month is None or (near and near.unit != "year"):
        return None
    if "." in month.lead and month.word.lower() in ("may", "march"):
        return None  # "It was 7. May I go?"
    if seq[-1].kind in "DY" and _counted(scene.after):
        return None  # "in March 3 people came"
    verb = month.word in ("may", "march") and not year and seq[-1].kind != "O"
    if verb and (seq[-1].kind != "D" or not _ends(scene.after)):
        return None
    then = year.value if year else _month_of(scene.today) // 12 + near.value if near else 0
    return _dated(scene, seq, month.value, day.value if day else 0, then)


def _dated(scene: _Scene, seq: Seq, month: int, day: int, year: int) -> _Token:
    """Without a year the latest that has begun, or the next to come when the text says "will"."""
    this = _month_of(scene.today) // 12
    some = range(this, this + 9) if scene.future else range(this, this - 9, -1)
    for candidate in [year] if year else some:
        piece = _piece(candidate, month, day)
        if piece and (year or (piece[1] > scene.today if scene.future else piece[0] <= scene.today)):
            return _Token("P", seq[0].word, seq[0].start, seq[-1].end, seq[0].lead, pieces=(piece,), floats=not year)
    # These words are spoken for, though they name no day: 31 February is not some February.
    return _Token(".", seq[0].word, seq[0].start, seq[-1].end)


def _month(scene: _Scene, seq: Seq) -> _Token | None:
    weak = f" {seq[0].word.lower()} " in _WEAK
    return None if weak and not _in_calendar(scene, seq[0]) else _dated(scene, seq, seq[0].value, 0, 0)


def _year(scene: _Scene, seq: Seq) -> _Token | None:
    year = seq[0]
    fits = scene.kind in "isbauvEFB" or scene.goes_on or (scene.kind in "UoP" and "o" in year.lead) or "!" in year.lead
    if "t" in year.lead and scene.after:
        fits = 1950 <= year.value <= _month_of(scene.today) // 12 + 2 and scene.after.word[0].isalnum()
    if scene.kind in "BF" and scene.after and scene.after.kind in "t&u":
        fits = False  # "from 2048 to 4096"; two years are a shape of their own
    named = scene.kind == "U" and scene.before[-1].unit == "year"
    alone = not scene.before and not scene.after
    if _counted(scene.after) or not (fits or named or alone):
        return None
    return _point(seq, (_first(year.value * 12), _first(year.value * 12 + 12)))


def _years(scene: _Scene, seq: Seq) -> _Token | None:
    first, last = (t.value for t in seq if t.kind == "Y")
    piece = None if first >= last or _counted(scene.after) else (_first(first * 12), _first(last * 12 + 12))
    return _point(seq, piece)


def _part(scene: _Scene, seq: Seq) -> _Token | None:
    """A season or a quarter, with its year, from now ("last summer") or just so ("in the summer")."""
    by_kind = {token.kind.upper(): token for token in seq}
    token = by_kind.get("S") or by_kind["Q"]
    if year := by_kind.get("Y"):
        first = year.value * 12 + token.value
        # "Winter 2022" is said of the one that began then and of the one that ended then.
        return _point(
            seq, *((_first(m), _first(m + 3)) for m in ((first, first - 12) if token.value == 11 else (first,)))
        )
    near = by_kind.get("R")
    name = token.word[0].isupper() and scene.after is not None and scene.after.word[0].isupper()
    if near is None and (not _in_calendar(scene, token) or (token.kind == "S" and name)):
        return None
    return _point(seq, _named(scene, token.value, 3, near), relative=bool(near), floats=not near)


def _near_month(scene: _Scene, seq: Seq) -> _Token | None:
    near, month = sorted(seq, key=lambda t: t.kind == "M")
    verb = month.word in ("may", "march")
    return None if verb else _point(seq, _named(scene, month.value - 1, 1, near), relative=True)


def _named(scene: _Scene, month: int, size: int, near: _Token | None) -> Piece:
    """The last such months that are over, those of this year, or the next; without a word, the latest begun."""
    now = _month_of(scene.today)
    latest = now - (now - month) % 12
    running = latest + size > now
    if near is None:
        latest += 12 * (scene.future and not running)
    elif near.value < 0:
        latest -= 12 * (running - near.value - 1)
    elif near.value > 0:
        latest += 12 * near.value
    elif not running:
        latest = now // 12 * 12 + month
    return _first(latest), _first(latest + size)


def _days(scene: _Scene, seq: Seq) -> _Token | None:
    """Two days of one month: "3-9 May", "between 3 and 9 May 2023"."""
    month, year = next(t.value for t in seq if t.kind == "M"), sum(t.value for t in seq if t.kind == "Y")
    days = [n for t in seq if t.kind in "DOG" for n in ((t.value, t.most) if t.kind == "G" else (t.value,))]
    first, last = (_dated(scene, seq, month, day, year) for day in days)
    if not first.pieces or not last.pieces:
        return first._replace(kind=".")
    return _range(scene, (first, last._replace(lead="-")))


def _near_unit(scene: _Scene, seq: Seq) -> _Token | None:
    """ "Last week" is the calendar's; "the last week" and "the past week" end today, and "coming weeks" are some."""
    unit, near = sorted(seq, key=lambda t: t.kind != "U")
    if unit.unit in ("minute", "hour", "half", "day") or _of_another(scene):
        return None
    rolling = near.kind == "R" and ("t" in near.lead or near.word.lower() in ("past", "this")) and near.value == -1
    if unit.word.lower() in ("weeks", "months", "years"):
        return _rolling(scene, (*seq, _Token("N", "", 0, unit.end, value=5, most=5)))
    if rolling and unit.unit != "weekend":
        return _point(
            seq, (_shift(scene.today, unit.unit, -1), scene.today + 1), relative=True, unit=unit.unit, value=-1
        )
    return _point(seq, _whole(scene.today, unit.unit, near.value), relative=True, unit=unit.unit, value=near.value)


def _of_another(scene: _Scene) -> bool:
    """Does it belong to something that is no time? ("the last week of the trip")"""
    return scene.after is not None and "o" in scene.after.lead and scene.after.kind not in "MYSQDOKRP"


def _rolling(scene: _Scene, seq: Seq) -> _Token | None:
    """So many units up to today, or from today on: "in the last 10 days", "the next few weeks"."""
    unit, count = next(t for t in seq if t.kind == "U"), next(t for t in seq if t.kind in "DN")
    near = next((t.value for t in seq if t.kind in "Rr"), -1)
    lasts = seq[0].word == "last" and scene.before and scene.before[-1].word in _LASTING
    if unit.unit == "half" or near == 0 or lasts or _of_another(scene) or seq[0].word.lower() == "since":
        return None
    far = _moved(scene, unit.unit, count.most * near)
    return _point(seq, (far, scene.today + 1) if near < 0 else (scene.today, far + 1), relative=True)


def _moved(scene: _Scene, unit: str, by: int) -> int:
    if unit in ("hour", "minute"):
        return scene.today + (scene.hour + by // (1 if unit == "hour" else 60)) // 24
    return _shift(scene.today, unit, by)


def _past(scene: _Scene, seq: Seq) -> _Token | None:
    unit = next(t.unit for t in seq if t.kind == "U")
    sign = -1 if seq[-1].kind == "f" else 1
    counts = sorted(sign * n for t in seq if t.kind in "DNG" for n in (t.value, t.most))
    if unit == "half" or (scene.before and scene.before[-1].unit == "half"):
        return None
    if unit in ("hour", "minute"):
        day = _moved(scene, unit, -counts[0])
        return _point(seq, (day, day + 1), relative=True)
    return _point(seq, _ago(scene.today, unit, counts[0], counts[-1]), relative=True)


def _near_weekday(scene: _Scene, seq: Seq) -> _Token | None:
    day, near = sorted(seq, key=lambda t: t.kind != "W")
    if (near.kind == "c" and not (scene.past or scene.future)) or (near.kind == "K" and near.unit != "week"):
        return None
    anchor = _whole(scene.today, "week", near.value)[0] if near.kind == "K" else scene.today
    by = (-1 if scene.past else 1) if near.kind == "c" else 0 if near.kind == "K" else near.value
    return _point(seq, _weekday(anchor, day.value, by), relative=True, unit="weekday", value=day.value)


def _near_day(scene: _Scene, seq: Seq) -> _Token | None:
    return _point(seq, _whole(scene.today, seq[0].unit, seq[0].value), relative=True)


def _vague(scene: _Scene, seq: Seq) -> _Token | None:
    return _point(seq, (scene.today - VAGUE, scene.today + 1), relative=True, unit="vague")


def _edge(scene: _Scene, seq: Seq) -> _Token | None:
    """A third of a stretch: "early May" is its first ten days. "End" needs its "of"."""
    edge, point = seq
    if point.kind == "U":
        if point.unit not in _IN_MONTHS or "t" not in point.lead:
            return None
        point = point._replace(pieces=(_whole(scene.today, point.unit, 0),), relative=True)
    whole = point.whole()
    loose = edge.word.lower() in ("start", "beginning", "middle", "end") and "o" not in point.lead
    if whole is None or loose or point.unit == "vague":
        return None
    third = (whole[1] - whole[0]) / 3
    piece = (whole[0] + int(third * edge.value), whole[0] + int(third * (edge.value + 1))) if third >= 1 else whole
    return _point(seq, piece, relative=point.relative, floats=point.floats)


def _nth(scene: _Scene, seq: Seq) -> _Token | None:
    """A unit of a point: "the week of 9 June", "the second week of November", "the last week of May"."""
    *head, point = seq
    unit, whole = head[-1].unit, point.whole()
    if "o" not in point.lead or whole is None or unit not in (*_IN_DAYS, *_IN_MONTHS, "half"):
        return None
    start, end = whole
    middle = (start + end) // 2
    if unit == "half":
        piece = (start, middle) if head[0].value == 1 else (middle, end)
    elif len(head) == 2:
        piece = _shift(start, unit, head[0].value - 1), min(_shift(start, unit, head[0].value), end)
    elif head[0].kind == "U":
        return _point(seq, _whole(start, unit, 0), relative=point.relative, floats=point.floats)
    else:
        piece = _shift(end, unit, head[0].value), end
    return _point(seq, piece, relative=point.relative, floats=point.floats) if start <= piece[0] < piece[1] else None


def _beside(scene: _Scene, seq: Seq) -> _Token | None:
    """A unit or a weekday next to a point: "the week before 9 June", "two days after May 7", "the Sunday before …"."""
    *head, link, point = seq
    unit, whole, after = head[-1].unit, point.whole(), link.kind == "a"
    if whole is None or unit not in (*_IN_DAYS, *_IN_MONTHS, "weekday"):
        return None
    start, end = whole
    count = head[0] if len(head) == 2 else None
    piece: Piece
    if unit == "weekday":
        piece = _weekday(end - 1 if after else start, head[-1].value, 1 if after else -1)
    elif count:
        piece = _ago(end - 1, unit, -count.most, -count.value) if after else _ago(start, unit, count.value, count.most)
    elif unit == "weekend":
        saturday = _weekday(end - 1, 5, 1)[0] if after else _whole(start, unit, -1)[0]
        piece = (saturday, saturday + 2)
    else:
        piece = (end, _shift(end, unit, 1)) if after else (_shift(start, unit, -1), start)
    return _point(seq, piece, relative=point.relative, floats=point.floats)


def _open(scene: _Scene, seq: Seq) -> _Token | None:
    """Everything before or after a point, since or until it. The 2023 of "after the 2023 trip" is the trip's."""
    link, point = sorted(seq, key=lambda t: t.kind == "P")
    single = point.end - point.start == len(point.word) and not point.relative
    if "t" in point.lead and single and not _ends(scene.after):
        return point
    ways: dict[str, Callable[[Piece], Piece]] = {
        "bvy": lambda piece: (None, piece[0]),
        "az": lambda piece: (piece[1], None),
        "sw": lambda piece: (piece[0], None),
        "ux": lambda piece: (None, piece[1]),
    }
    way = next(way for kinds, way in ways.items() if link.kind in kinds)
    return _point(seq, *map(way, point.pieces), relative=point.relative)


def _range(scene: _Scene, seq: Seq) -> _Token | None:
    """From one point to another; an end without a year takes that of the other."""
    first, last = (t for t in seq if t.kind == "P")
    if len(seq) == 2 and "-" not in last.lead:
        return _nth(scene, seq) if first.value < 0 else None
    pieces: list[Piece] = []
    for (start, _), (late, end) in zip(first.pieces, last.pieces, strict=False):
        if start is None or end is None or late is None:
            return None
        years = _month_of(start) // 12 - _month_of(late) // 12
        if last.floats:
            years += _shift(late, "year", years) < start
            end = _shift(end, "year", years)
        elif first.floats:
            years += _shift(start, "year", -years) > late
            start = _shift(start, "year", -years)
        if start >= end:
            return None
        pieces.append((start, end))
    return _point(seq, *pieces, relative=first.relative or last.relative)


@cache
def _shapes() -> tuple[Shapes, ...]:
    """The shapes of the three walks; d is a day, n a count, p is "before" in front of a point."""
    points: dict[str, Rule] = {
        "dMY MdY YMd dM Md MY YM RMd RMdY KM KMd": _full,
        "GMY MGY GM MG Bd&dM Bd&dMY FdtdM FdtdMY FdudM FdudMY didM didMY Mdtd MdtdY": _days,
        "M": _month,
        "Y": _year,
        "BY&Y FYtY FYuY YtY": _years,
        "S Q RS rS Sr SY QY YQ": _part,
        "RM rM Mr": _near_month,
        "RU rU Ur": _near_unit,
        "RnU rnU nrU snU": _rolling,
        "nUA GUA ntnUA n&nUA vnU nUf": _past,
        "RW rW Wr KW cW": _near_weekday,
        "K": _near_day,
        "V": _vague,
        "EU": _edge,
    }
    units: dict[str, Rule] = {
        "EP": _edge,
        "oUP OUP UP": _nth,
        "UpP UaP nUpP nUaP WpP WaP PpP PaP": _beside,
    }
    stretches: dict[str, Rule] = {
        "BP&P FPtP FPuP sPuP PtP PuP PwPx PP": _range,
        "bP vP aP sP uP Pw Px Py Pz": _open,
    }
    classes = {"d": "DO", "n": "DN", "p": "bv"}
    walks: list[Shapes] = []
    for table in (points, units, stretches):
        by_size: dict[tuple[str, int], dict[str, Rule]] = {}
        for shape, rule in ((shape, rule) for shapes, rule in table.items() for shape in shapes.split()):
            for letters in product(*(classes.get(letter, letter) for letter in shape)):
                by_size.setdefault((letters[0], len(shape)), {})["".join(letters)] = rule
        walk: Shapes = {}
        for (letter, size), rules in sorted(by_size.items(), key=lambda item: -item[0][1]):
            walk.setdefault(letter, []).append((size, rules))
        walks.append(walk)
    return tuple(walks)
