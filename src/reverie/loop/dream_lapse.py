"""What is put away after a dream: beliefs whose date has passed, and skills that nobody tells or uses any more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from reverie.domain import decay, front
from reverie.domain.expiry import over_on
from reverie.domain.fragment import Fragment
from reverie.domain.page import Page
from reverie.domain.proposal import Retire
from reverie.domain.rules import RETIRE_LIMIT
from reverie.domain.usage import Use, Uses, decay_of
from reverie.loop.desk import Desk
from reverie.store.base import Vault


@dataclass(frozen=True, slots=True, kw_only=True)
class Lapse:
    """Pages that are to be retired together, each with its reason."""

    pages: tuple[tuple[Page, str], ...]
    because: str


def date_beliefs(desk: Desk, space: str, fragments: Sequence[Fragment]) -> None:
    """Note on each belief that was written, whoever dreamed it, when it will have nothing to say any more."""
    kinds = {fragment.id: fragment.kind for fragment in fragments}
    for page in desk.written("belief", space):
        newest = max(page.evidence.active, default=None)
        if newest and newest.id in kinds:
            day = over_on(page.prose, newest.day, kinds[newest.id])
            desk.put(page.with_front("expires", day.isoformat() if day else None))


def over(vault: Vault, desk: Desk, space: str, today: date) -> list[Lapse]:
    """Beliefs that only told of something whose date has passed, as many at a time as one proposal may retire."""
    due = {key for key in vault.due(space, today) if key.kind == "belief"}
    due |= {page.key for page in desk.written("belief", space)}
    pages = [page for key in sorted(due) if (page := desk.page(key)) and page.expires and page.expires <= today]
    found = [(page, "its date has passed") for page in pages if not page.pinned]
    return list(_together(_not_asked(found, vault), "what is over"))


def unused(vault: Vault, desk: Desk, space: str, now: datetime, use: Uses) -> list[Lapse]:
    """Skills that we learnt and that were neither told nor used for so long that they are archived.

    Whether they go is for a person to say; pinned ones stay, and those that others wrote.
    """
    found = []
    for key in vault.keys(space, kind="skill"):
        page = desk.page(key)
        if page is None or page.pinned or not page.evidence.active or front.get(page.text, "source") != "reverie":
            continue
        newest = max(page.evidence.active).day
        used = use([key]).get(key, Use())
        if decay.status(decay_of(page.base, used, "skill", newest, now, page.pinned)) == "archived":
            last = f", not used since {used.accessed.date()}" if used.accessed else ", never used"
            found.append((page, f"not told since {newest}{last}"))
    return list(_together(_not_asked(found, vault), "stale skills"))


def _not_asked(found: list[tuple[Page, str]], vault: Vault) -> list[tuple[Page, str]]:
    """Without those that wait for a person already, or that a person refused to put away as they stand."""
    if not found:
        return []
    asked = {
        (change.key, change.made_from.get(change.key))
        for held in vault.held()
        for change in held.proposal.changes
        if isinstance(change, Retire)
    }
    return [(page, why) for page, why in found if (page.key, page.version) not in asked]


def _together(found: Sequence[tuple[Page, str]], what: str) -> Iterator[Lapse]:
    for start in range(0, len(found), RETIRE_LIMIT):
        some = tuple(found[start : start + RETIRE_LIMIT])
        names = "; ".join(page.title for page, _ in some)
        yield Lapse(pages=some, because=f"put away {what}: {names}")
