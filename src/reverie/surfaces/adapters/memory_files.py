"""Files below /memories, as Claude's memory tool knows them, on a drawer of the vault; what each command replies.

Needs no framework. A path stays below /memories or is refused; what stands below /memories/reverie is only read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING
from urllib.parse import unquote

from reverie.domain import drawer, fence
from reverie.domain.page import Key, Page, PageKind
from reverie.errors import NotFound, PageMoved, ReverieError
from reverie.surfaces.adapters.workspace import Workspace
from reverie.surfaces.mcp.shown import look_up

if TYPE_CHECKING:
    from reverie.memory import Memory

ROOT = "/memories"
DRAWER = "memories"
SEEN = "reverie"  # the folder in which the rest of memory is read
LISTED = 200  # pages of one folder of it
_FOLDERS: Mapping[str, PageKind] = {
    "core": "core", "summary": "summary", "topics": "belief", "entities": "entity", "skills": "skill",
    "references": "reference", "notes": "note",
}  # fmt: skip
_FOLDER = "4K"  # what a folder is said to take
_MOST = 999_999  # lines of a file that are shown
_WIDE = len(str(_MOST))
_CONTEXT = 2  # lines shown around a change

Parts = tuple[str, ...]


class Files:
    """The files of one space, as the commands see them."""

    def __init__(self, workspace: Workspace, *, seen: bool = True) -> None:
        self._at = workspace
        self._seen = seen

    # Looking

    def view(self, path: str, lines: Sequence[int] | None = None) -> str:
        parts = _parts(path)
        files = self._files()
        text = files[parts].body if parts in files else self._read_only(parts)
        if text is not None:
            return _numbered(path, text, lines)
        listed = list(self._listed(parts, files))
        if not listed and parts:
            raise ReverieError(f"The path {path} does not exist. Please provide a valid path.")
        bare = path.rstrip("/")
        head = f"Here're the files and directories up to 2 levels deep in {path}, excluding hidden items:"
        return "\n".join([head, f"{_FOLDER}\t{bare}", *(f"{size}\t{bare}/{name}" for size, name in listed)])

    def _files(self, memory: Memory | None = None) -> dict[Parts, Page]:
        found = (memory or self._at.reader).notes(drawer.within(DRAWER), space=self._at.space)
        return {_named(page): page for page in found}

    def _listed(self, under: Parts, files: Mapping[Parts, Page]) -> Iterator[tuple[str, str]]:
        """What stands in a folder and in the folders in it, with its size, in the order of names."""
        below = {name[len(under) :]: _size(page.body) for name, page in files.items() if name[: len(under)] == under}
        below |= self._seen_below(under)
        tree: dict[Parts, str] = {}
        for name, size in below.items():
            for depth in range(1, min(len(name), 3)):
                tree.setdefault(name[:depth], _FOLDER)
            if len(name) <= 2:
                tree[name] = size
        folders = {name[:depth] for name in below for depth in range(1, len(name))}
        for name in sorted(tree):
            if not any(part.startswith(".") for part in name):
                yield tree[name], "/".join(name) + ("/" if name in folders else "")

    # The rest of memory, to be read only

    def _seen_below(self, under: Parts) -> dict[Parts, str]:
        """Names, and sizes where somebody looks at their folder, of what the agent may read there."""
        if not self._seen or under[:1] not in ((), (SEEN,)):
            return {}
        found: dict[Parts, str] = {}
        for folder in _FOLDERS if len(under) < 2 else [f for f in _FOLDERS if f == under[1]]:
            names = self._names(folder)
            if folder in ("core", "summary"):
                found |= {(SEEN, f"{folder}.md"): _size(text) for text in [self._told(names)] if text}
            elif not under:  # nobody looks into the folder yet
                found |= {(SEEN, folder, *name): "" for name in list(names)[:1]}
            else:
                found |= {(SEEN, folder, *n): _size(self._told({n: k})) for n, k in list(names.items())[:LISTED]}
                if len(names) > LISTED:
                    found[(SEEN, folder, f"~ and {len(names) - LISTED:,} more")] = _size("")
        return {name[len(under) :]: size for name, size in found.items() if name[: len(under)] == under}

    def _names(self, folder: str) -> dict[Parts, Key]:
        """The pages of a kind that the agent may see, by their names; the nearest copy of each."""
        memory, kind = self._at.reader, _FOLDERS[folder]
        found: dict[Parts, Key] = {}
        for key, _ in sorted(memory.titles(kind, space=self._at.space), key=lambda row: row[0].space == ""):
            if not key.in_drawer:
                name = key.slug.removeprefix("notes/").strip("/") if kind == "note" else f"{key.slug}.md"
                found.setdefault(tuple(name.split("/")), key)
        return dict(sorted(found.items()))

    def _read_only(self, parts: Parts) -> str | None:
        """What a file of the rest of memory says, in the fence; None when there is none of that name."""
        if not self._seen or parts[:1] != (SEEN,) or len(parts) < 2:
            return None
        if len(parts) == 2 and parts[1] in ("core.md", "summary.md"):
            return self._told(self._names(parts[1].removesuffix(".md"))) or None
        key = self._names(parts[1]).get(parts[2:]) if parts[1] in _FOLDERS else None
        return self._told({parts[2:]: key}) if key else None

    def _told(self, names: Mapping[Parts, Key]) -> str:
        """What pages say, in the fence; blocks of core memory that say nothing are left out."""
        memory, found = self._at.reader, []
        for key in names.values():
            with suppress(NotFound):
                found.append(look_up(memory, self._at.space, memory.vault.handle(key)))
        return fence.block("\n".join(f"{each.label}\n{fence.inert(each.text)}" for each in found)) if found else ""

    # Changing

    def create(self, path: str, text: str) -> str:
        parts = self._own(path)
        if not parts:
            raise ReverieError(f"The path {path} is not a file.")
        with self._at.changing() as memory:
            files = self._files(memory)
            if parts in files or self._folder(parts, files):
                raise ReverieError(f"File {path} already exists")
            self._room(parts, files)
            self._write(memory, [(parts, text, None)], f"created {path}")
        return f"File created successfully at: {path}"

    def str_replace(self, path: str, old: str, new: str) -> str:
        with self._at.changing() as memory:
            parts, page = self._file(path, memory)
            text = page.body
            places = _places(text, old)
            if old not in text or not old:
                raise ReverieError(f"No replacement was performed, old_str `{old}` did not appear verbatim in {path}.")
            if text.count(old) > 1:
                numbers = ", ".join(str(text.count("\n", 0, place) + 1) for place in places)
                raise ReverieError(
                    f"No replacement was performed. Multiple occurrences of old_str `{old}` in lines: {numbers}. "
                    "Please ensure it is unique"
                )
            changed = text[: places[0]] + new + text[places[0] + len(old) :]
            self._write(memory, [(parts, changed, page)], f"edited {path}")
        at, lines = text.count("\n", 0, places[0]), changed.split("\n")
        first = max(0, at - _CONTEXT)
        shown = _rows(lines[first : at + _CONTEXT + 1], first + 1)
        return f"The memory file has been edited. Here is the snippet showing the change (with line numbers):\n{shown}"

    def insert(self, path: str, line: int, text: str) -> str:
        with self._at.changing() as memory:
            parts, page = self._file(path, memory)
            lines = page.body.removesuffix("\n").split("\n") if page.body else []
            if not 0 <= line <= len(lines):
                raise ReverieError(
                    f"Invalid `insert_line` parameter: {line}. It should be within the range [0, {len(lines)}]."
                )
            lines.insert(line, text.rstrip("\n"))
            changed = "\n".join(lines)
            changed += "" if changed.endswith("\n") else "\n"
            self._write(memory, [(parts, changed, page)], f"edited {path}")
        return f"The file {path} has been edited."

    def delete(self, path: str) -> str:
        """Put a file, or all of a folder, out of sight; the vault keeps them, and a person brings them back."""
        parts = self._own(path)
        if not parts:
            raise ReverieError(f"Cannot delete the {ROOT} directory itself")
        with self._at.changing() as memory:
            gone = self._below(parts, self._files(memory))
            if not gone:
                raise ReverieError(f"The path {path} does not exist")
            self._keep(memory, [], list(gone.values()), f"deleted {path}")
        return f"Successfully deleted {path}"

    def rename(self, old: str, new: str) -> str:
        before, after = self._own(old), self._own(new)
        if not before:
            raise ReverieError(f"Cannot rename the {ROOT} directory itself")
        with self._at.changing() as memory:
            files = self._files(memory)
            if not after or self._below(after, files):
                raise ReverieError(f"The destination {new} already exists")
            moved = self._below(before, files)
            if not moved:
                raise ReverieError(f"The path {old} does not exist")
            if after[: len(before)] == before:
                raise ReverieError(f"Cannot move {old} into itself")
            self._room(after, files)
            written = [(after + name[len(before) :], page.body, None) for name, page in moved.items()]
            self._write(memory, written, f"renamed {old} to {new}", list(moved.values()))
        return f"Successfully renamed {old} to {new}"

    def clear(self) -> str:
        with self._at.changing() as memory:
            self._keep(memory, [], list(self._files(memory).values()), "cleared all memory files")
        return "All memory cleared"

    def _own(self, path: str) -> Parts:
        """The parts of a path that may be changed."""
        parts = _parts(path)
        if self._seen and parts[:1] == (SEEN,):
            raise ReverieError(f"The path {path} is read-only: {ROOT}/{SEEN} shows what else is remembered")
        return parts

    def _file(self, path: str, memory: Memory) -> tuple[Parts, Page]:
        parts, files = self._own(path), self._files(memory)
        if parts not in files:
            why = "is not a file." if not parts or self._folder(parts, files) else "does not exist."
            raise ReverieError(
                f"The path {path} {why}" + (" Please provide a valid path." if "not exist" in why else "")
            )
        return parts, files[parts]

    def _folder(self, parts: Parts, files: Mapping[Parts, Page]) -> bool:
        return any(name[: len(parts)] == parts and name != parts for name in files)

    def _below(self, parts: Parts, files: Mapping[Parts, Page]) -> dict[Parts, Page]:
        """The file of that name, or everything in the folder."""
        return {name: page for name, page in files.items() if name[: len(parts)] == parts}

    def _room(self, parts: Parts, files: Mapping[Parts, Page]) -> None:
        for depth in range(1, len(parts)):
            if parts[:depth] in files:
                raise ReverieError(f"The path {ROOT}/{'/'.join(parts[:depth])} is not a directory.")

    def _write(
        self, memory: Memory, files: Sequence[tuple[Parts, str, Page | None]], because: str, gone: Sequence[Page] = ()
    ) -> None:
        written: list[tuple[Page, Page | None]] = []
        for parts, text, before in files:
            key = before.key if before else Key(self._at.space, "note", drawer.place(DRAWER, *parts))
            page = Page(key=key, text=drawer.text({"path": list(parts)}, "/".join(parts), text))
            written.append((page, before or memory.note(key.slug, space=key.space)))  # one put away may stand there
        self._keep(memory, written, gone, because)

    def _keep(
        self, memory: Memory, written: Sequence[tuple[Page, Page | None]], gone: Sequence[Page], because: str
    ) -> None:
        try:
            memory.keep_notes(written, gone, because=because)
        except PageMoved as wrong:
            raise ReverieError("The file was changed meanwhile; nothing was done. View it and try again.") from wrong


def _parts(path: str) -> Parts:
    if path != ROOT and not path.startswith(f"{ROOT}/"):
        raise ReverieError(f"Path must start with {ROOT}, got: {path}")
    parts: list[str] = []
    for part in path.removeprefix(ROOT).split("/"):
        if part == "..":
            if not parts:
                raise ReverieError(f"Path {path} would escape {ROOT} directory")
            parts.pop()
        elif any(c < " " or c == "\x7f" or "\ud800" <= c <= "\udfff" for c in part):
            raise ReverieError(f"Path {path!r} holds a character that no file name may hold")
        elif part not in ("", "."):
            parts.append(part)
    return tuple(parts)


def _named(page: Page) -> Parts:
    """The name of a file; of one that a person put there by hand, that of its place."""
    told = drawer.told(page.text).get("path")
    if isinstance(told, list) and told and all(isinstance(part, str) for part in told):
        return tuple(told)
    name = page.key.slug.removeprefix(drawer.within(DRAWER))
    return tuple(unquote(part) for part in name.removesuffix("~.md").split("/"))


def _places(text: str, wanted: str) -> list[int]:
    """Where a text begins in another, overlapping ones too."""
    found, start = [], text.find(wanted)
    while start >= 0 and wanted:
        found.append(start)
        start = text.find(wanted, start + 1)
    return found


def _numbered(path: str, text: str, lines: Sequence[int] | None) -> str:
    every, first = text.split("\n"), 1
    if len(every) > _MOST:
        raise ReverieError(f"File {path} exceeds maximum line limit of {_MOST:,} lines.")
    if lines and len(lines) == 2:
        first = max(1, lines[0])
        every = every[first - 1 : len(every) if lines[1] == -1 else lines[1]]
    return f"Here's the content of {path} with line numbers:\n{_rows(every, first)}"


def _rows(lines: Sequence[str], first: int) -> str:
    return "\n".join(f"{number:>{_WIDE}}\t{line}" for number, line in enumerate(lines, first))


def _size(text: str) -> str:
    count, unit = float(len(text.encode("utf-8", "surrogatepass"))), 0
    while count >= 1024 and unit < 3:
        count, unit = count / 1024, unit + 1
    return (f"{count:.0f}" if count == int(count) else f"{count:.1f}") + "BKMG"[unit]
