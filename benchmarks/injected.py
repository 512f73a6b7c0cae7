"""How many tokens a session is told: sample transcripts are read and dreamed, then their hooks fired once more.

`REVERIE_SAMPLES` names a folder with a folder a host, `hook-stdin/` in it with the payloads in the order they came.
The workspace has learnt from all of them, as if the same sessions came again.
"""

from __future__ import annotations

import json
import os
import re
import sys
import tempfile
from pathlib import Path

from reverie import configured
from reverie.memory import Memory
from reverie.surfaces.hooks.acts import act
from reverie.surfaces.hooks.events import event
from reverie.transcripts import readers

HOSTS = {
    "claude-code-2.1.325": "claude-code",
    "claude-code-2.1.325-interactive": "claude-code",
    "codex-0.166.0": "codex",
    "gemini-cli-0.61.0": "gemini",
}
_SESSIONS = re.compile(r"/(projects|sessions|chats)/")


def main() -> None:
    samples = Path(os.environ.get("REVERIE_SAMPLES", ""))
    if not samples.is_dir() or not any((samples / name).is_dir() for name in HOSTS):
        sys.exit("REVERIE_SAMPLES names no folder of samples")
    with tempfile.TemporaryDirectory() as made:
        root = Path(made) / "workspace"
        env = {"HOME": made, "REVERIE_WORKSPACE": str(root), "REVERIE_WORKER": "off"}
        os.environ.update(env)
        with Memory.create(root) as memory:
            for name, host in HOSTS.items():
                if (samples / name).is_dir():
                    _learn(memory, samples / name, {"gemini": "gemini-cli"}.get(host, host))
            memory.dream()
            held = memory.status()
            print(f"learnt: {sum(held['fragments'].values())} fragments, pages {held['pages']}")
            for name, host in HOSTS.items():
                payloads = sorted((samples / name / "hook-stdin").glob("*.json"))
                where = configured.workspace(env)
                assert where
                for path in payloads:
                    given = json.loads(path.read_text("utf-8"))
                    told = event(host, given["hook_event_name"], given)
                    if told and told.act in ("start", "prompt"):
                        act(told, where)
            sessions: dict[str, list[dict[str, object]]] = {}
            for row in reversed(memory.injections(limit=10_000)):
                sessions.setdefault(str(row["session"]), []).append(row)
            for session, rows in sessions.items():
                told_ = [int(str(row["tokens"])) for row in rows]
                starts = sum(1 for row in rows if row["event"] == "start" and row["tokens"])
                events = f"{sum(map(bool, told_))} of {len(rows)} events, {starts} of them starts"
                print(f"{session:<52} {sum(told_):>5} tokens in {events}")
            print(json.dumps(memory.stats()))


def _learn(memory: Memory, folder: Path, host: str) -> None:
    from reverie.loop.pickup import Due, Run

    run = Run()
    files = [path for path in sorted(folder.rglob("*.jsonl")) if _SESSIONS.search(path.as_posix())]
    kept = readers.in_files(files, host, run.failed)
    for _ in memory.observe([Due(session, reader) for reader, session in kept], run):
        pass


if __name__ == "__main__":
    main()
