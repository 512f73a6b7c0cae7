"""How exports and imports look."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from reverie.domain.fence import harmless
from reverie.domain.fragment import TRUST_ORDER
from reverie.domain.proposal import Purge
from reverie.loop.bring import BUNDLE, Brought
from reverie.loop.merge import counted
from reverie.surfaces.present.style import bold, count, dim

_SHOWN = 8  # conflicts and reasons that are listed


def exported(path: Path, told: Mapping[str, Any]) -> str:
    numbers = told["counts"]
    pages = sum(numbers["pages"].values())
    what = f"{count(numbers['fragments'], 'fragment')}, {count(pages, 'page')}"
    what += f", {count(numbers['entries'], 'entry', 'entries')} of history"
    lines = [f"{bold('Exported')} {path}  {what}"]
    if told["redacted"]:
        lines.append(
            dim("  redacted: no quotes, no history, no notes, references or digests; it can be merged, not restored")
        )
    lines += [dim(f"  left out: {why} ({n})") for why, n in told["left_out"].items()]
    return "\n".join(lines)


def nothing(brought: Brought) -> bool:
    """Whether an import would change nothing."""
    return brought.plan.empty and not brought.restores


def preview(brought: Brought) -> str:
    """What an import would do, before anybody has agreed to it."""
    what = "a Reverie bundle" if brought.what == BUNDLE else brought.what
    lines = [f"{bold(brought.name)} is {what}."]
    if brought.restores:
        lines.append("  This workspace holds nothing yet, so it becomes that vault: pages, streams, history, reviews.")
    lines += _numbers(brought)
    if nothing(brought):
        lines.append("  Nothing in it is new.")
    return "\n".join([*lines, *_conflicts(brought), *_skipped(brought)])


def _numbers(brought: Brought) -> list[str]:
    plan = brought.plan
    told = f", {count(plan.known, 'fragment')} here already" if plan.known else ""
    lines = [f"  {count(plan.fragments, 'new fragment')}{told}" + _by("trust", plan.trust, TRUST_ORDER)]
    for verdicts, said in (
        (("new",), "new"),
        (("newer",), "brought up to date"),
        (("united",), "united, evidence of both"),
        (("removed",), "taken away there, retired here"),
        (("conflict",), "in conflict, to be reviewed"),
    ):
        found = dict(counted(plan.pages, *verdicts))  # type: ignore[arg-type]
        if found:
            kinds = ", ".join(f"{n} {kind}" for kind, n in found.items())
            lines.append(f"  {count(sum(found.values()), 'page')} {said}: {kinds}")
    same = sum(n for _, n in counted(plan.pages, "same", "ours"))
    lines += [f"  {count(same, 'page')} nothing changes for"] if same else []
    lines += [f"  {count(plan.held, 'proposal')} that waited there or were refused"] if plan.held else []
    lost = [
        id_ for asked in plan.deleted for change in asked.changes if isinstance(change, Purge) for id_ in change.ids
    ]
    if lost:
        lines.append(
            f"  {count(len(lost), 'fragment')} here deleted for good there; `reverie review` asks whether here, too"
        )
    where = {space or "your own": n for space, n in sorted(plan.spaces.items()) if n}
    if list(where) != ["your own"] and where:
        lines.append("  in " + ", ".join(f"{space} ({n})" for space, n in where.items()))
    if brought.what == BUNDLE and plan.trust["user"] and not brought.restores:
        lines.append(
            dim("  Trust is what the bundle says. Is it not yours? --trust agent keeps it from setting rules.")
        )
    return lines


def _by(name: str, found: Mapping[str, int], order: tuple[str, ...]) -> str:
    some = [f"{found[each]} {each}" for each in order if found.get(each)]
    return f" ({name} {', '.join(some)})" if some else ""


def _conflicts(brought: Brought) -> list[str]:
    found = brought.plan.conflicts
    lines = [f"  {harmless(each)}" for each in found[:_SHOWN]]
    return lines + ([dim(f"  … and {len(found) - _SHOWN} more conflicts")] if len(found) > _SHOWN else [])


def _skipped(brought: Brought) -> list[str]:
    found = brought.plan.skipped.most_common()
    lines = [
        dim(f"  skipped {n}: {harmless(why)}" + (f" (such as {harmless(example)})" if example else ""))
        for why, n in found[:_SHOWN]
        for example in [brought.plan.examples.get(why, "")]
    ]
    return lines + ([dim(f"  … and {len(found) - _SHOWN} more reasons")] if len(found) > _SHOWN else [])


def done(brought: Brought) -> str:
    """What an import has done."""
    plan = brought.plan
    waiting = [parcel.later for parcel in plan.parcels if parcel.later]
    lines = [f"{bold('Imported')} {brought.name}", *_numbers(brought)]
    changes = [parcel.now.id for parcel in plan.parcels if parcel.now]
    if brought.restores:
        lines.append("  the workspace is that vault now; `reverie audit --verify` checks it")
    if changes:
        lines.append(f"  change {changes[0]}; take all of it back with `reverie undo {changes[0].partition('.')[0]}`")
    lines += [f"  {each.because}: `reverie review show {each.id}`" for each in (*waiting, *plan.deleted)]
    extras = [count(n, what) for n, what in ((brought.turns, "turn"), (brought.used, "count of use")) if n]
    lines += [f"  also {', '.join(extras)}"] if extras else []
    return "\n".join([*lines, *_skipped(brought)])


def as_json(brought: Brought, *, done: bool) -> dict[str, Any]:
    plan = brought.plan
    return {
        "ok": True,
        "done": done,
        "what": brought.what,
        "restores": brought.restores,
        "fragments": {"new": plan.fragments, "known": plan.known},
        "pages": [{"verdict": v, "kind": kind, "count": n} for (v, kind), n in sorted(plan.pages.items())],
        "spaces": dict(sorted(plan.spaces.items())),
        "trust": dict(plan.trust),
        "held": plan.held,
        "conflicts": plan.conflicts,
        "skipped": dict(plan.skipped),
        "changes": [parcel.now.id for parcel in plan.parcels if parcel.now] if done else [],
        "review": [p.id for p in (*(parcel.later for parcel in plan.parcels), *plan.deleted) if p] if done else [],
        "turns": brought.turns,
        "used": brought.used,
    }
