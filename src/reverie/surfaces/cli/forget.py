"""forget, restore, undo: take things out of recall, bring them back, take changes back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import click

from reverie.domain.page import Key
from reverie.errors import NotFound, ReverieError
from reverie.loop.forget import lines_about
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
        keys, about = [memory.find(query)], ""
    else:
        answer = memory.recall(query, space=space)
        keys, about = answer.named(space), query
        if not keys:
            raise NotFound(f"nothing to forget: {answer.reason or 'nothing here says all of that'}")
    if not yes:
        click.echo("This will be forgotten:\n" + "\n".join(_preview(memory, keys, about)), err=True)
        if not interactive():
            raise ReverieError("nothing was forgotten; run it again with --yes to do it")
        if not click.confirm("Forget it?", err=True):
            raise ReverieError("nothing was forgotten")
    applied = memory.forget(keys, why=reason, about=about)
    return present.applied_json(applied), present.applied_text(applied, "Forgotten")


def _preview(memory: Memory, keys: Sequence[Key], about: str) -> Iterator[str]:
    """Exactly what would go."""
    pages = memory.vault.pages(keys)
    for key in keys:
        page = pages.get(key)
        if key.kind == "core" and page:
            yield from (f"  {page.title}: {line}" for line in lines_about(page, about))
        else:
            title = page.title if page else next(iter(memory.vault.fragments([key.slug]).values())).body
            yield f"  {present.handle(key.handle)} {title}"


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
