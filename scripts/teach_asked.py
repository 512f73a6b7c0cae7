"""Make the rows of `llm/weights/asked.npz`: words of the instant table, moved so that a question points to its answer.

    python -m scripts.teach_asked [--check] [--out FILE]

What people told over weeks (`training/people/`) comes with questions that ask for it in other words. Among all that
one person told, and all that told nothing, a question's vector is to be nearest to the statement that answers it. Only
words that were met move; what compares two statements goes on with the table as it was. One thread needs two minutes.

With --check, say how well it does: each of five parts of the people is asked with a table of the others.
"""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from reverie.llm.static import ASKED, StaticTable
from scripts import people
from scripts.distil import Floats, Ints, Texts
from scripts.people import NOTHING, Person
from scripts.teach import identity

SEED = 7
ROUNDS, RATE = 16, 0.002
KEEP = 0.75  # of the words of a text that are seen at once
SHARP = 8.0  # what a cosine counts for
PARTS = 5
_QUIET, _CALM = 0.9, 0.99  # how long Adam remembers slopes, and their squares


class Asked(NamedTuple):
    """What one person told, and what was asked of it: for each question, the number of the fact that answers it."""

    told: list[list[list[int]]]  # of each fact, every wording in tokens
    nothing: list[list[int]]
    questions: list[list[int]]
    answers: list[int]


def main() -> None:
    parser = argparse.ArgumentParser(description="Teach the instant table what is asked for in which words.")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--out", type=Path, default=ASKED)
    args = parser.parse_args()
    words = StaticTable.instant()
    some = [asked(person, words) for path in people.for_the_reader() for person in people.read(path)]
    if args.check:
        print(check(some, words))
        return
    write(moved(some, words), words, args.out)


def asked(person: Person, words: StaticTable) -> Asked:
    facts: dict[str, list[list[int]]] = {}
    nothing = []
    for told in person.told:
        if told.kind == NOTHING and told.fact not in person.asks:
            nothing.append(words.rows(told.quote))
        else:
            facts.setdefault(told.fact, []).extend(map(words.rows, told.forms()))
    numbers = {fact: number for number, fact in enumerate(facts)}
    pairs = [(words.rows(ask), numbers[fact]) for fact, asks in person.asks.items() if fact in facts for ask in asks]
    questions, answers = [rows for rows, _ in pairs], [fact for _, fact in pairs]
    return Asked(list(facts.values()), nothing, questions, answers)


def moved(some: Sequence[Asked], words: StaticTable) -> Floats:
    """The table after training: Adam, a person a step, on the rows that the step touches."""
    chance = np.random.default_rng(SEED)
    table = words.vectors()
    drift, spread = np.zeros_like(table), np.zeros_like(table)
    times = np.zeros((len(table), 1), dtype=np.float32)
    steps = ROUNDS * len(some)
    for step in range(steps):
        if step % len(some) == 0:
            order = chance.permutation(len(some))
        one = some[order[step % len(some)]]
        rows, slope = slopes(*_seen(one, chance), np.array(one.answers), table)
        times[rows] += 1
        drift[rows] = _QUIET * drift[rows] + (1 - _QUIET) * slope
        spread[rows] = _CALM * spread[rows] + (1 - _CALM) * slope * slope
        mean, square = drift[rows] / (1 - _QUIET ** times[rows]), spread[rows] / (1 - _CALM ** times[rows])
        table[rows] -= RATE * (1 - step / steps) * mean / (np.sqrt(square) + 1e-8)
    table[0] = 0  # whatever is no word says nothing
    return table


def _seen(one: Asked, chance: np.random.Generator) -> tuple[Texts, Texts]:
    """One wording of each fact, what tells nothing, and the questions, each without some of its words."""
    told = [wordings[chance.integers(len(wordings))] for wordings in one.told]
    return tuple(_dropped(texts, chance) for texts in ([*told, *one.nothing], one.questions))  # type: ignore[return-value]


def _dropped(texts: Sequence[list[int]], chance: np.random.Generator) -> Texts:
    whole = Texts.of([ids or [0] for ids in texts])
    return whole.some(np.arange(len(whole)), KEEP, chance)


