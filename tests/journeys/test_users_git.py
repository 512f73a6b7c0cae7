"""A workspace inside somebody's repository: their git and ours do not notice each other."""

from __future__ import annotations

import hashlib
import os
import subprocess
from pathlib import Path

import pytest

from reverie import Memory
from reverie.store.git import GitHistory

HOOKS = ("pre-commit", "commit-msg", "post-commit", "post-checkout", "reference-transaction", "post-index-change")


def git(folder: Path, *arguments: str) -> str:
    env = {k: v for k, v in os.environ.items() if not k.startswith("GIT_")}
    done = subprocess.run(["git", "-C", str(folder), *arguments], env=env, capture_output=True, text=True, check=True)
    return done.stdout


def fingerprint(folder: Path) -> str:
    """Every name and byte below a folder."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        digest.update(str(path.relative_to(folder)).encode())
        digest.update(path.read_bytes() if path.is_file() else b"")
    return digest.hexdigest()


@pytest.fixture
def hostile(workspace: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository whose hooks fail and tell, whose filters garble, and an environment that points elsewhere."""
    workspace.mkdir()
    git(workspace, "init", "-q")
    for name in HOOKS:
        hook = workspace / ".git" / "hooks" / name
        hook.write_text(f"#!/bin/sh\ntouch {tmp_path}/hook-ran\nexit 1\n")
        hook.chmod(0o755)
    for key, value in (
        ("core.autocrlf", "true"),
        ("commit.gpgsign", "true"),
        ("filter.evil.clean", "tr a-z A-Z"),
        ("filter.evil.smudge", "tr a-z A-Z"),
        ("core.fsmonitor", f"touch {tmp_path}/hook-ran"),
    ):
        git(workspace, "config", key, value)
    (workspace / ".gitattributes").write_text("* filter=evil eol=crlf text ident working-tree-encoding=UTF-16\n")
    home = Path(os.environ["HOME"])
    (home / ".gitconfig").write_text(f"[core]\n\thooksPath = {workspace}/.git/hooks\n[commit]\n\tgpgsign = true\n")
    monkeypatch.setenv("GIT_DIR", str(workspace / ".git"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(workspace / ".git" / "index"))
    monkeypatch.setenv("GIT_WORK_TREE", str(workspace))
    monkeypatch.setenv("GIT_CONFIG_COUNT", "1")
    monkeypatch.setenv("GIT_CONFIG_KEY_0", "core.hooksPath")
    monkeypatch.setenv("GIT_CONFIG_VALUE_0", str(workspace / ".git" / "hooks"))
    return workspace


def test_their_hooks_filters_and_settings_neither_run_nor_change_a_byte(hostile: Path, tmp_path: Path):
    before = fingerprint(hostile / ".git")

    with Memory.create(hostile) as memory:
        kept = memory.remember("Billing uses PostgreSQL 16")
        memory.undo(kept.applied.entry.id if kept.applied.entry else "")
        memory.remember("The staging cluster is called heron")
        assert memory.verify() == []

    history = GitHistory(hostile / ".reverie" / "audit.git")
    path = "memory/topics/the-staging-cluster-is-called-heron.md"
    assert history.read(path) == (hostile / path).read_bytes()
    assert fingerprint(hostile / ".git") == before
    assert not (tmp_path / "hook-ran").exists()


def test_their_status_shows_the_memory_and_none_of_our_own_files(hostile: Path):
    with Memory.create(hostile) as memory:
        memory.remember("Billing uses PostgreSQL 16")
    git(hostile, "config", "--unset", "core.fsmonitor")

    shown = git(hostile, "status", "--porcelain", "--untracked-files=all")

    assert "memory/topics/billing-uses-postgresql-16.md" in shown
    assert ".reverie" not in shown
