"""Many processes and threads on one workspace: writers queue, readers never wait and never fail."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from reverie import Memory
from reverie.store.base import AuditFilter

WRITERS = 8
WRITE = """
import sys
from reverie import Memory
root, me, each = sys.argv[1], sys.argv[2], int(sys.argv[3])
with Memory.open(root) as memory:
    for n in range(each):
        assert memory.remember(f"Locker {me}x{n} belongs to tenant number {n} of house {me}.").applied.entry
"""
READ = """
import sys
from reverie import Memory
from reverie.store.base import AuditFilter
root = sys.argv[1]
rounds = 0
print("reading", flush=True)
import select
while not select.select([sys.stdin], [], [], 0)[0]:
    with Memory.open(root) as memory:
        for _ in range(20):
            keys = memory.vault.keys()
            pages = memory.vault.pages(keys)
            assert pages.keys() == set(keys), set(keys) - pages.keys()
            for hit in memory.recall("Which locker belongs to tenant number 3?").hits[:3]:
                assert memory.why(hit.handle)
            memory.audit(AuditFilter(limit=5))
            rounds += 1
print(rounds)
"""
HOLD = """
import sys
from reverie import Memory
with Memory.open(sys.argv[1]) as memory, memory.vault.writing():
    print("held", flush=True)
    sys.stdin.readline()
"""


def run(script: str, *args: object) -> subprocess.Popen[str]:
    pipe = subprocess.PIPE
    return subprocess.Popen(
        [sys.executable, "-c", script, *map(str, args)], stdin=pipe, stdout=pipe, stderr=pipe, text=True
    )


def healthy(memory: Memory, written: int) -> None:
    """Every fragment, every page and both entries of every `remember` are there, each once."""
    assert len(memory.vault.state.all_fragments()) == written
    entries = memory.audit(AuditFilter(limit=100_000))
    assert [e.seq for e in entries] == list(range(len(entries), 0, -1))
    assert len([e for e in entries if e.action == "APPEND"]) == written
    assert len({e.id for e in entries if e.proposal and e.proposal.origin == "remember"}) == written
    assert len([k for k in memory.vault.keys() if k.kind == "belief"]) == written  # noqa: SIM118  a vault is no dict
    findings, _ = memory.doctor()
    assert [f for f in findings if f.level == "problem"] == []


@pytest.mark.timeout(300)
@pytest.mark.parametrize("each", [10, pytest.param(50, marks=pytest.mark.torture)])
def test_eight_writers_and_two_readers_share_a_workspace(each, tmp_path):
    root = tmp_path / "w"
    Memory.create(root).close()

    readers = [run(READ, root) for _ in range(2)]
    writers = [run(WRITE, root, me, each) for me in range(WRITERS)]
    wrote = [writer.communicate() for writer in writers]
    read = [reader.communicate("stop\n") for reader in readers]

    assert [err for _, err in wrote] == [""] * WRITERS
    assert [err for _, err in read] == ["", ""]
    assert all(int(out.split()[-1]) > 5 for out, _ in read)
    with closing(Memory.open(root)) as memory:
        healthy(memory, WRITERS * each)


@pytest.mark.parametrize("times", [1, pytest.param(10, marks=pytest.mark.torture)])
def test_a_new_workspace_may_be_opened_by_many_at_once(times, tmp_path):
    for n in range(times):
        root = tmp_path / str(n)
        create = "import sys; from reverie import Memory; Memory.create(sys.argv[1]).close()"
        makers = [run(create, root) for _ in range(6)]
        assert [maker.communicate()[1] for maker in makers] == [""] * 6
        with closing(Memory.open(root)) as memory:
            assert len(memory.audit(AuditFilter())) == 1
            healthy(memory, 0)


def test_a_writer_that_waits_too_long_is_told_so_in_one_line(tmp_path):
    root = tmp_path / "w"
    Memory.create(root).close()
    (root / "reverie.toml").write_text("[vault]\nwait = 0.3\n", "utf-8")
    Memory.create(root).close()  # takes the edit in
    holder = run(HOLD, root)
    assert holder.stdout
    assert holder.stdout.readline() == "held\n"

    ask = "from reverie.__main__ import main; main()"
    waiting = subprocess.run(
        [sys.executable, "-c", ask, "-w", str(root), "remember", "I drink green tea."],
        capture_output=True,
        text=True,
        timeout=30,
    )
    with closing(Memory.open(root)) as memory:
        assert memory.recall("green tea").hits == ()  # readers do not wait

    holder.communicate("go\n")
    assert waiting.returncode != 0
    assert waiting.stderr.count("\n") == 1, waiting.stderr
    assert "busy" in waiting.stderr
    assert f"process {holder.pid}" in waiting.stderr
    with closing(Memory.open(root)) as memory:
        assert memory.remember("I drink green tea.").page


def in_threads(work: Callable[[int], None], count: int = 8) -> None:
    with ThreadPoolExecutor(count) as pool:
        for done in [pool.submit(work, n) for n in range(count)]:
            done.result()


def write(memory: Memory, me: int, each: int = 20) -> None:
    for n in range(each):
        memory.remember(f"Locker {me}x{n} belongs to tenant number {n} of house {me}.")
        assert memory.recall(f"Who has locker {me}x{n}?").terms


def test_threads_with_a_memory_each_share_a_workspace(tmp_path):
    root = tmp_path / "w"
    Memory.create(root).close()

    def work(me: int) -> None:
        with closing(Memory.open(root)) as memory:
            write(memory, me)

    in_threads(work)
    with closing(Memory.open(root)) as memory:
        healthy(memory, 160)


def test_threads_may_share_one_memory(tmp_path):
    root: Path = tmp_path / "w"
    with closing(Memory.create(root)) as memory:
        in_threads(lambda me: write(memory, me))
        healthy(memory, 160)
