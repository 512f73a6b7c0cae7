"""Language models: one question, one structured answer. Which is asked, and what it may cost, is the person's to set.

anthropic:NAME    Anthropic
openai:NAME       OpenAI, or with `endpoint` any server that speaks its chat completions
ollama:NAME       a local Ollama

The library that speaks to them (the extra `models`) is imported with the first question, never before.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal, Protocol

from reverie.domain.audit import one_line
from reverie.errors import ModelError
from reverie.llm import address
from reverie.llm.schema import known, misfit

if TYPE_CHECKING:
    from reverie.llm.agent import Asker
    from reverie.llm.prompts import Prompt

Role = Literal["fast", "deep"]
ROLES: tuple[Role, ...] = ("fast", "deep")  # for every session and statement; for dreams, which are seldom
ENDPOINTS = {
    "anthropic": "https://api.anthropic.com",
    "openai": "https://api.openai.com/v1",
    "ollama": "http://127.0.0.1:11434/v1",
}
_KEYS = {"anthropic": "ANTHROPIC_API_KEY", "openai": "OPENAI_API_KEY"}
_SAID = 200  # characters of what went wrong
_LONGEST = 3600.0  # seconds a call may be given


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """[models] in the person's config.toml; a workspace cannot set where texts are sent, or what may be spent"""

    fast: str = ""  # anthropic:NAME, openai:NAME or ollama:NAME; unset, the other is asked
    deep: str = ""
    endpoint: str = ""  # when it is not the provider's own
    key_name: str = ""  # the environment variable that holds the key, when it is not the usual one
    seconds: float = 60.0  # for one call, with everything that is tried again
    tokens: int = 500_000  # a day at most; 0 is no limit
    money: float = 1.0  # US dollars a day at most; 0 is no limit
    price_in: float = 0.0  # dollars for a million tokens, of models that the price list does not know
    price_out: float = 0.0

    def __post_init__(self) -> None:
        for role in ROLES:
            asked = getattr(self, role)
            provider, _, name = asked.partition(":")
            if asked and (provider not in ENDPOINTS or name.split() != [name]):
                raise ValueError(f"{role} must be one of " + ", ".join(f"{known}:NAME" for known in ENDPOINTS))
        providers = {named.partition(":")[0] for named in (self.fast, self.deep) if named}
        if len(providers) > 1 and (self.endpoint or self.key_name):
            raise ValueError("fast and deep have two providers, so endpoint and key_name could mean either; leave them")
        if self.endpoint:
            address.host(self.endpoint, "key_name")
        if self.key_name and not (self.key_name.isascii() and self.key_name.isidentifier()):
            raise ValueError("key_name must be the name of an environment variable, never the key itself")
        if not 0 < self.seconds <= _LONGEST:
            raise ValueError(f"seconds must be more than 0, and at most {_LONGEST:.0f}")
        for limit in ("tokens", "money", "price_in", "price_out"):
            if not (math.isfinite(value := getattr(self, limit)) and value >= 0):
                raise ValueError(f"{limit} must be 0 or more")

    def of(self, role: Role) -> str:
        """The model of a role: its own, else that of the other; empty when there is none."""
        return getattr(self, role) or self.fast or self.deep

    def variable(self, role: Role) -> str:
        """Where its key is; empty when it needs none. A provider's usual key goes to that provider alone."""
        return self.key_name or ("" if self.endpoint else _KEYS.get(self.of(role).partition(":")[0], ""))


class Model(Protocol):
    """Answers a question with data."""

    @property
    def name(self) -> str:
        """As in the settings."""

    def ask(self, prompt: Prompt, data: str, *, seconds: float | None = None) -> Mapping[str, Any]:
        """The answer to `data` under the instructions of the prompt, which fits the prompt's schema.

        Everything that fails is a ModelError of one line that holds neither key nor data. Takes at most so many
        seconds, and what the settings say when that is less. Safe to call from several threads.
        """


