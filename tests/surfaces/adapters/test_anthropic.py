"""Claude's memory tool on a vault answers as the SDK's own tool does, and what it changes can be undone."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from reverie import Memory
from reverie.store.base import AuditFilter

pytest.importorskip("anthropic")
from anthropic.lib.tools import ToolError
from anthropic.lib.tools._beta_builtin_memory_tool import BetaLocalFilesystemMemoryTool
from anthropic.types.beta import BetaMemoryTool20250818ViewCommand

from reverie.surfaces.adapters.anthropic import AsyncMemoryTool, MemoryTool

# What a folder takes is the file system's to say.
FOLDER = re.compile(r"(?<=:\n)[\d.]+[BKMG](?=\t/memories)|^[\d.]+[BKMG](?=\t\S*/$)", re.M)


@pytest.fixture
def tool(workspace: Path) -> Iterator[MemoryTool]:
    Memory.create(workspace).close()
    found = MemoryTool(workspace)
    yield found
    found.close()


def said(tool: Any, command: str, path: str = "", **rest: Any) -> str:
    try:
        return FOLDER.sub("#", tool.call({"command": command, **({"path": path} if path else {}), **rest}))
    except ToolError as wrong:
        return f"error: {wrong}"


CONVERSATION: list[dict[str, Any]] = [
    {"command": "view", "path": "/memories"},
    {"command": "create", "path": "/memories/a.md", "file_text": "one\ntwo\nthree\n"},
    {"command": "create", "path": "/memories/a.md", "file_text": "again"},
    {"command": "create", "path": "/memories/deep/er/still/b.txt", "file_text": "---\nretired: x\n---\nb" * 100},
    {"command": "create", "path": "/memories/.hidden", "file_text": ""},
    {"command": "create", "path": "/memories/README", "file_text": "É\r\nstreams/2026-11-16#x\r\n"},
    {"command": "view", "path": "/memories"},
    {"command": "view", "path": "/memories/deep"},
    {"command": "view", "path": "/memories/deep/er/still/b.txt"},
    {"command": "view", "path": "/memories/README"},
    {"command": "view", "path": "/memories/a.md", "view_range": [2, 3]},
    {"command": "view", "path": "/memories/a.md", "view_range": [2, -1]},
    {"command": "view", "path": "/memories/a.md", "view_range": [9, 12]},
    {"command": "view", "path": "/memories/nothing"},
    {"command": "str_replace", "path": "/memories/a.md", "old_str": "two", "new_str": "2\n2b"},
    {"command": "str_replace", "path": "/memories/a.md", "old_str": "absent", "new_str": ""},
    {"command": "str_replace", "path": "/memories/a.md", "old_str": "e", "new_str": ""},
    {"command": "str_replace", "path": "/memories/deep", "old_str": "e", "new_str": ""},
    {"command": "str_replace", "path": "/memories/nothing", "old_str": "e", "new_str": ""},
    {"command": "insert", "path": "/memories/a.md", "insert_line": 0, "insert_text": "top\n"},
    {"command": "insert", "path": "/memories/a.md", "insert_line": 5, "insert_text": "end"},
    {"command": "insert", "path": "/memories/a.md", "insert_line": 99, "insert_text": "x"},
    {"command": "insert", "path": "/memories/a.md", "insert_line": -1, "insert_text": "x"},
    {"command": "insert", "path": "/memories/.hidden", "insert_line": 0, "insert_text": "x"},
    {"command": "insert", "path": "/memories/nothing", "insert_line": 0, "insert_text": "x"},
    {"command": "insert", "path": "/memories/deep", "insert_line": 0, "insert_text": "x"},
    {"command": "view", "path": "/memories/a.md"},
    {"command": "rename", "old_path": "/memories/a.md", "new_path": "/memories/deep/c.md"},
    {"command": "rename", "old_path": "/memories/a.md", "new_path": "/memories/x.md"},
    {"command": "rename", "old_path": "/memories/deep", "new_path": "/memories/README"},
    {"command": "rename", "old_path": "/memories/deep", "new_path": "/memories/moved/here"},
    {"command": "rename", "old_path": "/memories", "new_path": "/memories/x"},
    {"command": "view", "path": "/memories/moved"},
    {"command": "delete", "path": "/memories"},
    {"command": "delete", "path": "/memories/nothing"},
    {"command": "delete", "path": "/memories/moved/here/c.md"},
    {"command": "delete", "path": "/memories/moved"},
    {"command": "view", "path": "/memories/moved"},
    {"command": "create", "path": "/memories/moved", "file_text": "a file where a folder was"},
    {"command": "view", "path": "/memories"},
    {"command": "view", "path": "/etc/passwd"},
    {"command": "view", "path": "/memories/../../etc/passwd"},
    {"command": "create", "path": "/memories/../escaped", "file_text": "x"},
    {"command": "delete", "path": "/memories/a/../../.."},
    {"command": "view", "path": "/memories/%2e%2e/%2e%2e/etc/passwd"},
]


def test_a_conversation_gets_word_for_word_the_replies_of_the_sdks_own_tool(tool: MemoryTool, tmp_path: Path):
    theirs = BetaLocalFilesystemMemoryTool(str(tmp_path / "theirs"))

    for step in CONVERSATION:
        assert said(tool, **step) == said(theirs, **step), step


@pytest.mark.parametrize(
    "path", ["/memories/../x", "/memoriesx/a", "memories/a", "/memories/a/../../b", "/memories/\x00", ""]
)
def test_no_path_leads_out_of_memories(tool: MemoryTool, workspace: Path, path: str):
    before = sorted(workspace.rglob("*.md"))

    for command, rest in (("view", {}), ("create", {"file_text": "x"}), ("delete", {})):
        with pytest.raises(ToolError):
            tool.call({"command": command, "path": path, **rest})

    assert sorted(workspace.rglob("*.md")) == before


def test_every_change_is_audited_as_the_agents_and_undone_by_a_person(tool: MemoryTool, workspace: Path):
    said(tool, "create", "/memories/plan.md", file_text="Ship on Friday\n")
    said(tool, "str_replace", "/memories/plan.md", old_str="Friday", new_str="Monday")
    said(tool, "delete", "/memories/plan.md")
    assert said(tool, "view", "/memories/plan.md").startswith("error: The path /memories/plan.md does not exist")

    with Memory.open(workspace) as person:
        trail = person.audit(AuditFilter(actor="agent:claude"))
        assert [e.summary for e in trail] == [f"{what} /memories/plan.md" for what in ("deleted", "edited", "created")]
        person.undo(trail[0].id)
        assert person.verify() == []

    assert "Ship on Monday" in said(tool, "view", "/memories/plan.md")


def test_a_folder_of_many_files_is_deleted_and_comes_back_as_one(tool: MemoryTool, workspace: Path):
    for n in range(12):
        said(tool, "create", f"/memories/many/{n}.md", file_text=f"note {n}")
    said(tool, "delete", "/memories/many")
    assert "/memories/many" not in said(tool, "view", "/memories")

    with Memory.open(workspace) as person:
        last = person.audit(AuditFilter(actor="agent:claude", limit=1))[0]
        person.undo(last.proposal.run if last.proposal and last.proposal.run else last.id)

    assert said(tool, "view", "/memories/many").count("\n") == 13


def test_the_rest_of_memory_is_read_and_never_written(tool: MemoryTool, workspace: Path):
    with Memory.open(workspace) as person:
        person.remember("Billing uses PostgreSQL 16")

    assert "/memories/reverie/topics/\n" in said(tool, "view", "/memories") + "\n"
    path = "/memories/reverie/topics/billing-uses-postgresql-16.md"
    shown = said(tool, "view", path)
    assert "Billing uses PostgreSQL 16" in shown and "trust user" in shown and "<reverie>" in shown
    assert path in said(tool, "view", "/memories/reverie")
    for refused in (
        said(tool, "create", "/memories/reverie/x.md", file_text="x"),
        said(tool, "str_replace", path, old_str="16", new_str="17"),
        said(tool, "delete", "/memories/reverie"),
        said(tool, "rename", old_path=path, new_path="/memories/mine.md"),
    ):
        assert "read-only" in refused


def test_one_user_never_sees_anothers_files_or_memory(workspace: Path):
    with Memory.create(workspace) as person:
        person.remember("Ana is allergic to nuts", space="user/ana")
    ana, bob = MemoryTool(workspace, space="user/ana"), MemoryTool(workspace, space="user/bob")

    said(ana, "create", "/memories/secret.md", file_text="for ana only")

    assert said(bob, "view", "/memories") == (
        "Here're the files and directories up to 2 levels deep in /memories, excluding hidden items:\n#\t/memories"
    )
    assert said(bob, "view", "/memories/secret.md").startswith("error: The path")
    assert "topics" in said(ana, "view", "/memories")


def test_a_credential_and_a_workspace_that_is_off_are_refused_in_one_line(tool: MemoryTool, workspace: Path):
    refused = said(tool, "create", "/memories/key.md", file_text="AKIA" + "Q3EGJVUH2LNRZ7XA")
    assert refused.startswith("error: not stored") and "\n" not in refused

    with Memory.open(workspace) as person:
        person.turn(None, on=False)
    assert "memory is off" in said(tool, "view", "/memories")


def test_a_file_edited_by_hand_is_seen_as_it_is_now(tool: MemoryTool, workspace: Path):
    said(tool, "create", "/memories/plan.md", file_text="Ship on Friday\n")
    file = next(workspace.rglob("plan.md"))
    file.write_text(file.read_text().replace("Friday", "Tuesday"))
    file.with_name("Extra.md").write_text("put there by a person\n")

    said(tool, "insert", "/memories/plan.md", insert_line=1, insert_text="at noon")

    assert "Ship on Tuesday\n     2\tat noon" in said(tool, "view", "/memories/plan.md")
    assert "put there by a person" in said(tool, "view", "/memories/Extra.md")


def test_the_asynchronous_tool_answers_alike(workspace: Path):
    Memory.create(workspace).close()
    tool = AsyncMemoryTool(workspace)

    async def talk() -> Any:
        for step in CONVERSATION[:2]:
            await tool.call(step)
        return await tool.execute(BetaMemoryTool20250818ViewCommand(command="view", path="/memories/a.md"))

    assert asyncio.run(talk()).endswith("     1\tone\n     2\ttwo\n     3\tthree\n     4\t")
    assert tool.to_dict() == {"type": "memory_20250818", "name": "memory"}
