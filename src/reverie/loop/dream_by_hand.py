"""What people rewrote by hand: a belief whose sentence somebody changed is called and proved by what it says now."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from reverie.domain.audit import AuditEntry
from reverie.domain.belief import HEADING_LENGTH, restate
from reverie.domain.changed import Changed
from reverie.domain.citation import Citation, Evidence
from reverie.domain.claim import claim, compare
from reverie.domain.expiry import over_on
from reverie.domain.page import Key, Page
from reverie.domain.text import fold, heading
from reverie.llm import alike, pairs
from reverie.store.base import History


@dataclass(frozen=True, slots=True, kw_only=True)
class Rewritten:
    """A belief that people changed by hand, and how it stood before they first did."""

    key: Key
    was: Page


def rewritten(entries: Iterable[AuditEntry], history: History, space: str) -> list[Rewritten]:
    """The beliefs of a space that these entries, the newest first, found changed by hand."""
    found: dict[Key, Rewritten] = {}
    for entry in entries:
        if entry.proposal and entry.proposal.origin == "external":
            stood = history.before(entry)
            keys = (key for change in entry.files for key in change.keys)
            mine = (key for key in keys if key.kind == "belief" and key.space == space)
            found |= {key: Rewritten(key=key, was=was) for key in mine if (was := stood.get(key))}
    return list(found.values())


def settled(page: Page, was: Page) -> Page | None:
    """The page under the heading of its own words; what proves only the words that are gone is superseded.

    None when nothing is to be done: its sentence stands, or was never what its heading said.
    """
    if page.pinned or fold(heading(was.prose)) != fold(was.title) or fold(heading(page.prose)) == fold(was.title):
        return None
    fresh = page.evidence.active - was.evidence.all
    keeps = not fresh or _says_still(page.prose, was.prose)
    proof = page.evidence if keeps else Evidence(fresh, page.evidence.all - fresh)
    new = _dated(restate(page, page.prose, proof), proof.active)
    theirs = page.title != was.title  # they wrote another
    return new if theirs else new.with_front("heading", heading(page.prose)[:HEADING_LENGTH])


def as_told(each: Rewritten, told: Sequence[Changed]) -> list[Changed]:
    """What following a hand comes to, for people: beside what it said before they changed it."""
    return [
        replace(one, what="restated" if one.what == "heard again" else one.what, before=each.was.title) for one in told
    ]


def _says_still(said: str, before: str) -> bool:
    """Whether a sentence tells what it told, in other words or with more beside it."""
    if compare(claim(said), claim(before)) == "same":
        return True
    return alike.stems(before) <= alike.stems(said) and pairs.read(said).denies == pairs.read(before).denies


def _dated(page: Page, proof: Collection[Citation]) -> Page:
    if not page.expires or not proof:
        return page
    day = over_on(page.prose, max(proof).day, "event")
    return page.with_front("expires", day.isoformat() if day else None)
