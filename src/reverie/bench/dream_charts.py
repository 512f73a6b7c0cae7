"""Charts of `reverie bench dream`: the rows as bars, the way there, and what a night costs as a vault grows."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from reverie.bench.charts import LEFT, Drawing

Row = Mapping[str, Any]

_GOOD = ("precision", "recall", "currency", "superseded", "strength", "entities", "relations", "relations_closed",
         "skills", "skills_refined")  # fmt: skip
_BAD = ("old_held", "superseded_wrongly", "false_merges", "duplicates", "bleed", "lost", "unsupported", "attacks",
        "overruled", "noise", "expired", "entity_duplicates", "entity_merges", "skills_early")  # fmt: skip
_COLOURS = "bcad"
_SIDE, _TALL = 560.0, 220.0


def dream(result: Row) -> dict[str, str]:
    """The charts of a dream result by file name."""
    files = {}
    for name, found in result["lives"].items():
        tail = "" if name == "open" else f"-{name}"
        files[f"dream{tail}.svg"] = _rows(name, found["dreamers"])
        files[f"dream-days{tail}.svg"] = _days(name, found["dreamers"])
    if result["scale"]:
        files["dream-scale.svg"] = _scale(result["scale"])
    return files


def _rows(life: str, dreamers: Row) -> str:
    drawing = Drawing(f"What is held after the {life} life")
    drawing.y = 50
    _key(drawing, list(dreamers))
    for title, rows in (("Better to the right", _GOOD), ("Better to the left: 0 is right", _BAD)):
        drawing.text(16, drawing.y + 12, title, "part")
        drawing.y += 24
        top = drawing.y
        for row in rows:
            drawing.text(LEFT - 10, drawing.y + 5 * len(dreamers) + 5, row.replace("_", " "), "end")
            for colour, found in zip(_COLOURS, dreamers.values(), strict=False):
                drawing.bar(drawing.y, 8, found["rows"][row], colour)
                drawing.y += 11
            drawing.y += 7
        drawing.scale(top)
    return drawing.svg("Bars: each row of the benchmark for each dreamer, with 95 % bootstrap intervals.")


def _key(drawing: Drawing, names: Sequence[str]) -> None:
    x = 16.0
    for colour, name in zip(_COLOURS, names, strict=False):
        drawing.marks.append(f'<rect x="{x:.1f}" y="{drawing.y + 3:.1f}" width="10" height="10" class="{colour}"/>')
        drawing.text(x + 15, drawing.y + 12, name)
        x += 40 + 7 * len(name)
    drawing.y += 26


def _days(life: str, dreamers: Row) -> str:
    """Beliefs for each true fact, day by day; a dreamer that tidies up stays near one."""
    drawing = Drawing(f"Beliefs for each true fact along the {life} life")
    drawing.y = 50
    _key(drawing, list(dreamers))
    lines = {name: [(at["day"], at["pages_per_fact"]) for at in row["over_time"]] for name, row in dreamers.items()}
    _lines(drawing, lines, ("day {:.0f}", "{:.1f}"))
    return drawing.svg("Lines: number of beliefs divided by the number of true current facts.")


def _scale(scale: Row) -> str:
    """Seconds of a night against the size of the vault; both axes by powers of ten, flat is good."""
    drawing = Drawing("What a night costs as the vault grows")
    drawing.text(16, 50, "Seconds for the same day's fragments; across: pages in the vault.", "dim")
    drawing.y = 62
    _key(drawing, list(scale))
    lines = {
        name: [(math.log10(int(size)), row["seconds"]) for size, row in sizes.items()] for name, sizes in scale.items()
    }
    _lines(drawing, lines, ("10^{:.0f} pages", "{:.2f} s"))
    return drawing.svg("Lines: median seconds of a night for vaults of different sizes.")


def commands(sizes: Row) -> str:
    """Processor seconds of commands, by size of the vault and name of the command."""
    drawing = Drawing("What one command costs as the vault grows")
    drawing.text(16, 50, "Seconds of processor time, the git it starts counted in; across: pages in the vault.", "dim")
    drawing.y = 62
    names = list(next(iter(sizes.values())))
    _key(drawing, names)
    lines = {
        name: [(math.log10(int(size)), row[name]["processor"]) for size, row in sizes.items()] for name in names
    }  # fmt: skip
    _lines(drawing, lines, ("10^{:.0f} pages", "{:.2f} s"))
    return drawing.svg("Lines: median seconds of processor time of a night, a remember and a small session.")


def _lines(drawing: Drawing, lines: Mapping[str, Sequence[tuple[float, float]]], marks: tuple[str, str]) -> None:
    points = [point for some in lines.values() for point in some]
    first, last = min(x for x, _ in points), max(x for x, _ in points)
    most = max([0.001, *(y for _, y in points)])
    left, top = 90.0, drawing.y + 10

    def place(x: float, y: float) -> tuple[float, float]:
        across = (x - first) / (last - first) if last > first else 0.5
        return left + _SIDE * across, top + _TALL * (1 - y / most)

    for quarter in range(5):
        y = top + _TALL * (1 - quarter / 4)
        drawing.line(left, y, left + _SIDE, y, "grid")
        drawing.text(left - 8, y + 4, marks[1].format(most * quarter / 4), "dim", "end")
    for x in sorted({x for x, _ in points}):
        drawing.text(place(x, 0)[0], top + _TALL + 18, marks[0].format(x), "dim", "mid")
    for colour, some in zip(_COLOURS, lines.values(), strict=False):
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in (place(*point) for point in some))
        drawing.marks.append(f'<polyline points="{path}" class="line l{colour}"/>')
    drawing.y = top + _TALL + 34
