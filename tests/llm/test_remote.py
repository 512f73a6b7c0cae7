"""Embedders behind an endpoint, against a server on this machine that speaks both formats, and misbehaves on demand."""

from __future__ import annotations

import json
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np
import pytest

from reverie.errors import EmbedderError
from reverie.llm import remote
from reverie.llm.remote import Remote

KEY = "sk-test-0123456789abcdef"
DIMS = 16


def vector(text: str, dims: int = DIMS) -> list[float]:
    """Texts that share words are near each other; not of length one, as servers do not promise that."""
    found = [0.0] * dims
    for word in text.lower().split():
        found[zlib.crc32(word.encode()) % dims] += 3.0
    return found


Answer = Callable[["Endpoint", "Asked"], None]


class Asked(BaseHTTPRequestHandler):
    """One request."""

    server: Endpoint

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.asked.append({"path": self.path, "key": self.headers.get("Authorization"), **body})
        self.texts = body["input"]
        queue = self.server.answers
        (queue.pop(0) if queue else well)(self.server, self)

    def say(self, code: int, body: bytes, **headers: str) -> None:
        self.send_response(code)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        pass


class Endpoint(ThreadingHTTPServer):
    """Embeds by counting words. `answers` holds what the next requests get instead of a good answer."""

    daemon_threads = True
    block_on_close = False

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Asked)
        self.asked: list[dict[str, Any]] = []
        self.answers: list[Answer] = []
        self.dims = DIMS
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()

    def handle_error(self, *_: Any) -> None:
        """Whoever asked did not wait; that is what some tests are about."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    @property
    def texts(self) -> list[str]:
        return [text for asked in self.asked for text in asked["input"]]

    def kill(self) -> None:
        self.shutdown()
        self.server_close()


def well(server: Endpoint, asked: Asked) -> None:
    rows = [vector(text, server.dims) for text in asked.texts]
    if asked.path.endswith("/embeddings"):
        data = [{"index": n, "embedding": row} for n, row in reversed(list(enumerate(rows)))]
        asked.say(200, json.dumps({"data": data}).encode())
    else:
        asked.say(200, json.dumps({"embeddings": rows}).encode())


def saying(code: int, body: object = "", **headers: str) -> Answer:
    text = body if isinstance(body, str) else json.dumps(body)
    return lambda _, asked: asked.say(code, text.encode(), **headers)


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    server = Endpoint()
    yield server
    server.kill()


def openai(server: Endpoint, *, key: str | None = KEY, batch: int = 64) -> Remote:
    return Remote("openai", "small", server.url + "/v1", key, batch)


def why(embedder: Remote) -> str:
    """What an attempt to embed says, which is one line and never holds the key."""
    with pytest.raises(EmbedderError) as wrong:
        embedder.embed(["Ana prefers tea"])
    text = str(wrong.value)
    assert "\n" not in text and len(text) < 400
    assert KEY not in text and KEY not in repr(wrong.value.__cause__)
    return text


@pytest.mark.parametrize("kind", ["openai", "ollama"])
def test_both_formats_are_spoken_and_vectors_have_length_one_in_the_order_given(endpoint: Endpoint, kind: str):
    embedder = Remote(kind, "small", endpoint.url, KEY, 2)

    rows = embedder.embed(["tea", "coffee", "tea and coffee", "tea", "milk"])

    assert rows.shape == (5, DIMS) and embedder.dims == DIMS
    assert np.allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-5)
    assert np.array_equal(rows[0], rows[3])
    assert [len(asked["input"]) for asked in endpoint.asked] == [2, 2, 1]
    assert endpoint.asked[0]["model"] == "small" and endpoint.asked[0]["key"] == f"Bearer {KEY}"
    assert endpoint.asked[0]["path"] == ("/embeddings" if kind == "openai" else "/api/embed")


def test_nothing_is_asked_before_there_is_something_to_embed(endpoint: Endpoint):
    embedder = openai(endpoint)

    assert embedder.embed(["", " \n"]).shape[0] == 2
    assert endpoint.asked == []


def test_a_text_that_is_no_unicode_is_sent_all_the_same(endpoint: Endpoint):
    assert openai(endpoint).embed(["half \ud800 a character", ""]).shape == (2, DIMS)


def test_two_servers_that_give_one_name_to_their_models_are_told_apart(endpoint: Endpoint):
    usual = Remote("openai", "small", "", KEY, 64)

    assert usual.identity == "openai:small"
    assert openai(endpoint).identity not in (usual.identity, Remote("ollama", "small", endpoint.url, "", 64).identity)


@pytest.mark.parametrize("code", [429, 500, 503])
def test_a_busy_endpoint_is_asked_once_more(endpoint: Endpoint, code: int):
    endpoint.answers = [saying(code, Retry_After="0.01")]

    assert openai(endpoint).embed(["tea"]).shape == (1, DIMS)
    assert len(endpoint.asked) == 2


def test_it_is_asked_only_once_more_and_a_long_wait_is_not_waited(endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(remote, "_LONGEST_PAUSE", 0.02)
    endpoint.answers = [saying(503, Retry_After="3600"), saying(503, {"error": {"message": "still loading"}}), well]

    started = time.monotonic()
    assert "answered 503 for small: still loading" in why(openai(endpoint))
    assert time.monotonic() - started < 2
    assert len(endpoint.asked) == 2


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (saying(404, {"error": f"no model for {KEY}\nhere"}), "answered 404 for small: no model for … here"),
        (saying(401, {"error": {"message": f"bad key {KEY[:9]}"}}), "refuses the key (401)"),
        (saying(200, "<html>hello</html>"), "did not answer with JSON"),
        (saying(200, ""), "did not answer with JSON"),
        (saying(200, [1, 2]), "did not answer with vectors"),
        (saying(200, {"data": []}), "0 vectors for 1 texts"),
        (saying(200, {"data": [{"index": 0, "embedding": []}]}), "did not answer with vectors"),
        (saying(200, {"data": [{"index": 0, "embedding": "AAAA"}]}), "did not answer with vectors"),
        (saying(200, {"data": [{"index": 0, "embedding": [[1.0]]}]}), "did not answer with vectors"),
        (saying(200, '{"data": [{"index": 0, "embedding": [NaN, 1.0]}]}'), "hold no numbers"),
        (saying(200, '{"data": [{"index": 0, "embedding": [1e999, 1.0]}]}'), "hold no numbers"),
        (saying(200, '{"data": ' * 100_000), "did not answer with JSON"),
    ],
)
def test_an_answer_that_is_no_use_is_one_line(endpoint: Endpoint, answer: Answer, said: str):
    endpoint.answers = [answer]
    assert said in why(openai(endpoint))


def test_vectors_of_another_length_than_before_are_refused(endpoint: Endpoint):
    embedder = openai(endpoint)
    embedder.embed(["tea"])

    endpoint.dims = 4
    assert f"gave vectors of 4 dimensions after {DIMS}" in why(embedder)


@pytest.mark.parametrize("code", [301, 302, 307, 308])
def test_texts_and_key_go_nowhere_else(endpoint: Endpoint, code: int):
    other = Endpoint()
    endpoint.answers = [saying(code, Location=f"{other.url}/v1/embeddings")]

    assert f"redirects to {other.url}" in why(openai(endpoint))
    assert other.asked == []
    other.kill()


def test_an_endpoint_that_is_down_is_one_line(endpoint: Endpoint):
    embedder = openai(endpoint)
    endpoint.kill()
    assert "is it running?" in why(embedder)


def test_an_endpoint_that_hangs_or_drips_is_left_in_time(endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(remote, "SECONDS", 0.2)
    monkeypatch.setattr(remote, "SECONDS_A_TEXT", 0.0)
    over = threading.Event()

    def hang(*_: object) -> None:
        over.wait(10)

    def drip(_: Endpoint, asked: Asked) -> None:
        asked.send_response(200)
        asked.send_header("Content-Length", "100000")
        asked.end_headers()
        while not over.wait(0.05):
            asked.wfile.write(b" ")

    endpoint.answers = [hang, drip]
    started = time.monotonic()
    assert "did not answer within 0.2 s" in why(openai(endpoint))
    assert "did not answer within 0.2 s" in why(openai(endpoint))
    assert time.monotonic() - started < 2
    over.set()


def test_an_endpoint_that_breaks_off_is_one_line(endpoint: Endpoint):
    def break_off(_: Endpoint, asked: Asked) -> None:
        asked.send_response(200)
        asked.send_header("Content-Length", "100")
        asked.end_headers()
        asked.wfile.write(b'{"data"')
        asked.close_connection = True

    endpoint.answers = [break_off]
    why(openai(endpoint))


@pytest.mark.parametrize(
    "address",
    ["file:///etc/passwd", "ftp://host/x", "127.0.0.1:8080", "http://", "javascript:1", "http://a b/", "http://h:x/"],
)
def test_only_http_addresses_are_endpoints(address: str):
    with pytest.raises(EmbedderError, match="is not an http"):
        Remote("openai", "small", address, None, 64)


def test_a_password_in_the_address_is_refused_unseen():
    with pytest.raises(EmbedderError) as wrong:
        Remote("openai", "small", "https://ana:hunter2@host/v1", None, 64)
    assert "hunter2" not in str(wrong.value)


def test_a_key_that_would_break_the_request_is_refused_unseen():
    with pytest.raises(EmbedderError) as wrong:
        Remote("openai", "small", "http://127.0.0.1:1", f"{KEY}\r\nX-More: 1", 64)
    assert KEY not in str(wrong.value)


def test_without_a_key_none_is_sent_and_a_refusal_says_so(endpoint: Endpoint):
    endpoint.answers = [saying(401)]
    assert "wants a key" in why(openai(endpoint, key=None))
    assert endpoint.asked[0]["key"] is None
