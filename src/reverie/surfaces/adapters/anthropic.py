"""Claude's memory tool (`memory_20250818`), kept in the vault: its files under /memories are notes in a drawer.

Every change goes through the door, so it is audited and can be undone; `delete` puts away. Replies are word for word
those of the SDK's own tool.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from reverie.errors import ReverieError
from reverie.surfaces.adapters.memory_files import Files
from reverie.surfaces.adapters.workspace import Where, Workspace, missing

try:
    from anthropic.lib.tools import BetaAbstractMemoryTool, BetaAsyncAbstractMemoryTool, ToolError
except ImportError as wrong:
    raise missing("anthropic", wrong) from wrong

if TYPE_CHECKING:
    from anthropic.types.beta import (
        BetaMemoryTool20250818CreateCommand as Create,
        BetaMemoryTool20250818DeleteCommand as Delete,
        BetaMemoryTool20250818InsertCommand as Insert,
        BetaMemoryTool20250818RenameCommand as Rename,
        BetaMemoryTool20250818StrReplaceCommand as StrReplace,
        BetaMemoryTool20250818ViewCommand as View,
    )

AGENT = "claude"


class MemoryTool(BetaAbstractMemoryTool):
    """The memory tool on a workspace: give it to `client.beta.messages.run_tools(tools=[…])`.

    `space` says whose memory: one of a user's own for each user. With `seen=False` the rest of memory is not shown.
    """

    def __init__(self, where: Where, *, space: str = "", agent: str = AGENT, seen: bool = True) -> None:
        super().__init__()
        self._workspace = Workspace(where, agent=agent, space=space)
        self._files = Files(self._workspace, seen=seen)

    def close(self) -> None:
        self._workspace.close()

    def view(self, command: View) -> str:
        return _said(lambda: self._files.view(command.path, command.view_range))

    def create(self, command: Create) -> str:
        return _said(lambda: self._files.create(command.path, command.file_text))

    def str_replace(self, command: StrReplace) -> str:
        return _said(lambda: self._files.str_replace(command.path, command.old_str, command.new_str))

    def insert(self, command: Insert) -> str:
        return _said(lambda: self._files.insert(command.path, command.insert_line, command.insert_text))

    def delete(self, command: Delete) -> str:
        return _said(lambda: self._files.delete(command.path))

    def rename(self, command: Rename) -> str:
        return _said(lambda: self._files.rename(command.old_path, command.new_path))

    def clear_all_memory(self) -> str:
        return _said(self._files.clear)


class AsyncMemoryTool(BetaAsyncAbstractMemoryTool):
    """The same for an asynchronous client; each command runs in a thread."""

    def __init__(self, where: Where, *, space: str = "", agent: str = AGENT, seen: bool = True) -> None:
        super().__init__()
        self._tool = MemoryTool(where, space=space, agent=agent, seen=seen)

    def close(self) -> None:
        self._tool.close()

    async def view(self, command: View) -> str:
        return await asyncio.to_thread(self._tool.view, command)

    async def create(self, command: Create) -> str:
        return await asyncio.to_thread(self._tool.create, command)

    async def str_replace(self, command: StrReplace) -> str:
        return await asyncio.to_thread(self._tool.str_replace, command)

    async def insert(self, command: Insert) -> str:
        return await asyncio.to_thread(self._tool.insert, command)

    async def delete(self, command: Delete) -> str:
        return await asyncio.to_thread(self._tool.delete, command)

    async def rename(self, command: Rename) -> str:
        return await asyncio.to_thread(self._tool.rename, command)

    async def clear_all_memory(self) -> str:
        return await asyncio.to_thread(self._tool.clear_all_memory)


def _said(command: Callable[[], str]) -> str:
    """What a command replies; what it refuses is told as the SDK tells errors of tools."""
    try:
        return command()
    except ReverieError as wrong:
        raise ToolError(str(wrong)) from wrong
