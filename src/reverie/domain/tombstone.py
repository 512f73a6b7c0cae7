"""Tombstones: what was deleted for good is known by where it was said, and by hashes only this vault can make."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from reverie.domain.fragment import Fragment
from reverie.domain.page import Key
from reverie.domain.text import fold, sentences
from reverie.domain.transcript import Entry

WHOLE = "*"  # every entry of a source
BY_HAND = frozenset({"cli", "library"})  # where a person says something anew
_NO_PLACE = frozenset({"external"})  # its entries are named after the words
_SHORT, _LONG, _WORDS = 8, 20, 4  # characters of a whole text; characters and words of one sentence of it


class Tombstone(NamedTuple):
    """One thing that must not come back: the entry of a source, the day, and a keyed hash of the words or of the id."""

    source: str
    entry: str
    day: str
    hash: str


class Tombstones:
    """All of a vault's, asked before anything is taken in."""

    def __init__(self, stones: Iterable[Tombstone] = (), key: bytes = b"") -> None:
        stones = list(stones)
        self._key = key
        self._places = frozenset((stone.source, stone.entry) for stone in stones if stone.source)
        self._sources = frozenset(source for source, _ in self._places)
        self._hashes = frozenset(stone.hash for stone in stones if stone.hash)
        self._days = frozenset(stone.day for stone in stones if stone.hash)

    def __bool__(self) -> bool:
        return bool(self._places or self._hashes)

    def knows(self, source: str) -> bool:
        """Whether anything of a source was deleted for good."""
        return source in self._sources

    def bars(self, fragment: Fragment) -> bool:
        """Whether a fragment is one that was deleted, or comes from where it was said.

        What a person says anew, by their own hand, is new.
        """
        if not self:
            return False
        if self.buries(fragment.source, fragment.entry) or self.bars_id(fragment.id):
            return True
        if fragment.source in _NO_PLACE or (fragment.source in BY_HAND and fragment.trust == "user"):
            return False
        return self._said(fragment.day, fragment.body, fragment.quote)

    def bars_id(self, id_: str) -> bool:
        """Whether this is the id of a fragment that was deleted."""
        if not (self._key and self._hashes):
            return False
        return grave(self._graves, id_) in self._hashes or self._hash("id", id_) in self._hashes

    @property
    def _graves(self) -> str:
        return hmac.new(self._key, b"graves", hashlib.sha256).hexdigest() if self._key else ""

    def graves(self) -> tuple[str, list[str]]:
        """A key that tells nothing of the words, and the hashes: who has one of the fragments can find its id there."""
        return self._graves, sorted(self._hashes)

    def bars_page(self, key: Key) -> bool:
        """Whether this is the name of a page that was deleted whole."""
        return bool(self._key and self._hashes) and self._hash("page", str(key)) in self._hashes

    def bars_words(self, *texts: str) -> bool:
        """Whether one of them says what was deleted, on whichever day that was said."""
        sayings = {words for text in texts for words in _sayings(text)} if self._hashes else ()
        return any(self._hash(day, words) in self._hashes for day in self._days for words in sayings)

    def buries(self, source: str, entry: str) -> bool:
        """Whether nothing more is taken from an entry."""
        return (source, entry) in self._places or (source, WHOLE) in self._places

    def bars_entry(self, source: str, entry: Entry) -> bool:
        """Whether an entry of a session is not to be read again, under this name or another."""
        return bool(self) and (self.buries(source, entry.id) or self._said(entry.at.date(), entry.text))

    def _said(self, day: date, *texts: str) -> bool:
        if day.isoformat() not in self._days:
            return False
        return any(self._hash(day.isoformat(), words) in self._hashes for text in texts for words in _sayings(text))

    def of(self, fragment: Fragment) -> list[Tombstone]:
        """What marks the grave of a fragment."""
        placed = fragment.source not in _NO_PLACE
        source, entry = (fragment.source, fragment.entry) if placed else ("", "")
        day = fragment.day.isoformat()
        words = dict.fromkeys((*_sayings(fragment.body), *_sayings(fragment.quote)))
        hashes = [grave(self._graves, fragment.id), *(self._hash(day, each) for each in words)]
        return [Tombstone(source, entry, day, each) for each in dict.fromkeys(hashes)]

    def of_words(self, day: date, text: str) -> list[Tombstone]:
        """What marks the grave of something said on a day, wherever."""
        return [Tombstone("", "", day.isoformat(), self._hash(day.isoformat(), words)) for words in _sayings(text)]

    def of_page(self, key: Key) -> Tombstone:
        """What marks the grave of a page that went whole."""
        return Tombstone("", "", "", self._hash("page", str(key)))

    def _hash(self, what: str, words: str) -> str:
        said = f"{what}\0{words}".encode("utf-8", "surrogatepass")
        return hmac.new(self._key, said, hashlib.sha256).hexdigest()[:32] if self._key else ""


def grave(key: str, id_: str) -> str:
    """The hash that a fragment's id leaves, under a key that may be told to others."""
    return hmac.new(key.encode("ascii", "replace"), id_.encode(), hashlib.sha256).hexdigest()[:32] if key else ""


def _sayings(text: str) -> list[str]:
    """A text, and its sentences that nobody says by accident, as two copies of them would share it."""
    whole, parts = fold(text), [fold(each) for each in sentences(text)]
    long = [each for each in parts if len(each) >= _LONG and each.count(" ") >= _WORDS - 1]
    return list(dict.fromkeys(([whole] if len(whole) >= _SHORT else []) + long))


def stones(
    fragments: Iterable[Fragment], pages: Iterable[Key], turns: Iterable[Key], source: str, made_by: Tombstones,
    said: Iterable[tuple[date, str]] = (),
) -> list[Tombstone]:  # fmt: skip
    """The tombstones of everything that goes at once; `said` are the sentences of turns that tell it."""
    found = [stone for fragment in fragments for stone in made_by.of(fragment)]
    found += [made_by.of_page(key) for key in sorted(pages)]
    found += [Tombstone(source, WHOLE, "", "")] if source else []
    for turn in turns:
        session, _, entry = turn.slug.rpartition("#")
        found.append(Tombstone(session, entry, "", ""))
    found += [stone for day, sentence in said for stone in made_by.of_words(day, sentence)]
    return list(dict.fromkeys(found))
