"""The reader: a small transformer that reads two statements side by side, or a sentence, as a whole.

The layers of MiniLM, taught further by `scripts/teach_reader.py` on what `training/` holds: all six to say what a later
statement is to an earlier one, the first two what a sentence is worth. `llm/alike.py` asks it about what the trees do
not rule out, `llm/worth.py` about what the table doubts. Its words are the instant table's vocabulary: 4 bits a number;
8 for the layers. Pure, the same answer for the same words.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from reverie.llm.encoder import batches, encode, filled, gelu, layer
from reverie.llm.static import StaticTable

Floats = NDArray[np.float32]

SHIPPED = Path(__file__).parent / "weights" / "reader.npz"
TOKENS = 256  # read at once
STATEMENT = 64  # tokens of one of two statements
SENTENCE, BEFORE = 48, 12  # of a sentence of a message, and of what was said before it
GROUP = 32  # numbers of a word's vector that share a scale
WORDS, SCALES = "words", "words:scale"
Task = Literal["alike", "worth"]
DEPTH: dict[Task, int] = {"alike": 6, "worth": 2}  # layers that are gone through for it


class Frame(NamedTuple):
    """Tokens that are read together; from `second` on they are what was said later."""

    ids: list[int]
    second: int


def of_pair(old: str, new: str) -> Frame:
    """Two statements."""
    words = StaticTable.instant().wordpiece
    first = [words.first, *words.ids(old)[:STATEMENT], words.last]
    return Frame([*first, *words.ids(new)[:STATEMENT], words.last], len(first))


def of_sentence(sentence: str, role: str, before: str) -> Frame:
    """A sentence after the end of what was said before it."""
    words = StaticTable.instant().wordpiece
    heard = words.ids(before[-8 * BEFORE :])[-BEFORE:]
    first = [words.first, *words.ids(role), *heard, words.last]
    return Frame([*first, *words.ids(sentence)[:SENTENCE], words.last], len(first))


def judged(frame: Frame, task: Task) -> int:
    """Where what is judged begins: both statements together, or the sentence."""
    return 0 if task == "alike" else frame.second


class Reader:
    """Weights by the names they have in a BERT, and for each task a head that scores its classes."""

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
        self._tasks = {
            task: [told[f"{task}.{part}"] for part in ("0.weight", "0.bias", "1.weight", "1.bias")] for task in DEPTH
        }

    def scores(self, frames: Sequence[Frame], task: Task) -> NDArray[np.float64]:
        """What speaks for each class of a task, in log-odds, for each frame."""
        seen = np.empty((len(frames), 2 * self._places.shape[1]), dtype=np.float32)
        for batch in batches([len(frame.ids) for frame in frames]):
            states = self._states([frames[number] for number in batch], DEPTH[task])
            for number, state in zip(batch, states, strict=True):
                start = judged(frames[number], task)
                seen[number] = np.concatenate([state[start : len(frames[number].ids)].mean(0), state[start]])
        into, bias, out, last = self._tasks[task]
        inner = seen @ into.T + bias
        gelu(inner)
        return np.asarray(inner @ out.T + last, dtype=np.float64)

    def _states(self, frames: Sequence[Frame], depth: int) -> Floats:
        ids, seen = filled([frame.ids for frame in frames])
        longest = ids.shape[1]
        later = np.arange(longest) >= np.array([frame.second for frame in frames])[:, None]
        state = unpacked(self._words[ids], self._scales[ids])
        state += self._places[:longest]
        state += self._sides[later.astype(np.intp)]
        return encode(state, seen, self._layers[:depth], self._heads, self._norm)


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
