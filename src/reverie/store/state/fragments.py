"""Where each fragment stands in its stream, what a dream made of it, and how far sources were read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from reverie.store.base import Mark
from reverie.store.state.tables import Tables


class Fragments(Tables):
    """The fragments, their marks and their streams."""

    def places(self, ids: Iterable[str]) -> list[tuple[str, str, str, int, int]]:
        """Id, space, path, offset and length of those fragments that are known."""
        found = []
        for id_ in ids:
            row = self._db.execute(
                "SELECT id, space, path, offset, length FROM fragment WHERE id = ?", (id_,)
            ).fetchone()
            if row:
                found.append(row)
        return found

    def space_of(self, fragment: str) -> str | None:
        """The space a fragment was said in; None for one that nobody holds."""
        row = self._db.execute("SELECT space FROM fragment WHERE id = ?", (fragment,)).fetchone()
        return row[0] if row else None

    def all_fragments(self) -> list[str]:
        return [i for (i,) in self._db.execute("SELECT id FROM fragment ORDER BY day, id")]

    def of_day(self, path: str) -> list[str]:
        return [i for (i,) in self._db.execute("SELECT id FROM fragment WHERE path = ? ORDER BY offset", (path,))]

    def sources(self) -> set[str]:
        """Where fragments were said."""
        return {source for (source,) in self._db.execute("SELECT DISTINCT source FROM fragment")}

    def entries_of(self, source: str) -> set[str]:
        """The entries of a source that fragments quote."""
        return {entry for (entry,) in self._db.execute("SELECT entry FROM fragment WHERE source = ?", (source,))}

    def mark(self, id_: str) -> str | None:
        row = self._db.execute("SELECT mark FROM fragment WHERE id = ?", (id_,)).fetchone()
        return row[0] if row else None

    def marks(self) -> dict[str, list[str]]:
        """The fragments of each mark but the first, in order."""
        found: dict[str, list[str]] = {}
        for id_, mark in self._db.execute("SELECT id, mark FROM fragment WHERE mark != 'undreamed' ORDER BY id"):
            found.setdefault(mark, []).append(id_)
        return found

    def marked(self, mark: Mark, space: str | None, limit: int, source: str | None = None) -> list[str]:
        rows = self._db.execute(
            "SELECT id FROM fragment WHERE mark = ? AND (? IS NULL OR space = ?) AND (? IS NULL OR source = ?) "
            "ORDER BY day, id LIMIT ?",
            (mark, space, space, source, source, limit),
        )
        return [id_ for (id_,) in rows]

    def undone(self, space: str | None = None) -> set[str]:
        sql = "SELECT id FROM fragment WHERE mark = 'set aside' AND undone AND (? IS NULL OR space = ?)"
        return {id_ for (id_,) in self._db.execute(sql, (space, space))}

    def mark_counts(self) -> dict[str, int]:
        return dict(self._db.execute("SELECT mark, COUNT(*) FROM fragment GROUP BY mark").fetchall())

    def was(self, id_: str) -> str:
        """What a forgotten fragment was before."""
        row = self._db.execute("SELECT was FROM fragment WHERE id = ?", (id_,)).fetchone()
        return row[0] if row else "undreamed"

    def forgotten(self, ids: Iterable[str]) -> set[str]:
        """Those of the fragments that a person has forgotten: by themselves, or with every page that tells them."""
        sql = (
            "SELECT f.mark = 'forgotten', COUNT(p.slug), COUNT(p.slug) FILTER (WHERE p.retired LIKE '% forgotten%') "
            "FROM fragment f LEFT JOIN cite c ON c.id = f.id LEFT JOIN page p ON (p.space, p.kind, p.slug) = "
            "(c.space, c.kind, c.slug) AND p.kind NOT IN ('digest', 'summary') WHERE f.id = ?"
        )
        found = ((id_, self._db.execute(sql, (id_,)).fetchone()) for id_ in ids)
        return {id_ for id_, (marked, told, gone) in found if marked or (told and told == gone)}

    def backlog(self, but: Sequence[str], most: int = 1000) -> tuple[int, int, datetime | None]:
        """How many fragments wait for a dream outside of these spaces, as far as `most`; how many of them are sessions'
        digests; and when we learnt the first."""
        waiting = (
            "SELECT id, learned FROM fragment WHERE mark = 'undreamed' "
            f"AND space NOT IN ({', '.join('?' * len(but))}) ORDER BY day, id LIMIT ?"
        )
        given = (*but, most)
        count, first = self._db.execute(f"SELECT COUNT(*), MIN(learned) FROM ({waiting})", given).fetchone()
        digests = f"SELECT COUNT(*) FROM ({waiting}) w JOIN cite c ON c.id = w.id WHERE c.kind = 'digest'"
        told = self._db.execute(digests, given).fetchone()[0] if count else 0
        return count, told, datetime.fromisoformat(first) if first else None

    def watermark(self, source: str) -> str | None:
        row = self._db.execute("SELECT entry FROM watermark WHERE source = ?", (source,)).fetchone()
        return row[0] if row else None

    def read_past(self, source: str, ts: datetime) -> bool:
        """Whether a source was read to that moment or further."""
        row = self._db.execute("SELECT ts FROM watermark WHERE source = ?", (source,)).fetchone()
        return row is not None and datetime.fromisoformat(row[0]) >= ts

    def stream_tail(self, path: str) -> tuple[int, str]:
        """How long a stream is as far as we know, and the hash its next line carries."""
        row = self._db.execute("SELECT size, tail FROM stream WHERE path = ?", (path,)).fetchone()
        return row or (0, "")

    def streams(self) -> list[tuple[str, str, int]]:
        return self._db.execute("SELECT path, space, size FROM stream ORDER BY path").fetchall()

    def not_in_history(self, *, anew: bool) -> dict[str, int]:
        """Streams that have grown since they were last committed, or all when it is written anew, and their size."""
        sql = "SELECT path, size FROM stream WHERE size > kept OR ? ORDER BY path"
        return dict(self._db.execute(sql, (anew,)).fetchall())

    def in_history(self, sizes: Mapping[str, int]) -> None:
        if sizes:
            rows = [(size, path) for path, size in sizes.items()]
            with self._database.change() as db:
                db.executemany("UPDATE stream SET kept = ? WHERE path = ?", rows)
