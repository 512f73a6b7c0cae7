"""The trail after a purge: proposals and entries without the words, and the one entry that tells of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import Any

from reverie.domain.audit import Approval, AuditEntry
from reverie.domain.page import Key, Page
from reverie.domain.proposal import Change, MadeFrom, Merge, Proposal, Purge, Put, Restore, Retire, Split
from reverie.domain.purge import UNSAID, Gone, page
from reverie.domain.tombstone import Tombstones, stones

_ASKED = "asked to delete for good"
_QUOTED = re.compile(  # what somebody asked for, in their words; quotes may be cut off, or stand in quotes
    r"""(?<!\w)(?:'[^']+'|"[^"]+")(?!\w)|['"].*|\b(?:forget|for good|forgotten): .*""", re.S
)
_ONE = {
    "fragments": "fragment",
    "pages removed": "page removed",
    "pages restated": "page restated",
    "turns of sessions": "turn of a session",
    "turns that repeated it": "turn that repeated it",
}


class Renewed:
    """Proposals and entries as they read once everything is gone. `dead` are the pages of which no version is left."""

    def __init__(self, gone: Gone, dead: frozenset[Key], versions: Mapping[str, str | None]) -> None:
        self._gone = gone
        self._dead = dead
        self._versions = versions  # of pages: what became of each that changed

    def key(self, key: Key) -> Key:
        return self._gone.names.get(key, key)

    def alters(self, key: Key) -> bool:
        """Whether a page is gone, or is called otherwise."""
        return key in self._dead or key in self._gone.names

    def keys(self, some: Iterable[Key]) -> tuple[Key, ...]:
        return tuple(dict.fromkeys(self.key(key) for key in some if self._lives(key)))

    def _lives(self, key: Key) -> bool:
        return key not in self._dead and not (key.kind == "fragment" and key.slug in self._gone.fragments)

    def ids(self, some: Iterable[str]) -> tuple[str, ...]:
        return tuple(id_ for id_ in some if id_ not in self._gone.fragments)

    def proposal(self, old: Proposal | None) -> Proposal | None:
        """None when nothing of it is left."""
        if old is None:
            return None
        changes = tuple(new for change in old.changes if (new := self._change(change)))
        if old.changes and not changes:
            return None
        lost = len(changes) < len(old.changes)
        return replace(
            old, changes=changes, considered=self.ids(old.considered),
            because=self._asked(old.because, lost=lost), trigger=self._asked(old.trigger, lost=lost),
            paths=tuple(path for path in old.paths if not self._gone.tells(path)),
            against=tuple(name for name in old.against if not self._tells(name)),
            report={name: self._unsaid(told) for name, told in old.report.items()},
        )  # fmt: skip

    def _asked(self, told: str, *, lost: bool) -> str:
        """What a change was asked by, unless it quotes words that only what is gone had, or that named some of it."""
        if any(lost or self._gone.telling.names(each) for each in _QUOTED.findall(told)):
            return UNSAID
        return self._gone.unsaid(told)

    def _unsaid(self, told: Any) -> Any:
        """What a reflection reports, without the findings that tell what is gone or are about a page that is."""
        if isinstance(told, str):
            return self._gone.unsaid(told)
        if isinstance(told, Mapping):
            return {name: self._unsaid(each) for name, each in told.items()}
        if isinstance(told, Sequence):
            return [self._unsaid(each) for each in told if not self._tells(each)]
        return told

    def _tells(self, told: Any) -> bool:
        if isinstance(told, str):
            named = any(told == f"{key.kind}/{key.slug}" for key in self._dead)
            return named or told in self._gone.fragments or self._gone.unsaid(told) != told
        if isinstance(told, Mapping):
            return any(map(self._tells, told.values()))
        if isinstance(told, Sequence):
            return (len(told) == 3 and Key(*told) in self._dead) or any(map(self._tells, told))
        return False

    def _change(self, change: Change) -> Change | None:
        made_from = self._made_from(change.made_from)
        match change:
            case Put(old, _, why):
                new = self._page(old)
                return Put(new, made_from, self._gone.unsaid(why)) if new else None
            case Merge(sources, into):
                new = self._page(into)
                return Merge(self.keys(sources), new, made_from) if new else None
            case Split(source, into):
                parts = tuple(new for each in into if (new := self._page(each)))
                return Split(self.key(source), parts, made_from) if parts and self._lives(source) else None
            case Retire(key, why):
                return Retire(self.key(key), self._gone.unsaid(why), made_from) if self._lives(key) else None
            case Restore(key, old_page):
                new = self._page(old_page) if old_page else None
                return Restore(self.key(key), new, made_from) if self._lives(key) else None
            case Purge(ids, keys, source):
                left, pages = self.ids(ids), self.keys(keys)
                return Purge(left, pages, source, made_from) if left or pages else None

    def _page(self, old: Page) -> Page | None:
        text = page(old.key, old.text, self._gone)
        return None if text is None else Page(key=self.key(old.key), text=text)

    def _made_from(self, old: MadeFrom) -> MadeFrom:
        return {self.key(k): self._versions.get(v, v) if v else v for k, v in old.items() if self._lives(k)}

    def entry(self, old: AuditEntry) -> AuditEntry:
        """The entry without files and streams, which are the vault's to name."""
        proposal, lost = self.proposal(old.proposal), False
        if old.proposal and proposal:
            lost = len(proposal.changes) < len(old.proposal.changes)
        elif old.proposal:
            old = hollow(old)
        return replace(
            old,
            summary=self._asked(old.summary, lost=lost),
            trigger=self._asked(old.trigger, lost=lost),
            marks={mark: left for mark, ids in old.marks.items() if (left := self.ids(ids))},
            aliases={handle: self.key(key) for handle, key in old.aliases.items() if self._lives(key)},
            proposal=proposal,
            reasons=tuple(self._gone.unsaid(why) for why in old.reasons),
            waiting=self.proposal(old.waiting),
            faded=tuple(replace(each, key=self.key(each.key)) for each in old.faded if self._lives(each.key)),
        )


