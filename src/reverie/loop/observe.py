"""Observe: what was said becomes fragments in the streams. The only step that appends.

A command's words are observed as a one-entry transcript, a session batch by batch through an extractor. Whatever an
extractor proposes is checked here: the quote must stand in the entry, nothing that tries to rule becomes a rule, and
nobody's words in a session grant a permission: the owner's message may hold what was pasted into it.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from reverie.domain import command, poison, prose, route as routes, safety, trigger as triggers
from reverie.domain.fragment import ASKED, INFERRED, RAN, TRUST_ORDER, Fragment, Trust, Watermark, noticed
from reverie.domain.ids import uuid7
from reverie.domain.page import Key, Page
from reverie.domain.proposal import Proposal, put
from reverie.domain.redact import redact
from reverie.domain.reference import reference
from reverie.domain.route import Route
from reverie.domain.text import insane, slug
from reverie.domain.transcript import Entry, Transcript
from reverie.domain.trigger import Trigger
from reverie.errors import ReverieError, SecretRefused
from reverie.loop.apply import apply
from reverie.loop.extract import Draft, Extractor, before
from reverie.loop.ran import ran
from reverie.loop.whose import apart, whose
from reverie.store.base import Vault

LONGEST = 100_000  # characters of one remembered text; longer ones are kept word for word instead
BATCH = 200  # entries of a session that are evaluated, and counted as read, at once
_SHORT = 3  # words of an answer that say nothing without the question
_YES_OR_NO = re.compile(r"^(?:yes|yep|no|nope|ja|nein|oui|non|sí)[,;.:!]\s+", re.I)
_BODY = 8_000  # characters of what an extractor may make of one thing
_NOT_KEPT = "remember left out: it held a credential, and those are never kept"
_WEB = re.compile(r"web|fetch|browse|search|url|http", re.I)


Hear = Callable[[Entry, Trigger, str, str, datetime], str]  # acts on what an owner's message asks of memory


@dataclass(slots=True)
class Seen:
    """What came of a stretch of a session."""

    fragments: list[Fragment] = field(default_factory=list)  # new ones
    references: list[tuple[Key, str, Fragment]] = field(default_factory=list)  # texts kept word for word
    entries: int = 0  # evaluated
    refused: Counter[str] = field(default_factory=Counter)  # why drafts were not kept
    heard: Counter[str] = field(default_factory=Counter)  # what else was asked of memory
    asks: Mapping[str, Trigger] = field(default_factory=dict)  # by entry, as the extractor understood them
    by: str = ""  # the extractor
    fallback: str = ""  # why another one did not do it


def observe(
    transcript: Transcript, extractor: Extractor, vault: Vault, now: datetime, hear: Hear | None = None,
    run: str | None = None,
) -> Iterator[Seen]:  # fmt: skip
    """Turn the unread part of a session into fragments, batch by batch; each is durable when it is yielded.

    A batch's watermark is written with its fragments, or after the pages that cite them: so
    whoever is stopped in between repeats one batch at most, and loses nothing.
    """
    transcript = redact(transcript)
    for batch in _unread(transcript.entries, vault.watermark(transcript.source), extractor.room):
        seen = notice_in(transcript, extractor, now, batch)
        seen.heard.update(_held_back(transcript, batch, seen.fragments))
        asking = _asking(transcript, batch, seen.asks) if hear else []
        actor, upto = f"observe:{seen.by}", [_watermark(transcript, batch[-1])]
        at_once = not asking and not seen.references
        seen.fragments = vault.append(seen.fragments, upto if at_once else [], now, actor, run)
        for key, text, fragment in seen.references:
            _keep_verbatim(key, text, fragment, vault, now, run)
        for entry, asked in asking:
            if hear:
                seen.heard[hear(entry, asked, transcript.source, transcript.space, now)] += 1
        if not at_once:
            vault.append([], upto, now, actor, run)
        yield seen


def unburied(transcript: Transcript, vault: Vault) -> Transcript:
    """The session without the entries that something was deleted of for good; its host's summary may tell it too."""
    stones = vault.tombstones()
    if not stones:
        return transcript
    source = transcript.source
    left, earlier = (
        tuple(entry for entry in some if not stones.bars_entry(source, entry))
        for some in (transcript.entries, transcript.earlier)
    )
    if len(left) == len(transcript.entries) and not stones.knows(source):
        return replace(transcript, earlier=earlier)
    return replace(transcript, entries=left, earlier=earlier, title=None, summary=None)


