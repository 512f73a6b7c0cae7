"""Charts as SVG, drawn by hand: readable in light and dark, text as text. Each takes a result and returns a file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from xml.sax.saxutils import escape

Row = Mapping[str, Any]

WIDTH, LEFT, BAR = 860, 210, 520  # of the whole, of the names, of a bar at 100 %
_STYLE = """
  :root { color-scheme: light dark }
  .back { fill: #ffffff } text { fill: #1f2328; font: 12px system-ui, sans-serif } .dim { fill: #59636e }
  .title { font-size: 15px; font-weight: 600 } .part { font-weight: 600 } .end { text-anchor: end }
  .mid { text-anchor: middle }
  .grid { stroke: #d1d9e0; stroke-width: 1 } .whisker { stroke: #1f2328; stroke-width: 1.2 }
  .a { fill: #0b63ce } .b { fill: #8a939c } .c { fill: #b35900 } .d { fill: #1a7f37 } .soft { opacity: .4 }
  .line { fill: none; stroke-width: 2 } .la { stroke: #0b63ce } .lb { stroke: #8a939c } .lc { stroke: #b35900 }
  .ld { stroke: #1a7f37 } .dash { stroke-dasharray: 5 4 }
  @media (prefers-color-scheme: dark) {
    .back { fill: #0d1117 } text { fill: #e6edf3 } .dim { fill: #9198a1 } .grid { stroke: #30363d }
    .whisker { stroke: #e6edf3 }
    .a { fill: #4c9aff } .b { fill: #6e7681 } .c { fill: #e3934a } .d { fill: #3fb950 }
    .la { stroke: #4c9aff } .lb { stroke: #6e7681 } .lc { stroke: #e3934a } .ld { stroke: #3fb950 }
  }
"""


@dataclass(slots=True)
class Drawing:
    """Marks from top to bottom; `y` is where the next one goes."""

    title: str
    y: float = 30
    marks: list[str] = field(default_factory=list)

    def text(self, x: float, y: float, words: str, *classes: str) -> None:
        self.marks.append(f'<text x="{x:.1f}" y="{y:.1f}" class="{" ".join(classes)}">{escape(words)}</text>')

    def line(self, x1: float, y1: float, x2: float, y2: float, kind: str) -> None:
        self.marks.append(f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}"/>')

    def bar(self, y: float, height: float, share: Row | None, *classes: str) -> None:
        """A share as a bar with its interval and its number."""
        if share is None:
            return
        end, low, high = (LEFT + BAR * max(0.0, share[name]) for name in ("value", "low", "high"))
        box = f'x="{LEFT}" y="{y:.1f}" width="{end - LEFT:.1f}" height="{height:.1f}"'
        self.marks.append(f'<rect {box} class="{" ".join(classes)}"/>')
        middle = y + height / 2
        self.line(low, middle, high, middle, "whisker")
        for x in (low, high):
            self.line(x, middle - 2.5, x, middle + 2.5, "whisker")
        self.text(max(end, high) + 6, middle + 4, f"{100 * share['value']:.1f}", "dim")

    def scale(self, top: float) -> None:
        """Lines at every fifth, from `top` down to here; put behind what is drawn."""
        marks, self.marks = self.marks, []
        for fifth in range(6):
            x = LEFT + BAR * fifth / 5
            self.line(x, top, x, self.y, "grid")
            self.text(x, self.y + 15, f"{20 * fifth} %", "dim", "mid")
        self.marks += marks
        self.y += 34

    def svg(self, about: str) -> str:
        height = self.y + 10
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" width="{WIDTH}" '
            f'height="{height:.0f}" role="img" aria-label="{escape(self.title, {chr(34): "&quot;"})}">\n'
            f"<title>{escape(self.title)}</title>\n<desc>{escape(about)}</desc>\n<style>{_STYLE}</style>\n"
            f'<rect class="back" width="{WIDTH}" height="{height:.0f}" rx="6"/>\n'
            f'<text x="16" y="30" class="title">{escape(self.title)}</text>\n' + "\n".join(self.marks) + "\n</svg>\n"
        )


def recall(result: Row) -> dict[str, str]:
    """The charts of a recall result by file name."""
    sets = {name: found for name, found in result["sets"].items() if found["kind"] == "evidence"}
    if not sets:
        return {}
    return {
        "recall.svg": _rankers(sets),
        "recall-categories.svg": _categories(sets),
        "recall-gate.svg": _gate(sets),
    }


def best_baseline(rankers: Row) -> str | None:
    """The best of the others by all@10."""
    others = [name for name, row in rankers.items() if not row["ours"] and row["headline"]["all@10"]]
    return max(others, key=lambda name: rankers[name]["headline"]["all@10"]["value"], default=None)


def _rankers(sets: Row) -> str:
    drawing = Drawing("Evidence found among the first ten turns")
    drawing.text(
        16, 50, "Solid: every gold turn (all@10). Light: at least one (any@10). Whiskers: 95 % interval.", "dim"
    )
    drawing.y = 70
    for name, found in sets.items():
        drawing.text(16, drawing.y + 12, f"{name}, {found['questions']['headline']} questions", "part")
        drawing.y += 24
        top = drawing.y
        for ranker, row in found["rankers"].items():
            colour = "a" if row["ours"] else "b"
            drawing.text(LEFT - 10, drawing.y + 18, ranker, "end", *(() if row["ours"] else ("dim",)))
            drawing.bar(drawing.y + 2, 11, row["headline"]["all@10"], colour)
            drawing.bar(drawing.y + 14, 11, row["headline"]["any@10"], colour, "soft")
            drawing.y += 32
        drawing.scale(top)
    return drawing.svg("Bars: all@10 and any@10 of each ranker on each set, with 95 % bootstrap intervals.")


def _categories(sets: Row) -> str:
    drawing = Drawing("Every gold turn among the first ten (all@10), by kind of question")
    drawing.y = 50
    for name, found in sets.items():
        shown = _compared(found["rankers"])
        drawing.text(16, drawing.y + 12, name, "part")
        x = float(LEFT)
        for ranker, colour in shown.items():
            drawing.marks.append(f'<rect x="{x:.1f}" y="{drawing.y + 3:.1f}" width="10" height="10" class="{colour}"/>')
            drawing.text(x + 15, drawing.y + 12, ranker)
            x += 40 + 7 * len(ranker)
        drawing.y += 24
        top = drawing.y
        for kind, row in next(iter(found["rankers"].values()))["categories"].items():
            drawing.text(LEFT - 10, drawing.y + 6 * len(shown) + 4, f"{kind} ({row['n']})", "end")
            for ranker, colour in shown.items():
                drawing.bar(drawing.y, 9, found["rankers"][ranker]["categories"][kind]["all@10"], colour)
                drawing.y += 12
            drawing.y += 8
        drawing.scale(top)
    return drawing.svg("Bars: all@10 by category for Reverie's tiers and the best of the others.")


def _compared(rankers: Row) -> dict[str, str]:
    """The best full tier, the fast tier and the best of the others, with their colours."""
    fast, *full = [name for name, row in rankers.items() if row["ours"]]
    best = max(full, key=lambda name: (rankers[name]["headline"]["all@10"] or {"value": 0})["value"], default=None)
    shown = {best: "a", fast: "c", best_baseline(rankers): "b"}
    return {name: colour for name, colour in shown.items() if name}


def _gate(sets: Row) -> str:
    """Right answers lost (across) against wrong conversations left unanswered (up), as the threshold moves."""
    drawing = Drawing("What the gate keeps back")
    drawing.text(16, 50, "Up: wrong conversations answered with nothing. Across: right answers lost.", "dim")
    rows = [row for found in sets.values() for row in found["gate"].values() if row["curve"]]
    plot = _Plot(
        most=max([0.4, *(row["lost"]["value"] for row in rows)]),
        least=min([0.6, *(row["abstained"]["value"] for row in rows)]),
    )
    plot.grid(drawing)
    key = plot.top + 10
    for n, (name, found) in enumerate(sets.items()):
        for colour, (ranker, row) in zip("cadb", found["gate"].items(), strict=False):
            if not row["curve"]:
                continue
            kind = f"line l{colour}{' dash' * (n % 2)}"
            points = " ".join(plot.place(p["lost"], p["abstained"]) for p in row["curve"])
            drawing.marks.append(f'<polyline points="{points}" class="{kind}" clip-path="url(#plot)"/>')
            lost, silent = row["lost"]["value"], row["abstained"]["value"]
            x, y = plot.place(lost, silent).split(",")
            drawing.marks.append(f'<circle cx="{x}" cy="{y}" r="4.5" class="{colour}"/>')
            left = plot.left + plot.side + 40
            drawing.line(left, key - 4, left + 26, key - 4, kind)
            drawing.text(left + 34, key, f"{name}: {ranker}")
            drawing.text(left + 34, key + 15, f"{100 * silent:.0f} % silent, {100 * lost:.1f} % lost by default", "dim")
            key += 40
    drawing.y = max(plot.top + plot.side + 30, key)
    return drawing.svg("Lines: share of wrong conversations answered with nothing against share of right answers lost.")


@dataclass(frozen=True, slots=True)
class _Plot:
    """A square of which the interesting corner is shown: little lost, much left unanswered."""

    most: float  # lost
    least: float  # left unanswered
    left: float = 70
    top: float = 70
    side: float = 340

    def place(self, lost: float, silent: float) -> str:
        x = self.left + self.side * lost / self.most
        y = self.top + self.side * (1 - silent) / max(0.01, 1 - self.least)
        return f"{x:.1f},{y:.1f}"

    def grid(self, drawing: Drawing) -> None:
        box = f'x="{self.left}" y="{self.top - 3}" width="{self.side}" height="{self.side + 3}"'
        drawing.marks.append(f'<clipPath id="plot"><rect {box}/></clipPath>')
        bottom, right = self.top + self.side, self.left + self.side
        for quarter in range(5):
            along = self.side * quarter / 4
            drawing.line(self.left, bottom - along, right, bottom - along, "grid")
            drawing.line(self.left + along, self.top, self.left + along, bottom, "grid")
            up, across = self.least + (1 - self.least) * quarter / 4, self.most * quarter / 4
            drawing.text(self.left - 8, bottom - along + 4, f"{100 * up:.0f} %", "dim", "end")
            drawing.text(self.left + along, bottom + 18, f"{100 * across:.0f} %", "dim", "mid")
