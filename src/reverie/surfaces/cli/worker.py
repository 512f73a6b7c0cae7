"""worker: do what is due, and end."""

from __future__ import annotations

import os
from dataclasses import asdict
from typing import Any

import click

from reverie.errors import VaultBusy
from reverie.memory import Memory
from reverie.surfaces.cli.opening import looking_at_workspace
from reverie.surfaces.present.style import bold, dim


@click.command(short_help="Do what is due: dream, sweep, make vectors.")
@click.option("--once", is_flag=True, help="Look once; else again after each round, until nothing is due.")
@click.option("--now", is_flag=True, help="Whether it is due or not.")
@click.option("--quiet", is_flag=True, help="Say nothing unless something fails, and let other processes go first.")
@looking_at_workspace
def worker(memory: Memory, once: bool, now: bool, quiet: bool) -> tuple[Any, str]:
    """Do what is due, and end when nothing is: read sessions (if observe.auto is on), dream, sweep, make vectors.

    Commands start one by themselves when something is due (`dream.auto`); two never work at once. From cron, for those
    who have turned that off: `*/30 * * * * reverie worker --once --quiet`.
    """
    if quiet and hasattr(os, "nice"):
        os.nice(10)
    try:
        done = memory.work(once=once, now=now)
    except VaultBusy as busy:
        return {"ok": True, "busy": str(busy), "done": []}, "" if quiet else f"Nothing was done: {busy}."
    failed = [one for one in done if one.trouble]
    lines = [
        f"{bold(one.work)}  {one.trouble or one.told} {dim(f'({one.why})')}" for one in (failed if quiet else done)
    ]
    if not done and not quiet:
        lines = ["Nothing is due."]
    return {"ok": not failed, "busy": None, "done": [asdict(one) for one in done]}, "\n".join(lines)
