"""Link: what a statement says of entities becomes facts and dated relations of theirs."""

from __future__ import annotations

from reverie.domain import graph, text as texts
from reverie.domain.citation import Evidence
from reverie.domain.fragment import Fragment
from reverie.domain.graph import PREFERRED_TYPES, Relation
from reverie.domain.page import Key, Page
from reverie.domain.route import Link, Mention
from reverie.loop.desk import Desk

SINGLE = frozenset({"works-at", "lives-in", "located-in", "reports-to", "married-to", "based-in"})  # one at a time


def link(
    fragment: Fragment, mentions: tuple[Mention, ...], links: tuple[Link, ...], desk: Desk, *, every: bool = False
) -> list[str]:
    """Write what a fragment says of entities onto the desk; returns the titles of pinned ones, which stay as they are.

    Entities are made for both ends of a relation; others learn the fact when they are known, or with `every`.
    """
    types = {mention.name: mention.type for mention in mentions}
    proof = Evidence(frozenset({fragment.citation}))
    told = texts.first_sentence(fragment.body)
    pinned: dict[str, None] = {}

    def entity(name: str) -> Page:
        key = entity_key(fragment.space, name, types.get(name, "concept"), desk)
        return desk.page(key) or graph.entity(key, name)

    def write(page: Page) -> None:
        if page.pinned:
            pinned[page.title] = None
        else:
            desk.put(page)

    for each in links:
        source, target = entity(each.source), entity(each.target)
        name = texts.slug(each.relation)
        standing = [r for r in graph.relations(source) if r.name == name and not r.until]
        if any(r.target == target.key.slug for r in standing):
            continue
        if name in SINGLE:
            for old in standing:
                source = graph.end_relation(source, old, max(fragment.day, old.since or fragment.day), proof)
        new = Relation(
            source=source.key.slug, name=each.relation, target=target.key.slug, since=fragment.day, evidence=proof
        )
        write(graph.add_relation(source, new))
        write(_learned(entity(each.target), told, proof))
    linked = {name for each in links for name in (each.source, each.target)}
    for mention in mentions:
        page = entity(mention.name)
        if mention.name not in linked and (every or desk.page(page.key)):
            write(_learned(page, told, proof))
    return list(pinned)


def _learned(page: Page, told: str, proof: Evidence) -> Page:
    """The entity with one more fact; one that it has already is only cited once a day."""
    if any(texts.fold(fact) == texts.fold(told) for fact in graph.facts(page)):
        return page
    return graph.add_to_section(page, "Facts", told, proof)


def entity_key(space: str, name: str, type_: str, desk: Desk) -> Key:
    """The entity of that name, whatever type it was filed under before."""
    wanted = Key(space, "entity", graph.entity_slug(type_, name))
    others = [Key(space, "entity", graph.entity_slug(t, name)) for t in PREFERRED_TYPES if t != type_]
    return next((key for key in (wanted, *others) if desk.page(key)), wanted)
