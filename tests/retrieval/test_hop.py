"""The second hop: what the question does not say but the first answer does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from reverie.memory import Memory
from tests.retrieval.test_recall import holds, keys, known, talk, texts

NOISE = (
    "Bob likes the opera in Vienna.",
    "The author of the quarterly report was late.",
    "Carla was born in Madrid in spring.",
    "The ferry to the island leaves at nine.",
    "The capital of the region has nine bridges.",
    "Dana manages the bakery near the station.",
    "The band plays in the old theatre.",
    "The company picnic is in June.",
)
GOETHE = ("Faust was written by Goethe.", "Goethe was born in Frankfurt.")
CHAINS = {
    "Where was the author of Faust born?": GOETHE,
    "Where was the man who wrote Faust born?": GOETHE,
    "What is the phone number of the billing team's manager?": (
        "Ana manages the billing team.",
        "Ana's phone number is 555-0199.",
    ),
    "In which room does the owner of the heron service sit?": (
        "The heron service is owned by Emil Krause.",
        "Emil Krause sits in room 407.",
    ),
    "Who does the man that Mara is married to work for?": (
        "Mara is married to Viktor Lindqvist.",
        "Viktor Lindqvist works for Globex.",
    ),
    "Where does the founder of the band that performs Bluebird live?": (
        "The song Bluebird is performed by Kestrel.",
        "Kestrel was founded by Olga Brandt.",
        "Olga Brandt lives in Tromsø.",
    ),
    "Where is the boss of the person who leads Osprey based?": (
        "Nils Aber leads project Osprey.",
        "Nils Aber reports to Petra Vogt.",
        "Petra Vogt is based in Lisbon.",
    ),
}
BLUEBIRD = "Where does the founder of the band that performs Bluebird live?"


@pytest.fixture
def memory(workspace: Path) -> Iterator[Memory]:
    with Memory.create(workspace) as opened:
        yield opened


@pytest.mark.parametrize("how", ["pages", "turns"])
@pytest.mark.parametrize("question", CHAINS)
def test_every_link_of_a_chain_is_found(memory: Memory, question: str, how: str) -> None:
    facts = CHAINS[question]
    if how == "pages":
        known(memory, *NOISE, *facts)
    else:
        for n, text in enumerate((*NOISE, *facts)):
            talk(memory, f"user: {text}", "agent: I see.", session=f"s{n}")
    assert set(texts(memory, question, "full")) >= set(facts)


def test_a_question_that_is_answered_at_once_is_not_followed_further(memory: Memory) -> None:
    known(memory, *NOISE, *GOETHE)
    answer = memory.recall("Goethe's Faust that was written", tier="full")
    assert all("hop" not in hit.parts for hit in answer.hits)


def test_a_hop_leads_into_no_other_space(memory: Memory) -> None:
    holds(memory, "The song Bluebird is performed by Kestrel.", space="user/ana")
    holds(memory, "Kestrel was founded by Olga Brandt.", space="user/bob")
    found = keys(memory, BLUEBIRD, "full", space="user/ana")
    assert {key.space for key in found} <= {"user/ana", ""}


def test_the_fast_tier_never_hops(memory: Memory) -> None:
    known(memory, *NOISE, *CHAINS[BLUEBIRD])
    answer = memory.recall(BLUEBIRD, tier="fast")
    assert all("hop" not in hit.parts for hit in answer.hits)
