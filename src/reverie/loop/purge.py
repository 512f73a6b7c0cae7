"""Purge: what a person wants gone for good becomes one proposal. Only a person's is made at once."""

from __future__ import annotations

from collections.abc import Sequence, Set
from datetime import datetime

from reverie.domain.page import Key
from reverie.domain.proposal import Proposal, Purge
from reverie.errors import NotFound, ReverieError
from reverie.loop.apply import Applied, apply
from reverie.loop.remember import Speaker
from reverie.store.base import MARKS, Vault

_BLOCKS = frozenset({"core", "summary"})
_WHOLE = frozenset({"note", "digest", "reference", "suggestion"})  # go by themselves, whatever they rest on


def wanted(keys: Sequence[Key], source: str, vault: Vault) -> Purge:
    """The purge of these things: fragments, what pages rest on, and pages that are no more than themselves."""
    pages = vault.pages(key for key in keys if key.kind not in ("fragment", "turn"))
    if block := next((page for page in pages.values() if page.key.kind in _BLOCKS), None):
        raise ReverieError(f"{block.title} is a whole block; name the belief or the fragment that its line rests on")
    if theirs := next((page for page in pages.values() if page.key.kind == "file"), None):
        raise ReverieError(f"{theirs.key.slug} is not ours to delete from; edit it by hand")
    ids = [key.slug for key in keys if key.kind == "fragment"]
    ids += [c.id for page in pages.values() for c in sorted(page.cited)]
    whole = [key for key, page in pages.items() if key.kind in _WHOLE or not page.cited]
    whole += [key for key in keys if key.kind == "turn"]
    if not (ids or whole or source):
        raise NotFound("nothing there to delete")
    return Purge(tuple(dict.fromkeys(ids)), tuple(whole), source)


def purge(keys: Sequence[Key], source: str, vault: Vault, now: datetime, new_id: str, speaker: Speaker) -> Applied:
    """Delete these, or everything derived from a session, for good."""
    with vault.writing():
        change = wanted(keys, source, vault)
        proposal = Proposal(
            id=new_id,
            origin="agent" if speaker.origin == "agent" else "person",
            actor=speaker.actor if speaker.origin == "agent" else "manual",
            because="asked to delete for good",
            changes=(change,),
            space=keys[0].space if keys else "",
            trigger="forget --source" if source else "forget --hard",
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
