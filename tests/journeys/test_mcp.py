"""The server as hosts start it: a process that speaks the protocol on standard input and output, or over HTTP."""

from __future__ import annotations

import http.client
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client, StdioServerParameters, stdio_client

from reverie import Memory, config
from reverie.surfaces.cli import run
from reverie.surfaces.mcp import serve

REVERIE = [sys.executable, "-P", "-m", "reverie"]
HELLO = {
    "protocolVersion": "2025-11-25",
    "capabilities": {},
    "clientInfo": {"name": "claude-code", "version": "2.1.325"},
}
VERSION = "io.modelcontextprotocol/protocolVersion"


@pytest.fixture
def told(workspace: Path) -> Path:
    """A workspace with something in it, in general and of one project."""
    with Memory.create(workspace) as memory:
        memory.remember("Billing uses PostgreSQL 16")
        memory.remember("Alpha ships on Fridays", space="project/github.com/acme/alpha")
    return workspace


@pytest.fixture
def alpha(tmp_path: Path) -> Path:
    """A checkout of that project."""
    folder = tmp_path / "alpha"
    (folder / ".git").mkdir(parents=True)
    (folder / ".git" / "config").write_text('[remote "origin"]\n\turl = git@github.com:acme/alpha.git\n')
    return folder


def environment(**more: str) -> dict[str, str]:
    return {"HOME": os.environ["HOME"], "PATH": os.environ["PATH"], **more}


class Wire:
    """A server's standard input and output, line by line."""

    def __init__(self, *arguments: str, cwd: Path, **env: str) -> None:
        pipe = subprocess.PIPE
        command = [*REVERIE, *arguments]
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, cwd=cwd, env=environment(**env))
        self._number = 0

    def send(self, line: str) -> None:
        assert self.process.stdin
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()

    def receive(self) -> dict[str, Any]:
        assert self.process.stdout
        found: dict[str, Any] = json.loads(self.process.stdout.readline())
        assert found["jsonrpc"] == "2.0"
        return found

    def ask(self, method: str, params: Mapping[str, Any] | None = None) -> dict[str, Any]:
        self._number += 1
        asked = {"jsonrpc": "2.0", "id": self._number, "method": method, **({"params": params} if params else {})}
        self.send(json.dumps(asked))
        found = self.receive()
        assert found["id"] == self._number
        return found

    def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        found: dict[str, Any] = self.ask("tools/call", {"name": tool, "arguments": arguments})["result"]
        return found

    def close(self) -> tuple[str, str]:
        """What else came out, after the client has left."""
        out, err = self.process.communicate(timeout=60)
        assert self.process.returncode == 0
        return out.decode(), err.decode()


def test_a_host_that_probes_for_the_newer_protocol_as_claude_code_does_is_served(
    told: Path, alpha: Path, tmp_path: Path
):
    wire = Wire(
        "-w", str(told), "mcp", cwd=tmp_path, CLAUDE_PROJECT_DIR=str(alpha), CLAUDE_CODE_SESSION_ID="5f3b-77"
    )  # fmt: skip

    probe = wire.ask("server/discover", {"_meta": {VERSION: "2026-07-28"}})
    assert probe["error"]["code"] == -32601
    hello = wire.ask("initialize", HELLO)["result"]
    assert hello["protocolVersion"] == "2025-11-25" and hello["serverInfo"]["name"] == "reverie"
    wire.send('{"jsonrpc":"2.0","method":"notifications/initialized"}')
    assert len(wire.ask("tools/list")["result"]["tools"]) == 8
    assert wire.ask("prompts/list")["result"]["prompts"] and "resources" in wire.ask("resources/list")["result"]

    # The project and the session are those the host names.
    assert "Alpha ships on Fridays" in wire.call("memory_search", query="when does Alpha ship?")["content"][0]["text"]
    kept = wire.call("memory_remember", text="The build runs on heron")["structuredContent"]
    with Memory.open(told) as memory:
        proof = memory.why(kept["handle"])
        assert proof.key.space == "project/github.com/acme/alpha"
        fragment = proof.active[0]
        assert (fragment.actor, fragment.session) == ("agent:claude-code", "claude-code:5f3b-77")

    # What makes no sense is answered, and nothing else is ever printed.
    assert wire.ask("nonsense/method")["error"]["code"] == -32601
    wire.send("garbage {{{")
    assert wire.receive()["error"]["code"] == -32700
    wire.send('{"jsonrpc":"2.0","id":"odd","method":7}')
    assert wire.receive() == {
        "jsonrpc": "2.0", "id": "odd",
        "error": {"code": -32600, "message": "this is no request, notification or response"},
    }  # fmt: skip
    asked = {"name": "memory_search", "arguments": {"query": "\ud83d tea"}}  # half a character, as JavaScript writes it
    assert wire.ask("tools/call", asked)["result"]["isError"] is False
    assert wire.call("memory_get", handle="m:zzzzzzzz")["isError"] is True
    assert wire.close() == ("", "")


