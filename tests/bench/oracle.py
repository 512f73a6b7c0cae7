"""The pages of somebody who knows the truth of a life: what a perfect dreamer would hold. Only tests may cheat so."""

from __future__ import annotations

from collections.abc import Iterable

from reverie.bench.truth import Entity, Fact, Life, Said, mentioned
from reverie.domain import graph
from reverie.domain.belief import believe
from reverie.domain.citation import Evidence
from reverie.domain.graph import Relation
from reverie.domain.page import Key, Page
from reverie.domain.skill import learned_again, skill
from reverie.domain.text import slug

Pages = dict[Key, Page]


def evidence(active: Iterable[Said], superseded: Iterable[Said] = ()) -> Evidence:
    now = frozenset(s.fragment.citation for s in active)
    return Evidence(now, frozenset(s.fragment.citation for s in superseded) - now)


def said_of(life: Life, fact: Fact) -> list[Said]:
    """What the owner said of a fact; of one that only others spoke of, what they said."""
    own = [s for s in life.said if s.about == fact.id and s.role != "contradicts"]
    return [s for s in own if s.by_owner] or own


def current_said(life: Life, fact: Fact) -> list[Said]:
    span = fact.spans[-1]
    return [s for s in said_of(life, fact) if s.day >= span.since and s.value == span.value]


def key_of(fact: Fact, extra: str = "") -> Key:
    return Key(fact.space, "belief", slug(f"{fact.id} {extra}"))


def believed(life: Life, fact: Fact) -> Page:
    now = current_said(life, fact)
    older = [s for s in said_of(life, fact) if s not in now]
    return believe(key_of(fact), now[-1].fragment.body, evidence(now, older))


def pages(life: Life) -> Pages:
    """Everything, at the end of the last day."""
    last = life.days - 1
    found = [believed(life, fact) for fact in life.facts if not fact.over(last)]
    for procedure in life.procedures:
        if len(procedure.days) > 1:
            told = [s for s in life.said if s.about == procedure.id]
            page = skill(
                Key(procedure.space, "skill", slug(procedure.title)), told[-1].fragment.body, evidence(told[-1:])
            )
            found.append(learned_again(page, evidence(told[:-1])))
    return {page.key: page for page in [*found, *_entities(life)]}


def entity_key(entity: Entity, space: str) -> Key:
    return Key(space, "entity", graph.entity_slug(entity.type, entity.name.plain))


def _entities(life: Life) -> list[Page]:
    by_name = {e.name.plain: e for e in life.entities}
    made: Pages = {}
    for said in life.said:
        for entity in mentioned(life.entities, said.fragment.body) if said.by_owner else ():
            key = entity_key(entity, said.fragment.space)
            made.setdefault(key, graph.entity(key, entity.name.plain).with_front("aliases", entity.name.says[1:]))
    for fact in life.facts:
        for n, span in enumerate(fact.spans if fact.relation else ()):
            if span.value is None:
                continue
            source = entity_key(by_name[fact.about[0].plain], fact.space)
            target = entity_key(by_name[fact.values[span.value].plain], fact.space)
            until = life.date(span.until) if span.until is not None and n < len(fact.spans) - 1 else None
            proof = evidence(s for s in said_of(life, fact) if s.value == span.value)
            for key in (source, target):
                name = next(e.name.plain for e in life.entities if entity_key(e, fact.space) == key)
                made.setdefault(key, graph.entity(key, name))
            made[source] = graph.add_relation(
                made[source],
                Relation(source=source.slug, name=fact.relation, target=target.slug, since=life.date(span.since),
                         until=until, evidence=proof),
            )  # fmt: skip
    return list(made.values())
