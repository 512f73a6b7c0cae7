"""What this machine saw of the vault's files: their stamps, and those that could not be taken in."""

from __future__ import annotations

from collections.abc import Mapping

from reverie.store.base import Problem
from reverie.store.disk import Stamp
from reverie.store.state.tables import Tables


class Files(Tables):
    """The files last recorded, as they were when somebody last looked."""

    def versions(self) -> dict[str, str]:
        """Every file of the vault, and the version last recorded of it."""
        return dict(self._db.execute("SELECT path, version FROM file").fetchall())

    def version_of(self, path: str) -> str | None:
        row = self._db.execute("SELECT version FROM file WHERE path = ?", (path,)).fetchone()
        return row[0] if row else None

    def stamps(self) -> dict[str, tuple[int | None, ...]]:
        """Every file of the vault, and its stamp when it was last looked at; nothing in it if it was not since."""
        return {row[0]: row[1:] for row in self._db.execute("SELECT path, size, mtime, ctime FROM file")}

    def saw(self, stamps: Mapping[str, Stamp]) -> None:
        """These files are, at these stamps, what was last recorded of them."""
        with self._database.change() as db:
            db.executemany(
                "UPDATE file SET size = ?, mtime = ?, ctime = ? WHERE path = ?",
                [(s.size, s.mtime_ns, s.ctime_ns, path) for path, s in stamps.items()],
            )

    def problems(self) -> list[tuple[Problem, str]]:
        rows = self._db.execute("SELECT path, line, why, version FROM problem ORDER BY path")
        return [(Problem(path=path, line=line, why=why), version) for path, line, why, version in rows]

    def problem_paths(self) -> set[str]:
        return {path for (path,) in self._db.execute("SELECT path FROM problem")}

    def set_problems(self, found: Mapping[str, tuple[Problem, str]]) -> None:
        with self._database.change() as db:
            db.execute("DELETE FROM problem")
            db.executemany(
                "INSERT INTO problem VALUES (?, ?, ?, ?)",
                [(p.path, p.line, p.why, v) for p, v in found.values()],
            )
