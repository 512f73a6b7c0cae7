"""archive/turns.db: what was said, word for word but redacted, up to an age and a size.

Operational: neither in the journal nor derived, so a file that cannot be read is reported and never thrown away.
"""

from __future__ import annotations

import re
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import cast

from reverie.domain.page import Key
from reverie.domain.text import paired
from reverie.domain.transcript import Entry, Role, Transcript
from reverie.domain.turn import Turn
from reverie.errors import VaultBusy, VaultCorrupt, VaultError
from reverie.store.database import Database

SCHEMA_VERSION = 1
_SCHEMA = Path(__file__).parent / "sql" / "archive.sql"
_BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL)
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)  # the last: a table is missing
_WAIT, _PAUSE = 10.0, 0.005  # seconds
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_OVERHEAD = 200  # bytes a turn takes beside its text, about
_REMEMBERED = 100_000  # dropped turns that followers can still learn about one by one
_LONE = re.compile("[\ud800-\udfff\0]")
_TURN = (
    "SELECT s.space, s.name, t.id, t.at, t.role, t.text, t.speaker, t.position, t.seq "
    "FROM turn t JOIN session s ON s.id = t.session "
)
_ADD = "INSERT OR IGNORE INTO turn (session, id, position, at, role, speaker, text) VALUES (?, ?, ?, ?, ?, ?, ?)"
_ENDS = (
    "SELECT (SELECT value FROM meta WHERE name = 'epoch'), "
    "IFNULL((SELECT seq FROM sqlite_sequence WHERE name = 'turn'), 0), "
    "IFNULL((SELECT seq FROM sqlite_sequence WHERE name = 'dropped'), 0)"
)
_Row = tuple[str, str, str, int, str, str, str | None, int, int]


@dataclass(frozen=True, slots=True)
class ArchiveSettings:
    """[archive] in reverie.toml"""

    keep: bool = True  # whether turns are archived at all
    days: int = 365  # older turns are dropped; 0 is no limit
    megabytes: int = 500  # beyond this the oldest turns are dropped; 0 is no limit

    def __post_init__(self) -> None:
        if not 0 <= self.days <= 36_500:
            raise ValueError("days must be between 0 (no limit) and 36500")
        if self.megabytes < 0:
            raise ValueError("megabytes must not be negative; 0 is no limit")


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """What happened to the archive after two cursors, and where they stand now.

    Take in `turns` (a known key is replaced) and let go of `gone`; ask again while there is `more`. When `anew`, or
    when `epoch` is not the one seen before, nothing of the old can be trusted: forget all, ask again from 0 and 0.
    """

    epoch: int
    kept: int
    dropped: int
    turns: tuple[Turn, ...] = ()
    gone: tuple[Key, ...] = ()
    more: bool = False
    anew: bool = False


