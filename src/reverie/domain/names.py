"""Names of entities: how they are compared, looked for and misspelt, and how much two of them look like one.

Pure. In doubt two names are two: whoever is taken for somebody else tells wrong things of both.
"""

from __future__ import annotations

import re
from functools import lru_cache

from reverie.domain.text import fold

FIRST = 0.9  # how much a first name alone looks like the full name it begins
_CLOSE = 0.9  # Jaro-Winkler from which on two words may be one, misspelt
_SHORT, _LONG = 4, 24  # letters of a word that may be misspelt; a letter more or less in "Bob" makes another name
_TITLE = frozenset("dr prof mr mrs ms miss sir herr frau mme don".split())
_FORM = frozenset("inc gmbh ltd llc corp ag sa se plc bv oy ab co kg".split())  # legal forms: two of them are two firms
_WORD = frozenset("the a team service project app api server group company".split())  # what goes without saying
_OWN = re.compile(r"['’]s?(?!\w)")


def plain(name: str) -> str:
    """A name as it is compared: no case, accents or punctuation, nor the `'s` behind it."""
    return fold(unowned(name).replace("_", " "))


def unowned(text: str) -> str:
    """A text without the `'s` behind its names."""
    return _OWN.sub("", text)


def words(name: str) -> tuple[str, ...]:
    return tuple(plain(name).split())


def spellings(word: str) -> frozenset[str]:
    """A word with one letter left out, in every way: two that differ by one letter have one of these in common."""
    if not _SHORT <= len(word) + 1 <= _LONG or not word.isalpha():
        return frozenset()
    return frozenset(word[:n] + word[n + 1 :] for n in range(len(word)))


def misspelt(one: str, two: str) -> bool:
    """Whether two words differ by one letter: left out, put in, another, or changed places with the next."""
    if one == two or max(len(one), len(two)) < _SHORT:
        return False
    start = _common(one, two)
    rest, other = one[start:], two[start:]
    if len(rest) == len(other):
        return rest[1:] == other[1:] or (rest[:2] == other[1::-1] and rest[2:] == other[2:])
    return rest[1:] == other or rest == other[1:]


@lru_cache(maxsize=4096)
def jaro_winkler(one: str, two: str) -> float:
    """How alike two words are, from 0 to 1; a common beginning counts more."""
    if one == two:
        return 1.0 if one else 0.0
    reach = max(0, max(len(one), len(two)) // 2 - 1)
    taken: list[int] = []
    matched = []
    for n, letter in enumerate(one):
        near = range(max(0, n - reach), min(len(two), n + reach + 1))
        found = next((m for m in near if two[m] == letter and m not in taken), None)
        if found is not None:
            taken.append(found)
            matched.append(letter)
    if not matched:
        return 0.0
    swapped = sum(a != two[m] for a, m in zip(matched, sorted(taken), strict=True)) / 2
    same = len(matched)
    jaro = (same / len(one) + same / len(two) + (same - swapped) / same) / 3
    begin = min(4, _common(one, two))
    return jaro + begin * 0.1 * (1 - jaro)


def _common(one: str, two: str) -> int:
    """Letters that two words have in common at their beginning."""
    return next((n for n, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))


def alike(one: str, two: str, *, person: bool) -> float:
    """How much two names look like one: 1 when they are, 0 when numbers, surnames or other words disagree."""
    a, b = words(one), words(two)
    if person:
        a, b = _untitled(a), _untitled(b)
    if not a or not b:
        return 0.0
    if "".join(a) == "".join(b):
        return 1.0
    if _numbered(a) != _numbered(b):
        return 0.0
    return _persons(a, b) if person else _things(*sorted((a, b), key=len))


def first_of(bare: str, full: str) -> bool:
    """Whether a name is the first name alone of a person who is called in full."""
    a, b = words(bare), _untitled(words(full))
    return len(a) == 1 and len(b) > 1 and a[0] == b[0]


def _untitled(name: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(word for word in name if word not in _TITLE) or name


def _numbered(name: tuple[str, ...]) -> set[str]:
    return {word for word in name if any(letter.isdigit() for letter in word)}


def _persons(a: tuple[str, ...], b: tuple[str, ...]) -> float:
    if 1 in (len(a), len(b)):
        return FIRST if len(a) != len(b) and a[0] == b[0] else 0.0
    if a[-1] != b[-1]:
        return 0.9 if a[:-1] == b[:-1] and min(len(a[-1]), len(b[-1])) > _SHORT and misspelt(a[-1], b[-1]) else 0.0
    if a[0] == b[0]:
        between = [name[1:-1] for name in (a, b) if name[1:-1]]
        return 0.97 if len(between) < 2 or _initials(between[0]) == _initials(between[1]) else 0.0
    if 1 in (len(a[0]), len(b[0])):
        return 0.93 if a[0][0] == b[0][0] else 0.0
    if _sound(a[0]) == _sound(b[0]) and min(len(a[0]), len(b[0])) >= _SHORT:
        return 0.945  # asked about, whatever is told of them, and never merged by itself
    return 0.88 if misspelt(a[0], b[0]) else 0.0


def _sound(first: str) -> str:
    """A first name without what is only spelling: Sarah and Sara, Erik and Eric, Filip and Phillip."""
    plain = first.replace("ph", "f").replace("c", "k").replace("y", "i")
    return re.sub(r"(.)\1+", r"\1", plain[:1] + plain[1:].replace("h", ""))


def _initials(name: tuple[str, ...]) -> list[str]:
    return [word[0] for word in name]


def _things(short: tuple[str, ...], long: tuple[str, ...]) -> float:
    """Each word of the shorter must be one of the longer, or nearly; what is left over makes them less alike."""
    left = list(long)
    found = []
    for word in short:
        best = max(left, key=lambda other: jaro_winkler(word, other))
        close = jaro_winkler(word, best)
        if close < 1 and (close < _CLOSE or min(len(word), len(best)) < _SHORT):
            return 0.0
        found.append(close)
        left.remove(best)
    forms = [{word for word in name if word in _FORM} for name in (short, long)]
    if forms[0] and forms[1] and forms[0] != forms[1]:
        return 0.0
    share = sum(found) / len(found)
    if not left:
        return share
    if all(word in _FORM for word in left):
        return 0.97 * share
    return (0.93 if all(word in _WORD | _FORM for word in left) else 0.9) * share if short[0] == long[0] else 0.0
