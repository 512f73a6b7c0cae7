"""HTTP to one endpoint and nowhere else: one key, no redirects, another try when it is busy, no endless answers."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from functools import cache
from ssl import SSLContext
from typing import Any

import httpx2

from reverie.llm.address import LOOPBACK

PAUSES = (0.5, 1.0)  # seconds before the second and the third try, when the endpoint names none
LONGEST_PAUSE = 4.0
MOST = 4 << 20  # bytes of an answer that are read
_OURS = frozenset(
    {
        "host", "content-type", "content-length", "transfer-encoding", "connection", "accept", "user-agent",
        "anthropic-version", "anthropic-beta",
    }
)  # fmt: skip
_CODES = frozenset(  # how providers name errors; any other word of theirs might be one of ours
    {
        "api_error", "authentication_error", "billing_error", "billing_hard_limit_reached", "content_filter",
        "context_length_exceeded", "insufficient_quota", "invalid_api_key", "invalid_request_error", "model_not_found",
        "not_found_error", "overloaded_error", "permission_error", "rate_limit_error", "rate_limit_exceeded",
        "request_too_large", "server_error", "timeout_error", "unsupported_parameter", "unsupported_value",
    }
)  # fmt: skip


_UNKNOWN = "; is the name of the model right, and the endpoint?"


class Unusable(Exception):
    """The endpoint did not answer in a way that is any use; `Client.trouble` says why."""


class Client(httpx2.AsyncClient):
    """A client for one question. Libraries add headers out of the environment; only ours are sent."""

    def __init__(self, endpoint: str, key: Mapping[str, str], until: float) -> None:
        local = httpx2.URL(endpoint).host in LOOPBACK
        super().__init__(trust_env=not local, timeout=None, verify=_certificates())
        self._endpoint, self._key, self._until = endpoint.rstrip("/") + "/", key, until
        self.trouble = ""  # why the last try failed
        self.status = 0  # of the last answer
        self.taken = 0  # tries that were not refused, and so may be charged

    async def send(self, request: httpx2.Request, **_: Any) -> httpx2.Response:
        if not str(request.url).startswith(self._endpoint):
            self.trouble = "was to be asked at another address"
            raise Unusable
        for name in set(request.headers) - _OURS:
            del request.headers[name]
        request.headers.update({**self._key, "Accept-Encoding": "identity"})
        for usual in PAUSES:
            pause = usual
            try:
                response = await self._once(request)
                if self.status != 429 and self.status < 500:
                    return response
                pause = _pause(response, usual)
            except (httpx2.ReadError, httpx2.WriteError, httpx2.RemoteProtocolError):
                pass
            if asyncio.get_running_loop().time() + pause >= self._until:
                break
            await asyncio.sleep(pause)
        else:
            return await self._once(request)
        raise Unusable

    async def _once(self, request: httpx2.Request) -> httpx2.Response:
        """One try, its answer read to the end."""
        self.trouble, self.status, before = "", 0, self.taken
        self.taken += 1
        try:
            response = await super().send(request, stream=True, follow_redirects=False)
        except (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.UnsupportedProtocol, httpx2.ProxyError):
            self.taken, self.trouble = before, "cannot be reached; is it running?"
            raise
        except httpx2.TransportError:
            self.trouble = "broke off"
            raise
        try:
            return await self._read(response, before)
        except httpx2.TransportError:
            self.trouble = "broke off"
            raise
        finally:
            await response.aclose()

    async def _read(self, response: httpx2.Response, before: int) -> httpx2.Response:
        self.status = response.status_code
        if response.headers.get("Content-Encoding", "identity") != "identity":
            self.trouble = "answered in an encoding nobody asked for"
            raise Unusable
        response.stream = _Bounded(response.stream, self)
        await response.aread()
        if 200 <= self.status < 300:
            return self._parsed(response)
        self.taken = before
        if 300 <= self.status < 400:
            self.trouble = f"redirects elsewhere ({self.status}); what is asked goes only to the address you set"
            raise Unusable
        self.trouble = f"answered {self.status}{_code(response)}" + (_UNKNOWN if self.status == 404 else "")
        return response

    def _parsed(self, response: httpx2.Response) -> httpx2.Response:
        try:
            said = json.loads(response.content)
        except (ValueError, RecursionError):
            self.trouble = "answered with what is no JSON; is the endpoint right?"
            raise Unusable from None
        count = said.get("usage") if isinstance(said, dict) else None
        if count is None or (isinstance(count, dict) and not any(isinstance(n, str) for n in count.values())):
            return response
        plain = {name: one for name, one in said.items() if name != "usage"}
        if isinstance(count, dict):  # the libraries add what was counted, and fail at words
            plain["usage"] = _numbers(count)
        return httpx2.Response(self.status, json=plain, request=response.request)


def _numbers(count: Mapping[str, Any]) -> dict[str, Any]:
    """What a server counted, in numbers; nothing where it says none."""
    return {name: (int(n) if n.isdecimal() else 0) if isinstance(n, str) else n for name, n in count.items()}


@cache
def _certificates() -> SSLContext:
    return httpx2.create_ssl_context()  # a third of what a question costs us, and always the same


class _Bounded(httpx2.AsyncByteStream):
    """An answer up to a size."""

    def __init__(self, stream: Any, client: Client) -> None:
        self._stream, self._client = stream, client

    async def __aiter__(self) -> AsyncIterator[bytes]:
        size = 0
        async for part in self._stream:
            size += len(part)
            if size > MOST:
                self._client.trouble = f"answered with more than {MOST >> 20} MB"
                raise Unusable
            yield part

    async def aclose(self) -> None:
        await self._stream.aclose()


def _code(response: httpx2.Response) -> str:
    """The provider's name for an error. Its message is not repeated: it may quote what was sent."""
    try:
        said = json.loads(response.content)["error"]
        named = (said.get("code"), said.get("type"))
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return ""
    return next((f" ({name})" for name in named if isinstance(name, str) and name in _CODES), "")


def _pause(response: httpx2.Response, usual: float) -> float:
    try:
        return min(LONGEST_PAUSE, max(0.0, float(response.headers.get("Retry-After", usual))))
    except ValueError:
        return usual
