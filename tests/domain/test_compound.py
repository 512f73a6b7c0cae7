"""Statements that say several things."""

from __future__ import annotations

import pytest

from reverie.domain import compound


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (
            'friendly but brief, british spelling always please, and sign off with "Best, Claire"',
            ["friendly but brief", "british spelling always please", 'sign off with "Best, Claire"'],
        ),
        ("ines owns the frontend, i do the api", ["ines owns the frontend", "i do the api"]),
        ("We support dhl, postnl and gls", ["We support dhl, postnl and gls"]),
        ("We deploy on Hetzner and the database is Postgres.", ["We deploy on Hetzner", "the database is Postgres"]),
        ("I live in Oslo.", ["I live in Oslo"]),
    ],
)
def test_a_statement_has_parts(text: str, parts: list[str]) -> None:
    assert compound.parts(text) == parts


def test_what_is_gone_leaves_the_rest() -> None:
    text = "british spelling always please, and sign off with Best"
    assert compound.without(text, lambda part: "sign" in part) == "british spelling always please"


def test_nothing_is_left_of_what_needs_the_part_that_is_gone() -> None:
    text = "deploy is ./bin/ship.sh, it goes to the hetzner vm"
    assert compound.without(text, lambda part: "ship" in part) == ""
    assert compound.without(text, lambda part: "hetzner" in part) == "deploy is ./bin/ship.sh"


def test_a_statement_of_which_no_part_is_gone_is_not_touched() -> None:
    assert compound.without("ines owns the frontend, i do the api", lambda part: False) is None
