"""Which files below a folder hold any of some byte strings. Run as a program of its own.

Of its own, because whoever opens and closes a database's file lets go of the locks that SQLite holds on it in the same
process (see empty.py).
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

_PIECE = 1 << 24
_FEW = 64  # byte strings up to which looking for one after another is quicker than for all at once
_LEAST = 256  # bytes of one piece that are looked at again with the next, where values are looked for
_BETWEEN = b" ./()-"  # what may stand between the parts of a value
_HEAD = 8  # bytes by which one of many is known

Find = Callable[[bytes], bool]
# A value: what it is surely not without, its pattern, and that or (in no group) something that only looks like it.
Trace = tuple[Sequence[bytes], bytes, bytes]


def holds(
    pieces: Iterable[bytes], needles: Sequence[bytes], find: Find | None = None, traces: Sequence[Trace] = ()
) -> bool:
    """Whether any of them stands in what the pieces come to, in whatever case."""
    find = find or finder(needles, traces)
    longest = max((*map(len, needles), _LEAST if traces else 0), default=0)
    before, found = b"", False
    for piece in pieces:
        here = before + piece.lower()
        found = found or find(here)
        before = here[-longest:] if longest else b""
    return found


def finder(needles: Sequence[bytes], traces: Sequence[Trace] = ()) -> Find:
    """Whether any of them stands in some bytes."""
    words, values = _words(needles), [(quick, re.compile(value), re.compile(full)) for quick, value, full in traces]

    def find(here: bytes) -> bool:
        if words(here):
            return True
        bare = here.translate(None, _BETWEEN) if values else b""
        some = [(value, full) for quick, value, full in values if any(each in bare for each in quick)]
        return any(_really(here, match, full) for value, full in some for match in value.finditer(here))

    return find


def _really(here: bytes, match: re.Match[bytes], full: re.Pattern[bytes]) -> bool:
    """Whether a value that was found is one, by what stands around it."""
    start = max(0, match.start() - _LEAST)
    around = full.finditer(here[start : match.end() + _LEAST])
    return any(found.lastgroup and found.start() + start == match.start() for found in around)


def _words(needles: Sequence[bytes]) -> Find:
    """Whether any of them stands in some bytes as it is; of many, those bytes are gone through once for all."""
    if len(needles) <= _FEW:
        return lambda here: any(needle in here for needle in needles)
    import numpy as np

    def slots(numbers: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        return (numbers * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(44)

    heads: dict[int, list[bytes]] = {}
    for needle in (needle for needle in needles if len(needle) >= _HEAD):
        heads.setdefault(int.from_bytes(needle[:_HEAD], "little"), []).append(needle)
    short = [needle for needle in needles if len(needle) < _HEAD]
    known = np.zeros(1 << 20, dtype=bool)  # the heads, by a hash of twenty bits
    known[slots(np.array(list(heads), dtype="<u8"))] = True

    def find(here: bytes) -> bool:
        if any(needle in here for needle in short):
            return True
        for start in range(min(_HEAD, len(here) - _HEAD + 1)):
            numbers = np.frombuffer(here, "<u8", (len(here) - start) // _HEAD, start)
            for place in np.flatnonzero(known[slots(numbers)]).tolist():
                at = start + place * _HEAD
                if any(here.startswith(needle, at) for needle in heads.get(int(numbers[place]), ())):
                    return True
        return False

    return find


def search(root: str, needles: Sequence[bytes], traces: Sequence[Trace] = ()) -> list[tuple[str, int, bool]]:
    """Every regular file below, with its size and whether it holds any; no link is followed."""
    found, find = [], finder(needles, traces)
    for folder, _, names in os.walk(root):
        for name in sorted(names):
            path = os.path.join(folder, name)
            if os.path.isfile(path) and not os.path.islink(path):
                size = os.lstat(path).st_size
                found.append((os.path.relpath(path, root), size, holds(_pieces(path), needles, find, traces)))
    return found


def _pieces(path: str) -> Iterator[bytes]:
    try:
        with open(path, "rb") as file:
            while piece := file.read(_PIECE):
                yield piece
    except OSError:  # gone meanwhile, or nobody's to read
        return


if __name__ == "__main__":
    sought = json.load(sys.stdin)
    words = [bytes.fromhex(each) for each in sought["needles"]]
    values = [
        ([bytes.fromhex(each) for each in quick], bytes.fromhex(value), bytes.fromhex(full))
        for quick, value, full in sought["traces"]
    ]
    json.dump(search(sys.argv[1], words, values), sys.stdout)
