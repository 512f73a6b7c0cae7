"""The journey that every host is taken on, real or made up."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

TAUGHT = "From now on we deploy billing with make ship-heron, never by hand."
ASKED = "How do we deploy billing?"
FACT = "make ship-heron"
PATIENCE = 60.0  # seconds for a worker in the background

SCRIPT = str(Path(sys.executable).with_name("reverie"))


class Agent(Protocol):
    """A host that runs a session of one prompt and says what its model was sent."""

    name: str
    title: str

    def session(self, prompt: str) -> list[str]: ...


class Home:
    """A person's home with the settings of an agent, a project, and our command."""

    def __init__(self, folder: Path, settings: dict[str, str], env: dict[str, str]) -> None:
        self.folder = folder
        self.project = folder / "lantern"
        (self.project / ".git").mkdir(parents=True)
        origin = '[remote "origin"]\n\turl = git@github.com:acme/lantern.git\n'
        self.settings = {folder / path: text for path, text in settings.items()}
        for path, text in {**self.settings, self.project / ".git/config": origin}.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        kept = {name: os.environ[name] for name in ("PATH", "LANG", "TMPDIR") if name in os.environ}
        self.env = {**kept, "HOME": str(folder), **env}

    def reverie(self, *arguments: str) -> str:
        """What the command says, as a person types it in the project."""
        done = subprocess.run(
            [SCRIPT, *arguments], cwd=self.project, env=self.env, capture_output=True, text=True, timeout=120
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def status(self) -> Any:
        return json.loads(self.reverie("status", "--json"))

    def learnt(self) -> int:
        """How many things noticed speak of what was taught."""
        streams = (self.folder / ".reverie/default/memory").rglob("streams/*.jsonl")
        return sum(FACT in line for path in streams for line in path.read_text("utf-8").splitlines())

    def tree(self) -> dict[str, bytes | None]:
        """Every path below the home but the workspace's and the project's, and what each file holds."""
        found = {}
        for path in sorted(self.folder.rglob("*")):
            name = str(path.relative_to(self.folder))
            if not name.startswith((".reverie", ".local", "lantern")):
                found[name] = path.read_bytes() if path.is_file() else None
        return found


def walk(home: Home, agent: Agent, read: Callable[[int], None]) -> None:
    """Installed, taught, asked, looked at, taken out. `read(n)` sees to it that n sessions have been read."""
    before = home.tree()
    home.reverie("install", agent.name, "--yes", "--no-backfill")
    assert home.tree() != before
    home.reverie("uninstall", agent.name)
    assert home.tree() == before

    home.reverie("install", agent.name, "--yes", "--no-backfill")
    assert [text.count(FACT) for text in agent.session(TAUGHT)] == [1]  # by the person, and nothing beside
    read(1)
    assert FACT in home.reverie("recall", ASKED)
    learnt = home.learnt()
    assert learnt

    said = agent.session(ASKED)
    assert [text.count(FACT) for text in said] == [1], said
    assert said[0].replace("&lt;", "<").replace("&gt;", ">").count("<reverie>") == 1
    read(2)
    assert home.learnt() == learnt  # what it was told, it does not learn
    assert "1 injection" in home.reverie("stats")
    assert f"{agent.title}: hooks fire" in home.reverie("doctor")

    home.reverie("off")
    assert "memory is off everywhere" in home.reverie("doctor")
    assert [text.count(FACT) for text in agent.session(ASKED)] == [0]
    home.reverie("uninstall", agent.name)
    theirs = (".cache/", ".claude/plugins/data")  # where Claude Code keeps its own logs, and a folder, of every plugin
    assert not [name for name in home.tree() if "reverie" in name and not name.startswith(theirs)]
    for path, text in home.settings.items():
        assert text in path.read_text("utf-8")  # the host may have added to it
        assert "REVERIE" not in path.read_text("utf-8")


def wait_for(done: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < until, "nothing read the session"
        time.sleep(0.3)
