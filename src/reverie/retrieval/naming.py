"""Which entity a name means: by its whole name, an alias, some of its words, their beginning, or with one letter wrong.

Never a guess between two: whoever asks is told who may be meant.
"""

from __future__ import annotations

from collections.abc import Iterable

from reverie.domain import names
from reverie.domain.page import Key
from reverie.errors import NotFound
from reverie.store.base import Links, Scope

SHOWN = 6  # of those who may be meant
_LONG = 5  # letters of a word in a question that may be a name misspelt
_BEGINS = 2  # letters that a beginning has at least, when there is no other word


def meant(name: str, scope: Scope, links: Links) -> list[Key]:
    """The entities that a name may mean, only those that fit best; of one space, the nearest that has any."""
    for space in scope.spaces:
        here = Scope(spaces=(space,), as_of=scope.as_of)
        whole = {found.key for found in links.called([names.plain(name)], here) if found.whole}
        if fits := sorted(whole) or _by_words(names.words(name), here, links):
            return fits
    return []


def _by_words(words: tuple[str, ...], scope: Scope, links: Links) -> list[Key]:
    """Those that have every word, as it is before by its beginning before misspelt."""
    grades: dict[Key, int] = {}
    for n, word in enumerate(words):
        fits = _fits(word, scope, links, begins=len(word) >= _BEGINS or len(words) > 1)
        grades = {key: max(grade, grades.get(key, 0)) for key, grade in fits.items() if n == 0 or key in grades}
    best = min(grades.values(), default=0)
    return sorted(key for key, grade in grades.items() if grade == best)


def _fits(word: str, scope: Scope, links: Links, *, begins: bool) -> dict[Key, int]:
    """The entities with that word in a name, and how: 1 as it is, 2 by its beginning, 3 misspelt."""
    exact = {found.key for found in links.called([word], scope)}
    begun = {found.key for found in links.called([word], scope, begins=True)} if begins else set()
    known = links.spelt([word]).get(word, [])
    wrong = {found.key for found in links.called(known, scope)} if known else set()
    return {**dict.fromkeys(wrong, 3), **dict.fromkeys(begun, 2), **dict.fromkeys(exact, 1)}


def one(name: str, scope: Scope, links: Links) -> Key:
    """The one entity that a name means; else who may be meant, or that nobody is."""
    found = meant(name, scope, links)
    if len(found) == 1:
        return found[0]
    if found:
        raise NotFound(f"{name!r} may mean {listed(found)}; say which by its id")
    if scope.as_of:
        then = f"{scope.as_of:%Y-%m-%d %H:%M} UTC"
        raise NotFound(f"no entity {name!r} was known on {then}; `reverie graph --as-of DATE` lists those that were")
    raise NotFound(f"there is no entity {name!r}; `reverie graph` lists them")


def respelt(words: Iterable[str], scope: Scope, links: Links) -> dict[str, str]:
    """Words that nobody said and that are, but for one letter, a word of one name; by what was meant."""
    long = [word for word in words if len(word) >= _LONG]
    right = {word: known[0] for word, known in (links.spelt(long) if long else {}).items() if len(known) == 1}
    called = {found.said for found in links.called(right.values(), scope)} if right else set()
    return {word: known for word, known in right.items() if known in called}


def listed(keys: Iterable[Key]) -> str:
    """Entities by their ids, in a line."""
    slugs = [key.slug for key in keys]
    more = len(slugs) - SHOWN
    return " or ".join(slugs[:SHOWN]) + (f" or {more} others" if more > 0 else "")
