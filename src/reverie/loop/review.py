"""Review: a person decides about held proposals, whole or in part."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from reverie.domain import approval, core, proposal as proposals, reflection, rules
from reverie.domain.citation import Evidence
from reverie.domain.fragment import Fragment
from reverie.domain.page import Page
from reverie.domain.proposal import Change, Proposal, Put, State, put
from reverie.domain.reflection import Finding
from reverie.errors import NotFound, PageMoved, ReverieError
from reverie.loop import cases
from reverie.loop.apply import ANEW, Applied, apply, look
from reverie.loop.digest import tell_no_more
from reverie.loop.forget import as_now
from reverie.loop.observe import observe_answer, observe_edited, refuse_secrets
from reverie.loop.summarise import following
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
    both: bool = False,
) -> Applied:
    """Apply a held proposal: all of it, or the changes numbered in `only` (from 1); edited pages win.

    What was not chosen stays held. When a page moved on meanwhile, nothing is written and it stays held. An agent
    approves what a sub-agent proposed and no rule of trust holds. What contradicts it gives way, unless `both` are
    kept, at low confidence and linked.
    """
    with vault.writing():
        held = find(name, vault, within)
        rivals = cases.rivals(held.proposal, vault)
        if both and (not rivals or only or edited):
            why = "nothing contradicts it" if not rivals else "both are kept whole, without --only or --edit"
            raise ReverieError(f"proposal {held.proposal.id}: {why}")
        proposal = _for_agent(held, rivals, agent, vault, now) if agent else held.proposal
        proposal = (
            cases.both(proposal, rivals, vault) if both else cases.chosen(cases.anew(proposal, vault), rivals.pages)
        )
        try:
            applied = _approve(approval.accepted(proposal), held, vault, now, part_id, only, edited)
        except PageMoved as moved:
            raise PageMoved(_anew(str(moved), held.proposal)) from moved
        tell_no_more(applied.entry, vault, now)
        for rival in rivals.held if not applied.held else ():
            _settle(rival, applied, vault, now, agent, both=both)
        return applied


def _anew(moved: str, proposal: Proposal) -> str:
    """How what cannot be approved any more is made of the pages as they are now."""
    if proposal.origin == "reflect":
        return f"{moved} `reverie reflect` makes the reflection anew."
    if proposal.origin != "dream" or not proposal.considered:
        return moved
    how = f"`reverie review reject {proposal.id}`, then `reverie dream --undone`, dreams it again"
    return f"{moved.removesuffix(ANEW)}`--only` approves its other changes; {how} of the page as it is now."


def _settle(rival: Held, applied: Applied, vault: Vault, now: datetime, agent: str | None, *, both: bool) -> None:
    """What becomes of a proposal when the one it contradicts was approved."""
    name = applied.entry.id if applied.entry else ""
    actor = f"agent:{agent}" if agent else "manual"
    if both:
        vault.hold(cases.bare(rival.proposal), None, now, [f"kept beside {name}"], actor)
    else:
        vault.hold(rival.proposal, "rejected", now, [f"{name} was chosen instead"], actor)


def _approve(
    proposal: Proposal, held: Held, vault: Vault, now: datetime, part_id: str | None, only: Sequence[int],
    edited: Mapping[int, Sequence[Page]] | None,
) -> Applied:  # fmt: skip
    """Apply all of a proposal, or a part of it."""
    numbers = list(only) or list(range(1, len(proposal.changes) + 1))
    if bad := [n for n in numbers if not 1 <= n <= len(proposal.changes)]:
        raise ReverieError(f"proposal {proposal.id} has changes 1 to {len(proposal.changes)}, not {bad[0]}")
    chosen: list[Change] = []
    forgets = proposal.actor == "bot:trigger-forget"
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
        elif proposal.origin != "reflect" and not forgets:  # it was made as a whole, and is made anew by the next one
            change = _rebased(change, vault)
        chosen.append(change)
    chosen = as_now(chosen, proposal.space, vault) if forgets else chosen
    chosen = following(chosen, proposal.space, vault) if proposal.origin == "dream" else chosen
    rest = tuple(c for n, c in enumerate(proposal.changes, 1) if n not in numbers)
    if not rest:
        return apply(replace(proposal, changes=tuple(chosen)), vault, now, approved=True)
    cited = {c.id for change in chosen for page in proposals.pages(change) for c in page.cited}
    part = replace(
        proposal,
        id=part_id or f"{proposal.id}-{_suffix(numbers)}",
        parent=proposal.id,
        changes=tuple(chosen),
        considered=tuple(i for i in proposal.considered if i in cited),
    )
    left = replace(held.proposal, changes=rest, considered=tuple(i for i in proposal.considered if i not in cited))
    return apply(part, vault, now, approved=True, rest=left)


def _for_agent(held: Held, rivals: cases.Rivals, agent: str, vault: Vault, now: datetime) -> Proposal:
    """The proposal that an agent approves, saying so; ReverieError when only a person may."""
    refused = "it was rejected" if held.state == "rejected" else "another says otherwise" if rivals else None
    why = refused or approval.agent_may_not(held.proposal, look(held.proposal, vault, now))
    if why:
        raise ReverieError(f"only a person may approve proposal {held.proposal.id}: {why}; this runs under {agent}")
    said = f"approved by agent:{agent}"
    return replace(held.proposal, trigger=f"{held.proposal.trigger}; {said}" if held.proposal.trigger else said)


def _proven(new: Page, old: Page, name: str, vault: Vault, now: datetime) -> tuple[Page, tuple[str, ...]]:
    """An edited page, citing the words the person put into it."""
    said = observe_edited(new, old, name, vault, now)
    if not said or new.key.kind == "file":  # a host's file holds no citations
        return new, (said.id,) if said else ()
    return rules.cite(new, Evidence(frozenset({said.citation}))), (said.id,)


def answer(name: str, number: int, told: str, vault: Vault, now: datetime) -> tuple[Finding, Fragment]:
    """Keep a person's answer to a question of a reflection, as words of theirs."""
    with vault.writing():
        held = find(name, vault)
        found = reflection.of(held.proposal)
        asked = found.of("questions") if found else []
        if not found or not 1 <= number <= len(asked):
            there = f"it asks 1 to {len(asked)}" if asked else "it asks nothing"
            raise NotFound(f"proposal {held.proposal.id} has no question {number}; {there}")
        question = asked[number - 1]
        source, space = f"reflection:{found.name}", held.proposal.space
        fragment, whole = observe_answer(question.text, question.name, told, source, space, vault, now)
        if not whole:  # a yes or a no is for the next reflection, and nothing to dream of
            heard = Proposal(
                id=f"{held.proposal.id}-q{number}", origin="person", actor="manual", changes=(), space=space,
                because=f"answered {found.name}, question {number}", considered=(fragment.id,),
            )  # fmt: skip
            vault.hold(heard, None, now, [], "manual")
        return question, fragment


