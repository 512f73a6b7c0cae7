"""init, trust: make a workspace, allow one."""

from __future__ import annotations

import os
from pathlib import Path

import click

from reverie import config
from reverie.errors import NotFound, ReverieError
from reverie.memory import Memory
from reverie.surfaces.cli.opening import note, show
from reverie.surfaces.present.style import count


@click.command(short_help="Make a workspace, taking in memory that is there.")
@click.argument("folder", required=False, metavar="[DIR]")
@click.option("-w", "--workspace", metavar="DIR", help="The same as DIR.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def init(ctx: click.Context, folder: str | None, workspace: str | None, as_json: bool) -> None:
    """Make a workspace in DIR (default: your own, ~/.reverie/default), taking in memory it already holds."""
    asked = folder or workspace or ctx.obj.get("workspace")
    root = Path(asked).expanduser() if asked else config.surroundings(None, os.environ, Path("/")).workspace
    with Memory.create(root) as memory:
        for problem in memory.warnings:
            note(str(problem))
        pages = memory.vault.state.counts()
        fragments = sum(memory.vault.state.mark_counts().values())
        real = memory.root
    by_person = config.surroundings(None, os.environ, Path("/")).agent is None
    if by_person and "agent" not in ctx.obj:  # the demo leaves no trace
        config.trust(real, os.environ)
    found = sum(number for kind, number in pages.items() if kind not in ("core", "file"))
    text = f"Workspace ready in {real}"
    if found or fragments:
        text += f"\nTaken in: {count(found, 'page')}, {count(fragments, 'fragment')}."
    text += '\nTry: reverie remember "Billing uses PostgreSQL 16"'
    show({"workspace": str(real), "pages": pages, "fragments": fragments}, text, as_json=as_json)


@click.command()
@click.argument("folder", metavar="DIR")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def trust(folder: str, as_json: bool) -> None:
    """Allow the reverie.toml in DIR to be used when you work below it."""
    agent = config.surroundings(None, os.environ, Path("/")).agent
    if agent:
        raise ReverieError(f"only a person may trust a folder; this command runs under {agent}")
    root = Path(folder).expanduser()
    if not (root / config.WORKSPACE_FILE).is_file():
        raise NotFound(f"there is no {config.WORKSPACE_FILE} in {root}; make a workspace with `reverie init {root}`")
    fresh = config.trust(root, os.environ)
    text = f"{root.resolve()} is trusted" + ("." if fresh else " already.")
    show({"workspace": str(root.resolve()), "new": fresh}, text, as_json=as_json)
