"""Make the table of `llm/worth.py` from the labelled messages in `training/worth/` and of the open observe set.

With --check, say how well it does: each file was written by somebody else, and is judged by a table of the others.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reverie.bench import observe
from reverie.domain import prose
from reverie.llm.worth import LABELS, SCALE, SHIPPED, traits, unit

TAUGHT = Path(__file__).parents[1] / "training" / "worth"
SEEN = 2  # times a trait must occur to be learnt
CALM = 6e-5  # how strongly large weights are held back
STEPS, PACE = 400, 0.08

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Lesson:
    seen: frozenset[str]
    label: int


@dataclass(frozen=True, slots=True)
class Table:
    names: dict[str, int]
    rows: Floats
    bias: Floats


def taught() -> list[Path]:
    """The files that it learns from."""
    return [*sorted(TAUGHT.glob("*.jsonl")), observe.SETS / "observe-open.jsonl"]


def lessons(paths: Iterable[Path]) -> list[Lesson]:
    """Every sentence of every message, with what it is."""
    found = []
    for path in paths:
        for line in path.read_text("utf-8").splitlines():
            row = json.loads(line)
            for message in [row] if "said" in row else _messages(row):
                said, labels = zip(*message["said"], strict=True)
                seen = traits(said, message["role"], message.get("before", ""))
                found += [Lesson(frozenset(s), LABELS.index(label)) for s, label in zip(seen, labels, strict=True)]
    return found


def _messages(snippet: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The messages of a labelled session: the first sentence of a quote is of its kind, the others say more of it."""
    before = {"user": "", "agent": ""}
    for entry in observe.transcript(snippet).entries:
        said = prose.sentences(entry.text)
        if entry.role not in before or not said:
            continue
        labels = dict[int, str]()
        for gold in snippet["keep"]:
            start = entry.text.find(gold["quote"]) if entry.id in gold["entries"] else -1
            quoted = [n for n, one in enumerate(said) if one.start < start + len(gold["quote"]) and start < one.end]
            if start >= 0 and gold["kind"] in LABELS:
                labels |= {n: "more" if n > quoted[0] else gold["kind"] for n in quoted if n not in labels}
        other = before["agent" if entry.role == "user" else "user"]
        yield {
            "role": entry.role,
            "before": other,
            "said": [(one.text, labels.get(n, "none")) for n, one in enumerate(said)],
        }
        before[entry.role] = entry.text


def teach(taught: Sequence[Lesson]) -> Table:
    """Multinomial logistic regression by gradient descent, over what each lesson shows."""
    counted = Counter(trait for lesson in taught for trait in lesson.seen)
    names = {trait: n for n, trait in enumerate(sorted(t for t, count in counted.items() if count >= SEEN))}
    starts, columns, weights = _sparse(taught, names)
    by_trait = np.argsort(columns, kind="stable")
    first = np.searchsorted(columns[by_trait], np.arange(len(names)))
    lesson_of = np.repeat(np.arange(len(taught)), np.diff([*starts, len(columns)]))[by_trait]
    wanted = np.eye(len(LABELS))[[lesson.label for lesson in taught]]
    table = [np.zeros((len(names), len(LABELS))), np.zeros(len(LABELS))]
    slow = [np.zeros_like(each) for each in table]
    fast = [np.zeros_like(each) for each in table]
    for step in range(1, STEPS + 1):
        wrong = (_odds(np.add.reduceat(table[0][columns] * weights[:, None], starts) + table[1]) - wanted) / len(taught)
        steep = np.add.reduceat(wrong[lesson_of] * weights[by_trait, None], first) + CALM * table[0]
        for n, down in enumerate((steep, wrong.sum(0))):
            slow[n] = 0.9 * slow[n] + 0.1 * down
            fast[n] = 0.999 * fast[n] + 0.001 * down**2
            table[n] -= (
                PACE
                * (1 - 0.9 * step / STEPS)
                * (slow[n] / (1 - 0.9**step))
                / (np.sqrt(fast[n] / (1 - 0.999**step)) + 1e-8)
            )
    return Table(names, *table)


def judged(lessons: Sequence[Lesson], table: Table) -> Floats:
    """The probability of each label, for each lesson."""
    starts, columns, weights = _sparse(lessons, table.names)
    return _odds(np.add.reduceat(table.rows[columns] * weights[:, None], starts) + table.bias)


def _sparse(lessons: Sequence[Lesson], names: dict[str, int]) -> tuple[NDArray[np.intp], NDArray[np.intp], Floats]:
    ids = [sorted(names[trait] for trait in lesson.seen if trait in names) for lesson in lessons]
    starts = np.cumsum([0, *(len(each) for each in ids[:-1])])
    weights = [unit(len(each)) for each in ids for _ in each]
    return starts, np.array([n for each in ids for n in each], dtype=np.intp), np.array(weights)


def _odds(scores: Floats) -> Floats:
    odds = np.exp(scores - scores.max(1, keepdims=True))
    return np.asarray(odds / odds.sum(1, keepdims=True))


def identity(paths: Sequence[Path]) -> str:
    """Names what a table was made of, so that one that was not made anew is noticed."""
    whole = hashlib.sha256()
    for path in sorted(paths):
        whole.update(path.read_bytes())
    return whole.hexdigest()[:16]


def write(table: Table, name: str, path: Path = SHIPPED) -> int:
    rows = np.vstack([table.bias, table.rows])
    whole = np.clip(np.rint(rows * SCALE), -32768, 32767).astype("<i2")
    text = "\n".join([name, *table.names]).encode()
    path.write_bytes(gzip.compress(text + b"\n\n" + whole.tobytes(), 9, mtime=0))
    return path.stat().st_size


def check(paths: Sequence[Path]) -> None:
    """Each author's sentences judged by a table made of the others'."""
    told, truth = [], []
    for held in paths:
        table = teach(lessons(path for path in paths if path != held))
        of = lessons([held])
        told.append(judged(of, table))
        truth.append(np.array([lesson.label for lesson in of]))
        print(held.name, _score(told[-1], truth[-1]))
    print("all", _score(np.vstack(told), np.concatenate(truth)))


def _score(odds: Floats, truth: NDArray[np.intp]) -> str:
    keep, wanted = 1 - odds[:, 0] - odds[:, 1], truth > 1
    kind = odds[:, 2:].argmax(1) + 2 == truth
    lines = []
    for least in (0.4, 0.5, 0.6, 0.7, 0.8):
        kept = keep > least
        right, junk = (kept & wanted).sum(), (kept & (truth == 0)).sum()
        lines.append(f"{least}: precision {right / (right + junk):.2f} recall {right / wanted.sum():.2f}")
    return f"{'; '.join(lines)}; kind right {kind[wanted].mean():.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="say how well it does on authors it has not seen")
    paths = taught()
    if parser.parse_args().check:
        check(paths)
    else:
        table = teach(lessons(paths))
        print(f"{len(table.names)} traits, {write(table, identity(paths))} bytes")


if __name__ == "__main__":
    main()
