"""What an agent asked of memory itself, and was answered: nobody said it, and it must not be learnt again. Pure.

However an agent came by it: by our tools, whatever a host calls them, by a command of ours, or from the files.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from reverie.domain.ignore import Ignored, texts, then_in
from reverie.domain.transcript import Call, Entry

_NAMED = r"(?:memory_(?:search|get|remember|forget|review)|knowledge_graph_search)"
_TOOL = re.compile(  # reverie__memory_search, mcp__plugin_reverie_reverie__fetch, reverie.memory_get, memory_search
    rf"(?:^|.*[^a-z0-9])reverie[_./: -]+[a-z]\w*|(?:.*[^a-z0-9])?{_NAMED}", re.I
)
_IN_CODE = re.compile(rf"\b(?:mcp__)?(?:\w+_)?reverie_{{1,2}}{_NAMED}\b|\breverie\.{_NAMED}\b")
_NAMES = ("name", "tool", "tool_name", "toolName", "server", "server_name", "serverName", "id", "uri")
_BY_NAME = re.compile(r"reverie|memory://\S*", re.I)
_CODE = ("command", "cmd", "script", "code", "input", "arguments")
_QUIET = (  # commands of ours that tell nothing that is held
    r"(?:bench|doctor|hook|init|install|mcp|models|off|on|reindex|status|trust|uninstall|worker)(?![\w-])"
)
_COMMAND = re.compile(
    r"(?:^|[;&|(`{\n!]|\$\(|\b(?:do|then|else|\w*sh\s+-\w*c)\s+[\"']?)\s*"
    r"(?:\w+=\S*\s+)*(?:(?:sudo|time|nohup|env|exec|command|xargs|npx|uvx|pipx\s+run|timeout\s+\S+"
    r"|(?:uv|poetry|pdm|hatch|pipenv)\s+run)\s+(?:-\S+\s+)*)*(?:\w+=\S*\s+)*"
    r"(?:(?:\S*/)?python[\d.]*\s+(?:-[^m\s]\S*\s+)*-m\s+reverie|(?:[^\s;&|\"'()]*/)?reverie)"
    r"(?:\s+(?:-w|--workspace)(?:\s+|=)\S+)*\s+(?!-|" + _QUIET + r")[a-z]",
    re.M,
)


def without_ours(entries: Iterable[Entry], places: Ignored, folder: str = "") -> tuple[Entry, ...]:
    """The entries without what memory answered; of a call to it, the name of the tool alone stays.

    `places` are where memory is kept, `folder` is where the agent works.
    """
    kept, asked, here = [], set[str](), folder
    by_hand = False  # whether a person just ran a command of ours where the agent sees it
    for entry in entries:
        if entry.role == "user":
            by_hand = entry.text.startswith("!") and _COMMAND.search(entry.text) is not None
        if entry.call:
            ours = _asks(entry.call) or places.opens(entry.call, here)
            here = then_in(entry.call, here)
            if ours:
                asked.add(entry.call.id)
                entry = replace(entry, call=Call(id=entry.call.id, tool=entry.call.tool))
        elif entry.role == "tool":
            if entry.answers in asked or (by_hand and entry.answers is None):
                continue
            entry = places.shown(entry, here)
            if not entry.text:
                continue
        kept.append(entry)
    return tuple(kept)


def _asks(call: Call) -> bool:
    """Whether a call is one of our tools, has another tool call it, or runs a command of ours."""
    if _TOOL.fullmatch(call.tool):
        return True
    named = [value for name in _NAMES if isinstance(value := call.input.get(name), str)]
    if any(_TOOL.fullmatch(each) or _BY_NAME.fullmatch(each) for each in named):
        return True
    return any(_IN_CODE.search(code) or _COMMAND.search(code) for code in _run(call.input))


def _run(given: Any) -> Iterator[str]:
    for name in _CODE:
        value = given.get(name)
        if isinstance(value, str):
            yield value
        elif isinstance(value, list) and all(isinstance(each, str) for each in value):
            yield " ".join(value)
        elif isinstance(value, dict):
            yield from texts(value)
