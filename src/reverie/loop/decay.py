"""Decay: once a day, what faded since is told in one entry of the log, and texts of sessions nobody uses are retired.

Nothing is deleted, and no page is changed because it faded: its status is computed whenever it is asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Protocol

from reverie.domain import decay, front
from reverie.domain.audit import AuditEntry, Faded
from reverie.domain.decay import Status
from reverie.domain.page import Key, Page
from reverie.domain.proposal import Proposal, Retire
from reverie.domain.rules import RETIRE_LIMIT
from reverie.domain.usage import Use
from reverie.errors import PageMoved, ProposalRejected
from reverie.loop.apply import Applied, apply_sound
from reverie.store.base import AuditFilter, History, Vault
from reverie.store.snapshot import Score

ACTOR = "system:decay"
_DAY = timedelta(days=1)


@dataclass(slots=True)
class Swept:
    """What a sweep found and did."""

    pages: int = 0  # that were looked at
    faded: tuple[Faded, ...] = ()
    applied: list[Applied] = field(default_factory=list)

    @property
    def retired(self) -> list[Key]:
        changes = [c for a in self.applied if a.entry and a.entry.proposal for c in a.entry.proposal.changes]
        return [change.key for change in changes if isinstance(change, Retire)]


class Noting(Vault, Protocol):
    """A vault whose log can tell of something that changes no page."""

    def note(self, entry: AuditEntry) -> AuditEntry:
        """Log it, as the next entry."""


def sweep(
    scores: Sequence[Score], known: Callable[[], Mapping[Key, Status]], vault: Noting, history: History,
    off: Sequence[str], now: datetime, new_id: Callable[[], str],
) -> Swept:  # fmt: skip
    """Tell what faded since the last sweep, if anything did; retire what has had its time, where memory is on."""
    swept = Swept(pages=len(scores))
    with vault.writing():  # in one step, or two processes tell the same
        swept.faded = faded(scores, known())
        if swept.faded:
            vault.note(entry(swept.faded, now, new_id()))
    swept.applied = saturate([s for s in scores if s.key.space not in off], vault, history, now, new_id)
    return swept


def faded(scores: Iterable[Score], known: Mapping[Key, Status]) -> tuple[Faded, ...]:
    """The pages whose status is another than at the last sweep; what was not known then was active."""
    was = ((score.key, known.get(score.key, "active"), score.status) for score in scores)
    return tuple(Faded(key, before, now) for key, before, now in was if before != now)


def entry(found: Sequence[Faded], now: datetime, new_id: str) -> AuditEntry:
    """The one entry of the log that tells of them."""
    moves = Counter(one.told for one in found)
    told = ", ".join(f"{count} {move}" for move, count in sorted(moves.items(), key=lambda m: (-m[1], m[0])))
    pages = "1 page" if len(found) == 1 else f"{len(found)} pages"
    return AuditEntry(
        seq=0, id=new_id, at=now, action="DECAY", actor=ACTOR, approval="auto", summary=f"{pages}: {told}",
        trigger="sweep", faded=tuple(found),
    )  # fmt: skip


def saturate(
    scores: Iterable[Score], vault: Vault, history: History, now: datetime, new_id: Callable[[], str]
) -> list[Applied]:
    """Retire the references of sessions that have had their time: a few of each space, the most idle first.

    Those that are pinned, were asked for, or were brought back by a person stay, however old they are.
    """
    used = {s.key: s.use for s in scores if s.key.kind == "reference" and not s.pinned}
    by_space: dict[str, list[tuple[float, Page]]] = {}
    for page in vault.pages(used).values():
        idle = _idle(page, used[page.key], now)
        if idle is not None and not _brought_back(page.key, history):
            by_space.setdefault(page.key.space, []).append((idle, page))
    applied = []
    for space, found in sorted(by_space.items()):
        found.sort(key=lambda one: (-one[0], one[1].key))
        changes = tuple(
            Retire(page.key, f"not used for {idle:.0f} days", {page.key: page.version})
            for idle, page in found[:RETIRE_LIMIT]
        )
        texts = f"{len(changes)} texts of sessions" if len(changes) > 1 else "a text of a session"
        proposal = Proposal(
            id=new_id(), origin="decay", actor=ACTOR, because=f"{texts} that nobody uses", trigger="sweep",
            changes=changes, space=space,
        )  # fmt: skip
        with suppress(PageMoved, ProposalRejected):  # the next sweep looks again
            done = apply_sound(proposal, vault, now)
            applied += [done] if done else []
    return applied


def _idle(page: Page, use: Use, now: datetime) -> float | None:
    """How many days a reference of a session has not been used, when it has had its time; None when it has not.

    What TypeClaw counted before the page came here counts too, and so does being found: that is what it is kept for.
    """
    created, theirs = (_moment(front.get(page.text, name)) for name in ("created", "lastAccessed"))
    if front.get(page.text, "origin") != "episode" or created is None or page.pinned or page.retired:
        return None
    count = front.get(page.text, "accessCount") or ""
    uses = use.accesses + use.recalls + (int(count) if count.isdecimal() else 0)
    last = max(at for at in (created, theirs, use.accessed, use.recalled) if at)
    idle, age = (now - last) / _DAY, (now - created) / _DAY
    return idle if decay.saturated(uses=uses, idle_days=idle, age_days=age) else None


def _moment(said: str | None) -> datetime | None:
    try:
        found = datetime.fromisoformat(said or "")
    except ValueError:
        return None
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def _brought_back(key: Key, history: History) -> bool:
    """Whether it was retired here before, and stands again: then somebody wants it."""
    return bool(history.entries(AuditFilter(key=key, actor=ACTOR, action="ARCHIVE", limit=1)))
