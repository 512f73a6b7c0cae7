"""Two statements: one belief in two wordings, a new value, or two things that only look alike."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from reverie.llm.alike import SHIPPED, contradicts, elsewhere, judge, nearest, one_slot
from reverie.llm.trees import Trees
from reverie.loop.weigh import SAME as SURE
from scripts.teach import identity
from scripts.teach_alike import taught

SAME = [
    ("I get around with a cargo bike.", "I commute with a cargo bike."),
    ("the staging database listens on 5433", "staging database port: 5433"),
    ("answers should be short", "please keep answers short"),
]
OTHER = [
    ("the staging db listens on 5433", "the staging db listens on 6433"),
    ("Pria works at Kiln Studio", "Jon works at Kiln Studio"),
    ("network access is allowed in harbour-auth tests", "network access is allowed in harbour-edge tests"),
    ("we squash commits", "we never squash commits"),
]


@pytest.mark.parametrize(("old", "new"), SAME)
def test_one_thing_in_other_words_is_likelier_the_same_than_two_things(old: str, new: str) -> None:
    (one,), (other,) = judge([old], new), judge([old], "the demo is on the second of May")
    assert one.same > 3 * other.same


def test_a_page_that_another_comes_nearer_than_is_less_likely_replaced() -> None:
    old, nearer, new = "I ride a scooter to work.", "My bike is a Brompton.", "My bike is a Dahon now."
    alone, (beside, _) = judge([old], new)[0], judge([old, nearer], new, pages=[0, 1])
    assert beside.replaces < alone.replaces
    assert judge([old, nearer], new, pages=[0, 1])[1].replaces > 10 * beside.replaces


def test_a_date_is_the_same_in_either_form() -> None:
    assert not contradicts("The VAT return is due on 2026-11-07.", "7 November is when the VAT return is due.")
    assert contradicts("The VAT return is due on 2026-11-07.", "8 November is when the VAT return is due.")


@pytest.mark.parametrize(("old", "new"), OTHER)
def test_other_numbers_names_or_a_denial_never_make_one_belief(old: str, new: str) -> None:
    assert contradicts(old, new) or judge([old], new)[0].same < SURE


@pytest.mark.parametrize(
    ("old", "new", "replaced"),
    [
        ("I drink earl grey in the morning.", "I drink black coffee in the morning.", True),
        ("I want answers in French.", "I want answers in Portuguese.", True),
        ("Prod runs in eu-west-1.", "Prod runs in eu-central-1.", True),
        ("Prod runs in eu-west-1.", "Staging runs in eu-west-1.", False),
        ("I speak French.", "I speak Portuguese.", False),
        ("I like jazz very much", "I like opera very much", False),
        ("Ana drinks tea in the morning", "Jon drinks tea in the morning", False),
    ],
)
def test_one_word_changed_in_a_sentence_is_a_new_value(old: str, new: str, replaced: bool) -> None:
    assert one_slot(old, new) is replaced


@pytest.mark.parametrize(
    ("old", "new", "differs"),
    [
        ("staging listens on 5433", "production listens on 6433", True),
        ("prod listens on 5433", "production listens on 6433", False),
        ("the ping interval for Magpie is 20", "the ping interval for Sparrow is 30", True),
        ("the ping interval for magpie-1 is 20 seconds", "the ping interval for magpie-7 is 30 seconds", True),
        ("our doctor is Dr Abbas", "our doctor is Dr Verhulst", False),
        ("The retry limit for reads is 3.", "The retry limit for writes is 5.", True),
        ("My deadlift max is 120 kg.", "My squat max is 110 kg.", True),
        ("The review of part 3 is due on Friday.", "The review of part 4 is due on Friday.", True),
        ("Backups run at 02:00.", "Backups are at 04:00.", False),
        ("I'm allergic to walnuts.", "Turns out I'm allergic to kiwi too.", True),
        ("The shop opens at 9.", "In summer we open the shop at 8.", True),
    ],
)
def test_what_differs_in_more_than_its_value_is_about_something_else(old: str, new: str, differs: bool) -> None:
    assert elsewhere(old, new) is differs


def test_of_many_the_nearest_are_looked_at_in_the_order_given() -> None:
    told = ["tea in the morning", "the port is 80", "morning coffee", "a red bike", "breakfast tea"]
    assert nearest("what do I drink in the morning", told, str, 3) == [told[0], told[2], told[4]]
    assert nearest("anything", told, str, 9) == told


@given(st.text(max_size=80), st.text(max_size=80))
def test_any_two_texts_can_be_judged(old: str, new: str) -> None:
    (judged,) = judge([old], new)
    assert 0 <= judged.same <= 1 and 0 <= judged.replaces <= 1 and [judged] == judge([old], new)
    one_slot(old, new)


def test_the_table_was_made_of_what_is_in_the_repository() -> None:
    assert Trees(SHIPPED).identity == identity(taught())
