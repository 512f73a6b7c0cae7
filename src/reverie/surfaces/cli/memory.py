"""memory: what an agent's slash command `/memory` does, for people and for agents."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from reverie.errors import ReverieError
from reverie.memory import Memory
from reverie.surfaces.cli.opening import interactive, looking_at_workspace, on_workspace
from reverie.surfaces.present.change import applied_json, applied_text
from reverie.surfaces.present.injection import injection_json
from reverie.surfaces.present.style import bold, count, dim

_SPACE = click.option("--space", metavar="S", help="Of this space (default: this folder's project, else your own).")


@click.group(name="memory", invoke_without_command=True, short_help="Look at memory as a whole, clear or rebuild it.")
@click.option("-w", "--workspace", metavar="DIR", help="The workspace to use.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def memory(ctx: click.Context, workspace: str | None, as_json: bool) -> None:
    """Look at memory as a whole, clear or rebuild it. Without a word, `view`."""
    ctx.obj["workspace"] = workspace or ctx.obj.get("workspace")
    if ctx.invoked_subcommand is None:
        ctx.invoke(view, as_json=as_json)


@memory.command()
@click.option("--host", default="library", metavar="HOST", help="For this host: its own files say some of it already.")
@_SPACE
@looking_at_workspace
def view(held: Memory, host: str = "library", space: str | None = None) -> tuple[Any, str]:
    """Show what a session that starts here would be told, all of it."""
    found = held.inject(space=_space(held, space), host=host, folder=Path.cwd())
    return injection_json(found), found.text or f"A session that starts here is told nothing: {found.reason}."


def _clear(held: Memory, yes: bool, space: str | None) -> tuple[Any, str]:
    """Take all that is remembered here out of recall, in one change that `reverie undo` takes back.

    It asks first. Pinned pages stay, and so does everything of other projects; the turns of sessions stay in the
    archive, where an explicit search still finds them. An agent only proposes it.
    """
    here = _space(held, space)
    what = held.clearing(here)
    if what.changes and not yes:
        kept = f" {count(what.pinned, 'pinned page')} stay{'s' if what.pinned == 1 else ''}." if what.pinned else ""
        click.echo(f"This goes out of recall in {bold(here or 'your own memory')}: {what.text}.{kept}", err=True)
        if not interactive():
            raise ReverieError("nothing was cleared; run it again with --yes to do it")
        if not click.confirm("Clear it?", err=True):
            raise ReverieError("nothing was cleared")
    applied = held.clear(here)
    return {**applied_json(applied), "space": here, "counts": what.counts}, applied_text(applied, "Cleared")


for name in ("clear", "reset"):
    made = click.option("--yes", is_flag=True, help="Do not ask.")(_SPACE(on_workspace(_clear)))
    memory.add_command(click.command(name, short_help="Take all that is remembered here out of recall.")(made))


@memory.command()
@looking_at_workspace
def rebuild(held: Memory) -> tuple[Any, str]:
    """Dream what waits now, sweep, and make vectors; sessions are read first when hooks left word of them."""
    done = held.work(once=True, now=True)
    lines = [f"{bold(one.work)}  {one.trouble or one.told}" for one in done]
    lines = lines or ["Nothing was done: memory is off here, or nothing was due; `reverie status` says which."]
    return {"ok": not any(one.trouble for one in done), "done": [asdict(one) for one in done]}, "\n".join(lines)


@memory.command()
@looking_at_workspace
def enqueue(held: Memory) -> tuple[Any, str]:
    """Have done what `rebuild` does, in the background, and return at once."""
    started = held.enqueue()
    told = "A worker does it in the background" if started else "No worker was started: one is at it, or that is off"
    return {"started": started}, f"{told}; {dim('`reverie status` says how it stands.')}"


def _space(held: Memory, asked: str | None) -> str:
    return held.space_of(Path.cwd()) if asked is None else asked
