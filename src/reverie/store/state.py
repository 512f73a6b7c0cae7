"""state.db: what the log adds up to. Where each page and fragment is, what was marked, what is held.

Derived from audit.jsonl alone, entry by entry (`replay`); delete it and it is rebuilt. The few things only this
machine knows (file stamps, problems found) are found again by looking.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, datetime
from pathlib import Path

from reverie.domain import proposal as proposals
from reverie.domain.audit_digest import Told
from reverie.domain.citation import Citation, Evidence
from reverie.domain.decay import Status
from reverie.domain.page import Key, PageKind
from reverie.domain.proposal import State as HeldState
from reverie.domain.tombstone import Tombstone
from reverie.errors import VaultCorrupt
from reverie.store import log
from reverie.store.base import Alert, AuditFilter, Held, Mark, Problem
from reverie.store.database import Database
from reverie.store.disk import Disk, Stamp
from reverie.store.layout import LOG
from reverie.store.reached import Reached
from reverie.store.replay import BY_KEY, Replay, cites, moment, owner, spaces_of

SCHEMA_VERSION = 4
_SCHEMA = Path(__file__).parent / "sql" / "state.sql"
# Of what entries did to pages, that of some days.
_SOME_DAYS = "kind != 'file' AND seq IN (SELECT seq FROM log WHERE at >= ? AND at < ?)"


class State:
    """One SQLite file; any number of readers, and writers one after another."""

    def __init__(self, path: Path | None) -> None:
        self._database = Database(path, _SCHEMA, SCHEMA_VERSION)

    @property
    def _db(self) -> sqlite3.Connection:
        return self._database.db

    def close(self) -> None:
        self._database.close()

    def clear(self) -> None:
        """Start again with nothing; the log fills it."""
        self._database.clear()

    # Following the log

    @property
    def cursor(self) -> int:
        return self._meta("cursor")

    @property
    def seq(self) -> int:
        return self._meta("seq")

    def seq_at(self, at: datetime) -> int:
        """The number of the last entry up to a moment; 0 before the first."""
        row = self._db.execute("SELECT MAX(seq) FROM log WHERE at <= ?", (moment(at),)).fetchone()
        return row[0] or 0

    @property
    def rendered(self) -> int:
        return self._meta("rendered")

    def set_rendered(self, cursor: int) -> None:
        self._db.execute("INSERT OR REPLACE INTO meta VALUES ('rendered', ?)", (cursor,))

    @property
    def shown(self) -> tuple[date | None, int, int]:
        """The first day of audit.log when its window last moved, and checksums of it and of the archive as rendered."""
        since = self._meta("shown since")
        return date.fromordinal(since) if since else None, self._meta("log sum"), self._meta("archive sum")

    def set_shown(self, since: date | None, log_sum: int, archive_sum: int) -> None:
        rows = [("shown since", since.toordinal() if since else 0), ("log sum", log_sum), ("archive sum", archive_sum)]
        self._db.executemany("INSERT OR REPLACE INTO meta VALUES (?, ?)", rows)

    @property
    def watched(self) -> int:
        """The last entry whose files were looked through for alerts."""
        return self._meta("watched")

    def set_watched(self, seq: int) -> None:
        self._db.execute("INSERT OR REPLACE INTO meta VALUES ('watched', ?)", (seq,))

    def _meta(self, name: str) -> int:
        row = self._db.execute("SELECT value FROM meta WHERE name = ?", (name,)).fetchone()
        return row[0] if row else 0

    def follow(self, disk: Disk) -> int:
        """Take in the entries after the cursor; returns how many."""
        if log.size(disk) == self.cursor:
            return 0
        count, replay = 0, Replay(self._db)
        with self._database.change():
            if log.size(disk) < self.cursor:
                raise VaultCorrupt(
                    f"{LOG} is shorter than it was: changes are missing from it. Bring it back from a backup, "
                    "or go on with what is left by `reverie doctor --fix`."
                )
            for logged in log.read(disk, self.cursor):
                replay.take(logged, disk)
                count += 1
        return count

    def anew(self, disk: Disk, before: Callable[[], None], reached: Reached | None = None) -> None:
        """Be what the log adds up to, after `before` has written it anew; others see neither until it is done.

        With what was `reached`, and everything before taken in, only that is taken in again."""
        replay = Replay(self._db)
        with self._database.change() as db:
            before()
            if reached and self.cursor == reached.was:
                replay.without(reached, disk)
            else:
                tables = db.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
                for (table,) in tables.fetchall():
                    db.execute(f"DELETE FROM {table}")
                for logged in log.read(disk):
                    replay.take(logged, disk)
        self._database.scrub()

    def tombstones(self) -> list[Tombstone]:
        """What must not come back."""
        return [Tombstone(*row) for row in self._db.execute("SELECT source, entry, day, hash FROM tombstone")]

    # Pages

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

    def due(self, space: str, on: date) -> list[Key]:
        sql = "SELECT space, kind, slug FROM page WHERE space = ? AND expires <= ? ORDER BY expires, kind, slug"
        return [Key(*row) for row in self._db.execute(sql, (space, on.isoformat()))]

    def owner(self, path: str) -> list[Key]:
        return owner(self._db, path)

    def trust(self, key: Key) -> str | None:
        row = self._db.execute(f"SELECT trust FROM page WHERE {BY_KEY}", (key.space, key.kind, key.slug)).fetchone()
        return row[0] if row else None

    def void(self, key: Key) -> frozenset[Citation]:
        """Citations of fragments that nobody holds; they prove nothing."""
        sql = f"SELECT day, id FROM cite WHERE {BY_KEY} AND id NOT IN (SELECT id FROM fragment)"
        rows = self._db.execute(sql, (key.space, key.kind, key.slug))
        return frozenset(Citation(date.fromisoformat(day), id_) for day, id_ in rows)

    def owed(self, key: Key) -> Evidence:
        found = cites(self._db, key)
        return Evidence(
            frozenset(c for c, role in found if role == "adopted"),
            frozenset(c for c, role in found if role == "owed"),
        )

    def space_of(self, fragment: str) -> str | None:
        """The space a fragment was said in; None for one that nobody holds."""
        row = self._db.execute("SELECT space FROM fragment WHERE id = ?", (fragment,)).fetchone()
        return row[0] if row else None

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

    def of(self, kind: str, slug: str) -> list[Key]:
        """The pages of that kind and name, in whatever space."""
        rows = self._db.execute("SELECT space, kind, slug FROM page WHERE kind = ? AND slug = ? LIMIT 5", (kind, slug))
        return [Key(*row) for row in rows]

    def handle(self, key: Key) -> str:
        row = self._db.execute(f"SELECT handle FROM page WHERE {BY_KEY}", (key.space, key.kind, key.slug)).fetchone()
        return row[0] if row else key.handle

    def counts(self) -> dict[str, int]:
        rows = self._db.execute("SELECT kind, COUNT(*) FROM page WHERE retired IS NULL GROUP BY kind ORDER BY kind")
        return dict(rows.fetchall())

    def titles(self, kind: PageKind, spaces: Sequence[str] | None = None) -> list[tuple[Key, str]]:
        """The pages of a kind in these spaces, or in all, that are not retired, with their titles."""
        sql = "SELECT slug, title FROM page WHERE space = ? AND kind = ? AND retired IS NULL ORDER BY slug"
        wanted = sorted(("", *self.spaces().values()) if spaces is None else dict.fromkeys(spaces))
        return [
            (Key(space, kind, slug), title) for space in wanted for slug, title in self._db.execute(sql, (space, kind))
        ]

    def faded(self) -> dict[Key, Status]:
        """How far pages had faded at the last sweep; those that were active are left out."""
        rows = self._db.execute("SELECT space, kind, slug, status FROM faded")
        return {Key(space, kind, slug): status for space, kind, slug, status in rows}

    # Fragments

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

    def marked(self, mark: Mark, space: str | None, limit: int, source: str | None = None) -> list[str]:
        rows = self._db.execute(
            "SELECT id FROM fragment WHERE mark = ? AND (? IS NULL OR space = ?) AND (? IS NULL OR source = ?) "
            "ORDER BY day, id LIMIT ?",
            (mark, space, space, source, source, limit),
        )
        return [id_ for (id_,) in rows]

    def cited_by(self, key: Key) -> list[str]:
        """The fragments that a page cites."""
        return [citation.id for citation, _ in cites(self._db, key)]

    def forgotten(self, ids: Iterable[str]) -> set[str]:
        """Those of the fragments that a person has forgotten: by themselves, or with every page that tells them."""
        sql = (
            "SELECT f.mark = 'forgotten', COUNT(p.slug), COUNT(p.slug) FILTER (WHERE p.retired LIKE '% forgotten%') "
            "FROM fragment f LEFT JOIN cite c ON c.id = f.id LEFT JOIN page p ON (p.space, p.kind, p.slug) = "
            "(c.space, c.kind, c.slug) AND p.kind NOT IN ('digest', 'summary') WHERE f.id = ?"
        )
        found = ((id_, self._db.execute(sql, (id_,)).fetchone()) for id_ in ids)
        return {id_ for id_, (marked, told, gone) in found if marked or (told and told == gone)}

    def all_fragments(self) -> list[str]:
        return [i for (i,) in self._db.execute("SELECT id FROM fragment ORDER BY day, id")]

    def sources(self) -> set[str]:
        """Where fragments were said."""
        return {source for (source,) in self._db.execute("SELECT DISTINCT source FROM fragment")}

    def mark(self, id_: str) -> str | None:
        row = self._db.execute("SELECT mark FROM fragment WHERE id = ?", (id_,)).fetchone()
        return row[0] if row else None

    def marks(self) -> dict[str, list[str]]:
        """The fragments of each mark but the first, in order."""
        found: dict[str, list[str]] = {}
        for id_, mark in self._db.execute("SELECT id, mark FROM fragment WHERE mark != 'undreamed' ORDER BY id"):
            found.setdefault(mark, []).append(id_)
        return found

    def aliases(self) -> dict[str, Key]:
        """The handles of pages that were merged away, and the pages they lead to."""
        rows = self._db.execute("SELECT handle, space, kind, slug FROM alias ORDER BY handle")
        return {handle: Key(space, kind, slug) for handle, space, kind, slug in rows}

    def owing(self) -> list[Key]:
        """The pages whose text lacks evidence, because a person's edit left it out."""
        rows = self._db.execute(
            "SELECT DISTINCT space, kind, slug FROM cite WHERE role IN ('owed', 'adopted') ORDER BY 1, 2, 3"
        )
        return [Key(*row) for row in rows]

    def mark_counts(self) -> dict[str, int]:
        return dict(self._db.execute("SELECT mark, COUNT(*) FROM fragment GROUP BY mark").fetchall())

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

    def was(self, id_: str) -> str:
        """What a forgotten fragment was before."""
        row = self._db.execute("SELECT was FROM fragment WHERE id = ?", (id_,)).fetchone()
        return row[0] if row else "undreamed"

    def of_day(self, path: str) -> list[str]:
        return [i for (i,) in self._db.execute("SELECT id FROM fragment WHERE path = ? ORDER BY offset", (path,))]

    def watermark(self, source: str) -> str | None:
        row = self._db.execute("SELECT entry FROM watermark WHERE source = ?", (source,)).fetchone()
        return row[0] if row else None

    def read_past(self, source: str, ts: datetime) -> bool:
        """Whether a source was read to that moment or further."""
        row = self._db.execute("SELECT ts FROM watermark WHERE source = ?", (source,)).fetchone()
        return row is not None and datetime.fromisoformat(row[0]) >= ts

    def entries_of(self, source: str) -> set[str]:
        """The entries of a source that fragments quote."""
        return {entry for (entry,) in self._db.execute("SELECT entry FROM fragment WHERE source = ?", (source,))}

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

    # Proposals and the trail

    def began(self) -> datetime | None:
        """When the first change was made."""
        row = self._db.execute("SELECT at FROM log ORDER BY seq LIMIT 1").fetchone()
        return datetime.fromisoformat(row[0]) if row else None

    def newest(self, before: int | None = None) -> datetime | None:
        """When the last change was made, of all or of those whose line begins before a place in the log."""
        sql = "SELECT at FROM log WHERE ? IS NULL OR offset < ? ORDER BY seq DESC LIMIT 1"
        row = self._db.execute(sql, (before, before)).fetchone()
        return datetime.fromisoformat(row[0]) if row else None

    def logged_since(self, start: date | None) -> list[tuple[int, int]]:
        """Offset and length of the entries from a day on, or of all, in order."""
        sql = "SELECT offset, length FROM log WHERE at >= ? ORDER BY seq"
        return self._db.execute(sql, (start.isoformat() if start else "",)).fetchall()

    def logged_before(self, start: date, since: date) -> list[tuple[Told, tuple[int, int]]]:
        """The entries from a day until before another one, in order, and where they stand."""
        rows = self._db.execute(
            "SELECT at, action, actor, approval, paths, offset, length FROM log WHERE at < ? AND at >= ? ORDER BY seq",
            (start.isoformat(), since.isoformat()),
        )
        return [
            (
                Told(
                    on=date.fromisoformat(at[:10]), action=action, actor=actor, approval=approval,
                    paths=tuple(paths.split("\n")) if paths else (),
                ),
                (offset, length),
            )
            for at, action, actor, approval, paths, offset, length in rows
        ]  # fmt: skip

    def first_pages(self, since: date, until: date) -> list[tuple[str, str, date]]:
        """The first page ever of a kind, and when, if that was from one day until before another."""
        some = (since.isoformat(), until.isoformat())
        first = self._db.execute("SELECT MIN(seq) FROM log WHERE at >= ? AND at < ?", some).fetchone()[0] or 0
        known = {kind for (kind,) in self._db.execute("SELECT DISTINCT kind FROM log_key WHERE seq < ?", (first,))}
        new = f"SELECT kind, seq, slug FROM log_key WHERE {_SOME_DAYS} AND kind NOT IN ({', '.join('?' * len(known))})"
        found: dict[str, tuple[int, str]] = {}
        for kind, seq, slug in self._db.execute(new, (*some, *known)):
            found[kind] = min((seq, slug), found.get(kind, (seq, slug)))
        at = "SELECT at FROM log WHERE seq = ?"
        return [
            (kind, slug, date.fromisoformat(self._db.execute(at, (seq,)).fetchone()[0][:10]))
            for kind, (seq, slug) in sorted(found.items())
        ]

    def new_pages(self, since: date, until: date) -> list[tuple[str, date, int]]:
        """How many pages of a kind came on a day, from one day until before another."""
        rows = self._db.execute(
            f"SELECT k.kind, substr(l.at, 1, 10), COUNT(*) FROM log_key k JOIN log l USING (seq) WHERE {_SOME_DAYS} "
            "AND NOT EXISTS (SELECT 1 FROM log_key e "
            "WHERE e.space = k.space AND e.kind = k.kind AND e.slug = k.slug AND e.seq < k.seq) "
            "GROUP BY 1, 2 ORDER BY 2, 1",
            (since.isoformat(), until.isoformat()),
        )
        return [(kind, date.fromisoformat(on), number) for kind, on, number in rows]

    def last_written(self) -> int:
        """The number of the last entry that history has to know."""
        row = self._db.execute("SELECT seq FROM log WHERE paths != '' ORDER BY seq DESC LIMIT 1").fetchone()
        return row[0] if row else 0

    def offset_after(self, seq: int) -> int:
        """Where in the log the entries after this one begin."""
        row = self._db.execute(
            "SELECT offset + length FROM log WHERE seq <= ? ORDER BY seq DESC LIMIT 1", (seq,)
        ).fetchone()
        return row[0] if row else 0

    def held(self, state: HeldState | None) -> list[Held]:
        rows = self._db.execute(
            "SELECT body, state, at, reasons FROM held WHERE ? IS NULL OR state = ? ORDER BY seq",
            (state, state),
        )
        return [
            Held(
                proposal=proposals.from_json(json.loads(body)),
                state=found,
                at=datetime.fromisoformat(at),
                reasons=tuple(json.loads(reasons)),
            )
            for body, found, at, reasons in rows
        ]

    def search_log(self, wanted: AuditFilter) -> list[tuple[int, int]]:
        """Offset and length of the matching entries, newest first."""
        tests: list[str] = ["1"]
        values: list[str] = []
        for clause, value in (
            ("at >= ?", moment(wanted.since) if wanted.since else None),
            ("seq >= CAST(? AS INTEGER)", str(wanted.first) if wanted.first else None),
            ("instr(lower(actor), lower(?))", wanted.actor),
            ("instr(lower(paths), lower(?))", wanted.file),
            ("instr(words, ?)", wanted.text.casefold() if wanted.text else None),
        ):
            if value is not None:
                tests.append(clause)
                values.append(value)
        if wanted.action:
            actions = [one.strip() for one in wanted.action.upper().split(",")]
            tests.append(f"action IN ({', '.join('?' * len(actions))})")
            values += actions
        if wanted.key:
            tests.append(f"seq IN (SELECT seq FROM log_key WHERE {BY_KEY})")
            values += [wanted.key.space, wanted.key.kind, wanted.key.slug]
        sql = f"SELECT offset, length FROM log WHERE {' AND '.join(tests)} ORDER BY seq DESC LIMIT ?"
        return self._db.execute(sql, (*values, wanted.limit)).fetchall()

    def named(self, name: str) -> list[tuple[int, int]]:
        """Offset and length of the entries with that id, or that run, or a unique beginning of an id."""
        rows = self._db.execute(
            "SELECT offset, length FROM log WHERE id = ? OR run = ? ORDER BY seq", (name, name)
        ).fetchall()
        if rows:
            return rows
        ids = self._db.execute(
            "SELECT DISTINCT id FROM log WHERE id LIKE ? ESCAPE '\\' LIMIT 2", (_like(name, "", "%"),)
        ).fetchall()
        return self.named(ids[0][0]) if len(ids) == 1 and ids[0][0] != name else []

    def last_path(self, key: Key) -> str | None:
        """Where a page stood when it last stood."""
        row = self._db.execute(
            f"SELECT path FROM log_key WHERE {BY_KEY} ORDER BY seq DESC LIMIT 1",
            (key.space, key.kind, key.slug),
        ).fetchone()
        return row[0] if row else None

    def version_before(self, key: Key, seq: int) -> tuple[str, str, int, int] | None:
        """Where a page stood before `seq`: path, version, and the place of the entry that wrote it."""
        row = self._db.execute(
            f"SELECT k.path, k.version, l.offset, l.length FROM log_key k JOIN log l ON l.seq = k.seq "
            f"WHERE {BY_KEY} AND k.seq < ? ORDER BY k.seq DESC LIMIT 1",
            (key.space, key.kind, key.slug, seq),
        ).fetchone()
        return (row[0], row[1], row[2], row[3]) if row and row[1] is not None else None

    def touched_after(self, seq: int) -> list[Key]:
        """The pages that entries after this one changed."""
        rows = self._db.execute("SELECT DISTINCT space, kind, slug FROM log_key WHERE seq > ? ORDER BY 1, 2, 3", (seq,))
        return [Key(*row) for row in rows]

    def later(self, keys: Sequence[Key], seq: int) -> list[tuple[int, int]]:
        seqs: set[int] = set()
        for key in keys:
            rows = self._db.execute(
                f"SELECT seq FROM log_key WHERE {BY_KEY} AND seq > ?", (key.space, key.kind, key.slug, seq)
            )
            seqs |= {s for (s,) in rows}
        found = [
            self._db.execute("SELECT offset, length FROM log WHERE seq = ?", (s,)).fetchone() for s in sorted(seqs)
        ]
        return [row for row in found if row]

    def alerts(self) -> list[Alert]:
        """Those that nobody has acknowledged, oldest first."""
        rows = self._db.execute("SELECT id, at, path, summary, diff FROM alert ORDER BY seq")
        return [
            Alert(
                id=id_,
                at=datetime.fromisoformat(at),
                path=path,
                summary=summary,
                diff=tuple(map(str, json.loads(diff))),
            )
            for id_, at, path, summary, diff in rows
        ]

    # What this machine saw

    def versions(self) -> dict[str, str]:
        """Every file of the vault, and the version last recorded of it."""
        return dict(self._db.execute("SELECT path, version FROM file").fetchall())

    def stamps(self) -> dict[str, tuple[int | None, ...]]:
        """Every file of the vault, and its stamp when it was last looked at; nothing in it if it was not since."""
        return {row[0]: row[1:] for row in self._db.execute("SELECT path, size, mtime, ctime FROM file")}

    def version_of(self, path: str) -> str | None:
        row = self._db.execute("SELECT version FROM file WHERE path = ?", (path,)).fetchone()
        return row[0] if row else None

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


def _like(text: str | None, before: str, after: str = "%") -> str | None:
    if text is None:
        return None
    escaped = text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return f"{before}{escaped}{after}"
