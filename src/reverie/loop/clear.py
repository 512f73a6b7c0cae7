"""Clear: everything of one space is forgotten in one change. Files and evidence stay, and one undo brings it back."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime

from reverie.domain import core
from reverie.domain.page import Key, Page
from reverie.domain.proposal import Change, Proposal, Retire, put
from reverie.errors import NotFound
from reverie.loop.apply import Applied, apply
from reverie.loop.remember import Speaker
from reverie.store.base import Mark, Vault

_THEIRS = "file"  # the host's and the person's own, which are not memory
_UNUSED: tuple[Mark, ...] = ("undreamed", "set aside")  # marks of fragments that no page may cite


@dataclass(slots=True)
class Clearing:
    """What clearing a space would take out of recall."""

    changes: list[Change] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)  # by kind; lines of core memory, and fragments, too
    pinned: int = 0  # pages that stay

    @property
    def text(self) -> str:
        """In a few words."""
        return ", ".join(f"{count} × {kind}" for kind, count in sorted(self.counts.items()))


def clearing(space: str, vault: Vault) -> Clearing:
    """What would go: every page that no person pinned, every line of core memory, every fragment that waits."""
    found = Clearing()
    for page in vault.pages(key for key in vault.keys(space) if key.kind != _THEIRS).values():
        if page.pinned:
            found.pinned += not page.retired
        elif page.key.kind == "core":
            found.counts["line of core memory"] += len(core.claims(page.text))
            found.changes += _emptied(page)
        elif not page.retired:
            found.counts[page.key.kind] += 1
            found.changes.append(Retire(page.key, "cleared", {page.key: page.version}))
    loose = [f for mark in _UNUSED for f in vault.marked(mark, space)]
    cited = vault.citing(f.id for f in loose)
    for fragment in loose:
        if not cited.get(fragment.id):
            found.counts["fragment"] += 1
            found.changes.append(Retire(Key(space, "fragment", fragment.id), "cleared"))
    found.counts = +found.counts
    return found


def clear(space: str, vault: Vault, now: datetime, new_id: str, speaker: Speaker) -> Applied:
    """Forget all of a space; an agent's wish waits for a person."""
    with vault.writing():
        found = clearing(space, vault)
        if not found.changes:
            raise NotFound(f"nothing is remembered{f' in {space}' if space else ''}; there is nothing to clear")
        proposal = Proposal(
            id=new_id, origin="agent" if speaker.origin == "agent" else "person",
            actor=speaker.actor if speaker.origin == "agent" else "bot:trigger-forget",
            because=f"cleared {space or 'your own memory'}: {found.text}", changes=tuple(found.changes), space=space,
            trigger="asked to clear", trust=speaker.trust,
        )  # fmt: skip
        return apply(proposal, vault, now)


def _emptied(page: Page) -> list[Change]:
    new = page
    for line in core.claims(page.text):
        new = core.drop_line(new, line)
    return [put(new, page)] if new.text != page.text else []
