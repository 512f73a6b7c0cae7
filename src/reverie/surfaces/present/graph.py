"""How entities and the relations around them look."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from reverie.domain import graph
from reverie.surfaces.present.style import bold, count, dim, handle, in_lines

if TYPE_CHECKING:
    from datetime import datetime

    from reverie.domain.graph import Relation
    from reverie.domain.page import Key
    from reverie.retrieval.walk import Neighbourhood


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
    return in_lines([_then(known), *lines])


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
    return in_lines(parts)
