"""How reflections read, for people: the one that waits, the log of all, and what came of them in the long run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from difflib import unified_diff

from reverie.domain import proposal as proposals
from reverie.domain.page import Key, Page
from reverie.domain.proposal import Proposal
from reverie.domain.reflection import MILESTONES, Finding, Past, Reflection, Section, open_findings, touched

_TITLES: dict[Section, str] = {
    "knowledge": "🧠 New Knowledge Extracted",
    "connections": "🔗 New Connections",
    "archival": "📦 Proposed Archival",
    "contradictions": "⚠️ Contradictions Detected",
    "core": "✏️ Core Memory Changes",
    "evolution": "🌱 Philosophical Evolution",
    "questions": "❓ Questions for You",
}
_NONE = "- None this cycle"
_DIFFED = ("core", "file")  # kinds whose pages are shown line by line


def pending(found: Reflection, proposal: Proposal, before: Mapping[Key, Page]) -> list[str]:
    """A reflection that waits: its sections, with the numbers by which single changes are approved."""
    lines = [f"# Reflection Summary — {found.at:%Y-%m-%d}", ""]
    asked = {finding.name: n for n, finding in enumerate(found.of("questions"), 1)}
    standing = open_findings(found, proposal)
    for section, title in _TITLES.items():
        mine = [each for each in standing if each.section == section]
        lines += [f"## {title}", *(_line(each, proposal, asked) for each in mine)]
        lines += [] if mine else [_NONE]
        lines += _diffs(proposal, before) if section == "core" else []
        lines.append("")
    return [*lines, "---", *_counters(found), "", *_how(proposal, asked)]


def _line(finding: Finding, proposal: Proposal, asked: Mapping[str, int]) -> str:
    numbers = touched(finding, proposal)
    mark = f"[{', '.join(map(str, numbers))}] " if numbers else ""
    if finding.section == "questions":
        mark = f"({asked[finding.name]}) "
    return f"- {mark}{finding.text}"


def _diffs(proposal: Proposal, before: Mapping[Key, Page]) -> Iterator[str]:
    for change in proposal.changes:
        for page in proposals.pages(change):
            if page.key.kind not in _DIFFED:
                continue
            old = before[page.key].prose.splitlines() if page.key in before else []
            diff = list(unified_diff(old, page.prose.splitlines(), lineterm="", n=0))[2:]
            told = [line for line in diff if not line.startswith("@@") and line[1:].strip()]
            yield from ("```diff", f"## {page.title}", *told, "```")


def _counters(found: Reflection) -> list[str]:
    names = {
        "Reflection #": f"{found.count} ({found.name})",
        "Token budget used": f"{found.counters.get('tokens', 0):,} / {found.counters.get('budget', 0):,}",
        "Memories processed": ", ".join(
            f"{kind} {found.counters.get(kind, 0):,}" for kind in ("beliefs", "entities", "procedures")
        ),
        "Reflections reviewed": f"{found.counters.get('reviewed', 0):,} past reflections",
        "Worded by": found.by + (f" ({found.note})" if found.note else ""),
    }
    if left := found.counters.get("left", 0):
        names["Left for the next one"] = f"{left:,}, for want of room"
    if beyond := found.counters.get("beyond", 0):
        names["Not looked at"] = f"{beyond:,} older ones of the pages that changed"
    if found.following:
        names["Next scheduled reflection"] = found.following
    return [f"**{name}**: {told}  " for name, told in names.items()]


def _how(proposal: Proposal, asked: Mapping[str, int]) -> list[str]:
    name = proposal.id
    part = "`--only 1`" if len(proposal.changes) < 3 else "`--only 1,3`"
    lines = [
        f"> Nothing of this is done until you say so: `reverie review approve {name}`, in part with {part}, in",
        f"> other words with `--edit`; or `reverie review reject {name} --why …`, or `reverie review defer {name}`.",
    ]
    if not proposal.changes:
        lines = [f"> Nothing would be changed. `reverie review approve {name}` says that you have read it."]
    if asked:
        lines.append(f"> Answer a question with `reverie review answer {name} 1 …`.")
    return lines


def log(earlier: Sequence[Past]) -> list[str]:
    """Every reflection that was decided about, the newest first."""
    lines = ["# Reflection Log"]
    for one in reversed(earlier):
        found = one.reflection
        lines += ["", f"## {found.name} — {one.at:%Y-%m-%d} — {one.decision}"]
        lines += [f"Why: {one.why}"] if one.why else []
        refused = {finding.name for finding in one.refused}
        for section, title in _TITLES.items():
            told = [f"- {f.text}{' (refused)' if f.proposes and f.name in refused else ''}" for f in found.of(section)]
            lines += [f"### {title}", *told] if told else []
    return lines if earlier else [*lines, "", "No reflection was decided about yet."]


def evolution(earlier: Sequence[Past]) -> list[str]:
    """What approved reflections saw change in the long run, the newest first, milestones marked."""
    kept = [one for one in earlier if one.decision in ("approved", "partly approved")]
    lines = ["# Evolution", "", f"Reflections approved: {len(kept)} of {len(earlier)}."]
    for one in reversed(kept):
        told = [f"- {each.text}" for each in one.reflection.of("evolution")]
        mark = f" — milestone {one.reflection.count}" if one.reflection.count in MILESTONES else ""
        lines += ["", f"## {one.reflection.name} — {one.at:%Y-%m-%d}{mark}", *told] if told else []
    return lines
