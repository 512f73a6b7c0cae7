"""Sessions OpenClaw keeps as lines in the format of pi: in files, and since 2026.9 in a database (`openclaw_db.py`)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from reverie.transcripts import openclaw_db
from reverie.transcripts.base import Place, Reading, Session
from reverie.transcripts.named import files_below, noting, session_at
from reverie.transcripts.pi import Head, Said, Who, first_words, read_tree

_ABOUT = re.compile(
    r"\s*(Conversation info|Sender|Thread starter|Repl(?:y|ied) [a-z ]+|Forwarded message context|Chat history)\b"
    r"[^\n]*\n```json\n(.*?)\n```\s*",
    re.S,
)  # blocks before a message: where it was said, by whom, and what it answers
_EVENT = re.compile(r"\s*System: \[[^\n]*(?:\n|\Z)")
_ENVELOPE = re.compile(r"\s*\[[A-Z][^\]\n]*\d{4}-\d\d-\d\d[^\]\n]*\]\s*")
_MESSAGE_ID = re.compile(r"^\[message_id: [^\]\n]*\][ \t]*\n?", re.M)
_TAG = re.compile(r"\[\[(?:reply_to_current|reply_to:[^\]\n]*|audio_as_voice)\]\]\s*")
_SHARED = re.compile(r'"is_group_chat": true|"group_subject"|\A\s*\[[^\]\n]*(?:@g\.us|\bid:-\d|\bGuild #|\bGroup\b)')
_ASKED_BY_NOBODY = (
    "A new session was started via /new or /reset",
    "Read HEARTBEAT.md if it exists",
    "Pre-compaction memory flush",
)
_SILENCE = ("NO_REPLY", "HEARTBEAT_OK")


class OpenClawReader:
    """Reads the sessions of every agent of an OpenClaw installation."""

    host = "openclaw"

    def __init__(self) -> None:
        self._indexes: dict[Path, tuple[int, dict[str, tuple[str, str | None]]]] = {}

    def roots(self, home: Path, environ: Mapping[str, str]) -> list[Path]:
        """The folder of agents; `OPENCLAW_STATE_DIR`, `OPENCLAW_HOME` and `OPENCLAW_PROFILE` move it."""
        if state := environ.get("OPENCLAW_STATE_DIR"):
            return [Path(state) / "agents"]
        profile = environ.get("OPENCLAW_PROFILE") or "default"
        name = ".openclaw" if profile == "default" else f".openclaw-{profile}"
        return [Path(environ.get("OPENCLAW_HOME") or home) / name / "agents"]

    def find(self, root: Path) -> Iterator[Session]:
        """The sessions of all agents, with those a reset has put away; not copies, nor what was deleted.

        What a database holds is not read a second time from the file it was taken over from.
        """
        found: dict[str, Path] = {}
        moved: set[str] = set()
        errors: list[OSError] = []
        for path in noting(files_below(root), errors):
            if path.name == openclaw_db.NAME or (path == root and path.suffix == ".sqlite"):
                for session in noting(openclaw_db.sessions(path, self.host), errors):
                    moved.add(session.id)
                    yield session
                continue
            stem, whole, rest = path.name.partition(".jsonl")
            if path.parent.name != "sessions" and path != root:
                continue
            if stem.endswith(".trajectory") or ".checkpoint." in stem:
                continue
            reset = rest.startswith(".reset.") and found.get(stem, path).suffix != ".jsonl"
            if reset or (whole and not rest):  # in the order of names: the latest reset, unless the session goes on
                found[stem] = path
        for id_, path in ((id_, path) for id_, path in found.items() if id_ not in moved):
            yield from noting(session_at(path, self.host, id_), errors)
        if errors:
            raise errors[0]

    def read(self, session: Session, since: Place | None = None) -> Reading:
        """The entries after a place; who was there is told by the session's key."""
        if session.path.suffix == ".sqlite":
            reading = self._kept(session, since)
        else:
            reading = read_tree(session, since, who=lambda head: self._who(session, head), said=said, replied=replied)
        home = _lives_in(reading.transcript.folder, session.path)
        return replace(reading, transcript=replace(reading.transcript, at_home=home))

    def _kept(self, session: Session, since: Place | None) -> Reading:
        """The same of a session in a database."""
        content, about, skipped = openclaw_db.read(session)

        def who(head: Head) -> Who:
            found = _by_key(about.key, about.parent) if about.key else _by_words(first_words(head))
            if found.origin == "session" and (about.shared or about.from_outside):
                return Who("channel" if about.shared else "scheduled")
            return found

        reading = read_tree(
            session, since, who=who, said=said, replied=replied, content=content, elsewhere=about.elsewhere
        )
        return replace(reading, skipped={**reading.skipped, **skipped})

    def _who(self, session: Session, head: Head) -> Who:
        index = self._index(session.path.parent / "sessions.json")
        key, spawned_by = index.get(session.id, ("", None))
        if not key:
            return _by_words(first_words(head))
        return _by_key(key, next((id_ for id_, (other, _) in index.items() if other == spawned_by), None))

    def _index(self, path: Path) -> dict[str, tuple[str, str | None]]:
        """The key of each session and that of the session which began it, as OpenClaw lists them beside the files."""
        try:
            written = path.stat().st_mtime_ns
            if path not in self._indexes or self._indexes[path][0] != written:
                self._indexes[path] = written, _keys(json.loads(path.read_text("utf-8", "replace")))
            return self._indexes[path][1]
        except (OSError, ValueError, RecursionError):
            return {}


