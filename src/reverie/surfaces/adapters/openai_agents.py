"""The OpenAI Agents SDK: a session that is observed, tools to recall and remember, and what memory adds to a prompt.

The conversation itself stays with the session it is given; what is worth keeping goes to the vault.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from reverie.domain import space as spaces
from reverie.domain.transcript import Entry
from reverie.errors import ReverieError
from reverie.surfaces.adapters import spoken
from reverie.surfaces.adapters.workspace import Where, Workspace, missing, offered
from reverie.surfaces.mcp.tool import Tool

try:
    from agents import FunctionTool, SessionABC, SQLiteSession
    from agents.run import CallModelData, ModelInputData
except ImportError as wrong:
    raise missing("openai-agents", wrong) from wrong

if TYPE_CHECKING:
    from agents import Session
    from agents.items import TResponseInputItem
    from agents.memory import SessionSettings
    from agents.tool_context import ToolContext

AGENT = "openai-agents"
_log = logging.getLogger(__name__)


class ReverieSession(SessionABC):
    """A session whose conversation is kept by another one (`history`; of this process, unless you give one) and
    observed: give it to `Runner.run(session=…)`, and its `tools` and `filter` to the agent and the run.

    `user_id` says whose memory it is; the user's messages are the user's words, all else is the agent's.
    """

    def __init__(
        self,
        session_id: str,
        where: Where,
        *,
        user_id: str | None = None,
        space: str = "",
        history: Session | None = None,
        agent: str = AGENT,
    ) -> None:
        self.session_id = session_id
        self._history: Session = history or SQLiteSession(session_id)
        self._source = f"{AGENT}:{session_id}"
        space = spaces.of_ids(user=user_id) if user_id else space
        self._workspace = Workspace(where, agent=agent, space=space, session=self._source)
        self._since: dict[str, datetime] = {}  # when each entry was first handed over
        self._blocks: dict[tuple[int, str], str] | None = None  # what was told with each of the user's messages
        self.trouble: str | None = None  # why the last turn could not be observed; the conversation goes on

    @property
    def session_settings(self) -> SessionSettings | None:
        return self._history.session_settings

    @session_settings.setter
    def session_settings(self, settings: SessionSettings | None) -> None:
        self._history.session_settings = settings

    def close(self) -> None:
        self._workspace.close()

    # The conversation

    async def get_items(self, limit: int | None = None) -> list[TResponseInputItem]:
        return await self._history.get_items(limit)

    async def add_items(self, items: list[TResponseInputItem]) -> None:
        """Keep items, and when the agent has answered, observe what was said."""
        await self._history.add_items(items)
        if any(_role(item) == "assistant" for item in items):
            await self.observe()

    async def pop_item(self) -> TResponseInputItem | None:
        return await self._history.pop_item()

    async def clear_session(self) -> None:
        """Forget the conversation, not what was remembered of it."""
        await self._history.clear_session()
        self._since.clear()
        self._blocks = None

    async def observe(self) -> None:
        """Take in what was said since the last time; whatever fails is told in `trouble`, and never to the agent."""
        try:
            items: list[Any] = list(await self._history.get_items())
            await asyncio.to_thread(self._observe, items)
            self.trouble = None
        except ReverieError as wrong:
            self.trouble = str(wrong)
            _log.warning("not observed: %s", wrong)

    def _observe(self, items: Sequence[Mapping[str, Any]]) -> None:
        now = datetime.now(UTC)
        said = [self._at(entry) for entry in spoken.entries(items, self._source, now)]
        self._workspace.observe(spoken.transcript(self._source, self._workspace.space, AGENT, said))

    def _at(self, entry: Entry) -> Entry:
        return replace(entry, at=self._since.setdefault(entry.id, entry.at))

    # What the agent is given

    @property
    def tools(self) -> list[FunctionTool]:
        """Tools to search memory, to read of it and to remember: `Agent(tools=session.tools)`."""
        return tools(self._workspace)

    async def filter(self, data: CallModelData[Any]) -> ModelInputData:
        """What memory adds to the user's messages: `RunConfig(call_model_input_filter=session.filter)`.

        A message is given the same lines each time the conversation is sent, so what stands before it never changes.
        """
        items = await asyncio.to_thread(self._with_blocks, list(data.model_data.input))
        return ModelInputData(input=items, instructions=data.model_data.instructions)

    def _with_blocks(self, items: list[Any]) -> list[Any]:
        fresh, self._blocks = self._blocks is None, self._blocks if self._blocks is not None else {}
        asked = [(n, spoken.text_of(item.get("content"))) for n, item in enumerate(items) if _role(item) == "user"]
        told: dict[int, str] = {}
        for nth, (place, text) in enumerate(asked):
            name = (nth, text)
            if name not in self._blocks and nth == len(asked) - 1:
                known = "\n".join(spoken.text_of(item.get("content")) for item in items[:place])
                self._blocks[name] = self._told(text, known, begins=nth == 0, fresh=fresh)
            if block := self._blocks.get(name):
                told[place] = block
        return [
            each
            for n, item in enumerate(items)
            for each in ([{"role": "user", "content": told[n]}, item] if n in told else [item])
        ]

    def _told(self, prompt: str, known: str, *, begins: bool, fresh: bool) -> str:
        again = fresh and not begins  # what another process told is not before the model any more
        return self._workspace.told(prompt, AGENT, self._source, known, begins=begins, again=again)


def tools(workspace: Workspace) -> list[FunctionTool]:
    """The tools that agents have over MCP to search, read and remember, for this SDK."""
    return [_tool(each, workspace) for each in offered()]


def _tool(tool: Tool, workspace: Workspace) -> FunctionTool:
    async def invoke(_: ToolContext[Any], arguments: str) -> str:
        try:
            asked = json.loads(arguments or "{}")
        except ValueError:
            asked = None
        if not isinstance(asked, dict):
            return "Not done: the arguments are not a JSON object"
        return await asyncio.to_thread(workspace.answer, tool.name, asked)

    return FunctionTool(
        name=tool.name, description=tool.description, params_json_schema=dict(tool.input_schema),
        on_invoke_tool=invoke, strict_json_schema=False,
    )  # fmt: skip


def _role(item: Any) -> str | None:
    return item.get("role") if isinstance(item, Mapping) else None
