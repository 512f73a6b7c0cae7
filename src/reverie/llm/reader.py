"""The reader: a small transformer of one set of layers that is asked two things.

What a statement is to those that were told before it: the same as one of them, a new value for one, or neither
(`in_company`). And which words of a text tell something that lasts (`tells`).

The six layers of MiniLM, taught further by `scripts/teach_reader.py` on what made-up people told their agents over
weeks (`training/people/`), on families of statements and on made-up lives. Its words are the instant table's
vocabulary: 4 bits a number; 8 for the layers. Pure, the same answer for the same words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from reverie.llm.encoder import batches, encode, filled, gelu, layer
from reverie.llm.static import StaticTable

Floats = NDArray[np.float32]
Odds = NDArray[np.float64]

SHIPPED = Path(__file__).parent / "weights" / "reader.npz"
VERDICTS = ("apart", "same", "replaces")
TAGS = ("outside", "begins", "goes on")
TOKENS = 256  # read at once
STATEMENT = 64  # tokens of one of two statements
BEFORE = 24  # tokens of what was said before a text
GROUP = 32  # numbers of a word's vector that share a scale
WORDS, SCALES = "words", "words:scale"
_WORD = re.compile(r"\S+")


class Frame(NamedTuple):
    """Tokens that are read together; from `second` on they are what was said later."""

    ids: list[int]
    second: int


class Word(NamedTuple):
    """A word of a text, and how likely it tells something that lasts, and begins to tell it."""

    start: int
    end: int
    tells: float
    begins: float


Places = list[tuple[int, tuple[int, int]]]  # of tokens: which, and where its word stands in the text


def of_pair(old: str, new: str) -> Frame:
    """Two statements."""
    words = StaticTable.instant().wordpiece
    first = [words.first, *words.ids(old)[:STATEMENT], words.last]
    return Frame([*first, *words.ids(new)[:STATEMENT], words.last], len(first))


def of_text(text: str, before: str = "") -> tuple[Frame, Places]:
    """A text after the end of what was said before it, and where its tokens stand."""
    words = StaticTable.instant().wordpiece
    heard = words.ids(before[-8 * BEFORE :])[-BEFORE:]
    ids = [words.first, *heard, words.last]
    second, places = len(ids), []
    for word in _WORD.finditer(text):
        pieces = words.ids(word[0])
        if len(ids) + len(pieces) >= TOKENS:
            break
        places += [(len(ids) + n, word.span()) for n in range(len(pieces))]
        ids += pieces
    return Frame([*ids, words.last], second), places


class Reader:
    """Weights by the names they have in a BERT, and a head for each thing that is asked."""

    def __init__(self, path: Path) -> None:
        told = weights(path)
        self.identity, self._heads = str(told["identity"]), int(told["heads"])
        self._words: NDArray[np.uint8] = told[WORDS]
        self._scales: NDArray[np.float16] = told[SCALES]
        count = sum(name.endswith("intermediate.dense.weight") for name in told)
        self._layers = [layer(told, number, self._heads) for number in range(count)]
        self._norm = (told["embeddings.LayerNorm.weight"], told["embeddings.LayerNorm.bias"])
        self._places = told["embeddings.position_embeddings.weight"]
        self._sides = told["embeddings.token_type_embeddings.weight"]
        self._alike = [told[f"alike.{part}"] for part in ("0.weight", "0.bias", "1.weight", "1.bias")]
        self._tells = (told["tells.weight"], told["tells.bias"])

    def scores(self, frames: Sequence[Frame]) -> Odds:
        """What speaks for each verdict, in log-odds, for each pair."""
        seen = np.empty((len(frames), 2 * self._places.shape[1]), dtype=np.float32)
        for number, state in self._read(frames):
            seen[number] = np.concatenate([state.mean(0), state[0]])
        return _through(self._alike, seen)

    def tells(self, text: str, before: str = "") -> list[Word]:
        """How likely each word of a text tells something, after what was said before it; of a long one, the first."""
        frame, places = of_text(text, before)
        if not places:
            return []
        ((_, state),) = self._read([frame])
        odds = one_holds(np.asarray(state @ self._tells[0].T + self._tells[1], dtype=np.float64))
        words: dict[tuple[int, int], list[int]] = {}
        for token, place in places:
            words.setdefault(place, []).append(token)
        return [
            Word(start, end, float(1 - odds[tokens, 0].min()), float(odds[tokens[0], 1]))
            for (start, end), tokens in words.items()
        ]

    def _read(self, frames: Sequence[Frame]) -> Iterator[tuple[int, Floats]]:
        """The state of each frame's own tokens, in whatever order."""
        for batch in batches([len(frame.ids) for frame in frames]):
            for number, state in zip(batch, self._states([frames[number] for number in batch]), strict=True):
                yield number, state[: len(frames[number].ids)]

    def _states(self, frames: Sequence[Frame]) -> Floats:
        ids, seen = filled([frame.ids for frame in frames])
        longest = ids.shape[1]
        later = np.arange(longest) >= np.array([frame.second for frame in frames])[:, None]
        state = unpacked(self._words[ids], self._scales[ids])
        state += self._places[:longest]
        state += self._sides[later.astype(np.intp)]
        return encode(state, seen, self._layers, self._heads, self._norm)


