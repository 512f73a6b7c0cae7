"""A folder of Markdown, or one file: each is kept word for word."""

from __future__ import annotations

from pathlib import Path

from reverie.imports.base import Gathered, document, files, kept_in

_SUFFIXES = (".md", ".markdown", ".txt")


class Markdown:
    name = "markdown"

    def looks(self, path: Path) -> bool:
        return kept_in(path, *_SUFFIXES)

    def gather(self, path: Path) -> Gathered:
        found = Gathered(self.name, path.name)
        for each in files(path, *_SUFFIXES) if path.is_dir() else [path]:
            piece = document(each, path)
            if piece is None:
                found.skipped["a file without text, or too large"] += 1
            else:
                found.pieces.append(piece)
        return found
