"""What a dream without a model makes of people, links and ways of doing things."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from reverie.domain import graph, relate_when
from reverie.domain.fragment import Fragment, noticed
from reverie.domain.page import Key, Page
from reverie.domain.skill import taught
from reverie.loop.desk import Desk
from reverie.loop.link import tell
from reverie.loop.unsay import Overturned, unsay
from reverie.memory import Memory

START = datetime(2026, 3, 2, 9, tzinfo=UTC)


class Days:
    """A memory to which something is said on a day, and which sleeps over it."""

    def __init__(self, memory: Memory) -> None:
        self.memory = memory

    def say(self, day: int, body: str, **more: Any) -> Fragment:
        at = START + timedelta(days=day)
        said = noticed(
            ts=at, space="", source="cli", entry=f"{day}", body=body,
            topic=body[:40], **{"kind": "fact", "trust": "user", "quote": body, **more},
        )  # fmt: skip
        self.memory.vault.append([said], [], at, "observe:test")
        self.sleep(day)
        return said

    def sleep(self, day: int) -> None:
        self.memory.dream(now=START + timedelta(days=day, hours=12))

    def pages(self, kind: str) -> dict[str, Page]:
        keys = [key for key in self.memory.vault.keys("") if key.kind == kind]
        return {key.slug: page for key, page in self.memory.vault.pages(keys).items() if not page.retired}

    def links(self, entity: str) -> list[tuple[str, str, date | None, date | None]]:
        page = self.pages("entity")[entity]
        return [(r.name, r.target, r.since, r.until) for r in graph.relations(page)]


@pytest.fixture
def days(tmp_path: Path) -> Iterator[Days]:
    with Memory.create(tmp_path / "w") as memory:
        yield Days(memory)


def on(day: int) -> date:
    return (START + timedelta(days=day)).date()


def test_who_is_named_has_a_page_with_the_statement_and_its_citation(days):
    said = days.say(0, "The employer of Mira Holt is Quill Foods.")

    pages = days.pages("entity")
    assert set(pages) == {"person--mira-holt", "organisation--quill-foods"}
    assert list(graph.facts(pages["person--mira-holt"])) == ["The employer of Mira Holt is Quill Foods."]
    assert all(page.evidence.active == {said.citation} for page in pages.values())


def test_what_is_told_of_a_name_is_kept_without_the_word_that_corrects(days):
    days.say(0, "Fernway Supplies closes in August.")
    days.say(1, "Actually, Fernway Supplies raised its prices by ten percent.")

    facts = graph.facts(days.pages("entity")["organisation--fernway-supplies"])
    assert "Fernway Supplies raised its prices by ten percent." in facts
    assert "Fernway Supplies raised its prices by ten percent." in {
        page.prose for page in days.pages("belief").values()
    }


def test_whom_the_family_calls_mum_is_known_by_her_first_name_too(days):
    days.say(0, "My mum Teresa turns seventy in May.")
    days.say(1, "Teresa lives in Braga.")

    assert set(days.pages("entity")) == {"person--mum", "place--braga"}
    assert graph.aliases(days.pages("entity")["person--mum"]) == ("Teresa",)
    assert [(name, target) for name, target, *_ in days.links("person--mum")] == [("lives-in", "place--braga")]


def test_a_first_name_that_somebody_else_has_is_not_given_to_the_family(days):
    days.say(0, "Teresa Costa is our accountant.")
    days.say(1, "My grandma Teresa lives in Braga.")
    days.say(2, "My grandma Rosa lives in Porto.")
    days.say(3, "My grandma Zofia lives in Faro.")

    assert graph.aliases(days.pages("entity")["person--teresa-costa"]) == ()
    assert graph.aliases(days.pages("entity")["person--grandma"]) == ("Rosa",)


def test_the_family_is_known_by_what_it_is_called(days):
    days.say(0, "Dad hates the new stairs.")
    days.say(1, "Pia's Dad hates cats.")

    assert set(days.pages("entity")) == {"person--dad"}


def test_who_and_what_is_known_is_recognised_when_it_is_called_in_short(days):
    days.say(0, "Our rep at Fernway Supplies is Gitte Holm.")
    days.say(2, "Our rep at Fernway is Milo Castell.")
    days.say(3, "Pia Torres is mentored by Professor Aldous.")
    days.say(5, "Aldous lives in Graz.")

    assert {each for each in days.pages("entity") if each.startswith("organisation")} == {
        "organisation--fernway-supplies"
    }
    assert [r for r in days.links("organisation--fernway-supplies") if not r[3]] == [
        ("account-manager", "person--milo-castell", on(2), None)
    ]
    assert days.links("person--professor-aldous") == [("lives-in", "place--graz", on(5), None)]


def test_a_word_that_many_houses_have_is_no_short_name(days):
    days.say(0, "Our rep at Laborhaus West is Gitte Holm.")
    days.say(2, "Our rep at Laborhaus is Milo Castell.")

    assert [r[:2] for r in days.links("organisation--laborhaus-west") if not r[3]] == [
        ("account-manager", "person--gitte-holm")
    ]


def test_who_takes_a_place_is_somebody_and_no_employer(days):
    days.say(0, "Ciaran Doyle is our rep at Laborhaus West.")
    days.say(1, "Laborhaus West is Nestor – Ciaran Doyle was a mix-up.")

    assert [r[:2] for r in days.links("organisation--laborhaus-west") if not r[3]] == [
        ("account-manager", "person--nestor")
    ]
    assert [r[:2] for r in days.links("person--ciaran-doyle") if not r[3]] == []


def test_a_new_mentor_ends_the_old_one(days):
    days.say(0, "Pia Torres trains under Hal Brandt.")
    days.say(4, "Pia Torres's mentor is Dr Wen.")

    assert days.links("person--pia-torres") == [
        ("mentored-by", "person--hal-brandt", on(0), on(4)),
        ("mentored-by", "person--dr-wen", on(4), None),
    ]


def test_a_new_employer_ends_the_old_one_and_history_stays(days):
    old = days.say(0, "The employer of Mira Holt is Quill Foods.")
    new = days.say(5, "The employer of Mira Holt is Delta Bank.")

    assert days.links("person--mira-holt") == [
        ("works-at", "organisation--quill-foods", on(0), on(5)),
        ("works-at", "organisation--delta-bank", on(5), None),
    ]
    ended, _ = graph.relations(days.pages("entity")["person--mira-holt"])
    assert ended.evidence.active == {old.citation, new.citation}


def test_who_left_and_works_elsewhere_in_one_breath_has_the_new_employer(days):
    days.say(0, "Ana Ruiz works at Acme.")
    days.say(9, "Ana Ruiz left Acme and works at Globex now.")
    links = graph.relations(days.pages("entity")["person--ana-ruiz"])
    assert [(link.target, link.until) for link in links if link.name == "works-at"] == [
        ("organisation--acme", on(9)),
        ("organisation--globex", None),
    ]


def test_a_project_is_one_entity_however_it_is_named_and_never_a_person(days):
    days.say(0, "Anneliese Brandt leads Project Orion.")
    days.say(1, "Project Orion ships in June.")
    entities = days.pages("entity")
    assert {slug for slug in entities if "orion" in slug} == {"project--orion"}
    (link,) = graph.relations(entities["project--orion"])
    assert (link.name, link.target) == ("maintained-by", "person--anneliese-brandt")


def test_leaving_ends_a_link_without_a_new_one(days):
    days.say(0, "Mira Holt works at Quill Foods.")
    days.say(3, "Mira Holt left Quill Foods.")

    assert days.links("person--mira-holt") == [("works-at", "organisation--quill-foods", on(0), on(3))]


def test_what_an_agent_says_ends_nothing(days):
    days.say(0, "The maintainer of parcel-api is Mira Holt.")
    days.say(2, "Ben Oak maintains parcel-api.", trust="agent")

    assert days.links("project--parcel-api") == [("maintained-by", "person--mira-holt", on(0), None)]


def test_names_that_only_look_alike_stay_apart_and_spellings_of_one_name_do_not(days):
    days.say(0, "Ana Meyer works at Quill Foods.")
    days.say(1, "Anna Meyer lives in Basel.")
    days.say(2, "The port of parcel-api is 8080.")
    days.say(3, "Ben Oak owns Parcel API.")

    pages = days.pages("entity")
    assert {"person--ana-meyer", "person--anna-meyer"} <= set(pages)
    assert [slug for slug in pages if "parcel" in slug] == ["project--parcel-api"]
    assert graph.aliases(pages["project--parcel-api"]) == ("Parcel API",)


HOW = "How we cut a release:\n1. bump the version\n2. write the changelog\n3. tag the commit"


def test_a_procedure_told_on_two_days_becomes_one_skill_that_cites_both(days):
    first = days.say(0, HOW, kind="procedure")
    assert not days.pages("skill")

    second = days.say(4, HOW.replace("How we", "This is the way to"), kind="procedure")

    skills = days.pages("skill")
    assert set(skills) == {"cut-a-release"}
    assert skills["cut-a-release"].evidence.active == {first.citation, second.citation}
    assert not days.pages("belief")


def test_one_more_step_refines_the_skill_instead_of_making_another(days):
    for day in (0, 4):
        days.say(day, HOW, kind="procedure")
    days.say(9, HOW.replace("3. tag", "3. run the tests\n4. tag"), kind="procedure")

    page = days.pages("skill")["cut-a-release"]
    assert taught(page) == ["bump the version", "write the changelog", "run the tests", "tag the commit"]
    assert len(page.evidence.active) == 3
    assert len(days.pages("skill")) == 1
    assert not days.pages("belief")


def test_an_error_that_was_mended_twice_becomes_a_skill_and_another_fix_replaces_it(days):
    days.say(0, "QX-77 is fixed by clearing the .tmp folder.")
    days.say(1, "QX-77 came back; clearing the .tmp folder solved it again.")
    assert taught(days.pages("skill")["fix-qx-77"]) == ["clearing the .tmp folder"]

    days.say(5, "When you see QX-77, the fix is pinning the compiler.")

    page = days.pages("skill")["fix-qx-77"]
    assert taught(page) == ["pinning the compiler"]
    assert len(page.evidence.superseded) == 2


def test_a_dated_task_is_retired_by_the_first_dream_after_its_date(days):
    days.say(0, "The deadline of the grant is 2026-03-10.", kind="task")
    days.say(0, "Mira Holt lives in Basel.")
    (page,) = [page for page in days.pages("belief").values() if page.expires]
    assert page.expires == date(2026, 3, 12)

    days.sleep(9)
    assert page.key.slug in days.pages("belief")
    days.sleep(10)

    assert page.key.slug not in days.pages("belief")
    assert "its date has passed" in (days.memory.vault.pages([page.key])[page.key].retired or "")
    assert len(days.pages("belief")) == 1


def test_what_is_let_go_ends_what_is_known_to_hold_and_the_next_one_takes_the_place(days):
    days.say(0, "Mira Holt maintains parcel-api.")
    days.say(4, "Mira Holt handed parcel-api over to Ben Oak.")

    assert days.links("project--parcel-api") == [
        ("maintained-by", "person--mira-holt", on(0), on(4)),
        ("maintained-by", "person--ben-oak", on(4), None),
    ]


def test_who_left_ends_only_their_own(days):
    days.say(0, "Mira Holt works at Quill Foods.")
    days.say(1, "Ben Oak works at Quill Foods.")
    days.say(4, "Ben Oak handed in his notice at Quill Foods, Mira Holt threw a party.")

    assert days.links("person--ben-oak") == [("works-at", "organisation--quill-foods", on(1), on(4))]
    assert days.links("person--mira-holt") == [("works-at", "organisation--quill-foods", on(0), None)]


def test_a_first_name_is_the_one_of_whom_the_same_is_known(days):
    days.say(0, "Mira Holt works at Quill Foods.")
    days.say(3, "Mira has a desk job at Quill Foods.")
    assert "person--mira" not in days.pages("entity")

    days.say(5, "Mira and Quill Foods parted ways")
    assert days.links("person--mira-holt") == [("works-at", "organisation--quill-foods", on(0), on(5))]


TWO = "Client Heron's API allows 100 requests a minute. Client Harrier's API allows 1000 a minute."


def facts(days: Days, entity: str) -> list[str]:
    return list(graph.facts(days.pages("entity")[entity]))


def test_what_was_told_with_a_fact_that_changed_stays_with_its_entity(days):
    days.say(0, TWO)
    days.say(3, "Client Heron's API allows 250 requests a minute now.")
    assert facts(days, "organisation--client-harrier") == ["Client Harrier's API allows 1000 a minute."]
    assert facts(days, "organisation--client-heron") == ["Client Heron's API allows 250 requests a minute now."]


def test_a_new_employer_ends_no_link_that_was_told_in_the_same_breath(days):
    days.say(0, "Mira Holt works at Quill Foods. Ben Adler works at Quill Foods.")
    days.say(3, "Mira Holt works at Tern Labs now.")
    assert [(target, until) for _, target, _, until in days.links("person--ben-adler")] == [
        ("organisation--quill-foods", None)
    ]
    assert facts(days, "person--ben-adler") == ["Ben Adler works at Quill Foods."]


def _ends(days: Days, told: str, later: str, entity: str) -> list[date | None]:
    """When the links of an entity ended, had a statement overturned the one they were told in."""
    old, new = days.say(0, told), days.say(4, later)
    desk = Desk(days.memory.vault)
    unsay(Overturned.by(new, frozenset({old.citation}), (told,)), desk)
    page = desk.page(Key("", "entity", entity))
    return [relation.until for relation in graph.relations(page)] if page else []


@pytest.mark.parametrize(
    "later",
    ["parcel-api … upload disabled, and I mean it", "parcel-api confirms by itself at Westgate, as of now"],
)
def test_what_is_new_of_a_thing_ends_no_link_that_it_does_not_speak_of(days, later):
    assert _ends(days, "Mira Holt maintains parcel-api.", later, "project--parcel-api") == [None]


@pytest.mark.parametrize(
    "later",
    ["parcel-api is Ben Oak's baby", "nobody looks after parcel-api", "Mira Holt is out of parcel-api"],
)
def test_what_overturns_who_stands_there_ends_the_link(days, later):
    links = _ends(days, "Mira Holt maintains parcel-api.", later, "project--parcel-api")
    assert links[0] == on(4)


def test_a_first_name_in_what_is_told_again_is_who_was_named_when_it_was_told(days):
    told = days.say(0, "Osterheim is where Sunil Bhatt sleeps and votes.")
    days.say(1, "Sunil Varma plays the cello.")
    again = days.say(3, "Sunil is at home in Osterheim.")

    desk = Desk(days.memory.vault)
    tell(again, desk, again=True, repeats=frozenset({told.citation}))
    page = desk.page(Key("", "entity", "person--sunil-bhatt"))
    assert page and [(r.name, r.target) for r in graph.relations(page)] == [("lives-in", "place--osterheim")]


@pytest.mark.parametrize(
    ("old", "new", "entity"),
    [
        ("Project Heron listens on port 8080.", "Heron listens on port 9090 now.", "project--heron"),
        (
            "Client Heron's API allows 100 requests a minute.",
            "Heron's API allows 250 requests a minute now.",
            "organisation--client-heron",
        ),
    ],
)
def test_an_entity_that_lost_a_fact_learns_the_new_one_under_a_shorter_name(days, old, new, entity):
    days.say(0, old)
    assert facts(days, entity) == [old]
    days.say(3, new)
    assert facts(days, entity) == [new]


def test_a_shorter_name_that_two_share_teaches_neither(days):
    days.say(0, "Client Heron's API allows 100 requests a minute.")
    days.say(1, "Project Heron starts in January.")
    days.say(3, "Heron's API allows 250 requests a minute now.")
    assert "250" not in " ".join(facts(days, "organisation--client-heron"))


SINCE = [  # what is said on 20 October 2026, and the days its link has
    ("Ilse Brandt works at Kessel GmbH since October 12.", ("2026-10-12", None)),
    ("Ilse Brandt works at Kessel GmbH as of October 12.", ("2026-10-12", None)),
    ("Ilse Brandt works at Kessel GmbH starting November 2.", ("2026-11-02", None)),
    ("From September 1 to November 15 Ilse Brandt works at Kessel GmbH.", ("2026-09-01", "2026-11-16")),
    ("Ilse Brandt works at Kessel GmbH until March 31.", ("2026-10-20", "2027-04-01")),
    ("From 2 May 2024 to 1 June 2025 Ilse Brandt works at Kessel GmbH.", ("2024-05-02", "2025-06-02")),
    ("Ilse Brandt arbeitet seit dem 3. August bei Kessel GmbH.", ("2026-08-03", None)),
    ("Ilse Brandt arbeitet ab dem 2. November bei Kessel GmbH.", ("2026-11-02", None)),
    ("Ilse Brandt travaille chez Kessel GmbH depuis le 3 mars.", ("2026-03-03", None)),
    ("Ilse Brandt travaille chez Kessel GmbH du 1er mai au 30 novembre.", ("2026-05-01", "2026-12-01")),
    ("Ilse Brandt trabaja en Kessel GmbH desde el 16 de agosto.", ("2026-08-16", None)),
    # a day on which something only happened, or a time of day, begins nothing
    ("Ilse Brandt works at Kessel GmbH and met us on October 3.", ("2026-10-20", None)),
    ("Ilse Brandt works at Kessel GmbH from 9 to 5.", ("2026-10-20", None)),
    ("Ilse Brandt works at Kessel GmbH, the fair is from May 1 to May 3.", ("2026-10-20", None)),
]


@pytest.mark.parametrize(("said", "window"), SINCE)
def test_a_link_has_the_days_that_were_told_of_it(said, window):
    at = datetime(2026, 10, 20, 9, tzinfo=UTC)
    assert _window(said, "Ilse Brandt", "Kessel GmbH", at=at) == window


def _window(said: str, *ends: str, at: datetime) -> tuple[str | None, str | None]:
    since, until = relate_when.window(said, ends, ends, at)
    since = since or (None if until and until <= at.date() else at.date())
    return since.isoformat() if since else None, until.isoformat() if until else None


def test_the_day_that_was_told_ends_what_held_before_and_not_the_day_on_which_it_was_told(days):
    days.say(0, "Ilse Brandt works at Kessel GmbH.")
    days.say(40, "Ilse Brandt works at Bolt Systems since April 1.")

    april = date(2026, 4, 1)
    assert days.links("person--ilse-brandt") == [
        ("works-at", "organisation--kessel-gmbh", on(0), april),
        ("works-at", "organisation--bolt-systems", april, None),
    ]


def test_what_ends_on_a_day_to_come_holds_until_then(days):
    days.say(0, "From March 1 to April 15 Ilse Brandt works at Kessel GmbH.")
    days.say(60, "Ilse Brandt works at Bolt Systems since April 16.")

    assert days.links("person--ilse-brandt") == [
        ("works-at", "organisation--kessel-gmbh", date(2026, 3, 1), date(2026, 4, 16)),
        ("works-at", "organisation--bolt-systems", date(2026, 4, 16), None),
    ]


def test_a_beginning_that_is_told_later_is_noted_on_the_link_that_holds(days):
    days.say(0, "Ilse Brandt works at Kessel GmbH.")
    days.say(3, "Ilse Brandt has been working at Kessel GmbH since 2019.")

    assert days.links("person--ilse-brandt") == [("works-at", "organisation--kessel-gmbh", date(2019, 1, 1), None)]


APART = [  # what is told in one breath, and what an entity learns of it
    (
        "I live in Bremen. My cousin Gesa lives in Hamburg. My uncle Piet works at Siemens.",
        {"place--hamburg": ["My cousin Gesa lives in Hamburg."],
         "organisation--siemens": ["My uncle Piet works at Siemens."]},
    ),
    (
        "My son Tarek lives in Toronto, my other son Karim lives in Vienna.",
        {"place--vienna": ["My other son Karim lives in Vienna."],
         "place--toronto": ["My son Tarek lives in Toronto."]},
    ),
    ("My name is Peter Lang and I work at Nordwind.", {"organisation--nordwind": ["I work at Nordwind."]}),
]  # fmt: skip


@pytest.mark.parametrize(("said", "learnt"), APART)
def test_an_entity_learns_only_the_clause_that_names_it(days, said, learnt):
    names = [f"{kind}:{name}" for kind, name in (slug.split("--") for slug in learnt)]
    days.say(0, said, entities=tuple(f"{each.split(':')[0]}:{each.split(':')[1].title()}" for each in names))

    pages = days.pages("entity")
    assert {slug: list(graph.facts(pages[slug])) for slug in learnt} == learnt


@pytest.mark.parametrize(
    ("said", "page"),
    [
        ("Our son Emil is allergic to hazelnuts.", "person--emil"),
        ("My wife Nora works at Kessel GmbH.", "person--nora"),
    ],
)
def test_the_family_of_the_owner_has_pages_by_their_first_names(days, said, page):
    days.say(0, said)
    assert page in days.pages("entity")


def test_a_plain_word_that_opens_a_sentence_is_nobody(days: Days) -> None:
    days.say(0, "State lives in Redux.", quote="state lives in Redux")
    days.say(1, "Mum lives in Porto.", quote="mum lives in Porto")

    assert "person--state" not in days.pages("entity")
    assert days.links("person--mum") == [("lives-in", "place--porto", on(1), None)]
