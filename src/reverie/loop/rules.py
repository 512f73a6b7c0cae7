"""Rules that somebody gives in a row: each of them holds by itself, and may be changed by itself."""

from __future__ import annotations

import re

_RULE = re.compile(
    r"\W*(?:(?:please|also|and|we|you|i|from now on)[\s,]+){0,3}"
    r"(?:always|never|do(?:n't|nt| not)\b(?! (?:know|think|care))|must\b|immer|niemals|toujours|jamais|ne\b"
    r"|siempre|nunca)\b",
    re.I,
)
_MORE = re.compile(r"\b(?:either|too|as well|neither|instead|otherwise|even|auch nicht|non plus|tampoco)\b", re.I)


def apart(one: str, other: str) -> bool:
    """Whether two sentences are a rule each, and the second says nothing more of the first."""
    return _RULE.match(one) is not None and _RULE.match(other) is not None and _MORE.search(other) is None
