"""Recall: find pages and fragments for a question, and say when nothing fits. The fast tier's keyword lane.

Imports nothing outside the standard library and ours, for the sake of the hooks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from math import log

from reverie.domain.citation import Citation
from reverie.domain.fragment import Fragment, Trust
from reverie.domain.page import Key, Page
from reverie.domain.words import terms as words_of
from reverie.store.base import Index, Passage, Vault

MOST = 50  # hits at most, whatever is asked
NEAREST = 1.2  # weight of hits in the nearest space of the chain
_CANDIDATES = 4  # passages looked at for each hit wanted
_COVERAGE = 0.7  # how much of a score is words found, the rest is how well


@dataclass(frozen=True, slots=True)
class RecallSettings:
    """[recall] in reverie.toml"""

    k: int = 10  # hits at most
    threshold: float = 0.3  # share of the question's telling words a hit must hold

    def __post_init__(self) -> None:
        if not 1 <= self.k <= MOST:
            raise ValueError(f"k must be between 1 and {MOST}")
        if not 0 <= self.threshold <= 1:
            raise ValueError("threshold must be between 0 and 1")


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    text: str
    spaces: tuple[str, ...] = ("",)  # what may be seen, nearest first
    k: int = 10
    everything: bool = False  # retired and set-aside ones too


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """One thing found, with what is needed to judge it."""

    handle: str
    key: Key
    title: str
    text: str
    date: date | None
    score: float
    strength: str
    trust: Trust
    citations: tuple[Citation, ...]
    pinned: bool = False
    retired: str | None = None
    matched: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The hits, best first; when there are none, why."""

    hits: tuple[Hit, ...]
    terms: tuple[str, ...]
    reason: str = ""


def recall(query: Query, vault: Vault, index: Index, settings: RecallSettings) -> Answer:
    """The best hits above the gate: those that hold enough of what the question is about."""
    terms = words_of(query.text)
    if not terms:
        return Answer(hits=(), terms=(), reason="the question holds no word to look for")
    passages = index.search(terms, query.spaces, max(20, query.k * _CANDIDATES), hidden=query.everything)
    if not passages:
        return Answer(hits=(), terms=terms, reason=f"nothing here mentions {', '.join(terms)}")
    weights = _weights(terms, index)
    best = max(p.score for p in passages) or 1.0
    scored = {p.key: _score(p, weights, best) * _nearness(p, query.spaces) for p in passages}
    found = _collapse(passages, scored)
    close = [(key, score, p) for key, (score, p) in found.items() if _coverage(p, weights) >= settings.threshold]
    close = _nearest(close, query.spaces)
    close.sort(key=lambda row: (-row[1], row[0]))
    hits = _distinct(_hits(close[: query.k * 2], vault), terms)[: query.k]
    if not hits:
        return Answer(hits=(), terms=terms, reason="only passing mentions were found")
    return Answer(hits=tuple(hits), terms=terms)


def _weights(terms: Sequence[str], index: Index) -> dict[str, float]:
    """How telling each word is: rare ones most."""
    size = index.size()
    return {term: log(1 + (size + 1) / (1 + index.frequency(term))) for term in terms}


def _coverage(passage: Passage, weights: Mapping[str, float]) -> float:
    return sum(weights[term] for term in passage.terms) / sum(weights.values())


def _score(passage: Passage, weights: Mapping[str, float], best: float) -> float:
    return _COVERAGE * _coverage(passage, weights) + (1 - _COVERAGE) * max(0.0, passage.score) / best


def _nearness(passage: Passage, spaces: Sequence[str]) -> float:
    return NEAREST if len(spaces) > 1 and passage.key.space == spaces[0] else 1.0


def _collapse(passages: Sequence[Passage], scored: Mapping[Key, float]) -> dict[Key, tuple[float, Passage]]:
    """A fragment speaks for the pages that cite it; each page counts once, by its best passage."""
    found: dict[Key, tuple[float, Passage]] = {}
    for passage in passages:
        for key in passage.parents or (passage.key,):
            score = scored[passage.key]
            if key not in found or found[key][0] < score:
                found[key] = (score, passage)
    return found


def _nearest(rows: Sequence[tuple[Key, float, Passage]], spaces: Sequence[str]) -> list[tuple[Key, float, Passage]]:
    """Of copies of a page in several spaces, the nearest."""
    order = {space: n for n, space in enumerate(spaces)}
    best: dict[tuple[str, str], int] = {}
    for key, _, _ in rows:
        name = (key.kind, key.slug)
        best[name] = min(best.get(name, len(order)), order.get(key.space, len(order)))
    return [row for row in rows if order.get(row[0].space, len(order)) == best[(row[0].kind, row[0].slug)]]


def _hits(rows: Sequence[tuple[Key, float, Passage]], vault: Vault) -> list[Hit]:
    pages = vault.pages(key for key, _, _ in rows)
    fragments = vault.fragments(key.slug for key, _, _ in rows if key.kind == "fragment")
    hits = []
    for key, score, passage in rows:
        if key in pages:
            hits.append(replace(page_hit(pages[key], score, passage.terms), handle=vault.handle(key)))
        elif key.slug in fragments:
            hits.append(fragment_hit(fragments[key.slug], score, passage.terms))
    return hits


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


def page_hit(page: Page, score: float = 1.0, matched: tuple[str, ...] = ()) -> Hit:
    proof = page.evidence
    return Hit(
        handle=page.key.handle,
        key=page.key,
        title=page.title,
        text=page.prose,
        date=max((c.day for c in proof.active), default=None),
        score=round(min(1.0, score), 4),
        strength=page.strength,
        trust=page.trust,
        citations=tuple(sorted(proof.active)),
        pinned=page.pinned,
        retired=page.retired,
        matched=matched,
    )


def fragment_hit(fragment: Fragment, score: float = 1.0, matched: tuple[str, ...] = ()) -> Hit:
    return Hit(
        handle=fragment.handle,
        key=Key(fragment.space, "fragment", fragment.id),
        title=fragment.topic,
        text=fragment.body,
        date=fragment.day,
        score=round(min(1.0, score), 4),
        strength="mentioned",
        trust=fragment.trust,
        citations=(fragment.citation,),
        matched=matched,
    )
