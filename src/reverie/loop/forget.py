"""Forget, softly: pages are retired, lines of core memory dropped, fragments hidden. All of it comes back."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from reverie.domain import core
from reverie.domain.page import Key, Page
from reverie.domain.proposal import Change, Proposal, Retire, put
from reverie.domain.words import terms
from reverie.errors import NotFound
from reverie.loop.apply import Applied, apply
from reverie.loop.remember import Speaker
from reverie.store.base import Vault


def forget(
    keys: Sequence[Key],
    why: str,
    vault: Vault,
    now: datetime,
    new_id: str,
    speaker: Speaker,
    *,
    about: str = "",
) -> Applied:
    """Take these out of recall and injection. Files and evidence stay; `restore` or `undo` brings them back."""
    with vault.writing():
        pages = vault.pages(keys)
        changes = [change for key in keys for change in _changes(key, pages.get(key), why, about)]
        if not changes:
            raise NotFound("nothing there to forget: it is forgotten already, or no line of core memory says it")
        names = ", ".join(str(key) for key in keys[:3]) + (f" and {len(keys) - 3} more" if len(keys) > 3 else "")
        proposal = Proposal(
            id=new_id,
            origin="agent" if speaker.origin == "agent" else "person",
            actor="bot:trigger-forget" if speaker.origin != "agent" else speaker.actor,
            because=f"forgotten: {names}",
            changes=tuple(changes),
            space=keys[0].space,
            trigger=f"asked to forget {about!r}" if about else "asked to forget",
            trust=speaker.trust,
        )
        return apply(proposal, vault, now)


def _changes(key: Key, page: Page | None, why: str, about: str) -> list[Change]:
    if key.kind == "fragment":
        return [Retire(key, why)]
    if not page or page.retired:
        return []
    if key.kind != "core":
        return [Retire(key, f"forgotten: {why}" if why else "forgotten", {key: page.version})]
    new = page
    for line in lines_about(page, about):
        new = core.drop_line(new, line)
    return [put(new, page)] if new.text != page.text else []


def lines_about(page: Page, about: str) -> list[str]:
    """The lines of a core block that hold most of the words asked about; all of them when nothing was asked."""
    wanted = terms(about)
    lines = core.claims(page.text)
    if not wanted:
        return lines
    return [line for line in lines if sum(word in line.lower() for word in wanted) * 2 >= len(wanted)]
