"""usage.db: it counts, it survives, and nobody ever waits for it or fails because of it."""

from __future__ import annotations

import os
import sqlite3
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from math import inf, nan
from pathlib import Path

import pytest

from reverie.domain.page import Key
from reverie.domain.usage import Use
from reverie.store.usage import Usage
from tests.conftest import MONDAY

TEA, MILK = Key("", "belief", "tea"), Key("user/ana", "fragment", "f-1")
LATER = MONDAY + timedelta(hours=1)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "usage.db"


@pytest.fixture
def usage(path: Path) -> Iterator[Usage]:
    with closing(Usage(path)) as opened:
        yield opened


def smash(path: Path) -> None:
    path.write_bytes(b"this was a database once" * 400)


# Counting


def test_what_is_not_known_has_the_defaults(usage):
    assert usage.of([TEA, MILK]) == {TEA: Use(), MILK: Use()}
    assert usage.all() == {}


def test_each_access_counts_and_the_writing_was_the_first(usage):
    assert usage.accessed([TEA], MONDAY)
    assert usage.accessed([TEA, MILK], LATER)

    assert usage.of([TEA])[TEA] == Use(accesses=3, accessed=LATER)
    assert usage.of([MILK])[MILK] == Use(accesses=2, accessed=LATER)


def test_the_score_is_the_mean_over_all_recalls(usage):
    for score in (0.9, 0.3, 0.6):
        assert usage.recalled({TEA: score}, MONDAY)

    used = usage.of([TEA])[TEA]
    assert (used.accesses, used.recalls, used.recalled) == (1, 3, MONDAY)
    assert used.score == pytest.approx(0.6)


def test_a_score_lies_between_nothing_and_one(usage):
    keys = [Key("", "note", str(n)) for n in range(5)]

    usage.recalled(dict(zip(keys, (-3, 7, nan, inf, -inf), strict=True)), MONDAY)

    assert [used.score for used in usage.of(keys).values()] == [0, 1, 0, 1, 0]


def test_whether_it_is_first_found_or_first_used_makes_no_difference(usage):
    usage.recalled({TEA: 0.5}, MONDAY)
    usage.accessed([TEA], LATER)
    usage.accessed([MILK], LATER)
    usage.recalled({MILK: 0.5}, MONDAY)

    assert usage.of([TEA])[TEA] == usage.of([MILK])[MILK]


def test_a_clock_that_ran_backwards_moves_no_time_back(usage):
    for at in (LATER, MONDAY):
        usage.accessed([TEA], at)
        usage.recalled({TEA: 1.0}, at)

    used = usage.of([TEA])[TEA]
    assert (used.accessed, used.recalled) == (LATER, LATER)


def test_everything_known_is_listed_and_there_after_a_restart(usage, path):
    usage.accessed([TEA], MONDAY)
    usage.recalled({MILK: 0.5}, MONDAY)
    known = usage.all()

    with closing(Usage(path)) as again:
        assert again.all() == known == again.of([TEA, MILK])


def test_what_is_forgotten_leaves_no_byte(usage, path):
    usage.accessed([Key("", "entity", "person--rumpelstiltskin"), TEA], MONDAY)

    assert usage.forget([Key("", "entity", "person--rumpelstiltskin")])

    assert list(usage.all()) == [TEA]
    assert not any(b"rumpelstiltskin" in found.read_bytes() for found in path.parent.iterdir())


def test_a_usage_in_memory_needs_no_file():
    with closing(Usage(None)) as usage:
        assert usage.accessed([TEA], MONDAY)
        assert usage.of([TEA])[TEA].accesses == 2


def test_only_the_owner_can_read_it(usage, path):
    usage.accessed([TEA], MONDAY)

    assert {stat.S_IMODE(found.stat().st_mode) for found in path.parent.iterdir()} == {0o600}


def test_two_processes_count_together(path):
    code = (
        "import sys; from pathlib import Path; from datetime import datetime, UTC\n"
        "from reverie.domain.page import Key; from reverie.store.usage import Usage\n"
        "usage, done = Usage(Path(sys.argv[1])), 0\n"
        "for _ in range(200): done += usage.accessed([Key('', 'belief', 'tea')], datetime.now(UTC))\n"
        "print(done)"
    )
    command = [sys.executable, "-c", code, str(path)]
    both = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(2)]
    out = [process.communicate() for process in both]

    assert [said for _, said in out] == ["", ""]
    with closing(Usage(path)) as usage:
        assert usage.of([TEA])[TEA].accesses == 1 + sum(int(done) for done, _ in out) > 1


# Never in the way


@pytest.fixture
def blocked(path: Path, usage: Usage) -> Iterator[None]:
    """Somebody else is in the middle of a write."""
    usage.accessed([TEA], MONDAY)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        other.execute("DELETE FROM usage")
        yield


