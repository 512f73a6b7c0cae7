"""What an extractor promises: entries of a session in, drafts of fragments out. `observe` checks and appends them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from reverie.domain import wording
from reverie.domain.fragment import NOTICED, FragmentKind
from reverie.domain.transcript import Entry, Transcript
from reverie.domain.trigger import Trigger

Confidence = Literal["high", "medium", "low"]
CONTEXT = 60  # entries before a stretch of a session in the light of which it is read


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """One noticed thing, before it is checked. The quote must stand in the entry, word for word."""

    entry: str
    kind: FragmentKind
    body: str
    quote: str
    confidence: Confidence = "medium"
    base: float = NOTICED
    verbatim: str = ""  # of the entry, when its exact form matters: kept as a reference
    title: str = ""  # what it is to be called, when somebody said so
    others: tuple[str, ...] = ()  # entries whose words are in the body, too: it is trusted like the least of them


@dataclass(frozen=True, slots=True, kw_only=True)
class Extracted:
    """What was noticed in a stretch of a session, and by whom."""

    drafts: Sequence[Draft]
    by: str
    asks: Mapping[str, Trigger] = field(default_factory=dict)  # by entry, what else was asked of memory
    fallback: str = ""  # why whoever was to do it did not
    refused: Mapping[str, int] = field(default_factory=dict)  # why some of it was not even drafted


class Extractor(Protocol):
    """Notices what is worth keeping in a stretch of a session."""

    @property
    def name(self) -> str:
        """As fragments and digests say who noticed."""

    @property
    def room(self) -> int:
        """Characters of a session that it takes at once, about."""

    def extract(self, transcript: Transcript, entries: Sequence[Entry]) -> Extracted:
        """What is worth keeping in these entries; they are redacted already. Never raises for what they say.

        What stands before them (`before`) was evaluated already, and may only be cited for what they make of it.
        """


def before(transcript: Transcript, entries: Sequence[Entry]) -> Sequence[Entry]:
    """What was said right before a stretch of a session; nothing when that is not at hand."""
    first = next((n for n, entry in enumerate(transcript.entries) if entries and entry.id == entries[0].id), 0)
    return (*transcript.earlier, *transcript.entries[:first])[-CONTEXT:]


def plain(quote: str) -> str:
    """The sentence as it is kept: on one line, without what only opens and closes it."""
    said = " ".join(quote.split())
    return wording.plain(said.strip("*_ ") if said[:1] in "*_" else said)
