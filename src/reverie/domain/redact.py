"""A session without credentials. Apart from the session itself: whoever only reads needs none of the detector."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from reverie.domain import safety
from reverie.domain.text import paired
from reverie.domain.transcript import Call, Entry, Transcript


def redact(transcript: Transcript) -> Transcript:
    """The session without credentials; nothing downstream sees them."""
    if transcript.redacted:
        return transcript
    title, summary = (text and _clean(text) for text in (transcript.title, transcript.summary))
    entries = tuple(map(_redacted, transcript.entries))
    return replace(transcript, entries=entries, title=title, summary=summary, redacted=True)


def _redacted(entry: Entry) -> Entry:
    call = entry.call and Call(id=entry.call.id, tool=entry.call.tool, input=_clean(dict(entry.call.input)))
    return replace(entry, text=_clean(entry.text), speaker=entry.speaker and _clean(entry.speaker), call=call)


def _clean(value: Any) -> Any:
    if isinstance(value, str):
        return safety.redact(paired(value))
    if isinstance(value, dict):
        return {_clean(str(key)): _clean(each) for key, each in value.items()}
    return [_clean(each) for each in value] if isinstance(value, list) else value
