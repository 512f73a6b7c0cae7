"""How many remembers a second, on vaults of 0, 1,000 and 10,000 pages; and what each step costs."""

from __future__ import annotations

import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path
from statistics import median

from benchmarks.results import keep
from reverie import Memory
from reverie.domain.belief import believe
from reverie.domain.citation import Evidence
from reverie.domain.fragment import noticed
from reverie.domain.page import Key
from reverie.domain.proposal import Proposal, put
from reverie.loop.apply import apply

SIZES = (0, 1_000, 10_000)
ROUNDS = 40
BATCH = 200


def fill(memory: Memory, pages: int) -> None:
    """Pages with evidence, through the door, in batches."""
    for start in range(0, pages, BATCH):
        now = datetime.now(UTC)
        told = [
            noticed(
                ts=now,
                space="",
                source="bench",
                entry=str(n),
                body=f"Service number {n} listens on port {n}.",
                kind="fact",
                topic="bench",
            )
            for n in range(start, min(pages, start + BATCH))
        ]
        memory.vault.append(told, [], now, "bench")
        changes = tuple(
            put(believe(Key("", "belief", f"service-{f.entry}"), f.body, Evidence(frozenset({f.citation}))), None)
            for f in told
        )
        proposal = Proposal(
            id=f"b-{start}", origin="remember", actor="bench", because="bench", changes=changes,
            considered=tuple(f.id for f in told),
        )  # fmt: skip
        apply(proposal, memory.vault, now)
    memory.take_in()


def main() -> None:
    sizes = [int(a) for a in sys.argv[1:]] or SIZES
    rows = {}
    for size in sizes:
        with tempfile.TemporaryDirectory() as folder, Memory.create(Path(folder) / "w") as memory:
            started = time.perf_counter()
            fill(memory, size)
            filled = time.perf_counter() - started
            whole = []
            for n in range(ROUNDS):
                start = time.perf_counter()
                memory.remember(f"Round {n} of the benchmark ended with result number {n * 7}")
                whole.append(time.perf_counter() - start)
            ask = []
            for n in range(ROUNDS):
                start = time.perf_counter()
                memory.recall(f"which port does service number {n} use")
                ask.append(time.perf_counter() - start)
            start = time.perf_counter()
            Memory.open(memory.root).take_in()
            reopen = time.perf_counter() - start
            rows[str(size)] = {
                "fill_s": round(filled, 2),
                "remember_median_ms": round(median(whole) * 1000, 1),
                "remembers_per_s": round(1 / median(whole), 1),
                "recall_median_ms": round(median(ask) * 1000, 2),
                "open_and_look_ms": round(reopen * 1000, 1),
            }
            print(size, rows[str(size)])
    keep("commits", {"rounds": ROUNDS, "pages": rows})


if __name__ == "__main__":
    main()
