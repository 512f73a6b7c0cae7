"""Searching index.db: what a reader asks of it. Writes nothing, and needs nothing but a connection.

Light to import, for a hook that starts with every prompt: what only a scope of an earlier day needs is imported then.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from types import MappingProxyType

from reverie.domain import words
from reverie.domain.traits import OVERTURNED
from reverie.light import TYPE_CHECKING
from reverie.store.scope import HIDDEN, LONG, SHOWN, SPACE_BITS, Found, Passage, Scope

if TYPE_CHECKING:
    from reverie.domain.page import KeyKind

_COUNTED = 20_000  # beyond this many passages a word says little, however many there are
_RARE = 300  # passages up to which a term is rare: they are read at once, not counted before
_TERMS = 24  # the rarest terms of a question that are looked up
_ALL = 200  # passages holding every term that are always found
_CACHED = 100_000  # rows kept in memory between questions
GENERATION = (
    "epoch",
    "cursor",
    "kept",
    "dropped",
    "archive",
    "next",
)  # what tells one state of the index from another


class Search:
    """The questions that recall asks of an index, over whatever connection it is given."""

    def __init__(self, db: sqlite3.Connection | None = None) -> None:
        self._given = db
        self._rows = _Rows()

    @property
    def db(self) -> sqlite3.Connection:
        if self._given is None:
            raise sqlite3.ProgrammingError("nobody gave a connection")
        return self._given

    def _meta(self) -> dict[str, int]:
        return Counter(dict(self.db.execute("SELECT name, value FROM meta")))

    def size(self, spaces: Sequence[str] | None = None) -> int:
        known = self._known().spaces
        return sum(shown for space, (_, shown) in known.items() if spaces is None or space in spaces)

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
        found += [one for one in looked if not one.held]
        known = sorted((one for one in looked if one.held), key=lambda one: (one.held, one.term))
        left = budget
        for one in known:
            if one.held > _RARE and (one.held <= left or one is known[0]):
                ids = self._ids(_phrase(one.term), ranges, scope, left)
                one = self._placed(one.term, one.held, ids, ranges, scope)
            elif one.held > left:
                one = Found(one.term, one.held)
            found.append(one)
            left = max(0, left - one.held)
        if sum(one.held for one in known) > budget:
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
        seen, given = visible(scope)
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
        return p if since and since <= _moment(scope.as_of) else p._replace(traits=p.traits & ~OVERTURNED)

    def texts(self, ids: Sequence[int]) -> dict[int, str]:
        marks = ", ".join("?" * len(ids))
        return dict(self.db.execute(f"SELECT id, text FROM passage WHERE id IN ({marks})", tuple(ids)).fetchall())

    def around(self, passages: Sequence[Passage], before: int, after: int, scope: Scope) -> list[Passage]:
        have = {p.place for p in passages if p.place is not None}
        wanted = sorted({place + n for place in have for n in range(-before, after + 1)} - have)
        if scope == Scope(spaces=scope.spaces):
            return list(self._shown("place", wanted, scope).values())
        seen, given = visible(scope)
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
        generation = tuple(meta[name] for name in GENERATION)
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
        seen, given = visible(scope)
        rows = self.db.execute(
            f"SELECT id FROM passage WHERE said >= ? AND said < ? AND {seen} ORDER BY said DESC LIMIT ?",
            (first if first is not None else -(1 << 60), last if last is not None else 1 << 60, *given, limit),
        )
        return [id_ for (id_,) in rows]

    def citing(self, fragment: Passage, scope: Scope) -> list[tuple[str, KeyKind, str, int]]:
        """The pages of its space that cite a fragment: their names, and 1 where it is active evidence."""
        held = "learned <= ? AND (until IS NULL OR until > ?)" if scope.as_of else "until IS NULL"
        given = (_moment(scope.as_of),) * 2 if scope.as_of else ()
        return self.db.execute(  # no page leads into another space
            f"SELECT space, kind, slug, active FROM hook WHERE fragment = ? AND space = ? AND {held} ORDER BY 2, 3",
            (fragment.slug, fragment.space, *given),
        ).fetchall()

    def numbers(self, spaces: Sequence[str]) -> list[int]:
        """The numbers of spaces: the upper part of their passages' ids."""
        known = self._known().spaces
        return [known[space][0] for space in spaces if space in known]


class _Rows:
    """Rows of one generation of the index; None where nothing is shown."""

    def __init__(
        self,
        generation: tuple[int, ...] = (),
        spaces: Mapping[str, tuple[int, int]] = MappingProxyType({}),
        speakers: Sequence[tuple[str, str]] = (),
    ) -> None:
        self.generation = generation
        self.spaces = spaces  # their number, and how many passages are shown
        self.speakers = speakers
        self.by_id: dict[int, Passage | None] = {}
        self.by_place: dict[int, Passage | None] = {}


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
    at = _moment(scope.as_of)
    held = "passage.learned <= ? AND (passage.until IS NULL OR passage.until > ?)"
    return f"passage.standing <= {most} AND {held}", (at, at)


def visible(scope: Scope) -> tuple[str, tuple[str, ...]]:
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


def _phrase(term: str) -> str:
    return '"' + words.spread(term).strip().replace('"', '""') + '"'


def _moment(at: datetime) -> str:
    from reverie.store.replay import moment

    return moment(at)


def _midnight(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=UTC)
