"""status, doctor, reindex, off, on: how it is, what is wrong, make the index anew, the switch."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

from reverie import config
from reverie.errors import ReverieError
from reverie.memory import Memory
from reverie.store.switch import EVERYWHERE
from reverie.surfaces.cli.opening import looking_at_workspace, on_whatever_is_there
from reverie.surfaces.present.status import set_aside_lines, spending_text, standing_text, work_text
from reverie.surfaces.present.style import bold, count, dim
from reverie.surfaces.present.trail import alert_text

_COLOURS = {"problem": "red", "warning": "yellow", "fine": "green"}


@click.command()
@looking_at_workspace
def status(memory: Memory) -> tuple[Any, str]:
    """Show what is held, what waits, and what is wrong."""
    data = memory.status()
    pages = ", ".join(f"{number} {kind}" for kind, number in data["pages"].items() if kind != "file")
    marks = ", ".join(f"{number} {mark}" for mark, number in data["fragments"].items())
    waiting = data["proposals"]
    lines = [
        f"{bold('Workspace')}  {data['workspace']}",
        f"{bold('Pages')}      {pages or 'none yet'}",
        f"{bold('Fragments')}  {marks or 'none yet'}",
        *set_aside_lines(data["set_aside"]),
        f"{bold('Sessions')}   {data['sessions']['observed']} observed",
        f"{bold('Review')}     {waiting['held']} held, {waiting['deferred']} deferred, {waiting['rejected']} rejected",
        f"{bold('Changes')}    {data['changes']}, history {data['history']}",
        f"{bold('Vectors')}    {standing_text(data['embedding'])}",
        f"{bold('Work')}       {work_text(data['work'])}",
    ]
    if data["models"]:
        lines.append(f"{bold('Models')}     {spending_text(data['models'])}")
    if data["off"]:
        where = (
            "everywhere"
            if EVERYWHERE in data["off"]
            else "in " + ", ".join(space or "your own" for space in data["off"])
        )
        lines.append(click.style(f"memory is off {where}: nothing is observed or told there", fg="yellow"))
    lines += [f"asked for: {wish['work']}{_of(wish['space'])} ({wish['asked'][:16]})" for wish in data["asked"]]
    for work, why in data["work"]["trouble"].items():
        lines.append(click.style(f"the last {work} failed: {why}", fg="red"))
    if data["embedding"]["trouble"]:
        lines.append(click.style(f"embedder: {data['embedding']['trouble']}", fg="red"))
    lines += [alert_text(alert) for alert in memory.vault.state.alerts()]
    if data["alerts"]:
        lines.append(dim("  when you have seen them: reverie audit ack"))
    lines += [click.style(f"problem: {p}", fg="yellow") for p in data["problems"]]
    for one in data["sessions"]["failing"]:
        told = f"session {one['source']} failed {count(one['attempts'], 'time')}: {one['error']}"
        lines.append(click.style(told, fg="yellow"))
    if data["unfinished"]:
        lines.append(click.style(data["unfinished"], fg="red"))
    return data, "\n".join(lines)


@click.command(short_help="Check the workspace, and mend it.")
@click.option("--fix", is_flag=True, help="Mend what can be mended without losing anything.")
@on_whatever_is_there
def doctor(place: config.Surroundings, fix: bool) -> tuple[Any, str]:
    """Check the workspace (files, log, streams, history, permissions, surroundings) and hosts we are installed into.

    With --fix damaged files are put together again of what is left, the history and each other; what they were lies in
    .reverie/aside, and what could not be had again is said.
    """
    from reverie.memory import check_up
    from reverie.surfaces.install import checkup

    findings, mended = check_up(place.workspace, fix=fix, agent=place.agent)
    findings += checkup.examine(config.home(), config.environment(), config.data_folder(), datetime.now(UTC))
    lines = [f"mended: {what}" for what in mended]
    for finding in findings:
        lines.append(click.style(f"{finding.level}: ", fg=_COLOURS[finding.level]) + finding.what)
        if finding.mend:
            lines.append(dim(f"  {finding.mend}"))
    data = {
        "ok": not any(f.level == "problem" for f in findings),
        "findings": [{"level": f.level, "what": f.what, "mend": f.mend} for f in findings],
        "mended": mended,
    }
    return data, "\n".join(lines)


@click.command()
@looking_at_workspace
def reindex(memory: Memory) -> tuple[Any, str]:
    """Throw the search index away and build it from the vault."""
    passages = memory.reindex()
    return {"passages": passages}, f"Indexed {count(passages, 'passage')}."


@click.command()
@click.option("--project", is_flag=True, help="Only for the project of this folder.")
@looking_at_workspace
def off(memory: Memory, project: bool) -> tuple[Any, str]:
    """Stop observing sessions and telling agents anything. What is held stays, and you can still search it."""
    return _turn(memory, project, on=False)


@click.command()
@click.option("--project", is_flag=True, help="Only for the project of this folder.")
@looking_at_workspace
def on(memory: Memory, project: bool) -> tuple[Any, str]:
    """Go on observing and telling, after `reverie off`."""
    return _turn(memory, project, on=True)


def _turn(memory: Memory, project: bool, *, on: bool) -> tuple[Any, str]:
    space = memory.space_of(Path.cwd()) if project else None
    if space == "":
        raise ReverieError("this folder is no project; without --project it holds everywhere")
    changed = memory.turn(space, on=on)
    still = memory.switch.off() if on else []
    told = f"Memory is {'on' if on else 'off'}{_of(space or '')}{'' if changed else ' already'}."
    if still:
        told += " It is still off " + (
            "everywhere; `reverie on` without --project." if EVERYWHERE in still else f"in {', '.join(still)}."
        )
    return {"on": on, "space": space, "changed": changed, "off": memory.switch.off()}, told


def _of(space: str) -> str:
    return f" in {space}" if space else ""
