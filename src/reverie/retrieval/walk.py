"""Walks through what is held: from a page to the words that prove it, and from an entity to its neighbours."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from reverie.domain import graph
from reverie.domain.audit import AuditEntry
from reverie.domain.fragment import Fragment
from reverie.domain.graph import Relation
from reverie.domain.page import Key, Page
from reverie.domain.text import fold
from reverie.domain.turn import Turn
from reverie.errors import NotFound
from reverie.store.base import AuditFilter, History, Index, Turns, Vault

AROUND = 2  # turns shown before and after one
HUB = 50  # neighbours followed from one entity


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """Why something is held: the fragments it rests on, those overturned, and how it came to be."""

    key: Key
    page: Page | None
    active: tuple[Fragment, ...]
    superseded: tuple[Fragment, ...]
    missing: tuple[str, ...]  # citations of fragments that are not there
    cited_by: tuple[Key, ...]  # for a fragment: the pages that rest on it
    changes: tuple[AuditEntry, ...]
    turns: tuple[Turn, ...] = ()  # for a turn: what was said around it, itself included


def why(key: Key, vault: Vault, history: History, archive: Turns) -> Proof:
    """Walk from a page, a fragment or a turn to the words that prove it."""
    if key.kind == "turn":
        said = archive.around(key, AROUND, AROUND)
        if not said:
            raise NotFound(f"the turn {key.handle} is not in the archive any more")
        return Proof(
            key=key, page=None, active=(), superseded=(), missing=(), cited_by=(), changes=(), turns=tuple(said)
        )
    if key.kind == "fragment":
        found = vault.fragments([key.slug])
        by = vault.citing([key.slug])[key.slug]
        if not found:
            raise NotFound(f"the fragment {key.handle} cannot be read where it should stand; run `reverie doctor`")
        return Proof(
            key=key,
            page=None,
            active=tuple(found.values()),
            superseded=(),
            missing=(),
            cited_by=tuple(k for k, _ in by),
            changes=(),
        )
    page = vault.pages([key]).get(key)
    if not page:
        raise NotFound(f"there is no page {key.handle}")
    proof = page.evidence
    cited = vault.fragments(c.id for c in proof.all)
    known = {id_: f for id_, f in cited.items() if f.space == key.space}  # no page quotes another space
    return Proof(
        key=key,
        page=page,
        active=tuple(known[c.id] for c in sorted(proof.active) if c.id in known),
        superseded=tuple(known[c.id] for c in sorted(proof.superseded) if c.id in known),
        missing=tuple(str(c) for c in sorted(proof.all) if c.id not in known),
        cited_by=(),
        changes=tuple(history.entries(AuditFilter(key=key, limit=20))),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbourhood:
    """An entity and what it is linked to, nearest first."""

    entity: Page | None
    relations: tuple[tuple[int, Relation], ...]  # with how many hops away they are


def neighbours(name: str, space: str, depth: int, valid_at: date | None, vault: Vault, index: Index) -> Neighbourhood:
    """The entity of that name or slug, and its links up to `depth` hops; only those that held on `valid_at`."""
    key = resolve(name, space, vault)
    seen, edge = {key.slug}, [key.slug]
    found: dict[tuple[str, str, str, date | None], tuple[int, Relation]] = {}
    for hop in range(1, depth + 1):
        relations = [r for r in index.edges(space, edge) if valid_at is None or r.valid_at(valid_at)]
        for relation in relations:
            found.setdefault((relation.source, relation.name, relation.target, relation.since), (hop, relation))
        edge = sorted({end for r in relations for end in (r.source, r.target)} - seen)[:HUB]
        seen.update(edge)
        if not edge:
            break
    return Neighbourhood(entity=vault.pages([key]).get(key), relations=tuple(found.values()))


def resolve(name: str, space: str, vault: Vault) -> Key:
    """The entity meant by a slug, a name or an alias."""
    exact = Key(space, "entity", name)
    if vault.pages([exact]):
        return exact
    entities = [key for key in vault.keys(space) if key.kind == "entity"]
    wanted = fold(name)
    pages = vault.pages(entities)
    live = [page for page in pages.values() if not page.retired]
    for page in live:
        called = {
            fold(page.title),
            *(fold(alias) for alias in graph.aliases(page)),
            fold(page.key.slug.partition("--")[2]),
        }
        if wanted in called:
            return page.key
    close = [page.key for page in live if wanted and wanted in fold(page.title)]
    if len(close) == 1:
        return close[0]
    hint = f"; did you mean {', '.join(key.slug for key in close[:5])}?" if close else "; `reverie graph` lists them"
    raise NotFound(f"there is no entity {name!r}{hint}")
