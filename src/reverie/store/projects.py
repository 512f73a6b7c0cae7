"""The project of a folder, read from git's own files; no git is run, no setting of a repository is obeyed.

Light to import, for hooks.
"""

from __future__ import annotations

import os

from reverie.domain import project
from reverie.light import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_LARGEST = 256 * 1024  # bytes of a git config that are read


def project_of(folder: str | Path, home: str | Path) -> str | None:
    """The project a folder belongs to: its origin's address, else where its repository or it itself lies.

    The home folder, the root and temporary folders are no project.
    """
    try:
        start = os.path.realpath(folder)
        root = repository(start)
        named = project.of_remote(_origin(os.path.join(root, ".git")) or "") if root else None
        if named:
            return named
        place = root or start
        return None if _nowhere(place, os.path.realpath(home)) else place.replace(os.sep, "/").lstrip("/") or None
    except (OSError, ValueError):
        return None


def repository(folder: str) -> str | None:
    """The folder at or above this one that is a git repository, or a worktree of one."""
    while not os.path.exists(os.path.join(folder, ".git")):
        above = os.path.dirname(folder)
        if above == folder:
            return None
        folder = above
    return folder


def _nowhere(place: str, home: str) -> bool:
    if place in (home, os.path.dirname(place)):
        return True
    import tempfile  # costs more than all else here, and most folders have an origin

    temporary = {os.path.realpath(each) for each in (tempfile.gettempdir(), "/tmp")}  # noqa: S108
    return any(f"{place}/".startswith(f"{each}/") for each in temporary)


def _origin(git: str) -> str | None:
    """The origin's address in the config of a repository, or of the one a worktree belongs to."""
    try:
        if os.path.isfile(git):  # a worktree, or a submodule
            line = _read(git, 4096).strip()
            git = os.path.realpath(os.path.join(os.path.dirname(git), line.removeprefix("gitdir:").strip()))
            common = os.path.join(git, "commondir")
            if os.path.isfile(common):
                git = os.path.realpath(os.path.join(git, _read(common, 4096).strip()))
        return _address(_read(os.path.join(git, "config"), _LARGEST))
    except (OSError, ValueError):
        return None


def _address(config: str) -> str | None:
    """The url under `[remote "origin"]`; the last one, as git has it."""
    inside, found = False, None
    for line in map(str.strip, config.splitlines()):
        if line.startswith("["):
            name = line[1:].partition("]")[0].split(None, 1)
            inside = len(name) == 2 and name[0].lower() == "remote" and name[1].strip() == '"origin"'
        elif inside:
            key, equals, value = line.partition("=")
            if equals and key.strip().lower() == "url":
                found = value.strip()
    return found


def _read(path: str, most: int) -> str:
    with open(os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0)), "rb") as file:
        return file.read(most).decode("utf-8", "replace")
