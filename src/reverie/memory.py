"""The facade: opens a workspace, chooses the implementations, wires the steps together. No logic of its own.

Steps are imported where they are used: a recall in a hook must not pay for what only `undo` needs.
"""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from functools import cached_property, wraps
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from reverie import config, configured
from reverie.domain import space as spaces
from reverie.domain.page import Key, Page, PageKind
from reverie.errors import (
    BundleRefused,
    ConfigError,
    NotFound,
    PageMoved,
    ReverieError,
    VaultBusy,
    VaultCorrupt,
    VaultError,
    VaultMissing,
)
from reverie.retrieval.recall import Answer, Query, Tier, recall
from reverie.store import layout
from reverie.store.archive import Archive
from reverie.store.base import Scope
from reverie.store.disk import LocalDisk
from reverie.store.files import FileVault
from reverie.store.lock import WriterLock, holder
from reverie.store.past import PastReader
from reverie.store.spool import Spool
from reverie.store.sqlite import SqliteIndex
from reverie.store.state import State
from reverie.store.switch import EVERYWHERE, Switch

Source = Literal["cli", "mcp", "library", "import"]  # where words come from, as their fragments say
Extra = Literal["usage", "archive"]  # what a bundle carries when asked to
FLUSH = 90.0  # seconds that taking in a session before its compaction may take
_PAUSE = 0.2
_NEAR = 20  # passages in which something is looked for word for word
_READER = 0.2  # seconds a reader waits for whoever brings the index up to date
T = TypeVar("T")
C = TypeVar("C")

if TYPE_CHECKING:
    from reverie.domain.audit import AuditEntry
    from reverie.domain.due import Work
    from reverie.domain.fragment import Fragment, Trust
    from reverie.domain.ignore import Ignored
    from reverie.domain.inbox import Statement
    from reverie.domain.proposal import Proposal, State as HeldState
    from reverie.domain.purge import Outline
    from reverie.domain.transcript import Transcript
    from reverie.llm.embed import Embedder
    from reverie.llm.models import Meter as Counting, Model, Role
    from reverie.loop.apply import Applied
    from reverie.loop.back import Step as BackStep
    from reverie.loop.bring import Brought
    from reverie.loop.cases import Rivals
    from reverie.loop.clear import Clearing
    from reverie.loop.decay import Swept
    from reverie.loop.dream import Night
    from reverie.loop.extract import Extractor
    from reverie.loop.pickup import Due, Hands, Run, Step
    from reverie.loop.propose import Proposed, Queue
    from reverie.loop.reflect import Reflected
    from reverie.loop.remember import Remembered
    from reverie.loop.router import Router
    from reverie.loop.worker import Done
    from reverie.retrieval.embedders import Embedders, Standing
    from reverie.retrieval.inject import Injection, Origin
    from reverie.retrieval.lanes import Similar
    from reverie.retrieval.meaning import Progress
    from reverie.retrieval.walk import Neighbourhood, Proof
    from reverie.store.base import Alert, AuditFilter, Held, Mark, Problem
    from reverie.store.certificate import Certificate
    from reverie.store.doctor import Finding
    from reverie.store.jobs import Jobs
    from reverie.store.ledger import Ledger
    from reverie.store.meter import Meter
    from reverie.store.purging import Purging
    from reverie.store.spool import Pointer
    from reverie.store.times import Times
    from reverie.store.trail import Trail
    from reverie.store.usage import Usage
    from reverie.store.vectors import Vectors
    from reverie.transcripts.base import Reader, Session


def _in_one_line(method: Callable[..., T]) -> Callable[..., T]:
    """Errors of the disk, of SQLite and of text that is not Unicode, said as ours."""

    @wraps(method)
    def said(*given: Any, **named: Any) -> T:
        try:
            return method(*given, **named)
        except sqlite3.DatabaseError as wrong:
            if "locked" in str(wrong):
                raise VaultBusy("another process is busy with a derived database; try again") from wrong
            raise VaultError(
                f"a derived database cannot be used ({wrong}). Nothing is lost: `reverie doctor --fix` builds it anew."
            ) from wrong
        except UnicodeEncodeError as wrong:
            raise ReverieError("the text is not valid Unicode; nothing was done") from wrong
        except OSError as wrong:
            raise VaultError(f"the disk refused ({_why(wrong)}). Nothing is lost; try again.") from wrong

    return said


def _all_in_one_line(cls: type[C]) -> type[C]:
    for name, found in list(vars(cls).items()):
        if isinstance(found, classmethod):
            setattr(cls, name, classmethod(_in_one_line(found.__func__)))
        elif callable(found) and not name.startswith("_"):
            setattr(cls, name, _in_one_line(found))
    return cls


