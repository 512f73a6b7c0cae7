"""vectors.db: vectors by the content they stand for and by who made them; a cache that outlives the index."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from reverie.errors import EmbedderError, VaultBusy, VaultError
from reverie.store import sheet
from reverie.store.database import Database
from reverie.store.lock import WriterLock
from reverie.store.passages import fingerprint

PROBE = "The quick brown fox jumps over the lazy dog."  # kept with every embedder's vectors: it is known again by it
PROBE_HASH = fingerprint(PROBE)
SCHEMA_VERSION = 1
_SCHEMA = Path(__file__).parent / "sql" / "vectors.sql"
_SOME = 500
_MOMENT = 0.2  # seconds in which somebody may look whether the lock is held


class Vectors:
    """Half-precision vectors as bytes; what they mean is the embedder's business."""

    def __init__(self, path: Path | None) -> None:
        self._database = Database(path, _SCHEMA, SCHEMA_VERSION)
        self.sheet = path and path.with_name(sheet.NAME)  # where they are laid out for searching; none in memory

    def close(self) -> None:
        self._database.close()

    def clear(self) -> None:
        self._database.clear()
        self._drop_sheet()

    def identities(self) -> dict[str, int]:
        """Who made vectors, and of how many dimensions."""
        return dict(self._database.db.execute("SELECT identity, dims FROM model ORDER BY identity").fetchall())

    def version(self) -> int:
        """Grows with every change, whichever process makes it."""
        row = self._database.db.execute("SELECT value FROM meta WHERE name = 'changes'").fetchone()
        return row[0] if row else 0

    def get(self, identity: str, hashes: Sequence[bytes]) -> dict[bytes, bytes]:
        """Those of the vectors that this embedder has made."""
        found: dict[bytes, bytes] = {}
        for sql, given in self._asking(identity, hashes, "hash, halves"):
            found.update(self._database.db.execute(sql, given).fetchall())
        return found

    def all(self, identity: str) -> Iterator[list[tuple[bytes, bytes]]]:
        """Hash and vector of everything this embedder has made, some thousands at a time."""
        sql = "SELECT hash, halves FROM vector WHERE model = (SELECT no FROM model WHERE identity = ?)"
        rows = self._database.db.execute(sql, (identity,))
        while some := rows.fetchmany(10 * _SOME):
            yield some

    def held(self, identity: str, hashes: Sequence[bytes]) -> set[bytes]:
        """Those of the hashes that this embedder has made a vector of."""
        found: set[bytes] = set()
        for sql, given in self._asking(identity, hashes, "hash"):
            found.update(hash_ for (hash_,) in self._database.db.execute(sql, given))
        return found

    def put(self, identity: str, dims: int, vectors: Mapping[bytes, bytes]) -> None:
        """Keep vectors; one of another length than this embedder's is refused."""
        wrong = next((v for v in vectors.values() if len(v) != 2 * dims), None)
        if wrong is not None:
            raise EmbedderError(f"{identity} gave a vector of {len(wrong) // 2} dimensions instead of {dims}")
        with self._database.change() as db:
            db.execute("INSERT OR IGNORE INTO model (identity, dims) VALUES (?, ?)", (identity, dims))
            number, known = db.execute("SELECT no, dims FROM model WHERE identity = ?", (identity,)).fetchone()
            if known != dims:
                raise EmbedderError(f"{identity} has {known} dimensions so far and {dims} now")
            rows = [(number, hash_, halves) for hash_, halves in vectors.items()]
            db.executemany("INSERT OR REPLACE INTO vector VALUES (?, ?, ?)", rows)
            self._count_change()

    def forget(self, identity: str) -> None:
        """Let go of everything this embedder made."""
        with self._database.change() as db:
            db.execute("DELETE FROM vector WHERE model = (SELECT no FROM model WHERE identity = ?)", (identity,))
            db.execute("DELETE FROM model WHERE identity = ?", (identity,))
            self._count_change()
        self._drop_sheet()

    def prune(self, wanted: Iterable[bytes]) -> int:
        """Let go of vectors whose text is nowhere any more; returns of how many texts."""
        keep = {*wanted, PROBE_HASH}
        with self._database.change() as db:
            held = {h for (h,) in db.execute("SELECT DISTINCT hash FROM vector")}
            models = [number for (number,) in db.execute("SELECT no FROM model")]
            gone = [(number, h) for h in held - keep for number in models]
            db.executemany("DELETE FROM vector WHERE model = ? AND hash = ?", gone)
            db.execute("DELETE FROM model WHERE no NOT IN (SELECT DISTINCT model FROM vector)")
            self._count_change()
        self._drop_sheet()
        return len(held - keep)

    def lay(self, draft: Path, version: int) -> None:
        """Put a draft of the sheet in its place, unless something came or went since that version.

        What is let go of is so for good: `forget` and `prune` change the version before they drop the sheet.
        """
        try:
            with self._database.change():
                if self.sheet and self.version() == version:
                    draft.replace(self.sheet)
        finally:
            draft.unlink(missing_ok=True)

    def _drop_sheet(self) -> None:
        if self.sheet:
            sheet.drop(self.sheet)

    def _asking(
        self, identity: str, hashes: Sequence[bytes], columns: str
    ) -> Iterator[tuple[str, tuple[int | bytes, ...]]]:
        row = self._database.db.execute("SELECT no FROM model WHERE identity = ?", (identity,)).fetchone()
        for start in range(0, len(hashes) if row else 0, _SOME):
            some = hashes[start : start + _SOME]
            marks = ", ".join("?" * len(some))
            yield f"SELECT {columns} FROM vector WHERE model = ? AND hash IN ({marks})", (row[0], *some)

    def scrub(self) -> None:
        """Leave no byte of what was let go of."""
        self._database.scrub()

    def _count_change(self) -> None:
        self._database.db.execute("INSERT INTO meta VALUES ('changes', 1) ON CONFLICT DO UPDATE SET value = value + 1")


class Flight:
    """At most one process makes the vectors of a workspace; says which, and why the last one failed if it did."""

    def __init__(self, path: Path) -> None:
        self._path = path

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Be the one; `VaultBusy` names the other. What goes wrong meanwhile is kept for `failure`."""
        try:
            with WriterLock(self._path, wait=_MOMENT).held():
                try:
                    yield
                except EmbedderError as wrong:
                    self._write(f"failed {time.time():.0f} {' '.join(str(wrong).split())}\n")
                    raise
                self._write("")
        except VaultBusy:
            raise VaultBusy(
                f"{self._read() or 'another process'} is making the vectors of this workspace already; "
                "see how far with `reverie models`"
            ) from None

    def holder(self) -> str | None:
        """The process at work now."""
        if not self._read().startswith("process"):
            return None
        lock = WriterLock(self._path, wait=0)
        said = self._read()
        try:
            with lock.held():  # nobody is: it was killed
                self._write("")
                return None
        except VaultBusy:
            return said
        except VaultError:
            return None

    def failure(self) -> tuple[float, str] | None:
        """How many seconds ago the last attempt failed, and why."""
        word, _, rest = self._read().partition(" ")
        at, _, why = rest.partition(" ")
        return (max(0.0, time.time() - float(at)), why) if word == "failed" and at.isdigit() else None

    def _read(self) -> str:
        try:
            return self._path.read_text("utf-8", "replace").strip()
        except OSError:
            return ""

    def _write(self, text: str) -> None:
        with suppress(OSError):  # a full disk; then nobody learns why
            handle = os.open(self._path, os.O_WRONLY | os.O_TRUNC)
            try:
                os.write(handle, text.encode("utf-8", "replace"))
            finally:
                os.close(handle)
