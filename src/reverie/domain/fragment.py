"""One noticed thing, with the verbatim words that prove it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Any, Literal, get_args

from reverie.domain.citation import Citation
from reverie.domain.ids import fragment_id, handle

FragmentKind = Literal["decision", "fact", "preference", "task", "event", "emotion", "correction", "procedure"]
Trust = Literal["user", "agent", "tool", "web", "system"]
TRUST_ORDER: tuple[Trust, ...] = get_args(Trust)  # who may set rules, highest first
RAN = "observe:ran"  # who appends what agents ran
ASKED, NOTICED, INFERRED = 1.0, 0.7, 0.5  # base: how it came to be kept


@dataclass(frozen=True, slots=True, kw_only=True)
class Fragment:
    """What was said, where, when and by whom. Never edited; `day` names the stream that holds it."""

    id: str
    ts: datetime
    day: date
    space: str
    source: str
    entry: str
    topic: str
    body: str
    kind: FragmentKind = "fact"
    quote: str = ""
    seen: datetime | None = None
    trust: Trust = "agent"
    confidence: Literal["high", "medium", "low"] = "medium"
    base: float = NOTICED
    tags: tuple[str, ...] = ()
    entities: tuple[str, ...] = ()
    relations: tuple[tuple[str, str, str], ...] = ()
    references: tuple[str, ...] = ()
    who: str | None = None
    actor: str | None = None
    host: str | None = None
    project: str | None = None
    session: str | None = None  # of a host, in which an agent asked for it to be kept; named as observing names it
    extra: Mapping[str, Any] = field(default_factory=dict)  # keys of other writers, kept as they were

    @property
    def citation(self) -> Citation:
        return Citation(self.day, self.id)

    @property
    def silent(self) -> bool:
        """Whether it only notes what an agent ran: evidence for a skill, told to nobody by itself (docs/adr/0043)."""
        return self.actor == RAN

    @property
    def handle(self) -> str:
        return handle(self.space, "fragment", self.id)


@dataclass(frozen=True, slots=True, kw_only=True)
class Watermark:
    """How far a source has been read: the latest entry that was evaluated."""

    id: str
    ts: datetime
    source: str
    entry: str


def noticed(
    *, ts: datetime, space: str, source: str, entry: str, body: str, kind: FragmentKind, **rest: Any
) -> Fragment:
    """A new fragment; its id and its day follow from what was said and when."""
    ts = ts.astimezone(UTC)
    ts = ts.replace(microsecond=ts.microsecond // 1000 * 1000)  # what the id and the stream can hold
    id_ = fragment_id(at=ts, space=space, source=source, entry=entry, kind=kind, body=body)
    return Fragment(id=id_, ts=ts, day=ts.date(), space=space, source=source, entry=entry, body=body, kind=kind, **rest)


def lowest_trust(fragments: list[Fragment]) -> Trust:
    """The trust of a wording that rests on all of these."""
    return max((f.trust for f in fragments), key=TRUST_ORDER.index, default="agent")
