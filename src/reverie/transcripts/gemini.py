"""Sessions of Gemini CLI: lines that add messages, write them anew as they grow, and take them back."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, takewhile
from pathlib import Path
from typing import Any

from reverie.domain.transcript import Call, Entry, Transcript
from reverie.transcripts.base import (
    LONGEST_LINE,
    Lines,
    Place,
    Reading,
    Session,
    cleaned,
    entry,
    moment,
)
from reverie.transcripts.named import each, session_at

_HEAD = 3  # lines in which a session says what it is
_CONTEXT = re.compile(r"<session_context>.*?(?:</session_context>|\Z)", re.S)
_FOLDER = re.compile(r"\*\*Workspace Directories:\*\*\n\s*- ([^\n]+)")
_FILES = re.compile(r"\s*--- Content from referenced files ---.*?(?:--- End of content ---|\Z)", re.S)
_COMMAND = re.compile(r"[/?][a-z][\w-]*(?::[\w-]+)?(?:\s[^\n]*)?|\?")
_UNTRUSTED = re.compile(r"</?untrusted_context>\n?")
_SNAPSHOT = "<state_snapshot>"  # how a summary begins that stands for the messages before it


class GeminiReader:
    """Reads the sessions of Gemini CLI, one folder of chats a project."""

    host = "gemini-cli"

    def roots(self, home: Path, environ: Mapping[str, str]) -> list[Path]:
        """The folder of projects; `GEMINI_CLI_HOME` stands for the home folder."""
        return [Path(environ.get("GEMINI_CLI_HOME") or home) / ".gemini" / "tmp"]

    def find(self, root: Path) -> Iterator[Session]:
        """The sessions of every project, and those of their sub-agents in a folder named for the session."""
        if root.is_file():
            yield from self._alone(root)
        elif root.exists():
            known = _projects(root.parent / "projects.json")
            yield from each(
                _folders(root), lambda project: self._of_project(project / "chats", known.get(project.name))
            )

    def _alone(self, path: Path) -> Iterator[Session]:
        """A session whose file a person named: the same as if it had been found."""
        chats = next((folder for folder in path.parents if folder.name == "chats"), None)
        found = [session for session in self._of_project(chats, None) if session.path == path] if chats else []
        yield from found or session_at(path, self.host, path.stem.removeprefix("session-"))

    def _of_project(self, chats: Path, folder: str | None) -> Iterator[Session]:
        if not chats.is_dir() or chats.is_symlink():
            return
        folder = _line(chats.parent / ".project_root") or folder
        ids = []
        for path in _files(chats, "session-"):
            ids.append(path.stem.removeprefix("session-"))
            yield from session_at(path, self.host, ids[-1], folder=folder)

        def delegated(agents: Path) -> Iterator[Session]:
            parent = next((id_ for id_ in ids if id_.endswith(agents.name[:8])), agents.name)
            for path in _files(agents):
                yield from session_at(path, self.host, f"{parent}/{path.stem}", folder=folder, parent=parent)

        yield from each(_folders(chats), delegated)

    def read(self, session: Session, since: Place | None = None) -> Reading:
        """The entries after a place. A message that has grown since gives what it has grown by."""
        if session.path.suffix == ".json":
            return _read_whole(session, since)
        lines = Lines(session.path, since)
        begun = since if since and lines.offset and not since.back else None
        log = _Log(lines.skipped)
        log.take_all(line.data for line in lines)
        earlier = _Log(Counter())
        if begun and log.goes_back_to(begun.last):
            read = takewhile(lambda line: line.end <= begun.offset, Lines(session.path))
            earlier.take_all(line.data for line in read)
        head = [line.data for line in islice(Lines(session.path), _HEAD)]
        known = {one.id for one in earlier.entries()}
        entries = [one for one in log.entries() if one.id not in known]
        compactions = len(log.snapshots.keys() - earlier.snapshots.keys())
        before = begun or Place()
        last = entries[-1].id if entries else before.last
        return Reading(
            transcript=_transcript(session, log, entries, head),
            place=lines.place(last, before.compactions + compactions),
            skipped=dict(lines.skipped),
        )


class _Log:
    """The messages of a session as its lines leave them: the last line of an id counts, a rewind takes back."""

    def __init__(self, skipped: Counter[str]) -> None:
        self.messages: dict[str, Mapping[str, Any]] = {}
        self.snapshots: dict[str, str] = {}
        self.about: dict[str, Any] = {}
        self.skipped = skipped

    def take_all(self, records: Iterable[Mapping[str, Any]]) -> None:
        for record in records:
            self._take(record)

    def _take(self, record: Mapping[str, Any]) -> None:
        if isinstance(target := record.get("$rewindTo"), str):
            ids = list(self.messages)
            # A target from before this part of the file takes back all of it.
            for id_ in ids[ids.index(target) if target in ids else 0 :]:
                del self.messages[id_]
        elif isinstance(record.get("$set"), dict):
            self.about |= {key: value for key, value in record["$set"].items() if key != "messages"}
            # The history as it is sent to the model: all of it was written before, but for summaries.
            for message in _list(record["$set"].get("messages")):
                if isinstance(message, dict) and _is_snapshot(message):
                    self.snapshots[str(message.get("id"))] = _text(message.get("content"))
        elif isinstance(record.get("id"), str) and record.get("type") in ("user", "gemini"):
            if _is_snapshot(record):
                self.snapshots[record["id"]] = _text(record.get("content"))
            else:
                self.messages[record["id"]] = record
        elif "sessionId" in record:
            self.about |= record

    def goes_back_to(self, last: str) -> bool:
        """Whether a message that gave entries before was written anew, or a summary may be one counted before."""
        return last.partition("/")[0] in self.messages or bool(self.snapshots)

    def entries(self) -> list[Entry]:
        made: list[Entry] = []
        for id_, message in self.messages.items():
            if moment(message.get("timestamp")) is None:
                self.skipped["message without time"] += 1
            elif message["type"] == "user":
                made += _said(id_, message)
            else:
                made += _answered(id_, message)
        return made


def _is_snapshot(message: Mapping[str, Any]) -> bool:
    return _text(message.get("content")).lstrip().startswith(_SNAPSHOT)


def _said(id_: str, message: Mapping[str, Any]) -> list[Entry]:
    """What the user typed: as it was shown, since what is sent also holds the files they named."""
    text = _text(message.get("displayContent")) or _text(message.get("content"))
    text = cleaned(_FILES.sub("", _CONTEXT.sub("", text)))
    if _COMMAND.fullmatch(text):
        return []
    made = entry(id_, moment(message["timestamp"]), "user", text)
    return [made] if made else []


def _answered(id_: str, message: Mapping[str, Any]) -> list[Entry]:
    """What the agent said, then each call of a tool with its answer."""
    at = moment(message["timestamp"])
    made = [entry(id_, at, "agent", _text(message.get("content")))]
    for n, used in enumerate(_list(message.get("toolCalls")), 1):
        if not isinstance(used, dict) or not isinstance(name := used.get("name"), str):
            continue
        call = str(used.get("id") or f"{id_}/{n}")
        given = used.get("args")
        asked = Call(id=call, tool=name, input=given if isinstance(given, dict) else {})
        failed = used.get("status") in ("error", "cancelled")
        then = moment(used.get("timestamp")) or at
        made.append(entry(f"{id_}/{n}", at, "agent", "", call=asked))
        made.append(entry(f"{id_}/{n}/answer", then, "tool", _answer(used), answers=call, failed=failed))
    return [one for one in made if one]


def _answer(used: Mapping[str, Any]) -> str:
    texts = []
    for part in _list(used.get("result")):
        match part:
            case {"functionResponse": {"response": {"output": str(text)}}}:
                texts.append(text)
            case {"functionResponse": {"response": {"error": str(text)}}}:
                texts.append(text)
            case {"functionResponse": {"response": dict(response)}}:
                texts.append(json.dumps(response, ensure_ascii=False))
            case {"text": str(text)}:
                texts.append(text)
    shown = used.get("resultDisplay")
    return _UNTRUSTED.sub("", "\n".join(texts)) or (shown if isinstance(shown, str) else "")


def _read_whole(session: Session, since: Place | None) -> Reading:
    """A session in the format of old: one JSON object, written anew with every message.

    While it is torn nothing is new; when nothing of it was ever read, that raises OSError.
    """
    log = _Log(Counter())
    record: object = None
    if session.path.stat().st_size > LONGEST_LINE:
        log.skipped["file too long"] += 1
    else:
        raw = session.path.read_bytes()
        try:
            record = json.loads(raw.decode("utf-8", "replace"))
        except (ValueError, RecursionError) as wrong:
            if raw.strip() and since is None:
                raise OSError(
                    f"{session.path} is damaged JSON, cut off or badly written; bring it back from a copy"
                ) from wrong
            log.skipped["not JSON"] += 1
    if not isinstance(record, dict):
        return Reading(transcript=_transcript(session, log, (), ()), place=since or Place(), skipped=dict(log.skipped))
    log.take_all([{key: value for key, value in record.items() if key != "messages"}])
    log.take_all(message for message in _list(record.get("messages")) if isinstance(message, dict))
    entries = log.entries()
    ids = [one.id for one in entries]
    new = entries[ids.index(since.last) + 1 :] if since and since.last in ids else entries
    last = ids[-1] if ids else ""
    return Reading(
        transcript=_transcript(session, log, new, [record]),
        place=Place(offset=session.path.stat().st_size, last=last, compactions=len(log.snapshots)),
        skipped=dict(log.skipped),
    )


def _transcript(session: Session, log: _Log, entries: Sequence[Entry], head: Sequence[Mapping[str, Any]]) -> Transcript:
    by_agent = session.parent or any(record.get("kind") == "subagent" for record in head)
    folders = [one for one in _list(log.about.get("directories")) if isinstance(one, str)] or _workspaces(head)
    title, summary = log.about.get("summary"), next(reversed(log.snapshots.values()), None)
    return Transcript(
        source=session.source,
        space="",
        trust="agent" if by_agent else "user",
        entries=tuple(entries),
        host=session.host,
        origin="subagent" if by_agent else "session",
        folder=session.folder or next(iter(folders), None),
        title=title if isinstance(title, str) and title else None,
        summary=cleaned(summary) if summary else None,
        parent=session.parent,
    )


def _workspaces(head: Sequence[Mapping[str, Any]]) -> list[str]:
    """The folders named in the message by which Gemini CLI tells the model where it is."""
    sets = [record["$set"] for record in head if isinstance(record.get("$set"), dict)]
    messages = [message for one in sets for message in _list(one.get("messages")) if isinstance(message, dict)]
    texts = [_text(message.get("content")) for message in [*head, *messages]]
    return [found[1].strip() for text in texts if (found := _FOLDER.search(text))]


def _text(content: object) -> str:
    """The text of a message, which is a string, a part or a list of parts."""
    parts = content if isinstance(content, list) else [content]
    texts = [part.get("text") if isinstance(part, dict) else part for part in parts]
    return "\n".join(text for text in texts if isinstance(text, str))


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _projects(path: Path) -> dict[str, str]:
    """The folder of each project, by the name of its chats' folder: a short name, in older versions a hash."""
    try:
        listed = json.loads(path.read_text("utf-8"))["projects"]
    except (OSError, ValueError, LookupError, TypeError):
        return {}
    known: dict[str, str] = {}
    for folder, name in (listed if isinstance(listed, dict) else {}).items():
        known[hashlib.sha256(folder.encode()).hexdigest()] = folder
        known[str(name)] = folder
    return known


def _line(path: Path) -> str | None:
    try:
        return path.read_text("utf-8").strip() or None
    except (OSError, ValueError):
        return None


def _folders(folder: Path) -> list[Path]:
    with os.scandir(folder) as found:
        return sorted(Path(one.path) for one in found if one.is_dir(follow_symlinks=False))


def _files(folder: Path, prefix: str = "") -> list[Path]:
    """The session files of a folder; of a session in both formats, the newer."""
    with os.scandir(folder) as found:
        paths = [Path(one.path) for one in found if one.is_file() and one.name.startswith(prefix)]
    kept = {path.stem: path for path in sorted(paths) if path.suffix in (".json", ".jsonl")}
    return list(kept.values())
