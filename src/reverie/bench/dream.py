"""`reverie bench dream`: a dreamer lives through made-up days, and what it then holds is compared with what is true.

To measure another dreamer, hand it to `run`. Nothing here knows how one works.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, time as clock
from pathlib import Path
from typing import Any, Protocol

from reverie import config
from reverie.bench import judge as judging, report
from reverie.bench.alone import by_rules
from reverie.bench.claims import JUDGED, Judge
from reverie.bench.life import DAYS, live
from reverie.bench.scale import curve
from reverie.bench.truth import Life
from reverie.domain.belief import believe
from reverie.domain.citation import Evidence
from reverie.domain.fragment import Fragment
from reverie.domain.page import Key, Page
from reverie.domain.proposal import Proposal, put
from reverie.domain.text import sentence_slug
from reverie.errors import ReverieError
from reverie.loop.apply import apply
from reverie.memory import Memory

Tell = Callable[[str], None]
LOOKS = 9  # times along the way, the end included
_NIGHT = clock(23, 30, tzinfo=UTC)


class Dreamer(Protocol):
    """What is measured. It may also have `calls` and `tokens`, what it has asked of a model so far, and `fallbacks`:
    how often somebody else did what it could not."""

    name: str

    def dream(self, memory: Memory, now: datetime) -> None:
        """Consolidate what is undreamed in every space, through the door. Called at the end of each day."""


class Nothing:
    """A baseline: sleeps without dreams."""

    name = "nothing"

    def dream(self, memory: Memory, now: datetime) -> None:
        return


class EachFragment:
    """A baseline: believes every fragment as it is, on a page of its own."""

    name = "one page per fragment"

    def dream(self, memory: Memory, now: datetime) -> None:
        by_space: dict[str, list[Fragment]] = {}
        for fragment in memory.vault.marked("undreamed"):
            by_space.setdefault(fragment.space, []).append(fragment)
        for space, some in by_space.items():
            proposal = Proposal(
                id=f"d-{some[0].id[-12:]}", origin="dream", actor="bench:each-fragment", because="every fragment",
                changes=tuple(put(self._page(fragment), None) for fragment in some), space=space,
                considered=tuple(fragment.id for fragment in some),
            )  # fmt: skip
            apply(proposal, memory.vault, now)

    def _page(self, fragment: Fragment) -> Page:
        name = f"{sentence_slug(fragment.body)[:50].strip('-')}-{fragment.id[-8:]}"
        return believe(Key(fragment.space, "belief", name), fragment.body, Evidence(frozenset({fragment.citation})))


BASELINES: tuple[Callable[[], Dreamer], ...] = (Nothing, EachFragment)


class Offline:
    """The dreamer that comes with Reverie: rules, no model."""

    name = "offline"

    def dream(self, memory: Memory, now: datetime) -> None:
        by_rules(memory).dream(now=now)


class ByModel:
    """The dreamer with the model that the person has set, within their limits; rules do what it fails at."""

    def __init__(self) -> None:
        self.name = config.personal().language.of("deep")
        if not self.name:
            raise ReverieError("no model is set: name one under [models] in your config.toml")
        self.calls = self.tokens = self.fallbacks = 0

    def dream(self, memory: Memory, now: datetime) -> None:
        night = memory.dream(now=now)
        self.fallbacks += len(night.fallbacks)
        if night.tally:
            self.calls += night.tally.calls
            self.tokens += night.tally.sent + night.tally.received


DREAMERS: tuple[Callable[[], Dreamer], ...] = (Offline,)  # each run makes its own


@dataclass(slots=True)
class Run:
    """One dreamer's way through a life."""

    seconds: float = 0.0
    fragments: int = 0
    failed: list[str] = field(default_factory=list)  # nights on which it gave up, and why
    looks: list[tuple[int, judging.Tally]] = field(default_factory=list)
    ever: set[str] = field(default_factory=set)  # fragments that were cited at some time
    gone: set[str] = field(default_factory=set)  # of these, those that were uncited later
    held: int = 0  # proposals that wait for a person
    rejected: int = 0


