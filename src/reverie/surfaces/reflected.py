"""How a reflection looks, and what a sub-agent proposed, and what says otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from reverie.domain import proposal as proposals, reflection, reflection_text
from reverie.domain.audit import one_line
from reverie.domain.fence import harmless
from reverie.surfaces.present.style import bold, dim

if TYPE_CHECKING:
    from reverie.domain.page import Key, Page
    from reverie.domain.proposal import Proposal
    from reverie.loop.cases import Rivals
    from reverie.loop.propose import Proposed
    from reverie.loop.reflect import Reflected
    from reverie.store.base import Held, Vault

ODDS = "  ⚠ contradicted"
_PROOF = 5  # quotes of one side that are shown


def all_json(found: Sequence[Reflected]) -> list[dict[str, Any]]:
    return [
        {
            "space": one.space,
            "outcome": one.outcome,
            "proposal": one.proposal.id if one.proposal else None,
            "changes": len(one.proposal.changes) if one.proposal else 0,
            "reflection": reflection.to_json(one.found) if one.found else None,
        }
        for one in found
    ]


def all_text(found: Sequence[Reflected], vault: Vault) -> str:
    """What waits now, whole; and where nothing is new, that."""
    parts = []
    for one in found:
        where = f" in {one.space}" if one.space else ""
        if one.outcome == "made" and one.proposal:
            parts.append(text(one.proposal, vault.pages(proposals.keys(one.proposal))))
        elif one.proposal:
            parts.append(dim(f"Nothing new{where}: {one.last} waits still (`reverie review show {one.proposal.id}`)."))
        elif one.last:
            parts.append(dim(f"Nothing new{where} since {one.last}."))
    return "\n\n".join(parts) or "Nothing to reflect on yet."


def text(proposal: Proposal, before: dict[Key, Page]) -> str:
    """A reflection that waits, as meta/pending-reflection.md tells it."""
    found = reflection.of(proposal)
    if not found:
        return ""
    lines = [harmless(line) for line in reflection_text.pending(found, proposal, before)]
    return "\n".join(bold(line.lstrip("# ")) if line.startswith("#") else line for line in lines)


def rivals_json(found: Rivals) -> list[str]:
    """What contradicts a proposal, by name."""
    return [*(str(page.key) for page in found.pages), *(held.proposal.id for held in found.held)]


def case_text(held: Held, found: Rivals, vault: Vault) -> str:
    """A contradiction with the evidence of both sides, and how it can be resolved."""
    if not found:
        return ""
    name = held.proposal.id
    lines = [bold("⚠ These contradict each other"), *_side(name, held.proposal, vault)]
    for page in found.pages:
        lines.append(f"  {page.key} ({vault.handle(page.key)}): {one_line(page.prose, 100)}")
        lines += _proof([c.id for c in sorted(page.evidence.active)], vault)
    for other in found.held:
        lines += _side(other.proposal.id, other.proposal, vault)
    how = f"`reverie review approve {name}` keeps it instead, `reverie review reject {name}` the other,"
    return "\n".join([*lines, dim(f"  {how} `approve {name} --both` both; until then it stays open.")])


def _side(name: str, proposal: Proposal, vault: Vault) -> list[str]:
    return [f"  {name} by {proposal.actor}:", *_proof(proposal.considered, vault)]


def _proof(ids: Sequence[str], vault: Vault) -> list[str]:
    found = list(vault.fragments(ids).values())[-_PROOF:]
    return [f"    {f.day.isoformat()} {f.trust}: “{one_line(harmless(f.quote or f.body), 120)}”" for f in found]


def proposed_json(found: Proposed) -> dict[str, Any]:
    proposal = found.proposal
    return {
        "outcome": found.outcome,
        "fragment": str(found.fragment.citation),
        "proposal": proposal.id if proposal else None,
        "held": found.applied.held.id if found.applied and found.applied.held else None,
        "against": list(proposal.against) if proposal else [],
        "reasons": list(found.applied.reasons) if found.applied else [],
    }


def proposed_text(found: Proposed) -> str:
    said, proposal = one_line(found.fragment.body, 80), found.proposal
    if not proposal:
        return f"{bold('Known already')}  {said}"
    rest = found.applied.held if found.applied else None
    if found.outcome == "kept":
        lines = [
            f"{bold('Kept')}  {said}",
            dim(f"  by {proposal.actor}; take it back with `reverie undo {proposal.id}`"),
        ]
        return "\n".join([*lines, *([dim(f"  a part waits: `reverie review show {rest.id}`")] if rest else [])])
    lines = [f"{bold('Waits for review')}  {proposal.id}: {said}"]
    lines += [f"  contradicts {name}" for name in proposal.against]
    return "\n".join([*lines, dim(f"  decide with `reverie review show {proposal.id}`")])
