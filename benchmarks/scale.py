"""What one command costs as a vault grows: a night, a remember and a small session, each by a process of its own.

`python -m benchmarks.scale [--keep FOLDER] [SIZE…]` makes the vaults, which takes minutes for 100,000 pages; with
`--keep` they stay there for the next run. A chart is drawn to benchmarks/results/scale.svg. Processor time is that of
the command and of the git it starts.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from datetime import datetime
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.results import keep
from reverie import Memory
from reverie.bench.alone import by_rules
from reverie.bench.dream_charts import commands
from reverie.bench.life import live
from reverie.bench.scale import _NIGHT, NIGHTS, SIZES, fill

ROUNDS = 3


def one(what: str, root: Path, n: int) -> None:
    """Do it once, in this process, and say what it took."""
    life = live("open")
    now = datetime.combine(life.date(NIGHTS[n]), _NIGHT)
    said = [f"remember that the staging port of heron is 81{n:02}", "thanks, run the tests with make check"]
    rows = [
        {"type": "user", "uuid": f"u{n}{k}", "sessionId": f"scale-{n}", "timestamp": f"2026-01-01T0{n}:00:{k:02}Z",
         "cwd": "/srv/heron", "message": {"role": "user", "content": text}}
        for k, text in enumerate(said)
    ]  # fmt: skip
    session = root.parent / f"session-{n}.jsonl"
    session.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    if what == "night":
        with Memory.open(root) as memory:
            memory.vault.append(life.on(NIGHTS[n]), [], now, "observe:bench")
    began, times = time.perf_counter(), os.times()
    with by_rules(Memory.open(root)) as memory:
        if what == "night":
            memory.dream(now=now)
        elif what == "remember":
            memory.remember(f"The gateway of kestrel-{n} listens on port 90{n}1.")
        else:
            due, run = memory.sessions([session])
            for _ in memory.observe(due, run, again=True):
                pass
    spent = sum(after - before for after, before in zip(os.times()[:4], times[:4], strict=True))
    print(json.dumps({"seconds": round(time.perf_counter() - began, 3), "processor": round(spent, 3)}))


def measure(root: Path) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for what in ("night", "remember", "observe"):
        rows = []
        for n in range(ROUNDS):
            command = [sys.executable, "-m", "benchmarks.scale", "--one", what, str(root), str(n)]
            said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
            rows.append(json.loads(said))
        found[what] = {name: median(row[name] for row in rows) for name in rows[0]}
    return found


def main() -> None:
    given = sys.argv[1:]
    if given[:1] == ["--one"]:
        one(given[1], Path(given[2]), int(given[3]))
        return
    stay = Path(given.pop(1)) if given[:1] == ["--keep"] else None
    sizes = [int(size) for size in given if size != "--keep"] or SIZES
    rows = {}
    with tempfile.TemporaryDirectory(prefix="reverie-scale-") as folder:
        for size in sizes:
            made = (stay or Path(folder)) / f"of-{size}"
            if not made.exists():
                fill(made, size, live("open").spaces)
            copy = Path(folder) / "copy"
            subprocess.run(["cp", "-a", str(made), str(copy)], check=True)
            with Memory.open(copy) as memory:
                memory.take_in()  # a copied file has a new time; looking at them all is nobody's doing
                memory.embed()  # as a worker would have done: vectors are laid out for the first who asks
            rows[str(size)] = measure(copy)
            shutil.rmtree(copy)
            print(f"{size:>7} pages: {json.dumps(rows[str(size)])}", flush=True)
    kept = keep("scale", {"rounds": ROUNDS, "median": rows})
    kept.with_name("scale.svg").write_text(commands(rows), "utf-8")


if __name__ == "__main__":
    main()
