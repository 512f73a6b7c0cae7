"""What was left out of a session, as private or as ignored, and what an agent said of it. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from reverie.domain import gist, matter
from reverie.domain.transcript import Entry
from reverie.domain.words import terms, unspaced

_SHORT, _STEM = 3, 4  # letters of an abbreviation that tells something, and of a word that stays without its ending
_NAMES = re.compile(
    rf"\b[A-Z]{{{_SHORT},}}\b|(?<=[\w,;] )[^\W\d_a-zß-ÿ][^\W\d_A-Z]{{{_SHORT - 1}}}\b"
)  # "API", "in Ulm"
_ENDS = re.compile(r"[^\W\d_]{0,2}(?![^\W_])")  # how a short word may go on: "Ulmer", "Anas"
_SOME = 2  # words that are told again by chance no more
_MOST = 2_000  # words of one thing left out that are looked for


def telling(text: str) -> tuple[str, ...]:
    """The words of a text that say what it is about, and of what an answer to it must not tell."""
    loud = {word.lower() for word in _NAMES.findall(text)}
    words = (word for word in matter.parts(text) if unspaced(word) or len(word) > _SHORT or word in loud)
    return tuple(word for word in words if gist.weight(word))[:_MOST]


class Unsaid:
    """Goes through a session: up to the next message of a person, what an agent does with what was left out goes too.

    An entry that repeats a word which only that had is left out like it; any other is marked as said aside, so that no
    digest quotes it. Later on, what an agent says goes too when it repeats most of such words.
    """

    def __init__(self) -> None:
        self._told: list[tuple[str, ...]] = []  # the words of each thing that was left out
        self._open: set[str] = set()  # what people said for everybody to hear
        self._words: tuple[str, ...] = ()
        self._near = False
        self._calls: set[str] = set()

    def left_out(self, words: Sequence[str] = ()) -> None:
        """Something was; these are its telling words."""
        self._near = True
        self._told.append(tuple(dict.fromkeys(words)))
        self._words = (*self._words, *(word for word in words if word not in self._open))

    def heard(self, entry: Entry) -> Entry | None:
        """An entry as it may be read; None when it may not."""
        if entry.role == "user":
            self._near, self._words = False, ()
            self._open.update(terms(entry.text))
            if entry.unsaid:
                self.left_out(entry.unsaid)
            return entry if entry.text or entry.call else None
        if not self._near:
            return None if entry.role == "agent" and self._retells(entry.text.lower()) else entry
        told = f"{entry.text} {entry.call.input if entry.call else ''}".lower()
        if entry.answers in self._calls or any(_has(told, word) for word in self._words):
            self._calls.update([entry.call.id] if entry.call else [])
            return None
        return replace(entry, aside=True) if entry.role == "agent" and entry.text else entry

    def repeats(self, text: str) -> bool:
        """Whether a text that tells of the whole session has a word which only what was left out had."""
        low = text.lower()
        return any(_has(low, word) for words in self._told for word in words if word not in self._open)

    def _retells(self, low: str) -> bool:
        return any(self._most(low, words) for words in self._told) if low else False

    def _most(self, low: str, words: Sequence[str]) -> bool:
        """Whether a text has most of the words that nobody said for everybody to hear, and more than one."""
        secret = [word for word in words if word not in self._open]
        return len(secret) >= _SOME and 2 * sum(_has(low, word) for word in secret) > len(secret)


def _has(low: str, word: str) -> bool:
    if unspaced(word):
        return word in low or any(word[n : n + 3] in low for n in range(len(word) - 2))
    at = low.find(stem := word[: max(_STEM, len(word) - 2)])
    while at >= 0:
        whole = len(word) > _STEM or _ENDS.match(low, at + len(word)) is not None
        if whole and not low[at - 1 : at].isalnum():
            return True
        at = low.find(stem, at + 1)
    return False


def without_echoes(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """The entries without what repeats something private."""
    some = tuple(entries)
    if not any(entry.unsaid for entry in some):
        return some
    told = Unsaid()
    return tuple(kept for entry in some if (kept := told.heard(entry)) is not None)


def repeats(text: str, entries: Iterable[Entry]) -> bool:
    """Whether what a host made of a session tells what was left out of it."""
    told = Unsaid()
    for entry in entries:
        told.heard(entry)
    return told.repeats(text)
