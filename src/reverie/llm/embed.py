"""Embedders: texts to vectors by meaning. One small interface; which one is used is a setting of the person's.

instant                       inside the package: a table of word pieces; no network, thousands of texts a second
minilm                        local, better: `reverie models install minilm`
sentence-transformers:NAME    any model of that library (the extra `sentence-transformers`)
openai:NAME                   an endpoint that speaks OpenAI's format
ollama:NAME                   a local Ollama
none                          no vectors; the fast tier answers
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from reverie.errors import EmbedderError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

INSTANT = "instant"


@dataclass(frozen=True, slots=True)
class EmbeddingSettings:
    """[embedding] in the person's config.toml; a workspace cannot set where texts are sent"""

    model: str = INSTANT  # instant, minilm, sentence-transformers:NAME, openai:NAME, ollama:NAME or none
    endpoint: str = ""  # of openai: or ollama:, when it is not the usual one
    key: str = ""  # the name of the environment variable that holds the endpoint's key
    batch: int = 64  # texts sent at once

    def __post_init__(self) -> None:
        kind, _, name = self.model.partition(":")
        if kind not in ("instant", "minilm", "none", *_NAMED) or (kind in _NAMED) != bool(name):
            raise ValueError("model must be instant, minilm, none, or one of " + ", ".join(f"{k}:NAME" for k in _NAMED))
        if not 1 <= self.batch <= 2048:
            raise ValueError("batch must be between 1 and 2048")
        if self.key and not (self.key.isascii() and self.key.isidentifier()):
            raise ValueError("key must be the name of an environment variable, never the key itself")

    @property
    def key_name(self) -> str:
        """The variable to read. OpenAI's own key goes to OpenAI alone unless the person names it for another."""
        usual = self.model.startswith("openai:") and not self.endpoint
        return self.key or ("OPENAI_API_KEY" if usual else "")


_NAMED = ("sentence-transformers", "openai", "ollama")


class Embedder(Protocol):
    """Texts to vectors of length one. Vectors of two identities are never compared."""

    @property
    def identity(self) -> str:
        """Of weights and recipe."""

    @property
    def dims(self) -> int:
        """Length of a vector; 0 as long as an endpoint was not asked."""

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row for each text, in the order given. Safe to call from several threads."""


def load(settings: EmbeddingSettings, models: Path, key: str | None) -> Embedder | None:
    """The embedder of these settings; None for `none`. `models` is where installed ones are, `key` the endpoint's.

    Reads files at most: an endpoint is asked when the first text is embedded.
    """
    kind, _, name = settings.model.partition(":")
    try:
        return _load(kind, name, settings, models, key)
    except EmbedderError:
        raise
    except ImportError as wrong:
        raise EmbedderError(f"{settings.model} needs {wrong.name}, which cannot be imported ({wrong})") from wrong
    except Exception as wrong:  # a damaged file raises whatever its reader raises
        said = " ".join(f"{type(wrong).__name__}: {wrong}".split())[:120]
        again = "`reverie models install minilm`" if kind == "minilm" else "installing reverie-memory again"
        raise EmbedderError(f"the files of {settings.model} are damaged ({said}); {again} mends that") from wrong


def _load(kind: str, name: str, settings: EmbeddingSettings, models: Path, key: str | None) -> Embedder | None:
    if kind == "none":
        return None
    if kind == "instant":
        from reverie.llm.static import StaticTable

        return StaticTable.asked()
    if kind == "minilm":
        if not (models / "minilm").is_dir():
            raise EmbedderError("minilm is not installed; run `reverie models install minilm`")
        from reverie.llm.minilm import MiniLM

        return MiniLM(models / "minilm")
    if kind == "sentence-transformers":
        from reverie.llm.sentences import SentenceTransformers

        return SentenceTransformers(name)
    from reverie.llm.remote import Remote

    return Remote(kind, name, settings.endpoint, key, settings.batch)


def cosine(one: str, two: str) -> float:
    """How near two texts are in meaning, by the vectors inside the package."""
    from reverie.llm.static import StaticTable

    a, b = StaticTable.instant().embed([one, two])
    return float(a @ b)


def sendable(text: str) -> str:
    """The text without what is not Unicode: half characters, which JSON and tokenizers refuse."""
    return text.encode("utf-8", "replace").decode()
