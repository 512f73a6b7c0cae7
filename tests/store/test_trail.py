"""What the history in audit.git holds, and when."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from reverie import Memory
from reverie.domain.proposal import Proposal, put
from reverie.loop.apply import apply
from tests.conftest import MONDAY, belief, fragment

MONDAYS = "memory/streams/2026-11-16.jsonl"
TUESDAYS = "memory/streams/2026-11-17.jsonl"


@pytest.fixture
def memory(workspace: Path) -> Iterator[Memory]:
    with Memory.create(workspace) as memory:
        yield memory


def believes(memory: Memory, name: str, *, day: int) -> None:
    """Something said and held on that day after Monday."""
    said = fragment(f"{name} is true", day=day, entry=name)
    at = MONDAY + timedelta(days=day)
    memory.vault.append([said], [], at, "bot:auto-detect")
    page = belief(f"{name} is true.", said, slug=name)
    apply(
        Proposal(id=f"p-{name}", origin="remember", actor="bot:auto-detect", because=name, changes=(put(page, None),)),
        memory.vault,
        at,
    )
    assert memory.trail.follow() is None


def test_each_applied_proposal_is_one_commit_in_the_seeds_format(memory: Memory):
    believes(memory, "tea", day=0)

    ((name, _, subject),) = memory.trail.git.log("memory/topics/tea.md")
    assert (name, subject) == ("p-tea", "[CREATE] memory/topics/tea.md — tea")


def test_a_stream_enters_the_history_once_its_day_has_closed(memory: Memory, workspace: Path):
    believes(memory, "tea", day=0)
    assert MONDAYS not in memory.trail.git.files()

    believes(memory, "coffee", day=1)

    assert memory.trail.git.read(MONDAYS) == (workspace / MONDAYS).read_bytes()
    assert TUESDAYS not in memory.trail.git.files()


def test_a_proposal_that_waited_over_a_night_is_one_commit(memory: Memory):
    believes(memory, "tea", day=0)
    said = fragment("coffee is true", day=0, entry="coffee")
    memory.vault.append([said], [], MONDAY, "bot:auto-detect")
    page = belief("coffee is true.", said, slug="coffee")
    held = Proposal(
        id="p-coffee", origin="dream", actor="dream:x", because="coffee", changes=(put(page, None),),
        considered=(said.id,),
    )  # fmt: skip
    memory.vault.hold(held, "held", MONDAY + timedelta(days=1), ["a person decides"], "dream:x")
    memory.trail.follow()
    memory.approve("p-coffee")

    assert memory.verify() == []
    assert MONDAYS in memory.trail.git.files()


def test_a_closed_day_that_grows_enters_the_history_again(memory: Memory, workspace: Path):
    believes(memory, "tea", day=0)
    believes(memory, "coffee", day=1)

    late = fragment("said on Monday, learnt on Tuesday", entry="late")
    memory.vault.append([late], [], MONDAY + timedelta(days=1), "bot:auto-detect")
    memory.trail.follow()

    assert late.id.encode() in (memory.trail.git.read(MONDAYS) or b"")
    assert memory.trail.git.read(MONDAYS) == (workspace / MONDAYS).read_bytes()


def test_a_history_that_was_deleted_is_written_again_with_closed_streams(memory: Memory, workspace: Path):
    believes(memory, "tea", day=0)
    believes(memory, "coffee", day=1)
    shutil.rmtree(workspace / ".reverie" / "audit.git")

    believes(memory, "milk", day=1)

    assert memory.trail.git.read(MONDAYS) == (workspace / MONDAYS).read_bytes()
    assert memory.trail.git.ids().keys() >= {"p-tea", "p-coffee", "p-milk"}
    assert memory.verify() == []


def test_a_credential_in_another_programs_stream_is_neither_searched_nor_committed(workspace: Path):
    token = "ghp_" + "0123456789abcdefghijABCDEFGHIJ456789"
    (workspace / "memory/streams").mkdir(parents=True)
    (workspace / MONDAYS).write_text(
        '{"type":"fragment","id":"01a1e231-6281-7e40-8f62-05fe522b162d","ts":"2026-11-16T09:00:00Z",'
        f'"source":"s","entry":"e","topic":"walrus","body":"the walrus token is {token}"}}\n'
    )
    with Memory.create(workspace) as memory:
        believes(memory, "tea", day=1)
        believes(memory, "coffee", day=2)

        assert memory.recall("walrus token", everything=True).hits == ()
        assert token.encode() not in (memory.trail.git.read(MONDAYS) or b"")
        assert b"[REDACTED:" in (memory.trail.git.read(MONDAYS) or b"")
        assert any("holds a credential" in f.what and f"{MONDAYS}:1" in f.what for f in memory.doctor()[0])


def test_history_that_cannot_be_written_delays_nothing_else(memory: Memory, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PATH", "/nonexistent")
    kept = memory.remember("The staging cluster is called heron")
    assert kept.applied.entry
    assert "git was not found" in (memory.behind or "")

    monkeypatch.undo()
    memory.remember("Billing uses PostgreSQL 16")

    assert memory.behind is None
    assert kept.applied.entry.id in memory.trail.git.ids()
