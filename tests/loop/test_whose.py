"""Whose memory it is: who the owner is goes with them, what is so of a project stays there, also in one breath."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from reverie.domain.transcript import Entry, Transcript
from reverie.loop.extract import Draft
from reverie.loop.whose import apart

AT = datetime(2026, 11, 10, 9, tzinfo=UTC)


def parts(text: str, space: str = "project/github.com/acme/shop") -> list[str]:
    entry = Entry(id="e1", at=AT, role="user", text=text)
    transcript = Transcript(source="s", space=space, trust="user", entries=(entry,))
    return [each.body for each in apart(Draft(entry="e1", kind="fact", body=text, quote=text), transcript)]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "My name is Dana, I lead the payments team. Ravi reviews all payment PRs.",
            ["My name is Dana, I lead the payments team.", "Ravi reviews all payment PRs."],
        ),
        ("Prod runs on Hetzner. I'm vegetarian.", ["Prod runs on Hetzner.", "I'm vegetarian."]),
        ("My wife is Ana. She works at the post office.", ["My wife is Ana. She works at the post office."]),
        ("Ravi reviews PRs. Mia deploys.", ["Ravi reviews PRs. Mia deploys."]),
        ("My name is Dana.", ["My name is Dana."]),
    ],
)
def test_what_is_the_owners_and_what_is_the_projects_are_two(text: str, told: list[str]) -> None:
    assert parts(text) == told


def test_outside_a_project_it_stays_as_it_was_said() -> None:
    said = "My name is Dana, I lead the payments team. Ravi reviews all payment PRs."
    assert parts(said, space="") == [said]


def test_each_part_is_proved_by_its_own_words() -> None:
    said = "My name is Dana. Ravi reviews all payment PRs."
    entry = Entry(id="e1", at=AT, role="user", text=f"hey! {said}")
    transcript = Transcript(source="s", space="project/a", trust="user", entries=(entry,))
    found = apart(Draft(entry="e1", kind="fact", body=said, quote=said), transcript)
    assert [each.quote for each in found] == ["My name is Dana.", "Ravi reviews all payment PRs."]
    assert all(each.quote in entry.text for each in found)
