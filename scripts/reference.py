"""Write docs/reference/cli.md from the commands themselves. Run by `make docs`; a test checks that it was."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from reverie.surfaces.cli import cli

TARGET = Path(__file__).parent.parent / "docs" / "reference" / "cli.md"
_HEAD = """\
# Commands

Written by `make docs` from the commands themselves. Every command takes `-w DIR` (the workspace) and `--json`.
Exit codes: 0 done, 1 refused or not found, 2 used wrongly, 130 stopped. See also [settings](settings.md) for which
workspace is used, and [errors](errors.md).
"""


def _commands(group: click.Group, path: str, ctx: click.Context) -> Iterator[tuple[str, click.Command, click.Context]]:
    for name in group.list_commands(ctx):
        command = group.get_command(ctx, name)
        if command is None:
            continue
        inner = click.Context(command, info_name=name, parent=ctx)
        yield f"{path} {name}", command, inner
        if isinstance(command, click.Group):
            yield from _commands(command, f"{path} {name}", inner)


def _section(path: str, command: click.Command, ctx: click.Context) -> str:
    usage = " ".join([path, *command.collect_usage_pieces(ctx)])
    lines = [f"## {path}", "", " ".join((command.help or "").split()), "", "```console", f"$ {usage}", "```"]
    options = [p for p in command.params if isinstance(p, click.Option) and p.name not in ("workspace", "as_json")]
    if options:
        lines += ["", "| option | meaning |", "|---|---|"]
        for option in options:
            names = ", ".join(option.opts) + (f" {option.metavar}" if option.metavar else "")
            lines.append(f"| `{names}` | {option.help} |")
    return "\n".join(lines) + "\n"


def text() -> str:
    ctx = click.Context(cli, info_name="reverie")
    return _HEAD + "".join("\n" + _section(*found) for found in _commands(cli, "reverie", ctx))


if __name__ == "__main__":
    TARGET.write_text(text(), "utf-8")