def said(text: str) -> list[Said]:
    """What a person wrote, and who, without what OpenClaw says about it; nothing when OpenClaw itself asked."""
    speaker = None
    while found := _ABOUT.match(text) or _EVENT.match(text):
        if found.re is _ABOUT and found[1] in ("Conversation info", "Sender"):
            speaker = _name(found[2]) or speaker
        text = text[found.end() :]
    text = _MESSAGE_ID.sub("", _ENVELOPE.sub("", text, count=1) if _ENVELOPE.match(text) else text).strip()
    return [] if text.startswith(_ASKED_BY_NOBODY) else [Said(text, speaker)]


def replied(text: str) -> str:
    """What the agent answered; nothing when it kept silent."""
    text = _TAG.sub("", text).strip()
    return "" if text in _SILENCE else text


def _lives_in(folder: str | None, kept: Path) -> bool:
    """Whether a folder is an agent's workspace: one of OpenClaw's own, or one that says who the agent is."""
    if not folder:
        return False
    state = next((above.parent for above in kept.parents if above.name == "agents"), None)
    return bool(state and Path(folder).is_relative_to(state)) or (Path(folder) / "SOUL.md").is_file()


def _by_key(key: str, parent: str | None) -> Who:
    """Who was there, by the key of a session."""
    parts = key.split(":")
    kind = parts[2:] if parts[0] == "agent" else parts
    if "subagent" in kind[:1]:
        return Who("subagent", parent)
    if kind[:1] in (["cron"], ["hook"]) or kind[-1:] == ["heartbeat"]:
        return Who("scheduled")
    return Who("channel" if kind[1:2] in (["group"], ["channel"], ["room"]) else "session")


def _by_words(texts: list[str]) -> Who:
    """Who was there, by the first messages of a session without a key: only the latest of a room has one."""
    if any(map(_SHARED.search, texts)):
        return Who("channel")
    first = texts[0].lstrip() if texts else ""
    if first.startswith("[Subagent Context]"):
        return Who("subagent")
    return Who("scheduled" if first.startswith(("[cron:", "[hook:", "Read HEARTBEAT.md")) else "session")


def _keys(index: object) -> dict[str, tuple[str, str | None]]:
    keys: dict[str, tuple[str, str | None]] = {}
    for key, about in (index if isinstance(index, dict) else {}).items():
        if not isinstance(about, dict):
            continue
        parent = about.get("spawnedBy")
        value = key, parent if isinstance(parent, str) else None
        if isinstance(id_ := about.get("sessionId"), str):
            keys[id_] = value
        if isinstance(file := about.get("sessionFile"), str):
            keys[Path(file).stem] = value
    return keys


def _name(block: str) -> str | None:
    try:
        about: Any = json.loads(block)
    except (ValueError, RecursionError):
        return None
    about = about if isinstance(about, dict) else {}
    names = [about.get("name"), about.get("sender"), about.get("username"), about.get("label")]
    return next((name for name in names if isinstance(name, str) and name), None)
