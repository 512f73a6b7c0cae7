"""How pages, fragments and turns become passages: rows of index.db that can be found. Nothing else writes them."""

from __future__ import annotations

import hashlib
import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime

from reverie.domain import core, front, poison, words
from reverie.domain.chunk import chunks, pieces
from reverie.domain.fragment import NOTICED, Fragment
from reverie.domain.inbox import PROPOSED
from reverie.domain.page import Key, Page
from reverie.domain.telling import repeats
from reverie.domain.traits import DOUBTFUL, NAMED, OVERTURNED, traits
from reverie.domain.turn import Turn
from reverie.store import links
from reverie.store.replay import moment
from reverie.store.scope import GONE, HIDDEN, PLACE_BITS, SHOWN, SPACE_BITS

_UNDREAMED = ("undreamed", "waiting")  # marks of uncited fragments that recall shows by itself
PIECE = 1000  # bytes of text that one vector stands for
_KEY = "slug = ? AND kind = ? AND space = ?"
_PROOF = 6  # words of a quote that is not everybody's
_MADE = ("belief", "entity", "skill")  # kinds that a dream makes and a host is told
_CHUNKED = 1500  # bytes of a page from which on its parts are found by themselves


@dataclass(frozen=True, slots=True)
class _Part:
    text: str
    lines: tuple[int, int] | None = None


