"""What a person wants left alone: the lines of .reverieignore, asked of sessions, files that agents open, and words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatch
from typing import Any

from reverie.domain.transcript import Entry

_TEXT = "text:"  # a line that begins so is about words, not about paths
_DEEPEST = 6


@dataclass(frozen=True, slots=True)
class Ignored:
    """Paths (a file, a folder and what is below it, a pattern with * and ?), names of sessions, and words."""

    lines: tuple[str, ...] = ()

    def names(self, *names: str | None) -> bool:
        """Whether a line means one of these paths or names."""
        return any(_means(line, name) for line in self.lines if not line.startswith(_TEXT) for name in names if name)

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


def _means(line: str, name: str) -> bool:
    below = line.rstrip("/") + "/"
    if name == line.rstrip("/") or name.startswith(below) or fnmatch(name, line):
        return True
    return not line.startswith(("/", "*")) and (name.endswith(f"/{line}") or fnmatch(name, f"*/{line}"))


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
