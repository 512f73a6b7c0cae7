"""What all texts for people are made of. Colour is dropped by itself in a pipe."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

WIDTH = 100


def bold(text: str) -> str:
    return click.style(text, bold=True)


def dim(text: str) -> str:
    return click.style(text, dim=True)


def handle(text: str) -> str:
    """The short name of a page or fragment."""
    return click.style(text, fg="cyan")


def count(number: int, what: str, many: str = "") -> str:
    """A number of things, with the plural it asks for."""
    return f"{number:,} {what if number == 1 else many or what + 's'}"


def short(path: Path) -> str:
    """A path as people write it, with ~ for their home."""
    home = Path.home()
    return f"~/{path.relative_to(home)}" if path.is_relative_to(home) else str(path)


def in_lines(parts: Sequence[str]) -> str:
    """The parts that are not empty, a line each."""
    return "\n".join(part for part in parts if part)


def diff_line(line: str) -> str:
    """A line of a diff, green or red by its sign."""
    colour = {"+": "green", "-": "red"}.get(line[:1])
    return click.style(line, fg=colour) if colour else dim(line)
