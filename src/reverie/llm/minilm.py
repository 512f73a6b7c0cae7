"""all-MiniLM-L6-v2 in numpy: a sentence to a vector by meaning. Reads its weights, never fetches them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from reverie.llm.wordpiece import WordPiece

Floats = NDArray[np.float32]

TOKENS = 256  # a text's first tokens are read, the rest is not; the model was trained on no more
BATCH = 1024  # tokens worked on at once; more leaves the processor's cache
ROWS = 64  # rows of the wide layer whose activation is computed at once, for the same reason
EPSILON = np.float32(1e-12)


@dataclass(frozen=True, slots=True)
class Layer:
    """The weights of one transformer layer, each ready to be multiplied from the right."""

    into_qkv: Floats
    qkv_bias: Floats
    out_of_attention: Floats
    attention_bias: Floats
    attention_norm: tuple[Floats, Floats]
    widen: Floats
    wide_bias: Floats
    narrow: Floats
    narrow_bias: Floats
    norm: tuple[Floats, Floats]


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
        self._layers = [_layer(weights, number, self._heads) for number in range(int(config["num_hidden_layers"]))]
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
        for batch in _batches([len(ids) for ids in framed]):
            vectors[batch] = self._forward([framed[number] for number in batch])
        return vectors

    def _forward(self, tokens: Sequence[Sequence[int]]) -> Floats:
        """The mean of the last layer over each text's own tokens; what fills the shorter texts up is not seen."""
        lengths = np.array([len(ids) for ids in tokens])
        longest = int(lengths.max())
        seen = (np.arange(longest) < lengths[:, None]).astype(np.float32)
        ids = np.zeros((len(tokens), longest), dtype=np.intp)
        for row, text in zip(ids, tokens, strict=True):
            row[: len(text)] = text
        state = self._words[ids]
        state += self._places[:longest]
        state = state.reshape(-1, self.dims)
        _normalise(state, *self._norm)
        room = _Room.for_batch(len(tokens), longest, self._heads, self._layers[0])
        for layer in self._layers:
            state += _attend(layer, state, seen, room)
            _normalise(state, *layer.attention_norm)
            state += _think(layer, state, room)
            _normalise(state, *layer.norm)
        means = np.matmul(seen[:, None, :], state.reshape(len(tokens), longest, self.dims))[:, 0]
        return unit(means)


@dataclass(frozen=True, slots=True)
class _Room:
    """The large arrays of one batch, which its layers write over one another: new memory is slow memory."""

    mixed: Floats
    scores: Floats
    wide: Floats

    @classmethod
    def for_batch(cls, texts: int, longest: int, heads: int, layer: Layer) -> _Room:
        return cls(
            mixed=np.empty((texts * longest, layer.qkv_bias.size), dtype=np.float32),
            scores=np.empty((texts, heads, longest, longest), dtype=np.float32),
            wide=np.empty((texts * longest, layer.wide_bias.size), dtype=np.float32),
        )


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


def _layer(weights: dict[str, Floats], number: int, heads: int) -> Layer:
    def both(name: str) -> tuple[Floats, Floats]:
        return weights[f"encoder.layer.{number}.{name}.weight"], weights[f"encoder.layer.{number}.{name}.bias"]

    query, key, value = (both(f"attention.self.{name}") for name in ("query", "key", "value"))
    scale = np.float32((query[0].shape[0] // heads) ** -0.5)
    out, wide, narrow = both("attention.output.dense"), both("intermediate.dense"), both("output.dense")
    return Layer(
        into_qkv=np.concatenate([query[0] * scale, key[0], value[0]]).T,
        qkv_bias=np.concatenate([query[1] * scale, key[1], value[1]]),
        out_of_attention=out[0].T,
        attention_bias=out[1],
        attention_norm=both("attention.output.LayerNorm"),
        widen=wide[0].T,
        wide_bias=wide[1],
        narrow=narrow[0].T,
        narrow_bias=narrow[1],
        norm=both("output.LayerNorm"),
    )


def _batches(lengths: Sequence[int]) -> Iterator[list[int]]:
    """Texts of like length together, so that little is filled up."""
    batch: list[int] = []
    for number in sorted(range(len(lengths)), key=lambda number: -lengths[number]):
        if batch and (len(batch) + 1) * lengths[batch[0]] > BATCH:
            yield batch
            batch = []
        batch.append(number)
    if batch:
        yield batch


def _attend(layer: Layer, state: Floats, seen: Floats, room: _Room) -> Floats:
    """Every token looks at the tokens of its text and takes over what they say."""
    texts, longest = seen.shape
    mixed = np.matmul(state, layer.into_qkv, out=room.mixed)
    mixed += layer.qkv_bias
    query, key, value = mixed.reshape(texts, longest, 3, room.scores.shape[1], -1).transpose(2, 0, 3, 1, 4)
    scores = np.matmul(query, key.transpose(0, 1, 3, 2), out=room.scores)
    scores -= scores.max(axis=-1, keepdims=True)
    np.exp(scores, out=scores)
    if not seen.all():
        scores *= seen[:, None, None, :]
    told = np.empty((texts, longest, *value.shape[1::2]), dtype=np.float32)
    by_head = np.matmul(scores, value, out=told.transpose(0, 2, 1, 3))
    by_head /= scores.sum(axis=-1, keepdims=True)
    attended = told.reshape(state.shape) @ layer.out_of_attention
    attended += layer.attention_bias
    return attended


def _think(layer: Layer, state: Floats, room: _Room) -> Floats:
    """Every token by itself, through the wide layer and back."""
    wide = np.matmul(state, layer.widen, out=room.wide)
    for start in range(0, len(wide), ROWS):
        rows = wide[start : start + ROWS]
        rows += layer.wide_bias
        gelu(rows)
    narrow = wide @ layer.narrow
    narrow += layer.narrow_bias
    return narrow


def gelu(x: Floats) -> None:
    """Replace x by x Φ(x) where Φ is the normal distribution's; off by less than 0.00003 anywhere.

    Φ is a logistic curve of a polynomial in x, fitted to the exact one: numpy has no error function.
    """
    square = x * x
    np.minimum(square, 36.0, out=square)  # beyond six deviations the curve is flat, and the polynomial is not
    exponent = square * 7.030455700503813e-04
    exponent -= 7.401136960683805e-02
    exponent *= square
    exponent -= 1.5950156783571632
    exponent *= x
    with np.errstate(over="ignore"):
        np.exp(exponent, out=exponent)
    exponent += 1.0
    x /= exponent


def _normalise(state: Floats, weight: Floats, bias: Floats) -> None:
    state -= state.mean(axis=-1, keepdims=True)
    variance = np.einsum("ij,ij->i", state, state) / np.float32(state.shape[-1])
    state *= (1.0 / np.sqrt(variance + EPSILON))[:, None]
    state *= weight
    state += bias
