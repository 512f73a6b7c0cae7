"""A check-up of a workspace: what is wrong, what it means, and what mends it."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from reverie.domain.audit import WATCHED
from reverie.store import layout
from reverie.store.files import FileVault
from reverie.store.trail import Trail
from reverie.store.verify import verify

_SYNCED = ("dropbox", "onedrive", "icloud", "google drive", "googledrive", "nextcloud", "syncthing")
_REMOTE = ("nfs", "nfs4", "cifs", "smb3", "smbfs", "fuse.sshfs", "9p")


Level = Literal["fine", "warning", "problem"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing the doctor says."""

    level: Level
    what: str
    mend: str = ""


def examine(vault: FileVault, trail: Trail, root: Path) -> list[Finding]:
    """Everything there is to say, worst first; a healthy workspace gets one `fine`."""
    found = [*_problems(vault), *_disagreements(vault, trail), *_surroundings(vault, root), *_modes(root)]
    if not found:
        found = [Finding("fine", "files, log, streams and history agree; nothing is wrong")]
    order = {"problem": 0, "warning": 1, "fine": 2}
    return sorted(found, key=lambda finding: order[finding.level])


def _problems(vault: FileVault) -> Iterator[Finding]:
    for problem, _ in vault.state.problems():
        secret = "credential" in problem.why
        yield Finding("problem" if secret else "warning", str(problem), "edit the file; it is read again by itself")
    for alert in vault.state.alerts():
        level: Level = "problem" if "integrity" in alert.summary else "warning"
        yield Finding(level, f"{alert.path}: {alert.summary}", f"reverie audit ack {alert.id}, when you have seen it")
    if vault.unfinished:
        yield Finding("problem", vault.unfinished, "make room on the disk or mend its permissions")


def _disagreements(vault: FileVault, trail: Trail) -> Iterator[Finding]:
    behind = trail.follow()
    if behind:
        yield Finding(
            "warning", f"the history is behind: {behind}", "install git; it is caught up with the next change"
        )
        return
    for sentence in verify(vault, trail.git):
        yield Finding("problem", sentence, "see `reverie audit` for the file's changes")


def _surroundings(vault: FileVault, root: Path) -> Iterator[Finding]:
    if not shutil.which("git"):
        yield Finding("warning", "git is not installed, so there is no history", "install git")
    try:
        with closing(sqlite3.connect(":memory:")) as db:
            db.execute("CREATE VIRTUAL TABLE t USING fts5(x)")
    except sqlite3.OperationalError:
        yield Finding(
            "problem", "this Python's SQLite has no FTS5, so recall cannot search", "use another Python build"
        )
    lowered = str(root).lower()
    if any(name in lowered for name in _SYNCED):
        yield Finding("warning", f"{root} looks like a cloud-synced folder", "keep the workspace on a local disk")
    if kind := _remote(root):
        yield Finding("warning", f"{root} is on a network file system ({kind})", "keep the workspace on a local disk")
    for link in _links(root):
        yield Finding("warning", f"{link} is a symbolic link and is not followed", "replace it with the file itself")


def _remote(root: Path) -> str | None:
    """The kind of network file system a folder is on, where the system tells."""
    try:
        mounts = Path("/proc/mounts").read_text("utf-8", "replace").splitlines()
    except OSError:
        return None
    rows = [line.split() for line in mounts]
    inside = [(row[1], row[2]) for row in rows if len(row) > 2 and f"{root}/".startswith(row[1].rstrip("/") + "/")]
    kind = max(inside, key=lambda row: len(row[0]), default=("", ""))[1]
    return kind if kind in _REMOTE else None


def _links(root: Path) -> Iterator[str]:
    yield from (name for name in (*WATCHED, "MEMORY.md") if (root / name).is_symlink())
    for folder, folders, files in os.walk(root / "memory"):
        for name in (*folders, *files):
            path = Path(folder) / name
            if path.is_symlink():
                yield str(path.relative_to(root))


def _modes(root: Path) -> Iterator[Finding]:
    private = root / layout.PRIVATE
    loose = [
        p for p in (private, *private.glob("*.db"), private / "audit.jsonl") if p.exists() and p.stat().st_mode & 0o077
    ]
    if loose and os.name != "nt":
        yield Finding("warning", f"{loose[0]} can be read by others", f"chmod -R go-rwx {private}")


def mend(root: Path) -> list[str]:
    """What can be mended without losing anything: permissions, and what is derived is made anew elsewhere."""
    done = []
    for path in (root / layout.PRIVATE).rglob("*"):
        if not path.is_symlink() and path.stat().st_mode & 0o077:
            path.chmod(0o700 if path.is_dir() else 0o600)
            done.append(f"closed {path.relative_to(root)} to others")
    private = root / layout.PRIVATE
    if private.stat().st_mode & 0o077:
        private.chmod(0o700)
        done.append(f"closed {layout.PRIVATE} to others")
    return done
