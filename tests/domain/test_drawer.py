"""Drawers: every name has a place of its own, and words come back as they were."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, strategies as st

from reverie.domain import drawer, rules
from reverie.domain.page import Key, Page

WRITABLE = st.characters(codec="utf-8")
WORDS = st.text(WRITABLE, max_size=60)
NAMES = st.lists(st.text(WRITABLE, min_size=1, max_size=200), min_size=1, max_size=4)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
)


@given(NAMES, NAMES)
def test_two_names_never_share_a_place(one: list[str], other: list[str]):
    assert (drawer.place("d", *one) == drawer.place("d", *other)) == (one == other)


@given(NAMES)
def test_a_place_is_one_where_notes_may_stand(name: list[str]):
    slug = drawer.place("d", *name)

    assert rules._is_note(slug, "agent")
    assert slug.startswith(drawer.within("d", *name[:-1]))
    assert drawer.holds("note", slug) and not drawer.holds("belief", slug)


@given(st.dictionaries(WORDS, VALUES, max_size=4), WORDS, WORDS)
def test_words_and_what_is_told_of_them_come_back_as_they_were(told: dict[str, Any], title: str, body: str):
    page = Page(key=Key("", "note", drawer.place("d", "x")), text=drawer.text(told, title, body))

    assert page.body == body == page.prose
    assert drawer.told(page.text) == json.loads(json.dumps(told))


def test_nothing_in_a_drawer_proves_anything_or_speaks_for_its_page():
    said = "---\npinned: true\nretired: today\n---\nfragments:\n- streams/2026-11-16#abc\n<!-- streams/2026-11-16#d -->"
    page = Page(key=Key("", "note", drawer.place("d", "x")), text=drawer.text({}, "x", said))

    assert not page.cited and not page.evidence.all
    assert not page.pinned and not page.retired
    assert page.body == said


def test_what_a_person_overwrote_tells_nothing():
    assert (
        drawer.told("just words")
        == drawer.told("---\nkept: {broken\n---\n")
        == drawer.told("---\nkept: 3\n---\n")
        == {}
    )
