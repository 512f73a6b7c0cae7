"""Asking by way of pydantic-ai: reserve, ask, check, have it mended once, settle. Imported with the first question."""

from __future__ import annotations

import asyncio
import copy
import json
import warnings
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from pydantic_ai import Agent, ModelRetry, StructuredDict, UsageExtractionFailedWarning
from pydantic_ai.messages import ModelMessage, ModelRequest, ModelResponse, SystemPromptPart
from pydantic_ai.models import Model as Provided, ModelRequestParameters
from pydantic_ai.models.wrapper import WrapperModel
from pydantic_ai.settings import ModelSettings as Sent

from reverie.errors import ModelError
from reverie.llm import beside
from reverie.llm.client import Client
from reverie.llm.embed import sendable
from reverie.llm.models import ENDPOINTS, Meter, ModelSettings
from reverie.llm.price import price
from reverie.llm.prompts import Prompt
from reverie.llm.schema import known, misfit

ANSWER = 8_192  # tokens of an answer at most
_A_TOKEN = 3  # bytes; there are more in most, and a budget is better estimated too high
_GRACE = 2.0  # seconds to stop in, after which it is left behind
_NO_KEY = "none"  # the libraries insist on one; it is not sent


class Asker:
    """Asks one model of one provider."""

    def __init__(
        self, name: str, settings: ModelSettings, key: str, variable: str, meter: Meter, clock: Callable[[], datetime]
    ) -> None:
        self.name, self._settings, self._key, self._variable = name, settings, key, variable
        self._meter, self._clock = meter, clock
        self._provider, _, self._model = name.partition(":")
        self._endpoint = _endpoint(self._provider, settings.endpoint)
        self._provided = _speaker(self._provider, given=bool(settings.endpoint))
        warnings.filterwarnings("ignore", category=UsageExtractionFailedWarning)  # we count when a server cannot

    def ask(self, prompt: Prompt, data: str, seconds: float) -> Mapping[str, Any]:
        try:
            return beside.run(self._ask(prompt, sendable(data), seconds), seconds + _GRACE)
        except TimeoutError:
            raise ModelError(f"{self.name} did not answer within {seconds:g} s") from None

    async def _ask(self, prompt: Prompt, data: str, seconds: float) -> Mapping[str, Any]:
        until = asyncio.get_running_loop().time() + seconds
        client, wrong = self._client(until), ""

        def check(answer: dict[str, Any]) -> dict[str, Any]:
            nonlocal wrong
            answer = known(answer, prompt.schema)
            wrong = misfit(answer, prompt.schema) or ""
            if wrong:
                raise ModelRetry(f"That does not fit the schema: {wrong}. Answer again, whole.")
            return answer

        try:
            async with asyncio.timeout_at(until), client:
                provided = self._provided(self._model, self._endpoint, self._key or _NO_KEY, client, seconds)
                metered = _Metered(provided, self, client, json.dumps(prompt.schema))
                agent = Agent(
                    metered,
                    output_type=StructuredDict(copy.deepcopy(dict(prompt.schema)), name="answer"),
                    instructions=prompt.text,
                    retries=1,
                    model_settings=_sent(provided.profile),
                )
                agent.instrument = False
                agent.output_validator(check)
                return (await agent.run(data, infer_name=False)).output
        except (ModelError, TimeoutError):
            raise
        except Exception:  # noqa: BLE001  whatever the libraries raise may hold what was sent; ours does not
            raise ModelError(self._why(client, wrong)) from None

    def _why(self, client: Client, wrong: str) -> str:
        if client.status in (401, 403):
            refused = (
                f"refuses the key in {self._variable}" if self._key else "wants a key; name its variable by `key_name`"
            )
            return f"{self.name} {refused} ({client.status})"
        if client.trouble:
            return f"{self.name} at {self._endpoint} {client.trouble}"
        return f"{self.name} did not answer as asked" + (f", told so or not: {wrong}" if wrong else "")

    def _client(self, until: float) -> Client:
        try:
            return Client(self._endpoint, self._header(), until)
        except Exception:  # noqa: BLE001  of addresses, proxies and certificates, by whatever name
            raise ModelError(f"{self.name} cannot be asked; is its endpoint right, or a proxy in the way?") from None

    def _header(self) -> dict[str, str]:
        if not self._key:
            return {}
        return {"x-api-key": self._key} if self._provider == "anthropic" else {"Authorization": f"Bearer {self._key}"}

    # What it costs

    def reserve(self, sent: int) -> int:
        limits = self._settings
        return self._meter.reserve(
            self.name, sent + ANSWER, price(self.name, sent, ANSWER, limits),
            most_tokens=limits.tokens, most_money=limits.money, now=self._clock(),
        )  # fmt: skip

    def settle(self, call: int, sent: int, received: int) -> None:
        self._meter.settle(call, sent, received, price(self.name, sent, received, self._settings))


