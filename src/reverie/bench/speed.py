"""`reverie bench speed`: how fast turns are taken in and found, and what that takes. Beside plain FTS5, in one run.

Building, answering and each cold start have a process of their own: a process's peak of memory never falls again.
"""

from __future__ import annotations

import json
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from reverie.bench import report, synthetic
from reverie.bench.measure import latency
from reverie.bench.rankers import words_of
from reverie.bench.store import Watched
from reverie.errors import ReverieError
from reverie.llm.static import StaticTable
from reverie.memory import Memory
from reverie.retrieval.meaning import Meaning

QUESTIONS = 200  # of each kind
ROUNDS = 15  # cold starts
_LIMIT = 10
_EMPTY = "pass"
_FTS = (
    "import sqlite3, sys; db = sqlite3.connect(sys.argv[1]); "
    "print(db.execute('SELECT rowid FROM turn WHERE turn MATCH ? ORDER BY rank LIMIT 10', (sys.argv[2],)).fetchall())"
)
_COLD = (  # compiled once, as installed packages are, whatever the environment says about bytecode
    "import sys; sys.dont_write_bytecode = False; from reverie import Memory; "
    "Memory.open(sys.argv[1]).recall(sys.argv[2], tier=sys.argv[3])"
)

Tell = Callable[[str], None]


def run(sizes: Sequence[int], tell: Tell) -> dict[str, Any]:
    """Everything measured, as it is written to JSON."""
    found = {}
    for size in sizes:
        with tempfile.TemporaryDirectory(prefix="reverie-bench-") as folder:
            root = Path(folder)
            tell(f"{size:,} passages: building")
            built = _child("build", root, size)
            tell(f"{size:,} passages: asking")
            found[str(size)] = {"build": built, "ask": _child("ask", root, size), "cold": _cold(root)}
    settings = {"seed": synthetic.SEED, "questions": QUESTIONS, "rounds": ROUNDS, "session": synthetic.SESSION}
    return {**report.heading("speed"), "settings": settings, "sizes": found}


def _child(step: str, root: Path, size: int) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, "-m", "reverie.bench.speed", step, str(root), str(size)],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        last = done.stderr.strip().rpartition("\n")[2]
        raise ReverieError(f"the step '{step}' of the benchmark failed: {last}")
    result: dict[str, Any] = json.loads(done.stdout)
    return result


# In a process of its own: building


def build(root: Path, size: int) -> dict[str, Any]:
    """Archive, index and embed, and do the same with plain FTS5."""
    memory = Memory.create(root / "w")
    archive = sum(_seconds(memory.archive.keep, transcript) for transcript in synthetic.transcripts(size))
    index = _seconds(memory.index.refresh)
    plain = _plain(root / "plain.db", size)
    embedder = Watched("instant", StaticTable.asked())
    embed = _seconds(Meaning(memory.index, memory.vectors, embedder).catch_up)
    memory.close()
    return {
        "archive_turns_per_s": round(size / archive, 1),
        "index_turns_per_s": round(size / index, 1),
        "turns_per_s": round(size / (archive + index), 1),
        "plain_fts5_turns_per_s": round(size / plain, 1),
        "ratio": round((archive + index) / plain, 2),
        "pieces_per_s": round(embedder.texts / embed, 1),
        "disk_mb": _megabytes(root / "w"),
        "plain_fts5_disk_mb": _megabytes(root / "plain.db"),
        "disk": {path.name: _megabytes(path) for path in sorted((root / "w").rglob("*.db"))},
        "peak_mb": _peak(),
    }


def _plain(path: Path, size: int) -> float:
    """The seconds it takes to index the same turns with nothing but FTS5."""
    db = sqlite3.connect(path)
    db.execute("CREATE VIRTUAL TABLE turn USING fts5(text, tokenize='porter unicode61 remove_diacritics 2')")
    insert, taken = "INSERT INTO turn (text) VALUES (?)", 0.0
    for transcript in synthetic.transcripts(size):
        taken += _seconds(db.executemany, insert, [(entry.text,) for entry in transcript.entries])
    taken += _seconds(db.commit)
    db.close()
    return taken


