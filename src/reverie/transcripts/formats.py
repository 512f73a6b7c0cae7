"""Which reader can read a file, by how the file begins."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from reverie.transcripts import labels
from reverie.transcripts.pieces import streams

_HEAD = 1 << 18  # bytes that are looked at
_FIRST = 20  # lines of them, in a file of lines
_SQLITE = b"SQLite format 3\0"
_OPENCODE = frozenset(("session", "message", "part"))  # tables of its database
_OPENCLAW = frozenset(("session_windows", "transcript_events"))
_ZIP = b"PK"
_ZSTANDARD = b"\x28\xb5\x2f\xfd"
_TEXT = frozenset((".md", ".markdown", ".mdown", ".txt", ".text", ""))
_TOKEN = re.compile(r'"([^"\\]*(?:\\.[^"\\]*)*)"|(["{}\[\]:,])|[^\s"{}\[\]:,]+', re.S)
_CODEX = frozenset(("session_meta", "response_item", "event_msg", "turn_context", "compacted"))


def recognise(path: Path) -> str | None:
    """The host whose reader can read a file; None when none can. Raises OSError when the file cannot be read."""
    if not path.is_file():
        return None
    with path.open("rb") as file:
        head = file.read(_HEAD)
    if head.startswith(_SQLITE):
        tables = _tables(path)
        return "opencode" if tables >= _OPENCODE else "openclaw" if tables >= _OPENCLAW else None
    if head.startswith(_ZIP):
        return _zipped(path)
    if head.startswith(_ZSTANDARD):
        return "codex" if path.name.startswith("rollout-") else None
    if b"\0" in head:
        return None
    text = _decoded(head)
    if text.lstrip()[:1] in ("{", "[") and (host := _json(text)):
        return host
    return "chat" if path.suffix.lower() in _TEXT and labels.is_chat(text) else None


def _decoded(head: bytes) -> str:
    return head.decode("utf-8-sig", "replace")


def _tables(path: Path) -> frozenset[str]:
    """The tables of a database; one that is locked or damaged seems to have none."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=1)) as database:
            rows = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        return frozenset(name for (name,) in rows)
    except sqlite3.Error:
        named = {"opencode": _OPENCODE, "openclaw": _OPENCLAW}
        return next((tables for name, tables in named.items() if path.name.startswith(name)), frozenset())


def _zipped(path: Path) -> str | None:
    hosts = (_json(_decoded(stream.read(_HEAD))) for stream in streams(path))
    return next((host for host in hosts if host in ("chatgpt", "claude-ai")), None)


def _json(text: str) -> str | None:
    return next((host for keys in _outlines(text) if (host := _host(keys))), None)


def _host(keys: dict[str, str]) -> str | None:
    """Whose object this is. What only one host writes is asked first."""
    kind = keys.get("type", "")
    if keys.get("mapping") == "{":
        return "chatgpt"
    if keys.get("chat_messages") == "[":
        return "claude-ai"
    if {"sessionId", "projectHash"} <= keys.keys():
        return "gemini-cli"
    if kind in _CODEX and "payload" in keys:
        return "codex"
    if kind == "session" and "id" in keys and keys.keys() & {"cwd", "version"}:
        return "pi"
    claude_code = ("sessionId" in keys, "parentUuid" in keys, "leafUuid" in keys, kind == "file-history-snapshot")
    if kind and any(claude_code):
        return "claude-code"
    if keys.get("messages") == "[" or ("role" in keys and keys.keys() & {"content", "parts", "tool_calls"}):
        return "chat"
    return None


def _outlines(text: str) -> Iterator[dict[str, str]]:
    """The first objects of some JSON: the whole, the first of a list, or those of the first lines."""
    text = text.lstrip()
    if text.startswith("["):
        yield _outline(text[1:])
        return
    whole = _outline(text)
    if whole.get("conversations") == "[":
        yield _outline(text[text.find("[") + 1 :])
    yield whole
    for line in text.splitlines()[:_FIRST]:
        if line.startswith("{"):
            yield _outline(line)


def _outline(text: str) -> dict[str, str]:
    """The keys of the object a text begins with, as far as it goes, and their values; of lists the bracket."""
    keys: dict[str, str] = {}
    depth, word, key = 0, "", ""
    for token in _TOKEN.finditer(text):
        sign = token[2]
        if depth == 1 and key and sign != ":":
            keys[key], key = token[1] or token[0], ""
        if sign in ("{", "["):
            depth += 1
        elif sign in ("}", "]"):
            depth -= 1
        elif depth == 1 and sign == ":":
            key, keys[word] = word, ""
        word = token[1] or ""
        if depth < 1 or sign == '"':  # its end, or a string that is cut off
            break
    return keys
