"""The lanes: each looks at the question in its own way and says which passages it means, and how much."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import log

from reverie.domain.kin import kin, tools
from reverie.domain.question import BRIEF
from reverie.light import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from reverie.domain.question import Question
    from reverie.store.base import Searchable
    from reverie.store.scope import Found, Passage, Scope

BUDGET = 6_000  # places in the word index that one question may read
NEAR = 14  # days around a named time within which a passage still counts, less and less
FEWEST = 50  # passages there are at least, for weighing: in a small vault every word would be common
_RELATIVE = 0.3  # of a time named from now: memories speak of "last week" as of when they were said
_KIND = 0.35  # what an unknown word that only names the kind of answer counts for, beside another
_SLIGHT = 0.5  # what a word counts for that says little by itself
_KIN = 0.75  # of a word, for one that answers for it
_TOLD = 400  # passages that words which answer for one may stand in
_OF_KIN = "~"  # before a word, in the weights: what it or a word that answers for it stands in
_HALF = 32  # bits for terms found in the rest; those below are for terms found in the lead


class Similar(Protocol):
    """How near passages are to a question in meaning, as a vector index gives it back."""

    identity: str  # of the embedder
    best: float  # the cosine of the nearest

    def top(self, count: int) -> Sequence[int]:
        """The nearest passages."""

    def of(self, ids: Sequence[int]) -> Sequence[float]:
        """Nearness of each of these: 1 for the nearest of all, 0 for what an average passage has, or less."""


class Words:
    """What the keyword lane found: for each passage which of the question's terms it holds, and where."""

    def __init__(
        self,
        weights: dict[str, float] | None = None,
        counts: dict[str, int] | None = None,
        unknown: tuple[str, ...] = (),
        rarity: float = 0.0,
        called: frozenset[str] = frozenset(),
        missing: float = 0.0,
    ) -> None:
        self.weights = weights or {}  # how telling each known term is: rare ones most
        self.counts = counts or {}
        self.unknown = unknown  # terms nobody has said
        self.rarity = rarity  # what a term that is nowhere weighs
        self.missing = missing  # what the terms that nobody has said weigh
        self.called = called  # terms that name participants; they count where something is told of them
        self.held: dict[int, int] = {}  # bits: terms in the lead, and above them terms in the rest

    def total(self, *, said: bool) -> float:
        """What all known terms weigh; of a turn, without the names."""
        return sum(w for term, w in self.weights.items() if not said or term not in self.called) or 1.0

    @property
    def share(self) -> float:
        """How much of the question is known at all, by weight; what nobody has said counts as missing."""
        known = sum(self.weights.values())
        return known / (known + self.missing or 1.0)

    @property
    def said(self) -> int:
        """How many words of the question are known, without names."""
        return sum(term not in self.called and not term.startswith(_OF_KIN) for term in self.weights)

    def add(self, n: int, lead: Iterable[int], rest: Iterable[int]) -> None:
        held = self.held
        for ids, bit in ((lead, 1 << n), (rest, 1 << n + _HALF)):
            for id_ in ids:
                held[id_] = held.get(id_, 0) | bit

    def held_by(self, passages: Sequence[Passage]) -> list[tuple[float, float]]:
        """What the terms of each passage weigh: all of them, and those in its lead; of a turn, without the names."""
        bits = [self.held.get(p.id, 0) for p in passages]
        if not self.called:
            known = {each: self._weight(each, said=True) for each in set(bits)}
            return [known[each] for each in bits]
        asked = [(each, p.kind == "turn") for each, p in zip(bits, passages, strict=True)]
        weighed = {(each, said): self._weight(each, said=said) for each, said in set(asked)}
        return [weighed[each] for each in asked]

    def _weight(self, bits: int, *, said: bool) -> tuple[float, float]:
        weights = [0.0 if said and term in self.called else w for term, w in self.weights.items()]
        lead = sum(w for n, w in enumerate(weights) if bits >> n & 1)
        both = (bits | bits >> _HALF) & (1 << _HALF) - 1
        return sum(w for n, w in enumerate(weights) if both >> n & 1), lead

    def best(self, count: int) -> list[int]:
        """The passages that hold most, more for what stands in their lead; the latest of equals."""
        alike: dict[int, list[int]] = {}
        for id_, bits in self.held.items():
            alike.setdefault(bits, []).append(id_)
        found: list[int] = []
        for bits in sorted(alike, key=lambda bits: -sum(self._weight(bits, said=True))):
            found += sorted(alike[bits], reverse=True)[: count - len(found)]
            if len(found) >= count:
                break
        return found

    def bits(self, id_: int) -> int:
        """Which terms a passage holds, wherever they stand in it."""
        bits = self.held.get(id_, 0)
        return (bits | bits >> _HALF) & (1 << _HALF) - 1

    def terms(self, id_: int) -> tuple[str, ...]:
        bits = self.bits(id_)
        held = (term for n, term in enumerate(self.weights) if bits >> n & 1)
        return tuple(term for term in held if not term.startswith(_OF_KIN))

    def answered(self, id_: int) -> tuple[str, ...]:
        """The terms that a passage holds, or for which a word of it answers."""
        bits = self.bits(id_)
        held = (term.removeprefix(_OF_KIN) for n, term in enumerate(self.weights) if bits >> n & 1)
        return tuple(dict.fromkeys(held))


