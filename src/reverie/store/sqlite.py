"""index.db: what makes a vault searchable. Derived; follows the log and the archive at the cost of what changed."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path

from reverie.domain.audit import AuditEntry, veiled
from reverie.domain.fragment import Fragment
from reverie.domain.page import Key, Page
from reverie.store import layout, log
from reverie.store.archive import Archive
from reverie.store.database import Database
from reverie.store.files import FileVault
from reverie.store.links import TABLES as GRAPH, SqliteLinks
from reverie.store.passages import Passages, texts
from reverie.store.reached import Reached
from reverie.store.scope import Passage, Scope
from reverie.store.search import GENERATION, Search, visible

SCHEMA_VERSION = 6
PATIENCE = 10.0  # seconds a writer waits for another to take in what it wrote
_SCHEMA = Path(__file__).parent / "sql" / "index.sql"
_BATCH = 5_000  # turns taken in at once


class SqliteIndex(Search):
    """Full-text search over pages, fragments and turns. The standard library only."""

    def __init__(self, path: Path | None, vault: FileVault, archive: Archive) -> None:
        self._database = Database(path, _SCHEMA, SCHEMA_VERSION)
        self._vault = vault
        self._archive = archive
        super().__init__()
        self.links = SqliteLinks(lambda: self.db)

    @property
    def db(self) -> sqlite3.Connection:
        return self._database.db

    def close(self) -> None:
        self._database.close()

    # Following

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

    def anew(self) -> int:
        """Build everything again in place, so that whoever has it open goes on, and leave no byte of the old."""
        with self._database.change():
            self._empty()
        self.refresh()
        self._database.scrub()
        return self.size()

    def without(self, reached: Reached | None) -> int:
        """What a purge `reached` taken out and, as far as it stays, in again; no byte of the old is left.

        Who does not know what it reached, or had not taken in everything before, builds everything again."""
        with self._database.change():
            known = reached is not None and self._meta()["cursor"] == reached.was
            if reached and known:
                self._take_again(reached)
        if not known:
            return self.anew()
        self.refresh()
        for table in ("words", "past"):  # what was deleted from them stays in them until they are merged
            self.db.execute(f"INSERT INTO {table} ({table}) VALUES ('optimize')")
        self._database.scrub()
        return self.size()

    def _take_again(self, reached: Reached) -> None:
        spaces = self._vault.state.spaces()
        with Passages(self.db, again=True) as passages:
            resting = {id_ for key in reached.keys for id_ in passages.forget_page(key)} - reached.fragments.keys()
            stay = self._vault.fragments(resting)
            for fragment in (*reached.fragments.values(), *stay.values()):
                passages.forget_fragment(fragment)
            entries = [logged.entry for logged in reached.entries[:-1] if logged.entry]
            changes = (_Change.of(entry, spaces, reached.keys, stay.keys()) for entry in entries)
            self._take([change for change in changes if change.pages or change.ids], passages)
            passages.forget_unused()
        self._set("cursor", reached.entries[-1].offset)
        self.db.execute("INSERT OR REPLACE INTO meta VALUES ('epoch', abs(random()))")

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
        rows = ("meta", "space", "session", "passage", "speaker", "mark", "taken", "forgotten", "veiled", "hook")
        for table in (*rows, "piece", "dropped", *GRAPH):
            self.db.execute(f"DELETE FROM {table}")
        for table in ("words", "past"):
            self.db.execute(f"INSERT INTO {table} ({table}) VALUES ('delete-all')")
        self.db.execute("INSERT INTO meta VALUES ('epoch', abs(random()))")

    def _take(self, changes: Sequence[_Change], passages: Passages) -> None:
        """Entry by entry: new versions of pages, and every fragment whose standing they may have changed."""
        last = {key: n for n, change in enumerate(changes) for key in change.pages}
        current = self._vault.pages(last)
        known: dict[str, Fragment] = {}
        for n, change in enumerate(changes):
            touched = dict.fromkeys(change.ids)
            told = sorted(change.pages.items(), key=lambda each: each[0].kind == "summary")  # which tells of others
            for key, page in told:
                touched.update(dict.fromkeys(passages.hooked(key)))
                now = current.get(key) if last[key] == n else page
                passages.page(key, now, change.at, vouched=change.vouched)
                touched.update(dict.fromkeys(passages.hooked(key)))
            passages.mark(change.marks)
            for session, hidden in change.sessions.items():
                passages.session(session, hidden=hidden)
            known.update(self._vault.fragments(id_ for id_ in touched if id_ not in known))
            for fragment in (known[id_] for id_ in touched if id_ in known):
                if _clean(fragment):
                    passages.fragment(fragment, change.at)

    # Naming and walking

    def turn(self, handle: str) -> list[Key]:
        """The turns a handle, or the beginning of one, may mean; pages and fragments are the state's to know."""
        rows = self.db.execute(
            "SELECT space, kind, slug FROM passage WHERE handle >= ? AND handle < ? LIMIT 5", (handle, handle + "\x7f")
        )
        return [Key(*row) for row in rows]

    def shown(self, keys: Iterable[Key], scope: Scope) -> set[Key]:
        """Those of the keys that a search with this scope may find."""
        seen, given = visible(scope)
        sql = f"SELECT 1 FROM passage WHERE slug = ? AND kind = ? AND space = ? AND {seen} LIMIT 1"
        return {key for key in keys if self.db.execute(sql, (key.slug, key.kind, key.space, *given)).fetchone()}

    def within(self, kind: str, begins: str, scope: Scope) -> list[int]:
        seen, given = visible(scope)
        sql = f"SELECT id FROM passage WHERE slug >= ? AND slug < ? AND kind = ? AND space = ? AND {seen}"
        rows = (
            self.db.execute(sql, (begins, begins + "\U0010ffff", kind, space, *given)).fetchall()
            for space in scope.spaces
        )
        return [id_ for found in rows for (id_,) in found]

    def parents(self, fragment: Passage, scope: Scope) -> tuple[tuple[Key, ...], bool]:
        rows = self.citing(fragment, scope)
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

    def dropped(self, after: int) -> list[tuple[int, int]]:
        """The pieces that went, after so many others did: how many had gone with each, and its number."""
        return self.db.execute("SELECT n, piece FROM dropped WHERE n > ? ORDER BY n", (after,)).fetchall()

    def gone(self) -> int:
        """How many pieces went so far."""
        row = self.db.execute("SELECT MAX(n) FROM dropped").fetchone()
        return row[0] or 0

    def generation(self) -> tuple[int, ...]:
        """Differs whenever something was taken in or out; in its first place, when the index was built anew."""
        meta = self._meta()
        return tuple(meta[name] for name in GENERATION)

    def piece_texts(self, numbers: Sequence[int]) -> list[str]:
        """What the pieces say."""
        found = []
        for number in numbers:
            row = self.db.execute(
                "SELECT p.title, p.text, c.n FROM piece c JOIN passage p ON p.id = c.passage WHERE c.id = ?", (number,)
            ).fetchone()
            found.append(next((t for n, t in enumerate(texts(row[0], row[1])) if n == row[2]), "") if row else "")
        return found


