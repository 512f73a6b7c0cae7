"""`reverie memory`: the verbs of the slash command, as a person types them and as an agent does."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from tests.journeys import test_observe_cli
from tests.journeys.test_recall_cli import Reverie

home, reverie = test_observe_cli.home, test_observe_cli.reverie  # a home with a project, and what is typed in it
PROJECT = test_observe_cli.PROJECT
FACT = "Billing uses PostgreSQL 16"
CHAT = "## User\nFrom now on we deploy billing with make ship-heron, never by hand.\n## Assistant\nUnderstood.\n"


@pytest.fixture
def filled(reverie: Reverie, home: Path) -> Reverie:
    """A project with pages, one of them pinned, core memory and something undreamed; and the person's own memory."""
    reverie("remember", FACT, "--space", PROJECT)
    reverie("remember", "Ana manages Bob", "--space", PROJECT)
    reverie("remember", "The pager duty starts on Mondays", "--pin", "--space", PROJECT)
    reverie("remember", "My name is Ana")
    (home / "chat.md").write_text(CHAT)
    reverie("observe", str(home / "chat.md"), "--space", PROJECT)
    return reverie


@pytest.mark.parametrize("words", [("memory",), ("memory", "view")])
def test_view_is_what_a_session_that_starts_here_would_be_told(filled: Reverie, words: tuple[str, ...]) -> None:
    assert filled(*words).out == filled("inject").out
    assert FACT in filled(*words).out


def test_an_empty_memory_says_so(reverie: Reverie) -> None:
    assert reverie("memory").out == "A session that starts here is told nothing: nothing is remembered yet.\n"
    done = reverie("memory", "clear", "--yes")
    assert (done.code, done.err) == (1, f"reverie: nothing is remembered in {PROJECT}; there is nothing to clear\n")


@pytest.mark.parametrize("verb", ["clear", "reset"])
def test_clear_forgets_this_project_alone_and_undo_brings_all_of_it_back(filled: Reverie, verb: str) -> None:
    asked = [("memory",), ("recall", "which database does billing use?"), ("recall", "how do we deploy billing?")]
    before = [filled(*words).out for words in asked]

    counted = filled("memory", verb)
    assert counted.code == 1 and "1 pinned page stays" in counted.err and "--yes" in counted.err
    assert [filled(*words).out for words in asked] == before  # it only counts

    done = json.loads(filled("memory", verb, "--yes", "--json").out)
    told, *found = [filled(*words).out for words in asked]
    assert FACT not in told and "pager duty" in told and "My name is Ana" in told
    assert all(text.startswith("Nothing relevant") for text in found)

    assert filled("undo", done["change"]).code == 0
    assert [filled(*words).out for words in asked] == before
    assert filled("doctor").code == 0


def test_clear_of_the_own_memory_empties_core_memory_and_keeps_projects(filled: Reverie) -> None:
    filled("memory", "clear", "--yes", "--space", "")

    told = filled("memory").out
    assert "My name is Ana" not in told and FACT in told


def test_what_was_cleared_is_neither_dreamed_nor_read_again(filled: Reverie, home: Path) -> None:
    filled("memory", "clear", "--yes")
    filled("observe", str(home / "chat.md"), "--space", PROJECT)
    filled("memory", "rebuild")

    assert "ship-heron" not in filled("memory").out


def test_an_agents_clear_waits_for_a_person(filled: Reverie, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAUDECODE", "1")
    done = filled("memory", "clear", "--yes")
    assert "Waits for a person" in done.out and FACT in filled("memory").out

    monkeypatch.delenv("CLAUDECODE")
    held = json.loads(filled("review", "--json").out)[0]["id"]
    assert filled("review", "approve", held).code == 0
    assert FACT not in filled("memory").out


def test_rebuild_dreams_now_what_waits(filled: Reverie) -> None:
    assert "ship-heron" not in filled("memory").out

    assert "dream" in filled("memory", "rebuild").out

    assert "ship-heron" in filled("memory").out


def test_enqueue_returns_at_once_and_says_when_nobody_may_work(
    filled: Reverie, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REVERIE_WORKER", "off")
    assert filled("memory", "enqueue", "--json").out == '{\n  "started": false\n}\n'


def test_on_a_terminal_clear_asks(filled: Reverie, workspace: Path, home: Path) -> None:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "reverie", "-w", str(workspace), "memory", "clear"]
    child = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, cwd=home / "lantern")
    os.close(theirs)
    os.write(ours, b"n\n")
    assert child.wait(30) == 1
    assert b"Clear it?" in os.read(ours, 10_000)
    os.close(ours)
    assert FACT in filled("memory").out
