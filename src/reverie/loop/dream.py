"""Dream: undreamed fragments, with the pages near them, become proposals; batch by batch, through the door."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Protocol

from reverie.domain import proposal as proposals
from reverie.domain.changed import Changed, changed
from reverie.domain.fragment import Fragment
from reverie.domain.page import Key, Page
from reverie.domain.proposal import Proposal
from reverie.domain.rules import RETIRE_LIMIT
from reverie.domain.summary import summary
from reverie.errors import PageMoved, ProposalRejected
from reverie.llm.models import Tally
from reverie.loop.apply import Applied, apply, broken
from reverie.loop.desk import Desk
from reverie.store.base import Mark, Vault

NEAR = 8  # pages that are looked at for each fragment
_TRIES = 3  # times a batch is made again when somebody else changed a page meanwhile

Find = Callable[[str, str, int], Sequence[Key]]  # the pages of a space that are nearest to a text, so many


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """What a dreamer is shown: fragments of one space, and the names of pages near each."""

    space: str
    fragments: tuple[Fragment, ...]
    near: Mapping[str, Sequence[Key]]  # by fragment
    now: datetime


class Dreamer(Protocol):
    """Makes changes of a batch, on a desk."""

    @property
    def name(self) -> str:
        """As the audit trail says who dreamed."""

    @property
    def batch(self) -> int:
        """Fragments that it takes at once."""

    def dream(self, batch: Batch, desk: Desk, complaint: str = "") -> str:
        """Put what should change onto the desk. With a complaint, the last attempt broke rules, and this is the other.

        Returns why somebody else did it instead, when that was so.
        """


@dataclass(slots=True)
class Night:
    """What a run of dreams did."""

    id: str
    fragments: int = 0  # that were shown
    applied: list[Applied] = field(default_factory=list)
    held: list[Proposal] = field(default_factory=list)
    planned: list[Proposal] = field(default_factory=list)
    changed: list[Changed] = field(default_factory=list)
    rejected: list[str] = field(default_factory=list)  # proposals, and why
    fallbacks: list[str] = field(default_factory=list)
    tally: Tally | None = None  # what models cost


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """What a dream needs."""

    vault: Vault
    dreamer: Dreamer
    find: Find
    clock: Callable[[], datetime]
    new_id: Callable[[], str]


def dream(step: Step, night: Night, spaces: Sequence[str], marks: Sequence[Mark] = ("undreamed",)) -> Iterator[int]:
    """Dream every space, a batch at a time; each is committed when its number of fragments is yielded."""
    for space in spaces:
        seen: set[str] = set()
        while fragments := _next(step, space, marks, seen):
            seen |= {fragment.id for fragment in fragments}
            _night(step, night, space, fragments)
            night.fragments += len(fragments)
            yield len(fragments)
        _let_go(step, night, space)


def plan(step: Step, night: Night, spaces: Sequence[str], marks: Sequence[Mark] = ("undreamed",)) -> Iterator[int]:
    """The same without writing: one proposal for each space, its batches one upon the other."""
    for space in spaces:
        desk, shown, seen = Desk(step.vault), list[str](), set[str]()
        while fragments := _next(step, space, marks, seen):
            seen |= {fragment.id for fragment in fragments}
            night.fallbacks += _dreamed(step, _batch(step, space, fragments), desk, "")
            shown += [fragment.id for fragment in fragments]
            night.fragments += len(fragments)
            yield len(fragments)
        if shown:
            night.planned.append(_proposal(step, night, space, shown, desk))
            night.changed += changed(desk.changes(), desk.before)


def hold(step: Step, night: Night) -> None:
    """Leave what was planned for a person; what breaks a rule is kept as rejected instead."""
    for proposal in night.planned:
        wrong = broken(proposal, step.vault, step.clock())
        if wrong:
            step.vault.hold(proposal, "rejected", step.clock(), wrong, "system:rules")
            night.rejected.append(f"{proposal.id}: {'; '.join(wrong)}")
        else:
            step.vault.hold(proposal, "held", step.clock(), ["a dream that was asked to wait"], proposal.actor)
            night.held.append(proposal)


def _next(step: Step, space: str, marks: Sequence[Mark], seen: set[str]) -> list[Fragment]:
    """The oldest that were not shown yet in this run; those that are set aside by it do not come again."""
    most = len(seen) + step.dreamer.batch
    found = sorted((f for mark in marks for f in step.vault.marked(mark, space, most)), key=lambda f: (f.ts, f.id))
    return [fragment for fragment in found if fragment.id not in seen][: step.dreamer.batch]


def _let_go(step: Step, night: Night, space: str) -> None:
    """Retire beliefs that only told of something whose date has passed, a few at a time."""
    today = step.clock().date()
    pages = step.vault.pages(key for key in step.vault.due(space, today) if key.kind == "belief")
    over = [page for page in pages.values() if not page.pinned and not page.retired]
    for start in range(0, len(over), RETIRE_LIMIT):
        desk = Desk(step.vault)
        for page in over[start : start + RETIRE_LIMIT]:
            desk.retire(page.key, "its date has passed")
        proposal = _proposal(step, night, space, (), desk)
        because = f"{len(proposal.changes)} dates have passed"
        try:
            night.applied.append(apply(replace(proposal, because=because), step.vault, step.clock()))
        except (PageMoved, ProposalRejected):
            continue  # the next dream looks again


def _batch(step: Step, space: str, fragments: Sequence[Fragment]) -> Batch:
    near = {fragment.id: step.find(fragment.body, space, NEAR) for fragment in fragments}
    return Batch(space=space, fragments=tuple(fragments), near=near, now=step.clock())


def _night(step: Step, night: Night, space: str, fragments: Sequence[Fragment]) -> None:
    """One batch: proposed, looked at, made again once with what was wrong, applied."""
    ids = [fragment.id for fragment in fragments]
    complaint = ""
    for attempt in range(_TRIES):
        desk = Desk(step.vault)
        night.fallbacks += _dreamed(step, _batch(step, space, fragments), desk, complaint)
        proposal = _proposal(step, night, space, ids, desk)
        wrong = broken(proposal, step.vault, step.clock())
        if wrong and not complaint:
            complaint = "; ".join(wrong)
            continue
        try:
            applied = apply(proposal, step.vault, step.clock())
            night.applied.append(applied)
            night.held += [applied.held] if applied.held else []
            night.changed += changed(
                applied.entry.proposal.changes if applied.entry and applied.entry.proposal else (), desk.before
            )
            return
        except PageMoved:
            if attempt == _TRIES - 1:
                raise
        except ProposalRejected as refused:
            night.rejected.append(f"{proposal.id}: {refused}")
            return


def _dreamed(step: Step, batch: Batch, desk: Desk, complaint: str) -> list[str]:
    instead = step.dreamer.dream(batch, desk, complaint)
    _summarise(step.vault, batch.space, desk)
    return [instead] if instead else []


def _summarise(vault: Vault, space: str, desk: Desk) -> None:
    """Bring the summary up to date: what it told before and what was dreamed now, never the whole vault."""
    key = Key(space, "summary", "summary")
    before = desk.page(key)
    told = {k for by in vault.citing(c.id for c in before.evidence.active).values() for k, _ in by} if before else set()
    known = {k: page for k in told if k.kind == "belief" and (page := desk.page(k))}
    beliefs: dict[Key, Page] = {**known, **{page.key: page for page in desk.written("belief", space)}}
    new = summary(space, beliefs.values(), before)
    if new and (not before or new.text != before.text):
        desk.put(new)


def _proposal(step: Step, night: Night, space: str, ids: Sequence[str], desk: Desk) -> Proposal:
    changes = desk.changes()
    touched = [key for change in changes for key in proposals.touched(change) if key.kind != "summary"]
    return Proposal(
        id=step.new_id(),
        origin="dream",
        actor=f"dream:{step.dreamer.name}",
        because=f"dreamed {len(ids)} fragments into {len(set(touched))} pages",
        changes=changes,
        space=space,
        considered=tuple(ids),
        run=night.id,
    )
