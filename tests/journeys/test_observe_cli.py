"""`reverie observe` as a person uses it: asked first, each session once, found again, private things left alone."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from reverie.domain.transcript import Transcript
from reverie.errors import PageMoved, SecretRefused, VaultBusy, VaultError
from reverie.loop import observe as observing, pickup as picking
from reverie.loop.pickup import Run
from reverie.memory import Memory
from reverie.store.jobs import TRIES
from reverie.surfaces.cli import run
from reverie.surfaces.observed import run_text
from reverie.transcripts.base import Place, Reading, Session
from reverie.transcripts.claude_code import ClaudeCode
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
    assert (plan["sessions"], plan["hosts"], plan["model"]) == (1, {"claude-code": 1}, None)
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


def test_nothing_is_kept_of_what_somebody_says_is_not_to_be_remembered(
    reverie: Reverie, home: Path, workspace: Path
) -> None:
    session(home, "Off the record: Dunnock leaves the company in March.", "I prefer tea.")
    session(home, "We decided to tell the Dunnock family first.", "Please don't remember that.")
    assert reverie("observe", "--yes", "--json").json["fragments"] == 1
    assert b"Dunnock" not in b"".join(p.read_bytes() for p in workspace.rglob("*") if p.is_file())


def everything_kept(workspace: Path) -> bytes:
    return b"".join(p.read_bytes() for p in workspace.rglob("*") if p.is_file())


@pytest.mark.parametrize("parent_first", [True, False])
def test_what_a_sub_agent_is_told_of_it_is_not_kept_either(
    reverie: Reverie, home: Path, workspace: Path, parent_first: bool
) -> None:
    parent = session(home, "Off the record: Dunnock sues us. Find a lawyer.", "We deploy with make ship.")
    asked = {**json.loads(parent.read_text().splitlines()[0]), "isSidechain": True, "agentId": "a1", "uuid": "s0"}
    asked["message"] = {"role": "user", "content": "Find a lawyer, as Dunnock sues the owner."}
    found = {**asked, "type": "assistant", "uuid": "s1", "parentUuid": "s0"}
    found["message"] = {"role": "assistant", "content": [{"type": "text", "text": "The register is open on weekdays."}]}
    agent = parent.with_suffix("") / "subagents/agent-a1.jsonl"
    agent.parent.mkdir(parents=True)
    agent.write_text(json.dumps(asked) + "\n" + json.dumps(found) + "\n")
    os.utime(agent, (LONG_AGO.timestamp() + (60 if parent_first else -60),) * 2)

    assert reverie("observe", "--yes", "--json").json["entries"] == 2
    kept = everything_kept(workspace)
    assert (b"Dunnock" in kept, b"open on weekdays" in kept) == (False, True)


def test_what_was_read_leaves_archive_and_digest_when_it_is_not_to_be_remembered(
    reverie: Reverie, home: Path, workspace: Path
) -> None:
    session(home, "We deploy with make ship.", "ok so the Dunnock visa thing is still open")
    reverie("observe", "--yes")
    assert b"Dunnock visa" in everything_kept(workspace)  # though nothing was noticed of it
    session(home, "Please don't remember that.", "We test with make check.")
    done = reverie("observe", "--yes", "--json").json
    assert done["heard"] == {"asked not to remember what was read before; it is out of archive and digest": 1}
    assert reverie("recall", "Dunnock visa", "--json").json["hits"] == []
    here = [p.name for p in workspace.rglob("*") if p.is_file() and b"Dunnock" in p.read_bytes()]
    assert set(here) <= {"audit.jsonl", "index.db"}  # the digest as it was, until `forget --hard`
    assert reverie("recall", "make ship", "--json").json["hits"]


def test_a_message_is_found_again_behind_all_that_an_agent_did_since(
    reverie: Reverie, home: Path, workspace: Path
) -> None:
    path = session(home, "We deploy with make ship.", "ok so the Dunnock visa thing is still open")
    did = {"role": "assistant", "content": [{"type": "text", "text": "Looking into the next file."}]}
    last = json.loads(path.read_text().splitlines()[-1])
    worked = [
        {**last, "type": "assistant", "message": did, "uuid": f"u{n}", "parentUuid": f"u{n - 1}"} for n in range(2, 92)
    ]
    path.write_text(path.read_text() + "".join(json.dumps(line) + "\n" for line in worked))
    os.utime(path, (LONG_AGO.timestamp(),) * 2)
    reverie("observe", "--yes")
    session(home, "Please don't remember that.")
    assert reverie("observe", "--yes", "--json").json["heard"]
    assert reverie("recall", "Dunnock visa", "--json").json["hits"] == []


def test_a_digest_that_tells_nothing_else_goes(reverie: Reverie, home: Path, workspace: Path) -> None:
    session(home, "fix the login page of the Dunnock visa portal")
    reverie("observe", "--yes")
    (digest,) = workspace.rglob("sessions/*.md")
    assert "Dunnock" in digest.read_text()
    session(home, "Please don't remember that.")
    reverie("observe", "--yes")
    assert "Dunnock" not in digest.read_text()
    (waits,) = reverie("review", "list", "--json").json
    assert reverie("review", "approve", waits["id"]).code == 0
    assert reverie("recall", "Dunnock visa", "--json").json["hits"] == []


def forked(parent: Path, name: str, *words: str) -> Path:
    """A session that goes on from a copy of another one, whose lines have new names in it."""
    lines = [json.loads(line) for line in parent.read_text().splitlines()]
    for line in lines:
        line["forkedFrom"] = {"sessionId": parent.stem, "messageUuid": line["uuid"]}
        line |= {
            "sessionId": name,
            "uuid": f"f{line['uuid']}",
            "parentUuid": line["parentUuid"] and f"f{line['parentUuid']}",
        }
    path = parent.with_name(f"{name}.jsonl")
    for n, text in enumerate(words):
        new = {key: value for key, value in lines[-1].items() if key != "forkedFrom"}
        at = (LONG_AGO + timedelta(hours=6, seconds=n)).isoformat()
        said = {"message": {"role": "user", "content": text}, "timestamp": at, "parentUuid": lines[-1]["uuid"]}
        lines.append(new | said | {"uuid": f"n{n}"})
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    os.utime(path, ((LONG_AGO + timedelta(hours=7)).timestamp(),) * 2)
    return path


@pytest.mark.parametrize("parent_was_read", [True, False])
def test_what_a_fork_holds_of_a_session_that_is_gone_is_read_once(
    reverie: Reverie, home: Path, workspace: Path, parent_was_read: bool
) -> None:
    words = (
        "We decided to use Postgres 16 for billing.",
        "I prefer short answers.",
        "From now on we deploy with make ship.",
    )
    parent = session(home, *words)
    whole, when = parent.read_bytes(), parent.stat().st_mtime
    if parent_was_read:
        assert reverie("observe", "--yes", "--json").json["fragments"] == 3
    fork = forked(parent, "22222222-2222-4333-8444-555555555555", "I prefer tea in the morning.")
    parent.unlink()

    gone = reverie("observe", "--yes", "--all", "--json").json
    assert gone["fragments"] == (1 if parent_was_read else 4)
    parent.write_bytes(whole)
    os.utime(parent, (when, when))
    back = reverie("observe", "--yes", "--all", "--json").json
    parent.unlink()
    thanks = {"uuid": "n9", "message": {"role": "user", "content": "thanks"}}
    fork.write_text(fork.read_text() + json.dumps(json.loads(fork.read_text().splitlines()[-1]) | thanks) + "\n")
    more = reverie("observe", "--yes", "--all", "--json").json

    assert (back["fragments"], more["fragments"]) == (0, 0)
    with Memory.open(workspace) as memory:
        kept = [f for f in memory.vault.marked("undreamed") if "session" not in f.tags]
        assert sorted(f.quote for f in kept) == sorted([*words, "I prefer tea in the morning."])
        assert {f.source.partition(":")[2] for f in kept if f.quote in words} == {parent.stem}
        assert all(abs(f.ts - LONG_AGO) < timedelta(seconds=4) for f in kept if f.quote in words)
        assert len(memory.archive.session(PROJECT, f"claude-code:{parent.stem}")) == 3


@pytest.mark.parametrize("line", [PROJECT, "github.com/acme/lantern", "lantern/", "acme/lantern"])
def test_a_project_is_ignored_however_it_is_named(reverie: Reverie, home: Path, workspace: Path, line: str) -> None:
    (workspace / ".reverieignore").write_text(f"{line}\n")
    session(home, "I prefer cocoa.")
    left = reverie("observe", "--yes", "--json").json
    assert (left["fragments"], left["left"]) == (0, {"ignored by .reverieignore": 1})


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
    assert "failed 1 time:" in reverie("status").out


ONE, TWO = "11111111-2222-4333-8444-555555555555", "99999999-2222-4333-8444-555555555555"


def test_a_session_about_a_password_is_read_and_those_after_it_too(reverie: Reverie, home: Path) -> None:
    session(home, "reset the password for the admin account", "forgot the password of my router", name=ONE)
    session(home, "We decided to use Nomad because k8s is heavy.", name=TWO)
    ran = reverie("observe", "--yes", "--json")
    assert (ran.code, ran.json["sessions"], ran.json["failed"]) == (0, 2, {})


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (SecretRefused(["password"]), "not stored: the text looks like it holds a credential"),
        (PageMoved("that page has changed"), "that page has changed"),
        (KeyError("speaker"), "KeyError: 'speaker' (tests/journeys/test_observe_cli.py:"),
    ],
)
def test_what_goes_wrong_in_one_session_is_said_of_it_and_stops_no_other(
    reverie: Reverie, home: Path, monkeypatch: pytest.MonkeyPatch, wrong: Exception, said: str
) -> None:
    session(home, "I prefer tea in the morning.", name=ONE)
    session(home, "We decided to use Nomad because k8s is heavy.", name=TWO)
    whole = picking.notice

    def notice(transcript: Transcript, *rest: Any) -> Iterator[float]:
        if ONE in transcript.source:
            raise wrong
        return whole(transcript, *rest)

    monkeypatch.setattr(picking, "notice", notice)
    ran = reverie("observe", "--yes")
    assert f"failed: claude-code:{ONE}: {said}" in ran.out
    assert "Observed 1 session" in ran.out
    assert "failed 1 time:" in reverie("status").out
    assert "resting after a failure" in reverie("observe", "--yes").out  # and is not tried at every look


def test_a_vault_that_another_holds_is_no_fault_of_a_session(
    reverie: Reverie, home: Path, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(*_: Any) -> Iterator[float]:
        raise VaultBusy("another process holds the vault")

    session(home, "I prefer tea in the morning.")
    monkeypatch.setattr(picking, "notice", busy)
    ran = reverie("observe", "--yes")
    assert (ran.code, "another process holds the vault" in ran.err) == (1, True)
    with Memory.open(workspace) as memory:
        assert memory.jobs.failing() == []


CHAT = "User: I prefer green tea in the morning.\n\nAssistant: Noted.\n"


def written(path: Path, text: str | bytes = CHAT) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def test_a_chat_under_another_name_is_the_same_chat(reverie: Reverie, tmp_path: Path) -> None:
    one = written(tmp_path / "chat.md")
    assert reverie("observe", str(one), "--json").json["fragments"] == 1
    copy = written(tmp_path / "copy.md")
    os.utime(copy, (LONG_AGO.timestamp(),) * 2)
    assert reverie("observe", str(copy), str(one), "--json").json["fragments"] == 0
    written(copy, CHAT + "\nUser: I prefer black tea in the evening.\n")
    assert reverie("observe", str(copy), "--json").json["entries"] == 1
    assert reverie("observe", str(one), "--json").json["entries"] == 0
    found = [hit["text"] for hit in reverie("recall", "green tea", "--json").json["hits"] if hit["kind"] == "fragment"]
    assert len([text for text in found if "green" in text]) == 1


@pytest.mark.parametrize("host", ["codex", "chat", "chatgpt", "opencode", "gemini-cli", "pi", "openclaw"])
def test_a_file_of_another_host_is_told_apart(reverie: Reverie, home: Path, host: str) -> None:
    path = session(home, "I prefer tea.")
    ran = reverie("observe", str(path), "--host", host)
    assert (ran.code, ran.out, ran.err.count("\n")) == (1, "", 1)
    assert f"looks like a session of claude-code, not of {host}" in ran.err
    assert reverie("observe", str(path), "--host", "claude-code").code == 0


@pytest.mark.parametrize("host", ["codex", "chat", "claude-ai", "claude-code", "gemini-cli", "opencode", "typeclaw"])
def test_a_file_that_is_no_session_is_refused_in_one_line(reverie: Reverie, tmp_path: Path, host: str) -> None:
    for nothing in (written(tmp_path / "notes.md", "Buy milk.\n"), written(tmp_path / "empty.md", "")):
        ran = reverie("observe", str(nothing), "--host", host)
        assert (ran.code, ran.out, ran.err.count("\n")) == (1, "", 1), ran
        ran = reverie("observe", str(nothing))
        assert (ran.code, ran.out, ran.err.count("\n")) == (1, "", 1), ran
    (tmp_path / "void").mkdir()
    for more in ((), ("--host", host)):
        ran = reverie("observe", str(tmp_path / "void"), *more)
        assert (ran.code, ran.out, ran.err.count("\n")) == (1, "", 1), ran


@pytest.mark.parametrize(
    ("name", "text", "then"),
    [
        ("conversations.json", '[{"id":"c1","mapping":{"a":{"id":"a","message":{"au', "download the export again"),
        ("chat.json", '[{"role":"user","content":"We decided to use Zig bec', "save the chat again"),
        ("chat.json", '{"messages":[{"role":"user","content":"We decided to use Zig bec', "save the chat again"),
        ("chat.jsonl", '{"role":"user","content":"We decided to use Zig bec', "save the chat again"),
        ("session-1.json", '{"sessionId":"s1","projectHash":"h","messages":[{"id":"m1","type":"us', "from a copy"),
    ],
)  # fmt: skip
def test_damaged_json_is_said_to_be_so_and_not_taken_for_empty(
    reverie: Reverie, tmp_path: Path, name: str, text: str, then: str
) -> None:
    path = written(tmp_path / "kept" / name, text)

    ran = reverie("observe", str(path))
    told = ran.out + ran.err

    assert ran.code == 1
    assert told.count(name) == 1 and "is damaged JSON" in told and then in told

    good = written(tmp_path / "kept/tea.md")
    both = reverie("observe", str(good.parent), "--json")
    assert (both.code, both.json["fragments"]) == (1, 1)


def test_a_damaged_file_does_not_stop_the_others(reverie: Reverie, tmp_path: Path) -> None:
    bad = written(tmp_path / "a/export.zip", b"PK\x03\x04 and nothing more")
    good = written(tmp_path / "a/tea.md")
    more = written(tmp_path / "b/more.md", CHAT.replace("green", "black"))
    ran = reverie("observe", str(bad), str(more))
    assert (ran.code, "1 new fragment" in ran.out, f"failed: {bad}: is a damaged zip" in ran.out) == (1, True, True)
    ran = reverie("observe", str(tmp_path / "a"), "--json")
    assert (ran.code, ran.json["fragments"], list(ran.json["failed"])) == (1, 1, [str(bad)])
    assert reverie("observe", str(good)).code == 0
    ran = reverie("observe", str(bad))
    assert (ran.code, ran.out, ran.err.count("\n"), ran.err.count("export.zip")) == (1, "", 1, 1)


def test_a_folder_that_cannot_be_listed_never_looks_empty(
    reverie: Reverie, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(tmp_path / "chats/closed/tea.md")
    written(tmp_path / "chats/open/tea.md")
    session(home, "I prefer tea.")
    (home / ".claude/projects/-closed").mkdir()
    listed = os.scandir

    def scandir(path: str) -> object:
        if str(path).endswith("closed"):
            raise PermissionError(13, "Permission denied", str(path))
        return listed(path)

    monkeypatch.setattr(os, "scandir", scandir)
    for arguments in (["--yes"], [str(tmp_path / "chats")], [str(home / ".claude"), "--host", "claude-code"]):
        ran = reverie("observe", *arguments)
        assert (ran.code, "closed" in ran.out + ran.err) == (1, True), ran
    assert reverie("recall", "green tea", "--json").json["hits"]


def test_an_empty_home_is_told_where_was_looked(reverie: Reverie, home: Path) -> None:
    ran = reverie("observe")
    assert ran.code == 0
    assert "none of these is there" in ran.out
    for folder in ("~/.claude/projects", "~/.codex/sessions", "~/.gemini/tmp", "~/.local/share/opencode"):
        assert folder in ran.out
    assert str(home) not in ran.out
    assert "~/.codex" not in reverie("observe", "--host", "claude-code").out
    session(home, "I prefer tea.", old=False)
    assert "looked" not in reverie("observe").out


@pytest.mark.parametrize("n", [1, 2])
def test_one_is_said_as_one_and_two_as_two(reverie: Reverie, home: Path, n: int) -> None:
    for k in range(n):
        session(home, "ok", name=f"{k}1111111-2222-4333-8444-555555555555")
    planned, done, again = (reverie("observe", *more).out for more in (["--dry-run"], ["--yes"], ["--yes"]))
    assert (f"{n} sessions" in planned, "1 entry," in done, "2 entries," in done) == (n == 2, n == 1, n == 2)
    assert f"{n} session{'s' * (n - 1)} unchanged since last read" in again
    assert "0 new fragments" in done


def test_how_far_a_long_session_is_is_told_as_it_is_read(reverie: Reverie, home: Path, workspace: Path) -> None:
    path = session(home, *(f"The lamp {n} is lit." for n in range(450)))
    with Memory.open(workspace) as memory:
        found, outcome = memory.sessions()
        steps = [step.size for step in memory.observe(found, outcome)]
    assert len(steps) >= 3
    assert max(steps) < path.stat().st_size / 2
    assert sum(steps) == path.stat().st_size


INTERRUPTED = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "


def test_an_interrupted_run_says_what_it_did_and_goes_on_the_next_time(
    reverie: Reverie, home: Path, workspace: Path
) -> None:
    session(home, *(f"From now on always run check {n} before the release." for n in range(3000)))
    child = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED + OBSERVE, str(workspace)], stdout=-1, stderr=-1, text=True
    )
    while sum(s.read_bytes().count(b"\n") for s in workspace.glob("memory/spaces/*/streams/*.jsonl")) < 300:
        time.sleep(0.01)
    child.send_signal(signal.SIGINT)
    out, err = child.communicate()
    assert (child.returncode, out, err.count("\n")) == (130, "", 1), err
    assert "stopped after 0 of 1 session" in err and "run it again to go on" in err
    assert "`reverie undo o-" in err
    before = int(err.partition(" entr")[0].rpartition(" ")[2].replace(",", ""))
    assert 0 < before < 3000
    done = reverie("observe", "--yes", "--all", "--json").json
    assert (done["sessions"], done["left"]) == (1, {})
    assert 3000 - before - 200 <= done["entries"] <= 3000 - before
    with Memory.open(workspace) as memory:
        said = [f.body for f in memory.vault.marked("undreamed") if f.kind != "event"]
        assert len(said) == len(set(said)) == 3000


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


@pytest.mark.disk
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
        kept = memory.vault.marked("undreamed")
        said = [f.body for f in kept if f.kind != "event"]
        assert len(said) == len(set(said)) == 240
        digests = [key for key in memory.vault.keys(None) if key.kind == "digest"]
        assert len(digests) == len({f.source for f in kept if f.kind == "event"}) == len(kept) - len(said) == 6
        assert memory.verify() == []


def test_two_that_start_at_once_read_each_session_once(home: Path, workspace: Path) -> None:
    Memory.create(workspace).close()
    for n in range(8):
        session(home, f"From now on always run check {n}.", name=f"{n}1111111-2222-4333-8444-555555555555")
    both = [subprocess.Popen([sys.executable, "-c", OBSERVE, str(workspace)], stdout=-3, stderr=-1) for _ in range(2)]
    assert [(child.communicate()[1], child.returncode)[1] for child in both] == [0, 0]
    with Memory.open(workspace) as memory:
        kept = memory.vault.marked("undreamed")
        assert (len(kept), sum(f.kind == "event" for f in kept)) == (16, 8)
        assert memory.verify() == []


def test_a_session_that_is_given_up_is_not_planned_to_be_read(workspace: Path, reverie: Reverie, home: Path) -> None:
    path = session(home, "I prefer tabs over spaces.")
    with Memory.open(workspace) as memory:
        ((one,), _) = memory.sessions()
        job = memory.jobs.name(one.session.source, str(one.session.path))
        for n in range(TRIES):
            at = LONG_AGO - timedelta(days=30 - n)
            memory.jobs.claim(
                job, "claude-code", str(path), one.session.size, one.session.changed, at, "me", again=True
            )
            memory.jobs.fail(job, "me", "denied", one.session.size, one.session.changed, at)

    planned, done = reverie("observe", "--dry-run"), reverie("observe", "--yes")

    assert f"left alone: 1 session given up after {TRIES} failures" in planned.out
    assert "to read" not in planned.out and planned.out.count("given up") == done.out.count("given up") == 1
    assert "1 session" in reverie("observe", str(path), "--dry-run").out.splitlines()[0]  # named, it is tried again


def test_a_running_session_is_flushed_at_once_and_once(reverie: Reverie, home: Path) -> None:
    path = session(home, "From now on never push to main without asking me.", old=False)
    assert "No session is due" in reverie("observe", "--dry-run").out
    told = reverie("observe", "--flush", path.stem)
    assert (told.code, "1 new fragment, 1 digest" in told.out) == (0, True)
    assert "Nothing is new" in reverie("observe", "--flush", str(path)).out
    unknown = reverie("observe", "--flush", "no-such-session")
    assert (unknown.code, unknown.err.count("\n")) == (1, 1)


def test_a_flush_without_time_for_all_keeps_what_it_read_and_the_next_one_goes_on_behind_it(
    workspace: Path, reverie: Reverie, home: Path
) -> None:
    first, last = "From now on never push to main without asking me.", "I prefer tabs over spaces in every project."
    path = session(home, first, *(f"ok, go on with step {n}" for n in range(2 * observing.BATCH)), last, old=False)

    late = reverie("observe", "--flush", path.stem, "--within", "0.001")
    with Memory.open(workspace) as memory:
        after_one = [each.body for each in memory.vault.marked("undreamed") if each.kind != "event"]
    rest = reverie("observe", "--flush", path.stem)

    assert (late.code, f"no time was left for {observing.BATCH + 2} entries" in late.out) == (0, True)
    assert any("push to main" in body for body in after_one) and not any("tabs" in body for body in after_one)
    assert (rest.code, "no time was left" in rest.out) == (0, False)
    with Memory.open(workspace) as memory:
        kept = [each.body for each in memory.vault.marked("undreamed") if each.kind != "event"]
        assert [sum(words in body for body in kept) for words in ("push to main", "tabs over spaces")] == [1, 1]
        assert sum(each.kind == "event" for each in memory.vault.marked("undreamed")) == 1
    assert "Nothing is new" in reverie("observe", "--flush", path.stem).out


def claw(home: Path, key: str, text: str, name: str) -> Path:
    """A session of an OpenClaw agent in its workspace, which the person keeps in a repository of its own."""
    state = home / ".openclaw"
    written(state / "workspace/.git/config", '[remote "origin"]\n\turl = git@github.com:ana/assistant.git\n')
    where, at = str(state / "workspace"), LONG_AGO.isoformat().replace("+00:00", "Z")
    lines = [
        {"type": "session", "version": 3, "id": name, "timestamp": at, "cwd": where},
        {
            "type": "message",
            "id": "n1",
            "parentId": None,
            "timestamp": at,
            "message": {"role": "user", "content": text},
        },
    ]
    index = state / "agents/main/sessions/sessions.json"
    known = json.loads(index.read_text()) if index.exists() else {}
    written(index, json.dumps({**known, key: {"sessionId": name}}))
    return written(index.with_name(f"{name}.jsonl"), "".join(json.dumps(line) + "\n" for line in lines))


def test_what_is_told_an_agent_at_home_is_known_everywhere_and_what_a_group_says_there_is_not(
    reverie: Reverie, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    claw(home, "agent:main:main", "From now on we deploy billing with make ship-heron.", "a1")
    claw(home, "agent:main:telegram:group:-1", "We decided that the climbers meet at the harbour.", "b2")
    assert reverie("observe", "--all", "--yes").code == 0

    assert "make ship-heron" in reverie("recall", "How do we deploy billing?").out
    assert "harbour" not in reverie("recall", "Where do the climbers meet?").out

    monkeypatch.chdir(home / ".openclaw/workspace")
    assert "harbour" in reverie("recall", "Where do the climbers meet?").out
    assert reverie("off", "--project").code == 0
    claw(home, "agent:main:other", "From now on we deploy search with make ship-crane.", "c3")
    assert "memory is off" in reverie("observe", "--all", "--yes").out
    assert "ship-crane" not in reverie("recall", "How do we deploy search?").out


def test_off_stops_observing_in_one_project_or_everywhere(reverie: Reverie, home: Path) -> None:
    session(home, "From now on never push to main without asking me.")
    assert reverie("off", "--project").out == f"Memory is off in {PROJECT}.\n"
    assert "left alone: 1 session where memory is off" in reverie("observe", "--yes").out
    assert f"memory is off in {PROJECT}" in reverie("status").out
    assert reverie("on", "--project").out == f"Memory is on in {PROJECT}.\n"
    reverie("off")
    assert "0 sessions" in reverie("observe", "--yes").out
    assert reverie("on").out == "Memory is on.\n"
    assert "1 new fragment" in reverie("observe", "--yes").out


def test_a_digest_is_found_when_nothing_said_is_and_leads_to_its_session(
    reverie: Reverie, home: Path, workspace: Path
) -> None:
    (workspace / "reverie.toml").write_text("[archive]\nkeep = false\n")
    session(home, "Migrate the invoices table to the new schema", "and add a rollback script please")
    reverie("observe", "--yes")
    (hit,) = reverie("recall", "invoices table migration", "--json").json["hits"]
    assert (hit["kind"], hit["trust"]) == ("digest", "agent")
    assert "claude-code:11111111-2222-4333-8444-555555555555" in reverie("why", hit["handle"]).out


def test_what_a_later_session_asks_to_forget_was_said_in_an_earlier_one(reverie: Reverie, home: Path) -> None:
    first = session(
        home, "Remember that the main warehouse is in Rotterdam.", name="11111111-2222-4333-8444-555555555551"
    )
    session(home, "Forget that the main warehouse is in Rotterdam.", name="11111111-2222-4333-8444-555555555552")
    os.utime(first, (LONG_AGO.timestamp() - 86_400,) * 2)
    assert "it waits in `reverie review`" in reverie("observe", "--yes").out
    assert "asked in a session to forget" in reverie("review").out


def test_flush_does_not_wait_where_memory_is_off(reverie: Reverie, home: Path) -> None:
    path = session(home, "From now on never push to main without asking me.", old=False)
    reverie("off")
    started = time.monotonic()
    assert "where memory is off" in reverie("observe", "--flush", path.stem).out
    assert time.monotonic() - started < 60  # it would wait for ninety seconds


def test_whoever_was_silent_too_long_leaves_the_rest_of_a_session_to_who_took_it(
    home: Path, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # given a process that has read a part of a session, and another that has taken it over since
    monkeypatch.setattr(observing, "BATCH", 2)
    session(home, *(f"From now on always run check {n} before the release." for n in range(6)))
    with Memory.create(workspace) as slow, Memory.open(workspace) as other:
        found, outcome = slow.sessions(everything=True)
        steps = slow.observe(found, outcome)
        next(steps)
        (one,) = found
        about = (one.session.source, "claude-code", str(one.session.path), one.session.size, one.session.changed)
        assert other.jobs.claim(*about, datetime.now(UTC) + timedelta(hours=2), "another") is not None

        # when the first one goes on
        list(steps)

        # then it has stopped after the batch it was at, says why, and does not count the session as done
        assert outcome.sessions == 0
        assert [why for why in outcome.left if "taken over by another process" in why]
        assert len(slow.vault.marked("undreamed")) == 4
        assert slow.jobs.known(one.session.source) is None


def test_no_credential_in_the_name_of_a_folder_or_file_reaches_the_disk(home: Path, workspace: Path) -> None:
    # given an agent that worked in a folder with a credential for a name, and a host that keeps its sessions in one
    secret = "AKIA" + "QX3JZ7RTLM5NBVC2"
    path = session(home, "We decided to move the depot to Leiden because the rent is cheap.")
    (home / secret).mkdir()
    path.write_text(path.read_text().replace(str(home / "lantern"), str(home / secret)))
    path.parent.rename(path.parent.with_name(f"-{secret}"))

    # when it is observed and asked for in that folder
    with Memory.create(workspace) as memory:
        found, outcome = memory.sessions(everything=True)
        list(memory.observe(found, outcome))
        space = memory.space_of(home / secret)
        assert memory.recall("where is the depot?", space=space).hits
        assert memory.dream().fragments

    # then no file of ours holds it, nor is called so
    files = [file for file in workspace.rglob("*") if file.is_file()]
    assert [file.name for file in files if secret.encode() in file.read_bytes() or secret in str(file)] == []


def test_a_summary_alone_offers_no_run_to_be_taken_back() -> None:
    assert "None" not in run_text(Run(digests=1), 0.1)


def talked(path: Path, home: Path, *lines: str) -> Path:
    """A session of Claude Code that goes on: a line is `user: words` or `agent: words`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    kept = path.read_text().splitlines() if path.exists() else []
    for text in lines:
        role, _, words = text.partition(": ")
        parent = json.loads(kept[-1])["uuid"] if kept else None
        said = {"role": "user", "content": words}
        if role == "agent":
            said = {"role": "assistant", "model": "m", "content": [{"type": "text", "text": words}]}  # type: ignore[dict-item]
        at = (LONG_AGO + timedelta(seconds=len(kept))).isoformat()
        about = {"type": said["role"], "uuid": f"{len(kept)}-{words[:9]}", "parentUuid": parent, "timestamp": at}
        kept.append(json.dumps({**about, "sessionId": path.stem, "cwd": str(home / "lantern"), "message": said}))
    path.write_text("\n".join(kept) + "\n")
    return path