def slopes(told: Texts, questions: Texts, answers: Ints, table: Floats) -> tuple[Ints, Floats]:
    """The rows that are touched, and the gradient of how surprising the answers are among all that was told."""
    (said, lengths), (ask, widths) = _directions(told, table), _directions(questions, table)
    odds = _odds(SHARP * ask @ said.T)
    odds[np.arange(len(answers)), answers] -= 1
    odds *= SHARP / len(answers)
    found = [
        _spread(questions, _across(odds @ said, ask, widths), table.shape[1]),
        _spread(told, _across(odds.T @ ask, said, lengths), table.shape[1]),
    ]
    tokens = np.concatenate([each for each, _ in found])
    away = np.concatenate([each for _, each in found])
    order = np.argsort(tokens, kind="stable")
    rows, firsts = np.unique(tokens[order], return_index=True)
    return rows, np.add.reduceat(away[order], firsts, axis=0)


def _directions(texts: Texts, table: Floats) -> tuple[Floats, Floats]:
    sums = texts.sums(table)
    lengths = np.linalg.norm(sums, axis=1, keepdims=True) + np.float32(1e-9)
    return sums / lengths, lengths


def _across(slope: Floats, points: Floats, lengths: Floats) -> Floats:
    """A slope on directions as one on the sums that point there."""
    along = np.einsum("ij,ij->i", slope, points)[:, None]
    across: Floats = (slope - along * points) / lengths
    return across


def _spread(texts: Texts, slope: Floats, dims: int) -> tuple[Ints, Floats]:
    """What is said of each text, said of each of its tokens."""
    return texts.tokens, np.repeat(slope, np.diff(texts.starts), axis=0).reshape(-1, dims)


def _odds(scores: NDArray[np.floating[Any]]) -> Floats:
    odds = np.exp(scores - scores.max(1, keepdims=True))
    shares: Floats = (odds / odds.sum(1, keepdims=True)).astype(np.float32)
    return shares


def check(some: Sequence[Asked], words: StaticTable) -> str:
    before = list(ranks(some, words.vectors()))
    after: list[int] = []
    for part in range(PARTS):
        table = moved([one for n, one in enumerate(some) if n % PARTS != part], words)
        after += ranks(some[part::PARTS], table)
    return "\n".join(
        f"{name}: answer first {np.mean(np.array(found) < 1):.3f}, among three {np.mean(np.array(found) < 3):.3f}, "
        f"among ten {np.mean(np.array(found) < 10):.3f} of {len(found)}"
        for name, found in (("as it was", before), ("moved", after))
    )


def ranks(some: Iterable[Asked], table: Floats) -> Iterator[int]:
    """How many statements stand before the one that answers a question, among the latest wordings of all."""
    for one in some:
        told = Texts.of([ids or [0] for ids in [*(wordings[-1] for wordings in one.told), *one.nothing]])
        said, _ = _directions(told, table)
        ask, _ = _directions(Texts.of([ids or [0] for ids in one.questions]), table)
        near = ask @ said.T
        for number, answer in enumerate(one.answers):
            yield int((near[number] > near[number, answer]).sum())


def write(table: Floats, words: StaticTable, out: Path) -> None:
    """The rows that moved, as whole numbers of one byte with a scale for each."""
    rows: NDArray[np.intp] = np.flatnonzero((table != words.vectors()).any(axis=1))
    scale = (np.abs(table[rows]).max(axis=1) / 127).astype(np.float32)
    whole = np.rint(table[rows] / np.maximum(scale, 1e-12)[:, None]).astype(np.int8)
    name = f"instant-{table.shape[1]}-{hashlib.sha256(whole.tobytes() + scale.tobytes()).hexdigest()[:8]}"
    np.savez(
        out, rows=rows.astype(np.uint16), table=whole, scale=scale, identity=np.array(name),
        taught=np.array(identity(people.for_the_reader())),
    )  # fmt: skip


if __name__ == "__main__":
    main()
