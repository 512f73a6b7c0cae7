"""Entities and their dated links, read from the seed's pages and written the same way."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given, strategies as st

from reverie.domain import graph
from reverie.domain.citation import Citation, Evidence
from reverie.domain.graph import Relation
from reverie.domain.page import Key, Page
from reverie.domain.text import is_slug

MONDAY = date(2026, 11, 16)
A = Citation(MONDAY, "a")
PROOF = Evidence(frozenset({A}))
KEY = Key("", "entity", "project--apollo")

APOLLO = """\
# project--apollo
<!-- Type: project | Created: 2026-01-15 | Last updated: 2026-02-02 -->
## Summary
Lands on the moon.
## Facts
- Budget: small
* Crew: three
## Timeline
- 2026-01-15: started
## Relations
- Developed by: [[person--ana]]
- Built on: [[tool--saturn]] (since 2026-01-15, until 2026-02-01), [[tool--falcon]] (since 2026-02-01)
- Inspired by: [[concept--rain|the rain]], [[concept--tea]] <!-- streams/2026-11-16#a -->
- no link here: nothing
## Open Questions
- Asked of: [[person--bo]]
"""


def entity(text: str) -> Page:
    return Page(key=KEY, text=text)


def link(**rest: Any) -> Relation:
    return Relation(source="project--apollo", name="uses", target="tool--saturn", **rest)


def test_the_links_of_an_entity_are_read_from_its_relations_only():
    found = [(r.name, r.target) for r in graph.relations(entity(APOLLO))]

    assert found == [
        ("developed-by", "person--ana"),
        ("built-on", "tool--saturn"),
        ("built-on", "tool--falcon"),
        ("inspired-by", "concept--rain"),
        ("inspired-by", "concept--tea"),
    ]


def test_two_targets_on_a_line_have_their_own_dates_and_the_lines_evidence():
    _, saturn, falcon, rain, tea = graph.relations(entity(APOLLO))

    assert (saturn.since, saturn.until) == (date(2026, 1, 15), date(2026, 2, 1))
    assert (falcon.since, falcon.until) == (date(2026, 2, 1), None)
    assert rain.evidence == tea.evidence == PROOF
    assert saturn.evidence == Evidence()


def test_windows_line_ends_change_nothing():
    assert graph.relations(entity(APOLLO.replace("\n", "\r\n"))) == graph.relations(entity(APOLLO))


def test_a_date_that_is_none_is_an_open_end():
    found = graph.relations(entity("## Relations\n- uses: [[a]] (since 2026-02-31)\n"))

    assert found[0].since is None


def test_a_link_holds_from_its_first_day_up_to_and_not_including_its_last():
    held = link(since=MONDAY, until=MONDAY + timedelta(days=7))

    assert not held.valid_at(MONDAY - timedelta(days=1))
    assert held.valid_at(MONDAY)
    assert held.valid_at(MONDAY + timedelta(days=6))
    assert not held.valid_at(MONDAY + timedelta(days=7))


def test_open_ends_hold_for_ever():
    assert link().valid_at(date.min)
    assert link().valid_at(date.max)
    assert link(since=MONDAY).valid_at(date.max)
    assert link(until=MONDAY).valid_at(date.min)


def test_a_link_that_ends_on_the_day_it_begins_never_held():
    assert not link(since=MONDAY, until=MONDAY).valid_at(MONDAY)


@given(st.dates(), st.dates(), st.dates())
def test_when_one_link_replaces_another_exactly_one_of_them_holds(change, day, begin):
    first = link(since=min(begin, change), until=change)
    second = link(since=change)

    assert not (first.valid_at(day) and second.valid_at(day))
    if day >= min(begin, change):
        assert first.valid_at(day) or second.valid_at(day)


@pytest.mark.parametrize(
    ("type_", "name", "slug"),
    [
        ("person", "Ana Bear", "person--ana-bear"),
        ("project", "한글", "project--untitled-bd87f9"),
        ("Organisation", "ACME, Inc.", "organisation--acme-inc"),
        ("concept", "x" * 80, "concept--" + "x" * 55),
    ],
)
def test_entities_are_called_by_type_and_name(type_, name, slug):
    assert graph.entity_slug(type_, name) == slug


@given(st.text(), st.text())
def test_every_entity_has_a_name_a_file_can_have(type_, name):
    assert is_slug(graph.entity_slug(type_, name))


def test_the_type_is_the_first_part_of_the_name():
    assert graph.type_of(KEY) == "project"
    assert graph.type_of(Key("", "entity", "tea")) == "concept"


def test_a_new_entity_knows_its_name_and_type():
    made = graph.entity(KEY, "Apollo: the programme")

    assert made.text == '---\nname: "Apollo: the programme"\ntype: project\n---\n'
    assert made.title == "Apollo: the programme"


def test_a_line_goes_to_the_end_of_its_section():
    new = graph.add_to_section(entity(APOLLO), "Facts", "Flag:  blue", PROOF)

    assert new.text == APOLLO.replace("* Crew: three\n", "* Crew: three\n- Flag: blue <!-- streams/2026-11-16#a -->\n")


def test_a_missing_section_is_made():
    new = graph.add_to_section(graph.entity(KEY, "Apollo"), "Facts", "Flag: blue", PROOF)

    assert new.text.endswith("---\n## Facts\n- Flag: blue <!-- streams/2026-11-16#a -->\n")


def test_a_relation_written_is_the_relation_read():
    told = link(since=MONDAY, until=date(2027, 1, 1), evidence=PROOF)

    assert graph.relations(graph.add_relation(graph.entity(KEY, "Apollo"), told)) == [told]
    assert graph.relations(graph.add_relation(entity(APOLLO), told))[-1] == told


def test_facts_are_the_lines_of_summary_and_facts_without_bullets():
    assert graph.facts(entity(APOLLO)) == ["Lands on the moon.", "Budget: small", "Crew: three"]


def test_aliases_are_a_list_or_none():
    assert graph.aliases(entity("---\naliases: [Apollo 11, A11]\n---\n")) == ("Apollo 11", "A11")
    assert graph.aliases(entity("---\naliases: Apollo\n---\n")) == ()
    assert graph.aliases(entity(APOLLO)) == ()


def test_the_seeds_sections_are_known_in_their_order():
    assert graph.SECTIONS == ("Summary", "Facts", "Timeline", "Open Questions", "Relations")


def test_facts_are_dropped_by_their_citation_but_for_those_that_stay():
    page = graph.add_to_section(graph.entity(KEY, "Apollo"), "Facts", "Budget: small", PROOF)
    page = graph.add_to_section(page, "Facts", "Crew: three", PROOF)

    left = graph.drop_facts(page, {A}, lambda fact: "Crew" in fact)

    assert graph.facts(left) == ["Crew: three"]
    assert left.evidence == PROOF


def test_a_section_whose_last_fact_was_dropped_goes_with_it():
    page = graph.add_to_section(graph.entity(KEY, "Apollo"), "Facts", "Budget: small", PROOF)
    page = Page(key=KEY, text=f"{page.text}\n## Open Questions\n\n## Mine\nstays\n")

    left = graph.drop_facts(page, {A})

    assert "## Facts" not in left.text
    assert "## Open Questions\n\n## Mine\nstays\n" in left.text
    assert left.evidence.superseded == {A}


def test_an_empty_section_is_not_shown():
    assert graph.without_relations(entity("## Facts\n\n## Relations\n- likes: [[concept--tea]]\n")) == ""


ANA = """---
name: Ana
type: person
---

