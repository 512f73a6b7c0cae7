"""What a statement ties to what, and whom it names: general wording, no guesses."""

from __future__ import annotations

import pytest

from reverie.domain import relate


def ties(text: str) -> list[tuple[str, str, str, str]]:
    return [(tie.source, tie.relation, tie.target, tie.gone) for tie in relate.read(text)]


@pytest.mark.parametrize(
    "said",
    [
        "The employer of Mira Holt is Quill Foods.",
        "Quill Foods is the employer of Mira Holt.",
        "Mira Holt's employer is Quill Foods.",
        "Mira Holt works for Quill Foods now.",
        "Quill Foods is where Mira Holt works.",
        "Quill Foods hired Mira Holt.",
        "Mira Holt is an accountant at Quill Foods.",
        "Der Arbeitgeber von Mira Holt ist Quill Foods.",
        "Mira Holt arbeitet bei Quill Foods.",
    ],
)
def test_an_employer_is_read_from_many_wordings(said):
    assert ties(said) == [("Mira Holt", "works-at", "Quill Foods", "")]


@pytest.mark.parametrize(
    ("said", "tie"),
    [
        ("Mira Holt moved from Turin to Basel.", ("Mira Holt", "lives-in", "Basel", "Turin")),
        ("Mira Holt lives in Basel, not Turin.", ("Mira Holt", "lives-in", "Basel", "Turin")),
        ("Mira Holt left Quill Foods.", ("Mira Holt", "works-at", "", "Quill Foods")),
        ("Mira Holt no longer works at Quill Foods.", ("Mira Holt", "works-at", "", "Quill Foods")),
        ("Mira Holt left Quill Foods for Delta Bank.", ("Mira Holt", "works-at", "Delta Bank", "Quill Foods")),
        ("The employer of Mira Holt changed from Quill Foods to Delta Bank.",
         ("Mira Holt", "works-at", "Delta Bank", "Quill Foods")),
        ("The maintainer of parcel is Mira Holt.", ("parcel", "maintained-by", "Mira Holt", "")),
        ("parcel's maintainer: Mira Holt", ("parcel", "maintained-by", "Mira Holt", "")),
        ("Mira Holt maintains parcel-api.", ("parcel-api", "maintained-by", "Mira Holt", "")),
        ("Mira Holt took over parcel-api from Ben.", ("parcel-api", "maintained-by", "Mira Holt", "Ben")),
        ("Mira Holt replaced Ben as the maintainer of parcel-api.",
         ("parcel-api", "maintained-by", "Mira Holt", "Ben")),
        ("Ben stepped down as maintainer of parcel-api.", ("parcel-api", "maintained-by", "", "Ben")),
        ("Ben is no longer the maintainer of parcel-api.", ("parcel-api", "maintained-by", "", "Ben")),
        ("Ask Ben about parcel-api, he owns it.", ("parcel-api", "maintained-by", "Ben", "")),
        ("The person on call for parcel is Mira Holt this week.", ("parcel", "on-call", "Mira Holt", "")),
        ("Ben is no longer on call for parcel; Mira Holt is.", ("parcel", "on-call", "Mira Holt", "Ben")),
        ("parcel-api switched from Redis to Valkey.", ("parcel-api", "uses", "Valkey", "Redis")),
        ("Mira Holt reports to Ben Oak.", ("Mira Holt", "reports-to", "Ben Oak", "")),
    ],
)  # fmt: skip
def test_what_changed_or_ended_is_told_with_who_was_there_before(said, tie):
    assert ties(said) == [tie]


@pytest.mark.parametrize(
    "said",
    [
        "If Mira Holt works at Quill Foods, call her.",
        "Does Mira Holt work at Quill Foods?",
        "Maybe the maintainer of parcel is Ben.",
        "Ben asked who the maintainer of parcel-api is.",
        "The config lives in Redis.",
        "Mira Holt will join Delta Bank next year.",
        "Ben takes care of laundry and the garden.",
    ],
)
def test_a_guess_a_question_and_a_plan_tie_nobody(said):
    assert ties(said) == []


def test_who_is_named_is_told_by_the_words_around():
    def named(said: str) -> dict[str, str]:
        return relate.names(said, relate.read(said))

    assert named("Mira Holt works at Quill.") == {"Mira Holt": "person", "Quill": "organisation"}
    assert named("Mira Holt lives in Basel.") == {"Mira Holt": "person", "Basel": "place"}
    assert named("The port of parcel-edge is 8080.") == {"parcel-edge": "project"}
    assert named("We store it in eu-west-1 for long-term use, see the follow-up.") == {}
    assert named("Ask for Delta Bank, please.") == {"Delta Bank": "organisation"}


def test_a_name_of_two_words_can_be_on_call_for_but_is_not_owned_like_a_service():
    assert ties("The on-call contact for Night Owl is Mira Holt.") == [("Night Owl", "on-call", "Mira Holt", "")]
    assert ties("Mira Holt looks after Ben Oak.") == []


def test_a_role_that_went_from_one_to_another_is_no_tool_that_was_replaced():
    assert ties("The maintainer of parcel-api switched from Ben to Mira.") == [
        ("parcel-api", "maintained-by", "Mira", "Ben")
    ]