def _asking(
    transcript: Transcript, entries: Sequence[Entry], told: Mapping[str, Trigger]
) -> list[tuple[Entry, Trigger]]:
    """The owner's messages that ask for more than being remembered: as rules hear them, and as an extractor did."""
    if transcript.origin == "memory":  # what holds for every session asks for nothing now
        return []
    mine = [entry for entry in entries if _trust(transcript, entry, {}) == "user"]
    found: list[tuple[Entry, Trigger]] = []
    for entry in mine:
        heard = [
            asked
            for asked in triggers.triggers(entry.text)
            if asked.ask not in ("remember", "recall")
            and prose.speaks(entry.text, triggers.asked_at(entry.text, asked))
        ]
        also = told.get(entry.id)
        heard += [also] if also and all(also.ask != asked.ask for asked in heard) else []
        found += [(entry, asked) for asked in heard]
    return found


def _held_back(transcript: Transcript, entries: Sequence[Entry], kept: Sequence[Fragment]) -> Iterator[str]:
    """What is said of each remember that held a credential, or the owner would count on its being kept."""
    for entry in entries:
        if safety.MARK not in entry.text or _trust(transcript, entry, {}) != "user":
            continue
        quotes = [fragment.quote for fragment in kept if fragment.entry == entry.id]
        for asked in triggers.triggers(entry.text):
            if asked.ask == "remember" and safety.MARK in asked.rest:
                some = any(quote in asked.rest for quote in quotes)
                yield "remember kept without the credential in it" if some else _NOT_KEPT


def _unread(entries: Sequence[Entry], mark: str | None, room: int) -> Iterator[Sequence[Entry]]:
    """What stands after the watermark; all of it when the entry it names has vanished: known fragments are ignored."""
    start = next((n + 1 for n, entry in enumerate(entries) if entry.id == mark), 0) if mark else 0
    size = 0
    for n in range(start, len(entries)):
        length = len(entries[n].text)
        if n > start and (n - start == BATCH or size + length > room):
            yield entries[start:n]
            start, size = n, 0
        size += length
    if start < len(entries):
        yield entries[start:]


def _keep_verbatim(key: Key, text: str, named_by: Fragment, vault: Vault, now: datetime, run: str | None) -> None:
    """Keep a text of a session word for word, as the page its fragment names."""
    with vault.writing():
        if vault.pages([key]):
            return
        page = reference(
            key, title=named_by.topic or named_by.body[:120], text=text, cited=named_by.citation, at=named_by.ts,
            tags=named_by.tags, origin="episode",
        )  # fmt: skip
        proposal = Proposal(
            id="p-" + hashlib.sha256(str(key).encode()).hexdigest()[:10], origin="observe",
            actor=named_by.actor or "observe", because=f"kept word for word: {page.title}", changes=(put(page, None),),
            space=key.space, trust=named_by.trust, run=run,
        )  # fmt: skip
        apply(proposal, vault, now)


def _watermark(transcript: Transcript, last: Entry) -> Watermark:
    seed = "\0".join(("watermark", transcript.space, transcript.source, last.id))
    return Watermark(id=uuid7(last.at, seed.encode()), ts=last.at, source=transcript.source, entry=last.id)


