"""The model extractor: a model says what to keep of a session, and what the session was about.

It supplies words; here they are held against the session. Whatever fails, rules do the work instead.
"""

from __future__ import annotations

import json
import re
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from math import ceil
from typing import Any

from reverie.domain import trigger as triggers
from reverie.domain.clauses import crossed, flipped
from reverie.domain.fragment import ASKED, INFERRED, NOTICED
from reverie.domain.invented import invented, undated
from reverie.domain.text import fold
from reverie.domain.transcript import Entry, Transcript
from reverie.domain.trigger import Trigger
from reverie.domain.words import terms
from reverie.errors import ModelError
from reverie.llm.models import Model, ModelSettings
from reverie.llm.prompts import fence
from reverie.llm.proof import of_another, otherwise, unproved
from reverie.loop.asking import Asking
from reverie.loop.extract import Draft, Extracted, Extractor

ROOM = 24_000  # characters of a session in one question
_SHOWN = {"user": 8_000, "agent": 3_000, "tool": 1_500, "system": 500}  # characters of one entry
_CALL = 600  # of what a tool was asked
_PROMPT, _ANSWER = 1_500, 300  # tokens of a question beside the session, and of an answer, about
_TAGS = ("owner", "session")
_NOWHERE, _UNSAID = "an entry that is not there", "says what the session does not"


@dataclass(slots=True)
class ByModel:
    """An extractor that asks a model, and lets rules do what the model did not."""

    model: Model
    rules: Extractor
    until: float | None = None  # on the monotonic clock: when no more questions are asked
    room: int = ROOM
    missed: Counter[str] = field(default_factory=Counter)  # why sessions have no summary of the model's
    _asking: Asking = field(init=False)

    def __post_init__(self) -> None:
        self._asking = Asking(self.model)

    @property
    def name(self) -> str:
        return self.model.name

    def extract(self, transcript: Transcript, entries: Sequence[Entry]) -> Extracted:
        offline = self.rules.extract(transcript, entries)
        if transcript.origin == "memory":  # somebody chose it already
            return offline
        if self._asking.over:
            return replace(offline, fallback=self._asking.over)
        try:
            answer = self._ask("observe", session(transcript, entries))
        except ModelError as wrong:
            return replace(offline, fallback=str(wrong))
        whole = "\n".join(_words(entry) for entry in entries)
        made = [_draft(item, entries, whole) for item in answer["fragments"]]
        drafts = [draft for draft in made if isinstance(draft, Draft)]
        unworded = _unworded(answer["fragments"], made, entries)
        left = [draft for draft in offline.drafts if draft.base == ASKED or _among(draft, unworded)]
        return Extracted(
            drafts=[*drafts, *(draft for draft in left if not _listed(draft, drafts, entries))],
            by=self.name, asks=_asks(answer["asks"], entries),
            refused=Counter(why for why in made if isinstance(why, str)),
        )  # fmt: skip

    def summarise(self, transcript: Transcript, entries: Sequence[Entry]) -> tuple[str, str] | None:
        """A session's summary, and whose it is; None when there is none."""
        if self._asking.over or not any(entry.role == "user" for entry in entries):
            return None
        try:
            summary = str(self._ask("digest", session(transcript, _ends(entries)))["summary"]).strip()
        except ModelError as wrong:
            self.missed[str(wrong)] += 1
            return None
        told = undated(summary, _said(entries))
        if not summary or invented(told, "\n".join((transcript.folder or "", *map(_words, entries)))):
            self.missed[f"a summary by {self.name} says what the session does not"] += 1
            return None
        return summary, self.name

    def _ask(self, prompt: str, data: str) -> Mapping[str, Any]:
        left = None if self.until is None else self.until - time.monotonic()
        if left is not None and left <= 0:
            raise ModelError("there was no time left for a model")
        return self._asking.ask(prompt, data, seconds=left)


