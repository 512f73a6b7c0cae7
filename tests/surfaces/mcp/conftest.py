"""An agent at the other end of a server, by the official client, in memory."""

from __future__ import annotations

import shutil
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import anyio
import mcp_types as protocol
import pytest
from mcp import Client
from mcp.shared.exceptions import MCPError

from reverie import Memory
from reverie.surfaces.mcp.server import server
from reverie.surfaces.mcp.workspace import Served

T = TypeVar("T")
NAME = protocol.Implementation(name="Test Agent/1", version="1")


@dataclass
class Agent:
    """Asks one thing at a time; `together` asks many at once."""

    root: Path
    space: str = ""
    name: str | None = None
    mode: str = "legacy"

    def ask(self, what: Callable[[Client], Awaitable[T]]) -> T:
        async def run() -> T | MCPError:
            made = server(Served(root=self.root, space=self.space, session="claude-code:s1"), self.name)
            async with Client(made, mode=self.mode, client_info=NAME) as client:
                try:
                    return await what(client)
                except MCPError as wrong:  # raised in here it would come out in a group
                    return wrong

        found = anyio.run(run)
        if isinstance(found, MCPError):
            raise found
        return found

    def call(self, tool: str, **arguments: Any) -> protocol.CallToolResult:
        found = self.ask(lambda client: client.call_tool(tool, arguments))
        assert isinstance(found, protocol.CallToolResult)
        return found

    def fields(self, tool: str, **arguments: Any) -> dict[str, Any]:
        found = self.call(tool, **arguments)
        assert not found.is_error, text(found)
        fields: dict[str, Any] = found.structured_content
        return fields

    def refusal(self, tool: str, **arguments: Any) -> str:
        """The one line that a call is refused with."""
        found = self.call(tool, **arguments)
        assert found.is_error and len(found.content) == 1
        assert "\n" not in text(found) and "Traceback" not in text(found)
        return text(found)

    def read(self, uri: str) -> str:
        found = self.ask(lambda client: client.read_resource(uri)).contents[0]
        assert isinstance(found, protocol.TextResourceContents)
        return found.text

    def unreadable(self, uri: str) -> str:
        with pytest.raises(MCPError) as refused:
            self.read(uri)
        assert "\n" not in str(refused.value)
        return str(refused.value)

    def together(self, calls: list[tuple[str, dict[str, Any]]]) -> list[protocol.CallToolResult]:
        async def all_at_once(client: Client) -> list[protocol.CallToolResult]:
            found: dict[int, Any] = {}

            async def one(n: int, tool: str, arguments: dict[str, Any]) -> None:
                found[n] = await client.call_tool(tool, arguments)

            async with anyio.create_task_group() as group:
                for n, (tool, arguments) in enumerate(calls):
                    group.start_soon(one, n, tool, arguments)
            return [found[n] for n in range(len(calls))]

        return self.ask(all_at_once)


def text(result: protocol.CallToolResult) -> str:
    content = result.content[0]
    assert isinstance(content, protocol.TextContent)
    return content.text


@pytest.fixture(scope="session")
def told_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace in which a person told a few things; made once, for copies."""
    made = tmp_path_factory.mktemp("told") / "workspace"
    Memory.create(made).close()
    tell(made, "Billing uses PostgreSQL 16", "Ana manages Bob", "I am currently working on the invoice importer")
    return made


@pytest.fixture
def agent(told_once: Path, workspace: Path) -> Agent:
    """An agent and such a workspace."""
    return Agent(Path(shutil.copytree(told_once, workspace)))


def tell(workspace: Path, *statements: str, space: str = "") -> list[str]:
    """What a person told; the handles of it."""
    with Memory.open(workspace) as memory:
        kept = [memory.remember(told, space=space) for told in statements]
        return [k.page.handle if k.page else k.fragment.handle for k in kept]
