"""How many tokens a text may cost a model, without a tokenizer. Light to import, for hooks."""

from __future__ import annotations

from math import ceil

_LATIN = "\u024f"  # the last of its letters
_CJK = (  # first and last character of each range
    ("\u1100", "\u11ff"), ("\u2e80", "\u9fff"), ("\ua960", "\ua97f"), ("\uac00", "\ud7ff"), ("\uf900", "\ufaff"),
    ("\uff00", "\uffef"), ("\U00020000", "\U0003ffff"),
)  # fmt: skip


def tokens(text: str) -> int:
    """How many model tokens the text may cost, without a tokenizer and rather too many than too few.

    One per CJK character, one per two characters of other scripts than Latin, else one per 3.5
    characters or per word, whichever is more. Accuracy: docs/reference/settings.md.
    """
    if text.isascii():
        return max(ceil(len(text) / 3.5), len(text.split()))
    beyond = [c for c in text if c > _LATIN]
    wide = {c for c in set(beyond) if any(first <= c <= last for first, last in _CJK)}
    count = sum(c in wide for c in beyond) if wide else 0
    other = len(beyond) - count
    spelled = (len(text) - count - other) / 3.5 + other / 2
    words = text.translate(dict.fromkeys(map(ord, wide), " ")) if wide else text
    return count + max(ceil(spelled), len(words.split()))
