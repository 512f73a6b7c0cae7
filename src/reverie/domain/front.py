"""Front matter: a few `key: value` lines on top of a page, read and changed in place.

Only the lines of the key at hand are touched; everything else in the text, known to us or not, keeps
its bytes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

_OPEN = re.compile(r"\ufeff?---[ \t]*(\r?\n)")
_CLOSE = re.compile(r"^---[ \t]*(?:\r?\n|\Z)", re.M)
_ITEM = re.compile(r"[ \t]+-[ \t]+(.*)")
_KEY = re.compile(r"([A-Za-z][\w-]*):(?:[ \t]+|$)(.*)")
_BARE = re.compile(r"[^\s\"'\[\]{}#&*!|>%@`,][^\"\r\n]*")


def span(text: str) -> tuple[int, int, int] | None:
    """Where the lines begin, where they end, where the body begins; None without front matter."""
    opened = _OPEN.match(text)
    closed = _CLOSE.search(text, opened.end()) if opened else None
    if not opened or not closed:
        return None
    return opened.end(), closed.start(), closed.end()


def unclosed(text: str) -> bool:
    """Whether the text opens front matter and never closes it."""
    return _OPEN.match(text) is not None and span(text) is None


def body(text: str) -> str:
    found = span(text)
    return text[found[2] :] if found else text


def lines(text: str) -> list[tuple[str, str, int]]:
    """The keys with their raw values and 1-based line numbers, in order."""
    found = span(text)
    if not found:
        return []
    raw = text[found[0] : found[1]].splitlines()
    return [(m[1], m[2].strip(), n) for n, line in enumerate(raw, 2) if (m := _KEY.fullmatch(line))]


def get(text: str, key: str) -> str | None:
    """The value of a key as text; None when the key is absent."""
    value = next((v for k, v, _ in lines(text) if k == key), None)
    return None if value is None else _unquote(value)


def get_list(text: str, key: str) -> tuple[str, ...] | None:
    """The value of a key as a list, inline `[a, b]` or one `- item` a line; None when absent.

    ValueError when the key is there and is no list.
    """
    value = next((v for k, v, _ in lines(text) if k == key), None)
    if value is None:
        return None
    if value.startswith("[") and value.endswith("]"):
        inner = value[1:-1].strip()
        return tuple(_unquote(part.strip()) for part in inner.split(",")) if inner else ()
    if value:
        raise ValueError(f"{key} is not a list")
    start, end = _key_span(text, key) or (0, 0)
    return tuple(_unquote(m[1].strip()) for line in text[start:end].splitlines() if (m := _ITEM.fullmatch(line)))


def put(text: str, key: str, value: str | Sequence[str] | None) -> str:
    """The text with that key set, or removed when `value` is None. Its place in the order is kept."""
    end_of_line = "\r\n" if text.partition("\n")[0].endswith("\r") else "\n"
    rendered = "" if value is None else f"{key}: {_render(value)}{end_of_line}"
    where = _key_span(text, key)
    if where:
        rest = text[where[1] :]
        text = text[: where[0]] + rendered + rest
        # A key that stands twice is read where it stands first, so removing it means removing both.
        return put(text, key, None) if value is None else text
    if value is None:
        return text
    found = span(text)
    if not found:
        return f"---{end_of_line}{rendered}---{end_of_line}{text}"
    return text[: found[1]] + rendered + text[found[1] :]


def _key_span(text: str, key: str) -> tuple[int, int] | None:
    """The bytes of a key: its line and the indented lines that belong to it."""
    found = span(text)
    if not found:
        return None
    position, start = found[0], None
    for line in text[found[0] : found[1]].splitlines(keepends=True):
        match = _KEY.fullmatch(line.rstrip("\r\n"))
        if start is not None and not line.startswith((" ", "\t")):
            return start, position
        if start is None and match and match[1] == key:
            start = position
        position += len(line)
    return None if start is None else (start, position)


def _render(value: str | Sequence[str]) -> str:
    if isinstance(value, str):
        return _quote(value)
    return "[" + ", ".join(_quote(v) if "," not in v else _quote(v.replace(",", " ")) for v in value) + "]"


def _quote(value: str) -> str:
    single = " ".join(value.split())
    plain = _BARE.fullmatch(single) and ": " not in single and " #" not in single and single[-1] != ":"
    return single if plain and not single.startswith(("- ", "? ")) else json.dumps(single, ensure_ascii=False)


def _unquote(value: str) -> str:
    if len(value) >= 2 and value[0] == value[-1] == '"':
        try:
            return str(json.loads(value))
        except ValueError:
            return value[1:-1]
    if len(value) >= 2 and value[0] == value[-1] == "'":
        return value[1:-1].replace("''", "'")
    return value
