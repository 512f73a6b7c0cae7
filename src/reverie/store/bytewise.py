"""Which files below a folder hold any of some byte strings. Run as a program of its own, with the standard library.

Of its own, because whoever opens and closes a database's file lets go of the locks that SQLite holds on it in the same
process (see empty.py).
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence

_PIECE = 1 << 24


def holds(pieces: Iterable[bytes], needles: Sequence[bytes]) -> bool:
    """Whether any of them stands in what the pieces come to, in whatever case."""
    longest = max(map(len, needles), default=0)
    before, found = b"", False
    for piece in pieces:
        here = before + piece.lower()
        found = found or any(needle in here for needle in needles)
        before = here[-longest:] if longest else b""
    return found


def search(root: str, needles: Sequence[bytes]) -> list[tuple[str, int, bool]]:
    """Every regular file below, with its size and whether it holds any; no link is followed."""
    found = []
    for folder, _, names in os.walk(root):
        for name in sorted(names):
            path = os.path.join(folder, name)
            if os.path.isfile(path) and not os.path.islink(path):
                size = os.lstat(path).st_size
                found.append((os.path.relpath(path, root), size, holds(_pieces(path), needles)))
    return found


def _pieces(path: str) -> Iterator[bytes]:
    try:
        with open(path, "rb") as file:
            while piece := file.read(_PIECE):
                yield piece
    except OSError:  # gone meanwhile, or nobody's to read
        return


if __name__ == "__main__":
    sought = [bytes.fromhex(each) for each in json.load(sys.stdin)]
    json.dump(search(sys.argv[1], sought), sys.stdout)
