"""Reading the export of claude.ai."""

from __future__ import annotations

import json
import os
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from reverie.domain.transcript import Entry
from reverie.transcripts.base import Session
from reverie.transcripts.claude_ai import LONGEST_FILE, ClaudeAI

ROOT = "00000000-0000-4000-8000-000000000000"


def message(id_: str, sender: str, *blocks: dict[str, Any] | str, **rest: Any) -> dict[str, Any]:
    """A message as the export has it, at the minute in its id."""
    content = [{"type": "text", "text": block} if isinstance(block, str) else block for block in blocks]
    return {
        "uuid": id_,
        "sender": sender,
        "text": "",
        "content": content,
        "created_at": f"2026-03-01T10:{int(id_[1:]):02}:00.552627Z",
        "attachments": [],
        "files": [],
        **rest,
    }


def conversation(*messages: Any, id_: str = "c1", **rest: Any) -> dict[str, Any]:
    return {
        "uuid": id_,
        "name": "Tea",
        "summary": "",
        "created_at": "2026-03-01T09:59:00Z",
        "updated_at": "2026-03-01T11:00:00Z",
        "account": {"uuid": "a"},
        "chat_messages": list(messages),
        **rest,
    }


def export(folder: Path, *conversations: Any, name: str = "conversations.json") -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(list(conversations)), "utf-8")
    return path


def entries(path: Path) -> list[Entry]:
    """All entries of the only conversation."""
    reader = ClaudeAI()
    (session,) = reader.find(path)
    return list(reader.read(session).transcript.entries)


def texts(found: Iterable[Entry]) -> list[tuple[str, str]]:
    return [(entry.role, entry.text) for entry in found]


TEA = (message("m1", "human", "I drink green tea."), message("m2", "assistant", "Noted."))


def test_each_conversation_is_a_session_of_its_own(tmp_path: Path):
    path = export(tmp_path, conversation(*TEA), conversation(*TEA, id_="c2", name="Other", summary="They spoke."))

    reader = ClaudeAI()
    first, second = reader.find(path)
    transcript = reader.read(second).transcript

    assert (first.source, second.source) == ("claude-ai:c1", "claude-ai:c2")
    assert first.changed.isoformat() == "2026-03-01T11:00:00+00:00"
    assert (transcript.title, transcript.summary, transcript.host, transcript.trust) == (
        "Other", "They spoke.", "claude-ai", "user",
    )  # fmt: skip
    assert texts(transcript.entries) == [("user", "I drink green tea."), ("agent", "Noted.")]
    assert transcript.entries[0].id == "m1"
    assert transcript.entries[0].at.isoformat() == "2026-03-01T10:01:00.552627+00:00"


def test_nothing_is_looked_for_unless_a_person_names_it(tmp_path: Path):
    assert ClaudeAI().roots(tmp_path, {}) == []


def test_projects_and_users_are_ignored(tmp_path: Path):
    path = tmp_path / "export.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("projects.json", json.dumps([{"uuid": "p", "docs": [{"content": "long"}]}]))
        archive.writestr("users.json", json.dumps([{"uuid": "u", "email_address": "ana@example.org"}]))
        archive.writestr("conversations.json", json.dumps([conversation(*TEA)]))

    assert len(entries(path)) == 2


def test_old_exports_have_only_a_text(tmp_path: Path):
    old = message("m1", "human", text="I drink green tea.")
    del old["content"]

    assert texts(entries(export(tmp_path, conversation(old)))) == [("user", "I drink green tea.")]


def test_the_text_beside_the_blocks_is_not_read_a_second_time(tmp_path: Path):
    said = message("m1", "assistant", {"type": "thinking", "thinking": "hm"}, text="This block is not supported")

    assert entries(export(tmp_path, conversation(said))) == []


def test_one_entry_a_block_with_tools_joined_and_thinking_left_out(tmp_path: Path):
    found = entries(
        export(
            tmp_path,
            conversation(
                message(
                    "m1",
                    "assistant",
                    {"type": "thinking", "thinking": "He wants tea"},
                    "Let me look.",
                    {"type": "tool_use", "id": "t1", "name": "search", "input": {"query": "tea"}},
                    {"type": "tool_use", "id": "t2", "name": "search", "input": {"query": "cups"}},
                    {"type": "tool_result", "tool_use_id": "t2", "content": "no cups", "is_error": True},
                    {"type": "tool_result", "tool_use_id": "t1", "content": [{"type": "text", "text": "green"}]},
                    {"type": "token_budget"},
                    "Green it is.",
                )
            ),
        )
    )

    assert [entry.id for entry in found] == ["m1/1", "m1/2", "m1/3", "m1/4", "m1/5", "m1/7"]
    assert [(e.call.id, e.call.tool, e.call.input) for e in found if e.call] == [
        ("t1", "search", {"query": "tea"}),
        ("t2", "search", {"query": "cups"}),
    ]
    assert [(e.text, e.answers, e.failed) for e in found if e.role == "tool"] == [
        ("no cups", "t2", True),
        ("green", "t1", False),
    ]
    assert [e.text for e in found if e.role == "agent" and not e.call] == ["Let me look.", "Green it is."]


def test_an_answer_that_names_no_call_is_joined_by_the_tools_name(tmp_path: Path):
    found = entries(
        export(
            tmp_path,
            conversation(
                message(
                    "m1",
                    "assistant",
                    {"type": "tool_use", "id": None, "name": "artifacts", "input": {"id": "x"}},
                    {"type": "tool_result", "tool_use_id": None, "name": "artifacts", "content": "OK"},
                )
            ),
        )
    )

    assert found[0].call and found[0].call.id == "m1"
    assert found[1].answers == "m1"


