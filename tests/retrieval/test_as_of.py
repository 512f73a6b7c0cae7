"""As of a moment: each answer is the one we would have given then."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from reverie.domain.belief import restate
from reverie.domain.page import Key
from reverie.domain.proposal import Put, Restore, Retire
from reverie.errors import ReverieError
from reverie.memory import Memory
from reverie.retrieval.recall import Tier
from tests.conftest import MONDAY, fragment
from tests.retrieval.test_recall import DAY, both_tiers, holds, keep, keys, noted, overrule, talk, texts

HOUR = timedelta(hours=1)


@pytest.fixture
def memory(workspace: Path) -> Iterator[Memory]:
    with Memory.create(workspace) as opened:
        yield opened


def on(day: float) -> datetime:
    return MONDAY + day * DAY


@both_tiers
def test_each_day_has_the_page_as_it_was(memory: Memory, tier: Tier) -> None:
    page = holds(memory, "Ana lives in Rome.", fragment("Ana lives in Rome"), at=on(0))
    page = overrule(memory, page, "Ana lives in Oslo.", fragment("Ana lives in Oslo", day=2), on(2))
    keep(memory, Retire(page.key, "asked"), at=on(4))
    keep(memory, Restore(page.key, page), at=on(6))
    keep(memory, Restore(page.key, None), at=on(8))

    told = {day: texts(memory, "Where does Ana live?", tier, as_of=on(day)) for day in (-1, 1, 3, 5, 7, 9)}

    rome, oslo = ["Ana lives in Rome."], ["Ana lives in Oslo."]
    assert told == {-1: [], 1: rome, 3: oslo, 5: [], 7: oslo, 9: []}


@both_tiers
def test_each_day_has_the_hooks_it_had(memory: Memory, tier: Tier) -> None:
    page = holds(memory, "Ana likes warm drinks.", fragment("Ana ordered oolong"), at=on(0))
    overrule(memory, page, "Ana likes strong drinks.", fragment("Ana ordered espresso", day=2), on(2))
    for word, days in {"oolong": (1,), "espresso": (3,)}.items():
        found = [day for day in (-1, 1, 3) if keys(memory, word, tier, as_of=on(day)) == [page.key]]
        assert tuple(found) == days


def test_before_a_page_was_undone_its_evidence_led_to_it(memory: Memory) -> None:
    page = holds(memory, "Ana likes warm drinks.", fragment("Ana ordered oolong"), at=on(0))
    keep(memory, Restore(page.key, None), at=on(2))
    assert keys(memory, "oolong", as_of=on(1)) == [page.key]
    assert keys(memory, "oolong", as_of=on(3)) == []


def test_a_fragment_is_found_by_itself_only_until_it_was_dreamed(memory: Memory) -> None:
    said = fragment("Ana ordered oolong")
    noted(memory, said, at=on(0))
    keep(memory, considered=(said.id,), at=on(2))
    assert keys(memory, "oolong", as_of=on(1)) == [Key("", "fragment", said.id)]
    assert keys(memory, "oolong", as_of=on(3)) == keys(memory, "oolong") == []


def test_a_fragment_is_found_until_it_was_forgotten(memory: Memory) -> None:
    said = fragment("Ana ordered oolong")
    noted(memory, said, at=on(0))
    keep(memory, Retire(Key("", "fragment", said.id), "asked"), at=on(2))
    assert keys(memory, "oolong", as_of=on(1)) == [Key("", "fragment", said.id)]
    assert keys(memory, "oolong", as_of=on(3)) == []


def test_however_much_was_said_since_the_old_answer_is_found(memory: Memory) -> None:
    page = holds(memory, "Ana likes green tea.", at=on(0))
    later = [fragment(f"Ana likes green tea number {n}", day=2, entry=f"e{n}") for n in range(400)]
    noted(memory, *later, at=on(2))
    assert keys(memory, "Ana green tea", as_of=on(1)) == [page.key]


def test_a_page_restated_a_hundred_times_has_each_of_its_days(memory: Memory) -> None:
    page = holds(memory, "Lamp number 0 is lit.", at=on(0))
    for n in range(1, 100):
        keep(memory, Put(restate(page, f"Lamp number {n} is lit.", page.evidence)), at=on(n))
    for n in (0, 1, 50, 98, 99):
        assert texts(memory, "which lamp number is lit", as_of=on(n + 0.5)) == [f"Lamp number {n} is lit."]


def test_a_turn_counts_from_when_it_was_said(memory: Memory) -> None:
    (turn,) = talk(memory, "user: The heron is blue.", at=on(0))
    assert keys(memory, "heron", as_of=on(-1)) == []
    assert keys(memory, "heron", as_of=on(1)) == [turn]


def test_a_turn_is_not_demoted_before_what_it_says_was_superseded(memory: Memory) -> None:
    talk(memory, "user: Ana lives in Rome by the river.", at=on(0))
    page = holds(memory, "Ana's home is Rome.", fragment("Ana lives in Rome", source="s", entry="0"), at=on(0))
    overrule(memory, page, "Ana's home is Oslo.", fragment("Ana lives in Oslo", day=2), on(2))
    (turn,) = [h for h in memory.recall("Ana lives river", as_of=on(1), tier="fast").hits if h.key.kind == "turn"]
    assert "overturned" not in turn.parts


@both_tiers
def test_use_and_decay_stay_out(memory: Memory, tier: Tier) -> None:
    pages = [holds(memory, f"The {bird} is a bird.", slug=bird) for bird in ("heron", "ibis")]
    before = memory.recall("bird", as_of=on(1), tier=tier)
    for _ in range(5):
        memory.why(pages[1].key.handle)
        memory.recall("ibis", tier=tier)
    assert memory.recall("bird", as_of=on(1), tier=tier).hits == before.hits
    assert not {"active", "fading", "dormant", "archived"} & {name for hit in before.hits for name in hit.factors}


def test_a_relative_time_is_meant_from_that_moment(memory: Memory) -> None:
    answer = memory.recall("What did Ana say yesterday?", as_of=on(0), tier="fast")
    assert answer.question
    assert [span.start for span in answer.question.spans] == [(MONDAY - DAY).date()]


@pytest.mark.parametrize(
    "moment",
    [
        datetime.min.replace(tzinfo=UTC),
        datetime.max.replace(tzinfo=UTC),
        datetime(1, 1, 1, tzinfo=timezone(timedelta(hours=14))),
        datetime(9999, 12, 31, 23, tzinfo=timezone(timedelta(hours=-12))),
        datetime(2026, 11, 20),
    ],
)
def test_any_moment_is_answered_or_refused_in_one_line(memory: Memory, moment: datetime) -> None:
    holds(memory, "The heron is blue.")
    try:
        answer = memory.recall("heron yesterday and last week", as_of=moment)
    except ReverieError as refused:
        assert "\n" not in str(refused)
    else:
        assert bool(answer.hits) != bool(answer.reason)


steps = st.lists(
    st.tuples(
        st.sampled_from(("hold", "overrule", "retire", "restore", "undo", "note", "talk", "drop")), st.integers(0, 2)
    ),
    min_size=1,
    max_size=9,
)
BIRDS = ("heron", "ibis", "stork")


def test_an_index_built_anew_gives_every_answer_of_every_day_again(tmp_path: Path) -> None:
    runs = iter(range(1000))

    @settings(max_examples=12)
    @given(steps)
    def law(history: list[tuple[str, int]]) -> None:
        with Memory.create(tmp_path / f"w{next(runs)}") as memory:
            play(memory, history)
            before = answers(memory, len(history))
            memory.reindex()
            assert answers(memory, len(history)) == before

    law()


def play(memory: Memory, history: list[tuple[str, int]]) -> None:
    """Change one thing a day, and let the index follow each day."""
    pages: dict[str, Any] = {}
    for n, (what, which) in enumerate(history):
        bird, at = BIRDS[which], on(n)
        page, held = pages.get(bird), memory.vault.pages([Key("", "belief", bird)]).get(Key("", "belief", bird))
        said = fragment(f"the {bird} was seen on day {n}", day=n, entry=f"{bird}{n}", source=bird)
        if what == "note":
            noted(memory, said, at=at)
        elif what == "talk":
            talk(memory, f"Ana: The {bird} flew on day {n}.", session=bird, first=n, at=at)
        elif what == "drop":
            memory.archive.drop("", bird)
        elif what == "hold" and held is None:
            pages[bird] = holds(memory, f"The {bird} is white.", said, slug=bird, at=at)
        elif what == "overrule" and held is not None and not held.retired:
            pages[bird] = overrule(memory, held, f"The {bird} is grey since day {n}.", said, at)
        elif what == "retire" and held is not None and not held.retired:
            keep(memory, Retire(held.key, "asked"), at=at)
        elif what == "restore" and held is not None and held.retired and page is not None:
            keep(memory, Restore(held.key, page), at=at)
        elif what == "undo" and held is not None:
            keep(memory, Restore(held.key, None), at=at)
        memory.index.refresh()


def answers(memory: Memory, days: int) -> list[Any]:
    told: list[Any] = [memory.index.size()]
    for question in (*BIRDS, "white", "What did Ana see?"):
        moments = [None, *(on(day) + HOUR for day in range(-1, days))]
        for as_of in moments:
            for everything in (False, True):
                answer = memory.recall(question, tier="fast", as_of=as_of, everything=everything)
                told.append((question, as_of, everything, answer.hits, answer.reason, answer.likely))
    return told
