"""`reverie dream` as a person meets it: sessions of several days, a plan, core memory, an undo."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from reverie import config
from tests.journeys.test_cli import Reverie, reverie as reverie
from tests.journeys.test_models_cli import server as server, write
from tests.llm.wire import Wire, answering

NEVER = "Never push to main without asking me."


def observe(reverie: Reverie, folder: Path, **said: str) -> None:
    """A chat on each of these days of November."""
    for day, text in said.items():
        file = folder / f"{day}.json"
        at = f"2026-11-{day.removeprefix('on_')}T09:00:00Z"
        talk = [{"role": "user", "content": text, "timestamp": at}, {"role": "assistant", "content": "Noted."}]
        file.write_text(json.dumps(talk))
        assert reverie("observe", str(file)).code == 0


def test_what_was_said_on_two_days_is_planned_dreamed_and_taken_back(
    reverie: Reverie, workspace: Path, tmp_path: Path
) -> None:
    observe(reverie, tmp_path, on_02=NEVER, on_04=f"{NEVER} My job title is analyst.")
    memory = workspace / "MEMORY.md"
    before = memory.read_bytes()

    plan = reverie("dream", "--plan").out
    assert f"↑ m:6fvmqvsa Persona: {NEVER}" in plan
    assert "promoted · a standing rule, told on 2 days · on 2026-11-02, 2026-11-04" in plan
    assert "Cost: none; no model is called, nothing is sent anywhere." in plan
    assert memory.read_bytes() == before

    dreamt = reverie("dream", "--json").json
    told = [(one["what"], one["title"], one["why"]) for one in dreamt["changes"] if one["what"] == "promoted"]
    assert told == [
        ("promoted", NEVER, "a standing rule, told on 2 days"),
        ("promoted", "My job title is analyst.", "says who the person is, told on 1 day"),
    ]
    assert f"- {NEVER} <!-- streams/2026-11-02#" in memory.read_text()
    assert "promoted to Persona (a standing rule, told on 2 days)" in reverie("why", "core/persona").out
    assert reverie("dream").out == "Nothing to dream: every fragment was dreamed already.\n"

    assert reverie("undo", dreamt["run"]).code == 0
    assert memory.read_bytes() == before


def test_what_a_person_forgot_is_in_neither_core_memory_nor_the_summary(
    reverie: Reverie, workspace: Path, tmp_path: Path
) -> None:
    observe(reverie, tmp_path, on_02="I'm allergic to peanuts, so no peanut snacks on the order.")
    reverie("dream")
    files = (workspace / "MEMORY.md", workspace / "memory" / "summary.md")
    assert all("peanuts" in file.read_text() for file in files)
    assert reverie("forget", "allergic to peanuts", "--yes").code == 0
    assert not any("peanuts" in file.read_text() for file in files)


def test_a_plan_by_a_model_says_what_dreaming_it_would_cost(
    reverie: Reverie, server: Wire, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    observe(reverie, tmp_path, on_02="We use Postgres 16 for billing.")
    monkeypatch.setenv("MY_KEY", "sk-test-0123456789abcdef")
    file = config.personal(os.environ).file
    write(file, deep="anthropic:claude-haiku-4-5", endpoint=server.url, key_name="MY_KEY")
    server.usual = answering({"changes": []})

    told = reverie("dream", "--plan", "--json").json

    assert told["cost"]["model"] == "anthropic:claude-haiku-4-5"
    assert told["cost"]["calls"] == 1
    assert 2_000 < told["cost"]["tokens"] < 6_000
    assert 0 < told["cost"]["money"] < 0.05
    assert "Cost: anthropic:claude-haiku-4-5 is asked and sent what is said, redacted: 1 call, " in (
        reverie("dream", "--plan").out
    )
