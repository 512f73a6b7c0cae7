"""`graph`: the entity a name means, its links on a day, and both as we knew them on another day."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path

import pytest

from reverie.domain import graph
from reverie.domain.citation import Evidence
from reverie.domain.graph import Relation
from reverie.domain.page import Key, Page
from reverie.domain.proposal import Merge, Put, Restore, Retire, put
from reverie.domain.union import united
from reverie.errors import NotFound
from reverie.memory import Memory
from reverie.retrieval.walk import HUB
from tests.conftest import MONDAY, fragment
from tests.retrieval.test_recall import keep, noted

DAY = timedelta(days=1)


@pytest.fixture
def memory(workspace: Path) -> Iterator[Memory]:
    with Memory.create(workspace) as opened:
        yield opened


def linked(
    memory: Memory, name: str, *links: tuple[str, str], day: int = 0, until: dict[str, int] | None = None,
    type_: str = "person", space: str = "", aliases: tuple[str, ...] = (),
) -> Page:  # fmt: skip
    """An entity with these links, known from a day on."""
    said = fragment(f"{name} {links}", day=day, space=space, entry=f"{name}{day}")
    noted(memory, said, at=MONDAY + day * DAY)
    proof = Evidence(frozenset({said.citation}))
    key = Key(space, "entity", graph.entity_slug(type_, name))
    before = memory.vault.pages([key]).get(key)
    page = before or graph.add_to_section(graph.entity(key, name), "Facts", f"{name} is known.", proof)
    for relation, target in links:
        ends = (until or {}).get(target)
        new = Relation(
            source=key.slug, name=relation, target=target, since=said.day,
            until=said.day + ends * DAY if ends else None, evidence=proof,
        )  # fmt: skip
        page = graph.add_relation(page, new)
    page = graph.also_called(page, *aliases)
    keep(memory, put(page, before), at=MONDAY + day * DAY, space=space)
    return memory.vault.pages([key])[key]


def links(memory: Memory, name: str, **how: object) -> list[tuple[int, str, str, str]]:
    found = memory.graph(name, **how)  # type: ignore[arg-type]
    return [(hops, r.source, r.name, r.target) for hops, r in found.relations]


def meant(memory: Memory, name: str) -> str:
    return memory.graph(name).entity.key.slug


# Who is meant


@pytest.mark.parametrize(
    "name",
    [
        "person--zoe-holt", "Zoë Holt", "zoe holt", "ZOE HOLT", "Zoe", "holt", "Holt, Zoë", "Zo Hol", "zoee holt",
        "Zoe Hotl", "Z. Holt", "zoe-holt", "The Baker",
    ],
)  # fmt: skip
def test_a_name_is_found_by_case_accents_part_beginning_alias_and_one_wrong_letter(memory: Memory, name: str) -> None:
    linked(memory, "Zoë Holt", aliases=("The Baker",))
    linked(memory, "Mira Sand")
    assert meant(memory, name) == "person--zoe-holt"


def test_whose_name_was_only_nearly_said_is_told(memory: Memory) -> None:
    linked(memory, "Zoë Holt")
    assert memory.graph("zoë holt").asked == ""
    assert memory.graph("hollt").asked == "hollt"


def test_a_handle_is_a_name(memory: Memory) -> None:
    page = linked(memory, "Zoë Holt")
    assert meant(memory, page.key.handle) == page.key.slug


def test_between_two_who_fit_nobody_is_chosen(memory: Memory) -> None:
    linked(memory, "Mira Holt")
    linked(memory, "Mira Sand")
    with pytest.raises(NotFound, match="'mira' may mean person--mira-holt or person--mira-sand; say which by its id"):
        memory.graph("mira")
    assert meant(memory, "mira sand") == "person--mira-sand"


def test_a_whole_name_is_meant_before_a_part_of_another(memory: Memory) -> None:
    linked(memory, "Mira", type_="project")
    linked(memory, "Mira Holt")
    assert meant(memory, "mira") == "project--mira"


def test_a_name_nobody_has_is_told_in_a_line(memory: Memory) -> None:
    linked(memory, "Mira Holt")
    for name in ("Bob", "Rob", "", "?", "x" * 300, "Mira Holt Sand"):
        with pytest.raises(NotFound, match="there is no entity"):
            memory.graph(name)


def test_names_of_another_space_are_not_known(memory: Memory) -> None:
    linked(memory, "Mira Holt", space="user/ana")
    with pytest.raises(NotFound):
        memory.graph("mira")
    assert memory.graph("mira", space="user/ana").entity.title == "Mira Holt"


# As we knew it, and as it was


def test_a_link_is_seen_from_the_day_we_knew_of_it_on(memory: Memory) -> None:
    linked(memory, "Mira Holt", ("works-at", "organisation--quill"), day=0)
    linked(memory, "Mira Holt", ("lives-in", "place--basel"), day=4)

    told = {day: links(memory, "mira", as_of=MONDAY + day * DAY) for day in (1, 5)}

    works = (1, "person--mira-holt", "works-at", "organisation--quill")
    lives = (1, "person--mira-holt", "lives-in", "place--basel")
    assert told == {1: [works], 5: [lives, works]}


def test_what_we_knew_and_what_was_so_are_two_questions(memory: Memory) -> None:
    # We heard on day 0 that Mira works at Quill, and on day 9 that it had ended on day 5.
    said = linked(memory, "Mira Holt", ("works-at", "organisation--quill"), day=0)
    (works,) = graph.relations(said)
    later = fragment("Mira left Quill", day=9)
    noted(memory, later, at=MONDAY + 9 * DAY)
    ended = graph.end_relation(said, works, date(2026, 11, 21), Evidence(frozenset({later.citation})))
    keep(memory, put(ended, said), at=MONDAY + 9 * DAY)

    def works_on(day: int, *, known: int | None = None) -> bool:
        as_of = None if known is None else MONDAY + known * DAY
        return bool(links(memory, "mira", valid_at=(MONDAY + day * DAY).date(), as_of=as_of))

    assert works_on(7, known=8)  # so we believed
    assert not works_on(7)  # so it was
    assert works_on(4) and works_on(4, known=8) and works_on(4, known=10)
    assert not works_on(5)  # the day it ended is not in it


def test_an_entity_that_was_taken_back_is_still_seen_as_of_then(memory: Memory) -> None:
    page = linked(memory, "Mira Holt", ("lives-in", "place--basel"))
    keep(memory, Restore(page.key, None), at=MONDAY + 3 * DAY)

    assert memory.graph("mira", as_of=MONDAY + 2 * DAY).entity.title == "Mira Holt"
    assert [key.slug for key, _ in memory.entities(as_of=MONDAY + 2 * DAY)] == ["person--mira-holt"]
    assert memory.entities(as_of=MONDAY + 4 * DAY) == []
    with pytest.raises(NotFound, match="was known on 2026-11-14"):
        memory.graph("mira", as_of=MONDAY - 2 * DAY)


def test_a_rebuilt_index_tells_the_same_past(memory: Memory) -> None:
    page = linked(memory, "Mira Holt", ("works-at", "organisation--quill"), day=0)
    linked(memory, "Mira Holt", ("lives-in", "place--basel"), day=2)
    keep(memory, Retire(page.key, "asked"), at=MONDAY + 4 * DAY)

    def told() -> list[object]:
        return [links(memory, "mira", as_of=MONDAY + day * DAY) for day in (1, 3)]

    before = told()
    memory.reindex()
    assert told() == before
    assert [len(found) for found in before] == [1, 2]  # type: ignore[arg-type]


# Links


def test_two_hops_reach_what_a_neighbour_is_linked_to_either_way(memory: Memory) -> None:
    linked(memory, "Mira Holt", ("maintains", "project--parcel"))
    linked(memory, "parcel", ("runs-on", "tool--fargate"), type_="project")
    linked(memory, "Ben Oak", ("manages", "person--mira-holt"))

    assert {target for _, _, _, target in links(memory, "mira")} == {"project--parcel", "person--mira-holt"}
    assert (2, "project--parcel", "runs-on", "tool--fargate") in links(memory, "mira", depth=2)
    assert (2, "person--mira-holt", "maintains", "project--parcel") in links(memory, "ben", depth=2)


def test_what_holds_comes_before_what_is_over(memory: Memory) -> None:
    both = ("works-at", "organisation--a"), ("works-at", "organisation--b")
    linked(memory, "Mira Holt", *both, until={"organisation--a": 2})
    found = links(memory, "mira", as_of=MONDAY + 9 * DAY)
    assert [target for _, _, _, target in found] == ["organisation--b", "organisation--a"]


def test_of_a_hub_the_best_proven_links_are_followed_and_the_rest_is_counted(memory: Memory) -> None:
    many = tuple(("uses", f"tool--t{n:03}") for n in range(HUB + 5))
    page = linked(memory, "Mira Holt", *many)
    again = fragment("Mira Holt uses t054 again", day=3)
    noted(memory, again, at=MONDAY + 3 * DAY)
    last = graph.relations(page)[-1]
    proven = page.text.replace(
        f"[[{last.target}]] (since {last.since}) <!-- ",
        f"[[{last.target}]] (since {last.since}) <!-- {again.citation}, ",
    )
    keep(memory, put(Page(key=page.key, text=proven), page), at=MONDAY + 3 * DAY)

    found = memory.graph("mira", depth=2)

    assert len(found.relations) == HUB
    assert found.relations[0][1].target == last.target
    assert found.left == (("person--mira-holt", 5),)


def test_a_link_tells_what_proves_it(memory: Memory) -> None:
    page = linked(memory, "Mira Holt", ("lives-in", "place--basel"))
    ((_, link),) = memory.graph("mira").relations
    assert link.evidence.active == page.evidence.active
    assert link.days == 1


# Entities that were merged


def test_links_to_a_merged_entity_lead_to_the_one_it_went_into(memory: Memory) -> None:
    mira = linked(memory, "Mira", ("lives-in", "place--basel"))
    holt = linked(memory, "Mira Holt", day=1)
    linked(memory, "parcel", ("maintained-by", "person--mira"), type_="project", day=1)
    merge = Merge((mira.key,), united(holt, mira), {holt.key: holt.version, mira.key: mira.version})
    keep(memory, merge, at=MONDAY + 3 * DAY)

    assert (1, "project--parcel", "maintained-by", "person--mira-holt") in links(memory, "mira holt")
    assert meant(memory, "person--mira") == meant(memory, "mira") == "person--mira-holt"
    assert links(memory, "parcel", as_of=MONDAY + 2 * DAY) == [(1, "project--parcel", "maintained-by", "person--mira")]
    edges = {(space, r.target) for space, r in memory.index.links.all_edges()}
    assert ("", "person--mira") not in edges


def test_a_chain_of_merges_leads_to_its_end(memory: Memory) -> None:
    pages = [linked(memory, name, day=n) for n, name in enumerate(("Mimi", "Mira", "Mira Holt"))]
    linked(memory, "parcel", ("maintained-by", "person--mimi"), type_="project", day=3)
    for n, (other, into) in enumerate(pairwise(pages)):
        into = memory.vault.pages([into.key])[into.key]
        other = memory.vault.pages([other.key])[other.key]
        made_from = {into.key: into.version, other.key: other.version}
        keep(memory, Merge((other.key,), united(into, other), made_from), at=MONDAY + (4 + n) * DAY)

    assert links(memory, "parcel") == [(1, "project--parcel", "maintained-by", "person--mira-holt")]
    assert meant(memory, "mimi") == "person--mira-holt"


def test_an_edit_by_hand_that_makes_a_ring_of_merges_ends(memory: Memory) -> None:
    one, two = linked(memory, "Mira"), linked(memory, "Mimi")
    for page, other in ((one, two), (two, one)):
        keep(memory, Put(page.with_front("retired", f"2026-11-17 merged into {other.key.slug}")), at=MONDAY + DAY)
    linked(memory, "parcel", ("maintained-by", "person--mira"), type_="project", day=2)

    assert len(links(memory, "parcel")) == 1
    memory.graph("person--mira")


def test_a_link_that_two_had_before_they_were_one_is_one_link_with_the_proof_of_both(memory: Memory) -> None:
    one, two = linked(memory, "Postgres", type_="tool"), linked(memory, "PostgreSQL", type_="tool")
    billing = linked(memory, "Billing", ("uses", "tool--postgres"), ("uses", "tool--postgresql"), type_="project")
    keep(memory, Merge((one.key,), united(two, one), {one.key: one.version, two.key: two.version}), at=MONDAY + DAY)

    ((_, link),) = memory.graph("billing").relations

    assert link.target == "tool--postgresql"
    assert link.evidence.active == billing.evidence.active
