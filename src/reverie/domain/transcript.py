"""What a host hands us: turns with speaker and time, and where they come from."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from reverie.domain.fragment import Trust

Role = Literal["user", "agent", "tool", "system"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One turn, word for word."""

    id: str
    at: datetime
    role: Role
    text: str
    speaker: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Transcript:
    """The turns of one source in order. A command, an MCP call and a document are one-entry transcripts."""

    source: str
    space: str
    trust: Trust
    entries: tuple[Entry, ...]
    host: str | None = None
