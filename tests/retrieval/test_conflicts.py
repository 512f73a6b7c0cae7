"""Two beliefs that give one thing two values: both are held, and the current one is told first."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from reverie.domain.page import Page
from reverie.domain.proposal import Put
from reverie.memory import Memory
from tests.conftest import MONDAY, belief, fragment
from tests.retrieval.test_recall import keep, noted, texts

DAY = timedelta(days=1)


@pytest.fixture
def memory(workspace: Path) -> Iterator[Memory]:
    with Memory.create(workspace) as opened:
        yield opened


def believed(memory: Memory, text: str, day: int, **how: str) -> Page:
    """A belief that rests on what was said on a day, by somebody of that trust."""
    said = fragment(text, day=day, entry=f"{text}{day}", **how)
    noted(memory, said, at=MONDAY + day * DAY)
    page = belief(text, said, slug=f"b{day}{len(text)}").with_front("trust", said.trust)
    keep(memory, Put(page), at=MONDAY + day * DAY)
    return page


@pytest.mark.parametrize(
    ("question", "old", "new"),
    [
        ("What is the port of parcel-api?", "The port of parcel-api is 9090.", "parcel-api listens on port 8080 now."),
        ("Where does Ana work?", "Ana works at Quill Foods.", "Ana works at Delta Bank."),
    ],
)
def test_the_newer_of_two_values_comes_first_however_it_is_put(memory, question, old, new):
    believed(memory, old, 0)
    believed(memory, new, 3)
    believed(memory, "Bob keeps bees.", 4)
    assert texts(memory, question, "full")[:2] == [new, old]


def test_what_was_said_earlier_and_learnt_later_comes_second(memory):
    believed(memory, "The port of parcel-api is 9090.", 3)
    believed(memory, "parcel-api listens on port 8080 now.", 1)
    assert texts(memory, "What is the port of parcel-api?", "full")[0] == "The port of parcel-api is 9090."


def test_the_owners_word_stands_before_an_agents_newer_one(memory):
    believed(memory, "The port of parcel-api is 9090.", 0)
    believed(memory, "The port of parcel-api is 8080 now.", 3, trust="agent")
    assert texts(memory, "What is the port of parcel-api now?", "full")[0] == "The port of parcel-api is 9090."


def test_what_is_over_comes_after_what_is_not(memory):
    over = believed(memory, "The port of parcel-api is 8080.", 3)
    keep(memory, Put(over.with_front("expires", "2020-01-01")), at=MONDAY + 4 * DAY)
    believed(memory, "The port of parcel-api is 9090.", 0)
    assert texts(memory, "What is the port of parcel-api?", "full")[0] == "The port of parcel-api is 9090."


def test_the_same_of_another_thing_is_no_conflict(memory):
    believed(memory, "The port of parcel-api is 9090.", 0)
    believed(memory, "The port of parcel-worker is 8080.", 3)
    assert texts(memory, "What is the port of parcel-api?", "full")[0] == "The port of parcel-api is 9090."


def test_a_hit_says_that_it_is_the_newer_one(memory):
    believed(memory, "The port of parcel-api is 9090.", 0)
    believed(memory, "parcel-api listens on port 8080 now.", 3)
    first, second = memory.recall("What is the port of parcel-api?").hits[:2]
    assert "newer" in first.factors and "newer" not in second.factors
    assert first.score >= second.score
