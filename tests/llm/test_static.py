"""The table of token vectors that is shipped with the package."""

from __future__ import annotations

import numpy as np
import pytest

from reverie.llm.static import ASKED, SHIPPED, StaticTable
from scripts import people, teach


@pytest.fixture(scope="module")
def table():
    return StaticTable.asked()


def nearest(table: StaticTable, question: str, texts: list[str]) -> str:
    return texts[int(np.argmax(table.embed(texts) @ table.embed([question])[0]))]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What pet does she have?", "We adopted a kitten from the shelter."),
        ("Which car does he drive?", "The old Toyota finally broke down on the motorway."),
        ("Who is sick?", "My father has been in hospital with pneumonia."),
        ("How is the database backed up?", "A nightly job dumps Postgres to object storage."),
    ],
)
def test_a_question_finds_the_sentence_that_shares_its_meaning_but_no_word(table, question, answer):
    sentences = [
        "We adopted a kitten from the shelter.",
        "The old Toyota finally broke down on the motorway.",
        "My father has been in hospital with pneumonia.",
        "A nightly job dumps Postgres to object storage.",
        "The concert was loud, but the singer was wonderful.",
    ]
    assert nearest(table, question, sentences) == answer


def test_vectors_have_length_one_and_the_promised_number_of_dimensions(table):
    vectors = table.embed(["Ana prefers tea", "日本語", "x" * 5000 + " tea", "tea " * 20_000])

    assert vectors.shape == (4, table.dims)
    assert vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)


def test_a_text_without_a_known_word_is_near_nothing(table):
    vectors = table.embed(["", " \n", "💜", "Ana prefers tea"])

    assert not vectors[:3].any()
    assert vectors[3].any()


def test_no_texts_are_no_vectors(table):
    assert table.embed([]).shape == (0, table.dims)


def test_a_text_has_the_same_vector_alone_and_in_company(table):
    texts = [f"Note {number}: Ana moved the meeting to day {number}." for number in range(1500)]

    together = table.embed(texts)

    for number in (0, 700, 1499):
        assert np.allclose(together[number], table.embed([texts[number]])[0], atol=1e-6)


def test_capitals_and_accents_make_no_difference(table):
    plain, dressed = table.embed(["cafe in Zurich", "CAFÉ in Zürich"])
    assert np.array_equal(plain, dressed)


def test_what_is_shipped_names_itself_and_stays_small(table):
    assert table.identity.startswith(f"instant-{table.dims}-")
    assert SHIPPED.stat().st_size <= 8_000_000


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("what can't i eat?", "i'm lactose intolerant so no cream in anything"),
        ("when can't we deploy?", "prod is frozen from thursday till monday"),
        ("who has to approve releases?", "jory signs off prod now"),
        ("what time is the daily meeting?", "standup moved to half past nine"),
        ("how many animals do i keep?", "we're up to forty hens"),
    ],
)
def test_a_question_finds_what_people_say_in_passing(table, question, answer):
    told = [
        "i'm lactose intolerant so no cream in anything",
        "prod is frozen from thursday till monday",
        "jory signs off prod now",
        "standup moved to half past nine",
        "we're up to forty hens",
        "the branch is merged, delete it",
        "the flat in lisbon got too expensive",
    ]
    assert nearest(table, question, told) == answer


def test_what_compares_statements_goes_on_with_the_words_as_they_were() -> None:
    words, instant = StaticTable.instant(), StaticTable.asked()
    assert words.identity != instant.identity
    some = ["We deploy with Ansible", "who deploys?"]
    assert not np.allclose(words.embed(some), instant.embed(some), atol=0.05)


def test_the_words_were_moved_by_what_is_in_the_repository() -> None:
    with np.load(ASKED) as file:
        assert str(file["taught"]) == teach.identity(people.for_the_reader())
