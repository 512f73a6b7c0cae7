"""Back in time: pages as they stood, as one new change; what was said since stays said, what was purged stays gone."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from reverie import Memory
from reverie.domain.belief import restate
from reverie.domain.citation import Evidence
from reverie.domain.page import Key, Page
from reverie.domain.proposal import Change, Proposal, Purge, Put, Retire, put
from reverie.errors import NotFound, ReverieError
from reverie.loop.apply import apply
from reverie.loop.back import back, steps
from reverie.loop.undo import undo
from tests.conftest import MONDAY, belief, fragment
from tests.store.test_vault_contract import Store, marks_of, store as store

TEA = fragment("Ana drinks tea", entry="e1")
RUM = fragment("Ana drinks rum now", entry="e2", day=1)
KEYS = fragment("The keys are in the copper pot", entry="e3")
LATER = fragment("Bob has a boat", entry="e4", day=2)
DRINK, POT = Key("", "belief", "drinks"), Key("", "belief", "pot")
TUESDAY = MONDAY + timedelta(days=1)
THEN = MONDAY + timedelta(hours=12)


def do(store: Store, *changes: Change, at: datetime, name: str) -> None:
    values: dict[str, Any] = {"origin": "person", "actor": "manual", "because": f"change {name}"}
    apply(Proposal(id=name, changes=changes, **values), store.vault, at)


def page(store: Store, key: Key) -> Page:
    return store.vault.pages([key])[key]


@pytest.fixture
def changed(store: Store) -> Store:
    """On Monday a belief and a fragment; on Tuesday it is restated, another comes, and the fragment is forgotten."""
    store.vault.append([TEA, KEYS], [], MONDAY, "observe")
    do(store, Put(belief(TEA.body, TEA, slug="drinks")), at=MONDAY, name="p-1")
    store.vault.append([RUM, LATER], [], TUESDAY, "observe")
    old = page(store, DRINK)
    do(store, put(restate(old, RUM.body, Evidence(frozenset({RUM.citation}), old.cited)), old), at=TUESDAY, name="p-2")
    do(store, Put(belief(LATER.body, LATER, slug="boat")), at=TUESDAY, name="p-3")
    do(store, Retire(Key("", "fragment", KEYS.id), "x"), at=TUESDAY, name="p-4")
    return store


def test_everything_stands_as_it_stood(changed: Store) -> None:
    applied = back(THEN, changed.vault, changed.history, TUESDAY, "p-back")

    assert applied.entry
    assert applied.entry.action == "REVERT"
    for _ in changed.thrice():
        assert changed.vault.keys() == [DRINK]
        assert page(changed, DRINK).prose == TEA.body
        assert marks_of(changed.vault, TEA, RUM, LATER, KEYS) == ["dreamed", "set aside", "set aside", "undreamed"]
        assert changed.vault.fragments([RUM.id, LATER.id]) == {RUM.id: RUM, LATER.id: LATER}


def test_it_can_be_undone_itself(changed: Store) -> None:
    before = changed.vault.pages(changed.vault.keys())
    back(THEN, changed.vault, changed.history, TUESDAY, "p-back")
    undo("p-back", changed.vault, changed.history, TUESDAY, "p-undo")
    assert changed.vault.pages(changed.vault.keys()) == before


def test_one_page_alone_stands_as_it_stood(changed: Store) -> None:
    back(THEN, changed.vault, changed.history, TUESDAY, "p-back", DRINK)
    assert page(changed, DRINK).prose == TEA.body
    assert page(changed, Key("", "belief", "boat"))
    assert marks_of(changed.vault, KEYS) == ["forgotten"]


def test_what_would_change_is_told_first(changed: Store) -> None:
    told = {str(step.key): step.verb for step in steps(THEN, changed.vault, changed.history)}
    assert told == {"belief/boat": "goes", "belief/drinks": "is as it was"}


def test_a_page_that_was_retired_since_comes_back_and_one_restored_since_leaves(changed: Store) -> None:
    do(changed, Retire(DRINK, "forgotten"), at=TUESDAY, name="p-5")
    (step,) = steps(TUESDAY - timedelta(hours=1), changed.vault, changed.history, DRINK)
    assert step.verb == "comes back"
    back(TUESDAY - timedelta(hours=1), changed.vault, changed.history, TUESDAY, "p-6", DRINK)
    assert page(changed, DRINK).retired is None


def test_when_nothing_changed_since_it_says_so(changed: Store) -> None:
    with pytest.raises(NotFound, match=r"everything is as it was .* there is nothing to restore"):
        back(TUESDAY, changed.vault, changed.history, TUESDAY, "p-back")


def test_nobody_is_told_that_all_is_as_it_was_on_a_day_to_come(changed: Store) -> None:
    with pytest.raises(NotFound, match="is still to come"):
        back(TUESDAY + timedelta(days=1), changed.vault, changed.history, TUESDAY, "p-back")


def test_what_was_deleted_for_good_does_not_come_back(store: Store) -> None:
    store.vault.append([KEYS, TEA], [], MONDAY, "observe")
    do(
        store,
        Put(belief(KEYS.body, KEYS, slug="pot")),
        Put(belief(TEA.body, TEA, slug="drinks")),
        at=MONDAY,
        name="p-1",
    )
    do(store, Retire(DRINK, "forgotten"), at=TUESDAY, name="p-2")
    do(store, Purge((KEYS.id,)), at=TUESDAY, name="p-3")
    back(THEN, store.vault, store.history, TUESDAY, "p-back")
    assert store.vault.keys() == [DRINK]
    assert page(store, DRINK).retired is None
    for key in (POT, None):
        with pytest.raises(NotFound):
            back(THEN, store.vault, store.history, TUESDAY, "p-again", key)


# A whole workspace


def now() -> datetime:
    """A moment between what was done before and what comes after."""
    time.sleep(0.002)
    at = datetime.now(UTC)
    time.sleep(0.002)
    return at


def answers(memory: Memory, *as_of: datetime) -> list[Any]:
    """What recall, the graph and the scores say, as of now and as of these moments."""
    questions = ("who manages the heron team?", "what does Bob drink?", "where does Ana live?")
    moments = (None, *as_of)
    found: list[Any] = [
        [(hit.key, hit.text) for hit in memory.recall(question, as_of=at).hits]
        for question in questions
        for at in moments
    ]
    found += [[str(edge) for edge in memory.entities(as_of=at)] for at in moments]
    rows = sqlite3.connect(memory.root / ".reverie/index.db").execute(
        "SELECT source, name, target, since, until, days FROM edge WHERE gone IS NULL ORDER BY 1, 2, 3, 4"
    )
    return [*found, rows.fetchall()]


def test_recall_graph_and_proof_are_right_after_going_back_and_undoing_it(workspace: Path) -> None:
    with closing(Memory.create(workspace)) as memory:
        first = memory.remember("Ana manages Heron")
        memory.remember("Bob drinks rum with lemon")
        monday = now()
        memory.remember("Cleo manages Heron")
        memory.forget([first.page] if first.page else [])
        tuesday = now()
        was = [answers(memory, at)[n] for at in (monday, tuesday) for n in (1, 3)]

        done = memory.restore_at(monday).entry
        assert done
        wednesday = now()
        memory.undo(done.id)

        assert [answers(memory, at)[n] for at in (monday, tuesday) for n in (1, 3)] == was
        proof = memory.why(str(first.page))
        assert [entry.action for entry in proof.changes] == ["REVERT", "REVERT", "ARCHIVE", "CREATE"]
        assert [f.body for f in proof.active] == ["Ana manages Heron"]
        told = answers(memory, monday, tuesday, wednesday)
        memory.reindex()
        assert answers(memory, monday, tuesday, wednesday) == told
        assert memory.verify() == []
        assert [f.level for f in memory.doctor()[0]] == ["fine"]


def test_scores_are_told_anew_and_what_came_back_is_not_put_away_again(workspace: Path) -> None:
    with closing(Memory.create(workspace)) as memory:
        page = memory.remember("Bob drinks rum with lemon").page
        assert page
        monday = now()
        memory.forget([page])
        scores = workspace / "memory/meta/decay-scores.json"
        memory.sweep()
        assert str(page) not in scores.read_text()
        memory.restore_at(monday, memory.vault.handle(page))
        assert str(page) in scores.read_text()
        assert memory.usage.of([page])[page].accesses == 2


def test_files_of_hosts_are_left_alone_unless_one_is_named(workspace: Path) -> None:
    Memory.create(workspace).close()
    soul = workspace / "SOUL.md"
    soul.write_text("# Soul\nKind.\n")
    with closing(Memory.open(workspace)) as memory:
        memory.remember("Bob drinks rum")
        monday = now()
    soul.write_text("# Soul\nRude.\n")
    with closing(Memory.open(workspace)) as memory:
        memory.remember("Bob drinks gin")
        memory.restore_at(monday)
        assert soul.read_text() == "# Soul\nRude.\n"
        memory.restore_at(monday, "file/SOUL.md")
        assert soul.read_text() == "# Soul\nKind.\n"


def test_only_a_person_goes_back(workspace: Path) -> None:
    Memory.create(workspace).close()
    agent = Memory.open(workspace, agent="codex")
    with closing(agent), pytest.raises(ReverieError, match="only a person may go back in time"):
        agent.restore_at(now())


def test_there_is_no_going_back_to_before_it_began(workspace: Path) -> None:
    with closing(Memory.create(workspace)) as memory, pytest.raises(NotFound, match="there was no memory here before"):
        memory.restore_at(MONDAY - timedelta(days=9999))
