"""Bring in: what PATH is, what would come of importing it, and doing so. A plan is shown; another is carried out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from reverie.domain.audit import AuditEntry
from reverie.errors import BundleRefused
from reverie.imports import known
from reverie.imports.base import Gathered
from reverie.loop import learn, merge
from reverie.loop.apply import receive
from reverie.loop.desk import Named
from reverie.loop.merge import Ask as Ask, Plan
from reverie.store import bundle, layout
from reverie.store.base import Vault
from reverie.store.offer import Here, Offer, unpack

Source = Offer | Gathered
BUNDLE = "reverie"  # what a bundle of ours is called among the importers


@dataclass(slots=True)
class Brought:
    """What came of an import, or would come of it."""

    source: Source
    ask: Ask
    plan: Plan
    seq: int = 0  # the last entry of the log when it was planned
    restores: bool = False  # the workspace holds nothing, and becomes that vault
    entries: list[AuditEntry] = field(default_factory=list)
    turns: int = 0  # taken into the archive
    used: int = 0  # counts of use that were learnt

    @property
    def what(self) -> str:
        return what(self.source)

    @property
    def name(self) -> str:
        return self.ask.name


def opened(path: Path, name: str | None = None) -> Source:
    """What is at a path: a bundle, or the memory of another program. BundleRefused when neither, or damaged."""
    if name == BUNDLE or (name is None and bundle.looks_like_one(path)):
        if not path.exists():
            raise BundleRefused(f"there is no {path}; nothing was changed")
        return unpack(bundle.read(path))
    if name is None and (path / layout.PRIVATE).is_dir():
        raise BundleRefused(f"{path} is a workspace; write a bundle with `reverie -w {path} export` and import that")
    return known.gather(path, name)


def what(source: Source) -> str:
    return source.kind if isinstance(source, Gathered) else BUNDLE


@dataclass(frozen=True, slots=True, kw_only=True)
class Door:
    """What an import is done with."""

    vault: Vault
    here: Callable[[], Here]  # takes a while: the whole log is read
    seq: int  # of the last entry of its log
    named: Named
    space_of: Callable[[str], str]
    adopt: Callable[[Offer], None] | None = None  # of a workspace that holds nothing: becomes that vault


def bring(
    source: Source, door: Door, ask: Ask, now: datetime, new_id: str, *, write: bool, shown: Brought | None = None
) -> Brought:
    """Plan an import and, if asked to, carry it out: all of it or nothing.

    What was shown is what is done, as long as nothing else was written meanwhile.
    """
    found = Brought(source=source, ask=ask, plan=Plan(), seq=door.seq)
    with door.vault.writing():
        if isinstance(source, Offer) and door.adopt:
            found.plan, found.restores = _all_of(source), True
            if write:
                door.adopt(source)
            return found
        if shown and (shown.ask, shown.seq) == (ask, door.seq):
            found.plan = shown.plan
        elif isinstance(source, Offer):
            found.plan = merge.plan(source, door.vault, door.here(), ask, now, new_id)
        else:
            found.plan = learn.plan(
                source, door.vault, ask, now, new_id, space_of=door.space_of, named=door.named
            )  # fmt: skip
        if write:
            found.entries = receive(found.plan.parcels, door.vault, now, ask.actor, f"taken in from {ask.name}")
    return found


def _all_of(offer: Offer) -> Plan:
    """What a workspace that holds nothing gets."""
    found = Plan(fragments=len(offer.fragments), held=len(offer.held), skipped=Counter(offer.unread))
    found.pages.update(("new", key.kind) for key in offer.pages)
    found.spaces.update([f.space for f in offer.fragments] + [key.space for key in offer.pages])
    found.trust.update(f.trust for f in offer.fragments)
    return found