def test_a_server_that_is_interrupted_ends_at_once(told: Path, tmp_path: Path):
    wire = Wire("-w", str(told), "mcp", cwd=tmp_path)
    wire.ask("initialize", HELLO)
    wire.process.send_signal(signal.SIGINT)
    assert wire.process.wait(60) == -signal.SIGINT
    wire.process.communicate()


def test_the_official_client_is_served_over_stdio_in_both_protocols(told: Path, alpha: Path):
    async def ask(mode: str) -> tuple[int, str, str]:
        started = StdioServerParameters(
            command=REVERIE[0], args=[*REVERIE[1:], "-w", str(told), "mcp"], env=environment(), cwd=alpha
        )
        async with Client(stdio_client(started), mode=mode) as client:
            tools = await client.list_tools()
            found: Any = await client.call_tool("memory_search", {"query": "when does Alpha ship?"})
            core: Any = await client.read_resource("memory://root/MEMORY.md")
            return len(tools.tools), found.structured_content["hits"][0]["text"], core.contents[0].text

    with Memory.open(told) as memory:
        memory.remember("My name is Zoe")
    for mode in ("legacy", "auto"):
        count, text, core = anyio.run(ask, mode)
        assert (count, text) == (8, "<reverie>Alpha ships on Fridays</reverie>"), "the folder it is started in counts"
        assert "My name is Zoe" in core


@pytest.fixture
def served(told: Path) -> Iterator[int]:
    """A server over HTTP; its port."""
    command = [*REVERIE, "-w", str(told), "mcp", "--http", "--port", "0"]
    with subprocess.Popen(
        command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, env=environment(), text=True
    ) as server:
        assert server.stderr and server.stdout
        said = server.stderr.readline()
        assert said.startswith("serving MCP at http://127.0.0.1:"), said + server.stderr.read()
        yield int(said.rpartition(":")[2].removesuffix("/mcp\n"))
        server.terminate()
        server.wait(30)
        assert server.stdout.read() == ""


def post(port: int, **headers: str) -> int:
    """The status that a first message is answered with."""
    asked = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    usual = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": HELLO})
    asked.request("POST", "/mcp", body, {**usual, **headers})
    status = asked.getresponse().status
    asked.close()
    return status


def test_over_http_only_this_machine_is_served_under_its_own_name(served: int):
    async def ask(mode: str) -> list[str]:
        async with Client(f"http://127.0.0.1:{served}/mcp", mode=mode) as client:
            found: Any = await client.call_tool("memory_search", {"query": "which database does billing use?"})
            alpha: Any = await client.call_tool("memory_search", {"query": "when does Alpha ship?"})
            return [hit["text"] for result in (found, alpha) for hit in result.structured_content["hits"]]

    for mode in ("legacy", "auto"):
        assert anyio.run(ask, mode) == ["<reverie>Billing uses PostgreSQL 16</reverie>"], "no project was named"
    assert post(served) == 200
    assert post(served, Host=f"localhost:{served}") == 200
    assert post(served, Origin=f"http://127.0.0.1:{served}") == 200
    for host in ("evil.example", f"evil.example:{served}", "127.0.0.1.evil.example", "localhost", ""):
        assert post(served, Host=host) == 421
    for origin in ("https://evil.example", "null", "http://localhost:3000", f"http://evil.example:{served}"):
        assert post(served, Origin=origin) == 403


