"""Digest: each session gets one page that says what it was about, and an event that can be dreamed and cited."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from reverie.domain import digest as digests
from reverie.domain.citation import Evidence
from reverie.domain.digest import Digest
from reverie.domain.due import DigestSettings
from reverie.domain.page import Key, Page
from reverie.domain.proposal import Change, Proposal, Retire, put
from reverie.domain.rules import RETIRE_LIMIT
from reverie.domain.transcript import Entry, Transcript
from reverie.loop.apply import apply
from reverie.loop.observe import observe_session, unburied
from reverie.store.base import Vault

Summarise = Callable[[Transcript, Sequence[Entry]], tuple[str, str] | None]  # words, and whose they are
_ACTOR = "bot:digest"


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """How much of a session was read, and by whom."""

    whole: bool = True  # from its first entry on
    began: datetime | None = None  # its first entry, when that was read before
    compactions: int = 0
    by: tuple[str, ...] = ()
    fallback: str = ""


def digest(
    transcript: Transcript, how: Read, vault: Vault, now: datetime, new_id: str, settings: DigestSettings,
    summarise: Summarise | None = None,
) -> Page | None:  # fmt: skip
    """Make or bring up to date the digest of a session; None when there is nothing to say of it, or nothing new.

    `transcript` is redacted. A page that a person has edited stays as it is.
    """
    entries = transcript.entries
    if not settings.keep or not entries or transcript.origin == "subagent":
        return None
    began = how.began if how.began and not how.whole else entries[0].at
    new = Digest(source=transcript.source, started=began, ended=began, host=transcript.host or "")
    key = new.key(transcript.space)
    page = vault.pages([key]).get(key)
    old = digests.read(page) if page else None
    if page and (old is None or page.retired):
        return None
    if old and not how.whole:
        new = replace(old, ended=max(old.ended, began))
    elif old:
        new = replace(new, proof=old.proof)
    new = digests.told(new, entries if how.whole or not old else _after(entries, old.through))
    if not new.asked and not transcript.summary:
        return None
    new = replace(
        new, title=transcript.title or new.title, project=transcript.folder or new.project, compactions=how.compactions,
        read_by=tuple(dict.fromkeys((*new.read_by, *how.by))), fallback=how.fallback or new.fallback,
    )  # fmt: skip
    new = _summarised(new, old, transcript, summarise)
    with vault.writing():
        if len(unburied(transcript, vault).entries) != len(entries):
            return None  # something of it was deleted for good meanwhile; the next look is without it
        if not old or old.compactions != new.compactions or not old.proof.active:
            new = _with_event(new, transcript, vault, now)
        made = digests.page(new, key, settings.days)
        if page and digests.read(page) == digests.read(made):
            return None
        _propose((put(made, page),), f"digest of {transcript.source}", transcript.space, vault, now, new_id)
    return made


def _after(entries: Sequence[Entry], through: str) -> Sequence[Entry]:
    """What is not counted yet."""
    return entries[next((n + 1 for n, entry in enumerate(entries) if entry.id == through), 0) :]


def _summarised(new: Digest, old: Digest | None, transcript: Transcript, summarise: Summarise | None) -> Digest:
    """With the host's own summary, else a model's; what was there before stays when nothing is new."""
    if transcript.summary:
        return replace(new, summary=digests.harmless(transcript.summary), by="host")
    if old and old.by == "host":
        return replace(new, summary=old.summary, by=old.by)
    found = summarise(transcript, transcript.entries) if summarise else None
    if found and (words := digests.harmless(found[0])):
        return replace(new, summary=words, by=found[1])
    return new


def _with_event(new: Digest, transcript: Transcript, vault: Vault, now: datetime) -> Digest:
    """The digest with one more event: the session, as the vault's streams know it. One for each compaction."""
    known = digests.first_words(new, transcript.entries)
    if known is None:
        return new
    event = observe_session(transcript, *known, new.abstract, new.title, vault, now)
    return replace(new, proof=Evidence(new.proof.active | {event.citation}, new.proof.superseded))


def expire(keys: Sequence[Key], vault: Vault, now: datetime, new_id: Callable[[], str]) -> int:
    """Retire the digests whose time is over, audited, a few at a time; their files and events stay."""
    due = [page for page in vault.pages(keys).values() if digests.expired(page, now.date())]
    spaces = dict.fromkeys(page.key.space for page in due)
    for space in spaces:
        mine = [page for page in due if page.key.space == space]
        for start in range(0, len(mine), RETIRE_LIMIT):
            some = mine[start : start + RETIRE_LIMIT]
            changes = tuple(Retire(page.key, "expired", {page.key: page.version}) for page in some)
            _propose(changes, f"{len(some)} expired digests", space, vault, now, new_id())
    return len(due)


def _propose(changes: tuple[Change, ...], because: str, space: str, vault: Vault, now: datetime, new_id: str) -> None:
    proposal = Proposal(
        id=new_id, origin="observe", actor=_ACTOR, because=because, changes=changes, space=space, trust="agent"
    )  # fmt: skip
    apply(proposal, vault, now)
