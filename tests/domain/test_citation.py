"""Citations in their two views: anywhere, so that none is lost; by section, so that strength is right."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given, strategies as st

from reverie.domain.citation import Citation, Evidence, anywhere, by_section, comment, prose, sections

MONDAY = date(2026, 11, 16)
A, B, C = (Citation(MONDAY, name) for name in "abc")
D = "2026-11-16"

CITATIONS = st.builds(
    Citation,
    st.dates(date(2000, 1, 1), date(2100, 1, 1)),
    st.from_regex(r"[0-9a-z][0-9a-z-]{0,8}[0-9a-z]", fullmatch=True),
)
EVIDENCE = st.builds(
    lambda active, rest: Evidence(frozenset(active), frozenset(rest - active)),
    st.sets(CITATIONS, min_size=1, max_size=5),
    st.sets(CITATIONS, max_size=5),
)


def test_a_citation_names_the_day_of_its_stream_and_its_fragment():
    assert str(A) == "streams/2026-11-16#a"


@pytest.mark.parametrize(
    "line",
    [
        f"- streams/{D}#a",
        f"streams/{D}#a",
        f"   - streams/{D}#a  ",
        f"- memory/{D}#a",
        # TypeClaw's section view is blind to the next three, so it can drop evidence that its other view pins.
        f"* streams/{D}#a",
        f"- `streams/{D}#a`",
        f"Streams/{D}#a",
    ],
    ids=["bullet", "bare", "indented", "legacy prefix", "star", "back-ticked", "capital"],
)
def test_a_line_that_is_a_citation_counts_in_both_views(line):
    assert by_section(line).active == anywhere(line) == {A}


def test_a_citation_inside_prose_is_kept_and_is_no_evidence():
    text = f"As streams/{D}#a shows, Ana likes tea."

    assert anywhere(text) == {A}
    assert by_section(text).all == frozenset()


@pytest.mark.parametrize(
    "text",
    [
        f"streams/{D}.jsonl:3-7",
        f"memory/{D}.md#",
        "streams/2026-1-1#a",
        "streams/2026-13-45#a",
        "references/2026-11-16#a",
        f"streams/{D} #a",
    ],
)
def test_what_only_looks_like_a_citation_cites_nothing(text):
    assert anywhere(text) == frozenset()
    assert by_section(text).all == frozenset()


def test_the_same_fragment_cited_twice_is_cited_once():
    assert anywhere(f"streams/{D}#a memory/{D}#a\n- streams/{D}#a") == {A}


def test_the_same_id_on_another_day_is_another_citation():
    assert len(anywhere(f"streams/{D}#a streams/2026-11-17#a")) == 2


def test_lines_before_any_heading_are_active_and_headings_switch():
    found = by_section(
        f"- streams/{D}#a\nfragments:\n- streams/{D}#b\n\nsuperseded:\n- streams/{D}#c\nreferences:\n- guide\n"
    )

    assert found == Evidence(frozenset({A, B}), frozenset({C}))


@pytest.mark.parametrize("heading", ["superseded:", "Superseded:", "  - SUPERSEDED:  ", "* superseded:"])
def test_a_section_heading_is_known_in_any_dress(heading):
    assert by_section(f"{heading}\n- streams/{D}#a").superseded == {A}


def test_evidence_that_stands_in_both_sections_is_active():
    found = by_section(f"superseded:\n- streams/{D}#a\nfragments:\n- streams/{D}#a\n")

    assert found == Evidence(frozenset({A}))


def test_superseded_evidence_is_evidence_that_does_not_count():
    found = by_section(f"fragments:\n- streams/{D}#a\nsuperseded:\n- streams/{D}#b\n")

    assert found.active == {A}
    assert found.all == {A, B}


def test_the_comment_that_ends_a_claim_is_evidence_in_two_parts():
    line = f"- Name: Ana <!-- streams/{D}#a, streams/{D}#b; superseded: streams/{D}#c -->"

    assert by_section(line) == Evidence(frozenset({A, B}), frozenset({C}))
    assert prose(line) == "- Name: Ana"


def test_two_comments_on_a_line_both_count():
    line = f"- Ana <!-- streams/{D}#a --> likes tea <!-- streams/{D}#b -->"

    assert by_section(line).active == {A, B}
    assert prose(line) == "- Ana likes tea"


def test_superseded_in_a_comment_is_known_in_any_case_as_in_a_heading():
    assert by_section(f"- Ana <!-- Superseded: streams/{D}#a -->").superseded == {A}


def test_windows_line_ends_change_nothing():
    text = f"Ana likes tea.\r\n\r\nfragments:\r\n- streams/{D}#a\r\nsuperseded:\r\n- streams/{D}#b\r\n"

    assert by_section(text) == Evidence(frozenset({A}), frozenset({B}))
    assert prose(text) == "Ana likes tea."


def test_people_are_shown_no_citations_and_single_gaps():
    text = f"Ana likes tea.\n\nfragments:\n- streams/{D}#a\n\n\n\nShe drinks it hot.\n\nsuperseded:\n- streams/{D}#b\n"

    assert prose(text) == "Ana likes tea.\n\nShe drinks it hot."


def test_a_body_of_citations_alone_says_nothing():
    assert prose(f"fragments:\n- streams/{D}#a\n") == ""


def test_reference_and_proposal_lines_and_other_comments_stay():
    text = "Use a CLI.\n\nproposal: cli packages/tea\n\nreferences:\n- guide\n<!-- Type: project -->"

    assert prose(text) == text


def test_no_evidence_has_no_comment():
    assert comment(Evidence()) == ""


def test_evidence_is_written_in_order():
    proof = Evidence(frozenset({B, A}), frozenset({C}))

    assert comment(proof) == f"<!-- streams/{D}#a, streams/{D}#b; superseded: streams/{D}#c -->"
    assert sections(proof) == (f"fragments:\n- streams/{D}#a\n- streams/{D}#b\n\nsuperseded:\n- streams/{D}#c\n")


@given(EVIDENCE)
def test_evidence_written_is_evidence_read(proof):
    assert by_section(sections(proof)) == proof
    assert by_section(f"- a claim {comment(proof)}") == proof


@given(st.text(), EVIDENCE)
def test_what_counts_is_always_part_of_what_is_kept(text, proof):
    whole = f"{text}\n{sections(proof)}"

    assert by_section(whole).all <= anywhere(whole)
    assert proof.all <= anywhere(whole)


@given(st.text())
def test_showing_prose_twice_changes_nothing_more(text):
    assert prose(prose(text)) == prose(text)
