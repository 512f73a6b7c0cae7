"""Review: a person decides about held proposals, whole or in part."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from reverie.domain import approval, core, proposal as proposals, rules
from reverie.domain.citation import Evidence
from reverie.domain.page import Page
from reverie.domain.proposal import Change, Proposal, Put, State, put
from reverie.errors import NotFound, ReverieError
from reverie.loop.apply import Applied, apply, look
from reverie.loop.digest import tell_no_more
from reverie.loop.observe import observe_edited, refuse_secrets
from reverie.loop.unite import remade
from reverie.store.base import Held, Vault


def waiting(vault: Vault, state: State | None, within: Sequence[str] | None = None) -> list[Held]:
    """The proposals kept so, oldest first; with `within`, those of these spaces."""
    return [held for held in vault.held(state) if within is None or held.proposal.space in within]


def find(name: str, vault: Vault, within: Sequence[str] | None = None) -> Held:
    """The proposal of that id, or of a unique beginning of it; with `within`, of these spaces."""
    known = waiting(vault, None, within)
    found = [h for h in known if h.proposal.id == name] or [h for h in known if name and h.proposal.id.startswith(name)]
    if not found:
        raise NotFound(f"no proposal {name!r} is held or rejected; `reverie review` lists them")
    if len(found) > 1:
        raise NotFound(f"{name!r} fits {len(found)} proposals; give more of the id")
    return found[0]


def approve(
    name: str,
    vault: Vault,
    now: datetime,
    *,
    part_id: str | None = None,
    only: Sequence[int] = (),
    edited: Mapping[int, Sequence[Page]] | None = None,
    agent: str | None = None,
    within: Sequence[str] | None = None,
) -> Applied:
    """Apply a held proposal: all of it, or the changes numbered in `only` (from 1); edited pages win.

    What was not chosen stays held. When a page moved on meanwhile, nothing is written and it stays held. An agent
    approves what a sub-agent proposed and no rule of trust holds.
    """
    with vault.writing():
        held = find(name, vault, within)
        proposal = _for_agent(held, agent, vault, now) if agent else held.proposal
        numbers = list(only) or list(range(1, len(proposal.changes) + 1))
        if bad := [n for n in numbers if not 1 <= n <= len(proposal.changes)]:
            raise ReverieError(f"proposal {proposal.id} has changes 1 to {len(proposal.changes)}, not {bad[0]}")
        chosen = []
        for n in numbers:
            change = proposal.changes[n - 1]
            if edited and n in edited:
                proven = [
                    _proven(new, old, proposal.id, vault, now)
                    for new, old in zip(edited[n], proposals.pages(change), strict=True)
                ]
                change = proposals.with_pages(change, [page for page, _ in proven])
                shown = tuple(id_ for _, ids in proven for id_ in ids)
                proposal = replace(proposal, considered=(*proposal.considered, *shown))
            else:
                change = _rebased(change, vault)
            chosen.append(change)
        rest = tuple(c for n, c in enumerate(proposal.changes, 1) if n not in numbers)
        if not rest:
            applied = apply(replace(proposal, changes=tuple(chosen)), vault, now, approved=True)
            tell_no_more(applied.entry, vault, now)
            return applied
        cited = {c.id for change in chosen for page in proposals.pages(change) for c in page.cited}
        part = replace(
            proposal,
            id=part_id or f"{proposal.id}-{_suffix(numbers)}",
            parent=proposal.id,
            changes=tuple(chosen),
            considered=tuple(i for i in proposal.considered if i in cited),
        )
        left = replace(proposal, changes=rest, considered=tuple(i for i in proposal.considered if i not in cited))
        applied = apply(part, vault, now, approved=True, rest=left)
        tell_no_more(applied.entry, vault, now)
        return applied


def _for_agent(held: Held, agent: str, vault: Vault, now: datetime) -> Proposal:
    """The proposal that an agent approves, saying so; ReverieError when only a person may."""
    refused = "it was rejected" if held.state == "rejected" else None
    why = refused or approval.agent_may_not(held.proposal, look(held.proposal, vault, now))
    if why:
        raise ReverieError(f"only a person may approve proposal {held.proposal.id}: {why}; this runs under {agent}")
    said = f"approved by agent:{agent}"
    return replace(held.proposal, trigger=f"{held.proposal.trigger}; {said}" if held.proposal.trigger else said)


def _proven(new: Page, old: Page, name: str, vault: Vault, now: datetime) -> tuple[Page, tuple[str, ...]]:
    """An edited page, citing the words the person put into it."""
    said = observe_edited(new, old, name, vault, now)
    return (rules.cite(new, Evidence(frozenset({said.citation}))), (said.id,)) if said else (new, ())


def as_it_is_now(held: Held, vault: Vault) -> Held:
    """A proposal with what it would do to the pages as they are now."""
    changes = tuple(_rebased(change, vault) for change in held.proposal.changes)
    return replace(held, proposal=replace(held.proposal, changes=changes))


def _rebased(change: Change, vault: Vault) -> Change:
    """A line for a core block goes to the block as it is now, and two entities become one as they are now."""
    if not isinstance(change, Put) or change.page.key.kind != "core":
        return remade(change, vault)
    key = change.page.key
    page = vault.pages([key]).get(key)
    if (page.version if page else None) == change.made_from.get(key, page.version if page else None):
        return change
    return put(core.add_missing(page, change.page), page)


def decide(
    name: str, state: State, why: str, vault: Vault, now: datetime, actor: str = "manual",
    within: Sequence[str] | None = None,
) -> Proposal:  # fmt: skip
    """Reject a proposal, which sets its fragments aside, or defer it."""
    refuse_secrets(why)
    with vault.writing():
        found = find(name, vault, within)
        if found.state == "rejected":
            raise ReverieError(f"proposal {found.proposal.id} is rejected already; it stays readable")
        vault.hold(found.proposal, state, now, (why,) if why else found.reasons, actor)
        return found.proposal


def _suffix(numbers: Sequence[int]) -> str:
    return "c" + ".".join(str(n) for n in numbers)
