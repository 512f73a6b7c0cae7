"""A table of token vectors: meaning at the price of a lookup. Made from MiniLM by scripts/distil.py.

There are two of it. `instant` compares statements; in `asked`, which recall uses, `scripts/teach_asked.py` has moved
the words that people ask with, and are answered with, so that a question points to its answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from reverie.llm.wordpiece import WordPiece

Floats = NDArray[np.float32]

SHIPPED = Path(__file__).parent / "weights" / "instant.npz"
ASKED = Path(__file__).parent / "weights" / "asked.npz"  # the rows of it that were moved
TOKENS = 8192  # gathered at once; more leaves the processor's cache


class StaticTable:
    """Embeds a text as the direction of the sum of its tokens' vectors; a vector's length is its token's weight."""

    def __init__(self, path: Path, moved: Path | None = None) -> None:
        with np.load(path, allow_pickle=False) as file:
            self._table: NDArray[np.int8] = file["table"]
            self._scale: Floats = file["scale"]
            self.wordpiece = WordPiece(file["vocabulary"].tobytes().decode().split("\n"))
            self.identity = str(file["identity"])
        if moved is not None:
            with np.load(moved, allow_pickle=False) as file:
                rows = file["rows"].astype(np.intp)
                self._table[rows], self._scale[rows] = file["table"], file["scale"]
                self.identity = str(file["identity"])
        self.dims = int(self._table.shape[1])
        # The vocabulary begins with markers and unused places; all share the table's first row, which is zero.
        self._markers = len(self.wordpiece) - len(self._table)

    @classmethod
    def instant(cls) -> StaticTable:
        """What words mean: for statements beside each other."""
        return _instant()

    @classmethod
    def asked(cls) -> StaticTable:
        """What questions mean: for what is asked beside what was told."""
        return _asked()

    def embed(self, texts: Sequence[str]) -> Floats:
        """One vector of length one for each text, in the order given; all zeros for a text without a known word."""
        vectors = np.zeros((len(texts), self.dims), dtype=np.float32)
        for numbers, tokens in self._groups(texts):
            ids = np.concatenate(tokens)
            starts = np.cumsum([0, *(len(each) for each in tokens[:-1])])
            rows = np.maximum(ids - self._markers, 0)
            weighted = self._table[rows] * self._scale[rows, None]
            sums = np.add.reduceat(weighted, starts, axis=0)
            lengths = np.sqrt(np.einsum("ij,ij->i", sums, sums))[:, None]
            vectors[numbers] = np.divide(sums, lengths, out=np.zeros_like(sums), where=lengths > 0)
        return vectors

    def rows(self, text: str) -> list[int]:
        """Where the vectors of a text's tokens stand."""
        return [max(number - self._markers, 0) for number in self.wordpiece.ids(text)]

    def vectors(self) -> Floats:
        """All of them."""
        whole: Floats = self._table * self._scale[:, None]
        return whole

    def weight(self, text: str) -> float:
        """How much a text counts for beside others: the length of the sum of its tokens' vectors."""
        rows = self.rows(text)
        return float(np.linalg.norm((self._table[rows] * self._scale[rows, None]).sum(axis=0))) if rows else 0.0

    def _groups(self, texts: Sequence[str]) -> Iterator[tuple[list[int], list[NDArray[np.intp]]]]:
        """Texts and their tokens, as many as are worked on at once; those without a token are left out."""
        numbers: list[int] = []
        tokens: list[NDArray[np.intp]] = []
        held = 0
        for number, text in enumerate(texts):
            ids = self.wordpiece.ids(text)
            if not ids:
                continue
            numbers.append(number)
            tokens.append(np.array(ids, dtype=np.intp))
            held += len(ids)
            if held >= TOKENS:
                yield numbers, tokens
                numbers, tokens, held = [], [], 0
        if numbers:
            yield numbers, tokens


@cache
def _instant() -> StaticTable:
    """Read once in a process, however many workspaces it opens."""
    return StaticTable(SHIPPED)


@cache
def _asked() -> StaticTable:
    return StaticTable(SHIPPED, ASKED)
