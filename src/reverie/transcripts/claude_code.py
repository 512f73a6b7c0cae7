"""Reads the sessions of Claude Code: a file of JSON lines each, those of its sub-agents in a folder beside it."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from reverie.domain.transcript import Call, Entry, Transcript
from reverie.transcripts.base import Lines, Place, Reading, Session, cleaned, entry, moment
from reverie.transcripts.named import each, files_below, session_at

_OPT_OUTS = ("CLAUDE_CODE_SKIP_PROMPT_HISTORY", "CLAUDE_CODE_SIMPLE")
_NO = ("", "0", "false", "no", "off")
_SESSION = re.compile(r"(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|agent-.+)\.jsonl")
_NO_SESSIONS = ("memory", "tool-results")  # beside them
_TITLES = {"custom-title": "customTitle", "ai-title": "aiTitle", "summary": "summary"}
_BEFORE_SAID, _LONGEST = 40, 1 << 20  # lines before the first that is said, and bytes of one
# What only this host writes into a prompt: commands it ran, what the editor shows, news of tasks and of other agents.
_PUT_IN = re.compile(
    r"<(bash-(?:input|stdout|stderr)|ide_[a-z_]+|session_context|task-notification|teammate-message)\b[^>]*>"
    r".*?(?:</\1>|\Z)",
    re.S,
)
_INTERRUPTED = re.compile(r"\[Request interrupted by user[^\]]*\]")
_BEFORE_SUMMARY = re.compile(r"\AThis session is being continued.*?^Summary:\n", re.S | re.M)
_AFTER_SUMMARY = re.compile(
    r"\n(?:If you need specific details from before compaction|(?:Please )?[Cc]ontinue the conversation from where)"
    r".*\Z",
    re.S,
)


class ClaudeCode:
    """`projects/<folder>/<session>.jsonl`. The folder's name loses characters, so it is never taken for a path."""

    host = "claude-code"

    def roots(self, home: Path, environ: Mapping[str, str]) -> list[Path]:
        if any(environ.get(name, "").lower() not in _NO for name in _OPT_OUTS):
            return []
        folder = unicodedata.normalize("NFC", environ.get("CLAUDE_CONFIG_DIR", ""))
        return [(Path(folder) if folder else home / ".claude") / "projects"]

    def find(self, root: Path) -> Iterator[Session]:
        def kept(path: Path) -> Iterator[Session]:
            if path == root or (_SESSION.fullmatch(path.name) and not path.is_symlink()):
                parent = None
                if path.stem.startswith("agent-"):
                    parent = next((folder.parent.name for folder in path.parents if folder.name == "subagents"), None)
                id_ = f"{parent}/{path.stem}" if parent else path.stem
                for session in session_at(path, self.host, id_, parent=parent):  # none where no file is
                    yield session
                    yield from _bereft(path, self.host)

        yield from each(files_below(root, lambda name: name in _NO_SESSIONS), kept)

    def read(self, session: Session, since: Place | None = None) -> Reading:
        lines = Lines(session.path, since)
        before = since if since and lines.offset else Place()
        delegated = session.path.stem.startswith("agent-")
        gone = "" if delegated or session.id == session.path.stem else session.id
        story = _Story(delegated=delegated, skipped=lines.skipped, gone=gone)
        for line in lines:
            try:
                story.take(line.data)
            except RecursionError:
                lines.skipped["nested too deep"] += 1
        entries = story.entries()
        transcript = Transcript(
            source=session.source,
            space="",
            trust="agent" if delegated else "user",
            entries=entries,
            host=self.host,
            origin="subagent" if delegated else "session",
            folder=story.folder or session.folder,
            title=story.title() or None,
            summary=story.summary or None,
            # Before it had a folder for them, the host put sub-agents beside their session.
            parent=(session.parent or story.session or None) if delegated else None,
        )
        last = entries[-1].id if entries else before.last
        return Reading(
            transcript=transcript,
            place=lines.place(last, before.compactions + story.compactions),
            skipped=dict(lines.skipped),
        )


def _bereft(path: Path, host: str) -> Iterator[Session]:
    """The session that a file was forked from, when that file holds all that is left of it.

    As old and as large as what was copied of it, so that it does not change when the fork goes on.
    """
    if not _forked(path):
        return
    source, end, at = "", 0, None
    for line in Lines(path):
        origin = _origin(line.data)
        if origin and (not source or origin[0] == source):
            source, end, at = origin[0], line.end, moment(line.data.get("timestamp")) or at
        elif line.data.get("uuid"):
            break
    if at and _SESSION.fullmatch(f"{source}.jsonl") and not path.with_name(f"{source}.jsonl").exists():
        yield Session(host=host, id=source, path=path, changed=at, size=end)


