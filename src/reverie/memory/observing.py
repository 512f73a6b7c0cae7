"""Sessions become fragments: those hosts keep, those hooks left word of, those of a program of your own."""

from __future__ import annotations

import sqlite3
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reverie import config
from reverie.domain import space as spaces
from reverie.domain.page import Key
from reverie.errors import NotFound, ReverieError
from reverie.memory import given
from reverie.memory.control import Control
from reverie.memory.one_line import in_one_line
from reverie.retrieval.recall import Query
from reverie.store import layout
from reverie.store.base import Scope

FLUSH = 90.0  # seconds that taking in a session before its compaction may take
ASKED = 0.6  # of them, in which a model may be asked; the rest is the rules'
_PAUSE = 0.2
_SHOWN = 3  # sessions told when the one that was named is not there
_NEAR = 20  # passages in which something is looked for word for word

if TYPE_CHECKING:
    from reverie.domain.ignore import Ignored
    from reverie.domain.transcript import Transcript
    from reverie.loop.extract import Extractor
    from reverie.loop.pickup import Due, Hands, Run, Step
    from reverie.store.spool import Pointer
    from reverie.transcripts.base import Reader, Session


def _not_kept(name: str, kept: Sequence[Session]) -> str:
    """What is said of a session that no host keeps: which it may be, else the latest; or how one is named."""
    latest = sorted(kept, key=lambda one: one.changed, reverse=True)
    meant = [one for one in latest if one.id.startswith(name) or name in one.source]
    what = f"no host keeps a session {name!r}"
    if not kept:
        return f"{what}, nor any other here (`reverie observe` says where it looks); name the session's file instead"
    which = "one begins or is named like that" if meant else "the latest are"
    return f"{what}; {which}: {', '.join(one.source for one in (meant or latest)[:_SHOWN])}. Its file will do, too"


