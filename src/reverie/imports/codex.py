"""Codex memories: the summary it is always told, its handbook, and the summaries of sessions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from reverie.imports.base import Gathered, Piece, changed, document, files, text_of
from reverie.imports.lines import statements

_SUMMARY, _HANDBOOK = "memory_summary.md", "MEMORY.md"
_MARKS = (_SUMMARY, "raw_memories.md", "rollout_summaries")


class CodexMemories:
    """Lines of the summary are statements; the handbook, summaries of sessions and notes are texts.

    Raw memories are what the others are made of, and skills are the host's; both are left out.
    """

    name = "codex-memories"

    def looks(self, path: Path) -> bool:
        return any((_root(path) / mark).exists() for mark in _MARKS)

    def gather(self, path: Path) -> Gathered:
        root = _root(path)
        found = Gathered(self.name, root.name)
        summary = root / _SUMMARY
        for said in statements(text_of(summary) or ""):
            place = f"{_SUMMARY}:{said.line}"
            found.pieces.append(Piece(place=place, text=said.text, at=changed(summary), title=said.heading))
        for each in _texts(root):
            piece = document(each, root)
            found.pieces += [piece] if piece else []
        if (root / "raw_memories.md").exists():
            found.skipped["raw_memories.md: the others are made of it"] += 1
        return found


def _root(path: Path) -> Path:
    inside = path / "memories"
    return inside if inside.is_dir() else path


def _texts(root: Path) -> Iterator[Path]:
    if (root / _HANDBOOK).is_file():
        yield root / _HANDBOOK
    for folder in (root / "rollout_summaries", root / "extensions" / "ad_hoc" / "notes"):
        if folder.is_dir():
            yield from files(folder, ".md")
