"""Alerts: tell of a change of a watched file until a person has acknowledged it. Found in the log, so none is lost."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime

from reverie.domain import rights
from reverie.domain.audit import AuditEntry, FileChange, WatchSettings, sensitivity
from reverie.errors import NotFound
from reverie.store.base import Alert, Problem

Texts = Callable[[AuditEntry, FileChange], tuple[str, str]]


def raised(
    entries: Iterable[AuditEntry], texts: Texts, watch: WatchSettings, now: datetime, new_id: Callable[[], str]
) -> list[AuditEntry]:
    """An alert for each watched file that changed since it was last told of; one for several changes."""
    found = []
    for path, changes in rights.unseen(entries, watch.critical).items():
        levels = {level for level, _, _ in changes}
        level: rights.Alarm = "integrity" if "integrity" in levels else "critical"
        actors = [entry.actor for told, entry, _ in changes if told == level]
        before, after = texts(*changes[0][1:])[0], texts(*changes[-1][1:])[1]
        found.append(_alert(path, rights.sentence(level, actors), rights.difference(before, after), now, new_id()))
    return found


def unrecorded(
    problems: Iterable[Problem],
    texts: Callable[[str], tuple[str, str]],
    watch: WatchSettings,
    standing: Iterable[Alert],
    now: datetime,
    new_id: Callable[[], str],
) -> list[AuditEntry]:
    """An alert for each critical file that changed and could not be taken in; for the same change only one."""
    known = {(alert.path, alert.diff) for alert in standing}
    found = []
    for problem in problems:
        if sensitivity(problem.path, watch.critical) == "critical":
            diff = rights.difference(*texts(problem.path))
            if (problem.path, diff) not in known:
                told = f"Critical file change detected; not recorded: {problem.why}. Pending user acknowledgment."
                found.append(_alert(problem.path, told, diff, now, new_id()))
    return found


def _alert(path: str, summary: str, diff: tuple[str, ...], now: datetime, new_id: str) -> AuditEntry:
    return AuditEntry(
        seq=0, id=new_id.replace("p-", "w-"), at=now, action="ALERT", actor="system:audit", approval="—",
        summary=summary, trigger=path, reasons=diff,
    )  # fmt: skip


def acknowledged(name: str, standing: Iterable[Alert], now: datetime, new_id: str) -> tuple[AuditEntry, list[Alert]]:
    """The entry by which a person has seen alerts: one by its id, those of a file, or all; and which these are."""
    open_ = list(standing)
    seen = [alert for alert in open_ if not name or alert.path == name or alert.id == name]
    seen = seen or [alert for alert in open_ if len(name) > 3 and alert.id.startswith(name)]
    if not seen:
        waits = ", ".join(f"{alert.id} ({alert.path})" for alert in open_[:5])
        raise NotFound(f"no alert is called {name!r}; {f'these wait: {waits}' if waits else 'none waits'}")
    files = ", ".join(dict.fromkeys(alert.path for alert in seen))
    entry = AuditEntry(
        seq=0, id=new_id, at=now, action="ACK", actor="manual", approval="—", summary=f"acknowledged: {files}",
        trigger=seen[0].path, reasons=tuple(alert.id for alert in seen),
    )  # fmt: skip
    return entry, seen
