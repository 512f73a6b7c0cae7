"""Observe: what was said becomes fragments in the streams. The only step that appends.

A command's words are observed as a one-entry transcript, a session batch by batch through an extractor. Whatever an
extractor proposes is checked here: the quote must stand in the entry, and nothing that tries to rule becomes a rule.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from reverie.domain import poison, route as routes, safety
from reverie.domain.fragment import ASKED, Fragment, Trust, Watermark, noticed
from reverie.domain.ids import uuid7
from reverie.domain.page import Page
from reverie.domain.route import Route
from reverie.domain.space import OWN
from reverie.domain.text import insane
from reverie.domain.transcript import Call, Entry, Transcript
from reverie.errors import ReverieError, SecretRefused
from reverie.loop.extract import Draft, Extractor
from reverie.store.base import Vault

LONGEST = 100_000  # characters of one remembered text; longer ones are kept word for word instead
BATCH = 200  # entries of a session that are evaluated, and counted as read, at once
_BODY = 2_000  # characters of what an extractor may make of one thing
_REDACTED = "[REDACTED"
_PERSONAL = ("identity", "critical-facts")  # blocks of core memory that are about the owner
_EVERYWHERE = re.compile(
    r"\b(?:everywhere|in (?:all|every|any) (?:my )?projects?|across (?:all )?projects|in general)\b", re.I
)
_WEB = re.compile(r"web|fetch|browse|search|url|http", re.I)


@dataclass(slots=True)
class Seen:
    """What came of a stretch of a session."""

    fragments: list[Fragment] = field(default_factory=list)  # new ones
    entries: int = 0  # evaluated
    refused: Counter[str] = field(default_factory=Counter)  # why drafts were not kept


def observe(transcript: Transcript, extractor: Extractor, vault: Vault, now: datetime, actor: str) -> Iterator[Seen]:
    """Turn the unread part of a session into fragments, batch by batch; each is durable when it is yielded.

    A batch's watermark goes with its fragments, so whoever is stopped in between repeats one batch at most.
    """
    transcript = redacted(transcript)
    for batch in _unread(transcript.entries, vault.watermark(transcript.source)):
        seen = notice_in(transcript, extractor, now, batch)
        seen.fragments = vault.append(seen.fragments, [_watermark(transcript, batch[-1])], now, actor)
        yield seen


def _unread(entries: Sequence[Entry], mark: str | None) -> Iterator[Sequence[Entry]]:
    """What stands after the watermark; all of it when the entry it names has vanished: known fragments are ignored."""
    after = next((n + 1 for n, entry in enumerate(entries) if entry.id == mark), 0) if mark else 0
    for start in range(after, len(entries), BATCH):
        yield entries[start : start + BATCH]


def _watermark(transcript: Transcript, last: Entry) -> Watermark:
    seed = "\0".join(("watermark", transcript.space, transcript.source, last.id))
    return Watermark(id=uuid7(last.at, seed.encode()), ts=last.at, source=transcript.source, entry=last.id)


def notice_in(
    transcript: Transcript, extractor: Extractor, now: datetime, entries: Sequence[Entry] | None = None
) -> Seen:
    """What an extractor notices in entries, checked; nothing is written."""
    if entries is None:
        transcript = redacted(transcript)
        entries = transcript.entries
    seen = Seen(entries=len(entries))
    by_id = {entry.id: entry for entry in entries}
    tools = {entry.call.id: entry.call.tool for entry in entries if entry.call}
    for draft in extractor.extract(transcript, entries):
        entry = by_id.get(draft.entry)
        trust = _trust(transcript, entry, tools) if entry else "agent"
        why = "an entry that is not there" if entry is None else _refusal(draft, entry, trust)
        if entry is None or why:
            seen.refused[why or ""] += 1
            continue
        seen.fragments.append(_fragment(draft, entry, trust, transcript, now, extractor.name))
    return seen


def _refusal(draft: Draft, entry: Entry, trust: Trust) -> str | None:
    """Why a draft is not kept; None when it is."""
    if not draft.quote.strip() or draft.quote not in (entry.text or _asked_of_a_tool(entry)):
        return "a quote that is not in the entry"
    if _REDACTED in draft.body or _REDACTED in draft.quote:
        return "holds a credential"
    if insane(draft.body, _BODY):
        return "is not sane"
    if trust != "user" and poison.rules(draft.body, draft.quote):
        return "would set a rule and is not the owner's"
    return None


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
        ts=entry.at, space=_whose(draft, found, trust, transcript), source=transcript.source, entry=entry.id,
        body=draft.body, kind=draft.kind, topic=found.topic, quote=draft.quote, seen=now, trust=trust,
        confidence=draft.confidence, base=draft.base, tags=found.tags,
        entities=tuple(f"{m.type}:{m.name}" for m in found.entities),
        relations=tuple((link.source, link.relation, link.target) for link in found.relations),
        who=entry.speaker, actor=f"observe:{extractor}", host=transcript.host, project=transcript.folder,
    )  # fmt: skip


def _whose(draft: Draft, found: Route, trust: Trust, transcript: Transcript) -> str:
    """Who the owner is, and what they want everywhere, is not a matter of one project; the rest, and doubt, is."""
    if trust == "user" and (found.core in _PERSONAL or _EVERYWHERE.search(draft.quote)):
        return OWN if transcript.space.startswith("project/") else transcript.space
    return transcript.space


def redacted(transcript: Transcript) -> Transcript:
    """The session without credentials; nothing downstream sees them."""
    return replace(transcript, entries=tuple(map(_redacted, transcript.entries)))


def _redacted(entry: Entry) -> Entry:
    call = entry.call and Call(id=entry.call.id, tool=entry.call.tool, input=_clean(dict(entry.call.input)))
    text, speaker = safety.redact(entry.text), entry.speaker and safety.redact(entry.speaker)
    return replace(entry, text=text, speaker=speaker, call=call)


def _clean(value: Any) -> Any:
    if isinstance(value, str):
        return safety.redact(value)
    if isinstance(value, dict):
        return {safety.redact(str(key)): _clean(each) for key, each in value.items()}
    return [_clean(each) for each in value] if isinstance(value, list) else value


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
    _sane(entry)
    refuse_secrets(entry.text, transcript.space, transcript.source)
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
    )
    vault.append([fragment], [], now, actor)
    return fragment


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


def _sane(entry: Entry) -> None:
    if not entry.text.strip():
        raise ReverieError("nothing to remember: the text is empty")
    if len(entry.text) > LONGEST:
        raise ReverieError(
            f"the text is {len(entry.text):,} characters long; at most {LONGEST:,} are remembered as a statement. "
            "Keep it word for word with `reverie remember --verbatim FILE`."
        )
    if any(0xD800 <= ord(c) <= 0xDFFF or c == "\0" for c in entry.text):
        raise ReverieError("the text is not valid Unicode (or holds a NUL); nothing was stored")
