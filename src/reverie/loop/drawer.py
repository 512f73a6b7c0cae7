"""Drawers: what a program keeps for itself is written and put away through the door, and so audited and undoable."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from reverie.domain.page import Page
from reverie.domain.proposal import Change, Proposal, Retire, put
from reverie.domain.rules import REFERENCE_LENGTH, RETIRE_LIMIT
from reverie.errors import ReverieError
from reverie.loop.apply import Applied, apply
from reverie.loop.remember import Speaker
from reverie.store.base import Vault


def keep(
    written: Sequence[tuple[Page, Page | None]],
    gone: Sequence[Page],
    because: str,
    vault: Vault,
    now: datetime,
    new_id: Callable[[], str],
    speaker: Speaker,
) -> list[Applied]:
    """Write notes, each with the one it replaces, and put others away: at once, unless very many go.

    All of one space; what takes several steps is one run, which can be undone whole.
    """
    for page, _ in written:
        if len(page.text) > REFERENCE_LENGTH:  # or the whole of it would be kept as rejected
            raise ReverieError(
                f"{page.title!r} is {len(page.text):,} characters long; at most {REFERENCE_LENGTH:,} are kept"
            )
    changes: list[Change] = [put(page, before) for page, before in written]
    retired = [Retire(page.key, "put away by its program", {page.key: page.version}) for page in gone]
    steps = [[*changes, *retired[:RETIRE_LIMIT]]]
    steps += [list(retired[n : n + RETIRE_LIMIT]) for n in range(RETIRE_LIMIT, len(retired), RETIRE_LIMIT)]
    run = new_id().replace("p-", "k-") if len(steps) > 1 else None
    applied = []
    with vault.writing():
        for step in steps:
            proposal = Proposal(
                id=new_id(), origin=speaker.origin, actor=speaker.actor, because=because, changes=tuple(step),
                space=(written[0][0] if written else gone[0]).key.space, trigger="kept by a program", run=run,
                trust=speaker.trust,
            )  # fmt: skip
            applied.append(apply(proposal, vault, now))
    return applied
