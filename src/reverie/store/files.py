"""The vault as a folder of Markdown and JSONL, readable without us.

A change becomes real when its journal record is durable; then files, log and state are brought up to
it. Here is the writing; the reading is in `reading`, the history in `trail`, people's edits in `watch`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any

from reverie.domain import audit, core, ids as names, proposal as proposals
from reverie.domain.audit import Action, Appended, Approval, AuditEntry, FileChange
from reverie.domain.fragment import Fragment, Watermark
from reverie.domain.page import HIDDEN_BY_NAME, Key, Page
from reverie.domain.proposal import Proposal, Purge, State as HeldState
from reverie.domain.tombstone import Tombstones
from reverie.errors import HistoryError, PageDamaged, PageMoved, VaultBusy, VaultCorrupt, VaultError
from reverie.store import layout, log, streams
from reverie.store.base import Mark, Parcel
from reverie.store.disk import Disk, Stamp
from reverie.store.journal import Append, Record
from reverie.store.lock import WriterLock
from reverie.store.reading import FileReader
from reverie.store.state import State

if TYPE_CHECKING:
    from reverie.domain.purge import Outline
    from reverie.store.purging import Intent, Purging

_NOT_YET = "what was deleted for good is not gone everywhere yet; the next command goes on with it"
_HOLDS: Mapping[HeldState | None, tuple[Action, Approval, Mark]] = {
    "held": ("PROPOSE", "pending", "waiting"),
    "deferred": ("DEFER", "pending", "waiting"),
    "rejected": ("REJECT", "rejected", "set aside"),
    None: ("CLOSE", "—", "dreamed"),
}


_Step = tuple[AuditEntry, Mapping[str, str | None], Sequence[Append]]  # an entry, the files it writes, what it appends


class FileVault(FileReader):
    """A `Vault` in one folder."""

    def __init__(self, disk: Disk, state: State, lock: WriterLock | None = None) -> None:
        super().__init__(disk, state)
        self._lock = lock
        self._writing = False
        self.wire: Callable[[Purging], None] = lambda _: None  # tells a purge where else the words are
        self.unpurged: str | None = None  # why what was deleted for good is not gone everywhere yet
        self.unfinished: str | None = None  # a committed change whose last steps wait for the disk

    @cached_property
    def purging(self) -> Purging:
        from reverie.store.purging import Purging  # costs more to import than a recall takes

        purging = Purging(self.disk, self.state)
        self.wire(purging)
        return purging

    # Writing

    @contextmanager
    def writing(self) -> Iterator[None]:
        if self._writing and self._lock is None:
            self._settle_earlier()
            yield
            return
        if self._lock is None:
            self._writing = True
            try:
                self.recover()
                yield
            finally:
                self._writing = False
            return
        with self._lock.held() as first:
            if first:
                self.recover()
            self._settle_earlier()
            yield

    def recover(self) -> None:
        """Finish what a crash left unfinished, and bring the state up to the log."""
        try:
            while pending := self._journal.pending():  # two, when the end of the last one was lost
                self._finish(pending)
            for name in self.disk.names(layout.TMP):
                self.disk.remove(f"{layout.TMP}/{name}")
            if self.unfinished_purge() and (intent := self.purging.pending()):
                self._rid(intent)
            self.state.follow(self.disk)
        except (OSError, sqlite3.Error) as wrong:
            raise _sorry("an earlier change could not be completed", wrong) from wrong
        self.unfinished = None

    def append(
        self,
        fragments: Sequence[Fragment],
        upto: Sequence[Watermark],
        at: datetime,
        actor: str,
        run: str | None = None,
    ) -> list[Fragment]:
        with self.writing():
            known, stones = {row[0] for row in self.state.places(f.id for f in fragments)}, self.tombstones()
            fresh = list({f.id: f for f in fragments if f.id not in known and not stones.bars(f)}.values())
            if not fresh and not upto:
                return []
            space = fresh[0].space if fresh else ""
            appends, appended = self._appending(fresh, upto, space)
            summary = fresh[0].body if len(fresh) == 1 else f"{len(fresh)} fragments"
            entry = AuditEntry(
                seq=self.state.seq + 1,
                id="a-" + names.handle(space, "append", f"{self.state.seq}{at}")[2:],
                at=at,
                action="APPEND",
                actor=actor,
                approval="auto",
                summary=audit.one_line(summary, 120),
                trigger=fresh[0].source if fresh else upto[0].source,
                run=run,
                space=space,
                appended=appended,
            )
            self._commit((entry, {}, appends))
            return fresh

    def _appending(
        self, fragments: Sequence[Fragment], upto: Sequence[Watermark], space: str
    ) -> tuple[list[Append], tuple[Appended, ...]]:
        """The bytes that add fragments to the streams of their days, and watermarks to those of a space."""
        by_path: dict[str, list[Fragment | Watermark]] = {}
        for fragment in fragments:
            by_path.setdefault(layout.stream(fragment.space, fragment.day.isoformat()), []).append(fragment)
        owner = {layout.stream(f.space, f.day.isoformat()): f.space for f in fragments}
        for mark in upto:
            by_path.setdefault(layout.stream(space, mark.ts.date().isoformat()), []).append(mark)
        appends = [self._stream_append(path, events) for path, events in by_path.items()]
        return appends, tuple(
            Appended(
                path=a.path,
                space=owner.get(a.path, space),
                offset=a.offset,
                length=len(a.data),
                ids=tuple(e.id for e in by_path[a.path] if isinstance(e, Fragment)),
            )
            for a in appends
        )

    def _stream_append(self, path: str, events: Sequence[Fragment | Watermark]) -> Append:
        size, tail = self.state.stream_tail(path)
        stamp = self.disk.stamp(path)
        found = stamp.size if stamp else 0
        if found != size:  # somebody else wrote here; chain to what really stands last
            content = self.disk.read(path) or b""
            size, tail = len(content), streams.tail_hash(content)
        data = streams.encode(events, tail)
        if size and self.disk.read(path, size - 1, 1) != b"\n":
            data = b"\n" + data  # a torn last line keeps its bytes and stays unreadable by itself
        return Append(path, size, data)

    def commit(
        self,
        proposal: Proposal,
        at: datetime,
        approval: Approval,
        waiting: Proposal | None = None,
        reasons: Sequence[str] = (),
    ) -> AuditEntry:
        with self.writing():
            if purge := proposals.purge(proposal):
                return self._purge(proposal, purge, at, approval)
            entry, files = self._made(proposal, at, approval, waiting, reasons)
            self._commit((entry, files, []))
            return entry

    def _made(
        self, proposal: Proposal, at: datetime, approval: Approval, waiting: Proposal | None, reasons: Sequence[str]
    ) -> tuple[AuditEntry, dict[str, str | None]]:
        """The entry of a proposal's changes, and the files they come to."""
        external = proposal.origin == "external"
        keys = proposals.keys(proposal)
        before = self._recorded(keys) if external else self.pages(keys)
        after = proposals.after(proposal, before, at)
        files, touched = self._found(proposal) if external else self._files(before, after)
        changes = self._changes(proposal, before, after, files, touched)
        entry = audit.applied(
            proposal,
            seq=self.state.seq + 1,
            at=at,
            approval=approval,
            files=changes,
            texts={names.version(text): text for text in files.values() if text is not None},
            marks=audit.marks(proposal, before, after, self.state.citing, self.state.was, self.state.space_of, waiting),
            waiting=waiting,
            reasons=reasons,
        )
        return entry, files

    def receive(self, parcels: Sequence[Parcel], at: datetime, actor: str, summary: str) -> list[AuditEntry]:
        with self.writing():
            steps: list[_Step] = []
            for parcel in parcels:
                for entry, files, appends in self._received(parcel, at, actor, summary):
                    steps.append((replace(entry, seq=self.state.seq + 1 + len(steps)), files, appends))
            if steps:
                self._commit(*steps)
            return [entry for entry, _, _ in steps]

    def _received(self, parcel: Parcel, at: datetime, actor: str, summary: str) -> Iterator[_Step]:
        """What one parcel comes to: an entry with its fragments, its pages and what waits; then what was held there."""
        known = {row[0] for row in self.state.places(f.id for f in parcel.fragments)}
        fresh = list({f.id: f for f in parcel.fragments if f.id not in known}.values())
        upto = [mark for mark in parcel.upto if not self.state.read_past(mark.source, mark.ts)]
        appends, appended = self._appending(fresh, upto, parcel.space)
        files: dict[str, str | None] = {}
        entry = None
        if parcel.now:
            entry, files = self._made(parcel.now, at, "approved", parcel.later, parcel.reasons)
        elif parcel.later:
            entry = self._holding(parcel.later, "held", at, parcel.reasons, actor)
        elif appended or parcel.aliases:
            name = "a-" + names.handle(parcel.space, "receive", f"{self.state.seq}{at}")[2:]
            entry = AuditEntry(
                seq=0, id=name, at=at, action="APPEND", actor=actor, approval="approved", summary=summary,
                space=parcel.space,
            )  # fmt: skip
        if entry:
            marked = {id_ for ids in entry.marks.values() for id_ in ids}
            marks = {mark: list(ids) for mark, ids in entry.marks.items()}
            for mark, ids in parcel.marks.items():
                marks.setdefault(mark, []).extend(i for i in ids if i not in marked and i not in known)
            told = {mark: tuple(ids) for mark, ids in marks.items() if ids}
            aliases = {**parcel.aliases, **entry.aliases}
            yield replace(entry, appended=appended, marks=told, aliases=aliases), files, appends
        for held in parcel.held:
            waits = replace(held.proposal, considered=tuple(i for i in held.proposal.considered if i not in known))
            yield self._holding(waits, held.state, at, held.reasons, actor), {}, []

    def adopt(self, lines: Sequence[dict[str, Any]], stream: Mapping[str, bytes], files: Mapping[str, str]) -> None:
        """Become what another vault was, streams to the byte, with its whole log: all or nothing.

        This one holds nothing yet; its own few entries stay in front, so that the numbers of the others follow theirs.
        """
        with self.writing():
            taken = [path for path in stream if self.disk.stamp(path)]
            before = {path: self.disk.read(path) for path in files}
            versions = {
                p: None if b is None else names.version(b.decode("utf-8", "replace")) for p, b in before.items()
            }
            taken += [path for path, version in versions.items() if version != self.state.version_of(path)]
            if taken:
                raise PageMoved(f"{taken[0]} is there already; nothing was written. Move it away, or begin elsewhere.")
            first = self.state.seq + 1
            told = b"".join(log.line({**data, "seq": first + n}) for n, data in enumerate(lines))
            self._carry_out(
                Record(
                    number=first + len(lines) - 1,
                    files=files,
                    before=versions,
                    appends=(
                        *(Append(path, 0, data) for path, data in stream.items()),
                        Append(layout.LOG, log.size(self.disk), told),
                    ),
                )
            )

    def entries_of(self, source: str) -> set[str]:
        return self.state.entries_of(source)

    def unfinished_purge(self) -> bool:
        """Whether something deleted for good may still be somewhere."""
        return self.disk.stamp(layout.INTENT) is not None

    def outline(self, purge: Purge) -> Outline:
        return self.purging.outline(purge)

    def tombstones(self) -> Tombstones:
        return Tombstones(self.state.tombstones(), self.disk.read(layout.KEY) or b"")

    def _purge(self, proposal: Proposal, purge: Purge, at: datetime, approval: Approval) -> AuditEntry:
        try:
            intent = self.purging.decide(proposal, purge, at, approval)
        except OSError as wrong:
            raise _sorry("nothing was deleted", wrong) from wrong
        try:
            self._rid(intent)
        except (OSError, sqlite3.Error) as wrong:
            self.unpurged = f"{_NOT_YET}: {getattr(wrong, 'strerror', None) or wrong}"
        return intent.entry

    def _rid(self, intent: Intent) -> None:
        """Rid every place of it. Who is in the way of that only delays it: our own files are rid of it by then."""
        try:
            self.purging.carry_out(intent)
            self.unpurged = None
        except (VaultBusy, HistoryError) as wrong:
            self.unpurged = f"{_NOT_YET}: {wrong}"

    def _recorded(self, keys: Iterable[Key]) -> dict[Key, Page]:
        """Pages as the log has them, whatever somebody has done to their files since."""
        return {key: page for key in keys if (page := self.last_good(key))}

    def _found(self, proposal: Proposal) -> tuple[dict[str, str | None], dict[str, list[Key]]]:
        """The files a person changed, as they stand, and the pages that changed in them. Writes nothing."""
        files = {path: self._text(path) for path in proposal.paths}
        touched: dict[str, list[Key]] = {}
        for path, text in files.items():
            now = self._parse(path, text.encode("utf-8")) if text is not None else {}
            keys = dict.fromkeys((*self.state.owner(path), *now))
            touched[path] = [k for k in keys if _text_of(self.last_good(k)) != _text_of(now.get(k))]
        return files, touched

    def _files(
        self, before: Mapping[Key, Page], after: Mapping[Key, Page | None]
    ) -> tuple[dict[str, str | None], dict[str, list[Key]]]:
        """The files the changed pages go to, whole, and the pages each one holds."""
        files: dict[str, str | None] = {}
        touched: dict[str, list[Key]] = {}
        for key, page in after.items():
            old = before.get(key)
            if key.kind in HIDDEN_BY_NAME or (old and page and old.text == page.text):
                continue
            here = self.state.path(key) or self.state.last_path(key)
            path = here or layout.path_of(key)
            there = layout.moves(path, page) if page else path
            if key.kind == "core":
                text = (files[there] or "") if there in files else self._text(there) or ""
                text = text or ("" if key.space else core.template())
                text = core.replace_block(text, key.slug, page.text if page else None)
                files[there] = text if text.strip() or not key.space else None
            elif layout.is_rest(key):
                files[there] = self._with_blocks(there, page.text if page else "")
            else:
                self._nobody_elses(key, there)
                if page and key not in self._parse(there, page.text.encode("utf-8")):
                    raise VaultError(f"{key} cannot stand at {there}; choose another name")
                if here and here != there and self.state.path(key):
                    files[here] = None
                    touched.setdefault(here, []).append(key)
                files[there] = page.text if page else None
            touched.setdefault(there, []).append(key)
        return files, touched

    def _changes(
        self,
        proposal: Proposal,
        before: Mapping[Key, Page],
        after: Mapping[Key, Page | None],
        files: Mapping[str, str | None],
        touched: Mapping[str, list[Key]],
    ) -> tuple[FileChange, ...]:
        """How the audit trail names what happens to each file."""
        changes = []
        for path, text in files.items():
            key = next((k for k in touched[path] if k in after), None)
            old = before.get(key) if key else None
            new = after.get(key) if key else None
            changes.append(
                FileChange(
                    action=audit.action_of(key, old, new, proposal) if key else "EDIT",
                    path=path,
                    keys=tuple(touched[path]),
                    before=self.state.version_of(path),
                    after=None if text is None else names.version(text),
                )
            )
        return tuple(changes)

    def _with_blocks(self, path: str, rest: str) -> str:
        """A MEMORY.md of that other text and the blocks it has now."""
        for name, block in core.blocks(self._text(path) or "").items():
            rest = core.replace_block(rest, name, block)
        return rest

    def _nobody_elses(self, key: Key, path: str) -> None:
        """Never overwrite what was not read: a file of another page, or one that does not parse."""
        others = [k for k in self.state.owner(path) if k != key]
        if others:
            raise VaultError(f"{path} already holds {others[0]}; choose another name")

    def _text(self, path: str) -> str | None:
        raw = self.disk.read(path)
        try:
            return None if raw is None else raw.decode("utf-8")
        except UnicodeDecodeError as wrong:
            raise VaultCorrupt(f"{path} is not UTF-8 text; mend it by hand, nothing was changed") from wrong

    def hold(
        self, proposal: Proposal, state: HeldState | None, at: datetime, reasons: Sequence[str], actor: str
    ) -> AuditEntry:
        with self.writing():
            entry = self._holding(proposal, state, at, reasons, actor)
            self._commit((entry, {}, []))
            return entry

    def _holding(
        self, proposal: Proposal, state: HeldState | None, at: datetime, reasons: Sequence[str], actor: str
    ) -> AuditEntry:
        action, approval, mark = _HOLDS[state]
        return AuditEntry(
            seq=self.state.seq + 1,
            id=proposal.id,
            at=at,
            action=action,
            actor=actor,
            approval=approval,
            summary=proposal.because,
            trigger=proposal.trigger,
            space=proposal.space,
            marks={mark: proposal.considered} if proposal.considered else {},
            proposal=proposal,
            reasons=tuple(reasons),
        )

    def note(self, entry: AuditEntry) -> AuditEntry:
        """Log something that changed no page: an alert, a stream found grown."""
        with self.writing():
            entry = replace(entry, seq=self.state.seq + 1)
            self._commit((entry, {}, []))
            return entry

    def _settle_earlier(self) -> None:
        """A change that the disk did not let us finish must be finished before the next one."""
        if self.unfinished:
            self.recover()

    def _commit(self, *steps: _Step) -> None:
        """Make changes durable, all of them at once, then carry them out."""
        for entry, files, _ in steps:
            self._unchanged_since(entry, files)
        line, end = b"".join(log.encode(entry) for entry, _, _ in steps), log.size(self.disk)
        if end != self.state.cursor:
            line = b"\n" + line  # half a line that is not ours to finish stays, as a damaged line of its own
        self._carry_out(
            Record(
                number=steps[-1][0].seq,
                files={path: text for _, files, _ in steps for path, text in files.items()},
                before={change.path: change.before for entry, _, _ in steps for change in entry.files},
                appends=(*(append for _, _, appends in steps for append in appends), Append(layout.LOG, end, line)),
            )
        )

    def _carry_out(self, record: Record) -> None:
        try:
            self._journal.write(record)
        except OSError as wrong:
            if self._journal.withdraw(record.number):
                raise _sorry("nothing was changed", wrong) from wrong
            self.unfinished = f"the change is in the journal and is completed later: {wrong.strerror}"
            return
        try:
            self._finish(record)
        except (OSError, sqlite3.Error) as wrong:
            # The change is durable and readers see it; what is left is done as soon as the disk allows.
            why = getattr(wrong, "strerror", None) or wrong
            self.unfinished = f"the change is safe in the journal and is completed later: {why}"

    def _unchanged_since(self, entry: AuditEntry, files: Mapping[str, str | None]) -> None:
        """A file that is not what we last recorded is somebody's edit that nobody has read yet."""
        external = entry.proposal is not None and entry.proposal.origin == "external"
        damaged = {problem.path: problem for problem, _ in self.state.problems()}
        for path, text in files.items():
            if path in damaged:
                raise PageDamaged(path, str(damaged[path]))
            raw = self.disk.read(path)
            found = None if raw is None else names.version(raw.decode("utf-8", "surrogateescape"))
            wanted = None if text is None else names.version(text)
            if found not in (self.state.version_of(path), wanted) and not external:
                raise PageMoved(f"{path} was changed by somebody else just now; nothing was written. Try again.")
            if external and found != wanted:
                raise PageMoved(f"{path} changed again while it was being read; nothing was written. Try again.")

    def _finish(self, record: Record) -> None:
        self._journal.finish(record)
        self.state.follow(self.disk)
        stamps: dict[str, Stamp] = {}
        for path, text in record.files.items():
            stamp = self.disk.stamp(path)  # before the bytes: an edit in between shows as a newer stamp
            if stamp and text is not None and self.disk.read(path) == text.encode("utf-8"):
                stamps[path] = stamp
        if stamps:
            self.state.saw(stamps)
        self._journal.done(record.number)


def _text_of(page: Page | None) -> str | None:
    return page.text if page else None


def _sorry(what: str, wrong: Exception) -> VaultError:
    why = getattr(wrong, "strerror", None) or str(wrong)
    return VaultError(
        f"{what}: the disk says {why!r}. Make room or mend the permissions, then try again; `reverie doctor` says more."
    )