@in_one_line
class Observing(Control):
    """Reads sessions."""

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

    def foreseen(
        self, found: Sequence[Due], run: Run, space: str | None = None, *, again: bool = False
    ) -> tuple[list[Due], Run]:
        """Of the sessions that are due, those that a run would read, and why it would leave the others alone."""
        from reverie.loop.pickup import foreseen

        jobs, now, at = self.jobs, datetime.now(UTC), None if space is None else given.space(space)

        def rests(one: Session) -> str | None:
            name = jobs.name(one.source, str(one.path))
            return jobs.why_not(name, one.size, one.changed, now, "", again=again)

        return foreseen(found, run, at, self._ignored(), self.switch.is_off, config.home(), rests)

    def observe(
        self,
        some: Sequence[Due],
        run: Run,
        *,
        again: bool = False,
        space: str | None = None,
        until: float | None = None,
        ask_until: float | None = None,
    ) -> Generator[Step, None, None]:
        """Turn sessions into fragments, step by step; what came of it is noted in the run.

        No batch begins after `until`, and no model is asked after `ask_until`, both on the monotonic clock.
        """
        from reverie.loop.pickup import take_up

        with self._writer() as (_, once):
            hands = self._hands(once, run, until, ask_until)
            yield from take_up(some, hands, run, again=again, space=None if space is None else given.space(space))
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
            for _ in notice(transcript, Read(), hands, run, self.vault.watermark(transcript.source)):
                pass
            run.sessions = 1
        return run

    def flush_session(self, name: str, seconds: float = FLUSH, summary: str = "") -> Run:
        """Take in a host's session now, however new, by its id or its file; it is written when this returns.

        `summary` is what the host made of it; it goes into the digest.
        """
        import time

        from reverie.domain.off_record import withheld
        from reverie.loop.digest import summarised
        from reverie.loop.pickup import Due, Run
        from reverie.store.jobs import BUSY
        from reverie.store.replay import moment
        from reverie.transcripts import readers

        run, began = Run(), time.monotonic()
        until = began + seconds
        if Path(name).exists():
            found = [Due(s, r) for r, s in readers.in_files([Path(name)], None, run.failed)]
        else:
            kept = readers.kept_by_hosts((), config.home(), config.environment(), run.failed, run.looked)
            every = [Due(s, r) for r, s in kept]
            found = [one for one in every if name in (one.session.id, one.session.source)]
            if not found:
                raise NotFound(_not_kept(name, [one.session for one in every]))
        if not found:
            raise NotFound(f"{name} holds no session we can read")
        while due := [
            one
            for one in found
            if self.jobs.known(self.jobs.name(one.session.source, str(one.session.path)))
            != (one.session.size, moment(one.session.changed))
        ]:
            run.left.clear()
            run.late.clear()
            for _ in self.observe(due, run, again=True, until=until, ask_until=began + ASKED * seconds):
                pass
            if (
                run.sessions
                or run.late
                or not any(why.startswith(BUSY) for why in run.left)
                or time.monotonic() > until
            ):
                break
            time.sleep(_PAUSE)  # somebody else is at it
        for one in found if summary else ():
            if any(entry.unsaid for entry in withheld(one.reader.read(one.session).transcript.entries)):
                continue  # it was made of what is to be left out, too
            with self._writer() as (now, new_id):
                made = summarised(one.session.source, summary, self.vault, now, new_id, self.settings.digest)
                run.digests = max(run.digests, int(made))
        return run

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

    def cost(self, sizes: Sequence[int]) -> dict[str, Any] | None:
        """What a model would take to read sessions of these many bytes, about; None when none is asked."""
        from reverie.loop.by_model import estimate

        name = self.personal.language.of("fast")
        return estimate(name, sizes, self.personal.language, digests=self.settings.digest.keep) if name else None

    def _hands(self, once: str, run: Run, until: float | None = None, ask_until: float | None = None) -> Hands:
        import time

        from reverie.llm.models import Tally
        from reverie.loop.begin import new_id
        from reverie.loop.by_model import ByModel
        from reverie.loop.offline import Offline
        from reverie.loop.pickup import Hands
        from reverie.loop.triggers import Listener
        from reverie.store.owner import Owner

        def named(words: str, space: str) -> list[Key]:
            return self.recall(words, space=space, tier="fast").named(space, whole=True)

        def reflect(space: str, at: datetime) -> None:
            self.jobs.ask("reflect", space, at)

        run.id = run.id or once.replace("p-", "o-")
        run.tally = run.tally or Tally(self.meter)
        model = self.model("fast", run.tally)
        asking = ByModel(model, Offline(), ask_until, missed=run.fallbacks) if model else None
        extractor: Extractor = asking or Offline()
        listener = Listener(vault=self.vault, named=named, reflect=reflect)
        return Hands(
            vault=self.vault, jobs=self.jobs, extractor=extractor, keep=self.keep, home=config.home(),
            clock=lambda: datetime.now(UTC), new_id=new_id, owner=str(Owner.here(once)), ignored=self._ignored(),
            off=self.switch.is_off, digests=self.settings.digest, summarise=asking.summarise if asking else None,
            hear=listener.hear, unsay=listener.unsay, drop=self.archive.drop, spoken=self._spoken_of,
            known=self._says, ours=self._ours(), over=lambda: until is not None and time.monotonic() >= until,
        )  # fmt: skip

    def _says(self, text: str, space: str) -> bool:
        """Whether a page or a fragment that a question asked there could find says a thing, word for word."""
        from reverie.retrieval.inject import folded
        from reverie.retrieval.recall import search

        scope, words = Scope(spaces=spaces.chain(space), everything=True), folded(text)
        order = search(Query(text=text, now=datetime.now(UTC), scope=scope), self.index, None).ranked.order[:_NEAR]
        found = self.index.texts([p.id for p in order if p.kind not in ("turn", "digest")])
        return any(words in folded(told) for told in found.values())

    def _spoken_of(self, session: str, handles: Sequence[str]) -> None:
        """An agent named what it was told: that is use."""
        with suppress(sqlite3.Error, OSError):
            used = self.ledger.use(session, handles)
            keys = [Key(space, kind, slug) for space, kind, slug in used]
            self.usage.accessed(keys, datetime.now(UTC))

    def _expire(self, now: datetime | None = None) -> None:
        """Let digests go whose time is over, where memory is on."""
        from reverie.loop.begin import new_id
        from reverie.loop.digest import expire

        now = now or datetime.now(UTC)
        old = [key for space in self._on() for key in self.vault.due(space, now.date())]
        expire([key for key in old if key.kind == "digest"], self.vault, now, new_id)

    def _ours(self) -> Ignored:
        """The files of memory itself: what an agent reads in them was told, and is not said anew."""
        from reverie.domain.ignore import Ignored

        inside = ("memory", "MEMORY.md", "memory.md", layout.PRIVATE)
        return Ignored(tuple(f"{self.root.as_posix()}/{each}" for each in inside), str(config.home()))

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
            tuple(f"{home}{x[1:]}" if x.startswith("~/") else x for x in lines if x and not x.startswith("#")), home
        )

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