def words(
    asked: Question, index: Searchable, scope: Scope, count: int, budget: int = BUDGET
) -> tuple[Words, list[int]]:
    """The keyword lane: where the terms stand, and the `count` passages that hold most of them."""
    terms = asked.terms
    found = index.lookup(terms, scope, budget)
    size = max(FEWEST, index.size(scope.spaces))
    counts = {f.term: f.held for f in found if f.term}
    unknown = tuple(term for term in terms if counts.get(term) == 0 and term.isalnum() and term not in asked.aside)
    strange = any(name.casefold() in unknown for name in asked.names)  # of whom nothing is known, no near word tells
    related = {} if strange or len(terms) > BRIEF else _related(found, terms, index, scope)
    worth = {term: _SLIGHT if term in asked.slight and (asked.own or related) else 1.0 for term in terms}
    weights = {f.term: worth[f.term] * weigh(f.held, size) for f in found if f.held}
    for term, ids in related.items():
        if term in weights:
            weights[term] *= 1 - _KIN
        weights[_OF_KIN + term] = _KIN * worth[term] * weigh(len(ids), size)
    if not strange and any(term.removeprefix(_OF_KIN) not in asked.slight for term in weights):
        worth |= dict.fromkeys(asked.kinds, _KIND)
    rarity = weigh(0, size)
    lane = Words(
        weights=weights,
        counts={term: counts[term] for term in terms if term in counts},
        unknown=unknown,
        rarity=rarity,
        missing=rarity * sum(worth[term] * (1 - _KIN if term in related else 1.0) for term in unknown),
        called=asked.called,
    )
    places = {term: n for n, term in enumerate(weights)}
    for f in found:
        if f.held:
            lane.add(places[f.term], f.lead, f.rest)
    for term, ids in related.items():
        lane.add(places[_OF_KIN + term], ids, ())
    every = next((f.lead for f in found if not f.term), ())
    for n in range(len(lane.weights) if every else 0):
        lane.add(n, (), every)
    return lane, list(dict.fromkeys([*every, *lane.best(count)]))


def _related(found: Iterable[Found], terms: Sequence[str], index: Searchable, scope: Scope) -> dict[str, set[int]]:
    """The passages that hold a term or a word that answers for it, where any does.

    Not turns: so much is said in passing that some word of the kind is always among it.
    """
    related: dict[str, set[int]] = {}
    together = {term: both for one, other in pairwise(terms) if (both := tools(other, one)) for term in (one, other)}
    for f in found:
        others = together.get(f.term) or tuple(dict.fromkeys((*kin(f.term), *tools(f.term))))
        ids = [id_ for each in index.lookup(others, scope, _TOLD) for id_ in (*each.lead, *each.rest)] if others else []
        told = {id_ for id_, p in index.passages(ids, scope).items() if p.kind != "turn"} if ids else ()
        if told:
            related[f.term] = {*told, *f.lead, *f.rest}
    return related


def weigh(count: int, size: int) -> float:
    """How telling a term is that `count` of `size` passages hold (the inverse document frequency of BM25)."""
    return log(1 + max(0.0, size - count + 0.5) / (count + 0.5))


def timely(question: Question, passage: Passage) -> float:
    """The time lane: 1 when it was said within a time the question names, less the further away."""
    day = passage.day if question.spans else None
    if day is None:
        return 0.0
    best = 0.0
    for span in question.spans:
        away = span.away(day)
        best = max(best, (1 - away / NEAR) * (_RELATIVE if span.relative else 1.0))
    return best
