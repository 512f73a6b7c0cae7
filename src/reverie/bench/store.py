"""One conversation in a workspace of its own, with the vectors of several embedders. Thrown away afterwards."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from reverie.bench.data import Conversation, Said
from reverie.domain.transcript import Entry, Transcript
from reverie.llm.embed import Embedder
from reverie.memory import Memory
from reverie.retrieval.meaning import Meaning
from reverie.store.vectors import Vectors

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Watched:
    """An embedder that counts what it does."""

    def __init__(self, name: str, embedder: Embedder) -> None:
        self.name, self._embedder = name, embedder
        self.identity, self.dims = embedder.identity, embedder.dims
        self.texts, self.seconds = 0, 0.0

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        started = time.perf_counter()
        found = self._embedder.embed(texts)
        self.seconds += time.perf_counter() - started
        self.texts += len(texts)
        return found


@dataclass(slots=True)
class Pace:
    """How much was taken in, and how long it took."""

    count: int = 0
    seconds: float = 0.0

    def add(self, count: int, seconds: float) -> None:
        self.count, self.seconds = self.count + count, self.seconds + seconds

    @property
    def per_second(self) -> float | None:
        return round(self.count / self.seconds, 1) if self.count and self.seconds else None


@dataclass(slots=True)
class Paces:
    turns: Pace = field(default_factory=Pace)
    pieces: dict[str, Pace] = field(default_factory=dict)  # by embedder; those found in the cache do not count


class Store:
    """A conversation that was archived, indexed and embedded as the product does it."""

    def __init__(self, conversation: Conversation, root: Path, vectors: Vectors, paces: Paces) -> None:
        self.conversation, self.root = conversation, root
        self.memory = Memory.create(root)
        self._vectors, self._paces = vectors, paces
        self._names: dict[str, Said] = {}
        self._meanings: dict[str, Meaning] = {}
        started = time.perf_counter()
        self._archive()
        self.memory.index.refresh()
        paces.turns.add(len(self._names), time.perf_counter() - started)

    def _archive(self) -> None:
        """Sessions and turns under names of ours: a set may use a name twice."""
        for n, session in enumerate(self.conversation.sessions):
            entries = []
            for turn in session:
                id_ = f"t{len(self._names)}"
                self._names[f"s{n}#{id_}"] = turn
                entries.append(Entry(id=id_, at=turn.at, role=turn.role, text=turn.text, speaker=turn.speaker))
            transcript = Transcript(source=f"s{n}", space="", trust="user", entries=tuple(entries))
            self.memory.archive.keep(transcript)

    def close(self) -> None:
        self.memory.close()

    def turn(self, slug: str) -> str:
        """The set's name of a turn that was found; empty for anything else that a workspace may hold."""
        return self._names[slug].id if slug in self._names else ""

    def meaning(self, embedder: Watched) -> Meaning:
        """The vector lane by this embedder, complete."""
        if embedder.name not in self._meanings:
            self._meanings[embedder.name] = Meaning(self.memory.index, self._vectors, embedder)
            texts, seconds = embedder.texts, embedder.seconds
            self._meanings[embedder.name].catch_up()
            pace = self._paces.pieces.setdefault(embedder.name, Pace())
            pace.add(embedder.texts - texts, embedder.seconds - seconds)
        return self._meanings[embedder.name]
