"""The inbox of sub-agents: what they want remembered, written into meta/pending-memories.md by hand.

An entry is a list of fields under a heading that says Proposal, or between two rules. What cannot be understood stays
where it is and is named.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import pairwise
from typing import Literal

Confidence = Literal["high", "medium", "low"]
Store = Literal["episodic", "semantic", "procedural", "vault"]
STORES: tuple[Store, ...] = ("episodic", "semantic", "procedural", "vault")
CONFIDENCES: tuple[Confidence, ...] = ("high", "medium", "low")
UNKNOWN = "unknown"
PROPOSED = "subagent:"  # whose name follows: the actor of what a sub-agent proposed, and of its fragment
_HEADING = re.compile(r"#{1,4}[ \t]*proposal\b.*", re.I)
_RULE = re.compile(r"[ \t]*(?:-{3,}|\*{3,}|_{3,})[ \t]*")
_FIELD = re.compile(r"[ \t]*[-*+][ \t]+[*_]{0,2}([A-Za-z][A-Za-z -]{1,30}?)[*_]{0,2}[ \t]*:[*_]{0,2}[ \t]*(.*)")
_NAMES = {
    "from": "from", "agent": "from", "author": "from", "timestamp": "timestamp", "time": "timestamp",
    "date": "timestamp", "trigger": "trigger", "suggested store": "store", "store": "store", "content": "content",
    "memory": "content", "confidence": "confidence", "core-worthy": "core", "core worthy": "core", "status": "status",
    "entities": "entities",
}  # fmt: skip
_WAITING = ("", "pending", "conflict", "deferred", "defer", "new", "proposed")
_PLACEHOLDER = re.compile(r"[\[<{].*[\]>}]", re.S)
_UNWRITABLE = re.compile("[\x00\ud800-\udfff]")
_LONGEST = 20_000  # characters; a longer text is a document, not something to remember
_AUTHOR = re.compile(r"[^\w.@+-]+")


@dataclass(frozen=True, slots=True)
class SubagentSettings:
    """[subagents] in reverie.toml"""

    trusted: tuple[str, ...] = ()  # whose proposals are accepted when they are sure and no rule of trust holds them


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """What a sub-agent wants remembered."""

    content: str
    author: str = UNKNOWN
    store: Store | None = None  # None: wherever it belongs
    confidence: Confidence = "medium"
    core: bool = False  # whether it asks for a line of core memory
    at: datetime | None = None
    trigger: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One entry of an inbox: where it stands, what it wants, or why it cannot be understood; neither when decided."""

    first: int  # lines, from 0 up to and without the last
    last: int
    wants: Statement | None = None
    wrong: str = ""


def read(text: str) -> list[Entry]:
    """The entries of an inbox, in order; text around them is nobody's."""
    found = []
    for first, last in _blocks(text.splitlines(keepends=True)):
        lines = text.splitlines()[first:last]
        entry = _entry(lines, first, last)
        if entry:
            found.append(entry)
    return found


def without(text: str, taken: Collection[Entry]) -> str:
    """The inbox without these entries; every other byte stays."""
    gone = {n for entry in taken for n in range(entry.first, entry.last)}
    return "".join(line for n, line in enumerate(text.splitlines(keepends=True)) if n not in gone)


def author(name: str) -> str:
    """A sub-agent's name as the audit trail can hold it."""
    return _AUTHOR.sub("-", name.strip())[:64].strip("-") or UNKNOWN


def _blocks(lines: list[str]) -> list[tuple[int, int]]:
    """From each heading of a proposal, or rule, to the next; a heading right under a rule belongs to it."""
    starts, fenced, bare = list[int](), False, False
    for n, raw in enumerate(lines):
        line = raw.rstrip("\r\n")
        fenced ^= line.lstrip().startswith("```")
        if fenced:
            bare = False
        elif _RULE.fullmatch(line):
            starts.append(n)
            bare = True
        elif _HEADING.fullmatch(line):
            starts += [] if bare else [n]
            bare = False
        elif line.strip():
            bare = False
    return list(pairwise([*starts, len(lines)]))


def _entry(lines: list[str], first: int, last: int) -> Entry | None:
    headed = any(_HEADING.fullmatch(line) for line in lines[:3])
    fields = _fields(lines)
    if not fields:
        empty = headed and not any(line.strip() and not _HEADING.fullmatch(line) for line in lines[1:])
        return None if not headed else Entry(first=first, last=last, wrong="says nothing" if empty else "has no fields")
    if not headed and "content" not in fields:
        return None  # a list of somebody's
    status = re.split(r"\W", fields.get("status", "").strip().lower(), maxsplit=1)[0]
    if status not in _WAITING:
        return Entry(first=first, last=last)
    content = fields.get("content", "").strip()
    if not content or _PLACEHOLDER.fullmatch(content):
        return Entry(first=first, last=last, wrong="has no Content")
    if len(content) > _LONGEST or _UNWRITABLE.search(content):
        return Entry(first=first, last=last, wrong="is too long, or no text")
    return Entry(first=first, last=last, wants=_statement(content, fields))


def _fields(lines: list[str]) -> dict[str, str]:
    """By their names; a line that begins no field goes on with the one before. Said twice, the first counts; a field
    in bold that nobody knows is left out."""
    found: dict[str, str] = {}
    name = ""
    for line in lines:
        match = _FIELD.fullmatch(line)
        known = _NAMES.get(match[1].strip().lower()) if match else None
        if match and known:
            name = known if known not in found else ""
            if name:
                found[name] = match[2].strip()
        elif match and "**" in line.partition(":")[0]:
            name = ""
        elif name and line.strip() and not _RULE.fullmatch(line):
            found[name] += f"\n{line.strip()}"
    return found


def _statement(content: str, fields: dict[str, str]) -> Statement:
    store = fields.get("store", "").strip().lower()
    sure = fields.get("confidence", "").strip().lower()
    return Statement(
        content=content,
        author=author(fields.get("from", "")),
        store=next((known for known in STORES if store.startswith(known)), None),
        confidence=next((known for known in CONFIDENCES if sure.startswith(known)), "medium"),
        core=fields.get("core", "").strip().lower().startswith(("yes", "true")),
        at=_time(fields.get("timestamp", "")),
        trigger=" ".join(fields.get("trigger", "").split())[:200],
    )


def _time(text: str) -> datetime | None:
    try:
        found = datetime.fromisoformat(text.strip().replace("Z", "+00:00"))
        return (found if found.tzinfo else found.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        return None
