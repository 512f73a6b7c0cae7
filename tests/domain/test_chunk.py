"""A long text in chunks: GoClaw's rule and its golden values, and the one place where ours differs."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from reverie.domain.chunk import Chunk, chunks, pieces


def lines_of(found: list[Chunk]) -> list[tuple[int, int]]:
    return [(chunk.first, chunk.last) for chunk in found]


PARAGRAPHS = "\n\n".join(letter * 30 for letter in "abc")


@pytest.mark.parametrize("overlap", [0, 10])
def test_a_paragraph_ends_a_chunk_that_is_half_full(overlap):
    found = chunks(PARAGRAPHS, 40, overlap)

    assert lines_of(found) == [(1, 1), (2, 3), (4, 5)]
    assert [chunk.text for chunk in found] == ["a" * 30, "b" * 30, "c" * 30]


def test_a_full_chunk_ends_and_the_next_repeats_its_last_lines():
    assert lines_of(chunks("\n".join(["x" * 49] * 40), 1000, 200)) == [(1, 21), (18, 38), (35, 40)]


@pytest.mark.parametrize("nothing", ["", "\n", " \t\n\n  ", "\n" * 5_000])
def test_nothing_gives_no_chunk(nothing):
    assert chunks(nothing) == []


def test_blank_lines_below_the_half_mark_stay_inside():
    assert chunks("\n\n\nhello") == [Chunk("hello", 1, 4)]
    assert chunks("a\n\nb") == [Chunk("a\n\nb", 1, 3)]


def test_a_chunk_that_would_only_repeat_is_left_out():
    # The text ends exactly where a chunk does; blank lines after it add nothing either.
    text = "\n".join(["x" * 49] * 21)

    assert lines_of(chunks(text)) == lines_of(chunks(text + "\n" * 2_000)) == [(1, 21)]


def test_a_newline_at_the_end_is_not_a_line():
    assert chunks("hello\n") == [Chunk("hello", 1, 1)]


@pytest.mark.parametrize("most", [0, -1])
def test_a_size_that_is_none_is_the_usual_size(most):
    text = "\n".join(["x" * 49] * 40)

    assert chunks(text, most) == chunks(text)
    assert pieces(text, most) == pieces(text)


def test_the_overlap_is_at_most_half_a_chunk_and_never_less_than_nothing():
    text = "\n".join(["x" * 9] * 40)

    assert chunks(text, 100, 10_000) == chunks(text, 100, 50)
    assert chunks(text, 100, -5) == chunks(text, 100, 0)


def test_lengths_are_bytes():
    assert lines_of(chunks("\n".join(["ü" * 25] * 4), 100, 0)) == [(1, 2), (3, 4)]
    assert lines_of(chunks("\n".join(["u" * 25] * 4), 100, 0)) == [(1, 4)]


def test_a_line_up_to_twice_the_size_stays_whole():
    assert [len(chunk.text) for chunk in chunks("x" * 2_000)] == [2_000]


def test_an_enormous_line_is_taken_apart_and_its_chunks_share_its_number():
    found = chunks("before\n" + "word " * 500 + "\nafter")

    assert found[0] == Chunk("before", 1, 1)
    assert found[-1] == Chunk("after", 3, 3)
    assert lines_of(found[1:-1]) == [(2, 2)] * 3
    assert all(len(chunk.text) <= 1_000 for chunk in found)
    assert " ".join(chunk.text for chunk in found[1:-1]) == ("word " * 500).strip()


def test_a_piece_ends_with_a_sentence_before_a_word_and_with_a_word_before_anywhere():
    assert pieces("One two. Three four five", 12) == ["One two. ", "Three four ", "five"]
    assert pieces("One. Two three four five", 20) == ["One. Two three four ", "five"]
    assert pieces("一二三。四五六。", 13) == ["一二三。", "四五六。"]
    assert pieces("x" * 25, 10) == ["x" * 10, "x" * 10, "x" * 5]


LINES = st.text(st.sampled_from([*"ab .é漢\t\r", "\ud800", "\u2028"]), max_size=40)
TEXTS = st.lists(LINES, max_size=40).map("\n".join)
SIZES = st.integers(1, 120)


@given(TEXTS, SIZES, st.integers(-5, 200))
def test_every_line_is_in_some_chunk_that_has_its_number(text, most, overlap):
    found = chunks(text, most, overlap)

    for n, line in enumerate(text.split("\n"), 1):
        if line.strip():
            held = "".join(chunk.text for chunk in found if chunk.first <= n <= chunk.last)
            assert "".join(line.split()) in "".join(held.split())


@given(TEXTS, SIZES, st.integers(-5, 200))
def test_a_chunk_is_the_lines_it_names_trimmed(text, most, overlap):
    lines = text.split("\n")

    for chunk in chunks(text, most, overlap):
        named = "\n".join(lines[chunk.first - 1 : chunk.last]).strip()
        assert chunk.text
        assert chunk.text == named or (chunk.first == chunk.last and chunk.text in named)


@given(TEXTS, SIZES, st.integers(-5, 200))
def test_chunks_go_forward_leave_no_gap_and_overlap_only_so_far(text, most, overlap):
    found = chunks(text, most, overlap)
    lines = text.split("\n")

    for one, other in pairwise(found):
        if one.first == one.last == other.first == other.last:
            continue  # pieces of one line
        assert one.first <= other.first
        assert one.last < other.last
        assert not "".join(lines[one.last : other.first - 1]).strip()
        again = "\n".join(lines[other.first - 1 : one.last])
        assert len(again.encode("utf-8", "surrogatepass")) <= max(0, min(overlap, most // 2))


@given(st.text(max_size=300), st.integers(1, 50))
def test_pieces_add_up_to_the_text_and_none_is_too_long(text, most):
    found = pieces(text, most)

    assert "".join(found) == text
    assert all(len(piece) == 1 or 0 < len(piece.encode("utf-8", "surrogatepass")) <= most for piece in found)


MEGABYTE = 1_000_000


@pytest.mark.parametrize(
    "shape", ["x", "\n", "x\n", "x\n\n", "a b. ", " ", "é", ". ", ".)", "A sentence of a text.\n", "x" * 999 + "\n"]
)
def test_a_megabyte_of_anything_takes_no_long_time(shape):
    text = shape * (MEGABYTE // len(shape))
    started = time.perf_counter()

    chunks(text)
    pieces(text)

    assert time.perf_counter() - started < 10
