"""Claude's memory tool kept in a workspace, with a scripted model: nothing leaves the machine.

Against the real one: `client = Anthropic()`, and the same call.
"""

from __future__ import annotations

import tempfile
from typing import Any

import httpx2
from anthropic import Anthropic

from reverie import Memory
from reverie.surfaces.adapters.anthropic import MemoryTool

SCRIPT: list[dict[str, Any]] = [
    {"command": "create", "path": "/memories/billing.md", "file_text": "Billing uses PostgreSQL 15\n"},
    {"command": "str_replace", "path": "/memories/billing.md", "old_str": "15", "new_str": "16"},
    {"command": "view", "path": "/memories/billing.md"},
]


class Scripted:
    """What a model would say: one command after the other, then that it is done."""

    def __init__(self) -> None:
        self.turn = 0

    def __call__(self, request: httpx2.Request) -> httpx2.Response:
        content: dict[str, Any] = {"type": "text", "text": "Done."}
        if self.turn < len(SCRIPT):
            content = {"type": "tool_use", "id": f"use_{self.turn}", "name": "memory", "input": SCRIPT[self.turn]}
        told = {
            "id": f"msg_{self.turn}", "type": "message", "role": "assistant", "model": "scripted", "content": [content],
            "stop_reason": "tool_use" if self.turn < len(SCRIPT) else "end_turn", "stop_sequence": None,
            "usage": {"input_tokens": 1, "output_tokens": 1},
        }  # fmt: skip
        self.turn += 1
        return httpx2.Response(200, json=told)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, Memory.create(folder) as memory:
        tool = MemoryTool(folder, space="user/ana")
        client = Anthropic(api_key="none", http_client=httpx2.Client(transport=httpx2.MockTransport(Scripted())))
        runner = client.beta.messages.tool_runner(
            model="scripted", max_tokens=1000, tools=[tool],
            messages=[{"role": "user", "content": "Note that billing moved to PostgreSQL 16."}],
        )  # fmt: skip
        for message in runner:
            print(message.content[0].type, "·", getattr(message.content[0], "text", ""))
        print(tool.call({"command": "view", "path": "/memories/billing.md"}))
        hit = memory.recall("which PostgreSQL does billing use?", space="user/ana").hits[0]
        print(f"{hit.text.strip()} · trust {hit.trust}")
        tool.close()


if __name__ == "__main__":
    main()
