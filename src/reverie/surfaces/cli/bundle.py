"""export and import: take memory along, and bring in what other vaults and other programs remember."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

import click

from reverie.domain.fragment import Trust
from reverie.memory import Extra, Memory
from reverie.surfaces import brought
from reverie.surfaces.cli.opening import interactive, on_workspace


@click.command(short_help="Write everything remembered to one bundle.")
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--space", "spaces", multiple=True, metavar="S", help="Only this space (repeatable); '' is your own.")
@click.option("--redact", is_flag=True, help="Leave out quotes, notes, references, digests and the history.")
@click.option("--with", "extra", default="", metavar="X,…", help="Also `usage` and `archive`.")
@click.option("--force", is_flag=True, help="Replace a bundle of that name.")
@on_workspace
def export(
    memory: Memory, path: Path, spaces: tuple[str, ...], redact: bool, extra: str, force: bool
) -> tuple[Any, str]:
    """Write everything remembered to the bundle PATH: a zip when its name ends in .zip, else a folder."""
    wanted = [part.strip() for part in extra.split(",") if part.strip()]
    if bad := [part for part in wanted if part not in get_args(Extra)]:
        raise click.BadParameter(f"--with takes usage and archive, not {bad[0]!r}")
    told = memory.export(path, spaces=spaces or None, redact=redact, extra=wanted, replace=force)  # type: ignore[arg-type]
    return {"ok": True, "path": str(path), **told}, brought.exported(path, told)


@click.command("import", short_help="Bring in a bundle, or another program's memory.")
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--dry-run", is_flag=True, help="Say what would come of it; change nothing.")
@click.option("--yes", is_flag=True, help="Do not ask; conflicts still wait for review.")
@click.option("--hold", is_flag=True, help="Do not ask; let everything wait for review.")
@click.option("--space", metavar="S", help="Of a bundle: only this space. Of anything else: whose memory it becomes.")
@click.option(
    "--trust", type=click.Choice(["user", "agent", "tool", "web"]), default=None,
    help="How far it is believed, at most: a bundle as it says, anything else as an agent; `user` vouches for it.",
)  # fmt: skip
@click.option("--from", "kind", metavar="NAME", help="What PATH is, when that is not recognised.")
@on_workspace
def import_(
    memory: Memory, path: Path, dry_run: bool, yes: bool, hold: bool, space: str | None, trust: Trust | None,
    kind: str | None,
) -> tuple[Any, str]:  # fmt: skip
    """Bring in PATH: a bundle of ours, or what claude-mem, mem0, MemPalace, basic-memory, Letta, Claude Code, Codex,
    OpenClaw, a folder of Markdown, a PDF or a DOCX holds. It is shown first, and read only."""
    if yes and hold:
        raise click.UsageError("--yes and --hold are one or the other")
    preview = memory.incoming(path, space=space, trust=trust, kind=kind)
    shown = brought.preview(preview)
    if dry_run or brought.nothing(preview):
        return brought.as_json(preview, done=False), shown
    if memory.agent:
        hold, yes = True, False
    if not yes and not hold:
        if not interactive():
            told = f"{shown}\nNothing was imported. Agree with --yes, or with --hold to decide in `reverie review`."
            return {**brought.as_json(preview, done=False), "ok": False}, told
        click.echo(shown, err=True)
        answer = click.prompt(
            "Take it in now (y), let it wait for review (h), or leave it (n)?", err=True, default="n",
            type=click.Choice(["y", "h", "n"]), show_choices=False,
        )  # fmt: skip
        if answer == "n":
            return {"ok": False}, "Nothing was imported."
        hold = answer == "h"
    done = memory.bring_in(path, space=space, trust=trust, kind=kind, hold=hold, shown=preview)
    return brought.as_json(done, done=True), brought.done(done)
