"""How one entry of the log changes state.db. The only code that writes what the log says."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime

from reverie.domain import audit, ids as names, proposal as proposals, space as spaces
from reverie.domain.audit import Appended, AuditEntry, Faded, FileChange
from reverie.domain.citation import Citation
from reverie.domain.fragment import Fragment, Watermark
from reverie.domain.page import Key, Page
from reverie.domain.proposal import Proposal, State as HeldState
from reverie.store import layout, streams
from reverie.store.disk import Disk
from reverie.store.log import Logged
from reverie.store.reached import Reached

_HELD_BY: dict[str, HeldState] = {"PROPOSE": "held", "DEFER": "deferred", "REJECT": "rejected"}
_SEARCHED = 200_000  # characters of one text that `audit TEXT` looks through
BY_KEY = "space = ? AND kind = ? AND slug = ?"


def moment(at: datetime) -> str:
    """A time as text that sorts like the time."""
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def spaces_of(db: sqlite3.Connection) -> dict[str, str]:
    """Folder name to space, for every named space that holds anything."""
    return dict(db.execute("SELECT folder, space FROM space").fetchall())


def owner(db: sqlite3.Connection, path: str) -> list[Key]:
    """The pages a file holds."""
    return [Key(*row) for row in db.execute("SELECT space, kind, slug FROM page WHERE path = ?", (path,))]


def cites(db: sqlite3.Connection, key: Key) -> list[tuple[Citation, str]]:
    """What a page cites, and as what."""
    rows = db.execute(f"SELECT day, id, role FROM cite WHERE {BY_KEY}", (key.space, key.kind, key.slug))
    return [(Citation(date.fromisoformat(day), id_), role) for day, id_, role in rows]


class Replay:
    """Takes in entries, one after another, inside the caller's transaction."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def take(self, logged: Logged, disk: Disk) -> None:
        """Bring the tables up to one line of the log; a line that makes no sense only moves the cursor."""
        self._db.execute("INSERT OR REPLACE INTO meta VALUES ('cursor', ?)", (logged.end,))
        if logged.entry is None:
            return
        self._whole(lambda entry: self._take(entry, logged, disk), logged.entry)

    def _whole(self, take: Callable[[AuditEntry], None], entry: AuditEntry) -> None:
        """All of an entry, or nothing of one that makes no sense."""
        self._db.execute("SAVEPOINT entry")
        try:
            take(entry)
        except (LookupError, TypeError, ValueError, AttributeError, sqlite3.InterfaceError, sqlite3.ProgrammingError):
            self._db.execute("ROLLBACK TO entry")
        self._db.execute("RELEASE entry")

    def _take(self, entry: AuditEntry, logged: Logged, disk: Disk) -> None:
        self._log(entry, logged)
        for appended in entry.appended:
            self._stream(appended, moment(entry.at), disk)
        for gone in (f for f in entry.files if f.after is None):
            self._gone(gone, entry.seq)
        for change in (f for f in entry.files if f.after is not None):
            self._stands(change, entry)
        undone = not audit.by_rules(entry)
        for mark, ids in entry.marks.items():
            self._db.executemany(
                "UPDATE fragment SET was = CASE mark WHEN 'forgotten' THEN was ELSE mark END, mark = ?, "
                "undone = CASE ? WHEN 'set aside' THEN ? ELSE undone END WHERE id = ?",
                [(mark, mark, undone, i) for i in ids],
            )
        self._alias(entry)
        for faded in entry.faded:
            self._fade(faded)
        self._db.executemany("INSERT OR IGNORE INTO tombstone VALUES (?, ?, ?, ?)", entry.tombstones)
        self._decide(entry)
        self._alert(entry)
        self._db.execute("INSERT OR REPLACE INTO meta VALUES ('seq', ?)", (entry.seq,))

    def _alias(self, entry: AuditEntry) -> None:
        for old, key in entry.aliases.items():
            self._db.execute("INSERT OR REPLACE INTO alias VALUES (?, ?, ?, ?)", (old, key.space, key.kind, key.slug))

    def _alert(self, entry: AuditEntry) -> None:
        if entry.action == "ALERT":
            path = entry.files[0].path if entry.files else entry.trigger
            self._db.execute(
                "INSERT OR REPLACE INTO alert VALUES (?, ?, ?, ?, ?, ?)",
                (entry.seq, entry.id, entry.at.isoformat(), path, entry.summary, json.dumps(entry.reasons)),
            )
        if entry.action == "ACK":
            self._db.executemany("DELETE FROM alert WHERE id = ?", [(id_,) for id_ in entry.reasons])

    # After a purge

    def without(self, reached: Reached, disk: Disk) -> None:
        """From what the log added up to, to what it adds up to since a purge: its last entry, and what it changed."""
        db, keys = self._db, [(key.space, key.kind, key.slug) for key in reached.keys]
        for table in ("page", "cite", "faded", "log_key"):
            db.executemany(f"DELETE FROM {table} WHERE {BY_KEY}", keys)
        for table in ("held", "alert", "alias", "problem"):  # few, and of many entries
            db.execute(f"DELETE FROM {table}")
        db.executemany("DELETE FROM file WHERE path = ?", [(path,) for path in reached.paths])
        db.executemany("DELETE FROM fragment WHERE id = ?", [(id_,) for id_ in reached.fragments])
        for path in reached.streams:
            self._moved(path, disk)
        db.execute("UPDATE stream SET kept = 0")
        db.execute("DELETE FROM meta WHERE name = 'rendered'")
        for logged in reached.entries[:-1]:
            if logged.entry:
                self._whole(lambda entry, logged=logged: self._retake(entry, logged, reached), logged.entry)  # type: ignore[misc]
        self.take(reached.entries[-1], disk)
        held = "SELECT space FROM log_key UNION SELECT space FROM stream"
        db.execute(f"DELETE FROM space WHERE space NOT IN ({held})")

    def _retake(self, entry: AuditEntry, logged: Logged, reached: Reached) -> None:
        """What of an earlier entry has to do with what was reached, and what was cleared for all."""
        if entry.seq in reached.changed:
            self._log(entry, logged)
        else:
            place = (logged.offset, logged.end - logged.offset, entry.seq)
            self._db.execute("UPDATE log SET offset = ?, length = ? WHERE seq = ?", place)
        files = [change for change in entry.files if change.path in reached.paths]
        for gone in (f for f in files if f.after is None):
            self._gone(gone, entry.seq)
        for change in (f for f in files if f.after is not None):
            self._stands(change, entry)
        self._alias(entry)
        for faded in (each for each in entry.faded if each.key in reached.keys):
            self._fade(faded)
        self._decide(entry)
        self._alert(entry)

    def _moved(self, path: str, disk: Disk) -> None:
        """The fragments of a stream stand where they stand now."""
        raw = disk.read(path) or b""
        row = self._db.execute("SELECT space FROM stream WHERE path = ?", (path,)).fetchone()
        if not raw.strip() or not row:
            self._db.execute("DELETE FROM stream WHERE path = ?", (path,))
            return
        day = date.fromisoformat(path.rpartition("/")[2][:10])
        lines = [line for line in streams.parse(raw, space=row[0], day=day) if isinstance(line.event, Fragment)]
        self._db.executemany(
            "UPDATE fragment SET offset = ?, length = ? WHERE id = ?",
            [(line.offset, line.length, line.event.id) for line in lines if line.event],
        )
        self._db.execute(
            "UPDATE stream SET size = ?, tail = ? WHERE path = ?", (len(raw), streams.tail_hash(raw), path)
        )

    # One entry

    def _log(self, entry: AuditEntry, logged: Logged) -> None:
        paths = [f.path for f in entry.files] + [a.path for a in entry.appended]
        repeats = {f.after for f in entry.files if f.keys and all(key.kind == "summary" for key in f.keys)}
        if len(repeats) == len(entry.files):
            repeats = set()  # a change of the summary itself
        told = [text for version, text in entry.texts.items() if version not in repeats]
        words = [entry.summary, entry.trigger, *(text[:_SEARCHED] for text in told)]
        words += [str(faded.key) for faded in entry.faded]
        self._db.execute(
            "INSERT OR REPLACE INTO log VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (entry.seq, entry.id, entry.of_run, moment(entry.at), entry.action,
             entry.actor, entry.approval, "\n".join(paths), "\n".join(words).casefold(), logged.offset,
             logged.end - logged.offset),
        )  # fmt: skip

    def _gone(self, change: FileChange, seq: int) -> None:
        for key in owner(self._db, change.path):
            self._drop(key)
            self._touched(key, seq, change.path, None)
        self._db.execute("DELETE FROM file WHERE path = ?", (change.path,))

    def _drop(self, key: Key) -> None:
        where = (key.space, key.kind, key.slug)
        self._db.execute(f"DELETE FROM page WHERE {BY_KEY}", where)
        self._db.execute(f"DELETE FROM cite WHERE {BY_KEY}", where)
        self._db.execute(f"DELETE FROM faded WHERE {BY_KEY}", where)

    def _fade(self, faded: Faded) -> None:
        where = (faded.key.space, faded.key.kind, faded.key.slug)
        if faded.now == "active":
            self._db.execute(f"DELETE FROM faded WHERE {BY_KEY}", where)
        else:
            self._db.execute("INSERT OR REPLACE INTO faded VALUES (?, ?, ?, ?)", (*where, faded.now))

    def _touched(self, key: Key, seq: int, path: str, version: str | None) -> None:
        row = (key.space, key.kind, key.slug, seq, path, version)
        self._db.execute("INSERT OR REPLACE INTO log_key VALUES (?, ?, ?, ?, ?, ?)", row)

    def _stands(self, change: FileChange, entry: AuditEntry) -> None:
        """A file has new bytes: see which pages it holds now, and which of them are new or changed."""
        text = entry.texts[change.after or ""]
        found = {p.key: p for p in layout.pages_in(change.path, text, spaces_of(self._db)) if isinstance(p, Page)}
        old = {Key(*row[:3]): row[3] for row in self._db.execute(
            "SELECT space, kind, slug, version FROM page WHERE path = ?", (change.path,))}  # fmt: skip
        for key in old.keys() - found.keys():
            self._drop(key)
            self._touched(key, entry.seq, change.path, None)
        for key, page in found.items():
            if old.get(key) != page.version:
                self._page(key, page, change.path, entry.proposal)
                self._touched(key, entry.seq, change.path, change.after)
        self._db.execute(
            "INSERT INTO file (path, version) VALUES (?, ?) ON CONFLICT (path) DO UPDATE SET "
            "version = excluded.version, size = NULL, mtime = NULL, ctime = NULL",
            (change.path, change.after),
        )

    def _page(self, key: Key, page: Page, path: str, proposal: Proposal | None) -> None:
        external = proposal if proposal and proposal.origin == "external" else None
        where = (key.space, key.kind, key.slug)
        old = {c for c, _ in cites(self._db, key)}
        proof = page.evidence
        cited = page.cited
        self._db.execute(f"DELETE FROM cite WHERE {BY_KEY}", where)
        rows = [(c, "active" if c in proof.active else "superseded") for c in cited]
        if external:
            adopted = self._adopted(key, external.considered)
            rows += [(c, "adopted") for c in adopted - cited]
            rows += [(c, "owed") for c in old - cited - adopted]
        self._db.executemany(
            "INSERT OR REPLACE INTO cite VALUES (?, ?, ?, ?, ?, ?)",
            [(*where, c.day.isoformat(), c.id, role) for c, role in rows],
        )
        self._space(key.space)
        row = self._db.execute(f"SELECT handle, trust, words FROM page WHERE {BY_KEY}", where).fetchone()
        words = names.version(page.prose)
        trust = row[1] if row and row[2] == words else _trust(page, proposal)
        self._db.execute(
            "INSERT OR REPLACE INTO page VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (*where, path, page.version, row[0] if row else self._free_handle(key), page.title[:300], page.retired,
             trust, words, page.expires.isoformat() if page.expires and not page.retired else None),
        )  # fmt: skip

    def _adopted(self, key: Key, ids: Sequence[str]) -> set[Citation]:
        """The fragments that quote lines a person added to this page."""
        found = set()
        for id_ in ids:
            row = self._db.execute("SELECT day, source, entry, space FROM fragment WHERE id = ?", (id_,)).fetchone()
            if row and row[1] == "external" and row[3] == key.space and row[2].startswith(f"{key.kind}/{key.slug}#"):
                found.add(Citation(date.fromisoformat(row[0]), id_))
        return found

    def _free_handle(self, key: Key) -> str:
        """Eight characters; twelve when another page has those eight."""
        taken = self._db.execute("SELECT 1 FROM page WHERE handle = ?", (key.handle,)).fetchone()
        return names.handle(key.space, key.kind, key.slug, names.HANDLE_LENGTH_ON_COLLISION) if taken else key.handle

    def _stream(self, appended: Appended, at: str, disk: Disk) -> None:
        """Lines that stand in a stream now. From its beginning on means that somebody rewrote it."""
        path, space, offset = appended.path, appended.space, appended.offset
        raw = disk.read(path, offset, appended.length) or b""
        if not all(id_.encode() in raw for id_ in appended.ids):
            # Another program wrote in between, so our lines stand elsewhere: read the whole stream.
            offset, raw = 0, disk.read(path) or b""
        known: dict[str, tuple[str, str, int]] = {}
        if offset == 0:
            rows = self._db.execute("SELECT id, mark, learned, undone FROM fragment WHERE path = ?", (path,))
            known = {id_: tuple(rest) for id_, *rest in rows}
            self._db.execute("DELETE FROM fragment WHERE path = ?", (path,))
        day = date.fromisoformat(path.rpartition("/")[2][:10])
        self._space(space)
        for line in streams.parse(raw, space=space, day=day, offset=offset):
            match line.event:
                case Fragment() as f:
                    mark, learned, undone = known.get(f.id, ("undreamed", at, 0))
                    self._db.execute(
                        "INSERT OR IGNORE INTO fragment VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'undreamed', ?, ?)",
                        (f.id, space, f.day.isoformat(), path, line.offset, line.length, f.source, f.entry, f.handle,
                         mark, learned, undone),
                    )  # fmt: skip
                case Watermark() as w:
                    self._db.execute(
                        "INSERT INTO watermark VALUES (?, ?, ?) ON CONFLICT (source) DO UPDATE SET "
                        "ts = excluded.ts, entry = excluded.entry WHERE excluded.ts >= watermark.ts",
                        (w.source, w.ts.isoformat(), w.entry),
                    )
                case None:
                    continue
        tail = streams.tail_hash(raw) if raw.strip() else self._tail(path)
        kept = "kept" if offset else "0"
        self._db.execute(
            "INSERT INTO stream VALUES (?, ?, ?, ?, 0) ON CONFLICT (path) DO UPDATE SET "
            f"size = excluded.size, tail = excluded.tail, kept = {kept}",
            (path, space, offset + len(raw), tail),
        )

    def _tail(self, path: str) -> str:
        row = self._db.execute("SELECT tail FROM stream WHERE path = ?", (path,)).fetchone()
        return str(row[0]) if row else ""

    def _space(self, space: str) -> None:
        if space:
            self._db.execute("INSERT OR IGNORE INTO space VALUES (?, ?)", (spaces.folder(space), space))

    def _decide(self, entry: AuditEntry) -> None:
        if entry.action in _HELD_BY and entry.proposal:
            self._hold(entry.proposal, _HELD_BY[entry.action], entry)
        elif entry.proposal:
            self._db.execute("DELETE FROM held WHERE id = ?", (entry.proposal.id,))
        if entry.waiting:
            self._hold(entry.waiting, "held", entry)

    def _hold(self, proposal: Proposal, state: HeldState, entry: AuditEntry) -> None:
        self._db.execute(
            "INSERT OR REPLACE INTO held VALUES (?, ?, ?, ?, ?, ?)",
            (proposal.id, state, entry.at.isoformat(), json.dumps(proposals.to_json(proposal)),
             json.dumps(entry.reasons), entry.seq),
        )  # fmt: skip


def _trust(page: Page, proposal: Proposal | None) -> str:
    """Whose words a page now holds: an editor cannot be told from an agent's tool, so it has an agent's trust."""
    if proposal is None or proposal.origin == "external":
        return "agent"
    return proposal.trust if page.key.kind == "core" else page.trust
