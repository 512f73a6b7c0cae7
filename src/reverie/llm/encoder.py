"""A BERT encoder in numpy: token ids to one vector for each token in the light of the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

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


def layer(weights: Mapping[str, Floats], number: int, heads: int) -> Layer:
    """A layer from the tensors of a BERT by their usual names."""

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


def encode(state: Floats, seen: Floats, layers: Sequence[Layer], heads: int, norm: tuple[Floats, Floats]) -> Floats:
    """Texts of one length, filled up where `seen` is nought, through all layers; `state` is written over."""
    texts, longest, dims = state.shape
    flat = state.reshape(-1, dims)
    _normalise(flat, *norm)
    room = _Room.for_batch(texts, longest, heads, layers[0])
    for layer in layers:
        flat += _attend(layer, flat, seen, room)
        _normalise(flat, *layer.attention_norm)
        flat += _think(layer, flat, room)
        _normalise(flat, *layer.norm)
    return flat.reshape(state.shape)


def filled(texts: Sequence[Sequence[int]]) -> tuple[NDArray[np.intp], Floats]:
    """The ids of some texts as one table, and which of them are theirs."""
    lengths = np.array([len(ids) for ids in texts])
    longest = int(lengths.max())
    table = np.zeros((len(texts), longest), dtype=np.intp)
    for row, ids in zip(table, texts, strict=True):
        row[: len(ids)] = ids
    return table, (np.arange(longest) < lengths[:, None]).astype(np.float32)


def batches(lengths: Sequence[int]) -> Iterator[list[int]]:
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
