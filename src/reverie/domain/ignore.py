"""What a person wants left alone: the lines of .reverieignore, asked of sessions, files that agents open, and words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatch, fnmatchcase
from typing import Any

from reverie.domain.transcript import Entry

_TEXT = "text:"  # a line that begins so is about words, not about paths
_PROJECT = "project/"  # with which the space of a project begins
_DEEPEST = 6
_GLOB = re.compile(r"[*?\[]")
_AROUND = re.compile(r"\A(?:\./)?(?:\*{1,2}/)*|(?:/\*{0,2})*\Z")  # what a line says of the folder besides its name


@dataclass(frozen=True, slots=True)
class Ignored:
    """Paths (a file, a folder and what is below it, a pattern with * and ?), projects, names of sessions, and words."""

    lines: tuple[str, ...] = ()
    home: str = ""  # whose own name no relative line means: it stands in every path

    def names(self, *names: str | None) -> bool:
        """Whether a line means one of these paths or names."""
        return any(_means(line, name, self.home) for line in self._paths() for name in names if name)

    def keeps(self, path: str) -> bool:
        """Whether a line means a file with sessions; in the hidden folders of hosts, not by the name of a folder."""
        kept = "/." not in path
        return any(_means(line, path, self.home, whole=kept or line.startswith(("/", "*"))) for line in self._paths())

    def owns(self, space: str) -> bool:
        """Whether a line names a project: as it is printed, by the end of its name, or all of `github.com/acme`."""
        lines = (line.removeprefix(_PROJECT) for line in self._paths())
        name = space.removeprefix(_PROJECT)
        return bool(name) and any(_means(line, name, "", whole="." in line.partition("/")[0]) for line in lines)

    def _paths(self) -> Iterator[str]:
        return (line for line in self.lines if not line.startswith(_TEXT))

    def without(self, entries: Iterable[Entry]) -> tuple[Entry, ...]:
        """The entries without those that open such a file, what came of it, and those that hold such words."""
        if not self.lines:
            return tuple(entries)
        kept, dropped = [], set[str]()
        for entry in entries:
            if entry.call and self.names(*_texts(entry.call.input)):
                dropped.add(entry.call.id)
            elif entry.answers not in dropped and not self._holds(entry.text):
                kept.append(entry)
        return tuple(kept)

    def _holds(self, text: str) -> bool:
        words = (line.removeprefix(_TEXT).strip().lower() for line in self.lines if line.startswith(_TEXT))
        low = text.lower()
        return any(each and (fnmatch(low, f"*{each}*") if "*" in each else each in low) for each in words)


def _means(line: str, name: str, home: str, *, whole: bool = True) -> bool:
    """Whether a line means a path or something above it, much as in .gitignore.

    One that begins with `/` is the path's beginning; any other stands at any depth below home: one name, or several in
    a row. `folder`, `folder/`, `folder/*` and `**/folder/**` are one folder. Not `whole`, it must be the path's end.
    """
    if home and name.startswith("~/"):
        name = home + name[1:]
    path = name.replace("\\", "/").removeprefix("./").rstrip("/") + "/"
    bare = _AROUND.sub("", line)
    if line.startswith("/"):
        return path.startswith(f"{bare}/") or (_GLOB.search(bare) is not None and fnmatchcase(path, f"{bare}/*"))
    if home and path.startswith(f"{home}/"):
        path = path[len(home) :]
    path, found, rest = "/" + path.lstrip("/"), f"/{bare}/", "*" if whole else ""
    if found in path if whole else path.endswith(found):
        return bool(bare)
    return _GLOB.search(bare) is not None and fnmatchcase(path, f"*{found}{rest}")


def _texts(value: Any, depth: int = 0) -> Iterator[str]:
    """The strings of what a tool was asked; a command's words one by one."""
    if isinstance(value, str):
        yield value
        yield from (word.strip("\"'`,;()") for word in value.split()[:200])
    elif depth < _DEEPEST and isinstance(value, dict):
        for each in value.values():
            yield from _texts(each, depth + 1)
    elif depth < _DEEPEST and isinstance(value, list):
        for each in value:
            yield from _texts(each, depth + 1)