def as_it_is_now(held: Held, vault: Vault) -> Held:
    """A proposal with what it would do to the pages as they are now."""
    if held.proposal.origin == "reflect":
        return held
    proposal = cases.chosen(cases.anew(held.proposal, vault), cases.rivals(held.proposal, vault).pages)
    changes = [_rebased(change, vault) for change in proposal.changes]
    changes = following(changes, proposal.space, vault) if proposal.origin == "dream" else changes
    proposal = replace(proposal, changes=tuple(changes))
    return replace(held, proposal=rules.settle(proposal, look(proposal, vault, held.at)))


def _rebased(change: Change, vault: Vault) -> Change:
    """Lines come into a core block and leave it as it is now, and two entities become one as they are now."""
    if not isinstance(change, Put) or change.page.key.kind != "core":
        return remade(change, vault)
    key = change.page.key
    page = vault.pages([key]).get(key)
    if (page.version if page else None) == change.made_from.get(key, page.version if page else None):
        return change
    new = core.add_missing(page, change.page)
    left = change.page.evidence.superseded - new.evidence.superseded
    return put(core.drop_cited(new, left) if left else new, page, change.why)


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
        if actor != "manual" and state == "rejected" and cases.rivals(found.proposal, vault):
            why_not = "another says otherwise, and they choose; it may be deferred"
            raise ReverieError(f"only a person may reject proposal {found.proposal.id}: {why_not}")
        vault.hold(found.proposal, state, now, (why,) if why else found.reasons, actor)
        return found.proposal


def _suffix(numbers: Sequence[int]) -> str:
    return "c" + ".".join(str(n) for n in numbers)
