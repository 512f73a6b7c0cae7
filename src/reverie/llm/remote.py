"""Embedders behind an endpoint: OpenAI's format, which many servers speak, and Ollama's. Standard library HTTP."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from http.client import HTTPException
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reverie.errors import EmbedderError
from reverie.llm.address import LOOPBACK, host
from reverie.llm.embed import sendable

SECONDS = 5.0  # a request may take, and so much more for each of its texts
SECONDS_A_TEXT = 0.5
_PAUSE = 0.5  # seconds before the one other try, when the endpoint names none
_LONGEST_PAUSE = 2.0
_MOST = 256 << 20  # bytes of an answer that are read
_USUAL = {"openai": "https://api.openai.com/v1", "ollama": "http://127.0.0.1:11434"}


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Texts and key go to the address the person named, and nowhere else."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


class Remote:
    """Sends texts, in bounded batches, to where the person's settings say and nowhere else."""

    def __init__(self, kind: str, name: str, endpoint: str, key: str | None, batch: int) -> None:
        self._kind, self._name, self._batch = kind, name, batch
        self._key = (key or "").strip()
        self._endpoint = (endpoint or _USUAL[kind]).rstrip("/")
        try:
            found = host(self._endpoint, "key")
        except ValueError as wrong:
            raise EmbedderError(str(wrong)) from None
        if not (self._key.isascii() and self._key.isprintable()):
            raise EmbedderError("the endpoint's key holds characters that cannot be sent; is the variable right?")
        handlers: list[urllib.request.BaseHandler] = [_NoRedirect()]
        if found in LOOPBACK:
            handlers.append(urllib.request.ProxyHandler({}))
        self._opener = urllib.request.build_opener(*handlers)
        # Two servers may give one name to two models.
        at = "" if self._endpoint == _USUAL[kind] else "@" + self._endpoint.partition("://")[2]
        self.identity = f"{kind}:{name}{at}"
        self.dims = 0

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        said = [n for n, text in enumerate(texts) if text.strip()]  # endpoints refuse the rest
        blocks = [
            self._rows([sendable(texts[n]) for n in said[start : start + self._batch]])
            for start in range(0, len(said), self._batch)
        ]
        vectors = np.zeros((len(texts), self.dims), dtype=np.float32)
        if blocks:
            vectors[said] = np.concatenate(blocks)
        return vectors

    def _rows(self, texts: Sequence[str]) -> NDArray[np.float32]:
        path = "/embeddings" if self._kind == "openai" else "/api/embed"
        answer = self._post(path, {"model": self._name, "input": list(texts)}, SECONDS + SECONDS_A_TEXT * len(texts))
        try:
            if self._kind == "openai":
                given = [row["embedding"] for row in sorted(answer["data"], key=lambda row: row["index"])]
            else:
                given = answer["embeddings"]
            if len(given) != len(texts):
                raise ValueError(f"{len(given)} vectors for {len(texts)} texts")
            rows = np.array(given, dtype=np.float32)
        except (KeyError, TypeError, ValueError, OverflowError) as wrong:
            raise EmbedderError(f"{self.identity} did not answer with vectors ({self._harmless(wrong)})") from None
        if rows.ndim != 2 or not rows.shape[1]:
            raise EmbedderError(f"{self.identity} did not answer with vectors")
        with np.errstate(over="ignore", invalid="ignore"):
            lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        if not np.isfinite(lengths).all():
            raise EmbedderError(f"{self.identity} answered with vectors that hold no numbers")
        if self.dims not in (0, rows.shape[1]):
            raise EmbedderError(f"{self.identity} gave vectors of {rows.shape[1]} dimensions after {self.dims}")
        self.dims = int(rows.shape[1])
        scaled: NDArray[np.float32] = rows / np.maximum(lengths, 1e-12)
        return scaled

    def _post(self, path: str, body: dict[str, Any], seconds: float) -> Any:
        """Ask, and once more when the endpoint is busy; in that many seconds altogether."""
        headers = {"Content-Type": "application/json"}
        if self._key:
            headers["Authorization"] = f"Bearer {self._key}"
        request = urllib.request.Request(self._endpoint + path, json.dumps(body).encode(), headers)  # noqa: S310
        until = time.monotonic() + seconds
        try:
            try:
                return self._answer(request, until)
            except urllib.error.HTTPError as busy:
                pause = _pause(busy)
                if (busy.code != 429 and busy.code < 500) or time.monotonic() + pause >= until:
                    raise
                busy.close()
            time.sleep(pause)
            return self._answer(request, until)
        except urllib.error.HTTPError as wrong:
            with wrong:
                raise EmbedderError(self._refusal(wrong)) from None
        except TimeoutError:
            raise EmbedderError(f"{self._endpoint} did not answer within {seconds:g} s") from None
        except (OSError, ValueError, HTTPException, RecursionError) as wrong:
            why = getattr(wrong, "reason", wrong)
            if isinstance(why, TimeoutError):
                raise EmbedderError(f"{self._endpoint} did not answer within {seconds:g} s") from None
            if isinstance(wrong, ValueError | RecursionError):
                raise EmbedderError(f"{self._endpoint} did not answer with JSON") from None
            raise EmbedderError(f"{self._endpoint} cannot be asked ({self._harmless(why)}); is it running?") from None

    def _answer(self, request: urllib.request.Request, until: float) -> Any:
        with self._opener.open(request, timeout=max(0.1, until - time.monotonic())) as response:
            body = bytearray()
            while part := response.read1(1 << 16):
                body += part
                if time.monotonic() > until:  # it answers, but never ends
                    raise TimeoutError
                if len(body) > _MOST:
                    raise ValueError("too long")
            return json.loads(body)

    def _refusal(self, wrong: urllib.error.HTTPError) -> str:
        if 300 <= wrong.code < 400:
            to = self._harmless(wrong.headers.get("Location", "elsewhere"))
            return f"{self._endpoint} redirects to {to}; texts are sent only to the address you set"
        if wrong.code in (401, 403):
            how = "refuses the key" if self._key else "wants a key, and the variable of the setting `key` is not set"
            return f"{self._endpoint} {how} ({wrong.code})"
        try:
            said = json.loads(wrong.read(4096)).get("error", "")
            said = said.get("message", "") if isinstance(said, dict) else said
        except (OSError, ValueError, AttributeError, HTTPException, RecursionError):
            said = ""
        more = f": {self._harmless(said)}" if said else ""
        return f"{self._endpoint} answered {wrong.code} for {self._name}{more}"

    def _harmless(self, said: object) -> str:
        """Something of the endpoint's to be shown: short, one line, without the key."""
        text = " ".join(str(said).split())
        if self._key:
            text = text.replace(self._key, "…")
        return "".join(char for char in text if char.isprintable())[:160]


def _pause(busy: urllib.error.HTTPError) -> float:
    try:
        return min(_LONGEST_PAUSE, max(0.0, float(busy.headers.get("Retry-After", _PAUSE))))
    except ValueError:
        return _PAUSE
