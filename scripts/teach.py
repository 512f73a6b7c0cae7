"""Make the table of `llm/worth.py` from the labelled messages in `training/worth/`, the stories of trouble in
`training/story/`, what people told over weeks in `training/people/`, and the open observe set.

With --check, say how well it does: each file was written by somebody else, and is judged by a table of the others.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reverie.bench import observe
from reverie.domain import prose
from reverie.llm.reader import one_holds
from reverie.llm.traits import traits, unit
from reverie.llm.worth import LABELS, PARTS, SCALE, SHIPPED, each_may, probable
from scripts import people
from scripts.people import TRAINING

LETTERS = dict(zip("xwmks", PARTS, strict=True))  # that the stories are marked with
PLAIN = {  # files that count for more: life has more plain statements
    "plain": 5, "told": 5, "simple": 5, "everyday": 2, "standing": 2, "news": 2
}  # fmt: skip
SEEN = 2  # times a trait must occur to be learnt
CALM = 6e-5  # how strongly large weights are held back
STEPS, PACE = 400, 0.08

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Lesson:
    seen: frozenset[str]
    label: int | None  # None: nobody said
    parts: tuple[float, ...] | None = None


@dataclass(frozen=True, slots=True)
class Table:
    names: dict[str, int]
    rows: Floats
    bias: Floats


def taught() -> list[Path]:
    """The files that it learns from."""
    return [
        *sorted(TRAINING.glob("worth/*.jsonl")), *stories(), *people.files(), observe.SETS / "observe-open.jsonl"
    ]  # fmt: skip


def stories() -> list[Path]:
    return sorted(TRAINING.glob("story/*.jsonl"))


def lessons(paths: Iterable[Path]) -> list[Lesson]:
    """Every sentence of every message, with what it is."""
    found = []
    for message in (message for path in paths for message in PLAIN.get(path.stem, 1) * list(messages(path))):
        said, labels = zip(*message["said"], strict=True)
        seen = traits(said, message["role"], message.get("before", ""))
        parts = message.get("parts") or [None] * len(said)
        found += [
            Lesson(frozenset(each), LABELS.index(label) if label else None, part)
            for each, label, part in zip(seen, labels, parts, strict=True)
        ]
    return found


def messages(path: Path) -> Iterator[dict[str, Any]]:
    """The labelled messages of a file, which holds them, whole sessions, stories, or people."""
    if path in people.files():
        yield from (_of_people(message) for person in people.read(path) for message in person.messages)
        return
    for row in map(json.loads, path.read_text("utf-8").splitlines()):
        yield from [row] if "said" in row else _of_story(row) if "helps" in row else _of_session(row)


def _of_story(story: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Of a story that helps again, why and what mends it are worth keeping; trouble by itself never is."""
    before, last = {"user": "", "agent": ""}, ""
    for entry in story["entries"]:
        if said := entry.get("said"):
            labels: list[str | None] = []
            for _, letters in said:
                tells = story["helps"] and {*"wm"} & {*letters}
                labels.append(
                    ("more" if "procedure" in labels else "procedure") if tells else "none" if letters else None
                )
            other = before["agent"] if entry["role"] == "user" else last
            yield {
                "role": entry["role"],
                "before": other,
                "said": [(text, label) for (text, _), label in zip(said, labels, strict=True)],
                "parts": [tuple(float(letter in letters) for letter in LETTERS) for _, letters in said],
            }
            last = before[entry["role"]] = " ".join(text for text, _ in said)


def _of_people(message: people.Message) -> dict[str, Any]:
    """A sentence is of the kind of what it begins to tell; what goes on from the sentence before says more of it."""
    said: list[tuple[str, str]] = []
    for one in prose.sentences(message.text):
        here = [(start, kind) for start, end, kind in message.tells if start < one.end and one.start < end]
        begun = [kind for start, kind in here if start >= one.start]
        said.append((one.text, begun[0] if begun else "more" if here else "none"))
    return {"role": "user", "before": message.before, "said": said or [(message.text, "none")]}


