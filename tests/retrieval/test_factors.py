"""Factors order what is relevant and hide nothing: however old, weak or unused, an exact match stays within reach."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime, timedelta
from itertools import count
from math import log, prod
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from reverie.domain import decay
from reverie.domain.page import Key
from reverie.domain.proposal import Put
from reverie.domain.question import read
from reverie.domain.usage import Use
from reverie.memory import Memory
from reverie.retrieval import factors
from reverie.retrieval.factors import Candidate, weigh
from reverie.retrieval.recall import Tier
from reverie.store.base import Passage, Scope
from tests.conftest import MONDAY, belief, fragment
from tests.retrieval.test_recall import TIERS, holds, keep, keys, noted, talk, texts

YEARS = 20 * 365
WORDS = (
    "amber",
    "birch",
    "cedar",
    "delta",
    "ember",
    "fjord",
    "grove",
    "haven",
    "inlet",
    "jetty",
    "knoll",
    "ledge",
    "olive",
)


@pytest.fixture
def memory(workspace: Path) -> Iterator[Memory]:
    with Memory.create(workspace) as opened:
        yield opened


# Within reach


things = st.lists(
    st.tuples(
        st.sampled_from(("page", "fragment", "turn", "reply")),
        st.lists(st.sampled_from(WORDS), min_size=3, max_size=8, unique=True).map(tuple),
        st.integers(0, YEARS),  # days ago
        st.integers(0, 400),  # accesses
    ),
    min_size=2,
    max_size=25,
    unique_by=lambda thing: frozenset(thing[1]),
)


@pytest.mark.parametrize("tier", TIERS)
def test_who_asks_with_the_very_words_finds_them_however_old_they_are(memory: Memory, tier: Tier) -> None:
    runs = count()

    @settings(max_examples=25)
    @given(things=things, pick=st.integers(0, 24), rare=st.booleans())
    def law(things: list[tuple[str, tuple[str, ...], int, int]], pick: int, rare: bool) -> None:
        space = f"user/{tier}-{next(runs)}"
        made: list[Key] = []
        for n, (what, words, ago, accesses) in enumerate(things):
            text = " ".join(words)
            said = fragment(text, day=-ago, space=space, entry=f"e{n}")
            if what in ("turn", "reply"):
                who = "user" if what == "turn" else "agent"
                at = MONDAY - timedelta(days=ago)
                made += talk(memory, f"{who}: {text}", session="s", space=space, first=n, at=at)
                continue
            noted(memory, said)
            if what == "page":
                page = belief(text, said, slug=f"b{n}", space=space)
                keep(memory, Put(page), space=space)
            made.append(page.key if what == "page" else Key(space, "fragment", said.id))
            for _ in range(accesses % 3):
                memory.usage.accessed([made[-1]], MONDAY - timedelta(days=accesses))
        pick %= len(things)
        wanted = things[pick][1]
        often = {word: sum(word in words for _, words, _, _ in things) for word in wanted}
        asked = sorted(wanted, key=lambda word: often[word])[:3] if rare else wanted
        fitting = [n for n, (_, words, _, _) in enumerate(things) if set(asked) <= set(words)]
        found = keys(memory, " ".join(asked), tier, space=space)[:10]
        assert made[pick] in found or len(fitting) > 10

    law()


@pytest.mark.parametrize("tier", TIERS)
def test_an_old_page_is_found_by_its_words_among_a_session_about_nearly_the_same(memory: Memory, tier: Tier) -> None:
    text = "The spare deploy key of heron lies in the blue safe."
    page = holds(memory, text, fragment("hm", day=-YEARS))
    places = ("desk", "drawer", "shelf", "box", "bag", "locker", "pocket", "tray", "bin", "crate", "jar", "vase")
    talk(memory, *(f"user: The spare deploy key of heron lies in the {place}." for place in places))
    assert page.key in keys(memory, text, tier)[:10]


@pytest.mark.parametrize(
    "text",
    [
        "Ana paid the harbour fee on 7 May 2024.",
        "Since May 2024 the ferry costs nine crowns.",
        "Bob never lends the boat to strangers.",
        "List of all the lamps: amber, cedar, olive.",
        "Could you water the olive tree?",
    ],
)
@pytest.mark.parametrize("tier", TIERS)
def test_words_with_a_meaning_of_their_own_keep_nothing_from_being_found(memory: Memory, text: str, tier: Tier) -> None:
    page = holds(memory, text, fragment("hm", day=-YEARS))
    may = datetime(2024, 5, 7, 9, tzinfo=MONDAY.tzinfo)
    talk(memory, *(f"{who}: We saw lamp {n} at the ferry." for n in range(8) for who in ("Ana", "Bob")), at=may)
    assert page.key in keys(memory, text, tier)[:10]


# Bounds


def candidate(name: str, kind: str = "belief", day: int = 0, score: float = 0.0, space: str = "") -> Candidate:
    said = round((MONDAY + timedelta(days=day)).timestamp() * 1000)
    passage = Passage(1, space, kind, name, 0, None, None, said, None, None, "user", 0, 5, 0.7, 0)  # type: ignore[arg-type]
    return Candidate(passage.key, passage, score)


kinds = st.sampled_from((*decay.WEIGHTS, "turn"))


@given(
    rows=st.lists(st.tuples(kinds, st.integers(-YEARS, 0), st.integers(1, 10**6)), min_size=1, max_size=20),
    question=st.sampled_from(("tea", "the latest tea", "how do I usually make tea", "what is the current tea")),
)
def test_all_factors_together_stay_within_bounds(rows: list[tuple[str, int, int]], question: str) -> None:
    candidates = [candidate(f"n{n}", kind, day) for n, (kind, day, _) in enumerate(rows)]
    used = {c.key: Use(accesses=accesses) for c, (_, _, accesses) in zip(candidates, rows, strict=True)}
    scope = Scope(spaces=("", "user/ana"))
    for c in weigh(candidates, read(question, MONDAY), scope, MONDAY, lambda _: used):
        assert 0.5 <= prod(c.factors.values()) <= 6
        shown = sum(log(f) for f in c.factors.values())
        assert c.score == pytest.approx(shown, abs=0.005)  # they are shown with three digits


def test_the_order_of_factors_is_what_they_say() -> None:
    fresh, old = candidate("b-new"), candidate("a-old", day=-YEARS)
    ordered = weigh([old, fresh], read("tea", MONDAY), Scope(), MONDAY, lambda keys: dict.fromkeys(keys, Use()))
    assert [c.key.slug for c in ordered] == ["b-new", "a-old"]
    assert ordered[1].factors["archived"] == factors.FADED["archived"]


def test_relevance_beats_every_factor() -> None:
    strong, weak = candidate("old", day=-YEARS, score=3.0), candidate("new", score=0.0)
    scope = Scope(spaces=("", "user/ana"))
    assert weigh([weak, strong], read("the latest tea", MONDAY), scope, MONDAY, None)[0] is strong


# Use


def test_recalls_and_readings_are_counted_but_never_in_pages(memory: Memory, workspace: Path) -> None:
    page = holds(memory, "The heron is blue.")
    before = {path: path.read_bytes() for path in (workspace / "memory").rglob("*.md")}
    for _ in range(3):
        memory.recall("heron", tier="fast")
    memory.why(page.key.handle)
    use = memory.usage.of([page.key])[page.key]
    assert (use.recalls, use.accesses) == (3, 2)
    assert 0 < use.score <= 1
    assert {path: path.read_bytes() for path in (workspace / "memory").rglob("*.md")} == before

    memory.reindex()
    assert memory.usage.of([page.key])[page.key] == use


def test_a_question_as_of_an_earlier_day_is_no_use(memory: Memory) -> None:
    page = holds(memory, "The heron is blue.")
    memory.recall("heron", as_of=MONDAY + timedelta(days=1))
    assert memory.usage.of([page.key])[page.key] == Use()


def test_being_recalled_moves_nothing(memory: Memory) -> None:
    holds(memory, "The heron is blue.", slug="a")
    holds(memory, "The heron is grey.", slug="b")
    first = memory.recall("heron", tier="fast").hits
    for _ in range(20):
        memory.recall("grey", tier="fast")
    assert memory.recall("heron", tier="fast").hits == first


@pytest.mark.parametrize("trouble", ["locked", "damaged", "read-only", "a folder"])
def test_recall_works_whatever_happened_to_the_counts(memory: Memory, workspace: Path, trouble: str) -> None:
    holds(memory, "The heron is blue.")
    memory.usage.all()
    memory.close()
    path = workspace / ".reverie/usage.db"
    other = sqlite3.connect(path, isolation_level=None)
    with closing(other), Memory.open(workspace) as again:
        if trouble == "locked":
            other.execute("PRAGMA locking_mode=EXCLUSIVE")
            other.execute("BEGIN EXCLUSIVE")
        elif trouble == "damaged":
            path.write_bytes(b"once a database" * 500)
        elif trouble == "read-only":
            path.chmod(0o400)
        else:
            path.unlink()
            path.mkdir()
        for _ in range(2):
            assert texts(again, "heron") == ["The heron is blue."]
