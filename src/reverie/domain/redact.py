"""A session without credentials. Apart from the session itself: whoever only reads needs none of the detector."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from reverie.domain import safety
from reverie.domain.asked_for import Asked, answered, answers_itself, asked_for
from reverie.domain.text import paired
from reverie.domain.transcript import Call, Entry, Transcript
from reverie.domain.visible import visible

_NAMES = ("source", "host", "folder", "title", "summary", "parent", "owner")
_REPEATED = f"{safety.MARK}:repeated]"
_GIVEN = f"{safety.MARK}:answer]"
_HARMLESS = re.compile(
    r"[0-9a-fA-F-]{1,36}|[A-Za-z]{0,12}[_:#./-]?\d{0,12}|(?:msg|call|toolu|prt|ses)_[0-9A-Za-z-]{1,40}"
)


def redact(transcript: Transcript) -> Transcript:
    """The session without credentials; nothing downstream sees them."""
    if transcript.redacted:
        return transcript
    names = {name: value and _clean(value) for name in _NAMES if (value := getattr(transcript, name))}
    said, given = _unanswered((*transcript.earlier, *transcript.entries))
    clean = tuple(map(_redacted, said))
    earlier, entries = clean[: len(transcript.earlier)], clean[len(transcript.earlier) :]
    told = zip(said, clean, strict=True)
    again = safety.repeated((old.text for old, new in told if old.text != new.text), given)
    if again:
        entries, earlier = (tuple(_without(each, again) for each in some) for some in (entries, earlier))
        names = {name: again.sub(_REPEATED, value) for name, value in names.items()}
    return replace(transcript, **names, entries=entries, earlier=earlier, redacted=True)


def _unanswered(said: Sequence[Entry]) -> tuple[list[Entry], list[str]]:
    """The entries without the credentials that answer what the agent asked before, and what those were."""
    kept, given, asked = list[Entry](), list[str](), Asked()
    for entry in said:
        if entry.role == "agent" and entry.text.strip():
            asked = asked_for(entry.text)
        elif entry.role == "user":
            text = entry.text
            for start, end in [*answered(text, asked)][::-1] or [*answers_itself(text)]:
                given.append(text[start:end])
                text = f"{text[:start]}{_GIVEN}{text[end:]}"
            entry = entry if text == entry.text else replace(entry, text=text)
        kept.append(entry)
    return kept, given


def _without(entry: Entry, again: re.Pattern[str]) -> Entry:
    """An entry without what was known for a credential only where another told it ("PIN 20313")."""
    call = entry.call and replace(entry.call, input=_sub(dict(entry.call.input), again))
    return replace(entry, text=again.sub(_REPEATED, entry.text), call=call)


def _sub(value: Any, again: re.Pattern[str]) -> Any:
    if isinstance(value, str):
        return again.sub(_REPEATED, value)
    if isinstance(value, dict):
        return {key: _sub(each, again) for key, each in value.items()}
    return [_sub(each, again) for each in value] if isinstance(value, list) else value


def _redacted(entry: Entry) -> Entry:
    call = entry.call and Call(
        id=_name(entry.call.id), tool=_name(entry.call.tool), input=_clean(dict(entry.call.input))
    )
    speaker, answers = entry.speaker and _clean(entry.speaker), entry.answers and _name(entry.answers)
    id_, text = _name(entry.id), _clean(entry.text)
    if call is None and (id_, text, speaker, answers) == (entry.id, entry.text, entry.speaker, entry.answers):
        return entry
    return replace(entry, id=id_, text=text, speaker=speaker, call=call, answers=answers)


def _name(name: str) -> str:
    """An id, as hosts give them by the thousand; most cannot hold a credential."""
    return name if _HARMLESS.fullmatch(name) else str(_clean(name))


def _clean(value: Any) -> Any:
    if isinstance(value, str):
        return safety.redact(visible(paired(value)))
    if isinstance(value, dict):
        return {_clean(str(key)): _clean(each) for key, each in value.items()}
    return [_clean(each) for each in value] if isinstance(value, list) else value
