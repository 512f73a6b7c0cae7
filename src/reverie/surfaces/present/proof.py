"""How the proof of a page looks: the fragments it cites in their own words, and how it came to be."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from reverie.domain.audit import AuditEntry, one_line
from reverie.surfaces.present.style import WIDTH, bold, count, dim, handle, in_lines
from reverie.surfaces.present.trail import entry_json

if TYPE_CHECKING:
    from reverie.domain.fragment import Fragment
    from reverie.domain.page import Key
    from reverie.domain.turn import Turn
    from reverie.retrieval.walk import Proof


def fragment_json(fragment: Fragment) -> dict[str, Any]:
    return {
        "handle": fragment.handle,
        "citation": str(fragment.citation),
        "said": fragment.ts.isoformat(),
        "source": fragment.source,
        "entry": fragment.entry,
        "session": fragment.session,
        "who": fragment.who,
        "kind": fragment.kind,
        "trust": fragment.trust,
        "confidence": fragment.confidence,
        "body": fragment.body,
        "quote": fragment.quote,
    }


def proof_json(proof: Proof) -> dict[str, Any]:
    return {
        "handle": proof.key.handle,
        "page": str(proof.key),
        "title": proof.page.title if proof.page else None,
        "text": proof.page.prose if proof.page else proof.active[0].body if proof.active else None,
        "strength": proof.page.strength if proof.page else None,
        "trust": proof.page.trust if proof.page else proof.active[0].trust if proof.active else None,
        "evidence": [fragment_json(f) for f in proof.active],
        "superseded": [fragment_json(f) for f in proof.superseded],
        "missing": list(proof.missing),
        "cited_by": [str(key) for key in proof.cited_by],
        "changes": [
            {**entry_json(entry), "did": did, "why": entry.why({proof.key})}
            for entry, did in zip(proof.changes, proof.did, strict=True)
        ],
        "turns": [turn_json(turn) for turn in proof.turns],
    }


def turn_json(turn: Turn) -> dict[str, Any]:
    return {
        "handle": turn.key.handle,
        "session": turn.session,
        "entry": turn.id,
        "said": turn.at.isoformat(),
        "role": turn.role,
        "speaker": turn.speaker,
        "text": turn.text,
    }


def turn_text(turn: Turn, *, asked: bool) -> str:
    said = f"{turn.speaker or turn.role}, {turn.at:%Y-%m-%d %H:%M}: {one_line(turn.text, 300 if asked else 120)}"
    return f"  {click.style(said, fg='green') if asked else dim(said)}"


def proof_text(proof: Proof) -> str:
    parts: list[str] = []
    if proof.turns:
        heading = f"{bold('Said in ' + proof.turns[0].session)}  {handle(proof.key.handle)}"
        return in_lines([heading, *(turn_text(turn, asked=turn.key == proof.key) for turn in proof.turns)])
    if proof.page:
        page = proof.page
        parts.append(f"{bold(page.title)}  {handle(page.key.handle)}")
        facts = [
            page.key.kind,
            f"{page.strength} ({count(page.days, 'day')})",
            f"trust {page.trust}",
        ]
        facts += ["pinned"] if page.pinned else []
        facts += [f"retired {page.retired}"] if page.retired else []
        parts.append(dim("  " + " · ".join(facts)))
    if proof.key.kind == "fragment" and proof.active:
        told = proof.active[0]
        parts.append(f"{bold(one_line(told.body, 300))}  {handle(proof.key.handle)}")
        parts.append(dim("  " + " · ".join([told.kind, f"trust {told.trust}", f"confidence {told.confidence}"])))
    parts += [line for f in proof.active for line in _quote(f)]
    if proof.superseded:
        parts.append("Overturned:")
        parts += [line for f in proof.superseded for line in _quote(f)]
    parts += [f"  missing: {cited} is cited and is not there" for cited in proof.missing]
    if not proof.active and not proof.superseded and not proof.missing:
        parts.append("  no fragment is cited; the page was written by hand or by another program")
    if proof.cited_by:
        parts.append("Held in: " + ", ".join(f"{key} {handle(key.handle)}" for key in proof.cited_by))
    if proof.changes:
        parts.append("How it came to be:")
        did = [_did_text(proof.key, *each) for each in zip(proof.changes, proof.did, strict=True)]
        parts += reversed(did)
    return in_lines(parts)


def _did_text(key: Key, entry: AuditEntry, did: str) -> str:
    """What an entry did to the page that was asked for, whatever else it changed."""
    run = f" · run {entry.of_run}" if entry.of_run else ""
    why = dim(f"— {one_line(entry.why({key}), 2 * WIDTH)}{run}")
    return f"  {entry.at:%Y-%m-%d %H:%M} {handle(entry.id)} {dim(entry.actor)} {one_line(did, 2 * WIDTH)} {why}"


def _quote(fragment: Fragment) -> list[str]:
    who = f" by {fragment.who}" if fragment.who else ""
    words = one_line(fragment.quote or fragment.body, 300)
    told = f"{fragment.source} {fragment.entry}" + (f" in {fragment.session}" if fragment.session else "")
    return [
        f"  {click.style('“' + words + '”', fg='green')}",
        dim(f"    said {fragment.ts:%Y-%m-%d %H:%M}{who} · {told} · trust {fragment.trust}"),
        dim(f"    {fragment.citation}"),
    ]
