"""Reflecting by rules: what a long look at memory finds. Pure; the same answer for the same facts.

Survey, meta-reflection over what was decided before, consolidate, rewrite core, summarise: each is a function from what
was looked at to findings. Whatever wants a change says so as a `Wish`, and a person decides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime

from reverie.domain import graph
from reverie.domain.audit import one_line
from reverie.domain.citation import Citation
from reverie.domain.decay import Status
from reverie.domain.page import Key, Page
from reverie.domain.promote import Move
from reverie.domain.reflection import Finding, Past, Section
from reverie.domain.strength import ladder
from reverie.domain.tokens import tokens
from reverie.domain.usage import Use

RECURS = 3  # reflections in which a theme comes up before it is told as one
MOST: Mapping[Section, int] = {
    "questions": 6,
    "archival": 10,
    "core": 15,
    "connections": 10,
}  # asked or proposed at once
_TOLD = 40  # findings of one sort that are only told
LONG = 200  # characters of what a page says, in a finding


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A page, how it stands on the forgetting curve, and how it was used."""

    page: Page
    value: float
    status: Status
    idle: int  # days
    use: Use


@dataclass(frozen=True, slots=True, kw_only=True)
class Survey:
    """What is looked at: one space, since a moment."""

    space: str
    today: date
    since: datetime | None
    first: int  # the entry of the log after which is looked
    last: int  # and the last there is
    pages: Mapping[Key, Page]  # those that changed since, as they stand
    before: Mapping[Key, Page]  # as they stood then, as far as they did
    retired: Mapping[Key, Page]  # that were put away since
    beyond: int = 0  # pages that changed, too, and are too many to be looked at
    faded: Sequence[Standing] = ()  # the lowest first
    used: Sequence[Standing] = ()  # the most often found first
    prompts: tuple[int, int] = (0, 0)  # that hosts asked about since, and those for which nothing was known
    waiting: Sequence[tuple[str, str, str]] = ()  # sub-agents' proposals: id, who, what
    blocks: Mapping[str, Page] = field(default_factory=dict)
    past: Sequence[Past] = ()
    answers: Mapping[str, tuple[str, str]] = field(default_factory=dict)  # by question: the answer, and its fragment


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """A finding and the change it wants: a page written, with others merged into it; a page retired; a line moved."""

    finding: Finding
    page: Page | None = None
    merged: tuple[Key, ...] = ()
    why: str = ""  # of retiring
    move: Move | None = None  # of core memory
    line: str = ""  # for USER.md


def said(page: Page) -> str:
    """What a page says, in a line."""
    return one_line(page.prose if page.key.kind == "belief" else page.title, LONG)


def ids(proof: Iterable[Citation]) -> tuple[str, ...]:
    return tuple(cited.id for cited in sorted(proof))


# What changed


def learned(seen: Survey) -> Iterator[Finding]:
    """What was learnt since, the firmest first."""
    verbs = {"belief": "Learned", "skill": "Learned how to", "entity": "Got to know"}
    new = [page for key, page in seen.pages.items() if key not in seen.before and key.kind in verbs]
    for page in sorted(new, key=lambda each: (each.key.kind, -each.days, each.key))[:_TOLD]:
        firm = f" ({ladder(page.days)})" if page.key.kind == "belief" else ""
        text = f"{verbs[page.key.kind]}: {said(page)}{firm}"
        yield Finding(section="knowledge", text=text, keys=(page.key,), proof=ids(page.evidence.active))


def linked(seen: Survey) -> Iterator[Finding]:
    """The links between entities that were told since."""
    found = []
    for key, page in sorted(seen.pages.items()):
        old = {(r.name, r.target) for r in graph.relations(seen.before[key])} if key in seen.before else set()
        found += [(key, r) for r in graph.relations(page) if key.kind == "entity" and (r.name, r.target) not in old]
    for key, link in found[:_TOLD]:
        text = f"{link.source} → {link.name} → {link.target}"
        yield Finding(section="connections", text=text, keys=(key,), proof=ids(link.evidence.active))


def put_away(seen: Survey) -> Iterator[Finding]:
    """What was retired since, and why."""
    for key, page in sorted(seen.retired.items())[:_TOLD]:
        why = (page.retired or "").partition(" ")[2]
        yield Finding(section="archival", text=f"Put away since: {said(page)} ({one_line(why, 120)})", keys=(key,))


def themes(seen: Survey) -> tuple[str, ...]:
    """What most of the news is about: the tags that several of the changed pages share."""
    found = Counter(tag.lower() for page in seen.pages.values() for tag in dict.fromkeys(page.tags))
    return tuple(tag for tag, count in sorted(found.items(), key=lambda each: (-each[1], each[0])) if count > 1)[:8]


# Summarise


def fitting(wishes: Sequence[Wish], told: Sequence[Finding], room: int) -> tuple[list[Wish], list[Finding], int]:
    """As much as fits into so many tokens; and how much was left out.

    Contradictions come first, then what changes something, questions, and what is only told.
    """
    order = ("contradictions", "core", "connections", "archival", "knowledge")
    kept: list[Wish] = []
    for wish in sorted(wishes, key=lambda each: order.index(each.finding.section)):
        if cost(wish.finding) <= room:
            room -= cost(wish.finding)
            kept.append(wish)
    also: list[Finding] = []
    for finding in sorted(told, key=lambda each: each.section not in ("questions", "evolution")):
        if cost(finding) <= room:
            room -= cost(finding)
            also.append(finding)
    return kept, also, len(wishes) + len(told) - len(kept) - len(also)


def cost(finding: Finding) -> int:
    """With the lines that a change of core memory is shown by once more."""
    return tokens(finding.text) * (2 if finding.section == "core" else 1) + 4
