"""The forgetting curve: loss of rank through days without use. It hides nothing that is asked for."""

from __future__ import annotations

from math import exp, log2

from reverie.light import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Literal

    Status = Literal["active", "fading", "dormant", "archived"]
else:
    Status = str

LAMBDA = 0.03  # per day: a half-life of about 23 days
WEIGHTS: dict[str, float] = {
    "core": 1.5,
    "belief": 1.2,
    "entity": 1.2,
    "reference": 1.0,
    "skill": 1.0,
    "note": 1.0,
    "summary": 1.0,
    "suggestion": 1.0,
    "file": 1.0,
    "digest": 0.8,
    "fragment": 0.8,
}
THRESHOLDS: tuple[tuple[float, Status], ...] = ((0.5, "active"), (0.2, "fading"), (0.05, "dormant"))
IDLE, AGE = 14, 56  # days in which a reference loses all but a third for want of use, and for its age
SATURATED = 0.1  # below it a reference of a session has had its time


def score(
    *, base: float, idle_days: float, accesses: int, kind: str, pinned: bool = False, rate: float = LAMBDA
) -> float:
    """`min(1, base × e^(−λ·idle days) × log2(accesses + 1) × type weight)`; accesses start at 1.

    Pinned pages are exempt. A clock that ran backwards counts as no time at all.
    """
    if pinned:
        return 1.0
    kept = exp(-rate * max(0.0, idle_days))
    return min(1.0, base * kept * log2(max(1, accesses) + 1) * WEIGHTS[kind])


def status(value: float) -> Status:
    return next((name for at_least, name in THRESHOLDS if value >= at_least), "archived")


def saturated(*, uses: int, idle_days: float, age_days: float) -> bool:
    """Whether a text kept from a session has been used so little for so long that it only stands in the way.

    TypeClaw's curve: `uses × e^(−idle days / 14) × e^(−age / 56)` below 0.1; uses start at 1, so one that nobody ever
    looked for has had its time after 26 days. What was used within the last fortnight has not, however old.
    """
    idle, age = max(0.0, idle_days), max(0.0, age_days)
    return idle >= IDLE and max(1, uses) * exp(-idle / IDLE - age / AGE) < SATURATED
