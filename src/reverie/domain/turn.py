"""A turn: one entry of a session as the archive keeps it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from reverie.domain.fragment import Trust
from reverie.domain.page import Key
from reverie.domain.transcript import Role


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One entry of a session as the archive keeps it: redacted, with its place."""

    space: str
    session: str
    id: str
    at: datetime
    role: Role
    text: str
    speaker: str | None = None
    position: int = 0

    @property
    def trust(self) -> Trust:
        """Whose words they are."""
        return self.role

    @property
    def key(self) -> Key:
        return Key(self.space, "turn", f"{self.session}#{self.id}")
