"""What is known of a candidate beside its relevance. Factors multiply its odds, within bounds.

They order what is relevant; they hide nothing. However old, weak or unused, an exact match stays within reach.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from math import log

from reverie.domain import decay
from reverie.domain.page import Key
from reverie.domain.question import Question
from reverie.domain.usage import Use, decay_of
from reverie.store.base import Passage, Scope

NEAREST = 1.2  # in the nearest space of the chain
PAGE = 1.3  # distilled and checked, against what was only said
PINNED = 1.1
FADED: dict[str, float] = {"active": 1.0, "fading": 0.9, "dormant": 0.8, "archived": 0.7}
NEWEST = 1.05  # the latest of all, against the oldest; when the latest is asked for:
LATEST = 1.6
KINDS: dict[str, tuple[str, float]] = {"procedure": ("skill", 2.0)}  # what a question wants, and which kind has it


@dataclass(slots=True)
class Candidate:
    """What may become a hit: a page, fragment or turn, with the passage that speaks for it."""

    key: Key
    passage: Passage
    score: float
    factors: dict[str, float] = field(default_factory=dict)


def weigh(
    candidates: Sequence[Candidate],
    asked: Question,
    scope: Scope,
    now: datetime,
    uses: Callable[[Sequence[Key]], Mapping[Key, Use]] | None,
) -> list[Candidate]:
    """The candidates with their factors, in the order that follows. As of an earlier day, use does not count."""
    fading = [c.key for c in candidates if c.key.kind in decay.WEIGHTS]
    used = uses(fading) if uses and fading and scope.as_of is None else {}
    first, last = _range(candidates)
    for c in candidates:
        known = _known(c, scope.spaces, now, used.get(c.key))
        known["recency"] = _recency(c.passage.day, first, last, LATEST if "latest" in asked.wants else NEWEST)
        for want, (kind, factor) in KINDS.items():
            if want in asked.wants and c.key.kind == kind:
                known[want] = factor
        c.factors = {name: round(factor, 3) for name, factor in known.items() if abs(factor - 1) > 0.0005}
        c.score = round(c.score + sum(log(factor) for factor in c.factors.values()), 6)
    return sorted(candidates, key=lambda c: (-c.score, c.key))


def _known(c: Candidate, spaces: Sequence[str], now: datetime, use: Use | None) -> dict[str, float]:
    found: dict[str, float] = {}
    if len(spaces) > 1 and c.key.space == spaces[0]:
        found["nearest space"] = NEAREST
    if c.key.kind not in ("turn", "fragment"):
        found["page"] = PAGE
    if c.passage.pinned:
        found["pinned"] = PINNED
    day = c.passage.day
    if use is not None and day and c.key.kind in decay.WEIGHTS:
        score = decay_of(c.passage.base, use, c.key.kind, day, now, bool(c.passage.pinned))
        found[decay.status(score)] = FADED[decay.status(score)]
    return found


def _range(candidates: Sequence[Candidate]) -> tuple[date | None, date | None]:
    days = [day for c in candidates if (day := c.passage.day)]
    return min(days, default=None), max(days, default=None)


def _recency(day: date | None, first: date | None, last: date | None, most: float) -> float:
    """Between 1 for the oldest and `most` for the newest of what was found."""
    if day is None or first is None or last is None or first == last:
        return 1.0
    return float(most ** ((day - first) / (last - first)))
