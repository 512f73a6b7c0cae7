"""When a statement is over: a task or an event with a date has nothing to say once the date has passed."""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta

from reverie.domain.dates import Span, spans

GRACE = timedelta(days=1)  # time zones, and things that are done a little late
_JUST_OVER = timedelta(days=21)
_SHORT = 14  # words
_LONGEST = 31  # days that one date may span
_AHEAD = re.compile(
    r"\b(?:deadline|due|until|till|by|before|expires?|ends?|closes?|ships?|launch\w*|release date|milestones?|goes live"
    r"|scheduled|planned|postponed|moved to|takes place|happens|appointment|meeting|flight|submit\w*"
    r"|is (?:now )?(?:on|at)|remind\w*|cut-?off|frist|bis|fällig|termin|échéance|pour le|jusqu'au"
    r"|plazo|hasta|fecha límite|vence)\b",
    re.I,
)
_LASTS = re.compile(
    r"\b(?:birthday|born|anniversary|every|each|annual\w*|yearly|monthly|weekly|daily|since|as of|founded|from now on"
    r"|valid from|starting|starts|effective"
    r"|geburtstag|anniversaire|cumpleaños|jeden|jede|chaque|tous les|cada|seit|depuis|desde)\b",
    re.I,
)
_DUE = re.compile(r"\b(?:deadline|due|frist|fällig|échéance|plazo|vence)\b", re.I)
_PLANNED = re.compile(r"\b(?:(?!birth|start|founding)\w+ date|freeze|frozen|go-live|rollout|scheduled|planned)\b", re.I)
_WAS = re.compile(r"\b(?:was|were|had|did|went|got|took|made|left|ago|last|\w{3,}ed)\b", re.I)
_MOVED = re.compile(r"\bfrom\b[^,.;]{2,30}?\bto\b", re.I)
_LET_GO = re.compile(
    r"\b(?:not|no longer|instead of|rather than|from|was|nicht|statt|pas|au lieu du?)\s+(?:on\s+)?$", re.I
)


def over_on(text: str, said: date, kind: str) -> date | None:
    """The first day on which a statement has nothing to say any more; None when it lasts.

    `kind`: as what it was noticed. A long statement that is neither task nor event must say that something is due or
    takes place; a short one with a day of the calendar that is still to come says nothing else.
    """
    text = _MOVED.sub("to", text)
    noticed = kind in ("task", "event")
    if _LASTS.search(text) or not (noticed or len(text.split()) <= _SHORT or _AHEAD.search(text)):
        return None
    ends = []
    for span in spans(text, datetime.combine(said, time(12))):
        length = (span.end - span.start).days if span.start and span.end else _LONGEST + 1
        if not noticed and span.relative:
            continue  # "this week the port changed" is about the port, "the retro is on Monday" about every Monday
        if span.end and length <= _LONGEST and not _LET_GO.search(text[: max(0, text.find(span.words))]):
            ends.append((length, _meant(span, span.end, said, past=_WAS.search(text) is not None)))
    if not ends:
        return None
    shortest = min(length for length, _ in ends)
    last = max(end for length, end in ends if length == shortest)
    # What was over when it was told is a memory; but a task, a deadline and a plan of these days were told too late.
    late = bool(_DUE.search(text)) or (said - last <= _JUST_OVER and bool(_PLANNED.search(text)))
    return last + GRACE if last > said or kind == "task" or late else None


def _meant(span: Span, end: date, said: date, *, past: bool) -> date:
    """The day after the date; without a year, the one nearest to when it was said, or if that is long ago the next."""
    if span.relative or re.search(r"\d{4}", span.words):
        return end
    years = [moved for by in (-1, 0, 1) if (moved := _in_year(end, said.year + by))]
    near = min(years, key=lambda each: abs(each - said), default=end)
    if past or near >= said - _JUST_OVER:
        return near
    return min((each for each in years if each > said), default=near)


def _in_year(day: date, year: int) -> date | None:
    try:
        return day.replace(year=year)
    except ValueError:  # 29 February, or a year that is none
        return None
