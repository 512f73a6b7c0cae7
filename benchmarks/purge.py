"""How long deleting for good and going back take, on vaults of 1,000 and 10,000 pages; and where the time goes."""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from benchmarks.commits import fill
from benchmarks.results import keep
from reverie import Memory
from reverie.domain.page import Key
from reverie.domain.proposal import Proposal, Retire
from reverie.loop.apply import apply

SIZES = (1_000, 10_000)
MANY = 100


def took(do: Callable[[], Any]) -> dict[str, float]:
    """Seconds that passed, and those that the processor worked for us; on a busy machine they are far apart."""
    start, worked = time.perf_counter(), time.process_time()
    do()
    return {"passed": round(time.perf_counter() - start, 2), "worked": round(time.process_time() - worked, 2)}


def measured(memory: Memory, size: int) -> dict[str, Any]:
    fill(memory, size)
    ids = {f.entry: f.id for f in memory.vault.marked("dreamed")}
    keys = [Key("", "fragment", ids[str(n)]) for n in range(MANY + 1)]
    spent: dict[str, float] = {}
    purging = memory.vault.purging
    places = purging.places

    def timed(name: str, place: Any) -> Any:
        def purge(intent: Any) -> int:
            start = time.process_time()
            count: int = place(intent)
            spent[name] = round(time.process_time() - start, 2)
            return count

        return purge

    purging.places = lambda: {name: timed(name, place) for name, place in places().items()}
    found: dict[str, Any] = {"preview": took(lambda: memory.would_purge(keys[:1]))}
    found["purge_one"] = took(lambda: memory.purge(keys[:1]))
    found["of_which_worked"] = dict(spent)
    found[f"purge_{MANY}"] = took(lambda: memory.purge(keys[1:]))
    at = datetime.now(UTC)
    for start in range(MANY + 1, MANY + 1 + size // 10, 100):
        retired = tuple(Retire(Key("", "belief", f"service-{n}"), "bench") for n in range(start, start + 100))
        because = {"actor": "manual", "because": "bench", "origin": "person"}
        apply(Proposal(id=f"r-{start}", changes=retired, **because), memory.vault, datetime.now(UTC))  # type: ignore[arg-type]
    memory.take_in()
    found["restore_preview"] = took(lambda: memory.would_restore(at))
    found["restore_a_tenth"] = took(lambda: memory.restore_at(at))
    found["log_mb"] = round((memory.root / ".reverie/audit.jsonl").stat().st_size / 1e6, 1)
    assert memory.verify() == []
    return found


def main() -> None:
    rows = {}
    for size in [int(a) for a in sys.argv[1:]] or SIZES:
        with tempfile.TemporaryDirectory() as folder, Memory.create(Path(folder) / "w") as memory:
            rows[str(size)] = measured(memory, size)
            print(size, rows[str(size)])
    keep("purge", {"pages": rows})


if __name__ == "__main__":
    main()