def _forked(path: Path) -> bool:
    """Whether the first line of what was said in a file was copied; asked of every file, and so without parsing."""
    try:
        with path.open("rb") as file:
            for _ in range(_BEFORE_SAID):
                line = file.readline(_LONGEST)
                if not line or b'"uuid"' in line:
                    return b'"forkedFrom"' in line
    except OSError:
        pass  # which reading it will say
    return False


def _origin(data: Mapping[str, Any]) -> tuple[str, str] | None:
    """The session a line was copied from, and the line there."""
    origin = data.get("forkedFrom")
    if not isinstance(origin, dict):
        return None
    return _string(origin.get("sessionId")), _string(origin.get("messageUuid"))


class _Tree:
    """Which line follows which, and so which turns were left behind when the user went back and typed another prompt.

    Only a prompt can be left behind, with all that answers it: the calls of one reply fork the tree too.
    """

    def __init__(self) -> None:
        self._parents: dict[str, str] = {}
        self._prompts: dict[str, str] = {}  # the prompt each line answers; "" when it was read earlier
        self._last = ""

    def __contains__(self, uuid: object) -> bool:
        return uuid in self._parents

    def add(self, uuid: str, parent: str, *, prompt: bool, spoken: bool) -> None:
        self._parents[uuid] = parent
        self._prompts[uuid] = uuid if prompt else self._prompts.get(parent, "")
        if spoken:
            self._last = uuid

    def prompt_of(self, uuid: str) -> str:
        return self._prompts.get(uuid, "")

    def left_behind(self) -> set[str]:
        """The prompts that hang from the branch of the last line and are not on it: what going back leaves."""
        living = self._branch()
        hanging, left = set(living), set()
        for uuid, parent in self._parents.items():
            prompt = self._prompts[uuid] == uuid
            # A line without a parent that is no prompt may follow a break in the file, and proves nothing.
            if parent in hanging and uuid not in living and (parent or prompt):
                hanging.add(uuid)
                if prompt:
                    left.add(uuid)
        return left

    def _branch(self) -> set[str]:
        """The last line and those above it, up to one that was read earlier; "" stands above a first prompt."""
        found: set[str] = set()
        uuid = self._last
        while uuid in self._parents and uuid not in found:
            found.add(uuid)
            if not self._parents[uuid] and self._prompts[uuid] != uuid:
                return found
            uuid = self._parents[uuid]
        return found | {uuid}


