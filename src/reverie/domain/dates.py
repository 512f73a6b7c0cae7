"""Which stretch of time a text speaks about. `now` is an argument; no clock is read and nothing is raised.

A text becomes tokens (`date_tokens`), and what fits a shape becomes a point or a stretch of time (`date_shapes`, by
the rules in `date_points` and `date_ranges`). When a May is a month is judged in `date_scene`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date, datetime
from functools import cache
from typing import NamedTuple

from reverie.domain import date_calendar as calendar
from reverie.domain.date_calendar import Piece
from reverie.domain.date_shapes import read

LONGEST = 2000  # characters that are read; what follows is a document, not a question


class Span(NamedTuple):
    """A stretch of time a text speaks about; half-open, None is an open end."""

    start: date | None
    end: date | None
    words: str
    relative: bool  # meant from now ("last week"), not from the calendar ("May 2023")

    def away(self, day: date) -> int:
        """Days from a day to this stretch, 0 inside it."""
        if self.start and day < self.start:
            return (self.start - day).days
        return (day - self.end).days + 1 if self.end and day >= self.end else 0


def spans(text: str, now: datetime) -> tuple[Span, ...]:
    """The stretches of time the text speaks about, in its order; two for a phrase that can be read in two ways."""
    text = text[:LONGEST]
    points = [t for t in read(text, now) if t.kind == "P"]
    found: dict[Piece, Span] = {}
    for point in [t for t in points if t.unit != "vague"] or points:
        for first, after in point.pieces:
            start = None if first is None or first < 1 else first
            end = None if after is None or after > calendar.LAST else after
            if (start or 1) > calendar.LAST or start == end or (end is not None and end <= (start or 1)):
                continue
            span = Span(
                start=date.fromordinal(start) if start else None,
                end=date.fromordinal(end) if end else None,
                words=text[point.start : point.end],
                relative=point.relative,
            )
            found.setdefault((start, end), span)
    return tuple(found.values())


def distance(spans: Iterable[Span], day: date) -> int:
    """Days from `day` to the nearest span, 0 inside one; 0 too without spans, for then any day will do."""
    return min((span.away(day) for span in spans), default=0)


def asks_when(text: str) -> bool:
    """Does the question want a time for an answer?"""
    text = text[:LONGEST]
    return bool(_when().search(text) or (not text.isascii() and _when_abroad().search(text)))


@cache
def _when() -> re.Pattern[str]:
    units = r"date|day|weekday|month|year|week|weekend|season|quarter|decade|time(?!\s(?:zone|frame|complexity))"
    return re.compile(
        rf"""\bwhen(?:\s+exactly)?(?:['’][sd]|\s+(?:did|was|were|is|are|am|do|does|will|would|has|have|had|should|can)\b)
        |\b(?:know|tell\ me|since|until|exactly|by|sure)\s+when\b | \bwhen\s*(?:\?|$) | ^when\b[^,?]*\?$
        |\b(?:what|which)\s+(?:exact\s+|specific\s+)?(?:{units})\b(?!-)
        |\bhow\s+(?:recently|(?:long|many\s+\w+)\s+(?:ago|since|(?:has\ it\ been|is\ it)\s+since))\b
        |\bwann\b | \bwelche[mnrs]?\s+(?:datum|tag|monat|jahr|woche)\b | \bwie\s+lange\b.{{0,20}}\bher\b
        |\bquand\b(?!\s+(?:j|je|tu|ils?|elles?|on|nous|vous)\b)
        |\bquel(?:le)?\s+(?:date|jour|mois|semaine)\b | \by\s+a\s+combien\s+de\s+temps\b | ^cuando\b""",
        re.IGNORECASE | re.VERBOSE,
    )


@cache
def _when_abroad() -> re.Pattern[str]:
    return re.compile(
        r"""(?i:\bcuándo\b | ^¿cuando\b | \bqué\s+(?:fecha|día|mes|año|semana)\b | \bhace\s+cuánto\b)
        |(?i:\bquelle\s+année\b) | 언제 | 며칠 | 몇\s?(?:월|년|일|시) | いつ(?![もか]|でも) | 何[日月年時曜]
        |什[么麼][时時]候 | 何[时時] | 哪一?[天年] | 哪[个個]月 | [几幾][号號月]""",
        re.VERBOSE,
    )
