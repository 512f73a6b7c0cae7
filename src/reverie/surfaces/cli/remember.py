"""remember, pin, unpin: tell it things, protect them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from reverie.domain.trigger import trigger
from reverie.errors import ReverieError
from reverie.memory import Memory
from reverie.surfaces.cli.opening import note, on_workspace
from reverie.surfaces.present.change import applied_json, applied_text, remembered_json, remembered_text


@click.command()
@click.argument("text", required=False)
@click.option("--pin", is_flag=True, help="Protect it: never decays, never rewritten by a machine.")
@click.option("--verbatim", metavar="FILE", help="Keep the text of FILE word for word (- for standard input).")
@click.option("--title", help="With --verbatim: what to call it.")
@click.option("--space", default="", metavar="S", help="Whose memory: user/ID, project/KEY, channel/ID, team/ID.")
@on_workspace
def remember(
    memory: Memory, text: str | None, pin: bool, verbatim: str | None, title: str | None, space: str
) -> tuple[Any, str]:
    """Keep TEXT (- reads it from standard input)."""
    if verbatim is not None:
        body = _file(verbatim)
        name = title or (Path(verbatim).name if verbatim != "-" else "") or "standard input"
        kept = memory.keep_verbatim(body, name, note=text or "", space=space, pin=pin)
    else:
        if title is not None:
            raise click.UsageError("--title goes with --verbatim FILE")
        if text is None:
            raise click.UsageError("give the text to remember, - for standard input, or --verbatim FILE")
        told = _stdin() if text == "-" else text
        asked = trigger(told)
        if asked and asked.ask in ("forget", "purge"):
            hard = " --hard" if asked.ask == "purge" else ""
            note(f"kept as said. To forget instead: reverie forget {asked.rest!r}{hard}")
        kept = memory.remember(told, space=space, pin=pin)
    return remembered_json(kept), remembered_text(kept)


def _file(name: str) -> str:
    if name == "-":
        return _stdin()
    try:
        return Path(name).expanduser().read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        raise ReverieError(f"{name} is not UTF-8 text; only text is kept word for word") from None
    except OSError as wrong:
        raise ReverieError(f"{name} cannot be read: {wrong.strerror}") from wrong


def _stdin() -> str:
    try:
        return sys.stdin.buffer.read().decode("utf-8")
    except UnicodeDecodeError:
        raise ReverieError("standard input is not UTF-8 text") from None


@click.command()
@click.argument("handle")
@on_workspace
def pin(memory: Memory, handle: str) -> tuple[Any, str]:
    """Protect the page HANDLE from decay and from machines."""
    applied = memory.pin(handle)
    return applied_json(applied), applied_text(applied, "Pinned")


@click.command()
@click.argument("handle")
@on_workspace
def unpin(memory: Memory, handle: str) -> tuple[Any, str]:
    """Stop protecting the page HANDLE."""
    applied = memory.pin(handle, on=False)
    return applied_json(applied), applied_text(applied, "Unpinned")
