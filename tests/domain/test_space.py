"""Spaces: which names there are, one folder each, and what a question sees."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, strategies as st

from reverie.domain.space import FOLDER_LIMIT, KINDS, chain, check, folder, named

NAMES = st.builds(
    "{}/{}".format,
    st.sampled_from(KINDS),
    st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=60),
)


@pytest.mark.parametrize(
    ("space", "name"),
    [
        ("user/ana", "user%2Fana"),
        ("user/Ana", "user%2F%41na"),
        ("project/github.com/acme/App", "project%2Fgithub.com%2Facme%2F%41pp"),
        ("channel/C024BE91L", "channel%2F%43024%42%4591%4C"),
        ("team/..", "team%2F.."),
        ("user/../../etc", "user%2F..%2F..%2Fetc"),
        ("user/josé", "user%2Fjos%C3%A9"),
        ("user/한글", "user%2F%ED%95%9C%EA%B8%80"),
        ("user/a b", "user%2Fa%20b"),
        ("user/100%", "user%2F100%25"),
        ("user/a\\b", "user%2Fa%5Cb"),
        ("user/~ana", "user%2F%7Eana"),
        ("project/" + "a" * 200, "project%2F" + "a" * 90 + "~7570c8837c3ccfd4"),
        ("project/" + "a" * 199 + "b", "project%2F" + "a" * 90 + "~bfffb917f19e87ac"),
    ],
)
def test_folder_names_are_golden(space, name):
    assert folder(space) == name


def test_a_name_is_cut_only_beyond_120_bytes():
    fits = "project/" + "a" * 110
    over = fits + "a"

    assert folder(fits) == "project%2F" + "a" * 110
    assert len(folder(fits)) == FOLDER_LIMIT
    assert len(folder(over)) == 100 + 1 + 16


@given(NAMES)
def test_a_folder_name_is_one_plain_part_of_a_path(space):
    name = folder(space)

    assert name.isascii()
    assert len(name) <= FOLDER_LIMIT
    assert not set(name) & set('/\\:*?"<>|\0')
    assert name not in (".", "..")
    assert not name.startswith(".")


@pytest.mark.parametrize("dots", [".", "..", "...", ".hidden"])
def test_even_a_name_of_dots_alone_is_an_ordinary_folder(dots):
    assert folder(dots).startswith("%2E")


@given(NAMES, NAMES)
def test_file_systems_that_ignore_case_keep_spaces_apart(one, other):
    assert (folder(one).casefold() == folder(other).casefold()) == (one == other)


def test_letters_that_only_look_the_same_are_two_spaces():
    composed, decomposed = (unicodedata.normalize(form, "user/josé") for form in ("NFC", "NFD"))

    assert folder(composed) != folder(decomposed)


@given(NAMES)
def test_a_folder_names_its_space_unless_it_was_cut(space):
    assert named(folder(space)) == (None if "~" in folder(space) else space)


@pytest.mark.parametrize(
    "name", ["", "ana", "user", "user%2F", "user%2Fana%", "user%2fana", "User%2Fana", "user%2FAna", "user%2F%FF"]
)
def test_a_folder_that_is_not_ours_names_no_space(name):
    assert named(name) is None


@pytest.mark.parametrize("space", ["", "user/ana", "project/a/b/c", "channel/#general", "team/..", "user/한글"])
def test_names_that_are_spaces(space):
    assert check(space) == space


@pytest.mark.parametrize(
    "name",
    [
        "ana",
        "user",
        "user/",
        "/",
        "other/ana",
        "User/ana",
        "user/a\nb",
        "user/\x00",
        "user/\ud800",
        "user/" + "a" * 513,
    ],
)
def test_names_that_are_no_spaces_are_told_which_there_are(name):
    with pytest.raises(ValueError, match="user/<id>, project/<id>, channel/<id>, team/<id>"):
        check(name)


def test_a_question_sees_its_space_and_then_the_agents_own():
    assert chain("user/ana") == ("user/ana", "")
    assert chain("") == ("",)
