"""Health: what is wrong, what waits, what it costs."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from reverie.memory.background import Background
from reverie.memory.one_line import in_one_line
from reverie.store import layout
from reverie.store.lock import holder
from reverie.store.switch import EVERYWHERE

if TYPE_CHECKING:
    from reverie.store.doctor import Finding


@in_one_line
class Caring(Background):
    """Tells how memory is."""

    def status(self) -> dict[str, Any]:
        """Health and backlog in one look."""
        from reverie.store.status import status
        from reverie.store.times import standing

        if not self.sealed:
            self.take_in()
        held = status(
            self.vault, self.index, self.jobs, self.root, self.behind, self.meaning.standing(), self.spending()
        )  # fmt: skip
        worker, dreamer = (holder(self.root / layout.PRIVATE / f"{what}.lock") for what in ("worker", "dream"))
        work = {**standing(self.times, self.due(), worker), "dreamer": dreamer}
        return {**held, "off": self.switch.off(), "work": work}

    def spending(self) -> dict[str, Any] | None:
        """Which language models are asked, and what they spent today; None when there is none."""
        from reverie.store.meter import spending

        mine = self.personal.language
        if not mine.of("fast"):
            return None
        limits = {"tokens": mine.tokens, "money": mine.money}
        return {"fast": mine.of("fast"), "deep": mine.of("deep"), **spending(self.meter, datetime.now(UTC), limits)}

    def verify(self) -> list[str]:
        """Where files, log, streams and history disagree; a sentence each."""
        from reverie.store.verify import verify

        with self._writer():
            pass
        return verify(self.vault, self.trail.git)

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

    def _rebuild_all(self) -> list[str]:
        self.vault.state.clear()
        self.vault.state.follow(self.vault.disk)
        self._see_edits(datetime.now(UTC))  # before anything is indexed: a file may hold what must not be
        passages = self.index.rebuild()
        return [f"rebuilt the state from the log, and the index ({passages} passages)"]
