"""Unsay: what was overturned leaves the pages of entities, too; whichever fragment it was told in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache

from reverie.domain import graph, names, relate, relate_over, text as texts
from reverie.domain.citation import Citation, Evidence
from reverie.domain.claim import claim, compare
from reverie.domain.fragment import Fragment
from reverie.domain.graph import Relation
from reverie.domain.page import Key, Page
from reverie.llm import alike
from reverie.loop.desk import Desk
from reverie.loop.link import known

_READ = lru_cache(maxsize=4096)(claim)
_STEMS = lru_cache(maxsize=4096)(alike.stems)
SHARED = 2  # telling words that a line must have in common with what was overturned, to be looked at
SHORTEST = 4  # letters of a part of a name that stands for the whole
_COMMON_PART = frozenset({"the", "project", "client", "customer", "team", "service", "operation", "supplier"})
AGAIN = 0.8  # probability from which on a line says what was overturned, in other words


@dataclass(frozen=True, slots=True, kw_only=True)
class Overturned:
    """What does not hold any more: its evidence, the words it was told in, what says so and proves it."""

    space: str
    evidence: frozenset[Citation]
    words: tuple[str, ...]
    on: date
    proof: Evidence = field(default_factory=Evidence)
    said: str = ""  # the statement that overturned it, when it was one

    @classmethod
    def by(cls, fragment: Fragment, evidence: frozenset[Citation], words: tuple[str, ...]) -> Overturned:
        proof = Evidence(frozenset({fragment.citation}))
        return cls(
            space=fragment.space, evidence=evidence, words=words, on=fragment.day, proof=proof, said=fragment.body
        )  # fmt: skip


def unsay(gone: Overturned, desk: Desk) -> None:
    """Take lines out of entities that rest on nothing but what was overturned, or say nothing else; links end."""
    named = {name for words in gone.words for name in relate.names(words, relate.read(words))}
    keys = {key for name in named for key in desk.called(gone.space, name)} | _resting(gone.evidence, gone, desk)
    again = frozenset(c for page in _pages(keys, gone, desk) for c in _told_again(page, gone))
    keys |= _resting(again, gone, desk) if again else set()
    over, beside = gone.evidence | again, _standing(gone, gone.evidence | again, desk)
    for page in _pages(keys, gone, desk):
        new = _without(page, over, beside, gone, desk)
        if new.text != page.text:
            desk.put(_learned(new, gone, desk) if len(graph.facts(new)) < len(graph.facts(page)) else new)


def _learned(page: Page, gone: Overturned, desk: Desk) -> Page:
    """The entity that lost a fact with what took its place, when that names it, if only by the part nobody else has."""
    if gone.proof.active & {c for _, proof in graph.proven_facts(page) for c in proof.active}:
        return page  # it knows already
    ways = {*graph.called(page), *_parts(page, desk)}
    for told in texts.sentences(gone.said):
        if any(f" {texts.fold(way)} " in f" {texts.fold(told)} " for way in ways):
            return graph.add_to_section(page, "Facts", told, gone.proof)
    return page


def _parts(page: Page, desk: Desk) -> set[str]:
    """The word of a name that stands for it ("Heron" of "Project Heron", "Heron gateway"), if it is nobody else's."""
    words = [word for word in page.title.split() if word.lower() not in _COMMON_PART]
    if not words or len(words[0]) < SHORTEST or not words[0][0].isupper():
        return set()
    said = texts.slug(words[0])
    begins = [said, *(f"{part}-{said}" for part in sorted(_COMMON_PART))]
    found = {
        each.key
        for kind in graph.PREFERRED_TYPES for begin in begins
        for each in desk.entities(page.key.space, f"{kind}--{begin}")
    }  # fmt: skip
    return {words[0]} if found <= {page.key} else set()


def _resting(some: frozenset[Citation], gone: Overturned, desk: Desk) -> set[Key]:
    return desk.citing(some, "entity") | {page.key for page in desk.written("entity", gone.space)}


