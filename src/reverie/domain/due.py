"""When work is due: a session to be read or flushed, its digest to go, a dream, a sweep, a reflection. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Literal

from reverie.domain.clock import AHEAD

Work = Literal["observe", "dream", "sweep", "reflect"]
WORK: tuple[Work, ...] = ("observe", "dream", "sweep", "reflect")  # in the order it is done
DAY = timedelta(days=1)  # between two sweeps
WISH = timedelta(minutes=10)  # between two reflections, however often one is asked for in sessions
_SPAN = re.compile(r"(\d{1,5})([smhd])")
_HOUR = re.compile(r"(\d{1,2}):(\d{2})")
_UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days"}
MESSAGES, SHARE = 50, 0.85  # from which on a session should be flushed: messages, and the share of the window in use


@dataclass(frozen=True, slots=True)
class ObserveSettings:
    """[observe] in reverie.toml"""

    days: int = 30  # older sessions are left alone unless all are asked for; 0 is no limit
    idle: int = 12  # hours a session must have been left alone; 0 reads running ones too
    most: int = 64  # sessions taken up by one run
    auto: bool = False  # whether the worker looks for sessions by itself, as often as it dreams

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


@dataclass(frozen=True, slots=True)
class DreamSettings:
    """[dream] in reverie.toml"""

    auto: bool = True  # whether commands start the worker when something is due; else cron or a person does
    every: str = "30m"  # after which what waits is dreamed, however little it is: 30m, 2h, 1d
    rest: str = "10m"  # sooner than this after the last dream, or after something new came in, nothing is
    fragments: int = 20  # so many waiting are dreamed after the rest already
    digests: int = 5  # or so many sessions

    def __post_init__(self) -> None:
        for name in ("every", "rest"):
            try:
                span(getattr(self, name))
            except ValueError as wrong:
                raise ValueError(f"{name}: {wrong}") from wrong
        for name in ("fragments", "digests"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be 1 or more")


@dataclass(frozen=True, slots=True)
class ReflectSettings:
    """[reflect] in reverie.toml"""

    auto: bool = True  # whether the worker reflects by itself; what comes of it always waits for a person
    at: str = "03:00"  # the local time from which on the day's reflection is due
    rest: str = "6h"  # a session's end makes one due when the last is so old
    tokens: int = 8_000  # that a reflection says at most

    def __post_init__(self) -> None:
        hour(self.at)
        try:
            span(self.rest)
        except ValueError as wrong:
            raise ValueError(f"rest: {wrong}") from wrong
        if not 1_000 <= self.tokens <= 100_000:
            raise ValueError("tokens must be between 1000 and 100000")


def hour(text: str) -> time:
    """The time of day that `03:00` is."""
    found = _HOUR.fullmatch(text)
    if not found or int(found[1]) > 23 or int(found[2]) > 59:
        raise ValueError(f"at: {text[:60]!r} is not a time of day such as 03:00")
    return time(int(found[1]), int(found[2]))


def following(settings: ReflectSettings, local: datetime) -> datetime:
    """When the next reflection of the day is due, by the clock on the wall."""
    today = datetime.combine(local.date(), hour(settings.at), local.tzinfo)
    return today if local < today else today + DAY


def span(text: str) -> timedelta:
    """How long `30m`, `2h`, `1d` or `90s` is."""
    found = _SPAN.fullmatch(text)
    if not found:
        raise ValueError(f"{text[:60]!r} is not a time such as 30m, 2h or 1d")
    return timedelta(**{_UNITS[found[2]]: int(found[1])})


@dataclass(frozen=True, slots=True, kw_only=True)
class Backlog:
    """What waits to be done, and when such work was last done or tried; None is never."""

    fragments: int = 0  # that no dream has considered
    digests: int = 0  # of them, those that tell of a whole session
    oldest: datetime | None = None  # when we learnt the first of them
    dreamed: datetime | None = None
    ended: datetime | None = None  # when a session ended
    swept: datetime | None = None  # or, before the first sweep, when the workspace began
    observed: datetime | None = None
    reflected: datetime | None = None  # or, before the first reflection, when the workspace began
    wished: bool = False  # whether somebody asked in a session for a reflection


def due(
    now: datetime, have: Backlog, dream: DreamSettings, observe: ObserveSettings, reflect: ReflectSettings
) -> dict[Work, str]:
    """The work that is due, and why. A time that has not come yet, by a clock that ran backwards, is no time at all.

    `now` is in the person's time zone: a day's reflection is due by their clock.
    """
    found: dict[Work, str] = {}
    if observe.auto and _since(now, have.observed) >= span(dream.every):
        found["observe"] = "time to look for sessions"
    if why := _dream_due(now, have, dream):
        found["dream"] = why
    if _since(now, have.swept) >= DAY:
        found["sweep"] = "a day since the last sweep"
    if why := _reflect_due(now, have, reflect):
        found["reflect"] = why
    return found


def _reflect_due(now: datetime, have: Backlog, settings: ReflectSettings) -> str | None:
    last = _since(now, have.reflected)
    if have.wished and last >= WISH:
        return "asked for in a session"
    if not settings.auto:
        return None
    if last > now - (following(settings, now) - DAY):
        return f"it is past {settings.at}"
    return "a session ended" if _since(now, have.ended) < last and last >= span(settings.rest) else None


def _dream_due(now: datetime, have: Backlog, settings: DreamSettings) -> str | None:
    if not have.fragments:
        return None
    rest, dreamed, ended = span(settings.rest), _since(now, have.dreamed), _since(now, have.ended)
    if dreamed < rest:
        return None
    if ended < dreamed and _since(now, have.oldest) >= ended - rest:  # and not of something that came in long after it
        return "a session ended"
    waited = min(_since(now, have.oldest), dreamed)
    if waited >= span(settings.every):
        return f"something waits for {settings.every} and longer"
    if waited < rest:
        return None
    if have.fragments >= settings.fragments:
        return f"{settings.fragments} fragments wait, or more"
    return f"{settings.digests} sessions wait, or more" if have.digests >= settings.digests else None


def _since(now: datetime, then: datetime | None) -> timedelta:
    return now - then if then and then <= now else timedelta.max
