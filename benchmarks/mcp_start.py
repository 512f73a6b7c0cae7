"""How long an MCP server takes to its first answers, beside an empty Python. Writes benchmarks/results."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.results import keep

ROUNDS = 15
_HELLO = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}}
_SEARCH = {"name": "memory_search", "arguments": {"query": "which database does billing use?"}}


def _time(arguments: list[str], env: Mapping[str, str]) -> float:
    """Seconds that one cold process takes, start to end."""
    start = time.perf_counter()
    subprocess.run(arguments, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=env)
    return time.perf_counter() - start


def _ask(server: subprocess.Popen[bytes], id_: int, method: str, params: Mapping[str, Any]) -> dict[str, Any]:
    assert server.stdin and server.stdout
    server.stdin.write(json.dumps({"jsonrpc": "2.0", "id": id_, "method": method, "params": params}).encode() + b"\n")
    server.stdin.flush()
    answer: dict[str, Any] = json.loads(server.stdout.readline())["result"]
    return answer


def _start(arguments: list[str], env: Mapping[str, str]) -> tuple[dict[str, float], int]:
    """Seconds from the start of the process to each answer, and the kilobytes it then takes."""
    start = time.perf_counter()
    pipe = subprocess.PIPE
    with subprocess.Popen(arguments, stdin=pipe, stdout=pipe, env=env) as server:
        _ask(server, 1, "initialize", _HELLO)
        times = {"initialize": time.perf_counter() - start}
        assert server.stdin
        server.stdin.write(b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
        _ask(server, 2, "tools/list", {})
        times["and tools/list"] = time.perf_counter() - start
        assert not _ask(server, 3, "tools/call", _SEARCH)["isError"]
        times["and the first search"] = time.perf_counter() - start
        warm = time.perf_counter()
        _ask(server, 4, "tools/call", _SEARCH)
        times["a search when warm"] = time.perf_counter() - warm
        size = _size(server.pid)
        server.stdin.close()
    return times, size


def _size(pid: int) -> int:
    status = Path(f"/proc/{pid}/status")
    lines = status.read_text("utf-8").splitlines() if status.exists() else []
    return next((int(line.split()[1]) for line in lines if line.startswith("VmRSS")), 0)


def main() -> None:
    command = str(Path(sys.executable).with_name("reverie"))
    with tempfile.TemporaryDirectory() as folder:
        env = {"HOME": folder, "PATH": os.environ["PATH"]}
        run = [command, "-w", folder]
        subprocess.run([command, "init", folder], check=True, stdout=subprocess.DEVNULL, env=env)
        for text in ("Billing uses PostgreSQL 16", "Ana prefers tea", "The staging cluster is called heron"):
            subprocess.run([*run, "remember", text], check=True, stdout=subprocess.DEVNULL, env=env)
        alone = {
            "empty python": [sys.executable, "-c", "pass"],
            "python + mcp": [sys.executable, "-c", "import mcp.server.lowlevel, mcp.server.stdio"],
            "reverie recall": [*run, "recall", "which database does billing use?"],
        }
        times: dict[str, list[float]] = {name: [] for name in alone}
        sizes = []
        for _ in range(ROUNDS):  # interleaved, so that a noisy moment hits all alike
            for name, arguments in alone.items():
                times[name].append(_time(arguments, env))
            found, size = _start([*run, "mcp"], env)
            sizes.append(size)
            for name, seconds in found.items():
                times.setdefault(f"reverie mcp: {name}", []).append(seconds)
    base = median(times["empty python"])
    rows = {
        name: {"median_ms": round(median(found) * 1000, 1), "ratio": round(median(found) / base, 2)}
        for name, found in times.items()
    }
    for name, row in rows.items():
        print(f"{name:<36} {row['median_ms']:>8.1f} ms  {row['ratio']:>7.2f} x empty Python")
    print(f"{'memory of the server':<36} {median(sizes) / 1024:>8.1f} MB")
    keep("mcp-start", {"rounds": ROUNDS, "times": rows, "kilobytes": median(sizes)})


if __name__ == "__main__":
    main()