def _pages(keys: Iterable[Key], gone: Overturned, desk: Desk) -> list[Page]:
    pages = (desk.page(key) for key in sorted(keys) if key.space == gone.space)
    return [page for page in pages if page and not page.pinned]


def _standing(gone: Overturned, over: frozenset[Citation], desk: Desk) -> list[str]:
    """What is still believed by the same evidence: whoever told what was overturned may have told more at once."""
    keys = desk.citing(over, "belief") | {page.key for page in desk.written("belief", gone.space)}
    held = (page for page in _beliefs(keys, desk) if page.evidence.active & over)
    return [page.prose for page in held if page.prose not in gone.words]


def _beliefs(keys: Iterable[Key], desk: Desk) -> list[Page]:
    return [page for key in sorted(keys) if (page := desk.page(key))]


def _without(page: Page, over: frozenset[Citation], beside: Sequence[str], gone: Overturned, desk: Desk) -> Page:
    """The entity without facts that rest on nothing else; a relation that does ended on that day."""

    def stays(line: str) -> bool:
        return _nearness(line, beside) > _nearness(line, gone.words)

    for relation in graph.relations(page):
        told = f"{page.title} {relation.name} {relation.target.partition('--')[2]}".replace("-", " ")
        rests = relation.evidence.active and relation.evidence.active <= over
        if not relation.until and rests and not stays(told) and _concerns(gone, page, relation, desk):
            page = graph.end_relation(page, relation, max(gone.on, relation.since or gone.on), gone.proof)
    return graph.drop_facts(page, over, stays)


def _concerns(gone: Overturned, page: Page, relation: Relation, desk: Desk) -> bool:
    """Whether what was said speaks of how these two stand at all: not all that is new of somebody ends their job.

    It does when it names the other end or another that could stand there, lets one go, or has words for it.
    """
    if not gone.said or relate_over.spoken(relation.name, gone.said):
        return True
    said = relate_over.read(gone.said, known(gone.space, desk))
    others = [name for name in said.names if not _means(name, page)]
    if not said.names or any(each in said.gone for each in said.names if _means(each, page)):
        return True
    target = desk.page(Key(gone.space, "entity", relation.target))
    kind = relation.target.partition("--")[0]
    return any((target and _means(name, target)) or kind == _kind(name, gone, desk) for name in others)


def _means(name: str, page: Page) -> bool:
    return any(names.plain(name) == names.plain(each) for each in graph.called(page)) or names.first_of(
        name, page.title
    )


def _kind(name: str, gone: Overturned, desk: Desk) -> str:
    """What somebody who is named is, as far as the space or the words know."""
    if desk.entities(gone.space, f"{graph.entity_slug('person', name)}-"):
        return "person"
    return known(gone.space, desk)(name) or relate.names(gone.said, []).get(name, "")


def _nearness(line: str, texts_: Sequence[str]) -> float:
    """How many of the telling words of a line and of the nearest of some texts are the same."""
    own = _STEMS(line)
    return max((len(own & each) / (len(own | each) or 1) for each in map(_STEMS, texts_)), default=0.0)


def _told_again(page: Page, gone: Overturned) -> frozenset[Citation]:
    """The evidence of facts that say in other words what was overturned: on its day, it may have been cited once."""
    found: set[Citation] = set()
    for fact, proof in graph.proven_facts(page):
        fresh = proof.active - gone.evidence and not proof.active & gone.proof.active
        if fresh and any(_says(fact, words) for words in gone.words):
            found |= proof.active
    return frozenset(found)


def _says(fact: str, words: str) -> bool:
    if texts.fold(fact) == texts.fold(words):
        return True
    if len(alike.stems(fact) & alike.stems(words)) < SHARED:
        return False
    if compare(_READ(fact), _READ(words)) == "same":
        return True
    (judged,) = alike.judge([words], fact)
    return judged.same >= AGAIN and not alike.contradicts(words, fact)
