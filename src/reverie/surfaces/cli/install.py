"""install, uninstall: put memory into the agent hosts people use, and take it out again."""

from __future__ import annotations

from datetime import UTC, datetime
from os.path import commonpath
from pathlib import Path
from typing import Any

import click

from reverie import config
from reverie.errors import ReverieError
from reverie.memory import Memory
from reverie.store import layout
from reverie.surfaces.cli.opening import interactive, note, show
from reverie.surfaces.install import day_one, program as programs, shown
from reverie.surfaces.install.hosts import HOSTS
from reverie.surfaces.install.installation import Installation, installation
from reverie.surfaces.install.program import Program
from reverie.surfaces.present.style import bold, dim, short

_WORKSPACE = click.option("-w", "--workspace", metavar="DIR", help="The workspace the host is to use.")
_JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


@click.command(short_help="Give an agent host memory.")
@click.argument("host", required=False, type=click.Choice(list(HOSTS)), metavar="[HOST]")
@click.option("--dry-run", is_flag=True, help="Show what would be written where; write nothing.")
@click.option("--yes", is_flag=True, help="Do not ask: write it, and read the sessions the host keeps.")
@click.option("--no-backfill", is_flag=True, help="Do not offer to read the sessions the host keeps.")
@_WORKSPACE
@_JSON
@click.pass_context
def install(
    ctx: click.Context,
    host: str | None,
    dry_run: bool,
    yes: bool,
    no_backfill: bool,
    workspace: str | None,
    as_json: bool,
) -> None:
    """Give HOST memory: hooks, an MCP server, skills. HOST is claude-code, codex, gemini, opencode, pi,
    openclaw or typeclaw.

    Without HOST it lists those that are here, and changes nothing.

    Your settings are added to, never replaced; a copy is kept, and the changes are shown before anything is written.
    Then it offers to read the sessions the host keeps, and shows what was learnt. `reverie uninstall` takes it all out.
    """
    program = programs.here(_workspace(ctx, workspace))
    if host is None:
        _list(program, as_json=as_json)
        return
    if not dry_run:
        _a_person(f"install into {HOSTS[host].title}")
    one = _one(host)
    plan = one.installing(program)
    told = shown.plan_text(plan)
    if not program.mcp:
        note("the tools are left out: they need the extra, pip install 'reverie-memory[mcp]'; then install again")
    missing = not (program.workspace / layout.PRIVATE).is_dir()
    data: dict[str, Any] = {**shown.plan_json(one, plan), "workspace": str(program.workspace), "installed": False}
    if missing and plan.to_do:
        told += f"\n{bold('+')} {short(program.workspace)}{dim('  a new workspace, for what is remembered')}"
    if dry_run:
        show(data, told or f"{one.host.title} has memory already; nothing would change.", as_json=as_json)
        return
    if plan.to_do and not _agreed(told, yes=yes, as_json=as_json):
        said = "Nothing was written." if interactive() else f"{told}\nNothing was written. Agree with --yes."
        show({**data, "ok": False}, said, as_json=as_json)
        ctx.exit(1)
    with Memory.create(program.workspace) if missing else Memory.open(program.workspace, source="cli") as memory:
        if plan.to_do or not one.receipt:
            one.install(plan, program, datetime.now(UTC))
        data["installed"] = True
        if not as_json:
            click.echo(_done(one, changed=bool(plan.to_do)))
        if not no_backfill:
            data["backfill"] = day_one.backfill(memory, one.host.reader, yes=yes, quiet=as_json)
        data["told"] = day_one.next_session(memory, one.host.reader, Path.cwd())
        if not as_json:
            learnt = data.get("backfill", {}).get("learnt", {})
            click.echo(day_one.told_text(data["told"], learnt, memory.space_of(Path.cwd())))
        if memory.wake() and not as_json:
            click.echo(
                dim("What was read is made sense of in the background; `reverie status` says when that is done.")
            )
    show(data, "", as_json=as_json)


