"""Any model of the sentence-transformers library; heavy, so only for those who have it and ask for it."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reverie.errors import EmbedderError
from reverie.llm.embed import sendable


class SentenceTransformers:
    """A model by name, loaded from the local cache of that library; nothing is fetched."""

    def __init__(self, name: str) -> None:
        try:
            library: Any = import_module("sentence_transformers")
        except ImportError as wrong:
            raise EmbedderError(
                f"sentence-transformers cannot be imported ({wrong}); run `pip install sentence-transformers`"
            ) from wrong
        try:
            self._model = library.SentenceTransformer(name, local_files_only=True)
        except Exception as wrong:  # that library raises whatever its parts raise
            raise EmbedderError(
                f"the model {name} cannot be loaded ({_said(wrong)}); fetch it first, with that library's own tools"
            ) from wrong
        self._lock = threading.Lock()
        self.dims = int(self._model.get_sentence_embedding_dimension() or 0)
        self.identity = f"sentence-transformers:{name}"

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        if not texts:
            return np.zeros((0, self.dims), dtype=np.float32)
        try:
            with self._lock:
                rows = self._model.encode(
                    [sendable(text) for text in texts],
                    normalize_embeddings=True,
                    show_progress_bar=False,
                    batch_size=32,
                )
        except Exception as wrong:
            raise EmbedderError(f"{self.identity} failed ({_said(wrong)})") from wrong
        return np.asarray(rows, dtype=np.float32)


def _said(wrong: Exception) -> str:
    return " ".join(str(wrong).split())[:160]
