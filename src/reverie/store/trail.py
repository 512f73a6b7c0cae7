"""The trail: what the log says happened, how things were before, and the history in audit.git after it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date, datetime
from pathlib import Path

from reverie.domain import audit, safety
from reverie.domain.audit import AuditEntry, FileChange
from reverie.domain.page import Key, Page
from reverie.errors import HistoryError
from reverie.store import log
from reverie.store.base import AuditFilter
from reverie.store.files import FileVault
from reverie.store.git import Commit, GitHistory
from reverie.store.lock import WriterLock


class Trail:
    """A `History` over the log of a file vault. audit.git follows it and is never asked for the past."""

    def __init__(self, vault: FileVault, git: GitHistory, lock: Path) -> None:
        self._vault = vault
        self.git = git
        self._lock = WriterLock(lock)

    def entries(self, wanted: AuditFilter) -> list[AuditEntry]:
        return self._read(self._vault.state.search_log(wanted))

    def entry(self, name: str) -> list[AuditEntry]:
        return self._read(self._vault.state.named(name))

    def later(self, entry: AuditEntry) -> list[AuditEntry]:
        keys = [key for change in entry.files for key in change.keys]
        return self._read(self._vault.state.later(keys, entry.seq))

    def before(self, entry: AuditEntry) -> dict[Key, Page]:
        keys = dict.fromkeys(key for change in entry.files for key in change.keys)
        return {key: page for key in keys if (page := self._vault.version_before(key, entry.seq))}

    def since(self, at: datetime) -> list[AuditEntry]:
        state = self._vault.state
        found = log.read(self._vault.disk, state.offset_after(state.seq_at(at)))
        return [logged.entry for logged in found if logged.entry]

    def at(self, at: datetime) -> dict[Key, Page | None]:
        seq = self._vault.state.seq_at(at)
        return {key: self._vault.version_before(key, seq + 1) for key in self._vault.state.touched_after(seq)}

    def after(self, seq: int) -> Iterator[AuditEntry]:
        """The entries after a number, oldest first."""
        state = self._vault.state
        for logged in log.read(self._vault.disk, state.offset_after(seq)):
            if logged.entry and logged.entry.seq > seq:
                yield logged.entry

    def texts(self, entry: AuditEntry, change: FileChange) -> tuple[str, str]:
        """A whole file before and after a change; empty when it was not there, or was no text."""
        places = (self._vault.state.version_before(key, entry.seq) for key in change.keys)
        found = ((place[1], self._read([place[2:]])) for place in places if place)
        before = next((e[0].texts.get(v, "") for v, e in found if v == change.before and e), "")
        return before, entry.texts.get(change.after or "", "")

    def _read(self, places: Iterable[tuple[int, int]]) -> list[AuditEntry]:
        found = (log.at(self._vault.disk, offset, length) for offset, length in places)
        return [entry for entry in found if entry]

    def follow(self) -> str | None:
        """Bring audit.git up to the log. Returns why it is behind, or None when it is not.

        Memory works without its history; whatever is missing now is caught up the next time.
        """
        state = self._vault.state
        try:
            with self._lock.held():
                done = self.git.seq()
                if done < state.last_written():
                    closed: dict[str, int] = {}
                    self.git.record(self._commits(done, closed))
                    state.in_history(closed)
                    self.git.tidy()
        except HistoryError as wrong:
            return str(wrong)
        return None

    def anew(self) -> int:
        """Write audit.git again from the log, as if there had never been another; how many commits it has."""
        with self._lock.held():
            self.git.forget()
        self.follow()
        return self.git.count()

    def _commits(self, done: int, closed: dict[str, int]) -> Iterator[Commit]:
        """One commit for each entry that wrote pages or to a closed day; streams once their day has closed."""
        state = self._vault.state
        open_days = state.not_in_history(anew=done == 0)
        for logged in log.read(self._vault.disk, state.offset_after(done)):
            entry = logged.entry
            if not entry:
                continue
            files: dict[str, bytes | None] = {
                f.path: None if f.after is None else entry.texts[f.after].encode("utf-8")
                for f in entry.files
                if f.after is None or f.after in entry.texts
            }
            closes = bool(entry.files or entry.appended)  # what is only proposed has its commit when it is applied
            for path in [p for p in open_days if closes and _day(p) < entry.at.date()]:
                closed[path] = open_days.pop(path)
                files[path] = _redacted(self._vault.disk.read(path, 0, closed[path]) or b"")
            if files:
                yield Commit(
                    seq=entry.seq,
                    id=entry.id,
                    at=entry.at,
                    author=entry.actor,
                    message=audit.message(entry),
                    files=files,
                )


def _redacted(raw: bytes) -> bytes:
    """A stream as history may have it: another program may have written a credential into it."""
    text = raw.decode("utf-8", "surrogateescape")
    return safety.redact(text).encode("utf-8", "surrogateescape")


def _day(path: str) -> date:
    return date.fromisoformat(path.rpartition("/")[2][:10])
