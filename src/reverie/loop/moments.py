"""The dates that relative words mean, beside the words: "last month (October 2026)". Pure."""

from __future__ import annotations

import re
from collections import Counter
from datetime import date, datetime, timedelta

from reverie.domain import dates

_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
_WEEKDAY = re.compile(
    r"\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch)$", re.I
)
_SPACED = 80  # days that a stretch may last and still say more than the words do


def dated(body: str, at: datetime) -> str:
    """The body with what its relative dates mean, in brackets after the words; unclear ones are left as they are."""
    spans = dates.spans(body, at)
    often = Counter(span.words for span in spans)
    for span in spans:
        if not span.relative or span.start is None or span.end is None or often[span.words] > 1:
            continue
        if _WEEKDAY.search(span.words) and (
            span.start.weekday() == at.weekday() or 0 < (span.start - at.date()).days < 7
        ):
            continue  # on a Monday "Monday" may be today, and "next Friday" may be this one
        end = body.find(span.words) + len(span.words)
        alone = body.count(span.words) == 1 and not body[end : end + 1].isalnum() and "(" not in body[end : end + 2]
        if alone and (meant := _meant(span.start, span.end - timedelta(days=1))):
            body = f"{body[:end]} ({meant}){body[end:]}"
    return body


def _meant(first: date, last: date) -> str | None:
    whole = first.day == 1 and (last + timedelta(days=1)).day == 1
    if whole and (first.year, first.month) == (last.year, last.month):
        return f"{_MONTHS[first.month - 1]} {first.year}"
    if whole and (first.month, last.month) == (1, 12):
        return str(first.year) if first.year == last.year else None
    if first == last:
        return _day(first, year=True)
    if (last - first).days > _SPACED:
        return None
    if (first.year, first.month) == (last.year, last.month):
        return f"{first.day}\u2013{_day(last, year=True)}"
    return f"{_day(first, year=first.year != last.year)} \u2013 {_day(last, year=True)}"


def _day(day: date, *, year: bool) -> str:
    return f"{day.day} {_MONTHS[day.month - 1]}" + (f" {day.year}" if year else "")
