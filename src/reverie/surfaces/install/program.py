"""How hosts start Reverie: by its full path, whatever their PATH is, on a workspace that is named.

A hook is told the workspace by `REVERIE_WORKSPACE` through `/usr/bin/env`, which every shell and hosts without a shell
can run; so its own words stay `hook HOST EVENT`, by which it is known as ours.
"""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

ENV = "/usr/bin/env"
VARIABLE = "REVERIE_WORKSPACE"
_HOOK = re.compile(rf"{VARIABLE}=.*\bhook (claude-code|codex|gemini) \w+$", re.S)


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """The command `reverie` of this environment, and the workspace it is to use."""

    command: tuple[str, ...]  # the executable; or the interpreter and how it finds the module
    workspace: Path
    mcp: bool = True  # whether the server's library is there

    def hook(self, host: str, event: str) -> list[str]:
        """`reverie hook HOST EVENT`, word for word."""
        return [ENV, f"{VARIABLE}={self.workspace}", *self.command, "hook", host, event]

    def hook_line(self, host: str, event: str) -> str:
        """The same for a shell."""
        return shlex.join(self.hook(host, event))

    def server(self, agent: str) -> list[str]:
        """The MCP server for an agent of that name."""
        return [*self.command, *self._serving(agent)]

    def server_entry(self, agent: str) -> dict[str, Any]:
        """The same as most hosts write it."""
        return {"command": self.command[0], "args": [*self.command[1:], *self._serving(agent)]}

    def _serving(self, agent: str) -> list[str]:
        return ["-w", str(self.workspace), "mcp", "--agent", agent]


def here(workspace: Path) -> Program:
    """Of the environment this process runs in."""
    beside = Path(sys.executable).parent / "reverie"
    # -P: nothing in the folder it runs in may be taken for a module.
    command = (str(beside),) if beside.is_file() else (sys.executable, "-P", "-m", "reverie")
    return Program(command=command, workspace=workspace, mcp=find_spec("mcp") is not None)


def is_hook(command: object) -> bool:
    """Whether a hook's command is one that we wrote, for a shell or word for word."""
    words = shlex.join(command) if isinstance(command, Sequence) and not isinstance(command, str) else command
    return isinstance(words, str) and _HOOK.search(words.replace("'", "")) is not None


def is_server(entry: object) -> bool:
    """Whether an MCP server's entry is one that we wrote."""
    if not isinstance(entry, Mapping):
        return False
    command, args = entry.get("command"), entry.get("args", [])
    words = [*(command if isinstance(command, list) else [command]), *(args if isinstance(args, list) else [])]
    return len(words) >= 6 and words[-5] == "-w" and words[-3:-1] == ["mcp", "--agent"]
