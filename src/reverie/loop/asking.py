"""The questions of one run to a model: one that keeps failing, or whose budget is spent, is left in peace."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from reverie.errors import BudgetSpent, ModelError
from reverie.llm.models import Model, asked
from reverie.llm.prompts import load

_GIVE_UP = 2  # failures in a row after which a run goes on without the model


@dataclass(slots=True)
class Asking:
    """Asks, until there is no point in it any more in this run."""

    model: Model
    over: str = field(default="", init=False)  # why nothing more should be asked
    _failed: int = field(default=0, init=False)  # in a row

    def ask(self, prompt: str, data: str, *, seconds: float | None = None) -> Mapping[str, Any]:
        """The answer to a question; ModelError when there is none."""
        try:
            answer = asked(self.model, load(prompt), data, seconds=seconds)
        except BudgetSpent as wrong:
            self.over = str(wrong)
            raise
        except ModelError:
            self._failed += 1
            if self._failed >= _GIVE_UP:
                self.over = f"{self.model.name} failed {_GIVE_UP} times in a row; left for this run"
            raise
        self._failed = 0
        return answer
