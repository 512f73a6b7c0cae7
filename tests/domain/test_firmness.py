"""What a sentence makes more of than was told is found; the same in other words is not."""

from __future__ import annotations

import pytest

from reverie.domain.firmness import bolder


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("Rosa might move to Lisbon.", "Rosa moves to Lisbon."),
        ("Should we use Kafka for the event bus?", "The team uses Kafka for the event bus."),
        ("If the vendor agrees we move to Hetzner.", "The team moves to Hetzner."),
        ("We plan to drop Python 3.9.", "The team dropped Python 3.9."),
        ("Vielleicht ziehen wir nach Graz.", "Der Nutzer zieht nach Graz."),
        ("Some of the tests are flaky on macOS.", "All tests are flaky on macOS."),
        ("In this repo we squash commits.", "In every repository commits are squashed."),
        ("Algunos clientes pagan tarde.", "Todos los clientes pagan tarde."),
        ("I sometimes eat fish.", "The owner always eats fish."),
        ("The backup runs daily at 3.", "The backup runs hourly at 3."),
        ("The migration failed on Tuesday.", "The migration succeeded on Tuesday."),
        ("At most 5 connections are allowed.", "At least 5 connections are allowed."),
        ("Meetings are before 10.", "Meetings are after 10."),
        ("My brother Tom lives in Graz.", "The owner's father Tom lives in Graz."),
    ],
)
def test_a_doubt_dropped_and_a_word_that_excludes_the_other_are_found(told: str, said: str) -> None:
    assert bolder(said, told)


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("Rosa might move to Lisbon.", "Rosa may move to Lisbon."),
        ("Should we use Kafka for the event bus?", "The owner considers Kafka for the event bus."),
        ("Why does staging run on port 8080?", "Staging runs on port 8080."),
        ("Could you use tabs in this project?", "This project uses tabs."),
        ("Only tech leads may merge to release.", "Tech leads merge to release."),
        ("If a test fails, stop and report it.", "A failing test is to be reported before anything else."),
        ("We could never get the VPN to work on Fedora.", "The VPN does not work on Fedora for the team."),
        ("I'd like you to always answer in German.", "The agent is to answer in German always."),
        ("If CI is red we do not deploy.", "The team does not deploy while CI is red."),
        ("Worming the dog: 4x a year.", "The dog is wormed each quarter."),
        ("The migration failed on Tuesday.", "The migration did not succeed on Tuesday."),
        ("At most 5 connections are allowed.", "No more than 5 connections are allowed."),
        ("The heating was on and is off now.", "The heating is off."),
        ("Call Bob before Ana.", "Call Ana after Bob."),
        ("My sister Eva has a brother, Tom.", "The owner's brother is Tom."),
    ],
)
def test_the_same_in_other_words_is_let_stand(told: str, said: str) -> None:
    assert not bolder(said, told)


def test_what_was_told_surely_by_anybody_may_be_said() -> None:
    assert not bolder("Rosa moves to Lisbon.", "Rosa might move to Lisbon.", "Rosa moves to Lisbon.")
