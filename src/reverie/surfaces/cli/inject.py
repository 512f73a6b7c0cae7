"""inject, log, stats: what a host is told, what it was told, what that came to."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from reverie.memory import Memory
from reverie.retrieval.inject import ORIGINS
from reverie.surfaces.cli.opening import looking_at_workspace, note
from reverie.surfaces.present.injection import injection_json, injections_text, stats_text

_LONGEST = 1 << 20  # characters of a prompt


@click.command(short_help="Print what a host would be told.")
@click.option("--prompt", metavar="TEXT", help="With this prompt (- reads it); without one, when a session starts.")
@click.option("--session", default="", metavar="ID", help="Told to this session: noted, and never the same twice.")
@click.option("--origin", type=click.Choice(ORIGINS), default="session", show_default=True, help="Who asks.")
@click.option("--host", default="library", metavar="HOST", help="For this host: its own files say some of it already.")
@click.option("--space", metavar="S", help="Ask in this space (default: this folder's project).")
@looking_at_workspace
def inject(
    memory: Memory, prompt: str | None, session: str, origin: Any, host: str, space: str | None
) -> tuple[Any, str]:
    """Print exactly what a host gets: with a prompt, or without one when a session starts.

    Nothing is printed when nothing is worth telling; --json says why, and so does a remark on a terminal.
    """
    text = sys.stdin.read(_LONGEST) if prompt == "-" else prompt
    folder = Path.cwd()
    where = memory.space_of(folder) if space is None else space
    found = memory.inject(text, session=session, space=where, origin=origin, host=host, folder=folder)
    if not found.text and sys.stderr.isatty():
        note(f"a host would be told nothing: {found.reason}")
    return injection_json(found), found.text


@click.command(name="log", short_help="Show what hosts were told.")
@click.option("--session", metavar="ID", help="Only this session: its id, or how it begins, with or without its host.")
@click.option("--limit", type=click.IntRange(1, 10_000), default=50, show_default=True, help="Lines at most.")
@looking_at_workspace
def log(memory: Memory, session: str | None, limit: int) -> tuple[Any, str]:
    """Show what hosts were told, the latest first: how much, from which tier, and by which handles."""
    rows = memory.injections(session, limit)
    return rows, injections_text(rows)


@click.command(short_help="Show what injections came to.")
@looking_at_workspace
def stats(memory: Memory) -> tuple[Any, str]:
    """Show how often hosts were told something, how many tokens that took, and how many prompts got nothing."""
    found = memory.stats()
    return found, stats_text(found)
