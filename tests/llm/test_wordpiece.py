"""Text as BERT's vocabulary sees it. The ids were written down from the reference tokenizer."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, strategies as st

from reverie.llm.static import SHIPPED
from reverie.llm.wordpiece import WordPiece

UNKNOWN = 100


@pytest.fixture(scope="module")
def wordpiece():
    with np.load(SHIPPED) as file:
        return WordPiece(file["vocabulary"].tobytes().decode().split("\n"))


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("Ana prefers tea.", [9617, 19233, 5572, 1012]),
        ("naïve CAFÉ ÅNGSTRÖM", [15743, 7668, 17076, 15687]),
        (
            "def f(x): return x_1 != None",
            [13366, 1042, 1006, 1060, 1007, 1024, 2709, 1060, 1035, 1015, 999, 1027, 3904],
        ),
        ("don't re-run it…", [2123, 1005, 1056, 2128, 1011, 2448, 2009, 1529]),
        ("unbelievably tokenisable", [4895, 8671, 2666, 3567, 6321, 19204, 14268, 3468]),
        ("日本語 text한국", [1864, 1876, 1950, 3793, 30005, 30006, 30021, 29991, 30014, 30020]),
        ("ΣΊΣΥΦΟΣ", [1173, 18199, 29733, 29735, 29736, 29730, 29733]),
        ("I 💜 you 👩\u200d👧", [1045, UNKNOWN, 2017, UNKNOWN]),
        ("a\u200bb\x00c\x0bd\xa0e", [5925, 2094, 1041]),
        (" \n\t ", []),
        ("", []),
    ],
)
def test_a_text_has_the_ids_the_model_was_trained_with(wordpiece, text, ids):
    assert wordpiece.ids(text) == ids


def test_a_word_longer_than_a_hundred_characters_is_unknown(wordpiece):
    assert wordpiece.ids("x" * 101) == [UNKNOWN]
    assert UNKNOWN not in wordpiece.ids("x" * 100)


def test_words_cannot_pose_as_the_tokens_that_steer_the_model(wordpiece):
    assert wordpiece.ids("[SEP] said [MASK]") == [1031, 19802, 1033, 2056, 1031, 7308, 1033]


@given(st.text())
def test_any_text_has_ids_within_the_vocabulary(wordpiece, text):
    assert all(0 <= number < len(wordpiece) for number in wordpiece.ids(text))


@given(st.text(), st.text())
def test_texts_apart_by_a_space_have_their_ids_one_after_the_other(wordpiece, first, second):
    assert wordpiece.ids(f"{first} {second}") == wordpiece.ids(first) + wordpiece.ids(second)
