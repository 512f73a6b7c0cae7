"""The command line as a person meets it: the command typed, the output read."""

from __future__ import annotations

import json
import os
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from reverie.surfaces.cli import COMMANDS, run


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Reverie = Callable[..., Ran]


@pytest.fixture
def reverie(workspace: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Reverie:
    """The command, on a workspace of its own."""
    monkeypatch.chdir(workspace.parent)

    def typed(*arguments: str) -> Ran:
        code = run(["-w", str(workspace), *arguments])
        out, err = capsys.readouterr()
        return Ran(code, out, err)

    assert typed("init", str(workspace)).code == 0
    return typed


def one_line(ran: Ran) -> str:
    """The one line an error is, without its colours."""
    assert "Traceback" not in ran.err
    lines = ran.err.strip().splitlines()
    assert len(lines) == 1, ran.err
    assert lines[0].startswith("reverie: ")
    return lines[0]


def test_what_is_told_is_found_proven_and_taken_back(reverie: Reverie):
    kept = reverie("remember", "remember that Billing uses PostgreSQL 16", "--json").json

    found = reverie("recall", "which database does billing use?", "--json").json["hits"][0]
    assert found["handle"] == kept["handle"]
    assert found["text"] == "Billing uses PostgreSQL 16"
    assert set(found) >= {
        "handle", "kind", "space", "text", "date", "score", "strength", "trust", "citations",
    }  # fmt: skip
    assert (found["kind"], found["strength"], found["trust"]) == ("belief", "mentioned", "user")

    proof = reverie("why", kept["handle"], "--json").json
    assert proof["evidence"][0]["quote"] == "remember that Billing uses PostgreSQL 16"
    assert proof["evidence"][0]["citation"] == found["citations"][0]

    assert reverie("undo", kept["change"]).code == 0
    assert reverie("recall", "which database does billing use?", "--json").json["hits"] == []
    actions = [entry["action"] for entry in reverie("audit", "--json").json]
    assert actions[:3] == ["REVERT", "CREATE", "APPEND"]
    assert reverie("audit", "--verify").out == "Files, log, streams and history agree.\n"


def test_what_is_said_again_another_time_the_same_day_is_known_already(reverie: Reverie):
    first = reverie("remember", "Ana prefers tea", "--json").json
    again = reverie("remember", "Ana prefers tea.", "--json").json

    assert (first["known"], again["known"]) == (False, True)
    assert again["handle"] == first["handle"]
    assert reverie("remember", "Ana prefers tea").out.startswith("Known already")


def test_forgetting_asks_first_and_can_be_taken_back(reverie: Reverie):
    handle = reverie("remember", "The staging cluster is called heron", "--json").json["handle"]

    asked = reverie("forget", "staging cluster")
    assert asked.code == 1
    assert "heron" in asked.err and "nothing was forgotten" in asked.err
    assert reverie("recall", "heron", "--json").json["hits"]

    assert reverie("forget", "staging cluster", "--yes", "--why", "it was renamed").code == 0
    assert reverie("recall", "heron").out == "Nothing relevant: nothing here mentions heron.\n"
    hidden = reverie("recall", "heron", "--all", "--json").json["hits"][0]
    assert hidden["handle"] == handle and "it was renamed" in hidden["retired"]

    assert reverie("restore", handle).code == 0
    assert reverie("recall", "heron", "--json").json["hits"][0]["handle"] == handle


def test_a_line_of_core_memory_can_be_forgotten_and_keeps_its_evidence(reverie: Reverie, workspace: Path):
    reverie("remember", "My name is Ana")
    assert "- My name is Ana <!-- streams/" in (workspace / "MEMORY.md").read_text()

    assert reverie("forget", "name Ana", "--yes").code == 0

    text = (workspace / "MEMORY.md").read_text()
    assert "My name is Ana" not in text and "<!-- superseded: streams/" in text
    assert reverie("recall", "name Ana", "--json").json["hits"] == []
    assert reverie("audit", "--verify").code == 0


def test_a_text_is_kept_word_for_word(reverie: Reverie, workspace: Path, tmp_path: Path):
    exact = "SELECT 1;\r\n\t-- tabs, CRLF and trailing space \r\n---\nnot front matter\n\n"
    (tmp_path / "nightly report.sql").write_bytes(exact.encode())

    kept = reverie("remember", "--verbatim", str(tmp_path / "nightly report.sql"), "--json").json

    stored = (workspace / "memory/references/nightly-report-sql.md").read_bytes().decode()
    assert stored.endswith("---\n" + exact)
    assert reverie("why", kept["handle"], "--json").json["evidence"][0]["body"].startswith("nightly report.sql")


def test_a_procedure_becomes_a_skill_and_a_relation_enters_the_graph(reverie: Reverie, workspace: Path):
    reverie("remember", "To deploy:\n1. run the tests\n2. tag the release\n3. push to staging")
    reverie("remember", "Ana manages Bob")
    reverie("remember", "Bob works at Acme")

    skills = list((workspace / "memory/skills").glob("*/SKILL.md"))
    assert len(skills) == 1 and "2. tag the release" in skills[0].read_text()
    near = reverie("graph", "Ana", "--depth", "2", "--json").json
    assert [(r["hops"], r["source"], r["relation"], r["target"]) for r in near["relations"]] == [
        (1, "person--bob", "reports-to", "person--ana"),
        (2, "person--bob", "works-at", "organisation--acme"),
    ]
    assert reverie("graph", "Ana", "--valid-at", "2020-01-01", "--json").json["relations"] == []
    assert "person--ana" in reverie("graph").out
    assert "did you mean" in one_line(reverie("graph", "a")) or "there is no entity" in reverie("graph", "a").err


def test_pinning_protects_and_unpinning_stops(reverie: Reverie):
    handle = reverie("remember", "Never delete the heron cluster", "--pin", "--json").json["handle"]
    assert reverie("recall", "heron cluster", "--json").json["hits"][0]["pinned"] is True

    assert reverie("unpin", handle).code == 0
    assert reverie("recall", "heron cluster", "--json").json["hits"][0]["pinned"] is False
    assert "not pinned" in one_line(reverie("unpin", handle))
    assert reverie("pin", handle).code == 0


def test_a_command_run_by_an_agent_proposes_and_a_person_decides(
    reverie: Reverie, workspace: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("CLAUDECODE", "1")
    kept = reverie("remember", "My name is Bob", "--json").json
    assert kept["held"] and kept["change"]
    assert reverie("recall", "name Bob", "--json").json["hits"][0]["trust"] == "agent"
    assert "only a person may approve" in one_line(reverie("review", "approve", kept["held"]))
    reverie("forget", "name Bob", "--yes")
    assert reverie("recall", "name Bob", "--json").json["hits"], "an agent's forget only proposes"

    monkeypatch.delenv("CLAUDECODE")
    waiting = reverie("review", "--json").json
    assert len(waiting) == 2
    assert "+- My name is Bob" in reverie("review", "show", kept["held"]).out
    assert reverie("review", "approve", kept["held"]).code == 0
    assert "My name is Bob" in (workspace / "MEMORY.md").read_text()
    forgetting = next(held["id"] for held in waiting if held["id"] != kept["held"])
    assert reverie("review", "reject", forgetting, "--why", "he stays").code == 0
    assert reverie("review").out == "Nothing waits for review.\n"
    assert "he stays" in reverie("review", "list", "--all").out


def test_a_held_proposal_can_be_edited_deferred_and_approved(
    reverie: Reverie, workspace: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("GEMINI_CLI", "1")
    held = reverie("remember", "My name is Bob", "--json").json["held"]
    monkeypatch.delenv("GEMINI_CLI")
    editor = tmp_path / "editor.sh"
    editor.write_text('#!/bin/sh\nsed -i "s/My name is Bob/The owner is called Bob/" "$1"\n')
    editor.chmod(0o700)
    monkeypatch.setenv("EDITOR", str(editor))

    assert reverie("review", "defer", held).out == f"Deferred {held}.\n"
    assert reverie("review", "approve", held, "--edit").code == 0

    assert "- The owner is called Bob <!-- streams/" in (workspace / "MEMORY.md").read_text()
    proof = reverie("why", "core/identity", "--json").json["evidence"]
    assert "- The owner is called Bob" in [said["quote"] for said in proof], "the person's own words are quoted"
    assert reverie("audit", "--verify").code == 0


def test_spaces_are_kept_apart(reverie: Reverie):
    reverie("remember", "The launch code name is Osprey", "--space", "project/alpha")
    reverie("remember", "Ana prefers tea")

    assert reverie("recall", "launch code name", "--json").json["hits"] == []
    assert reverie("recall", "launch code name", "--space", "project/beta", "--json").json["hits"] == []
    inside = reverie("recall", "launch code name", "--space", "project/alpha", "--json").json["hits"]
    assert inside[0]["space"] == "project/alpha"
    assert reverie("recall", "Ana tea", "--space", "project/alpha", "--json").json["hits"], (
        "the agent's own is seen too"
    )


def test_nothing_relevant_is_said_with_a_reason(reverie: Reverie):
    reverie("remember", "Ana prefers tea")
    assert reverie("recall", "favourite pizza topping of Ana").out.startswith("Nothing relevant: ")
    assert reverie("recall", "").out == "Nothing relevant: the question holds no word to look for.\n"
    assert reverie("recall", "the of and").out == "Nothing relevant: the question holds no word to look for.\n"
    assert reverie("recall", "zebra " * 5_000).code == 0


def test_every_command_speaks_json(reverie: Reverie, workspace: Path, tmp_path: Path):
    handle = reverie("remember", "Ana manages Bob", "--json").json["handle"]
    typed = {
        "init": [str(tmp_path / "other")],
        "trust": [str(workspace)],
        "remember": ["Ana likes tea"],
        "pin": [handle],
        "unpin": [handle],
        "observe": ["--dry-run"],
        "dream": ["--plan"],
        "reflect": ["--space", ""],
        "propose": ["Bob likes milk", "--from", "scout"],
        "worker": [],
        "recall": ["Ana"],
        "models": [],
        "inject": ["--prompt", "what does Ana like?"],
        "log": [],
        "stats": [],
        "why": [handle],
        "graph": ["Ana"],
        "read": ["memory://root/MEMORY.md"],
        "forget": [handle, "--yes"],
        "restore": [handle],
        "undo": [],  # filled in below: the change before it
        "review": [],
        "audit": [],
        "status": [],
        "doctor": [],
        "reindex": [],
        "off": [],
        "on": [],
        "install": [],
        "uninstall": ["pi"],
        "memory": ["view"],
        "export": [str(tmp_path / "bundle.zip")],
        "import": [str(tmp_path / "bundle.zip"), "--dry-run"],
    }
    assert typed.keys() == COMMANDS.keys() - {"demo", "bench", "mcp", "hook"}
    for command, arguments in typed.items():
        if command == "undo":
            arguments = [reverie("audit", "--json").json[0]["id"]]
        ran = reverie(command, *arguments, "--json")
        assert ran.code == 0, (command, ran.err)
        assert ran.json is not None


BAD = {
    "no such command": (["frobnicate"], 2),
    "a missing argument": (["recall"], 2),
    "an unknown option": (["recall", "x", "--frob"], 2),
    "too many hits": (["recall", "x", "-k", "1000"], 2),
    "no such space": (["recall", "x", "--space", "planet/mars"], 1),
    "an unknown handle": (["why", "m:zzzzzzzz"], 1),
    "a handle that is none": (["why", "../../etc/passwd"], 1),
    "an unknown change": (["undo", "p-nope"], 1),
    "an unknown proposal": (["review", "approve", "p-nope"], 1),
    "a bad number of a change": (["review", "approve", "x", "--only", "one"], 2),
    "a bad time": (["audit", "--since", "whenever"], 2),
    "an empty text": (["remember", "   "], 1),
    "an empty proposal": (["propose", "   "], 1),
    "a credential in a proposal": (["propose", "the key is AKIA" + "QWERTYUIOP123456"], 1),
    "a reflection on no such space": (["reflect", "--space", "planet/mars"], 1),
    "an answer to nobody": (["review", "answer", "p-nope", "1", "yes"], 1),
    "an answer to no number": (["review", "answer", "p-nope", "one", "yes"], 2),
    "no text at all": (["remember"], 2),
    "a missing file": (["remember", "--verbatim", "/nonexistent/file"], 1),
    "a credential": (["remember", "the key is AKIA" + "QWERTYUIOP123456"], 1),
    "an enormous text": (["remember", "word " * 50_000], 1),
    "a path that leaves the vault": (["read", "memory://root/../../etc/passwd"], 1),
    "an encoded path that leaves the vault": (["read", "memory://root/%2e%2e/%2e%2e/etc/passwd"], 1),
    "our own files": (["read", "memory://root/../.reverie/audit.jsonl"], 1),
    "an address of something else": (["read", "file:///etc/passwd"], 1),
    "nothing to forget": (["forget", "zebra", "--yes"], 1),
    "nothing to restore": (["restore", "m:aaaaaaaa"], 1),
    "an unknown entity": (["graph", "zebra"], 1),
    "a folder without settings": (["trust", "/nonexistent"], 1),
}


@pytest.mark.parametrize("what", BAD)
def test_bad_input_gets_one_line_and_changes_nothing(reverie: Reverie, workspace: Path, what: str):
    arguments, code = BAD[what]
    log = (workspace / ".reverie/audit.jsonl").read_bytes()

    ran = reverie(*arguments)

    assert ran.code == code
    assert len(one_line(ran)) < 400
    assert (workspace / ".reverie/audit.jsonl").read_bytes() == log


def test_a_command_without_a_workspace_says_how_to_make_one(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    assert run(["recall", "anything"]) == 1
    assert "reverie init" in capsys.readouterr().err
    assert run(["init"]) == 0
    assert (Path(os.environ["HOME"]) / ".reverie/default/MEMORY.md").exists()
    capsys.readouterr()
    assert run(["remember", "Ana prefers tea"]) == 0


def test_a_settings_file_in_a_folder_counts_only_after_it_was_trusted(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    run(["init"])
    project = tmp_path / "cloned"
    run(["init", str(project)])
    (Path(os.environ["HOME"]) / ".config/reverie/trusted").unlink()
    (project / "deep/er").mkdir(parents=True)
    monkeypatch.chdir(project / "deep/er")
    capsys.readouterr()

    run(["status", "--json"])
    out, err = capsys.readouterr()
    assert json.loads(out)["workspace"].endswith(".reverie/default")
    assert f"reverie trust {project}" in err

    run(["trust", str(project)])
    capsys.readouterr()
    run(["status", "--json"])
    assert json.loads(capsys.readouterr().out)["workspace"] == str(project)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[recall]\nks = 3\n", "[recall] has no setting 'ks'; it knows k, threshold"),
        ("[dreams]\n", "has no section [dreams]; it knows archive, digest, dream, inject, observe, recall"),
        ("[recall]\nk = 'many'\n", "[recall] k must be a whole number, not 'many'"),
        ("[recall\n", "cannot be read"),
    ],
)
def test_a_misspelt_setting_is_an_error_that_lists_what_exists(reverie: Reverie, workspace: Path, text: str, says: str):
    (workspace / "reverie.toml").write_text(text)
    ran = reverie("recall", "x")
    assert ran.code == 2
    assert says in one_line(ran)


def test_files_are_readable_by_their_owner_only(reverie: Reverie, workspace: Path):
    reverie("remember", "My name is Ana and Ana manages Bob")
    for path in workspace.rglob("*"):
        mode = stat.S_IMODE(path.stat().st_mode)
        assert mode & 0o077 == 0 or (path.parent == workspace and path.is_dir()), (path, oct(mode))


def test_the_demo_shows_the_main_job_and_leaves_nothing_behind():
    before = set(Path(os.environ.get("TMPDIR", "/tmp")).glob("reverie-demo-*"))
    out = subprocess.run(
        [sys.executable, "-m", "reverie", "demo"], capture_output=True, text=True, check=True, env={**os.environ}
    )

    assert "\x1b[" not in out.stdout, "plain in a pipe"
    for said in ("Remembered", "Billing uses PostgreSQL 16", "Nothing relevant", "Undone", "REVERT", "agree."):
        assert said in out.stdout
    assert set(Path(os.environ.get("TMPDIR", "/tmp")).glob("reverie-demo-*")) == before
    assert not (Path(os.environ["HOME"]) / ".config").exists()


def test_colours_are_for_terminals(reverie: Reverie):
    reverie("remember", "Ana prefers tea")
    assert "\x1b[" not in reverie("recall", "tea").out


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at the process from outside")
def test_stopping_a_command_leaves_nothing_half_done(workspace: Path):
    """Ctrl-C while it waits for an answer."""
    command = [sys.executable, "-m", "reverie", "-w", str(workspace)]
    subprocess.run([*command, "init", str(workspace)], check=True, capture_output=True)
    # A suite run in the background ignores Ctrl-C, and so would its children.
    heeding = (
        "import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_DFL); os.execv(sys.argv[1], sys.argv[1:])"
    )
    waiting = subprocess.Popen(
        [sys.executable, "-c", heeding, *command, "remember", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert waiting.stderr and waiting.stdin
    _idle(waiting.pid)
    waiting.send_signal(signal.SIGINT)
    _, err = waiting.communicate(timeout=20)

    assert waiting.returncode == 130
    assert "Traceback" not in err and "nothing is left half done" in err


def _idle(pid: int) -> None:
    """Wait until a process has nothing to do but wait for us."""
    spent, still = "", 0
    while still < 5:
        time.sleep(0.1)
        now = " ".join(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13])
        still = still + 1 if now == spent and now != "0 0" else 0
        spent = now


def test_a_reader_that_leaves_early_is_no_error(workspace: Path):
    command = f"{sys.executable} -m reverie -w {workspace}"
    script = f"{command} init {workspace} >/dev/null; for i in 1 2 3; do {command} remember fact-$i >/dev/null; done; "
    done = subprocess.run(["bash", "-c", script + f"{command} audit | head -1"], capture_output=True, text=True)
    assert "Traceback" not in done.stderr
