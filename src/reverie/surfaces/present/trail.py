"""How the trail looks: the entries of the log, and the alerts in it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from reverie.domain.audit import AuditEntry, named_files, one_line
from reverie.domain.fence import harmless
from reverie.surfaces.present.style import diff_line, dim, handle, in_lines

if TYPE_CHECKING:
    from reverie.store.base import Alert

_COLOURS = {
    "CREATE": "green",
    "EDIT": "yellow",
    "ARCHIVE": "magenta",
    "REVERT": "blue",
    "DELETE": "red",
    "REJECT": "red",
}


def entry_json(entry: AuditEntry) -> dict[str, Any]:
    return {
        "seq": entry.seq,
        "id": entry.id,
        "at": entry.at.isoformat(),
        "action": entry.action,
        "actor": entry.actor,
        "approval": entry.approval,
        "summary": entry.summary,
        "trigger": entry.trigger,
        "space": entry.space,
        "files": [{"action": f.action, "path": f.path} for f in entry.files]
        + [{"action": "APPEND", "path": a.path} for a in entry.appended],
        "fragments": [i for a in entry.appended for i in a.ids],
        "undoes": list(entry.undoes),
        "run": entry.of_run,
        "reasons": list(entry.reasons),
        "faded": [{"page": str(f.key), "was": f.was, "now": f.now} for f in entry.faded],
    }


def entry_text(entry: AuditEntry, file: str | None = None) -> str:
    """An entry in a line; of several files the one that was asked for is named."""
    if file and (asked := [f for f in entry.files if file.lower() in f.path.lower()]):
        entry = replace(entry, files=(asked[0], *(f for f in entry.files if f != asked[0])))
    action = click.style(f"{entry.action:<8}", fg=_COLOURS.get(entry.action, "white"))
    what = f"{named_files(entry)} — {one_line(entry.summary, 80)}"
    run = dim(f" · run {entry.of_run}") if entry.of_run else ""
    return f"{entry.at:%Y-%m-%d %H:%M} {action} {handle(entry.id)} {dim(entry.actor)} {what}{run}"


def alert_json(alert: Alert) -> dict[str, Any]:
    return {
        "id": alert.id,
        "at": alert.at.isoformat(),
        "file": alert.path,
        "summary": alert.summary,
        "diff": list(alert.diff),
    }


def alert_text(alert: Alert) -> str:
    head = f"alert {alert.id}: {alert.path}, {alert.at:%Y-%m-%d %H:%M}: {one_line(alert.summary)}"
    return in_lines([click.style(head, fg="red"), *(f"  {diff_line(harmless(line))}" for line in alert.diff)])
