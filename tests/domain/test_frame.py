"""Sentences made alike."""

from __future__ import annotations

import pytest

from reverie.domain import frame

TWINS = [
    ("complaints, Hansen: Philippa sorts them", "complaints, Kastner: Ciaran sorts them"),
    ("put Peppa to bed in run 2", "put Bruno to bed in run 1"),
    ("The API runs on port 8080 in prod", "The API runs on port 9090 in staging"),
    ("the due date for the foster report is 18 March", "the due date for the pharmacy permit is 4 April"),
]
ONE_THING = [
    ("Standup is Monday at 9 in the big room", "Standup is Tuesday at 10 in the big room"),
    ("We deploy from main to Fly", "We deploy from main to Render"),
    ("Lars is our contact at Kastner", "Mia is our contact at Kastner now"),
    ("On Wednesdays I walk with the Ramblers", "because of the knee I have given up the Ramblers for good"),
]


@pytest.mark.parametrize(("old", "new"), TWINS)
def test_two_things_told_in_the_same_words_are_twins(old: str, new: str) -> None:
    assert frame.twins(old, new)


@pytest.mark.parametrize(("old", "new"), ONE_THING)
def test_what_differs_in_one_place_or_in_days_and_numbers_is_not(old: str, new: str) -> None:
    assert not frame.twins(old, new)
