"""claude-mem: its SQLite database of observations and session summaries."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from reverie.imports.base import Gathered, Piece, database, moment, tables

_FIELDS = ("request", "investigated", "learned", "completed", "next_steps", "notes")


class ClaudeMem:
    """Facts of observations are statements; the summary of a session is a text. Prompts stay the host's."""

    name = "claude-mem"

    def looks(self, path: Path) -> bool:
        found = tables(_file(path))
        return {"observations", "sdk_sessions"} <= found.keys() and "memory_session_id" in found["observations"]

    def gather(self, path: Path) -> Gathered:
        found = Gathered(self.name, _file(path).name)
        has = tables(_file(path))
        with database(_file(path)) as db:
            for row in db.execute("SELECT * FROM observations ORDER BY id"):
                found.pieces += _observation(row, found)
            for row in db.execute("SELECT * FROM session_summaries ORDER BY id") if "session_summaries" in has else ():
                told = [(name, str(row[name]).strip()) for name in _FIELDS if row[name]]
                if told:
                    text = "\n\n".join(f"## {name.replace('_', ' ').capitalize()}\n{said}" for name, said in told)
                    title = f"claude-mem: {told[0][1].splitlines()[0][:80]}"
                    found.pieces.append(_piece(row, "session_summaries", text, title=title, whole=True))
        return found


def _file(path: Path) -> Path:
    return path / "claude-mem.db" if path.is_dir() else path


def _observation(row: sqlite3.Row, found: Gathered) -> Iterator[Piece]:
    """What one observation states: its facts, or else its story."""
    names = row.keys()
    title = str(row["title"] or "") if "title" in names else ""
    try:
        facts = json.loads(row["facts"]) if "facts" in names and row["facts"] else []
    except ValueError:
        facts = []
    said = [fact for fact in facts if isinstance(fact, str) and fact.strip()] if isinstance(facts, list) else []
    if not said:
        story = (row["narrative"] if "narrative" in names else None) or row["text"] or title
        said = [str(story)] if str(story or "").strip() else []
    if not said:
        found.skipped["an observation without words"] += 1
    for n, fact in enumerate(said, 1):
        yield _piece(row, "observations", fact, title=title, number=n)


def _piece(row: sqlite3.Row, table: str, text: str, *, title: str, number: int = 0, whole: bool = False) -> Piece:
    place = f"{table}#{row['id']}" + (f".{number}" if number else "")
    kind = (str(row["type"]),) if table == "observations" else ()
    at = moment(row["created_at_epoch"]) or moment(row["created_at"])
    return Piece(place=place, text=text, at=at, whole=whole, title=title, tags=(str(row["project"]), *kind))