@click.command(short_help="Take memory out of an agent host.")
@click.argument("host", type=click.Choice(list(HOSTS)), metavar="HOST")
@click.option("--dry-run", is_flag=True, help="Show what would be taken out; change nothing.")
@click.option("--yes", is_flag=True, help="For scripts, as with install; nothing is asked anyway.")
@_WORKSPACE
@_JSON
@click.pass_context
def uninstall(ctx: click.Context, host: str, dry_run: bool, yes: bool, workspace: str | None, as_json: bool) -> None:
    """Take out of HOST exactly what `reverie install` put in. What is remembered stays in its workspace."""
    if not dry_run:
        _a_person(f"uninstall from {HOSTS[host].title}")
    one = _one(host)
    plan = one.removing(programs.here(_workspace(ctx, workspace)))
    data = {**shown.plan_json(one, plan), "uninstalled": not dry_run}
    if not plan.to_do:
        if not dry_run and one.receipt:
            one.uninstall(plan, datetime.now(UTC))
        show(data, f"{one.host.title} has nothing of ours.", as_json=as_json)
        return
    told = shown.plan_text(plan)
    if not dry_run:
        one.uninstall(plan, datetime.now(UTC))
        told += f"\n{bold('Removed')} from {one.host.title}. What is remembered stays in its workspace."
    show(data, told, as_json=as_json)


def _workspace(ctx: click.Context, workspace: str | None) -> Path:
    return config.own(workspace or ctx.obj.get("workspace"))


def _one(host: str) -> Installation:
    return installation(host, config.home(), config.environment(), config.data_folder())


def _a_person(what: str) -> None:
    """What runs in a host, and what it is told, is not for an agent to decide."""
    agent = config.acting()
    if agent:
        raise ReverieError(f"only a person may {what}; this command runs under {agent} (--dry-run may be)")


def _agreed(told: str, *, yes: bool, as_json: bool) -> bool:
    """Show what would be written, and ask."""
    if not yes and not interactive():
        return False
    if not as_json or not yes:
        click.echo(told, err=as_json)
    return yes or click.confirm("Write this?", err=True)


def _done(one: Installation, *, changed: bool) -> str:
    if not changed:
        return f"{one.host.title} has memory already; nothing was changed."
    how = f"`reverie uninstall {one.host.name}` takes it out, `reverie off` stops it, `reverie doctor` says how it is."
    return f"{bold('Installed')} into {one.host.title}. {one.host.then}\n{dim(how)}"


def _list(program: Program, *, as_json: bool) -> None:
    """The hosts that are here, and what installing into each would do; changes nothing."""
    rows, lines = [], []
    for name in HOSTS:
        one = _one(name)
        row: dict[str, Any] = {"host": name, "detected": one.detected or None, "installed": one.receipt is not None}
        row["would"], why = _would(one, program) if one.detected else ([], "not found here")
        if row["installed"] and not row["would"] and not why:
            why = "installed"
        rows.append({**row, "note": why})
        named = bold(name) if one.detected else dim(name)
        lines.append(f"{named}{' ' * (12 - len(name))} {why or _files(row['would'])}")
    if any(row["detected"] for row in rows):
        lines += ["", dim("Nothing was changed. `reverie install HOST --dry-run` shows every line that would be.")]
    show({"hosts": rows, "workspace": str(program.workspace)}, "\n".join(lines), as_json=as_json)


def _would(one: Installation, program: Program) -> tuple[list[str], str]:
    try:
        return [str(change.path) for change in one.installing(program).to_do], ""
    except ReverieError as wrong:
        return [], str(wrong)


def _files(paths: list[str]) -> str:
    """What would be written, in one line."""
    if len(paths) <= 2:
        return "would write " + " and ".join(short(Path(path)) for path in paths)
    folder = commonpath(paths)
    return f"would write {len(paths)} files below {short(Path(folder))}"