def estimate(name: str, sizes: Sequence[int], settings: ModelSettings, *, digests: bool) -> dict[str, Any]:
    """What reading sessions of these many bytes costs, about: half of a file is not said, and long outputs are cut.

    Each is read in questions of its own, and summed up in one more.
    """
    calls = sum(max(1, ceil(size / 2 / ROOM)) + digests for size in sizes)
    tokens = sum(size // 8 + digests * min(size // 8, ROOM // 4) for size in sizes)
    sent, received = tokens + calls * _PROMPT, calls * _ANSWER
    try:
        from reverie.llm.price import price

        money = price(name, sent, received, settings)
    except ImportError:
        money = None
    return {"model": name, "calls": calls, "tokens": sent + received, "money": money}


def session(transcript: Transcript, entries: Sequence[Entry]) -> str:
    """Entries as a model is shown them: numbered from 1, cut when long, fenced."""
    owner = f"{fence(transcript.owner, *_TAGS)}\n" if transcript.owner else ""
    lines = [f"[{n}] {entry.at:%Y-%m-%d %H:%M} {_who(entry)}: {_shown(entry)}" for n, entry in enumerate(entries, 1)]
    return owner + fence("\n".join(lines), *reversed(_TAGS))


def _who(entry: Entry) -> str:
    if entry.call:
        return f"agent calls {entry.call.tool}"
    named = f" {entry.speaker}" if entry.speaker else ""
    return f"{entry.role}{named}{' (failed)' if entry.failed else ''}"


def _words(entry: Entry) -> str:
    """All that an entry says: its text, or what a tool was asked."""
    return entry.text or (json.dumps(dict(entry.call.input), ensure_ascii=False, default=str) if entry.call else "")


def _said(entries: Sequence[Entry]) -> list[tuple[datetime, str]]:
    return [(entry.at, entry.text) for entry in entries if entry.text]


def _shown(entry: Entry) -> str:
    text, most = _words(entry), _CALL if entry.call and not entry.text else _SHOWN[entry.role]
    if len(text) <= most:
        return text
    return f"{text[: most * 2 // 3]}\n[… {len(text) - most:,} characters left out …]\n{text[-most // 3 :]}"


def _ends(entries: Sequence[Entry]) -> Sequence[Entry]:
    """As much of a long session as fits one question: its beginning, and more of its end."""
    talk = [entry for entry in entries if entry.role in ("user", "agent") and entry.text]
    sizes = [min(len(entry.text), _SHOWN[entry.role]) for entry in talk]
    if sum(sizes) <= ROOM:
        return talk
    first, last, room = 0, len(talk), ROOM
    while first < last and room > 0:
        early = room > ROOM * 2 // 3
        room -= sizes[first] if early else sizes[last - 1]
        first, last = (first + 1, last) if early else (first, last - 1)
    return [*talk[:first], *talk[last:]]


def _draft(item: Mapping[str, Any], entries: Sequence[Entry], whole: str) -> Draft | str:
    """One item of the answer, with the numbers that are ours to give; or why its words are not the session's."""
    if not 1 <= item["entry"] <= len(entries):
        return _NOWHERE
    entry = entries[item["entry"] - 1]
    body, kind = " ".join(item["body"].split()), item["kind"]
    if invented(undated(body, _said(entries)), whole):
        return _UNSAID
    told = undated(body, _said(entries))
    said = [text for each in entries if (text := _words(each))]
    if unproved(told, whole) or flipped(told, *said) or crossed(told, _words(entry)):
        return _UNSAID
    if otherwise(body, [item["quote"]]) or of_another(body, [item["quote"]]):
        return _UNSAID
    if kind in ("preference", "correction") and entry.role != "user":
        return "would set a rule and is not the owner's"
    quote = _as_written(item["quote"], entry.text or item["quote"])
    own = entry.role == "user"
    return Draft(
        entry=entry.id, kind=kind, body=body, quote=quote, confidence=item["confidence"],
        base=ASKED if own and _asked_for(quote, entry.text) else NOTICED if own else INFERRED,
        verbatim=item.get("verbatim", "").strip("\n"),
    )  # fmt: skip


def _unworded(
    items: Sequence[Mapping[str, Any]], made: Sequence[Draft | str], entries: Sequence[Entry]
) -> list[tuple[str, str]]:
    """What is worth keeping, by the model, though not said or quoted right: the entries, and the words there."""
    found = []
    for item, one in zip(items, made, strict=True):
        if one == _UNSAID or isinstance(one, Draft):
            entry = entries[item["entry"] - 1]
            quote = _as_written(item["quote"], _words(entry))
            if one == _UNSAID or quote not in _words(entry):
                found.append((entry.id, quote if quote in _words(entry) else ""))
    return found


def _among(draft: Draft, wanted: Sequence[tuple[str, str]]) -> bool:
    return any(draft.entry == entry and (quote in draft.quote or draft.quote in quote) for entry, quote in wanted)


def _asked_for(quote: str, text: str) -> bool:
    """Whether the owner asked for these words to be remembered, and not only for others of the same message."""
    at = text.find(quote)
    return any(
        asked.ask == "remember" and (at < 0 or (at < asked.end and asked.start < at + len(quote)))
        for asked in triggers.triggers(text)
    )


def _listed(asked: Draft, drafts: Sequence[Draft], entries: Sequence[Entry]) -> bool:
    """Whether the model, too, says what the owner asked to be remembered: beside it they may have said other things."""
    text = next((_words(entry) for entry in entries if entry.id == asked.entry), "")
    wanted = frozenset(terms(asked.quote))
    others = frozenset(terms(text.replace(asked.quote, " ", 1))) - wanted
    for draft in drafts:
        if draft.entry != asked.entry or draft.quote not in text:
            continue
        said = frozenset(terms(draft.body))
        meant = draft.quote in asked.quote or asked.quote in draft.quote or len(said & wanted) * 2 > len(wanted)
        if meant and len(said & wanted) >= len(said & others):
            return True
    return False


def _as_written(quote: str, text: str) -> str:
    """The quote as the entry spells it, when it differs in nothing but spaces, quotation marks and dashes."""
    quote = quote.strip()
    if not quote or quote in text:
        return quote
    loose = r"\s+".join(
        re.sub(r"['’‘]", "['’‘]", re.sub(r"\\?[-–—]", "[-–—]", re.sub(r'["“”„]', '["“”„]', re.escape(word))))
        for word in quote.split()
    )
    found = re.search(loose, text)
    return found[0] if found else quote


def _asks(items: Sequence[Mapping[str, Any]], entries: Sequence[Entry]) -> dict[str, Trigger]:
    """What the owner asked of memory; about what, only in words of theirs."""
    found = {}
    for item in items:
        entry = entries[item["entry"] - 1] if 1 <= item["entry"] <= len(entries) else None
        own = entry is not None and (item["ask"] == "reflect" or fold(item["about"]) in fold(entry.text))
        if entry and own and entry.role == "user":
            found[entry.id] = Trigger(ask=item["ask"], rest=item["about"].strip())
    return found
