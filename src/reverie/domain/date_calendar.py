"""The calendar that dates are reckoned with: days are ordinals that never overflow, months are counted from year 0."""

from __future__ import annotations

from datetime import date

IN_DAYS = {"day": 1, "week": 7, "weekend": 7}
IN_MONTHS = {"month": 1, "quarter": 3, "year": 12}
LAST = date.max.toordinal()

Piece = tuple[int | None, int | None]  # ordinals of the first day and of the day after the last; None is open


def month_of(day: int) -> int:
    """The month of a day, counted through from year 0."""
    known = date.fromordinal(min(max(day, 1), LAST))
    return known.year * 12 + known.month - 1


def _first_day(month: int) -> int:
    """The first day of a month; the calendar's ends stand for what lies beyond them."""
    year, index = divmod(month, 12)
    return 0 if year < 1 else LAST + 1 if year > 9999 else date(year, index + 1, 1).toordinal()


def months(first: int, count: int) -> tuple[int, int]:
    """So many whole months, from the first on."""
    return _first_day(first), _first_day(first + count)


def years(first: int, last: int) -> tuple[int, int]:
    """From one year to another, both whole."""
    return months(first * 12, (last - first + 1) * 12)


def piece(year: int, month: int, day: int = 0) -> tuple[int, int] | None:
    """A day or, without one, a whole month; None when the calendar has no such day."""
    try:
        start = date(year, month, day or 1).toordinal()
    except ValueError:
        return None
    return start, start + 1 if day else _first_day(year * 12 + month)


def shift(day: int, unit: str, by: int) -> int:
    """The same day some units later; 31 May and a month is 30 June."""
    if unit in IN_DAYS:
        return day + by * IN_DAYS[unit]
    month = month_of(day)
    there = month + by * IN_MONTHS[unit]
    return _first_day(there) + min(day - _first_day(month), max(_first_day(there + 1) - _first_day(there) - 1, 0))


def whole(day: int, unit: str, by: int) -> tuple[int, int]:
    """The week, month, … around a day, or one before or after it. Weeks begin on Monday."""
    monday = day - (day - 1) % 7 + 7 * by
    if unit in IN_DAYS:
        return {"day": (day + by, day + by + 1), "week": (monday, monday + 7)}.get(unit, (monday + 5, monday + 7))
    size = IN_MONTHS[unit]
    return months((month_of(day) // size + by) * size, size)


def ago(day: int, unit: str, least: int, most: int) -> Piece:
    """So many units before a day, and half a unit to either side, for people round; negative counts lie after it."""
    slack = {"day": 0, "week": 3, "weekend": 3, "month": 15, "quarter": 45, "year": 182}[unit]
    return shift(day, unit, -most) - slack, shift(day, unit, -least) + slack + 1


def nearest(day: int, weekday: int, by: int) -> tuple[int, int]:
    """The nearest such weekday before a day (-1), after it (1) or in its week (0)."""
    offset = weekday - (day - 1) % 7
    start = day + (offset if by == 0 else offset % 7 or 7 if by > 0 else offset % 7 - 7)
    return start, start + 1
