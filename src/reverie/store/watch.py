"""People's edits: what changed in the folder since we last wrote there. Looks, decides nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime

from reverie.domain import ids as names, safety
from reverie.domain.audit import WATCHED, Appended, AuditEntry
from reverie.domain.fragment import Fragment
from reverie.domain.page import Key, Malformed, Page
from reverie.store import layout, streams
from reverie.store.base import Edit, Problem
from reverie.store.disk import Stamp
from reverie.store.files import FileVault

DREAMING_STATE = "memory/.dreaming-state.json"


@dataclass(slots=True)
class Sighting:
    """What a look found."""

    edits: list[Edit] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)  # those not reported before
    grown: int = 0  # fragments that somebody else's streams brought


def look(vault: FileVault, now: datetime) -> Sighting:
    """Compare the folder with what was last recorded: sizes and times first, then bytes.

    Streams that others wrote are taken in at once; pages are given back as edits, to go through the
    door. A file that cannot be read as a page, or holds a credential, is a problem and left alone.
    """
    seen = Sighting()
    with vault.writing():
        known = vault.state.files()
        reported = {problem.path: (problem, version) for problem, version in vault.state.problems()}
        problems: dict[str, tuple[Problem, str]] = {}
        stamps: dict[str, Stamp] = {}
        found = dict(_files(vault))
        spaces = vault.state.spaces()
        for path, stamp in found.items():
            space = layout.stream_space(path, spaces) if path.endswith(".jsonl") else None
            if space is not None:
                if path.count("/") > 1 or not vault.disk.names("memory/streams"):
                    seen.grown += _stream(vault, path, space, stamp, now, problems)
                continue
            version, last = known.get(path, (None, None))
            if stamp == last and path not in reported:
                continue
            raw = vault.disk.read(path)
            if raw is None or raw.startswith(layout.MARKER.encode()):
                continue
            current = names.version(raw.decode("utf-8", "surrogateescape"))
            if current == version:
                stamps[path] = stamp
                continue
            outcome = _read(vault, path, raw)
            if isinstance(outcome, Problem):
                problems[path] = (outcome, current)
                if reported.get(path) != problems[path]:
                    seen.problems.append(outcome)
            elif outcome.before or outcome.after or version is not None:
                seen.edits.append(outcome)
        seen.edits += [_gone(vault, path) for path in known if path not in found]
        for path, pair in problems.items():
            if layout.is_stream(path) and reported.get(path) != pair:
                seen.problems.append(pair[0])
        vault.state.saw(stamps)
        if problems != reported:
            vault.state.set_problems(problems)
    return seen


def _files(vault: FileVault) -> Iterator[tuple[str, Stamp]]:
    for path in (*WATCHED, "MEMORY.md", "memory.md"):
        stamp = vault.disk.stamp(path)
        if stamp:
            yield path, stamp
    for path, stamp in vault.disk.walk("memory"):
        if path.endswith((".md", ".jsonl")):
            yield path, stamp


def _read(vault: FileVault, path: str, raw: bytes) -> Edit | Problem:
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as wrong:
        line = raw[: wrong.start].count(b"\n") + 1
        return Problem(path=path, line=line, why="is not UTF-8 text; its last good version stays in use")
    after: dict[Key, Page] = {}
    for found in layout.pages_in(path, text, vault.state.spaces()):
        if isinstance(found, Page):
            after[found.key] = found
        else:
            return _malformed(path, found[1])
    secret = next(iter(safety.secrets(text)), None) if after else None
    if secret:
        line = text.count("\n", 0, secret.start) + 1
        return Problem(
            path=path,
            line=line,
            why=f"holds a credential ({secret.rule}): not recorded, not searchable; remove it",
        )
    before = {key: page for key in vault.state.owner(path) if (page := vault.last_good(key))}
    return Edit(path=path, before=before, after=after)


def _malformed(path: str, wrong: Malformed) -> Problem:
    return Problem(path=path, line=wrong.line, why=f"{wrong.why}; its last good version stays in use")


def _gone(vault: FileVault, path: str) -> Edit:
    before = {key: page for key in vault.state.owner(path) if (page := vault.last_good(key))}
    return Edit(path=path, before=before, after={})


def _stream(
    vault: FileVault,
    path: str,
    space: str,
    stamp: Stamp,
    now: datetime,
    problems: dict[str, tuple[Problem, str]],
) -> int:
    """Take in what somebody else wrote to a stream; a rewritten one is read from its beginning."""
    size, tail = vault.state.stream_tail(path)
    if stamp.size == size:
        return 0
    offset = size if stamp.size > size and _still_ends(vault, path, size, tail) else 0
    raw = vault.disk.read(path, offset) or b""
    day = _day(path)
    lines = list(streams.parse(raw, space=space, day=day, offset=offset))
    ids = tuple(line.event.id for line in lines if isinstance(line.event, Fragment))
    dreamed = _dreamed(vault).get(day.isoformat(), frozenset())
    entry = AuditEntry(
        seq=vault.state.seq + 1,
        id="a-" + names.handle(space, "adopt", f"{path}{vault.state.seq}")[2:],
        at=now,
        action="APPEND",
        actor="manual",
        approval="—",
        summary=f"{len(ids)} fragments found in {path}",
        trigger="a stream that somebody else wrote",
        space=space,
        appended=(Appended(path=path, space=space, offset=offset, length=len(raw), ids=ids),),
        marks={"dreamed": tuple(i for i in ids if i in dreamed)} if dreamed else {},
    )
    vault.note(entry)
    bad = next((line for line in lines if line.event is None), None)
    if bad:
        number = bad.number + (vault.disk.read(path, 0, offset) or b"").count(b"\n")
        problems[path] = (
            Problem(path=path, line=number, why=f"the line {bad.why}; it is kept and passed over"),
            "",
        )
    return len(ids)


def _still_ends(vault: FileVault, path: str, size: int, tail: str) -> bool:
    """Whether the part of a stream we know is still what stands there."""
    known = vault.disk.read(path, 0, size) or b""
    return streams.tail_hash(known) == tail


def _day(path: str) -> date:
    return date.fromisoformat(path.rpartition("/")[2][:10])


def _dreamed(vault: FileVault) -> Mapping[str, frozenset[str]]:
    """What TypeClaw's own state says it has dreamed; nothing when it cannot be read."""
    raw = vault.disk.read(DREAMING_STATE)
    try:
        data = json.loads(raw or b"{}")
        days = data["dreamedThrough"].items() if data.get("version") == 2 else ()
        return {day: frozenset(str(i) for i in marks["dreamedIds"]) for day, marks in days}
    except (ValueError, KeyError, TypeError, AttributeError):
        return {}
