"""Undo and restore: new, audited changes that put pages back as they were."""

from __future__ import annotations

from datetime import datetime

from reverie.domain.audit import AuditEntry
from reverie.domain.page import Key, Page
from reverie.domain.proposal import Change, Proposal, Restore, Retire
from reverie.domain.purge import UNSAID
from reverie.errors import NotFound, UndoRefused
from reverie.loop.apply import Applied, apply
from reverie.store.base import History, Vault


def undo(name: str, vault: Vault, history: History, now: datetime, new_id: str, *, agent: str | None = None) -> Applied:
    """Put back every page a change (or a whole run) touched. Refuses when later changes stand on it.

    Fragments that are cited no more are set aside, so that the next dream does not redo it.
    """
    with vault.writing():
        entries = [entry for entry in history.entry(name) if entry.files or _hid_fragments(entry)]
        if not entries:
            raise _nothing(name, history)
        ours = {entry.seq for entry in entries}
        for entry in entries:
            after = _standing([later for later in history.later(entry) if later.seq not in ours])
            if after:
                raise _overlap(name, {e.id for e in entries}, after)
        before: dict[Key, Page | None] = {}
        for entry in entries:  # oldest first: the first time a page was touched decides how it was before
            stood = history.before(entry)
            for change in entry.files:
                for key in change.keys:
                    before.setdefault(key, stood.get(key))
        current = vault.pages(before)
        changes: list[Change] = [
            Restore(key, page, {key: current[key].version if key in current else None})
            for key, page in before.items()
            if (current[key].text if key in current else None) != (page.text if page else None)
        ]
        changes += [Restore(key, None) for entry in entries for key in _hid_fragments(entry)]
        proposal = Proposal(
            id=new_id,
            origin="agent" if agent else "undo",
            actor=f"agent:{agent}" if agent else "manual",
            because=f"undone {name}: {entries[-1].summary}",
            changes=tuple(changes),
            space=entries[0].space,
            trigger=f"undo {name}",
            undoes=entries[-1].id,
        )
        return apply(proposal, vault, now)


def _standing(later: list[AuditEntry]) -> list[AuditEntry]:
    """Those of the later changes that were not taken back themselves."""
    gone: set[str] = set()
    for entry in reversed(later):
        if entry.undoes and entry.id not in gone and any(e.id == entry.undoes for e in later):
            gone |= {entry.id, entry.undoes}
    return [entry for entry in later if entry.id not in gone]


def restore(key: Key, vault: Vault, now: datetime, new_id: str) -> Applied:
    """Bring a retired page or a forgotten fragment back."""
    with vault.writing():
        page = vault.pages([key]).get(key)
        change: Change
        if key.kind == "fragment":
            if not any(f.id == key.slug for f in vault.marked("forgotten")):
                raise NotFound(f"{key.handle} was not forgotten; there is nothing to restore")
            change = Restore(key, None)
        elif page is None or not page.retired:
            raise NotFound(f"{key.handle} is not retired; there is nothing to restore")
        else:
            change = Restore(key, page.with_front("retired", None), {key: page.version})
        proposal = Proposal(
            id=new_id,
            origin="person",
            actor="manual",
            because=f"restored: {page.title if page else key}",
            changes=(change,),
            space=key.space,
            trigger="restore",
        )
        return apply(proposal, vault, now)


def _hid_fragments(entry: AuditEntry) -> list[Key]:
    applied = entry.action not in ("PROPOSE", "DEFER", "REJECT")
    changes = entry.proposal.changes if entry.proposal and applied else ()
    return [c.key for c in changes if isinstance(c, Retire) and c.key.kind == "fragment"]


def _nothing(name: str, history: History) -> NotFound | UndoRefused:
    found = history.entry(name)
    if not found:
        return NotFound(f"there is no change {name!r}; `reverie audit` lists them")
    if found[-1].tombstones:
        return UndoRefused(f"{name} deleted for good; that is never taken back")
    if found[-1].summary == UNSAID:
        return UndoRefused(f"{name} cannot be undone: what it changed was deleted for good")
    if found[-1].action == "APPEND":
        return UndoRefused(f"{name} added evidence to a stream, which is never taken back; use `reverie forget`")
    if found[-1].action in ("PROPOSE", "DEFER", "REJECT"):
        return UndoRefused(f"{name} was never applied; see `reverie review show {name}`")
    return UndoRefused(f"{name} changed no page, so there is nothing to undo")


def _overlap(name: str, ours: set[str], later: list[AuditEntry]) -> UndoRefused:
    last = later[-1]
    if last.undoes in ours and len(later) == 1:
        return UndoRefused(f"{name} is undone already, by {last.id}; undo that one to bring it back")
    names = ", ".join(dict.fromkeys(entry.id for entry in later))
    return UndoRefused(f"{name} cannot be undone: the same pages changed later ({names}). Undo those first.")
