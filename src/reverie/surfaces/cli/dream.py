"""dream: let what was observed become beliefs, entities, skills and a summary."""

from __future__ import annotations

import time
from typing import Any, Literal

import click

from reverie.memory import Memory
from reverie.surfaces import dreamed
from reverie.surfaces.cli.opening import looking_at_workspace


@click.command(short_help="Turn what was observed into beliefs.")
@click.option("--space", default=None, metavar="S", help="Only this space; else all where memory is on.")
@click.option("--plan", is_flag=True, help="Show what would change, its evidence and its cost; write nothing.")
@click.option("--hold", is_flag=True, help="Leave it for `reverie review` instead of applying it.")
@click.option("--retry", is_flag=True, help="Take up what rules rejected, or a model could not prove, too.")
@click.option("--undone", is_flag=True, help="Take up what you undid or refused, too: all of it.")
@looking_at_workspace
def dream(memory: Memory, space: str | None, plan: bool, hold: bool, retry: bool, undone: bool) -> tuple[Any, str]:
    """Turn undreamed fragments into beliefs, entities, skills and a summary; every change cites what proves it.

    What says the same makes a belief firmer, what replaces it supersedes it. By rules, unless you have set a model
    (`reverie models`); it is asked for a plan, too. The firmest beliefs come into core memory, a few a night, and what
    lost its ground leaves it. `reverie undo` takes a whole night back; what was undone or refused is not dreamed again
    until you say so (`--undone`, or for one night `reverie undo` of its undo).
    """
    if plan and hold:
        raise click.UsageError("--plan writes nothing and --hold leaves something to review: choose one")
    started = time.monotonic()
    mode: Literal["apply", "plan", "hold"] = "plan" if plan else "hold" if hold else "apply"
    with dreamed.shown(memory.vault.state.mark_counts().get("undreamed", 0)) as told:
        night = memory.dream(space, retry=retry, undone=undone, mode=mode, told=told)
    taken = time.monotonic() - started
    return dreamed.night_json(night, taken, planned=plan), dreamed.night_text(night, taken, planned=plan, held=hold)
