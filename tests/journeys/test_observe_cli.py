"""`reverie observe` as a person uses it: asked first, each session once, found again, private things left alone."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from reverie.memory import Memory
from reverie.surfaces.cli import run
from tests.journeys.test_recall_cli import Ran, Reverie

PROJECT = "project/github.com/acme/lantern"
LONG_AGO = datetime.now(UTC) - timedelta(days=2)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home folder with a project that has an origin, and nothing else."""
    home = tmp_path / "home"
    (home / "lantern/.git").mkdir(parents=True)
    (home / "lantern/.git/config").write_text('[remote "origin"]\n\turl = git@github.com:acme/lantern.git\n')
    monkeypatch.setenv("HOME", str(home))
    for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "XDG_DATA_HOME", "CLAUDE_CODE_SKIP_PROMPT_HISTORY"):
        monkeypatch.delenv(name, raising=False)
    return home


@pytest.fixture
def reverie(
    workspace: Path, home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Reverie:
    monkeypatch.chdir(home / "lantern")
    Memory.create(workspace).close()

    def typed(*arguments: str) -> Ran:
        code = run(["-w", str(workspace), *arguments])
        return Ran(code, *capsys.readouterr())

    return typed


def session(home: Path, *words: str, name: str = "11111111-2222-4333-8444-555555555555", old: bool = True) -> Path:
    """A session of Claude Code in the project, a user's line for each text."""
    path = home / ".claude/projects/-home-lantern" / f"{name}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = path.read_text().splitlines() if path.exists() else []
    for text in words:
        n = len(lines)
        lines.append(
            json.dumps(
                {
                    "parentUuid": f"u{n - 1}" if n else None,
                    "isSidechain": False,
                    "type": "user",
                    "uuid": f"u{n}",
                    "message": {"role": "user", "content": text},
                    "userType": "external",
                    "sessionId": name,
                    "timestamp": (LONG_AGO + timedelta(seconds=n)).isoformat().replace("+00:00", "Z"),
                    "cwd": str(home / "lantern"),
                    "version": "2.1.325",
                }
            )
        )
    path.write_text("\n".join(lines) + "\n")
    if old:
        os.utime(path, (LONG_AGO.timestamp() + len(lines),) * 2)
    return path


def test_nothing_is_read_before_somebody_agrees(reverie: Reverie, home: Path) -> None:
    session(home, "From now on never push to main without asking me.")
    plan = reverie("observe", "--dry-run", "--json").json["plan"]
    assert (plan["sessions"], plan["hosts"], plan["model_calls"]) == (1, {"claude-code": 1}, 0)
    asked = reverie("observe")
    assert (asked.code, "--yes" in asked.out) == (1, True)
    assert reverie("recall", "push to main", "--json").json["hits"] == []


def test_a_session_becomes_fragments_that_are_found_in_its_project(reverie: Reverie, home: Path) -> None:
    session(home, "fix the login page", "From now on never push to main without asking me.", "thanks")
    done = reverie("observe", "--yes", "--json").json
    assert (done["sessions"], done["entries"], done["fragments"]) == (1, 3, 1)
    (best,) = done["best"]
    assert (best["kind"], best["trust"], best["space"]) == ("preference", "user", PROJECT)
    hit = reverie("recall", "may I push to main?", "--json").json["hits"][0]
    assert "never push to main" in hit["text"]
    assert "never push to main" in reverie("why", best["handle"]).out
    assert reverie("recall", "push to main", "--space", "", "--json").json["hits"] == []


def test_a_second_run_reads_nothing_and_an_appended_session_only_what_is_new(reverie: Reverie, home: Path) -> None:
    session(home, "We decided to use Postgres because of jsonb.")
    reverie("observe", "--yes")
    again = reverie("observe", "--yes", "--json").json
    assert (again["sessions"], again["left"]) == (0, {"unchanged since last read": 1})
    session(home, "I prefer short answers.")
    more = reverie("observe", "--yes", "--json").json
    assert (more["sessions"], more["entries"], more["fragments"]) == (1, 1, 1)


def test_running_and_old_sessions_wait_until_all_are_asked_for(reverie: Reverie, home: Path) -> None:
    session(home, "I prefer tea.", old=False)
    old = session(home, "I prefer coffee.", name="22222222-2222-4333-8444-555555555555")
    os.utime(old, ((LONG_AGO - timedelta(days=90)).timestamp(),) * 2)
    assert reverie("observe", "--yes", "--json").json["sessions"] == 0
    assert reverie("observe", "--yes", "--all", "--json").json["sessions"] == 2


def test_what_is_private_or_ignored_is_left_alone(reverie: Reverie, home: Path, workspace: Path) -> None:
    session(home, "<private>I always vote for the Dunnock list.</private> I prefer tea.")
    session(home, "<private>I never told", "you about the Dunnock list</private> thanks")
    reverie("observe", "--yes")
    assert b"Dunnock" not in b"".join(p.read_bytes() for p in workspace.rglob("*") if p.is_file())
    (workspace / ".reverieignore").write_text(f"# not this one\n{home / 'lantern'}\n")
    session(home, "I prefer cocoa.", name="33333333-2222-4333-8444-555555555555")
    left = reverie("observe", "--yes", "--json").json
    assert (left["fragments"], left["left"]["ignored by .reverieignore"]) == (0, 1)


def test_a_file_somebody_names_is_read_as_what_it_is(reverie: Reverie, tmp_path: Path) -> None:
    chat = tmp_path / "chat.md"
    chat.write_text("User: I prefer green tea in the morning.\n\nAssistant: Noted.\n")
    assert reverie("observe", str(chat), "--json").json["fragments"] == 1
    nothing = tmp_path / "picture.png"
    nothing.write_bytes(b"\x89PNG\0\0")
    refused = reverie("observe", str(nothing))
    assert (refused.code, refused.err.count("\n")) == (1, 1)


def test_a_session_that_cannot_be_read_is_said_and_tried_again(reverie: Reverie, home: Path, workspace: Path) -> None:
    path = session(home, "I prefer tea.")
    with Memory.open(workspace) as memory:
        found, outcome = memory.sessions()
        path.unlink()
        list(memory.observe(found, outcome))
        assert list(outcome.failed) == ["claude-code:11111111-2222-4333-8444-555555555555"]
        assert [dead.attempts for dead in memory.jobs.failing()] == [1]
    assert "failed 1 times" in reverie("status").out


def test_who_the_owner_is_is_known_in_every_project(reverie: Reverie, home: Path) -> None:
    session(home, "My name is Marta Klein and I live in Leipzig.", "We decided to use Postgres because of jsonb.")
    best = reverie("observe", "--yes", "--json").json["best"]
    assert {one["kind"]: one["space"] for one in best} == {"fact": "", "decision": PROJECT}


@pytest.mark.parametrize("wrong", ["1970-01-01T00:00:00Z", "2099-01-01T00:00:00Z", "1969-12-31T23:00:00Z"])
def test_an_impossible_date_is_not_taken_as_said(reverie: Reverie, home: Path, wrong: str) -> None:
    path = session(home, "From now on never push to main without asking me.")
    line = json.loads(path.read_text())
    path.write_text(json.dumps({**line, "timestamp": wrong}) + "\n")
    os.utime(path, (LONG_AGO.timestamp(),) * 2)
    (best,) = reverie("observe", "--yes", "--json").json["best"]
    assert best["said"][:10] == LONG_AGO.date().isoformat()
    (hit,) = reverie("recall", "push to main", "--json").json["hits"]
    assert hit["date"] == LONG_AGO.date().isoformat()


def test_a_host_that_cannot_be_listed_does_not_stop_the_others_and_is_said(reverie: Reverie, home: Path) -> None:
    session(home, "I prefer tea.")
    (home / ".local/share/opencode").mkdir(parents=True)
    (home / ".local/share/opencode/opencode.db").write_bytes(b"no database at all" * 100)
    ran = reverie("observe", "--yes")
    assert (ran.code, "1 new fragment" in ran.out, "failed: opencode" in ran.out) == (1, True, True)


def test_recall_says_where_else_something_is_held(
    reverie: Reverie, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session(home, "From now on never push to main without asking me.")
    reverie("observe", "--yes")
    monkeypatch.chdir(home)
    ran = reverie("recall", "push to main")
    assert "Nothing relevant" in ran.out and PROJECT in ran.err


OBSERVE = (
    "import sys; from reverie.surfaces.cli import run; sys.exit(run(['-w', sys.argv[1], 'observe', '--yes', '--all']))"
)


def test_killed_at_any_moment_nothing_is_lost_and_nothing_is_twice(home: Path, workspace: Path) -> None:
    Memory.create(workspace).close()
    for n in range(6):
        words = [f"From now on always run check {n} number {k} before the release." for k in range(40)]
        session(home, *words, name=f"{n}1111111-2222-4333-8444-555555555555")
    for wait in (0.25, 0.35, 0.45, 0.55, 0.7):
        child = subprocess.Popen([sys.executable, "-c", OBSERVE, str(workspace)], stdout=-3, stderr=-3)
        time.sleep(wait)
        child.send_signal(signal.SIGKILL)
        child.wait()
    with Memory.open(workspace) as memory:
        found, outcome = memory.sessions(everything=True)
        list(memory.observe(found, outcome))
        said = [f.body for f in memory.vault.marked("undreamed")]
        assert len(said) == len(set(said)) == 240
        assert memory.verify() == []


def test_two_that_start_at_once_read_each_session_once(home: Path, workspace: Path) -> None:
    Memory.create(workspace).close()
    for n in range(8):
        session(home, f"From now on always run check {n}.", name=f"{n}1111111-2222-4333-8444-555555555555")
    both = [subprocess.Popen([sys.executable, "-c", OBSERVE, str(workspace)], stdout=-3, stderr=-1) for _ in range(2)]
    assert [(child.communicate()[1], child.returncode)[1] for child in both] == [0, 0]
    with Memory.open(workspace) as memory:
        assert len(memory.vault.marked("undreamed")) == 8
        assert memory.verify() == []
