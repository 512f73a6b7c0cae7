"""Processes killed at any moment: whatever was acknowledged is there, and the workspace is healthy."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from reverie import Memory
from reverie.domain.page import Key
from reverie.store.base import AuditFilter

pytestmark = pytest.mark.disk

WRITER = """
import sys
from reverie import Memory
root, run = sys.argv[1:]
print("start", flush=True)
memory = Memory.open(root)
kept = []
for n in range(1, 1000):
    if n % 5 or not kept:
        done = memory.remember(f"Locker {run}x{n} belongs to tenant number {n} of run {run}.")
        kept.append((done.page, done.applied.entry.id))
        print("kept", done.fragment.id, done.applied.entry.id, done.page.kind, done.page.slug, flush=True)
    elif n % 15 == 0:
        page, change = kept.pop()
        done = memory.undo(change)
        print("undone", change, done.entry.id, page.kind, page.slug, flush=True)
    elif n % 10 == 0:
        page, change = kept.pop()
        done = memory.pin(str(page))
        print("pinned", change, done.entry.id, page.kind, page.slug, flush=True)
    else:
        page, change = kept.pop()
        done = memory.forget([page], why="moved out")
        print("forgotten", change, done.entry.id, page.kind, page.slug, flush=True)
"""
MAKER = """
import sys
from reverie import Memory
import reverie.memory
print("start", flush=True)
Memory.create(sys.argv[1])
"""


def kill_a_writer(root: Path, run: str, after: int, delay: float) -> list[list[str]]:
    """Let a process write, kill it some time after that many acknowledgements, and return those it gave."""
    command = [sys.executable, "-c", WRITER, str(root), run]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as writer:
        assert writer.stdout
        assert writer.stderr
        said = [writer.stdout.readline() for _ in range(after + 1)]
        time.sleep(delay)
        writer.kill()
        said += writer.stdout.readlines()
        assert writer.stderr.read() == ""
    assert writer.returncode == -signal.SIGKILL
    return [line.split() for line in said[1:] if line.endswith("\n")]


def check(root: Path, acknowledged: list[list[str]]) -> None:
    """Everything acknowledged is there, and nothing is wrong."""
    with closing(Memory.open(root)) as memory:
        findings, _ = memory.doctor()
        assert [f for f in findings if f.level == "problem"] == []
        entries = {e.id for e in memory.audit(AuditFilter(limit=100_000))}
        assert {line[2] for line in acknowledged} <= entries
        told = [line[1] for line in acknowledged if line[0] == "kept"]
        assert memory.vault.fragments(told).keys() == set(told)
        last = {Key("", line[3], line[4]): line[0] for line in acknowledged}  # type: ignore[arg-type]
        changes = {line[2] for line in acknowledged}
        pages = memory.vault.pages(last)
        unsure: set[Key] = set()
        for key, state in last.items():
            page = pages.get(key)
            if memory.audit(AuditFilter(key=key, limit=1))[0].id not in changes:
                unsure.add(key)  # changed once more, and killed before it could say so
                continue
            assert (page is None) == (state == "undone")
            if page:
                assert bool(page.retired) == (state == "forgotten")
                assert page.pinned == (state == "pinned")
        standing = [key for key, state in last.items() if state in ("kept", "pinned") and key not in unsure]
        for key in standing[-2:]:
            hits = memory.recall(pages[key].prose).hits
            assert key in [hit.key for hit in hits]


def survive(root: Path, kills: int, seed: int) -> int:
    chance = random.Random(seed)
    Memory.create(root).close()
    acknowledged: list[list[str]] = []
    for run in range(kills):
        after = chance.choice((0, 0, 1, 2, 5))
        acknowledged += kill_a_writer(root, f"{seed}-{run}", after, chance.uniform(0.0, 0.1))
        check(root, acknowledged)
    return len(acknowledged)


@pytest.mark.parametrize("seed", range(4))
def test_what_was_acknowledged_survives_a_kill(seed, tmp_path):
    assert survive(tmp_path / "w", 5, seed) > 0


@pytest.mark.torture
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", range(100, 120))
def test_what_was_acknowledged_survives_a_thousand_kills(seed, tmp_path):
    assert survive(tmp_path / "w", 50, seed) > 0


def test_a_workspace_whose_first_process_was_killed_opens(tmp_path):
    """Killed while it was made: `create` goes on where it stopped."""
    chance = random.Random(7)
    for n in range(6):
        root = tmp_path / str(n)
        with subprocess.Popen([sys.executable, "-c", MAKER, str(root)], stdout=subprocess.PIPE) as maker:
            assert maker.stdout
            maker.stdout.readline()
            time.sleep(chance.uniform(0.0, 0.15))
            maker.kill()
        with closing(Memory.create(root)) as memory:
            assert memory.remember("I drink green tea.").page
            findings, _ = memory.doctor()
            assert [f for f in findings if f.level == "problem"] == []
