"""The ranker: one linear score over what the lanes and the neighbours say of a passage. Both tiers use it.

Each signal is a column: its value by passage, where it is not nothing. A score is the weighted sum of its row.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from reverie.domain.question import Question
from reverie.domain.traits import ASKS, COUNTED, FILLER, MACHINE, NAMED, OVERTURNED, OWN, RULE, TIMED
from reverie.retrieval.lanes import Similar, Words, timely
from reverie.store.base import Passage
from reverie.store.passages import PLACE_BITS

_K1, _B = 1.2, 0.75  # BM25's saturation and length normalisation, for the lead
_SHORT = 8  # words from which on a shorter lead is not better
_WHOLE, _ALL = 3, 0.98  # terms there must be, and the share of them that a passage said in those words holds
_WIDE = 4  # words for each term from which on a lead says more than that
_BEST = 3  # passages that speak for their session

Column = Mapping[int, float]


@dataclass(frozen=True, slots=True)
class Ranked:
    """Passages in order, with their scores (log-odds, comparable only within one answer) and signals."""

    order: tuple[Passage, ...]
    scores: Column
    columns: Mapping[str, Column]

    def parts(self, id_: int) -> dict[str, float]:
        """The signals of one passage."""
        return {name: column[id_] for name, column in self.columns.items() if id_ in column}


def rank(
    passages: Sequence[Passage],
    question: Question,
    words: Words,
    similar: Similar | None,
    weights: Mapping[str, float],
    hops: Column | None = None,
) -> Ranked:
    """The passages with their scores, best first."""
    columns = {name: column for name, column in signals(passages, question, words, similar).items() if column}
    if hops:
        columns["hop"] = {p.id: hops[p.id] for p in passages if p.id in hops}
    scores = dict.fromkeys((p.id for p in passages), 0.0)
    for name, column in columns.items():
        if weight := weights.get(name, 0.0):
            for id_, value in column.items():
                scores[id_] += weight * value
    for id_, score in scores.items():
        scores[id_] = round(score, 6)  # so that the order of a sum decides nothing
    order = sorted(passages, key=lambda p: (-scores[p.id], p.space, p.kind, p.slug, p.part))
    return Ranked(tuple(order), scores, columns)


def signals(
    passages: Sequence[Passage], question: Question, words: Words, similar: Similar | None
) -> dict[str, Column]:
    """Everything that speaks for or against a passage."""
    weight = {p.id: words.weight(p.id, said=p.kind == "turn") for p in passages if p.id in words.held}
    totals = {said: words.total(said=said) for said in (True, False)}
    cover = {p.id: weight[p.id][0] / totals[p.kind == "turn"] for p in passages if p.id in weight}
    terms = len(words.weights.keys() - words.called)
    wide = {p.id for p in passages if p.size > _WIDE * terms}
    sizes = {p.id: max(_SHORT, p.size) for p in passages}
    average = sum(sizes.values()) / max(1, len(sizes))
    both = _scaled({id_: cover + lead for id_, (cover, lead) in weight.items()})
    near: Column = {}
    if similar:
        known = similar.of(p.id for p in passages)
        near = {p.id: known[p.id] for p in passages if known.get(p.id)}
    return {
        "cover": cover,
        "whole": {i: 1.0 for i, share in cover.items() if share > _ALL and i not in wide} if terms >= _WHOLE else {},
        "lead": _scaled({id_: lead * _short(sizes[id_] / average) for id_, (_, lead) in weight.items() if lead}),
        "meaning": near,
        **_neighbours(passages, both, near, overview="overview" in question.wants),
        **_statements(passages, question),
        "date": {p.id: value for p in passages if (value := timely(question, p))} if question.spans else {},
    }


def _neighbours(passages: Sequence[Passage], words: Column, near: Column, *, overview: bool) -> dict[str, Column]:
    """What was said around it: an answer often shares no word with its question, but stands after it."""
    places = {p.place: p for p in passages if p.place is not None}
    sessions, meant = _by_session(places, words), _by_session(places, near)
    found: dict[str, dict[int, float]] = {
        name: {}
        for name in (
            "before",
            "after",
            "earlier",
            "reply",
            "session",
            "meaning after",
            "meaning reply",
            "meaning session",
        )
    }
    before, after, earlier = found["before"], found["after"], found["earlier"]
    for place, p in places.items():
        id_ = p.id
        if other := places.get(place + 1):
            if value := words.get(other.id):
                after[id_] = value
            if value := near.get(other.id):
                found["meaning after"][id_] = value
        if other := places.get(place - 1):
            value = words.get(other.id)
            if value:
                before[id_] = value
            if other.traits & ASKS:
                if value:
                    found["reply"][id_] = value
                if value := near.get(other.id):
                    found["meaning reply"][id_] = value
        if (other := places.get(place - 2)) and (value := words.get(other.id)):
            earlier[id_] = value
        session = place >> PLACE_BITS
        if value := sessions.get(session):
            found["session"][id_] = value
        if value := meant.get(session):
            found["meaning session"][id_] = value
    return {**found, "session (overview)": found["session"] if overview else {}}


def _statements(passages: Sequence[Passage], question: Question) -> dict[str, Column]:
    """What kind of statement it is, and whether that is the kind the question wants."""
    wants, speakers = question.wants, frozenset(question.speakers)

    def with_all(*traits: int) -> Column:
        wanted = sum(traits)
        return {p.id: 1.0 for p in passages if p.traits & wanted == wanted}

    machine, rule = with_all(MACHINE), with_all(RULE)
    return {
        "speaker": {p.id: 1.0 for p in passages if p.speaker in speakers} if len(speakers) == 1 else {},
        "machine": machine,
        "machine (overview)": machine if "overview" in wants else {},
        "asks": with_all(ASKS, NAMED),
        "own": with_all(OWN),
        "filler": with_all(FILLER),
        "timed": with_all(TIMED) if "when" in wants else {},
        "counted": with_all(COUNTED) if "amount" in wants else {},
        "overturned": with_all(OVERTURNED),
        "rule": rule if "overview" not in wants else {},
        "rule asked": rule if "advice" in wants else {},
    }


def _short(ratio: float) -> float:
    """BM25's preference for the shorter of two texts that hold the same words."""
    return (_K1 + 1) / (1 + _K1 * (1 - _B + _B * ratio))


def _scaled(values: dict[int, float]) -> dict[int, float]:
    most = max(values.values(), default=0.0)
    return {id_: value / most for id_, value in values.items()} if most > 0 else {}


def _by_session(places: Mapping[int, Passage], values: Column) -> dict[int, float]:
    """How much of the question each session is about: the mean of its best passages."""
    found: dict[int, list[float]] = {}
    for place, p in places.items():
        if p.id in values:
            found.setdefault(place >> PLACE_BITS, []).append(values[p.id])
    return {session: sum(sorted(vs)[-_BEST:]) / _BEST for session, vs in found.items()}
