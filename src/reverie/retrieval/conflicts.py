"""Conflicts: two beliefs that give one thing two values. Both are held; the current one comes first."""

from __future__ import annotations

from datetime import date
from functools import lru_cache

from reverie.domain.fragment import TRUST_ORDER
from reverie.domain.frame import slot
from reverie.domain.page import Page
from reverie.domain.words import terms

_SHARED = 0.5  # of the words of the shorter, from which on two beliefs may be about one thing
_COMPARED = 400  # characters of a belief that are compared


def overtakes(new: object, old: object, on: date) -> bool:
    """Whether a belief says otherwise of the same thing than another one, and is the current one of the two."""
    if not isinstance(new, Page) or not isinstance(old, Page):
        return False
    if {new.key.kind, old.key.kind} != {"belief"} or new.key.space != old.key.space:
        return False
    return _current(new, old, on) and _of_one_thing(new.prose[:_COMPARED], old.prose[:_COMPARED])


def contradict(one: str, other: str) -> bool:
    """Whether two statements say otherwise of the same thing, whichever was said first."""
    new, old = one[:_COMPARED], other[:_COMPARED]
    return _of_one_thing(new, old) or _of_one_thing(old, new)


def over(source: object, on: date) -> bool:
    """Whether a page only told of something whose day has passed."""
    return isinstance(source, Page) and source.expires is not None and source.expires <= on


def _current(new: Page, old: Page, on: date) -> bool:
    """Whether it is by somebody trusted more, or the other one's time is over, or it stands on newer evidence."""
    trust, other = (TRUST_ORDER.index(page.trust) for page in (new, old))
    if trust != other:
        return trust < other
    if over(new, on) != over(old, on):
        return over(old, on)
    latest, before = (max(page.evidence.active, default=None) for page in (new, old))
    return latest is not None and (before is None or latest > before)


@lru_cache(maxsize=1024)
def _of_one_thing(new: str, old: str) -> bool:
    one, other = set(terms(new)), set(terms(old))
    if len(one & other) < _SHARED * min(len(one), len(other)):
        return False
    from reverie.domain.claim import claim, compare, same_topic  # costs more to import than most searches take

    a, b = claim(new), claim(old)
    differs = slot(old, new)
    if compare(a, b) == "replaces" or (differs and len(differs.before) > 1 and not differs.after):
        return True
    return bool(a.value and b.value) and a.value != b.value and same_topic(a, b)
