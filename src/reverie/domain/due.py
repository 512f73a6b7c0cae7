"""When a session is due to be read, to be flushed, and its digest to go."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from reverie.domain.clock import AHEAD

MESSAGES, SHARE = 50, 0.85  # from which on a session should be flushed: messages, and the share of the window in use


@dataclass(frozen=True, slots=True)
class ObserveSettings:
    """[observe] in reverie.toml"""

    days: int = 30  # older sessions are left alone unless all are asked for; 0 is no limit
    idle: int = 12  # hours a session must have been left alone; 0 reads running ones too
    most: int = 64  # sessions taken up by one run

    def __post_init__(self) -> None:
        if not 0 <= self.days <= 36_500:
            raise ValueError("days must be between 0 (no limit) and 36500")
        if not 0 <= self.idle <= 10_000:
            raise ValueError("idle must be between 0 and 10000 hours")
        if not 1 <= self.most <= 100_000:
            raise ValueError("most must be between 1 and 100000 sessions")

    def why_not(self, age: timedelta) -> str | None:
        """Why a session last changed so long ago is not read yet, or not any more; None when it is due."""
        if self.days and age > timedelta(days=self.days):
            return "older than a day" if self.days == 1 else f"older than {self.days} days"
        if self.idle and -AHEAD <= age < timedelta(hours=self.idle):  # the time of a file may be impossible, too
            return "used within the last hour" if self.idle == 1 else f"used within the last {self.idle} hours"
        return None


@dataclass(frozen=True, slots=True)
class DigestSettings:
    """[digest] in reverie.toml"""

    keep: bool = True  # whether sessions get a digest at all
    days: int = 90  # after so many days a digest leaves recall; 0 is never

    def __post_init__(self) -> None:
        if not 0 <= self.days <= 36_500:
            raise ValueError("days must be between 0 (never) and 36500")


def flush_due(messages: int, tokens: int = 0, window: int = 0) -> bool:
    """Whether a session of so many messages, so full of its window, should be taken in before it is compacted."""
    return messages > MESSAGES or (window > 0 and tokens > SHARE * window)
