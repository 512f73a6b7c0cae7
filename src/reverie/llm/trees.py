"""Boosted trees, read from a file and asked: which of several classes a row of numbers belongs to."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

FIELDS = ("column", "limit", "left", "right", "nothing", "value", "roots", "start")


class Trees:
    """All trees stand in one table; `roots` has a row for each round and a column for each class."""

    def __init__(self, path: Path) -> None:
        with np.load(path, allow_pickle=False) as file:
            self.identity = str(file["identity"])
            for name in FIELDS:
                setattr(self, f"_{name}", file[name])
        self._depth = _depth(self._left, self._right, self._roots)

    _column: NDArray[np.int16]  # that a node looks at; below nought it is a leaf
    _limit: NDArray[np.float32]  # up to which a row goes left
    _left: NDArray[np.int32]
    _right: NDArray[np.int32]
    _nothing: NDArray[np.bool_]  # whether a row without a number goes left
    _value: NDArray[np.float32]
    _roots: NDArray[np.int32]
    _start: NDArray[np.float32]

    def odds(self, rows: NDArray[np.float32]) -> NDArray[np.float64]:
        """The probability of each class, for each row."""
        at = np.broadcast_to(self._roots.ravel(), (len(rows), self._roots.size))
        lines = np.arange(len(rows))[:, None]
        for _ in range(self._depth):
            column = self._column[at]
            number = rows[lines, np.maximum(column, 0)]
            left = np.where(np.isnan(number), self._nothing[at], number <= self._limit[at])
            at = np.where(column < 0, at, np.where(left, self._left[at], self._right[at]))
        scores = self._start + self._value[at].reshape(len(rows), *self._roots.shape).sum(axis=1, dtype=np.float64)
        each = np.exp(scores - scores.max(axis=1, keepdims=True))
        return np.asarray(each / each.sum(axis=1, keepdims=True))


def _depth(left: NDArray[np.int32], right: NDArray[np.int32], roots: NDArray[np.int32]) -> int:
    depth, level = 0, roots.ravel()
    while len(level := np.concatenate([left[level], right[level]])) and (level := level[level > 0]).size:
        depth += 1
    return depth
