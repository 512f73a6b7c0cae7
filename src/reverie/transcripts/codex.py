"""Reads the sessions of Codex: rollouts, a file of JSON lines each, as older and newer versions write them."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import lru_cache
from pathlib import Path
from typing import Any

from reverie.domain.transcript import Call, Entry, Origin, Transcript
from reverie.transcripts import packed
from reverie.transcripts.base import Line, Lines, Place, Reading, Session, changed, cleaned, entry, moment
from reverie.transcripts.named import each, files_below, session_at

_ROLLOUT = re.compile(r"rollout-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-(?P<id>.+)\.jsonl(?:\.zst)?")
_TIMED_ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}")  # sorts by when it was made
_PAUSE = timedelta(seconds=1)  # a fork copies its parent without one
_OWN_WORK = ("memory_consolidation", "compact")
_SUMMARY = "Another language model started to solve this problem"
_CALLS = ("function_call", "custom_tool_call", "local_shell_call", "web_search_call")
_ROOTS = ("sessions", "archived_sessions")
# How a message begins that the host wrote in the user's name, before it said so beside it.
_PUT_IN = (
    "<environment_context>", "<user_instructions>", "<permissions instructions>", "# AGENTS.md instructions",
    "<INSTRUCTIONS>", "<skill>", "<user_shell_command>", "<turn_aborted>", "<subagent_notification>",
    "<collaboration_mode>", "<model_switch>", _SUMMARY,
)  # fmt: skip
_AFTER_EDITOR = "## My request for Codex:\n"
_IMAGE = re.compile(r"</?image\b[^>]*>")
_MEMORY_CITATION = re.compile(r"<oai-mem-citation>.*?(?:</oai-mem-citation>|\Z)", re.S)
_EXIT = re.compile(r"^(?:Process exited with code|Exit code:) (-?\d+)$", re.M)


class Codex:
    """`sessions/<year>/<month>/<day>/rollout-<time>-<thread>.jsonl`, and those that were archived."""

    host = "codex"

    def roots(self, home: Path, environ: Mapping[str, str]) -> list[Path]:
        folder = environ.get("CODEX_HOME")
        base = Path(folder) if folder else home / ".codex"
        return [base / name for name in _ROOTS]

    def find(self, root: Path) -> Iterator[Session]:
        def kept(path: Path) -> Iterator[Session]:
            named = _ROLLOUT.fullmatch(path.name)
            unpacked = path.suffix == ".zst" and path.with_suffix("").exists()
            if path == root or (named and not path.is_symlink() and not unpacked):
                yield from session_at(path, self.host, named["id"] if named else path.stem)

        yield from each(files_below(root), kept)

    def read(self, session: Session, since: Place | None = None) -> Reading:
        try:
            content = packed.unpacked(session.path) if session.path.suffix == ".zst" else None
        except packed.NoUnpacker:
            return _unread(session, since)
        opening = _opening(session, content)
        lines = Lines(session.path, since, content=content)
        before = since if since and lines.offset else Place()
        story = _Story(opening, lines.skipped, start=lines.offset, behind=before.back > 0)
        for line in lines:
            try:
                story.take(line)
            except RecursionError:
                lines.skipped["nested too deep"] += 1
        entries = tuple(story.entries)
        transcript = Transcript(
            source=session.source,
            space="",
            trust="user" if opening.origin == "session" else "agent",
            entries=entries,
            host=self.host,
            origin=opening.origin,
            folder=story.folder or opening.folder or session.folder,
            title=story.title or _indexed_name(session.path, opening.id) or None,
            summary=story.summary or None,
            parent=opening.parent or None,
        )
        last = entries[-1].id if entries else before.last
        place = lines.place(last, before.compactions + story.compactions)
        if story.silent_since is not None:
            # The next reading must meet the wish again: nothing else keeps it.
            place = replace(place, offset=story.silent_since)
        return Reading(transcript=transcript, place=place, skipped=dict(lines.skipped))


def _unread(session: Session, since: Place | None) -> Reading:
    nothing = Transcript(source=session.source, space="", trust="user", entries=(), host=session.host)
    return Reading(transcript=nothing, place=since or Place(), skipped={"compressed; needs the extra zstd": 1})


@dataclass(frozen=True, slots=True, kw_only=True)
class _Opening:
    """What the first line says of the whole session."""

    id: str
    folder: str = ""
    origin: Origin = "session"
    parent: str = ""
    at: datetime | None = None
    first: int | None = None  # the number of the first line that is its own
    forked: bool = False  # whether it begins with a copy of another session
    own_work: bool = False  # the host thinking for itself: its memories, its summaries


def _opening(session: Session, content: bytes | None) -> _Opening:
    line = next(iter(Lines(session.path, content=content)), None)
    data = line.data if line else {}
    meta = data.get("payload")
    if data.get("type") != "session_meta" or not isinstance(meta, dict):
        return _Opening(id=session.id)
    source = _mapping(meta.get("source"))
    agent = source.get("subagent")
    spawn = _mapping(_mapping(agent).get("thread_spawn"))
    parent = _string(meta.get("parent_thread_id")) or _string(spawn.get("parent_thread_id"))
    started = meta.get("thread_source") or "user"
    first = meta.get("subagent_history_start_ordinal")
    origin: Origin = "session"
    if agent or parent or started == "subagent":
        origin = "subagent"
    elif started != "user":
        origin = "scheduled"
    return _Opening(
        id=_string(meta.get("id")) or session.id,
        folder=_string(meta.get("cwd")),
        origin=origin,
        parent=parent,
        at=moment(data.get("timestamp")),
        first=first if isinstance(first, int) else None,
        forked=bool(meta.get("forked_from_id")) and not meta.get("history_base"),  # newer forks only point at it
        own_work=started in _OWN_WORK or agent in _OWN_WORK or "internal" in source,
    )


class _Story:
    """What the lines of one reading come to."""

    def __init__(self, opening: _Opening, skipped: Counter[str], *, start: int, behind: bool = False) -> None:
        self.entries: list[Entry] = []
        self.folder = self.title = self.summary = ""
        self.compactions = 0
        self.silent_since: int | None = None  # where the user turned memory off
        self._opening = opening
        self._behind = behind  # whether it begins where memory may have been off
        self._skipped = skipped
        self._seen: set[str] = set()
        self._turns: list[int] = []  # where each prompt of this reading stands among the entries
        self._end = start
        self._copies = _Copies(opening, continued=start > 0)
        self._summarised = False  # the summary's own message was met already

    def take(self, line: Line) -> None:
        data, payload = line.data, line.data.get("payload")
        start, self._end = self._end, line.end
        kind = data.get("type")
        if kind not in ("session_meta", "turn_context", "event_msg", "response_item", "compacted"):
            return
        if not isinstance(payload, dict):
            self._skipped["no payload"] += 1
        elif kind == "session_meta":
            self._reopened(payload, start)
        elif self._copies.holds(data, payload) or self._opening.own_work or self.silent_since is not None:
            return
        elif kind == "turn_context":
            self.folder = _string(payload.get("cwd")) or self.folder
        elif kind == "event_msg":
            self._happened(payload)
        elif kind == "compacted":
            self._compacted(payload)
        else:
            self._said(data, payload)

    def _reopened(self, meta: dict[str, Any], start: int) -> None:
        """The first line; and again when a setting changed, or for each session whose copy follows."""
        if (meta.get("id") or self._opening.id) != self._opening.id:
            self._copies.follow()
        elif meta.get("memory_mode") == "disabled" and self.silent_since is None:
            self.silent_since = start
            self._skipped["memory turned off"] += 1
        elif meta.get("memory_mode") == "enabled":
            if self._behind and self.silent_since is None:
                self.entries, self._turns = [], []
            self.silent_since = None

    def _happened(self, event: dict[str, Any]) -> None:
        if event.get("type") == "thread_name_updated":
            self.title = cleaned(_string(event.get("thread_name")))
        elif event.get("type") == "thread_rolled_back":
            self._roll_back(event.get("num_turns"))

    def _roll_back(self, turns: object) -> None:
        """The user went back: the latest turns were not to be."""
        if isinstance(turns, int) and turns > 0:
            known = turns <= len(self._turns)
            del self.entries[self._turns[-turns] if known else 0 :]
            del self._turns[-turns:]

    def _compacted(self, payload: dict[str, Any]) -> None:
        message = _string(payload.get("message")).strip()
        self.compactions += 1
        self.summary = cleaned(_unframed(message)) or self.summary
        if not self._summarised:
            self._drop_summary(message)
        self._summarised = False

    def _drop_summary(self, message: str) -> None:
        """Older versions wrote the summary as a reply too, and do not mark it: only its text gives it away."""
        for n in range(len(self.entries) - 1, -1, -1):
            said = self.entries[n]
            if said.role == "agent" and said.call is None:
                if said.text in message:
                    del self.entries[n]
                    self._turns = [turn - (turn > n) for turn in self._turns]
                return

    def _said(self, data: dict[str, Any], item: dict[str, Any]) -> None:
        at, kind = moment(data.get("timestamp")), item.get("type")
        if kind == "message" and item.get("role") in ("user", "assistant"):
            if _mapping(data.get("metadata")).get("compaction_output"):
                self._summarised = True
            else:
                self._message(data, item, at)
        elif kind in _CALLS:
            id_ = _string(item.get("id")) or _string(item.get("call_id")) or _digest(data)
            self._tell(entry(id_, at, "agent", "", call=_call(item, id_)), at)
        elif kind in ("function_call_output", "custom_tool_call_output"):
            call_id = _string(item.get("call_id"))
            text, failed = _answer(item.get("output"))
            id_ = _string(item.get("id")) or f"{call_id}/answer"
            self._tell(entry(id_, at, "tool", text, answers=call_id, failed=failed), at)

    def _message(self, data: dict[str, Any], item: dict[str, Any], at: datetime | None) -> None:
        content = item.get("content")
        if not isinstance(content, list):
            self._skipped["no message"] += 1
            return
        id_ = _string(item.get("id")) or _digest(data)
        if id_ in self._seen:
            return
        user = item.get("role") == "user"
        blocks = [(n, block) for n, block in enumerate(content) if isinstance(block, dict)]
        if user:
            kinds = _kinds(item)
            blocks = [(n, block) for n, block in blocks if not _put_in(block, kinds.get(n, ""))]
            if blocks:
                self._turns.append(len(self.entries))
        for n, block in blocks:
            text = _string(block.get("text"))
            text = _own_words(text) if user else _MEMORY_CITATION.sub("", text)
            self._tell(entry(f"{id_}/{n}" if n else id_, at, "user" if user else "agent", text), at)
        self._seen.add(id_)

    def _tell(self, said: Entry | None, at: datetime | None) -> None:
        if at is None:
            self._skipped["no time"] += 1
        elif said and said.id not in self._seen:
            self._seen.add(said.id)
            self.entries.append(said)


class _Copies:
    """Tells the lines a fork or a sub-agent took over from its parent from its own."""

    def __init__(self, opening: _Opening, *, continued: bool) -> None:
        self._opening = opening
        self._forked = opening.forked
        self._turn = ""
        self._before = None if continued else opening.at

    def follow(self) -> None:
        """Another session's first line stands here: what follows is its copy."""
        self._forked = True

    def holds(self, data: dict[str, Any], payload: dict[str, Any]) -> bool:
        number = data.get("ordinal")
        if self._opening.first is not None and isinstance(number, int):
            return number < self._opening.first
        if not (self._forked or self._opening.parent):
            return False
        turn = _string(payload.get("turn_id")) or _string(_passed_through(payload).get("turn_id"))
        if _TIMED_ID.fullmatch(turn):
            self._turn = turn
        if self._turn and _TIMED_ID.fullmatch(self._opening.id):
            return self._turn < self._opening.id
        return self._forked and self._in_one_go(moment(data.get("timestamp")))

    def _in_one_go(self, at: datetime | None) -> bool:
        """Versions that number neither lines nor turns write a copy in one go, under the time of the fork."""
        if at and self._opening.at and at < self._opening.at:
            return True
        if at and self._before and at - self._before < _PAUSE:
            self._before = at
            return True
        self._before = None
        return False


