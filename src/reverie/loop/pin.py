"""Pin and unpin: a person protects a page from decay and from machines."""

from __future__ import annotations

from datetime import datetime

from reverie.domain.page import Key
from reverie.domain.proposal import Proposal, put
from reverie.errors import NotFound, ReverieError
from reverie.loop.apply import Applied, apply
from reverie.loop.remember import Speaker
from reverie.store.base import Vault


def pin(key: Key, vault: Vault, now: datetime, new_id: str, speaker: Speaker, *, on: bool = True) -> Applied:
    """Set or clear the pin of a page."""
    if key.kind in ("core", "fragment", "file"):
        raise ReverieError(f"a {key.kind} cannot be pinned; pin a page (belief, entity, skill, reference or note)")
    with vault.writing():
        page = vault.pages([key]).get(key)
        if not page:
            raise NotFound(f"there is no page {key.handle}")
        if page.pinned == on:
            raise ReverieError(f"{page.title!r} is {'already' if on else 'not'} pinned")
        new = page.with_front("pinned", "true" if on else None)
        if new.pinned and not on:
            new = page.with_front("pinned", "false")  # over a comment that says otherwise
        if new.pinned != on:
            raise ReverieError(f"{page.title!r} lives in a folder of pinned pages; move its file to unpin it")
        proposal = Proposal(
            id=new_id,
            origin="agent" if speaker.origin == "agent" else "person",
            actor="manual" if speaker.origin != "agent" else speaker.actor,
            because=f"{'pinned' if on else 'unpinned'}: {page.title}",
            changes=(put(new, page),),
            space=key.space,
            trigger="pin" if on else "unpin",
            trust=speaker.trust,
        )
        return apply(proposal, vault, now)
