"""What undoing a run of observe comes to. Evidence stays in its streams: it is forgotten, and what rests on it goes.

Every page is put back as it stood before it rested on what is taken back; where something else has come to it
since, a person has to take that back, or forget the page, first.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from reverie.domain import core
from reverie.domain.audit import AuditEntry
from reverie.domain.citation import Citation
from reverie.domain.page import Key, Page
from reverie.domain.proposal import Change, Restore, Retire, put
from reverie.errors import UndoRefused
from reverie.store.base import AuditFilter, History, Vault

_OBSERVERS = ("observe:", "bot:digest")  # who appends what reading a session brings
_IN_LINES = ("core", "summary", "entity")  # pages whose lines are proven one by one
_ALL = 1_000_000


def observed(entry: AuditEntry) -> bool:
    """Whether an entry added what was noticed in a session, or that it was read."""
    return entry.action == "APPEND" and entry.actor.startswith(_OBSERVERS)


def taken_back(
    name: str, entries: Sequence[AuditEntry], own: Collection[Key], vault: Vault, history: History
) -> list[Change]:
    """The changes that take back what these entries observed; `own` are the pages that are put back anyway."""
    appended = [entry for entry in entries if observed(entry)]
    ids = [id_ for entry in appended for each in entry.appended for id_ in each.ids]
    gone = vault.fragments(ids)
    cited = {fragment.citation for fragment in gone.values()}
    resting = {key for by in vault.citing(gone).values() for key, _ in by} - set(own)
    changes: list[Change] = []
    beside: dict[str, None] = {}  # what was dreamed together with it
    for page in vault.pages(sorted(resting)).values():
        if not page.retired:
            since = _since(page, gone, history)
            changes += _without(page, cited, name, since, history)
            beside |= dict.fromkeys(id_ for entry in since if entry.proposal for id_ in entry.proposal.considered)
    changes += _dreamed_again([id_ for id_ in beside if id_ not in gone], vault)
    forgotten = {fragment.id for fragment in vault.marked("forgotten")} if gone else set()
    why = f"undone {name}"
    changes += [Retire(Key(f.space, "fragment", f.id), why) for f in gone.values() if f.id not in forgotten]
    return changes + [Retire(Key("", "session", each), why) for each in _read_whole(appended, history)]


def _since(page: Page, gone: Collection[str], history: History) -> list[AuditEntry]:
    """The changes of a page, newest first, up to the one that made it rest on any of these."""
    found = []
    for entry in history.entries(AuditFilter(key=page.key, limit=_ALL)):
        found.append(entry)
        stood = history.before(entry).get(page.key)
        if stood is None or _ids(stood).isdisjoint(gone):
            break
    return found


def _without(
    page: Page, gone: Collection[Citation], name: str, since: Sequence[AuditEntry], history: History
) -> list[Change]:
    """How a page stands without this evidence; UndoRefused when that cannot be told."""
    stood = history.before(since[-1]).get(page.key)
    more = _ids(page) - (_ids(stood) if stood else set()) - {c.id for c in gone}
    if not more and not page.pinned and not any(_by_hand(entry) for entry in since):
        return [Restore(page.key, stood, {page.key: page.version})]
    if page.key.kind in _IN_LINES and not page.pinned:
        new = core.drop_cited(page, gone)
        return [put(new, page)] if new.text != page.text else []
    names = ", ".join(dict.fromkeys(entry.of_run or entry.id for entry in reversed(since)))
    raise UndoRefused(
        f"{name} cannot be undone: {page.title!r} ({page.key.handle}) rests on it, and on more since ({names}). "
        f"Undo those, or `reverie forget {page.key.handle}`, first."
    )


def _ids(page: Page) -> set[str]:
    return {c.id for c in page.cited}


def _dreamed_again(ids: Sequence[str], vault: Vault) -> list[Change]:
    """What a dream saw beside it, and needed no citation for, may be needed now: the next dream is shown it again."""
    free = [id_ for id_, by in vault.citing(ids).items() if not by]
    dreamed = {fragment.id for fragment in vault.marked("dreamed")} if free else set()
    known = vault.fragments(id_ for id_ in free if id_ in dreamed)
    return [Restore(Key(f.space, "fragment", f.id), None) for f in known.values()]


def _by_hand(entry: AuditEntry) -> bool:
    return entry.proposal is not None and entry.proposal.origin in ("external", "person")


def _read_whole(appended: Sequence[AuditEntry], history: History) -> list[str]:
    """The sessions that nothing else was read of, before or after; their turns go out of sight whole."""
    ours, found = {entry.seq for entry in appended}, []
    for source in dict.fromkeys(entry.trigger for entry in appended):
        known = history.entries(AuditFilter(action="APPEND", text=source, limit=_ALL))
        if all(entry.seq in ours for entry in known if entry.trigger == source):
            found.append(source)
    return found
