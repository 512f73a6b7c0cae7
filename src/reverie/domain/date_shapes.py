"""From tokens to points of time: what stands in the shapes of three tables, which are walked one after another.

Dates and distances from now become points ("last week"), a unit beside a point becomes a point ("the week before
9 June"), and points become stretches ("since March"). What fits no shape says nothing.
"""

from __future__ import annotations

from datetime import datetime
from functools import cache
from itertools import product

from reverie.domain.date_points import POINTS
from reverie.domain.date_ranges import RANGES, UNITS
from reverie.domain.date_scene import Rule, Scene
from reverie.domain.date_tokens import Token, tokens_of

Shapes = dict[str, list[tuple[int, dict[str, Rule]]]]  # by first letter, then by length, the longest first


def read(text: str, now: datetime) -> list[Token]:
    """The tokens of a text, with a point in the place of those that together tell a time."""
    tokens, words = tokens_of(text)
    scene = Scene(now.toordinal(), now.hour, words)
    for shapes in _shapes():
        tokens = _reduce(tokens, shapes, scene)
        if not any(t.kind == "P" for t in tokens):
            break
    return tokens


def _reduce(tokens: list[Token], shapes: Shapes, scene: Scene) -> list[Token]:
    """The tokens with a point in the place of each shape; of two that begin together the longer."""
    letters = "".join([t.kind for t in tokens])
    out: list[Token] = []
    at = 0
    while at < len(tokens):
        found, step = tokens[at], 1
        for size, rules in shapes.get(letters[at], ()):
            rule = rules.get(letters[at : at + size])
            seq = tokens[at : at + size] if rule else []
            if rule and not any("," in t.lead and t.kind != "Y" for t in seq[1:]):
                after = tokens[at + size] if at + size < len(tokens) else None
                if point := rule(Scene(scene.today, scene.hour, scene.words, out[-2:], after), seq):
                    found, step = point, size
                    break
        out.append(found)
        at += step
    return out


@cache
def _shapes() -> tuple[Shapes, ...]:
    """The shapes of the three walks; d is a day, n a count, p is "before" in front of a point."""
    classes = {"d": "DO", "n": "DN", "p": "bv"}
    walks: list[Shapes] = []
    for table in (POINTS, UNITS, RANGES):
        by_size: dict[tuple[str, int], dict[str, Rule]] = {}
        for shape, rule in ((shape, rule) for shapes, rule in table.items() for shape in shapes.split()):
            for letters in product(*(classes.get(letter, letter) for letter in shape)):
                by_size.setdefault((letters[0], len(shape)), {})["".join(letters)] = rule
        walk: Shapes = {}
        for (letter, size), rules in sorted(by_size.items(), key=lambda item: -item[0][1]):
            walk.setdefault(letter, []).append((size, rules))
        walks.append(walk)
    return tuple(walks)
