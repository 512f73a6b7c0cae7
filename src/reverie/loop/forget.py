"""Forget, softly: pages are retired, lines of core memory dropped, fragments hidden. All of it comes back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from reverie.domain import core
from reverie.domain.page import Key, Page
from reverie.domain.proposal import Change, Proposal, Put, Retire, put
from reverie.domain.words import terms
from reverie.errors import NotFound, ReverieError
from reverie.loop.apply import Applied, apply
from reverie.loop.digest import tell_no_more
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
    if turns := [key for key in keys if key.kind == "turn"]:
        raise ReverieError(f"{turns[0].handle} is a turn of a session; forget the fragment or page that was made of it")
    with vault.writing():
        for id_, by in vault.citing(key.slug for key in keys if key.kind == "fragment").items():
            if by:
                raise ReverieError(f"fragment {id_} is evidence of {by[0][0]} ({by[0][0].handle}); forget that page")
        pages = vault.pages(keys)
        changes = hidden(keys, pages, vault, why, about)
        if not changes:
            raise NotFound("nothing there to forget: it is forgotten already, or no line of core memory says it")
        titles = [pages[key].title if key in pages else str(key) for key in keys]
        names = ", ".join(titles[:3]) + (f" and {len(keys) - 3} more" if len(keys) > 3 else "")
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
        applied = apply(proposal, vault, now)
        tell_no_more(applied.entry, vault, now)
        return applied


def hidden(keys: Sequence[Key], pages: Mapping[Key, Page], vault: Vault, why: str, about: str) -> list[Change]:
    """The changes that take these out of recall, with what says the same elsewhere."""
    changes = [change for key in keys for change in _changes(key, pages.get(key), why, about)]
    return changes + elsewhere(keys, pages, vault)


def elsewhere(keys: Sequence[Key], pages: Mapping[Key, Page], vault: Vault) -> list[Put]:
    """Lines of core memory, the summary and entities that say the same: they rest on the same fragments."""
    gone = {c for key, page in pages.items() if key.kind == "belief" for c in page.evidence.active}
    others = {key for by in vault.citing(c.id for c in gone).values() for key, _ in by}
    changes: list[Put] = []
    lined = [key for key in sorted(others) if key not in keys and key.kind in ("core", "entity", "summary")]
    for page in vault.pages(lined).values():
        new = core.drop_cited(page, gone)
        if new.text != page.text and not page.pinned:
            changes.append(put(new, page))
    return changes


def _changes(key: Key, page: Page | None, why: str, about: str) -> list[Change]:
    if key.kind == "fragment":
        return [Retire(key, why)]
    if not page or page.retired:
        return []
    if key.kind != "core":
        return [Retire(key, f"forgotten: {why}" if why else "forgotten", {key: page.version})]
    if not about:
        raise ReverieError(f"{page.title} is a whole block; say the words of the line to forget")
    new = page
    for line in lines_about(page, about):
        new = core.drop_line(new, line)
    return [put(new, page)] if new.text != page.text else []


def lines_about(page: Page, about: str) -> list[str]:
    """The lines of a core block that hold most of the words asked about."""
    wanted = terms(about)
    return [
        line
        for line in core.claims(page.text)
        if wanted and sum(w in line.lower() for w in wanted) * 3 >= len(wanted) * 2
    ]
