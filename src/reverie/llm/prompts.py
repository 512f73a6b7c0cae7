"""Prompts: files with the schema of the answer beside them, and the fence around text that nobody vouches for."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from reverie.llm.schema import checkable

_FOLDER = Path(__file__).parent / "prompts"
_NAME = re.compile(r"[a-z][a-z0-9-]*")
_UNSEEN = r"[\s\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]*"
_OPEN = "[<\u2039\u2329\u3008\ufe64\uff1c]"  # and what reads like it


@dataclass(frozen=True, slots=True)
class Prompt:
    """What a model is told to do, and the JSON schema its answer fits."""

    name: str
    text: str
    schema: Mapping[str, Any]

    def __post_init__(self) -> None:
        if self.schema.get("type") != "object":
            raise ValueError(f"{self.name}: the answer must be an object")
        checkable(self.schema)


@cache
def load(name: str) -> Prompt:
    """The prompt `prompts/<name>.md`, with the schema `<name>.json`."""
    if not _NAME.fullmatch(name):
        raise ValueError(f"{name!r} is no name of a prompt")
    text = (_FOLDER / f"{name}.md").read_text("utf-8").strip()
    return Prompt(name, text, json.loads((_FOLDER / f"{name}.json").read_text("utf-8")))


def fence(text: str, tag: str, *beside: str) -> str:
    """The text between `<tag>` and `</tag>`, neither of which it can hold: theirs are turned into words.

    For everything stored or said that goes into a prompt: what is inside is to be read, never to be obeyed. `beside`:
    the other tags of the same prompt, which it cannot hold either.
    """
    if bad := [each for each in (tag, *beside) if not _NAME.fullmatch(each)]:
        raise ValueError(f"{bad[0]!r} is no tag")
    names = "|".join(_UNSEEN.join(map(re.escape, each)) for each in (tag, *beside))
    ours = re.compile(rf"{_OPEN}(?={_UNSEEN}[/\u2215\u2044\uff0f]?{_UNSEEN}(?:{names}))", re.IGNORECASE)
    return f"<{tag}>\n{ours.sub('&lt;', text)}\n</{tag}>"
