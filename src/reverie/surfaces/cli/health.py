"""status, doctor, reindex: how it is, what is wrong, make the index anew."""

from __future__ import annotations

from typing import Any

import click

from reverie.memory import Memory
from reverie.surfaces import present
from reverie.surfaces.cli.opening import on_workspace
from reverie.surfaces.present import bold, dim

_COLOURS = {"problem": "red", "warning": "yellow", "fine": "green"}


@click.command()
@on_workspace
def status(memory: Memory) -> tuple[Any, str]:
    """Show what is held, what waits, and what is wrong."""
    data = memory.status()
    pages = ", ".join(f"{count} {kind}" for kind, count in data["pages"].items() if kind != "file")
    marks = ", ".join(f"{count} {mark}" for mark, count in data["fragments"].items())
    waiting = data["proposals"]
    lines = [
        f"{bold('Workspace')}  {data['workspace']}",
        f"{bold('Pages')}      {pages or 'none yet'}",
        f"{bold('Fragments')}  {marks or 'none yet'}",
        f"{bold('Sessions')}   {data['sessions']['observed']} observed",
        f"{bold('Review')}     {waiting['held']} held, {waiting['deferred']} deferred, {waiting['rejected']} rejected",
        f"{bold('Changes')}    {data['changes']}, history {data['history']}",
        f"{bold('Vectors')}    {present.standing_text(data['embedding'])}",
    ]
    if data["embedding"]["trouble"]:
        lines.append(click.style(f"embedder: {data['embedding']['trouble']}", fg="red"))
    lines += [click.style(f"alert: {a['summary']} ({a['at'][:16]})", fg="red") for a in data["alerts"]]
    lines += [click.style(f"problem: {p}", fg="yellow") for p in data["problems"]]
    for one in data["sessions"]["failing"]:
        told = f"session {one['source']} failed {present.count(one['attempts'], 'time')}: {one['error']}"
        lines.append(click.style(told, fg="yellow"))
    if data["unfinished"]:
        lines.append(click.style(data["unfinished"], fg="red"))
    return data, "\n".join(lines)


@click.command(short_help="Check the workspace, and mend it.")
@click.option("--fix", is_flag=True, help="Mend what can be mended without losing anything.")
@on_workspace
def doctor(memory: Memory, fix: bool) -> tuple[Any, str]:
    """Check the workspace: files, log, streams, history, permissions, surroundings."""
    findings, mended = memory.doctor(fix=fix)
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
@on_workspace
def reindex(memory: Memory) -> tuple[Any, str]:
    """Throw the search index away and build it from the vault."""
    count = memory.reindex()
    return {"passages": count}, f"Indexed {present.count(count, 'passage')}."
