"""Whether a text says more than its source: the numbers and names in it that the source does not hold."""

from __future__ import annotations

import re

_NUMBER = re.compile(r"\d+(?:[.,:/-]\d+)*")
_NAME = re.compile(r"\w+(?:[._/@#+-]\w+)+|\b[a-z]+[A-Z]\w*|\b[A-Z]+[a-z]+[A-Z]\w*")  # in any language
_CAPITAL = re.compile(r"(?<![.!?:]\s)(?<!^)\b[A-Z]\w+")  # that does not only open a sentence
_ENGLISH = re.compile(r"\b(?:the|is|are|to|of|and|for|with|uses|wants|prefers)\b")  # where not every noun has one
_THOUSANDS = re.compile(r"(?<=\d)[,'’ ](?=\d{3}(?!\d))")


def invented(body: str, source: str) -> str | None:
    """A number or a name that the source does not hold; None when everything is from there."""
    low, plain = source.lower(), _THOUSANDS.sub("", source)
    for found in _NUMBER.finditer(body):
        if not (_whole(found[0], source) or _whole(_THOUSANDS.sub("", found[0]), plain)):
            return found[0]
    names: list[str] = [*_NAME.findall(body), *(_CAPITAL.findall(body) if _ENGLISH.search(body) else ())]
    return next((name for name in names if not _begins(name.lower(), low)), None)


def _whole(number: str, source: str) -> bool:
    """Whether it stands there by itself: 80 is not said by 8080, nor 5 by 1.5; 2026 is by 2026-11-17."""
    return re.search(rf"(?<!\d)(?<!\d[.,]){re.escape(number)}(?![.,]?\d)", source) is not None


def _begins(name: str, source: str) -> bool:
    """Whether it stands there at the beginning of a word, however that ends."""
    return re.search(rf"(?<![a-z0-9]){re.escape(name)}", source) is not None
