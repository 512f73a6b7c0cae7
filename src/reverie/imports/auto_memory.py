"""Claude Code's own memory: `projects/<project>/memory/`, an index and a file for each thing it keeps."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from reverie.domain import front
from reverie.imports.base import STATEMENT, Gathered, Piece, changed, document, files, front_moment, text_of
from reverie.imports.lines import statements

_TYPES = frozenset({"user", "feedback", "project", "reference"})
_INDEX = "MEMORY.md"
_SOME = 64 * 1024  # bytes of a session in which the folder it ran in is looked for


class AutoMemory:
    """A file of a few lines is a statement, a longer one a text; of the index, what is not a link to a file."""

    name = "claude-auto-memory"

    def looks(self, path: Path) -> bool:
        return any(True for _ in _folders(path))

    def gather(self, path: Path) -> Gathered:
        found = Gathered(self.name, path.name)
        for folder in _folders(path):
            worked_in = _worked_in(folder.parent)
            for each in files(folder, ".md"):
                place = f"{folder.parent.name}/{each.relative_to(folder).as_posix()}"
                pieces = list(_index(each, place, worked_in) if each.name == _INDEX else _kept(each, place, worked_in))
                found.pieces += pieces
                if not pieces:
                    found.skipped["a file that only links to others, or is empty"] += 1
        return found


def _folders(path: Path) -> Iterator[Path]:
    """The memory folders in a home of Claude Code, in its projects, in one project, or this one itself."""
    if not path.is_dir():
        return
    if _is_one(path):
        yield path
        return
    places = [path / "memory", *sorted(path.glob("*/memory")), *sorted(path.glob("projects/*/memory"))]
    yield from (place for place in places if place.is_dir() and not place.is_symlink() and _is_one(place))


def _is_one(folder: Path) -> bool:
    """Whether files of the kinds Claude Code keeps stand here, or it lies where Claude Code keeps them."""
    if folder.name != "memory":
        return False
    theirs = folder.parent.parent.name == "projects"
    marked = any(_type(text) for path in files(folder, ".md") if (text := text_of(path)))
    return marked or (theirs and (folder / _INDEX).is_file())


def _type(text: str) -> str | None:
    said = (front.get(text, "type") or "").lower()
    return said if said in _TYPES else None


def _index(path: Path, place: str, folder: str | None) -> Iterator[Piece]:
    for said in statements(text_of(path) or ""):
        where = f"{place}:{said.line}"
        yield Piece(place=where, text=said.text, at=changed(path), title=said.heading, folder=folder)


def _kept(path: Path, place: str, folder: str | None) -> Iterator[Piece]:
    text = text_of(path) or ""
    said = front.body(text).strip()
    title = front.get(text, "name") or front.get(text, "title") or path.stem
    tags = (_type(text) or "note",)
    at = front_moment(text, "modified", "updated", "created") or changed(path)
    if said and len(said) <= STATEMENT and "\n\n" not in said:
        yield Piece(place=place, text=said, at=at, title=title, tags=tags, folder=folder)
    elif said and (whole := document(path, path, at=at)):
        yield Piece(place=place, text=whole.text, at=at, whole=True, title=title, tags=tags, folder=folder)


def _worked_in(project: Path) -> str | None:
    """The folder of a project, as one of its sessions tells it; its name alone cannot be read back."""
    for session in sorted(project.glob("*.jsonl"))[-3:]:
        try:
            with session.open("rb") as file:
                lines = file.read(_SOME).split(b"\n")[:-1]
        except OSError:
            continue
        for line in lines:
            try:
                told = json.loads(line)
            except ValueError:
                continue
            if isinstance(told, dict) and isinstance(told.get("cwd"), str):
                return str(told["cwd"])
    return None
