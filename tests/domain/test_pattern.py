"""One pattern of many finds what any of them does."""

from __future__ import annotations

import re

import pytest

from reverie.domain.pattern import one_of

LINES = [r"\bfoo|\bba[r|z]\b", r"^\W*start (?:a|b)", "^only", "tail$|x|y"]


@pytest.mark.parametrize(
    "text", ["foo", "a baz", "a ba|", "*start b", "only me", "the tail", "ay", "barn", "nothing", ""]
)
def test_it_fits_where_one_of_the_lines_does(text: str) -> None:
    assert bool(re.search(one_of(LINES), text)) == any(re.search(line, text) for line in LINES)
