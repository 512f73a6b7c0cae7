"""Make the table of `llm/alike.py` from the families of statements in `training/alike/`.

With --check, say how well it does: each file was written by somebody else, and is judged by a table of the others.
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from reverie.llm.alike import SHIPPED, VERDICTS, pair
from scripts.teach import Floats, identity

TAUGHT = Path(__file__).parents[1] / "training" / "alike"
STRANGERS = 12  # pairs of each family with statements about something else
CALM, STEPS, PACE = 1e-4, 600, 0.05


class Pair(NamedTuple):
    old: str
    new: str
    verdict: int


def taught() -> list[Path]:
    return sorted(TAUGHT.glob("*.jsonl"))


def pairs(paths: Iterable[Path]) -> list[Pair]:
    """What every two statements of a family are to each other, and some of different families."""
    families = [json.loads(line) for path in paths for line in path.read_text("utf-8").splitlines()]
    dice = random.Random(1)
    everything = [said for family in families for value in family["values"] for said in value]
    found: list[Pair] = []
    for family in families:
        found += _within(family, dice)
        own = [said for value in family["values"] for said in value]
        found += [
            Pair(dice.choice(own), other, 0) for other in dice.choices(everything, k=STRANGERS) if other not in own
        ]
    return found


def _within(family: dict[str, Any], dice: random.Random) -> Iterator[Pair]:
    values = family["values"]
    for value in values:
        yield from (Pair(a, b, 1) for a, b in itertools.permutations(value, 2))
    for i, j in itertools.combinations(range(len(values)), 2):
        if not (family["single"] and j - i == 2):  # the third value may be the first again
            yield from (Pair(a, b, 2 * family["single"]) for a in values[i] for b in values[j])
    for other, value in itertools.product(family["apart"], values):
        yield from (Pair(a, other, 0) for a in value)
        yield from (Pair(other, a, 0) for a in value if dice.random() < 0.7)
    yield from (Pair(a, b, 0) for a, b in itertools.combinations(family["apart"], 2) if dice.random() < 0.3)


def teach(seen: Floats, verdicts: NDArray[np.intp]) -> tuple[Floats, Floats]:
    """Multinomial logistic regression by gradient descent."""
    wanted = np.eye(len(VERDICTS))[verdicts]
    table = [np.zeros((seen.shape[1], len(VERDICTS))), np.zeros(len(VERDICTS))]
    slow, fast = ([np.zeros_like(each) for each in table] for _ in range(2))
    for step in range(1, STEPS + 1):
        wrong = (odds(seen, *table) - wanted) / len(seen)
        for n, down in enumerate((seen.T @ wrong + CALM * table[0], wrong.sum(0))):
            slow[n] = 0.9 * slow[n] + 0.1 * down
            fast[n] = 0.999 * fast[n] + 0.001 * down**2
            pace = PACE * (1 - 0.9 * step / STEPS)
            table[n] -= pace * (slow[n] / (1 - 0.9**step)) / (np.sqrt(fast[n] / (1 - 0.999**step)) + 1e-8)
    return table[0], table[1]


def odds(seen: Floats, weights: Floats, bias: Floats) -> Floats:
    scores = seen @ weights + bias
    each = np.exp(scores - scores.max(1, keepdims=True))
    return np.asarray(each / each.sum(1, keepdims=True))


def _seen(some: Sequence[Pair]) -> tuple[Floats, NDArray[np.intp]]:
    return np.array([pair(p.old, p.new) for p in some], dtype=np.float64), np.array([p.verdict for p in some])


def check(paths: Sequence[Path]) -> None:
    for held in paths:
        table = teach(*_seen(pairs(path for path in paths if path != held)))
        seen, truth = _seen(pairs([held]))
        told = odds(seen, *table)
        print(held.name)
        for least in (0.5, 0.6, 0.7, 0.8, 0.9):
            line = []
            for n, name in enumerate(VERDICTS[1:], 1):
                said = told[:, n] > least
                right = (said & (truth == n)).sum()
                line.append(
                    f"{name}: precision {right / max(1, said.sum()):.2f} recall {right / (truth == n).sum():.2f}"
                )
            joined = (told[:, 1:] > least).any(1) & (truth == 0)
            print(f"  {least}: {'; '.join(line)}; apart joined {joined.sum() / (truth == 0).sum():.3f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="say how well it does on authors it has not seen")
    if parser.parse_args().check:
        check(taught())
        return
    weights, bias = teach(*_seen(pairs(taught())))
    rounded = {"made_of": identity(taught()), "bias": bias.round(4).tolist(), "weights": weights.round(4).tolist()}
    SHIPPED.write_text(
        json.dumps(rounded, indent=0).replace("[\n", "[").replace(",\n", ", ").replace("\n]", "]") + "\n"
    )
    print(f"{weights.shape[0]} traits")


if __name__ == "__main__":
    main()
