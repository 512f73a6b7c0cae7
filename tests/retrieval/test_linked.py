"""The graph lane: what is found only over a link, and what the lane leaves alone."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from reverie.memory import Memory
from reverie.retrieval import linked
from reverie.retrieval.linked import HUB, Linked, entities
from reverie.store.base import Scope

NOISE = (
    "The Heron team deploys to Render every Friday.",
    "The billing team deploys with Jenkins.",
    "The data team deploys nightly to BigQuery.",
    "The mobile team deploys through the App Store.",
    "The web team deploys to Netlify.",
    "Carla's team deploys on Mondays.",
    "The platform team deploys by hand.",
    "The search team deploys twice a day.",
    "The team in Lisbon deploys after lunch.",
    "The growth team never deploys on Fridays.",
    "The design team uses Figma.",
    "Ana likes green tea.",
)
ANSWER = "kestrel-api runs on Fargate."
ASKED = "Where does Ana's team deploy?"


@pytest.fixture
def memory(workspace: Path) -> Iterator[Memory]:
    with Memory.create(workspace) as opened:
        yield opened


def told(memory: Memory, *statements: str, space: str = "") -> None:
    for statement in statements:
        memory.remember(statement, space=space)


def found(memory: Memory, question: str, **how: object) -> list[str]:
    return [hit.text for hit in memory.recall(question, k=10, **how).hits]  # type: ignore[arg-type]


def test_what_only_two_links_lead_to_is_found_with_the_lane_and_not_without(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    told(memory, *NOISE, "Ana Silva develops kestrel-api.", ANSWER)

    assert ANSWER in found(memory, ASKED)
    monkeypatch.setattr(linked, "follow", lambda *_: Linked())
    assert ANSWER not in found(memory, ASKED)


def test_an_explained_hit_says_by_way_of_whom_it_was_found(memory: Memory) -> None:
    told(memory, *NOISE, "Ana Silva develops kestrel-api.", ANSWER)
    answer = memory.recall(ASKED)
    (hit,) = [hit for hit in answer.hits if hit.text == ANSWER]
    assert hit.through is not None and hit.through.slug == "project--kestrel-api"
    assert hit.parts["graph"] > 0
    assert {said: [key.slug for key in keys] for said, keys in answer.entities.items()} == {
        "ana": ["person--ana-silva"]
    }


def test_a_link_that_is_over_leads_nowhere(memory: Memory) -> None:
    told(memory, *NOISE, "Ana Silva lives in Porto.", "Ana Silva moved to Basel.", "The office in Porto has a gym.")
    answer = memory.recall("Does the town of Ana Silva have a pool?")
    assert not [hit for hit in answer.hits if hit.through and hit.through.slug == "place--porto"]


def test_a_question_that_is_answered_at_once_follows_no_link(memory: Memory) -> None:
    told(memory, *NOISE, "Ana Silva develops kestrel-api.", ANSWER, "Ana's birthday is 3 May.")
    answer = memory.recall("What is Ana's birthday?")
    assert answer.entities == {}
    assert all("graph" not in hit.parts for hit in answer.hits)


def test_a_question_that_names_nobody_is_answered_as_without_the_lane(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    told(memory, *NOISE, "Ana Silva develops kestrel-api.", ANSWER)
    question = "Which team deploys at night, and where to?"
    with_lane = memory.recall(question).hits
    monkeypatch.setattr(linked, "follow", lambda *_: Linked())
    assert memory.recall(question).hits == with_lane


def test_the_fast_tier_follows_no_link(memory: Memory) -> None:
    told(memory, *NOISE, "Ana Silva develops kestrel-api.", ANSWER)
    answer = memory.recall(ASKED, tier="fast")
    assert answer.entities == {}
    assert ANSWER not in [hit.text for hit in answer.hits]


def test_the_lane_leads_into_no_other_space(memory: Memory) -> None:
    told(memory, "Ana Silva develops kestrel-api.", space="user/ana")
    told(memory, "Ana Silva develops osprey-api.", "osprey-api runs on Nomad.", space="user/bob")
    answer = memory.recall("Where is Ana Silva's service hosted?", space="user/ana")
    assert {hit.key.space for hit in answer.hits} <= {"user/ana", ""}


def test_a_link_of_a_project_leads_to_what_the_agents_own_space_tells_of_the_person(memory: Memory) -> None:
    project = "project/git.example/acme"
    told(memory, "The maintainer of kestrel-api is Ana Silva.", space=project)
    told(memory, "Ana Silva lives in Porto.", *NOISE)
    question = "In which town does the maintainer of kestrel-api live?"
    (hit,) = [h for h in memory.recall(question, space=project).hits if h.text == "Ana Silva lives in Porto."]
    assert hit.through is not None and hit.through.slug == "person--ana-silva"


def test_a_day_before_a_link_was_known_it_leads_nowhere(memory: Memory) -> None:
    told(memory, *NOISE, "Ana Silva develops kestrel-api.", ANSWER)
    kept = memory.remember("Ana Silva likes chess.").applied.entry
    assert kept is not None
    told(memory, "kestrel-api uses Redis.")
    question = "Which database does Ana's service use?"
    assert "kestrel-api uses Redis." not in found(memory, question, as_of=kept.at)
    assert "kestrel-api uses Redis." in found(memory, question)


def test_a_path_that_explains_the_question_is_an_answer_though_nobody_said_its_words(memory: Memory) -> None:
    told(memory, *NOISE, "Ana Silva develops kestrel-api.", "kestrel-api uses Redis.")
    assert "kestrel-api uses Redis." in found(memory, "Which database does Ana's service use?")
    assert found(memory, "Which paint does Ana use for the boiler in her cellar?") == []


def test_of_a_hub_only_so_many_links_are_followed(memory: Memory) -> None:
    told(memory, *(f"{name}-api runs on Fargate." for name in "abcdefghijklmnop"))
    (key,) = entities("What is on Fargate?", memory.index.links, Scope())["fargate"]
    assert len(memory.index.links.neighbours(key, date(2100, 1, 1), Scope(), HUB)) == HUB


# Who is named


def named(memory: Memory, text: str) -> dict[str, list[str]]:
    found = entities(text, memory.index.links, Scope())
    return {said: [key.slug for key in keys] for said, keys in found.items()}


def test_names_are_found_in_a_question_whole_by_alias_or_by_the_first_name(memory: Memory) -> None:
    told(memory, "Zoë Holt works at Quill Foods.", "Ben Oak owns parcel-api.")
    assert named(memory, "does zoe holt like it?") == {"zoe holt": ["person--zoe-holt"]}
    assert named(memory, "What's ZOË's plan for Parcel API?") == {
        "parcel api": ["project--parcel-api"],
        "zoe": ["person--zoe-holt"],
    }
    assert named(memory, "Where does parcel run?") == {"parcel": ["project--parcel-api"]}
    assert named(memory, "Is Quill the one?") == {}
    assert named(memory, "Who else is called Holt?") == {}
    assert named(memory, "Where does Zoe Meyer live?") == {}


def test_a_first_name_that_two_have_means_either(memory: Memory) -> None:
    told(memory, "Mira Holt lives in Basel.", "Mira Sand lives in Turin.")
    assert named(memory, "Where does Mira work?") == {"mira": ["person--mira-holt", "person--mira-sand"]}


def test_a_name_that_nobody_said_is_taken_for_one_that_differs_by_a_letter(memory: Memory) -> None:
    told(memory, *NOISE, "Johanna Holt lives in Basel.")
    answer = memory.recall("Where does Johana live?")
    assert dict(answer.respelt) == {"johana": "johanna"}
    assert answer.hits[0].text == "Johanna Holt lives in Basel."
    assert memory.recall("Where does Zoe live?").respelt == {}