NAME = "11111111-2222-4333-8444-555555555555.jsonl"


def test_a_yes_is_understood_though_the_proposal_was_read_the_last_time(reverie: Reverie, home: Path) -> None:
    path = home / ".claude/projects/-p" / NAME
    talked(path, home, "user: how should we cache searches?", "agent: I suggest Redis with a TTL of ten minutes. Okay?")
    assert reverie("observe", str(path), "--json").json["fragments"] == 0
    talked(path, home, "user: yes, do that")
    done = reverie("observe", str(path), "--json").json
    assert (done["entries"], done["fragments"]) == (1, 1)
    assert "Redis" in done["best"][0]["body"]
    talked(path, home, "user: thanks")
    assert reverie("observe", str(path), "--json").json["fragments"] == 0


def test_two_files_of_one_session_are_read_once_and_to_their_ends(reverie: Reverie, home: Path) -> None:
    here, there = home / ".claude/projects/-p" / NAME, home / ".claude/projects/-q" / NAME
    talked(here, home, "user: I prefer tabs over spaces in this project.", "agent: ok")
    there.parent.mkdir(parents=True)
    there.write_bytes(here.read_bytes())
    talked(here, home, "user: We deploy on Fridays only, never on Mondays.")
    talked(there, home, "user: Our database is Postgres 16 on port 5433.")
    done = reverie("observe", "--all", "--yes", "--json").json
    assert (done["entries"], done["fragments"]) == (4, 3)
    assert reverie("observe", "--all", "--yes", "--json").json["left"] == {"unchanged since last read": 2}
    digest = reverie("recall", "tabs Fridays Postgres", "--json").out
    assert "Fridays" in digest and "Postgres" in digest
    talked(there, home, "user: Our staging server is called borealis.")
    here.write_bytes(there.read_bytes())  # one was copied over the other
    again = reverie("observe", "--all", "--yes", "--json").json
    assert (again["entries"], again["fragments"]) == (1, 1)


