"""Apply: the only door into long-term memory. Checks a proposal, then commits it, holds it or keeps it rejected."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from reverie.domain import approval, proposal as proposals, rules
from reverie.domain.audit import RULES, AuditEntry
from reverie.domain.fragment import Fragment
from reverie.domain.page import Key, Page
from reverie.domain.proposal import Change, Proposal, Put
from reverie.domain.rules import View
from reverie.errors import PageDamaged, PageMoved, ProposalRejected, SecretRefused
from reverie.store import layout
from reverie.store.base import Parcel, Vault

ANEW = "Make the change again from the page as it is now."
_REST = ("the rest of a partly approved proposal",)


@dataclass(frozen=True, slots=True, kw_only=True)
class Applied:
    """What became of a proposal: what was committed, what waits for a person, and why."""

    entry: AuditEntry | None
    held: Proposal | None
    reasons: tuple[str, ...] = ()


def apply(
    proposal: Proposal,
    vault: Vault,
    now: datetime,
    *,
    approved: bool = False,
    rest: Proposal | None = None,
) -> Applied:
    """Commit what may be committed; hold what needs a person; refuse what breaks a rule.

    Everything is read and checked under the writer's lock, so nothing can change in between. A
    refused proposal is kept readable, unless it holds a secret. Of a partly approved one, `rest` stays
    held, in the same step.
    """
    if unwritable := rules.unwritable(proposal):
        raise ProposalRejected(proposal.id, [f"text: {unwritable}"], kept=False)
    with vault.writing():
        view = look(proposal, vault, now)
        proposal = rules.settle(proposal, view)
        stale = rules.moved(proposal, view.before)
        if stale:
            raise PageMoved(
                f"{stale[0]} has changed since proposal {proposal.id} was made from it; nothing was written. {ANEW}"
            )
        view = look(proposal, vault, now)
        _unburied(proposal, view, vault)
        broken = [each for each in rules.violations(proposal, view) if not (approved and each.rule == rules.ASK_FIRST)]
        if any(violation.rule == "secret" for violation in broken):
            raise SecretRefused([v.why for v in broken if v.rule == "secret"])
        if broken:
            why = [str(violation) for violation in broken]
            vault.hold(proposal, "rejected", now, why, RULES)
            raise ProposalRejected(proposal.id, why)
        if approved:
            left = _REST if rest else ()
            return Applied(entry=vault.commit(proposal, now, "approved", rest, left), held=rest, reasons=left)
        first, waiting, reasons = approval.divide(proposal, view, f"{proposal.id}-held")
        if first:
            entry = vault.commit(first, now, "—" if first.actor == "manual" else "auto", waiting, reasons)
            return Applied(entry=entry, held=waiting, reasons=reasons)
        vault.hold(proposal, "held", now, reasons, proposal.actor)
        return Applied(entry=None, held=proposal, reasons=reasons)


def apply_sound(proposal: Proposal, vault: Vault, now: datetime) -> Applied | None:
    """Commit changes that do not depend on each other, without those of pages that somebody damaged; None when no other
    is left. Those wait until the file is mended."""
    while proposal.changes:
        try:
            return apply(proposal, vault, now)
        except PageDamaged as damaged:
            sound = tuple(c for c in proposal.changes if damaged.path not in map(layout.path_of, proposals.touched(c)))
            if len(sound) == len(proposal.changes):
                raise
            proposal = replace(proposal, changes=sound)
    return None


def _unburied(proposal: Proposal, view: View, vault: Vault) -> None:
    """Refuse what was made of fragments that were deleted for good meanwhile, and keep nothing of it."""
    stones = vault.tombstones()
    named = {c.id for page in view.after.values() if page for c in page.cited} if stones else set()
    if any(stones.bars_id(id_) for id_ in named.union(proposal.considered) - view.fragments.keys()):
        raise ProposalRejected(proposal.id, ["it rests on what was deleted for good"], kept=False)


def broken(proposal: Proposal, vault: Vault, now: datetime) -> list[str]:
    """The rules a proposal would break, said one by one; nothing is kept of it."""
    with vault.writing():
        proposal = rules.settle(proposal, look(proposal, vault, now))
        return [str(violation) for violation in rules.violations(proposal, look(proposal, vault, now))]


def waits(proposal: Proposal, vault: Vault, now: datetime) -> list[str]:
    """Why a person would be asked about changes of it; one for each that would wait."""
    view = look(proposal, vault, now)
    found = [approval.needs_person(proposal, change, view) for change in proposal.changes]
    return [why for why in found if why]


def sound(
    proposal: Proposal, vault: Vault, now: datetime, bringing: Sequence[Fragment]
) -> tuple[Proposal, list[tuple[Change, str]]]:
    """The changes of an import that do something and break no rule, with the runtime's numbers; and why not the others.

    `bringing` are fragments that come with it.
    """
    whole = _settled(proposal, vault, now, bringing)
    if not _violations(whole, vault, now, bringing):
        return whole, []
    kept: list[Change] = []
    broken: list[tuple[Change, str]] = []
    for change in whole.changes:
        wrong = _violations(replace(whole, changes=(change,)), vault, now, bringing)
        if wrong:
            broken.append((change, wrong[0]))
        else:
            kept.append(change)
    whole = replace(whole, changes=tuple(kept))
    left = _violations(whole, vault, now, bringing)
    return (replace(whole, changes=()), [(c, left[0]) for c in kept] + broken) if left else (whole, broken)


def _settled(proposal: Proposal, vault: Vault, now: datetime, bringing: Sequence[Fragment]) -> Proposal:
    view = look(proposal, vault, now, bringing)
    settled = rules.settle(proposal, view)
    changes = [c for c in settled.changes if not (isinstance(c, Put) and _as_it_was(c.page, view.before))]
    return replace(settled, changes=tuple(changes))


def _as_it_was(page: Page, before: Mapping[Key, Page]) -> bool:
    return page.key in before and before[page.key].text == page.text


def _violations(proposal: Proposal, vault: Vault, now: datetime, bringing: Sequence[Fragment]) -> list[str]:
    if unwritable := rules.unwritable(proposal):
        return [f"text: {unwritable}"]
    return [str(violation) for violation in rules.violations(proposal, look(proposal, vault, now, bringing))]


def receive(parcels: Sequence[Parcel], vault: Vault, now: datetime, actor: str, summary: str) -> list[AuditEntry]:
    """Take in what an import brings and a person agreed to; everything is checked again under the writer's lock."""
    with vault.writing():
        for parcel in parcels:
            for proposal in (parcel.now, parcel.later):
                if proposal is None:
                    continue
                if stale := rules.moved(proposal, vault.pages(proposals.keys(proposal))):
                    raise PageMoved(f"{stale[0]} has changed meanwhile; nothing was written. Import again.")
                if broken := _violations(proposal, vault, now, parcel.fragments):
                    raise ProposalRejected(proposal.id, broken, kept=False)
        return vault.receive(parcels, now, actor, summary)


def look(proposal: Proposal, vault: Vault, now: datetime, bringing: Sequence[Fragment] = ()) -> View:
    """What the proposal touches and cites, as it stands; `bringing` are fragments that come with it."""
    before = vault.pages(proposals.keys(proposal))
    after = proposals.after(proposal, before, now)
    cited = {c.id for page in (*before.values(), *after.values()) if page for c in page.cited}
    unshown = cited.difference(proposal.considered) if proposal.origin == "dream" else ()
    known = frozenset(id_ for id_, by in vault.citing(unshown).items() if by)
    brought = {f.id: f for f in bringing if f.id in cited}
    return View(before=before, after=after, fragments={**brought, **vault.fragments(cited)}, cited=known)
