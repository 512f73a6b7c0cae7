"""Serving: over standard input and output, or over HTTP on this machine."""

from __future__ import annotations

import hmac
import signal
import socket
from collections.abc import Callable, Sequence
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any

import anyio
from mcp.server.stdio import stdio_server
from mcp.server.transport_security import TransportSecuritySettings
from mcp.shared.message import SessionMessage

from reverie.errors import ConfigError, ReverieError
from reverie.surfaces.mcp import wire

if TYPE_CHECKING:
    from mcp.server.lowlevel import Server
    from starlette.types import ASGIApp, Receive, Scope, Send

PATH = "/mcp"
KEY = "REVERIE_MCP_KEY"  # the variable that holds the key which callers over HTTP must show
_LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


def stdio(server: Server[Any]) -> None:
    """Serve the one client that started us, until it closes our standard input. Nothing else is printed there."""
    # The thread that waits for input cannot be called off; ending at once is safe, for changes are whole or not there.
    signal.signal(signal.SIGINT, signal.SIG_DFL)

    async def run() -> None:
        async with stdio_server() as (receiving, sending), anyio.create_task_group() as group:
            passing, passed = anyio.create_memory_object_stream[SessionMessage | Exception]()

            async def relay() -> None:
                async with passing:
                    async for arrived in receiving:
                        found = wire.readable(arrived)
                        if isinstance(found, SessionMessage):
                            await passing.send(found)
                        else:
                            await sending.send(SessionMessage(found))

            group.start_soon(relay)
            await server.run(passed, sending, server.create_initialization_options())

    anyio.run(run)


def http(
    server: Server[Any], host: str, port: int, *, allow: Sequence[str] = (), key: str | None = None,
    told: Callable[[str], None],
) -> None:  # fmt: skip
    """Serve whoever asks at `host`, which is this machine unless a key protects it."""
    import uvicorn

    if not key and (allow or not loopback(host)):
        raise ConfigError(
            f"others than this machine may only ask with a key: put one into the variable {KEY}, "
            "which they send as `Authorization: Bearer …`"
        )
    bound = _bound(host, port)
    port = bound.getsockname()[1]
    app = protected(application(server, host, port, allow), key)
    config = uvicorn.Config(app, log_level="warning", access_log=False, lifespan="on")
    told(f"serving MCP at http://{_bracketed(host)}:{port}{PATH}")
    uvicorn.Server(config).run(sockets=[bound])


def application(server: Server[Any], host: str, port: int, allow: Sequence[str] = ()) -> ASGIApp:
    """The server as a web application. It answers only to names it was given, so no web page can reach it by another.

    What a browser sends from elsewhere is refused by its Origin.
    """
    names = [f"{name}:{port}" for name in dict.fromkeys((*_LOOPBACK, _bracketed(host)))]
    names += [each for name in allow for each in (name, f"{name}:{port}")]
    origins = [f"{scheme}://{name}" for scheme in ("http", "https") for name in names]
    rules = TransportSecuritySettings(allowed_hosts=names, allowed_origins=origins)
    return server.streamable_http_app(streamable_http_path=PATH, host=host, transport_security=rules)


def protected(app: ASGIApp, key: str | None) -> ASGIApp:
    """The application for those who show the key; for everybody when there is none."""
    if not key:
        return app
    wanted = f"Bearer {key}".encode()

    async def asked(scope: Scope, receive: Receive, send: Send) -> None:
        given = dict(scope.get("headers", ())).get(b"authorization", b"")
        if scope["type"] != "http" or hmac.compare_digest(given, wanted):
            return await app(scope, receive, send)
        headers = [(b"content-type", b"text/plain"), (b"www-authenticate", b"Bearer")]
        await send({"type": "http.response.start", "status": 401, "headers": headers})
        return await send({"type": "http.response.body", "body": b"the key is missing or wrong\n"})

    return asked


def loopback(host: str) -> bool:
    """Whether an address is reached from this machine only."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _bound(host: str, port: int) -> socket.socket:
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        bound = socket.create_server(address[:2], family=family)  # listening at once, or another could still take it
    except OSError as wrong:
        raise ReverieError(
            f"nothing can be served at {host}:{port} ({wrong.strerror}); choose another --port"
        ) from wrong
    return bound
