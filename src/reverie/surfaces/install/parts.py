"""What an installation is made of: files of ours, and files of a host that we add something to."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from reverie.surfaces.install import merge
from reverie.surfaces.install.jsonc import Malformed, Part
from reverie.surfaces.install.program import is_hook, is_server

SIGN = "reverie install"  # stands in every file of ours that may hold a remark
SERVER = "reverie"  # what hosts call our MCP server


class Edit(Protocol):
    """Puts what is ours into a text of a host's, and takes it out; Malformed when the text is not what it should be."""

    def add(self, text: str) -> str:
        """The text with what is ours, as we write it now; where ours stands already, it stays in its place.

        Places matter: Codex trusts a hook by its number in the list, and must not lose sight of others'.
        """

    def remove(self, text: str, before: str | None) -> str:
        """The text without what is ours. `before` is the text as it was when ours went in, if that is known."""

    def left(self, text: str) -> str:
        """What is left out of it, and why; empty when all of ours goes in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Own:
    """A file that is ours alone."""

    path: Path
    text: str
    sign: str = SIGN  # tells that a file there is of ours, though we have no receipt for it
    within: Path | None = None  # a folder that is ours, too


@dataclass(frozen=True, slots=True, kw_only=True)
class Shared:
    """A file of the host's that we add to."""

    path: Path
    edit: Edit


@dataclass(frozen=True, slots=True, kw_only=True)
class JsonSettings:
    """Hooks and an MCP server in a JSON file."""

    hooks: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # event: a group with one hook in it
    servers: Sequence[str] = ()  # where MCP servers stand
    entry: Mapping[str, Any] | None = None
    relaxed: bool = False  # comments and trailing commas are allowed

    def add(self, text: str) -> str:
        for event, group in self.hooks.items():
            mine = self._ours(text, event)
            if not mine:
                text = merge.append(text, ("hooks", event), group, relaxed=self.relaxed)
            elif mine[0].value != group["hooks"][0]:
                text = merge.replace(text, mine[0], group["hooks"][0])
            while len(mine := self._ours(text, event)) > 1:
                text = merge.drop(text, self._whole(text, event, mine[-1]), relaxed=self.relaxed)
        for event in [name for name in self._events(text) if name not in self.hooks]:
            text = self._without_hooks(text, event, lambda _: False)
        if self.entry is not None and not self.left(text):
            held = self._read(text).get(*self.servers, SERVER)
            if held is None:
                text = merge.put(text, (*self.servers, SERVER), self.entry, relaxed=self.relaxed)
            elif not _same(held.value, self.entry):
                text = merge.replace(text, held, self.entry)
        return text

    def remove(self, text: str, before: str | None) -> str:
        known = merge.whole(before, relaxed=self.relaxed) if before is not None else None

        def keep(path: Sequence[str]) -> bool:
            return known is not None and known.get(*path) is not None

        for event in self._events(text):
            text = self._without_hooks(text, event, keep)
        entry = self._read(text).get(*self.servers, SERVER) if self.servers else None
        if entry is not None and is_server(entry.value):
            text = merge.drop(text, entry, relaxed=self.relaxed)
            text = merge.prune(text, self.servers, keep, relaxed=self.relaxed)
        return text

    def left(self, text: str) -> str:
        found = self._read(text).get(*self.servers, SERVER) if self.servers and self.entry is not None else None
        if found is None or is_server(found.value):
            return ""
        return f"it has an MCP server named {SERVER} that we did not write; that stays as it is"

    def _read(self, text: str) -> Part:
        return merge.whole(text, relaxed=self.relaxed)

    def _events(self, text: str) -> list[str]:
        """The events that a hook of ours is set on."""
        hooks = self._read(text).get("hooks")
        return [event for event, _ in (hooks.members if hooks else None) or () if self._ours(text, event)]

    def _ours(self, text: str, event: str) -> list[Part]:
        groups = self._read(text).get("hooks", event)
        hooks = [group.get("hooks") for group in (groups.items if groups else None) or ()]
        return [one for several in hooks if several for one in several.items or () if is_our_hook(one.value)]

    def _whole(self, text: str, event: str, hook: Part) -> Part:
        """The group a hook is in when nothing else is in it; else the hook."""
        groups = self._read(text).get("hooks", event)
        for group in (groups.items if groups else None) or ():
            inner = group.get("hooks")
            if inner and group.start < hook.start < group.end and len(inner.inside) == 1:
                return group
        return hook

    def _without_hooks(self, text: str, event: str, keep: Callable[[Sequence[str]], bool]) -> str:
        while mine := self._ours(text, event):
            text = merge.drop(text, self._whole(text, event, mine[-1]), relaxed=self.relaxed)
        return merge.prune(text, ("hooks", event), keep, relaxed=self.relaxed)


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerList:
    """An MCP server in a JSON file that lists them, each with its name."""

    key: str
    entry: Mapping[str, Any]

    def add(self, text: str) -> str:
        held = self._ours(text)
        if held is None and not self.left(text):
            return merge.append(text, (self.key,), self.entry, relaxed=False)
        return merge.replace(text, held, self.entry) if held and not _same(held.value, self.entry) else text

    def remove(self, text: str, before: str | None) -> str:
        known = merge.whole(before, relaxed=False).get(self.key) if before is not None else None
        if (held := self._ours(text)) is None:
            return text
        text = merge.drop(text, held, relaxed=False)
        return merge.prune(text, (self.key,), lambda _: known is not None, relaxed=False)

    def left(self, text: str) -> str:
        taken = any(one.value.get("name") == SERVER and not is_server(one.value) for one in self._all(text))
        return f"it has an MCP server named {SERVER} that we did not write; that stays as it is" if taken else ""

    def _ours(self, text: str) -> Part | None:
        return next((one for one in self._all(text) if is_server(one.value)), None)

    def _all(self, text: str) -> list[Part]:
        listed = merge.whole(text, relaxed=False).get(self.key)
        return [one for one in (listed.items if listed else None) or () if isinstance(one.value, dict)]


