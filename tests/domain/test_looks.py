"""A text is read as it looks, and every character of the reading knows where it came from."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, strategies as st

from reverie.domain import looks


@given(st.characters(codec=None))
def test_folding_a_character_never_moves_its_neighbours(char):
    view = looks.fold(f"a{char}b")

    assert len(view.text) == len(view.text.lower())
    assert view.span(0, 1) == (0, 1)
    assert view.span(len(view.text) - 1, len(view.text)) == (2, 3)


@given(st.text(st.characters(codec=None)))
def test_every_part_of_a_folded_text_has_its_place_in_the_original(text):
    view = looks.fold(text)

    for at in range(len(view.text)):
        start, end = view.span(at, at + 1)
        assert end == start + 1 <= len(text)
        assert view.text[at] in looks.looks(text[start])


@pytest.mark.parametrize(
    ("text", "seen"),
    [("АKIA", "AKIA"), ("ｐａｓｓ", "pass"), ("p\u200bass", "pass"), ("𝗳𝗿𝗼𝗺", "from"), ("ignorе", "ignore")],
)
def test_look_alikes_and_invisible_letters_are_folded(text, seen):
    assert looks.fold(text).text == seen


@given(st.text("ab%2\\u0037x&#;'\"+ \n*`"))
def test_a_reading_is_made_of_the_text(text):
    for view in looks.readings(text):
        for at, char in enumerate(view.text):
            start, end = view.span(at, at + 1)
            assert char == "\0" or end - start > 1 or text[start:end] == char


def test_only_long_runs_are_dense():
    view = looks.dense("a few words and one_long_run_of_characters, then another-long-run-of-them")

    assert view.text.split("\0") == ["one_long_run_of_characters", "another-long-run-of-them", ""]
    assert view.span(0, 8) == (16, 24)


def test_a_line_that_opens_a_token_of_its_own_is_not_joined():
    opening = re.compile("key-")

    assert list(looks.breaks("one-\nkey-two\nthree\\\n  four!\nfive", opening)) == [(12, 13, False), (18, 22, True)]
