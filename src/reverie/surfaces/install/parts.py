"""What an installation is made of: files of ours, and files of a host that we add something to."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
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
        """The text with what is ours, which is not in it yet."""

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
            text = merge.append(text, ("hooks", event), group, relaxed=self.relaxed)
        if self.entry is not None and not self.left(text):
            text = merge.put(text, (*self.servers, SERVER), self.entry, relaxed=self.relaxed)
        return text

    def remove(self, text: str, before: str | None) -> str:
        known = merge.whole(before, relaxed=self.relaxed) if before is not None else None

        def keep(path: Sequence[str]) -> bool:
            return known is not None and known.get(*path) is not None

        while found := self._hook(text):
            path, part = found
            text = merge.drop(text, part, relaxed=self.relaxed)
            text = merge.prune(text, path, keep, relaxed=self.relaxed)
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

    def _hook(self, text: str) -> tuple[Sequence[str], Part] | None:
        """The first hook of ours, or the group when nobody else's is in it; and the list that group is in."""
        hooks = self._read(text).get("hooks")
        for event, groups in hooks.members or () if hooks else ():
            for group in groups.items or ():
                inner = group.get("hooks")
                ours = [one for one in (inner.items if inner else None) or () if _is_ours(one.value)]
                if ours:
                    alone = inner is not None and len(ours) == len(inner.inside)
                    return ("hooks", event), group if alone else ours[0]
        return None


def _is_ours(hook: object) -> bool:
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
        space = "" if not text else new if text.endswith("\n") else 2 * new
        return text + space + new.join([self.begin, *self.text.strip().splitlines(), self.end, ""])

    def remove(self, text: str, before: str | None) -> str:
        start = text.find(self.begin)
        if start < 0:
            return text
        end = text.find(self.end, start)
        if end < 0:
            raise Malformed(f"{self.begin!r} has no end; take those lines out by hand")
        lines = text[end + len(self.end) :]
        head, rest = text[:start], lines.removeprefix("\r").removeprefix("\n")
        return (head[: -len(_new(head))] if head.endswith(("\n\n", "\n\r\n")) else head) + rest

    def left(self, text: str) -> str:
        return ""


def _new(text: str) -> str:
    return "\r\n" if text.endswith("\r\n") else "\n"


def as_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"
