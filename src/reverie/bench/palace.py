"""MemPalace as a ranker, when it and its model are there. Never installs or downloads anything."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from datetime import datetime
from importlib.util import find_spec
from pathlib import Path

from reverie.bench.rankers import DEPTH, Asked, Reply
from reverie.bench.store import Store

_BATCH = 100


def missing() -> str | None:
    """Why it cannot take part; None when it can."""
    if find_spec("mempalace") is None:
        return "mempalace: not installed"
    try:
        model = importlib.import_module("chromadb.utils.embedding_functions").ONNXMiniLM_L6_V2
    except (ImportError, AttributeError):
        return "mempalace: chromadb is not installed as it needs it"
    if not (Path(model.DOWNLOAD_PATH) / model.EXTRACTED_FOLDER_NAME / "model.onnx").is_file():
        return "mempalace: its model is not there; it is downloaded at its first use, which this run does not do"
    return None


@dataclass(frozen=True, slots=True)
class Palace:
    """One drawer for each turn, asked through MemPalace's own search."""

    name: str = "mempalace"
    ours: bool = False

    def open(self, store: Store) -> Asked:
        palace, searcher = (importlib.import_module(f"mempalace.{name}") for name in ("palace", "searcher"))
        path = str(store.root / "palace")
        drawers = palace.get_collection(path)
        turns = [(f"turn-{n}", turn) for n, turn in enumerate(store.conversation.turns) if turn.text.strip()]
        for start in range(0, len(turns), _BATCH):
            some = turns[start : start + _BATCH]
            drawers.upsert(
                documents=[turn.text for _, turn in some],
                ids=[name for name, _ in some],
                metadatas=[
                    {
                        "wing": "bench",
                        "room": "talk",
                        "source_file": name,
                        "chunk_index": 0,
                        "filed_at": turn.at.isoformat(),
                    }
                    for name, turn in some
                ],
            )
        ids = {name: turn.id for name, turn in turns}

        def ask(text: str, _: datetime) -> Reply:
            found = searcher.search_memories(text, path, n_results=DEPTH)
            return Reply(
                tuple(ids[hit["source_path"]] for hit in found.get("results", ()) if hit["source_path"] in ids)
            )

        return ask
