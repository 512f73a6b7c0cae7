"""What frameworks hand over of a conversation, as a transcript: who spoke decides whose words they are."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from reverie.domain import fence
from reverie.domain.transcript import Call, Entry, Role, Transcript

_ROLES: Mapping[str, Role] = {"user": "user", "human": "user", "assistant": "agent", "ai": "agent", "tool": "tool"}
_TEXTS = ("text", "input_text", "output_text")


def transcript(source: str, space: str, host: str, entries: Sequence[Entry], session: str | None = None) -> Transcript:
    """A conversation with one user, whose own words have the trust of a user."""
    return Transcript(
        source=source, space=space, trust="user", entries=tuple(entries), host=host, parent=session
    )  # fmt: skip


def entries(messages: Iterable[Mapping[str, Any]], source: str, at: datetime, first: int = 0) -> list[Entry]:
    """Messages and uses of tools as they are told in the shape of chat completions or of the Responses API.

    System messages, reasoning and what has no words are left out. Its place and words give an entry its id, so the same
    conversation handed over twice is one.
    """
    found = []
    for n, message in enumerate(messages, first):
        entry = _entry(message, name(source, n, message), at + timedelta(milliseconds=n - first))
        if entry:
            found.append(entry)
    return found


def _entry(message: Mapping[str, Any], id_: str, at: datetime) -> Entry | None:
    kind = message.get("type", "message")
    if kind == "function_call":
        call = Call(id=str(message.get("call_id", "")), tool=str(message.get("name", "")), input=_input(message))
        return Entry(id=id_, at=at, role="agent", text="", call=call)
    if kind == "function_call_output":
        said = fence.untold(fence.unfenced(text_of(message.get("output"))))  # memory does not feed on what it told
        return Entry(id=id_, at=at, role="tool", text=said, answers=message.get("call_id"))
    role = _ROLES.get(str(message.get("role")))
    text = text_of(message.get("content"))
    text = text if role == "agent" else fence.untold(fence.unfenced(text))
    if kind != "message" or role is None or not text.strip():
        return None
    return Entry(id=id_, at=at, role=role, text=text, speaker=message.get("name"))


def text_of(content: Any) -> str:
    """The words of a message, however they are wrapped."""
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else []
    said = (part.get("text") for part in parts if isinstance(part, Mapping) and part.get("type") in _TEXTS)
    return "\n".join(text for text in said if isinstance(text, str))


def _input(message: Mapping[str, Any]) -> dict[str, Any]:
    try:
        found = json.loads(message.get("arguments") or "{}")
    except (TypeError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def name(source: str, place: int, message: Mapping[str, Any]) -> str:
    """The id of an entry: its place and its words, so that the same conversation handed over twice is one."""
    words = "\0".join((source, json.dumps(message, sort_keys=True, default=str)))
    return f"{place}-{hashlib.sha256(words.encode('utf-8', 'surrogatepass')).hexdigest()[:16]}"
