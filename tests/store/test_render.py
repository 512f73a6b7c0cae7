"""Renderings for people follow each change, never replace a file that is not ours, and can be thrown away."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from reverie.domain.page import Key
from reverie.memory import Memory
from reverie.store.layout import MARKER
from tests.conftest import MONDAY, fragment

EPISODES = "memory/episodes/2026-11-16.md"
INDEX = "memory/graph/index.md"
RELATIONS = "memory/graph/relations.md"
AUDIT_LOG = "memory/meta/audit.log"


@pytest.fixture
def memory(workspace: Path) -> Iterator[Memory]:
    with Memory.create(workspace) as memory:
        yield memory


def say(memory: Memory, body: str, **rest) -> str:
    """Something said on a given day, and the renderings after it."""
    told = fragment(body, **rest)
    memory.vault.append([told], [], MONDAY, "bot:auto-detect")
    memory.take_in()
    return told.id


def text(memory: Memory, path: str) -> str:
    return (memory.root / path).read_text("utf-8")


def entity(memory: Memory, slug: str, body: str) -> None:
    """A person writes an entity by hand; the next process finds it."""
    file = memory.root / f"memory/graph/entities/{slug}.md"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(body, "utf-8")
    with Memory.open(memory.root) as other:
        other.take_in()


def test_every_rendering_opens_with_the_marker(memory):
    say(memory, "Ana likes tea")
    entity(memory, "person--ana", "# Ana\n## Relations\n- Likes: [[concept--tea]]\n")

    for path in (EPISODES, INDEX, RELATIONS, AUDIT_LOG):
        assert text(memory, path).splitlines()[0] == MARKER


def test_episodes_are_golden(memory):
    say(memory, "Ana likes tea", kind="preference", confidence="high", tags=("tea", "drinks"))
    say(memory, "Bo sailed home.\nIt rained.", entry="e2", kind="event")

    lines = text(memory, EPISODES).splitlines()
    assert lines[:3] == [MARKER, "# 2026-11-16 — Episode Log", ""]
    assert sorted("\n".join(lines[3:]).split("\n\n")) == [
        "## 09:00 | event | confidence:medium\nBo sailed home.\nIt rained.",
        "## 09:00 | preference | confidence:high | tags:[tea, drinks]\nAna likes tea",
    ]


def test_each_day_and_each_space_has_its_own_episodes(memory):
    say(memory, "Ana likes tea")
    say(memory, "Ana likes milk", day=1)
    say(memory, "Ana likes rum", space="user/Ana")

    assert "rum" not in text(memory, EPISODES)
    assert "Ana likes milk" in text(memory, "memory/episodes/2026-11-17.md")
    assert "Ana likes rum" in text(memory, "memory/spaces/user%2F%41na/episodes/2026-11-16.md")


def test_a_forgotten_fragment_vanishes_from_its_episodes_and_comes_back(memory):
    tea = say(memory, "Ana likes tea")
    say(memory, "Bo likes milk", entry="e2")
    key = Key("", "fragment", tea)

    memory.forget([key])
    assert "tea" not in text(memory, EPISODES)
    assert "Bo likes milk" in text(memory, EPISODES)

    memory.restore(key.handle)
    assert "Ana likes tea" in text(memory, EPISODES)


def test_the_graph_is_rendered_as_two_tables(memory):
    entity(
        memory,
        "person--ana",
        "# Ana | the bear\n## Relations\n- Likes: [[concept--tea]] (since 2026-01-01)\n- Likes: [[concept--rain]]\n",
    )

    index = text(memory, INDEX)
    assert "| person--ana | person | Ana \\| the bear | entities/person--ana.md |" in index
    assert "| person--ana | likes | concept--tea | 2026-01-01 |  |" in index
    assert "- `likes` (2)" in text(memory, RELATIONS)


def test_a_forgotten_entity_leaves_the_graph(memory):
    entity(memory, "person--ana", "# Ana\n## Relations\n- Likes: [[concept--tea]]\n")

    memory.forget([Key("", "entity", "person--ana")])

    assert "person--ana" not in text(memory, INDEX)
    assert "likes" not in text(memory, RELATIONS)


def test_the_audit_log_has_a_line_for_each_file_of_each_change(memory):
    before = text(memory, AUDIT_LOG)

    memory.remember("Ana likes tea.")

    added = text(memory, AUDIT_LOG).removeprefix(before).splitlines()
    assert [line.split(" | ")[1:4] for line in added] == [
        ["APPEND", f"memory/streams/{datetime.now(UTC).date().isoformat()}.jsonl", "bot:trigger-remember"],
        ["CREATE", "memory/topics/ana-likes-tea.md", "bot:trigger-remember"],
    ]


def test_looking_without_changing_renders_nothing_anew(memory):
    say(memory, "Ana likes tea")
    stamps = {p: (memory.root / p).stat().st_mtime_ns for p in (EPISODES, AUDIT_LOG)}

    memory.recall("tea")
    memory.status()

    assert {p: (memory.root / p).stat().st_mtime_ns for p in stamps} == stamps


def test_renderings_are_not_read_back(memory):
    say(memory, "Ana likes tea")

    with Memory.open(memory.root) as later:
        assert later.take_in() == []
        assert [hit.key.kind for hit in later.recall("tea").hits] == ["fragment"]
        assert "Episode Log" not in [hit.title for hit in later.recall("episode log").hits]


@pytest.mark.parametrize("path", [EPISODES, INDEX, RELATIONS])
def test_a_file_without_the_marker_is_left_alone_and_read_as_a_note(memory, path):
    own = memory.root / path
    own.parent.mkdir(parents=True, exist_ok=True)
    own.write_text("# Mine\n\nThe walrus is in Reykjavik.\n", "utf-8")
    entity(memory, "person--ana", "# Ana\n## Relations\n- Likes: [[concept--tea]]\n")

    say(memory, "Ana likes tea")

    assert own.read_text("utf-8") == "# Mine\n\nThe walrus is in Reykjavik.\n"
    assert [str(hit.key) for hit in memory.recall("walrus").hits] == [f"note/{path.removeprefix('memory/')}"]


def test_an_audit_log_of_somebody_else_is_left_alone(memory):
    (memory.root / AUDIT_LOG).write_text("2026-02-02T15:30Z | EDIT | MEMORY.md | …\n", "utf-8")

    memory.remember("Ana likes tea.")

    assert text(memory, AUDIT_LOG) == "2026-02-02T15:30Z | EDIT | MEMORY.md | …\n"


def test_deleted_episodes_come_back_whole_with_the_next_change_of_that_day(memory):
    say(memory, "Ana likes tea")
    shutil.rmtree(memory.root / "memory/episodes")

    say(memory, "Bo likes milk", entry="e2")

    assert "Ana likes tea" in text(memory, EPISODES)
    assert "Bo likes milk" in text(memory, EPISODES)


def test_a_deleted_graph_comes_back_with_the_next_entity(memory):
    entity(memory, "person--ana", "# Ana\n## Relations\n- Likes: [[concept--tea]]\n")
    (memory.root / INDEX).unlink()
    (memory.root / RELATIONS).unlink()

    entity(memory, "person--bo", "# Bo\n")

    assert "person--ana" in text(memory, INDEX)
    assert "likes" in text(memory, RELATIONS)


def test_a_deleted_audit_log_comes_back_whole(memory):
    before = text(memory, AUDIT_LOG)
    (memory.root / AUDIT_LOG).unlink()

    memory.remember("Ana likes tea.")

    assert text(memory, AUDIT_LOG).startswith(before)


def test_rebuilding_everything_renders_the_same(memory):
    memory.remember("Ana likes tea.")
    say(memory, "Bo likes milk")
    say(memory, "Cy likes rum", day=-3)
    old = (MONDAY + timedelta(days=-3)).date().isoformat()
    paths = [EPISODES, f"memory/episodes/{old}.md", AUDIT_LOG]
    before = {path: sorted(text(memory, path).splitlines()) for path in paths}

    memory.doctor(fix=True)

    assert {path: sorted(text(memory, path).splitlines()) for path in paths} == before
