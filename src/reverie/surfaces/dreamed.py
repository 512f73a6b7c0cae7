"""How a night of dreams looks: what changed, what came into core memory and left it, and on what evidence."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from reverie.domain.audit import one_line
from reverie.domain.core import BY_SLUG
from reverie.surfaces.observed import asked, asking
from reverie.surfaces.present.style import bold, count, dim, handle

if TYPE_CHECKING:
    from reverie.domain.changed import Changed
    from reverie.domain.page import Key
    from reverie.loop.dream import Night

MOST = 40  # changes listed
_WIDTH = 100
_LONG = 100  # fragments that take a while
_SIGNS = {
    "added": ("+", "green"), "restated": ("~", "yellow"), "superseded": ("!", "red"), "heard again": ("=", None),
    "merged": ("&", "cyan"), "retired": ("-", "red"), "promoted": ("↑", "green"), "demoted": ("↓", "yellow"),
}  # fmt: skip


@contextmanager
def shown(size: int) -> Iterator[Callable[[Night], None]]:
    """Tells how far a night is, on a terminal, when it may take a while."""
    if size < _LONG or not sys.stderr.isatty():
        yield lambda night: None
        return
    with click.progressbar(length=size, label="Dreaming", file=sys.stderr) as bar:
        yield lambda night: bar.update(night.fragments - bar.pos)


def night_json(night: Night, seconds: float, *, planned: bool = False) -> dict[str, Any]:
    return {
        "ok": not night.rejected,
        "run": night.id,
        "fragments": night.fragments,
        "set_aside": night.rejected_before + night.undone_before,
        "undone": night.undone_before,
        "waiting": night.waiting,
        "off": night.off,
        "changes": [changed_json(one) for one in night.changed],
        "held": [proposal.id for proposal in night.held],
        "rejected": night.rejected,
        "fallbacks": night.fallbacks,
        "seconds": round(seconds, 2),
        "tokens": night.tally.sent + night.tally.received if night.tally else 0,
        "money": round(night.tally.money, 4) if night.tally else 0.0,
        **({"cost": night.cost, "waits": night.waits} if planned else {}),
    }


def changed_json(one: Changed) -> dict[str, Any]:
    return {
        "what": one.what, "handle": one.key.handle, "key": str(one.key), "title": one.title, "before": one.before,
        "why": one.why, "evidence": [str(c) for c in one.proof], "overturned": [str(c) for c in one.overturned],
    }  # fmt: skip


def night_text(night: Night, seconds: float, *, planned: bool = False, held: bool = False) -> str:
    lines = [_head(night, seconds, "Would dream" if planned else "Left for you to approve:" if held else "Dreamed")]
    lines += [line for one in _foremost(night.changed)[:MOST] for line in changed_lines(one)]
    if len(night.changed) > MOST:
        lines.append(dim(f"  … and {len(night.changed) - MOST:,} more; --json lists them all"))
    lines += [f"held for review: {_bare(p.because)}; `reverie review show {p.id}`" for p in night.held]
    if planned:
        lines += [f"would ask you: {one_line(held.because, _WIDTH)}" for held in night.asked]
    if planned and night.waits:
        whole = count(len(night.waits), "change")
        lines.append(f"would wait for review: {whole}: {'; '.join(dict.fromkeys(night.waits))}")
    rejected, aside = ("would be rejected", "would be set aside") if planned else ("rejected", "are set aside")
    lines += [click.style(f"{rejected}: {why}; its fragments {aside}", fg="red") for why in night.rejected]
    if night.rejected and not planned:
        lines.append(dim("When that is put right, `reverie dream --retry` takes them up again."))
    lines += [dim(f"by rules, not by the model: {why}") for why in dict.fromkeys(night.fallbacks)]
    if planned and (night.fragments or night.changed):
        lines.append(dim(f"Cost: {asking(night.cost, 'none; ')}."))
        lines.append(dim("Nothing was written. `reverie dream` does it, `reverie dream --hold` leaves it for review."))
    elif held and night.held:
        lines.append(
            dim("Nothing is changed yet. `reverie review show ID` shows it, `reverie review approve ID` does it.")
        )
    elif night.changed and any(applied.entry and applied.entry.files for applied in night.applied):
        lines.append(dim(f"`reverie undo {night.id}` takes all of it back."))
    return "\n".join(lines)


def _head(night: Night, seconds: float, verb: str) -> str:
    counted = Counter(one.what for one in night.changed)
    told = ", ".join(f"{number} {what}" for what, number in counted.items())
    if not night.fragments:
        rest = f"; {told}" if told else ""
        if night.rejected_before or night.undone_before:
            return f"Nothing new to dream{rest}. {' '.join(_set_aside(night))}"
        if night.waiting:
            waiting = count(night.waiting, "fragment waits", "fragments wait")
            return f"Nothing new to dream{rest}. {waiting} for you to decide, in `reverie review`."
        if night.off:
            off = count(night.off, "fragment waits", "fragments wait")
            return f"Nothing to dream where memory is on{rest}. {off} where it is off; `reverie on` turns it on again."
        if night.none:
            return f"Nothing to dream: nothing was noticed yet{rest}. `reverie observe` reads your sessions."
        return f"Nothing to dream: every fragment was dreamed already{rest}."
    fragments = count(night.fragments, "fragment")
    return f"{bold(verb)} {fragments} in {seconds:.1f} s: {told or 'nothing changed'}; {asked(night.tally)}"


def _set_aside(night: Night) -> list[str]:
    """How many fragments are set aside, and what takes them up again."""
    rejected, undone = (
        count(number, "fragment was", "fragments were") for number in (night.rejected_before, night.undone_before)
    )
    told = [f"{rejected} rejected; `reverie dream --retry` takes up what was."] if night.rejected_before else []
    if night.undone_before:
        how = "`reverie dream --undone` takes up what was (`--plan` shows it first)"
        told.append(f"{undone} undone or refused; {how}.")
    return told


def _foremost(changes: Sequence[Changed]) -> list[Changed]:
    """What changed a mind before what is new, and that before what was only heard again."""
    order = ["promoted", "demoted", "superseded", "merged", "restated", "retired", "added", "heard again"]
    return sorted(changes, key=lambda one: order.index(one.what))


def changed_lines(one: Changed) -> list[str]:
    sign, colour = _SIGNS[one.what]
    kind = "" if one.key.kind == "belief" else f"{_called(one.key)}: "
    lines = [f"  {click.style(sign, fg=colour)} {handle(one.key.handle)} {kind}{one_line(one.title, _WIDTH)}"]
    facts = [one.what, *([one.key.space] if one.key.space else [])]
    facts += [one_line(one.why, _WIDTH)] if one.why else []
    was = "overturns" if one.what == "added" else "was"
    facts += [f"{was}: {one_line(one.before, _WIDTH)}"] if one.before else []
    facts += [f"on {', '.join(sorted({c.day.isoformat() for c in one.proof}))}"] if one.proof else []
    lines.append(f"    {dim(' · '.join(facts))}")
    return lines


def _called(key: Key) -> str:
    return BY_SLUG[key.slug].title if key.kind == "core" and key.slug in BY_SLUG else key.kind


def _bare(because: str) -> str:
    return one_line(because, _WIDTH).rstrip(".")