def notice_in(
    transcript: Transcript, extractor: Extractor, now: datetime, entries: Sequence[Entry] | None = None
) -> Seen:
    """What an extractor notices in entries, checked; nothing is written."""
    if entries is None:
        transcript = redact(transcript)
        entries = transcript.entries
    found = extractor.extract(transcript, entries)
    seen = Seen(entries=len(entries), by=found.by, fallback=found.fallback, asks=found.asks)
    seen.refused.update(found.refused)
    around = (*before(transcript, entries), *entries)
    by_id = {entry.id: entry for entry in around}
    wanted: bool | None = None  # whether the owner wants a check switched off; rarely asked
    tools = {entry.call.id: entry.call.tool for entry in around if entry.call}
    for draft in (part for each in found.drafts for part in apart(each, transcript)):
        entry = by_id.get(draft.entry)
        whose = [each for id_ in (draft.entry, *draft.others) if (each := by_id.get(id_))]
        least: Trust = "agent"
        trust = max((_trust(transcript, each, tools) for each in whose), key=TRUST_ORDER.index, default=least)
        why = "an entry that is not there" if entry is None else _refusal(draft, entry, trust)
        if not why and trust != "user" and command.unguards(draft.body):
            if wanted is None:
                wanted = any(_unguards(each) for each in around if _trust(transcript, each, {}) == "user")
            why = None if wanted else "would teach to switch a security check off"
        if entry is None or why:
            seen.refused[why or ""] += 1
            continue
        fragment = _fragment(draft, entry, trust, transcript, now, found.by)
        if draft.verbatim:
            digest = hashlib.sha256(draft.verbatim.encode("utf-8", "surrogatepass")).hexdigest()[:8]
            key = Key(fragment.space, "reference", f"{slug(fragment.topic)[:48].rstrip('-')}-{digest}")
            fragment = replace(fragment, references=(key.slug,))
            seen.references.append((key, draft.verbatim, fragment))
        seen.fragments.append(fragment)
    return seen


def _refusal(draft: Draft, entry: Entry, trust: Trust) -> str | None:
    """Why a draft is not kept; None when it is."""
    if not draft.quote.strip() or draft.quote not in (entry.text or _asked_of_a_tool(entry)):
        return "a quote that is not in the entry"
    if draft.verbatim and (draft.verbatim not in entry.text or trust != "user"):
        return "a text to be kept word for word that the owner did not give"
    if any(safety.MARK in text for text in (draft.body, draft.quote, draft.verbatim)):
        return "holds a credential"
    own = trust == "user" and " ".join(draft.body.split()).lower() in " ".join(draft.quote.split()).lower()
    if insane(draft.body, _BODY, made_up=not own):
        return "is not sane"
    if trust != "user" and poison.rules(draft.body, draft.quote):
        return "would set a rule and is not the owner's"
    if poison.authorises(draft.body, draft.quote):
        return "would grant a permission; tell `reverie remember` if you mean it"
    return None


def _unguards(entry: Entry) -> bool:
    """Whether the owner says in their own words that a security check is switched off; asking about it is not that."""
    return any(command.unguards(one.text) for one in prose.sentences(entry.text) if not one.text.endswith("?"))


def _asked_of_a_tool(entry: Entry) -> str:
    """The words of a call, which prove what was run."""
    return "\n".join(str(value) for value in entry.call.input.values()) if entry.call else ""


def _trust(transcript: Transcript, entry: Entry, tools: Mapping[str, str]) -> Trust:
    """Whose words they are; a transcript that is nobody's raises none of them."""
    if entry.role == "tool":
        return "web" if _WEB.search(tools.get(entry.answers or "", "")) else "tool"
    if entry.role != "user":
        return "agent" if entry.role == "agent" else "system"
    if transcript.origin == "channel" and (entry.speaker is None or entry.speaker != transcript.owner):
        return "agent"
    return transcript.trust


def _fragment(
    draft: Draft, entry: Entry, trust: Trust, transcript: Transcript, now: datetime, extractor: str
) -> Fragment:
    found = routes.route(draft.body)
    return noticed(
        ts=entry.at, space=whose(draft, found, trust, transcript), source=transcript.source, entry=entry.id,
        body=draft.body, kind=draft.kind, topic=draft.title or found.topic, quote=draft.quote, seen=now, trust=trust,
        confidence=draft.confidence, base=draft.base, tags=found.tags,
        entities=tuple(f"{m.type}:{m.name}" for m in found.entities),
        relations=tuple((link.source, link.relation, link.target) for link in found.relations),
        who=entry.speaker, actor=f"observe:{extractor}", host=transcript.host, project=transcript.folder,
    )  # fmt: skip


def refuse_secrets(*texts: str) -> None:
    """Explicit writes that hold a credential are refused, naming the rule and never the value."""
    found = sorted({secret.rule for text in texts for secret in safety.secrets(text)})
    if found:
        raise SecretRefused(found)


