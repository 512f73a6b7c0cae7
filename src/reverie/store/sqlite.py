"""index.db: what makes a vault searchable. Derived; follows the log at a cost proportional to the change."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from datetime import date
from pathlib import Path

from reverie.domain import core, graph, words
from reverie.domain.audit import AuditEntry
from reverie.domain.fragment import Fragment
from reverie.domain.graph import Relation
from reverie.domain.page import Key, Page
from reverie.store import log
from reverie.store.base import Passage
from reverie.store.database import Database
from reverie.store.files import FileVault

SCHEMA_VERSION = 1
_SCHEMA = Path(__file__).parent / "sql" / "index.sql"
_SHOWN = ("undreamed", "waiting")  # marks of uncited fragments that recall shows by itself
_KEY = "space = ? AND kind = ? AND slug = ?"
_COUNTED = 5_000  # beyond this many passages a word says little, however many there are


class SqliteIndex:
    """Full-text search over pages and fragments. The standard library only."""

    def __init__(self, path: Path | None, vault: FileVault) -> None:
        self._database = Database(path, _SCHEMA, SCHEMA_VERSION)
        self._vault = vault

    @property
    def _db(self) -> sqlite3.Connection:
        return self._database.db

    def close(self) -> None:
        self._database.close()

    # Following

    @property
    def cursor(self) -> int:
        row = self._db.execute("SELECT value FROM meta WHERE name = 'cursor'").fetchone()
        return row[0] if row else 0

    def refresh(self) -> int:
        if log.size(self._vault.disk) == self.cursor:
            return 0
        self._vault.state.follow(self._vault.disk)
        with self._database.change():
            if log.size(self._vault.disk) < self.cursor:
                self._empty()
            count, end = 0, self.cursor
            keys: dict[Key, None] = {}
            ids: dict[str, None] = {}
            for logged in log.read(self._vault.disk, end):
                count, end = count + 1, logged.end
                if logged.entry:
                    _touched(logged.entry, keys, ids)
            self._take(keys, ids)
            self._db.execute("INSERT OR REPLACE INTO meta VALUES ('cursor', ?)", (end,))
        return count

    def rebuild(self) -> int:
        self._vault.state.follow(self._vault.disk)
        self._database.clear()
        with self._database.change():
            self._empty()
            self._take(dict.fromkeys(self._vault.keys()), dict.fromkeys(self._vault.state.all_fragments()))
            self._db.execute("INSERT OR REPLACE INTO meta VALUES ('cursor', ?)", (self._vault.state.cursor,))
        return self.size()

    def size(self) -> int:
        return int(self._db.execute("SELECT COUNT(*) FROM passage").fetchone()[0])

    def _empty(self) -> None:
        for table in ("meta", "passage", "hook", "edge", "words"):
            self._db.execute(f"DELETE FROM {table}")

    def _take(self, keys: dict[Key, None], ids: dict[str, None]) -> None:
        """Forget and re-add these pages, and every fragment whose standing they may have changed."""
        pages = self._vault.pages(keys)
        for key in keys:
            hooked = self._db.execute(f"SELECT fragment FROM hook WHERE {_KEY}", (key.space, key.kind, key.slug))
            ids.update(dict.fromkeys(i for (i,) in hooked))
            self._drop(key)
            if key.kind == "entity":
                self._db.execute("DELETE FROM edge WHERE space = ? AND source = ?", (key.space, key.slug))
            page = pages.get(key)
            if page:
                ids.update(dict.fromkeys(c.id for c in page.cited))
                self._page(page)
        citing = self._vault.citing(ids)
        standing = self._vault.pages(key for by in citing.values() for key, _ in by)
        fragments = self._vault.fragments(ids)
        for id_, fragment in fragments.items():
            self._fragment(fragment, citing[id_], standing)
        for id_ in ids.keys() - fragments.keys():
            self._db.execute("DELETE FROM hook WHERE fragment = ?", (id_,))

    def _drop(self, key: Key) -> None:
        row = self._db.execute(f"SELECT id FROM passage WHERE {_KEY}", (key.space, key.kind, key.slug)).fetchone()
        if row:
            self._db.execute("DELETE FROM passage WHERE id = ?", row)
            self._db.execute("DELETE FROM words WHERE rowid = ?", row)

    def _page(self, page: Page) -> None:
        if page.key.kind == "file" or (page.key.kind == "core" and not core.claims(page.text)):
            return
        newest = max((c.day for c in page.evidence.all), default=None)
        self._passage(page.key, page.title, page.prose, page.tags, newest, hidden=bool(page.retired))
        if page.key.kind == "entity" and not page.retired:
            self._db.executemany(
                "INSERT INTO edge VALUES (?, ?, ?, ?, ?, ?)",
                [
                    (page.key.space, r.source, r.name, r.target, _iso(r.since), _iso(r.until))
                    for r in graph.relations(page)
                ],
            )

    def _fragment(self, fragment: Fragment, by: Sequence[tuple[Key, bool]], pages: dict[Key, Page]) -> None:
        """A cited fragment is a hook for its pages; an uncited one is found by itself until dreamed."""
        key = Key(fragment.space, "fragment", fragment.id)
        self._drop(key)
        self._db.execute("DELETE FROM hook WHERE fragment = ?", (fragment.id,))
        here = [(k, active) for k, active in by if k.space == fragment.space]  # no page leads into another space
        parents = [k for k, active in here if active and k in pages and not pages[k].retired]
        mark = self._vault.state.mark(fragment.id)
        if (not parents and (by or mark == "dreamed")) or not _clean(fragment):
            return
        hidden = not parents and mark not in _SHOWN
        self._passage(key, fragment.topic, fragment.body, fragment.tags, fragment.day, hidden=hidden)
        self._db.executemany(
            "INSERT INTO hook VALUES (?, ?, ?, ?)", [(fragment.id, k.space, k.kind, k.slug) for k in parents]
        )

    def _passage(self, key: Key, title: str, body: str, tags: Sequence[str], day: date | None, *, hidden: bool) -> None:
        cursor = self._db.execute(
            "INSERT INTO passage (space, kind, slug, hidden, day, title, body) VALUES (?, ?, ?, ?, ?, ?, ?)",
            (key.space, key.kind, key.slug, hidden, _iso(day), title, body),
        )
        self._db.execute(
            "INSERT INTO words (rowid, title, body, tags) VALUES (?, ?, ?, ?)",
            (cursor.lastrowid, words.spread(title), words.spread(body), " ".join(tags)),
        )

    # Searching

    def search(self, terms: Sequence[str], spaces: Sequence[str], limit: int, *, hidden: bool = False) -> list[Passage]:
        """Passages holding any of the terms, best first. A fragment comes with the pages that cite it."""
        if not terms:
            return []
        marks = ", ".join("?" * len(spaces))
        rows = self._db.execute(
            "SELECT p.id, p.space, p.kind, p.slug, p.day, p.title, p.body, bm25(words, 2.0, 1.0, 1.0) AS rank "
            "FROM words JOIN passage p ON p.id = words.rowid "
            f"WHERE words MATCH ? AND p.space IN ({marks}) AND p.hidden <= ? "
            "ORDER BY rank, p.space, p.kind, p.slug LIMIT ?",
            (" OR ".join(_phrase(term) for term in terms), *spaces, int(hidden), limit),
        ).fetchall()
        matched = {term: self._holding(term, [row[0] for row in rows]) for term in terms}
        return [
            Passage(
                key=Key(space, kind, slug),
                parents=self._parents(slug) if kind == "fragment" else (),
                text=body,
                title=title,
                day=date.fromisoformat(day) if day else None,
                score=-rank,
                terms=tuple(term for term in terms if id_ in matched[term]),
            )
            for id_, space, kind, slug, day, title, body, rank in rows
        ]

    def _holding(self, term: str, ids: Sequence[int]) -> set[int]:
        marks = ", ".join("?" * len(ids))
        sql = f"SELECT rowid FROM words WHERE words MATCH ? AND rowid IN ({marks})"
        return {id_ for (id_,) in self._db.execute(sql, (_phrase(term), *ids))}

    def _parents(self, fragment: str) -> tuple[Key, ...]:
        rows = self._db.execute("SELECT space, kind, slug FROM hook WHERE fragment = ? ORDER BY 1, 2, 3", (fragment,))
        return tuple(Key(*row) for row in rows)

    def frequency(self, term: str) -> int:
        """How many passages hold the term, counted only so far."""
        sql = "SELECT COUNT(*) FROM (SELECT 1 FROM words WHERE words MATCH ? LIMIT ?)"
        return int(self._db.execute(sql, (_phrase(term), _COUNTED)).fetchone()[0])

    # The graph

    def edges(self, space: str, names: Iterable[str]) -> list[Relation]:
        """The relations that start or end at these entities."""
        found: dict[tuple[str, ...], Relation] = {}
        for name in names:
            rows = self._db.execute(
                "SELECT source, name, target, since, until FROM edge WHERE space = ? AND (source = ? OR target = ?) "
                "ORDER BY 1, 2, 3, 4",
                (space, name, name),
            )
            for source, link, target, since, until in rows:
                relation = Relation(source=source, name=link, target=target, since=_date(since), until=_date(until))
                found[(source, link, target, since or "", until or "")] = relation
        return list(found.values())

    def all_edges(self) -> list[tuple[str, Relation]]:
        rows = self._db.execute("SELECT space, source, name, target, since, until FROM edge ORDER BY 1, 2, 3, 4, 5")
        return [
            (space, Relation(source=source, name=link, target=target, since=_date(since), until=_date(until)))
            for space, source, link, target, since, until in rows
        ]


def _clean(f: Fragment) -> bool:
    """Another program may have written a credential into a stream; it must not become searchable."""
    from reverie.domain.safety import clean  # costs more to import than a search takes

    return clean(f.topic, f.body, f.quote, f.who or "")


def _touched(entry: AuditEntry, keys: dict[Key, None], ids: dict[str, None]) -> None:
    keys.update(dict.fromkeys(key for change in entry.files for key in change.keys))
    ids.update(dict.fromkeys(i for appended in entry.appended for i in appended.ids))
    ids.update(dict.fromkeys(i for marked in entry.marks.values() for i in marked))


def _phrase(term: str) -> str:
    return '"' + words.spread(term).strip().replace('"', '""') + '"'


def _iso(day: date | None) -> str | None:
    return day.isoformat() if day else None


def _date(text: str | None) -> date | None:
    return date.fromisoformat(text) if text else None
