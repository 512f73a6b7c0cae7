"""From when and until when a tie holds, where the sentence that states it says so: "since May 4", "until June"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from reverie.domain import text as texts
from reverie.domain.dates import spans

_BEGINS = re.compile(  # stands before a day on which something begins
    r"\b(?:as (?:of|from)|starting(?: on| from| in)?|beginning(?: on| in)?|effective(?: from| as of)?|from|ab(?: dem)?"
    r"|à partir d[eu]|a partir del?|dès|with effect from) (?:the |le |el |dem )?$",
    re.I,
)
_OPEN = re.compile(r"\W*(?:since|seit|depuis|desde|until|till?|through|up to|bis|jusqu|hasta)\b", re.I)
_SPAN = re.compile(r"\W*(?:from|between|vom|von|zwischen|du|entre|del|desde)\b", re.I)
_FROM = re.compile(r"\b(?:du|de|del|desde)(?: el| le)? $", re.I)  # two days of which the date readers make two points
_TO = re.compile(r",? (?:au|al|à|a|hasta)(?: el| le)? ?", re.I)
_CUED = re.compile(
    r"\b(?:since|until|till?|through|from|between|as of|starting|beginning|effective|seit|bis|ab|vom|von|zwischen"
    r"|depuis|jusqu|du|partir|dès|entre|desde|hasta|del|partir)\b",
    re.I,
)
_ANOTHER = re.compile(  # between a name and a day: something else is told there
    r"\b(?:is|are|was|were|will|has|have|had|be|runs?|goes|met|meets|opens?|ist|sind|war|hat|est|sont|fue|está|son)\b",
    re.I,
)
_SINCE = re.compile(r"\W*(?:since|seit|depuis|desde)\b", re.I)  # what went before
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_HALF = 183  # days of half a year
_FARTHEST = 80  # years from the day on which it was said


@dataclass(frozen=True, slots=True)
class Window:
    """From a day up to, and not including, another; where it stands in the sentence."""

    since: date | None
    until: date | None
    at: int
    end: int


def windows(sentence: str, said: datetime) -> list[Window]:
    """What a sentence says of when something begins or ends; a day on which it only happened is none."""
    if not _CUED.search(sentence):
        return []
    near = range(said.year - _FARTHEST, said.year + _FARTHEST + 1)
    found = _read(sentence, said)
    return [each for each in found if all(day is None or day.year in near for day in (each.since, each.until))]


def window(text: str, ends: Sequence[str], tied: Iterable[str], said: datetime) -> tuple[date | None, date | None]:
    """From when and until when a tie between these ends holds; what is said behind others that are tied is theirs."""
    since = until = None
    others = [*ends, *tied]
    for sentence in texts.sentences(text):
        low = sentence.lower()
        if not any(end.lower() in low for end in ends):
            continue
        for each in windows(sentence, said):
            before = [(place, end) for end in others if (place := low.rfind(end.lower(), 0, each.at)) >= 0]
            after = min((place for end in others if (place := low.find(end.lower(), each.end)) >= 0), default=each.end)
            start = sum(map(len, max(before)[1:])) + max(before)[0] if before else each.end
            between = sentence[start : each.at] if before else sentence[each.end : after]
            if (not before or max(before)[1] in ends) and not _ANOTHER.search(between):
                since, until = each.since or since, each.until or until
    return (since, until) if since is None or until is None or since < until else (None, None)


def _read(sentence: str, said: datetime) -> Iterator[Window]:
    points: list[tuple[int, int, date | None, date | None]] = []
    at = 0
    for span in spans(sentence, said):
        start = sentence.find(span.words, at)
        start = start if start >= 0 else sentence.find(span.words)
        at = max(at, start)
        points.append((start, start + len(span.words), span.start, span.end))
    taken = -1
    for n, (start, end, first, after) in enumerate(points):
        words, before = sentence[start:end], sentence[:start]
        later = points[n + 1] if n + 1 < len(points) else None
        if start < taken:
            continue
        if _SPAN.match(words) if first and after else _OPEN.match(words):
            yield _meant(Window(first, after, start, end), words, said.date())
        elif later and _FROM.search(before) and _TO.fullmatch(sentence[end : later[0]]) and first and later[3]:
            taken, last = later[1], later[3] if later[3] > first else _next_year(later[3])
            yield _meant(Window(first, last, start, taken), sentence[start:taken], said.date())
        elif first and after and _BEGINS.search(before):
            yield _meant(Window(first, None, start, end), words, said.date())


def _meant(window: Window, words: str, said: date) -> Window:
    """A day without its year is the nearest one; what holds until then has not ended yet."""
    if _YEAR.search(words) or not any(map(str.isdigit, words)):
        return window
    since, until = window.since, window.until
    late = until <= said if until and not since else since is not None and (said - since).days > _HALF
    if not late or _SINCE.match(words):
        return window
    return replace(window, since=since and _next_year(since), until=until and _next_year(until))


def _next_year(day: date) -> date:
    return day.replace(year=day.year + 1, day=28) if (day.month, day.day) == (2, 29) else day.replace(year=day.year + 1)
