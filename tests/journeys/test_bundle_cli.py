"""Taking memory along and bringing it in, as a person types it."""

from __future__ import annotations

import io
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.imports import sources
from tests.journeys.test_cli import Reverie, one_line, reverie as reverie


def test_what_was_exported_is_previewed_and_then_taken_in_elsewhere(reverie: Reverie, workspace: Path, tmp_path: Path):
    reverie("remember", "Billing uses PostgreSQL 16")
    bundle, other = str(tmp_path / "b.zip"), str(tmp_path / "other")

    out = reverie("export", bundle)
    assert (out.code, out.out) == (0, f"Exported {bundle}  1 fragment, 7 pages, 2 entries of history\n")
    assert reverie("init", other).code == 0

    shown = reverie("import", bundle, "--dry-run", "-w", other)
    assert "is a Reverie bundle" in shown.out and "becomes that vault" in shown.out
    assert reverie("recall", "billing", "-w", other, "--json").json["hits"] == []

    unasked = reverie("import", bundle, "-w", other)
    assert unasked.code == 1 and unasked.out.endswith(
        "Agree with --yes, or with --hold to decide in `reverie review`.\n"
    )
    assert reverie("recall", "billing", "-w", other, "--json").json["hits"] == []

    assert reverie("import", bundle, "-w", other, "--yes").code == 0
    assert reverie("recall", "billing", "-w", other, "--json").json["hits"][0]["text"] == "Billing uses PostgreSQL 16"
    assert reverie("audit", "--verify", "-w", other).out == "Files, log, streams and history agree.\n"
    assert "Nothing in it is new." in reverie("import", bundle, "-w", other, "--yes").out


def test_a_conflict_is_shown_with_both_wordings_and_waits(reverie: Reverie, workspace: Path, tmp_path: Path):
    told = reverie("remember", "Billing uses PostgreSQL 16", "--json").json
    bundle, other = str(tmp_path / "b.zip"), tmp_path / "other"
    reverie("export", bundle)
    reverie("init", str(other))
    reverie("import", bundle, "-w", str(other), "--yes")
    page = "memory/topics/billing-uses-postgresql-16.md"
    for root, words in ((workspace, "PostgreSQL 17\n"), (other, "MySQL 8\n")):
        text = (root / page).read_text("utf-8").replace("uses PostgreSQL 16\n", f"uses {words}")
        (root / page).write_text(text, "utf-8")
    reverie("export", bundle, "--force")

    done = reverie("import", bundle, "-w", str(other), "--yes", "--json").json
    shown = reverie("review", "show", done["review"][0], "-w", str(other)).out

    assert done["conflicts"] == [
        "belief/billing-uses-postgresql-16: here 'Billing uses MySQL 8', there 'Billing uses PostgreSQL 17'"
    ]
    assert "MySQL 8" in shown and "PostgreSQL 17" in shown and told["handle"]
    assert reverie("review", "approve", done["review"][0], "-w", str(other)).code == 0
    assert reverie("audit", "--verify", "-w", str(other)).out == "Files, log, streams and history agree.\n"


def test_mistakes_are_one_line_and_change_nothing(reverie: Reverie, workspace: Path, tmp_path: Path):
    (tmp_path / "cut.zip").write_bytes(b"")
    reverie("remember", "Billing uses PostgreSQL 16")
    reverie("export", str(tmp_path / "b.zip"))
    (tmp_path / "cut.zip").write_bytes((tmp_path / "b.zip").read_bytes()[:900])
    log = (workspace / ".reverie" / "audit.jsonl").read_bytes()

    for arguments, said in (
        (("import", str(tmp_path / "missing")), "there is no"),
        (("import", str(tmp_path / "cut.zip"), "--yes"), "cut short or damaged"),
        (("import", str(workspace / "reverie.toml"), "--yes"), "neither a bundle nor"),
        (("import", str(workspace), "--yes"), "is a workspace; write a bundle"),
        (("import", str(tmp_path / "b.zip"), "--from", "obsidian"), "no importer"),
        (("import", str(tmp_path / "b.zip"), "--yes", "--hold"), "one or the other"),
        (("export", str(tmp_path / "b.zip")), "is there already"),
        (("export", str(workspace / "memory" / "b.zip")), "inside the vault itself"),
        (("export", str(tmp_path / "no" / "such" / "b.zip")), "there is no folder"),
        (("export", str(tmp_path / "c.zip"), "--with", "secrets"), "usage and archive"),
        (("export", str(tmp_path / "c.zip"), "--space", "nobody"), "space"),
    ):
        ran = reverie(*arguments)
        assert ran.code in (1, 2) and said in one_line(ran), arguments
    assert (workspace / ".reverie" / "audit.jsonl").read_bytes() == log


def test_another_programs_memory_is_previewed_and_taken_in(reverie: Reverie, tmp_path: Path):
    (tmp_path / "theirs").mkdir()
    path = str(sources.claude_mem(tmp_path / "theirs"))

    shown = reverie("import", path, "--dry-run").out
    assert "claude-mem.db is claude-mem." in shown
    assert "4 new fragments (trust 4 agent)" in shown

    done = reverie("import", path, "--yes", "--json").json
    assert done["fragments"]["new"] == 4 and done["changes"]
    assert reverie("recall", "visibility timeout of the queue", "--json").json["hits"][0]["trust"] == "agent"


def test_a_person_is_asked_and_may_let_it_wait(
    reverie: Reverie, workspace: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    from reverie.surfaces.cli import bundle as commands

    path = str(sources.mem0_json(tmp_path))
    monkeypatch.setattr(commands, "interactive", lambda: True)
    monkeypatch.setattr(sys, "stdin", io.StringIO("n\n"))
    assert reverie("import", path).out == "Nothing was imported.\n"

    monkeypatch.setattr(sys, "stdin", io.StringIO("h\n"))
    assert "reverie review show" in reverie("import", path).out
    assert len(reverie("review", "list", "--json").json) == 1


@pytest.mark.disk
@pytest.mark.parametrize("after", [0.05, 0.15, 0.3, 0.6])
def test_an_import_that_is_killed_happened_wholly_or_not_at_all(
    reverie: Reverie, workspace: Path, tmp_path: Path, after: float
):
    for n in range(12):
        reverie("remember", f"Service number {n} runs on host number {n}")
    reverie("export", str(tmp_path / "b.zip"))
    other = tmp_path / "other"
    reverie("init", str(other))
    reverie("remember", "Tea is drunk green", "-w", str(other))
    command = [sys.executable, "-m", "reverie", "import", str(tmp_path / "b.zip"), "--yes", "-w", str(other)]

    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        child.wait(after + 0.35)  # python takes about so long to start
    except subprocess.TimeoutExpired:
        child.send_signal(signal.SIGKILL)
        child.wait()

    hits = reverie("recall", "which service runs on host", "-k", "50", "-w", str(other), "--json").json["hits"]
    assert sum(hit["text"].startswith("Service number") for hit in hits) in (0, 12)
    assert reverie("audit", "--verify", "-w", str(other)).out == "Files, log, streams and history agree.\n"
    assert reverie("import", str(tmp_path / "b.zip"), "--yes", "-w", str(other)).code == 0
