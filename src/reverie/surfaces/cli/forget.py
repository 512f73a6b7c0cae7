"""forget, restore, undo: take things out of recall, bring them back, take changes back."""

from __future__ import annotations

from typing import Any

import click

from reverie.errors import NotFound, ReverieError
from reverie.memory import Memory
from reverie.surfaces import present
from reverie.surfaces.cli.opening import interactive, on_workspace


@click.command(short_help="Take what matches out of recall.")
@click.argument("query")
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.option("--why", "reason", default="", metavar="TEXT", help="The reason, kept with the page.")
@click.option("--space", default="", metavar="S", help="Forget in this space.")
@on_workspace
def forget(memory: Memory, query: str, yes: bool, reason: str, space: str) -> tuple[Any, str]:
    """Take what matches QUERY (words, or a handle) out of recall. It can be brought back."""
    if query.startswith("m:"):
        keys, about, text = [memory.find(query)], "", f"This will be forgotten: {memory.find(query)}"
    else:
        answer = memory.recall(query, space=space)
        keys = [hit.key for hit in answer.hits if hit.key.space == space]
        about, text = query, "These will be forgotten:\n" + present.answer_text(answer)
        if not keys:
            raise NotFound(f"nothing to forget: {answer.reason or 'what matches belongs to another space'}")
    if not yes:
        click.echo(text, err=True)
        if not interactive():
            raise ReverieError("nothing was forgotten; run it again with --yes to do it")
        click.confirm("Forget all of them?", abort=True, err=True)
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
    """Take back the change (or whole run) ID: a new change that puts every page back as it was."""
    applied = memory.undo(change)
    return present.applied_json(applied), present.applied_text(applied, "Undone")
