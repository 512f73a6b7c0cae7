"""The worker: does what is due, one thing after another, looks again, and ends when nothing is. And who starts it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Protocol

from reverie.domain.due import WORK, Work
from reverie.errors import ReverieError, VaultBusy
from reverie.store.lock import WriterLock
from reverie.store.switch import EVERYWHERE
from reverie.store.times import Times

if TYPE_CHECKING:  # a hook that only looks whether something is due pays for none of them
    from reverie.loop.decay import Swept
    from reverie.loop.dream import Night
    from reverie.loop.pickup import Run
    from reverie.loop.reflect import Reflected
    from reverie.retrieval.embedders import Standing

REST = timedelta(minutes=1)  # between two workers that start by themselves
ROUNDS = 5  # times that a worker looks again: what comes in faster waits for the next one

Due = Callable[[], Mapping[Work, str]]  # what is due, and why
Step = Callable[[str], str]  # does one kind of work, for that reason, and says what came of it


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """One piece of work: why it was due, what came of it, and what went wrong if something did."""

    work: str
    why: str
    told: str = ""
    trouble: str = ""
    busy: bool = False  # another process was doing it


class Hands(Protocol):
    """What a worker can do."""

    def pick_up(self) -> Run:
        """Read the sessions that are due."""

    def dream(self) -> Night:
        """Dream what no dream has considered."""

    def sweep(self) -> Swept:
        """Tell what faded, retire what nobody uses."""

    def reflect(self, *, trigger: str) -> list[Reflected]:
        """Look over memory; what comes of it waits for a person."""

    def embed(self) -> Standing | None:
        """Make the vectors that are missing."""


def wake(due: Due, times: Times, lock: WriterLock, start: Callable[[], None], now: datetime) -> bool:
    """Start a worker when something is due: not while one is at it, and not soon after one was started."""
    if _just_started(times, now) or not due():
        return False
    with suppress(VaultBusy), lock.held():
        # Somebody else may have started one meanwhile; and one that nobody can note would be started by every command.
        if _just_started(times, now) or not times.note("start", now):
            return False
        start()
        return True
    return False


def _just_started(times: Times, now: datetime) -> bool:
    """Also by somebody who looked at the clock after us; a start far ahead is of a clock that ran backwards."""
    started = times.last("start")
    return started is not None and abs(now - started) < REST


def asked(off: Sequence[str], *, observe: bool) -> dict[Work, str]:
    """All the work there is, as if it were due; sessions are read only where that is allowed."""
    return {} if EVERYWHERE in off else {name: "asked for" for name in WORK if observe or name != "observe"}


def work(hands: Hands, due: Due, times: Times, clock: Callable[[], datetime], *, once: bool) -> list[Done]:
    """Do what is due, in order, until nothing is; then the vectors of it. What fails rests as if it had been done.

    What another process is doing already is left to it.
    """
    steps: dict[Work, Step] = {
        "observe": lambda _: _observed(hands), "dream": lambda _: _dreamed(hands), "sweep": lambda _: _swept(hands),
        "reflect": lambda why: _reflected(hands, why),
    }  # fmt: skip
    done: list[Done] = []
    left = set(WORK)
    for _ in range(1 if once else ROUNDS):
        wanted = {name: why for name, why in due().items() if name in left}
        if not wanted:
            break
        for name in (name for name in WORK if name in wanted):
            began = clock()
            one = _tried(name, wanted[name], steps[name])
            if one.busy:
                left.remove(name)
            elif one.trouble:
                times.note(name, began, one.trouble)
            done.append(one)
    return [*done, _tried("embed", "pages may have changed", lambda _: _embedded(hands))] if done else []


def _tried(name: str, why: str, step: Step) -> Done:
    try:
        return Done(work=name, why=why, told=step(why))
    except VaultBusy as wrong:
        return Done(work=name, why=why, told=str(wrong), busy=True)
    except ReverieError as wrong:
        return Done(work=name, why=why, trouble=str(wrong))


def _observed(hands: Hands) -> str:
    run = hands.pick_up()
    return f"{run.sessions} sessions, {len(run.fragments)} fragments, {len(run.failed)} failed"


def _dreamed(hands: Hands) -> str:
    night = hands.dream()
    return f"{night.fragments} fragments, {len(night.changed)} changes"


def _swept(hands: Hands) -> str:
    found = hands.sweep()
    return f"{found.pages} pages, {len(found.faded)} in another state, {len(found.retired)} references retired"


def _reflected(hands: Hands, why: str) -> str:
    made = [one for one in hands.reflect(trigger=why) if one.outcome == "made"]
    return f"reflections that wait for a person: {len(made)}" if made else "nothing new to reflect on"


def _embedded(hands: Hands) -> str:
    standing = hands.embed()
    return f"{standing.done} of {standing.total} vectors" if standing else "no vectors are wanted"
