"""The model APIs that the hosts speak, as far as a short answer needs. On the loopback, and bounded."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from uuid import uuid4

ANSWER = "Understood."
MOST = 60  # requests; whoever asks more often is in a loop
LARGEST = 16 << 20  # bytes of a request


class Models:
    """A server that answers every request alike and keeps what it was sent. Use it with `with`.

    Who speaks Chat Completions is first asked to make the `calls`, each a tool's name and what it is given.
    """

    def __init__(self) -> None:
        self.requests: list[tuple[str, Any]] = []
        self.calls: list[tuple[str, dict[str, Any]]] = []
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _answering(self.requests, self.calls))
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> Models:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def heard(self) -> list[str]:
        """What the models were sent since last asked, a text each, every string of it on its own lines."""
        taken, self.requests[:] = list(self.requests), []
        return ["\n".join(_strings(body)) for path, body in taken if _stream(path)]


def _strings(value: Any) -> list[str]:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return [text for each in value for text in _strings(each)]
    return [value] if isinstance(value, str) else []


def _messages(model: str) -> list[tuple[str, dict[str, Any]]]:
    """A stream of Anthropic's Messages."""
    usage = {"input_tokens": 10, "output_tokens": 3}
    begun = {"id": "msg_1", "type": "message", "role": "assistant", "model": model, "content": []}
    said = {"type": "text_delta", "text": ANSWER}
    ended = {"stop_reason": "end_turn", "stop_sequence": None}
    told: list[dict[str, Any]] = [
        {"type": "message_start", "message": {**begun, "stop_reason": None, "stop_sequence": None, "usage": usage}},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
        {"type": "content_block_delta", "index": 0, "delta": said},
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": ended, "usage": usage},
        {"type": "message_stop"},
    ]
    return [(each["type"], each) for each in told]


def _responses(model: str) -> list[tuple[str, dict[str, Any]]]:
    """A stream of OpenAI's Responses."""
    text = {"type": "output_text", "text": ANSWER, "annotations": []}
    item = {"type": "message", "id": "msg_1", "role": "assistant", "status": "completed", "content": [text]}
    usage = {
        "input_tokens": 10, "input_tokens_details": {"cached_tokens": 0},
        "output_tokens": 3, "output_tokens_details": {"reasoning_tokens": 0}, "total_tokens": 13,
    }  # fmt: skip
    whole = {"id": "resp_1", "object": "response", "model": model, "status": "completed", "output": [item]}
    told: list[dict[str, Any]] = [
        {"type": "response.created", "response": {**whole, "status": "in_progress", "output": []}},
        {"type": "response.output_item.added", "output_index": 0, "item": {**item, "content": []}},
        {"type": "response.output_text.delta", "output_index": 0, "content_index": 0, "delta": ANSWER},
        {"type": "response.output_item.done", "output_index": 0, "item": item},
        {"type": "response.completed", "response": {**whole, "usage": usage}},
    ]
    return [(each["type"], {**each, "sequence_number": n}) for n, each in enumerate(told)]


def _completions(model: str) -> list[tuple[str, dict[str, Any]]]:
    """A stream of OpenAI's Chat Completions, as others speak it too."""
    begun = {"id": "chat_1", "object": "chat.completion.chunk", "created": 1, "model": model}
    said = {"index": 0, "delta": {"role": "assistant", "content": ANSWER}, "finish_reason": None}
    ended = {"index": 0, "delta": {}, "finish_reason": "stop"}
    usage = {"prompt_tokens": 10, "completion_tokens": 3, "total_tokens": 13}
    return [("", {**begun, "choices": [said]}), ("", {**begun, "choices": [ended], "usage": usage})]


def _calling(model: str, name: str, given: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """The same, of a model that wants a tool."""
    function = {"name": name, "arguments": json.dumps(given)}
    call = {"index": 0, "id": f"call_{uuid4().hex[:8]}", "type": "function", "function": function}
    begun, ended = (each for _, each in _completions(model))
    begun["choices"][0]["delta"] = {"role": "assistant", "tool_calls": [call]}
    ended["choices"][0]["finish_reason"] = "tool_calls"
    return [("", begun), ("", ended)]


def _generated(model: str) -> list[tuple[str, dict[str, Any]]]:
    """A stream of Gemini's."""
    said = {"content": {"role": "model", "parts": [{"text": ANSWER}]}, "finishReason": "STOP", "index": 0}
    usage = {"promptTokenCount": 10, "candidatesTokenCount": 3, "totalTokenCount": 13}
    return [("", {"candidates": [said], "usageMetadata": usage, "modelVersion": model})]


_STREAMS = {
    "/v1/messages": _messages,
    "/v1/responses": _responses,
    "/v1/chat/completions": _completions,
    ":streamGenerateContent": _generated,
}


def _stream(path: str) -> Callable[[str], list[tuple[str, dict[str, Any]]]] | None:
    return next((made for end, made in _STREAMS.items() if path.endswith(end)), None)


def _answering(
    requests: list[tuple[str, Any]], calls: list[tuple[str, dict[str, Any]]]
) -> type[BaseHTTPRequestHandler]:
    counted = [0]

    class Answering(BaseHTTPRequestHandler):
        timeout = 30

        def do_POST(self) -> None:
            path = self.path.partition("?")[0]
            body = json.loads(self.rfile.read(min(int(self.headers.get("Content-Length", 0)), LARGEST)) or b"{}")
            requests.append((path, body))
            counted[0] += 1
            if counted[0] > MOST:
                self._send(400, "application/json", b'{"error": {"type": "invalid_request", "message": "enough"}}')
            elif made := _stream(path):
                model = body.get("model", "model")
                told = _calling(model, *calls.pop(0)) if calls and made is _completions else made(model)
                lines = [f"event: {name}\n" * bool(name) + f"data: {json.dumps(each)}\n\n" for name, each in told]
                lines += ["data: [DONE]\n\n"] if path.endswith("/chat/completions") else []
                self._send(200, "text/event-stream", "".join(lines).encode())
            elif path.endswith(":generateContent"):
                self._send(200, "application/json", json.dumps(_generated("model")[0][1]).encode())
            elif path.endswith(":countTokens"):
                self._send(200, "application/json", b'{"totalTokens": 10}')
            elif path == "/v1/messages/count_tokens":
                self._send(200, "application/json", b'{"input_tokens": 10}')
            else:
                self._send(200, "application/json", b"{}")

        def do_GET(self) -> None:
            self._send(200, "application/json", b'{"data": [], "models": [], "object": "list"}')

        def do_HEAD(self) -> None:
            self._send(200, "application/json", b"")

        def _send(self, code: int, kind: str, body: bytes) -> None:
            self.send_response(code)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - as it is called
            """Nothing on the terminal."""

    return Answering