class _Metered(WrapperModel):
    """Every request is reserved before it is sent and settled after, however it ends."""

    def __init__(self, wrapped: Provided, asker: Asker, client: Client, schema: str) -> None:
        super().__init__(wrapped)
        self._asker, self._client, self._schema = asker, client, schema

    async def request(
        self,
        messages: list[ModelMessage],
        model_settings: Sent | None,
        model_request_parameters: ModelRequestParameters,
    ) -> ModelResponse:
        messages = [_unannounced(message) for message in messages]
        guess = _size(messages, self._schema)
        call = self._asker.reserve(guess)
        before, sent, received, answered = self._client.taken, 0, 0, 0
        try:
            response = await self.wrapped.request(messages, model_settings, model_request_parameters)
            answered, sent, received = 1, _count(response.usage.input_tokens), _count(response.usage.output_tokens)
            if not sent and not received:  # not every server counts
                sent, received = guess, _size([response], "")
        finally:
            # A try that was taken and never answered may be charged all the same.
            lost = max(0, self._client.taken - before - answered)
            self._asker.settle(call, sent + lost * guess, received)
        if response.finish_reason == "content_filter":
            raise ModelError(f"{self._asker.name} refuses to answer")
        if response.finish_reason == "length":
            raise ModelError(f"{self._asker.name} was cut off after {ANSWER:,} tokens")
        return response


def _speaker(provider: str, *, given: bool) -> Callable[[str, str, str, Client, float], Provided]:
    """Who makes the model as the library has it; each library is large, so only the one that is needed is imported."""
    if provider == "anthropic":
        from reverie.llm.by_anthropic import provided

        return provided
    from reverie.llm import by_openai

    return by_openai.ollama if provider == "ollama" else by_openai.compatible if given else by_openai.openai


def _sent(profile: Mapping[str, Any]) -> Sent:
    """As little chance as the model lets us choose."""
    fixed = profile.get("thinking_enabled_by_default") or profile.get("anthropic_disallows_sampling_settings")
    return Sent(max_tokens=ANSWER) if fixed else Sent(max_tokens=ANSWER, temperature=0.0)


def _unannounced(message: ModelMessage) -> ModelMessage:
    """Without what the library tells the model of itself: that <system> in what it reads has authority, among others.

    What we give it to read is not to be trusted, and our own instructions are not among the parts.
    """
    if not isinstance(message, ModelRequest):
        return message
    return replace(message, parts=[part for part in message.parts if not isinstance(part, SystemPromptPart)])


def _size(messages: list[ModelMessage], schema: str) -> int:
    """Tokens of a request, rather too many."""
    parts = [str(getattr(part, "content", "")) + str(getattr(part, "args", "")) for m in messages for part in m.parts]
    told = [getattr(m, "instructions", None) or "" for m in messages]
    return sum(len(text.encode("utf-8", "replace")) for text in (*parts, *told, schema)) // _A_TOKEN + 1


def _count(tokens: int) -> int:
    """What a server says it counted, within reason."""
    return min(max(0, tokens), 1_000_000_000)


def _endpoint(provider: str, asked: str) -> str:
    """Where a provider's library is to look: OpenAI's wants the version in the address, Anthropic's puts it there."""
    found = (asked or ENDPOINTS[provider]).rstrip("/")
    if provider == "anthropic":
        return found.removesuffix("/v1")
    return found if provider == "openai" or found.endswith("/v1") else f"{found}/v1"
