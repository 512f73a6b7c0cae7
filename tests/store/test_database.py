"""What every derived SQLite file promises, whatever it holds."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from reverie import Memory
from reverie.errors import VaultBusy
from reverie.memory.one_line import cure
from reverie.store.database import Database
from reverie.store.disk import no_room
from reverie.store.empty import begin


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


WRITE = "import sqlite3, sys; sqlite3.connect(sys.argv[1], timeout=0, isolation_level=None).execute('BEGIN IMMEDIATE')"


def test_opening_a_database_again_lets_go_of_no_lock_of_this_process(tmp_path: Path) -> None:
    """Whoever opens and closes a file drops the locks that SQLite holds on it for the whole process."""
    path, schema = tmp_path / "x.db", tmp_path / "x.sql"
    schema.write_text("CREATE TABLE meta (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;\n")
    first = Database(path, schema, 1)
    first.db.execute("PRAGMA journal_mode=DELETE")  # so that the lock of a writer is on the file itself

    with first.change():
        begin(str(path))
        tried = subprocess.run([sys.executable, "-c", WRITE, str(path)], capture_output=True, text=True, check=False)

    assert "locked" in tried.stderr
    first.close()


def test_a_database_that_another_process_holds_is_not_told_as_a_failing_disk(
    workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Memory.create(workspace) as memory:
        memory.remember("Ana likes tea.")
    monkeypatch.setattr(Database, "patience", 0.1)
    with closing(sqlite3.connect(workspace / ".reverie/state.db", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with Memory.open(workspace) as memory, pytest.raises(VaultBusy, match="another process"):
            memory.remember("Bo likes milk.")
    with Memory.open(workspace) as memory:
        assert memory.remember("Bo likes milk.").page


def test_proof_is_shown_where_what_hosts_were_told_cannot_be_read(workspace: Path) -> None:
    with Memory.create(workspace) as memory:
        kept = memory.remember("Ana likes tea.")
    assert kept.page
    (workspace / ".reverie/usage.db").unlink(missing_ok=True)
    (workspace / ".reverie/usage.db").mkdir()
    with Memory.open(workspace) as memory:
        assert memory.told_of(kept.page) == []


_FULL = """
import resource, signal, sys
from pathlib import Path
from reverie.store import archive
from reverie.store.survey import _ill

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
print(repr(_ill(Path(sys.argv[1]), archive.SCHEMA_VERSION)))
"""


def test_a_sound_database_on_a_full_disk_is_not_taken_for_damaged(workspace: Path) -> None:
    path = workspace / ".reverie/archive/turns.db"
    with Memory.create(workspace) as memory:
        assert memory.archive.ends()  # it is there, and closed with the vault
    done = subprocess.run([sys.executable, "-c", _FULL, str(path)], capture_output=True, text=True)
    assert (done.returncode, done.stdout.strip()) == (0, "''"), done.stderr


_OPENED = """
import resource, signal, sqlite3, sys
from pathlib import Path
from reverie.store.database import Database

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
for limit, most in ((resource.RLIMIT_FSIZE, 0), (resource.RLIMIT_NOFILE, 4)):
    before = resource.getrlimit(limit)
    resource.setrlimit(limit, (most, before[1]))
    try:
        Database(Path(sys.argv[1]), Path(sys.argv[2]), 1, derived=False).db
        print("opened")
    except sqlite3.DatabaseError as wrong:
        print(type(wrong).__name__)
    resource.setrlimit(limit, before)
"""


def test_what_a_database_holds_outlasts_a_full_disk_and_too_many_open_files(tmp_path: Path) -> None:
    path, schema = tmp_path / "own" / "x.db", tmp_path / "x.sql"
    path.parent.mkdir()
    schema.write_text("CREATE TABLE meta (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;\n")
    first = Database(path, schema, 1, derived=False)
    first.db.execute("INSERT INTO meta VALUES ('spent today', 7)")
    first.close()

    done = subprocess.run([sys.executable, "-c", _OPENED, str(path), str(schema)], capture_output=True, text=True)

    assert (done.returncode, done.stdout.split()) == (0, ["OperationalError"] * 2), done.stderr
    again = Database(path, schema, 1, derived=False)
    assert again.db.execute("SELECT value FROM meta").fetchall() == [(7,)]
    again.close()


def test_nobody_is_sent_to_build_anew_what_only_the_disk_is_in_the_way_of(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "x.db", isolation_level=None)) as db:
        db.execute("PRAGMA page_size=512")
        db.execute("CREATE TABLE said (text TEXT)")
        db.execute("PRAGMA max_page_count=2")
        with pytest.raises(sqlite3.OperationalError, match="full") as full:
            db.execute("INSERT INTO said VALUES (zeroblob(9999))")
    (tmp_path / "y.db").write_bytes(b"no database " * 99)
    with closing(sqlite3.connect(tmp_path / "y.db")) as db, pytest.raises(sqlite3.DatabaseError) as damaged:
        db.execute("SELECT 1 FROM sqlite_master")
    assert "anew" not in cure(full.value)
    assert "anew" in cure(damaged.value)


_WATCHED = """
import sys
from pathlib import Path
from reverie import Memory

