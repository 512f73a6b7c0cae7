"""Fit the ranker's weights and the gate's calibration to half of the development conversations, and show what each
signal is worth. Prints what belongs in retrieval/weights.py and retrieval/gate.py; changes nothing.

    python -m benchmarks.tune --data DIR [--tier fast] [--no-ablation]
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import log
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from reverie.bench.data import BenchSet, Conversation, Half, Question, read
from reverie.bench.measure import strangers
from reverie.bench.store import Paces, Store, Watched
from reverie.llm.static import StaticTable
from reverie.retrieval import gate, weights
from reverie.retrieval.lanes import Similar
from reverie.retrieval.recall import Query, Search, search
from reverie.store.base import Scope
from reverie.store.vectors import Vectors

RIDGE = 2e-4  # of the weights; keeps signals that say the same from running apart
GATE_RIDGE = 1e-4
STEPS = 60
THRESHOLDS = (0.2, 0.3, 0.4, 0.5)
HALVES: tuple[Half, ...] = ("chosen on", "held out", "unseen")

Floats = NDArray[np.float64]


@dataclass(slots=True)
class Sample:
    """One question with the signals of every passage that was ranked for it."""

    bench: str
    half: Half
    ids: list[str]
    signals: NDArray[np.float32]  # a row for each passage, a column for each name known by then
    gold: frozenset[str]

    def matrix(self, columns: Sequence[int]) -> Floats:
        missing = max(columns) + 1 - self.signals.shape[1]
        whole = np.pad(self.signals, ((0, 0), (0, max(0, missing))))
        return whole[:, columns].astype(np.float64)


@dataclass(slots=True)
class Judged:
    """What the gate sees of one question, asked of its own conversation or of another."""

    bench: str
    half: Half
    right: bool
    found: bool  # whether gold is among the first ten
    features: dict[str, float]  # none when nothing was found at all


# Asking


@contextmanager
def opened(bench: BenchSet, vectors: Vectors, embedder: Watched | None) -> Iterator[dict[str, Asked]]:
    """Every conversation of a set, ready to be searched."""
    with tempfile.TemporaryDirectory(prefix="reverie-tune-") as folder:
        asked = {
            id_: Asked(Store(conversation, Path(folder) / str(n), vectors, Paces()), embedder)
            for n, (id_, conversation) in enumerate(bench.conversations.items())
        }
        yield asked
        for one in asked.values():
            one.store.close()


class Asked:
    def __init__(self, store: Store, embedder: Watched | None) -> None:
        self.store = store
        self._meaning = store.meaning(embedder) if embedder else None

    @property
    def conversation(self) -> Conversation:
        return self.store.conversation

    def search(self, question: Question) -> Search:
        query = Query(text=question.text, now=question.now(self.conversation), k=20)
        return search(query, self.store.memory.index, self._near if self._meaning else None)

    def _near(self, text: str) -> Similar | None:
        return self._meaning.similar(text, Scope()) if self._meaning else None


def samples(benches: Iterable[BenchSet], vectors: Vectors, embedder: Watched | None) -> tuple[list[str], list[Sample]]:
    """The signals of every question that counts, and their names."""
    names: dict[str, int] = {}
    found = []
    for bench in benches:
        with opened(bench, vectors, embedder) as asked:
            for question in bench.questions:
                if question.counts:
                    one = asked[question.conversation]
                    ranked = one.search(question).ranked
                    for name in (*ranked.columns, *ranked.needs):
                        names.setdefault(name, len(names))
                    signals = np.zeros((len(ranked.order), len(names)), np.float32)
                    for n, p in enumerate(ranked.order):
                        for name, value in ranked.parts(p).items():
                            signals[n, names[name]] = value
                    ids = [one.store.turn(p.slug) for p in ranked.order]
                    found.append(Sample(bench.name, one.conversation.half, ids, signals, question.gold))
    return list(names), found


# Fitting


def fit(some: Sequence[Sample], columns: Sequence[int]) -> Floats:
    """Weights under which gold is likeliest among what was ranked; each set counts alike.

    Newton's method on a listwise softmax.
    """
    rows = []
    for sample in some:
        gold = [n for n, id_ in enumerate(sample.ids) if id_ in sample.gold]
        if gold:
            rows.append((sample.matrix(columns), gold, sample.bench))
    sizes = {bench: sum(row[2] == bench for row in rows) for bench in {row[2] for row in rows}}
    found = np.zeros(len(columns))
    for _ in range(STEPS):
        slope, bend = 2 * RIDGE * found, 2 * RIDGE * np.eye(len(found))
        for signals, gold, bench in rows:
            share = 1 / len(sizes) / sizes[bench]
            scores = signals @ found
            chance = np.exp(scores - scores.max())
            chance /= chance.sum()
            mean = chance @ signals
            slope -= share * (signals[gold].mean(axis=0) - mean)
            bend += share * ((signals * chance[:, None]).T @ signals - np.outer(mean, mean))
        step = np.linalg.solve(bend, slope)
        largest = float(np.abs(step).max())
        found = found - step * min(1.0, 2 / largest)
        if largest < 1e-4:
            break
    return found


def score(some: Sequence[Sample], columns: Sequence[int], found: Floats) -> tuple[float, float]:
    """all@10 and any@10 in percent."""
    every, one = 0, 0
    for sample in some:
        order = np.argsort(-(sample.matrix(columns) @ found), kind="stable")[:10]
        first = {sample.ids[n] for n in order}
        every += sample.gold <= first
        one += not sample.gold.isdisjoint(first)
    return 100 * every / len(some), 100 * one / len(some)


def groups(some: Sequence[Sample]) -> dict[str, list[Sample]]:
    found: dict[str, list[Sample]] = {}
    for sample in sorted(some, key=lambda s: (s.bench, HALVES.index(s.half))):
        found.setdefault(f"{sample.bench}, {sample.half}", []).append(sample)
    return found


def line(name: str, parts: Mapping[str, Sequence[Sample]], columns: Sequence[int], found: Floats) -> str:
    cells = [f"{a:6.1f} /{b:5.1f}" for a, b in (score(some, columns, found) for some in parts.values())]
    return f"{name:<22}" + "  ".join(f"{cell:>24}" for cell in cells)


def tune_ranker(tier: str, names: Sequence[str], some: Sequence[Sample], *, ablation: bool) -> dict[str, float]:
    chosen = [s for s in some if s.half == "chosen on"] or list(some)
    everything, parts = list(range(len(names))), groups(some)
    present = weights.FULL if tier == "full" else weights.FAST
    fitted = fit(chosen, everything)
    rounded = np.round(fitted, 2)
    print(f"\n{tier} tier: {len(chosen)} questions to fit to, {len(some)} in all; all@10 / any@10\n")
    print(f"{'':<22}" + "  ".join(f"{name:>24}" for name in parts))
    print(line("as it is", parts, everything, np.array([present.get(name, 0.0) for name in names])))
    print(line("fitted", parts, everything, rounded))
    result = dict(zip(names, rounded.tolist(), strict=True))
    print(f"\n{tier.upper()}: dict[str, float] = {{")
    for name, value in sorted(result.items()):
        print(f'    "{name}": {value},')
    print("}\n")
    if ablation:
        print("without one signal, fitted again:")
        for n, name in enumerate(names):
            rest = [c for c in everything if c != n]
            print(line(f"- {name}", parts, rest, fit(chosen, rest)), flush=True)
    return result


# The gate


def judged(benches: Iterable[BenchSet], vectors: Vectors, embedder: Watched | None) -> list[Judged]:
    """Questions asked of the right conversation and of wrong ones, as the gate sees them."""
    found = []
    for bench in benches:
        wrong = strangers(bench)
        with opened(bench, vectors, embedder) as asked:
            for id_, one in asked.items():
                own = [q for q in bench.questions if q.counts and q.conversation == id_]
                for question in (*own, *wrong[id_]):
                    seen = one.search(question)
                    first = {one.store.turn(p.slug) for p in seen.ranked.order[:10]}
                    right = question.conversation == id_
                    half = bench.conversations[question.conversation].half
                    good = right and not question.gold.isdisjoint(first)
                    found.append(Judged(bench.name, half, right, good, features(seen)))
    return found


def features(seen: Search) -> dict[str, float]:
    """What the gate weighs, asked of the gate itself: one feature at a time, with the weight one."""
    if not seen.ranked.order:
        return {}
    names = dict.fromkeys(name for each in (gate.WORDS, *gate.MEANING.values()) for name in each)
    words, meaning = gate.WORDS, gate.MEANING
    found = {}
    try:
        gate.MEANING = {}
        for name in names:
            gate.WORDS = {name: 1.0}
            likely = gate.judge(seen.ranked, seen.words, seen.similar, seen.asked)
            found[name] = log(likely / (1 - likely))
    finally:
        gate.WORDS, gate.MEANING = words, meaning
    return found


def tune_gate(tier: str, some: Sequence[Judged]) -> None:
    """A logistic regression: right answers against wrong conversations; each set and side counts alike."""
    names = list(gate.MEANING["instant"] if tier == "full" else gate.WORDS)
    chosen = [j for j in some if j.features and (j.found or not j.right) and j.half == "chosen on"]
    chosen = chosen or [j for j in some if j.features and (j.found or not j.right)]
    table = np.array([[j.features[name] for name in names] for j in chosen])
    sides = [(j.bench, j.right) for j in chosen]
    share = np.array([1 / sides.count(side) for side in sides])
    share /= share.sum()
    wanted = np.array([float(j.right) for j in chosen])
    found = np.zeros(len(names))
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-(table @ found)))
        slope = table.T @ (share * (chance - wanted)) + GATE_RIDGE * found
        bend = (table.T * (share * chance * (1 - chance))) @ table + GATE_RIDGE * np.eye(len(names))
        step = np.linalg.solve(bend, slope)
        found = found - step * min(1.0, 4 / max(1e-9, float(np.abs(step).max())))
        if np.abs(step).max() < 1e-5:
            break
    rounded = dict(zip(names, np.round(found, 1).tolist(), strict=True))
    print(f"\n{tier} gate: {rounded}\n")
    present: Mapping[str, float] = gate.MEANING["instant"] if tier == "full" else gate.WORDS
    for title, calibration in (("as it is", present), ("fitted", rounded)):
        for bench in dict.fromkeys(j.bench for j in some):
            for half in dict.fromkeys(j.half for j in some):
                print(
                    _trade(
                        f"{title}: {bench}, {half}",
                        [j for j in some if (j.bench, j.half) == (bench, half)],
                        calibration,
                    )
                )


def _trade(title: str, some: Sequence[Judged], calibration: Mapping[str, float]) -> str:
    def passes(j: Judged, threshold: float) -> bool:
        value = sum(weight * j.features[name] for name, weight in calibration.items()) if j.features else -99.0
        return bool(1 / (1 + np.exp(-value)) >= threshold)

    wrong, good = [j for j in some if not j.right], [j for j in some if j.found]
    cells = []
    for t in THRESHOLDS if wrong and good else ():
        silent = 100 * sum(not passes(j, t) for j in wrong) / len(wrong)
        lost = 100 * sum(not passes(j, t) for j in good) / len(good)
        cells.append(f"{t}: {silent:.0f} % silent, {lost:.1f} % lost")
    return f"{title:<42}" + "   ".join(cells)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="where the sets are")
    parser.add_argument("--tier", choices=("fast", "full"), help="only this one")
    parser.add_argument("--no-ablation", action="store_true", help="leave the slow table out")
    asked = parser.parse_args()
    benches = [bench for bench in read(asked.data) if not bench.about_conflicts]
    for tier in [asked.tier] if asked.tier else ["fast", "full"]:
        embedder = Watched("instant", StaticTable.asked()) if tier == "full" else None
        with tempfile.TemporaryDirectory(prefix="reverie-tune-") as folder:
            vectors = Vectors(Path(folder) / "vectors.db")
            names, some = samples(benches, vectors, embedder)
            fitted = tune_ranker(tier, names, some, ablation=not asked.no_ablation)
            (weights.FULL if tier == "full" else weights.FAST).update(fitted)  # the gate looks at what they put first
            tune_gate(tier, judged(benches, vectors, embedder))
            vectors.close()


if __name__ == "__main__":
    main()