def _same(held: object, entry: Mapping[str, Any]) -> bool:
    """Whether a server is as we write it; that a person has disabled it, or added something, is theirs."""
    return isinstance(held, Mapping) and all(held.get(key) == entry[key] for key in entry if key != "enabled")


def is_our_hook(hook: object) -> bool:
    """Whether a hook in a host's file is one that we wrote."""
    if not isinstance(hook, Mapping):
        return False
    command, args = hook.get("command"), hook.get("args")
    return is_hook([command, *args] if isinstance(command, str) and isinstance(args, list) else command)


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """Some lines between two marks, at the end of a text."""

    text: str
    begin: str = f"<!-- {SERVER}: begin; written by `{SIGN}`, and taken out by `reverie uninstall` -->"
    end: str = f"<!-- {SERVER}: end -->"

    def add(self, text: str) -> str:
        new = "\r\n" if "\r\n" in text else "\n"
        made = new.join([self.begin, *self.text.strip().splitlines(), self.end])
        if self.begin in text:
            start, end = self._place(text)
            return text[:start] + made + text[end:]
        space = "" if not text else new if text.endswith("\n") else 2 * new
        return text + space + made + new

    def remove(self, text: str, before: str | None) -> str:
        if self.begin not in text:
            return text
        start, end = self._place(text)
        head, rest = text[:start], text[end:].removeprefix("\r").removeprefix("\n")
        return (head[: -len(_new(head))] if head.endswith(("\n\n", "\n\r\n")) else head) + rest

    def left(self, text: str) -> str:
        return ""

    def _place(self, text: str) -> tuple[int, int]:
        start = text.find(self.begin)
        end = text.find(self.end, start)
        if end < 0:
            raise Malformed(f"{self.begin!r} has no end; take those lines out by hand")
        return start, end + len(self.end)


def _new(text: str) -> str:
    return "\r\n" if text.endswith("\r\n") else "\n"


def as_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"
