"""Digest: each session gets one page that says what it was about, and an event that can be dreamed and cited."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from reverie.domain import digest as digests, front, safety
from reverie.domain.audit import AuditEntry
from reverie.domain.citation import Evidence
from reverie.domain.digest import Digest
from reverie.domain.due import DigestSettings
from reverie.domain.fragment import Fragment
from reverie.domain.page import Key, Page
from reverie.domain.proposal import Change, Proposal, Retire, put
from reverie.domain.rules import RETIRE_LIMIT
from reverie.domain.text import fold
from reverie.domain.transcript import Entry, Transcript
from reverie.loop.apply import apply, apply_sound
from reverie.loop.observe import observe_session, unburied
from reverie.store.base import Vault
from reverie.transcripts.base import cleaned

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
    run: str | None = None  # the run that reads it


def digest(
    transcript: Transcript, how: Read, vault: Vault, now: datetime, new_id: str, settings: DigestSettings,
    summarise: Summarise | None = None,
) -> Page | None:  # fmt: skip
    """Make or bring up to date the digest of a session; None when there is nothing to say of it, or nothing new.

    `transcript` is redacted. A page that a person has edited stays as it is.
    """
    entries = transcript.entries
    if not settings.keep or not entries or transcript.origin in ("subagent", "memory"):
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
        new = replace(new, proof=old.proof, settled=old.settled, open=old.open)
    new = digests.told(new, entries if how.whole or not old else _after(entries, old.through))
    new = digests.kept(new, vault.marked("undreamed", transcript.space, source=transcript.source))
    forgotten = said_in(vault.marked("forgotten", source=transcript.source))
    new = digests.without(new, forgotten)
    if not new.asked and not transcript.summary:
        return None
    new = replace(
        new, title=digests.named(transcript.title or new.title), project=transcript.folder or new.project,
        compactions=how.compactions, read_by=tuple(dict.fromkeys((*new.read_by, *how.by))),
        fallback=how.fallback or new.fallback,
    )  # fmt: skip
    new = digests.without(_summarised(new, old, transcript, summarise), forgotten)
    with vault.writing():
        if len(unburied(transcript, vault).entries) != len(entries):
            return None  # something of it was deleted for good meanwhile; the next look is without it
        if not old or old.compactions != new.compactions or not old.proof.active:
            new = _with_event(new, transcript, forgotten, vault, now, how.run)
        made = _page(new, key, settings.days)
        if page and digests.read(page) == digests.read(made):
            return None
        because = f"digest of {transcript.source}"
        _propose((put(made, page),), because, transcript.space, vault, now, new_id, how.run)
    return made


def _page(new: Digest, key: Key, days: int) -> Page:
    """The digest as a page; without the lines that read as a credential only once they stand together."""
    made = digests.page(new, key, days)
    while hits := safety.secrets(made.text):
        left = digests.lacking(new, "\n".join(_told_at(made.text, hit.start, hit.end) for hit in hits))
        if left == new:
            break
        new, made = left, digests.page(left, key, days)
    return made


def _told_at(text: str, start: int, end: int) -> str:
    """The lines that a part of a text touches, with the one before them."""
    before = text[: text.rfind("\n", 0, start) + 1].rstrip().rfind("\n") + 1
    last = text.find("\n", end)
    return text[before : last if last >= 0 else len(text)]


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


def summarised(
    source: str, summary: str, vault: Vault, now: datetime, new_id: str, settings: DigestSettings
) -> bool:  # fmt: skip
    """Put the summary a host made of a session into its digest, unless that says it already or a person edited it."""
    words = digests.harmless(safety.redact(digests.of_host(cleaned(summary))))
    with vault.writing():
        for key in (key for key in vault.keys(None) if digests.is_of(key, source)):
            page = vault.pages([key])[key]
            old = digests.read(page)
            if words and old and not page.retired and fold(words) not in fold(old.summary):
                made = _page(replace(old, summary=words, by="host"), key, settings.days)
                _propose((put(made, page),), f"the host's summary of {source}", key.space, vault, now, new_id)
                return True
    return False


def _with_event(
    new: Digest, transcript: Transcript, forgotten: Sequence[str], vault: Vault, now: datetime, run: str | None
) -> Digest:
    """The digest with one more event: the session, as the vault's streams know it. One for each compaction.

    It says what was asked and not what came of it: the session may go on, and an event is never written anew. What it
    says, somebody said there: the words of a summary stand in the digest alone.
    """
    earlier = [event.quote for event in vault.fragments(c.id for c in new.proof.all).values()]
    words = digests.first_words(new, transcript.entries, earlier)
    if words is None or digests.says(words[1], forgotten):
        return new
    event = observe_session(transcript, *words, new.title, vault, now, run)
    return replace(new, proof=Evidence(new.proof.active | {event.citation}, new.proof.superseded))


def said_in(fragments: Iterable[Fragment]) -> list[str]:
    """What fragments say, in their words and in those of the session; not that there was one."""
    return [words for f in fragments if "session" not in f.tags for words in dict.fromkeys((f.body, f.quote))]


def tell_no_more(entry: AuditEntry | None, vault: Vault, now: datetime) -> None:
    """Take what a change made forgotten out of the digests of the sessions it was said in, as a part of that change.

    A digest that a person has edited stays; one that has nothing more to say is retired.
    """
    gone = vault.fragments(_forgotten_by(entry, vault)).values() if entry else ()
    sources = {digests.name(fragment.source): fragment.source for fragment in gone}
    found = [key for key in (vault.keys(None) if sources else ()) if key.kind == "digest" and key.slug[-8:] in sources]
    changes: dict[str, list[Change]] = {}
    for page in vault.pages(found).values():
        said = said_in(f for f in gone if f.source == sources[page.key.slug[-8:]])
        changes.setdefault(page.key.space, []).extend(_told_without(page, said, vault))
    for n, (space, some) in enumerate(changes.items()):
        if some and entry:
            proposal = Proposal(
                id=f"{entry.id}-s{n}", origin="person", actor="bot:trigger-forget", changes=tuple(some), space=space,
                because=f"no longer told in its session: {entry.summary}", parent=entry.id, run=entry.id,
            )  # fmt: skip
            apply(proposal, vault, now)


def untold(source: str, space: str, said: Sequence[str], vault: Vault, now: datetime, new_id: str) -> bool:
    """Take what is not to be remembered after all out of the digest of the session it was said in."""
    keys = [key for key in vault.keys(space) if digests.is_of(key, source)]
    changes = [change for page in vault.pages(keys).values() for change in _without(page, said)]
    if changes:
        _propose(tuple(changes), f"not to be told of {source}", space, vault, now, new_id)
    return bool(changes)


def _without(page: Page, said: Sequence[str]) -> Iterator[Change]:
    """The digest written anew without these words, even when nothing is left of it: a retired page keeps its text."""
    old = digests.read(page)
    new = digests.without(old, said) if old else None
    if old and new and new != old:
        yield put(digests.page(new, page.key, 0).with_front("expires", front.get(page.text, "expires")), page)


def _forgotten_by(entry: AuditEntry, vault: Vault) -> list[str]:
    """The fragments that a change took out of sight: by themselves, or with the pages that rested on them."""
    retired = [c.key for c in entry.proposal.changes if isinstance(c, Retire)] if entry.proposal else []
    cited = [c.id for page in vault.pages(retired).values() if page.key.kind != "digest" for c in page.evidence.active]
    return [*entry.marks.get("forgotten", ()), *cited]


def _told_without(page: Page, said: Sequence[str], vault: Vault) -> list[Change]:
    old = digests.read(page)
    if old is None or page.retired:
        return []
    new = digests.without(old, said)
    events = vault.fragments(c.id for c in old.proof.all).values()
    hidden = [f for f in events if digests.says(f.body, said) or digests.says(f.quote, said)]
    changes: list[Change] = [Retire(Key(f.space, "fragment", f.id), "forgotten") for f in hidden]
    if not (new.asked or new.summary or new.settled or new.outcome or new.open):
        return [*changes, Retire(page.key, "forgotten", {page.key: page.version})]
    made = digests.page(new, page.key, 0).with_front("expires", front.get(page.text, "expires"))
    return [*changes, put(made, page)] if new != old else changes


def expire(keys: Sequence[Key], vault: Vault, now: datetime, new_id: Callable[[], str]) -> int:
    """Retire the digests whose time is over, audited, a few at a time; their files and events stay."""
    due = [page for page in vault.pages(keys).values() if digests.expired(page, now.date())]
    spaces = dict.fromkeys(page.key.space for page in due)
    for space in spaces:
        mine = [page for page in due if page.key.space == space]
        for start in range(0, len(mine), RETIRE_LIMIT):
            some = mine[start : start + RETIRE_LIMIT]
            changes = tuple(Retire(page.key, "expired", {page.key: page.version}) for page in some)
            apply_sound(_proposal(changes, f"{len(some)} expired digests", space, new_id()), vault, now)
    return len(due)


def _propose(
    changes: tuple[Change, ...], because: str, space: str, vault: Vault, now: datetime, new_id: str,
    run: str | None = None,
) -> None:  # fmt: skip
    apply(_proposal(changes, because, space, new_id, run), vault, now)


def _proposal(changes: tuple[Change, ...], because: str, space: str, new_id: str, run: str | None = None) -> Proposal:
    return Proposal(
        id=new_id, origin="observe", actor=_ACTOR, because=because, changes=changes, space=space, trust="agent", run=run
    )  # fmt: skip
