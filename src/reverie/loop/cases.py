"""Cases: what sub-agents propose and what says otherwise of the same thing. A person chooses, keeps both, or waits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from reverie.domain import front, proposal as proposals, route as routes, rules
from reverie.domain.belief import restate
from reverie.domain.citation import Evidence
from reverie.domain.fragment import Fragment
from reverie.domain.page import Key, Page
from reverie.domain.proposal import Change, Merge, Proposal, Put, put
from reverie.loop.desk import Desk
from reverie.loop.dream import NEAR, Find
from reverie.loop.link import link
from reverie.loop.remember import core_line, main_page
from reverie.retrieval.conflicts import contradict
from reverie.store.base import Held, Vault

MOST = 5  # rivals that one proposal is set against


@dataclass(frozen=True, slots=True, kw_only=True)
class Rivals:
    """What says otherwise than a proposal: beliefs that stand, and other proposals that wait."""

    pages: tuple[Page, ...] = ()
    held: tuple[Held, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.pages or self.held)


def against(fragment: Fragment, find: Find, vault: Vault) -> tuple[str, ...]:
    """What a proposed statement contradicts: beliefs near it, and proposals of sub-agents that wait."""
    keys = [key for key in find(fragment.body, fragment.space, NEAR) if key.kind == "belief"]
    pages = [page for page in vault.pages(keys).values() if not page.retired]
    found = [str(page.key) for page in pages if contradict(fragment.body, page.prose)]
    waiting = [held for held in vault.held() if _waits(held, fragment.space)]
    found += [h.proposal.id for h in waiting if any(contradict(fragment.body, said) for said in statements(h, vault))]
    return tuple(found[:MOST])


def rivals(proposal: Proposal, vault: Vault) -> Rivals:
    """What still says otherwise, whichever of the two came first."""
    if proposal.origin != "subagent":
        return Rivals()
    keys = [Key(proposal.space, "belief", name.rpartition("/")[2]) for name in proposal.against if "/" in name]
    pages = tuple(page for page in vault.pages(keys).values() if not page.retired)
    others = [held for held in vault.held() if _waits(held, proposal.space) and held.proposal.id != proposal.id]
    mine = [h for h in others if h.proposal.id in proposal.against or proposal.id in h.proposal.against]
    return Rivals(pages=pages, held=tuple(mine))


def statements(held: Held, vault: Vault) -> list[str]:
    """What a proposal rests on, in the words of who made it."""
    return [fragment.body for fragment in vault.fragments(held.proposal.considered).values()]


def _waits(held: Held, space: str) -> bool:
    return held.state != "rejected" and held.proposal.origin == "subagent" and held.proposal.space == space


def chosen(proposal: Proposal, pages: Sequence[Page]) -> Proposal:
    """The proposal so that it holds and the pages against it do not: restated by it, their evidence superseded."""
    own = next((c for c in proposal.changes if isinstance(c, Put) and c.page.key.kind == "belief"), None)
    if not own or not pages:
        return proposal
    old = frozenset().union(*(page.evidence.all for page in pages))
    proof = Evidence(own.page.evidence.active, (own.page.evidence.superseded | old) - own.page.evidence.active)
    versions = {page.key: page.version for page in pages}
    new: Change
    if own.made_from.get(own.page.key):  # it stands already, and takes the others in
        into = restate(own.page, own.page.prose, proof)
        new = Merge(tuple(versions), into, {**versions, **own.made_from})
    else:
        first, *rest = pages
        into = restate(first, own.page.prose, proof)
        new = Merge(tuple(page.key for page in rest), into, versions) if rest else put(into, first)
    return replace(proposal, changes=tuple(new if change is own else change for change in proposal.changes))


def anew(proposal: Proposal, vault: Vault) -> Proposal:
    """A sub-agent's proposal, made again from its statement when entities it adds lines to have moved on.

    What would put a belief in other words stays as it was shown: when that has moved on, a person looks again.
    """
    ids = proposal.considered if proposal.origin == "subagent" else ()
    stale = rules.moved(proposal, vault.pages(proposals.keys(proposal))) if ids else ()
    if not stale or any(key.kind not in ("entity", "core") for key in stale):
        return proposal
    pages = [page for change in proposal.changes for page in proposals.pages(change)]
    desk = Desk(vault)
    _write(ids, desk, vault, pin=any(page.pinned for page in pages), core=any(p.key.kind == "core" for p in pages))
    return replace(proposal, changes=desk.changes())


def _write(ids: Sequence[str], desk: Desk, vault: Vault, *, pin: bool = False, core: bool = False) -> list[Key]:
    """What was proposed in these fragments, on a desk; the pages that state it."""
    keys = []
    for fragment in vault.fragments(ids).values():
        route = routes.route(fragment.body, pin=pin)
        key, known = main_page(fragment, route, desk, pin=pin)
        if not known:
            link(fragment, route.entities, route.relations, desk)
            if core:
                core_line(fragment, route, desk)
        keys.append(key)
    return keys


def both(proposal: Proposal, found: Rivals, vault: Vault) -> Proposal:
    """All of them kept, as beliefs of low confidence that name each other; made anew from what was proposed."""
    desk = Desk(vault)
    ids = [*proposal.considered, *(id_ for held in found.held for id_ in held.proposal.considered)]
    keys = [*(page.key for page in found.pages), *_write(ids, desk, vault)]
    for key in dict.fromkeys(keys):
        page = desk.page(key)
        if page:
            others = [each.slug for each in dict.fromkeys(keys) if each != key]
            linked = dict.fromkeys((*_named(page), *others))
            desk.put(page.with_front("confidence", "low").with_front("contradicts", list(linked)))
    return replace(
        proposal, changes=desk.changes(), considered=tuple(ids), against=(),
        because=f"kept both, which contradict each other: {proposal.because.partition(': ')[2]}",
    )  # fmt: skip


def _named(page: Page) -> tuple[str, ...]:
    try:
        return front.get_list(page.text, "contradicts") or ()
    except ValueError:
        return ()


def bare(proposal: Proposal) -> Proposal:
    """A proposal that another one has taken in, for the record."""
    return replace(proposal, changes=(), considered=(), against=(), report={})
