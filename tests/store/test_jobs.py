"""jobs.db: each session is read once, by one process; what failed is tried again, then waits."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

import pytest

from reverie.store.jobs import LEASE, TRIES, UNCHANGED, Jobs
from reverie.store.owner import Owner
from tests.conftest import MONDAY

PLACE = {"offset": 120, "last": "e7", "prefix": "9:ab", "compactions": 0}
SECOND = timedelta(seconds=1)


@pytest.fixture
def jobs(tmp_path: Path) -> Iterator[Jobs]:
    opened = Jobs(tmp_path / "jobs.db")
    yield opened
    opened.close()


def claim(jobs: Jobs, owner: str = "one", *, size: int = 10, now=MONDAY, again: bool = False):
    return jobs.claim("codex:s", "codex", "/s.jsonl", size, MONDAY, now, owner, again=again)


def test_a_session_that_was_done_is_done_until_it_changes(jobs: Jobs) -> None:
    assert claim(jobs) == {}
    assert jobs.done("codex:s", "one", PLACE, 10, MONDAY, MONDAY)
    assert claim(jobs) is None
    assert claim(jobs, size=11) == PLACE


def test_nobody_else_gets_a_session_while_its_owner_lives(jobs: Jobs) -> None:
    claim(jobs)
    assert claim(jobs, "two") is None
    assert jobs.heartbeat("codex:s", "one", MONDAY + LEASE - SECOND)
    assert claim(jobs, "two", now=MONDAY + LEASE + SECOND) is None
    assert claim(jobs, "two", now=MONDAY + 3 * LEASE) == {}


def test_whoever_waits_for_a_model_is_not_taken_for_dead(tmp_path: Path) -> None:
    asking = Jobs(tmp_path / "jobs.db", silent=timedelta(minutes=60))
    claim(asking)

    assert claim(asking, "two", now=MONDAY + timedelta(minutes=60)) is None
    assert asking.heartbeat("codex:s", "one", MONDAY + timedelta(minutes=60))
    assert claim(asking, "two", now=MONDAY + timedelta(minutes=120)) is None
    assert claim(asking, "two", now=MONDAY + timedelta(minutes=60) + 14 * LEASE) == {}
    asking.close()


def test_whoever_lost_a_session_has_no_say_in_it_any_more(jobs: Jobs) -> None:
    claim(jobs)
    claim(jobs, "two", now=MONDAY + 2 * LEASE)
    assert not jobs.heartbeat("codex:s", "one", MONDAY + 2 * LEASE)
    assert not jobs.done("codex:s", "one", PLACE, 10, MONDAY, MONDAY)
    jobs.fail("codex:s", "one", "too late", 10, MONDAY, MONDAY)
    assert jobs.failing() == []


def test_a_failure_rests_longer_each_time_and_at_last_waits_for_a_change(jobs: Jobs) -> None:
    now, pauses = MONDAY, []
    for _ in range(TRIES):
        assert claim(jobs, now=now) == {}
        jobs.fail("codex:s", "one", "cannot be read", 10, MONDAY, now)
        assert claim(jobs, now=now) is None
        waited = now
        while claim(jobs, now=waited) is None and waited < now + timedelta(hours=4):
            waited += timedelta(minutes=1)
        jobs.release("codex:s", "one")
        pauses.append(waited - now)
        now = waited
    assert pauses == sorted(pauses)
    assert claim(jobs, now=now + timedelta(days=9)) is None
    (dead,) = jobs.failing()
    assert (dead.source, dead.attempts, dead.error) == ("codex:s", TRIES, "cannot be read")
    assert claim(jobs, size=11, now=now + timedelta(days=9)) == {}
    jobs.done("codex:s", "one", PLACE, 11, MONDAY, now)
    assert jobs.failing() == []


def test_a_person_who_asks_again_does_not_wait(jobs: Jobs) -> None:
    claim(jobs)
    jobs.fail("codex:s", "one", "cannot be read", 10, MONDAY, MONDAY)
    assert claim(jobs) is None
    assert claim(jobs, again=True) == {}


def test_of_many_that_start_at_once_one_gets_it(tmp_path: Path) -> None:
    def start(n: int) -> bool:
        mine = Jobs(tmp_path / "jobs.db")
        try:
            return claim(mine, f"process {n}") is not None
        finally:
            mine.close()

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(start, range(16))) == 1


def why_not(jobs: Jobs, owner: str = "one", *, now=MONDAY, again: bool = False) -> str | None:
    return jobs.why_not("codex:s", 10, MONDAY, now, owner, again=again)


OWNER = "from reverie.store.owner import Owner; print(Owner.here('theirs'), flush=True); input()"


@pytest.fixture
def other() -> Iterator[subprocess.Popen[str]]:
    """Another process, which prints its token and lives until it is killed."""
    pipe = subprocess.PIPE
    child = subprocess.Popen([sys.executable, "-c", OWNER], stdin=pipe, stdout=pipe, text=True)
    yield child
    child.kill()
    child.communicate()


def test_a_process_that_was_killed_is_not_waited_for(jobs: Jobs, other: subprocess.Popen[str]) -> None:
    assert other.stdout
    token = other.stdout.readline().strip()
    claim(jobs, token)
    mine = str(Owner.here("mine"))
    assert claim(jobs, mine) is None
    assert why_not(jobs, mine) == f"being read by another process (pid {other.pid})"
    os.kill(other.pid, 9)
    while claim(jobs, mine) is None:  # it dies before anybody asks about it
        pass
    other.wait()
    assert not jobs.heartbeat("codex:s", token, MONDAY)


def test_another_process_with_the_same_number_is_not_taken_for_the_owner(jobs: Jobs) -> None:
    me = Owner.here("mine")
    claim(jobs, str(me._replace(started="1", once="before")))
    assert claim(jobs, str(me)) == {}


def test_two_that_one_process_does_at_once_are_two_owners(jobs: Jobs) -> None:
    claim(jobs, str(Owner.here("first")))
    assert claim(jobs, str(Owner.here("second"))) is None


def test_a_process_of_another_machine_has_its_lease(jobs: Jobs) -> None:
    far = Owner.here("theirs")._replace(machine="far", pid=4_000_000)
    claim(jobs, str(far))
    assert claim(jobs, str(Owner.here("mine"))) is None
    assert why_not(jobs) == "being read by another process (pid 4000000 of another machine)"
    assert claim(jobs, "mine", now=MONDAY + 2 * LEASE) == {}


def test_why_a_session_is_left_alone_is_said_exactly(jobs: Jobs) -> None:
    assert why_not(jobs) is None
    claim(jobs)
    assert why_not(jobs, "two") == "being read by another process"
    jobs.fail("codex:s", "one", "cannot be read", 10, MONDAY, MONDAY)
    until = (MONDAY + timedelta(minutes=1)).astimezone()
    assert why_not(jobs) == f"resting after a failure until {until:%H:%M}"
    assert why_not(jobs, again=True) is None
    for n in range(1, TRIES):
        claim(jobs, now=MONDAY + timedelta(days=n))
        jobs.fail("codex:s", "one", "cannot be read", 10, MONDAY, MONDAY + timedelta(days=n))
    assert why_not(jobs, now=MONDAY + timedelta(days=9)) == f"given up after {TRIES} failures, until it changes"
    claim(jobs, again=True)
    jobs.done("codex:s", "one", PLACE, 10, MONDAY, MONDAY)
    assert why_not(jobs) == UNCHANGED
