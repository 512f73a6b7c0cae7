"""observe: read the sessions of agent hosts, and notice what is worth keeping."""

from __future__ import annotations

import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import click

from reverie.errors import ReverieError
from reverie.memory import FLUSH, Memory
from reverie.surfaces import observed
from reverie.surfaces.cli.opening import interactive, on_workspace

_LONGEST = 1 << 20  # characters of a summary


@click.command()
@click.argument("files", nargs=-1, type=click.Path(path_type=Path, exists=True, readable=False), metavar="[FILE]...")
@click.option(
    "--host", "hosts", multiple=True, metavar="H", help="Only this host's sessions; of a FILE, what wrote it."
)
@click.option("--all", "everything", is_flag=True, help="Old and running sessions too, and as many as there are.")
@click.option("--space", default=None, metavar="S", help="Whose memory; else that of the project a session was about.")
@click.option("--dry-run", is_flag=True, help="Say what would be read, and what it would cost; read nothing.")
@click.option("--yes", is_flag=True, help="Do not ask before reading what hosts keep.")
@click.option("--flush", metavar="SESSION", help="Take in this one session now, however new: its id or its file.")
@click.option("--within", type=float, default=None, metavar="S", help="With --flush: seconds it may take (90).")
@click.option("--summary", metavar="TEXT", help="With --flush: what its host made of it, for its digest (- reads it).")
@on_workspace
def observe(
    memory: Memory,
    files: tuple[Path, ...],
    hosts: tuple[str, ...],
    everything: bool,
    space: str | None,
    dry_run: bool,
    yes: bool,
    flush: str | None,
    within: float | None,
    summary: str | None,
) -> tuple[Any, str]:
    """Read sessions: those in FILE, or those that Claude Code, Codex, Gemini CLI, opencode and pi keep on this machine.

    What is worth keeping becomes fragments that quote it. No model is called and nothing leaves this machine, unless
    you have set one (`reverie models`).
    """
    started = time.monotonic()
    if within is not None and not flush:
        raise click.UsageError("--within goes with --flush SESSION")
    if within is not None and not within > 0:
        raise click.UsageError("--within is a number of seconds above 0")
    if summary is not None and not flush:
        raise click.UsageError("--summary goes with --flush SESSION")
    if flush:
        told = sys.stdin.read(_LONGEST) if summary == "-" else summary or ""
        flushed = memory.flush_session(flush, FLUSH if within is None else within, told)
        taken = time.monotonic() - started
        text = observed.run_text(flushed, taken)
        new = flushed.sessions or flushed.memories or flushed.digests or flushed.left or flushed.late or flushed.failed
        return observed.run_json(flushed, taken), text if new else f"Nothing is new in {flush} since it was last read."
    found, run = memory.sessions(files, hosts=hosts, everything=everything)
    wanted, foreseen = memory.foreseen(found, run, space, again=bool(files))
    plan = observed.plan_text(wanted, foreseen, memory.cost)
    if dry_run:
        return {"ok": not run.failed, "plan": observed.plan_json(wanted, foreseen, memory.cost)}, plan
    if wanted and not files and not yes:
        if not interactive():
            return {
                "ok": False,
                "plan": observed.plan_json(wanted, foreseen, memory.cost),
            }, f"{plan}\nNothing was read. Agree with --yes."
        click.echo(plan, err=True)
        if not click.confirm("Read them?", err=True):
            return {"ok": False}, "Nothing was read."
    started = time.monotonic()
    try:
        with closing(memory.observe(found, run, again=bool(files), space=space)) as steps:
            observed.follow(steps, sum(one.session.size for one in found), shown=sys.stderr.isatty())
    except KeyboardInterrupt:
        raise click.Abort(observed.stopped_text(run, len(found))) from None
    except ReverieError:  # which is said behind it
        if run.entries:
            click.echo(observed.stopped_text(run, len(found)), err=True)
        raise
    taken = time.monotonic() - started
    return observed.run_json(run, taken), observed.run_text(run, taken) if found else plan
