"""What a session was read before: in the light of which the rest is understood, and what another file of it holds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from reverie.domain.transcript import Entry, Transcript
from reverie.loop.extract import CONTEXT
from reverie.transcripts.base import Place, Reader, Session


def with_earlier(transcript: Transcript, reader: Reader, session: Session, since: Place | None) -> Transcript:
    """The new part of a session with what stands right before it, read again from not far behind the place."""
    if since is None or not since.offset or not transcript.entries:
        return transcript
    new = {entry.id for entry in transcript.entries}
    earlier = [entry for entry in reader.read(session, since.behind).transcript.entries if entry.id not in new]
    return replace(transcript, earlier=tuple(_nearest(earlier)))


def _nearest(earlier: Sequence[Entry]) -> Sequence[Entry]:
    """The last entries, and what a person said last, however much an agent did since."""
    near = earlier[-CONTEXT:]
    if any(entry.role == "user" for entry in near):
        return near
    return [*[entry for entry in earlier if entry.role == "user"][-1:], *near]


def without_copied(
    transcript: Transcript, reader: Reader, session: Session, others: Iterable[tuple[str, Mapping[str, Any]]]
) -> Transcript:
    """The new part of a session without the entries that were read in another file of it, which only explain the rest.

    A file that is gone, or cannot be read, tells nothing: what it held is looked at again, and known when it is kept.
    """
    known: set[str] = set()
    for path, place in others if transcript.entries else ():
        known |= _read_of(reader, replace(session, path=Path(path)), str(place.get("last") or ""))
    new = tuple(entry for entry in transcript.entries if entry.id not in known)
    if len(new) == len(transcript.entries):
        return transcript
    first = next((n for n, entry in enumerate(transcript.entries) if entry.id not in known), 0)
    earlier = (*transcript.earlier, *transcript.entries[:first])[-CONTEXT:]
    return replace(transcript, entries=new, earlier=earlier)


def _read_of(reader: Reader, session: Session, last: str) -> set[str]:
    """The ids of the entries of a file up to the last that was read."""
    try:
        ids = [entry.id for entry in reader.read(session).transcript.entries]
    except OSError:
        return set()
    return set(ids[: ids.index(last) + 1]) if last in ids else set()


def began(transcript: Transcript, places: Iterable[Mapping[str, Any]]) -> str:
    """When the session began, as far as that is known: told by its places, else by its first entry."""
    told = [str(place["began"]) for place in places if place.get("began")]
    said: list[Entry] = [*transcript.earlier, *transcript.entries]
    return min(told) if told else said[0].at.isoformat() if said else ""