class Passages:
    """Writes passages inside the caller's transaction; counts are written down at the end of it."""

    def __init__(self, db: sqlite3.Connection, *, again: bool = False) -> None:
        self._db = db
        self._again = again  # some of the past is taken in again, beside pages that stand as they came to stand since
        self._numbers: dict[str, int] = {}
        self._sessions: dict[tuple[str, str], int] = {}
        self._changed: Counter[int] = Counter()  # passages shown, by the number of their space
        row = db.execute("SELECT value FROM meta WHERE name = 'next'").fetchone()
        self._last = row[0] if row else 0
        known = "SELECT 1 FROM taken UNION ALL SELECT 1 FROM veiled LIMIT 1"
        self._any_taken = db.execute(known).fetchone() is not None

    def __enter__(self) -> Passages:
        return self

    def __exit__(self, *_: object) -> None:
        self._db.execute("INSERT OR REPLACE INTO meta VALUES ('next', ?)", (self._last,))
        self._db.executemany(
            "UPDATE space SET shown = shown + ? WHERE no = ?", [(n, no) for no, n in self._changed.items()]
        )

    # Pages

    def page(self, key: Key, page: Page | None, at: datetime, *, vouched: bool = True) -> None:
        """A page has this version from `at` on, or none; the one before becomes past."""
        when = moment(at)
        doubt = DOUBTFUL if page and not vouched and self._doubtful(key, page) else 0
        self.leave(key, when)
        self._db.execute(
            "UPDATE hook SET until = ? WHERE space = ? AND kind = ? AND slug = ? AND until IS NULL",
            (when, key.space, key.kind, key.slug),
        )
        if key.kind == "entity":
            links.note(self._db, key, page, when)
        if page is None or key.kind == "file" or (key.kind == "core" and not core.claims(page.text)):
            return
        page = self._told(page) if key.kind == "summary" else page
        parts = _parts(page)
        newest = max((c.day for c in page.evidence.all), default=None)
        session = self._session(key.space, f"{key.kind}/{key.slug}") if len(parts) > 1 else None
        for n, part in enumerate(parts):
            self._put(
                key, n, part, page.title, page.tags, standing=HIDDEN if page.retired else SHOWN,
                said=_evening(newest), learned=when, place=_place(session, n), trust=page.trust,
                traits=traits(part.text) | doubt, base=page.base, pinned=page.pinned,
            )  # fmt: skip
        active = {c.id for c in page.evidence.active}
        self._db.executemany(
            "INSERT OR REPLACE INTO hook VALUES (?, ?, ?, ?, ?, ?, NULL)",
            [(c.id, key.space, key.kind, key.slug, -1 if page.retired else c.id in active, when) for c in page.cited],
        )

    def _doubtful(self, key: Key, page: Page) -> bool:
        """Whether others' words might set a rule by today's measure; what says the same as before stays as it was."""
        if page.trust == "user" or page.pinned or key.kind not in _MADE:
            return False
        sql = f"SELECT traits, text FROM passage WHERE {_KEY} AND part = 0 AND until IS NULL"
        before = self._db.execute(sql, (key.slug, key.kind, key.space)).fetchone()
        if before and before[1] == _parts(page)[0].text:
            return bool(before[0] & DOUBTFUL)
        return poison.sways(page.title, *page.prose.splitlines())

    def _told(self, page: Page) -> Page:
        """A summary without the lines of pages in doubt."""
        sql = "SELECT title FROM passage WHERE space = ? AND traits & ? AND part = 0 AND until IS NULL"
        rows = self._db.execute(sql, (page.key.space, DOUBTFUL)).fetchall()
        gone = tuple(f"- {' '.join(title.split())} <!--" for (title,) in rows)
        lines = [line for line in page.text.splitlines(keepends=True) if not line.startswith(gone)] if gone else []
        return replace(page, text="".join(lines)) if gone else page

    def hooked(self, key: Key) -> list[str]:
        """The fragments that lead to a page now."""
        rows = self._db.execute(
            "SELECT fragment FROM hook WHERE space = ? AND kind = ? AND slug = ? AND until IS NULL",
            (key.space, key.kind, key.slug),
        )
        return [id_ for (id_,) in rows]

    # Fragments and turns

    def mark(self, marks: Mapping[str, Sequence[str]]) -> None:
        """What a dream, or a person, made of fragments."""
        rows = [(id_, mark) for mark, ids in marks.items() for id_ in ids]
        self._db.executemany("INSERT OR REPLACE INTO mark VALUES (?, ?)", rows)

    def fragment(self, fragment: Fragment, at: datetime) -> None:
        """A fragment stands from `at` on as its mark and the pages that cite it say; as before is no change."""
        key, when = Key(fragment.space, "fragment", fragment.id), moment(at)
        sql = "SELECT active FROM hook WHERE fragment = ? AND space = ? AND "  # no page leads into another space
        held = ("learned <= ? AND (until IS NULL OR until > ?)", when, when) if self._again else ("until IS NULL",)
        cited = self._db.execute(sql + held[0], (fragment.id, fragment.space, *held[1:])).fetchall()
        self._take_from(fragment, when if cited and all(active == 0 for (active,) in cited) else None)
        standing = self._standing(fragment, [active for (active,) in cited])
        known = self._rows(key, "AND until IS NULL")
        if known and known[0][1] == standing:
            return
        self.leave(key, when)
        self._put(
            key, 0, _Part(fragment.body), fragment.topic, fragment.tags, standing=standing, said=fragment.ts,
            learned=when, place=None, trust=fragment.trust, traits=traits(fragment.body), speaker=fragment.who,
            base=fragment.base,
        )  # fmt: skip

    def _standing(self, fragment: Fragment, cited: Sequence[int]) -> int:
        """A cited fragment is a hook for its pages; an uncited one is found by itself until dreamed or forgotten, but
        for what a sub-agent proposed and nobody accepted, and for what agents ran."""
        row = self._db.execute("SELECT mark FROM mark WHERE fragment = ?", (fragment.id,)).fetchone()
        if 1 in cited and not (row and row[0] == "forgotten"):
            return SHOWN
        if (cited and 1 not in cited) or (row and row[0] == "dreamed"):
            return GONE
        unseen = fragment.silent or (fragment.actor or "").startswith(PROPOSED)
        return SHOWN if not unseen and (row is None or row[0] in _UNDREAMED) else HIDDEN

    def _take_from(self, fragment: Fragment, since: str | None) -> None:
        """Note on the turn a fragment was taken from since when all that was taken from it is superseded."""
        turn = (fragment.space, f"{fragment.source}#{fragment.entry}")
        self._db.execute(
            "INSERT INTO taken VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET since = "
            "CASE WHEN excluded.since IS NULL THEN NULL ELSE COALESCE(since, excluded.since) END",
            (*turn, fragment.id, since),
        )
        mark = "traits | ?" if self._overturned(turn) else "traits & ~?"
        self._db.execute(
            f"UPDATE passage SET traits = {mark} WHERE kind = 'turn' AND space = ? AND slug = ?", (OVERTURNED, *turn)
        )
        self._veil(turn)
        self._veil_echoes(fragment, forgotten=self._fates(turn).get(fragment.id, False))

    def _veil_echoes(self, fragment: Fragment, *, forgotten: bool) -> None:
        """What repeats a fragment in its session goes out of sight when it is forgotten, and comes back with it."""
        name = (fragment.space, fragment.source, fragment.id)
        known = "SELECT 1 FROM forgotten WHERE space = ? AND session = ? AND fragment = ?"
        if forgotten == (self._db.execute(known, name).fetchone() is not None):
            return
        if forgotten:
            quote = fragment.quote if fragment.quote.count(" ") >= _PROOF - 1 else ""  # "yes, go ahead" tells nothing
            self._db.execute("INSERT INTO forgotten VALUES (?, ?, ?, ?, ?)", (*name, fragment.body, quote))
        else:
            self._db.execute("DELETE FROM forgotten WHERE space = ? AND session = ? AND fragment = ?", name)
        for turn in self._turns(fragment.source):
            if turn[0] == fragment.space:
                self._veil(turn)

    def _turns(self, session: str) -> list[tuple[str, str]]:
        sql = "SELECT DISTINCT space, slug FROM passage WHERE kind = 'turn' AND slug >= ? AND slug < ?"
        return self._db.execute(sql, (f"{session}#", f"{session}$")).fetchall()

    def _veil(self, turn: tuple[str, str]) -> None:
        """A turn goes out of sight when all that was taken from it was forgotten, and comes back with it."""
        for row in self._rows(Key(turn[0], "turn", turn[1])):
            wanted = HIDDEN if self._forgotten(turn, row[3]) else SHOWN
            if row[1] != wanted and row[6] is None:
                self._forget_words("words" if row[1] == SHOWN else "past", row)
                self._index_words("words" if wanted == SHOWN else "past", row)
                self._shown(row[0], 1 if wanted == SHOWN else -1)
                self._db.execute("UPDATE passage SET standing = ? WHERE id = ?", (wanted, row[0]))

    def session(self, session: str, *, hidden: bool) -> None:
        """A session goes out of sight with all its turns, or comes back, whatever space they are in."""
        change = "INSERT OR IGNORE INTO veiled VALUES (?)" if hidden else "DELETE FROM veiled WHERE session = ?"
        self._db.execute(change, (session,))
        self._any_taken = True
        for turn in self._turns(session):
            self._veil(turn)

    def _forgotten(self, turn: tuple[str, str], text: str) -> bool:
        """Whether its session is out of sight, or every fragment of it, or it has none and repeats one that is."""
        slug, known = turn[1], "SELECT 1 FROM veiled WHERE session = ?"
        sessions = [slug[:n] for n, sign in enumerate(slug) if sign == "#"]  # an entry's id may hold one, too
        if any(self._db.execute(known, (session,)).fetchone() for session in sessions):
            return True
        if fates := self._fates(turn):
            return all(fates.values())
        told = "SELECT body, quote FROM forgotten WHERE space = ? AND session = ?"
        rows = (row for session in sessions for row in self._db.execute(told, (turn[0], session)).fetchall())
        return any(repeats(text, body) or repeats(text, quote) for body, quote in rows)

    def _fates(self, turn: tuple[str, str]) -> dict[str, bool]:
        """The fragments taken from a turn, and whether each is forgotten: by itself, or with the pages it proves."""
        rows = self._db.execute(
            "SELECT t.fragment, m.mark = 'forgotten', "
            "COUNT(h.fragment), COUNT(h.fragment) FILTER (WHERE h.active = -1) "
            "FROM taken t LEFT JOIN mark m ON m.fragment = t.fragment LEFT JOIN hook h ON h.fragment = t.fragment "
            "AND h.space = t.space AND h.until IS NULL AND h.kind NOT IN ('digest', 'summary') "
            "WHERE t.space = ? AND t.turn = ? AND NOT EXISTS (SELECT 1 FROM hook d WHERE d.fragment = t.fragment "
            "AND d.kind = 'digest') GROUP BY t.fragment",
            turn,
        ).fetchall()
        return {id_: bool(marked or (pages and pages == gone)) for id_, marked, pages, gone in rows}

    def _overturned(self, turn: tuple[str, str]) -> bool:
        sql = "SELECT COUNT(*), COUNT(since) FROM taken WHERE space = ? AND turn = ?"
        taken, superseded = self._db.execute(sql, turn).fetchone()
        return bool(taken and taken == superseded)

    def turn(self, turn: Turn) -> None:
        """A turn that was kept; one of the same name before it is another's words now."""
        self.drop(turn.key)
        marks = traits(turn.text, turn.role, turn.speaker)
        if self._any_taken and self._overturned((turn.space, turn.key.slug)):
            marks |= OVERTURNED
        standing = HIDDEN if self._any_taken and self._forgotten((turn.space, turn.key.slug), turn.text) else SHOWN
        named = turn.speaker if marks & NAMED else None
        if named:
            self._db.execute(
                "INSERT INTO speaker VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET turns = turns + 1", (turn.space, named)
            )
        self._put(
            turn.key, 0, _Part(turn.text), "", (), standing=standing, said=turn.at, learned=moment(turn.at),
            place=_place(self._session(turn.space, turn.session), turn.position), trust=turn.trust, traits=marks,
            speaker=named,
        )  # fmt: skip

    # Rows

    def leave(self, key: Key, when: str) -> None:
        """What stands under a key becomes past."""
        for row in self._rows(key, "AND until IS NULL"):
            if row[1] == SHOWN:
                self._forget_words("words", row)
                self._index_words("past", row)
                self._shown(row[0], -1)
            self._db.execute("UPDATE passage SET until = ?, place = NULL WHERE id = ?", (when, row[0]))
            self._drop_pieces(row[0])

    def drop(self, key: Key) -> None:
        """Take every passage of a key out, past ones too."""
        for row in self._rows(key):
            shown = row[1] == SHOWN and row[6] is None
            self._forget_words("words" if shown else "past", row)
            if shown:
                self._shown(row[0], -1)
            self._db.execute("DELETE FROM passage WHERE id = ?", row[:1])
            self._drop_pieces(row[0])
            if key.kind == "turn" and row[5]:
                self._db.execute(
                    "UPDATE speaker SET turns = turns - 1 WHERE space = ? AND name = ?", (key.space, row[5])
                )
                self._db.execute("DELETE FROM speaker WHERE space = ? AND name = ? AND turns <= 0", (key.space, row[5]))

    # After a purge

    def forget_page(self, key: Key) -> list[str]:
        """Take out all that is known of a page, at any time; the fragments that ever led to it."""
        mine = (key.space, key.kind, key.slug)
        self.drop(key)
        led = self._db.execute("SELECT fragment FROM hook WHERE space = ? AND kind = ? AND slug = ?", mine).fetchall()
        self._db.execute("DELETE FROM hook WHERE space = ? AND kind = ? AND slug = ?", mine)
        self._db.execute("DELETE FROM session WHERE space = ? AND name = ?", (key.space, f"{key.kind}/{key.slug}"))
        if key.kind == "entity":
            links.forget(self._db, key)
        return [id_ for (id_,) in led]

    def forget_fragment(self, fragment: Fragment) -> None:
        """Take out all that is known of a fragment, at any time."""
        self.drop(Key(fragment.space, "fragment", fragment.id))
        self._db.execute("DELETE FROM mark WHERE fragment = ?", (fragment.id,))
        turn = (fragment.space, f"{fragment.source}#{fragment.entry}", fragment.id)
        self._db.execute("DELETE FROM taken WHERE space = ? AND turn = ? AND fragment = ?", turn)
        said = (fragment.space, fragment.source, fragment.id)
        self._db.execute("DELETE FROM forgotten WHERE space = ? AND session = ? AND fragment = ?", said)

    def forget_unused(self) -> None:
        """Take out words of names that nobody has."""
        self._db.execute("DELETE FROM spelling WHERE word NOT IN (SELECT said FROM called)")

    def _drop_pieces(self, passage: int) -> None:
        self._db.execute("INSERT INTO dropped (piece) SELECT id FROM piece WHERE passage = ?", (passage,))
        self._db.execute("DELETE FROM piece WHERE passage = ?", (passage,))

    def _rows(self, key: Key, more: str = "") -> list[tuple[int, int, str, str, str, str | None, str | None]]:
        sql = f"SELECT id, standing, title, text, tags, speaker, until FROM passage WHERE {_KEY} {more}"
        return self._db.execute(sql, (key.slug, key.kind, key.space)).fetchall()

    def _put(
        self, key: Key, n: int, part: _Part, title: str, tags: Sequence[str], *, standing: int, said: datetime | None,
        learned: str, place: int | None, trust: str, traits: int, base: float = NOTICED,
        pinned: bool = False, speaker: str | None = None,
    ) -> None:  # fmt: skip
        lead, rest = columns(title, part.text, " ".join(tags))
        id_ = self._number(key.space) << SPACE_BITS | self._next() << 1 | bool(rest)
        row = (id_, standing, title, part.text, " ".join(tags))
        first, last = part.lines or (None, None)
        self._db.execute(
            "INSERT INTO passage VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (id_, key.space, key.kind, key.slug, n, first, last, standing, _epoch(said), learned, place,
             speaker, trust, traits, len(lead.split()), base, pinned,
             key.handle if key.kind == "turn" else None, *row[2:]),
        )  # fmt: skip
        self._index_words("words" if standing == SHOWN else "past", row)
        if standing == SHOWN:
            self._shown(id_, 1)
            self._db.executemany(
                "INSERT INTO piece (passage, n, hash) VALUES (?, ?, ?)",
                [(id_, k, fingerprint(piece)) for k, piece in enumerate(texts(title, part.text))],
            )

    def _index_words(self, table: str, row: Sequence[object]) -> None:
        self._db.execute(f"INSERT INTO {table} (rowid, lead, rest) VALUES (?, ?, ?)", (row[0], *columns(*row[2:5])))

    def _forget_words(self, table: str, row: Sequence[object]) -> None:
        """FTS5 keeps no copy of the text, so it must be told again what it indexed."""
        self._db.execute(
            f"INSERT INTO {table} ({table}, rowid, lead, rest) VALUES ('delete', ?, ?, ?)",
            (row[0], *columns(*row[2:5])),
        )

    def _shown(self, id_: int, change: int) -> None:
        self._changed[id_ >> SPACE_BITS] += change

    def _number(self, space: str) -> int:
        if space not in self._numbers:
            self._db.execute("INSERT OR IGNORE INTO space (space) VALUES (?)", (space,))
            self._numbers[space] = self._db.execute("SELECT no FROM space WHERE space = ?", (space,)).fetchone()[0]
        return self._numbers[space]

    def _next(self) -> int:
        """Ids are never given twice: who remembers one must not find another passage behind it."""
        self._last += 1
        return self._last

    def _session(self, space: str, name: str) -> int:
        if (space, name) not in self._sessions:
            self._db.execute("INSERT OR IGNORE INTO session (space, name) VALUES (?, ?)", (space, name))
            row = self._db.execute("SELECT id FROM session WHERE space = ? AND name = ?", (space, name)).fetchone()
            self._sessions[(space, name)] = row[0]
        return self._sessions[(space, name)]


