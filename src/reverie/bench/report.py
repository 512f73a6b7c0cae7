"""What came out, for people and for programs: tables on the terminal, JSON, charts. Names no machine and no path."""

from __future__ import annotations

import json
import os
import platform
import sqlite3
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from reverie import __version__
from reverie.bench import charts, dream_charts
from reverie.errors import ReverieError

Row = Mapping[str, Any]


def heading(name: str) -> dict[str, Any]:
    """What every result says about itself: what was measured, when, with which code, on what kind of machine."""
    return {
        "name": name,
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "version": __version__,
        **_commit(),
        "machine": {
            "cores": os.cpu_count(),
            "system": platform.system(),
            "python": platform.python_version(),
            "sqlite": sqlite3.sqlite_version,
            "numpy": np.__version__,
        },
    }


def _commit() -> dict[str, Any]:
    """The commit of the checkout this runs from; None when it is installed."""
    here = Path(__file__).resolve().parent

    def git(*arguments: str) -> str:
        try:
            done = subprocess.run(["git", "-C", str(here), *arguments], capture_output=True, text=True, check=False)
        except OSError:
            return ""
        return done.stdout.strip() if done.returncode == 0 else ""

    top = git("rev-parse", "--show-toplevel")
    if not top or here != Path(top) / "src" / "reverie" / "bench":
        return {"commit": None}
    return {"commit": git("rev-parse", "--short", "HEAD"), "changed": bool(git("status", "--porcelain", "--", "../"))}


def write(result: Row, folder: Path) -> list[str]:
    """Keep a result as JSON, and its charts beside it; returns the names of the files."""
    lives = [name for name in result.get("lives", ()) if name != "open"]  # named as its charts are
    files = {f"{'-'.join((result['name'], *lives))}.json": json.dumps(result, indent=1, ensure_ascii=False) + "\n"}
    if result["name"] == "recall":
        files |= charts.recall(result)
    if result["name"] == "dream":
        files |= dream_charts.dream(result)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            (folder / name).write_text(text, "utf-8")
    except OSError as wrong:
        raise ReverieError(f"the results cannot be written to the folder given as --out: {wrong.strerror}") from wrong
    return list(files)


# For people


def recall(result: Row) -> str:
    """The tables of `reverie bench recall`."""
    blocks = []
    for name, found in result["sets"].items():
        asked = found["questions"]
        blocks.append(
            f"{name}: {found['conversations']} conversations, {found['turns']:,} turns, {asked['asked']:,} questions"
        )
        if found["kind"] == "conflicts":
            blocks.append(_conflicts(found["rankers"]))
            continue
        blocks += [_headline(found["rankers"]), _halves(found["rankers"]), _categories(found["rankers"])]
        blocks.append(_gate(found["gate"]))
        pace = found["pace"]
        paces = [f"{value:,.0f} {name} pieces/s" for name, value in pace["pieces_per_s"].items() if value]
        if pace["turns_per_s"]:
            paces.insert(0, f"{pace['turns_per_s']:,.0f} turns/s archived and indexed")
        blocks.append("Taken in: " + (", ".join(paces) or "nothing"))
    blocks += list(result["absent"])
    return "\n\n".join(blocks)


def _headline(rankers: Row) -> str:
    head = ["", "all@5", "all@10 (95 %)", "all@20", "any@5", "any@10 (95 %)", "any@20", "p50 ms", "p95 ms"]
    rows = []
    for name, row in rankers.items():
        top, took = row["headline"], row["latency"] or {}
        cells = [_interval(top[m]) if m.endswith("@10") else _percent(top[m]) for m in _MEASURES]
        rows.append([name, *cells, *(f"{took[k]:.1f}" if k in took else "" for k in ("p50_ms", "p95_ms"))])
    return _table(head, rows)


_MEASURES = ("all@5", "all@10", "all@20", "any@5", "any@10", "any@20")


def _halves(rankers: Row) -> str:
    halves = list(dict.fromkeys(half for row in rankers.values() for half in row["halves"]))
    head = ["all@10 / any@10", *halves]
    rows = [[name, *(_both(row["halves"].get(half)) for half in halves)] for name, row in rankers.items()]
    return _table(head, rows)


def _categories(rankers: Row) -> str:
    kinds = list(dict.fromkeys(kind for row in rankers.values() for kind in row["categories"]))
    first = next(iter(rankers.values()))["categories"]
    ours = {name: row for name, row in rankers.items() if row["ours"]}
    best = charts.best_baseline(rankers)
    shown = ours | ({best: rankers[best]} if best else {})
    head = ["all@10 / any@10", "n", *shown]
    rows = [
        [kind, str(first[kind]["n"]), *(_both(row["categories"].get(kind)) for row in shown.values())] for kind in kinds
    ]
    return _table(head, rows)


def _gate(gates: Row) -> str:
    head = ["gate, as set by default", "threshold", "wrong conversation: silent", "right answers lost"]
    rows = [
        [name, f"{row['threshold']:.2f}", _interval(row["abstained"]), _interval(row["lost"])]
        for name, row in gates.items()
    ]
    return _table(head, rows)


