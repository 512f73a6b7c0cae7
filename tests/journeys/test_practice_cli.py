"""What agents do again, as a person meets it: two sessions, a skill that waits, a yes, and the file a host loads."""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from reverie.domain.fragment import RAN
from reverie.domain.page import Key
from reverie.memory import Memory
from reverie.store.layout import path_of
from tests.journeys.test_observe_cli import PROJECT, home as home, reverie as reverie
from tests.journeys.test_recall_cli import Reverie

SKILL = "uv-sync-alembic-upgrade-pytest"


def work(home: Path, name: str, ago: int, asked: str, *commands: str | tuple[str, str]) -> None:
    """A session of Claude Code, so many days ago, in which commands worked; some of them with what they answered."""
    path = home / ".claude/projects/-home-lantern" / f"{name * 8}-2222-4333-8444-555555555555.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    began = datetime.now(UTC) - timedelta(days=ago)
    said: list[tuple[str, Any]] = [("user", asked)]
    for n, each in enumerate(commands):
        command, printed = each if isinstance(each, tuple) else (each, "ok")
        call = {"type": "tool_use", "id": f"toolu_{name}{n}", "name": "Bash", "input": {"command": command}}
        answer = {"type": "tool_result", "tool_use_id": f"toolu_{name}{n}", "content": printed, "is_error": False}
        said += [("assistant", [call]), ("user", [answer])]
    lines = [
        json.dumps({
            "parentUuid": f"{name}{n - 1}" if n else None, "isSidechain": False, "type": role, "uuid": f"{name}{n}",
            "message": {"role": role, "content": content}, "userType": "external", "sessionId": path.stem,
            "timestamp": (began + timedelta(seconds=n)).isoformat().replace("+00:00", "Z"),
            "cwd": str(home / "lantern"), "version": "2.1.325",
        })
        for n, (role, content) in enumerate(said)
    ]  # fmt: skip
    path.write_text("\n".join(lines) + "\n")
    os.utime(path, (began.timestamp() + len(lines),) * 2)


def test_what_an_agent_did_on_two_days_waits_is_approved_and_lies_where_hosts_look(
    reverie: Reverie, home: Path, workspace: Path
) -> None:
    work(
        home, "a", 5, "Bring the database up to date and test it.", "ls", "uv sync", "alembic upgrade head", "pytest -q"
    )
    work(home, "b", 3, "I pulled, set it up again", f"cd {home}/lantern && uv sync 2>&1 | tail -3",
         "alembic upgrade head && pytest -q tests/test_a.py")  # fmt: skip
    assert "0 new fragments" in reverie("observe", "--yes").out
    assert "Nothing relevant" in reverie("recall", "alembic upgrade").out

    dreamt = reverie("dream").out
    assert "held for review: agents did this in 2 sessions: run uv sync, alembic upgrade and pytest" in dreamt
    (held,) = reverie("review", "--json").json
    shown = reverie("review", "show", held["id"]).out
    assert "+description: How to run uv sync, alembic upgrade and pytest. Use when somebody asks for something" in shown
    assert "+1. `uv sync`" in shown
    key = Key(PROJECT, "skill", SKILL)
    file = workspace / path_of(key)
    assert not file.exists()

    assert reverie("review", "approve", held["id"]).code == 0
    text = file.read_text()
    assert "1. `uv sync`\n2. `alembic upgrade head`\n3. `pytest -q`\n" in text
    assert text.count("- done by an agent <!-- streams/") == 2
    assert "alembic upgrade head" in reverie("why", key.handle).out

    assert reverie("undo", held["id"]).code == 0
    assert not file.exists()


def test_what_an_agent_ran_is_noted_though_its_reading_was_stopped_near_its_end(home: Path, workspace: Path) -> None:
    work(home, "a", 5, "Bring the database up to date and test it.", "uv sync", "alembic upgrade head", "pytest -q")
    with Memory.create(workspace) as memory:
        found, run = memory.sessions()
        steps = memory.observe(found, run)
        next(steps)  # the only batch is read, and its watermark written
        steps.close()
        assert memory.vault.watermark(found[0].session.source)

        found, run = memory.sessions()
        list(memory.observe(found, run))

        assert [each.actor for each in memory.vault.marked("undreamed") if each.silent] == [RAN]
