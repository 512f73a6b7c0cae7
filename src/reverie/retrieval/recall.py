"""Recall: find pages, fragments and turns for a question, say why each ranked, and say when nothing fits.

Imports nothing outside the standard library and ours, for the sake of the hooks; vectors come in as an argument.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from math import exp, log
from typing import Any, Literal

from reverie.domain import question as questions
from reverie.domain.citation import Citation
from reverie.domain.fragment import Fragment, Trust
from reverie.domain.page import Key, Page
from reverie.domain.question import Question
from reverie.domain.traits import MACHINE, OVERTURNED, RULE
from reverie.domain.turn import Turn
from reverie.domain.usage import Use
from reverie.domain.words import spread, terms as words_of
from reverie.retrieval import factors, gate, hop
from reverie.retrieval.factors import Candidate
from reverie.retrieval.lanes import Similar, Words, words
from reverie.retrieval.rank import Ranked, rank
from reverie.retrieval.weights import FAST, FULL
from reverie.store.base import Index, Passage, Reader, Scope, Turns

MOST = 50  # hits at most, whatever is asked
POOL = 200  # passages that each lane puts forward
REACH = 2  # neighbours before and after that are considered
_RANKED = 160  # passages that are ranked, with their neighbours
_LEADING = 60  # passages whose neighbours are considered
_WEIGHED = 40  # candidates whose factors are looked at
_SPARE = 8  # hits looked at beyond those asked for: a newer statement may be among them
_COMPARED = 600  # characters of two statements that are compared
_EXACTLY = 3.0  # what holding an identifier as it is written multiplies the odds with
_EQUAL = 1.5  # log-odds within which two statements are about equally relevant
_SAME = 0.4  # share of words from which on two statements are about the same thing

Tier = Literal["fast", "full"]
Near = Callable[[str], Similar | None]  # asks the vector lane what is near a text
Uses = Callable[[Sequence[Key]], Mapping[Key, Use]]  # how things were used


@dataclass(frozen=True, slots=True)
class RecallSettings:
    """[recall] in reverie.toml"""

    k: int = 10  # hits at most
    threshold: float = 0.3  # how likely the best hit must be for any to be shown

    def __post_init__(self) -> None:
        if not 1 <= self.k <= MOST:
            raise ValueError(f"k must be between 1 and {MOST}")
        if not 0 <= self.threshold <= 1:
            raise ValueError("threshold must be between 0 and 1")


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    text: str
    now: datetime
    scope: Scope = field(default_factory=Scope)
    k: int = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """One thing found, with what is needed to judge it."""

    handle: str
    key: Key
    title: str
    text: str
    date: date | None
    strength: str
    trust: Trust
    citations: tuple[Citation, ...]
    score: float = 1.0
    pinned: bool = False
    retired: str | None = None
    matched: tuple[str, ...] = ()
    speaker: str | None = None
    lines: tuple[int, int] | None = None
    parts: Mapping[str, float] = field(default_factory=dict)  # what each signal gave, in log-odds
    factors: Mapping[str, float] = field(default_factory=dict)  # what multiplied the odds afterwards
    via: Key | None = None  # the passage that was found, when the hit is the page it speaks for


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The hits, best first; when there are none, why."""

    hits: tuple[Hit, ...]
    terms: tuple[str, ...]
    tier: Tier = "fast"
    reason: str = ""
    question: Question | None = None
    words: Words | None = None
    embedder: str | None = None  # whose vectors were asked, in the full tier
    likely: float = 0.0  # how likely it is that the vault knows anything about it


_Found = tuple[Passage, Hit, float]  # the passage that speaks for a hit, the hit, and its score in log-odds


@dataclass(frozen=True, slots=True)
class Search:
    """A question and everything the lanes found for it, ranked; nothing judged yet."""

    asked: Question
    words: Words
    similar: Similar | None
    ranked: Ranked

    @property
    def tier(self) -> Tier:
        return "full" if self.similar else "fast"


def recall(
    query: Query,
    vault: Reader,
    turns: Turns,
    index: Index,
    settings: RecallSettings,
    near: Near | None = None,
    uses: Uses | None = None,
) -> Answer:
    """The best hits, when it is likely enough that any are right. With `near`, the full tier."""
    found = search(query, index, near)
    asked, lane = found.asked, found.words
    answer = Answer(hits=(), terms=asked.terms, tier=found.tier, question=asked, words=lane)
    if found.similar:
        answer = replace(answer, embedder=found.similar.identity)
    if not asked.terms:
        return replace(answer, reason="the question holds no word to look for")
    answer = replace(answer, likely=round(gate.judge(found.ranked, lane, found.similar, asked), 4))
    answers = gate.answers(found.ranked) if answer.likely >= settings.threshold else []
    if not answers:
        then = query.scope.as_of is not None and not found.ranked.order
        return replace(answer, reason="nothing of it was known then" if then else gate.explain(lane))
    candidates = _collapse(answers, found.ranked, index, query.scope)
    candidates = _nearest(candidates, query.scope.spaces)
    candidates.sort(key=lambda c: (-c.score, c.key))
    candidates = factors.weigh(candidates[:_WEIGHED], asked, query.scope, query.now, uses)
    rows = _found(candidates[: query.k + _SPARE], vault, turns, found, answer.likely)
    hits = _distinct(_current_first(_as_written(rows, asked), lane), asked.terms)
    return replace(answer, hits=tuple(hits[: query.k]))