def test_the_port_that_is_taken_is_said_in_one_line(served: int, told: Path, capsys: pytest.CaptureFixture[str]):
    assert run(["-w", str(told), "mcp", "--http", "--port", str(served)]) == 1
    assert f"nothing can be served at 127.0.0.1:{served}" in capsys.readouterr().err


@pytest.mark.parametrize("typed", [["--host", "0.0.0.0"], ["--host", "::"], ["--allow", "memory.example"]])
def test_beyond_this_machine_a_key_is_needed(told: Path, typed: list[str], capsys: pytest.CaptureFixture[str]):
    assert run(["-w", str(told), "mcp", "--http", "--port", "0", *typed]) == 2
    said = capsys.readouterr().err
    assert "REVERIE_MCP_KEY" in said and said.count("\n") == 1


def test_whoever_shows_no_key_where_one_is_set_is_turned_away():
    reached = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        reached.append(scope)

    async def ask(given: bytes) -> list[Any]:
        sent: list[Any] = []

        async def send(message: Any) -> None:
            sent.append(message)

        headers = [(b"authorization", given)] if given else []
        await serve.protected(app, "k3y")({"type": "http", "headers": headers}, None, send)  # type: ignore[arg-type]
        return sent

    for wrong in (b"", b"Bearer", b"Bearer k3", b"Bearer k3yy", b"k3y", b"Basic k3y"):
        assert anyio.run(ask, wrong)[0]["status"] == 401
    assert reached == []
    assert anyio.run(ask, b"Bearer k3y") == [] and len(reached) == 1


def test_without_the_extra_the_command_says_how_to_get_it(told: Path):
    without = (
        "import sys; sys.modules.update({'mcp': None, 'mcp_types': None}); from reverie.__main__ import main; main()"
    )
    command = [sys.executable, "-c", without, "-w", str(told), "mcp"]
    ran = subprocess.run(command, capture_output=True, text=True, env=environment(), check=False, timeout=60)
    assert ran.returncode == 1 and ran.stdout == ""
    assert ran.stderr.count("\n") == 1 and "pip install 'reverie-memory[mcp]'" in ran.stderr
    helped = subprocess.run(
        [*command, "--help"], capture_output=True, text=True, env=environment(), check=True, timeout=60
    )
    assert "--http" in helped.stdout


def test_the_library_is_imported_by_nothing_but_the_server():
    code = "import sys, reverie.surfaces.cli.mcp, reverie.surfaces.mcp.tools; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not {"mcp", "mcp_types", "pydantic", "starlette", "reverie.memory"} & set(loaded)


@pytest.mark.parametrize("typed", [["--agent", "../x"], ["--space", "planet/mars"]])
def test_a_name_that_cannot_be_is_said_in_one_line(told: Path, typed: list[str], capsys: pytest.CaptureFixture[str]):
    assert run(["-w", str(told), "mcp", *typed]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize(
    ("env", "agent", "session"),
    [
        ({"CLAUDECODE": "1", "CLAUDE_CODE_SESSION_ID": "5f3b-77"}, "claude-code", "claude-code:5f3b-77"),
        ({"CLAUDE_CODE_SESSION_ID": "5f3b-77"}, "claude-code", "claude-code:5f3b-77"),
        ({"CODEX_THREAD_ID": "01a1"}, "codex", "codex:01a1"),
        ({"CLAUDE_CODE_SESSION_ID": "../../x y\n"}, "claude-code", None),
        ({"CLAUDE_CODE_SESSION_ID": "x" * 500}, "claude-code", None),
        ({}, None, None),
    ],
)
def test_host_and_session_are_what_the_environment_says(env: dict[str, str], agent: str | None, session: str | None):
    found = config.serving(env)
    assert (found.agent, found.session, found.folder) == (agent, session, Path.cwd())
