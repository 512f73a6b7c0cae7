"""MemPalace: its drawers, in the SQLite file of Chroma or in its own. Drawers of one file are put together again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from reverie.imports.base import Gathered, Piece, database, moment, tables

_CHROMA = """
    SELECT e.id, e.embedding_id, m.key, m.string_value, m.int_value, m.float_value
    FROM embeddings e JOIN embedding_metadata m ON m.id = e.id
    JOIN segments s ON s.id = e.segment_id JOIN collections c ON c.id = s.collection
    WHERE c.name LIKE '%drawers' ORDER BY e.id
"""
_OWN = """
    SELECT d.id, d.document, d.metadata_json FROM documents d JOIN collections c ON c.id = d.collection_id
    WHERE c.name LIKE '%drawers' ORDER BY d.rowid
"""
_FILES = ("chroma.sqlite3", "sqlite_exact.sqlite3")


class MemPalace:
    name = "mempalace"

    def looks(self, path: Path) -> bool:
        found = tables(_file(path))
        own = {"document", "metadata_json"} <= found.get("documents", set()) and "collections" in found
        return own or {"embeddings", "embedding_metadata", "collections", "segments"} <= found.keys()

    def gather(self, path: Path) -> Gathered:
        file = _file(path)
        found = Gathered(self.name, file.name)
        files: dict[tuple[str, str, str], list[tuple[int, str, dict[str, Any]]]] = {}
        for name, text, told in _drawers(file):
            if not text.strip():
                found.skipped["an empty drawer"] += 1
                continue
            source = str(told.get("source_file") or name)
            part = told.get("chunk_index")
            where = (str(told.get("wing") or ""), str(told.get("room") or ""), source)
            files.setdefault(where, []).append((part if isinstance(part, int) else 0, text, told))
        for (wing, room, source), parts in files.items():
            parts.sort(key=lambda part: part[0])
            told = parts[0][2]
            found.pieces.append(
                Piece(
                    place=f"{wing}/{room}/{source}",
                    text="\n\n".join(text for _, text, _ in parts),
                    at=moment(told.get("content_date")) or moment(told.get("filed_at")),
                    whole=True,
                    title=f"{Path(source).name} ({room})" if room else Path(source).name,
                    speaker=str(told["added_by"]) if told.get("added_by") else None,
                    tags=tuple(tag for tag in (wing, room) if tag),
                )
            )
        return found


def _file(path: Path) -> Path:
    """The database of a palace; the folder above one will do."""
    if not path.is_dir():
        return path
    places = [folder / name for folder in (path, path / "palace") for name in _FILES]
    return next((place for place in places if place.is_file()), path / _FILES[0])


def _drawers(path: Path) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Name, text and metadata of each drawer."""
    own = "documents" in tables(path)
    with database(path) as db:
        if own:
            for row in db.execute(_OWN):
                yield row["id"], row["document"], _told(row["metadata_json"])
            return
        drawers: dict[int, tuple[str, dict[str, Any]]] = {}
        for id_, name, key, text, number, real in db.execute(_CHROMA):
            value = next((v for v in (text, number, real) if v is not None), None)
            drawers.setdefault(id_, (name, {}))[1][key] = value
    for name, told in drawers.values():
        yield name, str(told.pop("chroma:document", "") or ""), told


def _told(raw: str) -> dict[str, Any]:
    try:
        found = json.loads(raw)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
