"""A damaged log, put together again of what is left of it and what the history and the streams prove."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from reverie.domain import audit, ids
from reverie.domain.audit import ACTIONS, Appended, AuditEntry, FileChange
from reverie.store import layout, log
from reverie.store.git import Recorded

_BOM = b"\xef\xbb\xbf"
_BLANK = b"\r\0 \t"


@dataclass(slots=True)
class Reading:
    """What is left of a log: the lines that say something, by number, and what is wrong with it."""

    lines: dict[int, bytes] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    warn: list[str] = field(default_factory=list)  # what no repair may touch
    entries: dict[int, AuditEntry] = field(default_factory=dict)  # those that this version understands


def read(raw: bytes, now: datetime) -> Reading:
    """Take a log apart, however damaged it is."""
    found, last = Reading(), 0
    if raw.startswith(_BOM):
        found.wrong.append("begins with a byte order mark")
        raw = raw[len(_BOM) :]
    if b"\r\n" in raw:
        found.wrong.append("has Windows line ends")
    *whole, rest = raw.split(b"\n")
    for number, line in enumerate([*whole, *([rest] if rest else [])], 1):
        bare = line.strip(_BLANK)
        if b"\0" in line:
            found.wrong.append(f"line {number} holds NUL bytes, as a power cut leaves them")
        if not bare:
            continue
        seq = _number(bare)
        if seq is None or number > len(whole):
            found.wrong.append(f"line {number} is damaged{' (torn)' if number > len(whole) else ''}")
        if seq is None:
            continue
        if seq in found.lines:
            found.wrong.append(f"line {number}: entry {seq} stands twice")
            continue
        if seq < last:
            found.wrong.append(f"line {number}: entry {seq} follows {last}; the order is wrong")
        last = max(last, seq)
        found.lines[seq] = bare
        _understand(found, seq, bare, now)
    if missing := [seq for seq in range(1, last) if seq not in found.lines]:
        found.wrong.append(f"{_numbers(missing)} missing")
    return found


def _number(line: bytes) -> int | None:
    try:
        seq = json.loads(line)["seq"]
    except (ValueError, LookupError, TypeError, RecursionError):
        return None
    return seq if isinstance(seq, int) and seq > 0 else None


def _understand(found: Reading, seq: int, line: bytes, now: datetime) -> None:
    entry = log.decode(line)
    if entry is None or entry.action not in ACTIONS:
        found.warn.append(f"entry {seq} is of a kind that this version does not know; a later one wrote it")
        if entry is None:
            return
    found.entries[seq] = entry
    at = entry.at if entry.at.tzinfo else entry.at.replace(tzinfo=UTC)
    if (at - now).days > 1:
        found.warn.append(f"entry {seq} is of {at:%Y-%m-%d}, in the future: a clock was far ahead")


def _numbers(missing: Sequence[int]) -> str:
    shown = ", ".join(map(str, missing[:5])) + (f" and {len(missing) - 5} more" if len(missing) > 5 else "")
    return f"{'entries' if len(missing) > 1 else 'entry'} {shown} {'are' if len(missing) > 1 else 'is'}"


def missing(found: Reading, recorded: Mapping[int, Recorded]) -> list[int]:
    """The numbers of the entries that a whole log would have."""
    last = max([0, *found.lines, *recorded])
    return [seq for seq in range(1, last + 1) if seq not in found.lines]


def rebuilt(
    found: Reading, recorded: Mapping[int, Recorded], streams: Sequence[Appended], now: datetime
) -> tuple[bytes, list[str]]:
    """The log with what is missing put back as far as the history has it, and what could not be.

    `streams` are those that hold fragments no entry tells of any more: the first missing entry tells of them.
    """
    gone = missing(found, recorded)
    lines, lost, at = dict(found.lines), [], _first(found, recorded, now)
    versions: dict[str, str] = {}
    for seq in range(1, max([0, *found.lines, *recorded]) + 1):
        if seq in lines:
            entry = found.entries.get(seq)
        elif seq in recorded:
            entry = from_history(seq, recorded[seq], versions)
        else:
            lost.append(seq)
            entry = _lost(seq, at)
        if entry:
            at = entry.at
            versions |= {f.path: f.after for f in entry.files if f.after}
        if entry and seq in gone:
            if streams:
                entry, streams = _with(entry, streams), ()
            lines[seq] = log.encode(entry).rstrip(b"\n")
    told = [f"{_numbers(lost)} lost: what was decided or marked there cannot be had again"] if lost else []
    return b"".join(lines[seq] + b"\n" for seq in sorted(lines)), told


def from_history(seq: int, recorded: Recorded, versions: Mapping[str, str]) -> AuditEntry:
    """The entry that a commit of the history was made of, but for its proposal."""
    head, _, rest = recorded.message.partition("\n")
    action, _, told = head.partition("] ")
    named, _, summary = told.partition(" — ")
    said = dict(line.split(": ", 1) for line in rest.splitlines() if ": " in line)
    first = named.partition(" (+")[0]
    paths = sorted((p for p in recorded.files if layout.day_of(p) is None), key=lambda p: (p != first, p))
    texts = {path: _text(recorded.files[path]) for path in paths}
    pages = {path: layout.pages_in(path, text or "", {}) for path, text in texts.items()}
    keys = {path: tuple(p.key for p in found if not isinstance(p, tuple)) for path, found in pages.items()}
    cited = {c.id for found in pages.values() for p in found if not isinstance(p, tuple) for c in p.cited}
    return AuditEntry(
        seq=seq,
        id=recorded.id,
        at=recorded.at,
        action=action.lstrip("[") if action.lstrip("[") in ACTIONS else "EDIT",  # type: ignore[arg-type]
        actor=said.get("Actor", "system:doctor"),
        approval=said.get("Approval", "—"),  # type: ignore[arg-type]
        summary=summary or head,
        trigger=said.get("Trigger", "").removeprefix("—"),
        files=tuple(
            FileChange(
                action="DELETE" if text is None else "EDIT" if path in versions else "CREATE",
                path=path,
                keys=keys[path],
                before=versions.get(path),
                after=None if text is None else ids.version(text),
            )
            for path, text in texts.items()
        ),
        texts={ids.version(text): text for text in texts.values() if text is not None},
        marks={"dreamed": tuple(sorted(cited))} if cited else {},
    )


def _text(raw: bytes | None) -> str | None:
    return None if raw is None else raw.decode("utf-8", "surrogateescape")


def _lost(seq: int, at: datetime) -> AuditEntry:
    return AuditEntry(
        seq=seq, id=f"lost-{seq}", at=at, action="LOST", actor="system:doctor", approval="—",
        summary="this entry was lost; what it changed stands in files and streams",
    )  # fmt: skip


def _with(entry: AuditEntry, streams: Sequence[Appended]) -> AuditEntry:
    from dataclasses import replace

    return replace(entry, appended=(*entry.appended, *streams))


def _first(found: Reading, recorded: Mapping[int, Recorded], now: datetime) -> datetime:
    times = [entry.at for entry in found.entries.values()] + [one.at for one in recorded.values()]
    return min((at for at in times if at.tzinfo), default=now)


def gone(ids_: Sequence[str], breaks: Sequence[str], seq: int, now: datetime) -> AuditEntry:
    """The entry that owns up to fragments that nothing proves any more, and to where their streams' chains broke."""
    some = ", ".join(ids_[:3]) + (f" and {len(ids_) - 3} more" if len(ids_) > 3 else "")
    summary = f"fragments lost: {some}" if ids_ else f"a chain broken at {', '.join(breaks)}"
    return AuditEntry(
        seq=seq, id=f"lost-{ids.version(summary)[:8]}", at=now, action="LOST", actor="system:doctor", approval="—",
        summary=audit.one_line(summary), marks={"lost": tuple(ids_)} if ids_ else {}, reasons=tuple(breaks),
    )  # fmt: skip
