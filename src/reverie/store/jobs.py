"""jobs.db: which sessions are to be read, by whom, and how far they were. Two processes never do the same one."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from reverie.domain import safety
from reverie.store.database import Database
from reverie.store.owner import Owner
from reverie.store.replay import moment

SCHEMA_VERSION = 2
LEASE = timedelta(minutes=5)  # after which a silent owner is taken for dead; one that asks models is silent longer
TRIES = 5  # failures after which a session waits for a person, or for a change
_PAUSES = (1, 5, 30, 180)  # minutes after the first failure, the second, …
_SCHEMA = Path(__file__).parent / "sql" / "jobs.sql"


MEMORY = "memory/"  # what the ids of a host's own memory begin with: they are no sessions, though read like one
_COPY = " in another file, "  # follows the source in the name of a second file of a session
UNCHANGED = "unchanged since last read"
BUSY = "being read by another process"
_ROW = "SELECT place, size, changed, owner, lease, attempts, again FROM session"


class _Row(NamedTuple):
    """How a session stands."""

    place: str | None
    size: int | None
    changed: str | None
    owner: str | None
    lease: str | None
    attempts: int
    again: str | None

    def why_not(self, size: int, changed: datetime, now: datetime, owner: str, *, again: bool) -> str | None:
        """Why nobody else may have it now; None when one may."""
        same = (self.size, self.changed) == (size, moment(changed))
        if same and not self.attempts:
            return UNCHANGED
        if self.owner and self.owner != owner and (self.lease or "") > moment(now):
            holder = Owner.read(self.owner)
            if holder is None:
                return BUSY
            if not holder.gone:
                where = "" if holder.here_too else " of another machine"
                return f"{BUSY} (pid {holder.pid}{where})"
        if again:
            return None
        if self.again and self.again > moment(now):
            return f"resting after a failure until {datetime.fromisoformat(self.again).astimezone():%H:%M}"
        if self.attempts >= TRIES and same:
            return f"given up after {self.attempts} failures, until it changes"
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Dead:
    """A session that failed too often."""

    source: str
    path: str
    attempts: int
    error: str


class Jobs:
    """Sessions by source. Whoever claims one has it until the lease runs out, or until it dies on this machine."""

    def __init__(self, path: Path | None, silent: timedelta = timedelta()) -> None:
        """`silent`: for how long its owner may be out asking somebody else, between two heartbeats."""
        self._database = Database(path, _SCHEMA, SCHEMA_VERSION, derived=False)
        self._lease = LEASE + silent

    def close(self) -> None:
        self._database.close()

    def claim(
        self, source: str, host: str, path: str, size: int, changed: datetime, now: datetime, owner: str,
        *, again: bool = False,
    ) -> Mapping[str, Any] | None:  # fmt: skip
        """How far the session was read, {} when it never was; None when there is nothing to do.

        Unchanged since it was done, somebody else's, or resting after a failure; with `again`, rests are over.
        `why_not` tells which.
        """
        with self._database.change() as db:
            row = db.execute(f"{_ROW} WHERE source = ?", (source,)).fetchone()
            if row and _Row(*row).why_not(size, changed, now, owner, again=again):
                return None
            db.execute("INSERT OR IGNORE INTO session (source, host, path) VALUES (?, ?, '')", (source, host))
            db.execute(
                "UPDATE session SET host = ?, path = ?, owner = ?, lease = ? WHERE source = ?",
                (host, safety.redact(path), owner, moment(now + self._lease), source),
            )
        found: Mapping[str, Any] = json.loads(row[0]) if row and row[0] else {}
        return found

    def why_not(
        self, source: str, size: int, changed: datetime, now: datetime, owner: str, *, again: bool = False
    ) -> str | None:
        """Why a session cannot be claimed, for people; None when it can."""
        row = self._database.db.execute(f"{_ROW} WHERE source = ?", (source,)).fetchone()
        return _Row(*row).why_not(size, changed, now, owner, again=again) if row else None

    def heartbeat(self, source: str, owner: str, now: datetime) -> bool:
        """Still at it; False when somebody else has taken over."""
        with self._database.change() as db:
            sql = "UPDATE session SET lease = ? WHERE source = ? AND owner = ?"
            return db.execute(sql, (moment(now + self._lease), source, owner)).rowcount == 1

    def done(
        self, source: str, owner: str, place: Mapping[str, Any], size: int, changed: datetime, now: datetime,
        *, entries: int = 0, fragments: int = 0,
    ) -> bool:  # fmt: skip
        """Read up to `place`; False when somebody else has taken over, whose word counts."""
        with self._database.change() as db:
            sql = (
                "UPDATE session SET place = ?, size = ?, changed = ?, done = ?, owner = NULL, lease = NULL, "
                "attempts = 0, again = NULL, error = NULL, entries = entries + ?, fragments = fragments + ? "
                "WHERE source = ? AND owner = ?"
            )
            given = (json.dumps(place), size, moment(changed), moment(now), entries, fragments, source, owner)
            return db.execute(sql, given).rowcount == 1

    def fail(self, source: str, owner: str, error: str, size: int, changed: datetime, now: datetime) -> None:
        """It did not work; it is tried again later, and later still, and then not by itself."""
        with self._database.change() as db:
            row = db.execute("SELECT attempts FROM session WHERE source = ? AND owner = ?", (source, owner)).fetchone()
            if row is None:
                return
            attempts = row[0] + 1
            pause = timedelta(minutes=_PAUSES[min(attempts, len(_PAUSES)) - 1])
            db.execute(
                "UPDATE session SET attempts = ?, error = ?, again = ?, size = ?, changed = ?, owner = NULL, "
                "lease = NULL WHERE source = ?",
                (attempts, safety.redact(error)[:500], moment(now + pause), size, moment(changed), source),
            )

    def release(self, source: str, owner: str) -> None:
        """Let go of a session that was not finished, so that the next process need not wait."""
        with self._database.change() as db:
            sql = "UPDATE session SET owner = NULL, lease = NULL WHERE source = ? AND owner = ?"
            db.execute(sql, (source, owner))

    def known(self, source: str) -> tuple[int, str] | None:
        """Size and time of change of a session when it was last done."""
        row = self._database.db.execute(
            "SELECT size, changed FROM session WHERE source = ? AND done IS NOT NULL AND attempts = 0", (source,)
        ).fetchone()
        return (row[0], row[1]) if row else None

    def name(self, source: str, path: str) -> str:
        """By which a session is known here: its source; that of a file beside one that holds it too, a name of its own.

        A file that was moved goes on under its old name. What is read as a whole each time is known by its entries.
        """
        held, copy = self._held(source), f"{source}{_COPY}{hashlib.sha256(path.encode()).hexdigest()[:8]}"
        if held is None or held[0] in ("", safety.redact(path)) or held[1].get("known"):
            return source
        return copy if self._held(copy) or Path(held[0]).exists() else source

    def elsewhere(self, source: str, path: str) -> list[tuple[str, Mapping[str, Any]]]:
        """The other files of a session that were read, and how far."""
        rows = self._database.db.execute(
            "SELECT path, place FROM session WHERE place IS NOT NULL AND path <> ? "
            "AND (source = ? OR substr(source, 1, ?) = ?) ORDER BY source",
            (safety.redact(path), source, len(source + _COPY), source + _COPY),
        )
        return [(where, json.loads(place)) for where, place in rows]

    def _held(self, name: str) -> tuple[str, Mapping[str, Any]] | None:
        row = self._database.db.execute("SELECT path, place FROM session WHERE source = ?", (name,)).fetchone()
        return (row[0], json.loads(row[1] or "{}")) if row else None

    def path(self, source: str) -> str | None:
        """Where the host keeps a session that was read."""
        row = self._database.db.execute("SELECT path FROM session WHERE source = ?", (source,)).fetchone()
        return row[0] if row else None

    def ask(self, work: str, space: str, at: datetime) -> None:
        """Put work on the list; asked for twice, it is done once."""
        with self._database.change() as db:
            sql = (
                "INSERT INTO wish (work, space, asked) VALUES (?, ?, ?) "
                "ON CONFLICT DO UPDATE SET asked = max(asked, excluded.asked)"
            )
            db.execute(sql, (work, space, moment(at)))

    def asked(self) -> list[tuple[str, str, str]]:
        """What was asked for and is not done: the work, the space, and when."""
        return self._database.db.execute("SELECT work, space, asked FROM wish ORDER BY asked").fetchall()

    def granted(self, work: str, spaces: Iterable[str]) -> None:
        """What was asked for is done in these spaces."""
        with self._database.change() as db:
            db.executemany("DELETE FROM wish WHERE work = ? AND space = ?", [(work, space) for space in spaces])

    def observed(self) -> int:
        """How many sessions were read to their end."""
        sql = "SELECT COUNT(*) FROM session WHERE done IS NOT NULL AND source NOT LIKE ? AND instr(source, ?) = 0"
        found: int = self._database.db.execute(sql, (f"%:{MEMORY}%", _COPY)).fetchone()[0]
        return found

    def failing(self) -> list[Dead]:
        """What failed and is not done yet, the most tried first."""
        rows = self._database.db.execute(
            "SELECT source, path, attempts, error FROM session WHERE attempts > 0 ORDER BY attempts DESC, source"
        )
        return [Dead(source=s, path=p, attempts=a, error=e or "") for s, p, a, e in rows]
