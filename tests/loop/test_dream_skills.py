"""Skills: refined instead of written twice, and put away by a person when nobody tells or uses them."""

from __future__ import annotations

from pathlib import Path

import pytest

from reverie.domain.page import Page
from reverie.domain.skill import taught, unloadable
from reverie.llm.scripted import Scripted
from reverie.memory import Memory
from tests.conftest import MONDAY
from tests.loop.test_dream_core import Days

HOW = "To cut a release: bump the version, then write the changelog, then tag the commit."
LONG = 100  # days after which nobody remembers what was told once


@pytest.fixture
def days(workspace: Path) -> Days:
    return Days(Memory.create(workspace))


def skills(days: Days) -> dict[str, Page]:
    keys = days.memory.vault.keys("", kind="skill")
    return {key.slug: page for key, page in days.memory.vault.pages(keys).items() if not page.retired}


def learnt(days: Days) -> Page:
    days.say(HOW, 0, 1, kind="procedure")
    days.dream(1)
    return skills(days)["cut-a-release"]


def news(days: Days, day: int) -> None:
    days.say(f"The cat of house {day} is called Tom.", day)


def test_a_skill_is_one_that_every_host_loads(days: Days) -> None:
    page = learnt(days)
    assert unloadable(page) is None
    assert "Use when somebody wants to cut a release." in page.text


def test_what_is_told_again_with_one_step_more_is_a_skill_with_the_newer_steps(days: Days) -> None:
    days.say("To release: bump the version, run make test, tag it, push the tag.", 0, kind="procedure")
    days.dream()
    days.say("For a release: bump the version, run make test, write the changelog, tag it, push the tag", 6,
             kind="procedure")  # fmt: skip
    days.dream(6)
    steps = ["bump the version", "run make test", "write the changelog", "tag it", "push the tag"]
    assert taught(skills(days)["release"]) == steps


BREAD = "To make the bread: mix flour and water, let it rest overnight, fold it, bake it at 230 degrees."
AGAIN = "For the bread: mix flour and water, let it rest overnight, fold it twice, bake it at 240 degrees."


def test_what_only_names_what_its_steps_are_for_is_known_by_a_procedure_that_was_told(days: Days) -> None:
    days.say(BREAD, 0, kind="procedure")
    days.dream()
    days.say("For the party: red wine, fresh bread, some cheese.", 6, kind="procedure")
    days.say(AGAIN, 8, kind="procedure")
    days.dream(8)
    (bread,) = skills(days).values()
    assert taught(bread)[2:] == ["fold it twice", "bake it at 240 degrees"]


def test_a_procedure_is_never_cut_down_to_a_step(days: Days) -> None:
    days.say(BREAD, 0, kind="procedure")
    days.dream()
    days.say(AGAIN, 6)
    days.dream(6)
    keys = [key for key in days.memory.vault.keys("") if key.kind == "belief"]
    assert BREAD in {page.prose for page in days.memory.vault.pages(keys).values()}


def test_a_skill_nobody_told_or_used_for_long_is_proposed_to_be_put_away(days: Days) -> None:
    page = learnt(days)
    news(days, LONG)
    night = days.dream(LONG)
    (held,) = night.held
    assert held.because == "put away stale skills: cut-a-release"
    assert not [one for one in night.changed if one.what == "retired"]
    assert list(skills(days)) == ["cut-a-release"]

    days.memory.approve(held.id)

    assert skills(days) == {}
    folder = days.memory.root / "memory" / "skills" / "cut-a-release"
    assert [each.name for each in folder.iterdir()] == ["SKILL.retired.md"]
    gone = days.memory.vault.pages([page.key])[page.key]
    assert gone.retired
    assert gone.retired.endswith("not told since 2026-11-17, never used")


def test_a_person_is_asked_once_about_a_stale_skill(days: Days) -> None:
    learnt(days)
    for day in (LONG, LONG + 1):
        news(days, day)
    (held,) = days.dream(LONG).held
    assert days.dream(LONG + 1).held == []
    days.memory.decide(held.id, "rejected", "we still need it")
    news(days, LONG + 2)
    assert days.dream(LONG + 2).held == []


@pytest.mark.parametrize("why", ["pinned", "used", "told again", "written by somebody else"])
def test_a_skill_with_a_reason_to_stay_is_left_alone(days: Days, why: str) -> None:
    page = learnt(days)
    if why == "pinned":
        days.memory.pin(page.key.handle)
    elif why == "used":
        days.memory.usage.accessed([page.key], MONDAY.replace(year=2027, month=2, day=20))
    elif why == "told again":
        days.say(HOW, LONG - 5, kind="procedure")
    else:
        path = days.memory.root / "memory" / "skills" / "cut-a-release" / "SKILL.md"
        path.write_text(path.read_text().replace("source: reverie\n", ""))
        days.memory._looked = False
    news(days, LONG)
    assert days.dream(LONG).held == []
    assert list(skills(days)) == ["cut-a-release"]


