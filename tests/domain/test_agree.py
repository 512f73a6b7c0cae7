"""What was agreed to is said in the words of the proposal, or nothing was agreed."""

from __future__ import annotations

import time

import pytest

from reverie.domain.agree import agreed, amended, answered

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


@pytest.mark.parametrize(
    ("answer", "question", "kind"),
    [
        ("1.29, managed by GKE", "Which Kubernetes version do you target?", "fact"),
        ("ISO", "Which date format do you want in reports?", "preference"),
        ("ok postgres.", "so postgres or mysql?", "decision"),
        ("leaflet, no api keys", "We could use Mapbox, Leaflet or Google Maps.", "decision"),
        ("yes", "Which database do you prefer?", None),
        ("up to you", "Which tone do you want?", None),
        ("the second one", "Which file do you mean?", None),
        ("src/app.ts", "Which file should I open?", None),
        ("yeah its in .env as DATABASE_URL", "One question first: where does the connection string live?", "fact"),
        ("yep, staging.acme.dev", "Do you have a staging environment?", "fact"),
        ("platform team", "Who owns the billing service?", "fact"),
        ("by hand, with make migrate", "How are migrations run in production?", "procedure"),
        ("no", "Do you have a staging environment?", None),
        ("in the queue i think", "Where are the jobs kept?", None),
        ("next to it", "Where does it live?", None),
        ("test_login", "Which of the tests fails?", None),
        ("main", "Which branch did you change?", None),
    ],
)
def test_a_short_answer_settles_only_what_was_asked_to_last(answer: str, question: str, kind: str | None) -> None:
    assert answered(answer, question, by_agent=True) == kind


def test_yes_but_takes_the_proposal_with_a_change() -> None:
    span = amended("yes, but only for admins", ONE)
    assert span and ONE[span[0] : span[1]].startswith("I suggest we store sessions")
    assert amended("no, but thanks", ONE) is None


@pytest.mark.parametrize("part", ["yes ", "ok, ", "1) ", "I suggest we use ", "A) x ", "or "])
def test_hostile_text_costs_no_more_than_its_length(part: str) -> None:
    def cost(length: int) -> float:
        text = (part * length)[:length]
        began = time.process_time()
        agreed(text, text), amended(text, text), answered(text[:100], text[:150], by_agent=True)
        return time.process_time() - began

    cost(1_000)
    assert min(cost(20_000) for _ in range(3)) < 30 * min(cost(2_000) for _ in range(3)) + 0.05
