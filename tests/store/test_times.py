"""When work was last done, in small files: any process can write them, and none of them is worth an error."""

from __future__ import annotations

import stat
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from reverie import Memory
from reverie.store.lock import WriterLock, holder
from reverie.store.times import Times, backlog
from tests.conftest import MONDAY, fragment
from tests.loop.test_dream import said
from tests.loop.test_observe import said as session

LATER = MONDAY + timedelta(hours=1)
TOKEN = "ghp_" + "x9K2mQ7vR4tL8wZ1nB5cD3fG6hJ0pS2yA7uE"


@pytest.fixture
def times(tmp_path: Path) -> Times:
    return Times(tmp_path / "times")


def test_what_was_never_done_has_no_time(times: Times):
    assert times.last("dream") is None
    assert times.trouble("dream") == ""


def test_the_last_time_counts_and_so_does_what_went_wrong_then(times: Times, tmp_path: Path):
    assert times.note("dream", MONDAY, "the disk\nis full")
    assert (times.last("dream"), times.trouble("dream")) == (MONDAY, "the disk is full")

    assert times.note("dream", LATER)
    assert (times.last("dream"), times.trouble("dream")) == (LATER, "")
    assert times.last("sweep") is None
    assert [(f.name, stat.S_IMODE(f.stat().st_mode)) for f in (tmp_path / "times").iterdir()] == [("dream", 0o600)]


def test_no_credential_of_an_error_is_written_down(times: Times, tmp_path: Path):
    times.note("dream", MONDAY, f"refused {TOKEN}")

    assert TOKEN not in (tmp_path / "times" / "dream").read_text()
    assert times.trouble("dream").startswith("refused [REDACTED")


@pytest.mark.parametrize("damage", [b"", b"\xff\xfe\x00", b"yesterday", b"2026-11-16", b"2026-11-16T09:00:00"])
def test_a_damaged_time_is_none(times: Times, tmp_path: Path, damage: bytes):
    times.note("dream", MONDAY)
    (tmp_path / "times" / "dream").write_bytes(damage)

    assert times.last("dream") is None


def test_where_nothing_can_be_written_that_is_said(tmp_path: Path):
    (tmp_path / "times").write_text("a file, not a folder")

    assert not Times(tmp_path / "times").note("dream", MONDAY)
    assert Times(tmp_path / "times").last("dream") is None


def test_the_backlog_is_what_no_dream_has_considered_where_memory_is_on(workspace: Path):
    with Memory.create(workspace) as memory:
        said(memory, "The API port is 8080.", "The team deploys on Fridays.")
        memory.vault.append([fragment("Hers", space="user/ana", entry="h")], [], LATER, "test")
        have = backlog(memory.vault.state, memory.times, [])
        assert (have.fragments, have.digests, have.oldest) == (3, 0, MONDAY)
        assert have.dreamed is None
        assert have.swept == memory.vault.state.began()
        assert backlog(memory.vault.state, memory.times, ["user/ana"]).fragments == 2
        hers = backlog(memory.vault.state, memory.times, [""])
        assert (hers.fragments, hers.oldest) == (1, LATER)

        memory.dream()
        assert backlog(memory.vault.state, memory.times, []).fragments == 0


def test_when_something_was_learnt_survives_a_rebuild(workspace: Path):
    with Memory.create(workspace) as memory:
        said(memory, "The API port is 8080.")
        memory.doctor(fix=True)
        assert backlog(memory.vault.state, memory.times, []).oldest == MONDAY


def test_sessions_that_wait_are_counted_by_their_digests(workspace: Path):
    with Memory.create(workspace) as memory:
        for n in range(3):
            told = session(f"user: Fix the flaky login test number {n}", "agent: Done. All tests pass.")
            memory.flush(replace(told, source=f"codex:s{n}"))
        assert backlog(memory.vault.state, memory.times, []).digests == 3


def test_who_holds_a_lock_can_be_asked_without_waiting(tmp_path: Path):
    path = tmp_path / "worker.lock"
    assert holder(path) is None
    with WriterLock(path).held():
        assert (holder(path) or "").startswith("process ")
    assert holder(path) is None
