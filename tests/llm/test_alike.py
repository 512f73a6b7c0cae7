"""Two statements: one belief in two wordings, a new value, or two things that only look alike."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, strategies as st

from reverie.llm.alike import SHIPPED, contradicts, judge, one_slot
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
    assert judge(old, new).same > 3 * judge(old, "the demo is on the second of May").same


@pytest.mark.parametrize(("old", "new"), OTHER)
def test_other_numbers_names_or_a_denial_never_make_one_belief(old: str, new: str) -> None:
    assert contradicts(old, new) or judge(old, new).same < 0.45


@pytest.mark.parametrize(
    ("old", "new", "replaced"),
    [
        ("I drink earl grey in the morning.", "I drink black coffee in the morning.", True),
        ("I want answers in French.", "I want answers in Portuguese.", True),
        ("I speak French.", "I speak Portuguese.", False),
        ("I like jazz very much", "I like opera very much", False),
        ("Ana drinks tea in the morning", "Jon drinks tea in the morning", False),
    ],
)
def test_one_word_changed_in_a_sentence_about_oneself_is_a_new_value(old: str, new: str, replaced: bool) -> None:
    assert one_slot(old, new) is replaced


@given(st.text(max_size=80), st.text(max_size=80))
def test_any_two_texts_can_be_judged(old: str, new: str) -> None:
    judged = judge(old, new)
    assert 0 <= judged.same <= 1 and 0 <= judged.replaces <= 1 and judged == judge(old, new)
    one_slot(old, new)


def test_the_table_was_made_of_what_is_in_the_repository() -> None:
    assert json.loads(SHIPPED.read_text("utf-8"))["made_of"] == identity(taught())
