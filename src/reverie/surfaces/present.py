"""How things look: each value as JSON, and as text for people. Colour is dropped by itself in a pipe."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from reverie.domain import graph, proposal as proposals
from reverie.domain.audit import AuditEntry, named_files, one_line
from reverie.domain.fence import harmless as harmless
from reverie.domain.reflection import BECAUSE
from reverie.store.meter import dollars

if TYPE_CHECKING:  # a recall must not import what only `remember` or `review` need
    from datetime import datetime

    from reverie.domain.fragment import Fragment
    from reverie.domain.graph import Relation
    from reverie.domain.page import Key, Page
    from reverie.domain.turn import Turn
    from reverie.loop.apply import Applied
    from reverie.loop.remember import Remembered
    from reverie.retrieval.inject import Injection
    from reverie.retrieval.recall import Answer, Hit
    from reverie.retrieval.walk import Neighbourhood, Proof
    from reverie.store.base import Alert, Held

_WIDTH = 100
_FEW = 5  # pages that an undo names


def bold(text: str) -> str:
    return click.style(text, bold=True)


def dim(text: str) -> str:
    return click.style(text, dim=True)


def handle(text: str) -> str:
    return click.style(text, fg="cyan")


def count(number: int, what: str, many: str = "") -> str:
    return f"{number:,} {what if number == 1 else many or what + 's'}"


def short(path: Path) -> str:
    """A path as people write it, with ~ for their home."""
    home = Path.home()
    return f"~/{path.relative_to(home)}" if path.is_relative_to(home) else str(path)


def _lines(parts: Sequence[str]) -> str:
    return "\n".join(part for part in parts if part)


# Remembering and what became of a change


def applied_json(applied: Applied) -> dict[str, Any]:
    entry = applied.entry
    return {
        "change": entry.id if entry else None,
        "action": entry.action if entry else None,
        "files": [f.path for f in entry.files] if entry else [],
        "held": applied.held.id if applied.held else None,
        "reasons": list(applied.reasons),
    }


def applied_text(applied: Applied, verb: str) -> str:
    entry = applied.entry
    parts = []
    if entry:
        what = entry.summary.rpartition(": ")[2]
        what = f"reflection {entry.of_run}" if entry.summary.startswith(BECAUSE) else what
        parts.append(f"{bold(verb)}  {one_line(what, _WIDTH)}")
        parts.append(dim(f"  change {entry.id}; take it back with `reverie undo {entry.id}`"))
    if applied.held:
        parts.append(f"{bold('Waits for a person')}  {applied.held.id}: {'; '.join(applied.reasons)}")
        parts.append(dim(f"  decide with `reverie review show {applied.held.id}`"))
    return _lines(parts)


def undone_text(applied: Applied, name: str) -> str:
    """Of what was put back, how much it was and the first few."""
    changes = applied.entry.proposal.changes if applied.entry and applied.entry.proposal else ()
    pages = [c for c in changes if isinstance(c, proposals.Restore) and c.key.kind not in ("fragment", "session")]
    pages = [change for change in pages if change.key.kind != "summary"] or pages
    if len(pages) < 2:
        return applied_text(applied, "Undone")
    parts = [f"{bold('Undone')}  {name}: {count(len(pages), 'page')} put back"]
    for key, page in ((change.key, change.page) for change in pages[:_FEW]):
        parts.append(
            f"  {handle(key.handle)} {one_line(page.title, _WIDTH)}" if page else f"  {key.slug} {dim('gone')}"
        )
    parts += [dim(f"  and {len(pages) - _FEW:,} more")] if len(pages) > _FEW else []
    return _lines([*parts, applied_text(applied, "Undone").partition("\n")[2]])


def remembered_json(kept: Remembered) -> dict[str, Any]:
    return {
        "handle": kept.page.handle if kept.page else kept.fragment.handle,
        "page": str(kept.page) if kept.page else None,
        "fragment": str(kept.fragment.citation),
        "text": kept.fragment.body,
        "kind": kept.fragment.kind,
        "known": kept.known,
        "notes": list(kept.notes),
        **applied_json(kept.applied),
    }


def remembered_text(kept: Remembered) -> str:
    said = one_line(kept.fragment.body, _WIDTH - 24)
    where = kept.page.handle if kept.page else kept.fragment.handle
    waits = kept.applied.entry is None or not kept.applied.entry.files
    verb = "Known already" if kept.known else "Noted" if waits else "Remembered"
    parts = [f"{bold(verb)}  {handle(where)}  {said}"]
    if kept.applied.entry and kept.applied.entry.files:
        others = [f.path for f in kept.applied.entry.files[1:]]
        also = f"; also {', '.join(others)}" if others else ""
        parts.append(dim(f"  {kept.fragment.kind} · {kept.applied.entry.files[0].path}{also}"))
        parts.append(dim(f"  change {kept.applied.entry.id}; take it back with `reverie undo {kept.applied.entry.id}`"))
    if kept.applied.held:
        parts.append(f"{bold('Waits for a person')}  {kept.applied.held.id}: {'; '.join(kept.applied.reasons)}")
    parts += [dim(f"  {note}") for note in kept.notes]
    return _lines(parts)


# Recall


def hit_json(hit: Hit) -> dict[str, Any]:
    return {
        "handle": hit.handle,
        "kind": hit.key.kind,
        "space": hit.key.space,
        "slug": hit.key.slug,
        "title": hit.title,
        "text": hit.text,
        "date": hit.date.isoformat() if hit.date else None,
        "score": hit.score,
        "strength": hit.strength,
        "trust": hit.trust,
        "citations": [str(c) for c in hit.citations],
        "pinned": hit.pinned,
        "retired": hit.retired,
        "matched": list(hit.matched),
        "speaker": hit.speaker,
        "lines": list(hit.lines) if hit.lines else None,
    }


def answer_json(answer: Answer, *, explain: bool = False) -> dict[str, Any]:
    data = {
        "hits": [hit_json(hit) for hit in answer.hits],
        "terms": list(answer.terms),
        "tier": answer.tier,
        "likely": answer.likely,
        "reason": answer.reason,
    }
    if explain:
        data["question"] = question_json(answer)
        for shown, hit in zip(data["hits"], answer.hits, strict=True):  # type: ignore[call-overload]
            shown["explain"] = {
                "log_odds": dict(hit.parts), "factors": dict(hit.factors), "via": _via(hit),
                "through": str(hit.through) if hit.through else None,
            }  # fmt: skip
    return data


def question_json(answer: Answer) -> dict[str, Any]:
    """The question as each lane saw it."""
    asked, words = answer.question, answer.words
    if asked is None or words is None:
        return {}
    return {
        "words": {
            term: {"passages": count, "weight": round(words.weights.get(term, 0.0), 3)}
            for term, count in words.counts.items()
        },
        "unknown": list(words.unknown),
        "meaning": asked.bare.encode("utf-8", "replace").decode() if answer.tier == "full" else None,
        "embedder": answer.embedder,
        "speakers": list(asked.speakers),
        "entities": {said: [key.slug for key in keys] for said, keys in answer.entities.items()},
        "respelt": dict(answer.respelt),
        "times": [
            {
                "words": s.words,
                "from": s.start.isoformat() if s.start else None,
                "until": s.end.isoformat() if s.end else None,
                "from_now": s.relative,
            }
            for s in asked.spans
        ],
        "wants": sorted(asked.wants),
        "cut": asked.cut,
    }


def _via(hit: Hit) -> str | None:
    return f"{hit.via} {hit.via.handle}" if hit.via else None


def answer_text(answer: Answer, *, explain: bool = False) -> str:
    parts = [_question_text(answer)] if explain else []
    if answer.hits:
        parts += [hit_text(hit, n, explain=explain) for n, hit in enumerate(answer.hits, 1)]
    else:
        parts.append(f"{bold('Nothing relevant')}: {answer.reason}.")
    return "\n".join(parts)


def _question_text(answer: Answer) -> str:
    data = question_json(answer)
    if not data:
        return ""
    words = ", ".join(f"{t} ({w['passages']}, {w['weight']:.1f})" for t, w in data["words"].items() if w["passages"])
    times = ", ".join(f"{t['words']}: {t['from'] or '…'} to {t['until'] or '…'}" for t in data["times"])
    rows = {
        "tier": answer.tier + (f", {data['embedder']}" if data["embedder"] else ""),
        "words": f"{words or 'none known'} (passages, weight)",
        "unknown": ", ".join(data["unknown"]),
        "meaning": data["meaning"],
        "speakers": ", ".join(data["speakers"]),
        "entities": ", ".join(f"{said} ({' or '.join(slugs)})" for said, slugs in data["entities"].items()),
        "times": times,
        "wants": ", ".join(data["wants"]),
        "likely": f"{answer.likely:.2f} that anything here answers it",
    }
    return _lines([f"{bold(name):<10} {one_line(str(value), 200)}" for name, value in rows.items() if value])


def hit_text(hit: Hit, number: int, *, explain: bool = False) -> str:
    facts = [
        hit.key.kind + (f" lines {hit.lines[0]}–{hit.lines[1]}" if hit.lines else ""),
        *([hit.speaker] if hit.speaker else []),
        hit.strength,
        hit.date.isoformat() if hit.date else "undated",
        f"trust {hit.trust}",
    ]
    facts += [f"space {hit.key.space}"] if hit.key.space else []
    facts += ["pinned"] if hit.pinned else []
    facts += [f"retired {hit.retired}"] if hit.retired else []
    body = [one_line(line, _WIDTH) for line in hit.text.splitlines() if line.strip(" #") and line[:1] != "#"][:4]
    if hit.key.kind in ("entity", "skill", "core", "reference", "note"):
        body.insert(0, one_line(hit.title, _WIDTH))
    first = body[0] if body else one_line(hit.title, _WIDTH)
    return _lines(
        [
            f"{number:>2}. {bold(first)}",
            *(f"    {line}" for line in body[1:]),
            f"    {handle(hit.handle)} {dim(' · '.join(facts) + f' · {hit.score:.2f}')}",
            *(_reasons(hit) if explain else ()),
        ]
    )


def _reasons(hit: Hit) -> list[str]:
    """What each signal gave in log-odds, most first; what multiplied the odds; whose words found it."""
    parts = sorted(hit.parts.items(), key=lambda part: -abs(part[1]))
    rows = ["because " + ", ".join(f"{name} {value:+.2f}" for name, value in parts)]
    if hit.factors:
        rows.append("times " + ", ".join(f"{name} {value:.2f}" for name, value in hit.factors.items()))
    if hit.matched:
        rows.append("words " + ", ".join(hit.matched))
    if hit.via:
        rows.append(f"found by {_via(hit)}")
    if hit.through:
        rows.append(f"by way of {hit.through.slug}")
    return [dim(f"    {row}") for row in rows]


# Proof


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
        "changes": [{**entry_json(entry), "did": did} for entry, did in zip(proof.changes, proof.did, strict=True)],
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
        return _lines([heading, *(turn_text(turn, asked=turn.key == proof.key) for turn in proof.turns)])
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
        did = [_did_text(*each) for each in zip(proof.changes, proof.did, strict=True)]
        parts += reversed(did)
    return _lines(parts)


def _did_text(entry: AuditEntry, did: str) -> str:
    """What an entry did to the page that was asked for, whatever else it changed."""
    run = f" · run {entry.of_run}" if entry.of_run else ""
    why = dim(f"— {one_line(entry.summary, 80)}{run}")
    return f"  {entry.at:%Y-%m-%d %H:%M} {handle(entry.id)} {dim(entry.actor)} {one_line(did, 2 * _WIDTH)} {why}"


def _quote(fragment: Fragment) -> list[str]:
    who = f" by {fragment.who}" if fragment.who else ""
    words = one_line(fragment.quote or fragment.body, 300)
    told = f"{fragment.source} {fragment.entry}" + (f" in {fragment.session}" if fragment.session else "")
    return [
        f"  {click.style('“' + words + '”', fg='green')}",
        dim(f"    said {fragment.ts:%Y-%m-%d %H:%M}{who} · {told} · trust {fragment.trust}"),
        dim(f"    {fragment.citation}"),
    ]


# The trail


def entry_json(entry: AuditEntry) -> dict[str, Any]:
    return {
        "seq": entry.seq,
        "id": entry.id,
        "at": entry.at.isoformat(),
        "action": entry.action,
        "actor": entry.actor,
        "approval": entry.approval,
        "summary": entry.summary,
        "trigger": entry.trigger,
        "space": entry.space,
        "files": [{"action": f.action, "path": f.path} for f in entry.files]
        + [{"action": "APPEND", "path": a.path} for a in entry.appended],
        "fragments": [i for a in entry.appended for i in a.ids],
        "undoes": list(entry.undoes),
        "run": entry.of_run,
        "reasons": list(entry.reasons),
        "faded": [{"page": str(f.key), "was": f.was, "now": f.now} for f in entry.faded],
    }


_COLOURS = {
    "CREATE": "green",
    "EDIT": "yellow",
    "ARCHIVE": "magenta",
    "REVERT": "blue",
    "DELETE": "red",
    "REJECT": "red",
}


def entry_text(entry: AuditEntry, file: str | None = None) -> str:
    """An entry in a line; of several files the one that was asked for is named."""
    if file and (asked := [f for f in entry.files if file.lower() in f.path.lower()]):
        entry = replace(entry, files=(asked[0], *(f for f in entry.files if f != asked[0])))
    action = click.style(f"{entry.action:<8}", fg=_COLOURS.get(entry.action, "white"))
    what = f"{named_files(entry)} — {one_line(entry.summary, 80)}"
    run = dim(f" · run {entry.of_run}") if entry.of_run else ""
    return f"{entry.at:%Y-%m-%d %H:%M} {action} {handle(entry.id)} {dim(entry.actor)} {what}{run}"


def alert_json(alert: Alert) -> dict[str, Any]:
    return {
        "id": alert.id,
        "at": alert.at.isoformat(),
        "file": alert.path,
        "summary": alert.summary,
        "diff": list(alert.diff),
    }


def alert_text(alert: Alert) -> str:
    head = f"alert {alert.id}: {alert.path}, {alert.at:%Y-%m-%d %H:%M}: {one_line(alert.summary)}"
    return _lines([click.style(head, fg="red"), *(f"  {_diff_line(harmless(line))}" for line in alert.diff)])


# Review


def held_json(held: Held) -> dict[str, Any]:
    return {
        "id": held.proposal.id,
        "state": held.state,
        "at": held.at.isoformat(),
        "actor": held.proposal.actor,
        "because": held.proposal.because,
        "parent": held.proposal.parent,
        "reasons": list(held.reasons),
        "changes": proposals.to_json(held.proposal)["changes"],
    }


def held_line(held: Held) -> str:
    changes = count(len(held.proposal.changes), "change")
    return f"{handle(held.proposal.id)}  {held.state:<8}  {one_line(held.proposal.because, 60)}  " + dim(
        f"{changes} · {held.proposal.actor} · {'; '.join(held.reasons)}"
    )


def held_text(held: Held, before: dict[Key, Page]) -> str:
    from difflib import unified_diff

    parts = [
        held_line(held),
        dim(f"  asked {held.at:%Y-%m-%d %H:%M} · {held.proposal.trigger}") if held.proposal.trigger else "",
    ]
    for number, change in enumerate(held.proposal.changes, 1):
        parts.append(f"{bold(f'{number}.')} {describe(change, before)}")
        for page in proposals.pages(change):
            old = before[page.key].text.splitlines() if page.key in before else []
            diff = list(unified_diff(old, page.text.splitlines(), lineterm="", n=1))[2:]
            parts += [f"     {_diff_line(harmless(line))}" for line in diff]
    return _lines(parts)


def describe(change: proposals.Change, before: dict[Key, Page]) -> str:
    """A change in a few words, for lists."""
    match change:
        case proposals.Put(page):
            verb = "restate" if page.key in before else "add"
            return f"{verb} {page.key}: {page.title}"
        case proposals.Merge(sources, into):
            return f"merge {', '.join(str(key) for key in sources)} into {into.key}"
        case proposals.Split(source, into):
            return f"split {source} into {', '.join(str(page.key) for page in into)}"
        case proposals.Retire(key, why):
            return f"retire {key}: {why}"
        case proposals.Restore(key, page):
            return f"restore {key}" if page else f"take back {key}"
        case proposals.Purge(ids, keys, source):
            rest = [f"{count(len(keys), 'page or turn', 'pages or turns')}"] if keys else []
            rest += [f"everything of {source}"] if source else []
            return f"delete for good: {', '.join([count(len(ids), 'fragment'), *rest])}, and what rests on it"


def _diff_line(line: str) -> str:
    colour = {"+": "green", "-": "red"}.get(line[:1])
    return click.style(line, fg=colour) if colour else dim(line)


# The graph


def relation_json(relation: Relation) -> dict[str, Any]:
    return {
        "source": relation.source,
        "relation": relation.name,
        "target": relation.target,
        "since": relation.since.isoformat() if relation.since else None,
        "until": relation.until.isoformat() if relation.until else None,
        "citations": [str(c) for c in sorted(relation.evidence.active)],
        "superseded": [str(c) for c in sorted(relation.evidence.superseded)],
    }


def relation_text(relation: Relation) -> str:
    window = [f"since {relation.since}"] if relation.since else []
    window += [f"until {relation.until}"] if relation.until else []
    return f"{relation.source} {dim('—' + relation.name + '→')} {relation.target} {dim(', '.join(window))}".rstrip()


def entities_json(rows: Sequence[tuple[Key, str]]) -> list[dict[str, Any]]:
    return [{"handle": k.handle, "slug": k.slug, "space": k.space, "title": title} for k, title in rows]


def entities_text(rows: Sequence[tuple[Key, str]], known: datetime | None) -> str:
    lines = [f"{handle(k.handle)}  {title}  {dim(k.slug)}" for k, title in rows]
    if not rows:
        lines = ["No entities were known then." if known else "No entities yet."]
    return _lines([_then(known), *lines])


def _then(known: datetime | None) -> str:
    return dim(f"As we knew it on {known:%Y-%m-%d %H:%M} UTC:") if known else ""


def neighbourhood_json(found: Neighbourhood) -> dict[str, Any]:
    page = found.entity
    return {
        "entity": page.key.slug,
        "handle": page.key.handle,
        "title": page.title,
        "text": page.prose,
        "asked": found.asked or None,
        "as_of": found.as_of.isoformat() if found.as_of else None,
        "valid_at": found.valid_at.isoformat() if found.valid_at else None,
        "relations": [{"hops": hops, **relation_json(r)} for hops, r in found.relations],
        "left": dict(found.left),
    }


def neighbourhood_text(found: Neighbourhood) -> str:
    page = found.entity
    taken = f"  {dim(f'asked for {found.asked!r}')}" if found.asked else ""
    parts = [_then(found.as_of), f"{bold(page.title)}  {handle(page.key.handle)}  {dim(page.key.slug)}{taken}"]
    parts += [f"  {line}" for line in graph.without_relations(page).splitlines() if line.strip()]
    day = f" on {found.valid_at}" if found.valid_at else ""
    parts.append(f"Links{day}:" if found.relations else f"No links{day}.")
    parts += [f"  {'  ' * (hops - 1)}{relation_text(r)}" for hops, r in found.relations]
    parts += [dim(f"  … and {count(more, 'more link')} of {slug}") for slug, more in found.left]
    return _lines(parts)


def standing_text(found: dict[str, Any]) -> str:
    """How far the vectors are, in a line."""
    if found["model"] == "none":
        return "none: words alone are searched"
    text = f"{found['done']:,} of {found['total']:,} by {found['model']}"
    return text + (f", {found['working']} makes the rest" if found["working"] else "")


def work_text(found: dict[str, Any]) -> str:
    """When the worker last did what, what is due, and whether one is at it, in a line."""
    last = [f"last {name} {at[:16].replace('T', ' ')}" for name, at in found["last"].items() if at]
    due = [f"{name} ({why})" for name, why in found["due"].items()]
    text = f"{', '.join(last) or 'nothing done yet'}; {'due: ' + ', '.join(due) if due else 'nothing is due'}"
    return text + (f"; {found['worker']} is at it" if found["worker"] else "")


def spending_text(found: dict[str, Any]) -> str:
    """Which language models are asked, and what they spent today, in a line."""
    same = found["fast"] == found["deep"]
    names = found["fast"] if same else f"{found['fast']} (fast), {found['deep']} (deep)"
    if found["trouble"]:
        return f"{names}; {found['trouble']}"
    spent, most = found["today"], found["limits"]
    tokens = f"{spent['tokens']:,}" + (f" of {most['tokens']:,}" if most["tokens"] else "")
    money = dollars(spent["money"]) + (f" of {dollars(most['money'])}" if most["money"] else "")
    text = f"{names}; today {tokens} tokens, {money}"
    return text + (f", and {count(spent['unpriced'], 'call')} of unknown price" if spent["unpriced"] else "")


def spent_text(spent: dict[str, Any]) -> str:
    """What one model spent."""
    text = f"{count(spent['calls'], 'call')}, {spent['sent']:,} tokens sent, {spent['received']:,} received"
    text += f", {spent['reserved']:,} reserved" if spent["reserved"] else ""
    return f"{text}, {dollars(spent['money'])}"


# What hosts are told


def injection_json(found: Injection) -> dict[str, Any]:
    return {
        "text": found.text,
        "matched": found.matched,
        "injected": [given.handle for given in found.given if given.handle],
        "score": found.score,
        "tokens": found.tokens,
        "tier": found.tier,
        "reason": found.reason,
    }


def injections_text(rows: Sequence[Mapping[str, Any]]) -> str:
    if not rows:
        return "No host was told anything yet."
    return "\n".join(_injection_line(row) for row in rows)


def _injection_line(row: Mapping[str, Any]) -> str:
    what = "at its start" if row["event"] == "start" else "with a prompt"
    told = (
        f"{count(row['tokens'], 'token')} ({row['tier']}, {row['score']:.2f})" if row["tokens"] else dim(row["reason"])
    )
    handles = " ".join(handle(each) + ("*" if each in row["used"] else "") for each in row["handles"][:8])
    more = f" … {len(row['handles']) - 8} more" if len(row["handles"]) > 8 else ""
    return (
        f"{row['at'][:16].replace('T', ' ')}  {harmless(row['session'])[:48]} {what}: {told} {handles}{more}".rstrip()
    )


def told_text(told: Sequence[tuple[str, str, str]]) -> str:
    """Where a page was last told, after its proof."""
    lines = [f"  {at[:16].replace('T', ' ')}  {harmless(session)}" for at, _, session in told]
    return "\n".join(["", bold("Last told"), *lines]) if lines else ""


def stats_text(found: Mapping[str, Any]) -> str:
    if not found["asked"]:
        return "No host was told anything yet."
    each = round(found["tokens"] / max(1, found["sessions"]))
    return _lines([
        f"{count(found['sessions'], 'session')}, {count(found['prompts'], 'prompt')}; "
        f"{found['prompts_without']:,} of them got nothing",
        f"{count(found['injections'], 'injection')}, {count(found['tokens'], 'token')}: {each:,} a session, "
        f"{found['tokens_for_prompts']:,} of all with prompts",
        f"{count(found['given'], 'thing')} told, {found['used']:,} of them named by an agent afterwards",
    ])  # fmt: skip
