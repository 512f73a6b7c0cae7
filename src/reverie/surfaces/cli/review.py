"""review: a person decides about proposals that wait."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

from reverie.domain import proposal as proposals
from reverie.domain.audit import one_line
from reverie.domain.page import Page
from reverie.errors import ReverieError
from reverie.memory import Memory
from reverie.store.base import Held
from reverie.surfaces import reflected
from reverie.surfaces.cli.opening import interactive, on_workspace
from reverie.surfaces.deleting import deleted, outline_text, typed
from reverie.surfaces.present.change import applied_json, applied_text
from reverie.surfaces.present.review import held_json, held_line, held_text

_RULE = "=== {number}.{part} {key} === keep this line; change what is below it\n"


@click.group(invoke_without_command=True, short_help="Decide about proposals that wait.")
@click.option("-w", "--workspace", metavar="DIR", help="The workspace to use.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def review(ctx: click.Context, workspace: str | None, as_json: bool) -> None:
    """Decide about proposals that wait for a person, or look at refused ones."""
    ctx.obj["workspace"] = workspace or ctx.obj.get("workspace")
    if ctx.invoked_subcommand is None:
        ctx.invoke(review_list, as_json=as_json)


@review.command("list")
@click.option("--all", "everything", is_flag=True, help="Rejected ones too.")
@on_workspace
def review_list(memory: Memory, everything: bool = False) -> tuple[Any, str]:
    """List what waits."""
    if not memory.sealed:
        memory.take_in()  # what sub-agents left in their inbox
    found = [h for h in memory.held() if everything or h.state != "rejected"]
    odds = {h.proposal.id: reflected.rivals_json(memory.rivals(h.proposal)) for h in found if h.state != "rejected"}
    lines = [held_line(h) + (reflected.ODDS if odds.get(h.proposal.id) else "") for h in found]
    data = [{**held_json(h), "contradicted_by": odds.get(h.proposal.id, [])} for h in found]
    return data, "\n".join(lines) or "Nothing waits for review."


@review.command("show")
@click.argument("proposal", metavar="ID")
@on_workspace
def review_show(memory: Memory, proposal: str) -> tuple[Any, str]:
    """Show every change of proposal ID as a diff."""
    held = memory.held_one(proposal)
    before = memory.vault.pages(proposals.keys(held.proposal))
    odds = memory.rivals(held.proposal)
    told = [reflected.text(held.proposal, before), held_text(held, before)]
    if purge := proposals.purge(held.proposal):
        told.append(outline_text(memory.vault.outline(purge)))
    data = {**held_json(held), "contradicted_by": reflected.rivals_json(odds)}
    return data, "\n\n".join(part for part in (*told, reflected.case_text(held, odds, memory.vault)) if part)


@review.command("approve")
@click.argument("proposal", metavar="ID")
@click.option(
    "--only",
    metavar="N,…",
    help="Only the changes of these numbers, as `review show` counts them (1,3); the rest still waits.",
)
@click.option("--edit", is_flag=True, help="Change the pages in your editor first.")
@click.option("--both", is_flag=True, help="Keep what contradicts it, too: linked, at low confidence.")
@click.option("--yes", is_flag=True, help="Do not ask, where something is deleted for good.")
@on_workspace
def review_approve(
    memory: Memory, proposal: str, only: str | None, edit: bool, both: bool, yes: bool
) -> tuple[Any, str]:
    """Apply proposal ID. What it contradicts gives way to it: pages are restated, other proposals rejected."""
    numbers = _numbers(only)
    if purge := proposals.purge(memory.held_one(proposal).proposal):
        outline = memory.vault.outline(purge)
        click.echo(outline_text(outline), err=True)
        if not yes and not memory.agent:
            typed(interactive())
        return deleted(memory, memory.approve(proposal), outline)
    edited = _edited(memory.held_one(proposal)) if edit else None
    applied = memory.approve(proposal, only=numbers, edited=edited, both=both)
    return applied_json(applied), applied_text(applied, "Approved")


@review.command("reject")
@click.argument("proposal", metavar="ID")
@click.option("--why", "reason", default="", metavar="TEXT", help="The reason, kept with the proposal.")
@on_workspace
def review_reject(memory: Memory, proposal: str, reason: str) -> tuple[Any, str]:
    """Refuse proposal ID; its fragments are set aside."""
    found = memory.decide(proposal, "rejected", reason)
    return {
        "id": found.id,
        "state": "rejected",
    }, f"Rejected {found.id}; it stays readable with `reverie review show`."


@review.command("defer")
@click.argument("proposal", metavar="ID")
@on_workspace
def review_defer(memory: Memory, proposal: str) -> tuple[Any, str]:
    """Leave proposal ID for later."""
    found = memory.decide(proposal, "deferred")
    return {"id": found.id, "state": "deferred"}, f"Deferred {found.id}."


@review.command("answer")
@click.argument("proposal", metavar="ID")
@click.argument("number", metavar="N", type=int)
@click.argument("text", metavar="TEXT")
@on_workspace
def review_answer(memory: Memory, proposal: str, number: int, text: str) -> tuple[Any, str]:
    """Answer question N of the reflection ID with TEXT; what you say is kept as your words."""
    kept = memory.answer(proposal, number, text)
    return {"fragment": str(kept.citation), "question": kept.topic, "answer": kept.quote}, (
        f"Noted as {kept.handle}: {one_line(kept.quote, 80)}"
    )


def _numbers(only: str | None) -> list[int]:
    if only is None:
        return []
    try:
        return [int(part) for part in only.split(",") if part.strip()]
    except ValueError:
        raise click.BadParameter(f"--only takes numbers such as 1,3, not {only!r}") from None


def _edited(held: Held) -> dict[int, list[Page]]:
    """The pages as the person left them in the editor."""
    pages = {
        (number, part): page
        for number, change in enumerate(held.proposal.changes, 1)
        for part, page in enumerate(proposals.pages(change), 1)
    }
    rules = {where: _RULE.format(number=where[0], part=where[1], key=page.key) for where, page in pages.items()}
    text = click.edit("".join(rules[where] + page.text for where, page in pages.items()), extension=".md")
    if text is None:
        raise ReverieError("nothing was approved: the editor was left without saving")
    result: dict[int, list[Page]] = {}
    for where, page in pages.items():
        start = text.find(rules[where])
        if start < 0:
            raise ReverieError(f"nothing was approved: the line that starts change {where[0]} is gone")
        rest = text[start + len(rules[where]) :]
        end = min((at for rule in rules.values() if (at := rest.find(rule)) >= 0), default=len(rest))
        result.setdefault(where[0], []).append(replace(page, text=rest[:end]))
    return result
