"""state.db, opened: where each part of the state reads its tables."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from reverie.store.database import Database

SCHEMA_VERSION = 6
_SCHEMA = Path(__file__).parent.parent / "sql" / "state.sql"


class Tables:
    """One SQLite file; any number of readers, and writers one after another."""

    def __init__(self, path: Path | None) -> None:
        self._database = Database(path, _SCHEMA, SCHEMA_VERSION)

    @property
    def _db(self) -> sqlite3.Connection:
        return self._database.db

    def close(self) -> None:
        self._database.close()

    def clear(self) -> None:
        """Start again with nothing; the log fills it."""
        self._database.clear()