def _of_session(snippet: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
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
    """What the labels and what the parts of stories go by, each from the lessons in which they are known."""
    counted = Counter(trait for lesson in taught for trait in lesson.seen)
    names = {trait: n for n, trait in enumerate(sorted(t for t, count in counted.items() if count >= SEEN))}
    labelled = [lesson for lesson in taught if lesson.label is not None]
    told = [lesson for lesson in taught if lesson.parts is not None]
    labels = _regress(labelled, names, np.eye(len(LABELS))[[lesson.label or 0 for lesson in labelled]], one_holds)
    parts = _regress(told, names, np.array([lesson.parts for lesson in told]).reshape(-1, len(PARTS)), each_may)
    return Table(names, np.hstack([labels[0], parts[0]]), np.hstack([labels[1], parts[1]]))


def _regress(
    taught: Sequence[Lesson], names: dict[str, int], wanted: Floats, odds: Callable[[Floats], Floats]
) -> tuple[Floats, Floats]:
    """Logistic regression by gradient descent, over what each lesson shows."""
    table = [np.zeros((len(names), wanted.shape[1])), np.zeros(wanted.shape[1])]
    if not taught:
        return table[0], table[1]
    starts, columns, weights = _sparse(taught, names)
    by_trait = np.argsort(columns, kind="stable")
    known, first = np.unique(columns[by_trait], return_index=True)
    lesson_of = np.repeat(np.arange(len(taught)), np.diff([*starts, len(columns)]))[by_trait]
    slow = [np.zeros_like(each) for each in table]
    fast = [np.zeros_like(each) for each in table]
    for step in range(1, STEPS + 1):
        wrong = (odds(np.add.reduceat(table[0][columns] * weights[:, None], starts) + table[1]) - wanted) / len(taught)
        steep = CALM * table[0]
        steep[known] += np.add.reduceat(wrong[lesson_of] * weights[by_trait, None], first)
        for n, down in enumerate((steep, wrong.sum(0))):
            slow[n] = 0.9 * slow[n] + 0.1 * down
            fast[n] = 0.999 * fast[n] + 0.001 * down**2
            table[n] -= (
                PACE
                * (1 - 0.9 * step / STEPS)
                * (slow[n] / (1 - 0.9**step))
                / (np.sqrt(fast[n] / (1 - 0.999**step)) + 1e-8)
            )
    return table[0], table[1]


def judged(lessons: Sequence[Lesson], table: Table) -> Floats:
    """The probability of each label and part, for each lesson."""
    starts, columns, weights = _sparse(lessons, table.names)
    return probable(np.add.reduceat(table.rows[columns] * weights[:, None], starts) + table.bias)


def _sparse(lessons: Sequence[Lesson], names: dict[str, int]) -> tuple[NDArray[np.intp], NDArray[np.intp], Floats]:
    ids = [sorted(names[trait] for trait in lesson.seen if trait in names) for lesson in lessons]
    starts = np.cumsum([0, *(len(each) for each in ids[:-1])])
    weights = [unit(len(each)) for each in ids for _ in each]
    return starts, np.array([n for each in ids for n in each], dtype=np.intp), np.array(weights)


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
    every = {path: lessons([path]) for path in paths}
    for held, of in every.items():
        table = teach([lesson for path, some in every.items() if path != held for lesson in some])
        told = judged(of, table)
        print(held.name, _score(told, of), _parts(told, of))


def _score(odds: Floats, of: Sequence[Lesson]) -> str:
    told = [n for n, lesson in enumerate(of) if lesson.label is not None]
    odds, truth = odds[told], np.array([of[n].label for n in told])
    keep, wanted = 1 - odds[:, 0] - odds[:, 1], truth > 1
    kind = odds[:, 2 : len(LABELS)].argmax(1) + 2 == truth
    lines = []
    for least in (0.4, 0.5, 0.6, 0.7, 0.8):
        kept = keep > least
        right, junk = (kept & wanted).sum(), (kept & (truth == 0)).sum()
        lines.append(f"{least}: precision {right / (right + junk):.2f} recall {right / wanted.sum():.2f}")
    return f"{'; '.join(lines)}; kind right {kind[wanted].mean():.2f}"


def _parts(odds: Floats, of: Sequence[Lesson]) -> str:
    truth = np.array([lesson.parts for lesson in of if lesson.parts])
    told = odds[[n for n, lesson in enumerate(of) if lesson.parts], len(LABELS) :] > 0.5
    return "; ".join(
        f"{name} precision {(told & (truth > 0))[:, n].sum() / max(1, told[:, n].sum()):.2f}"
        f" recall {(told & (truth > 0))[:, n].sum() / truth[:, n].sum():.2f}"
        for n, name in enumerate(PARTS if len(truth) else ())
    )


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
