"""What becomes a passage, and that the index follows vault and archive at the cost of what changed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings, strategies as st

from reverie.domain.page import Key
from reverie.domain.proposal import Put
from reverie.memory import Memory
from reverie.store.sqlite import SqliteIndex
from tests.conftest import MONDAY, fragment
from tests.retrieval.test_recall import DAY, holds, keep, keys, noted, talk


@pytest.fixture
def memory(workspace: Path) -> Iterator[Memory]:
    with Memory.create(workspace) as opened:
        yield opened


def rows(memory: Memory, kind: str, *columns: str) -> list[Any]:
    memory.index.refresh()
    chosen = ", ".join(columns)
    return memory.index.db.execute(f"SELECT {chosen} FROM passage WHERE kind = ? ORDER BY id", (kind,)).fetchall()


def write(memory: Memory, workspace: Path, path: str, text: str) -> None:
    (workspace / path).parent.mkdir(parents=True, exist_ok=True)
    (workspace / path).write_text(text)
    with Memory.open(workspace) as again:
        again.take_in()
    memory.vault.state.follow(memory.vault.disk)


# What can be found


def test_a_turn_keeps_its_session_time_speaker_and_role(memory: Memory) -> None:
    talk(memory, "Ana: The heron is blue.", "agent: Indeed.", "tool: exit code 0", session="s-1")
    first, second, third = memory.recall("heron indeed exit", tier="fast", k=3).hits
    shown = {(h.title, h.speaker, h.trust, h.strength, h.date) for h in (first, second, third)}
    day = MONDAY.date()
    assert shown == {
        ("s-1", "Ana", "user", "said", day),
        ("s-1", "agent", "agent", "said", day),
        ("s-1", "tool", "tool", "said", day),
    }
    places = [place for (place,) in rows(memory, "turn", "place")]
    assert [place - places[0] for place in places] == [0, 1, 2]


def test_a_note_is_found_by_its_lines(memory: Memory, workspace: Path) -> None:
    filler = "\n".join(f"Line {n} tells of ordinary things that happen every day in the town." for n in range(60))
    text = f"---\ntitle: Diary\n---\n{filler}\nThe heron landed on the roof.\n{filler}\n"
    write(memory, workspace, "memory/notes/diary.md", text)
    found = [h for h in memory.recall("heron roof", tier="fast").hits if h.key.kind == "note"]
    assert found
    first, last = found[0].lines or (0, 0)
    lines = text.split("\n")
    assert "The heron landed on the roof." in lines[first - 1 : last]
    assert "heron" in found[0].text
    assert last - first < 30


def test_a_long_reference_is_found_in_parts_that_know_their_lines(memory: Memory) -> None:
    filler = "\n".join(f"Step {n}: turn the valve by a quarter and wait for a minute." for n in range(80))
    memory.keep_verbatim(f"{filler}\nFinally ring the bronze bell.\n{filler}", "Boiler manual")
    (hit,) = [h for h in memory.recall("bronze bell", tier="fast").hits if h.key.kind == "reference"]
    page = memory.vault.pages([hit.key])[hit.key]
    first, last = hit.lines or (0, 0)
    assert "Finally ring the bronze bell." in page.text.split("\n")[first - 1 : last]
    assert "bronze bell" in hit.text


def test_a_long_page_is_one_hit_however_many_of_its_parts_fit(memory: Memory) -> None:
    page = holds(memory, " ".join(f"The heron was seen at pond {n} in the morning." for n in range(120)))
    assert len(rows(memory, "belief", "id")) > 1
    assert keys(memory, "heron pond") == [page.key]


def test_a_fragment_keeps_when_it_was_learnt_through_every_change(memory: Memory) -> None:
    said = fragment("The heron is blue", day=-30)
    noted(memory, said)
    (learnt,) = rows(memory, "fragment", "learned")
    holds(memory, "The heron is blue.", said, at=MONDAY + DAY)
    assert rows(memory, "fragment", "learned") == [learnt]
    memory.reindex()
    assert rows(memory, "fragment", "learned") == [learnt]


# Following


def statements(memory: Memory, index: SqliteIndex) -> int:
    seen: list[str] = []
    index.db.set_trace_callback(seen.append)
    index.refresh()
    index.db.set_trace_callback(None)
    return len(seen)


def test_following_costs_what_changed_however_much_there_is(memory: Memory) -> None:
    index = SqliteIndex(None, memory.vault, memory.archive)
    costs = []
    for size in (10, 400):
        noted(memory, *(fragment(f"remark {n}", entry=f"{size}-{n}") for n in range(size)))
        talk(memory, *(f"user: remark {n}" for n in range(size)), session=f"many{size}")
        index.refresh()
        assert statements(memory, index) < 20
        holds(memory, f"The heron is {size}.")
        talk(memory, "user: one more", session=f"one{size}")
        costs.append(statements(memory, index))
    index.close()
    assert costs[1] <= costs[0] + 5


def dump(index: SqliteIndex) -> list[Any]:
    """Everything that can be found, without the numbers that only name it."""
    shown = (
        "SELECT space, kind, slug, part, first, last, standing, said, learned, until, speaker, trust, traits, size, "
        "base, pinned, title, text, tags FROM passage",
        "SELECT * FROM speaker",
        "SELECT * FROM hook",
        "SELECT * FROM edge",
        "SELECT space, shown FROM space WHERE shown > 0",
    )
    return [sorted(index.db.execute(sql).fetchall(), key=repr) for sql in shown]


def test_an_index_that_followed_each_step_equals_one_that_missed_them_all(memory: Memory) -> None:
    said = [fragment(f"the heron was seen {n} times", entry=f"e{n}", day=n) for n in range(4)]
    page = holds(memory, "Herons are rare.", said[0])
    memory.index.refresh()
    talk(memory, "Ana: I saw a heron.", "Bob: Where?", session="a")
    memory.index.refresh()
    noted(memory, *said[1:3])
    memory.index.refresh()
    talk(memory, "Ana: By the river.", session="a", first=2)
    memory.archive.drop("", "a", ["1"])
    memory.index.refresh()
    keep(memory, Put(page.with_front("pinned", "true")), at=MONDAY + DAY)
    memory.forget([page.key])
    memory.index.refresh()
    followed = dump(memory.index)
    memory.reindex()
    assert dump(memory.index) == followed


def test_a_turn_that_was_dropped_and_kept_again_in_other_words_has_only_those(memory: Memory) -> None:
    talk(memory, "user: The hint is walrus.")
    assert keys(memory, "walrus")
    memory.archive.drop("", "s")
    talk(memory, "user: The hint is otter.")
    assert keys(memory, "walrus") == []
    assert keys(memory, "otter") == [Key("", "turn", "s#0")]
    assert memory.index.size() == 1


actions = st.lists(
    st.tuples(st.sampled_from(("keep", "keep", "drop one", "drop all")), st.integers(0, 1), st.booleans()),
    min_size=4,
    max_size=12,
)


def test_whatever_is_kept_and_dropped_the_index_ends_as_one_built_anew(memory: Memory) -> None:
    runs = iter(range(1000))

    @settings(max_examples=25)
    @example([("keep", 0, True), ("drop one", 0, False), ("keep", 0, True)])
    @given(actions)
    def law(history: list[tuple[str, int, bool]]) -> None:
        run = f"r{next(runs)}"
        for n, (what, id_, look) in enumerate(history):
            if what == "keep":
                talk(memory, f"Ana: remark {n} of {run}", session=run, first=id_)
            else:
                memory.archive.drop("", run, [str(id_)] if what == "drop one" else None)
            if look:
                memory.index.refresh()
        memory.index.refresh()
        fresh = SqliteIndex(None, memory.vault, memory.archive)
        fresh.refresh()
        assert dump(memory.index) == dump(fresh)
        fresh.close()

    law()


def test_another_archive_in_the_place_of_the_old_is_taken_in_anew(memory: Memory, workspace: Path) -> None:
    talk(memory, "Ana: The hint is walrus.", "Bob: I see.")
    assert keys(memory, "walrus")
    memory.close()
    for path in (workspace / ".reverie/archive").iterdir():
        path.unlink()
    with Memory.open(workspace) as again:
        talk(again, "Ana: The hint is otter.", "Bob: I see.", "Ana: Good.")
        assert keys(again, "walrus") == []
        assert keys(again, "otter")
        assert again.index.size() == 3


def test_vectors_belong_to_their_passages_after_a_rebuild_in_the_same_process(memory: Memory) -> None:
    for text in ("The heron is blue", "Bob repairs bicycles", "Winter was cold", "The train leaves at noon"):
        memory.remember(text)
    memory.recall("heron")
    memory.reindex()
    for n in range(8):
        memory.remember(f"Shelf {n} holds jar {n}")
    here = memory.recall("Bob repairs bicycles").hits
    with Memory.open(memory.root) as again:
        there = again.recall("Bob repairs bicycles").hits
    assert [(h.key, h.parts) for h in here] == [(h.key, h.parts) for h in there]


def test_texts_that_no_question_may_find_are_not_embedded(memory: Memory) -> None:
    said = [fragment(f"remark {n} about the weather", entry=f"e{n}") for n in range(5)]
    noted(memory, *said)
    keep(memory, considered=tuple(f.id for f in said))  # dreamed, and cited by nothing
    memory.index.refresh()
    assert memory.index.pieces(0) == []


def test_host_files_become_no_passages(memory: Memory, workspace: Path) -> None:
    write(memory, workspace, "SOUL.md", "I am a zeppelin.\n")
    assert rows(memory, "file", "id") == []
