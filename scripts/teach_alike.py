"""Make the trees of `llm/alike.py` from the families of statements in `training/alike/` and from made-up lives.

Needs scikit-learn (the extra `teach`); what it makes does not. With --check, say how well it does: each file and each
life was written by somebody else, and is judged by trees of the others.
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from reverie.bench.life import live
from reverie.bench.phrases import SETS
from reverie.bench.truth import Fact, Life, Said
from reverie.llm import alike, pairs as seeing
from reverie.llm.alike import SHIPPED
from reverie.llm.reader import VERDICTS
from reverie.llm.static import StaticTable
from scripts import people
from scripts.people import TRAINING
from scripts.teach import identity

LIVES = [*(SETS / f"life-{name}.toml" for name in ("open", "check")), *sorted(TRAINING.glob("lives/*.toml"))]
SEEDS = (None, 1)  # lives of the same sentences
ALONE = 30  # pairs of each family that are judged by themselves
CROWD = 60  # statements of other families that one is held among
LOOKED, WORDINGS = 8, 3  # pages that a statement is held against, the nearest, and wordings of each
PEOPLE, NOISE = 14, 0.3  # pages of a person's that a statement is held against, and of what tells nothing, is a page
KEPT, FOUND = 0.5, 0.7  # statements of a life that are looked at, and changes after which the old value is gone
ROUNDS, PACE, LEAVES = 160, 0.09, 15


class Look(NamedTuple):
    """A new statement beside earlier ones, as a dream holds them against each other; which of these are one page."""

    new: str
    olds: tuple[str, ...]
    verdicts: tuple[int, ...]
    pages: tuple[int, ...] | None = None  # None: each by itself
    corrects: bool | None = None


def taught() -> list[Path]:
    """The files that it learns from, and the one that says what is seen of two statements."""
    return [*families(), *LIVES, *people.files(), Path(seeing.__file__)]


def families() -> list[Path]:
    return sorted(TRAINING.glob("alike/*.jsonl"))


def sources() -> dict[str, list[Look]]:
    """New statements beside earlier ones, by who wrote them."""
    found = {path.stem: of_families(path) for path in families()}
    for path in LIVES:
        found[path.stem] = lived(path)
    for path in people.files():
        found[path.stem] = [look for person in people.read(path) for look in of_person(person)]
    return found


def of_families(path: Path) -> list[Look]:
    """Every two statements of a family by themselves, and each of them among statements of other families."""
    families = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    dice = random.Random(1)
    found: list[Look] = []
    for family in families:
        alone = list(_within(family, dice))
        found += [Look(new, (old,), (verdict,)) for old, new, verdict in dice.sample(alone, min(ALONE, len(alone)))]
        found += _among(family, [other for other in families if other is not family], dice)
    return found


def _within(family: dict[str, Any], dice: random.Random) -> Iterator[tuple[str, str, int]]:
    values = family["values"]
    for value in values:
        yield from ((a, b, 1) for a, b in itertools.permutations(value, 2))
    for i, j in itertools.combinations(range(len(values)), 2):
        if not (family["single"] and j - i == 2):  # the third value may be the first again
            yield from ((a, b, 2 * family["single"]) for a in values[i] for b in values[j])
    for other, value in itertools.product(family["apart"], values):
        yield from ((a, other, 0) for a in value)
        yield from ((other, a, 0) for a in value if dice.random() < 0.7)
    yield from ((a, b, 0) for a, b in itertools.combinations(family["apart"], 2) if dice.random() < 0.3)


def _among(family: dict[str, Any], others: Sequence[dict[str, Any]], dice: random.Random) -> Iterator[Look]:
    """Each statement of a family as the new one, in a memory that holds some of what was said before."""
    values, apart = family["values"], family["apart"]
    news = [(said, n) for n, value in enumerate(values) for said in value]
    news += [(said, -1) for said in dice.sample(apart, min(3, len(apart)))]
    for said, n in news:
        held: list[tuple[str, int, int]] = []  # wording, page, verdict
        for one in dice.sample(others, min(CROWD, len(others))):
            pick = dice.choice([*one["values"], one["apart"]] if one["apart"] else one["values"])
            held.append((dice.choice(pick), len(held), 0))
        held += [(each, len(held) + k, 0) for k, each in enumerate(apart) if each != said and dice.random() < 0.5]
        before = dice.randrange(len(values)) if n < 0 else n
        for k in {before, before - 1} if before else {0}:
            told = [each for each in values[k] if each != said]
            some = dice.sample(told, min(len(told), dice.choice((1, 1, 2, 3))))
            if k == n and dice.random() < 0.5:
                continue  # nothing of the new value was said yet
            verdict = 0 if n < 0 else 1 if k == n else 2 * family["single"]
            held += [(each, 1000 + k, verdict) for each in some]
        yield _nearest(said, held)


def _nearest(said: str, held: Sequence[tuple[str, int, int]], corrects: bool | None = None, most: int = LOOKED) -> Look:
    """The statement beside the wordings of the pages that are nearest."""
    vectors = StaticTable.instant().embed([each for each, _, _ in held])
    near = vectors @ StaticTable.instant().embed([said])[0]
    best: dict[int, float] = {}
    for (_, page, _), value in zip(held, near.tolist(), strict=True):
        best[page] = max(value, best.get(page, -1.0))
    kept = {*sorted(best, key=lambda page: -best[page])[:most]}
    some = [each for each in held if each[1] in kept and each[0] != said]
    return Look(
        said, tuple(each for each, _, _ in some), tuple(verdict for _, _, verdict in some),
        tuple(page for _, page, _ in some), corrects,
    )  # fmt: skip


def of_life(life: Life) -> Iterator[Look]:
    """Each statement of a life beside the nearest of those that were made before it."""
    dice = random.Random(1)
    facts = {fact.id: fact for fact in life.facts}
    spaces: dict[str, list[Said]] = {}
    for said in sorted(life.said, key=lambda said: (said.day, said.fragment.ts)):
        if said.role not in ("attack", "contradicts"):
            spaces.setdefault(said.fragment.space, []).append(said)
    for some in spaces.values():
        yield from _lived(some, facts, dice)


def _lived(some: Sequence[Said], facts: Mapping[str, Fact], dice: random.Random) -> Iterator[Look]:
    pages: dict[tuple[str, int], list[str]] = {}  # by fact and how often it had changed
    numbers: dict[tuple[str, int], int] = {}
    for new in some:
        fact = facts.get(new.about)
        span = fact.span(new.day) if fact else None
        key = (new.about, fact.spans.index(span)) if fact and span else (new.fragment.id, 0)
        body = new.fragment.body
        if fact and pages and dice.random() < KEPT:
            held = []
            for (about, n), said in pages.items():
                verdict = 0 if about != key[0] else 1 if n == key[1] else 2
                held += [(each, numbers[about, n], verdict) for each in said[-WORDINGS:] if each != body]
            if held:
                yield _nearest(body, held, new.fragment.kind == "correction")
        if fact and key not in pages and dice.random() < FOUND:
            for old in [each for each in pages if each[0] == key[0]]:
                del pages[old]  # it was found out, so that it does not stand any more
        if new.role != "ends":
            numbers.setdefault(key, len(numbers))
            pages.setdefault(key, []).append(body)


def lived(path: Path) -> list[Look]:
    """What is told in a life, and in another of the same sentences."""
    return [look for seed in SEEDS for look in of_life(live(str(path), seed=seed))]


def of_person(person: people.Person) -> Iterator[Look]:
    """What somebody told over weeks: each statement beside the nearest of what holds of what they told before."""
    dice = random.Random(1)
    pages: dict[str, tuple[int, list[str]]] = {}  # by fact: which of its values, and its wordings
    numbers: dict[str, int] = {}
    for _, some in itertools.groupby(person.told, key=lambda told: told.at):
        together = list(some)
        for new in together:
            body = dice.choice(new.forms())
            held = []
            for fact, (value, said) in pages.items():
                verdict = 0 if fact != new.fact else 1 if value == new.value else 2
                held += [(each, numbers[fact], verdict) for each in said[-WORDINGS:] if each != body]
            if held:
                yield _nearest(body, held, new.kind == "correction", PEOPLE)
        for new in together:
            if new.kind != people.NOTHING or dice.random() < NOISE:
                numbers.setdefault(new.fact, len(numbers))
                value, said = pages.get(new.fact, (new.value, []))
                said = said if value == new.value else []
                pages[new.fact] = (new.value, [*said, dice.choice(new.forms())])


def rows(some: Sequence[Look]) -> tuple[NDArray[np.float32], NDArray[np.intp]]:
    some = [look for look in some if look.olds]
    table = [alike.rows(look.olds, look.new, corrects=look.corrects, pages=look.pages) for look in some]
    return np.vstack(table), np.array([verdict for look in some for verdict in look.verdicts])


def teach(table: NDArray[np.float32], verdicts: NDArray[np.intp]) -> Any:
    from sklearn.ensemble import HistGradientBoostingClassifier  # type: ignore[import-not-found,import-untyped,unused-ignore]

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
    table, verdicts = rows([look for some in sources().values() for look in some])
    model = teach(table, verdicts)
    print(f"{len(table)} pairs, {write(model, identity(taught()))} bytes")


if __name__ == "__main__":
    main()