def _call(item: dict[str, Any], id_: str) -> Call:
    given: object = item.get("arguments")
    if item.get("type") in ("local_shell_call", "web_search_call"):
        given = item.get("action")
    elif item.get("type") == "custom_tool_call":
        given = {"input": item.get("input")}
    elif isinstance(given, str):
        given = _parsed(given) or {"arguments": given}
    name = _string(item.get("name")) or _string(item.get("type")).removesuffix("_call")
    space = _string(item.get("namespace")).rstrip("_")
    return Call(
        id=_string(item.get("call_id")) or id_,
        tool=f"{space}__{name}" if space else name,
        input=given if isinstance(given, dict) else {},
    )


def _answer(output: object) -> tuple[str, bool]:
    """What a tool said, and whether it failed, in each of the ways versions wrote it."""
    failed = False
    if isinstance(output, str) and output.startswith("{"):
        output = _parsed(output) or output
    if isinstance(output, dict):
        code = _mapping(output.get("metadata")).get("exit_code")
        failed = output.get("success") is False or code not in (None, 0)
        output = output.get("output", output.get("content"))
    if isinstance(output, list):
        output = "\n".join(_string(block.get("text")) for block in output if isinstance(block, dict))
    text = _string(output)
    frame, framed, _ = text[:1000].partition("\nOutput:")
    exited = _EXIT.search(frame) if framed else None
    return text, failed or bool(exited and exited[1] != "0")


