"""Files and folders that sessions are in, and how far one that is always read as a whole was read."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from reverie.domain.transcript import Entry
from reverie.transcripts.base import Place, Session, changed

T = TypeVar("T")
S = TypeVar("S")


def files_below(root: Path, passed: Callable[[str], bool] = lambda name: False) -> Iterator[Path]:
    """The file itself, or the files below a folder, in order; none when it is not there. Links are not entered, nor
    folders that are to be `passed`. A folder that cannot be listed is raised at the end, after what the others hold."""
    try:
        folder = stat.S_ISDIR(root.stat().st_mode)
    except (FileNotFoundError, NotADirectoryError):
        return
    if not folder:
        yield root
        return
    errors: list[OSError] = []
    for name, below, names in os.walk(root, onerror=errors.append):
        below[:] = sorted(each for each in below if not passed(each))
        yield from (Path(name, each) for each in sorted(names))
    if errors:
        raise errors[0]


def files(root: Path, suffixes: Collection[str]) -> Iterator[Path]:
    """The file that is named; of a folder, the files in it that end so. What is hidden is passed over."""
    for path in files_below(root, _hidden):
        if path.is_file() and (path == root or (not _hidden(path.name) and path.suffix.lower() in suffixes)):
            yield path


def _hidden(name: str) -> bool:
    return name.startswith(".")


def each(some: Iterable[T], found: Callable[[T], Iterator[S]]) -> Iterator[S]:
    """What is found in each of these; what one of them raises is raised at the end, after what the others hold."""
    errors: list[OSError] = []
    for one in noting(iter(some), errors):
        yield from noting(found(one), errors)
    if errors:
        raise errors[0]


def noting(found: Iterator[S], errors: list[OSError]) -> Iterator[S]:
    """All that is found; an error that ends it is noted."""
    try:
        yield from found
    except OSError as error:
        errors.append(error)


def session_at(
    path: Path, host: str, id_: str, *, folder: str | None = None, parent: str | None = None
) -> Iterator[Session]:
    """The session a file holds; none when it has just gone, as hosts clean up, or is a pipe, which would not end."""
    try:
        at, size = changed(path)
    except FileNotFoundError:
        return
    if not path.is_file():
        return
    yield Session(host=host, id=id_, path=path, changed=at, size=size, folder=folder, parent=parent)


def part(entries: Sequence[Entry], since: Place | None) -> tuple[tuple[Entry, ...], Place]:
    """The entries that were not read before, and what is known then. Every entry is known by its id, not by its place:
    an older copy, or a branch that was gone back on, brings nothing twice."""
    known = dict.fromkeys(since.known if since else ())
    new = tuple(entry for entry in entries if digest(entry.id) not in known)
    known.update((digest(entry.id), None) for entry in entries)
    return new, Place(offset=len(known), last=entries[-1].id if entries else "", known=tuple(known))


def digest(text: str, length: int = 8) -> str:
    """A few letters by which a text is known again."""
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:length]
