"""A model that answers what it was told to, for tests; it keeps what it was asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from reverie.errors import ModelError
from reverie.llm.prompts import Prompt
from reverie.llm.schema import known, misfit

Line = Mapping[str, Any] | BaseException | Callable[[Prompt, str], Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Asked:
    """One question."""

    prompt: Prompt
    data: str
    seconds: float | None


class Scripted:
    """Gives the answers in turn: a mapping, an error to raise, or whatever a callable makes of prompt and data.

    A callable alone answers everything. What does not fit the prompt's schema is an error, as with any model.
    """

    def __init__(self, answers: Iterable[Line] | Callable[[Prompt, str], Mapping[str, Any]], name: str = "scripted"):
        self.name = name
        self.asked: list[Asked] = []
        self._every = answers if callable(answers) else None
        self._answers = [] if callable(answers) else list(answers)

    def ask(self, prompt: Prompt, data: str, *, seconds: float | None = None) -> Mapping[str, Any]:
        self.asked.append(Asked(prompt, data, seconds))
        if self._every is None and not self._answers:
            raise ModelError(f"{self.name} has no answer left")
        line: Line = self._every or self._answers.pop(0)
        if isinstance(line, BaseException):
            raise line
        answer = line if isinstance(line, Mapping) else line(prompt, data)
        wrong = misfit(known(answer, prompt.schema), prompt.schema)
        if wrong:
            raise ModelError(f"{self.name} did not answer as asked: {wrong}")
        return answer
