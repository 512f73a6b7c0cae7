"""What kind of statement a passage is."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from reverie.domain.traits import ASKS, COUNTED, FILLER, MACHINE, NAMED, OVERTURNED, OWN, RULE, TIMED, traits


@pytest.mark.parametrize(
    ("text", "trait"),
    [
        ("Where is it?", ASKS),
        ("どこですか？", ASKS),
        ("I moved to Rome.", OWN),
        ("Ich bin umgezogen.", OWN),
        ("Nous avons déménagé.", OWN),
        ("Wow, that is nice!", FILLER),
        ("Danke dir!", FILLER),
        ("We met yesterday.", TIMED),
        ("Wir trafen uns gestern.", TIMED),
        ("昨日会いました。", TIMED),
        ("There are three boats.", COUNTED),
        ("Room 407.", COUNTED),
        ("Always run the tests first.", RULE),
        ("I prefer short answers.", RULE),
        ("Nunca borres la base de datos.", RULE),
        ("항상 테스트를 실행하세요.", RULE),
    ],
)
def test_a_statement_shows_what_it_is(text: str, trait: int) -> None:
    assert traits(text) & trait


@pytest.mark.parametrize(
    ("text", "trait"),
    [
        ("Where it is, nobody knows.", ASKS),
        ("Information is power.", OWN),
        ("The yeast is old.", FILLER),
        ("The heron is blue.", TIMED | COUNTED | RULE | OWN | ASKS),
    ],
)
def test_a_plain_statement_shows_nothing(text: str, trait: int) -> None:
    assert not traits(text) & trait


@pytest.mark.parametrize(
    ("role", "speaker", "expected"),
    [
        (None, None, 0),
        ("user", None, 0),
        ("agent", None, MACHINE),
        ("tool", None, MACHINE),
        ("system", None, MACHINE),
        ("agent", "assistant", MACHINE),
        ("user", "User", 0),
        ("user", "Ana", NAMED),
        ("agent", "Ana", NAMED),  # two people in a recording, one of them kept as the agent
    ],
)
def test_whose_words_they_are(role: str | None, speaker: str | None, expected: int) -> None:
    assert traits("The heron is blue.", role, speaker) == expected


def test_an_assistant_sets_no_rules() -> None:
    assert not traits("Always run the tests first.", "agent") & RULE


def test_a_blank_name_is_no_name() -> None:
    assert not traits("The heron is blue.", "user", " ") & NAMED


@given(st.text(max_size=2000), st.sampled_from((None, "user", "agent", "tool")), st.none() | st.text(max_size=9))
def test_traits_are_bits_and_only_the_index_overturns(text: str, role: str | None, speaker: str | None) -> None:
    assert 0 <= traits(text, role, speaker) < OVERTURNED
