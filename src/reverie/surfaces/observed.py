"""How a run of observe looks: before it, what would be read; after it, what came of it."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from reverie.domain.audit import one_line
from reverie.domain.fragment import TRUST_ORDER
from reverie.store.meter import dollars
from reverie.surfaces.present.style import bold, count, dim, handle, short

if TYPE_CHECKING:
    from reverie.domain.fragment import Fragment
    from reverie.llm.models import Tally
    from reverie.loop.pickup import Due, Run, Step
    from reverie.transcripts.readers import Looked

BEST = 10  # fragments shown after a run
_WIDTH = 110
_SAID, _PRINTED = 225_000, 3_000_000  # bytes of what people and agents say, and of what tools print, read in a second
_USUAL = 0.5  # share of a session that tools printed, when its file does not tell
_START, _EACH = 0.7, 0.1  # seconds until the first session is read, and for the digest and archive of each
Cost = Callable[[Sequence[int]], dict[str, Any] | None]  # of sessions of these many bytes
_SURE = {"high": 0, "medium": 1, "low": 2}


def plan_json(found: Sequence[Due], run: Run, cost: Cost) -> dict[str, Any]:
    by_host = Counter(one.session.host for one in found if not one.session.lasting)
    memories = Counter(one.session.host for one in found if one.session.lasting)
    size = sum(one.new for one in found)
    return {
        "sessions": by_host.total(),
        "hosts": dict(by_host),
        "memories": dict(memories),
        "bytes": size,
        "seconds": round(sum(map(_takes, found)) + _START + _EACH * len(found), 1) if found else 0.0,
        "model": cost([one.new for one in found]),
        "left": dict(run.left),
        "failed": run.failed,
        "looked": [{"host": one.host, "folder": str(one.root), "there": one.there} for one in run.looked],
    }


def _takes(one: Due) -> float:
    """Seconds that reading a session takes, about."""
    printed = one.printed
    share = _USUAL if printed is None else printed
    return one.new * ((1 - share) / _SAID + share / _PRINTED)


def plan_text(found: Sequence[Due], run: Run, cost: Cost) -> str:
    plan = plan_json(found, run, cost)
    hosts = dict.fromkeys((*plan["hosts"], *plan["memories"]))
    lines = [f"{bold(host)}: {kept(plan['hosts'].get(host, 0), plan['memories'].get(host, 0))}" for host in hosts]
    if found:
        takes = f"about {plan['seconds']:,.0f} s" if plan["seconds"] >= 1 else "about a second"
        lines.append(f"{_size(plan['bytes'])} to read, {takes}; {asking(plan['model'])}.")
    elif run.left or run.failed:
        lines.append("No session is due.")
    else:
        lines += _nowhere(run.looked)
    return "\n".join([*lines, *_left(run.left), *_failed(run.failed)])


def kept(sessions: int, memories: int) -> str:
    """What a host keeps: sessions, and files that it remembers things in itself."""
    told = [count(sessions, "session")] if sessions or not memories else []
    return ", ".join([*told, *([f"{count(memories, 'file')} of its own memory"] if memories else [])])


def _nowhere(looked: Sequence[Looked]) -> list[str]:
    """Where sessions were looked for when there is none at all."""
    there = any(one.there for one in looked)
    which = "" if not looked else "; this is where they are looked for" if there else "; none of these is there"
    mark = {True: dim(" (no session in it)"), False: dim(" (not there)") if there else ""}
    rows = [f"  {one.host}: {short(one.root)}{mark[one.there]}" for one in looked]
    hint = ["Name a FILE to read an export or a chat, or another folder of sessions."]
    return [f"No session was found{which}{':' if looked else '.'}", *rows, *hint]


def follow(steps: Iterator[Step], size: int, *, shown: bool) -> None:
    """Go through a run; on a terminal, show how far it is."""
    if not shown:
        for _ in steps:
            pass
        return
    with click.progressbar(length=size, label="Observing", file=sys.stderr) as bar:
        for step in steps:
            bar.update(step.size)


def _size(size: int) -> str:
    return f"{size / 1e6:,.1f} MB" if size >= 100_000 else f"{max(1, round(size / 1e3))} kB"


def _failed(failed: Mapping[str, str]) -> list[str]:
    return [f"failed: {where}: {why}" for where, why in failed.items()]


def stopped_text(run: Run, of: int) -> str:
    """What a run had done when somebody stopped it."""
    done = f"{run.sessions:,} of {count(of, 'session')}, {_told(run)}"
    back = f"; `reverie undo {run.id}` takes it back" if run.id and run.fragments else ""
    return f"stopped after {done}. What was read stays read; run it again to go on{back}."


def _told(run: Run) -> str:
    return f"{count(run.entries, 'entry', 'entries')}, {count(len(run.fragments), 'new fragment')}"


def asking(model: Mapping[str, Any] | None, free: str = "") -> str:
    """What a model would cost, and that texts are sent to it."""
    if model is None:
        return f"{free}no model is called, nothing is sent anywhere"
    price = "at a price we do not know" if model["money"] is None else f"about {dollars(model['money'])}"
    calls = count(model["calls"], "call")
    return f"{model['model']} is asked and sent what is said, redacted: {calls}, {model['tokens']:,} tokens, {price}"


def _late(run: Run) -> list[str]:
    """Of which sessions the time was not enough to read all."""
    return [
        f"no time was left for {count(entries, 'entry', 'entries')} of {source}: what was read is kept, and "
        "`reverie observe` goes on behind it"
        for source, entries in run.late.items()
    ]


def _left(left: Mapping[str, int]) -> list[str]:
    return [dim(f"left alone: {count(number, 'session')} {why}") for why, number in left.items()]


def run_json(run: Run, seconds: float) -> dict[str, Any]:
    return {
        "ok": not run.failed,
        "run": run.id if run.fragments or run.digests else None,
        "sessions": run.sessions,
        "memories": run.memories,
        "entries": run.entries,
        "fragments": len(run.fragments),
        "digests": run.digests,
        "heard": dict(run.heard),
        "fallbacks": dict(run.fallbacks),
        "guessed": dict(run.guessed),
        "skipped": dict(run.skipped),
        "left": dict(run.left),
        "late": dict(run.late),
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
    told = f"{kept(run.sessions, run.memories)}, {_told(run)}, {count(run.digests, 'digest')}"
    lines = [f"{bold('Observed')} {told} in {seconds:.1f} s; {asked(run.tally)}"]
    for f in best(run.fragments):
        lines.append(f"  {handle(f.handle)} {one_line(f.body, _WIDTH)}")
        facts = [f.kind, f.ts.date().isoformat(), f"trust {f.trust}", *([f"space {f.space}"] if f.space else [])]
        quote = f" · “{one_line(f.quote, 60)}”" if f.quote not in f.body else ""
        lines.append(f"    {dim(' · '.join(facts) + quote)}")
    if len(run.fragments) > BEST:
        lines.append(dim(f"  … and {len(run.fragments) - BEST:,} more; `reverie recall` finds them all"))
    lines += [f"by rules {number} ×, not by the model: {why}" for why, number in run.fallbacks.items()]
    lines += [f"heard: {number} × {what}" for what, number in run.heard.items()]
    lines += [dim(f"dated by {what}: {count(number, 'session')} without times") for what, number in run.guessed.items()]
    lines += [dim(f"passed over: {number} × {why}") for why, number in run.skipped.items()]
    lines += [*_late(run), *_left(run.left), *_failed(run.failed)]
    if run.id and (run.fragments or run.digests):  # a summary alone is put into a digest outside of a run
        lines.append(dim(f"run {run.id}; take it back with `reverie undo {run.id}`"))
    return "\n".join(lines)


def asked(tally: Tally | None) -> str:
    """What models cost."""
    if not tally or not tally.calls:
        return "no model was called"
    price = "at a price we do not know" if tally.unpriced else dollars(tally.money)
    return f"{count(tally.calls, 'model call')}, {tally.sent + tally.received:,} tokens, {price}"


def best(fragments: Sequence[Fragment]) -> list[Fragment]:
    """The best evidenced: asked for before noticed, a person's words first, the surer, the newer."""
    return sorted(
        fragments,
        key=lambda f: (-f.base, TRUST_ORDER.index(f.trust), _SURE[f.confidence], -f.ts.timestamp(), f.id),
    )[:BEST]
