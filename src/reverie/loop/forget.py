"""Forget, softly: pages are retired, lines of core memory dropped, fragments hidden. All of it comes back."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from reverie.domain import core
from reverie.domain.citation import Citation
from reverie.domain.page import Key, Page
from reverie.domain.proposal import Change, Proposal, Put, Retire, put, touched
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
    return _lines_of(gone, keys, vault)


def unsaid(said: Collection[Citation], space: str, vault: Vault) -> list[Change]:
    """The changes that take out of recall what came of these fragments alone; what others prove too stays as it is."""
    told = vault.citing(c.id for c in said)  # the digest of a session proves nothing by telling of it
    proven = {id_: [key for key, _ in by if key.kind != "digest"] for id_, by in told.items()}
    free = [Key(space, "fragment", c.id) for c in said if not proven.get(c.id)]
    citing = dict.fromkeys(key for by in proven.values() for key in by)
    pages = vault.pages(key for key in citing if key.kind not in ("core", "entity", "summary"))
    alone = {key: p for key, p in pages.items() if p.evidence.active and p.evidence.active <= set(said)}
    changes = [change for key in (*free, *alone) for change in _changes(key, alone.get(key), "asked in a session", "")]
    return changes + _lines_of(said, list(alone), vault)


def as_now(changes: Sequence[Change], space: str, vault: Vault) -> list[Change]:
    """The changes of a forget that waited, upon the pages as they are now: dreams came before the person did.

    What rests by now on the fragments it hides goes with them, and lines that say the same go from wherever they stand.
    """
    hides = [c.key for c in changes if isinstance(c, Retire)]
    ids = [key.slug for key in hides if key.kind == "fragment"]
    proven = {id_ for id_, by in vault.citing(ids).items() if any(active for _, active in by)} if ids else set()
    said = {fragment.citation for fragment in vault.fragments(proven).values()}
    gone = said | {c for page in vault.pages(hides).values() if page.key.kind == "belief" for c in page.evidence.active}
    known = {key for change in changes for key in touched(change)}
    more = [change for change in unsaid(sorted(said), space, vault) if not known.intersection(touched(change))]
    return [now for change in changes if (now := _upon(change, gone, vault))] + more


def _upon(change: Change, gone: Collection[Citation], vault: Vault) -> Change | None:
    """A page without lines that is made anew of what it says now; None when they are not there any more."""
    page = vault.pages([change.page.key]).get(change.page.key) if isinstance(change, Put) else None
    if page is None or not isinstance(change, Put) or not gone:
        return change
    if page.version == change.made_from.get(page.key):
        return change
    new = core.drop_cited(page, gone)
    return put(new, page) if new.text != page.text else None


def _lines_of(gone: Collection[Citation], keys: Sequence[Key], vault: Vault) -> list[Put]:
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
