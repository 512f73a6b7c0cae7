"""A server on this machine that speaks as language models do, over real sockets, and misbehaves on demand.

Anthropic's messages and OpenAI's chat completions, which Ollama speaks too. `answers` holds what the next requests get
instead of a good answer.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

GOOD = {"word": "TEA"}
SENT, RECEIVED = 120, 30  # tokens, as the server counts them

Answer = Callable[["Asked"], None]


class Asked(BaseHTTPRequestHandler):
    """One request."""

    server: Wire

    def do_POST(self) -> None:
        self.body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.asked.append({"path": self.path, "headers": dict(self.headers), **self.body})
        queue = self.server.answers
        (queue.pop(0) if queue else self.server.usual)(self)

    @property
    def anthropic(self) -> bool:
        return self.path.partition("?")[0].endswith("/v1/messages")

    def say(self, code: int, body: bytes, **headers: str) -> None:
        self.send_response(code)
        self.send_header("Content-Type", "application/json")
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        pass


class Wire(ThreadingHTTPServer):
    """Answers every question with the same words, in the format it was asked in."""

    daemon_threads = True
    block_on_close = False

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Asked)
        self.asked: list[dict[str, Any]] = []
        self.answers: list[Answer] = []
        self.usual: Answer = answering(GOOD)
        self.over = threading.Event()
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()

    def handle_error(self, *_: Any) -> None:
        """Whoever asked did not wait; that is what some tests are about."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def kill(self) -> None:
        self.over.set()
        self.shutdown()
        self.server_close()


def answering(answer: Mapping[str, Any] | str, **more: Any) -> Answer:
    """The answer as a call of the tool that was offered, else as JSON; a text instead of a mapping is sent as it is."""

    def say(asked: Asked) -> None:
        if not asked.body.get("tools"):
            talking(answer if isinstance(answer, str) else json.dumps(answer))(asked)
            return
        if asked.anthropic:
            tool = asked.body["tools"][0]["name"]
            content = [{"type": "tool_use", "id": "toolu_1", "name": tool, "input": answer}]
            message = anthropic(content, **{"stop_reason": "tool_use", **more})
        else:
            tool = asked.body["tools"][0]["function"]["name"]
            text = answer if isinstance(answer, str) else json.dumps(answer)
            calls = [{"id": "call_1", "type": "function", "function": {"name": tool, "arguments": text}}]
            message = openai({"content": None, "tool_calls": calls}, **{"finish_reason": "tool_calls", **more})
        asked.say(200, json.dumps(message).encode())

    return say


def refusing(asked: Asked) -> None:
    """As each provider refuses: by a reason to stop, or by a field of its own."""
    if asked.anthropic:
        message = anthropic([{"type": "text", "text": "I would rather not."}], stop_reason="refusal")
    else:
        message = openai({"content": None, "refusal": "I would rather not."}, finish_reason="stop")
    asked.say(200, json.dumps(message).encode())


def talking(text: str) -> Answer:
    """Plain words where a structured answer was asked for."""

    def say(asked: Asked) -> None:
        if asked.anthropic:
            message = anthropic([{"type": "text", "text": text}], stop_reason="end_turn")
        else:
            message = openai({"content": text}, finish_reason="stop")
        asked.say(200, json.dumps(message).encode())

    return say


def anthropic(content: list[dict[str, Any]], *, stop_reason: str) -> dict[str, Any]:
    return {
        "id": "msg_1", "type": "message", "role": "assistant", "model": "tiny", "content": content,
        "stop_reason": stop_reason, "stop_sequence": None,
        "usage": {"input_tokens": SENT, "output_tokens": RECEIVED},
    }  # fmt: skip


def openai(message: dict[str, Any], *, finish_reason: str) -> dict[str, Any]:
    return {
        "id": "chatcmpl-1", "object": "chat.completion", "created": 1_700_000_000, "model": "tiny",
        "choices": [{"index": 0, "finish_reason": finish_reason, "message": {"role": "assistant", **message}}],
        "usage": {"prompt_tokens": SENT, "completion_tokens": RECEIVED, "total_tokens": SENT + RECEIVED},
    }  # fmt: skip


def saying(code: int, body: object = "", **headers: str) -> Answer:
    text = body if isinstance(body, str) else json.dumps(body)
    return lambda asked: asked.say(code, text.encode(), **headers)


def hanging(asked: Asked) -> None:
    asked.server.over.wait(20)


def dribbling(asked: Asked) -> None:
    """An answer that begins, and never ends."""
    asked.send_response(200)
    asked.send_header("Content-Type", "application/json")
    asked.send_header("Content-Length", "1000000")
    asked.end_headers()
    while not asked.server.over.wait(0.02):
        asked.wfile.write(b" ")


def breaking_off(asked: Asked) -> None:
    asked.send_response(200)
    asked.send_header("Content-Type", "application/json")
    asked.send_header("Content-Length", "1000")
    asked.end_headers()
    asked.wfile.write(b'{"id": "msg_1", "ty')
    asked.close_connection = True


def flooding(asked: Asked) -> None:
    asked.send_response(200)
    asked.send_header("Content-Type", "application/json")
    asked.send_header("Content-Length", str(1 << 40))
    asked.end_headers()
    while not asked.server.over.is_set():
        asked.wfile.write(b'{"word": "tea"}' * 10_000)
