"""What an agent asked of memory itself, and was answered, is left out, whatever its host calls our tools."""

from __future__ import annotations

from typing import Any

import pytest

from reverie.domain.ignore import Ignored
from reverie.domain.ours import without_ours
from reverie.domain.transcript import Call, Entry
from tests.conftest import MONDAY

PLACES = Ignored(("/home/u/ws/memory", "/home/u/ws/MEMORY.md", "/home/u/ws/.reverie"), "/home/u")
TOLD = "We deploy with Heroku."


def asked(tool: str, answer: str = TOLD, **given: Any) -> tuple[Entry, Entry]:
    """A call of a tool, and what it answered."""
    call = Call(id="c1", tool=tool, input=given)
    return (
        Entry(id="e1", at=MONDAY, role="agent", text="", call=call),
        Entry(id="e2", at=MONDAY, role="tool", text=answer, answers="c1"),
    )


def read(*entries: Entry, folder: str = "/home/u/lantern") -> list[tuple[str, str, bool]]:
    """What is left of entries: their text, and whether a call still says what was asked."""
    return [(e.id, e.text, bool(e.call and e.call.input)) for e in without_ours(entries, PLACES, folder)]


@pytest.mark.parametrize(
    ("tool", "given"),
    [
        ("mcp__reverie__memory_search", {"query": "deploy"}),
        ("mcp__plugin_reverie_reverie__fetch", {"id": "m:abcd2345"}),
        ("mcp_reverie_memory_get", {"id": "m:abcd2345"}),
        ("reverie_memory_search", {"query": "deploy"}),
        ("reverie__memory_search", {"query": "deploy"}),
        ("reverie.memory_search", {"query": "deploy"}),
        ("memory_search", {"query": "deploy"}),
        ("mcp__notes__knowledge_graph_search", {"name": "Ana"}),
        ("tool_call", {"name": "reverie__memory_search", "arguments": {"query": "deploy"}}),
        ("ReadMcpResourceTool", {"server": "reverie", "uri": "memory://root/MEMORY.md"}),
        ("exec", {"input": "text(await tools.mcp__reverie__memory_search({query: 'deploy'}))"}),
        ("Bash", {"command": "reverie recall deploy"}),
        ("Bash", {"command": "cd lantern && ~/.local/bin/reverie -w ~/ws why m:abcd2345 | head"}),
        ("shell", {"command": ["bash", "-lc", "uv run reverie inject 'deploy'"]}),
        ("shell", {"command": "python3 -P -m reverie log"}),
        ("Bash", {"command": "cat ~/ws/memory/topics/deploy.md"}),
        ("Bash", {"command": "cd $HOME/ws && head memory/summary.md"}),
        ("Read", {"file_path": "/home/u/ws/MEMORY.md"}),
        ("Grep", {"pattern": "Heroku", "path": "/home/u/ws/.reverie"}),
    ],
)  # fmt: skip
def test_what_memory_answered_goes_and_the_name_of_the_tool_stays(tool: str, given: dict[str, Any]) -> None:
    assert read(*asked(tool, **given)) == [("e1", "", False)]


@pytest.mark.parametrize(
    ("tool", "given"),
    [
        ("Bash", {"command": "git commit -m 'reverie recall now answers'"}),
        ("Bash", {"command": "grep -rn recall src/reverie"}),
        ("Bash", {"command": "pytest tests/reverie"}),
        ("Bash", {"command": "reverie doctor"}),
        ("Bash", {"command": "reverie --version"}),
        ("Bash", {"command": "cat memory/notes.md"}),
        ("Read", {"file_path": "/home/u/lantern/memory/notes.md"}),
        ("mcp__github__search", {"query": "reverie memory"}),
        ("web_search", {"query": "deploy"}),
    ],
)  # fmt: skip
def test_other_tools_and_files_are_read_as_they_were(tool: str, given: dict[str, Any]) -> None:
    assert read(*asked(tool, **given)) == [("e1", "", True), ("e2", TOLD, False)]


def test_of_a_search_through_more_the_lines_from_memory_go() -> None:
    found = "notes.md:1:Heroku is a host\n/home/u/ws/memory/topics/deploy.md:3:We deploy with Heroku."
    at_home = "./notes.md:1:Heroku is a host\n./memory/topics/deploy.md:3:We deploy with Heroku."

    assert read(*asked("Grep", found, pattern="Heroku"))[1:] == [("e2", "notes.md:1:Heroku is a host", False)]
    assert read(*asked("Bash", at_home, command="grep -rn Heroku ."), folder="/home/u/ws")[1:] == [
        ("e2", "./notes.md:1:Heroku is a host", False)
    ]


def test_a_command_of_ours_that_a_person_typed_into_the_session_is_not_learnt_from_either() -> None:
    typed = Entry(id="u1", at=MONDAY, role="user", text="!reverie recall deploy")
    printed = Entry(id="t1", at=MONDAY, role="tool", text=TOLD)
    later = Entry(id="u2", at=MONDAY, role="user", text="!ls")

    left = read(typed, printed, later, Entry(id="t2", at=MONDAY, role="tool", text="notes.md"))

    assert [id_ for id_, _, _ in left] == ["u1", "u2", "t2"]
