"""A matrix of vectors, and how near its rows are to a question. Imports numpy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from mmap import mmap

import numpy as np
from numpy.typing import NDArray

from reverie.store.scope import SPACE_BITS
from reverie.store.sheet import Sheet

_WINDOW = 20_000  # rows whose signs are taken at once
SPARE = 8  # of so many rows there is room for one more, so that few additions copy them all
_EXACT = 20_000  # vectors up to which all are compared; beyond, signs choose which
_KEPT = 4_000  # vectors that signs choose
_RANKED = 600  # vectors that are put in order: enough for as many passages as a lane puts forward
_USUAL = 0.1  # the cosine that texts about different things have, before there are many to ask
_FEW_ROWS = 10  # vectors that weigh as much as that
_SAMPLE = 1_000  # vectors that stand for all when the average is taken

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Matrix:
    """Vectors of pieces, a row each, in the order they came. `order` names those still there, by passage.

    Rows are only ever added behind the last one, so whoever still reads an older state is not disturbed.
    """

    numbers: NDArray[np.int64]
    passages: NDArray[np.int64]
    rows: Floats  # with room to grow
    signs: NDArray[np.uint64] | None  # a column for each row; only where there are too many rows to compare all
    order: NDArray[np.intp]
    ordered: NDArray[np.int64]  # the passages in that order

    @classmethod
    def empty(cls) -> Matrix:
        none = np.empty(0, np.int64)
        return cls(none, none, np.empty((0, 0), np.float32), None, none.astype(np.intp), none)

    @classmethod
    def on(cls, sheet: Sheet, mapped: mmap) -> Matrix:
        """As it was laid on a sheet. Rows can be added: what is mapped is this process's own."""
        at = sheet.starts()
        numbers = np.frombuffer(mapped, np.int64, sheet.count, at[0])
        passages = np.frombuffer(mapped, np.int64, sheet.count, at[1])
        rows = np.frombuffer(mapped, np.float32, sheet.room * sheet.dims, at[2]).reshape(sheet.room, sheet.dims)
        signs = np.frombuffer(mapped, np.uint64, sheet.room * sheet.signs, at[3]).reshape(sheet.signs, sheet.room)
        return cls(numbers, passages, rows, signs if sheet.signs else None, np.arange(sheet.count), passages)

    def parts(self, room: int) -> Iterator[Iterator[bytes]]:
        """The parts of a sheet with room for so many rows: what is still there, by passage."""
        windows = [self.order[start : start + _WINDOW] for start in range(0, len(self), _WINDOW)]
        yield (self.numbers[some].tobytes() for some in windows)
        yield (self.passages[some].tobytes() for some in windows)
        yield (self.rows[some].tobytes() for some in windows)
        if self.signs is not None:
            yield (word[self.order].tobytes() + bytes(8 * (room - len(self))) for word in self.signs)

    def __len__(self) -> int:
        return len(self.order)

    def add(self, pieces: Mapping[int, int], halves: Sequence[NDArray[np.float16]]) -> Matrix:
        """With these pieces, given by number and passage, and their vectors, in the same order in blocks."""
        dims = halves[0].shape[1]
        before, count = len(self.numbers), len(self.numbers) + len(pieces)
        numbers, passages = np.fromiter(pieces, np.int64), np.fromiter(pieces.values(), np.int64)
        sorting = np.argsort(passages, kind="stable")
        place = np.empty_like(sorting)
        place[sorting] = np.arange(before, count)
        rows = self.rows
        if count > len(rows):
            rows = np.empty((count + count // SPARE, dims), np.float32)
            if before:
                rows[:before] = self.rows[:before]
        at = 0
        for block in halves:
            rows[place[at : at + len(block)]] = block
            at += len(block)
        numbers, passages = np.append(self.numbers, numbers[sorting]), np.append(self.passages, passages[sorting])
        order = np.append(self.order, np.arange(before, count))
        return self._ordered(numbers, passages, rows, self._signed(rows, before, count), order)

    def without(self, gone: Sequence[int]) -> Matrix:
        """Without these pieces; what is gone makes room when it is much."""
        there = ~np.isin(self.numbers[self.order], np.fromiter(gone, np.int64, len(gone)))
        if there.all():
            return self
        order = self.order[there]
        if 4 * len(order) >= 3 * len(self.numbers):
            return self._ordered(self.numbers, self.passages, self.rows, self.signs, order)
        rows = self.rows[order]
        fresh = Matrix(self.numbers[order], self.passages[order], rows, None, order, order)
        return fresh._ordered(
            fresh.numbers, fresh.passages, rows, fresh._signed(rows, 0, len(rows)), np.arange(len(order))
        )

    def _ordered(
        self,
        numbers: NDArray[np.int64],
        passages: NDArray[np.int64],
        rows: Floats,
        signs: NDArray[np.uint64] | None,
        order: NDArray[np.intp],
    ) -> Matrix:
        order = order[np.argsort(passages[order], kind="stable")]
        return Matrix(numbers, passages, rows, signs, order, passages[order])

    def _signed(self, rows: Floats, before: int, count: int) -> NDArray[np.uint64] | None:
        """The signs of so many rows, of which some are known."""
        if count <= _EXACT:
            return None
        signs = self.signs
        if signs is None or signs.shape[1] < len(rows):
            signs = np.zeros((-(-rows.shape[1] // 64), len(rows)), np.uint64)
            if self.signs is None:
                before = 0
            else:
                signs[:, :before] = self.signs[:, :before]
        for start in range(before, count, _WINDOW):
            end = min(count, start + _WINDOW)
            signs[:, start:end] = _signs(rows[start:end]).T
        return signs

    def seen(self, spaces: Sequence[int]) -> NDArray[np.intp]:
        """The rows of these spaces, given by number; in `order` those of one space stand together."""
        found = []
        for number in sorted(spaces):
            first, last = np.searchsorted(self.ordered, [number << SPACE_BITS, number + 1 << SPACE_BITS])
            found.append(self.order[first:last])
        return np.concatenate(found) if found else np.empty(0, np.intp)


class Nearness:
    """How near passages are to one question: cosines, scaled so that the nearest is 1 and an average one 0."""

    def __init__(self, identity: str, matrix: Matrix, asked: Floats, visible: NDArray[np.intp]) -> None:
        """Of the rows `visible` of a matrix, at least one; a passage is as near as its nearest row."""
        self.identity = identity
        self._matrix, self._asked = matrix, asked
        self._every: Floats | None = None  # the cosines of all rows, where they were computed anyway
        count = len(matrix.numbers)
        whole = len(visible) == count
        if whole and count <= _EXACT:
            self._every = self._compare(matrix.rows[:count])
        usual = self._cosines(visible[:: max(1, len(visible) // _SAMPLE)])
        # Of a handful of passages the median says little, and of a single one it is the best itself.
        self._average = (len(usual) * float(np.median(usual)) + _FEW_ROWS * _USUAL) / (len(usual) + _FEW_ROWS)
        if matrix.signs is not None and len(visible) > _EXACT:
            visible = _by_signs(matrix.signs[:, :count], asked, None if whole else visible)
        cosines = self._cosines(visible)
        most = min(_RANKED, len(cosines))
        order = np.argpartition(-cosines, most - 1)[:most]
        order = order[np.argsort(-cosines[order], kind="stable")]
        self._ranked = matrix.passages[visible[order]]
        self.best = float(cosines[order[0]])
        self._range = max(1e-6, self.best - self._average)

    def _cosines(self, rows: NDArray[np.intp]) -> Floats:
        return self._compare(self._matrix.rows[rows]) if self._every is None else self._every[rows]

    def _compare(self, rows: Floats) -> Floats:
        """Of each row the cosine to the nearest part of the question."""
        if len(self._asked) == 1:
            return np.asarray(rows @ self._asked[0])
        return np.asarray((rows @ self._asked.T).max(axis=1))

    def top(self, count: int) -> list[int]:
        return list(dict.fromkeys(self._ranked.tolist()))[:count]

    def of(self, ids: Sequence[int]) -> list[float]:
        wanted = np.array(ids, np.int64)
        first = np.searchsorted(self._matrix.ordered, wanted, "left")
        count = np.searchsorted(self._matrix.ordered, wanted, "right") - first
        near = np.zeros(len(wanted), np.float32)
        there = count > 0
        first, count = first[there], count[there]
        if len(count):
            starts = np.cumsum(count) - count
            rows = self._matrix.order[np.arange(count.sum()) + np.repeat(first - starts, count)]
            best = np.maximum.reduceat(self._cosines(rows), starts)
            near[there] = np.clip((best - self._average) / self._range, 0.0, 1.0)
        return near.tolist()


def _by_signs(signs: NDArray[np.uint64], asked: Floats, visible: NDArray[np.intp] | None) -> NDArray[np.intp]:
    """The rows whose signs agree most with the question's: a cheap first look at a large index."""
    count = signs.shape[1] if visible is None else len(visible)
    apart = np.full(count, np.iinfo(np.uint16).max, np.uint16)
    for part in _signs(asked):
        away = np.zeros(count, np.uint16)
        for word, wanted in zip(signs, part, strict=True):
            away += np.bitwise_count((word if visible is None else word[visible]) ^ wanted)
        np.minimum(apart, away, out=apart)
    kept = min(_KEPT, count)
    chosen = np.argpartition(apart, kept - 1)[:kept]
    return chosen if visible is None else visible[chosen]


def _signs(rows: Floats) -> NDArray[np.uint64]:
    """One bit for each dimension: whether it is positive."""
    bits = np.packbits(rows > 0, axis=1)
    padded = np.pad(bits, ((0, 0), (0, -bits.shape[1] % 8)))
    return np.ascontiguousarray(padded).view(np.uint64)
