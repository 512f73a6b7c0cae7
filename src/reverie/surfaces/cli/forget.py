"""forget, restore, undo: take things out of recall, bring them back, take changes back."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC
from pathlib import Path
from typing import Any

import click

from reverie.domain import space as spaces
from reverie.domain.page import Key
from reverie.errors import ReverieError
from reverie.memory import Memory
from reverie.surfaces.cli.opening import interactive, on_workspace, when
from reverie.surfaces.deleting import deleted, outline_text, steps_text, typed
from reverie.surfaces.forgetting import named, named_for_good, preview
from reverie.surfaces.present import style
from reverie.surfaces.present.change import applied_json, applied_text, undone_text


@click.command(short_help="Take what matches out of recall, or delete it for good.")
@click.argument("query", required=False)
@click.option("--hard", is_flag=True, help="Delete it for good, from every place we keep it.")
@click.option("--source", metavar="SESSION", help="Everything derived from this session.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.option("--why", "reason", default="", metavar="TEXT", help="The reason, kept with the page.")
@click.option("--space", metavar="S", help="Forget in this space (default: this folder's project, and your own).")
@on_workspace
def forget(
    memory: Memory, query: str | None, hard: bool, source: str | None, yes: bool, reason: str, space: str | None
) -> tuple[Any, str]:
    """Take what matches QUERY (words, or a handle) out of recall. It can be brought back, unless --hard."""
    if (query is None) == (source is None):
        raise click.UsageError("give the words or the handle to forget, or --source SESSION")
    session, about = "", ""
    here: Sequence[str] = ()
    if source is not None:
        session, keys = memory.of_source(source)
    else:
        here = spaces.chain(memory.space_of(Path.cwd())) if space is None else [space]
        keys, about = (named_for_good if hard else named)(memory, query or "", here)
    if hard:
        data, told = _for_good(memory, () if session else keys, session, about, yes)
        left = sum(len(memory.turns_saying(about, each)) for each in here) if about else 0
        if left:
            some = f"{style.count(left, 'turn')} of sessions still {'has' if left == 1 else 'have'} these words"
            told += f"\n  {some}; the same command again shows them, and deletes them"
        return {**data, "turns_left": left}, told
    if not yes:
        lines = [f"  {style.handle(handle)} {line}" for handle, line in preview(memory, keys, about)]
        click.echo("This will be forgotten:\n" + "\n".join(lines), err=True)
        if not interactive():
            raise ReverieError("nothing was forgotten; run it again with --yes to do it")
        if not click.confirm("Forget it?", err=True):
            raise ReverieError("nothing was forgotten")
    applied = memory.forget(keys, why=reason, about=about)
    return applied_json(applied), applied_text(applied, "Forgotten")


def _for_good(memory: Memory, keys: Sequence[Key], source: str, about: str, yes: bool) -> tuple[dict[str, Any], str]:
    outline = memory.would_purge(keys, source=source, about=about)
    told = preview(memory, [key for key in keys if key.kind == "turn"], about)
    click.echo(outline_text(outline, list(told)), err=True)
    if not yes:
        typed(interactive())
    return deleted(memory, memory.purge(keys, source=source, about=about), outline)


@click.command(short_help="Bring back what was forgotten, or an earlier state.")
@click.argument("handle", required=False)
@click.option("--at", "moment", metavar="TIME", help="Put HANDLE, or everything, back as it stood: 2026-11-16, 7d, 2h.")
@click.option("--yes", is_flag=True, help="Do not ask (with --at).")
@on_workspace
def restore(memory: Memory, handle: str | None, moment: str | None, yes: bool) -> tuple[Any, str]:
    """Bring back the forgotten page or fragment HANDLE; with --at, put it or everything back as it stood then."""
    at = when(moment)
    if at is None:
        if handle is None:
            raise click.UsageError("give the handle to restore, or --at TIME")
        applied = memory.restore(handle)
        return applied_json(applied), applied_text(applied, "Restored")
    steps = memory.would_restore(at, handle)
    if steps and not yes:
        told = f"{style.count(len(steps), 'page')} would change, back to {at.astimezone(UTC):%Y-%m-%d %H:%M UTC}:"
        click.echo(f"{told}\n{steps_text(steps)}", err=True)
        if not interactive():
            raise ReverieError("nothing was changed; run it again with --yes to do it")
        if not click.confirm("Go back?", err=True):
            raise ReverieError("nothing was changed")
    applied = memory.restore_at(at, handle)
    return applied_json(applied), applied_text(applied, "Back")


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
    return applied_json(applied), undone_text(applied, change)
