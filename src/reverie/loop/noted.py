"""What a host's own memory says: chosen already, by its agent or by its owner, so every statement of it is a draft."""

from __future__ import annotations

from collections.abc import Sequence

from reverie.domain.fragment import ASKED, INFERRED
from reverie.domain.transcript import Entry
from reverie.llm import worth
from reverie.loop.extract import Draft

LONGEST = 1_200  # characters of a statement; what is longer is a document


def noted(entries: Sequence[Entry]) -> list[Draft]:
    """One draft a statement, as sure as what an agent inferred; what the owner typed is asked for."""
    return [_draft(entry) for entry in entries if len(entry.text) <= LONGEST]


def _draft(entry: Entry) -> Draft:
    typed = entry.role == "user"
    return Draft(
        entry=entry.id,
        kind=worth.judge([entry.text], "user" if typed else "agent")[0].kind,
        body=entry.text,
        quote=entry.text,
        confidence="high" if typed else "low",
        base=ASKED if typed else INFERRED,
    )
