"""Make the trees of `llm/alike.py` from the families of statements in `training/alike/` and from made-up lives.

Needs scikit-learn (the extra `teach`); what it makes does not. With --check, say how well it does: each file and each
life was written by somebody else, and is judged by trees of the others.
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

from reverie.bench.life import live
from reverie.bench.phrases import SETS
from reverie.bench.truth import Life, Said
from reverie.llm import pairs as seeing
from reverie.llm.alike import SHIPPED, VERDICTS
from reverie.llm.pairs import seen
from reverie.llm.static import StaticTable
from scripts.teach import identity

TAUGHT = Path(__file__).parents[1] / "training" / "alike"
LIVES = ("open", "check")
SEEDS = (None, 1, 2)  # lives of the same sentences
STRANGERS = 12  # pairs of each family with statements about something else
NEAR, SAME = 10, 6  # earlier statements of a life that each is held against: the nearest, and of the same fact
ROUNDS, PACE, LEAVES = 160, 0.09, 15


class Pair(NamedTuple):
    old: str
    new: str
    verdict: int
    corrects: bool | None = None


def taught() -> list[Path]:
    """The files that it learns from, and the one that says what is seen of two statements."""
    lives = [SETS / f"life-{name}.toml" for name in LIVES]
    return [*sorted(TAUGHT.glob("*.jsonl")), *lives, Path(seeing.__file__)]


def sources() -> dict[str, list[Pair]]:
    """What every two statements are to each other, by who wrote them."""
    found = {path.stem: of_families([path]) for path in sorted(TAUGHT.glob("*.jsonl"))}
    for name in LIVES:
        pairs = itertools.chain.from_iterable(of_life(live(name, seed=seed)) for seed in SEEDS)
        found[f"life {name}"] = list(dict.fromkeys(pairs))
    return found


def of_families(paths: Iterable[Path]) -> list[Pair]:
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


def of_life(life: Life) -> Iterator[Pair]:
    """Each statement of a life beside the nearest that were made before it, and some about the same."""
    dice = random.Random(1)
    facts = {fact.id: fact for fact in life.facts}
    spaces: dict[str, list[Said]] = {}
    for said in sorted(life.said, key=lambda said: (said.day, said.fragment.ts)):
        if said.role not in ("attack", "contradicts"):
            spaces.setdefault(said.fragment.space, []).append(said)

    def value(said: Said) -> int | None:
        span = facts[said.about].span(said.day)
        return span.value if span else None

    for some in spaces.values():
        vectors = StaticTable.instant().embed([said.fragment.body for said in some])
        for n, new in enumerate(some):
            if new.about not in facts or not n:
                continue
            nearest = set(np.argsort(-(vectors[:n] @ vectors[n]), kind="stable")[:NEAR].tolist())
            about = [i for i in range(n) if some[i].about == new.about]
            for i in sorted(nearest | set(dice.sample(about, min(SAME, len(about))))):
                old = some[i]
                if old.fragment.body == new.fragment.body:
                    continue
                verdict = 0
                if old.about == new.about:
                    if old.role == "ends":
                        continue
                    verdict = 1 if new.role != "ends" and value(old) == value(new) else 2
                yield Pair(old.fragment.body, new.fragment.body, verdict, new.fragment.kind == "correction")


def rows(some: Sequence[Pair]) -> tuple[NDArray[np.float32], NDArray[np.intp]]:
    table = np.array([seen(p.old, p.new, corrects=p.corrects) for p in some], dtype=np.float32)
    return table, np.array([p.verdict for p in some])


def teach(table: NDArray[np.float32], verdicts: NDArray[np.intp]) -> Any:
    from sklearn.ensemble import HistGradientBoostingClassifier  # type: ignore[import-not-found,unused-ignore]

    return HistGradientBoostingClassifier(
        max_iter=ROUNDS, learning_rate=PACE, max_leaf_nodes=LEAVES, l2_regularization=1.0, early_stopping=False,
        random_state=1,
    ).fit(table, verdicts)  # fmt: skip


def write(model: Any, name: str, path: Path = SHIPPED) -> int:
    """All trees as one table, in the form that `llm/trees.py` reads."""
    nodes: list[Any] = []
    roots: list[list[int]] = []
    at = 0
    for trees in model._predictors:
        roots.append([])
        for tree in trees:
            roots[-1].append(at)
            some = tree.nodes.copy()
            some["left"] += at
            some["right"] += at
            nodes.append(some)
            at += len(some)
    whole = np.concatenate(nodes)
    leaf = whole["is_leaf"].astype(bool)
    np.savez_compressed(
        path,
        identity=np.array(name),
        column=np.where(leaf, -1, whole["feature_idx"]).astype(np.int16),
        limit=whole["num_threshold"].astype(np.float32),
        left=np.where(leaf, 0, whole["left"]).astype(np.int32),
        right=np.where(leaf, 0, whole["right"]).astype(np.int32),
        nothing=whole["missing_go_to_left"].astype(bool),
        value=whole["value"].astype(np.float32),
        roots=np.array(roots, dtype=np.int32),
        start=np.ravel(model._baseline_prediction).astype(np.float32),
    )
    return path.stat().st_size


def check() -> None:
    """Each author's statements judged by trees made of the others'."""
    made = {name: rows(some) for name, some in sources().items()}
    for held, (table, truth) in made.items():
        rest = [part for name, part in made.items() if name != held]
        model = teach(np.vstack([part[0] for part in rest]), np.concatenate([part[1] for part in rest]))
        told = model.predict_proba(table)
        print(held)
        for least in (0.5, 0.6, 0.7, 0.8, 0.9):
            line = []
            for n, name in enumerate(VERDICTS[1:], 1):
                said = told[:, n] > least
                right = (said & (truth == n)).sum()
                line.append(
                    f"{name}: precision {right / max(1, said.sum()):.2f} recall {right / (truth == n).sum():.2f}"
                )
            print(f"  {least}: {'; '.join(line)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="say how well it does on authors it has not seen")
    if parser.parse_args().check:
        check()
        return
    table, verdicts = rows([pair for some in sources().values() for pair in some])
    model = teach(table, verdicts)
    print(f"{len(table)} pairs, {write(model, identity(taught()))} bytes")


if __name__ == "__main__":
    main()
