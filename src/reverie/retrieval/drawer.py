"""Which notes are nearest to a text, among those whose slug begins so. Nothing is judged: all may be asked for."""

from __future__ import annotations

from reverie.domain import question as questions
from reverie.domain.page import Key
from reverie.retrieval import gate
from reverie.retrieval.lanes import words
from reverie.retrieval.rank import rank
from reverie.retrieval.search import POOL, Near, Query
from reverie.retrieval.weights import FAST, FULL
from reverie.store.base import Index

_RANKED = 2_000  # passages; of more, those that hold a word of the text come first


def nearest(query: Query, begins: str, index: Index, near: Near | None) -> dict[Key, float]:
    """The notes of the query's spaces, the nearest first, with how relevant each is between 0 and 1."""
    asked = questions.read(query.text, query.now, index.speakers(query.scope.spaces))
    if not asked.terms:
        return {}
    lane, _ = words(asked, index, query.scope, POOL)
    similar = near(asked.bare or asked.text) if near else None
    ids = sorted(index.within("note", begins, query.scope), key=lambda each: (each not in lane.held, -each))
    passages = list(index.passages(ids[:_RANKED], query.scope).values())
    ranked = rank(passages, asked, lane, similar, FULL if similar else FAST)
    likely = gate.judge(ranked, lane, similar, asked)
    found: dict[Key, float] = {}
    for passage in ranked.order:
        if len(found) < query.k:
            behind = ranked.scores[passage.id] - ranked.scores[ranked.order[0].id]
            found.setdefault(passage.key, round(gate.relevance(likely, behind), 4))
    return found