## Facts
- Ana lives in Porto. <!-- streams/2026-03-02#a -->
- Ana plays chess. <!-- streams/2026-05-02#b -->

## Relations
- works-at: [[organisation--quill]] (since 2026-03-02, until 2026-04-01) <!-- streams/2026-03-02#a -->
- lives-in: [[place--porto]] <!-- streams/2026-05-02#b -->
"""


def test_an_entity_on_a_day_has_only_what_was_said_and_held_by_then():
    page = Page(key=Key("", "entity", "person--ana"), text=ANA)

    early = graph.as_it_stood(page, valid_at=date(2026, 3, 10), known=None)
    assert graph.facts(early) == ["Ana lives in Porto."]
    assert [r.name for r in graph.relations(early)] == ["works-at"]
    late = graph.as_it_stood(page, valid_at=date(2026, 5, 2), known=None)
    assert graph.facts(late) == graph.facts(page)
    assert [r.name for r in graph.relations(late)] == ["lives-in"]
    assert "## Facts" not in graph.as_it_stood(page, valid_at=date(2026, 1, 1), known=None).text
    then = graph.as_it_stood(page, valid_at=None, known=date(2026, 4, 20))
    assert (graph.facts(then), [r.name for r in graph.relations(then)]) == (["Ana lives in Porto."], ["works-at"])


def test_a_link_of_unknown_beginning_holds_since_it_was_said_but_one_told_afterwards_held_before():
    said = date(2026, 5, 2)
    proof = next(
        r for r in graph.relations(Page(key=Key("", "entity", "person--ana"), text=ANA)) if not r.since
    ).evidence
    assert not link(evidence=proof).valid_at(date(2026, 5, 1))
    assert link(evidence=proof).valid_at(said)
    assert link(evidence=proof, until=date(2020, 1, 1)).valid_at(date(2019, 1, 1))
