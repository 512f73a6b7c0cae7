"""How a run of observe looks: before it, what would be read; after it, what came of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from reverie.domain.audit import one_line
from reverie.domain.fragment import TRUST_ORDER
from reverie.surfaces.present import bold, count, dim, handle

if TYPE_CHECKING:
    from reverie.domain.fragment import Fragment
    from reverie.loop.pickup import Due, Run

BEST = 10  # fragments shown after a run
_WIDTH = 110
_PACE = 1_500_000  # bytes of sessions read in a second, about
Cost = Callable[[int], dict[str, Any] | None]  # of so many bytes
_SURE = {"high": 0, "medium": 1, "low": 2}


def plan_json(found: Sequence[Due], run: Run, cost: Cost) -> dict[str, Any]:
    by_host = Counter(one.session.host for one in found)
    size = sum(one.session.size for one in found)
    return {
        "sessions": len(found),
        "hosts": dict(by_host),
        "bytes": size,
        "seconds": round(size / _PACE + 0.01 * len(found), 1),
        "model": cost(size),
        "left": dict(run.left),
    }


def plan_text(found: Sequence[Due], run: Run, cost: Cost) -> str:
    plan = plan_json(found, run, cost)
    lines = [f"{bold(host)}: {count(number, 'session')}" for host, number in plan["hosts"].items()]
    if found:
        size = plan["bytes"] / 1e6
        lines.append(f"{size:,.1f} MB to read, about {plan['seconds']:,.0f} s; {_asking(plan['model'])}.")
    else:
        lines.append("No session is due.")
    lines += [f"failed: {where} {why}" for where, why in run.failed.items()]
    return "\n".join([*lines, *_left(run.left)])


def _asking(model: Mapping[str, Any] | None) -> str:
    """What a model would cost, and that texts are sent to it."""
    if model is None:
        return "no model is called, nothing is sent anywhere"
    price = "at a price we do not know" if model["money"] is None else f"about ${model['money']:,.2f}"
    calls = count(model["calls"], "call")
    return f"{model['model']} is asked and sent what is said, redacted: {calls}, {model['tokens']:,} tokens, {price}"


def _left(left: Mapping[str, int]) -> list[str]:
    return [dim(f"left alone: {count(number, 'session')} {why}") for why, number in left.items()]


def run_json(run: Run, seconds: float) -> dict[str, Any]:
    return {
        "ok": not run.failed,
        "sessions": run.sessions,
        "entries": run.entries,
        "fragments": len(run.fragments),
        "digests": run.digests,
        "heard": dict(run.heard),
        "fallbacks": dict(run.fallbacks),
        "skipped": dict(run.skipped),
        "left": dict(run.left),
        "failed": run.failed,
        "seconds": round(seconds, 2),
        "tokens": run.tally.sent + run.tally.received if run.tally else 0,
        "money": round(run.tally.money, 4) if run.tally else 0.0,
        "best": [
            {
                "handle": f.handle, "kind": f.kind, "body": f.body, "quote": f.quote, "said": f.ts.isoformat(),
                "trust": f.trust, "confidence": f.confidence, "space": f.space, "source": f.source, "entry": f.entry,
            }
            for f in best(run.fragments)
        ],
    }  # fmt: skip


def run_text(run: Run, seconds: float) -> str:
    told = [
        count(run.sessions, "session"),
        f"{run.entries:,} entries",
        count(len(run.fragments), "new fragment"),
        count(run.digests, "digest"),
    ]
    lines = [f"{bold('Observed')} {', '.join(told)} in {seconds:.1f} s; {_asked(run)}"]
    for f in best(run.fragments):
        lines.append(f"  {handle(f.handle)} {one_line(f.body, _WIDTH)}")
        facts = [f.kind, f.ts.date().isoformat(), f"trust {f.trust}", *([f"space {f.space}"] if f.space else [])]
        quote = f" · “{one_line(f.quote, 60)}”" if f.quote not in f.body else ""
        lines.append(f"    {dim(' · '.join(facts) + quote)}")
    if len(run.fragments) > BEST:
        lines.append(dim(f"  … and {len(run.fragments) - BEST} more; find them with `reverie recall`"))
    lines += [f"by rules {number} ×, not by the model: {why}" for why, number in run.fallbacks.items()]
    lines += [f"heard: {number} × {what}" for what, number in run.heard.items()]
    lines += [dim(f"passed over: {number} × {why}") for why, number in run.skipped.items()]
    lines += _left(run.left)
    lines += [f"failed: {source}: {why}; it is tried again later" for source, why in run.failed.items()]
    return "\n".join(lines)


def _asked(run: Run) -> str:
    tally = run.tally
    if not tally or not tally.calls:
        return "no model was called"
    price = "" if tally.unpriced else f", ${tally.money:,.4f}"
    return f"{count(tally.calls, 'model call')}, {tally.sent + tally.received:,} tokens{price}"


def best(fragments: Sequence[Fragment]) -> list[Fragment]:
    """The best evidenced: asked for before noticed, a person's words first, the surer, the newer."""
    return sorted(
        fragments,
        key=lambda f: (-f.base, TRUST_ORDER.index(f.trust), _SURE[f.confidence], -f.ts.timestamp(), f.id),
    )[:BEST]
