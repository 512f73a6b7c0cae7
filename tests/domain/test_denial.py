"""Denials of what is held, and what only looks like one."""

from __future__ import annotations

import pytest

from reverie.domain import denial

HAZELNUTS = "She's allergic to hazelnuts so the snack has to be without nuts."


@pytest.mark.parametrize(
    ("said", "held"),
    [
        ("Ida is not allergic to hazelnuts after all, it's walnuts she reacts to.", HAZELNUTS),
        ("Turns out she isn't allergic to hazelnuts.", HAZELNUTS),
        ("I was wrong about the hazelnuts.", HAZELNUTS),
        ("We don't deploy on Fridays any more.", "We deploy on Fridays without a freeze."),
        ("It turns out the cat isn't diabetic.", "The cat is diabetic, so no treats."),
        ("Tim ist doch nicht allergisch gegen Katzen.", "Tim ist allergisch gegen Katzen, also kein Besuch bei Oma."),
    ],
)
def test_what_is_held_is_denied(said: str, held: str) -> None:
    assert denial.of(said, held)


@pytest.mark.parametrize(
    ("said", "held"),
    [
        ("Never push to main.", "Pushing to main is forbidden, no exceptions."),
        ("I don't eat meat.", "I'm vegetarian, I don't eat meat."),
        ("I stopped eating meat, I don't eat fish.", "I don't eat meat and no fish."),
        ("Ida is not allergic to walnuts.", HAZELNUTS),
        ("She's allergic to hazelnuts, not to walnuts.", HAZELNUTS),
        ("Not only Ida is allergic to hazelnuts.", HAZELNUTS),
        ("Is Ida not allergic to hazelnuts?", HAZELNUTS),
        ("I don't drink coffee after 4pm.", "I drink coffee until 4pm."),
        ("We deploy on Fridays, don't ask why we deploy.", "We deploy on Fridays."),
    ],
)
def test_what_says_the_same_or_something_else_denies_nothing(said: str, held: str) -> None:
    assert not denial.of(said, held)
