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


def rule(sentence: str) -> bool:
    """Whether a sentence is a rule by how it begins."""
    return _RULE.match(sentence) is not None


def apart(one: str, other: str) -> bool:
    """Whether two sentences are a rule each, and the second says nothing more of the first."""
    return rule(one) and rule(other) and _MORE.search(other) is None
