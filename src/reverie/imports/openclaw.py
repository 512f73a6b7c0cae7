"""An OpenClaw workspace: what it curated in MEMORY.md, and its daily notes."""

from __future__ import annotations

import re
from pathlib import Path

from reverie.imports.base import Gathered, Piece, changed, document, files, text_of
from reverie.imports.lines import statements

_DAILY = re.compile(r"\d{4}-\d{2}-\d{2}(?:-[\w-]+)?\.md")


class OpenClaw:
    """Lines of MEMORY.md are statements, each day's notes a text. SOUL.md, USER.md and the like stay the host's."""

    name = "openclaw"

    def looks(self, path: Path) -> bool:
        return path.is_dir() and any(_DAILY.fullmatch(each.name) for each in (path / "memory").glob("*.md"))

    def gather(self, path: Path) -> Gathered:
        found = Gathered(self.name, path.name)
        core = next((p for name in ("MEMORY.md", "memory.md") if (p := path / name).is_file()), None)
        for said in statements(text_of(core) or "") if core else ():
            place = f"{core.name}:{said.line}" if core else ""
            found.pieces.append(
                Piece(place=place, text=said.text, at=changed(core) if core else None, title=said.heading)
            )
        for each in files(path / "memory", ".md"):
            note = document(each, path)
            if note is None:
                found.skipped["a note without text"] += 1
            else:
                found.pieces.append(note)
        return found
