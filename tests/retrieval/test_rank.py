"""The ranker: a score is the sum of its parts, the same whatever the order; and what is shown adds up."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import exp, log
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from reverie.domain.question import read
from reverie.domain.traits import ASKS, MACHINE, OVERTURNED
from reverie.memory import Memory
from reverie.retrieval.lanes import Words
from reverie.retrieval.rank import rank
from reverie.retrieval.recall import Hit, Tier
from reverie.retrieval.weights import FAST, FULL
from reverie.store.base import Passage
from tests.conftest import MONDAY, fragment
from tests.retrieval.test_recall import DAY, both_tiers, holds, noted, overrule, talk

MORNING = round(MONDAY.timestamp() * 1000)


@pytest.fixture
def memory(workspace: Path) -> Iterator[Memory]:
    with Memory.create(workspace) as opened:
        yield opened


def passage(
    id_: int, *, place: int | None = None, speaker: str | None = None, marks: int = 0, size: int = 8
) -> Passage:
    return Passage(id_, "", "turn", f"s#{id_}", 0, None, None, MORNING, place, speaker, "user", marks, size, 0.7, 0)


def lane(**held: str) -> Words:
    """A keyword lane: for each term, the passages whose lead holds it."""
    found = Words(weights=dict.fromkeys(held, 2.0), counts={term: len(ids.split()) for term, ids in held.items()})
    for n, ids in enumerate(held.values()):
        found.add(n, map(int, ids.split()), ())
    return found


passages = st.lists(
    st.builds(
        passage,
        st.integers(1, 40),
        place=st.one_of(st.none(), st.integers(1, 12)),
        speaker=st.sampled_from((None, "Ana", "Bob")),
        marks=st.integers(0, 2 * OVERTURNED - 1),
        size=st.integers(0, 60),
    ),
    unique_by=(lambda p: p.id, lambda p: (p.place is None and -p.id) or p.place),
    min_size=1,
    max_size=12,
)
questions = st.sampled_from(("tea", "When did Ana drink tea?", "a summary of the tea", "how many teas", "tea on 7 May"))


def test_a_word_and_what_answers_for_it_are_one_word_of_the_question() -> None:
    asked = read("where is the shop deployed?", MONDAY)
    one, other = (passage(n) for n in (1, 2))
    related = rank([one, other], asked, lane(shop="1", deployed="1", **{"~deployed": "1 2"}), None, FAST)
    assert "whole" not in related.parts(one)
    said = rank([one, other], asked, lane(shop="1", deployed="1", friday="1 2"), None, FAST)
    assert said.parts(one)["whole"] == 1


@given(passages=passages, question=questions, data=st.data(), weights=st.sampled_from((FAST, FULL)))
def test_the_order_follows_the_sums_and_nothing_else(
    passages: list[Passage], question: str, data: st.DataObject, weights: dict[str, float]
) -> None:
    held = " ".join(str(p.id) for p in passages if p.id % 2)
    words, asked = lane(tea=held), read(question, MONDAY, ("Ana", "Bob"))
    ranked = rank(passages, asked, words, None, weights)
    for p in passages:
        parts = ranked.parts(p)
        assert ranked.scores[p.id] == pytest.approx(sum(weights.get(n, 0.0) * v for n, v in parts.items()), abs=1e-5)
    scores = [ranked.scores[p.id] for p in ranked.order]
    assert scores == sorted(scores, reverse=True)
    shuffled = data.draw(st.permutations(passages))
    assert rank(shuffled, asked, words, None, weights).order == ranked.order


def test_who_speaks_weighs_but_never_excludes() -> None:
    people = [passage(1, speaker="Ana"), passage(2, speaker="Bob"), passage(3, marks=MACHINE)]
    ranked = rank(people, read("What does Ana drink?", MONDAY, ("Ana", "Bob")), lane(drink="1 2 3"), None, FAST)
    assert [p.id for p in ranked.order] == [1, 2, 3]


def test_a_question_about_two_people_prefers_neither() -> None:
    people = [passage(1, speaker="Ana"), passage(2, speaker="Bob")]
    ranked = rank(people, read("Do Ana and Bob drink tea?", MONDAY, ("Ana", "Bob")), lane(drink="1 2"), None, FAST)
    assert ranked.scores[1] == ranked.scores[2]


def test_what_follows_a_question_gains_from_it() -> None:
    turns = [passage(1, place=10, marks=ASKS), passage(2, place=11), passage(3, place=40)]
    ranked = rank(turns, read("spare key", MONDAY), lane(spare="1", key="1"), None, FAST)
    assert ranked.scores[2] > ranked.scores[3]
    assert ranked.parts(turns[1])["reply"] == 1.0


def test_a_turn_that_was_overturned_comes_after_its_twin() -> None:
    twins = [passage(1, marks=OVERTURNED), passage(2)]
    assert [p.id for p in rank(twins, read("tea", MONDAY), lane(tea="1 2"), None, FAST).order] == [2, 1]


def test_of_equal_words_the_shorter_text_comes_first() -> None:
    texts = [passage(1, size=60), passage(2, size=10)]
    assert [p.id for p in rank(texts, read("tea", MONDAY), lane(tea="1 2"), None, FAST).order] == [2, 1]


# What --explain shows


def odds(hit: Hit) -> float:
    return sum(hit.parts.values()) + sum(log(factor) for factor in hit.factors.values())


@both_tiers
@pytest.mark.parametrize(
    "question",
    [
        "What is the capital of Freedonia?",
        "What is the latest capital of Freedonia?",
        "Where is Ana's boat now?",
        "What happened to the boat on 17 November 2026?",
        "a summary of all the boats",
        "boat heron oolong",
    ],
)
def test_the_parts_of_every_hit_add_up_to_its_place_and_its_score(memory: Memory, question: str, tier: Tier) -> None:
    for n, name in enumerate(("Oldtown", "Midtown", "Newtown")):
        talk(memory, f"Ana: The capital of Freedonia is {name}.", "agent: Noted.", session=f"c{n}", at=MONDAY + n * DAY)
    talk(memory, "Ana: I moved my boat to pier 4.", "Bob: Mine stays.", "agent: The boat of Bob is at pier 9.")
    page = holds(memory, "Ana's boat lies at pier 3.", fragment("the boat is at pier 3"))
    overrule(memory, page, "Ana's boat lies at pier 4.", fragment("the boat went to pier 4", day=1), MONDAY + DAY)
    noted(memory, fragment("a heron sat on the boat", day=3), fragment("oolong on the boat", day=5))

    hits = memory.recall(question, tier=tier).hits

    assert hits
    for better, worse in pairwise(hits):
        assert odds(better) >= odds(worse) - 0.01
    for hit in hits:
        assert hit.score == pytest.approx(min(1, hits[0].score * exp((odds(hit) - odds(hits[0])) / 4)), abs=0.01)


@settings(max_examples=30)
@given(st.lists(st.integers(1, 30), min_size=1, max_size=20, unique=True), st.integers(1, 30))
def test_a_lane_gives_the_best_first_and_no_more_than_asked(ids: list[int], most: int) -> None:
    words = lane(tea=" ".join(map(str, ids)), oolong=str(ids[0]))
    best = words.best(most)
    assert best[0] == ids[0]
    assert len(best) == min(most, len(ids)) == len(set(best))
