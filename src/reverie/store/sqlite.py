"""index.db: what makes a vault searchable. Derived; follows the log and the archive at the cost of what changed."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from pathlib import Path

from reverie.domain import words
from reverie.domain.audit import AuditEntry
from reverie.domain.fragment import Fragment
from reverie.domain.page import Key, Page
from reverie.domain.traits import OVERTURNED
from reverie.store import layout, log
from reverie.store.archive import Archive
from reverie.store.base import Found, Passage, Scope
from reverie.store.database import Database
from reverie.store.files import FileVault
from reverie.store.links import TABLES as GRAPH, SqliteLinks
from reverie.store.passages import HIDDEN, LONG, SHOWN, SPACE_BITS, Passages, texts
from reverie.store.replay import moment

SCHEMA_VERSION = 4
PATIENCE = 10.0  # seconds a writer waits for another to take in what it wrote
_SCHEMA = Path(__file__).parent / "sql" / "index.sql"
_COUNTED = 20_000  # beyond this many passages a word says little, however many there are
_RARE = 300  # passages up to which a term is rare: they are read at once, not counted before
_TERMS = 24  # the rarest terms of a question that are looked up
_ALL = 200  # passages holding every term that are always found
_CACHED = 100_000  # rows kept in memory between questions
_GENERATION = (
    "epoch",
    "cursor",
    "kept",
    "dropped",
    "archive",
    "next",
)  # what tells one state of the index from another
_BATCH = 5_000  # turns taken in at once


class SqliteIndex:
    """Full-text search over pages, fragments and turns. The standard library only."""

    def __init__(self, path: Path | None, vault: FileVault, archive: Archive) -> None:
        self._database = Database(path, _SCHEMA, SCHEMA_VERSION)
        self._vault = vault
        self._archive = archive
        self._rows = _Rows()
        self.links = SqliteLinks(lambda: self.db)

    @property
    def db(self) -> sqlite3.Connection:
        return self._database.db

    def close(self) -> None:
        self._database.close()

    # Following

    def _meta(self) -> dict[str, int]:
        return Counter(dict(self.db.execute("SELECT name, value FROM meta")))

    def _set(self, name: str, value: int) -> None:
        self.db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (name, value))

    def refresh(self, patience: float = PATIENCE) -> int:
        self.db.execute(f"PRAGMA busy_timeout = {round(patience * 1000)}")
        meta = self._meta()
        count = 0
        if log.size(self._vault.disk) != meta["cursor"]:
            count += self._follow_log()
        epoch, kept, dropped = self._archive.ends()
        if (meta["kept"], meta["dropped"]) != (kept, dropped) or (kept and meta["archive"] != epoch):
            count += self._follow_archive()
        self._follow_rows(self._meta() if count else meta)
        return count

    def rebuild(self) -> int:
        self._vault.state.follow(self._vault.disk)
        self._database.clear()
        self.refresh()
        return self.size()

    def size(self, spaces: Sequence[str] | None = None) -> int:
        known = self._known().spaces
        return sum(shown for space, (_, shown) in known.items() if spaces is None or space in spaces)

    def _follow_log(self) -> int:
        self._vault.state.follow(self._vault.disk)
        with self._database.change():
            if log.size(self._vault.disk) < self._meta()["cursor"]:
                self._empty()
            count, end, entries = 0, self._meta()["cursor"], []
            for logged in log.read(self._vault.disk, end):
                count, end = count + 1, logged.end
                if logged.entry:
                    entries.append(_Change.of(logged.entry, self._vault.state.spaces()))
            with Passages(self.db) as passages:
                self._take(entries, passages)
            self._set("cursor", end)
        return count

    def _follow_archive(self) -> int:
        """Take in turns that were kept or dropped since, so many at a time."""
        count = 0
        while True:
            meta = self._meta()
            kept, dropped = meta["kept"], meta["dropped"]
            changes = self._archive.changes(kept, dropped, _BATCH)
            anew = changes.anew or (bool(kept) and changes.epoch != meta["archive"])
            if not anew and (changes.kept, changes.dropped) == (kept, dropped):
                return count
            with self._database.change():
                if self._meta() != meta:
                    continue  # another process took them in meanwhile
                with Passages(self.db) as passages:
                    if anew:
                        self._forget_turns(passages)
                        continue
                    for key in changes.gone:
                        passages.drop(key)
                    for turn in changes.turns:
                        passages.turn(turn)
                self._set("kept", changes.kept)
                self._set("dropped", changes.dropped)
                self._set("archive", changes.epoch)
            count += len(changes.turns) + len(changes.gone)
            if not changes.more:
                return count

    def _forget_turns(self, passages: Passages) -> None:
        """The archive is another one: what was taken from the old one is taken again, as far as it is there."""
        for space, slug in self.db.execute("SELECT space, slug FROM passage WHERE kind = 'turn'").fetchall():
            passages.drop(Key(space, "turn", slug))
        for name in ("kept", "dropped", "archive"):
            self._set(name, 0)

    def _empty(self) -> None:
        for table in ("meta", "space", "session", "passage", "speaker", "mark", "taken", "hook", *GRAPH, "piece"):
            self.db.execute(f"DELETE FROM {table}")
        for table in ("words", "past"):
            self.db.execute(f"INSERT INTO {table} ({table}) VALUES ('delete-all')")

    def _take(self, changes: Sequence[_Change], passages: Passages) -> None:
        """Entry by entry: new versions of pages, and every fragment whose standing they may have changed."""
        last = {key: n for n, change in enumerate(changes) for key in change.pages}
        current = self._vault.pages(last)
        known: dict[str, Fragment] = {}
        for n, change in enumerate(changes):
            touched = dict.fromkeys(change.ids)
            for key, page in change.pages.items():
                touched.update(dict.fromkeys(passages.hooked(key)))
                passages.page(key, current.get(key) if last[key] == n else page, change.at)
                touched.update(dict.fromkeys(passages.hooked(key)))
            passages.mark(change.marks)
            known.update(self._vault.fragments(id_ for id_ in touched if id_ not in known))
            for fragment in (known[id_] for id_ in touched if id_ in known):
                if _clean(fragment):
                    passages.fragment(fragment, change.at)

    # Searching

    def _ranges(self, spaces: Sequence[str]) -> list[tuple[int, int]]:
        return [(no << SPACE_BITS, (no + 1 << SPACE_BITS) - 1) for no in self.numbers(spaces)]

    def speakers(self, spaces: Sequence[str]) -> list[str]:
        return sorted({name for space, name in self._known().speakers if space in spaces})

    def lookup(self, terms: Sequence[str], scope: Scope, budget: int) -> list[Found]:
        ranges = self._ranges(scope.spaces)
        found: list[Found] = []
        if len(terms) > _TERMS:
            counts = {term: self._count(term, ranges, scope) for term in terms}
            found = [Found(term, 0) for term in terms if not counts[term]]
            terms = sorted((t for t in terms if counts[t]), key=lambda term: (counts[term], term))[:_TERMS]
        looked = [self._rare(term, ranges, scope) for term in terms]
        found += [one for one in looked if not one.count]
        known = sorted((one for one in looked if one.count), key=lambda one: (one.count, one.term))
        left = budget
        for one in known:
            if one.count > _RARE and (one.count <= left or one is known[0]):
                ids = self._ids(_phrase(one.term), ranges, scope, left)
                one = self._placed(one.term, one.count, ids, ranges, scope)
            elif one.count > left:
                one = Found(one.term, one.count)
            found.append(one)
            left = max(0, left - one.count)
        if sum(one.count for one in known) > budget:
            every = " AND ".join(_phrase(one.term) for one in known)
            found.append(Found("", 0, self._ids(every, ranges, scope, _ALL)))
        return found

    def _rare(self, term: str, ranges: Sequence[tuple[int, int]], scope: Scope) -> Found:
        """Where a term stands, if it is rare; else how many passages hold it, counted only so far."""
        ids = self._ids(_phrase(term), ranges, scope, _RARE + 1)
        if len(ids) > _RARE:
            return Found(term, self._count(term, ranges, scope))
        return self._placed(term, len(ids), ids, ranges, scope)

    def _placed(self, term: str, count: int, ids: list[int], ranges: Sequence[tuple[int, int]], scope: Scope) -> Found:
        """Passages that hold a term, told apart by where: most are short, and then all of it is their lead."""
        if not any(id_ & LONG for id_ in ids):
            return Found(term, count, ids)
        lead = set(self._ids(f"lead : {_phrase(term)}", ranges, scope, len(ids)))
        lead.update(id_ for id_ in ids if not id_ & LONG)
        return Found(term, count, [i for i in ids if i in lead], [i for i in ids if i not in lead])

    def _count(self, term: str, ranges: Sequence[tuple[int, int]], scope: Scope) -> int:
        total = 0
        for table in _tables(scope):
            rows, given = _seen(table, scope)
            sql = f"SELECT COUNT(*) FROM (SELECT 1 {rows} LIMIT ?)"
            total += sum(self.db.execute(sql, (_phrase(term), *r, *given, _COUNTED)).fetchone()[0] for r in ranges)
        return total

    def _ids(self, match: str, ranges: Sequence[tuple[int, int]], scope: Scope, limit: int) -> list[int]:
        """The newest first, when not all are wanted."""
        found: list[int] = []
        for table in _tables(scope):
            rows, given = _seen(table, scope)
            sql = f"SELECT {table}.rowid {rows} ORDER BY {table}.rowid DESC LIMIT ?"
            for r in ranges:
                found += [id_ for (id_,) in self.db.execute(sql, (match, *r, *given, limit))]
        return found

    _PASSAGE = (
        "SELECT id, space, kind, slug, part, first, last, said, place, speaker, trust, traits, size, base, pinned "
        "FROM passage WHERE "
    )

    def passages(self, ids: Sequence[int], scope: Scope) -> dict[int, Passage]:
        if scope == Scope(spaces=scope.spaces):
            return self._shown("id", ids, scope)
        seen, given = _visible(scope)
        found: dict[int, Passage] = {}
        for some in _batches(ids):
            sql = f"{self._PASSAGE} id IN ({', '.join('?' * len(some))}) AND {seen}"
            for row in self.db.execute(sql, (*some, *given)):
                found[row[0]] = Passage._make(row)
        return {id_: self._as_it_was(p, scope) for id_, p in found.items()} if scope.as_of else found

    def _as_it_was(self, p: Passage, scope: Scope) -> Passage:
        """A turn is not overturned before what was taken from it was superseded."""
        if not p.traits & OVERTURNED or scope.as_of is None:
            return p
        sql = "SELECT MAX(since) FROM taken WHERE space = ? AND turn = ?"
        (since,) = self.db.execute(sql, (p.space, p.slug)).fetchone()
        return p if since and since <= moment(scope.as_of) else p._replace(traits=p.traits & ~OVERTURNED)

    def turn(self, handle: str) -> list[Key]:
        """The turns a handle, or the beginning of one, may mean; pages and fragments are the state's to know."""
        rows = self.db.execute(
            "SELECT space, kind, slug FROM passage WHERE handle >= ? AND handle < ? LIMIT 5", (handle, handle + "\x7f")
        )
        return [Key(*row) for row in rows]

    def shown(self, keys: Iterable[Key], scope: Scope) -> set[Key]:
        """Those of the keys that a search with this scope may find."""
        seen, given = _visible(scope)
        sql = f"SELECT 1 FROM passage WHERE slug = ? AND kind = ? AND space = ? AND {seen} LIMIT 1"
        return {key for key in keys if self.db.execute(sql, (key.slug, key.kind, key.space, *given)).fetchone()}

    def texts(self, ids: Sequence[int]) -> dict[int, str]:
        marks = ", ".join("?" * len(ids))
        return dict(self.db.execute(f"SELECT id, text FROM passage WHERE id IN ({marks})", tuple(ids)).fetchall())

    def around(self, passages: Sequence[Passage], before: int, after: int, scope: Scope) -> list[Passage]:
        have = {p.place for p in passages if p.place is not None}
        wanted = sorted({place + n for place in have for n in range(-before, after + 1)} - have)
        if scope == Scope(spaces=scope.spaces):
            return list(self._shown("place", wanted, scope).values())
        seen, given = _visible(scope)
        found: list[Passage] = []
        for some in _batches(wanted):
            sql = f"{self._PASSAGE} place IN ({', '.join('?' * len(some))}) AND {seen}"
            found += map(Passage._make, self.db.execute(sql, (*some, *given)))
        return found

    def _known(self) -> _Rows:
        """Rows read before, as long as nothing was taken in or out: a process that asks often asks for the same."""
        if not self._rows.generation:
            self._follow_rows(self._meta())
        return self._rows

    def _follow_rows(self, meta: Mapping[str, int]) -> None:
        generation = tuple(meta[name] for name in _GENERATION)
        if self._rows.generation != generation or len(self._rows.by_id) > _CACHED:
            spaces = {space: (no, shown) for space, no, shown in self.db.execute("SELECT space, no, shown FROM space")}
            speakers = self.db.execute("SELECT space, name FROM speaker").fetchall()
            self._rows = _Rows(generation, spaces, speakers)

    def _shown(self, column: str, wanted: Sequence[int], scope: Scope) -> dict[int, Passage]:
        """What is shown under these ids or places, out of the rows read before where they have it."""
        rows = self._known()
        known = rows.by_id if column == "id" else rows.by_place
        for some in _batches([number for number in wanted if number not in known]):
            marks = ", ".join("?" * len(some))
            sql = f"{self._PASSAGE} {column} IN ({marks}) AND standing = {SHOWN} AND until IS NULL"
            found = [Passage._make(row) for row in self.db.execute(sql, tuple(some))]
            # What is there before what is not: another thread may be looking meanwhile.
            rows.by_id.update({p.id: p for p in found})
            rows.by_place.update({p.place: p for p in found if p.place is not None})
            for number in some:
                known.setdefault(number, None)
        spaces = scope.spaces
        return {number: p for number in wanted if (p := known[number]) and p.space in spaces}

    def said(self, start: date | None, end: date | None, scope: Scope, limit: int) -> list[int]:
        first, last = (round(_midnight(day).timestamp() * 1000) if day else None for day in (start, end))
        seen, given = _visible(scope)
        rows = self.db.execute(
            f"SELECT id FROM passage WHERE said >= ? AND said < ? AND {seen} ORDER BY said DESC LIMIT ?",
            (first if first is not None else -(1 << 60), last if last is not None else 1 << 60, *given, limit),
        )
        return [id_ for (id_,) in rows]

    def parents(self, fragment: Passage, scope: Scope) -> tuple[tuple[Key, ...], bool]:
        held = "learned <= ? AND (until IS NULL OR until > ?)" if scope.as_of else "until IS NULL"
        given = (moment(scope.as_of),) * 2 if scope.as_of else ()
        rows = self.db.execute(  # no page leads into another space
            f"SELECT space, kind, slug, active FROM hook WHERE fragment = ? AND space = ? AND {held} ORDER BY 2, 3",
            (fragment.slug, fragment.space, *given),
        ).fetchall()
        return tuple(Key(*row[:3]) for row in rows if row[3] == 1), bool(rows)

    def standing_pages(self) -> Iterator[tuple[Key, float, date | None, bool]]:
        """The pages that are shown, with base, newest day and whether they are pinned."""
        pages = "standing = 0 AND until IS NULL AND part = 0 AND kind NOT IN ('turn', 'fragment')"
        sql = f"{self._PASSAGE} {pages} ORDER BY space, kind, slug"
        for p in map(Passage._make, self.db.execute(sql)):
            yield p.key, p.base, p.day, bool(p.pinned)

    # Texts to embed

    def pieces(self, after: int) -> list[tuple[int, int, bytes]]:
        """Number, passage and hash of the pieces after a number, in order."""
        return self.db.execute("SELECT id, passage, hash FROM piece WHERE id > ? ORDER BY id", (after,)).fetchall()

    def piece_ids(self) -> list[int]:
        """The numbers of all pieces there are, in order."""
        return [id_ for (id_,) in self.db.execute("SELECT id FROM piece ORDER BY id")]

    def generation(self) -> tuple[int, ...]:
        """Differs whenever something was taken in or out; in its first place, when the index was built anew."""
        meta = self._meta()
        return tuple(meta[name] for name in _GENERATION)

    def piece_texts(self, numbers: Sequence[int]) -> list[str]:
        """What the pieces say."""
        found = []
        for number in numbers:
            row = self.db.execute(
                "SELECT p.title, p.text, c.n FROM piece c JOIN passage p ON p.id = c.passage WHERE c.id = ?", (number,)
            ).fetchone()
            found.append(next((t for n, t in enumerate(texts(row[0], row[1])) if n == row[2]), "") if row else "")
        return found

    def numbers(self, spaces: Sequence[str]) -> list[int]:
        """The numbers of spaces: the upper part of their passages' ids."""
        known = self._known().spaces
        return [known[space][0] for space in spaces if space in known]


