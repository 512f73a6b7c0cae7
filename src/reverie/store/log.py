"""The audit log on disk, audit.jsonl: one entry a line, only ever appended to. Everything else follows it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from reverie.domain import audit
from reverie.domain.audit import AuditEntry
from reverie.store.disk import Disk
from reverie.store.layout import LOG

_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class Logged:
    entry: AuditEntry | None  # None: the line is damaged
    offset: int
    end: int


def encode(entry: AuditEntry) -> bytes:
    return line(audit.to_json(entry))


def line(data: Mapping[str, Any]) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode("utf-8") + b"\n"


def size(disk: Disk) -> int:
    stamp = disk.stamp(LOG)
    return stamp.size if stamp else 0


def read(disk: Disk, offset: int = 0) -> Iterator[Logged]:
    """The whole lines from `offset` on. A torn last line is no line yet."""
    kept = b""
    while chunk := disk.read(LOG, offset + len(kept), _CHUNK):
        kept += chunk
        *lines, kept = kept.split(b"\n")
        for line in lines:
            end = offset + len(line) + 1
            yield Logged(decode(line), offset, end)
            offset = end


def decode(line: bytes) -> AuditEntry | None:
    """The entry a line holds, or None when it is damaged; `audit --verify` names such lines."""
    try:
        return audit.from_json(json.loads(line))
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return None


def at(disk: Disk, offset: int, length: int) -> AuditEntry | None:
    raw = disk.read(LOG, offset, length)
    return decode(raw) if raw else None
