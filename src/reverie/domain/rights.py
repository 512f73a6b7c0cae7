"""Who may change which file, by the Moltbot design's table; and how a change by anybody is told."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import unified_diff
from typing import Literal

from reverie.domain.audit import Approval, AuditEntry, FileChange, sensitivity
from reverie.domain.safety import redact

Alarm = Literal["critical", "integrity"]

_PERSON = ("manual",)
_PINS = ("manual", "bot:trigger-remember", "bot:trigger-forget", "system:init")
# Beside a person's own hand. Whatever a person approved, they have changed.
RIGHTS: dict[str, tuple[str, ...]] = {
    "SOUL.md": _PERSON,
    "IDENTITY.md": ("manual", "system:init"),
    "USER.md": ("manual", "system:init"),  # and a reflection, once it is approved
    "TOOLS.md": ("manual", "system:"),
    "AGENTS.md": ("manual", "system:"),
    "reverie.toml": ("manual", "system:init"),
    "memory/pinned/": _PINS,
    "memory/vault/": _PINS,
}
_SHOWN = 40  # lines of a difference
_WIDE = 300  # characters of one


def entitled(path: str, actor: str, approval: Approval) -> bool:
    """Whether an actor may change a file that is watched."""
    if approval == "approved":
        return True
    may = next((who for where, who in RIGHTS.items() if path == where or path.startswith(where)), _PERSON)
    return any(actor == one or (one.endswith(":") and actor.startswith(one)) for one in may)


def alarm(path: str, actor: str, approval: Approval, critical: tuple[str, ...]) -> Alarm | None:
    """What a change of a file is worth telling as: a critical file's always, a sensitive one's by whoever may not."""
    level = sensitivity(path, critical)
    if level != "standard" and not entitled(path, actor, approval) and actor != "system:init":
        return "integrity"
    return "critical" if level == "critical" and actor != "system:init" else None


def unseen(
    entries: Iterable[AuditEntry], critical: tuple[str, ...]
) -> dict[str, list[tuple[Alarm, AuditEntry, FileChange]]]:
    """The changes, by file, that are worth an alert and got none yet."""
    found: dict[str, list[tuple[Alarm, AuditEntry, FileChange]]] = {}
    for entry in entries:
        if entry.action == "ALERT":
            found.pop(entry.trigger, None)
        for change in entry.files:
            if level := alarm(change.path, entry.actor, entry.approval, critical):
                found.setdefault(change.path, []).append((level, entry, change))
    return found


def difference(before: str, after: str) -> tuple[str, ...]:
    """What changed between two texts, line by line, as a person reads it; credentials are taken out of both first."""
    old, new = redact(before).splitlines(), redact(after).splitlines()
    lines = [line for line in unified_diff(old, new, lineterm="", n=0) if line[:3] not in ("---", "+++", "@@ ")]
    if not lines:
        return ("(only a credential, or how lines end)",)
    more = [f"… and {len(lines) - _SHOWN} lines more"] if len(lines) > _SHOWN else []
    return (*(line[:_WIDE] for line in lines[:_SHOWN]), *more)


def sentence(level: Alarm, actors: Iterable[str]) -> str:
    """What an alert says, in the design's words."""
    if level == "integrity":
        who = ", ".join(dict.fromkeys(actors))
        return f"Possible integrity problem: changed by {who}, who may not. Pending user acknowledgment."
    return "Critical file change detected. Pending user acknowledgment."
