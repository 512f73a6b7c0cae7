"""Statements of which nothing would be missed."""

from __future__ import annotations

import pytest

from reverie.domain.claim import claim
from reverie.domain.claim_vague import vague


@pytest.mark.parametrize(
    "text",
    [
        "A sofa is a sofa",
        "The garden may or may not be nice, who knows",
        "Somebody mentioned something about the stairs",
        "We should tidy the shelf at some point",
        "I feel a bit odd about the curtain",
        "The weather was lovely",
    ],
)
def test_moods_hedges_and_tautologies_say_nothing_that_lasts(text: str) -> None:
    assert vague(claim(text))


@pytest.mark.parametrize(
    "text",
    [
        "We should move to Postgres at some point",
        "Ana feels unwell",
        "The deadline might or might not be moved",
        "It would be nice if the timeout were 30 s",
        "Somehow src/auth.py is never formatted",
        "I prefer quiet rooms, more or less",
        "The build is slow",
        "Never deploy when the weather is bad",
    ],
)
def test_what_names_counts_rules_or_prefers_is_kept(text: str) -> None:
    assert not vague(claim(text))
