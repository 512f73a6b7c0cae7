"""`reverie bench recall`: who finds the evidence, who keeps silent when there is none, and how fast."""

from __future__ import annotations

import hashlib
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from reverie.bench import measure, palace, rankers, report
from reverie.bench.data import HALVES, BenchSet, Question, read
from reverie.bench.measure import Outcome
from reverie.bench.rankers import Asked, Ranker, Reply
from reverie.bench.store import Paces, Store
from reverie.config import Personal
from reverie.errors import ReverieError
from reverie.retrieval.recall import RecallSettings
from reverie.retrieval.weights import FAST, FULL
from reverie.store.vectors import Vectors

VECTORS = "reverie-bench-vectors.db"  # a name nobody else uses: a file that is no database of ours is thrown away
QUICK = 40  # questions of a set that a quick run asks

Tell = Callable[[str], None]


@dataclass(slots=True)
class _Answers:
    """What everyone answered to the questions of one set."""

    own: dict[str, list[Outcome]] = field(default_factory=dict)  # by ranker
    wrong: dict[str, list[Reply]] = field(default_factory=dict)  # by ranker of ours: asked of another conversation


def run(
    folder: Path,
    personal: Personal,
    tell: Tell,
    *,
    sets: Sequence[str] = (),
    quick: bool = False,
    minilm: Path | None = None,
    vectors: Path | None = None,
) -> dict[str, Any]:
    """Everything measured, as it is written to JSON."""
    found = read(folder, sets)
    embedders, absent = rankers.embedders(personal, minilm, quick=quick)
    taking_part = rankers.field(embedders)
    lacking = "mempalace: left out of a quick run" if quick else palace.missing()
    if lacking:
        absent.append(lacking)
    else:
        taking_part.append(palace.Palace())
    for word in absent:
        tell(word)
    settings = {
        "threshold": RecallSettings().threshold, "cuts": list(measure.CUTS), "resamples": measure.RESAMPLES,
        "seed": measure.SEED, "quick": quick, "embedders": {e.name: e.identity for e in embedders},
        "weights": {"fast": FAST, "full": FULL},
    }  # fmt: skip
    with tempfile.TemporaryDirectory(prefix="reverie-bench-") as temporary:
        kept = Vectors(_made(vectors or Path(temporary)) / VECTORS)
        results = {bench.name: _set(bench, taking_part, Path(temporary), kept, tell, quick=quick) for bench in found}
        kept.close()
    return {**report.heading("recall"), "settings": settings, "absent": absent, "sets": results}


def _made(folder: Path) -> Path:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as wrong:
        raise ReverieError(f"vectors cannot be kept in the folder given as --vectors: {wrong.strerror}") from wrong
    return folder


def _set(
    bench: BenchSet, taking_part: Sequence[Ranker], temporary: Path, vectors: Vectors, tell: Tell, *, quick: bool
) -> dict[str, Any]:
    about_conflicts = bench.about_conflicts
    if quick:
        bench = replace(bench, questions=_some(bench.questions))
    asked, strangers = bench.questions, measure.strangers(bench)
    answers, paces = _Answers(), Paces()
    for n, (id_, conversation) in enumerate(bench.conversations.items(), 1):
        tell(f"{bench.name}: {id_} ({n} of {len(bench.conversations)})")
        own = [q for q in asked if q.conversation == id_ and (q.gold or about_conflicts)]
        with tempfile.TemporaryDirectory(dir=temporary) as root:
            store = Store(conversation, Path(root) / "w", vectors, paces)
            _converse(store, own, strangers[id_], taking_part, answers)
            store.close()
    return {
        "files": dict(bench.files),
        "conversations": len(bench.conversations),
        "turns": sum(len(c.turns) for c in bench.conversations.values()),
        "questions": {
            "asked": len(asked),
            "headline": sum(q.counts for q in asked),
            "without valid gold": sum(not q.gold for q in asked),
        },
        **(_conflicts if about_conflicts else _evidence)(bench, taking_part, answers),
        "pace": {
            "turns_per_s": paces.turns.per_second,
            "pieces_per_s": {name: pace.per_second for name, pace in paces.pieces.items()},
        },
    }


def _converse(
    store: Store,
    own: Sequence[Question],
    strangers: Sequence[Question],
    taking_part: Sequence[Ranker],
    answers: _Answers,
) -> None:
    """Ask everyone each question in turn, so that a noisy moment hits all alike."""
    opened = {ranker: ranker.open(store) for ranker in taking_part}
    for question in own[:1]:
        for ask in opened.values():
            _ask(ask, question, store)  # the first one warms up
    for question in own:
        for ranker, ask in opened.items():
            answers.own.setdefault(ranker.name, []).append(_ask(ask, question, store))
    for question in strangers:
        for ranker, ask in opened.items():
            if ranker.ours:
                answers.wrong.setdefault(ranker.name, []).append(_ask(ask, question, store).reply)


def _ask(ask: Asked, question: Question, store: Store) -> Outcome:
    now = question.now(store.conversation)
    started = time.perf_counter()
    reply = ask(question.text, now)
    return Outcome(question, reply, time.perf_counter() - started)


def _some(questions: Sequence[Question]) -> tuple[Question, ...]:
    """A few of them, spread over all by a hash; a step would meet the same types again and again."""
    chosen = sorted(range(len(questions)), key=lambda n: hashlib.sha256(questions[n].id.encode()).digest())[:QUICK]
    return tuple(questions[n] for n in sorted(chosen))


def _evidence(bench: BenchSet, taking_part: Sequence[Ranker], answers: _Answers) -> dict[str, Any]:
    rows, threshold = {}, RecallSettings().threshold
    for ranker in taking_part:
        outcomes = answers.own.get(ranker.name, [])
        headline = [o for o in outcomes if o.question.counts]
        halves = {
            half: [o for o in headline if bench.conversations[o.question.conversation].half == half] for half in HALVES
        }
        kinds = sorted({o.question.type for o in outcomes})
        rows[ranker.name] = {
            "ours": ranker.ours,
            "headline": measure.table(headline),
            "categories": {kind: measure.table([o for o in outcomes if o.question.type == kind]) for kind in kinds},
            "halves": {half: measure.table(some) for half, some in halves.items() if some},
            "latency": measure.latency([o.seconds for o in outcomes]),
        }
    return {
        "kind": "evidence",
        "rankers": rows,
        "margins": {
            ours.name: {
                theirs.name: measure.margin(answers.own.get(ours.name, []), answers.own.get(theirs.name, []))
                for theirs in taking_part
                if not theirs.ours
            }
            for ours in taking_part
            if ours.ours
        },
        "gate": {
            ranker.name: measure.gate(answers.own.get(ranker.name, []), answers.wrong.get(ranker.name, []), threshold)
            for ranker in taking_part
            if ranker.ours
        },
    }


def _conflicts(bench: BenchSet, taking_part: Sequence[Ranker], answers: _Answers) -> dict[str, Any]:
    texts = {id_: {turn.id: turn.text for turn in c.turns} for id_, c in bench.conversations.items()}
    rows = {
        ranker.name: {
            "ours": ranker.ours,
            "shares": measure.conflicts(answers.own.get(ranker.name, []), texts),
            "latency": measure.latency([o.seconds for o in answers.own.get(ranker.name, [])]),
        }
        for ranker in taking_part
    }
    return {"kind": "conflicts", "rankers": rows}
