"""The first day with a host: read the sessions it keeps, if the person agrees, and show what came of it."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from reverie.domain.audit import one_line
from reverie.memory import Memory
from reverie.surfaces import observed
from reverie.surfaces.cli.opening import interactive, note
from reverie.surfaces.present.style import bold, count, dim, handle

if TYPE_CHECKING:
    from reverie.loop.pickup import Run

_WIDTH = 110


def backfill(memory: Memory, host: str, *, yes: bool, quiet: bool) -> dict[str, Any]:
    """Preview the sessions of a host, ask, read them, show the firmest things learnt. Reads nothing without a yes."""
    found, run = memory.sessions(hosts=[host], everything=True)
    plan = observed.plan_json(*memory.foreseen(found, run), memory.cost)
    if not quiet:
        for where, why in run.failed.items():
            note(f"{where}: {why}")
    if not found:
        return {"plan": plan, "read": False}
    if not quiet:
        click.echo(f"\n{_preview(plan)}")
    if not yes and not (interactive() and click.confirm("Read them now?", err=True)):
        if not quiet:
            click.echo(f"None was read. `reverie observe --host {host} --all` reads them any time.")
        return {"plan": plan, "read": False}
    started = time.monotonic()
    try:
        with closing(memory.observe(found, run)) as steps:
            observed.follow(steps, sum(one.session.size for one in found), shown=not quiet and sys.stderr.isatty())
    except KeyboardInterrupt:  # the host has its memory, and what was read is kept
        raise click.Abort(observed.stopped_text(run, len(found))) from None
    taken = time.monotonic() - started
    if not quiet:
        click.echo(_learnt(run, taken))
    learnt = dict(sorted(Counter(one.space for one in run.fragments).items()))
    return {"plan": plan, "read": True, "learnt": learnt, **observed.run_json(run, taken)}


def next_session(memory: Memory, host: str, folder: Path) -> str:
    """What the next session of a host in a folder will be told at its start."""
    return memory.inject(host=host, space=memory.space_of(folder), folder=folder).text


def told_text(told: str, learnt: Mapping[str, int], here: str) -> str:
    """What the next session here is told; if nothing, what will be told of what was learnt, where and when."""
    if told:
        return f"\n{bold('The next session here will be told')}\n{told}"
    said = "The next session here will be told nothing yet"
    waits = sum(number for space, number in learnt.items() if space in ("", here))
    away = [space for space in learnt if space not in ("", here)]
    if waits:
        said += f": {count(waits, 'thing')} that it may be told {'waits' if waits == 1 else 'wait'} for a dream"
    if away:
        shown = ", ".join(away[:3]) + (f" and {len(away) - 3} more" if len(away) > 3 else "")
        said += f"; what was learnt of {shown} is told in sessions there" + ("" if waits else ", after a dream")
    return dim(f"{said}. {'`reverie dream` does not wait for the background.' if learnt else ''}".strip())


def _preview(plan: dict[str, Any]) -> str:
    """`214 sessions, 3 min, offline, free`."""
    seconds = plan["seconds"]
    takes = f"{seconds / 60:.0f} min" if seconds >= 90 else f"{max(1, round(seconds))} s"
    cost = "offline, free" if plan["model"] is None else observed.asking(plan["model"])
    kept = observed.kept(plan["sessions"], sum(plan["memories"].values()))
    return f"{bold('It keeps sessions of yours')}: {kept}, {takes}, {cost}."


def _learnt(run: Run, taken: float) -> str:
    """The firmest things, each with the words that prove it."""
    learnt = f"{count(len(run.fragments), 'thing')} worth keeping"
    lines = [f"{bold('Read')} {observed.kept(run.sessions, run.memories)}, {learnt}, {taken:.1f} s"]
    for one in observed.best(run.fragments):
        lines.append(f"  {handle(one.handle)} {one_line(one.body, _WIDTH)}")
        lines.append(f"    {dim(f'{one.kind} · {one.ts.date().isoformat()} · “{one_line(one.quote, _WIDTH)}”')}")
    return "\n".join(lines)
