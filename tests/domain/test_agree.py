"""What was agreed to is said in the words of the proposal, or nothing was agreed."""

from __future__ import annotations

import pytest

from reverie.domain.agree import agreed

TWO = "Two ways:\nA) keep uploads on the local disk\nB) put uploads in an S3 bucket with lifecycle rules"
NUMBERED = "I see two options:\n1. Celery with Redis as the broker\n2. a cron job that polls a table"
ONE = "Sessions die on restart. I suggest we store sessions in Postgres instead of memory. Shall I?"


def took(answer: str, proposed: str) -> str | None:
    found = agreed(answer, proposed)
    return proposed[found.start : found.end] if found else None


@pytest.mark.parametrize(
    "answer", ["B", "b please, go ahead", "let's go with option B", "the second one", "B then.", "ok, the latter"]
)
def test_an_option_pointed_at_is_the_one_that_was_taken(answer: str) -> None:
    assert took(answer, TWO) == "put uploads in an S3 bucket with lifecycle rules"


def test_the_reason_is_kept_when_it_is_more_than_courtesy() -> None:
    found = agreed("let's do the first one, we already run a broker. thanks!", NUMBERED)
    assert found and found.reason == "we already run a broker"
    courteous = agreed("1 please, thanks", NUMBERED)
    assert courteous and courteous.reason == ""


@pytest.mark.parametrize("answer", ["yes", "yes do that", "ok go ahead", "sounds good", "ja, mach das"])
def test_a_yes_takes_the_one_proposal(answer: str) -> None:
    assert took(answer, ONE) == "I suggest we store sessions in Postgres instead of memory"


@pytest.mark.parametrize(
    ("answer", "proposed"),
    [
        ("the second one", "Done. Which list do you mean?"),
        ("yes", "Two unused imports in api.py. Shall I remove them?"),
        ("2", "Next steps:\n1. fix the failing tests\n2. write the documentation"),
        ("a bit more contrast please", TWO),
        ("yes but not on Fridays", ONE),
        ("5", NUMBERED),
        ("1. the former\n2. just the id", NUMBERED),
        ("1", "Questions for you:\n1. Should the flag be required?\n2. What shall be stored?"),
        ("", ""),
    ],
)
def test_when_it_is_not_clear_what_was_agreed_to_nothing_was(answer: str, proposed: str) -> None:
    assert took(answer, proposed) is None
