"""MiniLM in numpy. Needs the model's folder in REVERIE_MINILM, and is skipped without."""

from __future__ import annotations

import math
import os
from pathlib import Path

import numpy as np
import pytest

from reverie.llm.encoder import gelu
from reverie.llm.minilm import MiniLM

FOLDER = os.environ.get("REVERIE_MINILM")
needs_model = pytest.mark.skipif(not FOLDER, reason="REVERIE_MINILM names no folder")


@pytest.fixture(scope="module")
def minilm():
    return MiniLM(Path(FOLDER or ""))


@needs_model
def test_a_sentence_has_the_vector_its_makers_published(minilm):
    example, other = minilm.embed(["This is an example sentence", "Each sentence is converted"])

    assert np.allclose(example[:5], [0.0676569, 0.0634959, 0.0487131, 0.0793049, 0.0374480], atol=2e-5)
    assert np.allclose(other[:2], [0.0864, 0.1028], atol=1e-4)


@needs_model
def test_a_paraphrase_is_near_and_another_topic_far(minilm):
    eating, bread, baby = minilm.embed(
        ["A man is eating food.", "A man is eating a piece of bread.", "The girl is carrying a baby."]
    )

    assert eating @ bread > 0.7
    assert abs(eating @ baby) < 0.2


@needs_model
def test_a_text_has_the_same_vector_alone_and_among_longer_ones(minilm):
    texts = ["tea", "Ana prefers tea to coffee in the morning", "", "a long story " * 300]

    together = minilm.embed(texts)

    assert together.shape == (4, minilm.dims)
    assert np.allclose(together, np.concatenate([minilm.embed([text]) for text in texts]), atol=1e-5)
    assert np.allclose(np.linalg.norm(together, axis=1), 1, atol=1e-5)


@needs_model
def test_no_texts_are_no_vectors(minilm):
    assert minilm.embed([]).shape == (0, minilm.dims)


def test_the_activation_is_the_exact_one_to_four_digits_even_far_out():
    x = np.concatenate([np.linspace(-8, 8, 4001), [-1e4, -60, 60, 1e4]]).astype(np.float32)
    exact = [value * 0.5 * math.erfc(-value / math.sqrt(2)) for value in x.tolist()]

    found = x.copy()
    gelu(found)

    assert np.allclose(found, exact, atol=3e-5, rtol=1e-6)
