"""Propose: what a sub-agent wants remembered is observed and queued for review. Sub-agents write nothing otherwise."""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from reverie.domain import route as routes, text as texts
from reverie.domain.approval import accepted
from reverie.domain.clock import AGENTS, AHEAD
from reverie.domain.fragment import Fragment
from reverie.domain.inbox import PROPOSED, Entry as Item, Statement, author, read, without
from reverie.domain.page import Key
from reverie.domain.proposal import Proposal
from reverie.domain.route import Route, Store
from reverie.domain.transcript import Entry, Transcript
from reverie.domain.visible import visible
from reverie.errors import ProposalRejected, ReverieError
from reverie.loop.apply import Applied, apply
from reverie.loop.cases import against
from reverie.loop.desk import Desk, Named
from reverie.loop.dream import Find
from reverie.loop.link import link
from reverie.loop.observe import observe_told, refuse_secrets, sane
from reverie.loop.remember import core_line, main_page
from reverie.store.base import History, Vault

_STORES: dict[str, Store] = {"vault": "pinned"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Queue:
    """What it takes to queue a proposal."""

    vault: Vault
    history: History
    find: Find
    named: Named
    trusted: Collection[str] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposed:
    """What became of it."""

    outcome: Literal["waits", "kept", "known"]
    fragment: Fragment
    proposal: Proposal | None = None
    applied: Applied | None = None


def propose(what: Statement, queue: Queue, space: str, now: datetime, new_id: str) -> Proposed:
    """Queue what a sub-agent wants remembered. Accepted at once only from a trusted name that is sure, when it
    contradicts nothing and no rule of trust holds it."""
    vault, name = queue.vault, author(what.author)
    sane(what.content)
    what = replace(what, content=visible(what.content), trigger=visible(what.trigger))
    refuse_secrets(what.content, what.trigger, name, space)
    actor, route = f"{PROPOSED}{name}", routed(what)
    with vault.writing():
        fragment = observe_told(_transcript(what, name, space, now, new_id), route, vault, now, actor)
        desk = Desk(vault, queue.named)
        _, known = written(fragment, route, desk, pin=what.store == "vault")
        proposal = Proposal(
            id=new_id, origin="subagent", actor=actor, because=f"proposed: {texts.first_sentence(what.content)[:160]}",
            changes=desk.changes(), space=space, trigger=what.trigger, trust="agent", considered=(fragment.id,),
            against=() if known else against(fragment, queue.find, vault),
        )  # fmt: skip
        if not proposal.changes:
            vault.hold(proposal, None, now, ["it is known already"], actor)
            return Proposed(outcome="known", fragment=fragment)
        if name in queue.trusted and what.confidence == "high" and not proposal.against:
            proposal = accepted(proposal)
        applied = apply(proposal, vault, now)
        return Proposed(
            outcome="kept" if applied.entry else "waits", fragment=fragment, proposal=proposal, applied=applied
        )


def routed(what: Statement) -> Route:
    """Where it belongs: as the sub-agent says, else by rules; into core memory only when it asks for that."""
    route = routes.route(what.content, pin=what.store == "vault")
    store = _STORES.get(what.store or "", what.store or route.store)
    return replace(route, store=store, confidence=what.confidence, core=route.core if what.core else None)  # type: ignore[arg-type]


def written(fragment: Fragment, route: Route, desk: Desk, *, pin: bool = False) -> tuple[Key, bool]:
    """The page that states it, on a desk, with what it says of entities; and whether it was known."""
    key, known = main_page(fragment, route, desk, pin=pin)
    if not known:
        core_line(fragment, route, desk)
        link(fragment, route.entities, route.relations, desk)
    return key, known


def _transcript(what: Statement, name: str, space: str, now: datetime, new_id: str) -> Transcript:
    at = what.at if what.at and AGENTS <= what.at <= now + AHEAD else now
    entry = Entry(id=new_id, at=at, role="agent", text=what.content, speaker=name)
    return Transcript(source=f"{PROPOSED}{name}", space=space, trust="agent", entries=(entry,))


# The inbox


def take_in(text: str, queue: Queue, space: str, written_at: datetime, now: datetime) -> str:
    """Queue what an inbox holds; returns it without what was taken in: what is not understood stays.

    An entry that was queued before, by whoever was stopped before clearing the file, is not queued again.
    """
    taken: list[Item] = []
    for entry in read(text):
        if entry.wants is None:
            continue
        name = _name(entry.wants, space)
        with suppress(ReverieError):  # then it stays: a credential in it, or a page that is being written
            if not queue.history.entry(name):
                # With the time of the file, or who is stopped half way and begins again would note it twice.
                wants = entry.wants if entry.wants.at else replace(entry.wants, at=written_at)
                with suppress(ProposalRejected):  # kept readable as rejected
                    propose(wants, queue, space, now, name)
            taken.append(entry)
    return without(text, taken)


def _name(what: Statement, space: str) -> str:
    seed = "\0".join((space, what.author, what.at.isoformat() if what.at else "", what.content))
    return "p-" + hashlib.sha256(seed.encode("utf-8", "surrogatepass")).hexdigest()[:10]
