"""The importers there are, in the order in which a path is held against them: the surest first."""

from __future__ import annotations

from pathlib import Path

from reverie.errors import BundleRefused
from reverie.imports.auto_memory import AutoMemory
from reverie.imports.base import Gathered, Importer
from reverie.imports.basic_memory import BasicMemory
from reverie.imports.claude_mem import ClaudeMem
from reverie.imports.codex import CodexMemories
from reverie.imports.documents import Documents
from reverie.imports.letta import Letta
from reverie.imports.markdown import Markdown
from reverie.imports.mem0 import Mem0
from reverie.imports.mempalace import MemPalace
from reverie.imports.openclaw import OpenClaw

IMPORTERS: tuple[Importer, ...] = (
    ClaudeMem(), MemPalace(), Mem0(), Letta(), AutoMemory(), CodexMemories(), OpenClaw(), BasicMemory(), Markdown(),
    Documents(),
)  # fmt: skip
NAMES = tuple(importer.name for importer in IMPORTERS)


def gather(path: Path, name: str | None = None) -> Gathered:
    """What another program remembers at this path, read by the importer of that name or by the first that knows it."""
    if not path.exists():
        raise BundleRefused(f"there is no {path}; nothing was changed")
    if name is not None and name not in NAMES:
        raise BundleRefused(f"there is no importer {name!r}; there are {', '.join(NAMES)}")
    for importer in IMPORTERS:
        if name == importer.name or (name is None and importer.looks(path)):
            found = importer.gather(path)
            if importer.name == "markdown" and path.is_dir():  # documents that lie beside
                more = Documents().gather(path)
                found.pieces += more.pieces
                found.skipped += more.skipped
            return found
    raise BundleRefused(
        f"{path} is neither a bundle nor what an importer knows ({', '.join(NAMES)}); --from NAME says what it is"
    )
