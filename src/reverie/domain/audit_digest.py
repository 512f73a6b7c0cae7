"""The audit digest of a month, in the Moltbot design's format: what is left of entries that left audit.log."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
_HEADING = "# Audit Digest — "
_NOTABLE = 10  # events of a month
_BURST = 5  # pages of a kind that came on one day
_PLURALS = {"entity": "entities", "summary": "summaries"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """An entry of the log, as far as a digest looks."""

    on: date
    action: str
    actor: str
    approval: str
    paths: tuple[str, ...]
    faded: int = 0  # pages whose status a sweep found changed


@dataclass(frozen=True, slots=True, order=True)
class Event:
    """Something of a month worth a line; the lower the rank, the more so."""

    on: date
    rank: int
    text: str


def window(newest: date, days: int) -> date | None:
    """The first day that audit.log still shows; None when it shows all."""
    return newest - timedelta(days=days) if days else None


def digest(month: tuple[int, int], told: Sequence[Told], events: Iterable[Event], critical: Sequence[str]) -> list[str]:
    """The lines of one month."""
    changed = [path for one in told for path in one.paths]
    hard = sum(1 for path in changed if path in critical)
    faded = sum(one.faded for one in told)
    archived = sum(len(one.paths) or 1 for one in told if one.action == "ARCHIVE")
    chosen = sorted(sorted(set(events), key=lambda e: (e.rank, e.on, e.text))[:_NOTABLE])
    return [
        f"{_HEADING}{_MONTHS[month[1] - 1]} {month[0]}",
        "## Summary",
        f"- {_count(len(changed), 'total mutation')} across {_count(len(set(changed)), 'file')}",
        f"- {_reflections(told)}",
        f"- {_count(hard, 'critical file change')}",
        f"- {_count(faded, 'decay transition')}, {_count(archived, 'archival event')}",
        "## Notable Events",
        *([f"- {event.on.isoformat()}: {event.text}" for event in chosen] or ["- none"]),
        "",
    ]


def earlier(lines: Iterable[str], month: tuple[int, int]) -> list[str]:
    """Of the lines that `digest` made, those of the months before this one."""
    found: list[str] = []
    for line in lines:
        if line.startswith(_HEADING):
            name, _, year = line.removeprefix(_HEADING).partition(" ")
            if (int(year), _MONTHS.index(name) + 1) >= month:
                break
        found.append(line)
    return found


def _reflections(told: Sequence[Told]) -> str:
    """How the reflections of a month ended: approved, in part, or rejected."""
    ends: dict[str, set[str]] = {}
    for one in told:
        if one.actor.startswith("reflection:"):
            ends.setdefault(one.actor, set()).add(one.approval)
    kinds = {"approved": 0, "partial": 0, "rejected": 0}
    for end in ends.values():
        if {"approved", "rejected"} <= end:
            kinds["partial"] += 1
        elif "approved" in end or "rejected" in end:
            kinds["approved" if "approved" in end else "rejected"] += 1
    counted = ", ".join(f"{number} {kind}" for kind, number in kinds.items())
    return _count(len(ends), "reflection session") + (f" ({counted})" if ends else "")


def first_of(kind: str, name: str, on: date) -> Event:
    return Event(on, 2, f"First {kind}: {name}")


def burst(kind: str, number: int, on: date) -> Event | None:
    """Many new pages of a kind on one day."""
    return Event(on, 3, f"{number} new {_PLURALS.get(kind, kind + 's')}") if number >= _BURST else None


def critical_change(path: str, actor: str, on: date) -> Event:
    return Event(on, 0, f"{path} changed ({actor})")


def deed(action: str, summary: str, on: date) -> Event:
    """A change that took something back, away or together."""
    return Event(on, 1, f"{action}: {summary}")


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
