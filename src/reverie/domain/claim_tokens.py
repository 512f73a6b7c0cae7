"""A statement as tokens, each of one kind, in one spelling: what every later question about a claim is asked of.

Numbers, times, dates and units come out the same however they are written; code, paths and names stay whole.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Literal, NamedTuple

from reverie.domain import claim_words as words

# n number, c code, N name, w word; p preposition, d determiner, r relation (a verb's class), m mark of change,
# x denial, i the owner, g the owner's side ("we"), h a word that adds nothing, "," a pause
Kind = Literal["n", "c", "N", "w", "p", "d", "r", "m", "x", "i", "g", "h", ","]
CONTENT = "ncNw"
ALSO = frozenset(("and", "or", "und", "oder", "et", "ou", "y", "o", "и", "или"))


class Token(NamedTuple):
    word: str  # canonical
    kind: Kind
    raw: str = ""  # as it was written, in small letters; "~" for a denial that is part of a word


_PAUSE = {",", ";", ":", "—", "–", "-", "、", "，", "；", "：", ".", "!", "。", "！", "…", "•", "→", "?", "？"}
_OPEN, _CLOSE = "([{\"'«“”‘`*", ")]}\"'»”“’`*,;:.!?、，；：。！？…"
_NUMBER = re.compile(r"([€$£]?)(\d{1,15}(?:[.,]\d{1,9}){0,4})([a-zA-Z%€$£]{0,3})")
_TIME = re.compile(r"(\d{1,2})(?:[:.h](\d\d))?(am|pm|uhr|h)?", re.I)
_CLOCK = re.compile(r"(\d{1,2}):(\d\d)(?::\d\d)?")
_VERSION = re.compile(r"v\d[\d.]*")
_ISO = re.compile(r"(\d{4})-(\d\d?)-(\d\d?)")
_DAY = re.compile(r"(\d{1,2})(?:st|nd|rd|th|\.)?", re.I)
_ELISION = re.compile(r"(?:[ldnjmstc]|qu)'(?=\w)", re.I)
_HYPHENATED = re.compile(r"[A-Z][A-Za-z]*(?:-[A-Z][a-z]+)+")
_PARTED = re.compile(r"[A-Za-z]{2,}(?:-[A-Za-z]{2,})+")  # acme-web and Acme Web are one name
_RUNS = re.compile("[\u3040-\u30ff\u3005\u3400-\u9fff\uac00-\ud7ff]")
_SCRIPTS = re.compile(
    "[\u3040-\u309f]+|[\u30a0-\u30ff]+|[\u3005\u3400-\u9fff]+|[\uac00-\ud7ff]+|[^\u3005\u3040-\u30ff\u3400-\u9fff\uac00-\ud7ff]+"
)
_TABLES = (words.CHINESE, words.JAPANESE, words.KOREAN, words.KOREAN_ENDS)
_EASTERN = {word: meaning for table in reversed(_TABLES) for word, meaning in table.items()}
_VOWEL = re.compile("[aeiouy]")
_PLURAL = {"be", "are", "were", "use", "run", "like", "prefer", "have", "live", "work", "go", "store", "happen", "="}
_ARROWS = {"->", "=>", "--", "---"}
_SIGNS = {"=", "<", ">", "<=", ">=", "%", "&", "+"}
_TITLES = {"dr", "mr", "mrs", "ms", "prof", "st", "vs", "e.g", "i.e", "etc", "approx"}
_IS = {"it's", "that's", "he's", "she's", "there's", "what's", "here's", "who's", "c'est"}
_LESS = {"won't": "will", "can't": "can", "shan't": "shall"}
_SHORT = {"'m": "am", "'re": "are", "'ve": "have", "'ll": "will", "'d": "would"}


@cache
def _phrases() -> dict[str, tuple[tuple[tuple[str, ...], str], ...]]:
    """Words of several parts by their first part, the longest first."""
    found: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    tables = (words.ALIAS, words.MARKS, words.FILLERS, words.RELATIONS, words.PREPOSITIONS, words.ME)
    for entry in {key for table in tables for key in table if "_" in key.strip("_")}:
        first, *rest = entry.strip("_").split("_")
        found.setdefault(first, []).append((tuple(rest), entry))
    return {first: tuple(sorted(some, key=lambda s: -len(s[0]))) for first, some in found.items()}


@cache
def _known(*tables: int) -> re.Pattern[str]:
    """One pattern of the words of some tables of unspaced scripts, the longest first."""
    return re.compile("|".join(sorted((word for n in tables for word in _TABLES[n]), key=len, reverse=True)))


def plain(text: str) -> str:
    """As two copies of one statement share it: one kind of quote and blank, no case, no full stop at the end."""
    said = unicodedata.normalize("NFKC", text).replace("’", "'").casefold()
    return " ".join(said.split()).rstrip(".!。！ ") or " ".join(said.split())


def tokens(text: str) -> list[Token]:
    """What the text says, word by word."""
    said = unicodedata.normalize("NFKC", text).replace("’", "'")
    rough: list[str] = []
    for piece in said.split():
        rough += _split(piece)
    while rough and rough[-1] == ",":
        rough.pop()
    return _dated(_joined(rough))


def _split(piece: str) -> list[str]:
    """A piece between blanks: its word, what it is short for, and the pause after it."""
    if not piece.isascii() and _RUNS.search(piece):
        return [part for run in _SCRIPTS.findall(piece) for part in _east(run, piece)]
    if piece in _SIGNS:
        return [piece]
    if piece in _PAUSE or piece in _ARROWS:
        return [","]
    core = piece.lstrip(_OPEN)
    bare = core.rstrip(_CLOSE)
    tail = (
        [","]
        if len(bare) < len(core) and bare.lower() not in _TITLES and core[len(bare) :].strip("\"'»”“’`*)]}")
        else []
    )
    if not bare:
        return [","] if piece[:1] in _PAUSE else []
    lower = bare.lower()
    if "'" in lower:
        if lower == "let's":
            return ["we"]
        if lower in _IS:
            return [bare.split("'")[0], "is", *tail]
        if lower.endswith("n't"):
            return [_LESS.get(lower, bare[:-3]), "not", *tail]
        for short, full in _SHORT.items():
            if lower.endswith(short):
                return [bare[: -len(short)], full, *tail]
        if lower.endswith("'s"):
            return [bare[:-2], *tail]
        if (cut := _ELISION.match(lower)) is not None:
            return [bare[: cut.end() - 1], *_split(bare[cut.end() :]), *tail]
        bare = bare.rstrip("'")
    if _HYPHENATED.fullmatch(bare) or (_PARTED.fullmatch(bare) and lower not in _lexicon() and lower not in _whole()):
        return [*bare.split("-"), *tail]
    return [bare, *tail]


def _east(run: str, piece: str) -> list[str]:
    """A run of one script in a piece of an unspaced one, cut where it is known where words end."""
    if not _RUNS.match(run):
        return _split(run)
    if run[0] >= "\uac00":
        for size in (3, 2, 1):
            if len(run) > size and run not in words.KOREAN and run[-size:] in words.KOREAN_ENDS:
                return [run[:-size], run[-size:]]
        return [run]
    if run[0] < "\u3100":  # kana: cut only when known from end to end, for a name may hold any of them
        parts = _known(1).findall(run)
        if "".join(parts) != run:
            parts = [run[:-1], "は"] if run[-1] == "は" and len(run) > 1 else [run]
        return parts
    if any("\u3040" <= c < "\u3100" for c in piece):
        return [run]
    cut, at = [], 0
    for found in _known(0).finditer(run):
        cut += [run[at : found.start()]] if found.start() > at else []
        cut.append(found.group())
        at = found.end()
    return [*cut, run[at:]] if at < len(run) else cut


def _joined(rough: list[str]) -> list[Token]:
    """Rough words as tokens, those of several parts as one."""
    found: list[Token] = []
    lower = [word.lower() for word in rough]
    phrases, at = _phrases(), 0
    while at < len(rough):
        for rest, entry in phrases.get(lower[at], ()):
            if tuple(lower[at + 1 : at + 1 + len(rest)]) == rest:
                found += _token(entry, entry, first=True, after=())
                at += 1 + len(rest)
                break
        else:
            first = all(t.kind in "hx" for t in found) or found[-1].kind == ","
            ends = at + 1
            while first and ends < min(len(rough), at + 3) and _capital(rough[at]) and _capital(rough[ends]):
                ends += 1
            if first and ends > at + 1 and lower[at] not in words.IMPERATIVES:
                first = lower[at] in _lexicon() or lower[at + 1] in _lexicon()  # "Anna Meyer": no verb is written so
            if at and _capital(rough[at]) and found and found[-1].kind == "N" and lower[at] in words.FILLERS:
                found.append(Token(lower[at], "N", lower[at]))  # "Oscar Well"
            else:
                found += _token(rough[at], lower[at], first=first, after=tuple(lower[ends : ends + 2]))
            at += 1
    return found


def _capital(word: str) -> bool:
    return word[:1].isupper() and word[1:].islower()


@cache
def _whole() -> frozenset[str]:
    return frozenset((*words.ALIAS, *words.KINDS, *words.MARKS, *words.TELLING))


@cache
def _lexicon() -> dict[str, tuple[Token, ...]]:
    """The words that have one meaning wherever they stand; of two meanings the one that is put in last."""
    found: dict[str, tuple[Token, ...]] = {}
    found |= {word: (Token(word, "p", word),) for word in words.PREPOSITIONS}
    found |= {word: (Token(word, "h", word),) for word in words.FILLERS}
    found |= {word: (Token(word, "d", word),) for word in words.DETERMINERS}
    found |= {word: (Token(meaning, "r", word),) for word, meaning in words.RELATIONS.items()}
    found |= {word: (Token("_me", "i"), *found[word]) for word in words.FIRST}
    found |= {word: (Token("not", "x", word),) for word in words.NOT}
    found |= {word: (Token("_we", "g", word),) for word in words.WE}
    found |= {word: (Token("_me", "i", word),) for word in words.ME}
    found["cannot"] = (Token("not", "x", "cannot"), Token("can", "w", "can"))
    found |= {word: (Token(digits, "n", word),) for word, digits in words.NUMBERS.items()}
    found |= {word: tuple(_meant(word, meaning)) for word, meaning in _EASTERN.items()}
    return found | {word: (Token(meaning, "m", word),) for word, meaning in words.MARKS.items()}


def _token(raw: str, low: str, *, first: bool, after: tuple[str, ...]) -> Iterable[Token]:
    if raw == ",":
        return [Token(",", ",")]
    known = _lexicon().get(low)
    counted = raw == "Go" and after[:1] and after[0][:1].isdigit()
    if known is not None and not counted and not _is_name(raw, low, first=first):
        return known
    if low == "user" and first and _does(low, after):
        return [Token("_me", "i", low)]
    if low == "on" and first and after and after[0][-1:] != "s":  # French
        return [Token("_we", "g", low)]
    if low[0].isdigit() or low[0] in "€$£":
        return _number(low)
    if low == "after" and after and after[0][:1].isdigit():  # "after 30 seconds" is no opposite of anything
        return [Token(low, "p", low)]
    opposite = words.OPPOSITES.get(low) or _opposites().get(stem(low))
    if opposite is not None:
        return [Token("not", "x", "~"), *_token(opposite, opposite, first=False, after=())]
    return [_content(raw, low, first=first, after=after)]


def _is_name(raw: str, low: str, *, first: bool) -> bool:
    """Whether a small word is a name here: Go, May, MIT, plan A."""
    if low == "keep" or low == "on":
        return first
    if first or raw[0].islower():
        return False
    return raw in ("Go", "May", "A") or (raw.isupper() and low in words.SHOUTED)


def _content(raw: str, low: str, *, first: bool, after: tuple[str, ...]) -> Token:
    if low in words.ALIAS:
        return Token(words.ALIAS[low], "w", low)
    if not low.isalpha():
        if _VERSION.fullmatch(low):
            return Token(low[1:].rstrip("."), "n", low)
        return Token(_bare(low), "c", low)
    named = raw[0].isupper() and ((len(raw) > 1 and not raw[1:].islower()) or not first or _does(low, after))
    return Token(canon(_bare(low)), "N" if named else "w", low)


def _does(lower: str, after: tuple[str, ...]) -> bool:
    """Whether the first word of a sentence is a name: what follows is a verb in the third person."""
    follows, then = (*after, "", "")[:2]
    if follows in words.RELATIONS:
        return follows not in _PLURAL
    if words.MARKS.get(follows) in ("LEFT", "CHANGE", "DROP"):
        return True
    return follows[-1:] == "s" and lower not in words.IMPERATIVES and then not in words.RELATIONS


def _meant(raw: str, meaning: str) -> list[Token]:
    match meaning:
        case "_":
            return []
        case "_we":
            return [Token("_we", "g", raw), Token("TOPIC", "h")] if raw[-1] in "는가" else [Token("_we", "g", raw)]
        case "_me":
            return [Token("_me", "i", raw), Token("TOPIC", "h")] if raw[-1] in "는가" else [Token("_me", "i", raw)]
        case "not":
            return [Token("not", "x", raw)]
        case "TOPIC":
            return [Token("TOPIC", "h", raw)]
        case "use" | "be" | "live":
            return [Token(meaning, "r", raw)]
    return [Token(meaning, "m", raw)]


def _number(low: str) -> list[Token]:
    """A number in one spelling, and its unit; what begins with a digit and is none stays as it stands."""
    if (iso := _ISO.fullmatch(low)) is not None:
        return [Token(f"{int(iso[2])}/{int(iso[3])}", "n", low), Token(iso[1], "n", low)]
    if (clock := _CLOCK.fullmatch(low)) is not None:
        hour, minute = int(clock[1]), clock[2]
        return [Token(str(hour) if minute == "00" else f"{hour}:{minute}", "n", low)]
    if (time := _TIME.fullmatch(low)) is not None and (time[3] or "").lower() in ("am", "pm"):
        hour = int(time[1]) % 12 + 12 * (time[3].lower() == "pm")
        return [Token(f"{hour}:{time[2]}" if (time[2] or "00") != "00" else str(hour), "n", low)]
    found = _NUMBER.fullmatch(low)
    if found is None:
        return [Token(_bare(low), "c", low)]
    sign, digits, unit = found.groups()
    if re.fullmatch(r"\d{1,3}(?:,\d{3})+", digits):
        digits = digits.replace(",", "")
    if unit == "k" and "." not in digits:
        digits, unit = digits + "000", ""
    if unit in ("st", "nd", "rd", "th"):
        unit = ""
    if unit and unit not in words.UNITS:
        return [Token(_bare(low), "c", low)]
    made = [Token(digits, "n", low)]
    if sign or unit:
        made.append(Token(words.UNITS[sign or unit], "w", unit))
    return made


def _dated(found: list[Token]) -> list[Token]:
    """Days of a month as one number, units in one spelling."""
    made: list[Token] = []
    at = 0
    while at < len(found):
        token = found[at]
        after = found[at + 1] if at + 1 < len(found) else None
        month = _month(token)
        if month and after is not None and after.kind == "n" and _day(after):
            made.append(Token(f"{month}/{int(after.word)}", "n", token.raw))
            at += 2
        elif token.kind == "n" and after is not None and _day(token) and _month(after):
            made.append(Token(f"{_month(after)}/{int(token.word)}", "n", token.raw))
            at += 2
        elif token.word == "月" and made and made[-1].kind == "n" and after is not None and after.kind == "n":
            made[-1] = Token(f"{made[-1].word}/{after.word}", "n", token.raw)
            at += 3 if at + 2 < len(found) and found[at + 2].word == "日" else 2
        elif token.raw == "on" and token.kind == "p" and made and _is_state(made, after):
            made.append(Token("enable", "w", "on"))
            at += 1
        elif token.word == "_me" and made and made[-1].word == "_me":
            at += 1
        elif token.word == "minimum" and made and made[-1].kind == "n" and token.raw.startswith("or_"):
            made.insert(-1, token)
            at += 1
        elif token.kind == "w" and made and made[-1].kind == "n" and token.raw in words.UNITS:
            made.append(Token(words.UNITS[token.raw], "w", token.raw))
            at += 1
        else:
            made.append(token)
            at += 1
    return made


def _is_state(made: list[Token], after: Token | None) -> bool:
    """Whether "on" is what something is: "caching is on for X"."""
    said = [t for t in made if t.kind not in "xh"]
    return bool(said) and said[-1].word == "be" and (after is None or after.kind in "p,")


def _month(token: Token) -> int:
    return words.MONTHS.get(token.raw, 0) if token.kind in "wNm" else 0


def _day(token: Token) -> bool:
    return token.word.isdecimal() and len(token.word) < 3 and 1 <= int(token.word) <= 31


def _bare(word: str) -> str:
    """Without accents, for scripts that have them as marks."""
    if word.isascii():
        return word
    return "".join(c for c in unicodedata.normalize("NFD", word) if not "\u0300" <= c <= "\u036f")


@cache
def _opposites() -> dict[str, str]:
    return {stem(no): yes for no, yes in words.OPPOSITES.items()}


@cache
def _kept() -> frozenset[str]:
    return frozenset((*words.ALIAS.values(), *words.KINDS, *words.UNITS.values()))


@lru_cache(4096)
def canon(word: str) -> str:
    """The one word that stands for this one, its forms and its synonyms."""
    for form in (word, word[:-1] if word[-1:] == "s" else word):
        if form in words.ALIAS:
            return words.ALIAS[form]
        if form in _kept():
            return form
    return stem(word)


def canons(some: Iterable[str]) -> frozenset[str]:
    return frozenset(map(canon, some))


def stem(word: str) -> str:
    """The part of an English word that its forms share; what is no plain small word comes back as it is."""
    if len(word) < 4 or not (word.isascii() and word.isalpha()):
        return word
    if word.endswith("ies") and len(word) > 4:
        word = word[:-3] + "y"
    elif word.endswith(("shes", "ches", "xes", "zes", "sses")):
        word = word[:-2]
    elif word[-1] == "s" and word[-2] not in "sui":
        word = word[:-1]
    for end in ("ing", "ed"):
        base = word[: -len(end)]
        if word.endswith(end) and len(base) > 2 and _VOWEL.search(base):
            word = base[:-1] if base[-1] == base[-2] and base[-1] not in "lsz" else base
            break
    return word[:-1] if len(word) > 4 and word[-1] == "e" else word


def content(found: Iterable[Token]) -> frozenset[str]:
    """The words that say something."""
    return frozenset(t.word for t in found if t.kind in CONTENT)


def owner(found: Iterable[Token]) -> frozenset[str]:
    """The owner, when spoken of."""
    return frozenset(t.word for t in found if t.kind == "i")
