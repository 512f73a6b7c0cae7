"""What a host hands us: turns with speaker and time, and where they come from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from reverie.domain.fragment import Trust

Role = Literal["user", "agent", "tool", "system"]
# Who was there: the owner, a machine, others, nobody; or nobody spoke, and a host's own memory is read.
Origin = Literal["session", "subagent", "channel", "scheduled", "memory"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """What an agent asked a tool to do."""

    id: str
    tool: str
    input: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One turn, word for word; or one use of a tool: the agent's call, then the tool's answer."""

    id: str
    at: datetime
    role: Role
    text: str
    speaker: str | None = None
    call: Call | None = None  # an agent's
    answers: str | None = None  # a tool's: the call it answers
    failed: bool = False  # a tool's: whether it reported an error
    unsaid: tuple[str, ...] = field(default=(), repr=False, compare=False)  # words of what was taken out as private
    aside: bool = field(default=False, compare=False)  # an agent's: said of what was left out, and quoted nowhere


@dataclass(frozen=True, slots=True, kw_only=True)
class Transcript:
    """The turns of one source in order. A command, an MCP call and a document are one-entry transcripts."""

    source: str
    space: str
    trust: Trust
    entries: tuple[Entry, ...]
    host: str | None = None
    origin: Origin = "session"
    folder: str | None = None  # where the agent worked
    at_home: bool = False  # that is where the agent lives, and no project
    title: str | None = None  # the host's own name for the session
    summary: str | None = None  # the host's own latest summary of what came before; never a source of fragments
    parent: str | None = None  # the session a sub-agent worked for, or an agent asked in
    earlier: tuple[Entry, ...] = ()  # said right before, and read then: to understand the entries by
    owner: str | None = None  # in a room of several: which speaker is the owner
    redacted: bool = False  # set by domain/redact.py alone
