"""A glance at a vault: what an injection needs of index.db, state.db and usage.db, read without any lock.

Light to import, for hooks. Nothing is followed or mended: whoever wrote last has brought the index up to date.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Sequence
from json import loads

from reverie.domain import drawer
from reverie.domain.traits import DOUBTFUL
from reverie.light import TYPE_CHECKING, NamedTuple
from reverie.store.search import Search

if TYPE_CHECKING:
    from reverie.store.ledger import Ledger

# Nobody is told unasked of what a program keeps for itself, nor what might set a rule and nobody vouched for.
_PAGES = (
    f"standing = 0 AND until IS NULL AND NOT traits & {DOUBTFUL} AND NOT (kind = 'note' AND slug GLOB '{drawer.ROOT}*')"
)
_WAIT = 0.05  # seconds for a writer that is just making room in its log


class Sheet(NamedTuple):
    """A page, or a fragment, as it is told."""

    space: str
    kind: str
    slug: str
    title: str
    text: str
    trust: str
    pinned: bool
    base: float
    said: int | None  # milliseconds since 1970

    @property
    def name(self) -> tuple[str, str, str]:
        return self[:3]


class Waiting(NamedTuple):
    """What waits for a person."""

    held: int = 0  # proposals, without those below
    reflections: tuple[str, ...] = ()  # by the id of their proposal
    proposed: int = 0  # by sub-agents
    odds: int = 0  # of theirs, those that contradict something; put off ones, too


class Glance(Search):
    """The databases in a private folder, opened for reading; what was used, by way of the ledger's own."""

    def __init__(self, private: str, ledger: Ledger) -> None:
        if os.path.exists(os.path.join(private, "journal", "purge.intent")):
            raise sqlite3.OperationalError("locked: something is being deleted for good")
        super().__init__(_open(os.path.join(private, "index.db")))
        self._private = private
        self._state: sqlite3.Connection | None = None
        self._ledger = ledger

    @property
    def state(self) -> sqlite3.Connection:
        if self._state is None:
            self._state = _open(os.path.join(self._private, "state.db"))
        return self._state

    def close(self) -> None:
        for db in (self._given, self._state):
            if db is not None:
                db.close()

    def sheet(self, space: str, kind: str, slug: str, part: int = 0) -> Sheet | None:
        """What is shown under a name; of a long page, one part."""
        row = self.db.execute(
            "SELECT space, kind, slug, title, text, trust, pinned, base, said FROM passage "
            f"WHERE slug = ? AND kind = ? AND space = ? AND part = ? AND {_PAGES}",
            (slug, kind, space, part),
        ).fetchone()
        return Sheet._make(row) if row else None

    def sheets(self, spaces: Sequence[str], kinds: Sequence[str], most: int) -> list[Sheet]:
        """Every page of these kinds in these spaces, whole, in the order of their names; at most so many parts."""
        marks = ", ".join("?" * len(kinds))
        found: dict[tuple[str, str, str], Sheet] = {}
        for low, high in self._ranges(spaces):
            rows = self.db.execute(
                "SELECT space, kind, slug, title, text, trust, pinned, base, said FROM passage "
                f"WHERE id BETWEEN ? AND ? AND kind IN ({marks}) AND {_PAGES} ORDER BY kind, slug, part LIMIT ?",
                (low, high, *kinds, most),
            )
            for sheet in map(Sheet._make, rows):
                before = found.get(sheet.name)
                found[sheet.name] = before._replace(text=f"{before.text}\n{sheet.text}") if before else sheet
        return list(found.values())

    def weight(self, spaces: Sequence[str], kinds: Sequence[str]) -> int:
        """How many bytes all pages of these kinds have, about."""
        sql = (
            "SELECT IFNULL(SUM(LENGTH(CAST(text AS BLOB))), 0) FROM passage WHERE id BETWEEN ? AND ? "
            f"AND kind IN ({', '.join('?' * len(kinds))}) AND {_PAGES}"
        )
        return sum(self.db.execute(sql, (*ends, *kinds)).fetchone()[0] for ends in self._ranges(spaces))

    def handle(self, space: str, kind: str, slug: str) -> str:
        """The short name of a page or fragment; empty when nobody knows it."""
        if kind == "fragment":
            row = self.state.execute("SELECT handle FROM fragment WHERE id = ?", (slug,)).fetchone()
        else:
            sql = "SELECT handle FROM page WHERE space = ? AND kind = ? AND slug = ? AND retired IS NULL"
            row = self.state.execute(sql, (space, kind, slug)).fetchone()
        return row[0] if row else ""

    def days(self, space: str, kind: str, slug: str) -> int:
        """The distinct days of a page's active evidence."""
        (count,) = self.state.execute(
            "SELECT COUNT(DISTINCT day) FROM cite WHERE space = ? AND kind = ? AND slug = ? "
            "AND role IN ('active', 'adopted')",
            (space, kind, slug),
        ).fetchone()
        return int(count)

    def firmest(self, spaces: Sequence[str], kinds: Sequence[str], most: int) -> list[tuple[str, str, str]]:
        """The firmest pages of these spaces, by distinct days of evidence; of equals the newest."""
        rows = self.state.execute(
            "SELECT space, kind, slug FROM cite WHERE role IN ('active', 'adopted') "
            f"AND space IN ({', '.join('?' * len(spaces))}) AND kind IN ({', '.join('?' * len(kinds))}) "
            "GROUP BY 1, 2, 3 ORDER BY COUNT(DISTINCT day) DESC, MAX(day) DESC, 1, 2, 3 LIMIT ?",
            (*spaces, *kinds, most),
        )
        return [(space, kind, slug) for space, kind, slug in rows]

    def newest(self, spaces: Sequence[str], kinds: Sequence[str], most: int) -> list[tuple[str, str, str]]:
        """The newest pages of these spaces, after those that a person pinned or wrote by hand."""
        marks = ", ".join("?" * len(kinds))
        found: list[tuple[bool, int, str, str, str]] = []
        for low, high in self._ranges(spaces):
            found += self.db.execute(
                "SELECT NOT (pinned OR kind = 'note'), -IFNULL(said, 0), space, kind, slug FROM passage "
                f"WHERE id BETWEEN ? AND ? AND kind IN ({marks}) AND part = 0 AND {_PAGES} ORDER BY 1, 2, 4, 5 LIMIT ?",
                (low, high, *kinds, most),
            )
        return [(space, kind, slug) for _, _, space, kind, slug in sorted(found)[:most]]

    def faded(self) -> dict[tuple[str, str, str], str]:
        """How far pages had faded at the last sweep; those that were active are left out."""
        rows = self.state.execute("SELECT space, kind, slug, status FROM faded")
        return {(space, kind, slug): status for space, kind, slug, status in rows}

    def waiting(self) -> Waiting:
        """What waits for a person; counted, as it may be of another space."""
        # In the JSON of a proposal a quote inside a text is escaped, so this finds its own field and no other.
        rows = self.state.execute(
            'SELECT id, state, instr(body, \'"origin": "reflect"\') > 0, instr(body, \'"origin": "subagent"\') > 0, '
            "CASE WHEN instr(body, '\"against\": [') > 0 THEN substr(body, instr(body, '\"against\": [') + 11) END "
            "FROM held WHERE state != 'rejected' ORDER BY seq"
        ).fetchall()
        known = {row[0] for row in rows}
        odds = [name for name, _, _, _, against in rows if against and _stands(against, known)]
        held = [row for row in rows if row[1] == "held"]
        reflections = tuple(name for name, _, reflects, _, _ in held if reflects)
        proposed = sum(1 for name, _, _, subagent, _ in held if subagent and name not in odds)
        return Waiting(len(held) - len(reflections) - sum(row[3] for row in held), reflections, proposed, len(odds))

    def alerts(self) -> list[tuple[str, str, list[str]]]:
        """Changes of watched files that no person has acknowledged: path, day, difference; those nobody saw first."""
        rows = self.state.execute("SELECT path, at, diff FROM alert ORDER BY seq DESC")
        return [*self._unseen(), *((path, at[:10], loads(diff)) for path, at, diff in rows)]

    def _unseen(self) -> list[tuple[str, str, list[str]]]:
        """Critical files that somebody changed since the last command looked."""
        root = os.path.dirname(self._private)
        sql = "SELECT path, size, mtime FROM file WHERE instr(path, '/') = 0 AND path NOT LIKE 'memory.md'"
        touched = [path for path, *stamp in self.state.execute(sql) if stamp != _stamp(os.path.join(root, path))]
        if not touched:
            return []
        from reverie.store.unseen import differences

        return [(path, "", list(diff)) for path, diff in differences(root, self.state, touched)]

    def undreamed(self) -> bool:
        """Whether anything waits that no dream has considered."""
        return self.state.execute("SELECT 1 FROM fragment WHERE mark = 'undreamed' LIMIT 1").fetchone() is not None

    def used(self, names: Iterable[tuple[str, str, str]]) -> dict[tuple[str, str, str], tuple[int, str | None]]:
        """How often each of these was used, and when last; what is not known was written once."""
        found: dict[tuple[str, str, str], tuple[int, str | None]] = {}
        try:
            for name in names:
                sql = "SELECT accesses, accessed FROM usage WHERE space = ? AND kind = ? AND slug = ?"
                if row := self._ledger.db.execute(sql, name).fetchone():
                    found[name] = row
        except (sqlite3.Error, OSError):
            pass
        return found


def _stands(against: str, known: set[str]) -> bool:
    """Whether any of a list of names, at the beginning of a text, is of a page, or of a proposal that waits still."""
    names = against.partition("]")[0].strip("[ ").split(", ")
    return any("/" in name or name.strip('"') in known for name in names)


def _stamp(path: str) -> list[int]:
    try:
        found = os.lstat(path)
    except OSError:
        return []
    return [found.st_size, found.st_mtime_ns]


def _open(path: str) -> sqlite3.Connection:
    """A connection that cannot write; where not even the log's companion can be made, to the file as it is."""
    name = path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    for how in ("mode=ro", "immutable=1"):
        db = sqlite3.connect(f"file:{name}?{how}", uri=True, timeout=_WAIT, isolation_level=None)
        try:
            db.execute("SELECT 1 FROM meta LIMIT 1").fetchone()
        except sqlite3.OperationalError as wrong:
            db.close()
            if how == "immutable=1" or "locked" in str(wrong) or not os.path.exists(path):
                raise
        else:
            return db
    raise sqlite3.OperationalError("unable to open database file")
