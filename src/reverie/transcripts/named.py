"""Files and folders that a person names, and how far one of them was read."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from reverie.domain.transcript import Entry
from reverie.transcripts.base import Place, known_again


def files(root: Path, suffixes: Collection[str]) -> Iterator[Path]:
    """The file that is named; of a folder, the files in it that end so. Hidden and linked folders are not entered.

    Raises OSError for a folder that cannot be listed.
    """
    if not root.is_dir():
        if root.is_file():
            yield root
        return
    for folder, below, names in os.walk(root, onerror=_stop):
        below[:] = sorted(name for name in below if not name.startswith("."))
        for name in sorted(names):
            path = Path(folder, name)
            if not name.startswith(".") and path.suffix.lower() in suffixes and path.is_file():
                yield path


def _stop(error: OSError) -> None:
    raise error


def part(entries: Sequence[Entry], since: Place | None) -> tuple[tuple[Entry, ...], Place]:
    """The entries after a place, and the place after them; all of them when those already read are not as they were."""
    names = "".join(f"{entry.id}\n" for entry in entries).encode("utf-8", "replace")
    done = 0
    if since and 0 < since.offset <= len(entries) and known_again(names, since):
        done = since.offset
    place = Place(
        offset=len(entries),
        last=entries[-1].id if entries else "",
        prefix=f"{len(names)}:{hashlib.sha256(names).hexdigest()[:16]}",
    )
    return tuple(entries[done:]), place


def digest(text: str) -> str:
    """A few letters by which a text is known again."""
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:8]