opened = []
def watch(event, args):
    if event in ("open", "os.open") and isinstance(args[0], (str, bytes)):
        name = str(args[0], "utf-8", "replace") if isinstance(args[0], bytes) else args[0]
        if name.endswith((".db", ".db-wal", ".db-shm")):
            opened.append(name)
sys.addaudithook(watch)

root = Path(sys.argv[1])
with Memory.create(root / "w") as memory:
    memory.remember("Ana likes tea.")
    memory.remember("Bo likes milk.")
    memory.dream()
    memory.sweep()
    memory.reflect()
    memory.recall("tea")
    memory.status()
    memory.verify()
    memory.doctor()
    memory.export(root / "b.zip", extra=["usage", "archive"])
    (root / "w/.reverie/usage.db").write_bytes(b"no database " * 99)
    opened.clear()
    memory.doctor()
    memory.doctor(fix=True)
    memory.recall("milk")
print(opened)
"""


def test_no_verb_opens_the_file_of_a_database_but_by_sqlite(tmp_path: Path) -> None:
    # closing it again would drop every lock that SQLite holds on it for this process
    done = subprocess.run(
        [sys.executable, "-c", _WATCHED, str(tmp_path)], capture_output=True, text=True, env={"REVERIE_WORKER": "off"}
    )
    assert (done.returncode, done.stdout.strip()) == (0, "[]"), done.stderr


def test_a_full_disk_takes_nothing_from_what_is_on_it(tmp_path: Path):
    """Where no log fits beside a sound file it cannot be opened; it must not be taken for damaged."""
    path, schema = tmp_path / "our.db", tmp_path / "our.sql"
    schema.write_text("CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT);\nCREATE TABLE kept (n INTEGER)")
    sound = Database(path, schema, 1, derived=False)
    with sound.change() as db:
        db.execute("INSERT INTO kept VALUES (7)")
    sound.close()
    before = path.read_bytes()
    opening = (
        "import resource, sys; from pathlib import Path; from reverie.store.database import Database\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))\n"  # no file may grow beyond: its log must
        "Database(Path(sys.argv[1]), Path(sys.argv[2]), 1, derived=sys.argv[3] == 'derived').db"
    )

    for kind in ("derived", "ours"):
        done = subprocess.run([sys.executable, "-c", opening, path, schema, kind], capture_output=True, text=True)
        assert "OperationalError" in done.stderr

    assert path.read_bytes() == before
    assert not (tmp_path / ".reverie").exists()
    assert not (tmp_path.parent / ".reverie").exists()


def test_a_change_that_finds_no_room_leaves_the_connection_as_it_was(tmp_path: Path):
    path, schema = tmp_path / "our.db", tmp_path / "our.sql"
    schema.write_text("CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT);\nCREATE TABLE kept (n BLOB)")
    database = Database(path, schema, 1)
    pages = database.db.execute("PRAGMA page_count").fetchone()[0]
    database.db.execute(f"PRAGMA max_page_count={pages}")

    with pytest.raises(sqlite3.OperationalError, match="full"), database.change() as db:
        db.execute("INSERT INTO kept VALUES (zeroblob(100000))")
    database.db.execute("PRAGMA max_page_count=1000000")
    with database.change() as db:
        db.execute("INSERT INTO kept VALUES (zeroblob(100000))")

    assert database.db.execute("SELECT count(*) FROM kept").fetchone() == (1,)
    database.close()


def test_a_full_disk_is_one_though_sqlite_finds_no_room_even_to_look(tmp_path: Path):
    wrong = sqlite3.OperationalError("disk I/O error")
    wrong.sqlite_errorcode = sqlite3.SQLITE_IOERR_SHMSIZE  # the shared memory of readers does not fit
    assert no_room(wrong)
    wrong.sqlite_errorcode = sqlite3.SQLITE_IOERR_READ
    assert not no_room(wrong)