def _parsed(text: str) -> dict[str, Any] | None:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _passed_through(item: dict[str, Any]) -> dict[str, Any]:
    return _mapping(item.get("internal_chat_message_metadata_passthrough"))


def _kinds(item: dict[str, Any]) -> dict[int, str]:
    """What the host says each block of a message is."""
    found = _passed_through(item).get("content_item_kinds")
    return {n: _string(kind) for n, kind in enumerate(found)} if isinstance(found, list) else {}


def _put_in(block: dict[str, Any], kind: str) -> bool:
    """Whether the host, not the user, wrote a block of the user's message."""
    if kind:
        return not kind.startswith("user.")
    return _string(block.get("text")).lstrip().startswith(_PUT_IN)


def _own_words(text: str) -> str:
    if text.startswith("# Context from my IDE setup:") and _AFTER_EDITOR in text:
        text = text.partition(_AFTER_EDITOR)[2]
    return "" if _IMAGE.fullmatch(text.strip()) else text


def _unframed(message: str) -> str:
    """A summary without the words by which the next model is told what it is."""
    return message.partition("\n")[2] if message.startswith(_SUMMARY) else message


def _digest(data: dict[str, Any]) -> str:
    """An id for a line that has none; a line that is met again has the same."""
    said = json.dumps([data.get("timestamp"), data.get("payload")], sort_keys=True)
    return hashlib.sha256(said.encode()).hexdigest()[:16]


def _indexed_name(path: Path, thread: str) -> str:
    """The name the host's index gives a thread."""
    home = next((folder.parent for folder in path.parents if folder.name in _ROOTS), path)
    index = home / "session_index.jsonl"
    try:
        return _names(index, *changed(index)).get(thread, "")
    except OSError:  # a name is not worth a session
        return ""


@lru_cache(maxsize=4)
def _names(index: Path, _changed: datetime, _size: int) -> Mapping[str, str]:
    lines = (line.data for line in Lines(index))
    return {_string(data.get("id")): cleaned(_string(data.get("thread_name"))) for data in lines}


def _string(value: object) -> str:
    return value if isinstance(value, str) else ""


def _mapping(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}
