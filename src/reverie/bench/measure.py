"""What is counted, and how sure one can be of it. Pure arithmetic."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reverie.bench.data import BenchSet, Question
from reverie.bench.rankers import Reply

CUTS = (5, 10, 20)
RESAMPLES, SEED = 1000, 20261116
WRONG = 2  # other conversations that a question is asked of
MEASURES = tuple(f"{kind}@{k}" for kind in ("all", "any") for k in CUTS)
_NO_WORD = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class Share:
    """A share of questions with its 95 % interval: what chance alone would make of other questions like these."""

    value: float
    low: float
    high: float
    n: int

    def json(self) -> dict[str, float | int]:
        return {"value": self.value, "low": self.low, "high": self.high, "n": self.n}


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one ranker made of one question about its own conversation."""

    question: Question
    reply: Reply
    seconds: float


def all_at(found: Sequence[str], gold: Collection[str], k: int) -> bool:
    """Whether every gold turn is among the first k."""
    return set(gold) <= set(found[:k])


def any_at(found: Sequence[str], gold: Collection[str], k: int) -> bool:
    """Whether at least one gold turn is among the first k."""
    return not set(gold).isdisjoint(found[:k])


def share(values: Iterable[bool | float]) -> Share | None:
    """The mean of what was seen, with its interval; None when nothing was."""
    seen = np.fromiter(values, np.float64)
    if not len(seen):
        return None
    low, high = (round(float(x), 4) for x in np.percentile(_resampled(seen), [2.5, 97.5]))
    return Share(round(float(seen.mean()), 4), low, high, len(seen))


def _resampled(seen: NDArray[np.float64]) -> NDArray[np.float64]:
    """Means over questions drawn again; the same draws for everyone, so that differences are paired."""
    draws = np.random.default_rng(SEED).integers(0, len(seen), (RESAMPLES, len(seen)))
    means: NDArray[np.float64] = seen[draws].mean(axis=1)
    return means


def table(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """all@k and any@k over these questions; those without gold are left out."""
    valid = [o for o in outcomes if o.question.gold]
    row: dict[str, Any] = {"n": len(valid)}
    for kind, reached in (("all", all_at), ("any", any_at)):
        for k in CUTS:
            found = share(reached(o.reply.ids, o.question.gold, k) for o in valid)
            row[f"{kind}@{k}"] = found.json() if found else None
    return row


def margin(ours: Sequence[Outcome], theirs: Sequence[Outcome]) -> dict[str, Any]:
    """How far ours is ahead in all@10 and any@10, question by question."""
    row: dict[str, Any] = {}
    for name, reached in (("all@10", all_at), ("any@10", any_at)):
        pairs = [(a, b) for a, b in zip(ours, theirs, strict=True) if a.question.counts]
        found = share(
            float(reached(a.reply.ids, a.question.gold, 10)) - reached(b.reply.ids, b.question.gold, 10)
            for a, b in pairs
        )
        row[name] = found.json() if found else None
    return row


def latency(seconds: Sequence[float]) -> dict[str, float] | None:
    """Median and 95th percentile, in milliseconds."""
    if not seconds:
        return None
    p50, p95 = np.percentile(seconds, [50, 95]) * 1000
    return {"p50_ms": round(float(p50), 2), "p95_ms": round(float(p95), 2)}


# The gate


def strangers(bench: BenchSet) -> dict[str, list[Question]]:
    """For each conversation the questions about others that it is asked, the same ones every time."""
    found: dict[str, list[Question]] = {id_: [] for id_ in bench.conversations}
    for q in bench.questions:
        others = [id_ for id_ in bench.conversations if id_ != q.conversation]
        if q.counts:
            for other in sorted(others, key=lambda id_: hashlib.sha256(f"{q.id} {id_}".encode()).digest())[:WRONG]:
                found[other].append(q)
    return found


def gate(right: Sequence[Outcome], wrong: Sequence[Reply], threshold: float) -> dict[str, Any]:
    """Wrong conversations that were answered with nothing, and right answers that were lost by it."""
    good = [o.reply for o in right if o.question.counts and any_at(o.reply.ids, o.question.gold, 10)]
    thresholds = [round(t / 20, 2) for t in range(21)]
    abstained, lost = (share(not r.passes(threshold) for r in some) for some in (wrong, good))
    return {
        "threshold": threshold,
        "abstained": abstained.json() if abstained else None,
        "lost": lost.json() if lost else None,
        "curve": [
            {"threshold": t, "abstained": _part(wrong, t), "lost": _part(good, t)} for t in thresholds if wrong and good
        ],
    }


def _part(replies: Sequence[Reply], threshold: float) -> float:
    return round(sum(not r.passes(threshold) for r in replies) / len(replies), 4)


# Conflicts


def fold(text: str) -> str:
    """Words alone: without case, punctuation and width."""
    return f" {_NO_WORD.sub(' ', unicodedata.normalize('NFKC', text).casefold()).strip()} "


def answered(texts: Sequence[str], answers: Sequence[str], k: int) -> bool:
    """Whether one of the answers stands in one of the first k texts."""
    wanted = [fold(answer) for answer in answers]
    return any(answer in text for text in map(fold, texts[:k]) for answer in wanted if answer.strip())


def conflicts(outcomes: Sequence[Outcome], texts: Mapping[str, Mapping[str, str]]) -> dict[str, Any]:
    """Single-hop: the current statement comes first. Anything else: an answer is among the first ten."""
    found: dict[str, list[bool]] = {}
    for o in outcomes:
        if not o.question.answers:
            continue
        single = "_sh_" in o.question.type
        said = [texts[o.question.conversation][id_] for id_ in o.reply.ids]
        right = answered(said, o.question.answers, 1 if single else 10)
        for name in ("current first" if single else "answer in 10", o.question.type):
            found.setdefault(name, []).append(right)
    shares = {name: share(values) for name, values in found.items()}
    return {name: got.json() for name, got in shares.items() if got}
