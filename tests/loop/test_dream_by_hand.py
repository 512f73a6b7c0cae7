"""Beliefs that somebody rewrote in their files: the next dream calls, proves and tells them as they stand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from reverie.domain.page import Key, Page
from reverie.memory import Memory
from tests.loop.test_dream_core import Days, moves, told

ALLERGIC = "I'm allergic to penicillin."
CORRECTED = "I'm allergic to amoxicillin."


@pytest.fixture
def days(workspace: Path) -> Iterator[Days]:
    with Memory.create(workspace) as memory:
        yield Days(memory)


def belief(days: Days, said: str) -> Page:
    keys = [key for key in days.memory.vault.keys("") if key.kind == "belief"]
    return next(page for page in days.memory.vault.pages(keys).values() if page.prose == said)


def rewrite(days: Days, old: str, new: str, *, heading: str = "") -> None:
    """As an editor does: the sentence, and the heading only when one is given."""
    path = days.memory.root / f"memory/topics/{belief(days, old).key.slug}.md"
    text = path.read_text().replace(f"---\n{old}", f"---\n{new}")
    path.write_text(text.replace(f"heading: {old}", f"heading: {heading or old}"))
    days.memory._looked = False  # as another process would


def summary(days: Days) -> str:
    key = Key("", "summary", "summary")
    return days.memory.vault.pages([key])[key].prose


def test_what_was_corrected_by_hand_is_told_nowhere_as_it_was(days: Days) -> None:
    days.say(ALLERGIC, 0)
    days.dream()
    assert days.lines("critical-facts") == [ALLERGIC]

    rewrite(days, ALLERGIC, CORRECTED)
    night = days.dream(1)

    assert [(one.what, one.title, one.before) for one in night.changed if one.what == "superseded"] == [
        ("superseded", CORRECTED, ALLERGIC)
    ]
    assert moves(night) == [("demoted", ALLERGIC, f"overturned by “{CORRECTED}”")]
    assert days.lines("critical-facts") == []
    assert CORRECTED in summary(days) and ALLERGIC not in summary(days)
    held = belief(days, CORRECTED)
    assert (held.title, held.days) == (CORRECTED, 1)
    assert [days.memory.vault.fragments([c.id])[c.id].body for c in held.evidence.superseded] == [ALLERGIC]
    assert not days.dream(1).changed  # once


def test_the_correction_of_a_line_of_core_memory_waits_for_a_person(days: Days) -> None:
    days.say(ALLERGIC, 0)
    days.dream()
    rewrite(days, ALLERGIC, CORRECTED)
    days.say("The cat is called Tom.", 1)
    night = days.dream(1)
    assert [held.because for held in night.held] == [
        f"promoted to Critical Facts (in place of “{ALLERGIC[:-1]}”): {CORRECTED}"
    ]


def test_a_rule_that_was_rewritten_by_hand_leaves_core_memory_and_does_not_come_back_by_itself(days: Days) -> None:
    days.say("Never push to main without asking me.", 0, 1)
    days.dream(1)
    rewrite(days, "Never push to main without asking me.", "Always push to main.")
    days.say("The cat is called Tom.", 2)
    assert not days.dream(2).held
    assert days.lines("persona") == []


def test_a_sentence_that_only_says_more_keeps_its_proof(days: Days) -> None:
    days.say("I prefer short answers.", 0, 1)
    days.dream(1)
    rewrite(days, "I prefer short answers.", "I prefer short answers, in plain English.")
    assert told(days.dream(2), "restated", "superseded") == [
        ("restated", "I prefer short answers, in plain English.", "")
    ]
    held = belief(days, "I prefer short answers, in plain English.")
    assert held.title == held.prose
    assert held.days == 3 and not held.evidence.superseded


def test_a_date_that_was_moved_by_hand_is_over_then(days: Days) -> None:
    days.say("The release is on 2026-12-01.", 0, kind="event")
    days.dream()
    was = belief(days, "The release is on 2026-12-01.").expires
    rewrite(days, "The release is on 2026-12-01.", "The release is on 2026-12-11.")
    days.dream(1)
    now = belief(days, "The release is on 2026-12-11.").expires
    assert was and now and (now - was).days == 10


def test_a_heading_that_somebody_wrote_stays(days: Days) -> None:
    days.say("We deploy on Thursdays.", 0)
    days.dream()
    rewrite(days, "We deploy on Thursdays.", "We deploy on Fridays, never on Thursdays.", heading="Deployments")
    days.dream(1)
    held = belief(days, "We deploy on Fridays, never on Thursdays.")
    assert held.title == "Deployments"
    assert held.days == 1


def test_a_plan_tells_it_and_writes_nothing(days: Days) -> None:
    days.say(ALLERGIC, 0)
    days.dream()
    rewrite(days, ALLERGIC, CORRECTED)
    night = days.dream(1, mode="plan")
    assert [one.title for one in night.changed if one.what == "superseded"] == [CORRECTED]
    assert days.lines("critical-facts") == [ALLERGIC]
