"""The skim: a small convolution over the words of a sentence, which says what the sentence is worth as a whole.

Made by `scripts/teach_skim.py` from the messages in `training/worth/`, on the reader's words (`llm/reader.py`). It sees
each word between its neighbours, and theirs, and is fast enough for whatever `llm/worth.py`'s table is not sure of.
Pure, the same answer for the same words.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from reverie.llm import reader
from reverie.llm.encoder import batches, filled, gelu
from reverie.llm.reader import SCALES, WORDS, Frame, unpacked
from reverie.llm.static import StaticTable

Floats = NDArray[np.float32]

SHIPPED = Path(__file__).parent / "weights" / "skim.npz"
SENTENCE, BEFORE = 48, 12  # tokens of a sentence, and of what was said before it
LOUD = np.float32(10)  # the words' vectors are short; what is learnt beside them is not


def of_sentence(sentence: str, role: str, before: str) -> Frame:
    """A sentence after the end of what was said before it."""
    words = StaticTable.instant().wordpiece
    heard = words.ids(before[-8 * BEFORE :])[-BEFORE:]
    first = [words.first, *words.ids(role), *heard, words.last]
    return Frame([*first, *words.ids(sentence)[:SENTENCE], words.last], len(first))


class Skim:
    """Two layers that see three words at a time; what they find anywhere in the sentence, on average, and before it."""

    def __init__(self, path: Path, words: Path) -> None:
        told = reader.weights(path)
        self.identity = str(told["identity"])
        with np.load(words, allow_pickle=False) as file:
            self._words, self._scales = file[WORDS], file[SCALES]
        self._sides: Floats = told["sides.weight"]
        self._near, self._far, self._head, self._last = (
            (told[f"{part}.weight"].T.copy(), told[f"{part}.bias"]) for part in ("near", "far", "head", "last")
        )

    def scores(self, frames: Sequence[Frame]) -> NDArray[np.float64]:
        """What speaks for each label, in log-odds, for each frame."""
        found = np.empty((len(frames), self._last[1].size), dtype=np.float64)
        for batch in batches([len(frame.ids) for frame in frames]):
            found[batch] = self._some([frames[number] for number in batch])
        return found

    def _some(self, frames: Sequence[Frame]) -> Floats:
        ids, seen = filled([frame.ids for frame in frames])
        mine = seen * (np.arange(ids.shape[1]) >= np.array([frame.second for frame in frames])[:, None])
        state = unpacked(self._words[ids], self._scales[ids])
        state *= LOUD
        state += self._sides[mine.astype(np.intp)]
        state *= seen[..., None]
        state = _between(state, *self._near)
        state *= seen[..., None]
        state += _between(state, *self._far)
        most = np.where(mine[..., None] > 0, state, -np.inf).max(1)
        told = [most, _mean(state, mine), _mean(state, seen - mine)]
        inner = np.concatenate(told, axis=1) @ self._head[0] + self._head[1]
        gelu(inner)
        return np.asarray(inner @ self._last[0] + self._last[1])


def _between(state: Floats, weight: Floats, bias: Floats) -> Floats:
    """What is found in each word between its neighbours; beyond the ends there is nothing."""
    wide = np.zeros((*state.shape[:2], 3 * state.shape[2]), dtype=np.float32)
    before, here, after = np.split(wide, 3, axis=2)
    before[:, 1:], here[:], after[:, :-1] = state[:, :-1], state, state[:, 1:]
    found = wide.reshape(-1, wide.shape[2]) @ weight
    found += bias
    gelu(found)
    return found.reshape(*state.shape[:2], -1)


def _mean(state: Floats, of: Floats) -> Floats:
    return np.asarray(np.einsum("nwd,nw->nd", state, of) / of.sum(1, keepdims=True))


@cache
def shipped() -> Skim:
    return Skim(SHIPPED, reader.SHIPPED)
