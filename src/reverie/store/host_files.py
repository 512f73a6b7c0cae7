"""What a host tells its agent by itself: the project's and the person's own files. Read to be compared, never told.

Light to import, for hooks.
"""

from __future__ import annotations

import os
import stat

_NAMES = ("CLAUDE.md", "CLAUDE.local.md", "AGENTS.md", "AGENTS.override.md", "GEMINI.md", ".claude/CLAUDE.md")
_PERSONAL = {
    "claude-code": ".claude/CLAUDE.md",
    "codex": ".codex/AGENTS.md",
    "gemini-cli": ".gemini/GEMINI.md",
}
_LARGEST = 128 * 1024  # bytes of one file


def said_by_host(host: str, folder: str, root: str | None, home: str) -> str:
    """What the files say that the host reads in this folder, one after another; its own memory too."""
    folders = dict.fromkeys(each for each in (folder, root) if each)
    paths = [os.path.join(each, name) for each in folders for name in _NAMES]
    if host in _PERSONAL:
        paths.append(os.path.join(home, _PERSONAL[host]))
    if host == "claude-code":
        slug = "".join(c if c.isascii() and c.isalnum() else "-" for c in os.path.realpath(root or folder))[:200]
        paths.append(os.path.join(home, ".claude", "projects", slug, "memory", "MEMORY.md"))
    if host == "codex":
        paths.append(os.path.join(home, ".codex", "memories", "memory_summary.md"))
    return "\n".join(_read(path) for path in paths)


def _read(path: str) -> str:
    """The beginning of a file; nothing of a pipe, a device or what is not there."""
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
        try:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                return ""
            return os.read(handle, _LARGEST).decode("utf-8", "replace")
        finally:
            os.close(handle)
    except (OSError, ValueError):
        return ""
