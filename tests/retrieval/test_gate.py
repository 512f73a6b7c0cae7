"""The gate: nothing is shown for what nobody has spoken of, and a word that was said is always answered."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from reverie.domain.question import read
from reverie.memory import Memory
from reverie.retrieval import gate
from reverie.retrieval.lanes import Words
from reverie.retrieval.rank import Ranked
from reverie.retrieval.recall import Tier
from tests.conftest import MONDAY
from tests.retrieval.test_recall import TIERS, both_tiers, holds, keys, known, talk

FACTS = (
    "Ana prefers oolong for breakfast.",
    "Bob repaired the old boat in the harbour.",
    "The billing service runs on PostgreSQL 16.",
    "The spare key lies under the blue flowerpot.",
    "We deploy on Fridays after the stand-up.",
)


@pytest.fixture
def memory(workspace: Path) -> Iterator[Memory]:
    with Memory.create(workspace) as opened:
        yield opened


@pytest.fixture
def told(memory: Memory) -> Memory:
    known(memory, *FACTS)
    talk(memory, "Ana: I saw a heron near the bridge.", "agent: How lovely!", "Ana: It caught two fish.")
    return memory


UNKNOWN = [
    "What is the melting point of tungsten?",
    "Who won the chess championship in Reykjavik?",
    "quantum chromodynamics lagrangian",
    "Wie hoch ist der Mount Everest?",
    "Quel est le prix du baril de pétrole ?",
    "¿Cuántos satélites tiene Saturno?",
    "xqzt blorf wibble",
    "Как называется столица Монголии?",
    "火星の衛星はいくつありますか",
    "화성의 위성은 몇 개입니까",
    "火星有几颗卫星",
    "ما هي عاصمة منغوليا؟",
]


@both_tiers
def test_a_question_about_the_unknown_is_left_unanswered_with_a_reason(told: Memory, tier: Tier) -> None:
    for question in UNKNOWN:
        answer = told.recall(question, tier=tier)
        assert (answer.hits, bool(answer.reason)) == ((), True), question


WORDLESS = ["what is it?", "the of and to", "who are you", "und wie ist das?", "?!…", "🦆"]


@both_tiers
def test_a_question_without_a_word_says_so(told: Memory, tier: Tier) -> None:
    for question in WORDLESS:
        assert told.recall(question, tier=tier).reason == "the question holds no word to look for", question


@both_tiers
def test_an_empty_vault_answers_nothing_and_says_why(memory: Memory, tier: Tier) -> None:
    for question in ("tea", "What does Ana drink?", "绿茶", "yesterday"):
        answer = memory.recall(question, tier=tier)
        assert answer.hits == ()
        assert "mentions" in answer.reason


SAID = [
    "ana",
    "oolong",
    "harbour",
    "billing",
    "PostgreSQL",
    "16",
    "flowerpot",
    "fridays",
    "stand-up",
    "heron",
    "lovely",
]


@both_tiers
def test_a_single_word_that_was_said_is_always_answered(told: Memory, tier: Tier) -> None:
    for word in SAID:
        assert keys(told, word, tier), word
        assert keys(told, f"{word.upper()}?", tier), word


TIMED = [
    "What did Bob repair in February 2026?",
    "boat in May 2026",
    "What did we say about the spare key on 7 May 2026?",
    "Where was the heron yesterday?",
]


@both_tiers
def test_a_time_in_a_question_is_no_word_that_must_have_been_said(told: Memory, tier: Tier) -> None:
    for question in TIMED:
        assert keys(told, question, tier), question


NEWEST = ["What is the latest on the spare key?", "the newest heron", "Who is repairing the boat currently?"]


@both_tiers
def test_a_wish_for_the_latest_is_no_word_that_must_have_been_said(told: Memory, tier: Tier) -> None:
    for question in NEWEST:
        answer = told.recall(question, tier=tier)
        assert answer.hits, question
        assert answer.words is not None and not {"latest", "newest", "currently"} & set(answer.words.unknown)


@both_tiers
def test_what_was_retired_opens_no_gate(memory: Memory, tier: Tier) -> None:
    holds(memory, "Bob keeps bees.")
    before = memory.recall("beverages that Ana enjoys", tier=tier)
    pages = [holds(memory, f"Ana drinks tea blend {n} daily.") for n in range(3)]
    memory.forget([page.key for page in pages])
    after = memory.recall("beverages that Ana enjoys", tier=tier)
    assert after.hits == before.hits
    assert after.likely == pytest.approx(before.likely, abs=0.01)


def test_every_answer_below_the_threshold_is_empty_and_every_other_is_not(told: Memory) -> None:
    words = " ".join(FACTS).split()

    @settings(max_examples=40)
    @given(st.lists(st.sampled_from([*words, "tungsten", "saturn", "wibble"]), min_size=1, max_size=6).map(" ".join))
    def law(question: str) -> None:
        for tier in TIERS:
            answer = told.recall(question, tier=tier)
            assert bool(answer.hits) != bool(answer.reason)
            if answer.likely < told.settings.recall.threshold:
                assert answer.hits == ()
            assert all(0 <= hit.score <= 1 for hit in answer.hits)
            assert [hit.score for hit in answer.hits] == sorted((hit.score for hit in answer.hits), reverse=True)

    law()


def test_without_passages_nothing_is_likely() -> None:
    assert gate.judge(Ranked.none(), Words(), None, read("tea", MONDAY)) == 0
    assert list(gate.answers(Ranked.none())) == []


@pytest.mark.parametrize(
    ("lane", "reason"),
    [
        (Words(counts={"tea": 0}, unknown=("tea",)), "nothing here mentions tea"),
        (Words(weights={"a": 1.0}, unknown=("tea",)), "only passing mentions were found; nothing here mentions tea"),
        (Words(weights={"a": 1.0}), "only passing mentions were found"),
    ],
)
def test_the_reason_names_what_nobody_has_said(lane: Words, reason: str) -> None:
    assert gate.explain(lane) == reason


@both_tiers
def test_a_long_text_that_holds_every_word_asked_for_is_found_however_much_it_says_beside(
    memory: Memory, tier: Tier
) -> None:
    chapters = (f"Chapter {n}. The {n}th locker holds {'item ' * 60}{n}." for n in range(40))
    memory.keep_verbatim("\n\n".join(chapters), "book")

    assert "17th locker" in memory.recall("the 17th locker", tier=tier).hits[0].text
