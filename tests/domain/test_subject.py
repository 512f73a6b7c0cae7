"""Of whom a statement says something: what is of somebody else overturns nothing of the owner's."""

from __future__ import annotations

import pytest

from reverie.domain.subject import others


@pytest.mark.parametrize(
    ("new", "old"),
    [
        ("Mum moved to Oslo, to Frogner.", "I'm a nurse at Ullevål hospital in Oslo."),
        ("mum moved to Oslo", "I live in Bergen."),
        ("Dad works at Acme now.", "I work at Contoso."),
        ("Dad lives in Rome.", "Mum lives in Bergen."),
    ],
)
def test_what_is_told_of_a_relative_by_that_word_alone_is_theirs(new: str, old: str) -> None:
    assert others(new, old)


@pytest.mark.parametrize(
    ("new", "old"),
    [
        ("Mum moved to Oslo.", "My mother Solveig lives in Bergen."),
        ("Dad retired.", "My father is a carpenter."),
        ("Mum moved to Oslo.", "Mum lives in Bergen."),
    ],
)
def test_a_relative_by_another_word_is_the_same_one(new: str, old: str) -> None:
    assert not others(new, old)
