"""What a program keeps for itself: through the door, undoable, and nobody is told of it unasked."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from reverie import Memory
from reverie.domain import drawer
from reverie.domain.page import Key, Page
from reverie.errors import PageMoved, ProposalRejected, ReverieError, SecretRefused
from reverie.store.base import AuditFilter


@pytest.fixture
def agent(workspace: Path) -> Iterator[Memory]:
    Memory.create(workspace).close()
    with Memory.open(workspace, agent="helper") as memory:
        yield memory


def note(name: str, text: str, space: str = "") -> Page:
    return Page(key=Key(space, "note", drawer.place("own", name)), text=drawer.text({"name": name}, name, text))


def held(memory: Memory) -> list[str]:
    return [page.body for page in memory.notes(drawer.within("own"))]


def test_an_agent_writes_and_puts_away_its_own_notes_without_a_person(agent: Memory):
    written = agent.keep_notes([(note("a.md", "Always run the tests"), None)], because="kept a")
    first = agent.notes(drawer.within("own"))[0]
    agent.keep_notes([(note("a.md", "Run the tests"), first)], because="rewrote a")
    assert held(agent) == ["Run the tests"]

    agent.keep_notes([], agent.notes(drawer.within("own")), because="put a away")

    assert held(agent) == []
    assert written[0].held is None
    trail = agent.audit(AuditFilter(actor="agent:helper"))
    assert [entry.summary for entry in trail] == ["put a away", "rewrote a", "kept a"]
    assert first.trust == "agent"


def test_what_was_put_away_is_brought_back_whole_however_much_it_was(agent: Memory, workspace: Path):
    agent.keep_notes([(note(f"{n}.md", f"note {n}"), None) for n in range(25)], because="many")
    gone = agent.keep_notes([], agent.notes(drawer.within("own")), because="all away")
    assert held(agent) == [] and len(gone) == 3

    with Memory.open(workspace) as person:
        run = gone[0].entry.proposal.run if gone[0].entry and gone[0].entry.proposal else ""
        person.undo(run or "")

    assert len(held(agent)) == 25


def test_an_agent_may_still_not_put_away_what_is_not_its_own(agent: Memory, workspace: Path):
    (workspace / "memory" / "notes").mkdir(parents=True)
    (workspace / "memory" / "notes" / "mine.md").write_text("A person's note.\n")
    agent.take_in()
    mine = agent.note("notes/mine.md")
    assert mine

    applied = agent.keep_notes([], [mine], because="away with it")

    assert applied[0].entry is None and applied[0].held
    again = agent.note("notes/mine.md")
    assert again and not again.retired


def test_nobody_is_told_unasked_but_who_asks_finds_it(agent: Memory):
    agent.keep_notes([(note("a.md", "The staging database is called heron."), None)], because="kept")

    assert agent.inject("what is the staging database called?").text == ""
    assert "heron" not in agent.inject().text
    assert agent.recall("what is the staging database called?").hits[0].trust == "agent"


def test_a_pinned_note_stays_a_secret_is_refused_and_a_stale_write_is_not_made(agent: Memory, workspace: Path):
    agent.keep_notes([(note("a.md", "first"), None)], because="kept")
    before = agent.notes(drawer.within("own"))[0]

    with pytest.raises(SecretRefused):
        agent.keep_notes([(note("b.md", "AKIA" + "Q3EGJVUH2LNRZ7XA"), None)], because="kept")
    agent.keep_notes([(note("a.md", "second"), before)], because="kept")
    with pytest.raises(PageMoved):
        agent.keep_notes([(note("a.md", "third"), before)], because="kept")
    with Memory.open(workspace) as person:
        person.pin(before.key.handle)
    with pytest.raises(ProposalRejected):
        agent.keep_notes([], agent.notes(drawer.within("own")), because="away")

    assert held(agent) == ["second"]


def test_a_text_too_long_to_keep_is_refused_and_not_even_kept_as_rejected(agent: Memory):
    with pytest.raises(ReverieError, match="at most 5,000,000"):
        agent.keep_notes([(note("a.md", "x" * 5_000_001), None)], because="kept")

    assert agent.held() == [] and held(agent) == []


def test_notes_are_kept_apart_by_space_and_obey_the_switch(agent: Memory, workspace: Path):
    agent.keep_notes([(note("a.md", "of ana", "user/ana"), None)], because="kept")

    assert [p.body for p in agent.notes(drawer.within("own"), space="user/ana")] == ["of ana"]
    assert agent.notes(drawer.within("own"), space="user/bob") == [] and held(agent) == []
    with Memory.open(workspace) as person:
        person.turn("user/ana", on=False)
    with pytest.raises(ReverieError, match="memory is off"):
        agent.notes(drawer.within("own"), space="user/ana")


def test_the_nearest_are_found_among_many_of_other_drawers(agent: Memory):
    crowd = [Key("", "note", drawer.place("other", f"{n}.md")) for n in range(120)]
    others = [Page(key=key, text=drawer.text({}, "tea", f"{key.slug} is tea of the green sort")) for key in crowd]
    agent.keep_notes([(page, None) for page in others], because="a crowd")
    mine = [note("a.md", "We drink tea at four"), note("b.md", "Trains run late")]
    agent.keep_notes([(page, None) for page in mine], because="own")

    found = agent.nearest("green tea", space="", begins=drawer.within("own"), k=10)

    assert list(found) == [page.key for page in mine]
    assert all(0 <= score <= 1 for score in found.values())
