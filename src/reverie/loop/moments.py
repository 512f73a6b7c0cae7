"""The dates that relative words mean, beside the words: "last month (October 2026)". Pure."""

from __future__ import annotations

import re
from collections import Counter
from datetime import date, datetime, timedelta

from reverie.domain import dates, expiry
from reverie.domain.ahead import ahead, apart

_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
_WEEKDAY = re.compile(
    r"\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch)$", re.I
)
_UP_TO = re.compile(r"(?:by|until|till|before|bis|vor)\s", re.I)
_NEAREST = re.compile(r"(?:this|coming|dies\w+|kommende\w*)\s", re.I)
_OFTEN = re.compile(  # no day, but many; or how long something takes
    r"\b(?:every|each|always|never|usually|normally|weekly|daily|monthly|yearly|takes?|took|lasts?|within|per|jeden|jede|immer"
    r"|nie|dauert|chaque|tous les|toujours|jamais|cada|siempre|nunca|ago|was|were|had|did)\b",
    re.I,
)
_SINCE = re.compile(r"(?:since|seit|depuis|desde)\s", re.I)
_LAST = re.compile(r"(?:last|final|letzte\w*|derni[eè]re?s?|últim[oa]s?)\b", re.I)
_WHOSE = re.compile(
    r"(?:['’]s?(?: \([^()]*\))?|\b(?:my|his|her|their|our|your|its|meine?\w*|seine?\w*|ihre?\w*|mes|ses|sus))\s+$", re.I
)
_ARRANGED = re.compile(r"\b(?:for|by|until|till|für|bis|vor|pour|para|avant|antes)\s", re.I)
_CLAUSES = re.compile(r"[,;:.!?…–—]\s|\s(?:and|but|und|aber|et|mais|y|pero)\s", re.I)
_SPACED = 80  # days that a stretch may last and still say more than the words do


def dated(body: str, at: datetime, kind: str = "") -> str:
    """The body with what its relative dates mean, in brackets after the words; unclear ones are left as they are.

    `kind`: as what it was noticed. Only of a task or an event is "in ten days" a day, and "by Thursday" the next one.
    """
    spans = [] if apart(body) else [_closed(span, at) for span in dates.spans(body, at)]
    often = Counter(span.words for span in spans)
    for span in spans:
        if not span.relative or span.start is None or span.end is None or often[span.words] > 1:
            continue
        if _WEEKDAY.search(span.words) and _either(span.words, span.start, at.date()):
            continue
        start = body.find(span.words)
        end = start + len(span.words)
        end += 2 * (body[end : end + 2] in ("'s", "\u2019s"))
        if _LAST.match(span.words) and _WHOSE.search(body[:start]):
            continue  # somebody's last weeks are those before they leave
        alone = body.count(span.words) == 1 and not body[end : end + 1].isalnum() and "(" not in body[end : end + 2]
        if alone and (meant := _meant(span.start, span.end - timedelta(days=1))):
            body = f"{body[:end]} ({meant}){body[end:]}"
    return body if spans or kind not in ("task", "event") or _OFTEN.search(body) else _to_come(body, at.date())


def _to_come(body: str, said: date) -> str:
    """The body with the one day to come that it names; what names several, or may mean another, stays as it is.

    What has happened on the third was this month's, or the last one's: no day to come."""
    named = list(ahead(body, said))
    if len(named) != 1 or not named[0].sure or body.count(named[0].words) != 1 or _over(body, named[0].words):
        return body
    end = body.find(named[0].words) + len(named[0].words)
    return f"{body[:end]} ({_day(named[0].day, year=True)}){body[end:]}"


def _over(body: str, words: str) -> bool:
    """Whether a day is one on which something has happened, and not one for which something was arranged."""
    told = _CLAUSES.split(body[: body.find(words) + len(words)])[-1]
    return not _ARRANGED.search(told) and expiry.happened(told)


def _closed(span: dates.Span, at: datetime) -> dates.Span:
    """What is to be done "by tomorrow" has no beginning, what holds "since yesterday" no end, but a day to be named."""
    up_to = span.start is None and _UP_TO.match(span.words)
    if not up_to and not (span.end is None and _SINCE.match(span.words)):
        return span
    named = dates.spans(span.words.split(None, 1)[-1], at)
    return named[0]._replace(words=span.words) if len(named) == 1 else span


def _either(words: str, meant: date, said: date) -> bool:
    """Whether a weekday may be another one: on a Monday "Monday" may be today, and "next Friday" the one of this week.

    Of next week's days there is but one; what is called "this" or "coming" is the nearest.
    """
    monday = said - timedelta(days=said.weekday())
    this_week = 0 < (meant - said).days < 7 and meant < monday + timedelta(days=7)
    return meant.weekday() == said.weekday() or (this_week and not _NEAREST.match(words))


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