# In a process of its own: answering


def ask(root: Path, size: int) -> dict[str, Any]:
    """Both tiers and plain FTS5, each question put to all of them in turn."""
    memory = Memory.open(root / "w")
    plain = sqlite3.connect(root / "plain.db")
    opened = _seconds(lambda: memory.recall("nothing in particular"))
    asks: dict[str, Callable[[str], object]] = {
        "fast": lambda text: memory.recall(text, tier="fast"),
        "full": memory.recall,
        "fts5": lambda text: _search(plain, text),
    }
    found: dict[str, dict[str, Any]] = {}
    for kind in synthetic.kinds(QUESTIONS):
        times: dict[str, list[float]] = {name: [] for name in asks}
        worked: dict[str, list[float]] = {name: [] for name in asks}
        for text in kind.texts:
            for name, one in asks.items():
                began = time.thread_time()
                times[name].append(_seconds(one, text))
                worked[name].append(time.thread_time() - began)
        # What the processor spent is steadier than what the clock says, where others share it.
        row: dict[str, Any] = {
            name: (latency(seconds) or {}) | {"cpu_p50_ms": round(1000 * sorted(worked[name])[len(seconds) // 2], 2)}
            for name, seconds in times.items()
        }
        found[kind.name] = row | {"ratio": round(row["full"]["p50_ms"] / max(0.001, row["fts5"]["p50_ms"]), 2)}
    result = {"first_full_ms": round(opened * 1000, 1), "questions": found, "passages": memory.index.size()}
    memory.close()
    return result | {"peak_mb": _peak()}


def _search(db: sqlite3.Connection, text: str) -> list[Any]:
    match = words_of(text, stop=True)
    if not match:
        return []
    return db.execute("SELECT rowid FROM turn WHERE turn MATCH ? ORDER BY rank LIMIT ?", (match, _LIMIT)).fetchall()


# Cold starts


def _cold(root: Path) -> dict[str, Any]:
    """A whole process, start to end, beside an empty Python."""
    question = synthetic.kinds(1)[0].texts[0]
    python, workspace = sys.executable, str(root / "w")
    commands = {
        "empty python": [python, "-c", _EMPTY],
        "plain fts5": [python, "-c", _FTS, str(root / "plain.db"), words_of(question, stop=True)],
        "recall, fast": [python, "-c", _COLD, workspace, question, "fast"],
        "recall, full": [python, "-c", _COLD, workspace, question, "full"],
    }
    times: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(ROUNDS):  # interleaved, so that a noisy moment hits all alike
        for name, command in commands.items():
            times[name].append(_seconds(_process, command))
    rows: dict[str, Any] = {name: latency(seconds) for name, seconds in times.items()}
    base = rows["empty python"]["p50_ms"]
    return {name: row | {"ratio": round(row["p50_ms"] / base, 2)} for name, row in rows.items()}


def _process(command: Sequence[str]) -> None:
    subprocess.run(command, check=True, capture_output=True)


def _seconds(work: Callable[..., object], *given: object) -> float:
    started = time.perf_counter()
    work(*given)
    return time.perf_counter() - started


def _megabytes(path: Path) -> float:
    files = path.rglob("*") if path.is_dir() else [path]
    return round(sum(file.stat().st_size for file in files if file.is_file()) / 1e6, 1)


def _peak() -> float:
    """The most memory this process has held, in megabytes."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return round(peak / (1e6 if sys.platform == "darwin" else 1e6 / 1024), 1)


if __name__ == "__main__":
    step, root, size = sys.argv[1:]
    sys.stdout.write(json.dumps({"build": build, "ask": ask}[step](Path(root), int(size))))
