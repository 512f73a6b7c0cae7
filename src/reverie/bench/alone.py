"""What is measured without a model asks none, whichever the person who measures has set."""

from __future__ import annotations

from dataclasses import replace

from reverie.llm.models import ModelSettings
from reverie.memory import Memory


def by_rules(memory: Memory) -> Memory:
    """The same memory, left alone with its rules."""
    memory.personal = replace(memory.personal, language=ModelSettings())
    return memory