@pytest.mark.usefixtures("blocked")
def test_a_write_that_would_have_to_wait_is_not_made(usage):
    started = time.perf_counter()

    assert usage.accessed([TEA], LATER) is usage.recalled({TEA: 1.0}, LATER) is usage.forget([TEA]) is False

    assert time.perf_counter() - started < 1.0


@pytest.mark.usefixtures("blocked")
def test_a_reader_does_not_wait_for_a_writer(usage, path):
    with closing(Usage(path)) as newcomer:
        started = time.perf_counter()

        assert usage.of([TEA])[TEA].accesses == newcomer.of([TEA])[TEA].accesses == 2

        assert time.perf_counter() - started < 0.5


def test_a_write_that_was_not_made_leaves_the_next_one_free(usage, path):
    usage.accessed([TEA], MONDAY)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert not usage.accessed([TEA], LATER)

    assert usage.accessed([TEA], LATER)
    assert usage.of([TEA])[TEA].accesses == 3


def test_a_full_disk_is_no_error(usage):
    usage.accessed([TEA], MONDAY)
    db = usage._database.db
    pages = db.execute("PRAGMA page_count").fetchone()[0]
    db.execute(f"PRAGMA max_page_count={pages}")
    many = [Key("", "note", f"{n:0200}") for n in range(500)]

    assert not usage.accessed(many, MONDAY)
    assert usage.of([TEA, many[0]]) == {TEA: Use(accesses=2, accessed=MONDAY), many[0]: Use()}

    db.execute("PRAGMA max_page_count=1000000")
    assert usage.accessed(many, MONDAY)


def test_a_database_that_may_only_be_read_is_no_error(usage):
    usage.accessed([TEA], MONDAY)
    usage._database.db.execute("PRAGMA query_only=ON")

    assert not usage.accessed([TEA], LATER)
    assert usage.of([TEA])[TEA].accesses == 2


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to root")
def test_a_folder_that_may_only_be_read_is_no_error(tmp_path):
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o500)
    with closing(Usage(closed / "usage.db")) as usage:
        assert not usage.accessed([TEA], MONDAY)
        assert usage.of([TEA]) == {TEA: Use()}


def test_a_folder_that_is_not_there_is_no_error(tmp_path):
    with closing(Usage(tmp_path / "nowhere" / "usage.db")) as usage:
        assert not usage.accessed([TEA], MONDAY)
        assert not usage.forget([TEA])
        assert usage.of([TEA]) == {TEA: Use()}
        assert usage.all() == {}


def test_a_name_that_is_no_text_is_no_error(usage):
    odd = Key("", "note", "\ud800")

    assert not usage.accessed([odd, TEA], MONDAY)
    assert usage.of([odd]) == {odd: Use()}
    assert usage.accessed([TEA], MONDAY)


# Damage


def test_a_damaged_file_is_set_aside_and_counting_begins_afresh(path):
    smash(path)
    before = path.read_bytes()

    with closing(Usage(path)) as usage:
        assert usage.of([TEA]) == {TEA: Use()}
        assert usage.accessed([TEA], MONDAY)
        assert usage.of([TEA])[TEA].accesses == 2

    assert path.with_name("usage.db.damaged").read_bytes() == before


def test_damage_that_shows_only_later_is_set_aside_too(path):
    keys = [Key("", "note", f"{n:0100}") for n in range(2_000)]
    with closing(Usage(path)) as usage:
        usage.accessed(keys, MONDAY)
    whole = bytearray(path.read_bytes())
    whole[8 * 4096 :] = b"\xff" * (len(whole) - 8 * 4096)
    path.write_bytes(whole)

    with closing(Usage(path)) as usage:
        usage.all()
        assert usage.accessed(keys, MONDAY) or usage.accessed(keys, MONDAY)
        assert usage.of(keys[-1:])[keys[-1]].accesses == 2

    assert path.with_name("usage.db.damaged").exists()
    assert not path.with_name("usage.db-wal").exists()


def test_damage_while_it_is_open_is_noticed_and_the_log_goes_with_the_file(usage, path):
    keys = [Key("", "note", f"{n:0100}") for n in range(2_000)]
    usage.accessed(keys, MONDAY)
    usage._database.close()
    smash(path)

    assert usage.all() == {}
    assert usage.accessed([TEA], MONDAY)
    assert list(usage.all()) == [TEA]


def test_a_file_of_another_version_is_left_as_it_is(path):
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE usage (something TEXT)")
        other.execute("PRAGMA user_version=99")

    with closing(Usage(path)) as usage:
        assert not usage.accessed([TEA], MONDAY)
        assert usage.of([TEA]) == {TEA: Use()}

    assert [found.name for found in path.parent.iterdir() if "damaged" in found.name] == []
    with closing(sqlite3.connect(path)) as other:
        assert other.execute("SELECT COUNT(*) FROM usage").fetchone() == (0,)
