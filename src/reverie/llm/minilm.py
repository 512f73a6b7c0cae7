"""all-MiniLM-L6-v2 in numpy: a sentence to a vector by meaning. Reads its weights, never fetches them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from reverie.llm.encoder import EPSILON, batches, encode, filled, layer
from reverie.llm.wordpiece import WordPiece

Floats = NDArray[np.float32]

TOKENS = 256  # a text's first tokens are read, the rest is not; the model was trained on no more


class MiniLM:
    """Embeds texts with the model in a folder that holds model.safetensors, config.json and vocab.txt."""

    def __init__(self, folder: Path) -> None:
        config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        weights = read_safetensors(folder / "model.safetensors")
        self._heads = int(config["num_attention_heads"])
        self._wordpiece = WordPiece.read(folder / "vocab.txt")
        self._words = weights["embeddings.word_embeddings.weight"]
        self._places = (
            weights["embeddings.position_embeddings.weight"] + weights["embeddings.token_type_embeddings.weight"][0]
        )[:TOKENS]
        self._norm = (weights["embeddings.LayerNorm.weight"], weights["embeddings.LayerNorm.bias"])
        self._layers = [layer(weights, number, self._heads) for number in range(int(config["num_hidden_layers"]))]
        self.dims = int(self._words.shape[1])
        # Two models of this shape differ in their last bias, and vectors of two models must never be compared.
        fingerprint = hashlib.sha256(self._layers[-1].norm[1].tobytes()).hexdigest()[:8]
        self.identity = f"minilm-{self.dims}-{fingerprint}"

    def embed(self, texts: Sequence[str]) -> Floats:
        """One vector of length one for each text, in the order given."""
        return self.embed_tokens([self._wordpiece.ids(text) for text in texts])

    def embed_tokens(self, texts: Sequence[Sequence[int]]) -> Floats:
        """As `embed`, of texts already split into the vocabulary's pieces."""
        first, last = self._wordpiece.first, self._wordpiece.last
        framed = [[first, *ids[: TOKENS - 2], last] for ids in texts]
        vectors = np.empty((len(framed), self.dims), dtype=np.float32)
        for batch in batches([len(ids) for ids in framed]):
            vectors[batch] = self._forward([framed[number] for number in batch])
        return vectors

    def _forward(self, tokens: Sequence[Sequence[int]]) -> Floats:
        """The mean of the last layer over each text's own tokens; what fills the shorter texts up is not seen."""
        ids, seen = filled(tokens)
        state = self._words[ids]
        state += self._places[: ids.shape[1]]
        state = encode(state, seen, self._layers, self._heads, self._norm)
        means = np.matmul(seen[:, None, :], state)[:, 0]
        return unit(means)


def read_safetensors(path: Path) -> dict[str, Floats]:
    """The float32 tensors of a safetensors file by name, mapped from the disk rather than read."""
    with path.open("rb") as file:
        size = int.from_bytes(file.read(8), "little")
        header = json.loads(file.read(size))
    content = np.memmap(path, dtype=np.uint8, mode="r", offset=8 + size)
    return {
        name: np.asarray(content[slice(*about["data_offsets"])]).view(np.float32).reshape(about["shape"])
        for name, about in header.items()
        if name != "__metadata__" and about["dtype"] == "F32"
    }


def unit(vectors: Floats) -> Floats:
    """The vectors at length one; a zero vector stays zero."""
    lengths = np.sqrt(np.einsum("ij,ij->i", vectors, vectors))
    scaled: Floats = vectors / np.maximum(lengths, EPSILON)[:, None]
    return scaled
