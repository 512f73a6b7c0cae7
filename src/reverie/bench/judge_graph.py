"""Entities and relations against the truth: who has a page, who has two, who was mixed up, and which links are open."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from reverie.bench.claims import current
from reverie.bench.truth import Entity, Life, mentioned, plain
from reverie.domain import graph
from reverie.domain.page import Key, Page
from reverie.domain.text import slug

Rows = Iterable[tuple[str, list[tuple[bool, str]]]]
ENOUGH = 2  # days on which an entity must be named before it needs a page


def entity_rows(life: Life, pages: Mapping[Key, Page], day: int) -> Rows:
    shown = _shown(pages)
    named: dict[tuple[str, str], set[int]] = {}
    for said in life.said:
        if said.day <= day and said.by_owner:
            for entity in mentioned(life.entities, said.fragment.body):
                named.setdefault((said.fragment.space, entity.id), set()).add(said.day)
    counts: dict[tuple[str, str], int] = {}
    mixed: list[tuple[bool, str]] = []
    for page in shown:
        meant = _meant(life.entities, _names(page))
        for entity in meant:
            counts[page.key.space, entity.id] = counts.get((page.key.space, entity.id), 0) + 1
        if meant:
            mixed.append((len(meant) > 1 or _about_another(life, page, meant[0]), str(page.key)))
    needed = sorted(key for key, days in named.items() if len(days) >= ENOUGH)
    yield "entities", [(counts.get(key, 0) > 0, f"{key[1]} in {key[0]}") for key in needed]
    yield "entity_duplicates", [(n > 1, f"{key[1]} in {key[0]}") for key, n in sorted(counts.items())]
    yield "entity_merges", mixed


def _shown(pages: Mapping[Key, Page]) -> list[Page]:
    return [page for page in current(pages) if page.key.kind == "entity"]


def _names(page: Page) -> set[str]:
    """Every name a page goes by, as a slug."""
    return {slug(page.title), page.key.slug.partition("--")[2], *map(slug, graph.aliases(page))} - {""}


def _meant(entities: Sequence[Entity], names: set[str]) -> list[Entity]:
    return [e for e in entities if names & {slug(way) for way in e.name.says}]


def _about_another(life: Life, page: Page, meant: Entity) -> bool:
    """Whether it rests on words that name somebody easily taken for this one, and not this one."""
    like = [e for e in life.entities if e.id in meant.like]
    for cited in page.evidence.active:
        said = life.by_id.get(cited.id)
        if not said:
            continue
        words = plain(said.fragment.body)
        if not meant.name.places(words) and any(e.name.places(words) for e in like):
            return True
    return False


def relation_rows(life: Life, pages: Mapping[Key, Page], day: int) -> Rows:
    """Links are taken in either direction and by any name: what counts is whom they join and whether they are open."""
    links: dict[tuple[str, frozenset[str]], bool] = {}
    for page in _shown(pages):
        sources = _meant(life.entities, _names(page))
        for relation in graph.relations(page):
            target = relation.target.partition("--")[2] or slug(relation.target)
            for source in sources:
                for other in _meant(life.entities, {target}):
                    key = (page.key.space, frozenset((source.id, other.id)))
                    links[key] = links.get(key, False) or relation.valid_at(life.date(day))
    open_now: list[tuple[bool, str]] = []
    closed: list[tuple[bool, str]] = []
    kind = {e.name.plain: e.id for e in life.entities}
    for fact in life.facts:
        span = fact.span(day)
        if not fact.relation or not span or not fact.about:
            continue
        for n, value in enumerate(fact.values):
            since = [s.since for s in fact.spans if s.value == n]
            if not since or min(since) > day:
                continue
            pair = frozenset((kind[fact.about[0].plain], kind[value.plain]))
            told = f"{fact.id} {fact.relation} {value.plain}"
            if n == span.value:
                open_now.append((links.get((fact.space, pair), False), told))
            elif (fact.space, pair) in links:
                closed.append((not links[fact.space, pair], told))
    yield "relations", open_now
    yield "relations_closed", closed
