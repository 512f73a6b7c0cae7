"""Observe: what was said becomes fragments in the streams. The only step that appends.

Here a command's words are observed as a one-entry transcript; reading whole sessions builds on this.
"""

from __future__ import annotations

from datetime import datetime

from reverie.domain import safety
from reverie.domain.fragment import ASKED, Fragment, noticed
from reverie.domain.page import Page
from reverie.domain.route import Route
from reverie.domain.transcript import Entry, Transcript
from reverie.errors import ReverieError, SecretRefused
from reverie.store.base import Vault

LONGEST = 100_000  # characters of one remembered text; longer ones are kept word for word instead


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
