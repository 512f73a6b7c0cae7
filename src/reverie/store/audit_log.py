"""memory/meta/audit.log and audit-archive.md: the last days line by line, the months before as digests. Derived.

Both follow from the log alone: the window ends at its last entry, not today, so they come back the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from itertools import groupby
from zlib import crc32

from reverie.domain import audit, audit_digest
from reverie.domain.audit import AuditEntry, WatchSettings
from reverie.domain.audit_digest import Event, Told
from reverie.store import log
from reverie.store.disk import Disk
from reverie.store.layout import MARKER
from reverie.store.state import State

LOG = "memory/meta/audit.log"
ARCHIVE = "memory/meta/audit-archive.md"
_DEEDS = ("REVERT", "DELETE", "MERGE")

Put = Callable[[str, Iterable[str]], None]  # writes a rendering, whole


class AuditLog:
    """The two files, brought up to the log."""

    def __init__(self, disk: Disk, state: State, watch: WatchSettings, put: Put) -> None:
        self._disk = disk
        self._state = state
        self._watch = watch
        self._put = put

    def follow(self, entries: Sequence[AuditEntry], before: datetime | None, now: datetime) -> None:
        """Add these entries; `before` is when the last one that was rendered was made, None when none is.

        With a new day the window moves: days that leave the log go into their month's digest. Where it has to move
        back, or an entry is older than what the log shows, both files are written anew.
        """
        found, (shown, log_sum, archive_sum) = self._disk.stamp(LOG), self._state.shown
        newest = _day(self._state.newest() or now, now)
        late = shown is not None and any(_on(entry) < shown for entry in entries)
        if found and before and not late and _day(before, now) == newest:
            if lines := _lines(entries):
                more = ("\n".join(lines) + "\n").encode("utf-8", "replace")
                self._disk.append(LOG, found.size, more)
                self._state.set_shown(shown, crc32(more, log_sum), archive_sum)
            return
        start = audit_digest.window(newest, self._watch.days)
        untouched = (log_sum, archive_sum) == (self._sum(LOG), self._sum(ARCHIVE))
        if before and shown and start and shown <= start and untouched and not late:
            self._move(entries, shown.replace(day=1), start)
        else:
            self._put(LOG, [MARKER, *_lines(self._entries(self._state.logged_since(start)))])
            if start is not None:
                self._archive([], date.min, start)
        self._state.set_shown(start, self._sum(LOG), self._sum(ARCHIVE))

    def _move(self, entries: Sequence[AuditEntry], first: date, start: date) -> None:
        """Let the log begin at a later day; the digests from the month of `first` on are made anew."""
        left = [line for line in self._rendered(LOG) if line[:10] >= start.isoformat()]
        self._put(LOG, [MARKER, *left, *_lines(entry for entry in entries if _on(entry) >= start)])
        self._archive(audit_digest.earlier(self._rendered(ARCHIVE), _month(first)), first, start)

    def _rendered(self, path: str) -> list[str]:
        """The lines of a rendering, without the marker."""
        return (self._disk.read(path) or b"").decode("utf-8").split("\n")[1:-1]

    def _sum(self, path: str) -> int:
        return crc32(self._disk.read(path) or b"")

    def _entries(self, places: Iterable[tuple[int, int]]) -> list[AuditEntry]:
        found = (log.at(self._disk, offset, length) for offset, length in places)
        return [entry for entry in found if entry]

    def _archive(self, kept: Sequence[str], first: date, start: date) -> None:
        """After what is kept, a digest for each month from `first` until before `start`; the last only of its days
        that have left the log."""
        rows = self._state.logged_before(start, first)
        lines = list(kept)
        if not rows:
            return
        events = self._events(first, start)
        for month, group in groupby(sorted(rows, key=lambda row: row[0].on), key=lambda row: _month(row[0].on)):
            inside = list(group)
            told = [self._read(one, place) for one, place in inside]
            here = [*events.get(month, ()), *self._told_events(inside)]
            lines += audit_digest.digest(month, told, here, self._watch.critical)
        self._put(ARCHIVE, [MARKER, *lines])

    def _read(self, told: Told, place: tuple[int, int]) -> Told:
        """With what only the entry itself says: how many pages faded, and whose proposal a person refused."""
        entry = log.at(self._disk, *place) if told.action in ("DECAY", "REJECT") else None
        if entry and told.action == "REJECT" and entry.proposal:
            return replace(told, actor=entry.proposal.actor)
        return replace(told, faded=len(entry.faded)) if entry else told

    def _told_events(self, rows: Sequence[tuple[Told, tuple[int, int]]]) -> list[Event]:
        found = []
        for told, place in rows:
            if told.actor != "system:init":
                found += [
                    audit_digest.critical_change(path, told.actor, told.on)
                    for path in told.paths
                    if path in self._watch.critical
                ]
            if told.action in _DEEDS and (entry := log.at(self._disk, *place)):
                found.append(audit_digest.deed(told.action, audit.one_line(entry.summary, 100), told.on))
        return found

    def _events(self, first: date, start: date) -> dict[tuple[int, int], list[Event]]:
        """What pages show by when they came: the first of each kind, and many of a kind on one day."""
        found: dict[tuple[int, int], list[Event]] = {}
        for kind, slug, on in self._state.first_pages(first, start):
            found.setdefault(_month(on), []).append(audit_digest.first_of(kind, audit.one_line(slug, 80), on))
        for kind, on, number in self._state.new_pages(first, start):
            if event := audit_digest.burst(kind, number, on):
                found.setdefault(_month(on), []).append(event)
        return found


def _day(at: datetime, now: datetime) -> date:
    """The day of an entry; one that a wrong clock put ahead counts as of today."""
    return min(at, now).astimezone(UTC).date()


def _on(entry: AuditEntry) -> date:
    return entry.at.astimezone(UTC).date()


def _month(on: date) -> tuple[int, int]:
    return on.year, on.month


def _lines(entries: Iterable[AuditEntry]) -> list[str]:
    return [line for entry in entries for line in audit.log_lines(entry)]
