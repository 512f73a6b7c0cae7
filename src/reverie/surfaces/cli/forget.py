"""forget, restore, undo: take things out of recall, bring them back, take changes back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from reverie.domain import space as spaces
from reverie.errors import ReverieError
from reverie.memory import Memory
from reverie.surfaces import present
from reverie.surfaces.cli.opening import interactive, on_workspace
from reverie.surfaces.forgetting import named, preview


@click.command(short_help="Take what matches out of recall.")
@click.argument("query")
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.option("--why", "reason", default="", metavar="TEXT", help="The reason, kept with the page.")
@click.option("--space", metavar="S", help="Forget in this space (default: this folder's project, and your own).")
@on_workspace
def forget(memory: Memory, query: str, yes: bool, reason: str, space: str | None) -> tuple[Any, str]:
    """Take what matches QUERY (words, or a handle) out of recall. It can be brought back."""
    here = spaces.chain(memory.space_of(Path.cwd())) if space is None else [space]
    keys, about = named(memory, query, here)
    if not yes:
        lines = [f"  {present.handle(handle)} {line}" for handle, line in preview(memory, keys, about)]
        click.echo("This will be forgotten:\n" + "\n".join(lines), err=True)
        if not interactive():
            raise ReverieError("nothing was forgotten; run it again with --yes to do it")
        if not click.confirm("Forget it?", err=True):
            raise ReverieError("nothing was forgotten")
    applied = memory.forget(keys, why=reason, about=about)
    return present.applied_json(applied), present.applied_text(applied, "Forgotten")


@click.command()
@click.argument("handle")
@on_workspace
def restore(memory: Memory, handle: str) -> tuple[Any, str]:
    """Bring back the forgotten page or fragment HANDLE."""
    applied = memory.restore(handle)
    return present.applied_json(applied), present.applied_text(applied, "Restored")


@click.command(short_help="Take back a change, or a whole run.")
@click.argument("change", metavar="ID")
@on_workspace
def undo(memory: Memory, change: str) -> tuple[Any, str]:
    """Take back the change (or whole run) ID: a new change that puts every page back as it was.

    Of a run of `reverie observe`, what was noticed is forgotten, the digests go, and the turns of its sessions are
    hidden, with whatever a dream has made of them; the evidence stays in its streams. Such sessions are not read again.
    Undo the undoing to have it all back.
    """
    applied = memory.undo(change)
    return present.applied_json(applied), present.applied_text(applied, "Undone")
