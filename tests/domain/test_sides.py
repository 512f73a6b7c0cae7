"""Which side of somebody or something a statement tells, and what therefore overturns nothing of another."""

from __future__ import annotations

import pytest

from reverie.domain import sides


@pytest.mark.parametrize(
    ("held", "said"),
    [
        ("Jon Smith works at Initech.", "Jon Smith moved to Oslo."),
        ("Lena is our designer.", "Lena moved to Berlin."),
        ("Mira owns a Zoe.", "Mira moved to Ghent."),
        ("My partner is Jonas.", "Jonas got a new job, he works at UZ Gent now."),
        ("The heron service is in Rust.", "The heron service is owned by Maria now."),
        ("Max works at the school.", "Max bought a house in Linz."),
        ("Kelpshop is a webshop for seaweed snacks.", "Ines is the designer on kelpshop now."),
    ],
)
def test_of_different_sides_each_stands(held: str, said: str) -> None:
    assert sides.apart(held, said)
    assert sides.apart(said, held)


@pytest.mark.parametrize(
    ("held", "said"),
    [
        ("Jon Smith lives in Bergen.", "Jon Smith moved to Oslo."),
        ("I live in Graz.", "moved to Linz last week"),
        ("Ana works at Acme.", "Ana joined Globex."),
        ("Ana lives in Oslo and works at Acme.", "Ana works for Globex now."),
        ("The API is written in Go.", "The API is written in Rust now."),
        ("Billing moved to Fly.", "Billing runs on Hetzner now."),
        ("The heron service is owned by Maria.", "Ben looks after the heron service now."),
        ("I drink tea.", "I'm on coffee these days."),
    ],
)
def test_of_one_side_or_none_that_is_said_outright_nothing_is_decided(held: str, said: str) -> None:
    assert not sides.apart(held, said)
