"""The reader: a small transformer that reads two statements side by side and says what the later is to the earlier.

The six layers of MiniLM, taught further by `scripts/teach_reader.py` on the families of statements in `training/alike/`
and on made-up lives. `llm/alike.py` asks it about what the trees do not rule out. Its words are the instant table's
vocabulary: 4 bits a number; 8 for the layers. Pure, the same answer for the same words.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from reverie.llm.encoder import batches, encode, filled, gelu, layer
from reverie.llm.static import StaticTable

Floats = NDArray[np.float32]

SHIPPED = Path(__file__).parent / "weights" / "reader.npz"
TOKENS = 256  # read at once
STATEMENT = 64  # tokens of one of two statements
GROUP = 32  # numbers of a word's vector that share a scale
WORDS, SCALES = "words", "words:scale"


class Frame(NamedTuple):
    """Tokens that are read together; from `second` on they are what was said later."""

    ids: list[int]
    second: int


def of_pair(old: str, new: str) -> Frame:
    """Two statements."""
    words = StaticTable.instant().wordpiece
    first = [words.first, *words.ids(old)[:STATEMENT], words.last]
    return Frame([*first, *words.ids(new)[:STATEMENT], words.last], len(first))


class Reader:
    """Weights by the names they have in a BERT, and a head that scores the verdicts."""

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
        self._head = [told[f"alike.{part}"] for part in ("0.weight", "0.bias", "1.weight", "1.bias")]

    def scores(self, frames: Sequence[Frame]) -> NDArray[np.float64]:
        """What speaks for each verdict, in log-odds, for each pair."""
        seen = np.empty((len(frames), 2 * self._places.shape[1]), dtype=np.float32)
        for batch in batches([len(frame.ids) for frame in frames]):
            for number, state in zip(batch, self._states([frames[number] for number in batch]), strict=True):
                seen[number] = np.concatenate([state[: len(frames[number].ids)].mean(0), state[0]])
        into, bias, out, last = self._head
        inner = seen @ into.T + bias
        gelu(inner)
        return np.asarray(inner @ out.T + last, dtype=np.float64)

    def _states(self, frames: Sequence[Frame]) -> Floats:
        ids, seen = filled([frame.ids for frame in frames])
        longest = ids.shape[1]
        later = np.arange(longest) >= np.array([frame.second for frame in frames])[:, None]
        state = unpacked(self._words[ids], self._scales[ids])
        state += self._places[:longest]
        state += self._sides[later.astype(np.intp)]
        return encode(state, seen, self._layers, self._heads, self._norm)


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


def one_holds(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Scores of classes of which one holds, as probabilities."""
    odds = np.exp(scores - scores.max(1, keepdims=True, initial=-1e9))
    return np.asarray(odds / odds.sum(1, keepdims=True))


@cache
def shipped() -> Reader:
    return Reader(SHIPPED)