def test_a_session_that_was_moved_goes_on_where_it_was(reverie: Reverie, home: Path) -> None:
    old = talked(home / ".claude/projects/-p" / NAME, home, "user: I prefer tabs over spaces in this project.")
    reverie("observe", "--all", "--yes")
    new = home / ".claude/projects/-q" / NAME
    new.parent.mkdir()
    old.rename(new)
    talked(new, home, "user: We deploy on Fridays only, never on Mondays.")
    done = reverie("observe", "--all", "--yes", "--json").json
    assert (done["entries"], done["fragments"]) == (1, 1)


def test_a_dry_run_leaves_out_what_a_run_would_leave_out(reverie: Reverie, home: Path, workspace: Path) -> None:
    for n, folder in enumerate(("lantern", "secret", "quiet", "open")):
        (home / folder / ".git").mkdir(parents=True, exist_ok=True)
        path = session(home, "We always use uv here.", name=NAME.replace("1111", f"111{n}").removesuffix(".jsonl"))
        path.write_text(path.read_text().replace(str(home / "lantern"), str(home / folder)))
    (workspace / ".reverieignore").write_text(f"{home / 'secret'}\n")
    reverie("off", "--project")  # lantern
    plan = reverie("observe", "--all", "--dry-run", "--json").json["plan"]
    left = {"ignored by .reverieignore": 1, "where memory is off (`reverie on`)": 1}
    assert (plan["sessions"], plan["left"]) == (2, left)
    assert "2 sessions" in reverie("observe", "--all", "--dry-run").out
    done = reverie("observe", "--all", "--yes", "--json").json
    assert (done["sessions"], done["left"]) == (2, left)


def test_a_session_that_is_not_there_is_told_with_those_that_are(reverie: Reverie, home: Path) -> None:
    session(home, "We always use uv here.")
    told = reverie("observe", "--flush", "11111111").err
    assert "begins" in told and "claude-code:11111111-2222-4333-8444-555555555555" in told
    told = reverie("observe", "--flush", "nosuchid").err
    assert "latest" in told and "11111111-2222-4333-8444-555555555555" in told


class OnAFullDisk(ClaudeCode):
    def read(self, session: Session, since: Place | None = None) -> Reading:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_full_disk_ends_the_run_and_is_no_fault_of_a_session(home: Path, workspace: Path) -> None:
    for n in range(2):
        session(home, f"The lamp {n} is lit.", name=f"11111111-2222-4333-8444-55555555555{n}")
    with Memory.create(workspace) as memory:
        found, outcome = memory.sessions()
        full = [replace(one, reader=OnAFullDisk()) for one in found]

        with pytest.raises(VaultError, match="the disk is full"):
            list(memory.observe(full, outcome))

        assert len(found) == 2
        assert (outcome.failed, memory.jobs.failing()) == ({}, [])
        list(memory.observe(found, outcome))  # which need not wait for anything
        assert outcome.sessions == 2
