"""The bytes that a value, or a sentence, may stand in a file as."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from reverie.domain import values
from reverie.store.bytewise import Trace

# What stands in our own files and says nothing: moments, handles and names of changes, numbers of JSON.
_OURS = (
    values.HASH + r"|\d{4}-\d\d-\d\dt[\d:.]+|\b[a-z]{1,2}[:-][a-z2-7]{8}\b"
    r'|(?<!\\)":\s?-?[\d.]+(?=[,}\]\s])'
)


def spellings(text: str) -> Iterator[bytes]:
    """A text as it may be written, in lower case: plain, or inside JSON."""
    for form in (text, json.dumps(text, ensure_ascii=False)[1:-1], json.dumps(text)[1:-1]):
        yield form.encode("utf-8", "surrogatepass").lower()


def trace(value: str) -> Trace:
    """What a file that holds a value is surely not without, its pattern, and that with what only looks like it."""
    pattern = values.shape(value.lower(), _spelled)
    full = f"(?P<value>{pattern})|{_OURS}"
    return list(_cases(values.rare(value))), pattern.encode("latin-1"), full.encode("latin-1")


def _cases(part: str) -> Iterator[bytes]:
    yield from dict.fromkeys(form for text in (part, part.lower(), part.upper()) for form in spellings(text))


def _spelled(part: str) -> str:
    """A part of a value as a pattern of bytes, each written as the character of its number."""
    return f"(?:{'|'.join(re.escape(form).decode('latin-1') for form in _cases(part))})"
