"""What an agent wants changed: it tells things, asks for others to be forgotten, and decides what it may decide."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from reverie.domain import proposal as proposals, space as spaces
from reverie.domain.audit import one_line
from reverie.domain.fence import NOTICE, block, cut, fenced, inert
from reverie.errors import ReverieError
from reverie.store.base import Held
from reverie.surfaces.mcp.tool import Asked, Said
from reverie.surfaces.present.review import held_text
from reverie.surfaces.reflected import case_text, text as reflected_text

if TYPE_CHECKING:
    from reverie.memory import Memory

WAITING = 20  # proposals listed at once
SHOW = 4_000  # tokens of one proposal


def remember(memory: Memory, space: str, asked: Asked) -> Said:
    """Keep a statement, or with a title a text word for word."""
    where = spaces.OWN if asked.get("scope") == "everywhere" else space
    if title := asked.get("title"):
        kept = memory.keep_verbatim(asked["text"], title, space=where)
    else:
        kept = memory.remember(asked["text"], space=where)
    applied = kept.applied
    made = bool(applied.entry and any(kept.page in changed.keys for changed in applied.entry.files))
    outcome = "known" if kept.known else "kept" if made else "waits"
    handle = kept.page.handle if kept.page and outcome != "waits" else kept.fragment.handle
    told = {
        "kept": f"Kept as {handle}, with trust agent.",
        "known": f"Known already: {handle}. Today's mention was noted.",
        "waits": f"Noted as {handle}; it waits for the user's review: {'; '.join(applied.reasons)}.",
    }[outcome]
    if made and applied.held:
        told += f" A part of it waits for the user's review: {'; '.join(applied.reasons)}."
    fields = {
        "outcome": outcome,
        "handle": handle,
        "proposal": applied.held.id if applied.held else "",
        "reasons": list(applied.reasons),
    }
    return Said(inert(told), fields)


def forget(memory: Memory, space: str, asked: Asked) -> Said:
    """Ask for something to be forgotten; a person decides."""
    from reverie.surfaces.forgetting import named, preview

    keys, about = named(memory, asked["what"].strip(), spaces.chain(space), within=space)
    lines = [(handle, one_line(line, 300)) for handle, line in preview(memory, keys, about)]
    applied = memory.forget(keys, why=asked.get("why", ""), about=about)
    waits = applied.held.id if applied.held else ""
    text = "\n".join(f"[{handle}] {inert(line)}" for handle, line in lines)
    told = f"Nothing is forgotten yet: proposal {waits} waits for the user's review. It would take out:\n{text}"
    fields = {
        "notice": NOTICE,
        "outcome": "waits" if waits else "forgotten",
        "proposal": waits,
        "forgets": [{"handle": handle, "text": fenced(line)} for handle, line in lines],
    }
    return Said(block(told), fields)


def review(memory: Memory, space: str, asked: Asked) -> Said:
    """Proposals that wait: list, show, reject, put off, approve what no rule keeps for a person."""
    action, name = asked.get("action", "list"), asked.get("proposal", "")
    if action == "list":
        return _list(memory, space)
    if not name:
        raise ReverieError(f"which proposal? memory_review with action list names them; {action} needs one")
    if action == "show":
        return _show(memory, memory.held_one(name, space=space))
    if action == "approve":
        applied = memory.approve(name, space=space)
        done = applied.entry.id if applied.entry else ""
        return _decided(f"Approved {name}; change {done} can be taken back by the user.", name, "approved")
    state: proposals.State = "rejected" if action == "reject" else "deferred"
    found = memory.decide(name, state, asked.get("why", ""), space=space)
    return _decided(f"{state.capitalize()} {found.id}; the user can still read it.", found.id, state)


def _decided(told: str, name: str, state: str) -> Said:
    return Said(inert(told), {"notice": NOTICE, "proposals": [{"id": name, "state": state}]})


def _list(memory: Memory, space: str) -> Said:
    waiting = [held for held in memory.held(space=space) if held.state != "rejected"]
    lines = [f"{held.proposal.id} · {held.state} · {inert(_about(held))}" for held in waiting[-WAITING:]]
    more = len(waiting) - len(lines)
    lines += [f"({more:,} older ones wait, too.)"] if more else []
    fields = {"notice": NOTICE, "proposals": [_proposal(held, _about(held)) for held in waiting[-WAITING:]]}
    return Said(block("\n".join(lines) or "Nothing waits for review."), fields)


def _about(held: Held) -> str:
    why = "; ".join(held.reasons)
    return f"{held.at:%Y-%m-%d} {held.proposal.actor}: {one_line(held.proposal.because, 160)} ({one_line(why, 160)})"


def _show(memory: Memory, held: Held) -> Said:
    before = memory.vault.pages(proposals.keys(held.proposal))
    parts = (held_text(held, before), case_text(held, memory.rivals(held.proposal), memory.vault))
    text = cut(click.unstyle("\n".join((reflected_text(held.proposal, before), *parts)).strip()), SHOW)
    return Said(block(inert(text)), {"notice": NOTICE, "proposals": [_proposal(held, text)]})


def _proposal(held: Held, text: str) -> dict[str, Any]:
    return {"id": held.proposal.id, "state": held.state, "text": fenced(text)}
