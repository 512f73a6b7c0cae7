"""Work in the background with real processes: it is done once, nothing of it is lost, and no process is left."""

from __future__ import annotations

import json
import os
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from reverie import Memory
from reverie.loop.dream_offline import OfflineDreamer
from reverie.loop.worker import REST
from reverie.store.base import AuditFilter
from tests.conftest import fragment
from tests.journeys.test_cli import Reverie, reverie as reverie
from tests.journeys.test_models_cli import file as file, server as server, write
from tests.llm.wire import Wire

PATIENCE = 120.0  # seconds, for a machine that does a lot else
PYTHON = sys.executable
# A command that would start a worker with another program than its own Python.
TYPED = (
    "import sys; _, sys.executable, *rest = sys.argv; sys.argv[1:] = rest; from reverie.__main__ import main; main()"
)


@pytest.fixture
def counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Commands may start workers, and each that is started writes its number down here."""
    python, started = tmp_path / "python", tmp_path / "started"
    python.write_text(f'#!/bin/sh\necho $$ >> "{started}"\nexec "{PYTHON}" "$@"\n')
    python.chmod(python.stat().st_mode | stat.S_IXUSR)
    started.touch()
    monkeypatch.setenv("REVERIE_WORKER", "on")
    monkeypatch.setattr(sys, "executable", str(python))
    return started


def waiting(root: Path, count: int) -> None:
    """A workspace where so much was noticed an hour ago, and nothing was dreamed since."""
    with closing(Memory.create(root)) as memory:
        some = [fragment(f"Locker {n} belongs to tenant number {n}.", entry=f"e{n}") for n in range(count)]
        memory.vault.append(some, [], datetime.now(UTC) - timedelta(hours=1), "test")


def type_(root: Path, *arguments: str) -> subprocess.Popen[str]:
    command = [PYTHON, "-c", TYPED, sys.executable, "-w", str(root), *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def said(command: subprocess.Popen[str]) -> tuple[int, str]:
    """What became of a command: its code, and its errors."""
    errors = command.communicate(timeout=PATIENCE)[1]
    return command.returncode, errors


def until(true: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.02)


def alive(pid: int) -> bool:
    """Whether a process still runs; one that ended and that nobody has buried does not."""
    try:
        os.kill(pid, 0)
        return ") Z " not in Path(f"/proc/{pid}/stat").read_text()
    except (ProcessLookupError, FileNotFoundError):
        return False


def workers(counted: Path) -> list[int]:
    return [int(line) for line in counted.read_text().split()]


def nobody_left(counted: Path) -> bool:
    return bool(workers(counted)) and not any(alive(pid) for pid in workers(counted))


def healthy(root: Path, count: int, *, nights: int) -> None:
    """Everything that was said was dreamed, in so many nights, and each statement stands on one page."""
    with closing(Memory.open(root)) as memory:
        assert memory.vault.state.mark_counts() == {"dreamed": count}
        entries = memory.audit(AuditFilter(limit=10_000))
        dreamed = [e.proposal for e in entries if e.proposal and e.proposal.origin == "dream"]
        assert len({proposal.run for proposal in dreamed}) == nights
        considered = [id_ for proposal in dreamed for id_ in proposal.considered]
        assert len(considered) == len(set(considered)) == count
        findings, _ = memory.doctor()
        assert [f for f in findings if f.level == "problem"] == []
        assert memory.due() == {}


def test_a_thousand_triggers_start_one_process_and_none_is_left(tmp_path: Path, counted: Path):
    root = tmp_path / "w"
    waiting(root, 3)

    with closing(Memory.open(root)) as memory:
        assert [memory.wake() for _ in range(1_000)].count(True) == 1
    commands = [type_(root, "recall", f"locker {n}") for n in range(6)]
    assert [said(command) for command in commands] == [(0, "")] * 6

    until(lambda: nobody_left(counted))
    with closing(Memory.open(root)) as memory:
        assert [memory.wake() for _ in range(1_000)].count(True) == 0
    assert len(workers(counted)) == 1
    healthy(root, 3, nights=1)


def test_commands_typed_at_once_start_one_worker(tmp_path: Path, counted: Path):
    root = tmp_path / "w"
    waiting(root, 3)

    commands = [type_(root, "recall", f"locker {n}") for n in range(6)]
    assert [said(command) for command in commands] == [(0, "")] * 6

    until(lambda: nobody_left(counted))
    assert len(workers(counted)) == 1
    healthy(root, 3, nights=1)


def test_commands_that_look_or_do_the_work_themselves_start_nobody(tmp_path: Path, counted: Path):
    root = tmp_path / "w"
    waiting(root, 3)

    for command in (("status",), ("audit",), ("doctor",), ("dream", "--plan"), ("worker",)):
        assert said(type_(root, *command)) == (0, "")
    assert workers(counted) == []
    healthy(root, 3, nights=1)


def test_two_workers_at_once_do_the_work_once(tmp_path: Path):
    root = tmp_path / "w"
    waiting(root, 40)

    both = [subprocess.Popen([PYTHON, "-m", "reverie", "-w", str(root), "worker", "--json"], stdout=subprocess.PIPE)
            for _ in range(2)]  # fmt: skip
    told = [json.loads(process.communicate(timeout=PATIENCE)[0]) for process in both]

    assert [process.returncode for process in both] == [0, 0]
    assert sum(one["work"] == "dream" and not one["busy"] for found in told for one in found["done"]) == 1
    healthy(root, 40, nights=1)


@pytest.mark.disk
def test_a_worker_that_is_killed_loses_nothing_and_the_next_trigger_goes_on(tmp_path: Path, counted: Path):
    root = tmp_path / "w"
    some = OfflineDreamer.batch + 20
    waiting(root, some)
    with closing(Memory.open(root)) as memory:
        assert memory.wake()
        until(lambda: memory.vault.state.follow(memory.vault.disk) or "dreamed" in memory.vault.state.mark_counts())
        (worker,) = workers(counted)
        os.kill(worker, signal.SIGKILL)
        until(lambda: not alive(worker))
        memory.vault.recover()
        left = memory.vault.state.mark_counts()
        assert sum(left.values()) == some and left.get("undreamed")

        memory.times.note("start", datetime.now(UTC) - REST)  # a minute later

    assert said(type_(root, "recall", "locker 7")) == (0, "")
    until(lambda: nobody_left(counted))
    assert len(workers(counted)) == 2
    healthy(root, some, nights=2)


def test_the_worker_as_a_person_meets_it(reverie: Reverie, workspace: Path):
    assert reverie("worker").out == "Nothing is due.\n"
    assert "Work       nothing done yet; nothing is due" in reverie("status").out

    waiting(workspace, 2)
    assert "nothing done yet; due: dream (something waits for 30m and longer)" in reverie("status").out
    ran = reverie("worker", "--once")
    assert ran.out.startswith("dream  2 fragments, ") and "embed  " in ran.out

    assert reverie("worker", "--quiet", "--now").out == ""
    told = reverie("status", "--json").json["work"]
    assert told["last"]["dream"] and told["last"]["sweep"] and told["due"] == {}
    assert "; nothing is due" in reverie("status").out


def test_a_schedule_that_cannot_be_read_is_said_in_one_line(reverie: Reverie, workspace: Path):
    (workspace / "reverie.toml").write_text('[dream]\nevery = "*/30 * * * *"\n')
    ran = reverie("worker")
    assert ran.code == 2
    assert "[dream] every: '*/30 * * * *' is not a time such as 30m, 2h or 1d" in ran.err


def test_when_the_money_of_the_day_is_spent_the_worker_dreams_by_rules(
    reverie: Reverie, workspace: Path, server: Wire, file: Path
):
    write(file, deep="ollama:tiny", endpoint=server.url, tokens=10)
    waiting(workspace, 2)

    done = reverie("worker", "--json").json["done"]

    assert (done[0]["work"], done[0]["trouble"]) == ("dream", "")
    assert server.asked == []
    healthy(workspace, 2, nights=1)
