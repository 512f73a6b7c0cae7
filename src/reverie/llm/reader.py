"""The reader: a small transformer that reads two statements side by side, as a whole.

Three layers of MiniLM, taught further by `scripts/teach_reader.py` on what `training/` holds, to say what a later
statement is to an earlier one. `llm/alike.py` asks it about what the trees do not rule out. Its words are the instant
table's vocabulary: 4 bits a number; 8 for the layers. Pure, the same answer for the same words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from reverie.llm.encoder import batches, encode, filled, gelu, layer
from reverie.llm.static import StaticTable

Floats = NDArray[np.float32]

TOKENS = 256  # read at once
STATEMENT = 64  # tokens of one of two statements
GROUP = 32  # numbers of a word's vector that share a scale
HEAD = "head"  # what the weights are called that tell classes
WORDS, SCALES = "words", "words:scale"


class Span(NamedTuple):
    """A stretch of tokens that is judged, and the token that speaks for it."""

    start: int
    end: int
    mark: int


@dataclass(frozen=True, slots=True)
class Frame:
    """Tokens that are read together; from `second` on they are the later statement."""

    ids: list[int]
    spans: list[Span]
    second: int


def of_pair(old: str, new: str) -> Frame:
    words = StaticTable.instant().wordpiece
    first = [words.first, *words.ids(old)[:STATEMENT], words.last]
    ids = [*first, *words.ids(new)[:STATEMENT], words.last]
    return Frame(ids, [Span(0, len(ids), 0)], len(first))


class Reader:
    """Weights by the names they have in a BERT, and a head that scores classes."""

    def __init__(self, path: Path) -> None:
        with np.load(path, allow_pickle=False) as file:
            self.identity = str(file["identity"])
            self._heads = int(file["heads"])
            self._words: NDArray[np.uint8] = file[WORDS]
            self._scales: NDArray[np.float16] = file[SCALES]
            weights = {name: _read(file, name) for name in file.files if name.endswith((".weight", ".bias"))}
        count = sum(name.endswith("intermediate.dense.weight") for name in weights)
        self._layers = [layer(weights, number, self._heads) for number in range(count)]
        self._norm = (weights["embeddings.LayerNorm.weight"], weights["embeddings.LayerNorm.bias"])
        self._places = weights["embeddings.position_embeddings.weight"]
        self._sides = weights["embeddings.token_type_embeddings.weight"]
        self._head = [weights[f"{HEAD}.{part}"] for part in ("0.weight", "0.bias", "1.weight", "1.bias")]

    def scores(self, frames: Sequence[Frame]) -> NDArray[np.float64]:
        """What speaks for each class, in log-odds, for each span of each frame."""
        places = np.cumsum([0, *(len(frame.spans) for frame in frames)])
        seen = np.empty((places[-1], 2 * self._places.shape[1]), dtype=np.float32)
        for batch in batches([len(frame.ids) for frame in frames]):
            states = self._states([frames[number] for number in batch])
            for number, state in zip(batch, states, strict=True):
                for at, (start, end, mark) in enumerate(frames[number].spans, int(places[number])):
                    seen[at] = np.concatenate([state[start:end].mean(0), state[mark]])
        into, bias, out, last = self._head
        inner = seen @ into.T + bias
        gelu(inner)
        return (inner @ out.T + last).astype(np.float64)

    def _states(self, frames: Sequence[Frame]) -> Floats:
        ids, seen = filled([frame.ids for frame in frames])
        longest = ids.shape[1]
        later = np.arange(longest) >= np.array([frame.second for frame in frames])[:, None]
        state = unpacked(self._words[ids], self._scales[ids])
        state += self._places[:longest]
        state += self._sides[later.astype(np.intp)]
        return encode(state, seen, self._layers, self._heads, self._norm)


def _read(file: np.lib.npyio.NpzFile, name: str) -> Floats:
    """A tensor; one of whole numbers has a scale for each of its rows."""
    told = file[name].astype(np.float32)
    return told * file[f"{name}:scale"][:, None] if f"{name}:scale" in file.files else told


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