def test_a_long_paste_is_the_persons_and_a_file_is_not(tmp_path: Path):
    attachments = [
        {"file_name": "", "file_type": "txt", "extracted_content": "My long letter"},
        {"file_name": "report.pdf", "extracted_content": "x" * (LONGEST_FILE + 5)},
        {"file_name": "empty.png", "extracted_content": ""},
    ]

    paste, file = entries(export(tmp_path, conversation(message("m1", "human", attachments=attachments))))

    assert (paste.role, paste.text) == ("user", "My long letter")
    assert file.role == "tool"
    assert file.text == "report.pdf:\n" + "x" * LONGEST_FILE


def test_an_edited_question_and_its_answer_are_left_out(tmp_path: Path):
    told = conversation(
        message("m1", "human", "Coffee?", parent_message_uuid=ROOT),
        message("m2", "assistant", "Why not.", parent_message_uuid="m1"),
        message("m3", "human", "Tea?", parent_message_uuid=ROOT),
        message("m4", "assistant", "Sure.", parent_message_uuid="m3"),
    )

    assert [e.text for e in entries(export(tmp_path, told))] == ["Tea?", "Sure."]
    told["current_leaf_message_uuid"] = "m2"
    assert [e.text for e in entries(export(tmp_path, told))] == ["Coffee?", "Why not."]


def test_messages_in_circles_or_without_the_one_before_are_read_and_said(tmp_path: Path):
    told = conversation(
        message("m1", "human", "Lost.", parent_message_uuid=ROOT),
        message("m2", "assistant", "Here.", parent_message_uuid="gone"),
    )
    reader = ClaudeAI()
    (session,) = reader.find(export(tmp_path, told))
    reading = reader.read(session)

    assert [e.text for e in reading.transcript.entries] == ["Here."]
    assert reading.skipped == {"message without the one before it": 1}
    told["chat_messages"][1]["parent_message_uuid"] = "m2"
    assert [e.text for e in entries(export(tmp_path, told))] == ["Here."]


def test_a_message_twice_is_read_once(tmp_path: Path):
    assert len(entries(export(tmp_path, conversation(*TEA, *TEA)))) == 2


def test_what_reverie_put_in_and_what_is_private_is_not_read_back(tmp_path: Path):
    said = message("m1", "human", "<reverie>Ana likes tea</reverie>Hello <private>secret</private>again")

    assert texts(entries(export(tmp_path, conversation(said)))) == [("user", "Hello again")]


def test_a_later_export_goes_on_where_the_earlier_ended(tmp_path: Path):
    reader = ClaudeAI()
    (before,) = reader.find(export(tmp_path / "old", conversation(*TEA)))
    first = reader.read(before)
    (after,) = reader.find(export(tmp_path / "new", conversation(*TEA, message("m3", "human", "Now coffee."))))

    second = reader.read(after, first.place)

    assert texts(second.transcript.entries) == [("user", "Now coffee.")]
    assert first.transcript.entries + second.transcript.entries == reader.read(after).transcript.entries


@pytest.mark.parametrize(
    "odd", [None, 7, "x", [], {}, {"uuid": 3}, {"uuid": "m0", "sender": "system"}, {"uuid": "m0", "sender": {}}]
)
def test_odd_messages_are_counted_and_passed_over(tmp_path: Path, odd: Any):
    reader = ClaudeAI()
    (session,) = reader.find(export(tmp_path, conversation(odd, *TEA)))

    reading = reader.read(session)

    assert len(reading.transcript.entries) == 2
    assert sum(reading.skipped.values()) == 1


@pytest.mark.parametrize("odd", [None, 7, "x", [], {}, {"type": ["text"]}, {"type": "text", "text": 3}])
def test_odd_blocks_are_passed_over(tmp_path: Path, odd: Any):
    said = message("m1", "human", "Tea.", attachments=[odd], created_at=odd)
    said["content"].insert(0, odd)

    assert [e.text for e in entries(export(tmp_path, conversation(said)))] == ["Tea."]


def test_a_torn_export_and_bytes_that_are_no_text_cost_only_themselves(tmp_path: Path):
    path = export(tmp_path, conversation(message("m1", "human", "BAD")), conversation(*TEA, id_="c2"))
    path.write_bytes(path.read_bytes().replace(b"BAD", b"b\xff\xfed")[:-20])

    reader = ClaudeAI()
    found: list[Session] = []
    with pytest.raises(OSError, match="is cut off: only what stands before that can be read"):
        found.extend(reader.find(path))
    reading = reader.read(found[0])

    assert texts(reading.transcript.entries) == [("user", "b\ufffd\ufffdd")]
    assert len(found) == 1


def test_ten_megabytes_in_a_message_are_read(tmp_path: Path):
    (found,) = entries(export(tmp_path, conversation(message("m1", "human", "tea " * (10 << 18)))))

    assert found.text.startswith("tea tea")


def test_an_export_of_another_host_holds_none(tmp_path: Path):
    path = tmp_path / "conversations.json"
    path.write_text(json.dumps([{"id": "c", "mapping": {}, "current_node": None}]), "utf-8")

    assert list(ClaudeAI().find(path)) == []


def test_a_folder_that_cannot_be_listed_does_not_look_empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def refuse(path: object) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(os, "scandir", refuse)

    with pytest.raises(PermissionError):
        list(ClaudeAI().find(tmp_path))


def test_a_linked_folder_is_not_entered(tmp_path: Path):
    export(tmp_path / "elsewhere", conversation(*TEA))
    named = tmp_path / "named"
    named.mkdir()
    (named / "link").symlink_to(tmp_path / "elsewhere")

    assert list(ClaudeAI().find(named)) == []
