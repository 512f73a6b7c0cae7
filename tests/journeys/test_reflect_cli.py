"""Reflecting, proposing and deciding at the keyboard: what a person types, and what they read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from reverie.surfaces.cli import run


@pytest.fixture
def at(workspace: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    """Type a command; what it prints, and with JSON what that says. Its exit code must be this."""

    def typed(*words: str, code: int = 0) -> Any:
        capsys.readouterr()
        assert run(["-w", str(workspace), *words]) == code
        shown = capsys.readouterr()
        text = shown.out if code == 0 else shown.err
        return json.loads(text) if "--json" in words else text

    run(["init", str(workspace)])
    return typed


def test_a_reflection_is_made_read_answered_approved_and_undone(at: Any, workspace: Path) -> None:
    assert at("reflect").strip() == "Nothing to reflect on yet."
    at("remember", "The project deadline is March 30")
    at("remember", "The project deadline is April 15")
    text = at("reflect")
    assert "⚠️ Contradictions Detected" in text and "[1] “The project deadline is April 15”" in text
    (waits,) = at("review", "list", "--json")
    name = waits["id"]
    assert "Nothing new: r-001 waits still" in at("reflect")
    assert "Contradictions Detected" in at("review", "show", name)
    assert "has no question 1; it asks nothing" in at("review", "answer", name, "1", "yes", code=1)
    assert "Approved" in at("review", "approve", name)
    assert (workspace / "memory" / "meta" / "reflection-log.md").read_text("utf-8").count("## r-001") == 1
    assert "Undone" in at("undo", "r-001")
    assert at("audit", "--verify").strip() == "Files, log, streams and history agree."


def test_in_json_a_reflection_is_data(at: Any) -> None:
    at("remember", "Ana prefers tea")
    (made,) = at("reflect", "--space", "", "--json")
    assert (made["outcome"], made["reflection"]["number"], made["changes"]) == ("made", 1, 0)
    assert [f["section"] for f in made["reflection"]["findings"]] == ["knowledge"]


def test_a_sub_agent_proposes_and_a_contradiction_shows_both_sides(at: Any) -> None:
    at("remember", "The project deadline is March 30")
    told = at("propose", "The project deadline is April 15", "--from", "coder", "--json")
    assert (told["outcome"], told["against"]) == ("waits", ["belief/the-project-deadline-is-march-30"])
    assert "⚠ contradicted" in at("review")
    shown = at("review", "show", told["proposal"])
    assert "user: “The project deadline is March 30”" in shown
    assert "agent: “The project deadline is April 15”" in shown
    assert "Approved" in at("review", "approve", told["proposal"], "--both")
    assert "Nothing waits for review." in at("review")


def test_wrong_use_is_said_in_one_line(at: Any) -> None:
    assert "the text is empty" in at("propose", " ", code=1)
    assert "Invalid value for '--store'" in at("propose", "x", "--store", "attic", code=2)
    assert "no proposal 'p-none'" in at("review", "answer", "p-none", "1", "yes", code=1)
    assert "reverie: " in at("reflect", "--space", "../x", code=1)


def test_settings_that_make_no_sense_are_named(at: Any, workspace: Path) -> None:
    (workspace / "reverie.toml").write_text('[reflect]\nat = "25:00"\n', "utf-8")
    assert "[reflect] at: '25:00' is not a time of day such as 03:00" in at("reflect", code=2)
    (workspace / "reverie.toml").write_text("[subagents]\ntrusted = 3\n", "utf-8")
    assert "[subagents] trusted must be" in at("reflect", code=2)
