"""Values: what of a statement gives it away wherever it stands: a number, a code, an address, the name after "is".

A deletion for good has to find them where others repeated them ("Corrected: 20313"), and must not tear holes into what
merely holds the same common word. How surely a value is the statement's own, its form tells:

- sure: nobody writes it by accident (an e-mail address, a long number, a code, a street with its number);
- likely: it is the statement's as long as nobody else says it (four digits, the name after "is");
- weak: anybody's (42, a year, Berlin in passing): only beside a word of what the statement is about.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any, Literal

from reverie.domain.text import sentences
from reverie.domain.words import STOP, terms

Level = Literal["sure", "likely", "weak"]

_MOST = 80  # characters of a value; what is longer is data
_LONG = 5  # characters of a number or code that is no accident, however it is grouped
_STREET = (
    r"(?:road|rd|street|st|avenue|ave|lane|ln|drive|dr|way|court|ct|close|square|sq|place|boulevard|blvd|terrace|crescent"
    r"|highway|row|hill|gardens|mews|parkway)"
)
_SUFFIX = r"(?:stra(?:ß|ss)e|str\.?|weg|platz|allee|gasse|ring|damm|ufer|straat|laan|gatan|vej)"
_BEFORE = r"(?:rue|avenue|boulevard|place|chemin|via|viale|piazza|corso|calle|avenida|plaza|rua|ulica)"
_MAIL = re.compile(r"(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_ADDRESS = re.compile(
    rf"\b\d{{1,5}}[a-z]?,? (?:[\w.'’-]+ ){{0,3}}{_STREET}\b"
    rf"|\b\d{{1,5}},? {_BEFORE} (?:[a-z]{{1,4}} ){{0,3}}[^\W\d_]+(?:['’-][^\W\d_]+){{0,3}}"
    rf"|\b{_BEFORE} (?:[^\W\d_]+ ){{1,4}},?\d{{1,5}}\b"
    rf"|\b(?:[^\W\d_]+-){{0,3}}(?:[^\W\d_]+|(?-i:[A-ZÄÖÜ])[^\W\d_]+ ){_SUFFIX} \d{{1,5}}[a-z]?\b",
    re.I,
)
_HOUSE = re.compile(r"^\d+[a-z]?,? |,? \d+[a-z]?$")
_NUMBERED = re.compile(
    r"\b\d{1,2}:\d\d\b|\b\d{1,3}(?:[,'’]\d{3})+\b"
    r"|[+(]?(?:\b[a-z]*\d[a-z\d]*\)?(?:[ ./-](?=\(?[a-z]*\d)\(?)?)+(?:-[a-z]+\b)?",
    re.I,
)
_IS = re.compile(
    r"\b(?:is|are|was|called|named|equals|ist|sind|heißt|heisst|lautet|est|sont|s'appelle|es|son|llama|è|é|si chiama)\b"
    r"|[:=](?!\S*//)",
    re.I,
)
_NAME = re.compile(r"\b(?!\d)\w[\w'’]*(?:[._/#+-]\w+)+|\b[^\W\d_a-zß-ÿ][\w’'-]*(?:[ -][^\W\d_a-zß-ÿ][\w’'-]+)*")
_DATE = re.compile(r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}")
_YEAR = re.compile(r"(?:19|20)\d\d")
_TIME = re.compile(r"\d{1,2}:\d\d")
_MANY = 3  # other places that say a number of few digits, from which on it is everybody's
_TAKEN = " \x1f "  # where a value was taken out
_BETWEEN = 2  # words that may stand between "is" and a name
_TAIL = 3  # words after "is" that may be one value
_PART = re.compile(r"[^\W_]+")
_GENERIC = frozenset(
    "number code name address value date day time year line file note nummer adresse nom numéro".split()
)
# what many values are called, so that it tells none of them
_GAPS = str.maketrans("", "", " ./()-")
_OURS = frozenset({"deleted", "for", "good"})  # what stands in their place
HASH = r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?=[0-9]*[a-f])[0-9a-f]{16,}"  # ids and hashes say nothing


# Drawing them out of what is said


def drawn(text: str) -> dict[str, Level]:
    """The values of a statement, and how surely each is its own."""
    found: dict[str, Level] = {}
    rest = text
    for pattern, level in ((_MAIL, _sure), (_ADDRESS, _sure), (_NUMBERED, _numbered)):
        for match in pattern.finditer(rest):
            each = match[0].strip(" +./-()")
            found.setdefault(each, level(each))
            if pattern is _ADDRESS and (street := _HOUSE.sub("", each)):
                found.setdefault(street, "likely")
            elif match[0].startswith("+") and level(home := each.partition(" ")[2].strip("(")) == "sure":
                found.setdefault(home, "sure")  # as it is dialled in its own country
        rest = pattern.sub(_TAKEN, rest)
    for sentence in sentences(rest):
        _named(sentence, found)
    return {value: level for value, level in found.items() if _says_something(value)}


def _says_something(value: str) -> bool:
    parts = _PART.findall(value.casefold())
    return 1 < len("".join(parts)) <= _MOST and not _OURS.issuperset(parts)


def _sure(_: str) -> Level:
    return "sure"


def _numbered(value: str) -> Level:
    """A number, or a code with digits in it."""
    parts = _PART.findall(value)
    bare = "".join(parts)
    digits = sum(c.isdigit() for c in bare)
    if _DATE.fullmatch(value) or (len(bare) == 4 and _YEAR.fullmatch(bare)) or _TIME.search(value):
        return "weak"
    if bare.isdigit():
        return "weak" if digits < 4 else "likely" if digits < _LONG or bare.endswith("000") else "sure"
    if digits >= 4 and len(bare) > _LONG:
        return "sure"
    return "likely" if len(bare) >= 4 and digits > 1 else "weak"


def _named(sentence: str, found: dict[str, Level]) -> None:
    """The names in a sentence: likely right after "is", weak in passing; before it they say what it is about. And few
    words after it, in small letters."""
    verbs = [verb.end() for verb in _IS.finditer(sentence)]
    opening = len(sentence) - len(sentence.lstrip())
    for match in _NAME.finditer(sentence):
        name, after = match[0].strip("'’-"), max((end for end in verbs if end <= match.start()), default=0)
        if (verbs and not after) or match.start() == opening or name.casefold() in STOP or len(name) < 3:
            continue
        parts = name.split()
        right = after > 0 and len(_PART.findall(sentence[after : match.start()])) <= _BETWEEN
        found.setdefault(name, "likely" if right and (len(parts) > 1 or len(name) > 4) else "weak")
        found.update({part: "weak" for part in parts if len(parts) > 1 and len(part) > 3 and part not in found})
    tail = sentence[verbs[-1] :] if verbs else ""
    words = [word for word in _PART.findall(tail) if word.casefold() not in STOP and len(word) > 3]
    if words and len(tail.split()) <= _TAIL and tail.islower() and _TAKEN not in tail:
        found.setdefault(tail.strip(" .,;!?\"'“”"), "weak")


def about(text: str, value: str) -> frozenset[str]:
    """The words that say what a value is the value of."""
    own = {part.casefold() for part in _PART.findall(value)}
    return frozenset(
        word for word in terms(text) if len(word) > 2 and word.isalpha() and word not in own and word not in _GENERIC
    )


# Finding them again


def shape(value: str, spelled: Callable[[str], str] = re.escape) -> str:
    """A pattern for a value however it is spaced, grouped or hyphenated, each part of it `spelled` as a pattern."""
    parts = _PART.findall(value)
    bare = "".join(parts)
    if not grouped(value):
        return r"(?<![^\W_])" + r"[\W_]{1,3}".join(map(spelled, parts)) + r"(?:[^\w\s]{0,3}s)?(?![^\W_])"
    long = len(bare) > _LONG + 2
    before = r"(?<!\d)" + "0?" * long if bare[0].isdigit() else "" if long else r"(?<![^\W_])"
    after = r"(?!\d)" if bare[-1].isdigit() else "" if long else r"(?![^\W_])"
    return before + r"[ ./()-]{0,2}".join(bare) + after


def grouped(value: str) -> bool:
    """Whether a value is a number or a code that people write in groups, or without."""
    bare = "".join(_PART.findall(value))
    code = len(bare) >= _LONG and bare.isascii() and any(map(str.isdigit, bare))
    return code and "@" not in value and not _ADDRESS.fullmatch(value)


@lru_cache(maxsize=1024)
def finder(values: tuple[str, ...]) -> re.Pattern[str]:
    """Finds any of some values; where it stops at an id or a hash, `lastgroup` is None."""
    longest = sorted(values, key=len, reverse=True)
    return re.compile(f"(?P<value>{'|'.join(map(shape, longest))})|{HASH}", re.I)


def rare(value: str) -> str:
    """What a text that holds a value is not without, once what may stand between its parts is taken out."""
    parts = _PART.findall(value)
    return "".join(parts) if grouped(value) else max(parts, key=len)


def held(text: str, values: tuple[str, ...]) -> bool:
    """Whether a text holds any of some values."""
    some = _some(text, values)
    return bool(some) and any(match.lastgroup for match in finder(some).finditer(text))


def _some(text: str, values: tuple[str, ...]) -> tuple[str, ...]:
    """Those of the values that a text may hold: a quick look, as there may be many."""
    bare = text.lower().translate(_GAPS) if values else ""
    return tuple(value for value, word in zip(values, _words(values), strict=True) if word in bare)


@lru_cache(maxsize=64)
def _words(values: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(rare(value).lower() for value in values)


Where = Literal["page", "session", "turn"]  # a page; a session it was said in, with its digest; another's turn


@dataclass(frozen=True, kw_only=True)
class Values:
    """What gives away what is gone, by how far each is looked for."""

    sure: tuple[str, ...] = ()  # wherever it stands
    likely: tuple[str, ...] = ()  # the same, unless another session turns out to say it
    here: tuple[str, ...] = ()  # only in the sessions it was said in: what stays says it too
    near: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # what each is about; of the rest, all there is
    standing: Mapping[str, int] = field(default_factory=dict)  # of those that stay elsewhere: in how many places

    @cached_property
    def anywhere(self) -> tuple[str, ...]:
        return (*self.sure, *self.likely)

    @cached_property
    def beside(self) -> tuple[str, ...]:
        """Those that are taken only next to a word of what they are about."""
        return tuple(value for value in self.near if value not in {*self.sure, *self.likely, *self.here})

    @cached_property
    def every(self) -> tuple[str, ...]:
        return (*self.sure, *self.likely, *self.here, *self.beside)

    def without(self, text: str, unsaid: str, where: Where = "page") -> str:
        """A text without those that it should not hold, each of them `unsaid`."""
        new = _left(text, self._always(where), unsaid)
        if where != "page" and held(new, self.beside):
            for sentence in dict.fromkeys(sentences(new)):
                some = tuple(value for value in self.beside if self.tells(sentence, value))
                new = new.replace(sentence, _left(sentence, some, unsaid)) if some else new
        return new

    def within(self, text: str, where: Where = "page") -> bool:
        """Whether a text holds one that it should not."""
        return held(text, self._always(where)) or self.without(text, "", where) != text

    def tells(self, text: str, value: str) -> bool:
        """Whether a text holds a value next to a word of what it is about."""
        return held(text, (value,)) and not set(self.near.get(value, ())).isdisjoint(terms(text))

    def _always(self, where: Where) -> tuple[str, ...]:
        return self.anywhere + self.here if where == "session" else self.anywhere

    def and_(self, other: Values) -> Values:
        """Both: what one of them is sure of is sure."""
        return Values(
            sure=tuple(dict.fromkeys((*self.sure, *other.sure))),
            likely=tuple(dict.fromkeys((*self.likely, *other.likely))),
            here=tuple(dict.fromkeys((*self.here, *other.here))),
            near={**other.near, **self.near},
            standing={**other.standing, **self.standing},
        )

    def settled(self, others: Mapping[str, int]) -> Values:
        """With what turned out to be said elsewhere, too, in so many places."""
        ours = tuple(value for value in self.likely if not others.get(value))
        here = tuple(value for value in self.likely if 0 < others.get(value, 0) < _MANY and coded(value))
        return replace(self, likely=ours, here=(*self.here, *here))


def told(statements: Iterable[str], kept: Sequence[str], *, whole: bool = False) -> Values:
    """The values of what goes, given what stays. Of a `whole` session or page, each is its own only if nobody else
    says it."""
    levels: dict[str, Level] = {}
    near: dict[str, tuple[str, ...]] = {}
    for text in statements:
        for value, level in drawn(text).items():
            if whole and level == "weak":
                continue
            level = "likely" if whole else level
            levels[value] = min(level, levels.get(value, "weak"), key=("sure", "likely", "weak").index)
            near[value] = tuple(sorted({*near.get(value, ()), *about(text, value)}))
    standing = counted(levels, kept)
    sure = [value for value, level in levels.items() if level == "sure"]
    found = Values(
        sure=tuple(value for value in sure if value not in standing),
        likely=tuple(value for value, level in levels.items() if level == "likely"),
        here=tuple(value for value in sure if value in standing),
        near=near, standing=standing,
    )  # fmt: skip
    return found.settled(standing)


def coded(value: str) -> bool:
    """Whether a value is a number, a code or an address, and no name."""
    return "@" in value or any(map(str.isdigit, value))


def read(data: Mapping[str, Any]) -> Values:
    """Values as `asdict` gave them, from JSON."""
    near = {value: tuple(words) for value, words in data.get("near", {}).items()}
    some = {name: tuple(data.get(name, ())) for name in ("sure", "likely", "here")}
    return Values(near=near, standing=data.get("standing", {}), **some)


def counted(values: Iterable[str], texts: Iterable[str]) -> dict[str, int]:
    """In how many of some texts each of the values stands."""
    known = tuple(values)
    some = [text for text in texts if held(text, known)]
    found = {value: sum(held(text, (value,)) for text in some) for value in known}
    return {value: times for value, times in found.items() if times}


def _left(text: str, values: tuple[str, ...], unsaid: str) -> str:
    some = _some(text, values)
    return finder(some).sub(lambda match: unsaid if match.lastgroup else match[0], text) if some else text
