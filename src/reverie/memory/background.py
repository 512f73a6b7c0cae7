"""What goes on by itself: dreams, reflections, sweeps, vectors, and the worker that does what is due."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Literal

from reverie import config
from reverie.errors import ReverieError
from reverie.memory import given
from reverie.memory.observing import Observing
from reverie.memory.one_line import in_one_line
from reverie.store import layout
from reverie.store.lock import WriterLock, holder
from reverie.store.switch import EVERYWHERE

if TYPE_CHECKING:
    from reverie.domain.due import Work
    from reverie.loop.decay import Swept
    from reverie.loop.dream import Night
    from reverie.loop.reflect import Reflected
    from reverie.loop.worker import Done
    from reverie.retrieval.embedders import Standing
    from reverie.retrieval.meaning import Progress


@in_one_line
class Background(Observing):
    """Dreams, reflects, sweeps, and knows what is due."""

    def dream(
        self, space: str | None = None, *, retry: bool = False, undone: bool = False,
        mode: Literal["apply", "plan", "hold"] = "apply", now: datetime | None = None,
        told: Callable[[Night], None] | None = None,
    ) -> Night:  # fmt: skip
        """Turn undreamed fragments into pages, batch by batch; `told` hears of each batch when it is committed.

        With `plan` nothing is written, with `hold` it waits for review. Of what is set aside, `retry` takes up what
        rules rejected, `undone` what a person undid or refused.
        """
        from reverie.llm.embed import cosine
        from reverie.llm.models import Tally
        from reverie.loop import dream as dreams
        from reverie.loop.begin import new_id
        from reverie.loop.dream_by_model import DreamByModel, estimate
        from reverie.loop.dream_offline import OfflineDreamer

        def clock() -> datetime:
            return given.moment(now) or datetime.now(UTC)

        if space is not None:
            self._obey(given.space(space))
        with self._alone("dream"), self._writer() as (_, run):
            self._follow_index()
            night = dreams.Night(id=run.replace("p-", "n-"), tally=Tally(self.meter))
            rules, model = OfflineDreamer(self.vault), self.model("deep", night.tally)
            by_model = DreamByModel(model, rules) if model else None
            step = dreams.Step(
                vault=self.vault, dreamer=by_model or rules, find=self._pages_near,
                clock=clock, new_id=new_id, use=self.usage.of, history=self.trail, settle=rules.settle,
                graph=dreams.Graph(links=self.index.links, history=self.trail, named=self._named, cosine=cosine),
            )  # fmt: skip
            began, spaces = clock(), [given.space(space)] if space is not None else self._on()
            wished: dict[dreams.Again, bool] = {"rejected": retry, "undone": undone}
            again = [each for each, wish in wished.items() if wish]
            for _ in (dreams.dream if mode == "apply" else dreams.plan)(step, night, spaces, again):
                if mode == "apply":
                    self._follow_index()
                if told:
                    told(night)
            if by_model and by_model.sizes:
                night.cost = estimate(by_model.name, by_model.sizes, self.personal.language)
            if mode == "hold":
                dreams.hold(step, night)
            night.none = not self.vault.state.mark_counts()
            if space is None:
                hushed = (each for each in ("", *self.spaces()) if each not in spaces)
                night.off = sum(len(self.vault.marked("undreamed", each)) for each in hushed)
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
            return given.moment(now) or datetime.now(UTC)

        self._obey(space or "")
        with self._alone("reflect"), self._writer():
            self._follow_index()
            began, wanted = clock(), [given.space(space)] if space is not None else self._on()
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

    def sweep(self, now: datetime | None = None) -> Swept:
        """Tell which pages faded since the last sweep, retire what nobody uses, let go what is over."""
        from reverie.loop import decay, dream as dreams
        from reverie.loop.begin import new_id
        from reverie.loop.dream_offline import OfflineDreamer
        from reverie.store.snapshot import scores, snapshot

        at, vault = given.moment(now) or datetime.now(UTC), self.vault
        rules = OfflineDreamer(vault)
        step = dreams.Step(
            vault=vault, dreamer=rules, find=self._pages_near, clock=lambda: at, new_id=new_id, history=self.trail
        )
        with self._writer() as (_, run):
            self.index.refresh()
            found = list(scores(self.index, self.usage.surely(), at))
            swept = decay.sweep(found, vault.state.faded, vault, self.trail, self.switch.off(), at, new_id)
            night = dreams.Night(id=run.replace("p-", "n-"))
            for space in self._on():
                dreams.let_go(step, night, space)
            self._expire(at)
            gone = {*swept.retired, *(one.key for one in night.changed if one.what == "retired")}
            with vault.writing():
                snapshot(vault.disk, (score for score in found if score.key not in gone), at)
        self.times.note("sweep", at)
        return swept

    def embed(self, told: Callable[[str, Progress], None] | None = None, *, anew: bool = False) -> Standing | None:
        """Make the vectors that are missing; at most one process does. None when there are to be none."""

        def going_on(model: str, progress: Progress) -> bool:
            if told:
                told(model, progress)
            return config.personal().embedding == self.personal.embedding  # else another model was chosen

        self._follow_index()
        return self.meaning.embed(going_on, anew=anew)

    def reindex(self) -> int:
        """Throw the index away and build it from the vault; the number of passages."""
        return self.index.rebuild()

    def due(self, now: datetime | None = None) -> dict[Work, str]:
        """The work that is due, and why; none where memory is off."""
        from reverie.domain.due import due
        from reverie.store.times import backlog

        off = self.switch.off()
        if EVERYWHERE in off:
            return {}
        wished = [space for work, space, _ in self.jobs.asked() if work == "reflect"]
        have = backlog(self.vault.state, self.times, off, wished)
        at = given.moment(now) or datetime.now(UTC)
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
        at, lock = given.moment(now) or datetime.now(UTC), WriterLock(self.root / layout.PRIVATE / "worker.lock", 0)
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

    def ended(self, space: str = "") -> bool:
        """A session has ended: what was noticed in it is dreamed by the next worker. False where memory is off."""
        return not self.switch.is_off(given.space(space)) and self.times.note("ended", datetime.now(UTC))
