"""A critical file that changed since anybody looked: what a session's start can say of it without taking any lock.

Imported only when a file's size or time says so; a hook must not pay for it else.
"""

from __future__ import annotations

import json
import sqlite3
import tomllib
from pathlib import Path

from reverie.domain import rights
from reverie.domain.audit import CRITICAL, from_json

_LONGEST = 1 << 20  # bytes that are read


def differences(folder: str, state: sqlite3.Connection, paths: list[str]) -> list[tuple[str, tuple[str, ...]]]:
    """Those of the files that are critical and are not what was recorded, each with what is different."""
    found, root = [], Path(folder)
    critical = _critical(root)
    for path in paths:
        if path in critical:
            before, after = _recorded(root, state, path), _text(root / path)
            if before != after:
                found.append((path, rights.difference(before, after)))
    return found


def _critical(root: Path) -> tuple[str, ...]:
    """[watch] of the workspace; settings that do not parse are no reason to be silent."""
    try:
        watch = tomllib.loads(_text(root / "reverie.toml")).get("watch", {})
        return tuple(watch.get("critical", CRITICAL)) if watch.get("alerts", True) else ()
    except (ValueError, AttributeError, TypeError):
        return CRITICAL


def _recorded(root: Path, state: sqlite3.Connection, path: str) -> str:
    row = state.execute(
        "SELECT k.version, l.offset, l.length FROM log_key k JOIN log l ON l.seq = k.seq "
        "WHERE k.space = '' AND k.kind = 'file' AND k.slug = ? ORDER BY k.seq DESC LIMIT 1",
        (path,),
    ).fetchone()
    if not row or row[0] is None:
        return ""
    with (root / ".reverie" / "audit.jsonl").open("rb") as log:
        log.seek(row[1])
        return from_json(json.loads(log.read(row[2]))).texts.get(row[0], "")


def _text(path: Path) -> str:
    try:
        if path.is_symlink() or not path.is_file():
            return ""
        with path.open("rb") as file:
            return file.read(_LONGEST).decode("utf-8", "replace")
    except OSError:
        return ""
