"""The second hop: when what was found names something the question also needs, ask about that too.

"Where was the author of Faust born?" finds who wrote it; where he was born stands elsewhere, under his name, which
the question does not say. So the words that the best passages add are looked up once more, a bounded number of
times, and what holds them joins the ranking with a signal of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from reverie.domain.question import Question
from reverie.domain.words import terms
from reverie.retrieval.lanes import FEWEST, Words, weigh
from reverie.retrieval.rank import Ranked, left_open
from reverie.store.base import Index, Passage, Scope

HOPS = 2
_NEED = 0.35  # share of the question, by weight, that the best passage must leave open
_CLOSE = 2.0  # log-odds behind the best within which a passage is followed
_SOURCES = 3  # passages whose words are followed, at each hop
_ADDED = 6  # words followed of each
_RARE = 60  # passages that may hold a word worth following
_ENOUGH = 0.4  # of what a passage adds, by weight, that another must hold
_JOINING = 20  # passages that join at each hop
_LONG = 300  # characters of a passage that are read
_FADING = (1.0, 0.8, 0.6)  # what following the first, second and third source is worth


def follow(asked: Question, ranked: Ranked, words: Words, index: Index, scope: Scope) -> dict[int, float]:
    """Passages that hold what the best ones add to the question, and how much of it: 1 is all."""
    need = left_open(ranked, words)
    if need < _NEED:
        return {}
    best = ranked.order[0]
    size = max(FEWEST, index.size(scope.spaces))
    said = {word for term in (*asked.terms, *terms(asked.text)) for word in _stems(term)}
    found: dict[int, float] = {}
    floor = ranked.scores[best.id] - _CLOSE
    sources: Sequence[int] = [p.id for p in ranked.order[:_SOURCES] if ranked.scores[p.id] >= floor]
    seen: set[int] = set()
    for _ in range(HOPS):
        joined: dict[int, float] = {}
        texts = index.texts(sources)
        for fading, id_ in zip(_FADING, sources, strict=False):
            added = [t for t in terms(texts.get(id_, "")[:_LONG]) if t.isalnum() and not _stems(t) & said]
            for other, value in _holding(added, index, scope, size).items():
                if other not in seen and other not in sources:
                    joined[other] = max(joined.get(other, 0.0), min(1.0, 1.5 * need) * value * fading)
        seen.update(sources)
        for other, value in sorted(joined.items(), key=lambda item: (-item[1], item[0]))[:_JOINING]:
            found[other] = max(found.get(other, 0.0), value)
        known = ranked.scores
        sources = sorted(joined, key=lambda i: (-joined[i] - known.get(i, 0.0) / 10, i))[:_SOURCES]
    return found


def _holding(added: Sequence[str], index: Index, scope: Scope, size: int) -> dict[int, float]:
    """The passages that hold enough of these words, and what share of their weight."""
    hits = [f for f in index.lookup(added[: 2 * _ADDED], scope, _RARE * _ADDED) if 0 < f.held <= _RARE]
    hits = sorted(hits, key=lambda f: f.held)[:_ADDED]
    total = sum(weigh(f.held, size) for f in hits)
    held: dict[int, float] = {}
    for f in hits:
        for id_ in {*f.lead, *f.rest}:
            held[id_] = held.get(id_, 0.0) + weigh(f.held, size)
    return {id_: weight / total for id_, weight in held.items() if weight >= _ENOUGH * total}


def _stems(term: str) -> set[str]:
    """A word without its commonest endings, so that `born` and `plays` do not count as new beside `play`."""
    return {term, term.removesuffix("s"), term.removesuffix("ed"), term.removesuffix("ing")} - {""}


def joining(found: Iterable[int], passages: Sequence[Passage]) -> list[int]:
    """Those that were not there before, each once."""
    have = {p.id for p in passages}
    return [id_ for id_ in dict.fromkeys(found) if id_ not in have]
