"""What every command shares: the workspace it works on, and `--json`."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import wraps
from pathlib import Path
from typing import Any

import click

from reverie import config
from reverie.memory import Memory

Command = Callable[..., Any]
_AGO = re.compile(r"(\d{1,5})([mhdw])")
_UNITS = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks"}


def looking_at_workspace(command: Command) -> Command:
    """As `on_workspace`, for commands that look, mend or do the work themselves: they start no worker."""
    return on_workspace(command, wakes=False)


def on_workspace(command: Command, *, wakes: bool = True) -> Command:
    """Open the workspace, run the command, print what it returns as JSON when asked, say what was noticed.

    Whatever is due by then is left to a worker, which is started in the background.
    """

    @wraps(command)
    def opened(workspace: str | None = None, as_json: bool = False, **options: Any) -> Any:
        ctx = click.get_current_context()
        asked = workspace or ctx.obj.get("workspace")
        found = config.surroundings(asked, os.environ, Path.cwd())
        if found.hint:
            note(found.hint)
        agent = ctx.obj.get("agent", found.agent)
        with Memory.open(found.workspace, agent=agent, source="cli") as memory:
            try:
                data, text = command(memory, **options)
                if wakes and "agent" not in ctx.obj:  # the demo leaves no trace
                    memory.wake()
            finally:
                _tell(memory)
        show(data, text, as_json=as_json)
        ctx.exit(0 if not isinstance(data, dict) or data.get("ok", True) else 1)

    opened = click.option("--json", "as_json", is_flag=True, help="Print JSON.")(opened)
    return click.option("-w", "--workspace", metavar="DIR", help="The workspace to use.")(opened)


def on_whatever_is_there(command: Command) -> Command:
    """Run a command on a workspace that may not even open."""

    @wraps(command)
    def called(workspace: str | None = None, as_json: bool = False, **options: Any) -> Any:
        ctx = click.get_current_context()
        found = config.surroundings(workspace or ctx.obj.get("workspace"), os.environ, Path.cwd())
        if found.hint:
            note(found.hint)
        data, text = command(found, **options)
        show(data, text, as_json=as_json)
        ctx.exit(0 if data.get("ok", True) else 1)

    called = click.option("--json", "as_json", is_flag=True, help="Print JSON.")(called)
    return click.option("-w", "--workspace", metavar="DIR", help="The workspace to use.")(called)


def show(data: Any, text: str, *, as_json: bool) -> None:
    """Print one or the other."""
    if as_json:
        click.echo(json.dumps(data, ensure_ascii=False, indent=2, default=str))
    elif text:
        click.echo(text)


def note(message: str) -> None:
    click.echo(click.style("note: ", fg="yellow") + message, err=True)


def _tell(memory: Memory) -> None:
    for problem in memory.warnings:
        note(str(problem))
    for trouble in (memory.vault.unfinished, memory.vault.unpurged, memory.behind, memory.degraded):
        if trouble:
            note(trouble)


def when(text: str | None) -> datetime | None:
    """A moment as people write it: 2026-11-16, a time with it, `7d`, `2h`, today, yesterday."""
    if text is None:
        return None
    now = datetime.now(UTC)
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    word = text.strip().lower()
    if word in ("today", "yesterday"):
        return midnight - timedelta(days=word == "yesterday")
    if ago := _AGO.fullmatch(word):
        return now - timedelta(**{_UNITS[ago[2]]: int(ago[1])})
    try:
        found = datetime.fromisoformat(text.strip())
    except ValueError:
        raise click.BadParameter(f"{text!r} is not a time; write 2026-11-16, 7d, 2h, today or yesterday") from None
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def interactive() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()
