"""The skim: a small convolution over the words of a sentence, which says what the sentence is worth as a whole.

Made by `scripts/teach_skim.py` from the messages in `training/worth/`, on the reader's words (`llm/reader.py`). It sees
each word between its neighbours, and theirs, and is fast enough for whatever `llm/worth.py`'s table is not sure of.
Pure, the same answer for the same words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from reverie.llm import reader
from reverie.llm.encoder import BATCH, gelu
from reverie.llm.reader import SCALES, WORDS, Frame, unpacked
from reverie.llm.static import StaticTable

Floats = NDArray[np.float32]

SHIPPED = Path(__file__).parent / "weights" / "skim.npz"
SENTENCE, BEFORE = 48, 12  # tokens of a sentence, and of what was said before it
LOUD = np.float32(10)  # the words' vectors are short; what is learnt beside them is not
_NOTHING = -1  # stands behind each frame, and before the first


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
            (told[f"{part}.weight"].T, told[f"{part}.bias"]) for part in ("near", "far", "head", "last")
        )
        self._gives = [_to_each_side(weight, bias.size) for weight, bias in (self._near, self._far)]

    def scores(self, frames: Sequence[Frame]) -> NDArray[np.float64]:
        """What speaks for each label, in log-odds, for each frame."""
        found = [self._some(some) for some in _few(frames)]
        return np.concatenate([np.empty((0, self._last[1].size)), *found])

    def _some(self, frames: Sequence[Frame]) -> Floats:
        """All frames in one row, with nothing between two of them, which is what stands beyond their ends."""
        tokens = np.array([n for frame in frames for n in (*frame.ids, _NOTHING)])
        ends = np.flatnonzero(tokens == _NOTHING)
        starts = np.append(0, ends[:-1] + 1)
        bounds = np.stack([starts, starts + [frame.second for frame in frames], ends], axis=1)
        sizes = np.diff(bounds, append=ends[:, None] + 1)
        sides = np.repeat(np.tile([0, 1, 0], len(frames)), sizes.ravel())
        state = self._nearby(tokens, sides)
        state[ends] = 0
        state += _between(state @ self._gives[1], self._far[1])
        most, sums = (join.reduceat(state, bounds.ravel()).reshape(len(frames), 3, -1) for join in (np.maximum, np.add))
        means = sums / sizes[:, :, None].astype(np.float32)
        inner = np.concatenate([most[:, 1], means[:, 1], means[:, 0]], axis=1) @ self._head[0] + self._head[1]
        gelu(inner)
        return np.asarray(inner @ self._last[0] + self._last[1])

    def _nearby(self, tokens: NDArray[np.intp], sides: NDArray[np.intp]) -> Floats:
        """What is found in each token between its neighbours; what one gives them is worked out once, however often."""
        different, at = np.unique(2 * tokens + sides, return_inverse=True)
        ids, side = np.divmod(different, 2)
        state = unpacked(self._words[ids], self._scales[ids])
        state *= LOUD
        state += self._sides[side]
        state[ids == _NOTHING] = 0
        return _between((state @ self._gives[0])[at], self._near[1])


def _few(frames: Sequence[Frame]) -> Iterator[Sequence[Frame]]:
    """The frames in order, as many at once as stay in the processor's cache."""
    start = size = 0
    for n, frame in enumerate(frames):
        if n > start and size + len(frame.ids) > BATCH:
            yield frames[start:n]
            start, size = n, 0
        size += len(frame.ids)
    if start < len(frames):
        yield frames[start:]


def _to_each_side(weight: Floats, size: int) -> Floats:
    """The weights of a convolution, side by side: by what a token gives the one behind it, itself, the one before."""
    return weight.reshape(3, -1, size).transpose(1, 0, 2).reshape(-1, 3 * size)


def _between(given: Floats, bias: Floats) -> Floats:
    """What is found in each token, of what it and its neighbours give."""
    behind, here, before = np.split(given, 3, axis=1)
    found = here + bias
    found[1:] += behind[:-1]
    found[:-1] += before[1:]
    gelu(found)
    return found


@cache
def shipped() -> Skim:
    return Skim(SHIPPED, reader.SHIPPED)
