"""Sentences that are word for word the same but for a few words in one place. Pure."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import NamedTuple

_WORD = re.compile(r"[^\W\d_][\w'’-]*|\d[\w.:/%-]*\w|\d")
_TELLS = frozenset("is are was were be has have had runs run uses use ist sind est sont es son".split())
_SLIGHT = frozenset("is are was were be been has have had the a an to of in on at for with by".split())
_GIVES = frozenset("is are in at on to by with for from into near ist bei est à es en".split())  # before a value
_VALUE = re.compile(r"[A-ZÀ-Þ0-9]")
_GOES_ON = re.compile(r"\s*(?:$|[,.;!()]|\s(?:with|and|und|avec|et|con|y)\b)")
_CHAINED = re.compile(r"\b([\w-]{3,})['’]s\s+\1\b", re.I)
_COUNTED = re.compile(r"\b([^\W\d_][\w+#-]*)(?:\s+(?:is|are|now|at|version|on|to|runs|=))*\s+v?(\d[\d.]*\b)", re.I)
_UNITS = frozenset(  # of which everything has its own
    "port version release build room floor page line step phase issue pr ticket day week team level chapter".split()
)
_PIECE = re.compile(rf"{_WORD.pattern}|[,:;…–—]|\s-\s")
DAY = (  # or month
    "(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|may|june|july|august|september|october"
    "|november|december"
)
_DAY = re.compile(DAY)
_MADE_ALIKE = 0.55  # of the words and signs of two sentences made alike that are the same
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


def repeats(old: str, new: str) -> bool:
    """Whether a sentence gives the value that another gave, in the same words, and only goes on otherwise.

    "I live in Oslo, Norway" overturns nothing of "I live in Oslo with my cat".
    """
    ours, theirs = (list(_WORD.finditer(text)) for text in (old, new))
    both = 0
    for one, other in zip(ours, theirs, strict=False):
        if one[0].lower() != other[0].lower():
            break
        both += 1
    if both < 3 or theirs[both - 2][0].lower() not in _GIVES or not _VALUE.match(theirs[both - 1][0]):
        return False
    return _GOES_ON.match(new, theirs[both - 1].end()) is not None


def chained(text: str) -> bool:
    """Whether it is about somebody's somebody: "my manager's manager" is not my manager."""
    return _CHAINED.search(text) is not None


def parallel(old: str, new: str) -> bool:
    """Whether two sentences are made alike about two things: they differ before what they tell, or in two places."""
    found = slot(old, new)
    if found is not None and found.before and not _TELLS & {*found.before} and _TELLS & {*found.after}:
        return True
    a, b = (tuple(_WORD.findall(text.lower())) for text in (old, new))
    if len(a) != len(b):
        return False
    other = [n for n, (one, two) in enumerate(zip(a, b, strict=True)) if one != two]
    apart = len(other) == 2 and other[1] - other[0] > 1
    return apart and not {a[other[0]], b[other[0]]} & _SLIGHT


def twins(old: str, new: str) -> bool:
    """Whether two sentences are made alike and tell two things of two: "complaints, Vetrona: Ciaran sorts them" and
    "complaints, Kastner: Mirjam sorts them". What differs in days and numbers alone is told of one thing anew."""
    a, b = (_PIECE.findall(text.lower()) for text in (old, new))
    found = SequenceMatcher(None, a, b, autojunk=False)
    same = [word for at, _, length in found.get_matching_blocks() for word in a[at : at + length]]
    if found.ratio() < _MADE_ALIKE or sum(map(_names, same)) < 2:
        return False
    differ = [(a[i:j], b[k:n]) for what, i, j, k, n in found.get_opcodes() if what == "replace"]
    return len(differ) > 1 and any(all(any(map(_names, side)) for side in one) for one in differ)


def _names(word: str) -> bool:
    return len(word) > 2 and not word[0].isdigit() and word not in _SLIGHT and _DAY.fullmatch(word) is None


def renumbered(old: str, body: str) -> str:
    """A sentence with the one number that another gives for a word of it ("Postgres is 16 now"); else nothing."""
    (name, number), *rest = _COUNTED.findall(body) or [("", "")]
    places = list(re.finditer(rf"\b{re.escape(name)}\s+v?(\d[\d.]*\b)", old, re.I)) if name and not rest else []
    if len(places) != 1 or len(re.findall(r"\d[\d.]*\b", body)) != 1 or name.lower() in _UNITS:
        return ""
    return f"{old[: places[0].start(1)]}{number}{old[places[0].end(1) :]}"
