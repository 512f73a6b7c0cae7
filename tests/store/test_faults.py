"""The n-th write fails, for n = 1, 2, 3…: a change is refused in one line, or it is made. Never half of it."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import pytest

from reverie import Memory
from reverie.domain.page import Key
from reverie.domain.proposal import put
from reverie.errors import ReverieError, VaultError
from reverie.loop.apply import apply
from reverie.loop.remember import Speaker, keep_verbatim
from reverie.store.base import AuditFilter
from reverie.store.disk import LocalDisk
from reverie.store.files import FileVault
from reverie.store.state import State
from tests.conftest import MONDAY, belief, fragment
from tests.store.crashing import FaultyDisk
from tests.store.test_crash import (
    SPARE,
    Contents,
    append_one,
    append_over_two_days,
    contents,
    create_and_restate,
    create_several_pages,
    edit_core_memory,
    full_vault,
    hold_a_proposal,
    proposal,
    recovered,
    retire_a_skill,
    undo_a_creation,
)

pytestmark = pytest.mark.disk

# What the disk says is only told on; one code stands for the others, and `make torture` takes all.
CODES = [errno.ENOSPC, *(pytest.param(code, marks=pytest.mark.torture) for code in (errno.EIO, errno.EACCES))]
each_code = pytest.mark.parametrize("code", CODES, ids=lambda code: errno.errorcode[code])
once_or_for_good = pytest.mark.parametrize("lasting", [False, True], ids=["once", "from then on"])
each_change = pytest.mark.parametrize(
    "make",
    [
        append_one,
        append_over_two_days,
        create_several_pages,
        create_and_restate,
        edit_core_memory,
        retire_a_skill,
        undo_a_creation,
        hold_a_proposal,
    ],
)


def one_line(wrong: BaseException, code: int) -> bool:
    return "\n" not in str(wrong) and os.strerror(code) in str(wrong)


@each_code
@once_or_for_good
@each_change
def test_a_change_on_a_failing_disk_is_refused_in_one_line_or_made_whole(make, lasting, code):
    before, after = contents(recovered(full_vault())), _done(make)
    n, outcomes = 1, set()
    while True:
        disk = full_vault()
        faulty = FaultyDisk(disk, n, code, lasting=lasting)
        vault = FileVault(faulty, State(None))
        vault.state.follow(disk)
        try:
            make(vault)
        except VaultError as wrong:
            assert one_line(wrong, code)
            expected = before
        else:
            expected = after
            assert bool(vault.unfinished) is bool(faulty.failed)
        outcomes.add(expected is after)

        reader = FileVault(disk, State(None))
        reader.state.follow(disk)
        assert _pages(reader) == {key: page.text for key, page in expected.pages.items()}
        assert contents(recovered(disk)) == expected
        if not faulty.failed:
            break
        n += 1
    assert n > 5
    assert outcomes == {True, False}


def _done(make: Callable[[FileVault], None]) -> Contents:
    disk = full_vault()
    make(recovered(disk))
    return contents(recovered(disk))


def _pages(vault: FileVault) -> dict[Key, str]:
    return {key: page.text for key, page in vault.pages(vault.keys()).items()}


@each_code
@once_or_for_good
def test_after_a_failure_the_same_vault_goes_on_when_the_disk_does(lasting, code):
    for n in count(1):
        disk = full_vault()
        faulty = FaultyDisk(disk, n, code, lasting=lasting)
        vault = FileVault(faulty, State(None))
        vault.state.follow(disk)
        told = []
        for word in ("one", "two", "three"):
            try:
                told += vault.append([fragment(word, entry=word)], [], MONDAY, "manual")
            except VaultError:
                continue
        faulty.mend()
        told += vault.append([fragment("at last", entry="last")], [], MONDAY, "manual")

        assert not vault.unfinished
        found = contents(recovered(disk))
        assert {f.id for f in told} <= found.fragments.keys()
        assert [e.seq for e in found.entries if e] == list(range(1, len(found.entries) + 1))
        assert len([e for e in found.entries if e and e.action == "APPEND"]) == len(told) + 1
        if not faulty.failed:
            break
    assert n > 8


@each_code
@once_or_for_good
def test_two_commits_under_one_lock_never_overwrite_each_other_in_the_journal(lasting, code):
    """Keeping a text word for word appends its fragment and then commits its page, holding the lock."""
    for n in count(1):
        disk = full_vault()
        faulty = FaultyDisk(disk, n, code, lasting=lasting)
        vault = FileVault(faulty, State(None))
        vault.state.follow(disk)
        kept = None
        try:
            kept = keep_verbatim("To whom it may concern", "A letter", "", vault, MONDAY, "p-v", Speaker())
        except VaultError as wrong:
            assert one_line(wrong, code)

        found = contents(recovered(disk))
        assert [e.seq for e in found.entries if e] == list(range(1, len(found.entries) + 1))
        assert not [e for e in found.entries if e and e.action == "REJECT"]
        assert (Key("", "reference", "a-letter") in found.pages) >= (kept is not None)
        cited = {c.id for page in found.pages.values() for c in page.cited}
        assert cited <= found.fragments.keys()
        if not faulty.failed:
            break
    assert n > 8


def test_what_waits_for_a_person_never_takes_the_place_of_what_was_applied():
    said = fragment("I prefer oolong.", entry="e66", trust="agent", kind="preference")
    for n in count(1):
        disk = full_vault()
        recovered(disk).append([said], [], MONDAY, "manual")
        faulty = FaultyDisk(disk, n, errno.EIO)
        vault = FileVault(faulty, State(None))
        vault.state.follow(disk)
        asked = proposal(
            "p-half",
            put(belief("The kettle is red.", SPARE, slug="kettle"), None),
            put(belief("The user prefers oolong.", said, slug="oolong"), None),
            origin="dream",
            actor="dream:d-3",
            trust="agent",
            considered=(SPARE.id, said.id),
        )
        try:
            applied = apply(asked, vault, MONDAY)
        except VaultError:
            continue
        found = contents(recovered(disk))
        assert applied.entry
        assert Key("", "belief", "kettle") in found.pages
        assert "p-half-held" in [h.proposal.id for h in found.held]
        if not faulty.failed:
            break
    assert n > 8


# Through the facade, on the real file system


def through(memory: Memory, faulty: FaultyDisk) -> None:
    """Let everything the vault writes go through a failing disk."""
    memory.vault.disk = faulty
    memory.vault._journal._disk = faulty


@dataclass(frozen=True)
class Small:
    """A workspace with one belief, made once; `last` is the id of the change that made it."""

    made: Path
    last: str

    def copy(self, root: Path) -> Path:
        return Path(shutil.copytree(self.made, root))


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Small:
    root = tmp_path_factory.mktemp("small") / "w"
    with closing(Memory.create(root)) as memory:
        kept = memory.remember("I drink green tea in the morning.")
        assert kept.page
        assert kept.applied.entry
        return Small(root, kept.applied.entry.id)


CALLS: dict[str, Callable[[Memory, str], object]] = {
    "remember": lambda memory, last: memory.remember("The office moved to Kyoto in May."),
    "forget": lambda memory, last: memory.forget(_beliefs(memory), why="enough"),
    "undo": lambda memory, last: memory.undo(last),
}


def _beliefs(memory: Memory) -> list[Key]:
    return [key for key in memory.vault.keys() if key.kind == "belief"]  # noqa: SIM118  a vault is no dict


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize(
    ("code", "lasting"), [(errno.ENOSPC, True), (errno.EIO, False)], ids=["full disk", "one error"]
)
def test_a_command_on_a_failing_disk_ends_in_one_line_and_leaves_a_healthy_workspace(
    call, code, lasting, small, tmp_path
):
    n = 1
    while True:
        root = small.copy(tmp_path / str(n))
        faulty = FaultyDisk(LocalDisk(root), n, code, lasting=lasting)
        with closing(Memory.open(root)) as memory:
            through(memory, faulty)
            try:
                CALLS[call](memory, small.last)
            except ReverieError as wrong:
                assert "\n" not in str(wrong)

        with closing(Memory.open(root)) as memory:
            findings, _ = memory.doctor()
            assert [f for f in findings if f.level == "problem"] == []
            assert memory.remember("Life goes on after the failure.").applied.entry
        if not faulty.failed:
            break
        n += 1
    assert n > 8


@pytest.mark.parametrize("call", CALLS)
def test_a_command_that_was_committed_does_not_report_a_failure(call, small, tmp_path):
    """Somebody told that a change failed makes it again; what is only unfinished is reported as such."""
    n = 1
    while True:
        root = small.copy(tmp_path / str(n))
        faulty = FaultyDisk(LocalDisk(root), n, errno.ENOSPC, lasting=True)
        with closing(Memory.open(root)) as memory:
            before = memory.vault.state.seq
            through(memory, faulty)
            raised = False
            try:
                CALLS[call](memory, small.last)
            except ReverieError:
                raised = True
        with closing(Memory.open(root)) as memory:
            memory.take_in()
            made = [e for e in memory.audit(AuditFilter(limit=1000)) if e.seq > before and e.action != "APPEND"]
        assert not (raised and made), f"write {n} failed, the change was made, and the command said it was not"
        if not faulty.failed:
            break
        n += 1


FULL_DISK = """
import resource, sys
from reverie import Memory
from reverie.errors import ReverieError
memory = None
try:
    if sys.argv[3] == "before":
        resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), resource.RLIM_INFINITY))
    memory = Memory.open(sys.argv[1])
    if sys.argv[3] == "after":
        resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), resource.RLIM_INFINITY))
    memory.remember("The office moved to Kyoto in May.")
    print("kept")
except ReverieError as wrong:
    print("refused:", wrong)
"""


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("limit", [0, 1, 600, 2_500, 20_000, 80_000, 120_000])
def test_where_no_file_may_grow_remember_says_so_in_one_line(limit, when, small, tmp_path):
    """A limit on file sizes fails real writes everywhere: vault, lock, state.db, index.db, git."""
    root = small.copy(tmp_path / "w")
    done = subprocess.run(
        [sys.executable, "-c", FULL_DISK, str(root), str(limit), when], capture_output=True, text=True, timeout=60
    )
    assert done.stderr == ""
    assert done.stdout.count("\n") == 1
    kept = done.stdout.startswith("kept")
    with closing(Memory.open(root)) as memory:
        findings, _ = memory.doctor()
        assert [f for f in findings if f.level == "problem"] == []
        if kept:
            assert "Kyoto" in memory.recall("Where is the office?").hits[0].text
