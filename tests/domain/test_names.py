"""Names: which may be one, which never are, and how one is found though a letter is wrong."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from reverie.domain import names

word = st.text("abcdefgh", min_size=1, max_size=12)


@pytest.mark.parametrize(
    ("one", "two", "likeness"),
    [
        ("martha", "marhta", 0.9611), ("dixon", "dickson", 0.8324), ("test", "testing", 0.9143),
        ("postgresql", "postgres", 0.96), ("alice", "alicia", 0.8933), ("john doe", "jon doe", 0.9667),
        ("robert", "rupert", 0.8), ("abc", "xyz", 0.0), ("goclaw", "goclaw", 1.0), ("", "", 0.0),
    ],
)  # fmt: skip
def test_words_are_compared_by_jaro_and_winkler(one, two, likeness):
    assert names.jaro_winkler(one, two) == pytest.approx(likeness, abs=1e-4)


@given(word, word)
def test_likeness_is_the_same_both_ways_and_a_share(one, two):
    assert 0 <= names.jaro_winkler(one, two) <= 1
    assert names.jaro_winkler(one, two) == pytest.approx(names.jaro_winkler(two, one), abs=0.05)
    assert names.misspelt(one, two) == names.misspelt(two, one)


@given(st.text("abcdefgh", min_size=4, max_size=12), st.data())
def test_two_words_that_differ_by_one_letter_share_a_spelling(right, data):
    at = data.draw(st.integers(0, len(right) - 1))
    wrong = data.draw(
        st.sampled_from(
            [
                right[:at] + right[at + 1 :],
                right[:at] + "x" + right[at:],
                right[:at] + "x" + right[at + 1 :],
                right[:at] + right[at : at + 2][::-1] + right[at + 2 :],
            ]
        )
    )
    shared = {right, *names.spellings(right)} & {wrong, *names.spellings(wrong)}
    assert wrong == right or (names.misspelt(wrong, right) and shared)


def test_case_accents_dashes_and_an_apostrophe_make_no_other_name():
    for said in ("parcel-api", "Parcel API", "parcel_api", "PARCEL API's"):
        assert names.plain(said) == "parcel api"
    assert names.plain("São Paulo’s") == "sao paulo"


@pytest.mark.parametrize(
    ("one", "two"),
    [("Dr. Mira Holt", "Mira Holt"), ("O'Brien", "OBrien"), ("MIRA HOLT", "Mira Holt")],
)
def test_the_same_person_written_otherwise_is_the_same(one, two):
    assert names.alike(one, two, person=True) == 1


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("Mira Holt", "Mira Sand"), ("Mira Holt", "Nora Holt"), ("Mira J. Holt", "Mira K. Holt"), ("Mira", "Nora"),
        ("Mira Holt", "Holt"), ("Mira Holt 2", "Mira Holt 3"),
    ],
)  # fmt: skip
def test_other_surnames_first_names_or_numbers_make_another_person(one, two):
    assert names.alike(one, two, person=True) == names.alike(two, one, person=True) == 0


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("tidepool-2", "tidepool-3"), ("Python", "Python 3"), ("parcel-api", "parcel-worker"), ("A Inc", "A GmbH"),
        ("Quill Foods", "Quill Bank"), ("Java", "JavaScript"), ("Git", "GitHub"), ("", "Git"),
    ],
)  # fmt: skip
def test_other_numbers_forms_and_words_make_another_thing(one, two):
    assert names.alike(one, two, person=False) == names.alike(two, one, person=False) == 0


def test_names_that_only_look_alike_are_less_than_the_same():
    assert names.alike("Git Hub", "GitHub", person=False) == 1
    assert 0.9 < names.alike("Postgres", "PostgreSQL", person=False) < 1
    assert 0.9 < names.alike("Quill Foods", "Quill Foods Inc", person=False) < 1
    assert 0 < names.alike("Ana Meyer", "Anna Meyer", person=True) < 0.9
    assert names.alike("Mira", "Mira Holt", person=True) == names.FIRST


def test_a_first_name_is_told_from_a_name():
    assert names.first_of("Mira", "Mira Holt")
    assert names.first_of("mira", "Dr. Mira Holt")
    assert not names.first_of("Holt", "Mira Holt")
    assert not names.first_of("Mira Holt", "Mira Holt")


@pytest.mark.parametrize(
    ("one", "two", "asked"),
    [
        ("Sarah Brandt", "Sara Brandt", True),
        ("Philip Roth", "Filip Roth", True),
        ("Erik Lund", "Eric Lund", True),
        ("Michael Kern", "Michaela Kern", False),
        ("Anna Berger", "Anne Berger", False),
        ("Sarah Brandt", "Sara Brandl", False),
    ],
)
def test_a_first_name_spelt_otherwise_is_asked_about_and_never_merged_by_itself(one, two, asked):
    assert (0.94 < names.alike(one, two, person=True) < 0.95) == asked
