"""The workspace behind an adapter: one memory stays open for reading, each write opens it as a command does.

What an agent says is written as the agent's, what the user says as the user's. Also what every adapter says when its
framework is missing, and the tools they share.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from reverie.domain import space as spaces
from reverie.domain.transcript import Transcript
from reverie.errors import ConfigError, ReverieError
from reverie.memory import Memory
from reverie.surfaces.mcp.tool import Tool

Where = str | Path | Memory
_log = logging.getLogger(__name__)
OFFERED = ("memory_search", "memory_get", "memory_remember")  # of the tools agents have over MCP


class Workspace:
    """Where an adapter works: which workspace, whose memory in it, and in the name of which agent."""

    def __init__(self, where: Where, *, agent: str, space: str = "", session: str | None = None) -> None:
        self.root = where.root if isinstance(where, Memory) else Path(where).expanduser()
        self.agent = agent
        self.space = whole(space)
        self._session = session
        self.reader = self.as_agent()

    def as_agent(self) -> Memory:
        """A memory in which everything is said by the agent; whoever takes it closes it."""
        return Memory.open(self.root, agent=self.agent, session=self._session)

    def changing(self) -> Memory:
        """The same for whoever reads what it is going to change: people's edits are taken in first."""
        memory = self.as_agent()
        try:
            memory.take_in()
        except ReverieError:
            memory.close()
            raise
        return memory

    def as_user(self) -> Memory:
        """A memory in which everything is said by the user."""
        return Memory.open(self.root, session=self._session)

    def close(self) -> None:
        self.reader.close()

    def observe(self, transcript: Transcript) -> None:
        """Take in what was said; when there is enough to dream of, a worker is started, as a command starts one."""
        if transcript.entries:
            with self.as_user() as memory:
                memory.flush(transcript)
                memory.wake()

    def told(
        self, prompt: str, host: str, session: str, known: str = "", *, begins: bool = False, again: bool = False
    ) -> str:
        """What memory adds to a prompt, and to the first one what a session begins with; or nothing.

        What is `known`, because it stands in the conversation, is not told.
        """
        try:
            start = self.reader.inject(session=session, space=self.space, host=host, again=True) if begins else None
            turn = self.reader.inject(prompt, session=session, space=self.space, host=host, again=again, known=known)
        except ReverieError as wrong:
            _log.warning("nothing is told: %s", wrong)
            return ""
        return "\n".join(filter(None, (start.text if start else "", turn.text)))

    def answer(self, name: str, arguments: Mapping[str, Any]) -> str:
        """What one of the tools answers, or in one line why it does not; a model reads either."""
        tool = _table()[name]
        try:
            if not tool.writes:
                return tool.answer(self.reader, self.space, arguments).text
            with self.as_agent() as memory:
                return tool.answer(memory, self.space, arguments).text
        except ReverieError as wrong:
            return f"Not done: {wrong}"


def offered() -> list[Tool]:
    """The tools that an agent of any framework gets, as over MCP."""
    return [_table()[name] for name in OFFERED]


def _table() -> dict[str, Tool]:
    from reverie.surfaces.mcp.tools import TOOLS

    return {tool.name: tool for tool in TOOLS}


def whole(space: str) -> str:
    """A space that there can be, or ConfigError."""
    try:
        return spaces.check(space)
    except ValueError as wrong:
        raise ConfigError(str(wrong)) from wrong


def missing(extra: str, wrong: ImportError) -> ReverieError:
    """The error to raise when the framework of an adapter is not installed."""
    name = (wrong.name or extra).partition(".")[0]
    return ReverieError(f"this needs {name}, which is not installed: pip install 'reverie-memory[{extra}]'")
