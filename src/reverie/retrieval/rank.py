"""The ranker: one linear score over what the lanes and the neighbours say of a passage. Both tiers use it.

A signal of degrees is a column: its value for each passage, in the order they were given. A signal that is there or
not is told by a passage's traits alone. A score is the weighted sum of both.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import repeat
from operator import mul

from reverie.domain.traits import ASKS, COUNTED, FILLER, MACHINE, NAMED, OVERTURNED, OWN, RULE, TIMED
from reverie.light import TYPE_CHECKING, NamedTuple
from reverie.retrieval.lanes import timely
from reverie.store.scope import PLACE_BITS

if TYPE_CHECKING:
    from reverie.domain.question import Question
    from reverie.retrieval.lanes import Similar, Words
    from reverie.store.scope import Passage

_K1, _B = 1.2, 0.75  # BM25's saturation and length normalisation, for the lead
_SHORT = 8  # words from which on a shorter lead is not better
_WHOLE, _ALL = 3, 0.98  # terms there must be, and the share of them that a passage said in those words holds
_WIDE = 4  # words for each term from which on a lead says more than that
_BEST = 3  # passages that speak for their session
_WANTED = (  # what a question may want, the signal of having it, and the traits that takes
    ("overview", "machine (overview)", MACHINE),
    ("when", "timed", TIMED),
    ("amount", "counted", COUNTED),
    ("advice", "rule asked", RULE),
)

Column = Sequence[float]


class Ranked(NamedTuple):
    """Passages in order, with their scores (log-odds, comparable only within one answer) and signals."""

    order: tuple[Passage, ...]
    scores: Mapping[int, float]
    rows: Mapping[int, int]  # where a passage stands in the columns
    columns: Mapping[str, Column]
    needs: Mapping[str, int]  # the traits a passage must have, for signals that are there or not

    @classmethod
    def none(cls) -> Ranked:
        return cls((), {}, {}, {}, {})

    def value(self, name: str, p: Passage) -> float:
        """One signal of degrees of one passage."""
        return self.columns[name][self.rows[p.id]] if name in self.columns else 0.0

    def parts(self, p: Passage) -> dict[str, float]:
        """The signals of one passage."""
        row = self.rows[p.id]
        found = {name: column[row] for name, column in self.columns.items() if column[row]}
        return found | {name: 1.0 for name, traits in self.needs.items() if p.traits & traits == traits}


def rank(
    passages: Sequence[Passage],
    question: Question,
    words: Words,
    similar: Similar | None,
    weights: Mapping[str, float],
    joined: Mapping[str, Mapping[int, float]] | None = None,
) -> Ranked:
    """The passages with their scores, best first. `joined` are signals of passages that joined later, by name."""
    columns = signals(passages, question, words, similar)
    for name, values in (joined or {}).items():
        columns[name] = [values.get(p.id, 0.0) for p in passages]
    needs = statements(question)
    worth = {
        traits: sum(weights.get(name, 0.0) for name, needed in needs.items() if traits & needed == needed)
        for traits in {p.traits for p in passages}
    }
    counted = [name for name in columns if weights.get(name)]
    each = [weights[name] for name in counted]
    sums = [sum(map(mul, each, row)) for row in zip(*(columns[name] for name in counted), strict=True)]
    scores = [worth[p.traits] + part for p, part in zip(passages, sums or repeat(0.0), strict=False)]
    # Rounded, so that the last bit of a cosine decides nothing; of equals, by name: space, kind, slug and part.
    order = sorted([(-round(s, 6), p[1:5], row) for row, (s, p) in enumerate(zip(scores, passages, strict=True))])
    return Ranked(
        order=tuple([passages[row] for _, _, row in order]),
        scores={passages[row].id: -score for score, _, row in order},
        rows={p.id: row for row, p in enumerate(passages)},
        columns=columns,
        needs=needs,
    )


def left_open(ranked: Ranked, words: Words) -> float:
    """The share of the question, by weight, that the best passage does not hold."""
    return 1 - words.share * ranked.value("cover", ranked.order[0]) if ranked.order else 0.0


def signals(
    passages: Sequence[Passage], question: Question, words: Words, similar: Similar | None
) -> dict[str, Column]:
    """Everything that speaks for or against a passage more or less; columns without any value are left out."""
    held = words.held_by(passages)
    if words.called:
        totals = {said: words.total(said=said) for said in (True, False)}
        cover = [h[0] / totals[p.kind == "turn"] for h, p in zip(held, passages, strict=True)]
    else:
        total = words.total(said=True)
        cover = [h[0] / total for h in held]
    sizes = [p.size if p.size > _SHORT else _SHORT for p in passages]
    average = sum(sizes) / max(1, len(sizes))
    lead = [h[1] * _short(size / average) if h[1] else 0.0 for h, size in zip(held, sizes, strict=True)]
    near = similar.of([p.id for p in passages]) if similar else []
    found = {
        "cover": cover,
        "whole": _whole(passages, cover, words.said),
        "lead": _scaled(lead),
        "meaning": near,
        **_neighbours(passages, _scaled([h[0] + h[1] for h in held]), near),
        "date": [timely(question, p) for p in passages] if question.spans else [],
    }
    if "overview" in question.wants:
        found["session (overview)"] = found["session"]
    if len(question.speakers) == 1:
        found["speaker"] = [1.0 if p.speaker == question.speakers[0] else 0.0 for p in passages]
    return {name: column for name, column in found.items() if any(column)}


def statements(question: Question) -> dict[str, int]:
    """What kind of statement a passage is, and whether that is the kind the question wants: the traits it takes."""
    always = {"machine": MACHINE, "asks": ASKS | NAMED, "own": OWN, "filler": FILLER, "overturned": OVERTURNED}
    if "overview" not in question.wants:
        always["rule"] = RULE
    return always | {name: traits for want, name, traits in _WANTED if want in question.wants}


def _whole(passages: Sequence[Passage], cover: Column, terms: int) -> Column:
    """Said in the words of the question, all of them, and little else; asked in them, it is the question once more."""
    if terms < _WHOLE:
        return []
    said = (c > _ALL and p.size <= _WIDE * terms for c, p in zip(cover, passages, strict=True))
    return [(-1.0 if p.traits & ASKS else 1.0) if whole else 0.0 for whole, p in zip(said, passages, strict=True)]


def _neighbours(passages: Sequence[Passage], words: Column, near: Column) -> dict[str, Column]:
    """What was said around it: an answer often shares no word with its question, but stands after it."""
    rows = {p.place: row for row, p in enumerate(passages) if p.place is not None}
    nobody = len(passages)  # a row of its own, in which there is nothing
    following, previous, earlier = (
        [nobody if p.place is None else rows.get(p.place + step, nobody) for p in passages] for step in (1, -1, -2)
    )
    asked = [row if row < nobody and passages[row].traits & ASKS else nobody for row in previous]
    sessions = [None if p.place is None else p.place >> PLACE_BITS for p in passages]
    found: dict[str, Column] = {}
    said = [*words, 0.0]
    found["before"] = [said[row] for row in previous]
    found["after"] = [said[row] for row in following]
    found["earlier"] = [said[row] for row in earlier]
    found["reply"] = [said[row] for row in asked]
    found["session"] = _by_session(sessions, words)
    if near:
        meant = [*near, 0.0]
        found["meaning after"] = [meant[row] for row in following]
        found["meaning reply"] = [meant[row] for row in asked]
        found["meaning session"] = _by_session(sessions, near)
    return found


def _by_session(sessions: Sequence[int | None], values: Column) -> Column:
    """How much of the question each session is about: the mean of its best passages."""
    found: dict[int | None, list[float]] = {}
    for session, value in zip(sessions, values, strict=True):
        if value:
            found.setdefault(session, []).append(value)
    found.pop(None, None)
    means = {session: sum(sorted(best)[-_BEST:]) / _BEST for session, best in found.items()}
    return [means.get(session, 0.0) for session in sessions]


def _short(ratio: float) -> float:
    """BM25's preference for the shorter of two texts that hold the same words."""
    return (_K1 + 1) / (1 + _K1 * (1 - _B + _B * ratio))


def _scaled(values: Column) -> Column:
    most = max(values, default=0.0)
    return [value / most for value in values] if most > 0 else values