def test_a_plan_shows_the_skill_that_would_be_put_away(days: Days) -> None:
    learnt(days)
    news(days, LONG)
    plan = days.dream(LONG, "plan")
    assert [(one.title, one.why) for one in plan.changed if one.what == "retired"] == [
        ("cut-a-release", "not told since 2026-11-17, never used")
    ]
    assert days.memory.held() == []


def test_a_restored_skill_counts_as_used(days: Days) -> None:
    page = learnt(days)
    news(days, LONG)
    (held,) = days.dream(LONG).held
    days.memory.approve(held.id)
    days.memory.restore(page.key.handle)
    assert days.memory.usage.of([page.key])[page.key].accesses == 2


def test_a_procedure_told_again_to_remember_refines_the_skill(days: Days) -> None:
    days.memory.remember("To cut a release:\n1. bump the version\n2. tag the commit\nNever on a Friday.")
    days.memory.remember("To cut a release:\n1. bump the version\n2. run the tests\n3. tag the commit")

    (page,) = skills(days).values()
    assert page.key.slug == "cut-a-release"
    assert taught(page) == ["bump the version", "run the tests", "tag the commit"]
    assert [line.split(" <!--")[0] for line in page.text.splitlines() if line.startswith("- ")][:2] == [
        "- Never on a Friday.",
        "- added: run the tests",
    ]
    assert len(page.evidence.active) == 2


def test_a_skill_that_was_remembered_is_refined_by_a_session(days: Days) -> None:
    days.memory.remember("To cut a release:\n1. bump the version\n2. write the changelog\n3. tag the commit")
    later = HOW.replace("then tag", "then run the tests, then tag")
    days.say(later, 400, kind="procedure")
    days.dream(400)
    (page,) = skills(days).values()
    assert "run the tests" in taught(page)


def test_steps_that_are_numbered_in_one_line_are_steps(days: Days) -> None:
    days.say("How we cut a release: 1. bump the version 2. write the changelog 3. tag the commit", 0, kind="procedure")
    days.say(HOW, 3, kind="procedure")
    days.dream(3)
    assert taught(skills(days)["cut-a-release"]) == ["bump the version", "write the changelog", "tag the commit"]


def test_a_model_refines_the_page_it_names_and_keeps_its_notes(days: Days, monkeypatch: pytest.MonkeyPatch) -> None:
    learnt(days)
    days.say("When we cut a release we also run the tests before we tag the commit. CI takes 20 minutes.", 5)
    change = {
        "do": "skill", "name": "cut a release", "when": "when a release is due", "fragments": [1], "pages": [1],
        "steps": ["bump the version", "write the changelog", "run the tests", "tag the commit"],
        "notes": ["CI takes 20 minutes"],
    }  # fmt: skip
    monkeypatch.setattr(days.memory, "model", lambda *_: Scripted([{"changes": [change]}]))
    days.dream(5)
    (page,) = skills(days).values()
    assert len(taught(page)) == 4
    assert "- CI takes 20 minutes <!-- streams/2026-11-21#" in page.text
    assert len(page.evidence.active) == 3


def test_a_model_makes_no_skill_of_what_was_told_on_one_day(days: Days, monkeypatch: pytest.MonkeyPatch) -> None:
    days.say("We cut a release: bump the version, tag the commit.", 0, source="a")
    days.say("A release: bump the version, tag the commit.", 0, source="b")
    change = {
        "do": "skill", "name": "cut a release", "when": "a release is due", "fragments": [1, 2],
        "steps": ["bump the version", "tag the commit"],
    }  # fmt: skip
    monkeypatch.setattr(days.memory, "model", lambda *_: Scripted([{"changes": [change]}]))
    days.dream()
    assert skills(days) == {}


def test_two_procedures_that_are_told_together_become_two_skills(days: Days) -> None:
    restore = "To restore the backup: stop the app, run pg_restore -j 4, run the migrations, start the app."
    otter = "Release of otter: bump Cargo.toml, cargo test, cargo publish, git tag."
    days.say(f"{restore} {otter}", 0, 1, kind="procedure")
    days.dream(1)
    assert {name: taught(page) for name, page in skills(days).items()} == {
        "restore-the-backup": ["stop the app", "run pg_restore -j 4", "run the migrations", "start the app"],
        "release-of-otter": ["bump Cargo.toml", "cargo test", "cargo publish", "git tag"],
    }


def test_two_lists_that_are_remembered_at_once_are_kept_as_they_were_told(days: Days) -> None:
    days.memory.remember("To brew:\n1. boil\n2. pour\nTo clean the pot:\n1. rinse\n2. dry")
    assert skills(days) == {}
    assert "rinse" in days.memory.recall("clean the pot").hits[0].text
