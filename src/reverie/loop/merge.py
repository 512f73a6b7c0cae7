"""Merge: what another vault holds becomes parcels for this one. Says first what would come of it; writes nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from reverie.domain import safety
from reverie.domain.fragment import TRUST_ORDER, Fragment, Trust, lowest_trust
from reverie.domain.ids import version
from reverie.domain.page import Key, Page
from reverie.domain.proposal import Change, Proposal, Purge, Retire, keys, pages, put
from reverie.domain.reconcile import Past, Verdict, reconcile, removed
from reverie.domain.text import first_sentence
from reverie.domain.tombstone import Tombstones, grave
from reverie.loop.apply import sound
from reverie.store import layout, streams
from reverie.store.base import Held, Parcel, Vault
from reverie.store.offer import Here, Offer

_CONFLICT = "both vaults changed it: approve takes theirs (of core memory and entities both), reject keeps yours"
_A_PERSON = frozenset({"person", "external", "undo"})  # rules let them pass, and nothing of theirs ever waits


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """How an import is to be done."""

    name: str  # of what is imported
    actor: str
    space: str | None = None  # of a bundle: this one alone
    trust: Trust | None = None  # nobody in it is believed more than this
    hold: bool = False  # everything waits for review


@dataclass(slots=True)
class Plan:
    """What an import would do."""

    parcels: list[Parcel] = field(default_factory=list)
    pages: Counter[tuple[Verdict, str]] = field(default_factory=Counter)  # by what becomes of them, and kind
    spaces: Counter[str] = field(default_factory=Counter)  # new fragments and pages, by space
    trust: Counter[str] = field(default_factory=Counter)  # of new fragments
    fragments: int = 0
    known: int = 0  # fragments that are here already
    held: int = 0  # proposals that waited there
    deleted: list[Proposal] = field(default_factory=list)  # ask to delete for good what was deleted there
    conflicts: list[str] = field(default_factory=list)
    skipped: Counter[str] = field(default_factory=Counter)  # why
    examples: dict[str, str] = field(default_factory=dict)  # one of those skipped, by why

    def skip(self, what: str, why: str) -> None:
        self.skipped[why] += 1
        self.examples.setdefault(why, what)

    @property
    def empty(self) -> bool:
        """Whether there is nothing new in it; watermarks alone are nothing."""
        return not any(p.fragments or p.now or p.later or p.held for p in self.parcels)


BURIED = "was deleted for good here"
DELETED = "deleted for good"


def plan(offer: Offer, vault: Vault, here: Here, ask: Ask, now: datetime, new_id: str) -> Plan:
    """What would be taken in of another vault, space by space."""
    found = Plan(skipped=Counter(offer.unread))
    wanted = {f.space for f in offer.fragments} | {key.space for key in offer.pages} | set(offer.upto)
    wanted |= {held.proposal.space for held in offer.held}
    lost = _lost(offer, vault, here)
    wanted |= lost.keys()
    step = _Step(offer, offer.past, vault, here, ask, now, found, lost)
    for number, space in enumerate(sorted(wanted)):
        if ask.space is None or ask.space == space:
            found.parcels.append(_parcel(space, step, f"{new_id}.{number}", new_id))
    return found


@dataclass(frozen=True, slots=True)
class _Step:
    """What every space is merged with."""

    offer: Offer
    past: Past  # of that vault
    vault: Vault
    here: Here
    ask: Ask
    now: datetime
    found: Plan
    lost: Mapping[str, Sequence[str]]  # fragments of ours that were deleted for good there, by space


def _parcel(space: str, step: _Step, new_id: str, run: str) -> Parcel:
    offer, ask, found = step.offer, step.ask, step.found
    fragments = _fragments([f for f in offer.fragments if f.space == space], step.vault, ask, found)
    first_conflict = len(found.conflicts)
    at_once, waiting = _changes(space, step)
    if ask.hold:
        at_once, waiting = [], [*at_once, *waiting]
    base = Proposal(
        id=new_id, origin="import", actor=ask.actor, because=f"taken in from {ask.name}", changes=(), space=space,
        trigger=f"import {ask.name}", trust=lowest_trust(fragments) if fragments else "agent", run=run,
    )  # fmt: skip
    made = _sound(replace(base, changes=tuple(at_once)), step, fragments)
    conflicts = replace(base, id=f"{new_id}-c", parent=new_id) if made else base
    conflicts = conflicts if ask.hold else replace(conflicts, because=f"conflicts with {ask.name}")
    later = _sound(replace(conflicts, changes=tuple(waiting)), step, fragments)
    ids = {f.id for f in fragments}
    if later:
        told = _cited(made.changes) if made else set()
        later = replace(later, considered=tuple(sorted((_cited(later.changes) & ids) - told)))
    held = tuple(h for h in offer.held if h.proposal.space == space and not ask.trust and _may_wait(h, step))
    found.held += len(held)
    if gone := _ask_to_delete(space, step):
        found.deleted.append(gone.proposal)
        held = (*held, gone)
    found.spaces[space] += len(fragments) + sum(len(each.changes) for each in (made, later) if each)
    reasons = ("held, as you asked",) if ask.hold else (_CONFLICT, *found.conflicts[first_conflict:][:20])
    aliases = {old: key for old, key in offer.aliases.items() if key.space == space} if made else {}
    stand = {*step.vault.pages(aliases.values()), *(keys(made) if made else ())}
    aliases = {old: key for old, key in aliases.items() if key in stand}
    return Parcel(
        space=space, fragments=tuple(fragments), upto=offer.upto.get(space, ()), now=made, later=later,
        reasons=reasons if later else (), marks=_marks(offer, ids), aliases=aliases, held=held,
    )  # fmt: skip


def _lost(offer: Offer, vault: Vault, here: Here) -> dict[str, list[str]]:
    """The fragments that are here and were deleted for good there, by their space."""
    key, hashes = offer.graves
    found: dict[str, list[str]] = {}
    ids = [id_ for id_ in (here.ids() if hashes else ()) if grave(key, id_) in hashes]
    for fragment in vault.fragments(ids).values():
        found.setdefault(fragment.space, []).append(fragment.id)
    return found


def _ask_to_delete(space: str, step: _Step) -> Held | None:
    """A proposal to delete for good here what was deleted there; only a person decides it, and once."""
    ids = sorted(step.lost.get(space, ()))
    name = "purge-" + version("\n".join(ids))[:8]
    if not ids or step.ask.trust or step.here.decided(name):
        return None
    proposal = Proposal(
        id=name, origin="import", actor=step.ask.actor, because=f"{DELETED} where {step.ask.name} comes from",
        changes=(Purge(tuple(ids)),), space=space, trigger=f"import {step.ask.name}",
    )  # fmt: skip
    return Held(proposal=proposal, state="held", at=step.now, reasons=("only a person may delete for good",))


def _marks(offer: Offer, ids: Collection[str]) -> dict[str, tuple[str, ...]]:
    """What became there of the fragments that come; `waiting` comes with the proposals that wait."""
    found = {mark: tuple(i for i in some if i in ids) for mark, some in offer.marks.items() if mark != "waiting"}
    return {mark: some for mark, some in found.items() if some}


def _fragments(some: Sequence[Fragment], vault: Vault, ask: Ask, found: Plan) -> list[Fragment]:
    """Those that are new here and hold no credential, believed as far as they may be."""
    known, stones = vault.fragments(f.id for f in some), vault.tombstones()
    found.known += len({f.id for f in some} & known.keys())
    fresh: dict[str, Fragment] = {}
    for fragment in some:
        if fragment.id in known or fragment.id in fresh:
            continue
        if stones.bars(fragment):
            found.skip("a fragment", BURIED)
            continue
        if not safety.clean(streams.encode([fragment], "").decode("utf-8", "replace")):
            found.skip(f"fragment {fragment.id}", "holds a credential")
            continue
        fresh[fragment.id] = lowered(fragment, ask.trust)
    found.fragments += len(fresh)
    found.trust.update(f.trust for f in fresh.values())
    return list(fresh.values())


def lowered(fragment: Fragment, most: Trust | None) -> Fragment:
    """A fragment that is believed no more than that."""
    if most is None or TRUST_ORDER.index(fragment.trust) >= TRUST_ORDER.index(most):
        return fragment
    return replace(fragment, trust=most)


def _changes(space: str, step: _Step) -> tuple[list[Change], list[Change]]:
    """What is put at once, and what a person decides about."""
    at_once: list[Change] = []
    waiting: list[Change] = []
    found = step.found
    theirs = {key: page for key, page in sorted(step.offer.pages.items()) if key.space == space}
    ours, stones = step.vault.pages(theirs), step.vault.tombstones()
    for key, page in theirs.items():
        if stones and _buried(page, stones):
            found.skip("a page", BURIED)
            continue
        mine = ours.get(key)
        outcome = reconcile(mine, page, step.here.past, step.past)
        why = _impossible(key, page, mine, step.here) if outcome.page else None
        if why:
            found.skip(str(key), why)
            continue
        found.pages[outcome.verdict, key.kind] += 1
        if outcome.page and mine and outcome.verdict == "conflict":
            waiting.append(put(outcome.page, mine))
            found.conflicts.append(f"{key}: here {_said(mine)!r}, there {_said(page)!r}")
        elif outcome.page:
            at_once.append(put(outcome.page, mine))
    return [*at_once, *_removed(space, step)], waiting


def _removed(space: str, step: _Step) -> Iterator[Change]:
    """The pages that stood there too, were taken away since, and so are retired here."""
    lost = [key for key in step.past.gone if key.space == space and key not in step.offer.pages]
    for key, page in step.vault.pages(lost).items():
        if not page.retired and key.kind not in ("core", "file") and removed(page, step.here.past, step.past):
            step.found.pages["removed", key.kind] += 1
            yield Retire(key, "taken away on another machine", {key: page.version})


def _said(page: Page) -> str:
    return first_sentence(page.prose)[:160]


def _impossible(key: Key, page: Page, mine: Page | None, here: Here) -> str | None:
    """Why a page of theirs can have no place here, or None."""
    if not safety.clean(page.text, key.slug):
        return "holds a credential"
    if mine:
        return None
    if layout.is_rest(key):
        return "stands in MEMORY.md outside of its four blocks; copy it by hand"
    if here.taken(key):
        return "another page stands where it would"
    return None if layout.fits(key, page.text) else "cannot stand where such a page goes"


def _buried(page: Page, stones: Tombstones) -> bool:
    """Whether a page was deleted for good here, or says without any proof what was."""
    return stones.bars_page(page.key) or (not page.cited and stones.bars_words(page.prose))


def _may_wait(held: Held, step: _Step) -> bool:
    """Whether a proposal that waits there is new here, and rests on nothing that was deleted for good."""
    proposal, here, stones = held.proposal, step.here, step.vault.tombstones()
    offered = [page for change in proposal.changes for page in pages(change)]
    named = {*proposal.considered, *_cited(proposal.changes)}
    words = stones.bars_words(proposal.because, proposal.trigger, *held.reasons)
    if words or any(map(stones.bars_id, named)) or any(_buried(page, stones) for page in offered):
        step.found.skip("a proposal that waits", BURIED)
        return False
    texts = [page.text for change in proposal.changes for page in pages(change)]
    return (
        proposal.origin not in _A_PERSON
        and not here.decided(proposal.id)
        and all(key.kind != "file" for key in keys(proposal))
        and all(key.space == proposal.space for key in keys(proposal))
        and safety.clean(proposal.because, proposal.trigger, *held.reasons, *texts)
    )


def _sound(proposal: Proposal, step: _Step, bringing: Sequence[Fragment]) -> Proposal | None:
    """What of it may be done, naming the versions there that are thereby known here; None when nothing may."""
    if not proposal.changes:
        return None
    whole, broken = sound(proposal, step.vault, step.now, bringing)
    for change, why in broken:
        step.found.skip(", ".join(str(page.key) for page in pages(change)), why)
    if not whole.changes:
        return None
    theirs = step.offer.pages
    return replace(whole, merged=tuple(theirs[key].version for key in keys(whole) if key in theirs))


def _cited(changes: Sequence[Change]) -> set[str]:
    return {c.id for change in changes for page in pages(change) for c in page.cited}


def counted(some: Mapping[tuple[Verdict, str], int], *verdicts: Verdict) -> Iterator[tuple[str, int]]:
    """How many pages of each kind came to these verdicts."""
    found: Counter[str] = Counter()
    for (verdict, kind), count in some.items():
        found[kind] += count if verdict in verdicts else 0
    yield from ((kind, count) for kind, count in sorted(found.items()) if count)
