"""What a person wants left alone: the lines of .reverieignore, asked of sessions, files that agents open, and words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fnmatch import fnmatch, fnmatchcase
from posixpath import join, normpath
from typing import Any

from reverie.domain import unsaid
from reverie.domain.transcript import Call, Entry

_TEXT = "text:"  # a line that begins so is about words, not about paths
_PROJECT = "project/"  # with which the space of a project begins
_DEEPEST = 6
_WHERE = ("path", "cwd", "workdir", "dir", "directory", "folder")  # names a folder in what a tool is asked
_CD = re.compile(r"(?:^|[;&|(\n])\s{0,9}(?:cd|pushd)\s{1,9}([^\s;&|)]+)")
_HOME = re.compile(r"(?:~|\$HOME|\$\{HOME\})/")
_AT_LINE = re.compile(r"[:-]\d+[:-]|:")
_NUMBERED = re.compile(r"\s*\d+[:\-→\t ]")  # a line of the file that was named above it
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

    def without(self, entries: Iterable[Entry], folder: str = "") -> tuple[Entry, ...]:
        """The entries without those that open such a file, what came of it, and those that hold such words."""
        if not self.lines:
            return tuple(entries)
        kept, dropped, here = [], set[str](), folder
        told = unsaid.Unsaid()
        for entry in entries:
            named = entry.call is not None and self.opens(entry.call, here)
            here = then_in(entry.call, here) if entry.call else here
            if entry.call and named:
                dropped.add(entry.call.id)
                told.left_out()
            elif entry.answers in dropped:
                told.left_out(unsaid.telling(entry.text))
            elif not self._holds(entry.text):
                shown = self.shown(entry) if entry.role == "tool" else entry
                if shown.text != entry.text:
                    told.left_out()
                heard = told.heard(shown) if shown.text or shown.call else None
                kept += [heard] if heard else []
        return tuple(kept)

    def opens(self, call: Call, here: str) -> bool:
        """Whether a call names such a file, by itself or below the folder in which it is made."""
        words = list(dict.fromkeys(texts(call.input)))
        below = [f"{folder}/{word}" for folder in _folders(call, here) for word in words if word[:1] not in "/-~"]
        return self.names(*words, *below)

    def shown(self, entry: Entry, here: str = "") -> Entry:
        """What a tool printed, without the lines that name such a file, and without its lines below its name.

        `here` is the folder that it names files in, where that matters."""
        ends = [_AROUND.sub("", line).rsplit("/", 1)[-1].strip("*?") for line in self._paths()]
        if not any(end in entry.text for end in ends):
            return entry
        kept, below = [], False
        for line in entry.text.split("\n"):
            names = any(end in line for end in ends) and self.names(*_printed(line, here))
            below = names or (below and _NUMBERED.match(line) is not None)
            kept += [] if below else [line]
        return replace(entry, text="\n".join(kept).strip()) if len(kept) <= entry.text.count("\n") else entry

    def _holds(self, text: str) -> bool:
        words = (line.removeprefix(_TEXT).strip().lower() for line in self.lines if line.startswith(_TEXT))
        low = text.lower()
        return any(each and (fnmatch(low, f"*{each}*") if "*" in each else each in low) for each in words)


def _means(line: str, name: str, home: str, *, whole: bool = True) -> bool:
    """Whether a line means a path or something above it, much as in .gitignore.

    One that begins with `/` is the path's beginning; any other stands at any depth below home: one name, or several in
    a row. `folder`, `folder/`, `folder/*` and `**/folder/**` are one folder. Not `whole`, it must be the path's end.
    """
    if home and (below := _HOME.match(name)):
        name = home + name[below.end() - 1 :]
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


def _printed(line: str, here: str = "") -> list[str]:
    """The paths that a printed line may begin with or hold: with a line's number behind it, or not."""
    found = [
        part for word in line.split()[:40] for part in (word.strip("\"'`,;()"), _AT_LINE.split(word, maxsplit=1)[0])
    ]
    return found + [normpath(join(here, each)) for each in found if here and ("/" in each or each.endswith(".md"))]


def then_in(call: Call, here: str) -> str:
    """The folder that commands are in after a call."""
    for text in call.input.values():
        for moved in _CD.finditer(text) if isinstance(text, str) and "cd " in text else ():
            into = moved[1].strip("\"'")
            here = normpath(into if _HOME.match(into) else join(here, into))
    return here


def _folders(call: Call, here: str) -> list[str]:
    given = [value for name, value in call.input.items() if name in _WHERE and isinstance(value, str)]
    found = [here, then_in(call, here), *given, *(join(here, each) for each in given)]
    return [each for each in dict.fromkeys(found) if each]


def texts(value: Any, depth: int = 0) -> Iterator[str]:
    """The strings of what a tool was asked; a command's words one by one."""
    if isinstance(value, str):
        yield value
        yield from (word.strip("\"'`,;()<>&|") for word in value.split()[:200])
    elif depth < _DEEPEST and isinstance(value, dict):
        for each in value.values():
            yield from texts(each, depth + 1)
    elif depth < _DEEPEST and isinstance(value, list):
        for each in value:
            yield from texts(each, depth + 1)
