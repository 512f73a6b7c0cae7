"""When something can have been said. Clocks break: a machine that starts in 1970, a date that is typed wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from reverie.domain.transcript import Entry

AGENTS = datetime(2015, 1, 1, tzinfo=UTC)  # no session of an agent is older
CHATS = datetime(1990, 1, 1, tzinfo=UTC)  # a chat that people had may be
AHEAD = timedelta(days=1)  # clocks run fast, and times are written without their zone


def mended(
    entries: Sequence[Entry], written: datetime, now: datetime, earliest: datetime = AGENTS
) -> tuple[Entry, ...]:
    """The entries, each at a time it can have been said at.

    An impossible time becomes that of the entry before it, at the beginning that of the first one with a possible
    time; when no entry has one, when the file was written, or else now.
    """

    def possible(at: datetime) -> bool:
        return earliest <= at <= now + AHEAD

    if all(possible(entry.at) for entry in entries):
        return tuple(entries)
    latest = next((entry.at for entry in entries if possible(entry.at)), written if possible(written) else now)
    found = []
    for entry in entries:
        latest = entry.at if possible(entry.at) else latest
        found.append(entry if entry.at == latest else replace(entry, at=latest))
    return tuple(found)
