"""A tool: what an agent may ask, what it must say, and what it gets. The library of the protocol is not needed here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from reverie.errors import ReverieError
from reverie.llm.schema import misfit

if TYPE_CHECKING:
    from reverie.memory import Memory

LONGEST = 200_000  # characters of an argument; a person keeps longer texts by command
Asked = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Said:
    """An answer: as text for a model, and as fields."""

    text: str
    fields: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """One thing an agent may ask. The schemas are plain: every host takes them as they are."""

    name: str
    title: str
    description: str  # when to call it comes first
    takes: Mapping[str, Any]
    needs: tuple[str, ...]
    gives: Mapping[str, Any]
    call: Callable[[Memory, str, Asked], Said]  # with the space the agent works in
    writes: bool = False
    destructive: bool = False
    always: bool = False  # loaded even by hosts that load tools only when they are looked for

    @property
    def input_schema(self) -> dict[str, Any]:
        return {"type": "object", "properties": dict(self.takes), "required": list(self.needs)}

    @property
    def output_schema(self) -> dict[str, Any]:
        return {"type": "object", "properties": dict(self.gives), "required": list(self.gives)}

    def answer(self, memory: Memory, space: str, arguments: Asked) -> Said:
        """The answer to a call; ReverieError with one line for the agent when there is none."""
        asked = {name: value for name, value in arguments.items() if value is not None}  # some hosts send all of them
        closed = {**self.input_schema, "additionalProperties": False}
        if wrong := misfit(asked, closed, self.name):
            raise ReverieError(wrong)
        for name, value in asked.items():
            if isinstance(value, str) and len(value) > LONGEST:
                raise ReverieError(
                    f"{self.name}.{name} is {len(value):,} characters long; at most {LONGEST:,} are taken"
                )
        return self.call(memory, space, asked)
