"""The tuner sees what the product sees: the same signals, the same gate."""

from __future__ import annotations

from math import exp
from pathlib import Path

import numpy as np
import pytest

from benchmarks import tune
from reverie.bench.data import read
from reverie.retrieval import gate
from reverie.store.vectors import Vectors
from tests.bench.sets import write


def test_a_signal_that_tells_gold_apart_gets_weight_and_one_that_does_not_gets_none():
    rows = np.array([[1, 1], [0, 1], [0, 1]], np.float32)
    some = [tune.Sample("tiny", "chosen on", ["a", "b", "c"], rows, frozenset({"a"})) for _ in range(5)]

    found = tune.fit(some, [0, 1])

    assert found[0] > 1
    assert abs(found[1]) < 0.01
    assert tune.score(some, [0, 1], found) == (100.0, 100.0)


def test_signals_are_collected_for_every_question_that_counts(tmp_path: Path):
    bench = read(write(tmp_path))[0]

    names, some = tune.samples([bench], Vectors(None), None)

    assert len(some) == sum(q.counts for q in bench.questions)
    assert {"cover", "lead"} <= set(names)
    assert tune.score(some, list(range(len(names))), tune.fit(some, list(range(len(names))))) == (100.0, 100.0)


def test_what_the_tuner_says_the_gate_weighs_is_what_the_gate_weighs(tmp_path: Path):
    bench = read(write(tmp_path))[0]
    with tune.opened(bench, Vectors(None), None) as asked:
        seen = asked["garden"].search(bench.questions[0])

        features = tune.features(seen)
        likely = gate.judge(seen.ranked, seen.words, seen.similar, seen.asked)

    total = sum(weight * features[name] for name, weight in gate.WORDS.items())
    assert likely == pytest.approx(1 / (1 + exp(-total)))


def test_weights_and_calibration_are_printed_ready_to_paste(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    bench = read(write(tmp_path))[0]
    names, some = tune.samples([bench], Vectors(None), None)

    tune.tune_ranker("fast", names, some, ablation=True)
    tune.tune_gate("fast", tune.judged([bench], Vectors(None), None))

    told = capsys.readouterr().out
    assert "FAST: dict[str, float] = {" in told
    assert "- cover" in told
    assert "fast gate: {'bias': " in told
