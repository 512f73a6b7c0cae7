"""Apply: the only door into long-term memory. Checks a proposal, then commits it, holds it or keeps it rejected."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from reverie.domain import approval, proposal as proposals, rules
from reverie.domain.audit import AuditEntry
from reverie.domain.proposal import Proposal
from reverie.domain.rules import View
from reverie.errors import PageMoved, ProposalRejected, SecretRefused
from reverie.store.base import Vault

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
                f"{stale[0]} has changed since proposal {proposal.id} was made from it; nothing was written. "
                "Make the change again from the page as it is now."
            )
        view = look(proposal, vault, now)
        _unburied(proposal, view, vault)
        broken = [each for each in rules.violations(proposal, view) if not (approved and each.rule == rules.ASK_FIRST)]
        if any(violation.rule == "secret" for violation in broken):
            raise SecretRefused([v.why for v in broken if v.rule == "secret"])
        if broken:
            why = [str(violation) for violation in broken]
            vault.hold(proposal, "rejected", now, why, "system:rules")
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


def look(proposal: Proposal, vault: Vault, now: datetime) -> View:
    """What the proposal touches and cites, as it stands."""
    before = vault.pages(proposals.keys(proposal))
    after = proposals.after(proposal, before, now)
    cited = {c.id for page in (*before.values(), *after.values()) if page for c in page.cited}
    unshown = cited.difference(proposal.considered) if proposal.origin == "dream" else ()
    known = frozenset(id_ for id_, by in vault.citing(unshown).items() if by)
    return View(before=before, after=after, fragments=vault.fragments(cited), cited=known)