def _conflicts(rankers: Row) -> str:
    kinds = list(dict.fromkeys(kind for row in rankers.values() for kind in row["shares"]))
    rows = []
    for name, row in rankers.items():
        took = row["latency"] or {}
        rows.append([name, *(_interval(row["shares"].get(kind)) for kind in kinds), f"{took.get('p50_ms', 0):.1f}"])
    return _table(["", *kinds, "p50 ms"], rows)


def speed(result: Row) -> str:
    """The tables of `reverie bench speed`."""
    blocks = []
    for size, found in result["sizes"].items():
        build = found["build"]
        blocks.append(
            f"{int(size):,} passages: {build['turns_per_s']:,.0f} turns/s archived and indexed "
            f"({build['ratio']:.1f} times as long as plain FTS5), {build['pieces_per_s']:,.0f} pieces/s embedded; "
            f"{build['disk_mb']:,.0f} MB on disk, {found['ask']['peak_mb']:,.0f} MB of memory to answer "
            f"({build['peak_mb']:,.0f} MB to build)"
        )
        rows = [
            [kind, *(_took(tiers.get(who)) for who in ("fast", "full", "fts5"))]
            for kind, tiers in found["ask"]["questions"].items()
        ]
        blocks.append(_table(["warm, p50 / p95 ms", "fast", "full", "plain fts5"], rows))
        cold = [[name, f"{row['p50_ms']:.0f}", f"{row['ratio']:.2f}"] for name, row in found["cold"].items()]
        blocks.append(_table(["cold process", "p50 ms", "times an empty Python"], cold))
    return "\n\n".join(blocks)


def dream(result: Row, rows: Iterable[tuple[str, str, int]]) -> str:
    """The tables of `reverie bench dream`."""
    blocks = []
    for name, found in result["lives"].items():
        life, dreamers = found["life"], found["dreamers"]
        blocks.append(
            f"{name} life: {life['days']} days, {life['fragments']:,} fragments in {life['spaces']} spaces, "
            f"{life['facts']} facts, {life['changed']} of them changing"
        )
        table = [
            [f"{says} ({'high' if best else '0'})", *(_interval(row["rows"][key]) for row in dreamers.values())]
            for key, says, best in rows
        ]
        for says, key in _COUNTED:
            table.append([says, *(f"{row[key]:,}" for row in dreamers.values())])
        blocks.append(_table(["% (95 %); best in brackets", *dreamers], table))
    if result["scale"]:
        sizes = list(next(iter(result["scale"].values())))
        table = [
            [name, *(f"{at[size]['seconds']:.3f} s / {at[size]['pages_read']:,}" for size in sizes)]
            for name, at in result["scale"].items()
        ]
        blocks.append(_table(["a night: seconds / pages read", *(f"{int(size):,} pages" for size in sizes)], table))
    return "\n\n".join(blocks)


def weeks(result: Row, rows: Iterable[tuple[str, str, int]]) -> str:
    """The tables of `reverie bench weeks`."""
    blocks = []
    for name, found in result["parts"].items():
        blocks.append(
            f"{name} people: {found['people']}, {found['sessions']} sessions, {found['facts']} facts; "
            f"{found['fragments']} fragments, {found['beliefs']} beliefs"
        )
        table = [[f"{says} ({'high' if best else '0'})", _interval(found["rows"][key])] for key, says, best in rows]
        blocks.append(_table(["% (95 %); best in brackets", ""], table))
    return "\n\n".join(blocks)


_COUNTED = (
    ("beliefs", "beliefs"),
    ("beliefs for each true fact (1)", "pages_per_fact"),
    ("beliefs for each fact that is held (1)", "beliefs_per_held_fact"),
    ("seconds for 1,000 fragments", "seconds_per_1000"),
    ("model calls", "calls"),
    ("model tokens", "tokens"),
    ("batches that rules did instead", "fallbacks"),
    ("proposals held for a person", "held"),
    ("proposals rejected", "rejected"),
    ("nights it gave up", "nights_failed"),
)


def _took(row: Row | None) -> str:
    return f"{row['p50_ms']:.2f} / {row['p95_ms']:.2f}" if row else ""


def _percent(share: Row | None) -> str:
    return f"{100 * share['value']:.1f}" if share else "–"


def _interval(share: Row | None) -> str:
    return f"{_percent(share)} ({100 * share['low']:.0f}–{100 * share['high']:.0f})" if share else "–"


def _both(row: Row | None) -> str:
    return f"{_percent(row['all@10'])} / {_percent(row['any@10'])}" if row else "–"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Columns under their heads, the first to the left, the others to the right."""
    cells = [list(head), *map(list, rows)]
    widths = [max(len(row[n]) for row in cells) for n in range(len(head))]
    lines = ["  ".join([row[0].ljust(widths[0]), *(c.rjust(w) for c, w in zip(row[1:], widths[1:], strict=True))])
             for row in cells]  # fmt: skip
    return "\n".join([lines[0].rstrip(), "─" * len(lines[0]), *lines[1:]])
