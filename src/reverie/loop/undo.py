"""Undo and restore: new, audited changes that put pages back as they were."""

from __future__ import annotations

from datetime import datetime

from reverie.domain import audit
from reverie.domain.audit import AuditEntry
from reverie.domain.page import Key, Page
from reverie.domain.proposal import Change, Proposal, Restore
from reverie.domain.purge import UNSAID
from reverie.errors import NotFound, UndoRefused
from reverie.loop.apply import Applied, apply
from reverie.loop.digest import tell_no_more
from reverie.loop.summarise import put_back
from reverie.loop.undo_observed import observed, taken_back
from reverie.store.base import History, Vault


def undo(name: str, vault: Vault, history: History, now: datetime, new_id: str, *, agent: str | None = None) -> Applied:
    """Put back every page a change (or a whole run) touched. Refuses when later changes stand on it.

    Fragments that are cited no more are set aside, so that the next dream does not redo it; those that a run of observe
    brought are forgotten.
    """
    with vault.writing():
        entries = [e for e in history.entry(name) if (e.files and not _first_look(e)) or _hid(e) or observed(e)]
        if not entries:
            raise _nothing(name, history)
        back, rewritten = _to_put_back(name, entries, history)
        before = _stood(back, history)
        before |= {key: put_back(key, before, vault) for key in rewritten if key in before}
        current = vault.pages(before)
        changes: list[Change] = [
            Restore(key, page, {key: current[key].version if key in current else None})
            for key, page in before.items()
            if (current[key].text if key in current else None) != (page.text if page else None)
        ]
        changes += [Restore(key, None) for entry in entries for key in _hid(entry)]
        changes += taken_back(name, entries, before, vault, history)
        if not changes:
            raise _nothing(name, history)
        proposal = Proposal(
            id=new_id,
            origin="agent" if agent else "undo",
            actor=f"agent:{agent}" if agent else "manual",
            because=f"undone {name}: {_summary(entries)}",
            changes=tuple(changes),
            space=entries[0].space,
            trigger=f"undo {name}",
            undoes=tuple(entry.id for entry in back),
        )
        applied = apply(proposal, vault, now)
        tell_no_more(applied.entry, vault, now)
        return applied


def _to_put_back(name: str, entries: list[AuditEntry], history: History) -> tuple[list[AuditEntry], frozenset[Key]]:
    """The entries whose pages can be put back, and the summaries that were rewritten since.

    UndoRefused when other pages were. A summary is in nobody's way: nearly every night makes it anew, of what stands.
    """
    ours = {entry.id for entry in entries}
    back: list[AuditEntry] = []
    in_the_way: dict[int, AuditEntry] = {}
    rewritten: frozenset[Key] = frozenset()
    for entry in entries:
        after = _standing([later for later in history.later(entry) if later.id not in ours])
        summaries = frozenset(key for key in entry.keys if key.kind == "summary")
        firm = [e for e in after if (e.keys & entry.keys) - summaries or not ours.isdisjoint(e.undoes)]
        if firm and _in_passing(entry):
            continue
        back.append(entry)
        in_the_way |= {e.seq: e for e in firm}
        rewritten = rewritten.union(*(e.keys & summaries for e in after))
    if in_the_way:
        raise _overlap(name, entries, [in_the_way[seq] for seq in sorted(in_the_way)])
    return back, rewritten


def _stood(entries: list[AuditEntry], history: History) -> dict[Key, Page | None]:
    """How each page was before the first of these, which are the oldest first."""
    before: dict[Key, Page | None] = {}
    for entry in entries:
        stood = history.before(entry)
        for key in (key for change in entry.files for key in change.keys):
            if stood.get(key) or not _found(key, entry):
                before.setdefault(key, stood.get(key))
    return before


def _summary(entries: list[AuditEntry]) -> str:
    """What is taken back, in a line."""
    ids = {id_ for entry in entries if observed(entry) for each in entry.appended for id_ in each.ids}
    sessions = {entry.trigger for entry in entries if observed(entry)}
    told = (
        f"{n} {what}" if n == 1 else f"{n} {what}s" for n, what in ((len(ids), "fragment"), (len(sessions), "session"))
    )
    if sessions:
        return " of ".join(told)
    more = len(entries) - 1
    return entries[0].summary + (f" (+{more} more {'change' if more == 1 else 'changes'})" if more else "")


def _standing(later: list[AuditEntry]) -> list[AuditEntry]:
    """Those of the later changes that were not taken back themselves."""
    gone: set[str] = set()
    for entry in reversed(later):
        undone = {e.id for e in later if entry.took_back(e)} if entry.id not in gone else set()
        gone |= {entry.id, *undone} if undone else set()
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


def _hid(entry: AuditEntry) -> list[Key]:
    """The fragments and sessions that an entry took out of sight."""
    return [key for key, hidden in audit.veiled(entry).items() if hidden]


def _in_passing(entry: AuditEntry) -> bool:
    """Whether it only followed from another change; pages that have moved on since can stay as they are."""
    return entry.proposal is not None and entry.proposal.run is not None and entry.proposal.run == entry.proposal.parent


def _first_look(entry: AuditEntry) -> bool:
    """Whether it only recorded what stood in a folder when it became a workspace: nobody changed anything then."""
    return entry.actor == "system:init"


def _found(key: Key, entry: AuditEntry) -> bool:
    """Whether a file of the host's or the person's was only recorded then: how it was before nobody knows."""
    return key.kind == "file" and entry.proposal is not None and entry.proposal.origin == "external"


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
    if any(_first_look(entry) or any(_found(k, entry) for f in entry.files for k in f.keys) for entry in found):
        return UndoRefused(f"{name} recorded files as they were found; nothing was changed that could be taken back")
    if found[-1].action in ("PROPOSE", "DEFER", "REJECT"):
        return UndoRefused(f"{name} was never applied; see `reverie review show {name}`")
    return UndoRefused(f"{name} changed no page, so there is nothing to undo")


def _overlap(name: str, ours: list[AuditEntry], later: list[AuditEntry]) -> UndoRefused:
    by = next((e for e in later if any(e.took_back(entry) for entry in ours)), None)
    if by:
        return UndoRefused(f"{name} is undone already, by {by.id}; undo that one to bring it back")
    names = list(dict.fromkeys(entry.of_run or entry.id for entry in reversed(later)))
    order = ", in this order" if len(names) > 1 else ""
    told = f"the same pages changed later ({', '.join(names)}). Undo those first{order}."
    return UndoRefused(f"{name} cannot be undone: {told}")
