"""What the owner asked to be changed holds once a call of the agent's that worked has made it so, and not before."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from reverie.domain.transcript import Call, Entry, Transcript
from reverie.loop.offline import Offline
from reverie.memory import Memory

AT = datetime(2026, 11, 2, 9, tzinfo=UTC)
EDIT = {"file_path": "client.py", "old_string": "timeout=30", "new_string": "timeout=45"}


def asked(words: str, tool: str, given: dict[str, Any], *, failed: bool = False, answered: bool = True) -> Transcript:
    """A session in which the owner asks for something, and the agent makes one call and says that it is done."""
    entries = [
        Entry(id="u1", at=AT, role="user", text=words),
        Entry(id="a1", at=AT, role="agent", text="", call=Call(id="c1", tool=tool, input=given)),
        Entry(id="t1", at=AT, role="tool", text="ok", answers="c1", failed=failed),
        Entry(id="a2", at=AT, role="agent", text="Done, it is changed."),
    ]
    return Transcript(
        source="claude-code:s1", space="", trust="user", entries=tuple(e for e in entries if answered or e.id != "t1")
    )


def noticed(session: Transcript) -> list[str]:
    return [draft.body for draft in Offline().extract(session, session.entries).drafts]


@pytest.fixture
def memory(workspace: Path) -> Iterator[Memory]:
    with Memory.create(workspace) as memory:
        yield memory


@pytest.mark.parametrize(
    ("words", "tool", "given", "body"),
    [
        ("bump the request timeout to 45s", "Edit", EDIT, "The request timeout is 45s."),
        ("Bump our retry limit to 45, please.", "Bash", {"command": "sed -i s/30/45/ c"}, "Our retry limit is 45."),
        ("can you raise the max upload size from 10 MB to 25 MB?", "edit", {"newString": "25_000"}, ""),
        ("raise the max upload size from 10 MB to 25 MB", "edit", {"new": "25 * MB"}, "The max upload size is 25 MB."),
        ("upgrade our node version to 22", "write", {"content": "FROM node:22"}, "Our node version is 22."),
        ("lower the pool size to 10 and rerun the tests", "apply_patch", {"patch": "+POOL=10"}, "The pool size is 10."),
    ],
)  # fmt: skip
def test_what_was_asked_for_and_done_is_kept(words: str, tool: str, given: dict[str, Any], body: str) -> None:
    assert noticed(asked(words, tool, given)) == ([body] if body else [])


@pytest.mark.parametrize(
    ("words", "tool", "given"),
    [
        ("bump the request timeout to 45s", "Edit", {"old_string": "45", "new_string": "60"}),
        ("bump the request timeout to 45s", "Read", {"file_path": "c45.py"}),
        ("bump the request timeout to 45s", "Bash", {"command": "grep -n 45 c.py"}),
        ("bump the request timeout to 45s", "Edit", {"new_string": "timeout=145"}),
        ("set the button padding to 12px", "Edit", {"new_string": "padding: 12px"}),
        ("set it to 45", "Edit", EDIT),
        ("set the limit to 45 for this test", "Edit", EDIT),
        ("should we bump the request timeout to 45s?", "Edit", EDIT),
        ("fix the failing test in test_45.py", "Edit", EDIT),
    ],
)
def test_other_work_is_not(words: str, tool: str, given: dict[str, Any]) -> None:
    assert noticed(asked(words, tool, given)) == []


def test_what_failed_or_was_not_answered_was_not_done() -> None:
    words = "bump the request timeout to 45s"
    assert noticed(asked(words, "Edit", EDIT, failed=True)) == []
    assert noticed(asked(words, "Edit", EDIT, answered=False)) == []


def test_it_takes_the_place_of_the_value_that_was_held(memory: Memory) -> None:
    told = Entry(id="u0", at=AT - timedelta(days=3), role="user", text="Remember that the request timeout is 30s.")
    memory.flush(Transcript(source="claude-code:s0", space="", trust="user", entries=(told,)))
    memory.dream()
    memory.flush(asked("bump the request timeout to 45s", "Edit", EDIT))
    memory.dream()
    assert "45s" in memory.recall("what is the request timeout?").hits[0].text
    held = [page for key, page in memory.vault.pages(memory.vault.keys(None)).items() if key.kind == "belief"]
    assert [page.title for page in held if "30s" in page.prose and not page.retired] == []
