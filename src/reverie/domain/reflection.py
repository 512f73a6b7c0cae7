"""A reflection: what was found when memory was looked over, what it would change, and what it asks. Plain data.

It travels in the proposal that a person decides about, so the log tells every reflection there ever was and what became
of it; the pages in meta/ are rendered from that and never read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, get_args

from reverie.domain import proposal as proposals
from reverie.domain.audit import AuditEntry
from reverie.domain.page import Key
from reverie.domain.proposal import Proposal

Section = Literal["knowledge", "connections", "archival", "contradictions", "core", "evolution", "questions"]
SECTIONS: tuple[Section, ...] = get_args(Section)
Decision = Literal["approved", "partly approved", "rejected", "undone"]
BECAUSE = "reflection r-"  # how the summary of every entry about one begins
MILESTONES = (10, 25, 50, 100)  # reflections of a space, from which on one looks further back
_ACTOR = re.compile(r"reflection:r-(\d+)")
_WAITS = ("PROPOSE", "DEFER", "REJECT")


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that was found: told, asked, or proposed to be changed."""

    section: Section
    text: str
    keys: tuple[Key, ...] = ()  # the pages it is about; of a proposal, those that it would change
    name: str = ""  # what it comes to, in words that stay the same when it is found again
    proof: tuple[str, ...] = ()  # the fragments that speak for it
    proposes: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Reflection:
    """One look at the memory of a space. `count` is how many that space has had, this one included."""

    number: int
    count: int
    at: datetime
    since: datetime | None
    findings: tuple[Finding, ...]
    first: int = 0  # the entry of the log after which it looked
    last: int = 0  # and the last that it looked at
    themes: tuple[str, ...] = ()  # what most of the news was about
    counters: Mapping[str, int] = field(default_factory=dict)
    by: str = "rules"
    note: str = ""  # why another one did not word it
    following: str = ""  # when the next one is due

    @property
    def name(self) -> str:
        return f"r-{self.number:03d}"

    def of(self, section: Section) -> list[Finding]:
        return [finding for finding in self.findings if finding.section == section]


@dataclass(frozen=True, slots=True, kw_only=True)
class Past:
    """An earlier reflection that a person decided about, and what they would not have."""

    reflection: Reflection
    decision: Decision
    at: datetime
    why: str = ""
    refused: tuple[Finding, ...] = ()
    taken: tuple[Finding, ...] = ()  # what was done, in these words or in the person's


def to_json(found: Reflection) -> dict[str, Any]:
    """As the proposal carries it; `of` gives it back."""
    return {
        "number": found.number,
        "count": found.count,
        "at": found.at.isoformat(),
        "since": found.since.isoformat() if found.since else None,
        "first": found.first,
        "last": found.last,
        "themes": list(found.themes),
        "counters": dict(found.counters),
        "by": found.by,
        "note": found.note,
        "following": found.following,
        "findings": [
            {
                "section": each.section,
                "text": each.text,
                "keys": [[key.space, key.kind, key.slug] for key in each.keys],
                "name": each.name,
                "proof": list(each.proof),
                "proposes": each.proposes,
            }
            for each in found.findings
        ],
    }


def of(proposal: Proposal) -> Reflection | None:
    """The reflection that a proposal carries; None when it carries none that can be read."""
    data = proposal.report
    try:
        findings = tuple(
            Finding(
                section=each["section"], text=str(each["text"]), keys=tuple(Key(*key) for key in each["keys"]),
                name=str(each["name"]), proof=tuple(each["proof"]), proposes=bool(each["proposes"]),
            )
            for each in data["findings"]
            if each["section"] in SECTIONS
        )  # fmt: skip
        return Reflection(
            number=int(data["number"]), count=int(data["count"]), at=datetime.fromisoformat(data["at"]),
            since=datetime.fromisoformat(data["since"]) if data["since"] else None, findings=findings,
            first=int(data["first"]), last=int(data["last"]), themes=tuple(data["themes"]),
            counters=dict(data["counters"]), by=str(data["by"]), note=str(data["note"]),
            following=str(data["following"]),
        )  # fmt: skip
    except (KeyError, TypeError, ValueError, AttributeError):
        return None


def touched(finding: Finding, proposal: Proposal) -> list[int]:
    """The numbers of the changes, from 1, by which a proposal would do what a finding wants."""
    if not finding.proposes:
        return []
    wanted = set(finding.keys)
    return [n for n, change in enumerate(proposal.changes, 1) if wanted & set(proposals.touched(change))]


def open_findings(found: Reflection, proposal: Proposal) -> list[Finding]:
    """What is still to be decided or read: without what was proposed and is decided by now."""
    return [each for each in found.findings if not each.proposes or touched(each, proposal)]


def would_go(proposal: Proposal) -> list[Key]:
    """The pages that a reflection would put away; refused, they are kept on purpose, which counts as use."""
    found = of(proposal)
    mine = [each for each in found.of("archival") if touched(each, proposal)] if found else []
    return [key for finding in mine for key in finding.keys]


def latest(entries: Iterable[AuditEntry]) -> int:
    """The highest number that any reflection of the vault has had."""
    named = (_ACTOR.match(entry.proposal.actor) for entry in entries if entry.proposal)
    return max((int(found[1]) for found in named if found), default=0)


def past(entries: Sequence[AuditEntry], space: str) -> list[Past]:
    """The decided reflections of a space, the oldest first. What an agent refused, or a newer one replaced, is none."""
    undone = {id_ for entry in entries for id_ in entry.undoes}
    decided: dict[int, list[tuple[AuditEntry, Reflection, bool]]] = {}
    for entry in sorted(entries, key=lambda each: each.seq):
        proposal = entry.proposal
        found = of(proposal) if proposal and proposal.origin == "reflect" and proposal.space == space else None
        taken = entry.action not in _WAITS and entry.approval == "approved"
        if found and (taken or (entry.action == "REJECT" and entry.actor == "manual")):
            decided.setdefault(found.number, []).append((entry, found, taken))
    return [_decided(some, undone) for some in decided.values()]


def _decided(some: Sequence[tuple[AuditEntry, Reflection, bool]], undone: set[str]) -> Past:
    last, found, _ = some[-1]
    refused, done = (
        tuple(
            finding
            for entry, reflection, taken in some
            if entry.proposal and (taken and entry.id not in undone) is wanted
            for finding in reflection.findings
            if touched(finding, entry.proposal)
        )
        for wanted in (False, True)
    )
    stands = [entry for entry, _, taken in some if taken and entry.id not in undone]
    whole = not refused and not any(entry.waiting for entry in stands[-1:])
    decision: Decision = (
        ("approved" if whole else "partly approved") if stands else "undone" if some[0][2] else "rejected"
    )
    why = "; ".join(reason for entry, _, taken in some if not taken for reason in entry.reasons)
    return Past(reflection=found, decision=decision, at=last.at, why=why, refused=refused, taken=done)


def refusals(earlier: Iterable[Past]) -> dict[str, frozenset[str]]:
    """What a person would not have, by its name, with the fragments that spoke for it then."""
    found: dict[str, frozenset[str]] = {}
    for one in earlier:
        for finding in one.refused:
            if finding.name:
                found[finding.name] = found.get(finding.name, frozenset()) | frozenset(finding.proof)
    return found


def may_return(finding: Finding, refused: Mapping[str, frozenset[str]]) -> bool:
    """Whether a finding was never refused, or something new speaks for it since."""
    return finding.name not in refused or bool(set(finding.proof) - refused[finding.name])


def milestone(count: int) -> int | None:
    """The milestone that a reflection is, of those the space has had."""
    return count if count in MILESTONES else None
