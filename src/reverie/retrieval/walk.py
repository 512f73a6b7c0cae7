"""Walks through what is held: from a page to the words that prove it, and from an entity to its neighbours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from reverie.domain import graph, names
from reverie.domain.audit import AuditEntry
from reverie.domain.changed import became
from reverie.domain.fragment import Fragment
from reverie.domain.graph import Relation
from reverie.domain.page import Key, Page
from reverie.domain.turn import Turn
from reverie.errors import NotFound
from reverie.retrieval import naming
from reverie.store.base import AuditFilter, History, Links, Reader, Scope, Turns, Vault

AROUND = 2  # turns shown before and after one
HUB = 50  # links followed from one entity
_HEIRS = 8  # entities merged one into the other that are followed


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """Why something is held: the fragments it rests on, those overturned, and how it came to be."""

    key: Key
    page: Page | None
    active: tuple[Fragment, ...]
    superseded: tuple[Fragment, ...]
    missing: tuple[str, ...]  # citations of fragments that are not there
    cited_by: tuple[Key, ...]  # for a fragment: the pages that rest on it
    changes: tuple[AuditEntry, ...]  # the newest first
    did: tuple[str, ...] = ()  # what each of them did to the page
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
    changes = history.entries(AuditFilter(key=key, limit=20))
    return Proof(
        key=key,
        page=page,
        active=tuple(known[c.id] for c in sorted(proof.active) if c.id in known),
        superseded=tuple(known[c.id] for c in sorted(proof.superseded) if c.id in known),
        missing=tuple(str(c) for c in sorted(proof.all) if c.id not in known),
        cited_by=(),
        changes=tuple(changes),
        did=tuple(_did(page, changes, history)),
    )


def _did(page: Page, changes: Sequence[AuditEntry], history: History) -> Iterator[str]:
    """What each change did to a page, the newest first: how it stood after one is how it stood before the next."""
    after: Page | None = page
    for entry in changes:
        mine = tuple(change for change in entry.files if page.key in change.keys)
        before = history.before(replace(entry, files=mine)).get(page.key)
        told = became(before, after)
        yield f"put back: {told}" if entry.action == "REVERT" else told
        after = before


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbourhood:
    """An entity and what it is linked to: nearest first, what holds before what is over."""

    entity: Page
    relations: tuple[tuple[int, Relation], ...]  # with how many hops away they are
    asked: str = ""  # what was asked for, when that is not a name of the entity
    left: tuple[tuple[str, int], ...] = ()  # entities with more links than were followed, and how many more
    as_of: datetime | None = None
    valid_at: date | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Walk:
    """How far to walk from an entity, and as of when: links that held on a day, as we knew them at a moment."""

    space: str = ""
    depth: int = 1
    valid_at: date | None = None
    as_of: datetime | None = None


def neighbours(name: str, walk: Walk, vault: Reader, links: Links, today: date) -> Neighbourhood:
    """The entity that a name means, and its links up to so many hops; of a hub, those with the most evidence."""
    scope = Scope(spaces=(walk.space,), as_of=walk.as_of)
    entity = _entity(name, scope, vault, links)
    seen, edge = {entity.key.slug}, [entity.key.slug]
    found: dict[tuple[str, str, str, date | None], tuple[int, Relation]] = {}
    left: list[tuple[str, int]] = []
    for hop in range(1, walk.depth + 1):
        ends: set[str] = set()
        for slug in edge:
            near = [r for r in links.edges(walk.space, [slug], scope) if not walk.valid_at or r.valid_at(walk.valid_at)]
            near.sort(key=lambda r: (not r.valid_at(walk.valid_at or today), -r.days, r.source, r.name, r.target))
            for relation in near[:HUB]:
                told = (relation.source, relation.name, relation.target, relation.since)
                found.setdefault(told, (hop, relation))
                ends |= {relation.source, relation.target}
            left += [(slug, len(near) - HUB)] if len(near) > HUB else []
        edge = sorted(ends - seen)
        seen.update(edge)
    known = names.plain(name) in map(names.plain, (*graph.called(entity), entity.key.slug))
    if walk.valid_at or walk.as_of:
        learned = walk.as_of.date() if walk.as_of else None
        entity = graph.as_it_stood(entity, valid_at=walk.valid_at, known=learned)
    return Neighbourhood(
        entity=entity, relations=tuple(found.values()),
        asked="" if known else name, left=tuple(left), as_of=walk.as_of, valid_at=walk.valid_at,
    )  # fmt: skip


def _entity(name: str, scope: Scope, vault: Reader, links: Links) -> Page:
    """By its id, or whoever took it in; else by what it is called."""
    space = scope.spaces[0]
    page = vault.pages([key := Key(space, "entity", name)]).get(key)
    for _ in range(_HEIRS):
        heir = graph.heir(page) if page else None
        if heir is None:
            break
        page = vault.pages([key := Key(space, "entity", heir)]).get(key)
    if page is None or (page.retired and not graph.heir(page)):
        key = naming.one(name, scope, links)
        page = vault.pages([key]).get(key)
    if page is None:
        raise NotFound(f"the page of {key.slug} cannot be read; run `reverie doctor`")
    return page
