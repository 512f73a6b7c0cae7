"""Our MCP server as a table at the end of a TOML file, taken out again without touching a comment of anybody's.

A host may write into the file between: tables that it puts below ours stay, those it adds to ours go with it.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from reverie.surfaces.install.jsonc import Malformed
from reverie.surfaces.install.parts import SERVER, SIGN
from reverie.surfaces.install.program import is_server

_REMARK = f"# Written by `{SIGN}`; `reverie uninstall` takes this table out again."


@dataclass(frozen=True, slots=True, kw_only=True)
class TomlServer:
    """`[mcp_servers.reverie]`."""

    entry: Mapping[str, Any]
    section: str = "mcp_servers"

    def add(self, text: str) -> str:
        if self.left(text) or self._same(text):
            return text
        text = self.remove(text, None)
        before = _parsed(text)
        new = "\r\n" if "\r\n" in text else "\n"
        space = "" if not text.strip("\ufeff \t\r\n") else new if text.endswith("\n") else 2 * new
        rows = [f"{key} = {_written(value)}" for key, value in self.entry.items()]
        after = text + space + new.join([_REMARK, f"[{self.section}.{SERVER}]", *rows, ""])
        wanted = {**before, self.section: {**before.get(self.section, {}), SERVER: dict(self.entry)}}
        return _checked(after, wanted, f"[{self.section}.{SERVER}] cannot be added to it as it is written")

    def remove(self, text: str, before: str | None) -> str:
        held = _parsed(text)
        servers = held.get(self.section)
        if not isinstance(servers, dict) or not is_server(servers.get(SERVER)):
            return text
        others = {name: one for name, one in servers.items() if name != SERVER}
        wanted = {**held, self.section: others}
        if not others and not _headed(text, (self.section,)):
            del wanted[self.section]
        return _checked(
            self._without(text), wanted, f"[{self.section}.{SERVER}] is not as we wrote it; take it out by hand"
        )

    def left(self, text: str) -> str:
        servers = _parsed(text).get(self.section)
        found = servers.get(SERVER) if isinstance(servers, dict) else None
        if found is None or is_server(found):
            return ""
        return f"it has an MCP server named {SERVER} that we did not write; that stays as it is"

    def _same(self, text: str) -> bool:
        """Whether the table is as we write it; that a person has disabled it, or added something, is theirs."""
        servers = _parsed(text).get(self.section)
        held = servers.get(SERVER) if isinstance(servers, dict) else None
        return isinstance(held, dict) and all(held.get(key) == value for key, value in self.entry.items())

    def _without(self, text: str) -> str:
        kept: list[str] = []
        remarks: list[str] = []  # after a line of ours; they belong to the table that follows
        ours = False
        for line in text.splitlines(keepends=True):
            path = _header(line)
            if path is not None:
                if path[:2] != (self.section, SERVER):
                    kept, ours = kept + remarks, False
                elif not ours:
                    _without_remark(kept)
                    ours = True
                remarks = []
            if not ours:
                kept.append(line)
            elif not line.strip() or line.lstrip().startswith("#"):
                remarks.append(line)
            else:
                remarks = []
        return "".join([*kept, *(line for line in remarks if line.strip())])


def _without_remark(lines: list[str]) -> None:
    """Take our remark, and the empty line before it, off the end."""
    if lines and lines[-1].strip() == _REMARK:
        lines.pop()
        if lines and not lines[-1].strip():
            lines.pop()


def _header(line: str) -> tuple[str, ...] | None:
    """The path of a table, if the line begins one."""
    if not line.lstrip("\ufeff \t").startswith("["):
        return None
    try:
        found: Any = tomllib.loads(line.lstrip("\ufeff"))
    except ValueError:
        return None  # of a list over several lines
    path: list[str] = []
    while found:
        found = found[0] if isinstance(found, list) else found
        if not found:
            break
        name = next(iter(found))
        path.append(name)
        found = found[name]
    return tuple(path)


def _headed(text: str, path: tuple[str, ...]) -> bool:
    return any(_header(line) == path for line in text.splitlines())


def _parsed(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError) as wrong:
        raise Malformed(" ".join(str(wrong).split())[:200]) from wrong


def _checked(text: str, wanted: Mapping[str, Any], why: str) -> str:
    try:
        right = _parsed(text) == wanted
    except Malformed:
        right = False
    if not right:
        raise Malformed(why)
    return text


def _written(value: object) -> str:
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
