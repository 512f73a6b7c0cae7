"""What a host's own memory says: chosen already by its agent, so every statement of it is a draft."""

from __future__ import annotations

from collections.abc import Sequence

from reverie.domain.fragment import INFERRED
from reverie.domain.transcript import Entry
from reverie.llm import worth
from reverie.loop.extract import Draft

LONGEST = 1_200  # characters of a statement; what is longer is a document


def noted(entries: Sequence[Entry]) -> list[Draft]:
    """One draft a statement, as sure as what an agent inferred."""
    return [
        Draft(
            entry=entry.id,
            kind=worth.judge([entry.text], "agent")[0].kind,
            body=entry.text,
            quote=entry.text,
            confidence="low",
            base=INFERRED,
        )
        for entry in entries
        if len(entry.text) <= LONGEST
    ]