@_all_in_one_line
class Memory:
    """Long-term memory in one folder. `Memory.open(path)`, then remember, recall, why, forget, undo…"""

    def __init__(
        self, root: Path, *, agent: str | None = None, source: Source = "library", session: str | None = None
    ) -> None:
        """Use `create` or `open`. `agent` names the agent that acts; None means a person does. `session` is its."""
        private = root / layout.PRIVATE
        self.personal = config.personal()
        self.root = root
        self.agent = agent
        self._source: Source = source
        self._session = session
        self.settings = config.load(root)
        self.warnings: list[Problem] = []  # files found that could not be taken in, said once
        self.behind: str | None = None  # why the history could not follow
        self.sealed = not os.access(private, os.W_OK)  # nobody may write: what is there can still be read
        lock = WriterLock(private / "lock", self.settings.vault.wait)
        self.vault = FileVault(LocalDisk(root), State(private / "state.db"), lock)
        # Said by whatever is asked next; `doctor --fix` must still open it.
        with suppress(VaultCorrupt, *([sqlite3.OperationalError] if self.sealed else [])):
            self.vault.state.follow(self.vault.disk)
        self.archive = Archive(private / "archive" / "turns.db")
        self.index = SqliteIndex(private / "index.db", self.vault, self.archive)
        self.switch = Switch(private / "off")
        self._looked = False
        self._gone: list[str] = []  # files that were found deleted
        self._working = False  # as the worker, which starts nobody else
        self.degraded: str | None = None  # why the vector lane is silent
        self._own = threading.local()  # what each thread has for itself
        self._ledgers: list[Ledger] = []
        self._wire_purging()

    @classmethod
    def create(cls, path: str | Path) -> Memory:
        """Make a workspace in a folder, taking in whatever memory it already holds. Safe to repeat."""
        from reverie.loop.begin import begin

        root = Path(path).expanduser()
        begin(root)
        memory = cls(root.resolve())
        memory.take_in()
        return memory

    @classmethod
    def open(
        cls, path: str | Path, *, agent: str | None = None, source: Source = "library", session: str | None = None
    ) -> Memory:
        """Open a workspace that `create` (or `reverie init`) made."""
        root = Path(path).expanduser()
        if not (root / layout.PRIVATE).is_dir():
            raise VaultMissing(f"there is no workspace in {root}; make one with `reverie init {root}`")
        try:
            for folder in (layout.JOURNAL, layout.TMP):  # a copy may have dropped them, being empty
                (root / folder).mkdir(mode=0o700, exist_ok=True)
            return cls(root.resolve(), agent=agent, source=source, session=session)
        except (OSError, sqlite3.Error) as wrong:
            raise VaultError(f"{root} cannot be opened: {_why(wrong)}; `reverie doctor` says more") from wrong

    def close(self) -> None:
        self.vault.state.close()
        self.index.close()
        self.archive.close()
        for name in ("vectors", "usage", "jobs", "meter"):
            if name in self.__dict__:
                getattr(self, name).close()
        for ledger in self._ledgers:
            ledger.close()

    def __enter__(self) -> Memory:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # Writing

    def remember(self, text: str, *, space: str = "", pin: bool = False) -> Remembered:
        """Keep a statement: observed, routed, proposed, applied."""
        from reverie.loop.remember import remember

        self._obey(space)
        with self._writer() as (now, new_id):
            return remember(
                text, self.vault, now, new_id, self._speaker(), space=_space(space), pin=pin, router=self._router(),
                named=self._named,
            )  # fmt: skip

    def propose(self, what: Statement, *, space: str = "") -> Proposed:
        """Queue what a sub-agent wants remembered; it waits for review, unless its name is trusted."""
        from reverie.loop.propose import propose

        self._obey(space)
        with self._writer() as (now, new_id):
            self._follow_index()
            return propose(what, self._queue(), _space(space), now, new_id)

    def _queue(self) -> Queue:
        from reverie.loop.propose import Queue

        trusted = self.settings.subagents.trusted
        return Queue(
            vault=self.vault, history=self.trail, find=self._pages_near, named=self._named, trusted=trusted
        )  # fmt: skip

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

    def _router(self) -> Router:
        """Says where a statement belongs: a model when one is set, else rules."""
        from reverie.loop import router

        model = self.model("fast")
        return router.by_model(model) if model else router.by_rules

    def keep_verbatim(self, body: str, title: str, *, note: str = "", space: str = "", pin: bool = False) -> Remembered:
        """Keep a text word for word."""
        from reverie.loop.remember import keep_verbatim

        self._obey(space)
        with self._writer() as (now, new_id):
            return keep_verbatim(
                body, title, note, self.vault, now, new_id, self._speaker(), space=_space(space), pin=pin
            )

    def keep_notes(
        self, written: Sequence[tuple[Page, Page | None]], gone: Sequence[Page] = (), *, because: str
    ) -> list[Applied]:
        """Write notes of a drawer, each with the one it replaces, and put others of the same space away."""
        from reverie.loop.begin import new_id
        from reverie.loop.drawer import keep

        if not written and not gone:
            return []
        self._obey((written[0][0] if written else gone[0]).key.space)
        with self._writer() as (now, _):
            return keep(written, gone, because, self.vault, now, new_id, self._speaker())

    def pin(self, handle: str, *, on: bool = True) -> Applied:
        """Protect a page from decay and machines, or stop protecting it."""
        from reverie.loop.pin import pin

        key = self.find(handle)
        self._obey(key.space)
        with self._writer() as (now, new_id):
            return pin(key, self.vault, now, new_id, self._speaker(), on=on)

    def correct(self, handle: str, text: str) -> Applied:
        """State a belief anew, on what is said now; what it rested on is superseded."""
        from reverie.loop.correct import correct

        key = self.find(handle)
        self._obey(key.space)
        with self._writer() as (now, new_id):
            return correct(key, text, self.vault, now, new_id, self._speaker(), self._named)

    def forget(self, keys: Sequence[Key], *, why: str = "", about: str = "") -> Applied:
        """Take pages and fragments out of recall; they can be brought back."""
        from reverie.loop.forget import forget

        self._obey(keys[0].space if keys else "")
        with self._writer() as (now, new_id):
            return forget(keys, why, self.vault, now, new_id, self._speaker(), about=about)

    def clearing(self, space: str = "") -> Clearing:
        """What `clear` would take out of recall."""
        from reverie.loop.clear import clearing

        self._obey(space)
        return clearing(_space(space), self.vault)

    def clear(self, space: str = "") -> Applied:
        """Take everything of a space out of recall, in one change that can be undone."""
        from reverie.loop.clear import clear

        self._obey(space)
        with self._writer() as (now, new_id):
            return clear(_space(space), self.vault, now, new_id, self._speaker())

    def purge(self, keys: Sequence[Key] = (), *, source: str = "", about: str = "") -> Applied:
        """Delete these, or all of a session, for good, from every place we own; an agent's waits for a person."""
        from reverie.loop.purge import purge, wanted

        self._obey(keys[0].space if keys else "")
        with self._writer() as (now, new_id):
            change = wanted(keys, source, self.vault, about)
            return purge(change, keys[0].space if keys else "", self.vault, now, new_id, self._speaker())

    def would_purge(self, keys: Sequence[Key] = (), *, source: str = "", about: str = "") -> Outline:
        """What deleting these for good would take, and what would be left of the pages it touches."""
        from reverie.loop.purge import wanted

        with self._writer():  # so that what people wrote by hand is seen too
            return self.vault.outline(wanted(keys, source, self.vault, about))

    def of_source(self, name: str) -> tuple[str, list[Key]]:
        """The session that a name or its beginning means, with or without its host, and what rests on it alone."""
        from reverie.loop.purge import resting, session

        source = session(name, self.vault.state.sources() | self.archive.sessions())
        return source, resting(source, self.vault)

    def certificate(self, name: str) -> Certificate | None:
        """What was searched and what is out of reach, of a change that deleted for good."""
        from reverie.store.certificate import load

        return load(name, self.vault.disk)

    def restore(self, handle: str) -> Applied:
        """Bring a retired page or forgotten fragment back."""
        from reverie.loop.undo import restore

        self._a_person("restore")
        with self._writer() as (now, new_id):
            key = self.find(handle)
            applied = restore(key, self.vault, now, new_id)
            self.usage.accessed([key], now)  # or what was put away for want of use would be put away again
            return applied

    def restore_at(self, at: datetime, handle: str | None = None) -> Applied:
        """Put one page, or the vault, back as it stood at a moment: a new change, which can be undone."""
        from reverie.loop.back import back
        from reverie.store.snapshot import scores, snapshot

        self._a_person("go back in time")
        with self._writer() as (now, new_id):
            key = self.find(handle) if handle else None
            applied = back(self._since_begun(at), self.vault, self.trail, now, new_id, key)
            touched = [key for change in applied.entry.files for key in change.keys] if applied.entry else []
            self.usage.accessed(self.vault.pages(touched), now)  # or what was put away for want of use goes again
            self.index.refresh()
            snapshot(self.vault.disk, scores(self.index, self.usage.all(), now), now, again=True)
            return applied

    def would_restore(self, at: datetime, handle: str | None = None) -> list[BackStep]:
        """What going back to a moment would change, page by page."""
        from reverie.loop.back import steps

        with self._writer():
            key = self.find(handle) if handle else None
            return steps(self._since_begun(at), self.vault, self.trail, key)

    def _since_begun(self, at: datetime) -> datetime:
        moment, began = _moment(at) or at, self.vault.state.began()
        if began and moment < began:
            raise NotFound(f"there was no memory here before {began:%Y-%m-%d %H:%M} UTC")
        return moment

    def undo(self, name: str) -> Applied:
        """Put back what a change or a run changed, as a new change."""
        from reverie.loop.undo import undo

        with self._writer() as (now, new_id):
            return undo(name, self.vault, self.trail, now, new_id, agent=self.agent)

    def approve(
        self, name: str, *, only: Sequence[int] = (), edited: Mapping[int, Sequence[Page]] | None = None,
        space: str | None = None, both: bool = False,
    ) -> Applied:  # fmt: skip
        """Apply a held proposal, whole or in part; an agent may only what no rule keeps for a person.

        What it contradicts gives way; with `both`, all of it is kept at low confidence, and linked.
        """
        from reverie.loop.review import approve

        self._obey(space or "")
        if edited:
            self._a_person("change a proposal")
        within = _chain(space)
        with self._writer() as (now, new_id):
            return approve(
                name, self.vault, now, part_id=new_id, only=only, edited=edited, agent=self.agent, within=within,
                both=both,
            )  # fmt: skip

    def decide(self, name: str, state: HeldState, why: str = "", *, space: str | None = None) -> Proposal:
        """Reject or defer a held proposal."""
        from reverie.domain.reflection import would_go
        from reverie.loop.review import decide

        self._obey(space or "")
        with self._writer() as (now, _):
            actor = f"agent:{self.agent}" if self.agent else "manual"
            found = decide(name, state, why, self.vault, now, actor, _chain(space))
            if state == "rejected" and self.agent is None:
                self.usage.accessed(would_go(found), now)
            return found

    def keep(self, transcript: Transcript) -> int:
        """Archive the turns of a session, redacted; returns how many were new."""
        from reverie.loop.observe import unburied

        if not self.settings.archive.keep:
            return 0
        with self.vault.writing():  # or what is deleted for good at this moment would be kept after all
            kept = self.archive.keep(unburied(transcript, self.vault))
        self.archive.trim(datetime.now(UTC), self.settings.archive)
        return kept

    def sessions(
        self, paths: Sequence[Path] = (), *, hosts: Sequence[str] = (), everything: bool = False
    ) -> tuple[list[Due], Run]:
        """The sessions that are due to be read, in these files or where hosts keep theirs; and why others are not."""
        from reverie.loop.pickup import Due, Run, due
        from reverie.transcripts import readers

        run = Run()
        if paths:
            kept = readers.in_files(paths, hosts[0] if hosts else None, run.failed)
        else:
            home, environ = config.home(), config.environment()
            theirs = self._memories(hosts or readers.HOSTS, run)
            kept = chain(readers.kept_by_hosts(hosts, home, environ, run.failed, run.looked), theirs)
        found = (Due(session, reader) for reader, session in kept)
        wanted = due(
            found, self.jobs, self.settings.observe, self._ignored(), datetime.now(UTC), run,
            everything=everything or bool(paths),
        )  # fmt: skip
        return wanted, run

    def observe(
        self,
        some: Sequence[Due],
        run: Run,
        *,
        again: bool = False,
        space: str | None = None,
        until: float | None = None,
    ) -> Generator[Step, None, None]:
        """Turn sessions into fragments, step by step; what came of it is noted in the run."""
        from reverie.loop.pickup import take_up

        with self._writer() as (_, once):
            hands = self._hands(once, run, until)
            yield from take_up(some, hands, run, again=again, space=None if space is None else _space(space))
            self._expire()

    def flush(self, transcript: Transcript, *, digest: bool = True) -> Run:
        """Take in a session of your own now, before it is compacted; what was taken in before is not read again.

        Without `digest` what was said is no session of which a page should tell.
        """
        from reverie.domain.due import DigestSettings
        from reverie.loop.digest import Read
        from reverie.loop.pickup import Run, notice

        run = Run()
        self._allowed(transcript.space)
        with self._writer() as (_, once):
            hands = self._hands(once, run)
            hands = hands if digest else replace(hands, digests=DigestSettings(keep=False))
            for _ in notice(transcript, Read(), hands, run):
                pass
            run.sessions = 1
        return run

    def flush_session(self, name: str, seconds: float = FLUSH, summary: str = "") -> Run:
        """Take in a host's session now, however new, by its id or its file; it is written when this returns.

        `summary` is what the host made of it; it goes into the digest.
        """
        import time

        from reverie.loop.digest import summarised
        from reverie.loop.pickup import Due, Run
        from reverie.store.jobs import BUSY
        from reverie.store.replay import moment
        from reverie.transcripts import readers

        run, until = Run(), time.monotonic() + seconds
        if Path(name).exists():
            found = [Due(s, r) for r, s in readers.in_files([Path(name)], None, run.failed)]
        else:
            kept = readers.kept_by_hosts((), config.home(), config.environment(), run.failed, run.looked)
            found = [Due(s, r) for r, s in kept if name in (s.id, s.source)]
        if not found:
            raise NotFound(f"no host keeps a session {name!r}; `reverie observe --dry-run` shows what there is")
        while due := [
            one
            for one in found
            if self.jobs.known(one.session.source) != (one.session.size, moment(one.session.changed))
        ]:
            run.left.clear()
            for _ in self.observe(due, run, again=True, until=until):
                pass
            if run.sessions or not any(why.startswith(BUSY) for why in run.left) or time.monotonic() > until:
                break
            time.sleep(_PAUSE)  # somebody else is at it
        for one in found if summary else ():
            with self._writer() as (now, new_id):
                made = summarised(one.session.source, summary, self.vault, now, new_id, self.settings.digest)
                run.digests = max(run.digests, int(made))
        return run

    def _hands(self, once: str, run: Run, until: float | None = None) -> Hands:
        from reverie.llm.models import Tally
        from reverie.loop.begin import new_id
        from reverie.loop.by_model import ByModel
        from reverie.loop.offline import Offline
        from reverie.loop.pickup import Hands
        from reverie.loop.triggers import Listener
        from reverie.store.owner import Owner

        def named(words: str, space: str) -> list[Key]:
            return self.recall(words, space=space, tier="fast").named(space)

        def reflect(space: str, at: datetime) -> None:
            self.jobs.ask("reflect", space, at)

        run.id = run.id or once.replace("p-", "o-")
        run.tally = run.tally or Tally(self.meter)
        model = self.model("fast", run.tally)
        asking = ByModel(model, Offline(), until, missed=run.fallbacks) if model else None
        extractor: Extractor = asking or Offline()
        return Hands(
            vault=self.vault, jobs=self.jobs, extractor=extractor, keep=self.keep, home=config.home(),
            clock=lambda: datetime.now(UTC), new_id=new_id, owner=str(Owner.here(once)), ignored=self._ignored(),
            off=self.switch.is_off, digests=self.settings.digest, summarise=asking.summarise if asking else None,
            hear=Listener(vault=self.vault, named=named, reflect=reflect).hear, spoken=self._spoken_of,
            known=self._says,
        )  # fmt: skip

    def _says(self, text: str, space: str) -> bool:
        """Whether a page or a fragment that a question asked there could find says a thing, word for word."""
        from reverie.retrieval.inject import folded
        from reverie.retrieval.recall import search

        scope, words = Scope(spaces=spaces.chain(space), everything=True), folded(text)
        order = search(Query(text=text, now=datetime.now(UTC), scope=scope), self.index, None).ranked.order[:_NEAR]
        found = self.index.texts([p.id for p in order if p.kind not in ("turn", "digest")])
        return any(words in folded(told) for told in found.values())

    def _expire(self) -> None:
        """Let digests go whose time is over."""
        from reverie.loop.begin import new_id
        from reverie.loop.digest import expire

        now = datetime.now(UTC)
        old = [key for space in ("", *self.spaces()) for key in self.vault.due(space, now.date())]
        expire([key for key in old if key.kind == "digest"], self.vault, now, new_id)

    def export(
        self, path: str | Path, *, spaces: Sequence[str] | None = None, redact: bool = False,
        extra: Sequence[Extra] = (), replace: bool = False,
    ) -> dict[str, Any]:  # fmt: skip
        """Write a bundle of this vault; returns what its manifest tells, without the list of parts."""
        from reverie import __version__
        from reverie.store import bundle, carried, packing

        self._a_person("export memory")
        target = Path(path).expanduser().absolute()
        if any(target.is_relative_to(self.root / inside) for inside in ("memory", layout.PRIVATE)):
            raise BundleRefused(f"{target} is inside the vault itself; write the bundle somewhere else")
        wanted = packing.Wanted(
            by=f"reverie {__version__}",
            spaces=None if spaces is None else frozenset(map(_space, spaces)), redact=redact,
            usage=carried.used(self.usage) if "usage" in extra else None,
            archive=carried.archived(self.archive) if "archive" in extra else None,
        )  # fmt: skip
        with self._writer(), self.vault.writing():
            packed, told = packing.pack(self.vault, wanted)
        bundle.write(target, packed.parts, told, replace=replace)
        return told

    def incoming(
        self, path: str | Path, *, space: str | None = None, trust: Trust | None = None, kind: str | None = None
    ) -> Brought:
        """What importing a bundle, or the memory of another program, would do; nothing is written."""
        return self._bring(Path(path).expanduser(), space, trust, kind, hold=False, write=False)

    def bring_in(
        self, path: str | Path, *, space: str | None = None, trust: Trust | None = None, kind: str | None = None,
        hold: bool = False, shown: Brought | None = None,
    ) -> Brought:  # fmt: skip
        """Import it: all of it or nothing. What an agent imports waits for review, and so do conflicts.

        `shown` is what `incoming` gave: it is what is done, unless something else was written since.
        """
        return self._bring(Path(path).expanduser(), space, trust, kind, hold=hold, write=True, shown=shown)

    def _bring(
        self, path: Path, space: str | None, trust: Trust | None, kind: str | None, *, hold: bool, write: bool,
        shown: Brought | None = None,
    ) -> Brought:  # fmt: skip
        from reverie.loop import bring
        from reverie.store import carried, offer as offers, restoring

        if self.agent:
            self._allowed(space or "")
            hold, trust = True, trust if trust in ("tool", "web", "system") else "agent"
        source = shown.source if shown else bring.opened(path, kind)
        offer = source if isinstance(source, offers.Offer) else None
        ask = bring.Ask(
            name=path.name or str(path), space=None if space is None else _space(space), trust=trust, hold=hold,
            actor=f"agent:{self.agent}" if self.agent else f"import:{bring.what(source)}",
        )  # fmt: skip
        with self._writer() as (now, new_id), self.vault.writing():
            fresh = offer and not (hold or trust or ask.space is not None) and restoring.blank(self.vault)
            door = bring.Door(
                vault=self.vault, here=lambda: offers.here(self.vault), seq=self.vault.state.seq, named=self._named,
                space_of=lambda folder: self.space_of(Path(folder)),
                adopt=(lambda whole: restoring.restore(self.vault, whole))
                if offer and fresh and restoring.faithful(offer) else None,
            )  # fmt: skip
            brought = bring.bring(source, door, ask, now, new_id, write=write, shown=shown)
        if offer and write and ask.space is None and not self.agent:
            brought.turns = carried.learn_turns(offer.archive or (), self.archive) if self.settings.archive.keep else 0
            brought.used = carried.learn_use(offer.usage or (), self.usage)
            self._follow_index()
        return brought

    def turn(self, space: str | None, *, on: bool) -> bool:
        """Turn memory on or off, in one space or everywhere; False when it was so before."""
        self._a_person("turn memory on or off")
        return self.switch.turn(EVERYWHERE if space is None else _space(space), on=on)

    def _obey(self, space: str) -> None:
        """Agents neither read nor write where a person has turned memory off; the person still may."""
        if self.agent:
            self._allowed(space)

    def _allowed(self, space: str) -> None:
        if self.switch.is_off(space):
            where = f" in {space}" if space else ""
            raise ReverieError(f"memory is off{where}; a person turns it on with `reverie on`")

    def cost(self, sizes: Sequence[int]) -> dict[str, Any] | None:
        """What a model would take to read sessions of these many bytes, about; None when none is asked."""
        from reverie.loop.by_model import estimate

        name = self.personal.language.of("fast")
        return estimate(name, sizes, self.personal.language, digests=self.settings.digest.keep) if name else None

    def _ignored(self) -> Ignored:
        """The lines of .reverieignore: projects, paths, patterns and words that are never read."""
        from reverie.domain.ignore import Ignored

        try:
            text = (self.root / ".reverieignore").read_text("utf-8", "replace")
        except FileNotFoundError:
            return Ignored()
        lines = [line.strip() for line in text.splitlines()]
        home = str(config.home())
        return Ignored(
            tuple(f"{home}{x[1:]}" if x.startswith("~/") else x for x in lines if x and not x.startswith("#"))
        )

    def dream(
        self, space: str | None = None, *, retry: bool = False, mode: Literal["apply", "plan", "hold"] = "apply",
        now: datetime | None = None, told: Callable[[Night], None] | None = None,
    ) -> Night:  # fmt: skip
        """Turn undreamed fragments into pages, batch by batch; `told` hears of each batch when it is committed.

        With `plan` nothing is written, with `hold` it waits for review; `retry` takes up what was set aside.
        """
        from reverie.llm.embed import cosine
        from reverie.llm.models import Tally
        from reverie.loop import dream as dreams
        from reverie.loop.begin import new_id
        from reverie.loop.dream_by_model import DreamByModel, estimate
        from reverie.loop.dream_offline import OfflineDreamer

        def clock() -> datetime:
            return _moment(now) or datetime.now(UTC)

        with self._alone("dream"), self._writer() as (_, run):
            self._follow_index()
            night = dreams.Night(id=run.replace("p-", "n-"), tally=Tally(self.meter))
            rules, model = OfflineDreamer(self.vault), self.model("deep", night.tally)
            by_model = DreamByModel(model, rules) if model else None
            step = dreams.Step(
                vault=self.vault, dreamer=by_model or rules, find=self._pages_near,
                clock=clock, new_id=new_id, use=self.usage.of, history=self.trail,
                graph=dreams.Graph(links=self.index.links, history=self.trail, named=self._named, cosine=cosine),
            )  # fmt: skip
            began, spaces = clock(), [_space(space)] if space is not None else self._on()
            marks: tuple[Mark, ...] = ("undreamed", "set aside") if retry else ("undreamed",)
            for _ in (dreams.dream if mode == "apply" else dreams.plan)(step, night, spaces, marks):
                if mode == "apply":
                    self._follow_index()
                if told:
                    told(night)
            if by_model and by_model.sizes:
                night.cost = estimate(by_model.name, by_model.sizes, self.personal.language)
            if mode == "hold":
                dreams.hold(step, night)
            if mode == "apply" and space is None:
                self.times.note("dream", began)
            return night

    def reflect(
        self, space: str | None = None, *, trigger: str = "asked for", now: datetime | None = None
    ) -> list[Reflected]:
        """Look over memory, space by space; what comes of each waits for a person, and is never applied by itself."""
        from reverie.loop import reflect as reflecting
        from reverie.loop.begin import new_id
        from reverie.loop.reflect_by_model import RewordByModel
        from reverie.store.snapshot import standing

        def clock() -> datetime:
            return _moment(now) or datetime.now(UTC)

        self._obey(space or "")
        with self._alone("reflect"), self._writer():
            self._follow_index()
            began, wanted = clock(), [_space(space)] if space is not None else self._on()
            model = self.model("deep")
            eyes = reflecting.Eyes(
                vault=self.vault, history=self.trail, find=self._pages_alike,
                standing=lambda space: standing(self.index, self.usage, space, began), use=self.usage.of,
                prompts=self._prompts, clock=clock, new_id=new_id, settings=self.settings.reflect,
                following=self._next_reflection(began), worder=RewordByModel(model) if model else None,
            )  # fmt: skip
            made = reflecting.reflect(eyes, wanted, trigger)
            if space is None:
                self.times.note("reflect", began)
            self.jobs.granted("reflect", wanted)
            return made

    def _prompts(self, space: str, since: datetime | None) -> tuple[int, int]:
        self._ledger_settles()
        with suppress(sqlite3.Error, OSError):
            return self.ledger.prompts(space, since.astimezone(UTC).isoformat() if since else "")
        return 0, 0

    def _next_reflection(self, now: datetime) -> str:
        from reverie.domain.due import following

        mine = self.settings.reflect
        return f"{following(mine, now.astimezone()):%Y-%m-%d %H:%M}" if mine.auto else ""

    def answer(self, name: str, number: int, text: str) -> Fragment:
        """Keep a person's answer to a question of a reflection; what they say is still so counts as used."""
        from reverie.domain.reflect_ask import agreed
        from reverie.loop.review import answer

        self._a_person("answer a reflection")
        with self._writer() as (now, _):
            question, fragment = answer(name, number, text, self.vault, now)
            if agreed(text):
                self.usage.accessed(question.keys, now)
            return fragment

    def _on(self) -> list[str]:
        """The spaces where nobody has turned memory off."""
        return [space for space in ("", *self.spaces()) if not self.switch.is_off(space)]

    def sweep(self, now: datetime | None = None) -> Swept:
        """Tell which pages faded since the last sweep, retire what nobody uses, let go what is over."""
        from reverie.loop import decay, dream as dreams
        from reverie.loop.begin import new_id
        from reverie.loop.dream_offline import OfflineDreamer
        from reverie.store.snapshot import scores, snapshot

        at, vault = _moment(now) or datetime.now(UTC), self.vault
        rules = OfflineDreamer(vault)
        step = dreams.Step(vault=vault, dreamer=rules, find=self._pages_near, clock=lambda: at, new_id=new_id)
        with self._writer() as (_, run):
            self.index.refresh()
            found = list(scores(self.index, self.usage.surely(), at))
            swept = decay.sweep(found, vault.state.faded, vault, self.trail, self.switch.off(), at, new_id)
            night = dreams.Night(id=run.replace("p-", "n-"))
            for space in self._on():
                dreams.let_go(step, night, space)
            self._expire()
            gone = {*swept.retired, *(one.key for one in night.changed)}
            with vault.writing():
                snapshot(vault.disk, (score for score in found if score.key not in gone), at)
        self.times.note("sweep", at)
        return swept

    # In the background

    def due(self, now: datetime | None = None) -> dict[Work, str]:
        """The work that is due, and why; none where memory is off."""
        from reverie.domain.due import due
        from reverie.store.times import backlog

        off = self.switch.off()
        if EVERYWHERE in off:
            return {}
        wished = [space for work, space, _ in self.jobs.asked() if work == "reflect"]
        have = backlog(self.vault.state, self.times, off, wished)
        at = _moment(now) or datetime.now(UTC)
        mine = self.settings
        found = due(at.astimezone(), have, mine.dream, mine.observe, mine.reflect)
        if "observe" not in found and self._spool().due(at.timestamp()):
            found["observe"] = "a host left word of something new"
        return found

    def wake(self, now: datetime | None = None) -> bool:
        """Start a worker when something is due, and return at once; False when none was needed. Never raises."""
        from reverie.loop.worker import wake

        if self.sealed or self._working or not (self.settings.dream.auto and self.personal.worker):
            return False
        at, lock = _moment(now) or datetime.now(UTC), WriterLock(self.root / layout.PRIVATE / "worker.lock", 0)
        with suppress(ReverieError, OSError, sqlite3.Error):
            return wake(lambda: self.due(at), self.times, lock, lambda: self._start("worker", "--quiet"), at)
        return False

    def enqueue(self) -> bool:
        """Have a worker do all there is, in the background; False when one is at it, or none may be started."""
        if self.sealed or not self.personal.worker or holder(self.root / layout.PRIVATE / "worker.lock"):
            return False
        self._start("worker", "--once", "--now", "--quiet")
        return True

    def work(self, *, once: bool = False, now: bool = False) -> list[Done]:
        """Do what is due, or with `now` all there is, and end when nothing is. VaultBusy when a worker is at it."""
        from reverie.loop.worker import asked, work

        allowed = self.settings.observe.auto or bool(self._spool().due(datetime.now(UTC).timestamp()))
        due = (lambda: asked(self.switch.off(), observe=allowed)) if now else self.due
        with self._alone("worker"):
            self._working = True
            try:
                self.take_in()  # what sub-agents left in their inbox is queued, though nothing else may be due
                return work(self, due, self.times, lambda: datetime.now(UTC), once=once or now)
            finally:
                self._working = False

    def pick_up(self) -> Run:
        """Read the sessions that hooks left word of, and, where that is allowed, whatever else hosts keep."""
        from reverie.loop.pickup import Run

        began, spool = datetime.now(UTC), self._spool()
        found, run = self.sessions() if self.settings.observe.auto else ([], Run())
        pointers = spool.due(began.timestamp())
        known = {one.session.source for one in found}
        found += [one for one in self._pointed(pointers, run) if one.session.source not in known]
        for _ in self.observe(found, run, again=bool(pointers)):
            pass
        self._ledger_settles()
        for pointer in pointers:
            spool.done(pointer)
        spool.tidy(began.timestamp())
        self.times.note("observe", began)
        return run

    def _pointed(self, pointers: Sequence[Pointer], run: Run) -> list[Due]:
        """The sessions that hooks left word of, as far as they are still there; and what their hosts remember."""
        from reverie.loop.pickup import Due, due
        from reverie.transcripts import readers

        found = [Due(s, r) for r, s in self._memories(dict.fromkeys(each.host for each in pointers), run)]
        for pointer in pointers:
            if not Path(pointer.path).exists():  # its host keeps none, or has thrown it away
                continue
            with suppress(ReverieError):  # noted as failed
                kept = readers.in_files([Path(pointer.path)], pointer.host, run.failed)
                found += [Due(session, reader) for reader, session in kept if pointer.means(session.id)]
        now = datetime.now(UTC)
        return due(found, self.jobs, self.settings.observe, self._ignored(), now, run, everything=True)

    def _memories(self, hosts: Iterable[str], run: Run) -> Iterator[tuple[Reader, Session]]:
        """What hosts remember themselves; a workspace that lies in one of them does not read itself."""
        from reverie.transcripts.readers import memories_of_hosts

        for reader, session in memories_of_hosts(hosts, config.home(), config.environment(), run.failed):
            if not session.path.resolve().is_relative_to(self.root):
                yield reader, session

    def _ledger_settles(self) -> None:
        """Write down what hooks told while usage.db was busy."""
        with suppress(sqlite3.Error, OSError):
            self.ledger.settle()

    def _spool(self) -> Spool:
        return Spool(str(self.root / layout.PRIVATE))

    def ended(self, space: str = "") -> bool:
        """A session has ended: what was noticed in it is dreamed by the next worker. False where memory is off."""
        return not self.switch.is_off(_space(space)) and self.times.note("ended", datetime.now(UTC))

    @cached_property
    def times(self) -> Times:
        """When work was last done."""
        from reverie.store.times import Times

        return Times(self.root / layout.PRIVATE / "times")

    def _named(self, space: str, name: str) -> list[Key]:
        """The entities of a space with that name or alias."""
        from reverie.domain.names import plain

        found = self.index.links.called([plain(name)], Scope(spaces=(space,)))
        return [each.key for each in found if each.whole]

    @contextmanager
    def _alone(self, what: str) -> Iterator[None]:
        """At most one process does this to a vault at a time; observers go on meanwhile."""
        with ExitStack() as stack:
            try:
                stack.enter_context(WriterLock(self.root / layout.PRIVATE / f"{what}.lock", _PAUSE).held())
            except VaultBusy as wrong:
                raise VaultBusy(f"another process is at it: {what}; try again when it is done") from wrong
            yield

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

    def take_in(self) -> list[Problem]:
        """Notice what people changed by hand since we last wrote; returns files that could not be read."""
        with self._writer():
            return self.warnings

    # Reading

    def recall(
        self,
        text: str,
        *,
        space: str = "",
        k: int | None = None,
        everything: bool = False,
        as_of: datetime | None = None,
        tier: Tier = "full",
    ) -> Answer:
        """The best hits for a question, or why there are none; with `as_of`, as we would have answered then."""
        self._obey(space)
        self._follow_index()
        now, as_of = datetime.now(UTC), _moment(as_of)
        scope = Scope(spaces=spaces.chain(_space(space)), everything=everything, as_of=as_of)
        query = Query(text=text, now=as_of or now, scope=scope, k=max(1, k or self.settings.recall.k))
        near = self._near(scope) if tier == "full" else None
        vault = PastReader(self.vault, as_of) if as_of else self.vault
        answer = recall(query, vault, self.archive, self.index, self.settings.recall, near, self.usage.of)
        if as_of is None:
            self.usage.recalled({hit.key: hit.score for hit in answer.hits}, now)
        return answer

    def notes(self, begins: str, *, space: str = "") -> list[Page]:
        """The notes of a space whose slug begins so, in order, without what was put away."""
        self._obey(space)
        pages = self.vault.pages(self.vault.keys(_space(space), begins, kind="note"))
        return [page for page in pages.values() if not page.retired]

    def note(self, slug: str, *, space: str = "") -> Page | None:
        """One note, put away or not."""
        self._obey(space)
        key = Key(_space(space), "note", slug)
        return self.vault.pages([key]).get(key)

    def nearest(self, text: str, *, space: str, begins: str, k: int) -> dict[Key, float]:
        """The notes of one space whose slug begins so that are nearest to a text, with how relevant each is."""
        from reverie.retrieval.drawer import nearest

        self._obey(space)
        self._follow_index()
        scope = Scope(spaces=(_space(space),))
        query = Query(text=text, now=datetime.now(UTC), scope=scope, k=k)
        return nearest(query, begins, self.index, self._near(scope))

    def inject(
        self, prompt: str | None = None, *, session: str = "", space: str = "", origin: Origin = "session",
        host: str = "library", folder: Path | None = None, again: bool = False, known: str = "",
    ) -> Injection:  # fmt: skip
        """What a host is told with a prompt, or without one when a session starts; nothing where memory is off.

        With `session` it is noted, and told once; `again` says that the session has nothing of it any more. `folder`
        is where the agent works: what the host's own files say there is left out, and so is what is `known` to it.
        """
        from reverie.retrieval.inject import Asked, Injection
        from reverie.retrieval.tell import Listener, tell
        from reverie.store.glance import Glance
        from reverie.store.host_files import said_by_host
        from reverie.store.projects import repository

        def files() -> str:
            here = str(folder) if folder else ""
            said = said_by_host(host, here, repository(here), configured.host_folder(host)) if here else ""
            return f"{said}\n{known}" if known else said

        if self.switch.is_off(_space(space)):
            return Injection(reason="memory is off (`reverie on`)")
        self._follow_index()
        asked = Asked(prompt or "", datetime.now(UTC), spaces.chain(space), origin)
        to = Listener(host, session, forgetting=again, files=files)
        with closing(Glance(str(self.root / layout.PRIVATE), self.ledger)) as vault:
            return tell(asked, to, vault, self.ledger, self.settings.inject, begins=prompt is None)

    def injections(self, session: str | None = None, limit: int = 50) -> list[dict[str, Any]]:
        """What hosts were told, the latest first."""
        self._ledger_settles()
        return self.ledger.injections(session, limit)

    def told_of(self, key: Key) -> list[tuple[str, str, str]]:
        """When, by which host and in which session something was last told."""
        return self.ledger.told_of(key.space, key.kind, key.slug)

    def stats(self) -> dict[str, Any]:
        """What injections came to."""
        self._ledger_settles()
        return self.ledger.totals()

    def _spoken_of(self, session: str, handles: Sequence[str]) -> None:
        """An agent named what it was told: that is use."""
        with suppress(sqlite3.Error, OSError):
            used = self.ledger.use(session, handles)
            keys = [Key(space, kind, slug) for space, kind, slug in used]
            self.usage.accessed(keys, datetime.now(UTC))

    def space_of(self, folder: Path) -> str:
        """The space of the project a folder belongs to; the agent's own when it belongs to none."""
        from reverie.domain import project
        from reverie.store.projects import project_of

        return project.space(project_of(folder, config.home()))

    def spaces(self) -> list[str]:
        """The spaces that hold anything beside the agent's own."""
        return sorted(self.vault.state.spaces().values())

    def why(self, handle: str, *, space: str | None = None) -> Proof:
        """From a page or fragment to the words that prove it; with `space`, if a question asked there could find it."""
        from reverie.retrieval.walk import why

        key = self.find(handle, space=space)
        if space is None:
            self._obey(key.space)
        self.usage.accessed([key], datetime.now(UTC))
        proof = why(key, self.vault, self.trail, self.archive)
        if space is None:
            return proof
        seen = self.index.shown((turn.key for turn in proof.turns), Scope(spaces=spaces.chain(space)))
        return replace(proof, turns=tuple(turn for turn in proof.turns if turn.key in seen))

    def graph(
        self, entity: str, *, space: str = "", depth: int = 1, valid_at: date | None = None,
        as_of: datetime | None = None,
    ) -> Neighbourhood:  # fmt: skip
        """An entity and its links; with `valid_at` those that held on that day, with `as_of` as we knew them then."""
        from reverie.retrieval.walk import Walk, neighbours

        self._obey(space)
        self._follow_index()
        as_of = _moment(as_of)
        name = self.find(entity).slug if entity.startswith("m:") else entity
        walk = Walk(space=_space(space), depth=depth, valid_at=valid_at, as_of=as_of)
        vault = PastReader(self.vault, as_of) if as_of else self.vault
        return neighbours(name, walk, vault, self.index.links, (as_of or datetime.now(UTC)).date())

    def entities(self, *, space: str | None = None, as_of: datetime | None = None) -> list[tuple[Key, str]]:
        """The entities that stand, or stood at a moment, with their titles; with `space`, those found from there."""
        if as_of is None:
            return self.titles("entity", space=space)
        self._obey(space or "")
        self._follow_index()
        return self.index.links.entities(Scope(spaces=_chain(space) or ("", *self.spaces()), as_of=_moment(as_of)))

    def titles(self, kind: PageKind, *, space: str | None = None) -> list[tuple[Key, str]]:
        """The pages of a kind that are not retired; with `space`, those that a question asked there may find."""
        self._obey(space or "")
        within = _chain(space)
        return self.vault.state.titles(kind, within)

    def audit(self, wanted: AuditFilter) -> list[AuditEntry]:
        """The audit trail, newest first."""
        return self.trail.entries(wanted)

    def held(self, state: HeldState | None = None, *, space: str | None = None) -> list[Held]:
        """Proposals that wait, were put off, or were refused; with `space`, those a question asked there may see."""
        from reverie.loop.review import waiting

        self._obey(space or "")
        return waiting(self.vault, state, _chain(space))

    def held_one(self, name: str, *, space: str | None = None) -> Held:
        """One of them, with what it would do to the pages as they are now."""
        from reverie.loop.review import as_it_is_now, find

        self._obey(space or "")
        return as_it_is_now(find(name, self.vault, _chain(space)), self.vault)

    def rivals(self, proposal: Proposal) -> Rivals:
        """What says otherwise than a proposal of a sub-agent: pages, and other proposals."""
        from reverie.loop.cases import rivals

        return rivals(proposal, self.vault)

    def read(self, uri: str) -> str:
        """A file of the vault by its `memory://root/…` address."""
        from reverie.retrieval.address import read

        self._obey("")
        return read(uri, self.vault.disk)

    def at(self, uri: str, *, space: str) -> list[Page]:
        """The pages at a `memory://` address, as far as a question asked in `space` could find them."""
        from reverie.retrieval.address import nothing_at, path_of

        self._obey(space)
        self._follow_index()
        keys = self.vault.state.owner(path_of(uri, _space(space)))
        seen = self.index.shown(keys, Scope(spaces=spaces.chain(space)))
        pages = list(self.vault.pages(key for key in keys if key in seen).values())
        if not pages:
            raise nothing_at(uri)
        return pages

    def verify(self) -> list[str]:
        """Where files, log, streams and history disagree; a sentence each."""
        from reverie.store.verify import verify

        with self._writer():
            pass
        return verify(self.vault, self.trail.git)

    def status(self) -> dict[str, Any]:
        """Health and backlog in one look."""
        from reverie.store.status import status
        from reverie.store.times import standing

        if not self.sealed:
            self.take_in()
        held = status(
            self.vault, self.index, self.jobs, self.root, self.behind, self.meaning.standing(), self.spending()
        )  # fmt: skip
        worker = holder(self.root / layout.PRIVATE / "worker.lock")
        return {**held, "off": self.switch.off(), "work": standing(self.times, self.due(), worker)}

    def spending(self) -> dict[str, Any] | None:
        """Which language models are asked, and what they spent today; None when there is none."""
        from reverie.store.meter import spending

        mine = self.personal.language
        if not mine.of("fast"):
            return None
        limits = {"tokens": mine.tokens, "money": mine.money}
        return {"fast": mine.of("fast"), "deep": mine.of("deep"), **spending(self.meter, datetime.now(UTC), limits)}

    def doctor(self, *, fix: bool = False) -> tuple[list[Finding], list[str]]:
        """A check-up, and what was mended."""
        self.close()  # connections are made anew when they are needed
        return check_up(self.root, fix=fix, agent=self.agent)

    def _examined(self, *, fix: bool) -> tuple[list[Finding], list[str]]:
        """What is to be said once nothing from outside is in the way; with `fix`, after making anew what is derived."""
        from reverie.store import doctor

        now, mended = datetime.now(UTC), list[str]()
        if fix:
            mended = self._rebuild_all()
            mended += doctor.own_up(self.vault, now)
            self._follow()
        self.take_in()
        found = doctor.examine(self.vault, self.trail, doctor.survey(self.root, now) if fix else ())
        return [*found, *self._else(), *self._deleted()], mended

    def _deleted(self) -> list[Finding]:
        """What was found deleted by hand in this look."""
        from reverie.store.doctor import Finding

        if not self._gone:
            return []
        more = f" (+{len(self._gone) - 1} more)" if len(self._gone) > 1 else ""
        what = f"{self._gone[0]}{more} was deleted by hand; the pages are retired with it"
        return [Finding("warning", what, "if that was not meant: reverie audit --action delete, then reverie undo ID")]

    def _else(self) -> list[Finding]:
        """What is no damage and still to be known: where memory is off, sessions that were given up."""
        from reverie.store.doctor import Finding

        found = [
            Finding("warning", f"session {one.source} failed {one.attempts} times: {one.error}", "reverie observe")
            for one in self.jobs.failing()
        ]
        if off := self.switch.off():
            where = "everywhere" if EVERYWHERE in off else "in " + ", ".join(space or "your own" for space in off)
            found.append(Finding("warning", f"memory is off {where}: nothing is observed or told", "reverie on"))
        return found

    def reindex(self) -> int:
        """Throw the index away and build it from the vault; the number of passages."""
        return self.index.rebuild()

    def embed(self, told: Callable[[str, Progress], None] | None = None, *, anew: bool = False) -> Standing | None:
        """Make the vectors that are missing; at most one process does. None when there are to be none."""

        def going_on(model: str, progress: Progress) -> bool:
            if told:
                told(model, progress)
            return config.personal().embedding == self.personal.embedding  # else another model was chosen

        self._follow_index()
        return self.meaning.embed(going_on, anew=anew)

    def find(self, handle: str, *, space: str | None = None) -> Key:
        """The page or fragment of a handle (a unique beginning will do) or of a `kind/slug`.

        With `space`, only what a question asked there could find.
        """
        from reverie.retrieval.address import find, nothing_named

        within = _chain(space)
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

    # Wiring

    @cached_property
    def meaning(self) -> Embedders:
        """The vector lane, with the person's embedder."""
        from reverie.llm.embed import EmbeddingSettings, load
        from reverie.retrieval.embedders import Embedders
        from reverie.store.vectors import Flight

        def loaded(settings: EmbeddingSettings) -> Embedder | None:
            return load(settings, self.personal.models, self.personal.key)

        flight = Flight(self.root / layout.PRIVATE / "embedding.lock")
        start = None if self.sealed else self._start_embedding
        return Embedders(self.index, self.vectors, flight, self.personal.embedding, loaded, start)

    @cached_property
    def usage(self) -> Usage:
        """How things were recalled and read; never in pages, never worth an error."""
        from reverie.store.usage import Usage

        return Usage(self.root / layout.PRIVATE / "usage.db")

    @property
    def ledger(self) -> Ledger:
        """What each session of a host was told; one for each thread."""
        from reverie.store.ledger import Ledger

        if not hasattr(self._own, "ledger"):
            self._own.ledger = Ledger(str(self.root / layout.PRIVATE))
            self._ledgers.append(self._own.ledger)
        found: Ledger = self._own.ledger
        return found

    @cached_property
    def jobs(self) -> Jobs:
        """Which sessions were read, and how far."""
        from reverie.store.jobs import Jobs

        asking = self.personal.language.seconds if self.personal.language.of("fast") else 0
        return Jobs(self.root / layout.PRIVATE / "jobs.db", timedelta(seconds=asking))

    @cached_property
    def meter(self) -> Meter:
        """What language models spent."""
        from reverie.store.meter import Meter

        return Meter(self.root / layout.PRIVATE / "meter.db")

    def model(self, role: Role, meter: Counting | None = None) -> Model | None:
        """The language model of a role, counted by the meter of the workspace or by one around it; None without any."""
        from reverie.llm.models import model

        mine = self.personal.language
        key = self.personal.keys.get(mine.variable(role))
        return model(role, mine, key, meter or self.meter, lambda: datetime.now(UTC))

    @cached_property
    def vectors(self) -> Vectors:
        from reverie.store.vectors import Vectors

        return Vectors(self.root / layout.PRIVATE / "vectors.db")

    def _start_embedding(self) -> None:
        if not self._working:  # who will do it itself
            self._start("models", "embed", "--quiet")

    def _start(self, *command: str) -> None:
        """`reverie COMMAND` in a process of its own, which outlives this one and says nothing."""
        import subprocess
        import sys

        # -P: nothing in the folder it runs in may be taken for a module.
        whole = [sys.executable, "-P", "-m", "reverie", "-w", str(self.root), *command]
        off = subprocess.DEVNULL
        env = configured.for_children()
        child = subprocess.Popen(
            whole, cwd=self.root, env=env, stdin=off, stdout=off, stderr=off, start_new_session=True
        )
        threading.Thread(target=child.wait, daemon=True).start()  # nobody else would bury it

    def _near(self, scope: Scope) -> Callable[[str], Similar | None]:
        """Asks the vector lane; when the embedder is missing or fails, recall goes on without it, and says so."""

        def near(text: str) -> Similar | None:
            similar, self.degraded = self.meaning.near(text, scope)
            return similar

        return near

    def _wire_purging(self) -> None:
        """Tell the vault where else its words are, and finish what a crash left of a deletion."""

        def wire(purging: Purging) -> None:
            from reverie.store.places import Places

            Places(
                root=self.root, vault=self.vault, archive=self.archive, index=self.index, usage=lambda: self.usage,
                ledger=lambda: self.ledger, vectors=lambda: self.vectors, trail=lambda: self.trail,
                jobs=lambda: self.jobs, watch=self.settings.watch, models=bool(self.personal.language.of("fast")),
            ).wire(purging)  # fmt: skip

        self.vault.wire = wire
        if not self.sealed and self.vault.unfinished_purge():
            with suppress(VaultError), self.vault.writing():
                pass

    @cached_property
    def trail(self) -> Trail:
        from reverie.store.git import GitHistory
        from reverie.store.trail import Trail

        private = self.root / layout.PRIVATE
        return Trail(self.vault, GitHistory(private / "audit.git"), private / "history.lock")

    def _speaker(self) -> Any:
        from reverie.loop.remember import Speaker

        if self.agent is None:
            return Speaker(source=self._source)
        actor = f"agent:{self.agent}"
        return Speaker(
            origin="agent", trust="agent", actor=actor, host=self.agent, source=self._source, session=self._session
        )

    def _a_person(self, what: str) -> None:
        if self.agent is not None:
            raise ReverieError(f"only a person may {what}; this command runs under {self.agent}")

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
            raise VaultError(f"the disk fails ({_why(wrong)}); nothing more was changed") from wrong
        finally:
            self._follow()

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

    def acknowledge(self, name: str = "") -> list[Alert]:
        """A person has seen an alert (by its id), those of a file, or all; returns which."""
        from reverie.loop.alerts import acknowledged

        self._a_person("acknowledge an alert")
        with self._writer() as (now, new_id), self.vault.writing():
            entry, seen = acknowledged(name, self.vault.state.alerts(), now, new_id)
            self.vault.note(entry)
        return seen

    def alerts(self) -> list[Alert]:
        """The changes of watched files that no person has acknowledged."""
        self.take_in()
        return self.vault.state.alerts()

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
            self.behind = f"index, renderings or history are behind: {_why(wrong)}"

    def _follow_index(self) -> None:
        """A reader brings the index up to date when it can; when another does, it answers from what is there."""
        try:
            self.index.refresh(_READER)
        except sqlite3.OperationalError as wrong:
            if "locked" not in str(wrong) and not self.sealed:
                raise VaultError(f"the index cannot be read ({wrong}); `reverie reindex` builds it anew") from wrong

    def _rebuild_all(self) -> list[str]:
        self.vault.state.clear()
        self.vault.state.follow(self.vault.disk)
        self._see_edits(datetime.now(UTC))  # before anything is indexed: a file may hold what must not be
        passages = self.index.rebuild()
        return [f"rebuilt the state from the log, and the index ({passages} passages)"]


