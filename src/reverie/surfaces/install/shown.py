"""How installing looks: what would be written where, as a diff."""

from __future__ import annotations

from typing import Any

import click

from reverie.domain.safety import redact
from reverie.surfaces.install.installation import Installation
from reverie.surfaces.install.plan import Change, Plan
from reverie.surfaces.present.style import bold, dim, short

_COLOURS = {"+": "green", "-": "red", "@": "cyan"}
_MARKS = {"make": "+", "change": "~", "remove": "-"}


def plan_text(plan: Plan) -> str:
    """Every file that would change, with its lines; of ours that would go, the name alone."""
    lines: list[str] = []
    for change in plan.to_do:
        lines.append(f"{bold(_MARKS[change.does])} {short(change.path)}{_about(change)}")
        if not (change.ours and change.does == "remove"):
            lines += [f"    {_coloured(line)}" for line in _diff(change)[2:]]
    lines += [click.style(f"note: {path}: {why}", fg="yellow") for path, why in plan.left.items()]
    return "\n".join(lines)


def _diff(change: Change) -> list[str]:
    """The lines that differ and those around them, which may hold a key of somebody's: that is not shown."""
    return redact("\n".join(change.diff())).split("\n")


def _about(change: Change) -> str:
    if change.ours:
        return dim("  ours alone")
    return dim("  a copy of it is kept") if change.before is not None else ""


def _coloured(line: str) -> str:
    colour = _COLOURS.get(line[:1])
    return click.style(line, fg=colour) if colour else line


def plan_json(one: Installation, plan: Plan) -> dict[str, Any]:
    return {
        "host": one.host.name,
        "files": [
            {"path": str(change.path), "does": change.does, "diff": "\n".join(_diff(change))} for change in plan.changes
        ],
        "left": plan.left,
        "copies": str(one.drawer.folder),
    }