@dataclass(frozen=True, slots=True)
class _Change:
    """What one entry of the log changes: versions of pages, and fragments that were said or got a mark."""

    at: datetime
    pages: dict[Key, Page | None]
    ids: tuple[str, ...]
    marks: Mapping[str, tuple[str, ...]]
    sessions: Mapping[str, bool]  # those that went out of sight, or came back
    vouched: bool  # somebody asked for it, wrote it or approved it; else a dream made it by itself

    @classmethod
    def of(
        cls, entry: AuditEntry, spaces: dict[str, str], keys: Set[Key] | None = None, ids: Set[str] | None = None
    ) -> _Change:
        """All that it changes, or what it changes of these pages and fragments."""
        pages: dict[Key, Page | None] = {}
        for change in entry.files:
            if keys is not None and keys.isdisjoint(change.keys):
                continue
            text = entry.texts.get(change.after) if change.after else None
            read = layout.pages_in(change.path, text, spaces) if text is not None else ()
            held = {page.key: page for page in read if isinstance(page, Page)}
            pages |= {key: held.get(key) for key in change.keys if keys is None or key in keys}
        said = [id_ for appended in entry.appended for id_ in appended.ids]
        marked = [id_ for ids in entry.marks.values() for id_ in ids]
        sessions = {key.slug: hidden for key, hidden in veiled(entry).items() if key.kind == "session"}
        vouched = entry.approval == "approved" or not entry.proposal or entry.proposal.origin != "dream"
        if ids is None:
            return cls(entry.at, pages, tuple(dict.fromkeys((*said, *marked))), entry.marks, sessions, vouched)
        some = tuple(id_ for id_ in dict.fromkeys((*said, *marked)) if id_ in ids)
        marks = {mark: tuple(id_ for id_ in of if id_ in ids) for mark, of in entry.marks.items()}
        return cls(entry.at, pages, some, marks, {}, vouched)


def _clean(f: Fragment) -> bool:
    """Another program may have written a credential into a stream; it must not become searchable."""
    from reverie.domain.safety import clean  # costs more to import than a search takes

    return clean(f.topic, f.body, f.quote, f.who or "")
