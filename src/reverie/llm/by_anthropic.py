"""Anthropic's messages, as the library speaks them; nothing about it is left to the environment."""

from __future__ import annotations

import httpx2
from anthropic import AsyncAnthropic
from pydantic_ai.models import Model
from pydantic_ai.models.anthropic import AnthropicModel
from pydantic_ai.providers.anthropic import AnthropicProvider


def provided(model: str, endpoint: str, key: str, client: httpx2.AsyncClient, seconds: float) -> Model:
    library = AsyncAnthropic(
        api_key=key, base_url=endpoint, http_client=client, max_retries=0, timeout=seconds, open_telemetry=False
    )
    return AnthropicModel(model, provider=AnthropicProvider(anthropic_client=library))
