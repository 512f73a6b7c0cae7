"""The graph as a person types it: remember, dream, decide, look around, and look back."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.journeys.test_recall_cli import Ran, Reverie, reverie

__all__ = ["reverie"]


@pytest.fixture
def told(reverie: Reverie) -> Reverie:
    for text in (
        "Mira Holt lives in Basel", "Mira Sand lives in Turin", "Ana Silva develops kestrel-api",
        "kestrel-api runs on Fargate", "Storefront uses Postgres", "Storefront uses PostgreSQL",
    ):  # fmt: skip
        assert reverie("remember", text).code == 0
    return reverie


def test_an_entity_is_shown_with_its_links_hop_by_hop(told: Reverie) -> None:
    shown = told("graph", "ana", "--depth", "2").out
    assert "Ana Silva" in shown and "asked for 'ana'" in shown
    assert re.search(r"^  person--ana-silva —develops→ project--kestrel-api since ", shown, re.M)
    assert re.search(r"^    project--kestrel-api —runs-on→ tool--fargate since ", shown, re.M)


def test_who_may_be_meant_is_told_in_one_line(told: Reverie) -> None:
    ran = told("graph", "mira")
    assert ran.code == 1 and ran.out == ""
    assert ran.err == "reverie: 'mira' may mean person--mira-holt or person--mira-sand; say which by its id\n"


def test_a_recall_says_who_may_be_meant_and_what_was_misspelt(told: Reverie) -> None:
    assert "note: 'mira' may mean person--mira-holt or person--mira-sand" in told("recall", "What is Mira's car?").err
    ran = told("recall", "Where is kestrol hosted?", "--json")
    assert "nobody said 'kestrol'; taken for 'kestrel'" in ran.err
    assert ran.json["hits"][0]["text"] == "kestrel-api runs on Fargate"


def test_an_explained_answer_says_whom_the_question_names_and_who_led_there(told: Reverie) -> None:
    shown = told("recall", "Where does Ana's team deploy?", "--explain").out
    assert "entities ana (person--ana-silva)" in shown
    assert "by way of project--kestrel-api" in shown


def test_the_graph_as_of_a_day_before_is_empty_and_says_so(told: Reverie) -> None:
    assert "No entities were known then." in told("graph", "--as-of", "2020-01-01").out
    ran = told("graph", "ana", "--as-of", "2020-01-01")
    assert ran.code == 1
    assert "no entity 'ana' was known on 2020-01-01 00:00 UTC" in ran.err
    assert "No links on 2020-01-01." in told("graph", "ana", "--valid-at", "2020-01-01").out
    assert "As we knew it on 2100-01-01 00:00 UTC:" in told("graph", "ana", "--as-of", "2100-01-01").out


def test_a_link_tells_its_citations_as_json(told: Reverie) -> None:
    (link,) = told("graph", "ana", "--json").json["relations"]
    assert (link["relation"], link["target"], link["until"]) == ("develops", "project--kestrel-api", None)
    assert len(link["citations"]) == 1


def decided(told: Reverie, verb: str) -> Ran:
    """What a person says to the one question a dream leaves."""
    asked = told("dream").out
    assert "Postgres may be PostgreSQL, the same tool" in asked
    (held,) = told("review", "--json").json
    return told("review", verb, held["id"])


def test_what_a_dream_asks_is_approved_and_taken_back(told: Reverie, workspace: Path) -> None:
    entities = workspace / "memory/graph/entities"
    before = {path.name: path.read_bytes() for path in entities.iterdir()}
    done = decided(told, "approve").out
    assert done.startswith("Approved  Postgres may be PostgreSQL")
    assert "Storefront uses Postgres\n" in told("graph", "postgres").out
    (change,) = re.findall(r"`reverie undo (\S+)`", done)

    assert told("undo", change).code == 0

    assert {path.name: path.read_bytes() for path in entities.iterdir()} == before
    assert told("dream").out == "Nothing to dream: every fragment was dreamed already.\n"


def test_what_a_dream_asks_is_not_asked_again_once_rejected(told: Reverie) -> None:
    decided(told, "reject")
    told("remember", "Storefront pays for Postgres")
    assert told("dream").out == "Nothing to dream: every fragment was dreamed already.\n"
