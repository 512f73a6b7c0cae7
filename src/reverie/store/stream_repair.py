"""A damaged stream, put together again of what is left of it and the versions that the history has."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from reverie.store.streams import chain_hash

_BOM = b"\xef\xbb\xbf"
_BLANK = b"\r\0 \t"


@dataclass(frozen=True, slots=True)
class Row:
    """A line that says something: its bytes, what it is called, and the hash it carries of the one before."""

    raw: bytes
    name: str
    prev: str | None


def rows(content: bytes) -> tuple[list[Row], list[int]]:
    """The lines that can be read, freed of what copying does to them; and the numbers of those that cannot."""
    found, unreadable = [], []
    for number, line in enumerate(content.removeprefix(_BOM).split(b"\n"), 1):
        bare = line.strip(_BLANK)
        try:
            data = json.loads(bare) if bare else None
        except (ValueError, RecursionError):
            data = None
        if isinstance(data, dict):
            prev, kind, name = data.get("prev"), data.get("type"), data.get("id") or data.get("text")
            found.append(Row(bare, f"{kind}:{name}", prev if isinstance(prev, str) else None))
        elif line.strip(b"\r \t"):
            unreadable.append(number)
    return found, unreadable


def content_of(some: Sequence[Row]) -> bytes:
    return b"".join(row.raw + b"\n" for row in some)


def broken(some: Sequence[Row]) -> list[int]:
    """Where the chain does not hold: positions of lines that do not follow the one before."""
    last, found = "", []
    for number, row in enumerate(some):
        if row.prev is not None and row.prev != last:
            found.append(number)
        last = chain_hash(row.raw)
    return found


def breaks(content: bytes) -> list[int]:
    """The numbers of the lines that do not follow the one before."""
    found, before = [], b""
    for number, line in enumerate(content.split(b"\n"), 1):
        prev = _prev(line)
        if prev is not None and prev != (chain_hash(before) if before else ""):
            found.append(number)
        before = line if line.strip() else before
    return found


def _prev(line: bytes) -> str | None:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        return None
    value = data.get("prev") if isinstance(data, dict) else None
    return value if isinstance(value, str) else None


def mended(current: bytes, versions: Sequence[bytes]) -> bytes | None:
    """The stream as it must have been: None when it is as it should be, or nothing proves how it was.

    `versions` are those of the history, the newest first; the append-only law says that each begins the next.
    """
    have, unreadable = rows(current)
    sound = [found for found, wrong in map(rows, versions) if not wrong and not broken(found)]
    base = max(sound, key=len, default=[])
    begins = [row.raw for row in have[: len(base)]] == [row.raw for row in base]
    if begins and not unreadable and not broken(have) and _plain(current, have):
        return None
    chained = _chained(have)
    for candidate in (_onto(base, have), chained):
        if candidate is not None and {row.name for row in have} <= {row.name for row in candidate}:
            new = content_of(candidate)
            return new if new != current else None
    return None


def _plain(current: bytes, have: Sequence[Row]) -> bool:
    return current == content_of(have) or not current.strip()


def _onto(base: Sequence[Row], have: Sequence[Row]) -> list[Row] | None:
    """The version of the history, and after it what the file has beside it, if that follows; None when it does not."""
    if not base:
        return None
    known = {row.name for row in base}
    rest = list({row.name: row for row in have if row.name not in known}.values())
    tail, out = chain_hash(base[-1].raw), list(base)
    for row in rest:
        follows = row.prev is None or row.prev == tail
        out.append(row if follows else _rechained(row, tail))
        tail = chain_hash(out[-1].raw)
    return out


def _rechained(row: Row, prev: str) -> Row:
    data = {**json.loads(row.raw), "prev": prev}
    try:
        raw = json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode("utf-8")
    except UnicodeEncodeError:  # half a character can only be written in ASCII
        raw = json.dumps(data, separators=(",", ":")).encode("ascii")
    return Row(raw, row.name, prev)


def _chained(have: Sequence[Row]) -> list[Row] | None:
    """The lines in the order of their chain, each once; None when that leaves a break."""
    once = list({row.raw: row for row in have}.values())
    if not broken(once):
        return once
    after = {row.prev: row for row in once if row.prev is not None}
    out, tail = [], ""
    while (row := after.pop(tail, None)) is not None:
        out.append(row)
        tail = chain_hash(row.raw)
    return out if len(out) == len(once) else None
