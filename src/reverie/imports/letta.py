"""Letta: the memory blocks of an agent file (.af), in the form of today and in the one before."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from reverie.imports.base import STATEMENT, Gathered, Piece, json_of, moment
from reverie.imports.lines import statements

_PERSONA = frozenset({"persona", "system", "policy", "instructions"})  # how an agent is to behave: not what it learnt


class Letta:
    """Blocks about people and work become statements. Conversations, tools and personas are left where they are."""

    name = "letta"

    def looks(self, path: Path) -> bool:
        if path.suffix.lower() not in (".af", ".json") or path.is_dir():
            return False
        data = json_of(path)
        if isinstance(data, list):
            return bool(data) and all(isinstance(b, dict) and {"label", "value"} <= b.keys() for b in data)
        known = isinstance(data, dict) and ("agents" in data or "core_memory" in data)
        return bool(known and isinstance(data.get("blocks", data.get("core_memory")), list))

    def gather(self, path: Path) -> Gathered:
        data = json_of(path)
        found = Gathered(self.name, path.name)
        whole = {"blocks": data} if isinstance(data, list) else data
        at = moment(whole.get("updated_at")) or moment(whole.get("created_at"))
        blocks = whole.get("blocks", whole.get("core_memory"))
        for n, block in enumerate(blocks if isinstance(blocks, list) else ()):
            if not isinstance(block, dict) or not isinstance(block.get("value"), str):
                found.skipped["a block that is none"] += 1
            elif str(block.get("label")).lower() in _PERSONA:
                found.skipped[f"the block {block['label']!r} says how an agent behaves"] += 1
            else:
                found.pieces += _block(block, n, moment(block.get("updated_at")) or at)
        agents = whole.get("agents") if isinstance(whole.get("agents"), list) else [whole]
        count = sum(
            len(a["messages"]) for a in agents or () if isinstance(a, dict) and isinstance(a.get("messages"), list)
        )
        if count:
            found.skipped["a message of a conversation"] += count
        return found


def _block(block: Mapping[str, Any], number: int, at: Any) -> Iterator[Piece]:
    label, text = str(block.get("label") or number), block["value"]
    if "\n" not in text.strip() and 0 < len(text.strip()) <= STATEMENT:
        yield Piece(place=f"block {label}", text=text.strip(), at=at, title=label, tags=(label,))
        return
    for said in statements(text):
        yield Piece(
            place=f"block {label}:{said.line}", text=said.text, at=at, title=said.heading or label, tags=(label,)
        )
    if len(text) > STATEMENT:
        yield Piece(place=f"block {label}", text=text, at=at, whole=True, title=f"Letta block {label}", tags=(label,))
