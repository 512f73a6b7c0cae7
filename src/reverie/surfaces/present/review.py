"""How a proposal looks that waits for a person: in a line, and with what each change would do to its pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reverie.domain import proposal as proposals
from reverie.domain.audit import one_line
from reverie.domain.fence import harmless
from reverie.surfaces.present.style import bold, count, diff_line, dim, handle, in_lines

if TYPE_CHECKING:
    from reverie.domain.page import Key, Page
    from reverie.store.base import Held

_WHY = 400  # characters of why a change is wanted


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
            parts += [f"     {diff_line(harmless(line))}" for line in diff]
    return in_lines(parts)


def describe(change: proposals.Change, before: dict[Key, Page]) -> str:
    """A change in a few words, for lists."""
    match change:
        case proposals.Put(page):
            verb = "restate" if page.key in before else "add"
            return f"{verb} {page.key}: {one_line(proposals.why(change) or page.title, _WHY)}"
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
