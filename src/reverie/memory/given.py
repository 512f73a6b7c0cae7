"""What callers give, as the steps want it."""

from __future__ import annotations

from datetime import UTC, datetime

from reverie.domain import space as spaces
from reverie.errors import NotFound


def moment(at: datetime | None) -> datetime | None:
    """A moment in UTC; one without a time zone is meant so."""
    try:
        return at and (at.astimezone(UTC) if at.tzinfo else at.replace(tzinfo=UTC))
    except OverflowError as wrong:
        raise NotFound("that moment is beyond the calendar") from wrong


def space(name: str) -> str:
    try:
        return spaces.check(name)
    except ValueError as wrong:
        raise NotFound(str(wrong)) from wrong


def chain(name: str | None) -> tuple[str, ...] | None:
    """What a question asked in a space sees; None when nobody works anywhere: everything."""
    return None if name is None else spaces.chain(space(name))
