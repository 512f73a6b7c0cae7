"""reflect and propose: what is left for a person, by looking over memory and by sub-agents."""

from __future__ import annotations

from typing import Any

import click

from reverie.domain.inbox import CONFIDENCES, STORES, Confidence, Statement, Store
from reverie.memory import Memory
from reverie.surfaces import reflected
from reverie.surfaces.cli.opening import looking_at_workspace, on_workspace


@click.command(short_help="Look over memory; propose, and ask.")
@click.option("--space", default=None, metavar="S", help="Only this space; else all where memory is on.")
@looking_at_workspace
def reflect(memory: Memory, space: str | None) -> tuple[Any, str]:
    """Look over what is remembered since the last reflection, and propose how memory should change.

    What is new, said twice or at odds, what nobody uses, what core memory should hold, what changed our mind, what only
    you know: it waits as one proposal a space, shown in memory/meta/pending-reflection.md, and nothing of it is done
    before you decide with `reverie review`. A newer reflection replaces one that waits. By rules, unless you have set a
    model (`reverie models`), which puts the same facts into better words.
    """
    found = memory.reflect(space)
    return reflected.all_json(found), reflected.all_text(found, memory.vault)


@click.command(short_help="Leave a sub-agent's statement for review.")
@click.argument("text")
@click.option("--from", "author", default="", metavar="NAME", help="The sub-agent that proposes it.")
@click.option("--store", type=click.Choice(STORES), help="Where it should go; else where it belongs.")
@click.option("--confidence", type=click.Choice(CONFIDENCES), default="medium", help="How sure it is.")
@click.option("--core", is_flag=True, help="It asks for a line of core memory, too.")
@click.option("--space", default="", metavar="S", help="The space it belongs to.")
@on_workspace
def propose(
    memory: Memory, text: str, author: str, store: Store | None, confidence: Confidence, core: bool, space: str
) -> tuple[Any, str]:
    """Leave TEXT for review, as what a sub-agent wants remembered.

    It waits until you or your agent approve it with `reverie review`; what contradicts it is shown beside it. Names in
    `subagents.trusted` are accepted at once when they are sure (`--confidence high`) and no rule of trust holds it.
    """
    wants = Statement(content=text, author=author or memory.agent or "", store=store, confidence=confidence, core=core)
    found = memory.propose(wants, space=space)
    return reflected.proposed_json(found), reflected.proposed_text(found)
