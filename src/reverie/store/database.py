"""SQLite for what is derived: a connection for each thread, made anew when it is missing or damaged."""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from reverie.errors import VaultBusy
from reverie.store.aside import away
from reverie.store.empty import begin

_MOMENT = 1.0  # seconds for somebody who is just reading to end
# What SQLite says of a file whose content is no use; all else (a full disk, no memory, too many open files) passes.
_UNFIT = (
    sqlite3.SQLITE_ERROR,
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_FORMAT,
    sqlite3.SQLITE_SCHEMA,
)


class Database:
    """One file (or, without a path, one database in memory) with a schema and a version.

    What it holds can be built again, so a file of another version, of another program, or damaged
    is thrown away rather than mended. Where nobody may write, what is there is read as it is.
    """

    patience = 10.0  # seconds to wait for another process's transaction

    def __init__(self, path: Path | None, schema: Path, version: int, *, derived: bool = True) -> None:
        self._path = path
        self._schema = schema
        self._version = version
        self._derived = derived  # else what is damaged, or of a later version, is moved aside and not thrown away
        self._local = threading.local()
        self._opened: list[sqlite3.Connection] = []
        self._shared = self._connect() if path is None else None

    @property
    def db(self) -> sqlite3.Connection:
        """The connection of this thread; a database in memory has only one."""
        if self._shared is not None:
            return self._shared
        found: sqlite3.Connection | None = getattr(self._local, "db", None)
        if found is None:
            found = self._local.db = self._open()
        return found

    @contextmanager
    def change(self) -> Iterator[sqlite3.Connection]:
        """One transaction: all of it or nothing."""
        db = self.db
        db.execute("BEGIN IMMEDIATE")
        try:
            yield db
            db.execute("COMMIT")
        except BaseException:
            if db.in_transaction:  # a full disk ends a transaction by itself
                db.execute("ROLLBACK")
            raise

    def close(self) -> None:
        """Close the connections of all threads."""
        while self._opened:
            self._opened.pop().close()
        self._local = threading.local()

    def __del__(self) -> None:
        self.close()

    def clear(self) -> None:
        """Start again with an empty database, however damaged this one is."""
        self.close()
        self._discard()
        if self._path is None:
            self._shared = self._connect()

    def scrub(self) -> None:
        """Leave no byte of what was deleted: not in free pages, not in the log beside the file."""
        self.db.execute("VACUUM")
        self.db.execute(f"PRAGMA busy_timeout={round(_MOMENT * 1000)}")
        busy = self.db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
        self.db.execute(f"PRAGMA busy_timeout={round(self.patience * 1000)}")
        if busy:
            name = self._path.name if self._path else "the database"
            raise VaultBusy(
                f"another process still reads {name} as it was; what was deleted is overwritten once it ends"
            )

    def _open(self) -> sqlite3.Connection:
        try:
            return self._connect()
        except sqlite3.DatabaseError as wrong:
            if not unfit(wrong) or self._sealed():
                raise
            self._discard()
            return self._connect()

    def _discard(self) -> None:
        if self._path is not None and not self._derived and self._path.is_file() and self._path.stat().st_size:
            away(self._path.parent.parent, f"{self._path.parent.name}/{self._path.name}")
        if self._path is not None:
            for suffix in ("", "-wal", "-shm"):
                self._path.with_name(self._path.name + suffix).unlink(missing_ok=True)

    def _sealed(self) -> bool:
        """Whether the file, or the folder its log would be in, cannot be written."""
        path = self._path
        if path is None or not path.parent.is_dir():
            return False
        return not os.access(path.parent, os.W_OK) or (path.exists() and not os.access(path, os.W_OK))

    def _connect(self) -> sqlite3.Connection:
        path = self._path
        if path is not None and self._sealed():
            if path.exists():
                return self._connect_sealed(path)
            path = None  # nothing is known, and nothing will be kept
        if path is not None:
            begin(str(path))
        name = ":memory:" if path is None else path
        db = sqlite3.connect(name, timeout=self.patience, isolation_level=None, check_same_thread=False)
        try:
            self._prepare(db)
        except BaseException:
            db.close()
            raise
        self._opened.append(db)
        return db

    def _connect_sealed(self, path: Path) -> sqlite3.Connection:
        uri = path.absolute().as_uri()
        try:
            return self._reading(f"{uri}?mode=ro")
        except sqlite3.OperationalError:  # no log is beside it, and none can be made
            return self._reading(f"{uri}?immutable=1")

    def _reading(self, uri: str) -> sqlite3.Connection:
        db = sqlite3.connect(uri, uri=True, timeout=self.patience, isolation_level=None, check_same_thread=False)
        try:
            if not self._current(db):
                raise sqlite3.DatabaseError("made by another version, and it cannot be made anew here")
        except BaseException:
            db.close()
            raise
        self._opened.append(db)
        return db

    def _prepare(self, db: sqlite3.Connection) -> None:
        self._log_ahead(db)
        db.execute("PRAGMA synchronous=NORMAL")  # whatever is lost is read again from the log
        if not self._current(db):
            db.execute("BEGIN IMMEDIATE")
            if not self._current(db):  # nobody else has made it meanwhile
                self._make(db)
            db.execute("COMMIT")
        db.execute("SELECT value FROM meta LIMIT 1").fetchone()  # every schema of ours has this table

    def _log_ahead(self, db: sqlite3.Connection) -> None:
        """Turn the write-ahead log on; of many that open a new file at once, SQLite waits for none here."""
        until = time.monotonic() + self.patience
        while True:
            try:
                db.execute("PRAGMA journal_mode=WAL")
                return
            except sqlite3.OperationalError as wrong:
                if "locked" not in str(wrong) or time.monotonic() > until:
                    raise
                time.sleep(0.01)

    def _current(self, db: sqlite3.Connection) -> bool:
        return bool(db.execute("PRAGMA user_version").fetchone()[0] == self._version)

    def _make(self, db: sqlite3.Connection) -> None:
        tables = db.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        ).fetchall()
        if tables:
            raise sqlite3.DatabaseError("made by another version, or by another program")
        for statement in self._schema.read_text("utf-8").split(";\n"):
            db.execute(statement)
        db.execute(f"PRAGMA user_version={self._version}")


def unfit(wrong: sqlite3.DatabaseError) -> bool:
    """Whether the file itself is damaged, or not ours; what we say ourselves has no code. Else it passes."""
    code: int | None = getattr(wrong, "sqlite_errorcode", None)
    return code is None or code & 0xFF in _UNFIT
