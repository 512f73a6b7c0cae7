"""Sessions that newer OpenClaw keeps in a database for each agent: the lines of its files, one row each.

The same database holds credentials of the agent; nothing but the tables of sessions is read.
"""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from reverie.transcripts import packed
from reverie.transcripts.base import Session, moment
from reverie.transcripts.database import opened

NAME = "openclaw-agent.sqlite"
_LARGE = "kept compressed; needs the extra zstd"
_SESSIONS = """
    SELECT w.session_id, max(e.created_at), sum(length({text}))
    FROM session_windows w JOIN transcript_events e ON e.session_id = w.session_id
    GROUP BY w.session_id ORDER BY min(e.created_at), w.session_id
"""
_EVENTS = "SELECT event_json, {large} FROM transcript_events WHERE session_id = ? ORDER BY seq"
# When a user goes back, OpenClaw begins a session with copies of all lines, ids and times the same.
_ELSEWHERE = """
    SELECT mine.event_id FROM transcript_event_identities mine
    JOIN transcript_event_identities theirs ON theirs.event_id = mine.event_id AND theirs.created_at = mine.created_at
    JOIN transcript_events my_first ON my_first.session_id = mine.session_id AND my_first.seq = 0
    JOIN transcript_events their_first ON their_first.session_id = theirs.session_id AND their_first.seq = 0
    WHERE mine.session_id = ? AND their_first.created_at < my_first.created_at
"""
_ABOUT = """
    SELECT session_key, spawned_by, session_scope, chat_type, hook_external_content_source
    FROM session_windows WHERE session_id = ?
"""
_BEGAN = "SELECT session_id FROM session_windows WHERE session_key = ? ORDER BY created_at DESC LIMIT 1"


class About(NamedTuple):
    """What the database says of a session: its key, which session began it, and who was there."""

    key: str = ""
    parent: str | None = None
    shared: bool = False  # in a group or a channel
    from_outside: bool = False  # begun by a mail or a web hook
    elsewhere: frozenset[str] = frozenset()  # the ids of lines that are copies of an older session's


def sessions(path: Path, host: str) -> Iterator[Session]:
    """The sessions in a database. Raises OSError when it is locked, damaged or not as we know it."""
    with opened(path, host) as db:
        large = "event_zstd" in _columns(db, "transcript_events")
        text = "coalesce(e.event_json, e.event_zstd)" if large else "e.event_json"
        rows = db.execute(_SESSIONS.format(text=text)).fetchall()
    for id_, latest, size in rows:
        if when := moment(latest):
            yield Session(host=host, id=id_, path=path, changed=when, size=size or 0)


def read(session: Session) -> tuple[bytes, About, Counter[str]]:
    """The lines of a session as OpenClaw wrote them to files before, who was there, and what could not be read."""
    skipped: Counter[str] = Counter()
    with opened(session.path, session.host) as db:
        columns = _columns(db, "transcript_events")
        large = ", ".join(name if name in columns else "NULL" for name in ("event_zstd", "navigation_json"))
        rows = db.execute(_EVENTS.format(large=large), (session.id,))
        lines = [line for row in rows if (line := _line(row[0], row[1], row[2], skipped)) is not None]
        about = _about(db, session.id)
    return b"".join(line.replace(b"\n", b" ") + b"\n" for line in lines), about, skipped


def _columns(db: sqlite3.Connection, table: str) -> set[str]:
    """The columns of a table in this version of the database; none when there is no such table."""
    return {row[1] for row in db.execute(f"PRAGMA table_info({table})")}


def _line(text: str | None, large: bytes | None, about: str | None, skipped: Counter[str]) -> bytes | None:
    """A line; of one that cannot be unpacked its place in the tree, or the lines before it would seem cut off."""
    if text is not None:
        return text.encode("utf-8", "surrogatepass")
    try:
        return packed.unpacked_from(BytesIO(large)) if large else None
    except packed.NoUnpacker:
        skipped[_LARGE] += 1
    except OSError:
        skipped["damaged"] += 1
    return _place(about)


def _place(about: str | None) -> bytes | None:
    try:
        line = json.loads(about or "null")["report"]["entry"]
        return json.dumps({"type": "unread", "id": line["id"], "parentId": line["parentId"]}).encode()
    except (ValueError, TypeError, KeyError, RecursionError):
        return None


def _about(db: sqlite3.Connection, id_: str) -> About:
    known = _columns(db, "transcript_event_identities")
    elsewhere = frozenset(row[0] for row in db.execute(_ELSEWHERE, (id_,))) if known else frozenset()
    row = db.execute(_ABOUT, (id_,)).fetchone()
    if row is None:
        return About(elsewhere=elsewhere)
    key, spawned_by, scope, chat, outside = row
    parent = db.execute(_BEGAN, (spawned_by,)).fetchone() if spawned_by else None
    shared = scope in ("group", "channel") or chat in ("group", "channel")
    return About(key or "", parent[0] if parent else None, shared, outside is not None, elsewhere)
