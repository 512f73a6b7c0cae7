"""What a host tells its agent by itself: the project's and the person's own files. Read to be compared, never told.

Light to import, for hooks.
"""

from __future__ import annotations

import os
import stat

_NAMES = ("CLAUDE.md", "CLAUDE.local.md", "AGENTS.md", "AGENTS.override.md", "GEMINI.md", ".claude/CLAUDE.md")
_PERSONAL = {
    "claude-code": "CLAUDE.md", "codex": "AGENTS.md", "gemini-cli": "GEMINI.md", "opencode": "AGENTS.md",
    "pi": "AGENTS.md",
}  # fmt: skip
_LARGEST = 128 * 1024  # bytes of one file
_INDEX, _LINES = 25 * 1024, 200  # bytes, and lines, of its memory that Claude Code tells its agent


def said_by_host(host: str, folder: str, root: str | None, own: str) -> str:
    """What the files say that the host reads in this folder, one after another; its memory too, below its `own`."""
    folders = dict.fromkeys(each for each in (folder, root) if each)
    paths = [os.path.join(each, name) for each in folders for name in _NAMES]
    if own and host in _PERSONAL:
        paths.append(os.path.join(own, _PERSONAL[host]))
    return "\n".join([*map(_read, paths), _remembered(host, os.path.realpath(root or folder), own) if own else ""])


def _remembered(host: str, root: str, own: str) -> str:
    """What a host tells its agent of its own memory when a session starts."""
    if host == "claude-code":
        slug = "".join(c if c.isascii() and c.isalnum() else "-" for c in root)[:200]
        index = _read(os.path.join(own, "projects", slug, "memory", "MEMORY.md"), _INDEX)
        return "\n".join(index.splitlines()[:_LINES])
    if host == "codex":
        return _read(os.path.join(own, "memories", "memory_summary.md"))
    if host == "gemini-cli":
        import json

        try:
            slug = json.loads(_read(os.path.join(own, "projects.json")) or "{}")["projects"][root]
            return _read(os.path.join(own, "tmp", slug, "memory", "MEMORY.md"))
        except (ValueError, KeyError, TypeError):
            return ""
    return ""


def _read(path: str, most: int = _LARGEST) -> str:
    """The beginning of a file; nothing of a pipe, a device or what is not there."""
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
        try:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                return ""
            return os.read(handle, most).decode("utf-8", "replace")
        finally:
            os.close(handle)
    except (OSError, ValueError):
        return ""