def observe_told(
    transcript: Transcript,
    route: Route,
    vault: Vault,
    now: datetime,
    actor: str,
    references: tuple[str, ...] = (),
) -> Fragment:
    """The fragment of what somebody asked to be remembered, appended to its stream."""
    entry = transcript.entries[0]
    sane(entry.text)
    refuse_secrets(entry.text, transcript.space, transcript.source, transcript.parent or "")
    fragment = noticed(
        ts=entry.at,
        space=transcript.space,
        source=transcript.source,
        entry=entry.id,
        body=route.text,
        kind=route.kind,
        topic=route.topic,
        quote=entry.text,
        seen=now,
        trust=transcript.trust,
        confidence=route.confidence,
        base=ASKED,
        tags=route.tags,
        entities=tuple(f"{m.type}:{m.name}" for m in route.entities),
        relations=tuple((link.source, link.relation, link.target) for link in route.relations),
        references=references,
        who=entry.speaker,
        actor=actor,
        host=transcript.host,
        session=transcript.parent,
    )
    if not vault.append([fragment], [], now, actor) and not vault.fragments([fragment.id]):
        raise ReverieError("that was deleted for good today and is not kept again; a person may say it anew")
    return fragment


def observe_session(
    transcript: Transcript, entry: Entry, quote: str, about: str, title: str, vault: Vault, now: datetime,
    run: str | None = None,
) -> Fragment:  # fmt: skip
    """The event that a session was, known by words of one of its entries."""
    event = noticed(
        ts=entry.at, space=transcript.space, source=transcript.source, entry=entry.id, body=about, kind="event",
        topic=(title or about)[:120], quote=quote, seen=now, trust="agent", base=INFERRED, tags=("session",),
        who=entry.speaker, actor="bot:digest", host=transcript.host, project=transcript.folder,
    )  # fmt: skip
    vault.append([event], [], now, "bot:digest", run)
    return event


def observe_ran(transcript: Transcript, since: str | None, vault: Vault, now: datetime, run: str | None) -> None:
    """Note what the agent of a redacted session ran after an entry, for a dream to find habits in."""
    done = ran(transcript, now, since)
    if done:
        vault.append(done, [], now, RAN, run)


def observe_edited(new: Page, old: Page, source: str, vault: Vault, now: datetime) -> Fragment | None:
    """The fragment of the words a person put into a proposed page; None when the words are the same."""
    words = [line for line in new.prose.splitlines() if line.strip() and line not in old.prose.splitlines()]
    if not words:
        return None
    refuse_secrets(*words)
    said = "\n".join(words)
    fragment = noticed(
        ts=now,
        space=new.key.space,
        source="review",
        entry=f"{source}#{new.version[:12]}",
        body=said,
        kind="correction",
        topic=new.title[:120],
        quote=said,
        seen=now,
        trust="user",
        confidence="high",
        base=ASKED,
        actor="manual",
    )
    vault.append([fragment], [], now, "manual")
    return fragment


def observe_answer(
    asked: str, name: str, told: str, source: str, space: str, vault: Vault, now: datetime
) -> tuple[Fragment, bool]:
    """The fragment of what a person answered to a question, and whether it says something without that question."""
    sane(told)
    refuse_secrets(told)
    said = told.strip()
    rest = _YES_OR_NO.sub("", said)
    whole = len(rest.split()) > _SHORT
    body = rest[:1].upper() + rest[1:] if whole else f"{asked} {said}"
    fragment = noticed(
        ts=now, space=space, source=source, entry=name, body=body,
        kind="correction", topic=asked[:120], quote=said, seen=now, trust="user", confidence="high", base=ASKED,
        actor="manual",
    )  # fmt: skip
    vault.append([fragment], [], now, "manual")
    return fragment, whole


def sane(told: str) -> None:
    """What cannot be remembered as a statement is refused."""
    if not told.strip():
        raise ReverieError("nothing to remember: the text is empty")
    if len(told) > LONGEST:
        raise ReverieError(
            f"the text is {len(told):,} characters long; at most {LONGEST:,} are remembered as a statement. "
            "Keep it word for word with `reverie remember --verbatim FILE`."
        )
    if any(0xD800 <= ord(c) <= 0xDFFF or c == "\0" for c in told):
        raise ReverieError("the text is not valid Unicode (or holds a NUL); nothing was stored")
