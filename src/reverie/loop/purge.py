"""Purge: what a person wants gone for good becomes one proposal. Only a person's is made at once."""

from __future__ import annotations

from collections.abc import Sequence, Set
from datetime import datetime

from reverie.domain import core
from reverie.domain.citation import anywhere
from reverie.domain.page import Key, Page
from reverie.domain.proposal import Proposal, Purge
from reverie.errors import NotFound, ReverieError
from reverie.loop.apply import Applied, apply
from reverie.loop.forget import lines_about
from reverie.loop.remember import Speaker
from reverie.store.base import MARKS, Vault

_BLOCKS = frozenset({"core", "summary"})
_WHOLE = frozenset({"note", "digest", "reference", "suggestion"})  # go by themselves, whatever they rest on


def wanted(keys: Sequence[Key], source: str, vault: Vault, about: str = "") -> Purge:
    """The purge of these things: fragments, what pages rest on, and pages that are no more than themselves.

    Of core memory and the summary, the lines that are `about` it."""
    pages = vault.pages(key for key in keys if key.kind not in ("fragment", "turn"))
    blocks = [pages.pop(key) for key in list(pages) if key.kind in _BLOCKS]
    if blocks and not about:
        raise ReverieError(f"{blocks[0].title} is a whole block; say the words of the line to delete")
    if theirs := next((page for page in pages.values() if page.key.kind == "file"), None):
        raise ReverieError(f"{theirs.key.slug} is not ours to delete from; edit it by hand")
    ids = [key.slug for key in keys if key.kind == "fragment"]
    ids += [c.id for page in pages.values() for c in sorted(page.cited)]
    ids += [id_ for block in blocks for id_ in _proving(block, about, vault)]
    whole = [key for key, page in pages.items() if key.kind in _WHOLE or not page.cited]
    whole += [key for key in keys if key.kind == "turn"]
    if not (ids or whole or source):
        raise NotFound("nothing there to delete")
    return Purge(tuple(dict.fromkeys(ids)), tuple(whole), source)


def _proving(block: Page, about: str, vault: Vault) -> list[str]:
    """What the lines of a block that are about something rest on; of one added by hand, the fragment that quotes it."""
    lines = set(lines_about(block, about))
    cited = [c.id for line in block.text.splitlines() if lines & set(core.claims(line)) for c in anywhere(line)]
    by_hand = vault.fragments(c.id for c in block.owed.active)
    return cited + [f.id for f in by_hand.values() if f.quote in lines]


def purge(change: Purge, space: str, vault: Vault, now: datetime, new_id: str, speaker: Speaker) -> Applied:
    """Delete these, or everything derived from a session, for good."""
    with vault.writing():
        proposal = Proposal(
            id=new_id,
            origin="agent" if speaker.origin == "agent" else "person",
            actor=speaker.actor if speaker.origin == "agent" else "manual",
            because="asked to delete for good",
            changes=(change,),
            space=space,
            trigger="forget --source" if change.source else "forget --hard",
            trust=speaker.trust,
        )
        return apply(proposal, vault, now)


def session(name: str, known: Set[str]) -> str:
    """The session that is meant: by its whole name, without its host, or by how either begins."""
    names = {source: (source, source.partition(":")[2] or source) for source in known} if name else {}
    whole = sorted(source for source, two in names.items() if name in two)
    found = whole or sorted(source for source, two in names.items() if any(each.startswith(name) for each in two))
    if len(found) == 1:
        return found[0]
    if found:
        raise NotFound(f"{name!r} fits {len(found)} sessions ({', '.join(found[:3])}); give more of the name")
    raise NotFound(f"nothing is known of a session {name!r}; `reverie why HANDLE` names the session of a page")


def resting(source: str, vault: Vault) -> list[Key]:
    """The pages that rest on a session alone, and its fragments that no page cites."""
    every = [f for mark in MARKS for f in vault.marked(mark) if source in (f.source, f.session)]
    ids = {f.id for f in every}
    cited = vault.citing(ids)
    pages = vault.pages(dict.fromkeys(key for by in cited.values() for key, _ in by))
    alone = [key for key, page in pages.items() if {c.id for c in page.cited} <= ids and key.kind not in _BLOCKS]
    free = [Key(f.space, "fragment", f.id) for f in every if not cited[f.id]]
    return sorted(key for key in alone if not pages[key].retired) + free
