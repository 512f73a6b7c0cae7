"""Core memory: four blocks of MEMORY.md, read and changed without touching anything else in the file."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given, strategies as st

from reverie.domain import core
from reverie.domain.citation import Citation, Evidence, by_section
from reverie.domain.page import Key, Page

A, B = (Citation(date(2026, 11, 16), name) for name in "ab")
PROOF = Evidence(frozenset({A}))

MEMORY = """\
# MEMORY.md — Core Memory
<!-- TOKEN BUDGET: ~3,000 tokens. -->
## Identity
<!-- ~500 tokens -->
- Name: Ana
## Active Context
- Currently working on: Apollo
## My own heading
Something the person keeps here.
## Persona
- Likes options before decisions
## Critical Facts
- Allergic to nuts <!-- streams/2026-11-16#a -->
"""


def block(text: str, name: str = "identity") -> Page:
    return Page(key=Key("", "core", name), text=text)


def test_there_are_four_blocks_of_3000_tokens_together():
    assert [(b.slug, b.budget) for b in core.BLOCKS] == [
        ("identity", 500), ("active-context", 1000), ("persona", 500), ("critical-facts", 1000),
    ]  # fmt: skip
    assert core.BUDGET == 3_000


def test_the_seeds_blocks_are_read():
    assert core.blocks(MEMORY) == {
        "identity": "<!-- ~500 tokens -->\n- Name: Ana\n",
        "active-context": "- Currently working on: Apollo\n",
        "persona": "- Likes options before decisions\n",
        "critical-facts": "- Allergic to nuts <!-- streams/2026-11-16#a -->\n",
    }


def test_windows_line_ends_are_read_and_kept():
    text = MEMORY.replace("\n", "\r\n")

    assert core.blocks(text)["active-context"] == "- Currently working on: Apollo\r\n"
    changed = core.replace_block(text, "persona", "- new\r\n")
    assert changed == text.replace("- Likes options before decisions", "- new")


def test_missing_blocks_are_missing_not_empty():
    assert core.blocks("# Core\n\n## Persona\n- kind\n") == {"persona": "- kind\n"}


@pytest.mark.parametrize("text", ["", "plain notes\n", "# Core Memory\n", "### Identity\n- deeper\n"])
def test_a_file_without_any_block_has_none(text):
    assert core.blocks(text) == {}


def test_a_block_is_added_to_a_file_without_any():
    assert core.replace_block("my notes", "persona", "- kind\n") == "my notes\n\n## Persona\n- kind\n"


def test_a_heading_counts_in_any_case_and_with_blanks_around():
    assert core.blocks("##   ACTIVE   context  \nnow\n## identity") == {"active-context": "now\n", "identity": ""}


def test_a_block_that_stands_twice_is_read_and_changed_where_it_stands_first():
    text = "## Persona\n- one\n## Persona\n- two\n"

    assert core.blocks(text) == {"persona": "- one\n"}
    assert core.replace_block(text, "persona", "- new\n") == "## Persona\n- new\n## Persona\n- two\n"


def test_deeper_headings_belong_to_their_block():
    assert core.blocks("## Persona\n### Tone\n- dry\n# Other\nx\n") == {"persona": "### Tone\n- dry\n# Other\nx\n"}


def test_a_heading_inside_a_code_fence_is_taken_for_a_heading():
    # Fences are not understood: `## ` at the start of a line always begins a block. Whoever shows an example
    # in MEMORY.md should indent it. What matters is that a change still keeps every other byte.
    text = "## Identity\n- Ana\n```\n## Persona\n```\n## Persona\n- dry\n"

    assert core.blocks(text) == {"identity": "- Ana\n```\n", "persona": "```\n"}
    changed = core.replace_block(text, "identity", "- Bo\n")
    assert changed == "## Identity\n- Bo\n## Persona\n```\n## Persona\n- dry\n"


def test_unknown_headings_survive_byte_for_byte():
    changed = core.replace_block(MEMORY, "identity", "- Name: Bo\n")

    assert changed == MEMORY.replace("<!-- ~500 tokens -->\n- Name: Ana\n", "- Name: Bo\n")


def test_a_missing_block_is_added_at_the_end():
    assert core.replace_block("## Mine\nx", "persona", "- kind\n") == "## Mine\nx\n\n## Persona\n- kind\n"
    assert core.replace_block("## Mine\nx\n", "persona", "- kind\n") == "## Mine\nx\n\n## Persona\n- kind\n"


def test_emptying_a_missing_block_changes_nothing():
    assert core.replace_block("## Mine\nx\n", "persona", None) == "## Mine\nx\n"


HEADINGS = st.sampled_from(["## Identity\n", "## Persona\r\n", "## Other\n", "# Title\n", "", "###\n", "```\n"])
BODIES = st.text(st.characters(exclude_categories=["Cs"]), max_size=20).map(lambda t: t.replace("##", "#") + "\n")


@given(st.lists(st.tuples(HEADINGS, BODIES), max_size=6))
def test_putting_every_block_back_changes_nothing(parts):
    text = "## First\n" + "".join(heading + body for heading, body in parts)
    again = text
    for name, found in core.blocks(text).items():
        again = core.replace_block(again, name, found)

    assert again == text


def test_the_template_holds_all_four_blocks_and_claims_nothing():
    found = core.blocks(core.template())

    assert list(found) == [b.slug for b in core.BLOCKS]
    assert core.claims(core.template()) == []
    assert all(core.cost(text) == 0 for text in found.values())


def test_a_budget_leaves_comments_out():
    plain = "- Allergic to nuts"
    proven = "<!-- what must never\nbe forgotten -->\n- Allergic to nuts <!-- streams/2026-11-16#a -->\n"

    assert core.cost(proven) == core.cost(plain)


def test_a_line_is_added_before_the_blank_lines_that_close_a_block():
    new = core.add_line(block("- Name: Ana\n\n"), "identity", "", "Lives in\n Oslo", PROOF)

    assert new.text == "- Name: Ana\n- Lives in Oslo <!-- streams/2026-11-16#a -->\n\n"


def test_the_first_line_of_a_block_needs_no_page_before_it():
    new = core.add_line(None, "persona", "user/ana", "Be brief", PROOF)

    assert new.key == Key("user/ana", "core", "persona")
    assert new.text == "- Be brief <!-- streams/2026-11-16#a -->\n"


def test_a_hint_alone_stays_above_the_first_line():
    new = core.add_line(block("<!-- who -->\n"), "identity", "", "Name: Ana", PROOF)

    assert new.text == "<!-- who -->\n- Name: Ana <!-- streams/2026-11-16#a -->\n"


def test_a_line_is_added_before_the_blank_lines_of_a_windows_file_too():
    new = core.add_line(block("- Name: Ana\r\n\r\n"), "identity", "", "Lives in Oslo", PROOF)

    assert [line.split(" <!--")[0] for line in new.text.splitlines()] == ["- Name: Ana", "- Lives in Oslo", ""]


def test_a_dropped_line_leaves_its_evidence_superseded():
    text = "- Name: Ana <!-- streams/2026-11-16#a -->\n- Lives in Oslo <!-- streams/2026-11-16#b -->\n"
    new = core.drop_line(block(text), "- Lives in Oslo")

    assert new.text == "- Name: Ana <!-- streams/2026-11-16#a -->\n<!-- superseded: streams/2026-11-16#b -->\n"
    assert by_section(new.text) == Evidence(frozenset({A}), frozenset({B}))


def test_every_copy_of_a_dropped_line_goes():
    text = "- Ana <!-- streams/2026-11-16#a -->\n- Bo\n- Ana <!-- streams/2026-11-16#b -->\n"

    assert core.claims(core.drop_line(block(text), "- Ana").text) == ["- Bo"]
    assert by_section(core.drop_line(block(text), "- Ana").text).superseded == {A, B}


def test_dropping_the_only_line_leaves_its_evidence_alone():
    new = core.drop_line(block("- Ana <!-- streams/2026-11-16#a -->\n"), "- Ana")

    assert new.text == "<!-- superseded: streams/2026-11-16#a -->\n"


def test_a_line_nobody_wrote_cannot_be_dropped():
    page = block("- Ana\n")

    assert core.drop_line(page, "- Bo").text == page.text


def test_an_uncited_line_goes_without_a_trace():
    assert core.drop_line(block("- Ana\n- Bo\n"), "- Ana").text == "- Bo\n"


def test_claims_are_lines_that_say_something():
    text = "# Title\n\n<!-- a\nlong hint -->\n- Ana <!-- streams/2026-11-16#a -->\n  plain\n## Next\n"

    assert core.claims(text) == ["- Ana", "plain"]
