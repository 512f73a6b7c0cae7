"""What is known of a candidate beside its relevance. Factors multiply its odds, within bounds.

They order what is relevant; they hide nothing. However old, weak or unused, an exact match stays within reach.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from math import log

from reverie.domain import decay
from reverie.domain.fragment import Fragment
from reverie.domain.page import Key, Page
from reverie.domain.question import Question
from reverie.domain.turn import Turn
from reverie.domain.usage import Use, decay_of
from reverie.store.base import Passage, Scope

NEAREST = 1.2  # in the nearest space of the chain
PAGE = 1.3  # distilled and checked, against what was only said
PINNED = 1.1
FADED: dict[str, float] = {"active": 1.0, "fading": 0.9, "dormant": 0.8, "archived": 0.7}
NEWEST = 1.05  # the latest of all, against the oldest; when the latest is asked for:
LATEST = 1.6
_DAY = 86_400_000  # milliseconds
KINDS: dict[str, tuple[str, float]] = {"procedure": ("skill", 2.0)}  # what a question wants, and which kind has it


@dataclass(slots=True)
class Candidate:
    """What may become a hit: a page, fragment or turn, with the passage that speaks for it."""

    key: Key
    passage: Passage
    score: float
    factors: dict[str, float] = field(default_factory=dict)
    source: Page | Fragment | Turn | None = None  # once it is read

    @property
    def text(self) -> str:
        match self.source:
            case Page():
                return self.source.lines(*self.passage.lines) if self.passage.lines else self.source.prose
            case Fragment():
                return self.source.body
            case Turn():
                return self.source.text
        return ""

    def multiply(self, name: str, factor: float) -> None:
        """The odds times a factor, which is shown by its name."""
        if (shown := round(factor, 3)) != 1:
            self.factors[name] = shown
        self.score = round(self.score + log(factor), 6)


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
    days = [_number(c.passage) for c in candidates]
    known = [day for day in days if day is not None]
    first, last = min(known, default=0), max(known, default=0)
    most = LATEST if "latest" in asked.wants else NEWEST
    kinds = {kind: (want, factor) for want, (kind, factor) in KINDS.items() if want in asked.wants}
    for c, day in zip(candidates, days, strict=True):
        if c.key.kind != "turn" or len(scope.spaces) > 1:  # of a turn in the only space nothing is known
            for name, factor in _known(c, scope.spaces, now, used.get(c.key)).items():
                c.multiply(name, factor)
        if day is not None and day > first:
            c.multiply("recency", most ** ((day - first) / (last - first)))
        if c.key.kind in kinds:
            c.multiply(*kinds[c.key.kind])
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
        status = decay.status(score)
        if FADED[status] < 1:
            found[status] = FADED[status]
    return found


def _number(p: Passage) -> int | None:
    """Its day, counted from some day on."""
    return None if p.said is None else p.said // _DAY
