"""mem0: what `get_all` or an export gives as JSON, or the SQLite file where it keeps what became of each memory."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from reverie.errors import BundleRefused
from reverie.imports.base import Gathered, Piece, database, json_of, moment, tables

_HISTORY = (
    "SELECT memory_id, new_memory, event, created_at, updated_at, is_deleted, actor_id FROM history ORDER BY rowid"
)


class Mem0:
    name = "mem0"

    def looks(self, path: Path) -> bool:
        if path.is_dir():
            return (path / "history.db").is_file() or any(path.glob("collection/*/storage.sqlite"))
        if {"memory_id", "new_memory", "event"} <= tables(path).get("history", set()):
            return True
        return path.suffix.lower() == ".json" and any(True for _ in _rows(json_of(path)))

    def gather(self, path: Path) -> Gathered:
        file = path / "history.db" if path.is_dir() else path
        if not file.is_file():
            raise BundleRefused(
                f"{path} holds vectors of mem0 in a form that can run code when it is opened; write what "
                "`Memory.get_all` gives to a JSON file and import that"
            )
        found = Gathered(self.name, file.name)
        if file.suffix.lower() == ".json":
            found.pieces += [_piece(row, found) for row in _rows(json_of(file))]
        else:
            found.pieces += _history(file, found)
        return found


def _rows(data: Any) -> Iterator[Mapping[str, Any]]:
    """The memories in whatever a call gave: a list, or a list under `results` or `memories`."""
    if isinstance(data, dict):
        data = data.get("results") or data.get("memories")
    for row in data if isinstance(data, list) else ():
        if isinstance(row, dict) and isinstance(row.get("memory") or row.get("data"), str) and "id" in row:
            yield row


def _piece(row: Mapping[str, Any], found: Gathered) -> Piece:
    tags = row.get("categories")
    return Piece(
        place=f"memory#{row['id']}",
        text=row.get("memory") or row["data"],
        at=moment(row.get("updated_at")) or moment(row.get("created_at")),
        speaker=str(row.get("user_id") or row.get("actor_id") or "") or None,
        tags=tuple(tag for tag in tags if isinstance(tag, str)) if isinstance(tags, list) else (),
    )


def _history(path: Path, found: Gathered) -> Iterator[Piece]:
    """Each memory as it last was; those that were deleted are not brought back."""
    last: dict[str, Any] = {}
    with database(path) as db:
        for row in db.execute(_HISTORY):
            last[row["memory_id"]] = row
    for name, row in last.items():
        if row["is_deleted"] or row["event"] == "DELETE" or not row["new_memory"]:
            found.skipped["deleted there"] += 1
            continue
        yield Piece(
            place=f"memory#{name}",
            text=row["new_memory"],
            at=moment(row["updated_at"]) or moment(row["created_at"]),
            speaker=row["actor_id"],
        )