def search(query: Query, index: Index, near: Near | None = None) -> Search:
    """Ask every lane, and rank what they found."""
    asked = questions.read(query.text, query.now, index.speakers(query.scope.spaces))
    if not asked.terms:
        return Search(asked, Words(), None, Ranked((), {}, {}))
    similar = near(asked.bare or asked.text) if near else None
    lane, pool = _pool(asked, index, query.scope, similar)
    weights = FULL if similar else FAST
    ranked = rank(pool, asked, lane, similar, weights)
    if similar and "chain" in asked.wants:
        hops = hop.follow(asked, ranked, lane, index, query.scope)
        pool += index.passages(hop.joining(hops, pool), query.scope).values()
        ranked = rank(pool, asked, lane, similar, weights, hops)
    return Search(asked, lane, similar, ranked)


def _pool(asked: Question, index: Index, scope: Scope, similar: Similar | None) -> tuple[Words, list[Passage]]:
    """What is worth ranking: the best of each lane, and what was said around them."""
    lane, ids = words(asked, index, scope, POOL)
    if similar:
        ids = list(dict.fromkeys([*ids, *similar.top(POOL)]))
    for span in asked.spans:
        if not span.relative:
            ids = list(dict.fromkeys([*ids, *index.said(span.start, span.end, scope, POOL)]))
    found = index.passages(ids, scope)
    leading = _leading(list(found.values()), asked, lane, similar)
    return lane, [*leading, *index.around(leading[:_LEADING], REACH, scope)]


def _leading(passages: list[Passage], asked: Question, lane: Words, similar: Similar | None) -> list[Passage]:
    """The most promising at a first look: by words and meaning, and by who says it."""
    near = similar.of(p.id for p in passages) if similar else {}
    weight = {p.id: sum(lane.weight(p.id, said=p.kind == "turn")) for p in passages}
    most = max(weight.values(), default=0.0) or 1.0
    speakers = frozenset(asked.speakers)
    machine = 0.0 if "overview" in asked.wants else 1.0

    def promise(p: Passage) -> float:
        said = (p.speaker in speakers) - machine * bool(p.traits & MACHINE) + 0.5 * bool(p.traits & RULE)
        return 2 * weight[p.id] / most + 2 * near.get(p.id, 0.0) + said

    return sorted(passages, key=promise, reverse=True)[:_RANKED]


def _collapse(answers: Sequence[Passage], ranked: Ranked, index: Index, scope: Scope) -> list[Candidate]:
    """A fragment speaks for the pages that cite it, a part for its page; each counts once, by its best passage."""
    parents = index.parents([p for p in answers if p.kind == "fragment"], scope)
    found: dict[Key, Candidate] = {}
    for p in answers:
        pages, cited = parents.get(p.id, ((), False))
        if cited and not pages and not scope.everything:
            continue  # superseded evidence is no hook
        for target in pages or (p.key,):
            if target not in found:
                found[target] = Candidate(target, p, ranked.scores[p.id])
    return list(found.values())


def _nearest(candidates: Sequence[Candidate], spaces: Sequence[str]) -> list[Candidate]:
    """Of copies of a page in several spaces, the nearest."""
    order = {space: n for n, space in enumerate(spaces)}
    best: dict[tuple[str, str], int] = {}
    for c in candidates:
        name = (c.key.kind, c.key.slug)
        best[name] = min(best.get(name, len(order)), order.get(c.key.space, len(order)))
    return [
        c
        for c in candidates
        if c.key.kind in ("turn", "fragment") or order.get(c.key.space, len(order)) == best[(c.key.kind, c.key.slug)]
    ]


