"""WordPiece: text to the token ids of an uncased BERT vocabulary. Text never becomes a special token."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

LONGEST = 100  # characters; a longer word is unknown, as it was when the vocabulary was made
CACHED = 1 << 16  # words whose pieces are remembered
_CONTROL = re.compile("[\x0b\x0c\x1c-\x1f\x85]")  # str.split takes these for spaces, BERT for nothing
_CJK = re.compile(
    "([\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0002a6df\U0002a700-\U0002b81f"
    "\U0002b920-\U0002ceaf\U0002f800-\U0002fa1f])"
)
_ASCII_PARTS = re.compile(r"[a-z0-9]+|[!-/:-@\[-`{-~]")
_ASCII_PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")


class WordPiece:
    """Splits text into pieces of a vocabulary; the longest piece that fits comes first."""

    def __init__(self, vocabulary: Sequence[str]) -> None:
        self._pieces = {piece: number for number, piece in enumerate(vocabulary)}
        self.unknown = self._pieces["[UNK]"]
        self.first = self._pieces["[CLS]"]
        self.last = self._pieces["[SEP]"]
        self._cached = lru_cache(maxsize=CACHED)(self._spaced)

    @classmethod
    def read(cls, path: Path) -> WordPiece:
        """The vocabulary of a `vocab.txt`: one piece a line, its number the line's."""
        return cls(path.read_text(encoding="utf-8").removesuffix("\n").split("\n"))

    def __len__(self) -> int:
        return len(self._pieces)

    def ids(self, text: str) -> list[int]:
        """The ids of a text's pieces, without the tokens that mark its beginning and end."""
        if _CONTROL.search(text):
            text = _CONTROL.sub("", text)
        cached, plain = self._cached, self._spaced
        return [number for word in text.split() for number in (cached(word) if len(word) <= LONGEST else plain(word))]

    def _spaced(self, word: str) -> tuple[int, ...]:
        """The ids of what stands between two spaces: one word with its punctuation, or several CJK ones."""
        return tuple(number for part in _parts(word) for number in self._greedy(part))

    def _greedy(self, word: str) -> list[int]:
        whole = self._pieces.get(word)
        if whole is not None:
            return [whole]
        if len(word) > LONGEST:
            return [self.unknown]
        found: list[int] = []
        start = 0
        while start < len(word):
            for end in range(len(word), start, -1):
                number = self._pieces.get(word[start:end] if start == 0 else "##" + word[start:end])
                if number is not None:
                    break
            else:
                return [self.unknown]
            found.append(number)
            start = end
        return found


def _parts(word: str) -> list[str]:
    """Lower-cased and without accents; punctuation and CJK characters stand alone."""
    if word.isascii():
        return _ASCII_PARTS.findall("".join(filter(str.isprintable, word)).lower())
    shown = "".join(char for char in word if not _is_dropped(char))
    bare = "".join(
        char for char in unicodedata.normalize("NFD", _CJK.sub(r" \1 ", shown)) if unicodedata.category(char) != "Mn"
    )
    # A capital sigma is lowered without regard to its place in the word, unlike str.lower.
    lowered = bare.replace("Σ", "σ").lower()
    return "".join(f" {char} " if _is_punctuation(char) else char for char in lowered).split()


def _is_dropped(char: str) -> bool:
    return char == "\ufffd" or unicodedata.category(char) in ("Cc", "Cf", "Co", "Cs")


def _is_punctuation(char: str) -> bool:
    return char in _ASCII_PUNCTUATION or unicodedata.category(char).startswith("P")
