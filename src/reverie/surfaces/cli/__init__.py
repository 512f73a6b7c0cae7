"""The command line. One file per few commands, imported when one of them is asked for."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Sequence
from importlib import import_module
from keyword import iskeyword
from typing import Any

import click

from reverie import __version__
from reverie.errors import ConfigError, ReverieError

COMMANDS = {
    "init": "workspace",
    "trust": "workspace",
    "demo": "demo",
    "remember": "remember",
    "observe": "observe",
    "dream": "dream",
    "reflect": "reflect",
    "propose": "reflect",
    "worker": "worker",
    "pin": "remember",
    "unpin": "remember",
    "recall": "recall",
    "inject": "inject",
    "log": "inject",
    "stats": "inject",
    "why": "recall",
    "graph": "recall",
    "read": "recall",
    "memory": "memory",
    "forget": "forget",
    "restore": "forget",
    "undo": "forget",
    "review": "review",
    "export": "bundle",
    "import": "bundle",
    "audit": "audit",
    "status": "health",
    "doctor": "health",
    "reindex": "health",
    "off": "health",
    "on": "health",
    "hook": "hook",
    "install": "install",
    "uninstall": "install",
    "mcp": "mcp",
    "models": "models",
    "bench": "bench",
}
DONE, REFUSED, MISUSED, STOPPED = 0, 1, 2, 130


class _Lazy(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"reverie.surfaces.cli.{COMMANDS[cmd_name]}")
        command: click.Command = getattr(module, f"{cmd_name}_" if iskeyword(cmd_name) else cmd_name)
        return command


@click.group(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option("-w", "--workspace", metavar="DIR", help="The workspace to use.")
@click.version_option(__version__, "-V", "--version", prog_name="reverie", message="%(prog)s %(version)s")
@click.pass_context
def cli(ctx: click.Context, workspace: str | None) -> None:
    """Long-term memory for AI agents: every claim points at the words that prove it, every change can be undone."""
    ctx.ensure_object(dict)["workspace"] = workspace


def run(arguments: Sequence[str], obj: dict[str, Any] | None = None) -> int:
    """Run one command; returns its exit code. Errors of ours are one line on stderr, never a traceback."""
    try:
        result = cli.main(list(arguments), prog_name="reverie", standalone_mode=False, obj=obj)
        return result if isinstance(result, int) else DONE
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.Abort as stop:
        return _say(str(stop) or "stopped; nothing is left half done", STOPPED)
    except KeyboardInterrupt:
        return _say("stopped; nothing is left half done", STOPPED)
    except click.exceptions.NoArgsIsHelpError as wrong:
        click.echo(wrong.format_message())
        return MISUSED
    except click.UsageError as wrong:
        where = wrong.ctx.command_path if wrong.ctx else "reverie"
        return _say(f"{wrong.format_message().rstrip('.')}. See `{where} --help`.", MISUSED)
    except click.ClickException as wrong:
        return _say(wrong.format_message(), MISUSED)
    except ConfigError as wrong:
        return _say(str(wrong), MISUSED)
    except ReverieError as wrong:
        return _say(str(wrong), REFUSED)
    except BrokenPipeError:
        sys.stderr.close()  # whoever read us has left; there is nobody to tell
        return REFUSED
    except (sqlite3.Error, OSError) as wrong:
        return _say(_of_the_disk(wrong), REFUSED)


def _of_the_disk(wrong: sqlite3.Error | OSError) -> str:
    """What is said of an error of the disk that nobody caught."""
    from reverie.memory.one_line import FULL, cure
    from reverie.store.disk import no_room

    if no_room(wrong):
        return FULL
    if isinstance(wrong, OSError):
        return f"the disk refused: {wrong}. Nothing is lost; `reverie doctor` says more."
    return f"a derived database cannot be used ({wrong}). Nothing is lost: {cure(wrong)}."


def _say(message: str, code: int) -> int:
    click.echo(click.style("reverie: ", fg="red") + " ".join(message.split()), err=True)
    return code