def through(life: Life, dreamer: Dreamer, root: Path, tell: Tell = lambda _: None) -> Run:
    """Live through the days: what was said is appended, the dreamer is called, and now and then looked at."""
    run, judge = Run(), Judge(life)
    nights = _looks(life.days)
    with Memory.create(root) as memory:
        for day in range(life.days):
            now = datetime.combine(life.date(day), _NIGHT)
            todays = life.on(day)
            memory.vault.append(todays, [], now, "observe:bench")
            run.fragments += len(todays)
            started = time.perf_counter()
            try:
                dreamer.dream(memory, now)
            except ReverieError as wrong:
                run.failed.append(f"day {day}: {wrong}")
            run.seconds += time.perf_counter() - started
            _follow_evidence(run, memory, life, day)
            if day in nights:
                run.looks.append((day, look(judge, memory, day, run)))
                tell(f"{dreamer.name}: day {day + 1} of {life.days}")
        run.held, run.rejected = (len(memory.held(state)) for state in ("held", "rejected"))
    return run


def look(judge: Judge, memory: Memory, day: int, run: Run | None = None) -> judging.Tally:
    """What is held, against what is true at the end of that day."""
    lost = {id_: id_ in run.gone for id_ in sorted(run.ever)} if run else {}
    return judging.tally(judge, _pages(memory), day, lost)


def _pages(memory: Memory) -> Mapping[Key, Page]:
    return memory.vault.pages(key for key in memory.vault.keys(None) if key.kind in JUDGED)


def _follow_evidence(run: Run, memory: Memory, life: Life, day: int) -> None:
    known = [said.fragment.id for said in life.said if said.day <= day]
    cited = {id_ for id_, pages in memory.vault.citing(known).items() if pages}
    run.gone |= run.ever - cited
    run.ever |= cited


def _looks(days: int) -> set[int]:
    """The nights after which to look: evenly spread, the last one among them."""
    return {max(0, days * n // LOOKS - 1) for n in range(1, LOOKS + 1)}


def run(
    which: Sequence[str], tell: Tell, *, days: int = DAYS, seed: int | None = None, sizes: Sequence[int] = (),
    dreamers: Sequence[Callable[[], Dreamer]] = DREAMERS,
) -> dict[str, Any]:  # fmt: skip
    """Everything measured, as it is written to JSON. The baselines live through the same days."""
    some = [*BASELINES, *dreamers]
    lives: dict[str, Any] = {}
    for name in which:
        life = live(name, days=days, seed=seed)
        found = {}
        for make in some:
            dreamer = make()
            with tempfile.TemporaryDirectory(prefix="reverie-dream-") as folder:
                done = through(life, dreamer, Path(folder) / "workspace", tell)
            found[dreamer.name] = _row(done, dreamer, examples=name != "sealed")
        lives[name] = {"life": _about(life), "dreamers": found}
    return {
        **report.heading("dream"),
        "lives": lives,
        "scale": curve([*BASELINES, Offline], sizes, tell) if sizes else {},
    }


def _about(life: Life) -> dict[str, Any]:
    return {
        "days": life.days,
        "seed": life.seed,
        "fragments": len(life.said),
        "facts": len(life.facts),
        "changed": sum(fact.changed for fact in life.facts),
        "attacks": sum(said.role == "attack" for said in life.said),
        "noise": sum(said.role == "noise" for said in life.said),
        "spaces": len(life.spaces),
    }


def _row(run: Run, dreamer: Dreamer, *, examples: bool) -> dict[str, Any]:
    _, last = run.looks[-1]
    told = ("precision", "recall", "currency")
    along = [
        {"day": day + 1, **{r: tally.json(examples=False)["rows"][r] for r in told}, **tally.numbers}
        for day, tally in run.looks
    ]
    return {
        **last.json(examples=examples),
        "over_time": along,
        "seconds_per_1000": round(1000 * run.seconds / run.fragments, 3) if run.fragments else None,
        "calls": getattr(dreamer, "calls", 0),
        "tokens": getattr(dreamer, "tokens", 0),
        "fallbacks": getattr(dreamer, "fallbacks", 0),
        "held": run.held,
        "rejected": run.rejected,
        "failed": run.failed[:20],
        "nights_failed": len(run.failed),
    }
