"""Entities that are one under two names: merged when that is sure, asked about when it may be, never otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from reverie.domain import graph
from reverie.domain.page import Page
from reverie.domain.proposal import Merge
from reverie.memory import Memory
from tests.loop.test_dream_graph import START, Days, on


@pytest.fixture
def days(tmp_path: Path) -> Iterator[Days]:
    found = Days(Memory.create(tmp_path / "w"))
    yield found
    found.memory.close()


def people(days: Days) -> set[str]:
    return {slug for slug in days.pages("entity") if slug.startswith("person")}


def asked(days: Days) -> list[str]:
    """What a person is asked, by its trigger."""
    return [held.proposal.trigger for held in days.memory.held("held")]


MIRA = "same? person--mira person--mira-holt"


def maybe_mira(days: Days) -> str:
    """Two pages of which nobody knows whether they are one: Mira was known before; returns the proposal that asks."""
    days.say(-2, "The maintainer of parcel-api is Mira.")
    days.say(-1, "The maintainer of parcel-web is Mira.")
    days.say(0, "Mira Holt lives in Basel.")
    (held,) = days.memory.held("held")
    return held.proposal.id


def sure(days: Days) -> None:
    """Two pages that are merged: a person wrote the name of one into the other."""
    days.say(0, "Mira Holt lives in Basel.")
    days.say(0, "Ben Oak reports to Mimi Holt.")
    also_called(days, "person--mira-holt", "Mimi Holt")


def also_called(days: Days, slug: str, alias: str) -> None:
    """A person writes one more name into the page of an entity."""
    root, page = days.memory.root, days.pages("entity")[slug]
    (root / f"memory/graph/entities/{slug}.md").write_text(graph.also_called(page, alias).text, "utf-8")
    days.memory.close()
    days.memory = Memory.open(root)
    days.memory.take_in()


# First names


def test_a_first_name_alone_is_the_only_one_who_is_called_so(days):
    days.say(0, "Mira Holt lives in Basel.")
    days.say(1, "The maintainer of parcel-api is Mira.")
    days.say(5, "The maintainer of billing-worker is Mira.")

    assert people(days) == {"person--mira-holt"}
    assert asked(days) == []
    assert days.links("project--billing-worker") == [("maintained-by", "person--mira-holt", on(5), None)]


def test_a_firm_that_was_called_in_short_is_the_one_that_is_called_in_full_later(days):
    days.say(0, "The account manager for Fernway is Gitte Holm.")
    days.say(1, "Ines Falco works at Fernway Supplies.")

    assert {slug for slug in days.pages("entity") if slug.startswith("organisation")} == {
        "organisation--fernway-supplies"
    }
    assert asked(days) == []


def test_a_first_name_that_was_somebodys_before_is_asked_about_and_not_assumed(days):
    maybe_mira(days)

    assert people(days) == {"person--mira", "person--mira-holt"}
    assert asked(days) == [MIRA]
    assert days.links("project--parcel-api") == [("maintained-by", "person--mira", on(-2), None)]


def test_a_first_name_used_beside_the_full_name_on_the_same_day_means_that_person(days):
    days.say(0, "Mira Holt lives in Basel.")
    days.say(0, "The maintainer of parcel-api is Mira.")

    assert people(days) == {"person--mira-holt"}
    assert days.links("project--parcel-api") == [("maintained-by", "person--mira-holt", on(0), None)]
    assert asked(days) == []


def test_a_full_name_that_follows_on_the_same_day_takes_the_first_name_in(days):
    days.say(0, "The maintainer of parcel-api is Mira.")
    days.say(0, "Mira Holt lives in Basel.")

    assert people(days) == {"person--mira-holt"}
    assert graph.aliases(days.pages("entity")["person--mira-holt"]) == ("Mira",)
    found = days.memory.graph("parcel-api").relations
    assert [(r.name, r.target) for _, r in found] == [("maintained-by", "person--mira-holt")]


def test_a_first_name_that_two_people_have_is_somebody_of_whom_no_more_is_known(days):
    days.say(0, "Mira Holt lives in Basel.")
    days.say(1, "Mira Sand lives in Turin.")
    days.say(2, "The maintainer of parcel-api is Mira.")

    assert people(days) == {"person--mira", "person--mira-holt", "person--mira-sand"}
    assert asked(days) == []


def test_of_two_with_the_first_name_the_one_named_that_day_is_meant(days):
    days.say(0, "Mira Holt lives in Basel.")
    days.say(1, "Mira Sand lives in Turin.")
    days.say(1, "The maintainer of parcel-api is Mira.")

    assert days.links("project--parcel-api") == [("maintained-by", "person--mira-sand", on(1), None)]


def test_a_first_name_does_not_end_what_holds_of_the_full_name(days):
    days.say(0, "The maintainer of parcel-api is Mira Holt.")
    days.say(4, "The maintainer of parcel-api is Mira.")

    assert days.links("project--parcel-api") == [("maintained-by", "person--mira-holt", on(0), None)]


def test_once_approved_the_first_name_is_a_name_of_that_person(days):
    days.memory.approve(maybe_mira(days))
    days.say(5, "The maintainer of billing-worker is Mira.")

    assert people(days) == {"person--mira-holt"}
    assert days.links("project--billing-worker") == [("maintained-by", "person--mira-holt", on(5), None)]
    assert asked(days) == []


# Asking


def test_a_person_is_asked_once_about_two(days):
    maybe_mira(days)
    days.say(2, "The maintainer of billing-worker is Mira.")
    days.sleep(3)

    assert asked(days) == [MIRA]


def test_once_rejected_nobody_is_asked_again(days):
    days.memory.decide(maybe_mira(days), "rejected")
    days.say(2, "The maintainer of billing-worker is Mira.")
    days.say(3, "Mira Holt works at Quill Foods.")

    assert asked(days) == []
    assert people(days) == {"person--mira", "person--mira-holt"}


def test_what_is_approved_is_a_merge_of_the_pages_as_they_are_by_then(days):
    name = maybe_mira(days)
    days.say(2, "The maintainer of billing-worker is Mira.")
    days.say(3, "Mira Holt works at Quill Foods.")
    shown = days.memory.held_one(name).proposal.changes[0]

    days.memory.approve(name)

    page = days.pages("entity")["person--mira-holt"]
    assert isinstance(shown, Merge) and graph.facts(shown.into) == graph.facts(page)
    assert "Mira Holt works at Quill Foods." in graph.facts(page)
    assert "The maintainer of billing-worker is Mira." in graph.facts(page)


def test_a_person_may_merge_away_what_was_held_for_a_week(days):
    for day in range(1, 9):
        days.say(day, f"The maintainer of parcel-{'abcdefghi'[day]} is Mira.")
    days.say(9, "Mira Holt lives in Basel.")
    (held,) = days.memory.held("held")
    assert days.pages("entity")["person--mira"].days >= 7

    days.memory.approve(held.proposal.id)

    assert people(days) == {"person--mira-holt"}


def test_entities_that_were_remembered_are_looked_at_by_the_next_dream(days):
    days.memory.remember("Billing uses Postgres")
    days.memory.remember("Billing uses PostgreSQL")

    night = days.memory.dream()

    assert [held.because for held in night.held] == [
        "Postgres may be PostgreSQL, the same tool (the names are 96 % alike, they share links)"
    ]
    assert days.memory.dream().held == []


def test_planning_asks_nobody_and_holding_asks(days):
    days.memory.remember("Billing uses Postgres")
    days.memory.remember("Billing uses PostgreSQL")

    assert len(days.memory.dream(mode="plan").asked) == 1
    assert asked(days) == []
    assert len(days.memory.dream(mode="hold").held) == 1
    assert asked(days) == ["same? tool--postgres tool--postgresql"]


# Never


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ana Meyer lives in Basel.", "Anna Meyer works at Quill Foods."),
        ("Tom Holt lives in Basel.", "Tom Sand lives in Basel."),
        ("Ben Oak owns tidepool-2.", "Ben Oak owns tidepool-3."),
        ("Ben Oak owns parcel-api.", "Ben Oak owns parcel-worker."),
        ("Ben Oak works at Acme GmbH.", "Ben Oak works at Acme Inc."),
    ],
)
def test_other_numbers_surnames_and_words_are_neither_merged_nor_asked_about(days, one, other):
    days.say(0, one)
    days.say(1, other)

    assert asked(days) == []
    assert not any(page.retired for page in every_entity(days))


def every_entity(days: Days) -> list[Page]:
    keys = [key for key in days.memory.vault.keys("") if key.kind == "entity"]
    return list(days.memory.vault.pages(keys).values())


def test_who_is_linked_to_somebody_is_somebody_else(days):
    days.say(0, "Mira Holt lives in Basel.")
    days.say(1, "Mira manages Mira Holt.")

    assert asked(days) == []


def test_another_space_is_another_world(days):
    days.say(0, "Mira Holt lives in Basel.")
    days.memory.remember("The maintainer of parcel-api is Mira.", space="user/ana")
    days.sleep(2)

    assert asked(days) == []


def test_what_is_pinned_stays_as_it_is(days):
    days.say(0, "Mira Holt lives in Basel.")
    days.memory.pin("entity/person--mira-holt")
    days.say(1, "The maintainer of parcel-api is Mira.")

    assert asked(days) == []


# Merging, and taking it back


def test_who_has_the_name_of_another_is_merged_by_a_change_of_its_own(days):
    sure(days)
    night = days.memory.dream(now=START + timedelta(days=1))

    assert people(days) == {"person--mira-holt", "person--ben-oak"}
    assert [(one.what, one.before) for one in night.changed] == [("merged", "Mimi Holt")]
    found = days.memory.graph("ben oak").relations
    assert [(r.name, r.target) for _, r in found] == [("reports-to", "person--mira-holt")]


def test_undo_puts_both_pages_back_byte_for_byte_and_the_next_dream_leaves_them(days):
    sure(days)
    before = {page.key: page.text for page in every_entity(days)}
    links = days.memory.index.links.all_edges()
    night = days.memory.dream(now=START + timedelta(days=1))
    (merged,) = [applied.entry.id for applied in night.applied if applied.entry]
    assert {page.key: page.text for page in every_entity(days)} != before

    days.memory.undo(merged)

    assert {page.key: page.text for page in every_entity(days)} == before
    assert days.memory.index.links.all_edges() == links
    days.say(3, "Mimi Holt likes tea.")
    assert "person--mimi-holt" in people(days)
    assert asked(days) == []


def test_a_night_that_is_undone_takes_its_merges_along(days):
    sure(days)
    before = {page.key: page.text for page in every_entity(days)}
    days.memory.undo(days.memory.dream(now=START + timedelta(days=1)).id)
    assert {page.key: page.text for page in every_entity(days)} == before


def test_what_is_told_of_two_that_disagrees_is_asked_about(days):
    sure(days)
    days.say(1, "Mimi Holt lives in Rome.")

    assert "person--mimi-holt" in people(days)
    (held,) = days.memory.held("held")
    assert "lives-in differs" in held.proposal.because


def test_an_alias_is_the_name_of_the_entity_that_has_it(days):
    days.memory.remember("Billing uses PostgreSQL")
    also_called(days, "tool--postgresql", "Elephant")
    days.memory.remember("Storefront uses Elephant")

    assert ("uses", "tool--postgresql") in {link[:2] for link in days.links("concept--storefront")}
