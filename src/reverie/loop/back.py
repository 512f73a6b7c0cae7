"""Back: one page or the whole vault as it stood at a moment, as one new change that can be undone itself."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from reverie.domain.page import Key, Page
from reverie.domain.proposal import Change, Proposal, Restore, Retire
from reverie.errors import NotFound
from reverie.loop.apply import Applied, apply
from reverie.store.base import History, Vault


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """What going back does to one page: how it is and how it was; None where there is or was none."""

    key: Key
    now: Page | None
    then: Page | None

    @property
    def verb(self) -> str:
        if self.then is None:
            return "goes"
        if self.now is None or (self.now.retired and not self.then.retired):
            return "comes back"
        return "leaves recall" if self.then.retired and not self.now.retired else "is as it was"


def steps(at: datetime, vault: Vault, history: History, key: Key | None = None) -> list[Step]:
    """What would change. A host's files are left alone, unless one is named; what was deleted for good stays so."""
    stood = history.at(at)
    if key is not None:
        stood = {key: stood[key]} if key in stood else {}
    else:
        stood = {key: page for key, page in stood.items() if key.kind != "file"}
    now = vault.pages(stood)
    return [
        Step(key=each, now=now.get(each), then=then)
        for each, then in sorted(stood.items())
        if (now[each].text if each in now else None) != (then.text if then else None)
    ]


def back(at: datetime, vault: Vault, history: History, now: datetime, new_id: str, key: Key | None = None) -> Applied:
    """Put one page, or all of them, back as they stood. What was said since stays said: fragments that no page cites
    any more are set aside, later ones wait for the next dream."""
    with vault.writing():
        found = steps(at, vault, history, key)
        changes: list[Change] = [
            Restore(step.key, step.then, {step.key: step.now.version if step.now else None}) for step in found
        ]
        changes += _hidden(at, vault, history, key)
        when = at.astimezone(UTC).strftime("%Y-%m-%d %H:%M UTC")
        if at > now:
            raise NotFound(f"{when} is still to come, so there is nothing to restore; name a time that has been")
        if not changes:
            raise NotFound(f"{key.handle if key else 'everything'} is as it was at {when}; there is nothing to restore")
        what = str(key) if key else f"{len(found)} pages" if len(found) != 1 else str(found[0].key)
        proposal = Proposal(
            id=new_id,
            origin="undo",
            actor="manual",
            because=f"back to {when}: {what}",
            changes=tuple(changes),
            space=key.space if key else "",
            trigger="restore --at",
        )
        return apply(proposal, vault, now)


def _hidden(at: datetime, vault: Vault, history: History, key: Key | None) -> list[Change]:
    """The fragments that were forgotten since, or brought back since."""
    if key is not None and key.kind != "fragment":
        return []
    hidden = {f.id: f for f in vault.marked("forgotten")}
    then: dict[str, bool] = {}  # whether each that was hidden or shown since was hidden before
    for entry in history.since(at):
        for change in (
            entry.proposal.changes if entry.proposal and entry.approval not in ("pending", "rejected") else ()
        ):
            if isinstance(change, Retire | Restore) and change.key.kind == "fragment":
                then.setdefault(change.key.slug, isinstance(change, Restore))
    known = vault.fragments(then)
    changes: list[Change] = []
    for id_, was in then.items():
        one = Key(known[id_].space, "fragment", id_) if id_ in known else None
        if one is None or was == (id_ in hidden) or (key is not None and key != one):
            continue
        changes.append(Retire(one, "as it was") if was else Restore(one, None))
    return changes
