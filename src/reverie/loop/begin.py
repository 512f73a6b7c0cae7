"""Begin: make a workspace in a folder, new or full of somebody's files. Overwrites nothing."""

from __future__ import annotations

import base64
import os
import secrets
from pathlib import Path

from reverie.domain import core
from reverie.errors import VaultError
from reverie.store import layout

_SETTINGS = """\
# Settings of this workspace. Every setting there is: docs/reference/settings.md
"""


def new_id() -> str:
    """The id of a proposal: short enough to type, long enough never to meet another."""
    return "p-" + base64.b32encode(secrets.token_bytes(5)).decode("ascii").lower()


def begin(root: Path) -> None:
    """The folders and the few files a workspace starts with; what is there already stays as it is."""
    try:
        root.mkdir(parents=True, exist_ok=True)
        for folder in (layout.PRIVATE, layout.JOURNAL, layout.TMP, "memory"):
            path = root / folder
            if path.is_symlink():
                raise VaultError(f"{path} is a symbolic link; a workspace must be real folders")
            path.mkdir(mode=0o700, exist_ok=True)
        _new(root / layout.PRIVATE / ".gitignore", "*\n")
        if not any(path.name.lower() == "memory.md" for path in root.iterdir()):
            _new(root / "MEMORY.md", core.template())
        _new(root / "reverie.toml", _SETTINGS)
    except FileExistsError as wrong:
        raise VaultError(f"{wrong.filename} is a file where a folder is needed; move it away") from wrong
    except OSError as wrong:
        raise VaultError(f"no workspace could be made in {root}: {wrong.strerror}") from wrong


def _new(path: Path, text: str) -> None:
    """Write a file that is not there yet."""
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)
