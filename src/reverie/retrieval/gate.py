"""The gate: how likely it is that the vault knows anything about a question. Below the threshold nothing is shown.

Calibrated per tier and embedder on questions asked of the right conversation and of wrong ones
(`python -m benchmarks.tune`, docs/adr/0011); an embedder nobody has calibrated is judged by words alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import exp

from reverie.light import TYPE_CHECKING

if TYPE_CHECKING:
    from reverie.domain.question import Question
    from reverie.retrieval.lanes import Similar, Words
    from reverie.retrieval.rank import Ranked
    from reverie.store.scope import Passage

_LEADERS = 10  # the best, among which some one must hold what is asked
_LOOKED_AT = 150  # passages that may be answers; several may speak for one page
_BEHIND = 6.0  # log-odds behind the best at which a hit is no answer any more
_UNPLACED = 10.0  # the same for what has no neighbours: what stands around a turn speaks for it, and for no page
_COVER, _MEANING, _BOTH = 0.3, 0.5, 1.5  # what an answer holds by itself: of words, of meaning, or in sum of both
_AROUND = ("before", "after", "earlier", "reply", "date", "meaning reply", "meaning after", "hop", "graph")
_SUPPORT = 0.3  # or what stands around it
_LOOSE = 0.1  # cosine below which nothing is said: a passage that holds every word of the question may say much beside

Calibration = Mapping[str, float]  # in log-odds; `dated`, when something was said at the time named, is by hand
WORDS: Calibration = {
    "bias": -3.3,
    "coverage": 8.55,
    "first": 1.31,
    "unknown names": -1.36,
    "participants": 2.76,
    "dated": 5.0,
}
MEANING: dict[str, Calibration] = {  # by the beginning of the embedder's identity
    "instant": {
        "bias": -7.2, "coverage": 4.12, "first": 2.22, "unknown names": -1.17, "participants": 3.14, "cosine": 11.75,
        "dated": 7.5,
    },
    "minilm": {
        "bias": -9.6, "coverage": 4.93, "first": 1.15, "unknown names": -0.61, "participants": 3.53, "cosine": 15.25,
        "dated": 9.5,
    },
}  # fmt: skip


def judge(ranked: Ranked, words: Words, similar: Similar | None, asked: Question, covered: float = 0.0) -> float:
    """How likely it is that the best of these answer the question, of which links covered a share by themselves."""
    if not ranked.order:
        return 0.0
    first, share = ranked.order[:_LEADERS], words.share
    unknown = {term.casefold() for term in words.unknown}
    features = {
        "bias": 1.0,
        "coverage": max(covered, *(share * ranked.value("cover", p) for p in first)),
        "first": max(covered, share * ranked.value("cover", first[0])),
        "unknown names": float(sum(name.casefold() in unknown for name in asked.names)),
        "participants": float(min(1, len(asked.speakers))),
        "cosine": max(similar.best, _LOOSE) if similar else 0.0,
        "dated": max(ranked.value("date", p) for p in first),
    }
    weights = WORDS
    if similar:
        weights = next((c for name, c in MEANING.items() if similar.identity.startswith(name)), WORDS)
    return 1 / (1 + exp(-sum(weight * features[name] for name, weight in weights.items())))


def answers(ranked: Ranked) -> Iterator[Passage]:
    """The passages that are answers at all: by their own words, by their meaning, or by what stands around them."""
    around = [ranked.columns[name] for name in _AROUND if name in ranked.columns]
    best = ranked.scores[ranked.order[0].id] if ranked.order else 0.0

    def holds(p: Passage) -> bool:
        words, near = ranked.value("cover", p) / _COVER, ranked.value("meaning", p) / _MEANING
        if words >= 1 or near >= 1 or words + near >= _BOTH:
            return True
        row = ranked.rows[p.id]
        return any(column[row] >= _SUPPORT for column in around)

    def near(p: Passage) -> bool:
        return ranked.scores[p.id] >= best - (_BEHIND if p.place is not None else _UNPLACED)

    return (p for p in ranked.order[:_LOOKED_AT] if near(p) and holds(p))


def explain(words: Words) -> str:
    """Why nothing is shown."""
    if not words.weights:
        return f"nothing here mentions {', '.join(list(words.counts)[:8])}"
    if words.unknown:
        return f"only passing mentions were found; nothing here mentions {', '.join(words.unknown[:8])}"
    return "only passing mentions were found"


def relevance(likely: float, behind: float) -> float:
    """What a hit shows as its score: how likely the best is, falling with the distance to it."""
    return max(0.0, min(1.0, likely * exp(behind / 4)))
