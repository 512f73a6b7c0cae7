"""recall, why, graph, read: find things, see why they are held, look around."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from reverie.domain.fence import harmless
from reverie.domain.question import LONGEST
from reverie.memory import Memory
from reverie.retrieval import naming
from reverie.surfaces.cli.opening import note, on_workspace, when
from reverie.surfaces.present.graph import entities_json, entities_text, neighbourhood_json, neighbourhood_text
from reverie.surfaces.present.injection import told_text
from reverie.surfaces.present.proof import proof_json, proof_text
from reverie.surfaces.present.recall import answer_json, answer_text

MOST = 50


@click.command()
@click.argument("query")
@click.option("-k", type=click.IntRange(1, MOST), help="Hits at most (default: the setting recall.k).")
@click.option(
    "--space", metavar="S", help="Ask in this space (default: this folder's project); the agent's own is seen too."
)
@click.option("--all", "everything", is_flag=True, help="Retired and set-aside ones too.")
@click.option("--as-of", metavar="DATE", help="Answer as we would have on that day: 2026-11-16, 7d, yesterday.")
@click.option("--explain", is_flag=True, help="Say how the question was read, and why each hit ranked.")
@click.option("--fast", is_flag=True, help="The fast tier only: words, times and neighbours, no vectors.")
@on_workspace
def recall(
    memory: Memory,
    query: str,
    k: int | None,
    space: str | None,
    everything: bool,
    as_of: str | None,
    explain: bool,
    fast: bool,
) -> tuple[Any, str]:
    """Find what is known about QUERY."""
    where = memory.space_of(Path.cwd()) if space is None else space
    answer = memory.recall(
        query, space=where, k=k, everything=everything, as_of=when(as_of), tier="fast" if fast else "full"
    )
    if not answer.hits and (others := [s for s in memory.spaces() if s not in (where, "")]):
        asked = f"'{where}' and the agent's own space" if where else "the agent's own space"
        note(f"asked in {asked}; there are others: {', '.join(others[:5])}. Ask there with --space S.")
    if answer.question and answer.question.cut:
        note(f"the question is long; its first {LONGEST:,} characters were read")
    for said, known in answer.respelt.items():
        note(f"nobody said {said!r}; taken for {known!r}")
    for said, keys in answer.entities.items():
        if len(keys) > 1:
            note(f"{said!r} may mean {naming.listed(keys)}; what each is linked to was looked at")
    text = answer_text(answer, explain=explain)
    return answer_json(answer, explain=explain), text


@click.command()
@click.argument("handle")
@on_workspace
def why(memory: Memory, handle: str) -> tuple[Any, str]:
    """Show the words that prove HANDLE, and how it came to be held."""
    proof = memory.why(handle)
    told = memory.told_of(memory.find(handle))
    return {**proof_json(proof), "told": told}, proof_text(proof) + told_text(told)


@click.command(short_help="Show an entity and what it is linked to.")
@click.argument("entity", required=False)
@click.option("--depth", type=click.IntRange(1, 4), default=1, show_default=True, help="Hops to follow.")
@click.option("--space", default="", metavar="S", help="Whose graph.")
@click.option("--valid-at", metavar="DATE", help="Only what was said by that day, and links that held on it.")
@click.option("--as-of", metavar="DATE", help="As we knew it then: 2026-11-16 (as it began), 7d, yesterday.")
@on_workspace
def graph(
    memory: Memory, entity: str | None, depth: int, space: str, valid_at: str | None, as_of: str | None
) -> tuple[Any, str]:
    """Show ENTITY and what it is linked to; without a name, list the entities.

    ENTITY is an id, a handle, a name or an alias; some of its words, their beginning or one wrong letter will do when
    only one entity fits.
    """
    known = when(as_of)
    if entity is None:
        rows = memory.entities(as_of=known)
        return entities_json(rows), entities_text(rows, known)
    day = when(valid_at)
    found = memory.graph(entity, space=space, depth=depth, valid_at=day.date() if day else None, as_of=known)
    return neighbourhood_json(found), neighbourhood_text(found)


@click.command()
@click.argument("uri")
@on_workspace
def read(memory: Memory, uri: str) -> tuple[Any, str]:
    """Print the file at URI, such as memory://root/MEMORY.md."""
    text = memory.read(uri)
    return {"uri": uri, "text": text}, harmless(text.rstrip("\n"))
