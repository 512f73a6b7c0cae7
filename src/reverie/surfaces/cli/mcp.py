"""mcp: serve memory to agents over the Model Context Protocol."""

from __future__ import annotations

import gc
import logging
import sys
from pathlib import Path

import click

from reverie import config
from reverie.domain import space as spaces
from reverie.errors import ConfigError, ReverieError

_PORT = 8377


@click.command(short_help="Serve memory to agents over MCP.")
@click.option("-w", "--workspace", metavar="DIR", help="The workspace to use.")
@click.option("--http", is_flag=True, help="Serve streamable HTTP instead of standard input and output.")
@click.option("--port", type=click.IntRange(0, 65535), default=_PORT, show_default=True, help="With --http: where.")
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    metavar="ADDRESS",
    help="With --http: who can reach it. Beyond this machine REVERIE_MCP_KEY must hold a key.",
)
@click.option(
    "--allow",
    multiple=True,
    metavar="NAME",
    help="With --http: a name that a proxy or tunnel in front of it is reached by. Needs REVERIE_MCP_KEY.",
)
@click.option("--project", type=click.Path(path_type=Path), metavar="DIR", help="The folder the agent works in.")
@click.option("--space", metavar="S", help="Whose memory, instead of that folder's project.")
@click.option("--agent", metavar="NAME", help="Who asks, as the audit trail names it (default: what the host says).")
@click.pass_context
def mcp(
    ctx: click.Context, workspace: str | None, http: bool, port: int, host: str, allow: tuple[str, ...],
    project: Path | None, space: str | None, agent: str | None,
) -> None:  # fmt: skip
    """Serve memory to agents over MCP: eight tools, resources and prompts, on standard input and output.

    The host that starts it says by its environment which project and session the agent works in; over HTTP nobody
    does, so name the project. Whoever asks is an agent: what it tells has its trust, what it wants gone waits for you.
    """
    found = config.current(workspace or ctx.obj.get("workspace"))
    if found.hint:
        click.echo(f"note: {found.hint}", err=True)
    told = config.Host() if http else config.serving()
    name = _name(agent) or told.agent
    try:
        spaces.check(space or "")
    except ValueError as wrong:
        raise ConfigError(str(wrong)) from wrong
    logging.basicConfig(level=logging.WARNING, format="reverie: %(message)s")  # on stderr
    gc.disable()  # collecting while thousands of classes are made costs a tenth of the start, and finds nothing
    try:
        from reverie.surfaces.mcp import serve
        from reverie.surfaces.mcp.server import server
    except ImportError as wrong:
        raise ReverieError(
            f"the MCP server needs {wrong.name or 'mcp'}, which is not installed: pip install 'reverie-memory[mcp]'"
        ) from wrong
    finally:
        gc.enable()
    from reverie.surfaces.mcp.workspace import Served

    served = Served(root=found.workspace, space=space, folder=project or told.folder, session=told.session)
    if http:
        key = config.key_named(serve.KEY)
        serve.http(server(served, name), host, port, allow=allow, key=key, told=lambda said: click.echo(said, err=True))
    else:
        if sys.stdin.isatty():
            click.echo("serving MCP on standard input and output, which agent hosts start; Ctrl-C ends it", err=True)
        serve.stdio(server(served, name))


def _name(agent: str | None) -> str | None:
    from reverie.domain.text import is_slug

    if agent is not None and not is_slug(agent):
        raise click.BadParameter(f"{agent!r} is no name for an agent: a-z, 0-9 and dashes", param_hint="--agent")
    return agent
