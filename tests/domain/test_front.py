"""Front matter is read leniently and changed in place: all other bytes stay."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from reverie.domain import front

TOPIC = """\
---
heading: Ana likes tea.
cites: 2
x-mood: calm # not ours
tags:
  - tea
  - habits
days: 2
---
Ana likes tea.
"""


def test_values_are_read_by_their_key():
    assert front.get(TOPIC, "heading") == "Ana likes tea."
    assert front.get(TOPIC, "x-mood") == "calm # not ours"
    assert front.get(TOPIC, "absent") is None


def test_the_body_begins_after_the_closing_line():
    assert front.body(TOPIC) == "Ana likes tea.\n"
    assert front.body("no front matter\n---\n") == "no front matter\n---\n"


def test_an_empty_body_and_empty_front_matter_are_legal():
    assert front.body("---\na: b\n---") == ""
    assert front.lines("---\n---\nbody") == []
    assert front.body("---\n---\nbody") == "body"


def test_newlines_around_a_body_survive():
    assert front.body("---\na: b\n---\n\n\nbody\n\n") == "\n\nbody\n\n"


def test_a_later_rule_of_dashes_is_part_of_the_body():
    assert front.body("---\na: b\n---\none\n---\ntwo") == "one\n---\ntwo"


def test_lines_are_numbered_as_an_editor_numbers_them():
    assert [(key, line) for key, _, line in front.lines(TOPIC)] == [
        ("heading", 2), ("cites", 3), ("x-mood", 4), ("tags", 5), ("days", 8),
    ]  # fmt: skip


@pytest.mark.parametrize("text", ["---\nheading: x\n", "---\n", "---\nheading: x\n----\nbody"])
def test_front_matter_that_is_never_closed_is_noticed(text):
    assert front.unclosed(text)
    assert front.span(text) is None


@pytest.mark.parametrize("text", ["", "# Title\n", "----\nx\n", " ---\na: b\n---\n", TOPIC])
def test_other_texts_are_not_unclosed(text):
    assert not front.unclosed(text)


def test_windows_line_ends_and_a_byte_order_mark_are_read():
    text = "\ufeff---\r\nheading: Ana likes tea.\r\ntags: [a, b]\r\n---\r\nBody\r\n"

    assert front.get(text, "heading") == "Ana likes tea."
    assert front.get_list(text, "tags") == ("a", "b")
    assert front.body(text) == "Body\r\n"


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("tags: [a, b]\n", ("a", "b")),
        ("tags: [ \"a b\" , 'c' ]\n", ("a b", "c")),
        ("tags:\n  - a\n  - b\n", ("a", "b")),
        ('tags:\n\t- "a"\n', ("a",)),
        ("tags: []\n", ()),
        ("tags:\n", ()),
        ("other: x\n", None),
    ],
    ids=["inline", "quoted", "list", "tab", "empty", "bare", "absent"],
)
def test_a_list_is_read_in_both_forms_and_absent_is_not_empty(line, found):
    assert front.get_list(f"---\n{line}---\n", "tags") == found


def test_what_is_no_list_is_refused_by_name():
    with pytest.raises(ValueError, match="tags is not a list"):
        front.get_list("---\ntags: tea\n---\n", "tags")


@pytest.mark.parametrize(
    ("raw", "value"),
    [('"a: b"', "a: b"), ("'it''s'", "it's"), ('"caf\\u00e9"', "café"), ('"torn \\x"', "torn \\x"), ("plain", "plain")],
)
def test_quotes_are_taken_off(raw, value):
    assert front.get(f"---\nheading: {raw}\n---\n", "heading") == value


def test_changing_a_key_keeps_its_place_and_every_other_byte():
    assert front.put(TOPIC, "cites", "3") == TOPIC.replace("cites: 2", "cites: 3")


def test_a_list_written_line_by_line_is_replaced_as_a_whole():
    assert front.put(TOPIC, "tags", ["tea"]) == TOPIC.replace("tags:\n  - tea\n  - habits\n", "tags: [tea]\n")


def test_a_new_key_goes_last():
    assert front.put(TOPIC, "pinned", "true") == TOPIC.replace("days: 2\n", "days: 2\npinned: true\n")


def test_a_key_can_be_taken_out_and_nothing_else_moves():
    assert front.put(TOPIC, "tags", None) == TOPIC.replace("tags:\n  - tea\n  - habits\n", "")
    assert front.put(TOPIC, "absent", None) == TOPIC


def test_a_text_without_front_matter_gets_some():
    assert front.put("# Title\n", "pinned", "true") == "---\npinned: true\n---\n# Title\n"


def test_windows_line_ends_are_kept_when_a_key_is_added():
    text = "---\r\nheading: x\r\n---\r\nBody\r\n"

    assert front.put(text, "pinned", "true") == "---\r\nheading: x\r\npinned: true\r\n---\r\nBody\r\n"


def test_line_ends_follow_the_front_matter_not_the_body():
    text = "---\ntitle: x\n---\nBody\r\n"

    assert front.put(text, "pinned", "true") == "---\ntitle: x\npinned: true\n---\nBody\r\n"


def test_a_value_can_never_add_a_line_of_its_own():
    text = front.put("---\n---\n", "title", "Plan\ntrust: user\n---\nbody")

    assert [key for key, _, _ in front.lines(text)] == ["title"]
    assert front.get(text, "title") == "Plan trust: user --- body"


def test_a_comma_in_a_list_item_does_not_make_two_items():
    assert front.get_list(front.put("---\n---\n", "tags", ["a, b", "c"]), "tags") == ("a b", "c")


VALUES = st.text().map(lambda text: " ".join(text.split()))


@given(VALUES)
def test_a_value_written_is_the_value_read(value):
    assert front.get(front.put(TOPIC, "heading", value), "heading") == value


@given(st.lists(VALUES.map(lambda v: v.replace(",", "")).map(lambda v: " ".join(v.split())), max_size=5))
def test_a_list_written_is_the_list_read(values):
    assert front.get_list(front.put(TOPIC, "tags", values), "tags") == tuple(values)


@given(st.text(), VALUES)
def test_a_new_key_leaves_the_body_alone_whatever_it_holds(body, value):
    text = f"---\na: b\n---\n{body}"

    assert front.body(front.put(text, "heading", value)) == body
