"""What every derived SQLite file promises, whatever it holds."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from reverie.store.database import Database


def test_a_new_file_opens_for_everybody_who_opens_it_at_once(tmp_path: Path) -> None:
    schema = tmp_path / "schema.sql"
    schema.write_text("CREATE TABLE meta (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;\n")

    def tables(path: Path) -> int:
        mine = Database(path, schema, 1)
        try:
            return int(mine.db.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()[0])
        finally:
            mine.close()

    with ThreadPoolExecutor(16) as pool:
        for n in range(25):
            assert set(pool.map(tables, [tmp_path / f"{n}.db"] * 32)) == {1}


def test_what_is_scrubbed_leaves_no_byte_in_the_file_or_beside_it(tmp_path: Path) -> None:
    path, schema = tmp_path / "x.db", tmp_path / "x.sql"
    schema.write_text("CREATE TABLE meta (name TEXT PRIMARY KEY, value INTEGER);\nCREATE TABLE said (text TEXT)")
    database = Database(path, schema, 1)
    database.db.execute("PRAGMA secure_delete=OFF")  # as most builds of SQLite have it
    database.db.executemany("INSERT INTO said VALUES (?)", [(f"copper kettle {n} " * 30,) for n in range(200)])
    database.db.execute("DELETE FROM said")

    def held() -> bool:
        return any(b"copper kettle" in found.read_bytes() for found in tmp_path.glob("x.db*"))

    assert held()
    database.scrub()
    assert not held()
    database.close()
