"""The sweep: what faded is told once, in the log and nowhere else; texts nobody uses are retired, and can come back."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from reverie.domain.audit import AuditEntry
from reverie.domain.page import Key, Page
from reverie.domain.proposal import put
from reverie.domain.reference import reference
from reverie.domain.rules import RETIRE_LIMIT
from reverie.errors import VaultError
from reverie.loop.apply import apply
from reverie.loop.decay import ACTOR
from reverie.memory import Memory
from reverie.store.base import AuditFilter
from tests.conftest import MONDAY, fragment
from tests.loop.test_door import wants
from tests.loop.test_dream import held, said, texts

TEA = "Ana prefers green tea in the morning."


@pytest.fixture
def memory(workspace: Path) -> Iterator[Memory]:
    with Memory.create(workspace) as made:
        yield made


@pytest.fixture
def tea(memory: Memory) -> Key:
    """One belief, said on Monday."""
    said(memory, TEA)
    memory.dream(now=MONDAY)
    return held(memory)[TEA].key


def sweep(memory: Memory, day: float) -> dict[str, str]:
    """A sweep so many days after Monday: which beliefs and references changed, and how."""
    found = memory.sweep(MONDAY + timedelta(days=day)).faded
    return {one.key.slug: one.told for one in found if one.key.kind in ("belief", "reference")}


def told(memory: Memory) -> list[AuditEntry]:
    return memory.audit(AuditFilter(action="DECAY"))


# What faded


def test_a_page_that_nobody_uses_fades_step_by_step_and_each_step_is_told_once(memory: Memory, tea: Key):
    assert sweep(memory, 1) == {}
    assert sweep(memory, 20) == {tea.slug: "active→fading"}
    assert sweep(memory, 21) == {}
    assert sweep(memory, 60) == {tea.slug: "fading→dormant"}
    assert sweep(memory, 400) == {tea.slug: "dormant→archived"}
    assert sweep(memory, 800) == {}


def test_a_sweep_is_one_entry_of_the_log_by_the_forgetting_curve(memory: Memory, tea: Key):
    before = memory.vault.state.seq
    sweep(memory, 20)

    (entry,) = told(memory)
    assert memory.vault.state.seq == before + 1
    assert (entry.actor, entry.approval, entry.files, entry.proposal) == ("system:decay", "auto", (), None)
    assert entry.summary.startswith("2 pages: 2 active→fading")  # the summary faded with it
    assert memory.audit(AuditFilter(text=tea.slug, limit=1)) == [entry]
    line = (memory.root / "memory/meta/audit.log").read_text().splitlines()[-2]
    assert line.endswith(f"| DECAY | {tea} | system:decay | auto | active→fading")
    assert memory.verify() == []


def test_when_nothing_changed_nothing_is_written(memory: Memory, tea: Key):
    sweep(memory, 20)
    before = memory.vault.state.seq
    sweep(memory, 21)

    assert memory.vault.state.seq == before


def test_no_page_is_changed_by_a_sweep(memory: Memory, tea: Key):
    before = texts(memory)
    sweep(memory, 400)

    assert texts(memory) == before


def test_what_is_used_again_is_active_again(memory: Memory, tea: Key):
    sweep(memory, 20)
    memory.usage.accessed([tea], MONDAY + timedelta(days=20))

    assert sweep(memory, 20.5) == {tea.slug: "fading→active"}


def test_a_pinned_page_never_fades(memory: Memory, tea: Key):
    memory.pin(tea.handle)

    assert sweep(memory, 4_000) == {}


def test_a_retired_page_fades_no_more(memory: Memory, tea: Key):
    sweep(memory, 20)
    memory.forget([tea])

    assert sweep(memory, 400) == {}


def test_a_page_that_was_restated_counts_as_it_is_now(memory: Memory, tea: Key):
    said(memory, TEA, day=19)
    memory.dream(now=MONDAY + timedelta(days=19))

    assert sweep(memory, 20) == {}


def test_what_was_told_is_known_after_everything_was_built_anew(memory: Memory, tea: Key):
    sweep(memory, 20)
    memory.doctor(fix=True)

    assert memory.vault.state.faded()[tea] == "fading"
    assert sweep(memory, 21) == {}


def test_a_page_that_was_taken_back_and_made_again_begins_anew(memory: Memory, tea: Key):
    sweep(memory, 20)
    memory.undo(memory.audit(AuditFilter(key=tea, limit=1))[0].id)
    assert tea not in memory.vault.state.faded()


def test_without_knowing_what_was_used_nothing_is_taken_for_unused(memory: Memory, tea: Key):
    memory.usage.accessed([tea], MONDAY + timedelta(days=19))
    memory.usage.close()
    usage = memory.root / ".reverie" / "usage.db"
    usage.rename(usage.with_name("away"))
    usage.mkdir()

    with pytest.raises(VaultError):
        memory.sweep(MONDAY + timedelta(days=20))
    assert told(memory) == []


# References


def kept(memory: Memory, count: int = 1, *, origin: str = "episode", space: str = "", **rest: str) -> list[Key]:
    """Texts that were kept word for word on Monday."""
    found = []
    for n in range(count):
        name = f"{origin}-{n}"
        proof = fragment(f"The query {name} is kept", entry=name, space=space)
        memory.vault.append([proof], [], MONDAY, "test")
        key = Key(space, "reference", name)
        page = reference(key, title=name, text="SELECT 1;\r\n \n", cited=proof.citation, at=MONDAY, origin=origin)
        for field, value in rest.items():
            page = page.with_front(field, value)
        proposal = wants(put(page, None), origin="person", name=f"p-{space}{name}", space=space)
        apply(proposal, memory.vault, MONDAY)
        found.append(key)
    return found


def standing(memory: Memory) -> set[Key]:
    keys = [key for key in memory.vault.keys(None) if key.kind == "reference"]
    return {key for key, page in memory.vault.pages(keys).items() if not page.retired}


def test_a_text_of_a_session_that_nobody_uses_is_retired_through_the_door(memory: Memory):
    (key,) = kept(memory)
    exact = memory.vault.pages([key])[key].body
    sweep(memory, 25)
    assert standing(memory) == {key}

    sweep(memory, 26)

    page = memory.vault.pages([key])[key]
    assert page.retired and page.retired.endswith("2026-12-12 not used for 26 days")
    assert page.body == exact and page.cited
    (entry,) = memory.audit(AuditFilter(action="ARCHIVE"))
    assert (entry.actor, entry.approval) == (ACTOR, "auto")
    assert entry.proposal and entry.proposal.origin == "decay"
    assert [hit.key for hit in memory.recall("episode-0").hits if hit.key == key] == []


def test_a_text_that_was_asked_for_or_came_from_elsewhere_stays(memory: Memory):
    keys = {*kept(memory, origin="curated"), *kept(memory, origin="external"), *kept(memory, origin="unheard-of")}
    sweep(memory, 4_000)

    assert standing(memory) == keys


def test_a_pinned_text_stays(memory: Memory):
    (key,) = kept(memory)
    memory.pin(key.handle)
    sweep(memory, 4_000)

    assert standing(memory) == {key}


@pytest.mark.parametrize("how", ["read", "found"])
def test_a_text_that_is_used_stays(memory: Memory, how: str):
    (key,) = kept(memory)
    lately = MONDAY + timedelta(days=85)
    if how == "read":
        memory.usage.accessed([key], lately)
    else:
        memory.usage.recalled({key: 0.5}, lately)
    sweep(memory, 90)
    assert standing(memory) == {key}

    sweep(memory, 400)
    assert standing(memory) == set()


def test_what_typeclaw_counted_counts(memory: Memory):
    kept(memory, accessCount="10", lastAccessed=(MONDAY + timedelta(days=20)).isoformat())
    sweep(memory, 45)
    assert standing(memory)

    sweep(memory, 80)
    assert not standing(memory)


def test_a_text_of_unknown_age_stays_and_one_without_a_time_zone_is_meant_in_utc(memory: Memory):
    (key,) = kept(memory, created="long ago")
    (other,) = kept(memory, created="2026-11-16T09:00:00", space="user/ana")
    sweep(memory, 25)
    assert standing(memory) == {key, other}
    sweep(memory, 80)
    assert standing(memory) == {key}


def test_what_a_person_brought_back_is_left_alone(memory: Memory):
    (key,) = kept(memory)
    sweep(memory, 30)
    memory.restore(key.handle)

    sweep(memory, 31)
    sweep(memory, 4_000)

    assert standing(memory) == {key}


def test_a_night_of_retiring_can_be_undone(memory: Memory):
    (key,) = kept(memory)
    before = texts(memory)
    sweep(memory, 30)
    memory.undo(memory.audit(AuditFilter(action="ARCHIVE"))[0].id)

    assert texts(memory) == before
    sweep(memory, 31)
    assert standing(memory) == {key}


def test_only_a_few_of_each_space_are_retired_at_once_and_the_most_idle_first(memory: Memory):
    keys = kept(memory, RETIRE_LIMIT + 2)
    hers = kept(memory, 1, space="user/ana")
    memory.usage.accessed(keys[:1], MONDAY + timedelta(days=20))

    retired = memory.sweep(MONDAY + timedelta(days=80)).retired
    assert Counter(key.space for key in retired) == {"": RETIRE_LIMIT, "user/ana": 1}
    assert keys[0] in standing(memory)
    sweep(memory, 81)
    assert not standing(memory) & {*keys, *hers}


def test_where_memory_is_off_nothing_is_retired(memory: Memory):
    (mine,) = kept(memory)
    (hers,) = kept(memory, space="user/ana")
    memory.turn("user/ana", on=False)
    sweep(memory, 80)

    assert standing(memory) == {hers}
    assert mine not in standing(memory)


# What is over


def test_a_belief_whose_date_has_passed_leaves_recall_with_the_sweep_though_nothing_is_new(memory: Memory):
    said(memory, fragment("The demo is on 2026-11-20.", kind="task"))
    memory.dream(now=MONDAY)
    (page,) = held(memory).values()
    assert page.expires

    sweep(memory, 1)
    assert held(memory)
    sweep(memory, 30)
    assert not held(memory)


def test_a_line_of_core_memory_leaves_with_the_sweep_that_retires_its_belief(memory: Memory):
    for day in (0, 1):
        said(memory, "The grant is due on 2026-11-30.", day=day, kind="task")
    memory.dream(now=MONDAY + timedelta(days=1))
    file = memory.root / "MEMORY.md"
    assert "The grant is due" in file.read_text()

    memory.sweep(MONDAY + timedelta(days=20))

    assert not held(memory)
    assert "The grant is due" not in file.read_text()


def test_the_scores_for_people_know_no_past_versions(memory: Memory, tea: Key):
    said(memory, TEA, day=1)
    memory.dream(now=MONDAY + timedelta(days=1))
    memory.forget([tea])

    shown = [key for key, *_ in memory.index.standing_pages()]
    assert tea not in shown
    assert len(shown) == len(set(shown))


def test_sweeping_twice_at_the_same_time_tells_it_once(workspace: Path, memory: Memory, tea: Key):
    at = MONDAY + timedelta(days=20)
    with closing(Memory.open(workspace)) as other:
        assert memory.sweep(at).faded
        assert other.sweep(at).faded == ()
    assert len(told(memory)) == 1


# What people can read


def test_the_scores_are_written_down_by_the_sweep_alone(memory: Memory, tea: Key):
    scores = memory.root / "memory" / "meta" / "decay-scores.json"
    memory.remember("Bob drinks coffee.")
    assert not scores.exists(), "a command that tells one thing must not weigh all pages"

    sweep(memory, 20)
    told = json.loads(scores.read_text("utf-8"))["entries"]
    assert told[str(tea)]["status"] == "fading" and told[str(tea)]["access_count"] == 1

    memory.forget([tea])
    sweep(memory, 21)
    assert str(tea) not in json.loads(scores.read_text("utf-8"))["entries"]


# Damage, and where memory is off


def test_a_damaged_text_keeps_no_other_from_being_retired(memory: Memory, workspace: Path):
    damaged, _ = kept(memory, 2)
    (workspace / f"memory/references/{damaged.slug}.md").write_text("---\nnever closed\n")
    memory._looked = False
    sweep(memory, 30)
    assert standing(memory) == {damaged}


def digests(memory: Memory, space: str = "") -> list[Key]:
    """Two digests that are over on Tuesday."""
    made = []
    for name in ("one", "two"):
        proof = fragment(f"Talked about {name}", entry=name, space=space)
        memory.vault.append([proof], [], MONDAY, "test")
        page = Page(
            key=Key(space, "digest", f"2026-11-16-{name}"),
            text=f"---\nhost: x\nsession: {name}\ntitle: {name}\nexpires: 2026-11-17\n---\n# {name}\n\n- {name}\n",
        )
        apply(wants(put(page, None), origin="observe", name=f"p-{space}{name}", space=space), memory.vault, MONDAY)
        made.append(page.key)
    return made


def stands(memory: Memory, key: Key) -> bool:
    return not memory.vault.pages([key])[key].retired


def test_a_damaged_digest_keeps_no_other_from_expiring_and_no_session_from_being_read(memory: Memory, workspace: Path):
    damaged, sound = digests(memory)
    (workspace / f"memory/sessions/{damaged.slug}.md").write_text("---\nnever closed\n")
    memory._looked = False
    sweep(memory, 5)
    assert (stands(memory, damaged), stands(memory, sound)) == (True, False)


def test_no_digest_expires_where_memory_is_off(memory: Memory):
    digests(memory, "project/zed")
    memory.turn("project/zed", on=False)
    sweep(memory, 5)
    assert all(stands(memory, key) for key in memory.vault.keys("project/zed") if key.kind == "digest")
