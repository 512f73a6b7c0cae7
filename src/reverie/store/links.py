"""Entities in index.db: what they are called, how they are linked, and where each is told of; now or as we knew it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import replace
from datetime import date

from reverie.domain import citation, graph, names
from reverie.domain.citation import Evidence
from reverie.domain.graph import Relation
from reverie.domain.page import Key, Page
from reverie.store.base import Called, Scope
from reverie.store.replay import moment

TABLES = ("edge", "called", "spelling", "heir")
_NOW = Scope()
_AT_ONCE = 400  # parameters of one statement
_STEPS = 8  # entities merged one into the other that are followed


def note(db: sqlite3.Connection, key: Key, page: Page | None, when: str) -> None:
    """An entity has this version from a moment on, or none: what it is called, and what it is linked to."""
    standing = page if page and not page.retired else None
    heir = graph.heir(page) if page else None
    said = {name for name in map(names.plain, graph.called(standing)) if name} if standing else set()
    words = {word for name in said for word in name.split()}
    rows = {(name, 1) for name in said} | {(word, 0) for word in words - said}
    _change(db, "called", ("space", "slug"), key, ("said", "whole"), rows, when)
    db.executemany(
        "INSERT OR IGNORE INTO spelling VALUES (?, ?)",
        [(said, word) for word in words for said in (word, *names.spellings(word))],
    )
    _change(db, "heir", ("space", "slug"), key, ("heir",), {(heir,)} if heir else set(), when)
    links = {
        (r.name, r.target, _iso(r.since), _iso(r.until), r.days, citation.comment(r.evidence))
        for r in (graph.relations(standing) if standing else ())
    }  # fmt: skip
    columns = ("name", "target", "since", "until", "days", "proof")
    _change(db, "edge", ("space", "source"), key, columns, links, when)


def forget(db: sqlite3.Connection, key: Key) -> None:
    """Take out what an entity was ever called and linked to."""
    for table, name in (("called", "slug"), ("heir", "slug"), ("edge", "source")):
        db.execute(f"DELETE FROM {table} WHERE space = ? AND {name} = ?", (key.space, key.slug))


def _change(
    db: sqlite3.Connection, table: str, owner: tuple[str, str], key: Key, columns: Sequence[str],
    rows: Set[tuple[object, ...]], when: str,
) -> None:  # fmt: skip
    """What stands of an entity in a table becomes these rows; what leaves is kept as what we held until then."""
    mine = (key.space, key.slug)
    where, listed = f"{owner[0]} = ? AND {owner[1]} = ? AND gone IS NULL", ", ".join(columns)
    held = set(db.execute(f"SELECT {listed} FROM {table} WHERE {where}", mine))
    same = " AND ".join(f"{column} IS ?" for column in columns)
    left = [(when, *mine, *row) for row in held - rows]
    db.executemany(f"UPDATE {table} SET gone = ? WHERE {where} AND {same}", left)
    marks = ", ".join("?" * (len(columns) + 3))
    db.executemany(
        f"INSERT OR REPLACE INTO {table} ({', '.join(owner)}, {listed}, learned) VALUES ({marks})",
        [(*mine, *row, when) for row in sorted(rows - held, key=repr)],
    )


class SqliteLinks:
    """The graph as index.db has it."""

    def __init__(self, db: Callable[[], sqlite3.Connection]) -> None:
        self._db = db

    def called(
        self, said: Iterable[str], scope: Scope = _NOW, *, begins: bool = False, most: int = 200
    ) -> list[Called]:
        held, given = _held(scope)
        spaces = ", ".join("?" * len(scope.spaces))
        rows: list[tuple[str, str, str, int]] = []
        wanted = list(dict.fromkeys(said))
        for some in _batches(wanted, 1 if begins else _AT_ONCE):
            match = "said >= ? AND said < ?" if begins else f"said IN ({', '.join('?' * len(some))})"
            sayings = (some[0], some[0] + "\U0010ffff") if begins else some
            rows += self._db().execute(
                f"SELECT said, space, slug, whole FROM called WHERE space IN ({spaces}) AND {match} AND {held} "
                "ORDER BY whole DESC, slug LIMIT ?",
                (*scope.spaces, *sayings, *given, most),
            )
        return [Called(name, Key(space, "entity", slug), bool(whole)) for name, space, slug, whole in rows]

    def spelt(self, words: Iterable[str]) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for word in words:
            forms = [word, *names.spellings(word)]
            marks = ", ".join("?" * len(forms))
            rows = self._db().execute(f"SELECT DISTINCT word FROM spelling WHERE said IN ({marks})", forms)
            found[word] = sorted(known for (known,) in rows if names.misspelt(word, known))
        return {word: known for word, known in found.items() if known}

    def edges(self, space: str, slugs: Iterable[str], scope: Scope = _NOW) -> list[Relation]:
        heirs = self._heirs(space, scope)
        held, given = _held(scope)
        found: dict[tuple[str, ...], Relation] = {}
        for slug in slugs:
            ends = [slug, *(old for old in heirs if _heir(old, heirs) == slug)]
            marks = ", ".join("?" * len(ends))
            rows = self._db().execute(
                "SELECT source, name, target, since, until, proof FROM edge WHERE space = ? AND "
                f"(source = ? OR target IN ({marks})) AND {held} ORDER BY 1, 2, 3, 4",
                (space, slug, *ends, *given),
            )
            for row in rows:
                relation = _relation(row, heirs)
                if relation.source != relation.target:
                    told = (relation.source, relation.name, relation.target, row[3] or "", row[4] or "")
                    found[told] = _both(found[told], relation) if told in found else relation
        return list(found.values())

    def all_edges(self, space: str | None = None) -> list[tuple[str, Relation]]:
        columns = "space, source, name, target, since, until, proof"
        where, given = ("gone IS NULL", ()) if space is None else ("gone IS NULL AND space = ?", (space,))
        rows = self._db().execute(f"SELECT {columns} FROM edge WHERE {where} ORDER BY 1, 2, 3, 4, 5", given).fetchall()
        heirs = {space: self._heirs(space, _NOW) for space in {row[0] for row in rows}}
        found = [(row[0], _relation(row[1:], heirs[row[0]])) for row in rows]
        return [(space, relation) for space, relation in found if relation.source != relation.target]

    def neighbours(self, of: Key, on: date, scope: Scope, most: int) -> list[tuple[Key, str, str]]:
        heirs = self._heirs(of.space, scope)
        held, given = _held(scope)
        day = on.isoformat()
        valid = f"(since IS NULL OR since <= ?) AND (until IS NULL OR until > ?) AND {held} ORDER BY days DESC LIMIT ?"
        rows: list[tuple[int, str, str, str]] = []
        for slug in (of.slug, *(old for old in heirs if _heir(old, heirs) == of.slug)):
            for mine, other in (("source", "target"), ("target", "source")):
                sql = f"SELECT days, {other}, name, proof FROM edge WHERE space = ? AND {mine} = ? AND {valid}"
                rows += self._db().execute(sql, (of.space, slug, day, day, *given, most)).fetchall()
        rows.sort(key=lambda row: (-row[0], *row[1:]))
        found = [(Key(of.space, "entity", _heir(end, heirs)), name, proof) for _, end, name, proof in rows]
        return [row for row in found if row[0] != of][:most]

    def proofs(self, entity: Key, scope: Scope, most: int) -> list[str]:
        held, given = _held(scope, until="until")
        rows = self._db().execute(
            "SELECT fragment FROM hook WHERE space = ? AND kind = 'entity' AND slug = ? AND active = 1 "
            f"AND {held} ORDER BY fragment DESC LIMIT ?",
            (entity.space, entity.slug, *given, most),
        )
        return [fragment for (fragment,) in rows]

    def resting(self, fragments: Iterable[str], space: str, scope: Scope) -> list[tuple[int, str]]:
        told, given = _held(scope, "h.", "until")
        shown = _held(scope, "p.", "until")[0]
        rows: list[tuple[int, str]] = []
        for some in _batches(list(dict.fromkeys(fragments)), _AT_ONCE):
            rows += self._db().execute(
                "SELECT p.id, h.fragment FROM hook h JOIN passage p ON p.slug = h.slug AND p.kind = h.kind "
                f"AND p.space = h.space AND p.standing = 0 AND p.part = 0 AND {shown} "
                f"WHERE h.fragment IN ({', '.join('?' * len(some))}) AND h.space = ? AND h.active = 1 "
                f"AND h.kind IN ('belief', 'skill') AND {told}",
                (*given, *some, space, *given),
            )
        return rows

    def page(self, entity: Key, scope: Scope) -> list[int]:
        held, given = _held(scope, until="until")
        rows = self._db().execute(
            f"SELECT id FROM passage WHERE slug = ? AND space = ? AND kind = 'entity' AND standing = 0 AND {held}",
            (entity.slug, entity.space, *given),
        )
        return [id_ for (id_,) in rows]

    def entities(self, scope: Scope = _NOW) -> list[tuple[Key, str]]:
        held, given = _held(scope, until="until")
        spaces = ", ".join("?" * len(scope.spaces))
        rows = self._db().execute(
            f"SELECT space, slug, title FROM passage WHERE kind = 'entity' AND part = 0 AND standing = 0 "
            f"AND space IN ({spaces}) AND {held} ORDER BY space, slug",
            (*scope.spaces, *given),
        )
        return [(Key(space, "entity", slug), title) for space, slug, title in rows]

    def _heirs(self, space: str, scope: Scope) -> dict[str, str]:
        held, given = _held(scope)
        sql = f"SELECT slug, heir FROM heir WHERE space = ? AND {held}"
        return dict(self._db().execute(sql, (space, *given)).fetchall())


def _heir(slug: str, heirs: Mapping[str, str]) -> str:
    """The entity that a slug leads to by now."""
    for _ in range(_STEPS):
        if slug not in heirs:
            break
        slug = heirs[slug]
    return slug


def _held(scope: Scope, table: str = "", until: str = "gone") -> tuple[str, tuple[str, ...]]:
    """What we held at the time of a scope, as SQL."""
    if scope.as_of is None:
        return f"{table}{until} IS NULL", ()
    at = moment(scope.as_of)
    return f"{table}learned <= ? AND ({table}{until} IS NULL OR {table}{until} > ?)", (at, at)


def _relation(row: Sequence[str | None], heirs: Mapping[str, str]) -> Relation:
    source, name, target, since, until, proof = row
    return Relation(
        source=source or "", name=name or "", target=_heir(target or "", heirs), since=_date(since), until=_date(until),
        evidence=citation.by_section(proof or ""),
    )  # fmt: skip


def _both(one: Relation, other: Relation) -> Relation:
    """One link that two entities had, before they were one."""
    active = one.evidence.active | other.evidence.active
    superseded = (one.evidence.superseded | other.evidence.superseded) - active
    return replace(one, evidence=Evidence(active, superseded))


def _batches(some: Sequence[str], most: int) -> Iterable[Sequence[str]]:
    return (some[start : start + most] for start in range(0, len(some), most))


def _iso(day: date | None) -> str | None:
    return day.isoformat() if day else None


def _date(text: str | None) -> date | None:
    return date.fromisoformat(text) if text else None
