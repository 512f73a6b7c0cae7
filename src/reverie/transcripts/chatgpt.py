"""Conversations of a ChatGPT export: the branch that was last shown, without what the person never saw.

What it was to keep in mind is a memory of its own: the custom instructions, which the person typed, and what its tool
`bio` saved of them.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, Literal

from reverie.domain.transcript import Call, Entry
from reverie.transcripts.base import entry, moment
from reverie.transcripts.exports import Exports, Said, Told
from reverie.transcripts.named import digest

_SAID = ("text", "multimodal_text", "code", "audio_transcription")
_ANSWERED = (*_SAID, "execution_output", "system_error")
_INSTRUCTED = {"about_user_message": "user_profile", "about_model_message": "user_instructions"}
_AROUND = re.compile(r"```[^\n`]*\n?(.*?)```", re.S)
_ITEM = re.compile(r"\s*(?:[-*•]|\d{1,4}[.)])\s+(?:\[(\d{4}-\d\d-\d\d)\]\.?\s+)?")
_SHORTEST = 8  # characters of a statement
_DROPS = re.compile(r"(?:forget|delete|remove)\b", re.I)  # tells what to do with another one
_MARK = re.compile("\ue200(.*?)\ue201", re.S)
_CITATION = re.compile(r"【[^】\n]*†[^】\n]*】|:chatgpt-content-reference\{[^}\n]*\}|[\ue200-\ue206]")


class ChatGPT(Exports):
    """The branch last shown of each conversation, but of none the person told ChatGPT to forget."""

    def __init__(self) -> None:
        super().__init__("chatgpt", _tell, _say, _notes)


def _say(data: Mapping[str, Any], written: datetime, skipped: Counter[str]) -> Said:
    at, title = moment(data.get("create_time")) or written, data.get("title")
    return Said(_Talk(at, skipped).entries(_shown(data)), title if isinstance(title, str) else "")


def _tell(data: Mapping[str, Any]) -> Told | None:
    if not isinstance(data.get("mapping"), dict) or data.get("is_do_not_remember") is True:
        return None
    id_ = data.get("conversation_id") or data.get("id") or f"{_first(data)} {data.get('create_time')}"
    return Told(str(id_), moment(data.get("update_time")) or moment(data.get("create_time")))


def _first(data: Mapping[str, Any]) -> str:
    """Its first message: titles change, and some have none."""
    return next((id_ for id_, message in _shown(data) if message), "")


def _shown(data: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """The nodes from the first to the one last shown, with their messages."""
    mapping: dict[str, Any] = {id_: node for id_, node in data["mapping"].items() if isinstance(node, dict)}
    at = data.get("current_node")
    if not isinstance(at, str) or at not in mapping:
        at = _newest_leaf(mapping)
    path: dict[str, Any] = {}
    while isinstance(at, str) and at in mapping and at not in path:
        path[at] = mapping[at].get("message")
        at = mapping[at].get("parent")
    return list(reversed(path.items()))


def _newest_leaf(mapping: Mapping[str, Any]) -> str | None:
    parents = {node["parent"] for node in mapping.values() if isinstance(node.get("parent"), str)}
    leaves = [id_ for id_ in mapping if id_ not in parents]
    times = {id_: moment(_object(mapping[id_].get("message")).get("create_time")) for id_ in leaves}
    return max(leaves, key=lambda id_: at.timestamp() if (at := times[id_]) else 0.0, default=None)


def _notes(data: Mapping[str, Any], written: datetime) -> Iterator[Entry]:
    """Each line of what the person told ChatGPT once for all, and of what it saved of them itself."""
    at = moment(data.get("create_time")) or written
    for _, message in _shown(data):
        if not isinstance(message, dict):
            continue
        content, role = _object(message.get("content")), _object(message.get("author")).get("role")
        at = moment(message.get("create_time")) or at
        match content.get("content_type"):
            case "user_editable_context":
                yield from _lines(at, "user", "\n".join(_typed(message, content)))
            case "model_editable_context":
                yield from _lines(at, "agent", str(content.get("model_set_context") or ""))
            case _ if role == "assistant" and message.get("recipient") == "bio":
                yield from _lines(at, "agent", _text(content))


def _typed(message: Mapping[str, Any], content: Mapping[str, Any]) -> list[str]:
    """The custom instructions, without what ChatGPT says around them."""
    bare = _object(_object(message.get("metadata")).get("user_context_message_data"))
    found = [bare.get(name) or content.get(given) for name, given in _INSTRUCTED.items()]
    return [fence[1] if (fence := _AROUND.search(text)) else text for text in found if isinstance(text, str)]


def _lines(at: datetime, role: Literal["user", "agent"], text: str) -> Iterator[Entry]:
    for line in text.splitlines():
        dated = _ITEM.match(line)
        said = line[dated.end() :].strip() if dated else line.strip()
        when = moment(dated[1]) if dated and dated[1] else None
        told = len(said) >= _SHORTEST and not (role == "agent" and _DROPS.match(said))
        made = entry(digest(f"{role} {said}", 16), when or at, role, said) if told else None
        yield from [made] if made else []


class _Talk:
    """Messages in order become entries; a tool's answer is joined to the call before it."""

    def __init__(self, at: datetime, skipped: Counter[str]) -> None:
        self._at = at  # of the latest message: old ones may have no time of their own
        self._skipped = skipped
        self._calls: dict[object, str] = {}  # the latest of each tool; under None, of all

    def entries(self, nodes: list[tuple[str, Any]]) -> list[Entry]:
        found: dict[str, Entry] = {}
        for id_, message in nodes:
            if message is None:
                continue
            if not isinstance(message, dict) or not isinstance(message.get("content"), dict):
                self._skipped["not a message"] += 1
                continue
            made = self._entry(id_, message, message["content"])
            if made:
                found.setdefault(made.id, made)
        return list(found.values())

    def _entry(self, node: str, message: Mapping[str, Any], content: Mapping[str, Any]) -> Entry | None:
        self._at = moment(message.get("create_time")) or self._at
        author, metadata = _object(message.get("author")), _object(message.get("metadata"))
        hidden = ("is_visually_hidden_from_conversation", "is_user_system_message")
        if any(metadata.get(flag) for flag in hidden) or message.get("channel") == "analysis":
            return None
        id_, kind = message.get("id"), content.get("content_type")
        id_ = id_ if isinstance(id_, str) and id_ else node
        match author.get("role"):
            case "user" if kind in _SAID:
                return entry(id_, self._at, "user", _text(content))
            case "assistant" if kind in _SAID:
                to = message.get("recipient")
                if isinstance(to, str) and to != "all":
                    return self._call(id_, to, _text(content))
                return entry(id_, self._at, "agent", _readable(_text(content)))
            case "tool" if kind in _ANSWERED:
                failed = kind == "system_error" or _failed(metadata)
                call = self._answered(author.get("name"))
                return entry(id_, self._at, "tool", _readable(_text(content)), answers=call, failed=failed)
        return None

    def _call(self, id_: str, tool: str, text: str) -> Entry | None:
        self._calls[tool] = self._calls[None] = id_
        return entry(id_, self._at, "agent", "", call=Call(id=id_, tool=tool, input=_input(text)))

    def _answered(self, tool: object) -> str | None:
        """The latest call of that tool, else the latest of all: answers do not say what they answer."""
        return self._calls.get(tool if isinstance(tool, str) else None) or self._calls.get(None)


def _text(content: Mapping[str, Any]) -> str:
    parts = content.get("parts")
    if not isinstance(parts, list):
        text = content.get("text")
        return text if isinstance(text, str) else ""
    said = (part if isinstance(part, str) else _object(part).get("text") for part in parts)
    return "\n".join(text for text in said if isinstance(text, str) and text)


def _readable(text: str) -> str:
    """What the person saw: names instead of marks around them, no marks for sources."""
    if "\ue200" in text:
        text = _MARK.sub(lambda mark: _marked(mark[1]), text)
    return _CITATION.sub("", text)


def _marked(mark: str) -> str:
    kind, _, rest = mark.partition("\ue202")
    if kind == "url":
        return rest.partition("\ue202")[0]
    if kind != "entity":
        return ""
    try:
        named = json.loads(rest)
    except (ValueError, RecursionError):
        return rest
    return named[1] if isinstance(named, list) and len(named) > 1 and isinstance(named[1], str) else ""


def _input(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        found = None
    return found if isinstance(found, dict) else {"text": text}


def _failed(metadata: Mapping[str, Any]) -> bool:
    return str(_object(metadata.get("aggregate_result")).get("status")).startswith("failed")


def _object(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}