def check_up(path: str | Path, *, fix: bool = False, agent: str | None = None) -> tuple[list[Finding], list[str]]:
    """A check-up of a workspace, however damaged; and what was mended. Without `fix` nothing is changed."""
    from reverie.store import doctor

    root, now = Path(path).expanduser().absolute(), datetime.now(UTC)
    if not os.path.lexists(root / layout.PRIVATE):
        raise VaultMissing(f"there is no workspace in {root}; make one with `reverie init {root}`")
    mended = doctor.mended(root, now) if fix else []
    troubles = [] if fix else doctor.survey(root, now)
    said = doctor.found(troubles)
    if any(trouble.deep for trouble in troubles):  # whoever opens it now would build on the damage
        return doctor.order(said), []
    try:
        with Memory.open(root, agent=agent) as memory:
            found, more = memory._examined(fix=fix)
    except ReverieError as wrong:
        where = f"{config.WORKSPACE_FILE}: " if isinstance(wrong, ConfigError) else ""
        found, more = [doctor.Finding("problem", f"{where}{wrong}"), *doctor.found(doctor.survey(root, now))], []
    sick = [finding for finding in (*said, *found) if finding.level != "fine"]
    return doctor.order(sick or found), [*mended, *more]


def _moment(at: datetime | None) -> datetime | None:
    """A moment in UTC; one without a time zone is meant so."""
    try:
        return at and (at.astimezone(UTC) if at.tzinfo else at.replace(tzinfo=UTC))
    except OverflowError as wrong:
        raise NotFound("that moment is beyond the calendar") from wrong


def _why(wrong: Exception) -> str:
    return getattr(wrong, "strerror", None) or str(wrong)


def _chain(space: str | None) -> tuple[str, ...] | None:
    """What a question asked in `space` sees; None when nobody works anywhere: everything."""
    return None if space is None else spaces.chain(_space(space))


def _space(name: str) -> str:
    try:
        return spaces.check(name)
    except ValueError as wrong:
        raise NotFound(str(wrong)) from wrong
