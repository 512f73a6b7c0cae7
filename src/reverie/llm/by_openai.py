"""OpenAI's chat completions, which Ollama and many servers speak too; nothing about it is left to the environment."""

from __future__ import annotations

import httpx2
from openai import AsyncOpenAI
from pydantic_ai.models import Model
from pydantic_ai.models.ollama import OllamaModel
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.profiles.openai import OpenAIModelProfile, openai_model_profile
from pydantic_ai.providers.ollama import OllamaProvider
from pydantic_ai.providers.openai import OpenAIProvider
from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider


def openai(model: str, endpoint: str, key: str, client: httpx2.AsyncClient, seconds: float) -> Model:
    return OpenAIChatModel(model, provider=OpenAIProvider(openai_client=_library(endpoint, key, client, seconds)))


def compatible(model: str, endpoint: str, key: str, client: httpx2.AsyncClient, seconds: float) -> Model:
    provider = OpenAICompatibleProvider("endpoint", openai_client=_library(endpoint, key, client, seconds))
    return OpenAIChatModel(model, provider=provider, profile=_older(model))


def ollama(model: str, endpoint: str, key: str, client: httpx2.AsyncClient, seconds: float) -> Model:
    provider = OllamaProvider(openai_client=_library(endpoint, key, client, seconds))
    return OllamaModel(model, provider=provider, profile=_older(model))


def _library(endpoint: str, key: str, client: httpx2.AsyncClient, seconds: float) -> AsyncOpenAI:
    return AsyncOpenAI(api_key=key, base_url=endpoint, http_client=client, max_retries=0, timeout=seconds)


def _older(model: str) -> OpenAIModelProfile:
    """Most servers but OpenAI's own know the limit of an answer by its older name; models that think by the new."""
    thinks = bool((openai_model_profile(model) or {}).get("openai_supports_reasoning"))
    return OpenAIModelProfile(openai_chat_supports_max_completion_tokens=thinks)