class Archive:
    """One SQLite file in a folder of its own; any number of readers, and writers one after another."""

    def __init__(self, path: Path | None) -> None:
        self._database = _File(path, _SCHEMA, SCHEMA_VERSION)

    def close(self) -> None:
        self._database.close()

    # Writing

    def keep(self, transcript: Transcript) -> int:
        """Add the turns that are new, redacted, after those their session has: all or nothing. Returns how many."""
        space, session = _safe(transcript.space), _safe(transcript.source)
        known = self._known(space, session, (_plain(entry.id) for entry in transcript.entries))
        said = _plain if transcript.redacted else _safe
        rows = [
            (
                _safe(entry.id),
                _micros(entry.at),
                _role(entry, transcript),
                entry.speaker and said(entry.speaker),
                said(entry.text),
            )
            for entry in transcript.entries
            if _plain(entry.id) not in known and entry.text.strip()
        ]
        if not rows:
            return 0
        with self._database.change() as db:
            db.execute("INSERT OR IGNORE INTO session (space, name, next) VALUES (?, ?, 0)", (space, session))
            number, first = _session(db, space, session) or (0, 0)
            position = first
            for id_, *rest in rows:
                done = db.execute(_ADD, (number, id_, position, *rest))
                position += done.rowcount
            db.execute("UPDATE session SET next = ? WHERE id = ?", (position, number))
        return position - first

    def drop(self, space: str, session: str, ids: Iterable[str] | None = None) -> int:
        """Delete these turns of a session, or all of it: no byte of what was said is left. Returns how many."""
        with self._database.change() as db:
            number, _ = _session(db, _safe(space), _safe(session)) or (0, 0)
            if ids is None:
                rows = db.execute("SELECT seq FROM turn WHERE session = ?", (number,)).fetchall()
            else:
                one = "SELECT seq FROM turn WHERE session = ? AND id = ?"
                rows = [row for id_ in ids for row in db.execute(one, (number, _safe(id_)))]
            count = _drop(db, [seq for (seq,) in rows])
        self._settled()
        return count

    def restate(self, texts: Mapping[Key, str]) -> int:
        """Have turns say something else, at the place they have: no byte of the old is left. Returns how many do."""
        count = 0
        with self._database.change() as db:
            for key, text in texts.items():
                turn = _find(db, key)
                if turn is None or turn.text == text:
                    continue
                here = _session(db, turn.space, turn.session) or (0, 0)
                db.execute("DELETE FROM turn WHERE session = ? AND id = ?", (here[0], turn.id))
                row = (here[0], turn.id, turn.position, _micros(turn.at), turn.role, turn.speaker, _plain(text))
                db.execute(_ADD, row)  # under a new number, by which followers see that it is another
                count += 1
        self._settled()
        return count

    def _settled(self) -> None:
        if not self._database.settle():
            raise VaultBusy(
                "the turns are deleted, but another process still uses the archive as it was before, so their text "
                "is not yet overwritten. End that process, or wait for it, and delete again."
            )

    def trim(self, now: datetime, settings: ArchiveSettings) -> int:
        """Drop what is too old, then the oldest until the rest is small enough. Returns how many turns went."""
        count, most = 0, settings.megabytes * 1_000_000
        with self._database.change() as db:
            if settings.days:
                before = _micros(now - timedelta(days=settings.days))
                rows = db.execute("SELECT seq FROM turn WHERE at < ?", (before,)).fetchall()
                count += _drop(db, [seq for (seq,) in rows])
            # What is remembered of dropped turns must not crowd out the turns themselves.
            remembered = min(_REMEMBERED, most // 1_000) if most else _REMEMBERED
            _forget(db, remembered)
            while most and (over := _used(db) - most) > 0 and (oldest := _oldest(db, over)):
                count += _drop(db, oldest)
                _forget(db, remembered)
        self._database.settle()
        return count

    # Reading

    def turns(self, keys: Iterable[Key]) -> dict[Key, Turn]:
        """Those of the turns that are kept."""
        with self._database.view() as db:
            found = {key: _find(db, key) for key in keys}
        return {key: turn for key, turn in found.items() if turn}

    def around(self, key: Key, before: int, after: int) -> list[Turn]:
        """A turn and its neighbours in the session, in order; [] when it is not kept."""
        with self._database.view() as db:
            turn = _find(db, key)
            if turn is None:
                return []
            here = (turn.space, turn.session, turn.position)
            where = _TURN + "WHERE s.space = ? AND s.name = ? AND t.position "
            earlier = db.execute(where + "< ? ORDER BY t.position DESC LIMIT ?", (*here, max(0, before))).fetchall()
            later = db.execute(where + "> ? ORDER BY t.position LIMIT ?", (*here, max(0, after))).fetchall()
        return [*map(_turn, reversed(earlier)), turn, *map(_turn, later)]

    def session(self, space: str, session: str) -> list[Turn]:
        """All turns of a session, in order."""
        with self._database.view() as db:
            sql = _TURN + "WHERE s.space = ? AND s.name = ? ORDER BY t.position"
            return [_turn(row) for row in db.execute(sql, (_plain(space), _plain(session)))]

    def where(self, wanted: Callable[[str, str, str], bool]) -> list[Key]:
        """The turns of which this is true, given session, id and text."""
        with self._database.view() as db:
            rows = db.execute("SELECT s.space, s.name, t.id, t.text FROM turn t JOIN session s ON s.id = t.session")
            return [_key(space, name, id_) for space, name, id_, text in rows if wanted(name, id_, text)]

    def sessions(self) -> set[str]:
        """The sessions that turns are kept of."""
        with self._database.view() as db:
            held = "SELECT DISTINCT name FROM session s WHERE EXISTS (SELECT 1 FROM turn t WHERE t.session = s.id)"
            return {name for (name,) in db.execute(held)}

    def sizes(self) -> tuple[int, int]:
        """How many turns there are, and the bytes they take on the disk."""
        with self._database.view() as db:
            return db.execute("SELECT COUNT(*) FROM turn").fetchone()[0], _used(db)

    def ends(self) -> tuple[int, int, int]:
        """Which archive this is, and where the cursors of one who has taken in everything stand."""
        with self._database.told():
            row: tuple[int, int, int] = self._database.db.execute(_ENDS).fetchone()
        return row

    def changes(self, kept: int, dropped: int, limit: int) -> Changes:
        """At most that many turns kept, and turns dropped, after these cursors; the cost is that of the change."""
        with self._database.view() as db:
            meta = dict(db.execute("SELECT name, value FROM meta").fetchall())
            last = dict(db.execute("SELECT name, seq FROM sqlite_sequence").fetchall())
            epoch, end = meta["epoch"], last.get("dropped", 0)
            if kept > last.get("turn", 0) or dropped > end or (kept and dropped < meta.get("floor", 0)):
                return Changes(epoch=epoch, kept=0, dropped=0, more=True, anew=True)
            turns = db.execute(_TURN + "WHERE t.seq > ? ORDER BY t.seq LIMIT ?", (kept, limit)).fetchall()
            if not kept:  # who has nothing yet has nothing to let go of
                gone, dropped = [], end
            else:
                gone = db.execute(
                    "SELECT s.space, s.name, d.id, d.seq, "
                    "EXISTS (SELECT 1 FROM turn t WHERE t.session = d.session AND t.id = d.id) "
                    "FROM dropped d JOIN session s ON s.id = d.session WHERE d.seq > ? ORDER BY d.seq LIMIT ?",
                    (dropped, limit),
                ).fetchall()
        return Changes(
            epoch=epoch,
            kept=turns[-1][-1] if len(turns) == limit else last.get("turn", 0),
            dropped=gone[-1][3] if gone else dropped,
            turns=tuple(map(_turn, turns)),
            gone=tuple({_key(space, name, id_): None for space, name, id_, _, again in gone if not again}),
            more=max(len(turns), len(gone)) == limit,
        )

    def _known(self, space: str, session: str, ids: Iterable[str]) -> set[str]:
        with self._database.view() as db:
            number, _ = _session(db, space, session) or (0, 0)
            one = "SELECT 1 FROM turn WHERE session = ? AND id = ?"
            return {id_ for id_ in ids if db.execute(one, (number, id_)).fetchone()}


class _File(Database):
    """SQLite for what cannot be built again: never thrown away, and what is wrong is said in one line."""

    def _discard(self) -> None:
        """Nothing is: whatever is wrong with the file, a person decides."""

    @contextmanager
    def change(self) -> Iterator[sqlite3.Connection]:
        with self._transaction("BEGIN IMMEDIATE") as db:
            yield db

    @contextmanager
    def view(self) -> Iterator[sqlite3.Connection]:
        """Everything as of one moment; waits for no writer."""
        with self._transaction("BEGIN") as db:
            yield db

    def settle(self) -> bool:
        """Give back free space and empty the write-ahead log; False when others are still at it."""
        with self.told():
            try:
                self.db.executescript("PRAGMA incremental_vacuum")  # execute() would stop after one page
                return not self.db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
            except sqlite3.OperationalError as wrong:
                if _code(wrong) in _BUSY:
                    return False
                raise

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[sqlite3.Connection]:
        with self.told():
            db = self.db
            db.execute(begin)
            try:
                yield db
                db.execute("COMMIT")
            except BaseException:
                if db.in_transaction:  # a full disk ends a transaction by itself
                    db.execute("ROLLBACK")
                raise

    @contextmanager
    def told(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.DatabaseError, OSError) as wrong:
            raise self._said(wrong) from wrong

    def _said(self, wrong: sqlite3.DatabaseError | OSError) -> VaultError:
        which, code = f"the archive {self._path or 'in memory'}", _code(wrong)
        if code in _BUSY:
            return VaultBusy(f"{which} is busy: another process has been writing for a while. Wait and try again.")
        if code in _DAMAGED:
            return VaultCorrupt(
                f"{which} is damaged ({wrong}). Bring it back from a backup, or move it away to begin a new one; "
                "nothing in it was changed."
            )
        why = (wrong.strerror if isinstance(wrong, OSError) else None) or str(wrong)
        return VaultError(f"{which} cannot be used: {why}. Put that right, or move the file away to begin a new one.")

    def _connect(self) -> sqlite3.Connection:
        if self._path is not None:
            self._path.parent.mkdir(mode=0o700, exist_ok=True)
        patience = time.monotonic() + _WAIT
        while True:
            try:
                return super()._connect()
            except sqlite3.OperationalError as wrong:
                # Where several begin a file at once, SQLite turns some away instead of letting them wait.
                if _code(wrong) not in _BUSY or time.monotonic() > patience:
                    raise
                time.sleep(_PAUSE)

    def _prepare(self, db: sqlite3.Connection) -> None:
        # Asked before anything is written; the tables first, as another process may be making them.
        if not db.execute("SELECT 1 FROM sqlite_master").fetchone():
            db.execute("PRAGMA auto_vacuum=INCREMENTAL")
        elif not self._current(db):
            raise sqlite3.DatabaseError("it was made by another version, or by another program")
        db.execute("PRAGMA secure_delete=ON")
        super()._prepare(db)
        db.execute("PRAGMA synchronous=FULL")

    def _make(self, db: sqlite3.Connection) -> None:
        super()._make(db)
        db.execute("INSERT INTO meta VALUES ('epoch', ?)", (time.time_ns(),))


def _code(wrong: Exception) -> int | None:
    code: int | None = getattr(wrong, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF


# What is stored


def _role(entry: Entry, transcript: Transcript) -> Role:
    """Whose words they are: a sub-agent is prompted by its agent, not by the owner."""
    return "agent" if entry.role == "user" and transcript.origin == "subagent" else entry.role


def _safe(text: str) -> str:
    """The text without credentials, and as a database can hold it."""
    from reverie.domain import safety  # only writers need it, and it takes a while to load

    # First whole: a NUL inside a credential, or one spelled in surrogate pairs, must not hide it.
    return _plain(safety.redact(paired(text)))


def _plain(text: str) -> str:
    return _LONE.sub("\ufffd", paired(text))


def _micros(at: datetime) -> int:
    return ((at if at.tzinfo else at.replace(tzinfo=UTC)) - _EPOCH) // timedelta(microseconds=1)


def _moment(micros: int) -> datetime:
    return _EPOCH + timedelta(microseconds=micros)


def _turn(row: _Row) -> Turn:
    space, session, id_, at, role, text, speaker, position, _ = row
    return Turn(
        space=space,
        session=session,
        id=id_,
        at=_moment(at),
        role=cast(Role, role),
        text=text,
        speaker=speaker,
        position=position,
    )


def _key(space: str, session: str, id_: str) -> Key:
    return Turn(space=space, session=session, id=id_, at=_EPOCH, role="user", text="").key


def _session(db: sqlite3.Connection, space: str, name: str) -> tuple[int, int] | None:
    """The number of a session and the place of its next turn."""
    found: tuple[int, int] | None = db.execute(
        "SELECT id, next FROM session WHERE space = ? AND name = ?", (space, name)
    ).fetchone()
    return found


def _find(db: sqlite3.Connection, key: Key) -> Turn | None:
    if key.kind != "turn":
        return None
    space, slug = _plain(key.space), _plain(key.slug)
    one = _TURN + "WHERE s.space = ? AND s.name = ? AND t.id = ?"
    for mark in reversed([n for n, char in enumerate(slug) if char == "#"]):  # either name may hold one
        row = db.execute(one, (space, slug[:mark], slug[mark + 1 :])).fetchone()
        if row:
            return _turn(row)
    return None


# Dropping


def _drop(db: sqlite3.Connection, seqs: Sequence[int]) -> int:
    rows = [(seq,) for seq in seqs]
    db.executemany("INSERT INTO dropped (session, id) SELECT session, id FROM turn WHERE seq = ?", rows)
    return db.executemany("DELETE FROM turn WHERE seq = ?", rows).rowcount if rows else 0


def _forget(db: sqlite3.Connection, most: int) -> None:
    """Remember only the latest dropped turns, and no session of which nothing is left."""
    row = db.execute("SELECT seq FROM dropped ORDER BY seq DESC LIMIT 1 OFFSET ?", (most,)).fetchone()
    if row:
        db.execute("DELETE FROM dropped WHERE seq <= ?", row)
        db.execute("INSERT OR REPLACE INTO meta VALUES ('floor', ?)", row)
    db.execute(
        "DELETE FROM session WHERE NOT EXISTS (SELECT 1 FROM turn t WHERE t.session = session.id) "
        "AND NOT EXISTS (SELECT 1 FROM dropped d WHERE d.session = session.id)"
    )


def _oldest(db: sqlite3.Connection, size: int) -> list[int]:
    """The oldest turns that take about so many bytes together."""
    found = []
    for seq, length in db.execute("SELECT seq, LENGTH(CAST(text AS BLOB)) FROM turn ORDER BY at, seq"):
        found.append(seq)
        size -= length + _OVERHEAD
        if size <= 0:
            break
    return found


def _used(db: sqlite3.Connection) -> int:
    """Bytes in use: the pages of the file that are not free."""
    pages, free, size = (
        int(db.execute(f"PRAGMA {name}").fetchone()[0]) for name in ("page_count", "freelist_count", "page_size")
    )
    return (pages - free) * size
