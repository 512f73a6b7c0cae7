"""A question taken apart: its words, who it names, which times it speaks of, and what it wants."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from reverie.domain.question import LONGEST, read
from reverie.domain.words import terms
from tests.conftest import MONDAY


@pytest.mark.parametrize(
    ("question", "wants"),
    [
        ("When did Ana move?", {"when"}),
        ("Wann ist Ana umgezogen?", {"when"}),
        ("How many boats are there?", {"amount"}),
        ("Wie viele Boote gibt es?", {"amount"}),
        ("Combien de bateaux ?", {"amount"}),
        ("¿Cuántos barcos hay?", {"amount"}),
        ("How should I water the olive tree?", {"advice"}),
        ("Could you recommend a book?", {"advice"}),
        ("Give me a summary of the project", {"overview"}),
        ("Could you summarise the project?", {"overview"}),
        ("What is the latest address?", {"latest"}),
        ("How do we usually deploy?", {"procedure"}),
        ("Where is the boss of the person who leads Osprey based?", {"chain"}),
        ("Where was the author of Faust born?", {"chain"}),
        ("heron", set()),
    ],
)
def test_what_a_question_wants(question: str, wants: set[str]) -> None:
    assert read(question, MONDAY).wants >= wants


@pytest.mark.parametrize(
    ("question", "speakers", "left"),
    [
        ("What does Ana drink?", ("Ana Lima",), ("drink",)),
        ("What does ANA LIMA drink?", ("Ana Lima",), ("drink",)),
        ("What is Ana's drink?", ("Ana Lima",), ("drink",)),
        ("What is Ana’s drink?", ("Ana Lima",), ("drink",)),
        ("Do Ana and Bob drink?", ("Ana Lima", "Bob"), ("drink",)),
        ("What does banana drink?", (), ("banana", "drink")),
        ("Ana?", ("Ana Lima",), ("ana",)),
    ],
)
def test_who_a_question_names(question: str, speakers: tuple[str, ...], left: tuple[str, ...]) -> None:
    asked = read(question, MONDAY, ("Ana Lima", "Bob"))
    assert asked.speakers == speakers
    assert set(left) <= set(asked.terms)


@pytest.mark.parametrize("name", ["jean-luc", "Dr. Smith", "@kim", "O'Neil", "Łukasz"])
def test_a_participant_is_recognised_as_the_name_is_written(name: str) -> None:
    assert read(f"What did {name} say about the boat?", MONDAY, (name,)).speakers == (name,)


@pytest.mark.parametrize("name", ["", " ", "\t", "\u3000", "(", "[a-z", "\\", "*+?"])
def test_no_participant_breaks_a_question(name: str) -> None:
    assert read("What about the boat?", MONDAY, (name,)).terms == ("boat",)


def test_names_inside_a_question_are_noticed_and_its_first_word_is_none() -> None:
    assert read("Where did Bob meet Carla's sister in Oslo?", MONDAY).names == ("Bob", "Carla", "Oslo")


def test_a_time_is_read_from_now() -> None:
    (span,) = read("What happened yesterday?", MONDAY).spans
    assert (str(span.start), span.relative) == ("2026-11-15", True)


def test_words_about_how_to_answer_are_not_looked_for() -> None:
    asked = read("Can you give me a brief overview of the heron project, in order?", MONDAY)
    assert asked.terms == ("heron", "project")


def test_only_so_much_of_a_document_is_read() -> None:
    assert len(read("heron " * 100_000, MONDAY).text) == LONGEST


@given(st.text(max_size=200), st.lists(st.text(max_size=12), max_size=4))
def test_any_text_and_any_names_can_be_read(text: str, names: list[str]) -> None:
    asked = read(text, MONDAY, names)
    assert set(asked.speakers) <= set(names)
    assert bool(asked.terms) == bool(terms(text))
    assert len(set(asked.terms)) == len(asked.terms)


@pytest.mark.timeout(10)  # a slow pattern takes minutes for what is read in milliseconds
@pytest.mark.parametrize("part", ["x", "A", "茶", "x.", "a-b-", "7 May ", "who ", "'s ", "e\u0301"])
def test_a_long_question_is_read_whatever_it_repeats(part: str) -> None:
    assert read(part * (LONGEST // len(part)), MONDAY, ("Ana",)).text


def test_what_is_used_for_something_names_its_kind_as_which_does():
    which, what = (
        read(text, MONDAY) for text in ("which state management do we use", "what do we use for state management")
    )
    assert what.kinds == which.kinds == {"management"}
    assert what.slight == which.slight
    assert not read("what do we use for payments", MONDAY).kinds, "what is asked about"
