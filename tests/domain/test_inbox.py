"""The inbox of sub-agents: their entries are read with patience, and nothing that is not understood is lost."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given, strategies as st

from reverie.domain.inbox import author, read, without

SEED = """\
# Pending Memory Proposals
<!-- Sub-agents append proposals here. Main agent reviews and commits. -->
---
## Proposal #1
- **From**: researcher
- **Timestamp**: 2026-02-03T10:00:00Z
- **Trigger**: auto-detect during research task
- **Suggested store**: semantic
- **Content**: User prefers academic sources over blog posts
- **Entities**: [preference--source-quality]
- **Confidence**: medium
- **Core-worthy**: no
- **Status**: pending
---
## Proposal #2
- **From**: coder
- **Suggested store**: procedural
- **Content**: Write tests first,
  then change the code.
- **Confidence**: high
- **Core-worthy**: yes
- **Status**: conflict — see #1
"""


def test_the_seeds_format_is_read() -> None:
    first, second = read(SEED)
    assert first.wants and second.wants
    assert (first.wants.author, first.wants.content) == ("researcher", "User prefers academic sources over blog posts")
    assert first.wants.at == datetime(2026, 2, 3, 10, tzinfo=UTC)
    assert (first.wants.store, first.wants.confidence, first.wants.core) == ("semantic", "medium", False)
    assert second.wants.content == "Write tests first,\nthen change the code."
    assert (second.wants.store, second.wants.confidence, second.wants.core) == ("procedural", "high", True)


def test_what_was_taken_in_is_gone_and_the_rest_stays_byte_for_byte() -> None:
    first, second = read(SEED)
    left = without(SEED, [first])
    assert "researcher" not in left and "coder" in left
    assert without(left, read(left)) == SEED.partition("---")[0]
    assert without(SEED, []) == SEED
    assert without(without(SEED, [second]), []).startswith(SEED.partition("## Proposal #2")[0].rpartition("---")[0])


@pytest.mark.parametrize(
    "text",
    [
        "## Proposal\n* from: coder\n* content: The port is 8080.\n",
        "### PROPOSAL 7\n- **Content:** The port is 8080.\n- __From__: coder\n",
        "---\n- From: coder\n- Content: The port is 8080.\n---\n",
        "## Proposal #1\r\n- **From**: coder\r\n- **Content**: The port is 8080.\r\n",
        "## Proposal #1\n- **From**: coder\n- **Mood**: fine\n- **Content**: The port is 8080.\n- **Content**: no\n",
    ],
)
def test_what_is_written_in_another_hand_is_understood(text: str) -> None:
    (entry,) = [each for each in read(text) if each.wants]
    assert entry.wants and (entry.wants.author, entry.wants.content) == ("coder", "The port is 8080.")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("## Proposal #1\n- **From**: coder\n", "has no Content"),
        ("## Proposal #1\n- **From**: coder\n- **Content**: [the actual memory content]\n", "has no Content"),
        ("## Proposal #1\nJust remember the port.\n", "has no fields"),
        ("## Proposal #1\n", "says nothing"),
    ],
)
def test_what_is_not_understood_is_named(text: str, why: str) -> None:
    (entry,) = read(text)
    assert (entry.wants, entry.wrong) == (None, why)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# Notes\n\n- From: here\n- to: there\n",
        "```\n## Proposal #N\n- **Content**: [x]\n```\n",
        "## Proposal #1\n- **Content**: The port is 8080.\n- **Status**: committed\n",
    ],
)
def test_what_is_no_proposal_or_decided_already_is_left_alone(text: str) -> None:
    assert [(entry.wants, entry.wrong) for entry in read(text)] in ([], [(None, "")])


def test_a_name_fits_into_the_audit_trail() -> None:
    assert (author(" The Researcher! "), author(""), author("a|b\nc")) == ("The-Researcher", "unknown", "a-b-c")


@given(st.text(alphabet="#- *:\n\r`_PpropsalContent[]x\u2028", max_size=200))
def test_no_text_breaks_the_reader_and_only_what_is_taken_leaves(text: str) -> None:
    entries = read(text)
    assert without(text, []) == text
    lines = text.splitlines(keepends=True)
    kept = [line for n, line in enumerate(lines) if not any(entry.first <= n < entry.last for entry in entries)]
    assert without(text, entries) == "".join(kept)
    assert all(entry.first < entry.last for entry in entries)