def _found(candidates: Sequence[Candidate], vault: Reader, turns: Turns, search: Search, likely: float) -> list[_Found]:
    """Hits for candidates, each with the passage that speaks for it."""
    pages = vault.pages(c.key for c in candidates if c.key.kind not in ("fragment", "turn"))
    fragments = vault.fragments(c.key.slug for c in candidates if c.key.kind == "fragment")
    said = turns.turns(c.key for c in candidates if c.key.kind == "turn")
    best = candidates[0].score if candidates else 0.0
    weights = FULL if search.similar else FAST
    found = []
    for c in candidates:
        passage = c.passage
        parts = search.ranked.parts(passage.id)
        shared = {
            "score": round(gate.relevance(likely, c.score - best), 4),
            "matched": search.words.terms(passage.id),
            "parts": {n: round(weights[n] * value, 3) for n, value in parts.items() if weights.get(n)},
            "factors": c.factors,
            "via": passage.key if passage.key != c.key else None,
        }
        if c.key in pages:
            hit = page_hit(pages[c.key], handle=vault.handle(c.key), lines=passage.lines, **shared)
        elif c.key.slug in fragments:
            hit = fragment_hit(fragments[c.key.slug], **shared)
        elif c.key in said:
            hit = turn_hit(said[c.key], **shared)
        else:
            continue
        found.append((passage, hit, c.score))
    return found


def _as_written(found: Sequence[_Found], asked: Question) -> list[_Found]:
    """What holds an identifier of the question exactly as it is written there, before what only holds its parts."""
    exact = [term for term in asked.terms if not term.isalnum()]
    if not exact:
        return list(found)
    rows = []
    for passage, hit, score in found:
        if any(term in hit.text.lower() for term in exact):
            hit = replace(hit, factors={**hit.factors, "as written": _EXACTLY})
            score += log(_EXACTLY)
        rows.append((passage, hit, score))
    return sorted(rows, key=lambda row: -row[2])


def _current_first(found: Sequence[_Found], lane: Words) -> list[Hit]:
    """Of statements that answer the same words of the question in nearly the same words, the newest first.

    Only among equals: whoever is named, or when, has decided before.
    """
    left, ordered = list(found), []
    said = {hit.key: frozenset(spread(hit.text[:_COMPARED].lower()).split()) for _, hit, _ in left}
    while left:
        passage, hit, score = best = left[0]
        held = lane.held.get(passage.id)
        for other in left[1:] if held else ():
            same = lane.held.get(other[0].id) == held and score - other[2] <= _EQUAL
            if same and _alike(said[hit.key], said[other[1].key]) and _later(other[0], best[0]):
                best = other
        left.remove(best)
        newer = best[1]
        if best[0] is not passage:
            newer = replace(newer, score=hit.score, factors={**newer.factors, "newer": round(exp(score - best[2]), 3)})
        ordered.append(newer)
    return ordered


def _alike(one: frozenset[str], other: frozenset[str]) -> bool:
    return len(one & other) >= _SAME * len(one | other)


def _later(one: Passage, other: Passage) -> bool:
    if one.said is None or other.said is None or one.traits & OVERTURNED:
        return False
    return (one.said, one.place or 0) > (other.said, other.place or 0)


def _distinct(hits: Sequence[Hit], terms: Sequence[str]) -> list[Hit]:
    """Without entities that only repeat, on the same evidence, what a better hit says; unless asked by name."""
    kept: list[Hit] = []
    said: set[Citation] = set()
    for hit in hits:
        repeats = hit.key.kind == "entity" and set(hit.citations) <= said
        if not repeats or set(words_of(hit.title)) >= set(terms):
            kept.append(hit)
            said |= set(hit.citations)
    return kept


def page_hit(page: Page, *, handle: str = "", lines: tuple[int, int] | None = None, **rest: Any) -> Hit:
    proof = page.evidence
    return Hit(
        handle=handle or page.key.handle,
        key=page.key,
        title=page.title,
        text="\n".join(page.text.split("\n")[lines[0] - 1 : lines[1]]) if lines else page.prose,
        date=max((c.day for c in proof.active), default=None),
        strength=page.strength,
        trust=page.trust,
        citations=tuple(sorted(proof.active)),
        pinned=page.pinned,
        retired=page.retired,
        lines=lines,
        **rest,
    )


def fragment_hit(fragment: Fragment, **rest: Any) -> Hit:
    return Hit(
        handle=fragment.handle,
        key=Key(fragment.space, "fragment", fragment.id),
        title=fragment.topic,
        text=fragment.body,
        date=fragment.day,
        strength="mentioned",
        trust=fragment.trust,
        citations=(fragment.citation,),
        speaker=fragment.who,
        **rest,
    )


def turn_hit(turn: Turn, **rest: Any) -> Hit:
    return Hit(
        handle=turn.key.handle,
        key=turn.key,
        title=turn.session,
        text=turn.text,
        date=turn.at.date(),
        strength="said",
        trust=turn.trust,
        citations=(),
        speaker=turn.speaker or turn.role,
        **rest,
    )
