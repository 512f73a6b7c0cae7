"""Sentences that are word for word the same but for a few words in one place. Pure."""

from __future__ import annotations

import re
from typing import NamedTuple

_WORD = re.compile(r"[^\W\d_][\w'’-]*|\d[\w.:/%-]*\w|\d")
_LONGEST = 5  # words that may differ, on either side
_SHARED = 0.6  # of the words of the shorter sentence that must be the same


class Slot(NamedTuple):
    """The place in which two sentences differ."""

    before: tuple[str, ...]  # the words that both begin with
    gone: tuple[str, ...]  # what stands there in the first
    came: tuple[str, ...]  # and in the second
    after: tuple[str, ...]  # the words that both end with


def slot(old: str, new: str) -> Slot | None:
    """Where two sentences differ, when that is one place; None when it is not, or one only adds words."""
    a, b = (tuple(_WORD.findall(text.lower())) for text in (old, new))
    shorter = min(len(a), len(b))
    start = next((n for n in range(shorter) if a[n] != b[n]), shorter)
    end = next((n for n in range(shorter - start) if a[-1 - n] != b[-1 - n]), shorter - start)
    found = Slot(a[:start], a[start : len(a) - end], b[start : len(b) - end], a[len(a) - end :])
    few = all(0 < len(span) <= _LONGEST for span in (found.gone, found.came))
    return found if few and start + end >= _SHARED * shorter else None
