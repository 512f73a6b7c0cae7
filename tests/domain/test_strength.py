"""Strength: distinct days of active evidence, and the word for it."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from reverie.domain.belief import believe
from reverie.domain.citation import Citation, Evidence
from reverie.domain.page import Key, Page
from reverie.domain.strength import PROTECTED, ladder, strength

MONDAY = date(2026, 11, 16)


@pytest.mark.parametrize(
    ("days", "word"),
    [
        (0, "uncited"),
        (1, "mentioned"),
        (2, "observed"),
        (3, "consistently"),
        (6, "consistently"),
        (7, "always"),
        (400, "always"),
    ],
)
def test_the_ladder_has_its_steps_at_one_two_three_and_seven_days(days, word):
    assert ladder(days) == word


def test_five_mentions_on_one_day_are_one_reinforcement():
    assert strength([MONDAY] * 5) == 1


def test_five_mentions_on_five_days_are_five():
    assert strength(MONDAY + timedelta(days=n) for n in range(5)) == 5


def held(active: int, superseded: int) -> Page:
    """A belief on so many days of active, and so many other days of superseded evidence."""
    days = [Citation(MONDAY + timedelta(days=n), f"f{n}") for n in range(active + superseded)]
    proof = Evidence(frozenset(days[:active]), frozenset(days[active:]))
    return believe(Key("", "belief", "tea"), "Ana likes tea.", proof)


def test_superseded_evidence_does_not_count_for_strength():
    # TypeClaw counts it, so a belief that was just overturned inherits its full strength there.
    page = held(active=1, superseded=9)

    assert page.days == 1
    assert page.strength == "mentioned"
    assert len(page.cited) == 10


def test_a_belief_is_protected_from_the_day_it_is_always_held():
    assert ladder(PROTECTED) == "always"
    assert ladder(PROTECTED - 1) != "always"


def test_the_word_ignores_numbers_somebody_wrote_into_the_page():
    page = held(active=2, superseded=0).with_front("days", "99").with_front("strength", "always")

    assert page.strength == "observed"