@dataclass(slots=True)
class _Rows:
    """Rows of one generation of the index; None where nothing is shown."""

    generation: tuple[int, ...] = ()
    spaces: Mapping[str, tuple[int, int]] = field(default_factory=dict)  # their number, and how many passages are shown
    speakers: Sequence[tuple[str, str]] = ()
    by_id: dict[int, Passage | None] = field(default_factory=dict)
    by_place: dict[int, Passage | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Change:
    """What one entry of the log changes: versions of pages, and fragments that were said or got a mark."""

    at: datetime
    pages: dict[Key, Page | None]
    ids: tuple[str, ...]
    marks: Mapping[str, tuple[str, ...]]

    @classmethod
    def of(cls, entry: AuditEntry, spaces: dict[str, str]) -> _Change:
        pages: dict[Key, Page | None] = {}
        for change in entry.files:
            text = entry.texts.get(change.after) if change.after else None
            read = layout.pages_in(change.path, text, spaces) if text is not None else ()
            held = {page.key: page for page in read if isinstance(page, Page)}
            pages |= {key: held.get(key) for key in change.keys}
        said = [id_ for appended in entry.appended for id_ in appended.ids]
        marked = [id_ for ids in entry.marks.values() for id_ in ids]
        return cls(entry.at, pages, tuple(dict.fromkeys((*said, *marked))), entry.marks)


def _batches(ids: Sequence[int], most: int = 500) -> Iterator[Sequence[int]]:
    """So many at a time that SQLite takes them as parameters."""
    for start in range(0, len(ids), most):
        yield ids[start : start + most]


def _tables(scope: Scope) -> tuple[str, ...]:
    return ("words", "past") if scope.everything or scope.as_of else ("words",)


def _standing(scope: Scope) -> tuple[str, tuple[str, ...]]:
    """Which passages a scope may see, as SQL, leaving their space aside."""
    most = HIDDEN if scope.everything else SHOWN
    if scope.as_of is None:
        return f"passage.standing <= {most} AND passage.until IS NULL", ()
    at = moment(scope.as_of)
    held = "passage.learned <= ? AND (passage.until IS NULL OR passage.until > ?)"
    return f"passage.standing <= {most} AND {held}", (at, at)


def _visible(scope: Scope) -> tuple[str, tuple[str, ...]]:
    standing, given = _standing(scope)
    return f"passage.space IN ({', '.join('?' * len(scope.spaces))}) AND {standing}", (*scope.spaces, *given)


def _seen(table: str, scope: Scope) -> tuple[str, tuple[str, ...]]:
    """Rows of a word index that match, in a range of ids; what is not shown now is looked at one by one."""
    rows = f"FROM {table} WHERE {table} MATCH ? AND {table}.rowid BETWEEN ? AND ?"
    if table == "words" and scope.as_of is None:
        return rows, ()
    standing, given = _standing(scope)
    joined = f"FROM {table} CROSS JOIN passage ON passage.id = {table}.rowid"
    return f"{joined} WHERE {table} MATCH ? AND {table}.rowid BETWEEN ? AND ? AND {standing}", given


def _clean(f: Fragment) -> bool:
    """Another program may have written a credential into a stream; it must not become searchable."""
    from reverie.domain.safety import clean  # costs more to import than a search takes

    return clean(f.topic, f.body, f.quote, f.who or "")


def _phrase(term: str) -> str:
    return '"' + words.spread(term).strip().replace('"', '""') + '"'


def _midnight(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=UTC)
