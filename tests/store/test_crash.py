"""A crash at any point of any change leaves the vault as it was before or as it is after, never between.

Every change is carried out on a disk that knows what is durable. Before each of its operations the
power is cut, in every way the disk allows (each unsynced write lost, kept, torn or zeroed, each unsynced
name lost or kept), and the vault is opened again.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from reverie.domain import core
from reverie.domain.audit import AuditEntry
from reverie.domain.belief import restate
from reverie.domain.citation import Evidence
from reverie.domain.fragment import Watermark
from reverie.domain.page import Key, Page
from reverie.domain.proposal import Merge, Proposal, Retire, put
from reverie.domain.skill import skill
from reverie.loop import external
from reverie.loop.apply import apply, receive
from reverie.loop.undo import undo
from reverie.store import layout, log, streams
from reverie.store.base import Parcel
from reverie.store.files import FileVault
from reverie.store.git import GitHistory
from reverie.store.state import State
from reverie.store.trail import Trail
from reverie.store.watch import look
from tests.conftest import MONDAY, belief, fragment
from tests.store.crashing import MemoryDisk

TEA, COFFEE, BREW = Key("", "belief", "tea"), Key("", "belief", "coffee"), Key("", "skill", "brew")
FACTS = Key("", "core", "critical-facts")
GREEN = fragment("The user drinks green tea.", entry="e1")
BLACK = fragment("Coffee is for guests.", entry="e2")
STEPS = fragment("How to brew: 1. boil 2. pour", entry="e3", kind="procedure")
LATER = fragment("Tea comes from Uji.", entry="e4", day=1)
SPARE = fragment("The kettle is red.", entry="e5", day=1)
TUESDAY = MONDAY + timedelta(days=1)
SEED = 20261116
HELD = "p-held"


def vault_on(disk: Any) -> FileVault:
    return FileVault(disk, State(None))


def proposal(id_: str, *changes: Any, **rest: Any) -> Proposal:
    values: dict[str, Any] = {"origin": "person", "actor": "manual", "because": f"change {id_}", **rest}
    return Proposal(id=id_, changes=changes, **values)


@cache
def _full_vault() -> MemoryDisk:
    """Five fragments, two beliefs, a skill, a line of core memory, one proposal that waits."""
    disk = MemoryDisk([layout.JOURNAL, layout.TMP, "memory"], {"MEMORY.md": core.template().encode()})
    vault = vault_on(disk)
    with vault.writing():
        external.record(look(vault, MONDAY).edits, vault, MONDAY, "p-init", first=True)
        vault.append([GREEN, BLACK, STEPS, LATER, SPARE], [], MONDAY, "manual")
    apply(proposal("p-tea", put(belief("The user drinks green tea.", GREEN), None)), vault, MONDAY)
    apply(proposal("p-coffee", put(belief("Coffee is for guests.", BLACK, slug="coffee"), None)), vault, MONDAY)
    how = skill(BREW, "How to brew:\n1. boil\n2. pour", Evidence(frozenset({STEPS.citation})))
    apply(proposal("p-brew", put(how, None)), vault, MONDAY)
    waiting = proposal(HELD, put(belief("Tea is from Uji.", LATER, slug="uji"), None), considered=(LATER.id,))
    vault.hold(waiting, "held", MONDAY, ("a person decides",), "dream:d-1")
    return disk


def full_vault() -> MemoryDisk:
    return _full_vault().everything_kept()


def page(vault: FileVault, key: Key) -> Page:
    return vault.pages([key])[key]


@dataclass(frozen=True)
class Contents:
    """Everything a vault holds: the files byte for byte, and what the log adds up to."""

    files: dict[str, bytes]
    pages: dict[Key, Page]
    fragments: dict[str, str]
    marks: dict[str, str | None]
    held: list[Any]
    entries: list[AuditEntry | None]
    watermark: str | None


def contents(vault: FileVault) -> Contents:
    disk = vault.disk
    assert isinstance(disk, MemoryDisk)
    ids = vault.state.all_fragments()
    return Contents(
        files={p: b for p, b in disk.files().items() if not p.startswith((layout.JOURNAL, layout.TMP))},
        pages=vault.pages(vault.keys()),
        fragments={i: f.body for i, f in vault.fragments(ids).items()},
        marks={i: vault.state.mark(i) for i in ids},
        held=vault.held(),
        entries=[logged.entry for logged in log.read(disk)],
        watermark=vault.watermark("chat"),
    )


def texts(pages: dict[Key, Page]) -> dict[Key, str]:
    """What readers see of pages; what a page still owes to evidence matters to writers alone."""
    return {key: found.text for key, found in pages.items()}


def recovered(disk: MemoryDisk) -> FileVault:
    vault = vault_on(disk)
    with vault.writing():
        pass
    return vault


# The changes


def append_one(vault: FileVault) -> None:
    vault.append([fragment("The teapot leaks.", entry="e9")], [], MONDAY, "manual")


def append_over_two_days(vault: FileVault) -> None:
    told = [fragment("Monday's word.", entry="e9"), fragment("A later word.", entry="e9", day=3)]
    vault.append(told, [Watermark(id="w1", ts=TUESDAY, source="chat", entry="e9")], MONDAY, "manual")


def create_several_pages(vault: FileVault) -> None:
    new = [belief(f"Tea number {n}.", SPARE, slug=f"tea-{n}") for n in range(3)]
    apply(proposal("p-new", *(put(p, None) for p in new)), vault, MONDAY)


def create_and_restate(vault: FileVault) -> None:
    old = page(vault, TEA)
    new = restate(old, "The user drinks white tea.", Evidence(frozenset({LATER.citation}), old.cited))
    kettle = belief("The kettle is red.", SPARE, slug="kettle")
    apply(proposal("p-both", put(kettle, None), put(new, old)), vault, MONDAY)


def create_in_another_space(vault: FileVault) -> None:
    said = fragment("The team ships on Friday.", entry="e8", space="team")
    vault.append([said], [], MONDAY, "manual")


def restate_a_page(vault: FileVault) -> None:
    old = page(vault, TEA)
    new = restate(old, "The user drinks tea from Uji.", Evidence(old.cited | {LATER.citation}))
    apply(proposal("p-restate", put(new, old)), vault, MONDAY)


def edit_core_memory(vault: FileVault) -> None:
    old = vault.pages([FACTS]).get(FACTS)
    new = core.add_line(old, "critical-facts", "", "The kettle is red.", Evidence(frozenset({SPARE.citation})))
    apply(proposal("p-core", put(new, old)), vault, MONDAY)


def retire_a_page(vault: FileVault) -> None:
    apply(proposal("p-retire", Retire(TEA, "forgotten", {TEA: page(vault, TEA).version})), vault, MONDAY)


def retire_a_skill(vault: FileVault) -> None:
    apply(proposal("p-retire", Retire(BREW, "forgotten", {BREW: page(vault, BREW).version})), vault, MONDAY)


def undo_a_creation(vault: FileVault) -> None:
    undo("p-coffee", vault, trail(vault), MONDAY, "p-undo")


def twofold_vault() -> MemoryDisk:
    disk = full_vault()
    create_and_restate(recovered(disk))
    return disk.everything_kept()


def undo_a_creation_and_a_restatement(vault: FileVault) -> None:
    undo("p-both", vault, trail(vault), MONDAY, "p-undo")


def merge_two_pages(vault: FileVault) -> None:
    old = page(vault, TEA), page(vault, COFFEE)
    into = belief("Tea for the user, coffee for guests.", GREEN, BLACK)
    made_from = {p.key: p.version for p in old}
    apply(proposal("p-merge", Merge((TEA, COFFEE), into, made_from)), vault, MONDAY)


def hold_a_proposal(vault: FileVault) -> None:
    new = proposal("p-ask", put(belief("The kettle is red.", SPARE, slug="kettle"), None), considered=(SPARE.id,))
    vault.hold(new, "held", MONDAY, ("a person decides",), "dream:d-2")


def reject_a_proposal(vault: FileVault) -> None:
    held = next(h.proposal for h in vault.held() if h.proposal.id == HELD)
    vault.hold(held, "rejected", MONDAY, ("no",), "manual")


def approve_a_proposal(vault: FileVault) -> None:
    held = next(h.proposal for h in vault.held() if h.proposal.id == HELD)
    apply(held, vault, MONDAY, approved=True)


def record_an_edit(vault: FileVault) -> None:
    seen = look(vault, MONDAY)
    assert len(seen.edits) == 2
    external.record(seen.edits, vault, MONDAY, "p-hand")


def edited_by_hand() -> MemoryDisk:
    """The full vault after a person added a line to core memory and removed a page."""
    disk = full_vault()
    text = (disk.read("MEMORY.md") or b"").replace(b"## Persona\n", b"## Persona\n- Speaks softly.\n")
    disk.write("MEMORY.md", text)
    disk.remove("memory/topics/coffee.md")
    return disk.everything_kept()


def trail(vault: FileVault) -> Trail:
    nowhere = Path("/nowhere")
    return Trail(vault, GitHistory(nowhere / "audit.git"), nowhere / "lock")


def empty_vault() -> MemoryDisk:
    """A workspace in which nothing was remembered yet: most folders are still to be made."""
    return MemoryDisk([layout.JOURNAL, layout.TMP, "memory"], {"MEMORY.md": core.template().encode()})


def first_words(vault: FileVault) -> None:
    vault.append([GREEN], [], MONDAY, "manual")
    apply(proposal("p-tea", put(belief("The user drinks green tea.", GREEN), None)), vault, MONDAY)


def take_in_two_spaces(vault: FileVault) -> None:
    """An import: fragments with their pages, one that a person decides about, and another space, in one step."""
    team = fragment("The team ships on Friday.", entry="e8", space="team/ops")
    tea, kettle = page(vault, TEA), belief("The kettle is red.", SPARE, slug="kettle")
    other = restate(tea, "The user drinks white tea.", Evidence(frozenset({LATER.citation}), tea.cited))
    mine = proposal("p-in.0", put(kettle, None), origin="import", run="p-in")
    asked = proposal("p-in.0-c", put(other, tea), origin="import", run="p-in", considered=(LATER.id,))
    theirs = belief("The team ships on Friday.", team, slug="ships", space="team/ops")
    ships = proposal("p-in.1", put(theirs, None), origin="import", run="p-in", space="team/ops")
    mark = Watermark(id="w1", ts=TUESDAY, source="chat", entry="e9")
    new = fragment("The cup is blue.", entry="e10")
    parcels = [
        Parcel(space="", fragments=(new,), upto=(mark,), now=mine, later=asked, marks={"dreamed": (new.id,)}),
        Parcel(space="team/ops", fragments=(team,), now=ships),
    ]
    receive(parcels, vault, MONDAY, "import:reverie", "taken in")


def become_another_vault(vault: FileVault) -> None:
    """A whole bundle into a workspace that holds nothing."""
    there = full_vault()
    told = vault_on(there)
    told.state.follow(there)
    entries = [json.loads(line) for line in (there.read(layout.LOG) or b"").splitlines()]
    raw = {path: there.read(path, 0, size) or b"" for path, _, size in told.state.streams()}
    files = {path: (there.read(path) or b"").decode() for path in told.state.versions()}
    vault.adopt(entries, raw, files)


def blank_vault() -> MemoryDisk:
    return MemoryDisk([layout.JOURNAL, layout.TMP, "memory"])


@dataclass(frozen=True)
class Change:
    """A change to crash in: where it starts from, and of how many commits it is made."""

    make: Callable[[FileVault], None]
    start: Callable[[], MemoryDisk] = full_vault
    commits: int = 1


CHANGES = {
    found.make.__name__.replace("_", " "): found
    for found in (
        Change(append_one),
        Change(append_over_two_days),
        Change(create_several_pages),
        Change(create_and_restate),
        Change(create_in_another_space),
        Change(restate_a_page),
        Change(edit_core_memory),
        Change(retire_a_page),
        Change(retire_a_skill),
        Change(undo_a_creation),
        Change(undo_a_creation_and_a_restatement, twofold_vault),
        Change(merge_two_pages),
        Change(hold_a_proposal),
        Change(reject_a_proposal),
        Change(approve_a_proposal),
        Change(record_an_edit, edited_by_hand, commits=2),
        Change(first_words, empty_vault, commits=2),
        Change(take_in_two_spaces),
        Change(become_another_vault, blank_vault),
    )
}
each_change = pytest.mark.parametrize("name", CHANGES)
# One file, several, two commits, two spaces, a whole vault: these stand for the rest; `make torture` takes all.
SORTS = ("append one", "create and restate", "record an edit", "take in two spaces", "become another vault")
a_change_of_each_sort = pytest.mark.parametrize(
    "name", [name if name in SORTS else pytest.param(name, marks=pytest.mark.torture) for name in CHANGES]
)


@dataclass
class Crashed:
    """Every disk that a crash may leave, and the vault as it is at each commit of the change."""

    states: list[MemoryDisk]
    milestones: list[Contents]


def crash(make: Callable[[FileVault], None], start: MemoryDisk, *, bound: int = 64) -> Crashed:
    """Carry out the change, cutting the power before each operation and after the last."""
    chance = random.Random(SEED)
    seen: dict[tuple[Any, ...], None] = {}
    crashed = Crashed([], [])
    disk = start.everything_kept()
    vault = vault_on(disk)
    vault.state.follow(disk)
    sizes: list[int] = []

    def cut() -> None:
        if not pending(disk) and log.size(disk) not in sizes:
            sizes.append(log.size(disk))
            crashed.milestones.append(contents(recovered(disk.everything_kept())))
        for survivor in disk.crashes(chance, bound):
            mark = (tuple(survivor.files().items()), tuple(survivor.folders()))
            if mark not in seen:
                seen[mark] = None
                crashed.states.append(survivor)

    disk.watcher = cut
    make(vault)
    cut()
    return crashed


def pending(disk: MemoryDisk) -> list[str]:
    return [name for name in disk.names(layout.JOURNAL) if name.endswith(".json")]


def and_another(make: Callable[[FileVault], None]) -> Callable[[FileVault], None]:
    """The change, and right after it an append, before anything of the change was cleaned up for good."""

    def both(vault: FileVault) -> None:
        make(vault)
        vault.append([fragment("Said right afterwards.", entry="e99")], [], MONDAY, "manual")

    return both


@each_change
def test_after_a_crash_a_change_has_happened_or_has_not_and_opening_again_changes_nothing(name):
    change = CHANGES[name]
    crashed = crash(and_another(change.make), change.start(), bound=48)
    assert len(crashed.milestones) == change.commits + 2

    outcomes = set()
    for n, state in enumerate(crashed.states):
        found = contents(recovered(state))
        assert found in crashed.milestones
        outcomes.add(crashed.milestones.index(found))
        assert not state.names(layout.TMP)
        assert not pending(state)
        if n % 5 == 0:
            assert contents(recovered(state)) == found

    assert outcomes == set(range(change.commits + 2))  # the crashes fall on both sides of each commit
    assert len(crashed.states) >= 140  # of each of the changes; about 4,000 in all


@a_change_of_each_sort
def test_after_a_crash_the_vault_can_be_written_at_once(name):
    change = CHANGES[name]
    told = fragment("Life goes on.", entry="e77")
    for state in crash(and_another(change.make), change.start(), bound=4).states[::3]:
        count = len(contents(recovered(state.everything_kept())).entries)

        vault = vault_on(state)
        vault.append([told], [], MONDAY, "manual")
        apply(proposal("p-on", put(belief("Life goes on.", told, slug="life"), None)), vault, MONDAY)

        found = contents(recovered(state.everything_kept()))
        assert found.fragments[told.id] == "Life goes on."
        assert Key("", "belief", "life") in found.pages
        assert [e.seq for e in found.entries if e] == list(range(1, count + 3))


@a_change_of_each_sort
def test_a_crash_while_opening_after_a_crash_does_no_harm(name):
    change = CHANGES[name]
    crashed = crash(change.make, change.start(), bound=8)
    for state in [s for s in crashed.states if pending(s)][::10]:
        again = crash(FileVault.recover, state, bound=8)
        for survivor in again.states:
            assert contents(recovered(survivor)) in crashed.milestones


@a_change_of_each_sort
def test_readers_see_a_change_whole_or_not_at_all_before_anybody_recovers_it(name):
    change = CHANGES[name]
    crashed = crash(change.make, change.start(), bound=16)
    stages = [texts(m.pages) for m in crashed.milestones]
    keys = sorted({key for pages in stages for key in pages})
    for state in crashed.states:
        reader = vault_on(state)
        reader.state.follow(state)
        assert texts(reader.pages(keys)) in stages
        assert texts(reader.pages(reader.keys())) in stages


@a_change_of_each_sort
def test_readers_that_have_not_followed_the_log_see_a_change_whole_or_not_at_all(name):
    """A state.db that lost its last transactions with the power, or a reader between two looks."""
    change = CHANGES[name]
    crashed = crash(change.make, change.start(), bound=16)
    stages = [texts(m.pages) for m in crashed.milestones]
    keys = sorted({key for pages in stages for key in pages})
    for state in crashed.states:
        reader = FileVault(state, recovered(change.start()).state)
        assert texts(reader.pages(keys)) in stages


@a_change_of_each_sort
def test_what_a_killed_writer_left_is_durable_once_it_was_recovered(name):
    """The kill leaves names and bytes that no power cut would have; finishing must make them last."""
    change = CHANGES[name]
    for kill in range(operations(change) + 1):
        disk = killed(change, after=kill)
        if not pending(disk):
            continue
        whole = contents(recovered(disk))
        for survivor in disk.crashes(random.Random(SEED), 1):
            assert contents(recovered(survivor)) == whole


@each_change
def test_a_person_s_edit_after_a_kill_is_not_overwritten(name):
    change = CHANGES[name]
    for kill in range(operations(change) + 1):
        disk = killed(change, after=kill)
        for path in ("memory/topics/tea.md", "memory/topics/coffee.md", "MEMORY.md"):
            if raw := disk.read(path):
                disk.write(path, raw + b"\nWritten by hand after the crash.\n")
        edited = [p for p, raw in disk.files().items() if b"Written by hand" in raw]

        recovered(disk)

        assert [p for p in edited if b"Written by hand" not in (disk.read(p) or b"")] == []


@each_change
def test_a_power_cut_long_after_a_change_does_not_bring_it_back_over_a_person_s_edit(name):
    """The finished journal record may come back with the power: its removal was never made durable."""
    change = CHANGES[name]
    disk = change.start().everything_kept()
    change.make(recovered(disk))
    for path in ("memory/topics/tea.md", "MEMORY.md"):
        if raw := disk.read(path):
            disk.write("memory/draft", raw + b"\nWritten by hand a minute later.\n")
            disk.sync("memory/draft")
            disk.replace("memory/draft", path)
            disk.sync_folder(path.rpartition("/")[0])
            disk.sync_folder("memory")
    edited = [p for p, raw in disk.files().items() if b"Written by hand" in raw]

    for survivor in disk.crashes(random.Random(SEED), 64):
        recovered(survivor)
        assert [p for p in edited if b"Written by hand" not in (survivor.read(p) or b"")] == []


def test_lines_another_program_added_to_a_stream_after_a_kill_stay_and_ours_is_found():
    theirs = fragment("Another program's word.", entry="e55", source="other")
    line = streams.encode([theirs], "")
    path = layout.stream("", MONDAY.date().isoformat())
    change = Change(append_one)
    for kill in range(operations(change) + 1):
        disk = killed(change, after=kill)
        before = disk.read(path) or b""
        if not before.endswith(b"\n"):
            continue  # in the middle of our write; nobody appends to half a line
        disk.append(path, len(before), line)
        ours = bool(pending(disk)) or b"teapot" in before

        vault = recovered(disk)
        look(vault, MONDAY)

        bodies = set(contents(vault).fragments.values())
        assert "Another program's word." in bodies
        assert ("The teapot leaks." in bodies) is ours


def test_a_proposal_of_which_a_part_waits_is_applied_and_held_in_one():
    """Otherwise a crash between the two loses the part a person was to decide about."""
    said = fragment("I prefer oolong.", entry="e66", trust="agent", kind="preference")

    def divided(vault: FileVault) -> None:
        first = belief("The kettle is red.", SPARE, slug="kettle")
        second = belief("The user prefers oolong.", said, slug="oolong")
        asked = proposal(
            "p-half", put(first, None), put(second, None), origin="dream", actor="dream:d-3", trust="agent",
            considered=(SPARE.id, said.id),
        )  # fmt: skip
        applied = apply(asked, vault, MONDAY)
        assert applied.entry
        assert applied.held

    disk = full_vault()
    vault_on(disk).append([said], [], MONDAY, "manual")
    crashed = crash(divided, disk.everything_kept(), bound=8)

    applied = [m for m in crashed.milestones if Key("", "belief", "kettle") in m.pages]
    assert [m for m in applied if "p-half-held" not in [h.proposal.id for h in m.held]] == []


class Killed(BaseException):
    """What SIGKILL is to a process: nothing of it runs any more."""


def killed(change: Change, after: int) -> MemoryDisk:
    """The disk after the process was killed before its operation number `after`; nothing is lost, nothing synced."""
    disk = change.start().everything_kept()
    vault = recovered(disk)
    began = disk.operations

    def watch() -> None:
        if disk.operations - began == after:
            raise Killed

    disk.watcher = watch
    with suppress(Killed):
        change.make(vault)
    disk.watcher = None
    return disk


def operations(change: Change) -> int:
    disk = change.start().everything_kept()
    vault = recovered(disk)
    began = disk.operations
    change.make(vault)
    return disk.operations - began
