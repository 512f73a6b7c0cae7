"""Benchmark sets are read as others write them; what cannot be read is said in one line."""

from __future__ import annotations

import gzip
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from reverie.bench.data import read
from reverie.errors import ReverieError
from tests.bench.sets import TALKS, conversation, question, write


def test_every_pair_of_a_folder_is_a_set_in_the_order_of_their_names(tmp_path: Path):
    write(tmp_path, "second")
    write(tmp_path, "first")

    assert [bench.name for bench in read(tmp_path)] == ["first", "second"]
    assert [bench.name for bench in read(tmp_path, ["second"])] == ["second"]


def test_a_caption_stands_behind_the_text_and_an_assistant_is_the_agent(tmp_path: Path):
    talk = conversation("c", TALKS["garden"])
    talk["sessions"][0]["turns"][1]["caption"] = "a red barn"
    write(tmp_path, conversations=[talk], questions=[])

    turns = read(tmp_path)[0].conversations["c"].turns

    assert turns[1].text == "Did the frost get to the seedlings? [image: a red barn]"
    assert [turn.role for turn in turns[:2]] == ["user", "agent"]


def test_turns_of_a_session_are_a_second_apart_and_sessions_without_a_date_a_day(tmp_path: Path):
    write(tmp_path, conversations=[conversation("c", TALKS["garden"], date=None)], questions=[])

    found = read(tmp_path)[0].conversations["c"]

    first, second = found.sessions
    assert (first[1].at - first[0].at).seconds == 1
    assert (second[0].at - first[0].at).days == 1
    assert found.last == second[0].at


def test_a_question_is_asked_on_its_own_date_or_when_the_last_session_began(tmp_path: Path):
    asked = [question("garden", "a?", 0, question_date="2027-01-05T00:00:00"), question("garden", "b?", 0)]
    write(tmp_path, questions=asked)

    bench = read(tmp_path)[0]

    moments = [q.now(bench.conversations["garden"]) for q in bench.questions]
    assert moments == [datetime(2027, 1, 5, tzinfo=UTC), datetime(2026, 3, 2, 10, tzinfo=UTC)]


def test_evidence_nobody_said_is_left_out_of_the_gold(tmp_path: Path):
    asked = [
        question("garden", "a?", 0, "gone"),
        question("garden", "b?", "gone"),
        question("garden", "c?", evidence=None),
    ]
    write(tmp_path, questions=asked)

    some, none, empty = read(tmp_path)[0].questions

    assert some.gold == {"garden:0"}
    assert not none.gold
    assert not none.counts
    assert not empty.gold


@pytest.mark.parametrize(
    ("answer", "expected"), [("tea", ("tea",)), (["tea", 7], ("tea", "7")), (1999, ("1999",)), (None, ()), ([], ())]
)
def test_an_answer_may_be_a_text_a_number_a_list_or_nothing(tmp_path: Path, answer: Any, expected: tuple[str, ...]):
    write(tmp_path, questions=[question("garden", "a?", answer=answer)])

    assert read(tmp_path)[0].questions[0].answers == expected


def test_conversations_the_weights_were_fitted_to_are_told_from_others(tmp_path: Path):
    talks = [conversation(id_, TALKS["garden"]) for id_ in ("conv-26", "conv-30", "conv-99")]
    write(tmp_path, conversations=talks, questions=[])

    found = read(tmp_path)[0].conversations.values()

    assert [c.half for c in found] == ["chosen on", "held out", "unseen"]


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ({"questions": ["{not json"]}, "tiny.questions.jsonl.gz:1: "),
        ({"questions": ["[1, 2]"]}, "tiny.questions.jsonl.gz:1: the line is no JSON object"),
        ({"questions": [{"conv_id": "garden"}]}, "tiny.questions.jsonl.gz:1: 'question' is missing"),
        ({"questions": [question("nowhere", "a?")]}, "which the set does not hold"),
        ({"questions": [question("garden", "a?", question_date="last May")]}, "tiny.questions.jsonl.gz:1: "),
        ({"conversations": [{"conv_id": "c"}]}, "tiny.conversations.jsonl.gz:1: 'sessions' is missing"),
        ({"conversations": [{"conv_id": "c", "sessions": [4]}]}, "'sessions' must be a list of objects"),
        ({"conversations": [conversation("c", TALKS["garden"])] * 2}, "conversation 'c' is there twice"),
    ],
)
def test_a_malformed_line_is_named_in_one_line(tmp_path: Path, rows: dict[str, Any], said: str):
    write(tmp_path, **rows)

    with pytest.raises(ReverieError) as wrong:
        read(tmp_path)

    assert said in str(wrong.value)
    assert "\n" not in str(wrong.value)


def test_a_pair_without_its_other_half_is_refused(tmp_path: Path):
    write(tmp_path)
    (tmp_path / "tiny.questions.jsonl.gz").unlink()

    with pytest.raises(ReverieError, match=r"'tiny' is incomplete: tiny\.questions\.jsonl\.gz is missing"):
        read(tmp_path)


def test_a_folder_without_sets_a_missing_folder_and_an_unknown_set_are_refused(tmp_path: Path):
    with pytest.raises(ReverieError, match="holds no set"):
        read(tmp_path)
    with pytest.raises(ReverieError, match="does not exist"):
        read(tmp_path / "nowhere")
    write(tmp_path)
    with pytest.raises(ReverieError, match="there is no set 'other'; the folder holds tiny"):
        read(tmp_path, ["other"])


@pytest.mark.parametrize(
    "content",
    [b"plain text", gzip.compress(b"\xff\xfe"), gzip.compress(b"{}\n" * 99)[:-9]],
    ids=["not gzipped", "not UTF-8", "cut off"],
)
def test_a_file_that_is_no_gzipped_utf8_is_refused(tmp_path: Path, content: bytes):
    write(tmp_path)
    (tmp_path / "tiny.questions.jsonl.gz").write_bytes(content)

    with pytest.raises(ReverieError, match=r"tiny\.questions\.jsonl\.gz cannot be read"):
        read(tmp_path)
