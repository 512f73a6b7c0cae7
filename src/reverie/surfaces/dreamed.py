"""How a night of dreams looks: what was added, restated, overturned and merged, and on what evidence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from reverie.domain.audit import one_line
from reverie.surfaces.observed import asked
from reverie.surfaces.present import bold, count, dim, handle

if TYPE_CHECKING:
    from reverie.domain.changed import Changed
    from reverie.loop.dream import Night

MOST = 40  # changes listed
_WIDTH = 100
_SIGNS = {
    "added": ("+", "green"), "restated": ("~", "yellow"), "superseded": ("!", "red"), "heard again": ("=", None),
    "merged": ("&", "cyan"), "retired": ("-", "red"),
}  # fmt: skip


def night_json(night: Night, seconds: float) -> dict[str, Any]:
    return {
        "ok": not night.rejected,
        "run": night.id,
        "fragments": night.fragments,
        "changes": [changed_json(one) for one in night.changed],
        "held": [proposal.id for proposal in night.held],
        "rejected": night.rejected,
        "fallbacks": night.fallbacks,
        "seconds": round(seconds, 2),
        "tokens": night.tally.sent + night.tally.received if night.tally else 0,
        "money": round(night.tally.money, 4) if night.tally else 0.0,
    }


def changed_json(one: Changed) -> dict[str, Any]:
    return {
        "what": one.what, "handle": one.key.handle, "key": str(one.key), "title": one.title, "before": one.before,
        "evidence": [str(c) for c in one.proof], "overturned": [str(c) for c in one.overturned],
    }  # fmt: skip


def night_text(night: Night, seconds: float, *, planned: bool = False) -> str:
    if not night.fragments:
        return "Nothing to dream: every fragment was dreamed already."
    counted = Counter(one.what for one in night.changed)
    told = ", ".join(f"{number} {what}" for what, number in counted.items()) or "nothing changed"
    verb = "Would dream" if planned else "Dreamed"
    lines = [f"{bold(verb)} {count(night.fragments, 'fragment')} in {seconds:.1f} s: {told}; {asked(night.tally)}"]
    lines += [line for one in _foremost(night.changed)[:MOST] for line in changed_lines(one)]
    if len(night.changed) > MOST:
        lines.append(dim(f"  … and {len(night.changed) - MOST:,} more; --json lists them all"))
    lines += [f"held for review: {proposal.id}; `reverie review show {proposal.id}`" for proposal in night.held]
    lines += [click.style(f"rejected: {why}; its fragments are set aside", fg="red") for why in night.rejected]
    lines += [dim(f"by rules, not by the model: {why}") for why in dict.fromkeys(night.fallbacks)]
    if planned:
        lines.append(dim("Nothing was written. `reverie dream` does it, `reverie dream --hold` leaves it for review."))
    elif night.changed and not night.held:
        lines.append(dim(f"`reverie undo {night.id}` takes all of it back."))
    return "\n".join(lines)


def _foremost(changes: Sequence[Changed]) -> list[Changed]:
    """What changed a mind before what is new, and that before what was only heard again."""
    order = ["superseded", "merged", "restated", "retired", "added", "heard again"]
    return sorted(changes, key=lambda one: order.index(one.what))


def changed_lines(one: Changed) -> list[str]:
    sign, colour = _SIGNS[one.what]
    kind = "" if one.key.kind == "belief" else f"{one.key.kind}: "
    lines = [f"  {click.style(sign, fg=colour)} {handle(one.key.handle)} {kind}{one_line(one.title, _WIDTH)}"]
    facts = [one.what, *([one.key.space] if one.key.space else [])]
    facts += [f"was: {one_line(one.before, _WIDTH)}"] if one.before else []
    facts += [f"on {', '.join(sorted({c.day.isoformat() for c in one.proof}))}"] if one.proof else []
    lines.append(f"    {dim(' · '.join(facts))}")
    return lines
