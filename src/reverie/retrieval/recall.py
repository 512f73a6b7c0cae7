"""Recall: find pages, fragments and turns for a question, say why each ranked, and say when nothing fits.

Imports nothing outside the standard library and ours, for the sake of the hooks; vectors come in as an argument.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import islice
from math import exp
from typing import Any, Literal

from reverie.domain import front, matter
from reverie.domain.citation import Citation
from reverie.domain.fragment import Fragment, Trust
from reverie.domain.page import Key, Page
from reverie.domain.question import Question
from reverie.domain.traits import OVERTURNED
from reverie.domain.turn import Turn
from reverie.domain.usage import Use
from reverie.domain.words import spread, terms as words_of
from reverie.retrieval import conflicts, factors, gate
from reverie.retrieval.factors import Candidate
from reverie.retrieval.lanes import Words
from reverie.retrieval.rank import Ranked
from reverie.retrieval.search import Near as Near, Query as Query, Search as Search, search as search
from reverie.retrieval.weights import FAST, FULL
from reverie.store.base import Index, Passage, Reader, Scope, Turns

MOST = 50  # hits at most, whatever is asked
_WEIGHED = 40  # candidates whose factors are looked at
_SPARE = 8  # hits looked at beyond those asked for: a newer statement may be among them
_COMPARED = 600  # characters of two statements that are compared
_PROOF = 5  # citations of a page whose turns it stands for
_EXACTLY = 3.0  # what holding an identifier as it is written multiplies the odds with
_OWNER = 3.0  # what telling of the person who asks does, when the question is about them
_OUTDATED = 1.0  # log-odds by words and meaning within which what is held now comes before an older turn
_STATEMENT = 30  # words up to which a text is one statement, with one subject
_EQUAL = 1.5  # log-odds within which two statements are about equally relevant
_CONFLICT = 4.0  # log-odds within which the current of two values comes before the other
_SAME = 0.4  # share of words from which on two statements are about the same thing

Tier = Literal["fast", "full"]
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
    through: Key | None = None  # the entity whose link led to it


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
    entities: Mapping[str, tuple[Key, ...]] = field(default_factory=dict)  # that it names, by what it calls them
    respelt: Mapping[str, str] = field(default_factory=dict)  # words that were taken for a name

    def named(self, space: str, *, whole: bool = False) -> list[Key]:
        """What of a space the question names outright: forgetting needs more than recall, most of the words or all."""
        found = [hit for hit in self.hits if hit.key.kind != "turn" and hit.key.space == space]
        if not whole:
            return [hit.key for hit in found if len(hit.matched) >= len(self.terms) * 2 / 3]
        named = matter.parts(self.question.text if self.question else "")
        return [hit.key for hit in found if self._has_all(hit) or matter.says(f"{hit.title} {hit.text}", named)]

    def _has_all(self, hit: Hit) -> bool:
        """Whether it has every word; a belief itself, but for their endings, not only in its tags or its evidence."""
        itself = hit.key.kind != "belief" or matter.says(f"{hit.title} {hit.text}", self.terms)
        return len(hit.matched) >= len(self.terms) and itself


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
    if found.similar and found.linked:
        named, respelt = found.linked.named, found.respelt
        answer = replace(answer, embedder=found.similar.identity, entities=named, respelt=respelt)
    if not asked.terms:
        return replace(answer, reason="the question holds no word to look for")
    answer = replace(answer, likely=round(found.likely, 4))
    known = answer.likely >= settings.threshold
    candidates = _collapse(gate.answers(found.ranked), found.ranked, index, query.scope) if known else []
    if not candidates:
        then = query.scope.as_of is not None and not found.ranked.order
        return replace(answer, reason="nothing of it was known then" if then else gate.explain(lane))
    candidates = _nearest(candidates, query.scope.spaces)
    candidates = factors.weigh(candidates[:_WEIGHED], asked, query.scope, query.now, uses)
    best = candidates[0].score
    said = _for_their_turns(_read(_worth_reading(candidates, query.k, lane), vault, turns), vault, lane)
    said = said if "overview" in asked.wants else _before_their_digests(said, vault, lane)
    said = _of_the_owner(_as_written(said, asked), asked)
    said = said if "overview" in asked.wants else _before_older_turns(said, found)
    said = _before_what_they_overturned(said, vault)
    current = _current_first(said, lane, query.now.date(), claims=found.tier == "full")
    hits = (_hit(c, found, vault, answer.likely, best) for c in current)
    return replace(answer, hits=tuple(islice(_distinct(hits, asked.terms), query.k)))


def _collapse(answers: Iterable[Passage], ranked: Ranked, index: Index, scope: Scope) -> list[Candidate]:
    """A fragment speaks for the pages that cite it, a part for its page; each counts once, by its best passage."""
    found: dict[Key, Candidate] = {}
    for p in answers:
        pages, cited = index.parents(p, scope) if p.kind == "fragment" else ((), False)
        if cited and not pages and not scope.everything:
            continue  # superseded evidence is no hook
        for target in pages or (p.key,):
            if target not in found and target.kind != "summary":  # which only repeats other pages
                found[target] = Candidate(target, p, ranked.scores[p.id])
        if len(found) >= _WEIGHED * len(scope.spaces):  # of each there is one copy in a space at most
            break
    return list(found.values())


def _nearest(candidates: list[Candidate], spaces: Sequence[str]) -> list[Candidate]:
    """Of copies of a page in several spaces, the nearest."""
    if len(spaces) == 1:
        return candidates
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


def _worth_reading(candidates: Sequence[Candidate], k: int, lane: Words) -> Sequence[Candidate]:
    """The first k, one for each that may turn out to repeat another, and what may be a newer statement of the same."""
    first = candidates[:k]
    held = {lane.held.get(c.passage.id) for c in first}
    spare = candidates[k : k + _SPARE]
    kinds = Counter(c.key.kind for c in first)
    taken = any(c.key.kind == "fragment" for c in (*first, *spare))
    repeats = kinds["entity"] + kinds["digest"] + (kinds["turn"] if taken else 0)
    return [*first, *(c for n, c in enumerate(spare) if n < repeats or lane.held.get(c.passage.id) in held)]


def _read(candidates: Sequence[Candidate], vault: Reader, turns: Turns) -> list[Candidate]:
    """The candidates with what they say; without those that are gone meanwhile."""
    said = turns.turns([c.key for c in candidates if c.key.kind == "turn"])
    if len(said) == len(candidates):
        pages, fragments = {}, {}
    else:
        pages = vault.pages([c.key for c in candidates if c.key.kind not in ("fragment", "turn")])
        fragments = vault.fragments([c.key.slug for c in candidates if c.key.kind == "fragment"])
    for c in candidates:
        c.source = pages.get(c.key) or said.get(c.key) or fragments.get(c.key.slug)
    return [c for c in candidates if c.source]


def _for_their_turns(said: list[Candidate], vault: Reader, lane: Words) -> list[Candidate]:
    """A fragment, or a page that rests on it, stands for the turn it was taken from, at the better rank of the two.

    Unless the turn holds more of the question.
    """
    if not any(c.key.kind == "turn" for c in said):
        return said
    taken: dict[str, Candidate] = {}
    pages = [c for c in said if isinstance(c.source, Page) and c.key.kind in ("belief", "skill")]
    cited: dict[str, Candidate] = {}
    for c in pages:  # of several pages that rest on one statement, the most relevant
        for id_ in _latest(c.source):
            cited.setdefault(id_, c)
    for id_, fragment in (vault.fragments(cited) if cited else {}).items():
        taken.setdefault(f"{fragment.source}#{fragment.entry}", cited[id_])
    for c in said:
        if isinstance(c.source, Fragment):
            taken.setdefault(f"{c.source.source}#{c.source.entry}", c)
    if not taken:
        return said
    kept = []
    for c in said:
        stands = taken.get(c.key.slug) if c.key.kind == "turn" else None
        if stands is None or not set(lane.terms(c.passage.id)) <= set(lane.terms(stands.passage.id)):
            kept.append(c)
        elif c.score > stands.score:
            stands.multiply("its turn", exp(c.score - stands.score))
    return sorted(kept, key=lambda c: -c.score)


def _latest(source: object) -> list[str]:
    """The evidence a page was last proven by; older turns are seldom found beside it."""
    return [c.id for c in sorted(source.evidence.active)[-_PROOF:]] if isinstance(source, Page) else []


def _before_their_digests(said: list[Candidate], vault: Reader, lane: Words) -> list[Candidate]:
    """What was said in a session, and what came of it, stands for the digest of it, when it is about as relevant or
    holds as much of the question: it says more exactly."""
    if not any(c.key.kind == "digest" for c in said):
        return said
    best: dict[str, list[Candidate]] = {}
    cited: dict[str, list[Candidate]] = {}
    for c in said:
        if c.key.kind in ("belief", "skill"):
            for id_ in _latest(c.source):
                cited.setdefault(id_, []).append(c)
        session = c.source.source if isinstance(c.source, Fragment) else c.key.slug.partition("#")[0]
        if c.key.kind in ("fragment", "turn"):
            best.setdefault(session, []).append(c)
    for id_, fragment in (vault.fragments(cited) if cited else {}).items():
        best.setdefault(fragment.source, []).extend(cited[id_])

    def stands(digest: Candidate, other: Candidate) -> bool:
        held = lane.bits(digest.passage.id) & ~lane.bits(other.passage.id)
        as_much = other.key.kind != "turn" and held == 0
        return as_much or other.score >= digest.score - _EQUAL

    return [
        c
        for c in said
        if not (isinstance(c.source, Page) and c.key.kind == "digest")
        or not any(stands(c, other) for other in best.get(front.get(c.source.text, "session") or "", ()))
    ]


def _before_older_turns(said: list[Candidate], found: Search) -> list[Candidate]:
    """What is held now, before an older turn that holds no more of the question: it may have been overturned since.

    A turn that nothing was taken from is never marked as overturned, and what stands around it speaks for it.
    """
    turns = [c for c in said if c.key.kind == "turn"]
    if not turns or len(turns) == len(said):
        return said
    lane, ranked, slight = found.words, found.ranked, found.asked.slight
    weights = FULL if found.similar else FAST

    def worth(c: Candidate) -> float:
        return sum(weights.get(name, 0.0) * ranked.value(name, c.passage) for name in ("cover", "lead", "meaning"))

    for c in said:
        if c.key.kind in ("turn", "digest"):
            continue  # a digest only says again what was said
        held, least = lane.bits(c.passage.id), worth(c) + _OUTDATED
        ahead = [
            turn
            for turn in turns
            if turn.score > c.score
            and worth(turn) <= least
            and lane.bits(turn.passage.id) & ~held == 0
            and not set(lane.terms(turn.passage.id)) <= slight
        ]
        if ahead and all(_later(c.passage, turn.passage) for turn in ahead):  # else a turn may be what holds now
            c.multiply("current", exp(max(turn.score for turn in ahead) - c.score) * 1.01)
    return sorted(said, key=lambda c: -c.score)


def _before_what_they_overturned(said: list[Candidate], vault: Reader) -> list[Candidate]:
    """What is held now, before the turn, and the digest of the session, in which was said what it overturned."""
    ahead = [c for c in said if c.key.kind in ("turn", "digest")]
    gone = {
        citation.id: c
        for c in said
        if isinstance(c.source, Page) and c.key.kind == "belief" and any(other.score > c.score for other in ahead)
        for citation in c.source.evidence.superseded
    }
    for id_, fragment in (vault.fragments(gone) if gone else {}).items():
        held, turn = gone[id_], f"{fragment.source}#{fragment.entry}"
        for c in ahead:
            session = front.get(c.source.text, "session") if isinstance(c.source, Page) else None
            if c.score > held.score and (c.key.slug == turn or session == fragment.source):
                held.multiply("overturned it", exp(c.score - held.score) * 1.01)
    return sorted(said, key=lambda c: -c.score)


def _as_written(said: list[Candidate], asked: Question) -> list[Candidate]:
    """What holds an identifier of the question exactly as it is written there, before what only holds its parts."""
    exact = [term for term in asked.terms if not term.isalnum()]
    if not exact:
        return said
    for c in said:
        if any(term in c.text.lower() for term in exact):
            c.multiply("as written", _EXACTLY)
    return sorted(said, key=lambda c: -c.score)


def _of_the_owner(said: list[Candidate], asked: Question) -> list[Candidate]:
    """What tells of the person who asks, before what says the same of others, when they ask about themselves."""
    if not asked.own or "overview" in asked.wants:
        return said
    for c in said:
        if c.key.kind != "turn" and c.passage.size <= _STATEMENT and asked.told_by_owner(c.text):
            c.multiply("of the owner", _OWNER)
    return sorted(said, key=lambda c: -c.score)


def _current_first(said: Sequence[Candidate], lane: Words, on: date, *, claims: bool) -> Iterator[Candidate]:
    """Of statements that answer the same words of the question in nearly the same words, the newest first.

    Only among equals: whoever is named, or when, has decided before. With `claims`, of beliefs that give one thing two
    values the current one is first, too, though it is put otherwise and not quite as relevant.
    """
    left = list(said)
    words: dict[Key, frozenset[str]] = {}

    def alike(one: Candidate, other: Candidate) -> bool:
        for c in (one, other):
            if c.key not in words:
                words[c.key] = frozenset(spread(c.text[:_COMPARED].lower()).split())
        a, b = words[one.key], words[other.key]
        return len(a & b) >= _SAME * len(a | b)

    while left:
        first = best = left[0]
        held = lane.held.get(first.passage.id)
        for other in left[1:]:
            behind = first.score - other.score
            same = held and lane.held.get(other.passage.id) == held and behind <= _EQUAL
            later = same and _later(other.passage, best.passage) and not conflicts.over(other.source, on)
            if (later and alike(first, other)) or (
                claims and behind <= _CONFLICT and conflicts.overtakes(other.source, best.source, on)
            ):
                best = other
        left.remove(best)
        if best is not first:
            best.multiply("newer", exp(first.score - best.score))
        yield best


def _later(one: Passage, other: Passage) -> bool:
    if one.said is None or other.said is None or one.traits & OVERTURNED:
        return False
    return (one.said, one.place or 0) > (other.said, other.place or 0)


def _distinct(hits: Iterable[Hit], terms: Sequence[str]) -> Iterator[Hit]:
    """Without entities that only repeat, on the same evidence, what a better hit says; unless asked by name."""
    said: set[Citation] = set()
    for hit in hits:
        repeats = hit.key.kind == "entity" and set(hit.citations) <= said
        if not repeats or set(words_of(hit.title)) >= set(terms):
            yield hit
            said |= set(hit.citations)


def _hit(c: Candidate, search: Search, vault: Reader, likely: float, best: float) -> Hit:
    """A candidate as it is shown; `best` is the score of the most relevant of all."""
    passage, weights = c.passage, FULL if search.similar else FAST
    parts = search.ranked.parts(passage)
    shared: dict[str, Any] = {
        "score": round(gate.relevance(likely, c.score - best), 4),
        "matched": search.words.terms(passage.id),
        "parts": {n: round(weights[n] * value, 3) for n, value in parts.items() if weights.get(n)},
        "factors": c.factors,
        "via": passage.key if passage.key != c.key else None,
        "through": search.linked.through.get(passage.id) if search.linked else None,
    }
    match c.source:
        case Page():
            return page_hit(c.source, handle=vault.handle(c.key), lines=passage.lines, **shared)
        case Fragment():
            return fragment_hit(c.source, **shared)
        case Turn():
            return turn_hit(c.source, **shared)
    raise AssertionError(f"{c.key} was not read")


def page_hit(page: Page, *, handle: str = "", lines: tuple[int, int] | None = None, **rest: Any) -> Hit:
    proof = page.evidence
    return Hit(
        handle=handle or page.key.handle,
        key=page.key,
        title=page.title,
        text=page.lines(*lines) if lines else page.prose,
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
