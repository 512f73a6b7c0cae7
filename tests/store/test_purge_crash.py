"""A deletion for good that is interrupted at any operation has not begun, or is finished when the vault is opened."""

from __future__ import annotations

import errno
import random
from dataclasses import replace
from functools import cache

from reverie.domain import core
from reverie.domain.citation import Evidence
from reverie.domain.page import Key
from reverie.domain.proposal import Purge, put
from reverie.errors import VaultError
from reverie.loop.apply import apply
from reverie.store import layout
from reverie.store.files import FileVault
from tests.conftest import MONDAY, belief, fragment
from tests.store.crashing import FaultyDisk, MemoryDisk
from tests.store.test_crash import (
    BLACK,
    FACTS,
    GREEN,
    STEPS,
    Contents,
    contents,
    full_vault,
    proposal,
    recovered,
    vault_on,
)

SAID = fragment("The spare key hangs behind the copper kettle", entry="k1", source="pi:s1")
AGAIN = fragment("The spare key now lies under the green mat", entry="k2", source="pi:s1", day=1)
KEY = Key("", "belief", "the-spare-key-hangs-behind-the-copper-kettle")
WORDS = (b"copper", SAID.id.encode())


def start() -> MemoryDisk:
    return _start().everything_kept()


@cache
def _start() -> MemoryDisk:
    """A full vault in which one thing is told by a belief, a line of core memory, a held proposal and the log."""
    disk = full_vault()
    vault = recovered(disk)
    vault.append([SAID, AGAIN], [], MONDAY, "observe")
    old = vault.pages([FACTS]).get(FACTS)
    facts = core.add_line(old, "critical-facts", "", SAID.body, Evidence(frozenset({SAID.citation})))
    told = belief(SAID.body, SAID, AGAIN, slug=KEY.slug)
    apply(proposal("p-key", put(told, None), put(facts, old)), vault, MONDAY)
    waiting = proposal("p-wait", put(belief(SAID.body, SAID, slug="wait"), None), considered=(SAID.id,))
    vault.hold(waiting, "held", MONDAY, ("a person decides",), "dream:d-1")
    return disk


def purge(vault: FileVault) -> None:
    """Everything about the key and the skill, which has a folder of its own."""
    apply(proposal("p-purge", Purge((SAID.id, STEPS.id))), vault, MONDAY)


def told(disk: MemoryDisk) -> list[str]:
    """The files that still hold it, in their bytes or their name; the way it was asked for aside."""
    return [
        path
        for path, data in disk.files().items()
        if any(word in data for word in WORDS) or "copper" in path or b"boil" in data
    ]


def seen(vault: FileVault) -> Contents:
    """What a vault holds; the key of tombstones may have been made for a deletion that did not come to be."""
    found = contents(vault)
    return replace(found, files={path: data for path, data in found.files.items() if path != layout.KEY})


def test_after_a_power_cut_at_any_operation_it_has_not_begun_or_is_finished():
    disk = start()
    before, chance, states = seen(recovered(disk.everything_kept())), random.Random(7), list[MemoryDisk]()
    disk.watcher = lambda: states.extend(disk.crashes(chance, 5))
    purge(vault_on(disk))
    disk.watcher = None
    states += disk.crashes(chance, 5)
    after = seen(recovered(disk.everything_kept()))
    assert told(disk) == []
    assert len(states) > 100

    outcomes = set[bool]()
    for state in states:
        found = seen(recovered(state))
        done = found == after
        outcomes.add(done)
        assert done or found == before
        assert (told(state) == []) == done
        assert not state.names(layout.TMP)
        assert not state.read(layout.INTENT)

    assert outcomes == {False, True}


class Killed(BaseException):
    pass


def killed(after: int) -> MemoryDisk | None:
    """A disk whose process was killed after so many operations: all of them stand, and not all of them last."""
    disk, done = start(), 0

    def count() -> None:
        nonlocal done
        done += 1
        if done > after:
            raise Killed

    disk.watcher = count
    try:
        purge(vault_on(disk))
    except Killed:
        disk.watcher = None
        return disk
    return None


def test_what_a_killed_process_left_lasts_once_it_was_finished():
    whole = start()
    purge(vault_on(whole))
    after, count, n = seen(recovered(whole.everything_kept())), 0, 0
    while disk := killed(n):
        n += 1
        if not disk.read(layout.INTENT):
            continue
        count += 1
        assert told(disk)
        vault = recovered(disk)
        assert seen(vault).pages == after.pages
        for survivor in disk.crashes(random.Random(1), 3):
            assert told(survivor) == []
    assert count > 30


def test_a_crash_while_it_is_finished_does_no_harm():
    disk = start()
    middle: list[MemoryDisk] = []
    disk.watcher = lambda: middle.append(disk.everything_kept())
    purge(vault_on(disk))
    disk.watcher = None
    after = seen(recovered(disk.everything_kept()))
    for state in [each for each in middle if each.read(layout.INTENT)][::6]:
        again: list[MemoryDisk] = []
        state.watcher = lambda state=state, again=again: again.extend(state.crashes(random.Random(3), 3))
        recovered(state)
        for survivor in again:
            assert seen(recovered(survivor)) == after


def test_on_a_disk_that_fails_at_any_operation_it_is_finished_when_the_disk_is_mended():
    whole = start()
    purge(vault_on(whole))
    after = seen(recovered(whole.everything_kept()))
    count, n = 0, 0
    while True:
        n += 1
        faulty = FaultyDisk(start(), n, errno.ENOSPC)
        vault = vault_on(faulty)
        try:
            purge(vault)
        except VaultError as wrong:
            assert "\n" not in str(wrong)
        if not faulty.failed:
            break
        count += 1
        faulty.mend()
        again = vault_on(faulty.disk)
        with again.writing():
            pass
        if Key("", "skill", "brew") in again.pages(again.keys()):  # it had not begun
            purge(again)
        found = seen(again)
        assert (found.pages, found.fragments, found.marks, found.held) == (
            after.pages, after.fragments, after.marks, after.held,
        )  # fmt: skip
        assert told(faulty.disk) == []  # type: ignore[arg-type]
    assert count > 30


def test_what_stays_is_as_it_was_to_the_byte():
    disk = start()
    before = disk.files()
    purge(vault_on(disk))
    after = disk.files()
    for path in ("memory/topics/tea.md", "memory/topics/coffee.md", f"memory/streams/{AGAIN.day}.jsonl"):
        assert after[path] == before[path]
    vault = recovered(disk)
    assert vault.fragments([GREEN.id, BLACK.id, AGAIN.id]) == {f.id: f for f in (GREEN, BLACK, AGAIN)}
