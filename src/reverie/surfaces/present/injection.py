"""What hosts were told, as people see it: one injection, the latest of them, and what they come to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from reverie.domain.fence import harmless
from reverie.surfaces.present.style import bold, count, dim, handle, in_lines

if TYPE_CHECKING:
    from reverie.retrieval.inject import Injection


def injection_json(found: Injection) -> dict[str, Any]:
    return {
        "text": found.text,
        "matched": found.matched,
        "injected": [given.handle for given in found.given if given.handle],
        "score": found.score,
        "tokens": found.tokens,
        "tier": found.tier,
        "reason": found.reason,
    }


def injections_text(rows: Sequence[Mapping[str, Any]]) -> str:
    if not rows:
        return "No host was told anything yet."
    return "\n".join(_injection_line(row) for row in rows)


def _injection_line(row: Mapping[str, Any]) -> str:
    what = "at its start" if row["event"] == "start" else "with a prompt"
    told = (
        f"{count(row['tokens'], 'token')} ({row['tier']}, {row['score']:.2f})" if row["tokens"] else dim(row["reason"])
    )
    handles = " ".join(handle(each) + ("*" if each in row["used"] else "") for each in row["handles"][:8])
    more = f" … {len(row['handles']) - 8} more" if len(row["handles"]) > 8 else ""
    return (
        f"{row['at'][:16].replace('T', ' ')}  {harmless(row['session'])[:48]} {what}: {told} {handles}{more}".rstrip()
    )


def told_text(told: Sequence[tuple[str, str, str]]) -> str:
    """Where a page was last told, after its proof."""
    lines = [f"  {at[:16].replace('T', ' ')}  {harmless(session)}" for at, _, session in told]
    return "\n".join(["", bold("Last told"), *lines]) if lines else ""


def stats_text(found: Mapping[str, Any]) -> str:
    if not found["asked"]:
        return "No host was told anything yet."
    each = round(found["tokens"] / max(1, found["sessions"]))
    return in_lines([
        f"{count(found['sessions'], 'session')}, {count(found['prompts'], 'prompt')}; "
        f"{found['prompts_without']:,} of them got nothing",
        f"{count(found['injections'], 'injection')}, {count(found['tokens'], 'token')}: {each:,} a session, "
        f"{found['tokens_for_prompts']:,} of all with prompts",
        f"{count(found['given'], 'thing')} told, {found['used']:,} of them named by an agent afterwards",
    ])  # fmt: skip