def _through(head: Sequence[Floats], seen: Floats) -> Odds:
    into, bias, out, last = head
    inner = seen @ into.T + bias
    gelu(inner)
    return np.asarray(inner @ out.T + last, dtype=np.float64)


def weights(path: Path) -> dict[str, NDArray[Any]]:
    """All that a reader is made of; a tensor of whole numbers is written with a scale for each of its rows."""
    with np.load(path, allow_pickle=False) as file:
        told = {name: file[name] for name in file.files}
    for name in told:
        if name.endswith((".weight", ".bias")):
            told[name] = told[name].astype(np.float32)
            if f"{name}:scale" in told:
                told[name] *= told[f"{name}:scale"][:, None]
    return told


def packed(words: Floats) -> tuple[NDArray[np.uint8], NDArray[np.float16]]:
    """Each number in four bits, two in a byte; each group of them with its scale."""
    groups = words.reshape(len(words), -1, GROUP)
    scales = (np.abs(groups).max(2) / 7).astype(np.float16)
    steps = np.where(scales > 0, scales, 1).astype(np.float32)
    whole = (np.clip(np.rint(groups / steps[:, :, None]), -7, 7) + 8).astype(np.uint8).reshape(words.shape)
    return whole[:, ::2] | (whole[:, 1::2] << 4), scales


def unpacked(some: NDArray[np.uint8], scales: NDArray[np.float16]) -> Floats:
    """The vectors again; of any shape but for the last axis, along which they were packed."""
    whole = np.empty((*some.shape[:-1], 2 * some.shape[-1]), dtype=np.float32)
    whole[..., ::2] = some & 15
    whole[..., 1::2] = some >> 4
    whole -= 8
    groups = whole.reshape(*scales.shape, GROUP)
    groups *= scales.astype(np.float32)[..., None]
    return whole


def in_company(scores: Odds) -> Odds:
    """Scores of pairs with one new statement as probabilities: it says the same as one of the others, has a new value
    for one of them, or neither."""
    odds = np.exp(np.minimum(scores[:, 1:] - scores[:, :1], 60.0))
    odds /= 1 + odds.sum()
    return np.hstack([1 - odds.sum(1, keepdims=True), odds])


def one_holds(scores: Odds) -> Odds:
    """Scores of classes of which one holds, as probabilities."""
    odds = np.exp(scores - scores.max(1, keepdims=True, initial=-1e9))
    return np.asarray(odds / odds.sum(1, keepdims=True))


@cache
def shipped() -> Reader:
    return Reader(SHIPPED)
