"""Pydantic AI: one capability that tells an agent what is remembered, gives it tools, and observes its runs."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any

from reverie.domain import fence, space as spaces
from reverie.domain.transcript import Call, Entry
from reverie.errors import ReverieError
from reverie.surfaces.adapters import spoken
from reverie.surfaces.adapters.workspace import Where, Workspace, missing, offered

try:
    from pydantic_ai import FunctionToolset, Tool
    from pydantic_ai.capabilities import AbstractCapability
    from pydantic_ai.messages import (
        ModelMessage,
        ModelRequest,
        ModelResponse,
        TextPart,
        ToolCallPart,
        ToolReturnPart,
        UserPromptPart,
    )
except ImportError as wrong:
    raise missing("pydantic-ai", wrong) from wrong

if TYPE_CHECKING:
    from pydantic_ai import AgentRunResult, RunContext
    from pydantic_ai.models import ModelRequestContext

AGENT = "pydantic-ai"
_OPEN = f"<{fence.TAG}>"
_log = logging.getLogger(__name__)


class ReverieMemory(AbstractCapability[Any]):
    """Long-term memory for an agent: `Agent(model, capabilities=[ReverieMemory(folder, user_id="ana")])`.

    A user's message is given the few lines that memory adds to it; they stay in the history, so they are given once.
    After a run what was said is observed: the user's words as the user's, all else as the agent's.
    """

    def __init__(
        self,
        where: Where,
        *,
        user_id: str | None = None,
        space: str = "",
        agent: str = AGENT,
        tells: bool = True,
        observes: bool = True,
    ) -> None:
        space = spaces.of_ids(user=user_id) if user_id else space
        self._workspace = Workspace(where, agent=agent, space=space)
        self._tells = tells
        self._observes = observes
        self.trouble: str | None = None  # why the last run could not be observed; the agent goes on

    def close(self) -> None:
        self._workspace.close()

    def get_toolset(self) -> FunctionToolset[Any]:
        """Tools to search memory, to read of it and to remember."""
        return FunctionToolset(
            [
                Tool.from_schema(partial(self._answer, each.name), each.name, each.description, dict(each.input_schema))
                for each in offered()
            ]
        )

    async def _answer(self, name: str, **arguments: Any) -> str:
        return await asyncio.to_thread(self._workspace.answer, name, arguments)

    async def before_model_request(
        self, ctx: RunContext[Any], request_context: ModelRequestContext
    ) -> ModelRequestContext:
        """Put what memory adds before the user's latest message, unless it stands there already."""
        last = next((n for n in range(len(ctx.messages) - 1, -1, -1) if _asked(ctx.messages[n])), None)
        if not self._tells or last is None or _told(ctx.messages[last]):
            return request_context
        request = ctx.messages[last]
        first = not any(_asked(message) for message in ctx.messages[:last])
        session = f"{AGENT}:{ctx.conversation_id or ctx.run_id}"
        known = "\n".join(_said(message) for message in ctx.messages[:last])
        block = await asyncio.to_thread(self._workspace.told, _asked(request), AGENT, session, known, begins=first)
        if block and isinstance(request, ModelRequest):
            given = replace(request, parts=[UserPromptPart(block), *request.parts])
            request_context.messages = [given if each is request else each for each in request_context.messages]
            ctx.messages[last] = given
        return request_context

    async def after_run(self, ctx: RunContext[Any], *, result: AgentRunResult[Any]) -> AgentRunResult[Any]:
        if self._observes:
            source = f"{AGENT}:{ctx.conversation_id or ctx.run_id}"
            try:
                await asyncio.to_thread(self._observe, source, result.all_messages())
                self.trouble = None
            except ReverieError as wrong:
                self.trouble = str(wrong)
                _log.warning("not observed: %s", wrong)
        return result

    def _observe(self, source: str, messages: Sequence[ModelMessage]) -> None:
        said = list(_entries(source, messages))
        self._workspace.observe(spoken.transcript(source, self._workspace.space, AGENT, said))


def _asked(message: ModelMessage) -> str:
    """What the user says in a message, without what memory added; empty when it is nobody's."""
    if not isinstance(message, ModelRequest):
        return ""
    said = (_words(part) for part in message.parts if isinstance(part, UserPromptPart))
    return "\n".join(text for text in said if text and not text.startswith(_OPEN))


def _said(message: ModelMessage) -> str:
    """What anybody says in a message."""
    if isinstance(message, ModelRequest):
        return "\n".join(_words(part) for part in message.parts if isinstance(part, UserPromptPart))
    return "\n".join(part.content for part in message.parts if isinstance(part, TextPart))


def _told(message: ModelMessage) -> bool:
    parts = message.parts if isinstance(message, ModelRequest) else []
    return any(isinstance(part, UserPromptPart) and _words(part).startswith(_OPEN) for part in parts)


def _words(part: UserPromptPart) -> str:
    content = part.content
    return content if isinstance(content, str) else "\n".join(each for each in content if isinstance(each, str))


def _entries(source: str, messages: Sequence[ModelMessage]) -> Iterator[Entry]:
    """A run as a transcript has it; instructions, reasoning and what memory added are left out."""
    place, at = 0, datetime.now(UTC)
    for message in messages:
        for part in message.parts:
            at = getattr(part, "timestamp", None) or message.timestamp or at
            entry: Entry | None = None
            match part:
                case UserPromptPart() if text := fence.unfenced(_words(part)):
                    entry = Entry(id="", at=at, role="user", text=text)
                case TextPart(content=text) if text.strip() and isinstance(message, ModelResponse):
                    entry = Entry(id="", at=at, role="agent", text=text)
                case ToolCallPart():
                    call = Call(id=part.tool_call_id, tool=part.tool_name, input=part.args_as_dict())
                    entry = Entry(id="", at=at, role="agent", text="", call=call)
                case ToolReturnPart():
                    text = fence.unfenced(part.model_response_str())
                    entry = Entry(id="", at=at, role="tool", text=text, answers=part.tool_call_id)
            if entry:
                yield replace(entry, id=spoken.name(source, place, {"role": entry.role, "content": entry.text}))
                place += 1