def columns(title: object, text: object, tags: object) -> tuple[str, str]:
    """What the keyword lane reads of a passage: its lead with title and tags, and the rest."""
    body = str(text)
    lead, rest = words.lead(body)
    heading = "" if body.startswith(str(title)) else f"{title} "
    return words.spread(f"{heading}{lead} {tags}".strip()), words.spread(rest)


def texts(title: str, text: str) -> Iterator[str]:
    """What the vector lane reads of a passage: pieces of bounded size, the first with the title."""
    whole = text if text.startswith(title) else f"{title}: {text}"
    return (piece for piece in pieces(whole, PIECE) if piece.strip())


def fingerprint(piece: str) -> bytes:
    """The name of one exact text among vectors."""
    return hashlib.sha256(piece.encode("utf-8", "surrogatepass")).digest()[:16]


def _parts(page: Page) -> list[_Part]:
    """A page in parts that can be found: whole when it is short, with line numbers where people know its file."""
    if page.key.kind not in ("note", "reference"):
        prose = page.prose
        if len(prose) <= _CHUNKED:
            return [_Part(prose)]
        return [_Part(c.text) for c in chunks(prose)] or [_Part(prose)]
    head = page.text[: len(page.text) - len(front.body(page.text))].count("\n")
    lines = "\n" * head + front.body(page.text)
    return [_Part(c.text, (c.first, c.last)) for c in chunks(lines)] or [_Part(page.prose)]


def _place(session: int | None, pos: int) -> int | None:
    return None if session is None else session << PLACE_BITS | min(pos, (1 << PLACE_BITS) - 1)


def _evening(day: date | None) -> datetime | None:
    """A page is as new as the last of what it cites, and of that only the day is known."""
    return datetime(day.year, day.month, day.day, 23, 59, 59, tzinfo=UTC) if day else None


def _epoch(at: datetime | None) -> int | None:
    return round(at.timestamp() * 1000) if at else None
