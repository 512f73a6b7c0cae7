"""Sessions of opencode, in its SQLite database, of which only the tables of the conversation are read."""

from __future__ import annotations

import json
import os
import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from reverie.domain.transcript import Call, Entry, Transcript
from reverie.transcripts.base import Place, Reading, Session, cleaned, entry, moment
from reverie.transcripts.database import opened
from reverie.transcripts.named import each

_UNNAMED = ("New session - ", "Child session - ")
_SESSIONS = """
    SELECT id, directory, parent_id, time_updated,
           (SELECT max(time_created) FROM message WHERE session_id = session.id),
           (SELECT count(*) FROM part WHERE session_id = session.id)
    FROM session ORDER BY time_created, id
"""
_SESSION = "SELECT directory, title, parent_id, time_created, revert FROM session WHERE id = ?"
_MESSAGES = "SELECT id, time_created, data FROM message WHERE session_id = ? AND time_created >= ? ORDER BY 2, 1"
_BEHIND = """
    SELECT min(time_created) FROM (
        SELECT time_created FROM message WHERE session_id = ? AND time_created <= ? ORDER BY 1 DESC LIMIT 20)
"""
_PARTS = "SELECT id, data FROM part WHERE message_id = ? ORDER BY id"
_SUMMARIES = """
    SELECT count(*) FROM message WHERE session_id = ? AND time_created >= ?
    AND data LIKE '%"summary":true%' AND data LIKE '%"completed":%'
"""
_ASKED_BEFORE = """
    SELECT id FROM message WHERE session_id = ? AND time_created < ? AND data LIKE '%"role":"user"%'
    ORDER BY time_created DESC, id DESC LIMIT 5
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Part:
    id: str
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Message:
    id: str
    created: int  # milliseconds
    data: Mapping[str, Any]

    @property
    def said(self) -> float:
        """When it was said; of a copy, the original."""
        said = _times(self.data).get("created")
        return said if isinstance(said, int | float) else self.created

    @property
    def by_agent(self) -> bool:
        return self.data.get("role") == "assistant"

    @property
    def finished(self) -> bool:
        return bool(self.data.get("error") or _times(self.data).get("completed"))


class OpencodeReader:
    """Reads the sessions in the databases of opencode, one for each of its release channels."""

    host = "opencode"

    def roots(self, home: Path, environ: Mapping[str, str]) -> list[Path]:
        """Its data folder, or the database `OPENCODE_DB` names; none when that keeps nothing."""
        data = Path(environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "opencode"
        named = environ.get("OPENCODE_DB")
        if named == ":memory:":
            return []
        return [data / named] if named else [data]

    def find(self, root: Path) -> Iterator[Session]:
        """Every session of every database. Raises OSError when one is locked or damaged."""
        yield from each(_databases(root), self._in)

    def _in(self, path: Path) -> Iterator[Session]:
        with opened(path, self.host) as db:
            rows = db.execute(_SESSIONS).fetchall()
        for id_, folder, parent, updated, latest, parts in rows:
            when = moment(max(updated or 0, latest or 0))
            if when:
                yield Session(
                    host=self.host, id=id_, path=path, changed=when, size=parts, folder=folder, parent=parent
                )  # fmt: skip

    def read(self, session: Session, since: Place | None = None) -> Reading:
        """The entries after a place, as far as the agent has finished them."""
        before = since or Place()
        with opened(session.path, self.host) as db:
            if before.back:
                (first,) = db.execute(_BEHIND, (session.id, before.offset)).fetchone()
                before = replace(before, offset=first or 0)
            return _Conversation(db, session, before).reading()


class _Conversation:
    """One session in an open database, from a place on: the time of a message, and its latest part that was read."""

    def __init__(self, db: sqlite3.Connection, session: Session, before: Place) -> None:
        self._db = db
        self._session = session
        self._before = before
        self._skipped: Counter[str] = Counter()
        about: tuple[Any, ...] = db.execute(_SESSION, (session.id,)).fetchone() or (None,) * 5
        self._folder, self._title, self._parent, self._begun, reverted = about
        self._reverted = self._object(reverted) if reverted else {}

    def reading(self) -> Reading:
        """What is new; nothing when the session has been deleted."""
        entries: list[Entry] = []
        summary, offset = None, self._before.offset
        for message, parts in self._said_once():
            if message.data.get("summary") is True:
                summary = cleaned("\n".join(_texts(parts))) or summary
                continue
            made = [one for part in parts if self._is_new(message, part) for one in _entries(message, part)]
            entries += made
            offset = message.created if made else offset
        title = str(self._title or "")
        return Reading(
            transcript=Transcript(
                source=self._session.source,
                space="",
                trust="agent" if self._parent else "user",
                entries=tuple(entries),
                host=self._session.host,
                origin="subagent" if self._parent else "session",
                folder=self._folder or self._session.folder,
                title=None if title.startswith(_UNNAMED) else title or None,
                summary=summary,
                parent=self._parent,
            ),
            place=Place(
                offset=offset,
                last=entries[-1].id if entries else self._before.last,
                compactions=self._compactions(),
            ),
            skipped=dict(self._skipped),
        )

    def _said_once(self) -> Iterator[tuple[_Message, list[_Part]]]:
        """The messages, without a question the host asked again because there had been no room for its answer."""
        asked: list[str] = []
        again = False
        for message, parts in self._messages():
            texts = [] if message.by_agent else _texts(parts)
            if any(part.data.get("type") == "compaction" and part.data.get("overflow") for part in parts):
                again, asked = True, asked or self._asked_before(message)
            elif texts:
                repeated, again = again and texts == asked, False
                asked = texts
                if repeated:
                    continue
            yield message, parts

    def _messages(self) -> Iterator[tuple[_Message, list[_Part]]]:
        """The messages with their parts, up to what the agent is still writing and to what the user took back."""
        rows = self._db.execute(_MESSAGES, (self._session.id, self._before.offset)).fetchall()
        messages = [_Message(id=id_, created=created, data=self._object(data)) for id_, created, data in rows]
        messages = [message for message in messages if message.data.get("role") in ("user", "assistant")]
        answers = [message for message in messages if message.by_agent]
        for message in messages:
            parts = [_Part(id=id_, data=self._object(data)) for id_, data in self._db.execute(_PARTS, (message.id,))]
            writing = bool(answers) and message is answers[-1] and not message.finished
            if writing:
                parts = parts[: next((n for n, part in enumerate(parts) if _unfinished(part)), None)]
            if message.id == self._reverted.get("messageID"):
                if isinstance(first := self._reverted.get("partID"), str):
                    yield message, [part for part in parts if part.id < first]
                return
            # A fork begins with copies of messages that are older than itself.
            if message.said >= (self._begun or 0):
                yield message, parts
            if writing:
                return

    def _is_new(self, message: _Message, part: _Part) -> bool:
        return message.created > self._before.offset or part.id > self._before.last.partition("/")[0]

    def _asked_before(self, message: _Message) -> list[str]:
        """The words of the last question before a message."""
        for (id_,) in self._db.execute(_ASKED_BEFORE, (self._session.id, message.created)).fetchall():
            parts = [_Part(id=one, data=self._object(data)) for one, data in self._db.execute(_PARTS, (id_,))]
            if texts := _texts(parts):
                return texts
        return []

    def _compactions(self) -> int:
        (count,) = self._db.execute(_SUMMARIES, (self._session.id, self._begun or 0)).fetchone()
        return max(int(count), self._before.compactions)

    def _object(self, data: object) -> Mapping[str, Any]:
        try:
            found = json.loads(data) if isinstance(data, str | bytes) else None
        except (ValueError, RecursionError):
            found = None
        if isinstance(found, dict):
            return found
        self._skipped["not an object"] += 1
        return {}


def _entries(message: _Message, part: _Part) -> list[Entry]:
    """The entries of one part: a text, or a call of a tool with its answer."""
    if _spoken(part):
        at = moment(_times(part.data).get("start")) or moment(message.said)
        made = [entry(part.id, at, "agent" if message.by_agent else "user", part.data["text"])]
        return [one for one in made if one]
    match part.data:
        case {"type": "tool", "tool": str(tool), "callID": str(call), "state": dict(state)}:
            times, given, failed = _times(state), state.get("input"), state.get("status") == "error"
            asked = Call(id=call, tool=tool, input=given if isinstance(given, dict) else {})
            at = moment(times.get("start")) or moment(message.said)
            answer = str((state.get("error") if failed else state.get("output")) or "")
            then = moment(times.get("end")) or at
            pair = [
                entry(part.id, at, "agent", "", call=asked),
                entry(f"{part.id}/answer", then, "tool", answer, answers=call, failed=failed),
            ]
            return [one for one in pair if one]
    return []


def _spoken(part: _Part) -> bool:
    """Whether a part is text that a person or the agent wrote, not one the host put in."""
    data = part.data
    by_host = data.get("synthetic") or data.get("ignored")
    return data.get("type") == "text" and isinstance(data.get("text"), str) and not by_host


def _texts(parts: list[_Part]) -> list[str]:
    return [str(part.data["text"]) for part in parts if _spoken(part)]


def _unfinished(part: _Part) -> bool:
    match part.data:
        case {"type": "text"}:
            return not _times(part.data).get("end")
        case {"type": "tool", "state": {"status": "pending" | "running"}}:
            return True
    return False


def _times(data: Mapping[str, Any]) -> Mapping[str, Any]:
    found = data.get("time")
    return found if isinstance(found, dict) else {}


def _databases(root: Path) -> list[Path]:
    if root.is_file():
        return [root]
    if not root.exists():
        return []
    with os.scandir(root) as found:
        names = [one.name for one in found if one.is_file()]
    return sorted(root / name for name in names if name.startswith("opencode") and name.endswith(".db"))
