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
        ("It prints to port 1883, topic home. It has a log.", ["It prints to port 1883, topic home", "It has a log"]),
        ("we are on Node 22 now, .nvmrc says so too.", ["we are on Node 22 now", ".nvmrc says so too"]),
        ("My own vet is Dr. Brook, don't mix them up.", ["My own vet is Dr. Brook", "don't mix them up"]),
        ("Ask Prof. Lund about it. The lab is on St. Mark's.", ["Ask Prof. Lund about it", "The lab is on St. Mark's"]),
        (
            "Der Termin ist am 3. Mai in Raum Nr. 5 bei Hr. Lutz.",
            ["Der Termin ist am 3. Mai in Raum Nr. 5 bei Hr. Lutz"],
        ),
        (
            "My desk is number 4 and my boss's, Ms. Roth's, is 7 on floor 2.",
            ["My desk is number 4 and my boss's, Ms. Roth's, is 7 on floor 2"],
        ),
        (
            "My desk is number 4 and my boss's desk is by the door.",
            ["My desk is number 4", "my boss's desk is by the door"],
        ),
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


@pytest.mark.parametrize(
    "text",
    [
        "I live in Lisbon, I moved here in 2021 from Dublin.",
        "I live in Lisbon, moved to it from Dublin in 2021.",
        "We hired 5 developers in Lisbon, 2 designers and a writer.",
        "Wir wohnen in Lisbon, die Miete hier ist hoch.",
    ],
)
def test_nothing_is_left_of_what_was_so_there_or_has_no_subject(text: str) -> None:
    assert compound.without(text, lambda part: "Lisbon" in part) == ""


@pytest.mark.parametrize(
    ("text", "whole", "part"),
    [
        ("I'm Marta, I work as a nurse.", "I'm Marta, I work as a nurse at the Linden clinic.", True),
        ("Our investor is Lena Fischer.", "Our investor is Lena Fischer from Harbor Capital.", True),
        ("We deploy on Fridays.", "We always deploy on Fridays with Ansible.", False),
        ("I live in Oslo.", "I live in Oslo.", False),
    ],
)
def test_a_statement_without_a_phrase_is_a_part_of_it(text: str, whole: str, part: bool) -> None:
    assert compound.part_of(text, whole) is part


def test_what_points_at_a_part_goes_with_it() -> None:
    text = "Ada Roth does payroll, Ada Ruth does the frontend. Don't confuse them."
    assert compound.without(text, lambda part: "Ruth" in part) == "Ada Roth does payroll"
    assert compound.without("The vet is Dr. Brook, don't mix them up.", lambda part: "Brook" in part) == ""


def test_a_statement_of_which_no_part_is_gone_is_not_touched() -> None:
    assert compound.without("ines owns the frontend, i do the api", lambda part: False) is None


@pytest.mark.parametrize(
    ("part", "said", "stays"),
    [
        ("My partner is Jonas", "Jonas got a new job, he works at UZ Gent now.", True),
        ("My dog's name is Rex", "Rex is on a diet now.", True),
        ("Mein Bruder heißt Leo", "Leo wohnt jetzt in Graz.", True),
        ("My partner is Jonas", "My partner is Tom now, not Jonas.", False),
        ("My partner is Jonas", "Jonas and I split up.", False),
        ("My partner is Jonas", "Ana got a new job.", False),
        ("My partner is from Ghent", "Ghent is flooded.", False),
    ],
)
def test_who_somebody_is_stays_when_they_do_something_else(part: str, said: str, stays: bool) -> None:
    assert compound.introduces(part, said) is stays


@pytest.mark.parametrize(
    ("text", "gone", "left"),
    [
        (
            "Shopd is our API, it runs on Postgres 16 and is deployed on fly.io.",
            "fly",
            "Shopd is our API, it runs on Postgres 16",
        ),
        (
            "Metd polls the meter every 10 s and publishes to a broker on port 1883, topic energy. It has a log.",
            "1883",
            "Metd polls the meter every 10 s. It has a log",
        ),
        (
            "We use Slack for chat, Zoom for calls, and Notion for docs.",
            "Zoom",
            "We use Slack for chat, Notion for docs",
        ),
        ("Ana likes old cats and keeps to herself, and Ben is a cook.", "cats", "Ben is a cook"),
    ],
)
def test_of_what_somebody_does_besides_only_what_is_gone_goes(text: str, gone: str, left: str) -> None:
    assert compound.without(text, lambda part: gone in part) == left
