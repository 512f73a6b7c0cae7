"""What every write begins and ends with: edits by hand are seen first, and index, history and renderings follow."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from reverie.domain.page import Key
from reverie.errors import NotFound, PageMoved, VaultBusy, VaultError
from reverie.memory import given
from reverie.memory.one_line import FULL, cure, in_one_line, why_of
from reverie.memory.opening import Opened
from reverie.retrieval.recall import Query
from reverie.store import layout
from reverie.store.base import Scope
from reverie.store.disk import no_room
from reverie.store.lock import WriterLock

_PAUSE = 0.2
_READER = 0.2  # seconds a reader waits for whoever brings the index up to date

if TYPE_CHECKING:
    from reverie.loop.propose import Queue
    from reverie.store.base import Problem


@in_one_line
class Following(Opened):
    """Sees what people changed, and lets everything derived follow what is written."""

    def take_in(self) -> list[Problem]:
        """Notice what people changed by hand since we last wrote; returns files that could not be read."""
        with self._writer():
            return self.warnings

    def find(self, handle: str, *, space: str | None = None) -> Key:
        """The page or fragment of a handle (a unique beginning will do) or of a `kind/slug`.

        With `space`, only what a question asked there could find.
        """
        from reverie.retrieval.address import find, nothing_named

        within = given.chain(space)
        if space is not None:
            self._obey(space)
        try:
            key = find(handle, self.vault.state, within)
        except NotFound:
            turns = self.index.turn(handle if handle.startswith("m:") else f"m:{handle}") if len(handle) > 4 else []
            if len(turns) != 1:
                raise
            key = turns[0]
        if within is not None:
            self._follow_index()
            if not self.index.shown([key], Scope(spaces=within)):
                raise nothing_named(handle)
        return key

    @contextmanager
    def _writer(self) -> Iterator[tuple[datetime, str]]:
        """Before the first write see what people changed; after each, let index, history and renderings follow."""
        from reverie.loop.begin import new_id

        now = datetime.now(UTC)
        try:
            if not self._looked:
                self._see_edits(now)
                self._looked = True
            yield now, new_id()
            with suppress(VaultError, OSError, sqlite3.Error):  # the change is made; the next command tells of it
                self._raise_alerts(now)
        except PageMoved:
            self._looked = False  # somebody edits beside us: look again before the next try
            raise
        except (OSError, sqlite3.Error) as wrong:
            if "locked" in str(wrong):
                held = "another process holds a database of this workspace"
                raise VaultBusy(f"{held}; wait for it, or end it. Nothing more was changed.") from wrong
            failed = f"the disk fails ({why_of(wrong)}); nothing more was changed"
            raise VaultError(FULL if no_room(wrong) else failed) from wrong
        finally:
            self._follow()

    @contextmanager
    def _alone(self, what: str) -> Iterator[None]:
        """At most one process does this to a vault at a time; observers go on meanwhile."""
        with ExitStack() as stack:
            try:
                stack.enter_context(WriterLock(self.root / layout.PRIVATE / f"{what}.lock", _PAUSE).held())
            except VaultBusy as wrong:
                raise VaultBusy(f"another process is at it: {what}; try again when it is done") from wrong
            yield

    def _see_edits(self, now: datetime) -> None:
        from reverie.loop.begin import new_id
        from reverie.loop.external import record
        from reverie.store.watch import look

        with self.vault.writing():  # in one step, or two processes record the same edit
            first = self.vault.state.seq == 0
            seen = look(self.vault, now)
            self.warnings = seen.problems
            self._gone += [edit.path for edit in seen.edits if not edit.after and edit.before]
            record(seen.edits, self.vault, now, new_id(), first=first)
            self._raise_alerts(now, seen.problems)
            self._take_in_proposals(seen.inboxes, now)

    def _take_in_proposals(self, inboxes: Sequence[tuple[str, str]], now: datetime) -> None:
        """Queue what sub-agents wrote into their inboxes, and clear these of it."""
        from reverie.loop.propose import take_in
        from reverie.store.watch import clear

        for path, space in inboxes:
            stamp, raw = self.vault.disk.stamp(path), self.vault.disk.read(path)
            if stamp and raw and not self.switch.is_off(space):
                self._follow_index()
                text, at = raw.decode("utf-8", "surrogateescape"), datetime.fromtimestamp(stamp.mtime_ns / 1e9, UTC)
                left = take_in(text, self._queue(), space, at, now)
                clear(self.vault, path, raw, left)

    def _queue(self) -> Queue:
        from reverie.loop.propose import Queue

        trusted = self.settings.subagents.trusted
        return Queue(
            vault=self.vault, history=self.trail, find=self._pages_near, named=self._named, trusted=trusted
        )  # fmt: skip

    def _raise_alerts(self, now: datetime, problems: Sequence[Problem] = ()) -> None:
        """Tell of watched files that changed, whoever changed them."""
        state, watch = self.vault.state, self.settings.watch
        if state.watched == state.seq and not problems:
            return
        from reverie.loop.alerts import raised, unrecorded
        from reverie.loop.begin import new_id

        with self.vault.writing():
            if watch.alerts:
                told = raised(self.trail.after(state.watched), self.trail.texts, watch, now, new_id)
                told += unrecorded(problems, self.vault.recorded_and_found, watch, state.alerts(), now, new_id)
                for entry in told:
                    self.vault.note(entry)
            state.set_watched(state.seq)

    def _follow(self) -> None:
        """Never raises: the change is made, and what follows it is caught up with the next one."""
        from reverie.store.render import Renderings

        self.behind, now = None, datetime.now(UTC)
        try:
            self.index.refresh()
            with self.vault.writing():
                Renderings(self.vault, self.index, self.settings.watch, now).follow()
            self.behind = self.trail.follow()
        except VaultBusy:
            return  # somebody else writes, and follows
        except (OSError, sqlite3.Error, VaultError) as wrong:
            self.behind = f"index, renderings or history are behind: {why_of(wrong)}"

    def _follow_index(self) -> None:
        """A reader brings the index up to date when it can; when another does, it answers from what is there."""
        try:
            self.index.refresh(_READER)
        except sqlite3.OperationalError as wrong:
            if "locked" not in str(wrong) and not self.sealed:
                raise VaultError(f"the index cannot be read ({wrong}). Nothing is lost: {cure(wrong)}") from wrong

    def _named(self, space: str, name: str) -> list[Key]:
        """The entities of a space with that name or alias."""
        from reverie.domain.names import plain

        found = self.index.links.called([plain(name)], Scope(spaces=(space,)))
        return [each.key for each in found if each.whole]

    def _pages_alike(self, text: str, space: str, most: int) -> list[Key]:
        """The pages of one space that are nearest to a text by their words alone, which costs a tenth."""
        return self._pages_near(text, space, most, meaning=False)

    def _pages_near(self, text: str, space: str, most: int, *, meaning: bool = True) -> list[Key]:
        """The pages of one space that are nearest to a text, by words and meaning."""
        from reverie.retrieval.recall import search

        scope = Scope(spaces=(space,))
        query = Query(text=text, now=datetime.now(UTC), scope=scope)
        found = search(query, self.index, self._near(scope) if meaning else None).ranked.order
        keys = dict.fromkeys(p.key for p in found if p.kind in ("belief", "skill"))
        return list(keys)[:most]
