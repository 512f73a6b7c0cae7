"""audit: every change, who made it and why; whether all records agree; and seeing alerts."""

from __future__ import annotations

from typing import Any

import click

from reverie.domain.audit import ACTIONS
from reverie.memory import Memory
from reverie.store.base import AuditFilter
from reverie.surfaces.cli.opening import looking_at_workspace, when
from reverie.surfaces.present.style import count
from reverie.surfaces.present.trail import alert_json, alert_text, entry_json, entry_text


@click.command(short_help="Show the changes, or check all records.")
@click.argument("text", required=False)
@click.argument("name", metavar="[ID]", required=False)
@click.option("--file", metavar="PATH", help="Only changes of files whose path holds this.")
@click.option("--actor", help="Only changes by this actor, such as manual or reflection.")
@click.option("--action", help="Only these actions, such as CREATE, EDIT, REVERT or archive,decay.")
@click.option("--since", metavar="TIME", help="Only changes since: 2026-11-16, 7d, yesterday.")
@click.option("-n", "--limit", type=click.IntRange(1, 100_000), default=50, show_default=True, help="Entries at most.")
@click.option("--verify", is_flag=True, help="Check files, log, streams and history against each other.")
@looking_at_workspace
def audit(
    memory: Memory,
    text: str | None,
    name: str | None,
    file: str | None,
    actor: str | None,
    action: str | None,
    since: str | None,
    limit: int,
    verify: bool,
) -> tuple[Any, str]:
    """Show the changes, newest first; with TEXT only those that mention it.

    `reverie audit ack` acknowledges the alerts about watched files; with an ID or a file, only those.
    """
    if text == "ack":
        seen = memory.acknowledge(name or "") if name or memory.alerts() else []
        told = "\n".join(alert_text(alert) for alert in seen)
        words = f"{told}\nAcknowledged {count(len(seen), 'alert')}." if seen else "No alert waits."
        return {"acknowledged": [alert_json(alert) for alert in seen]}, words
    if name:
        raise click.UsageError(f"{name!r} is one word too many; put TEXT in quotes")
    if verify:
        found = memory.verify()
        words = "\n".join(found) or "Files, log, streams and history agree."
        return {"ok": not found, "disagreements": found}, words
    if strange := [each for each in (action or "").upper().split(",") if each.strip() and each.strip() not in ACTIONS]:
        raise click.UsageError(f"there is no action {strange[0].strip()}; there are {', '.join(ACTIONS)}")
    wanted = AuditFilter(file=file, actor=actor, action=action, since=when(since), text=text, limit=limit)
    entries = memory.audit(wanted)
    lines = "\n".join(entry_text(entry, file) for entry in entries)
    return [entry_json(entry) for entry in entries], lines or "No change fits."