class _Story:
    """What the lines of one reading come to."""

    def __init__(self, *, delegated: bool, skipped: Counter[str], gone: str = "") -> None:
        self.folder = self.session = self.summary = ""
        self.compactions = 0
        self._delegated = delegated  # told by a sub-agent
        self._gone = gone  # the session of which only copies are left, when that is the one that is read
        self._was: dict[str, str] = {}  # what the copies were called there
        self._skipped = skipped
        self._titles: dict[str, str] = {}
        self._tree = _Tree()
        self._told: list[tuple[str, Entry]] = []

    def entries(self) -> tuple[Entry, ...]:
        """What was said, in the order of the file, without the turns the user went back on."""
        left = self._tree.left_behind()
        return tuple(said for uuid, said in self._told if self._tree.prompt_of(uuid) not in left)

    def title(self) -> str:
        return self._titles.get("custom-title") or self._titles.get("ai-title") or self._titles.get("summary", "")

    def take(self, data: dict[str, Any]) -> None:
        kind, uuid = _string(data.get("type")), _string(data.get("uuid"))
        spoken = kind in ("user", "assistant")
        if kind in _TITLES:
            if not self._gone:
                self._name(kind, data)
        elif spoken and not uuid:
            self._skipped["no id"] += 1
        elif data.get("isSidechain") and not self._delegated:
            self._skipped["of a sub-agent"] += 1
        elif uuid and uuid not in self._tree:
            blocks = self._blocks(data) if spoken else []
            self._tree.add(
                uuid,
                _string(data.get("parentUuid")) or _string(data.get("logicalParentUuid")),
                prompt=kind == "user" and _begins_a_turn(data, blocks),
                spoken=spoken,
            )
            self.folder = _string(data.get("cwd")) or self.folder
            self.session = _string(data.get("sessionId")) or self.session
            self._hear(data, uuid, blocks)

    def _name(self, kind: str, data: dict[str, Any]) -> None:
        # The summaries of old versions may name another session, whose last line they point at.
        if kind != "summary" or _string(data.get("leafUuid")) in self._tree:
            self._titles[kind] = cleaned(_string(data.get(_TITLES[kind])))

    def _blocks(self, data: dict[str, Any]) -> list[dict[str, Any]]:
        message = data.get("message")
        content = message.get("content") if isinstance(message, dict) else None
        if isinstance(content, str):
            return [{"type": "text", "text": content}]
        if not isinstance(content, list):
            self._skipped["no message"] += 1
            return []
        return [block if isinstance(block, dict) else {} for block in content]

    def _hear(self, data: dict[str, Any], uuid: str, blocks: list[dict[str, Any]]) -> None:
        origin = _origin(data)
        copied = (origin[0] if origin else "") != self._gone  # it was told in the session this one was forked from
        if self._gone and origin:
            self._was[uuid] = origin[1] or uuid
        if copied and self._gone:
            return
        if data.get("isCompactSummary"):
            text = _BEFORE_SUMMARY.sub("", _text(blocks))
            self.summary = cleaned(_AFTER_SUMMARY.sub("", text)) or self.summary
            self.compactions += not copied
        elif copied:
            return
        elif data.get("type") == "user":
            self._user(data, uuid, blocks)
        elif data.get("type") == "assistant":
            self._agent(data, uuid, blocks)
        elif data.get("type") == "attachment":
            self._queued(data, uuid)

    def _user(self, data: dict[str, Any], uuid: str, blocks: list[dict[str, Any]]) -> None:
        at, typed = self._at(data), _typed(data)
        for n, block in enumerate(blocks):
            if block.get("type") == "text" and typed:
                self._tell(uuid, entry(_numbered(uuid, n), at, "user", _own_words(_string(block.get("text")))))
            elif block.get("type") == "tool_result":
                call, failed = _string(block.get("tool_use_id")), block.get("is_error") is True
                text = _text(block.get("content"))
                self._tell(uuid, entry(_numbered(uuid, n), at, "tool", text, answers=call, failed=failed))

    def _agent(self, data: dict[str, Any], uuid: str, blocks: list[dict[str, Any]]) -> None:
        synthetic = data.get("isApiErrorMessage") or data.get("isVirtual")
        if not blocks or synthetic or data["message"].get("model") == "<synthetic>":
            return
        at = self._at(data)
        for n, block in enumerate(blocks):
            if block.get("type") == "text":
                self._tell(uuid, entry(_numbered(uuid, n), at, "agent", _string(block.get("text"))))
            elif block.get("type") == "tool_use":
                given = block.get("input")
                call = Call(
                    id=_string(block.get("id")) or _numbered(uuid, n),
                    tool=_string(block.get("name")),
                    input=given if isinstance(given, dict) else {},
                )
                self._tell(uuid, entry(_numbered(uuid, n), at, "agent", "", call=call))

    def _queued(self, data: dict[str, Any], uuid: str) -> None:
        """A prompt typed while the agent was busy, which it was given in the middle of its turn."""
        found = data.get("attachment")
        if not isinstance(found, dict) or found.get("type") != "queued_command":
            return
        if found.get("commandMode", "prompt") == "prompt" and _typed(data) and _typed(found):
            self._tell(uuid, entry(uuid, self._at(data), "user", _own_words(_text(found.get("prompt")))))

    def _at(self, data: dict[str, Any]) -> datetime | None:
        at = moment(data.get("timestamp"))
        if at is None:
            self._skipped["no time"] += 1
        return at

    def _tell(self, uuid: str, said: Entry | None) -> None:
        if said:
            was = self._was.get(uuid, uuid)
            self._told.append((uuid, replace(said, id=f"{was}{said.id.removeprefix(uuid)}")))


def _begins_a_turn(data: dict[str, Any], blocks: list[dict[str, Any]]) -> bool:
    kinds = [block.get("type") for block in blocks]
    return bool(kinds) and "tool_result" not in kinds and not data.get("isMeta") and not data.get("isCompactSummary")


def _typed(data: dict[str, Any]) -> bool:
    """Whether a prompt is a person's; the host writes its own news as prompts too."""
    origin = data.get("origin")
    kind = origin.get("kind") if isinstance(origin, dict) else None
    return not (
        data.get("isMeta")
        or data.get("isVisibleInTranscriptOnly")
        or data.get("promptSource") == "system"
        or kind not in (None, "human")
    )


def _own_words(text: str) -> str:
    if "<" in text:
        text = _PUT_IN.sub("", text)
    return "" if _INTERRUPTED.fullmatch(text.strip()) else text


def _text(content: object) -> str:
    if isinstance(content, list):
        blocks = (block for block in content if isinstance(block, dict) and block.get("type") == "text")
        return "\n".join(_string(block.get("text")) for block in blocks)
    return _string(content)


def _string(value: object) -> str:
    return value if isinstance(value, str) else ""


def _numbered(uuid: str, n: int) -> str:
    return f"{uuid}/{n}" if n else uuid
