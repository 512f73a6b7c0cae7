"""Words as search sees them."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from reverie.domain import words
from reverie.domain.words import MOST, STOP, spread, terms


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("docker?", ("docker",)),
        ("Which editor does Ana prefer?", ("editor", "ana", "prefer")),
        ("tea, tea and TEA", ("tea",)),
        ("john_doe's dev-ops", ("john", "doe", "dev", "ops", "john_doe", "dev-ops")),
        ("Welchen Tee mag Ana, und wie?", ("welchen", "tee", "mag", "ana")),
        ("¿Cuándo llega José?", ("llega", "josé")),
        ("안나 차", ("안나", "차")),
        ("Docker를 쓰나", ("docker", "를", "쓰나")),
        ("", ()),
        ("?! …", ()),
    ],
)
def test_the_words_of_a_question_worth_looking_up(question, found):
    assert terms(question) == found


def test_a_question_of_stop_words_alone_has_no_word_to_look_for():
    # Recall says so instead of guessing. The price: a band called The Who cannot be asked for by name.
    assert terms("What is it that you do?") == ()
    assert terms("The Who") == ()


def test_a_document_pasted_as_a_question_is_cut():
    assert len(terms(" ".join(f"word{n}" for n in range(MOST + 9)))) == MOST


def test_stop_words_are_lower_case_words():
    assert all(word == word.lower() and word.isalpha() for word in STOP)


def test_each_character_of_an_unspaced_script_stands_alone_in_the_index():
    assert spread("茶が好き tea").split() == ["茶", "が", "好", "き", "tea"]


def test_spaced_scripts_are_indexed_as_they_are():
    assert spread("Ana likes tea") == "Ana likes tea"


@given(st.text())
def test_terms_are_lower_case_and_each_comes_once(question):
    found = terms(question)

    assert len(set(found)) == len(found)
    assert all(word == word.lower() for word in found)


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=30))
def test_the_quick_look_for_unspaced_scripts_changes_nothing(text: str):
    words_, one = words._patterns()
    if not words._unspaced_in(text):
        assert one.sub(r" \1 ", text) == text
        assert words_.findall(text) == words._ANY_WORD.findall(text)
