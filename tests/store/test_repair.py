"""What a repair rests on: an exchange that no crash splits, chains and logs put together again, a check that waits."""

from __future__ import annotations

import random
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

from hypothesis import given, strategies as st

from reverie.store import layout, log_repair, stream_repair, streams
from reverie.store.aside import ASIDE, exchange, place
from reverie.store.git import Commit, GitHistory
from tests.conftest import MONDAY, fragment
from tests.store.crashing import MemoryDisk

OLD, NEW = b'{"torn\n', b'{"seq":1}\n'
STREAM = streams.encode([fragment(f"Fact number {n}.", entry=f"e{n}") for n in range(6)], "")
LINES = STREAM.splitlines(keepends=True)


def test_a_power_cut_leaves_a_file_as_it_was_or_mended_with_the_original_aside():
    for at in range(1, 30):
        disk = MemoryDisk([layout.PRIVATE, layout.TMP], {layout.LOG: OLD})
        done = _until(disk, at)
        for left in (*disk.crashes(random.Random(at), 64), disk.everything_kept()):
            now = left.read(layout.LOG)
            assert now in (OLD, NEW)
            if now == NEW:
                assert left.read(place(layout.LOG, OLD)) == OLD
            exchange(left, layout.LOG, NEW) if now == OLD else None
            assert left.read(layout.LOG) == NEW and left.read(place(layout.LOG, OLD)) == OLD
            assert len(left.names(ASIDE)) == 1
        if done:
            return
    raise AssertionError("the exchange never came to its end")


class _PowerCut(Exception):
    pass


def _until(disk: MemoryDisk, at: int) -> bool:
    def watch() -> None:
        if disk.operations + 1 >= at:
            raise _PowerCut

    disk.watcher = watch
    try:
        exchange(disk, layout.LOG, NEW)
    except _PowerCut:
        return False
    finally:
        disk.watcher = None
    return True


@given(st.permutations(range(6)), st.lists(st.integers(0, 5), max_size=3))
def test_lines_that_were_shuffled_or_doubled_find_their_chain_again(order: list[int], twice: list[int]):
    shuffled = b"".join(LINES[n] for n in (*order, *twice))

    assert (stream_repair.mended(shuffled, []) or shuffled) == STREAM


@given(st.integers(0, len(STREAM) - 1), st.binary(max_size=8))
def test_whatever_was_done_to_a_closed_stream_the_history_brings_it_back(at: int, put: bytes):
    damaged = STREAM[:at] + put + STREAM[at + len(put) + 1 :]
    mended = stream_repair.mended(damaged, [STREAM])

    assert mended is None or mended.startswith(STREAM)


def test_a_line_of_an_open_day_that_was_changed_is_not_vouched_for():
    changed = STREAM.replace(b"Fact number 2", b"Fact number 7")

    assert stream_repair.mended(changed, []) is None
    assert stream_repair.breaks(changed) == [4]


def test_what_came_after_the_version_of_the_history_is_kept_and_chained():
    later = streams.encode([fragment("Later.", entry="l")], "0" * 32)
    mended = stream_repair.mended(LINES[1] + later, [b"".join(LINES[:3])])

    assert mended is not None and b"Later." in mended
    assert mended.startswith(b"".join(LINES[:3])) and stream_repair.breaks(mended) == []


def test_half_a_character_stops_no_repair():
    later = streams.encode([fragment("Later.", entry="l")], "0" * 32).replace(b"Later", b"La\xed\xa0\x80ter")
    mended = stream_repair.mended(LINES[1] + later, [b"".join(LINES[:3])])

    assert mended is not None and rb"La\ud800ter" in mended
    assert mended.startswith(b"".join(LINES[:3])) and stream_repair.breaks(mended) == []


@given(st.binary(max_size=400))
def test_no_bytes_are_too_strange_to_be_read_as_a_log(raw: bytes):
    found = log_repair.read(raw, MONDAY)
    new, _ = log_repair.rebuilt(found, {}, (), MONDAY)

    assert log_repair.read(new, MONDAY).wrong == []


def test_the_history_is_checked_while_no_git_of_ours_is_at_work(tmp_path: Path):
    """A git that outlived its killed process folds packs: the check found an index that was just replaced."""
    history = GitHistory(tmp_path / "audit.git")
    at = datetime(2026, 11, 16, tzinfo=UTC)
    history.record([Commit(seq=1, id="p-1", at=at, author="me", message="one", files={"a.md": b"text\n"})])
    orphan = (
        "import fcntl, os, sys, time, pathlib\n"
        "folder = pathlib.Path(sys.argv[1])\n"
        "handle = os.open(folder, os.O_RDONLY); fcntl.flock(handle, fcntl.LOCK_EX)\n"
        "index = next((folder / 'objects/pack').glob('*.idx')); index.rename(f'{index}.away')\n"
        "print('gone', flush=True); time.sleep(0.7); pathlib.Path(f'{index}.away').rename(index)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", orphan, str(tmp_path / "audit.git")], stdout=subprocess.PIPE
    ) as process:
        assert process.stdout and process.stdout.readline() == b"gone\n"

        assert history.check() == []
