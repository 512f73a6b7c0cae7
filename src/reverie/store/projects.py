"""The project of a folder, read from git's own files; no git is run, no setting of a repository is obeyed."""

from __future__ import annotations

import configparser
import tempfile
from pathlib import Path

from reverie.domain import project

_LARGEST = 256 * 1024  # bytes of a git config that are read


def project_of(folder: str | Path, home: Path) -> str | None:
    """The project a folder belongs to: its origin's address, else where its repository or it itself lies.

    The home folder, the root and temporary folders are no project.
    """
    try:
        start = Path(folder).resolve()
    except (OSError, RuntimeError, ValueError):
        return None
    root = next((each for each in (start, *start.parents) if (each / ".git").exists()), None)
    named = project.of_remote(_origin(root / ".git") or "") if root else None
    if named:
        return named
    place = root or start
    nowhere = {home.resolve(), Path(place.anchor), Path(tempfile.gettempdir()).resolve(), Path("/tmp").resolve()}  # noqa: S108
    if place in nowhere or any(place.is_relative_to(each) for each in nowhere - {home.resolve(), Path(place.anchor)}):
        return None
    return place.as_posix().lstrip("/") or None


def _origin(git: Path) -> str | None:
    """The origin's address in the config of a repository, or of the one a worktree belongs to."""
    try:
        if git.is_file():  # a worktree, or a submodule
            line = git.read_text("utf-8", "replace")[:4096].strip()
            git = (git.parent / line.removeprefix("gitdir:").strip()).resolve()
            common = git / "commondir"
            if common.is_file():
                git = (git / common.read_text("utf-8", "replace")[:4096].strip()).resolve()
        with (git / "config").open("r", encoding="utf-8", errors="replace") as file:
            text = file.read(_LARGEST)
        parser = configparser.RawConfigParser(strict=False, allow_no_value=True)
        parser.read_string("\n".join(line.strip() for line in text.splitlines()))
        return parser.get('remote "origin"', "url", fallback=None)
    except (OSError, ValueError, configparser.Error, RuntimeError):
        return None
