"""Whether a text says more than its source: the numbers and names in it that the source does not hold."""

from __future__ import annotations

import re

_NUMBER = re.compile(r"\d+(?:[.,:/-]\d+)*")
_NAME = re.compile(r"\w+(?:[._/@#+-]\w+)+|\b[a-z]+[A-Z]\w*|\b[A-Z]+[a-z]+[A-Z]\w*")  # in any language
_CAPITAL = re.compile(r"(?<![.!?:]\s)(?<!^)\b[A-Z]\w+")  # that does not only open a sentence
_ENGLISH = re.compile(r"\b(?:the|is|are|to|of|and|for|with|uses|wants|prefers)\b")  # where not every noun has one


def invented(body: str, source: str) -> str | None:
    """A number or a name that the source does not hold; None when everything is from there."""
    low = source.lower()
    names = [*_NAME.findall(body), *(_CAPITAL.findall(body) if _ENGLISH.search(body) else ())]
    return next((token for token in (*_NUMBER.findall(body), *names) if token.lower() not in low), None)
