"""Search: ask every lane, rank what they found, and say how likely it is that any of it answers. Nothing is read yet.

The fast tier ends here, and is light to import, for a hook that starts with every prompt; the full tier imports what
it adds when it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from types import MappingProxyType

from reverie.domain import question as questions
from reverie.domain.question import Question
from reverie.domain.traits import MACHINE, RULE
from reverie.light import TYPE_CHECKING, NamedTuple
from reverie.retrieval import gate
from reverie.retrieval.lanes import BUDGET, Similar, Words, words
from reverie.retrieval.rank import Ranked, left_open, rank
from reverie.retrieval.weights import FAST, FULL
from reverie.store.scope import Passage, Scope

if TYPE_CHECKING:
    from reverie.retrieval.linked import Linked
    from reverie.retrieval.recall import Tier
    from reverie.store.base import Index, Searchable

POOL = 80  # passages that each lane puts forward
_BEFORE, _AFTER = 1, 2  # neighbours that are considered: those the ranker has a signal for
_RANKED = 90  # passages that are ranked, with their neighbours
_LEADING = 26  # passages whose neighbours are considered

Near = Callable[[str], "Similar | None"]  # asks the vector lane what is near a text


class Query(NamedTuple):
    """What is asked, when and where, and how many hits are wanted."""

    text: str
    now: datetime
    scope: Scope = Scope()
    k: int = 10


class Search(NamedTuple):
    """A question and everything the lanes found for it, ranked; nothing judged yet."""

    asked: Question
    words: Words
    similar: Similar | None
    ranked: Ranked
    first: Ranked = Ranked.none()  # before anything joined them
    linked: Linked | None = None  # what the links of entities led to, in the full tier
    respelt: Mapping[str, str] = MappingProxyType({})

    @property
    def tier(self) -> Tier:
        return "full" if self.similar else "fast"

    @property
    def likely(self) -> float:
        """How likely it is that the vault knows anything about it; what joined over links speaks against nothing."""
        judged = [self.ranked, self.first] if self.linked and self.linked.worth else [self.ranked]
        covered = self.linked.covers if self.linked else 0.0
        return max(gate.judge(ranked, self.words, self.similar, self.asked, covered) for ranked in judged)


def fast(query: Query, index: Searchable, budget: int = BUDGET) -> Search:
    """Ask the lanes of words and of time, and rank what they found; at most about so many places are read."""
    asked = questions.read(query.text, query.now, index.speakers(query.scope.spaces))
    if not asked.terms:
        return Search(asked, Words(), None, Ranked.none())
    lane, pool = _pool(asked, index, query.scope, None, budget)
    return Search(asked, lane, None, rank(pool, asked, lane, None, FAST))


def search(query: Query, index: Index, near: Near | None = None) -> Search:
    """Ask every lane, and rank what they found."""
    asked = questions.read(query.text, query.now, index.speakers(query.scope.spaces))
    similar = near(asked.bare or asked.text) if near and asked.terms else None
    if similar is None:
        return fast(query, index)
    from reverie.retrieval import hop, naming
    from reverie.retrieval.linked import NEED, Linked, follow

    lane, pool = _pool(asked, index, query.scope, similar)
    respelt = naming.respelt(lane.unknown, query.scope, index.links) if lane.unknown else {}
    if respelt:
        asked = asked.respelt(respelt)
        lane, pool = _pool(asked, index, query.scope, similar)
    first = ranked = rank(pool, asked, lane, similar, FULL)
    linked = Linked()
    if left_open(first, lane) >= NEED:
        hops = hop.follow(asked, first, lane, index, query.scope) if "chain" in asked.wants else {}
        linked = follow(asked, lane, similar, index.links, query.scope, query.now.date())
        if hops or linked.worth:
            pool += index.passages(hop.joining((*hops, *linked.worth), pool), query.scope).values()
            joined = {name: found for name, found in (("hop", hops), ("graph", linked.worth)) if found}
            ranked = rank(pool, asked, lane, similar, FULL, joined)
    return Search(asked, lane, similar, ranked, first, linked, respelt)


def _pool(
    asked: Question, index: Searchable, scope: Scope, similar: Similar | None, budget: int = BUDGET
) -> tuple[Words, list[Passage]]:
    """What is worth ranking: the best of each lane, and what was said around them."""
    lane, ids = words(asked, index, scope, POOL, budget)
    if similar:
        ids = list(dict.fromkeys([*ids, *similar.top(POOL)]))
    for span in asked.spans:
        if not span.relative:
            ids = list(dict.fromkeys([*ids, *index.said(span.start, span.end, scope, POOL)]))
    found = index.passages(ids, scope)
    leading = _leading(list(found.values()), asked, lane, similar)
    near = index.around(leading[:_LEADING], _BEFORE, _AFTER, scope)
    have = {p.id for p in leading}
    return lane, leading + [p for p in near if p.id not in have]


def _leading(passages: list[Passage], asked: Question, lane: Words, similar: Similar | None) -> list[Passage]:
    """The most promising at a first look: by words and meaning, and by who says it."""
    if len(passages) <= _RANKED:
        return passages
    held = [cover + lead for cover, lead in lane.held_by(passages)]
    near = similar.of([p.id for p in passages]) if similar else [0.0] * len(passages)
    most = max(held) or 1.0
    machine = 0.0 if "overview" in asked.wants else 1.0
    worth = {
        traits: 0.5 * bool(traits & RULE) - machine * bool(traits & MACHINE) for traits in {p.traits for p in passages}
    }
    promise = [
        (-2 * words / most - 2 * meaning - worth[p.traits] - (p.speaker in asked.speakers), row)
        for row, (p, words, meaning) in enumerate(zip(passages, held, near, strict=True))
    ]
    return [passages[row] for _, row in sorted(promise)[:_RANKED]]
