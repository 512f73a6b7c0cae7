"""hook: what hosts call. `reverie hook …` never gets here: it is answered before this library is imported."""

from __future__ import annotations

import click

from reverie.surfaces.hooks.entry import answer


@click.command(short_help="Answer an event of a host (hosts call this).")
@click.argument("host")
@click.argument("event")
def hook(host: str, event: str) -> None:
    """Answer EVENT of HOST (claude-code, codex, gemini, opencode, pi): payload on standard input, answer on output.

    Ends with 0 whatever happens, within a second; what went wrong is in .reverie/hooks.log of your workspace.
    """
    answer([host, event])
