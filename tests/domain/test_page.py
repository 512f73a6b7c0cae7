"""A page is its text; title, tags, evidence and pin are read from it, and a text that cannot be one says why."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from reverie.domain.belief import believe, restate
from reverie.domain.citation import Citation, Evidence
from reverie.domain.page import KINDS, Key, Malformed, Page, malformed
from reverie.domain.reference import reference
from tests.conftest import MONDAY, belief, fragment

TEA = Key("", "belief", "tea")
DAY = date(2026, 11, 16)
A, B = Citation(DAY, "a"), Citation(DAY, "b")

TOPIC = """\
---
heading: Ana likes tea.
cites: 2
days: 2
lastReinforced: 2026-11-16
tags: [tea]
x-unknown: kept
---
Ana likes tea.

fragments:
- streams/2026-11-16#a

superseded:
- streams/2026-11-16#b
"""


def page(text: str, kind: str = "belief", slug: str = "tea") -> Page:
    return Page(key=Key("", kind, slug), text=text)  # type: ignore[arg-type]


def test_a_key_is_written_with_its_space_in_front():
    assert str(TEA) == "belief/tea"
    assert str(Key("user/ana", "belief", "tea")) == "user/ana/belief/tea"


def test_a_page_shows_its_statement_without_citations():
    assert page(TOPIC).prose == "Ana likes tea."


def test_evidence_is_read_in_both_views():
    assert page(TOPIC).evidence == Evidence(frozenset({A}), frozenset({B}))
    assert page(TOPIC).cited == {A, B}


def test_what_an_edit_left_out_counts_until_it_is_written_down():
    owing = replace(page("---\nheading: x\n---\nAna likes tea.\n"), owed=Evidence(frozenset({A}), frozenset({B})))

    assert owing.evidence == Evidence(frozenset({A}), frozenset({B}))
    assert owing.cited == {A, B}
    assert owing.strength == "mentioned"


@pytest.mark.parametrize(
    ("text", "title"),
    [
        (TOPIC, "Ana likes tea."),
        ("---\ntitle: The guide\n---\n# Other\n", "The guide"),
        ("---\nname: deploy\n---\n# Other\n", "deploy"),
        ("# project--apollo\n<!-- Type: project -->\n", "project--apollo"),
        ("Ana likes tea. Hot.\n", "Ana likes tea."),
        ("", "tea"),
    ],
    ids=["heading", "title", "name", "first heading", "first sentence", "slug"],
)
def test_the_title_is_the_first_name_the_text_gives_itself(text, title):
    assert page(text).title == title


def test_tags_that_are_no_list_are_no_tags():
    assert page(TOPIC).tags == ("tea",)
    assert page("---\nheading: x\ntags: tea\n---\n").tags == ()


@pytest.mark.parametrize(
    ("value", "pinned"), [("true", True), ("yes", True), ("True", True), ("false", False), ("no", False), ("0", False)]
)
def test_a_pin_is_a_word_in_front_matter(value, pinned):
    assert page(f"---\nheading: x\npinned: {value}\n---\n").pinned is pinned


@pytest.mark.parametrize("slug", ["pinned/door.md", "vault/door.md"])
def test_a_note_in_a_folder_of_pins_is_pinned(slug):
    assert page("The door code is on the fridge.", "note", slug).pinned
    assert not page("The door code is on the fridge.", "note", f"notes/{slug}").pinned


def test_trust_and_base_are_what_an_agent_noticed_unless_they_say_otherwise():
    assert (page(TOPIC).trust, page(TOPIC).base) == ("agent", 0.7)
    told = page("---\ntrust: user\nbase: 1\n---\n")
    assert (told.trust, told.base) == ("user", 1.0)
    odd = page("---\ntrust: root\nbase: lots\n---\n")
    assert (odd.trust, odd.base) == ("agent", 0.7)


def test_a_retired_page_says_when_and_why():
    assert page(TOPIC).retired is None
    assert page(TOPIC).with_front("retired", "2026-11-17 forgotten").retired == "2026-11-17 forgotten"


def test_changing_front_matter_gives_a_new_page_and_a_new_version():
    before = page(TOPIC)
    after = before.with_front("pinned", "true")

    assert not before.pinned
    assert after.pinned
    assert after.version != before.version
    assert after.body == before.body


def test_the_body_of_a_reference_is_exact_and_never_cites():
    body = "line one  \r\n\n\n- streams/2026-11-16#b\n"
    kept = reference(Key("", "reference", "guide"), title="Guide", text=body, cited=A, at=MONDAY)

    assert kept.body == kept.prose == body
    assert kept.evidence == Evidence(frozenset({A}))


def test_a_restated_belief_keeps_unknown_keys_and_their_order():
    new = restate(page(TOPIC), "Ana prefers coffee.", Evidence(frozenset({B}), frozenset({A})))

    assert new.text == (
        "---\nheading: Ana prefers coffee.\ncites: 2\ndays: 2\nlastReinforced: 2026-11-16\ntags: [tea]\n"
        "x-unknown: kept\n---\nAna prefers coffee.\n\nfragments:\n- streams/2026-11-16#b\n\n"
        "superseded:\n- streams/2026-11-16#a\n"
    )


def test_a_new_belief_is_golden():
    tea = fragment("Ana likes tea")
    made = believe(TEA, "Ana likes tea. Hot, not cold.", Evidence(frozenset({tea.citation})), tags=["tea"], pinned=True)

    assert made.text == (
        "---\nheading: Ana likes tea. Hot, not cold.\ntags: [tea]\npinned: true\n---\nAna likes tea. Hot, not cold.\n\n"
        f"fragments:\n- streams/2026-11-16#{tea.id}\n"
    )
    assert malformed(TEA, made.text) is None


def test_a_belief_written_is_the_belief_read():
    one, two = fragment("Ana likes tea"), fragment("Ana likes tea", day=1)
    found = belief("Ana likes tea.", one, two)

    assert found.evidence.active == {one.citation, two.citation}
    assert found.strength == "observed"


@pytest.mark.parametrize(
    ("kind", "text", "line", "why"),
    [
        ("belief", "---\nheading: x\n", 1, "the front matter is never closed with ---"),
        ("belief", "Ana likes tea.\n", 1, "a belief starts with front matter (--- and a heading:)"),
        ("belief", "---\ncites: 1\n---\n", 1, "the heading is missing or empty"),
        ("belief", "---\nheading:\n---\n", 1, "the heading is missing or empty"),
        ("belief", "---\nheading: x\ncites: many\n---\n", 3, "cites must be a whole number, not 'many'"),
        ("belief", "---\nheading: x\ndays: -1\n---\n", 3, "days must be a whole number, not '-1'"),
        ("belief", "---\nheading: x\n\nlastReinforced: soon\n---\n", 4, "lastReinforced must be a date, not 'soon'"),
        (
            "belief",
            "---\nheading: x\nlastReinforced: 2026-02-30\n---\n",
            3,
            "lastReinforced must be a date, not '2026-02-30'",
        ),
        (
            "belief",
            "---\nheading: x\nlastReinforced: 20260228\n---\n",
            3,
            "lastReinforced must be a date, not '20260228'",
        ),
        ("belief", "---\nheading: x\ntags: tea\n---\n", 3, "tags must be a list"),
        ("suggestion", "a cli\n", 1, "a belief starts with front matter (--- and a heading:)"),
        ("reference", "---\naccessCount: 1.5\n---\n", 2, "accessCount must be a whole number, not '1.5'"),
        ("skill", "---\nname: deploy\n---\n", 1, "a skill needs a description"),
        ("note", "---\nopen\n", 1, "the front matter is never closed with ---"),
    ],
)
def test_a_text_that_cannot_be_such_a_page_says_why_and_on_which_line(kind, text, line, why):
    assert malformed(Key("", kind, "x"), text) == Malformed(line, why)


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("belief", TOPIC),
        ("belief", TOPIC.replace("\n", "\r\n")),
        ("belief", "---\nheading: x\n---\n"),
        ("belief", "---\nheading: x\na line without a colon\n---\n"),
        ("skill", "# how-to-deploy.md\n## Steps\n1. ship\n"),
        ("entity", "# person--ana\n"),
        ("note", "anything"),
        ("reference", ""),
    ],
)
def test_unknown_keys_and_other_peoples_shapes_are_no_mistake(kind, text):
    assert malformed(Key("", kind, "x"), text) is None


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_name_in_two_kinds_has_two_handles(kind):
    others = {Key("", other, "x").handle for other in KINDS if other != kind}

    assert Key("", kind, "x").handle not in others
