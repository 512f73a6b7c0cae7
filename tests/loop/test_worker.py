"""The worker: what is due is done in order and once, what fails rests, and a thousand triggers start one at most."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from reverie import config
from reverie.domain.due import Work
from reverie.errors import VaultBusy
from reverie.loop.worker import REST, wake
from reverie.memory import Memory
from reverie.store.lock import WriterLock
from reverie.store.times import Times
from tests.conftest import MONDAY, fragment
from tests.loop.test_dream import held, said

FACTS = ("The API port is 8080.", "The team deploys on Fridays.", "Ana prefers green tea.")


@pytest.fixture
def memory(workspace: Path) -> Iterator[Memory]:
    """Long ago something was noticed that no dream has considered."""
    with Memory.create(workspace) as made:
        said(made, *FACTS)
        made.times.note("sweep", datetime.now(UTC))
        yield made


class Starts:
    """Counts the workers that would be started; something is always due."""

    def __init__(self, folder: Path) -> None:
        self.count = 0
        self.times = Times(folder / "times")
        self.lock = WriterLock(folder / "worker.lock", 0)

    def trigger(self, now: datetime, due: Mapping[Work, str] | None = None) -> bool:
        wanted: Mapping[Work, str] = {"dream": "it is time"} if due is None else due
        return wake(lambda: wanted, self.times, self.lock, self._start, now)

    def _start(self) -> None:
        self.count += 1


# Starting


def test_a_thousand_triggers_start_one_worker(tmp_path: Path):
    starts = Starts(tmp_path)
    assert [starts.trigger(MONDAY + timedelta(milliseconds=n)) for n in range(1_000)].count(True) == 1
    assert starts.count == 1


def test_who_began_before_another_but_came_to_it_later_starts_no_second(tmp_path: Path):
    starts = Starts(tmp_path)
    assert starts.trigger(MONDAY)
    assert not starts.trigger(MONDAY - timedelta(milliseconds=20))
    assert starts.count == 1


def test_after_a_rest_the_next_trigger_starts_another(tmp_path: Path):
    starts = Starts(tmp_path)
    for n in range(3):
        assert starts.trigger(MONDAY + n * REST)
    assert starts.count == 3


def test_nothing_is_started_when_nothing_is_due_or_one_is_at_it(tmp_path: Path):
    starts = Starts(tmp_path)
    assert not starts.trigger(MONDAY, due={})
    with WriterLock(tmp_path / "worker.lock").held():
        assert not starts.trigger(MONDAY)
    assert starts.count == 0
    assert starts.trigger(MONDAY)


def test_a_start_that_cannot_be_noted_is_none(tmp_path: Path):
    (tmp_path / "times").write_text("a file, not a folder")
    starts = Starts(tmp_path)
    assert not any(starts.trigger(MONDAY) for _ in range(10))
    assert starts.count == 0


def test_a_clock_that_ran_backwards_stops_nobody_for_long(tmp_path: Path):
    starts = Starts(tmp_path)
    starts.trigger(MONDAY + timedelta(days=365))
    assert starts.trigger(MONDAY)


@pytest.mark.parametrize("why", ["setting", "variable", "off everywhere", "nothing new"])
def test_who_does_not_want_a_worker_gets_none(memory: Memory, why: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("REVERIE_WORKER", "off" if why == "variable" else "on")
    if why == "setting":
        (memory.root / "reverie.toml").write_text("[dream]\nauto = false\n")
    elif why == "off everywhere":
        memory.turn(None, on=False)
    elif why == "nothing new":
        memory.dream()
    with Memory.open(memory.root) as opened:
        assert not opened.wake()
    assert memory.times.last("start") is None


@pytest.mark.parametrize(("value", "wanted"), [("", True), ("on", True), ("off", False), ("OFF", False), ("0", False)])
def test_the_variable_that_stops_workers(value: str, wanted: bool):
    assert config.personal({"HOME": "/nowhere", "REVERIE_WORKER": value}).worker is wanted


# Working


def test_what_is_due_is_done_and_then_nothing_is(memory: Memory):
    done = memory.work()

    assert [(one.work, one.trouble) for one in done] == [("dream", ""), ("embed", "")]
    assert done[0].told.startswith("3 fragments")
    assert set(held(memory)) >= set(FACTS[:1])
    assert memory.due() == {}
    assert memory.work() == []


def test_the_order_is_observe_dream_sweep(memory: Memory):
    (memory.root / "reverie.toml").write_text("[observe]\nauto = true\n")
    memory.times.note("sweep", MONDAY - timedelta(days=100))
    with Memory.open(memory.root) as opened:
        assert [one.work for one in opened.work()] == ["observe", "dream", "sweep", "embed"]
        assert opened.due() == {}


@pytest.mark.parametrize(
    ("model", "told", "trouble"), [("none", "no vectors are wanted", ""), ("minilm", "", "minilm")]
)
def test_vectors_come_last_and_what_is_wrong_with_them_stops_nothing(
    memory: Memory, model: str, told: str, trouble: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("REVERIE_EMBEDDING", model)
    with Memory.open(memory.root) as opened:
        dreamed, embedded = opened.work()
    assert (dreamed.work, dreamed.trouble) == ("dream", "")
    assert embedded.told == told and trouble in embedded.trouble


def test_by_hand_everything_is_done_though_nothing_is_due_but_sessions_are_not_read_unasked(memory: Memory):
    memory.work()
    assert [one.work for one in memory.work(now=True)] == ["dream", "sweep", "reflect", "embed"]


def test_where_memory_is_off_nothing_is_dreamed(memory: Memory):
    memory.work()
    memory.times.note("dream", MONDAY)
    hers = fragment("The API port is 9090.", space="user/ana")
    memory.vault.append([hers], [], MONDAY, "test")
    memory.turn("user/ana", on=False)
    assert memory.due() == {}
    memory.work(now=True)
    assert memory.vault.marked("undreamed") == [hers]

    memory.turn(None, on=False)
    assert memory.work(now=True) == []


def test_a_session_that_ended_is_dreamed_at_once(workspace: Path):
    with Memory.create(workspace) as memory:
        memory.vault.append([fragment("The API port is 9090.")], [], datetime.now(UTC), "test")
        assert memory.due() == {}

        assert memory.ended()
        assert memory.due() == {"dream": "a session ended"}
        memory.work()
        assert memory.due() == {}
        assert memory.vault.marked("undreamed") == []


def test_where_memory_is_off_the_end_of_a_session_is_nothing(memory: Memory):
    memory.turn("user/ana", on=False)
    assert not memory.ended("user/ana")
    assert memory.times.last("ended") is None


def test_a_dream_by_hand_counts_and_one_of_a_single_space_or_a_plan_does_not(memory: Memory):
    memory.dream(mode="plan")
    memory.dream("user/ana")
    assert "dream" in memory.due()
    memory.dream()
    assert memory.times.last("dream")
    assert "dream" not in memory.due()


def test_two_workers_never_work_at_once(memory: Memory):
    with WriterLock(memory.root / ".reverie" / "worker.lock").held(), pytest.raises(VaultBusy, match="worker"):
        memory.work()
    assert memory.times.last("dream") is None


def test_what_another_process_dreams_is_left_to_it_and_the_rest_is_done(memory: Memory):
    memory.times.note("sweep", MONDAY - timedelta(days=100))
    with WriterLock(memory.root / ".reverie" / "dream.lock").held():
        done = memory.work()
    assert [(one.work, one.busy, one.trouble) for one in done] == [
        ("dream", True, ""), ("sweep", False, ""), ("embed", False, ""),
    ]  # fmt: skip
    assert "dream" in memory.due()


def test_what_fails_is_told_and_rests(memory: Memory):
    usage = memory.root / ".reverie" / "usage.db"
    memory.usage.close()
    usage.unlink(missing_ok=True)
    usage.mkdir()
    memory.times.note("sweep", MONDAY - timedelta(days=100))

    done = {one.work: one.trouble for one in memory.work()}

    assert done["dream"] == "" and "disk" in done["sweep"]
    assert "sweep" not in memory.due()
    found = memory.status()["work"]
    assert found["trouble"] == {"sweep": done["sweep"]}
    assert found["last"]["dream"] and found["due"] == {} and found["worker"] is None
