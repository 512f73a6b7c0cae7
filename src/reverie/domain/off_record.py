"""What somebody says is not to be remembered: the message they say it in, or the one before, is left out. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from reverie.domain import prose, unsaid
from reverie.domain.off_record_words import IDLE, JUST_SAID, TONGUES, TOPIC
from reverie.domain.transcript import Entry

_TALE = re.compile(r"\b(?:scene|story|dialogue|character|novel|screenplay|he says|she says)\b", re.I)
_WONDERS = re.compile(r"\W*(?:is|was|were|are|why|what|how|when|who|did|does|do)\b[^.!?\n]*\?", re.I)
_ALONE = 8  # words of a message that says nothing but that


def off_record(message: str) -> bool:
    """Whether somebody says, in their own words, that something is not to be remembered."""
    return _asked(message) is not None


def meant(entries: Sequence[Entry]) -> dict[int, int]:
    """Which of the entries people said were not to be remembered, and by which each was asked for; by their places.

    One that says nothing but that, or speaks of "what I just said", is about the message of the same person before it;
    "what I just said about the salary" is about every earlier one that tells of that, too.
    """
    found: dict[int, int] = {}
    for n, entry in enumerate(entries):
        asked = _asked(entry.text) if entry.role == "user" else None
        if asked is None:
            continue
        if _points_back(entry.text, asked):
            before = [at for at in range(n - 1, -1, -1) if entries[at].role == "user"]
            before = [at for at in before if entries[at].speaker == entry.speaker]
            for at in (*before[:1], *(at for at in before if _tells_of(entries[at], asked))):
                found.setdefault(at, n)
        found.setdefault(n, n)
    return found


def withheld(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """The entries without what was not to be remembered, whose telling words are noted like private ones."""
    some = tuple(entries)
    out = meant(some)
    return tuple(_left_out(entry) if n in out else entry for n, entry in enumerate(some))


def _asked(message: str) -> re.Match[str] | None:
    said = message[: prose.LONGEST]
    asked = next((found for found in _asks(said) if _speaks(message, *found.span())), None)
    return None if asked is None or _TALE.search(said, 0, asked.start()) else asked


def _asks(said: str) -> Iterator[re.Match[str]]:
    """Where a message may say so."""
    low = said.lower()
    some = [tongue for tongue in TONGUES if any(word in low for word in tongue.words)]
    for tongue in some:
        if back := tongue.takes_back().search(said):
            yield back
    for tongue in some:
        yield from tongue.asks().finditer(said)


def _speaks(message: str, start: int, end: int) -> bool:
    """Whether the person says it there, and does not wonder whether it was said."""
    if not prose.speaks(message, start, end):
        return False
    around = (one.text for one in prose.sentences(message) if one.start < end and start < one.end)
    return not any(_WONDERS.fullmatch(text) for text in around)


def _points_back(message: str, asked: re.Match[str]) -> bool:
    """Whether a message asks for that of the one before: it tells nothing beside, or names what was just said."""
    start, end = asked.span()
    named = next((found for found in JUST_SAID().finditer(message) if found.start() <= end), None)
    if named:
        start, end = min(start, named.start()), max(end, named.end())
    before, behind = (unsaid.telling(IDLE().sub(" ", part)) for part in (message[:start], message[end:]))
    if before:
        return False
    return named is not None or (not behind and len(message.split()) <= _ALONE)


def _tells_of(entry: Entry, asked: re.Match[str]) -> bool:
    """Whether a message has every telling word of what an ask names."""
    about = TOPIC().search(asked[0])
    words = unsaid.telling(next(filter(None, about.groups()))) if about else ()
    return bool(words) and set(words) <= set(unsaid.telling(entry.text))


def _left_out(entry: Entry) -> Entry:
    return replace(entry, text="", unsaid=(*entry.unsaid, *unsaid.telling(entry.text)))
