"""People's edits: what changed in the folder since we last wrote there. Looks, decides nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from reverie.domain import ids as names, inbox, safety
from reverie.domain.audit import WATCHED, Appended, AuditEntry
from reverie.domain.fragment import Fragment
from reverie.domain.page import Key, Page
from reverie.errors import OutsideVault, VaultCorrupt
from reverie.store import layout, streams
from reverie.store.base import Edit, Problem
from reverie.store.disk import Stamp, check
from reverie.store.files import FileVault

_MARKER = layout.MARKER.encode()
_DAY = re.compile(r"\d{4}-\d\d-\d\d\.md")
_LONGEST = 20_000_000  # bytes: as long as the longest reference may be; to look for secrets in more takes minutes
DREAMING_STATE = "memory/.dreaming-state.json"


@dataclass(slots=True)
class Sighting:
    """What a look found."""

    edits: list[Edit] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)  # those not reported before
    inboxes: list[tuple[str, str]] = field(default_factory=list)  # files with something to take in, and their spaces


def look(vault: FileVault, now: datetime) -> Sighting:
    """Compare the folder with what was last recorded: sizes and times first, then bytes.

    Streams that others wrote are taken in at once; pages are given back as edits, to go through the
    door. A file that cannot be read as a page, or holds a credential, is a problem and left alone.
    """
    with vault.writing():
        return _Look(vault, now).all()


class _Look:
    """One look: what is on disk, beside what was recorded and reported before."""

    def __init__(self, vault: FileVault, now: datetime) -> None:
        self._vault = vault
        self._now = now
        self._known = vault.state.stamps()
        self._reported = {problem.path: (problem, version) for problem, version in vault.state.problems()}
        self._problems: dict[str, tuple[Problem, str]] = {}
        self._stamps: dict[str, Stamp] = {}
        self._seen = Sighting()
        self._claimed: dict[Key, str] = {}  # pages found in this look, by the file that says them

    def all(self) -> Sighting:
        if "memory" not in self._vault.disk.names("") and any(path.startswith("memory/") for path in self._known):
            raise VaultCorrupt("the folder memory is gone, nothing was changed; `reverie doctor --fix` writes it again")
        missing = dict(self._known)
        spaces = self._vault.state.spaces()
        for path, stamp in self._files():
            if missing.pop(path, None) == stamp and path not in self._reported and path not in WATCHED:
                continue  # as it was recorded: nearly every file, nearly every time; watched ones by their checksum
            space = layout.stream_space(path, spaces) if path.endswith(".jsonl") else None
            owner = layout.inbox_space(path, spaces)
            if space is not None:
                self._stream(path, space, stamp)
            elif owner is not None:
                self._inbox(path, owner)
            elif path.endswith(".md") or path in WATCHED:
                self._file(path, stamp)
        for path in missing:
            if other := self._vault.disk.instead(path):
                why = f"is {other[1]}: what was there stays in use; `reverie doctor --fix` puts it back"
                self._problem(other[0], 1, why)
            else:
                self._seen.edits.append(_gone(self._vault, path))
        for path, reported in self._problems.items():
            if self._reported.get(path) != reported:
                self._seen.problems.append(reported[0])
        if self._stamps:
            self._vault.state.saw(self._stamps)
        if self._problems != self._reported:
            self._vault.state.set_problems(self._problems)
        return self._seen

    def _files(self) -> Iterator[tuple[str, Stamp]]:
        for path in (*WATCHED, "MEMORY.md", "memory.md"):
            stamp = self._vault.disk.stamp(path)
            if stamp and (path != "memory.md" or path in self._vault.disk.names("")):
                yield path, stamp
        lengths = {path: size for path, _, size in self._vault.state.streams()}
        episodes = tuple(f"{layout.base(space)}/episodes/" for space in ("", *self._vault.state.spaces().values()))
        for path, stamp in self._vault.disk.walk("memory"):
            if path in self._known or (path.startswith(episodes) and _DAY.fullmatch(path.rpartition("/")[2])):
                yield path, stamp  # nothing in its name that could be a secret
                continue
            if path in lengths:  # its name was looked at when it came
                if lengths[path] != stamp.size or path in self._reported:
                    yield path, stamp
                continue
            try:
                check(path)
            except OutsideVault:
                self._problem(path.encode("utf-8", "replace").decode(), 1, "has a name that cannot be read; rename it")
                continue
            if safety.clean(path):
                yield path, stamp
            else:
                self._problem(safety.redact(path), 1, "has a credential for a name: not recorded; rename it")

    def _problem(self, path: str, line: int, why: str, version: str = "") -> None:
        self._problems.setdefault(path, (Problem(path=path, line=line, why=why), version))

    def _file(self, path: str, stamp: Stamp) -> None:
        version = self._vault.state.version_of(path)
        head = self._vault.disk.read(path, 0, len(_MARKER))
        if head is None or (head == _MARKER and version is None and layout.is_rendering(path)):
            return
        if stamp.size > _LONGEST:
            why = f"is longer than {_LONGEST // 1_000_000} MB, which no page may be; {_meanwhile(self._vault, path)}"
            self._problem(path, 1, why, f"{stamp.size}")
            return
        raw = self._vault.disk.read(path) or b""
        current = names.version(raw.decode("utf-8", "surrogateescape"))
        if current == version:
            self._stamps[path] = stamp
            return
        outcome = _read(self._vault, path, raw)
        if isinstance(outcome, Problem):
            self._problem(outcome.path, outcome.line, outcome.why, current)
        elif twin := next((key for key in outcome.after if key in self._claimed), None):
            self._problem(path, 1, f"says what {self._claimed[twin]} says ({twin}); only that file is read", current)
        elif outcome.before or outcome.after or version is not None or path.endswith("MEMORY.md"):
            self._claimed |= dict.fromkeys(outcome.after, path)
            self._seen.edits.append(outcome)

    def _inbox(self, path: str, space: str) -> None:
        """See whether sub-agents left something; what is not understood, or holds a credential, is named and stays."""
        raw = self._vault.disk.read(path) or b""
        text = raw.decode("utf-8", "surrogateescape")
        entries = inbox.read(text)
        wants = [entry for entry in entries if entry.wants and safety.clean(entry.wants.content)]
        wrong = [entry for entry in entries if entry.wrong or (entry.wants and entry not in wants)]
        if wrong:
            why = wrong[0].wrong or "holds a credential"
            more = f" (and {len(wrong) - 1} more)" if len(wrong) > 1 else ""
            told = f"a sub-agent's proposal {why}{more}; it stays there until it is mended"
            self._problem(path, wrong[0].first + 1, told, names.version(text))
        if wants:
            self._seen.inboxes.append((path, space))

    def _stream(self, path: str, space: str, stamp: Stamp) -> None:
        """Take in what somebody else wrote to a stream; a rewritten one is read from its beginning."""
        state = self._vault.state
        flat = path.count("/") == 1
        if flat and self._vault.disk.names("memory/streams"):
            return
        size, tail = state.stream_tail(path)
        if stamp.size == size:
            if path in self._reported:
                self._problems[path] = self._reported[path]
            return
        offset = size if stamp.size > size and _still_ends(self._vault, path, size, tail) else 0
        raw = self._vault.disk.read(path, offset) or b""
        day = layout.day_of(path) or self._now.date()
        first = (self._vault.disk.read(path, 0, offset) or b"").count(b"\n") + 1
        lines = list(streams.parse(raw, space=space, day=day, offset=offset, number=first))
        ids = tuple(line.event.id for line in lines if isinstance(line.event, Fragment))
        dreamed = _dreamed(self._vault).get(day.isoformat(), frozenset())
        appended = Appended(path=path, space=space, offset=offset, length=len(raw), ids=ids)
        self._vault.note(_adoption(appended, dreamed, state.seq, self._now))
        for line in lines:
            if why := line_trouble(line):
                self._problem(path, line.number, why)


def clear(vault: FileVault, path: str, before: bytes, after: str) -> bool:
    """Write an inbox anew, without what was taken in; False when somebody wrote to it meanwhile, and it stays."""
    draft = f"{layout.TMP}/inbox"
    vault.disk.write(draft, after.encode("utf-8", "surrogateescape"))
    if vault.disk.read(path) != before:
        vault.disk.remove(draft)
        return False
    vault.disk.replace(draft, path)
    return True


def _adoption(appended: Appended, dreamed: frozenset[str], seq: int, now: datetime) -> AuditEntry:
    return AuditEntry(
        seq=seq + 1,
        id="a-" + names.handle(appended.space, "adopt", f"{appended.path}{seq}")[2:],
        at=now,
        action="APPEND",
        actor="manual",
        approval="—",
        summary=f"{len(appended.ids)} fragments found in {appended.path}",
        trigger="a stream that somebody else wrote",
        space=appended.space,
        appended=(appended,),
        marks={"dreamed": tuple(i for i in appended.ids if i in dreamed)} if dreamed else {},
    )


def line_trouble(line: streams.Line) -> str | None:
    """What a person should know of a line of a stream."""
    if line.event is None:
        return f"the line {line.why}; it is kept and passed over"
    if isinstance(line.event, Fragment):
        f = line.event
        if not safety.clean(f.topic, f.body, f.quote, f.who or ""):
            return "the fragment holds a credential: not searchable, redacted in the history; remove it"
    return None


def _read(vault: FileVault, path: str, raw: bytes) -> Edit | Problem:
    if b"\0" in raw:
        why = f"holds binary (NUL bytes); {_meanwhile(vault, path)}"
        return Problem(path=path, line=raw[: raw.index(b"\0")].count(b"\n") + 1, why=why)
    if not raw.strip() and path.endswith(".md") and path not in WATCHED and vault.state.owner(path):
        return Problem(path=path, line=1, why=f"is empty; {_meanwhile(vault, path)}; delete it if you meant that")
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as wrong:
        line = raw[: wrong.start].count(b"\n") + 1
        return Problem(path=path, line=line, why=f"is not UTF-8 text; {_meanwhile(vault, path)}")
    after: dict[Key, Page] = {}
    for found in layout.pages_in(path, text, vault.state.spaces()):
        if isinstance(found, Page):
            after[found.key] = found
        else:
            return Problem(path=path, line=found[1].line, why=f"{found[1].why}; {_meanwhile(vault, path)}")
    secret = next(iter(safety.secrets(text)), None)
    if secret and (after or vault.state.version_of(path) or path == "MEMORY.md"):
        line = text.count("\n", 0, secret.start) + 1
        return Problem(
            path=path,
            line=line,
            why=f"holds a credential ({secret.rule}): not recorded, not searchable; remove it",
        )
    for key in after:
        other = vault.state.path(key)
        if other and other != path and vault.disk.stamp(other):
            return Problem(path=path, line=1, why=f"says what {other} says ({key}); only that file is read")
    before = {key: page for key in vault.state.owner(path) if (page := vault.last_good(key))}
    return Edit(path=path, before=before, after=after)


def _meanwhile(vault: FileVault, path: str) -> str:
    known = vault.state.version_of(path) is not None
    return "its last good version stays in use" if known else "it is not read until it is mended"


def _gone(vault: FileVault, path: str) -> Edit:
    before = {key: page for key in vault.state.owner(path) if (page := vault.last_good(key))}
    return Edit(path=path, before=before, after={})


def _still_ends(vault: FileVault, path: str, size: int, tail: str) -> bool:
    """Whether the part of a stream we know is still what stands there."""
    known = vault.disk.read(path, 0, size) or b""
    return streams.tail_hash(known) == tail


def _dreamed(vault: FileVault) -> Mapping[str, frozenset[str]]:
    """What TypeClaw's own state says it has dreamed; nothing when it cannot be read."""
    raw = vault.disk.read(DREAMING_STATE)
    try:
        data = json.loads(raw or b"{}")
        days = data["dreamedThrough"].items() if data.get("version") == 2 else ()
        return {day: frozenset(str(i) for i in marks["dreamedIds"]) for day, marks in days}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return {}
