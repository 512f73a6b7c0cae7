"""A table of token vectors: meaning at the price of a lookup. Made from MiniLM by scripts/distil.py."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from reverie.llm.wordpiece import WordPiece

Floats = NDArray[np.float32]

SHIPPED = Path(__file__).parent / "weights" / "instant.npz"
TOKENS = 8192  # gathered at once; more leaves the processor's cache


class StaticTable:
    """Embeds a text as the direction of the sum of its tokens' vectors; a vector's length is its token's weight."""

    def __init__(self, path: Path) -> None:
        with np.load(path, allow_pickle=False) as file:
            self._table: NDArray[np.int8] = file["table"]
            self._scale: Floats = file["scale"]
            self.wordpiece = WordPiece(file["vocabulary"].tobytes().decode().split("\n"))
            self.identity = str(file["identity"])
        self.dims = int(self._table.shape[1])
        # The vocabulary begins with markers and unused places; all share the table's first row, which is zero.
        self._markers = len(self.wordpiece) - len(self._table)

    @classmethod
    def instant(cls) -> StaticTable:
        """The table that comes with the package."""
        return _shipped()

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

    def weight(self, text: str) -> float:
        """How much a text counts for beside others: the length of the sum of its tokens' vectors."""
        ids = self.wordpiece.ids(text)
        rows = np.maximum(np.array(ids, dtype=np.intp) - self._markers, 0)
        return float(np.linalg.norm((self._table[rows] * self._scale[rows, None]).sum(axis=0))) if ids else 0.0

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
def _shipped() -> StaticTable:
    """Read once in a process, however many workspaces it opens."""
    return StaticTable(SHIPPED)
