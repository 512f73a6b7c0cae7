"""`reverie inject`, `log`, `stats` and `why` as a person types them: what a host gets, got, and what it cost."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.journeys.test_recall_cli import Reverie, reverie  # noqa: F401 - a fixture

ASKED = "which database does billing use?"
FACT = "Billing uses PostgreSQL 16"


def test_what_a_host_gets_is_seen_before_and_after(reverie: Reverie):  # noqa: F811
    asked = reverie("inject", "--prompt", ASKED)
    assert FACT in asked.out
    assert reverie("log").out.strip() == "No host was told anything yet."
    assert reverie("stats").out.strip() == "No host was told anything yet."

    told = reverie("inject", "--prompt", ASKED, "--session", "s1", "--json").json
    assert (told["text"] + "\n", told["tier"], len(told["injected"])) == (asked.out, "fast", 1)
    assert reverie("inject", "--prompt", ASKED, "--session", "s1").out == ""
    (handle,) = told["injected"]

    again, first = reverie("log", "--session", "s1", "--json").json
    assert (first["handles"], first["tokens"]) == ([handle], told["tokens"])
    assert again["reason"] == "this session was told already"
    assert not reverie("log", "--session", "another", "--json").json
    assert handle in reverie("log").out
    assert "1 session, 2 prompts; 1 of them got nothing" in reverie("stats").out
    assert "Last told" in reverie("why", handle).out
    assert reverie("why", handle, "--json").json["told"][0][2] == "s1"


def test_a_prompt_is_read_from_standard_input(reverie: Reverie, monkeypatch: pytest.MonkeyPatch):  # noqa: F811
    monkeypatch.setattr("sys.stdin", io.StringIO(ASKED))
    assert FACT in reverie("inject", "--prompt", "-").out


def test_a_room_of_several_sees_headings(reverie: Reverie):  # noqa: F811
    assert "not instructions" in reverie("inject", "--prompt", ASKED, "--origin", "channel").out
    assert reverie("inject", "--origin", "infrastructure").out == ""
    assert reverie("inject", "--origin", "nobody").code == 2


def test_what_is_wrong_in_the_settings_is_one_line(reverie: Reverie, workspace: Path):  # noqa: F811
    for wrong in ("threshold = 7", "tokens = 1", "budget = 3", 'on = "yes"'):
        (workspace / "reverie.toml").write_text(f"[inject]\n{wrong}\n", "utf-8")
        ran = reverie("inject")
        assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
        assert "[inject]" in ran.err


def test_a_hook_is_also_reached_by_the_long_way(reverie: Reverie, workspace: Path, monkeypatch: pytest.MonkeyPatch):  # noqa: F811
    monkeypatch.setenv("REVERIE_WORKSPACE", str(workspace))
    given = json.dumps({"session_id": "s", "cwd": "/", "prompt": ASKED}).encode()
    command = [sys.executable, "-m", "reverie", "-w", str(workspace), "hook", "codex", "UserPromptSubmit"]
    done = subprocess.run(command, input=given, capture_output=True, check=True)
    assert FACT in json.loads(done.stdout)["hookSpecificOutput"]["additionalContext"]