def hollow(entry: AuditEntry) -> AuditEntry:
    """An entry nothing is left of: that there was a change stays, not what it was about."""
    return replace(entry, summary=UNSAID, trigger=UNSAID if entry.trigger else "", reasons=())


def counts(gone: Gone, after: Mapping[Key, str | None]) -> dict[str, int]:
    """How much goes, and how many pages with it."""
    return {
        "fragments": len(gone.fragments),
        "pages removed": sum(text is None for text in after.values()),
        "pages restated": sum(text is not None for text in after.values()),
        "turns of sessions": len(gone.turns),
        "turns that repeated it": len(gone.echoes),
    }


def deleted(
    proposal: Proposal, gone: Gone, counted: Mapping[str, int], alone: Sequence[str], made_by: Tombstones,
    *, seq: int, at: datetime, approval: Approval, said: Iterable[tuple[date, str]] = (),
) -> AuditEntry:  # fmt: skip
    """The entry of a purge, which names no word of it; fragments that lost their page are set aside."""
    parts = [f"{count} {name if count != 1 else _ONE[name]}" for name, count in counted.items() if count]
    turns = (*gone.turns, *gone.echoes)
    told = f"deleted for good: {', '.join(parts) or 'a session'}"
    return AuditEntry(
        seq=seq, id=proposal.id, at=at, action="DELETE", actor=proposal.actor, approval=approval, summary=told,
        trigger=_ASKED, space=proposal.space, marks={"set aside": tuple(alone)} if alone else {},
        proposal=replace(proposal, changes=(Purge(()),), because=told, trigger=_ASKED, considered=()),
        tombstones=tuple(stones(gone.fragments.values(), gone.pages, turns, gone.source, made_by, said)),
    )  # fmt: skip
