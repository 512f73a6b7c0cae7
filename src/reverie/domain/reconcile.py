"""Two vaults hold a page of one name: which text goes on, and when a person has to say. The same from both sides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from reverie.domain import core, graph, rules
from reverie.domain.citation import Evidence
from reverie.domain.page import Key, Page
from reverie.domain.union import united as one_entity

Verdict = Literal["same", "ours", "new", "newer", "united", "conflict", "removed"]
_MADE = frozenset({"summary", "digest"})  # written by machines, and written again
_LISTS = frozenset({"core", "entity"})  # whose lines stand for themselves


@dataclass(frozen=True, slots=True)
class Past:
    """What a vault has been through: when each version of a page last came to stand, and when pages went away.

    A version of another vault that it took account of counts from then on.
    """

    versions: Mapping[str, datetime] = field(default_factory=dict)
    gone: Mapping[Key, datetime] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What becomes of a page of another vault: `page` is the text to be put here; None when nothing is."""

    verdict: Verdict
    page: Page | None = None


def reconcile(ours: Page | None, theirs: Page, here: Past, there: Past) -> Outcome:
    """Compare a page with the one of the same name in another vault.

    Who knows the other's present text has gone on from it; when both do, the later change holds. Texts that went
    apart are united, the same from both sides. When they say different things a person decides: the outcome has the
    words of the other, or of lists both, and the evidence of both.
    """
    known_here, known_there = theirs.version in here.versions, False
    if ours is None and _says_nothing(theirs):
        return Outcome("same")
    if ours is None:
        went = here.gone.get(theirs.key)
        back = went and there.versions.get(theirs.version, went) > went
        return Outcome("ours") if known_here and not back else Outcome("new", _whole(theirs))
    if ours.text == theirs.text:
        return Outcome("same")
    known_there = ours.version in there.versions
    if known_here and known_there:
        known_there = _later(theirs, there) > _later(ours, here)
        known_here = not known_there
    if known_here:
        return Outcome("ours")
    if known_there:
        return Outcome("newer", _with_evidence_of(_whole(theirs), ours, alike=_alike(ours, theirs)))
    if _says_nothing(theirs) or _says_nothing(ours):
        return Outcome("new", _whole(theirs)) if _says_nothing(ours) else Outcome("ours")
    if _agree(ours, theirs):
        page = unite(ours, theirs)
        return Outcome("united", page) if page.text != ours.text else Outcome("ours")
    if ours.key.kind in _LISTS:
        return Outcome("conflict", unite(ours, theirs))
    return Outcome("conflict", _with_evidence_of(_whole(theirs), ours, alike=_alike(ours, theirs)))


def removed(ours: Page, here: Past, there: Past) -> bool:
    """Whether a page that is not in the other vault was this very page, and was taken away there since."""
    went = there.gone.get(ours.key)
    return bool(went and ours.version in there.versions and here.versions.get(ours.version, went) < went)


def _later(page: Page, past: Past) -> tuple[str, str]:
    at = past.versions.get(page.version)
    return at.isoformat() if at else "", page.version


def unite(one: Page, other: Page) -> Page:
    """One page out of two: the words of the one with the newer evidence, the evidence of both."""
    first, second = sorted((_whole(one), _whole(other)), key=_rank, reverse=True)
    match first.key.kind:
        case "entity":
            page = one_entity(first, second)
        case "core":
            page = core.add_missing(first, second)
        case _:
            page = first
    return _with_evidence_of(page, second, alike=_alike(first, second))


def _whole(page: Page) -> Page:
    """The page with the evidence that an edit by hand left out of its text."""
    bare = Page(key=page.key, text=page.text)
    return rules.cite(bare, page.owed) if page.owed.all - bare.cited else bare


def _rank(page: Page) -> tuple[str, str]:
    """Ids begin with the time, so the greatest is the newest."""
    return max((c.id for c in page.evidence.active), default=""), page.text


def _agree(ours: Page, theirs: Page) -> bool:
    """Whether a union needs nobody's word: it says nothing that either denies."""
    kind = ours.key.kind
    if bool(ours.retired) != bool(theirs.retired) or ours.pinned != theirs.pinned:
        return False
    if kind == "entity":
        return not _ended_in_one(ours, theirs) and not _ended_in_one(theirs, ours)
    return kind in _MADE or _alike(ours, theirs)


def _alike(ours: Page, theirs: Page) -> bool:
    return ours.prose == theirs.prose


def _ended_in_one(one: Page, other: Page) -> bool:
    """Whether a relation that one says has ended is open in the other."""
    over = {(r.name, r.target) for r in graph.relations(one) if r.until}
    return any((r.name, r.target) in over and not r.until for r in graph.relations(other))


def _says_nothing(page: Page) -> bool:
    """Whether it is a block of core memory that nobody has written into yet."""
    return page.key.kind == "core" and not core.claims(page.text) and not page.cited


def _with_evidence_of(page: Page, other: Page, *, alike: bool) -> Page:
    """The page citing what the other cites: for the same words as active, for words it gave up as superseded."""
    left = other.cited - page.cited
    if not left or page.key.kind == "reference":
        return page
    active = left & other.evidence.active if alike else frozenset()
    return rules.cite(page, Evidence(active, left - active))
