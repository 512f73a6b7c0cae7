"""Two entities that become one page."""

from __future__ import annotations

from datetime import date

from hypothesis import given, strategies as st

from reverie.domain import graph
from reverie.domain.citation import Citation, Evidence
from reverie.domain.graph import Relation
from reverie.domain.page import Key, Page
from reverie.domain.union import united

DAY = date(2026, 3, 2)
HOLT, MIRA = Key("", "entity", "person--mira-holt"), Key("", "entity", "person--mira")


def proof(*ids: str) -> Evidence:
    return Evidence(frozenset(Citation(DAY, each) for each in ids))


def entity(key: Key, name: str, *facts: tuple[str, str], links: tuple[Relation, ...] = ()) -> Page:
    page = graph.entity(key, name)
    for fact, id_ in facts:
        page = graph.add_to_section(page, "Facts", fact, proof(id_))
    for link in links:
        page = graph.add_relation(page, link)
    return page


def link(target: str, since: date | None, id_: str, until: date | None = None) -> Relation:
    return Relation(source="x", name="lives-in", target=target, since=since, until=until, evidence=proof(id_))


def test_the_one_that_stays_has_the_names_and_the_facts_of_both():
    holt = entity(HOLT, "Mira Holt", ("Mira Holt lives in Basel.", "a"))
    mira = entity(MIRA, "Mira", ("Mira likes tea.", "b")).with_front("aliases", ["Mimi"])

    one = united(holt, mira)

    assert (one.key, one.title, graph.aliases(one)) == (HOLT, "Mira Holt", ("Mira", "Mimi"))
    assert graph.facts(one) == ["Mira Holt lives in Basel.", "Mira likes tea."]
    assert one.evidence == proof("a", "b")


def test_a_fact_both_have_is_told_once_and_cites_both():
    one = united(entity(HOLT, "Mira Holt", ("Likes tea.", "a")), entity(MIRA, "Mira", ("likes tea", "b")))

    assert graph.facts(one) == ["Likes tea."]
    assert one.evidence == proof("a", "b")


def test_a_link_both_have_holds_from_the_earlier_day_on():
    early, late = date(2026, 1, 1), date(2026, 2, 2)
    holt = entity(HOLT, "Mira Holt", links=(link("place--basel", late, "a"),))
    mira = entity(MIRA, "Mira", links=(link("place--basel", early, "b"), link("place--rome", early, "c", late)))

    basel, rome = graph.relations(united(holt, mira))

    assert (basel.target, basel.since, basel.until, basel.evidence) == ("place--basel", early, None, proof("a", "b"))
    assert (rome.target, rome.since, rome.until) == ("place--rome", early, late)


def test_nobody_is_linked_to_themselves_and_the_proof_of_such_a_link_stays():
    one = united(
        entity(HOLT, "Mira Holt", ("Lives in Basel.", "a")), entity(MIRA, "Mira", links=(link(HOLT.slug, DAY, "b"),))
    )

    assert graph.relations(one) == []
    assert one.evidence == proof("a", "b")


def test_sections_of_a_person_and_loose_lines_come_along():
    mira = Page(key=MIRA, text="# Mira\n<!-- Type: person -->\nKnits.\n## Timeline\n- 2020: moved\n")

    one = united(entity(HOLT, "Mira Holt", ("Lives in Basel.", "a")), mira)

    assert "## Summary\n- Knits." in one.text
    assert "## Timeline\n- 2020: moved" in one.text
    assert "Type: person" not in one.body


lines = st.lists(st.tuples(st.sampled_from(["Likes tea.", "Knits.", "Runs."]), st.sampled_from("abcdef")), max_size=5)


@given(lines, lines)
def test_whatever_two_pages_cite_the_one_cites(ours, theirs):
    holt, mira = entity(HOLT, "Mira Holt", *ours), entity(MIRA, "Mira", *theirs)

    one = united(holt, mira)

    assert one.cited == holt.cited | mira.cited
    assert one.evidence.active == holt.evidence.active | mira.evidence.active
    assert united(one, mira).evidence == one.evidence


def test_an_entity_tells_who_took_it_in():
    gone = entity(MIRA, "Mira").with_front("retired", "2026-03-02 merged into person--mira-holt")

    assert graph.heir(gone) == "person--mira-holt"
    assert graph.heir(entity(MIRA, "Mira").with_front("retired", "2026-03-02 asked")) is None
    assert graph.heir(entity(MIRA, "Mira")) is None
