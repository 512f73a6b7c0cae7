"""Who is compared: Reverie's two tiers, and what one would otherwise use. Each answers with turns, best first."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Protocol

from reverie.bench.data import Conversation
from reverie.bench.store import Store, Watched
from reverie.config import Personal
from reverie.domain.words import STOP
from reverie.errors import EmbedderError
from reverie.llm.embed import INSTANT, Embedder, EmbeddingSettings, load
from reverie.retrieval.lanes import Similar
from reverie.retrieval.recall import Query, RecallSettings, recall
from reverie.store.base import Scope

DEPTH = 20  # turns that are looked at
FUSED = 60  # the constant of reciprocal rank fusion
_LISTED = 100  # turns that each fused list holds
_WORD = re.compile(r"[^\W_]+")
_OPEN = RecallSettings(threshold=0)  # peers have no gate, so ranking is compared with ours open


@dataclass(frozen=True, slots=True)
class Reply:
    ids: tuple[str, ...]  # of turns, best first
    likely: float = 1.0  # what the gate thinks of it

    def passes(self, threshold: float) -> bool:
        """Whether a gate with this threshold shows anything."""
        return bool(self.ids) and self.likely >= threshold


Asked = Callable[[str, datetime], Reply]


class Ranker(Protocol):
    @property
    def name(self) -> str: ...

    @property
    def ours(self) -> bool: ...

    def open(self, store: Store) -> Asked:
        """Take a conversation in; what is returned answers questions about it."""


@dataclass(frozen=True, slots=True)
class Reverie:
    """One tier of the product, the gate open."""

    name: str
    embedder: Watched | None = None
    ours: bool = True

    def open(self, store: Store) -> Asked:
        memory, scope = store.memory, Scope()
        meaning = store.meaning(self.embedder) if self.embedder else None

        def near(text: str) -> Similar | None:
            if meaning is None:
                return None
            meaning.catch_up(0)
            return meaning.similar(text, scope)

        def ask(text: str, now: datetime) -> Reply:
            memory.index.refresh()
            query = Query(text=text, now=now, scope=scope, k=DEPTH)
            found = recall(query, memory.vault, memory.archive, memory.index, _OPEN, near if meaning else None)
            return Reply(tuple(id_ for hit in found.hits if (id_ := store.turn(hit.key.slug))), found.likely)

        return ask


def words_of(text: str, *, stop: bool) -> str:
    """Any of the words of a question, as FTS5 wants to be asked; `stop` leaves stop words out."""
    words = dict.fromkeys(_WORD.findall(text.lower()))
    return " OR ".join(f'"{word}"' for word in words if not (stop and word in STOP))


class Keywords:
    """Turns in plain FTS5 with stems, asked for any of the question's words, ranked by BM25."""

    def __init__(self, conversation: Conversation, path: Path | None = None) -> None:
        self.db = sqlite3.connect(path or ":memory:")
        self.db.execute("CREATE VIRTUAL TABLE turn USING fts5(text, tokenize='porter unicode61 remove_diacritics 2')")
        turns = conversation.turns
        with self.db:
            self.db.executemany(
                "INSERT INTO turn (rowid, text) VALUES (?, ?)", [(n, t.text) for n, t in enumerate(turns)]
            )
        self._ids = [turn.id for turn in turns]

    def ask(self, text: str, limit: int, *, stop: bool) -> list[str]:
        match = words_of(text, stop=stop)
        if not match:
            return []
        sql = "SELECT rowid FROM turn WHERE turn MATCH ? ORDER BY rank LIMIT ?"
        return [self._ids[n] for (n,) in self.db.execute(sql, (match, limit))]


@dataclass(frozen=True, slots=True)
class Plain:
    """SQLite's own full-text search."""

    name: str
    stop: bool = False  # whether stop words are left out of the question
    ours: bool = False

    def open(self, store: Store) -> Asked:
        keywords = Keywords(store.conversation)
        return lambda text, _: Reply(tuple(keywords.ask(text, DEPTH, stop=self.stop)))


@dataclass(frozen=True, slots=True)
class Nearest:
    """An embedder by itself: the nearest turns, each as near as its nearest piece."""

    name: str
    embedder: Watched
    ours: bool = False

    def open(self, store: Store) -> Asked:
        return lambda text, _: Reply(tuple(_nearest(store, self.embedder, text, DEPTH)))


@dataclass(frozen=True, slots=True)
class Fusion:
    """What is usually built: full-text search and an embedder, joined by their ranks."""

    name: str
    embedder: Watched
    ours: bool = False

    def open(self, store: Store) -> Asked:
        keywords = Keywords(store.conversation)

        def ask(text: str, _: datetime) -> Reply:
            lists = keywords.ask(text, _LISTED, stop=True), _nearest(store, self.embedder, text, _LISTED)
            return Reply(tuple(fuse(lists)[:DEPTH]))

        return ask


def _nearest(store: Store, embedder: Watched, text: str, count: int) -> list[str]:
    similar = store.meaning(embedder).similar(text, Scope())
    if similar is None:
        return []
    top = similar.top(count)
    passages = store.memory.index.passages(top, Scope())
    return [name for id_ in top if id_ in passages and (name := store.turn(passages[id_].slug))]


def fuse(lists: Sequence[Sequence[str]]) -> list[str]:
    """Reciprocal rank fusion: the sum over the lists of 1 / (60 + rank)."""
    scores: dict[str, float] = {}
    for found in lists:
        for rank, id_ in enumerate(found, 1):
            scores[id_] = scores.get(id_, 0.0) + 1 / (FUSED + rank)
    return sorted(scores, key=lambda id_: -scores[id_])


def embedders(personal: Personal, minilm: Path | None, *, quick: bool) -> tuple[list[Watched], list[str]]:
    """The embedders that are installed or configured, and a word on each that is not."""
    wanted = dict.fromkeys([INSTANT] if quick else [INSTANT, "minilm", personal.embedding.model])
    found, absent = [], []
    for model in wanted:
        settings = personal.embedding if model == personal.embedding.model else EmbeddingSettings(model=model)
        try:
            embedder = (
                _minilm(minilm) if model == "minilm" and minilm else load(settings, personal.models, personal.key)
            )
        except EmbedderError as wrong:
            absent.append(f"{model}: left out, as {wrong}")
            continue
        if embedder is not None:
            found.append(Watched(model, embedder))
    return found, absent


def _minilm(folder: Path) -> Embedder:
    from reverie.llm.minilm import MiniLM

    if not (folder / "model.safetensors").is_file():
        raise EmbedderError("the folder given as --minilm (or REVERIE_MINILM) holds no model.safetensors")
    return MiniLM(folder)


def field(embedders: Sequence[Watched]) -> list[Ranker]:
    """Everyone who takes part, ours first."""
    return [
        Reverie("reverie fast"),
        *(Reverie(f"reverie full ({e.name})", e) for e in embedders),
        Plain("fts5 porter"),
        Plain("fts5, no stop words", stop=True),
        *(Nearest(f"{e.name} vectors", e) for e in embedders),
        *(Fusion(f"fts5 + {e.name} (rrf)", e) for e in embedders),
    ]