def asked(model: Model, prompt: Prompt, data: str, *, seconds: float | None = None) -> Mapping[str, Any]:
    """The answer of whatever model a person or a program has put there.

    Whoever wrote it, anything that it raises is the model having failed, and an answer of another form is none.
    """
    try:
        answer = model.ask(prompt, data) if seconds is None else model.ask(prompt, data, seconds=seconds)
    except ModelError:
        raise
    except Exception as wrong:
        from reverie.domain import safety  # a recall asks no model

        raise ModelError(
            f"{model.name} failed: {one_line(safety.redact(str(wrong) or type(wrong).__name__), _SAID)}"
        ) from wrong
    fitting: Mapping[str, Any] = known(answer, prompt.schema)
    if why := misfit(fitting, prompt.schema):
        raise ModelError(f"{model.name} did not answer as asked: {why}")
    return fitting


class Meter(Protocol):
    """Counts what is spent, for all processes together."""

    def reserve(
        self, model: str, tokens: int, money: float | None, *, most_tokens: int, most_money: float, now: datetime
    ) -> int:
        """Set aside what a call may cost, and name it; BudgetSpent when the day has less. None: no price is known."""

    def settle(self, call: int, sent: int, received: int, money: float | None) -> None:
        """Put what it did cost in the place of the reservation."""


def model(
    role: Role, settings: ModelSettings, key: str | None, meter: Meter, clock: Callable[[], datetime]
) -> Model | None:
    """The model of a role; None when no model is set. Nothing is imported or asked yet."""
    return (
        _Named(settings.of(role), settings, settings.variable(role), key, meter, clock) if settings.of(role) else None
    )


@dataclass(slots=True)
class _Named:
    """A model of a provider's, met with the first question."""

    name: str
    _settings: ModelSettings
    _variable: str
    _key: str | None
    _meter: Meter
    _clock: Callable[[], datetime]
    _asker: Asker | None = None

    def ask(self, prompt: Prompt, data: str, *, seconds: float | None = None) -> Mapping[str, Any]:
        key = (self._key or "").strip()
        if self._variable and not key:
            raise ModelError(f"{self.name} needs a key; put it into the environment variable {self._variable}")
        if not (key.isascii() and key.isprintable()):
            raise ModelError(
                f"the key in {self._variable} holds characters that cannot be sent; is the variable right?"
            )
        if self._asker is None:
            self._asker = self._met(key)
        return self._asker.ask(prompt, data, min(seconds or self._settings.seconds, self._settings.seconds))

    def _met(self, key: str) -> Asker:
        try:
            from reverie.llm.agent import Asker

            return Asker(self.name, self._settings, key, self._variable, self._meter, self._clock)
        except ImportError as wrong:
            raise ModelError(
                f"{self.name} needs {wrong.name or 'pydantic-ai'}, which is not installed: "
                "pip install 'reverie-memory[models]'"
            ) from wrong

    def __repr__(self) -> str:
        return f"<model {self.name}>"  # nothing that holds a key is printed by accident


class Tally:
    """A meter that hands everything on to another, and adds up what went through it: what one run spent, and waited."""

    def __init__(self, meter: Meter) -> None:
        self._meter = meter
        self._began: dict[int, float] = {}
        self.calls = self.sent = self.received = self.unpriced = 0
        self.money = self.seconds = 0.0

    def reserve(
        self, model: str, tokens: int, money: float | None, *, most_tokens: int, most_money: float, now: datetime
    ) -> int:
        call = self._meter.reserve(model, tokens, money, most_tokens=most_tokens, most_money=most_money, now=now)
        self._began[call] = time.monotonic()
        return call

    def settle(self, call: int, sent: int, received: int, money: float | None) -> None:
        self._meter.settle(call, sent, received, money)
        self.seconds += time.monotonic() - self._began.pop(call)
        self.calls, self.sent, self.received = self.calls + 1, self.sent + sent, self.received + received
        self.money, self.unpriced = self.money + (money or 0.0), self.unpriced + (money is None)
