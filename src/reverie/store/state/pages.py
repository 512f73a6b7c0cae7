"""Where each page stands, what it is called, and what it cites."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

from reverie.domain.citation import Citation, Evidence
from reverie.domain.decay import Status
from reverie.domain.page import Key, PageKind
from reverie.store.replay import BY_KEY, cites, owner, spaces_of
from reverie.store.state.tables import Tables


class Pages(Tables):
    """The pages that the log left standing, and their evidence."""

    def spaces(self) -> dict[str, str]:
        """Folder name to space, for every named space that holds anything."""
        return spaces_of(self._db)

    def path(self, key: Key) -> str | None:
        row = self._db.execute(f"SELECT path FROM page WHERE {BY_KEY}", (key.space, key.kind, key.slug)).fetchone()
        return row[0] if row else None

    def keys(self, space: str | None, begins: str = "", kind: str = "") -> list[Key]:
        if begins or kind:
            rows = self._db.execute(
                "SELECT space, kind, slug FROM page WHERE space = ? AND kind = ? AND slug >= ? AND slug < ? "
                "ORDER BY slug",
                (space or "", kind or "entity", begins, begins + "\uffff"),
            )
            return [Key(*row) for row in rows]
        rows = self._db.execute(
            "SELECT space, kind, slug FROM page WHERE ? IS NULL OR space = ? ORDER BY space, kind, slug",
            (space, space),
        )
        return [Key(*row) for row in rows]

    def of(self, kind: str, slug: str) -> list[Key]:
        """The pages of that kind and name, in whatever space."""
        rows = self._db.execute("SELECT space, kind, slug FROM page WHERE kind = ? AND slug = ? LIMIT 5", (kind, slug))
        return [Key(*row) for row in rows]

    def titles(self, kind: PageKind, spaces: Sequence[str] | None = None) -> list[tuple[Key, str]]:
        """The pages of a kind in these spaces, or in all, that are not retired, with their titles."""
        sql = "SELECT slug, title FROM page WHERE space = ? AND kind = ? AND retired IS NULL ORDER BY slug"
        wanted = sorted(("", *self.spaces().values()) if spaces is None else dict.fromkeys(spaces))
        return [
            (Key(space, kind, slug), title) for space in wanted for slug, title in self._db.execute(sql, (space, kind))
        ]

    def counts(self) -> dict[str, int]:
        rows = self._db.execute("SELECT kind, COUNT(*) FROM page WHERE retired IS NULL GROUP BY kind ORDER BY kind")
        return dict(rows.fetchall())

    def due(self, space: str, on: date) -> list[Key]:
        sql = "SELECT space, kind, slug FROM page WHERE space = ? AND expires <= ? ORDER BY expires, kind, slug"
        return [Key(*row) for row in self._db.execute(sql, (space, on.isoformat()))]

    def faded(self) -> dict[Key, Status]:
        """How far pages had faded at the last sweep; those that were active are left out."""
        rows = self._db.execute("SELECT space, kind, slug, status FROM faded")
        return {Key(space, kind, slug): status for space, kind, slug, status in rows}

    def owner(self, path: str) -> list[Key]:
        return owner(self._db, path)

    def trust(self, key: Key) -> str | None:
        row = self._db.execute(f"SELECT trust FROM page WHERE {BY_KEY}", (key.space, key.kind, key.slug)).fetchone()
        return row[0] if row else None

    def handle(self, key: Key) -> str:
        row = self._db.execute(f"SELECT handle FROM page WHERE {BY_KEY}", (key.space, key.kind, key.slug)).fetchone()
        return row[0] if row else key.handle

    def find(self, handle: str) -> list[Key]:
        """The keys a handle (or the beginning of one) may mean: pages first, then fragments.

        A page that was merged away leads to the page it went into.
        """
        pages = "SELECT space, kind, slug FROM page WHERE handle "
        rows = self._db.execute(pages + "= ?", (handle,)).fetchall()
        rows = rows or self._db.execute(pages + "LIKE ? LIMIT 5", (handle + "%",)).fetchall()
        if not rows:
            fragments = "SELECT space, 'fragment', id FROM fragment WHERE handle LIKE ? LIMIT 5"
            rows = self._db.execute(fragments, (handle + "%",)).fetchall()
        return list(dict.fromkeys(self._merged_into(Key(*row)) for row in rows))

    def _merged_into(self, key: Key) -> Key:
        where = f"SELECT retired, handle FROM page WHERE {BY_KEY}"
        row = self._db.execute(where, (key.space, key.kind, key.slug)).fetchone()
        if not row or " merged into " not in (row[0] or ""):
            return key
        alias = self._db.execute("SELECT space, kind, slug FROM alias WHERE handle = ?", (row[1],)).fetchone()
        return Key(*alias) if alias else key

    def aliases(self) -> dict[str, Key]:
        """The handles of pages that were merged away, and the pages they lead to."""
        rows = self._db.execute("SELECT handle, space, kind, slug FROM alias ORDER BY handle")
        return {handle: Key(space, kind, slug) for handle, space, kind, slug in rows}

    def owed(self, key: Key) -> Evidence:
        found = cites(self._db, key)
        return Evidence(
            frozenset(c for c, role in found if role == "adopted"),
            frozenset(c for c, role in found if role == "owed"),
        )

    def owing(self) -> list[Key]:
        """The pages whose text lacks evidence, because a person's edit left it out."""
        rows = self._db.execute(
            "SELECT DISTINCT space, kind, slug FROM cite WHERE role IN ('owed', 'adopted') ORDER BY 1, 2, 3"
        )
        return [Key(*row) for row in rows]

    def void(self, key: Key) -> frozenset[Citation]:
        """Citations of fragments that nobody holds; they prove nothing."""
        sql = f"SELECT day, id FROM cite WHERE {BY_KEY} AND id NOT IN (SELECT id FROM fragment)"
        rows = self._db.execute(sql, (key.space, key.kind, key.slug))
        return frozenset(Citation(date.fromisoformat(day), id_) for day, id_ in rows)

    def cited_by(self, key: Key) -> list[str]:
        """The fragments that a page cites."""
        return [citation.id for citation, _ in cites(self._db, key)]

    def citing(self, ids: Iterable[str]) -> dict[str, list[tuple[Key, bool]]]:
        found: dict[str, list[tuple[Key, bool]]] = {}
        for id_ in ids:
            rows = self._db.execute("SELECT space, kind, slug, role FROM cite WHERE id = ? ORDER BY 1, 2, 3", (id_,))
            found[id_] = [(Key(space, kind, slug), role in ("active", "adopted")) for space, kind, slug, role in rows]
        return found

    def dangling(self) -> list[tuple[Key, list[str]]]:
        """Pages that cite fragments nobody holds, and which."""
        rows = self._db.execute(
            "SELECT space, kind, slug, id FROM cite WHERE id NOT IN (SELECT id FROM fragment) ORDER BY 1, 2, 3, 4"
        )
        found: dict[Key, list[str]] = {}
        for space, kind, slug, id_ in rows:
            found.setdefault(Key(space, kind, slug), []).append(id_)
        return list(found.items())
