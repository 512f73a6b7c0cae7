"""How long a host waits for a hook, beside an empty Python, in one run, over 10,000 pages. Writes benchmarks/results.

Every call is a cold process with a payload of its own, as a host makes it. The budget is four times an empty Python.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median, quantiles

from benchmarks.results import keep
from reverie.bench.scale import fill
from reverie.memory import Memory

ROUNDS = 40
PAGES = 10_000
BUDGET = 4.0
KNOWN = ("Billing uses PostgreSQL 16 in production", "The staging cluster is called heron", "Ana prefers tea")
PROMPTS = {
    "a prompt that memory knows about": "which database does the billing service use in production?",
    "a prompt that memory knows nothing about": "please rename the enum and fix the broken snapshot tests",
    "a prompt that asks nothing": "ok, thanks",
}


def _time(arguments: list[str], payload: bytes, env: dict[str, str]) -> tuple[float, bytes]:
    """Seconds that one cold process takes, start to end, and what it said."""
    start = time.perf_counter()
    done = subprocess.run(arguments, check=True, input=payload, stdout=subprocess.PIPE, env=env)
    return time.perf_counter() - start, done.stdout


def _payload(event: str, session: str, folder: str, **rest: str) -> bytes:
    told = {"session_id": session, "transcript_path": f"{folder}/{session}.jsonl", "cwd": folder}
    return json.dumps({**told, "hook_event_name": event, **rest}).encode()


def _commands(folder: Path) -> dict[str, tuple[list[str], Callable[[int], bytes]]]:
    script = str(Path(sys.executable).with_name("reverie"))
    direct = [sys.executable, "-I", "-c", "from reverie.__main__ import main; main()"]
    found: dict[str, tuple[list[str], Callable[[int], bytes]]] = {
        "empty python": ([sys.executable, "-c", "pass"], lambda _: b""),
        "python + sqlite3 + json": ([sys.executable, "-c", "import sqlite3, json"], lambda _: b""),
    }

    def asking(prompt: str, once: str) -> Callable[[int], bytes]:
        return lambda n: _payload("UserPromptSubmit", f"{once}-{n}", str(folder), prompt=prompt)

    for n, (name, prompt) in enumerate(PROMPTS.items()):
        found[name] = ([script, "hook", "claude-code", "UserPromptSubmit"], asking(prompt, f"s{n}"))
    known = PROMPTS["a prompt that memory knows about"]
    found["the same, python -I -c …"] = (
        [*direct, "hook", "claude-code", "UserPromptSubmit"],
        asking(known, "d"),
    )
    found["the start of a session"] = (
        [script, "hook", "claude-code", "SessionStart"],
        lambda k: _payload("SessionStart", f"b-{k}", str(folder), source="startup"),
    )
    found["the end of a turn"] = (
        [script, "hook", "claude-code", "Stop"],
        lambda k: _payload("Stop", f"e-{k}", str(folder)),
    )
    return found


def main() -> None:
    with tempfile.TemporaryDirectory() as made:
        folder, root = Path(made) / "project", Path(made) / "workspace"
        (folder / ".git").mkdir(parents=True)
        (folder / ".git" / "config").write_text('[remote "origin"]\n\turl = https://example.com/made/up.git\n', "utf-8")
        print(f"making {PAGES:,} pages…")
        fill(root, PAGES, [""])
        with Memory.open(root) as memory:
            for text in KNOWN:
                memory.remember(text)
        env = {"HOME": made, "PATH": os.environ["PATH"], "REVERIE_WORKSPACE": str(root), "REVERIE_WORKER": "off"}
        commands = _commands(folder)
        times: dict[str, list[float]] = {name: [] for name in commands}
        said: dict[str, int] = dict.fromkeys(commands, 0)
        for n in range(-1, ROUNDS):  # interleaved, so that a noisy moment hits all alike; the first is not counted
            for name, (arguments, payload) in commands.items():
                seconds, answer = _time(arguments, payload(n), env)
                if n >= 0:
                    times[name].append(seconds)
                    said[name] = len(answer)
    base = median(times["empty python"])
    rows = {
        name: {
            "median_ms": round(median(found) * 1000, 1),
            "p95_ms": round(quantiles(found, n=20)[-1] * 1000, 1),
            "ratio": round(median(found) / base, 2),
            "answer_bytes": said[name],
        }
        for name, found in times.items()
    }
    for name, row in rows.items():
        times_ = f"{row['median_ms']:>7.1f} ms  p95 {row['p95_ms']:>7.1f} ms"
        print(f"{name:<44} {times_}  {row['ratio']:>5.2f} x empty Python")
    worst = max(rows[name]["ratio"] for name in PROMPTS)
    print(f"budget {BUDGET:g} x: {'kept' if worst <= BUDGET else 'MISSED'} (worst prompt {worst:g} x)")
    keep("hook", {"rounds": ROUNDS, "pages": PAGES, "budget": BUDGET, "kept": worst <= BUDGET, "commands": rows})


if __name__ == "__main__":
    main()
