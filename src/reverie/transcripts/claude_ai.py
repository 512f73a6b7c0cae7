"""Conversations of a claude.ai export: the branch that was last shown, with what was pasted and what tools did."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, Literal

from reverie.domain.transcript import Call, Entry
from reverie.transcripts.base import entry, moment
from reverie.transcripts.exports import Exports, Said, Told

LONGEST_FILE = 20_000  # characters of an attached file that are kept
_ROOT = "00000000-0000-4000-8000-000000000000"  # the parent of a first message
_ROLES: dict[str, Literal["user", "agent"]] = {"human": "user", "user": "user", "assistant": "agent"}


class ClaudeAI(Exports):
    """The branch last shown of each conversation."""

    def __init__(self) -> None:
        super().__init__("claude-ai", _tell, _say)


def _say(data: Mapping[str, Any], written: datetime, skipped: Counter[str]) -> Said:
    entries = _Talk(moment(data.get("created_at")) or written, skipped).entries(_shown(data, skipped))
    return Said(entries, _string(data.get("name")), _string(data.get("summary")))


def _tell(data: Mapping[str, Any]) -> Told | None:
    if not isinstance(data.get("chat_messages"), list):
        return None
    id_ = data.get("uuid") or f"{_first(data)} {data.get('created_at')}"
    return Told(str(id_), moment(data.get("updated_at")) or moment(data.get("created_at")))


def _first(data: Mapping[str, Any]) -> str:
    """Its first message: names change, and some have none."""
    return next((message["uuid"] for message in _shown(data, Counter())), "")


def _shown(data: Mapping[str, Any], skipped: Counter[str]) -> list[dict[str, Any]]:
    """The messages of the branch last shown; all of them in an export that knows no branches."""
    messages: list[dict[str, Any]] = []
    for message in data["chat_messages"]:
        if isinstance(message, dict) and isinstance(message.get("uuid"), str):
            messages.append(message)
        else:
            skipped["not a message"] += 1
    if not messages or not any(message.get("parent_message_uuid") for message in messages):
        return messages
    known = {message["uuid"]: message for message in messages}
    leaf = data.get("current_leaf_message_uuid")
    at = leaf if isinstance(leaf, str) and leaf in known else messages[-1]["uuid"]
    path: dict[str, dict[str, Any]] = {}
    while isinstance(at, str) and at in known and at not in path:
        path[at] = known[at]
        at = known[at].get("parent_message_uuid")
    if at and at != _ROOT:
        skipped["message without the one before it"] += 1
    return list(reversed(path.values()))


class _Talk:
    """Messages in order become entries, one a block; a tool's answer is joined to its call."""

    def __init__(self, at: datetime, skipped: Counter[str]) -> None:
        self._at = at
        self._skipped = skipped
        self._calls: dict[str, str] = {}  # the latest of each tool, for exports whose answers name none

    def entries(self, messages: list[dict[str, Any]]) -> list[Entry]:
        found: dict[str, Entry] = {}
        for message in messages:
            self._at = moment(message.get("created_at")) or self._at
            for made in self._message(message):
                if made:
                    found.setdefault(made.id, made)
        return list(found.values())

    def _message(self, message: Mapping[str, Any]) -> Iterator[Entry | None]:
        role = _ROLES.get(_string(message.get("sender")))
        if role is None:
            self._skipped["unknown sender"] += 1
            return
        id_ = message["uuid"]
        blocks = _objects(message.get("content"))
        if not blocks:
            yield entry(id_, self._at, role, _string(message.get("text")))
        for n, block in enumerate(blocks):
            yield self._block(f"{id_}/{n}" if n else id_, role, block)
        for n, file in enumerate(_objects(message.get("attachments"))):
            yield self._file(f"{id_}/file{n}", file)

    def _block(self, id_: str, role: Literal["user", "agent"], block: Mapping[str, Any]) -> Entry | None:
        name = _string(block.get("name"))
        match block.get("type"):
            case "text" | "voice_note":
                return entry(id_, self._at, role, _string(block.get("text")) or _string(block.get("transcript")))
            case "tool_use":
                call = _string(block.get("id")) or id_
                self._calls[name] = call
                given = block.get("input")
                given = given if isinstance(given, dict) else {}
                return entry(id_, self._at, "agent", "", call=Call(id=call, tool=name, input=given))
            case "tool_result":
                answers = _string(block.get("tool_use_id")) or self._calls.get(name)
                failed = block.get("is_error") is True
                return entry(id_, self._at, "tool", _text(block.get("content")), answers=answers, failed=failed)
        return None

    def _file(self, id_: str, file: Mapping[str, Any]) -> Entry | None:
        """A long paste comes as a file without a name; what a named file says are not the person's words."""
        text = _string(file.get("extracted_content"))[:LONGEST_FILE]
        name = _string(file.get("file_name"))
        if not text or not name:
            return entry(id_, self._at, "user", text)
        return entry(id_, self._at, "tool", f"{name}:\n{text}")


def _text(content: object) -> str:
    if isinstance(content, str):
        return content
    return "\n".join(text for block in _objects(content) if (text := _string(block.get("text"))))


def _string(value: object) -> str:
    return value if isinstance(value, str) else ""


def _objects(value: object) -> list[dict[str, Any]]:
    """The objects of a list, each at its own place: what is none counts as an empty one."""
    return [item if isinstance(item, dict) else {} for item in value] if isinstance(value, list) else []
