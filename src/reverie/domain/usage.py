"""How a page or fragment was used, and what that does to its rank."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from reverie.domain import decay
from reverie.domain.page import Key


@dataclass(frozen=True, slots=True, kw_only=True)
class Use:
    """What is known of the use of one thing; without anything known it was written once and found never."""

    accesses: int = 1
    accessed: datetime | None = None
    recalls: int = 0
    score: float = 0.0  # mean of the scores it was recalled with
    recalled: datetime | None = None


Uses = Callable[[Iterable[Key]], Mapping[Key, Use]]  # says of pages how they were used


def decay_of(page_base: float, use: Use, kind: str, since: date, now: datetime, pinned: bool) -> float:
    """The score on the forgetting curve, idle since the last access or the newest citation's day, whichever is later.

    A day begins at midnight UTC, as a stream does.
    """
    cited = datetime.combine(since, time.min, UTC)
    idle = now - max(cited, use.accessed or cited)
    return decay.score(
        base=page_base, idle_days=idle / timedelta(days=1), accesses=use.accesses, kind=kind, pinned=pinned
    )
