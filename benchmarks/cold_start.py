"""How long a command takes to start, beside an empty Python, in one run. Writes benchmarks/results."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from benchmarks.results import keep

ROUNDS = 25


def _time(arguments: list[str]) -> float:
    """Seconds that one cold process takes, start to end."""
    start = time.perf_counter()
    subprocess.run(arguments, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - start


def main() -> None:
    command = str(Path(sys.executable).with_name("reverie"))
    with tempfile.TemporaryDirectory() as folder:
        run = [command, "-w", folder]
        subprocess.run([command, "init", folder], check=True, stdout=subprocess.DEVNULL, env={"HOME": folder})
        for text in ("Billing uses PostgreSQL 16", "Ana prefers tea", "The staging cluster is called heron"):
            subprocess.run([*run, "remember", text], check=True, stdout=subprocess.DEVNULL)
        commands = {
            "empty python": [sys.executable, "-c", "pass"],
            "python + click": [sys.executable, "-c", "import click"],
            "reverie --version": [command, "--version"],
            "reverie recall": [*run, "recall", "which database does billing use?"],
            "reverie remember": [*run, "remember", "Ana prefers tea"],
        }
        times: dict[str, list[float]] = {name: [] for name in commands}
        for _ in range(ROUNDS):  # interleaved, so that a noisy moment hits all alike
            for name, arguments in commands.items():
                times[name].append(_time(arguments))
    base = median(times["empty python"])
    rows = {
        name: {"median_ms": round(median(found) * 1000, 1), "ratio": round(median(found) / base, 2)}
        for name, found in times.items()
    }
    for name, row in rows.items():
        print(f"{name:<20} {row['median_ms']:>8.1f} ms  {row['ratio']:>5.2f} x empty Python")
    keep("cold-start", {"rounds": ROUNDS, "commands": rows})


if __name__ == "__main__":
    main()
