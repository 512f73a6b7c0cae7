"""usage.db: how pages and fragments were used. It survives a rebuild, and is never worth an error or a wait."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from pathlib import Path
from time import monotonic

from reverie.domain.page import Key
from reverie.domain.usage import Use
from reverie.store.database import Database
from reverie.store.ledger import VERSION as SCHEMA_VERSION
from reverie.store.replay import moment

WAIT = 0.05  # seconds anybody waits for another process
OFTEN = 1.0  # seconds between two writes of what was recalled
_SCHEMA = Path(__file__).parent / "sql" / "usage.sql"
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)

_ACCESSED = """
    INSERT INTO usage (space, kind, slug, accesses, accessed) VALUES (?, ?, ?, 2, ?)
    ON CONFLICT (space, kind, slug) DO UPDATE SET
    accesses = accesses + 1, accessed = MAX(IFNULL(accessed, ''), excluded.accessed)"""
_RECALLED = """
    INSERT INTO usage (space, kind, slug, recalls, score, recalled) VALUES (?, ?, ?, 1, ?, ?)
    ON CONFLICT (space, kind, slug) DO UPDATE SET
    recalls = recalls + 1, score = (score * recalls + excluded.score) / (recalls + 1),
    recalled = MAX(IFNULL(recalled, ''), excluded.recalled)"""
_LEARNT = """
    INSERT INTO usage (space, kind, slug, accesses, accessed, recalls, score, recalled) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (space, kind, slug) DO UPDATE SET
    score = CASE WHEN excluded.recalls > recalls THEN excluded.score ELSE score END,
    accesses = MAX(accesses, excluded.accesses), recalls = MAX(recalls, excluded.recalls),
    accessed = NULLIF(MAX(IFNULL(accessed, ''), IFNULL(excluded.accessed, '')), ''),
    recalled = NULLIF(MAX(IFNULL(recalled, ''), IFNULL(excluded.recalled, '')), '')"""
_FORGET = "DELETE FROM usage WHERE space = ? AND kind = ? AND slug = ?"
_OF = "SELECT accesses, accessed, recalls, score, recalled FROM usage WHERE space = ? AND kind = ? AND slug = ?"
_ALL = "SELECT space, kind, slug, accesses, accessed, recalls, score, recalled FROM usage ORDER BY 1, 2, 3"


class Usage:
    """Counts by key. A write that cannot be made at once is not made, and says so with False."""

    def __init__(self, path: Path | None) -> None:
        self._database = _File(path, _SCHEMA, SCHEMA_VERSION)
        self._found: list[tuple[str | float, ...]] = []  # recalls that are not written yet
        self._next = 0.0  # when they are

    def close(self) -> None:
        self._settle()
        self._database.close()

    def recalled(self, scores: Mapping[Key, float], at: datetime) -> bool:
        """These were found, with these scores (between 0 and 1); it does not count as an access.

        Who asks again and again writes once in a while: a process that is killed loses the last moments.
        """
        try:
            self._found += [(*_named(k), min(1.0, max(0.0, s)), moment(at)) for k, s in scores.items()]
        except ValueError:  # not a time
            return False
        return True if monotonic() < self._next else self._settle()

    def _settle(self) -> bool:
        """Write down the recalls that wait."""
        found, self._found = self._found, []
        if not found:
            return True
        self._next = monotonic() + OFTEN
        return self._write(_RECALLED, found)

    def accessed(self, keys: Iterable[Key], at: datetime) -> bool:
        """These were used: cited, opened, or said again."""
        self._settle()
        return self._write(_ACCESSED, [(*_named(key), moment(at)) for key in keys])

    def learn(self, uses: Mapping[Key, Use]) -> bool:
        """Counts of another vault: of two for one thing the greater and the later stay."""
        self._settle()
        rows: list[tuple[str | float | None, ...]] = [
            (*_named(key), use.accesses, moment(use.accessed) if use.accessed else None, use.recalls, use.score,
             moment(use.recalled) if use.recalled else None)
            for key, use in uses.items()
        ]  # fmt: skip
        return self._write(_LEARNT, rows)

    def forget(self, keys: Iterable[Key]) -> bool:
        """Know nothing of these any more, not even in bytes the file no longer uses."""
        self._settle()
        done = self._write(_FORGET, [_named(key) for key in keys])
        with self._tried():
            self._database.db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        return done

    def scrub(self) -> None:
        """Leave no byte of what was forgotten; an error when another process is at it."""
        self._database.scrub()
        for damaged in self._database.damaged():
            damaged.unlink(missing_ok=True)

    def of(self, keys: Iterable[Key]) -> dict[Key, Use]:
        """The use of each of these; the default for what is not known or cannot be read."""
        self._settle()
        found = dict.fromkeys(keys, Use())
        with self._tried():
            for key in found:
                row = self._database.db.execute(_OF, _named(key)).fetchone()
                if row:
                    found[key] = _use(*row)
        return found

    def all(self) -> dict[Key, Use]:
        """Everything that is known, as far as it can be read."""
        with self._tried():
            return self.surely()
        return {}

    def surely(self) -> dict[Key, Use]:
        """Everything that is known; an error when it cannot be read. For whoever would take silence for disuse."""
        self._settle()
        rows = self._database.db.execute(_ALL)
        return {Key(space, kind, slug): _use(*rest) for space, kind, slug, *rest in rows}

    def _write(self, sql: str, rows: Sequence[tuple[str | float | None, ...]]) -> bool:
        done = False
        with self._tried():
            db = self._database.db
            db.execute("BEGIN IMMEDIATE")
            try:
                db.executemany(sql, rows)
                db.execute("COMMIT")
                done = True
            finally:
                if db.in_transaction:
                    db.execute("ROLLBACK")
        return done

    @contextmanager
    def _tried(self) -> Iterator[None]:
        """Whatever goes wrong is let go; a damaged file is set aside, so that the next call begins afresh."""
        try:
            yield
        except sqlite3.DatabaseError as wrong:
            if _damage(wrong):
                with suppress(OSError):
                    self._database.set_aside()
        except (sqlite3.Error, OSError, ValueError):  # a value: not text, or not a time
            pass


class _File(Database):
    """SQLite for what is worth keeping but not worth waiting for: set aside when damaged, never thrown away."""

    patience = WAIT

    def damaged(self) -> list[Path]:
        """What was set aside."""
        return [self._path.with_name(f"{self._path.name}.damaged{end}") for end in ("", "-wal")] if self._path else []

    def set_aside(self) -> None:
        self.close()
        self._discard()

    def _discard(self) -> None:
        path = self._path
        if path is None or not _damaged(path):  # another process may have begun afresh already
            return
        name = path.name
        path.with_name(f"{name}.damaged-wal").unlink(missing_ok=True)
        path.with_name(f"{name}-shm").unlink(missing_ok=True)
        with suppress(FileNotFoundError):  # the log first: left behind, it would be read into the fresh file
            path.with_name(f"{name}-wal").replace(path.with_name(f"{name}.damaged-wal"))
        path.replace(path.with_name(f"{name}.damaged"))

    def _make(self, db: sqlite3.Connection) -> None:
        """A file of an earlier version has what is worth keeping, and gets the tables it lacks."""
        if not self._known(db):
            super()._make(db)
        for statement in self._schema.read_text("utf-8").split(";\n"):
            db.execute(statement)
        db.execute(f"PRAGMA user_version={self._version}")

    def _known(self, db: sqlite3.Connection) -> bool:
        return 0 < int(db.execute("PRAGMA user_version").fetchone()[0]) < self._version

    def _prepare(self, db: sqlite3.Connection) -> None:
        db.execute("PRAGMA secure_delete=ON")
        super()._prepare(db)


def _damage(wrong: sqlite3.DatabaseError) -> bool:
    code: int = getattr(wrong, "sqlite_errorcode", 0)
    return code & 0xFF in _DAMAGED


def _damaged(path: Path) -> bool:
    """Whether the file itself is broken, and not only locked, read-only or of another version."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, timeout=WAIT)) as db:
            return bool(db.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok")
    except sqlite3.DatabaseError as wrong:
        return _damage(wrong)


def _named(key: Key) -> tuple[str, str, str]:
    return key.space, key.kind, key.slug


def _use(accesses: int, accessed: str | None, recalls: int, score: float, recalled: str | None) -> Use:
    return Use(
        accesses=accesses,
        accessed=datetime.fromisoformat(accessed) if accessed else None,
        recalls=recalls,
        score=score,
        recalled=datetime.fromisoformat(recalled) if recalled else None,
    )
