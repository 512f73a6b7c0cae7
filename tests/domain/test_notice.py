"""What a sentence tells by its wording alone."""

from __future__ import annotations

import pytest

from reverie.domain import notice


@pytest.mark.parametrize(
    ("sentence", "lasts"),
    [
        ("everything runs on fly since last night", True),
        ("keith has the spare key now", True),
        ("I'm operations lead as of today!", True),
        ("sentry got too expensive, swapped it for glitchtip", True),
        ("the tests pass, it works now", False),
        ("we moved that function to utils", False),
        ("I'm on the train now", False),
        ("use the old one for now", False),
        ("did we switch to fly since last week?", False),
    ],
)
def test_a_change_that_lasts_is_told_from_the_task_at_hand(sentence: str, lasts: bool) -> None:
    assert notice.changed(sentence) is lasts


@pytest.mark.parametrize("said", ["hi, I'm Dana.", "I'm Dana Kowalski", "Hello! I am Kestutis", "Ich bin Dana."])
def test_who_only_says_their_name_is_noticed(said: str) -> None:
    told = notice.notice(said)
    assert told is not None and told.outright and notice.own(said)


@pytest.mark.parametrize(
    "said", ["I'm done.", "I'm German.", "Hi, I'm Python", "This is Victoria.", "I'm Frank about it"]
)
def test_what_only_sounds_like_a_name_is_not(said: str) -> None:
    assert notice.notice(said) is None
