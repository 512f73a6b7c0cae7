"""Sessions of pi and oh-my-pi: lines that form a tree, of which the branch to the last line is the conversation.

OpenClaw and TypeClaw are built on pi and write the same lines; their readers use `read_tree` and add what is theirs.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from reverie.domain.transcript import Call, Entry, Origin, Transcript
from reverie.transcripts.base import (
    Lines,
    Place,
    Reading,
    Session,
    cleaned,
    entry,
    known_again,
    moment,
)
from reverie.transcripts.named import each, files_below, session_at

_BEGINNING = 4096  # bytes by which a file is known again
_HEAD = 200  # lines in which a session says what it is
_TITLES = ("session_info", "title_change")
_OF_THE_HOST = "gateway-injected"  # the model of what OpenClaw itself answers
_ROUTED = ("inter_session", "internal_system")  # by another agent, or by the host itself
_NAMED = re.compile(r"\d{4}-\d\d-\d\dT[\d-]+Z_(.+)")
_PUT_IN = re.compile(
    r"<(memories|mental_models|hindsight_memories|relevant_memories|skill|file)\b[^>]*>.*?</\1>", re.S
)  # by other memories, and by the host for a skill or file the user named


class Said(NamedTuple):
    """What one person said."""

    text: str
    speaker: str | None = None


class Who(NamedTuple):
    """Who was there."""

    origin: Origin = "session"
    parent: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """How a session's file begins: its header, its title and the first lines."""

    header: Mapping[str, Any]
    title: str | None
    lines: tuple[Mapping[str, Any], ...]


class PiReader:
    """Reads the sessions of pi, or of its descendant oh-my-pi."""

    def __init__(self, host: str = "pi") -> None:
        self.host = host

    def roots(self, home: Path, environ: Mapping[str, str]) -> list[Path]:
        """The folder of sessions; `PI_CODING_AGENT_DIR` moves that of pi, `XDG_DATA_HOME` may hold oh-my-pi's."""
        if self.host == "pi":
            return [Path(environ.get("PI_CODING_AGENT_DIR") or home / ".pi" / "agent") / "sessions"]
        roots = [home / (environ.get("PI_CONFIG_DIR") or ".omp") / "agent" / "sessions"]
        if data := environ.get("XDG_DATA_HOME"):
            roots.append(Path(data) / "omp" / "sessions")
        return roots

    def find(self, root: Path) -> Iterator[Session]:
        """Every session below the root. A file in the folder beside a session is that of a sub-agent."""

        def kept(path: Path) -> Iterator[Session]:
            if path.suffix != ".jsonl":
                return
            owners = list(path.parts[:-1])
            while owners and not _NAMED.fullmatch(owners[0]):
                owners.pop(0)
            parent = "/".join(map(id_of, owners)) or None
            id_ = f"{parent}/{path.stem}" if parent else id_of(path.stem)
            yield from session_at(path, self.host, id_, parent=parent)

        yield from each(files_below(root), kept)

    def read(self, session: Session, since: Place | None = None) -> Reading:
        """The entries after a place, on the branch that ends with the last line."""

        def who(head: Head) -> Who:
            started = any(line.get("type") == "session_init" for line in head.lines)
            return Who("subagent", session.parent) if session.parent or started else Who()

        return read_tree(session, since, who=who)


def plain(text: str) -> list[Said]:
    """What the user typed, without what was put in for them."""
    return [Said(_PUT_IN.sub("", text))]


def read_tree(
    session: Session,
    since: Place | None,
    *,
    who: Callable[[Head], Who],
    said: Callable[[str], Sequence[Said]] = plain,
    replied: Callable[[str], str] = str,
    content: bytes | None = None,
    elsewhere: Container[str] = (),
) -> Reading:
    """The new part of a session kept as a tree, each host saying `who` was there and what was `said` and `replied`.

    A branch that was read before the user left it cannot be taken back; what is new in it is left out. With `content`
    those are the lines, and not the file's. Lines with an id that is `elsewhere` are another session's.
    """
    head = head_of(session.path, content)
    file = _File(session.path, since, content)
    skipped = file.lines.skipped
    branch = [
        node for node in _branch(file.lines, since) if node["id"] not in elsewhere and not _copied(node, head.header)
    ]
    entries: list[Entry] = []
    for node in branch:
        if node.get("type") == "message":
            entries += _entries(node, said, replied, skipped)
    compacted = [node for node in branch if node.get("type") == "compaction"]
    titles = [node.get("title") or node.get("name") for node in branch if node.get("type") in _TITLES]
    origin, parent = who(head)
    if origin == "session" and any(map(_of_another, branch)):
        origin = "channel"
    return Reading(
        transcript=Transcript(
            source=session.source,
            space="",
            trust="agent" if origin == "subagent" else "user",
            entries=tuple(entries),
            host=session.host,
            origin=origin,
            folder=_word(head.header.get("cwd")) or session.folder,
            title=next((title for title in map(_word, reversed(titles)) if title), head.title),
            summary=next((cleaned(s) for node in reversed(compacted) if (s := _word(node.get("summary")))), None),
            parent=parent,
        ),
        place=file.place(entries, len(compacted)),
        skipped=dict(skipped),
    )


def head_of(path: Path, content: bytes | None = None) -> Head:
    """How a session's file begins; its header is empty when it has none."""
    header: Mapping[str, Any] = {}
    title, lines = None, []
    for n, line in enumerate(Lines(path, content=content)):
        match line.data:
            case {"type": "title"}:
                title = _word(line.data.get("title"))
            case {"type": "session"}:
                header = header or line.data
            case _:
                lines.append(line.data)
        if n == _HEAD:
            break
    return Head(header=header, title=title or _word(header.get("title")), lines=tuple(lines))


def first_words(head: Head) -> list[str]:
    """The first messages of users, as the host wrote them."""
    messages = [line["message"] for line in head.lines if isinstance(line.get("message"), dict)]
    return [_text(message.get("content")) for message in messages if message.get("role") == "user"]


def id_of(stem: str) -> str:
    """The session's id in the name of its file, `<time>_<id>`."""
    named = _NAMED.fullmatch(stem)
    return named[1] if named else stem


class _File:
    """The lines of a session from a place on.

    oh-my-pi writes the title anew into the first line, so a file is known again by what follows that. It also rewrites
    files to make them shorter.
    """

    def __init__(self, path: Path, since: Place | None, content: bytes | None) -> None:
        self.lines = Lines(path, content=content)
        self._since = None
        with path.open("rb") if content is None else BytesIO(content) as file:
            beginning = file.read(2 * _BEGINNING)
            title = beginning.find(b"\n") + 1 if beginning.startswith(b'{"type":"title"') else 0
            self._title = title
            self._beginning = beginning[title : title + _BEGINNING]
        if since and since.offset and known_again(self._beginning, since) and self.lines.resume(since):
            self._since = since

    def place(self, entries: Sequence[Entry], compactions: int) -> Place:
        """Where the next reading goes on."""
        before = self._since or Place()
        known = self._beginning[: max(0, self.lines.offset - self._title)]
        place = self.lines.place(entries[-1].id if entries else before.last, before.compactions + compactions)
        return replace(place, prefix=f"{len(known)}:{hashlib.sha256(known).hexdigest()[:16]}")


def _branch(lines: Lines, since: Place | None) -> list[dict[str, Any]]:
    """The lines on the way to the last one, oldest first. Where a line was lost, the one before it is on the way."""
    nodes: dict[str, dict[str, Any]] = {}
    previous: dict[str, str | None] = {}
    from_start = not lines.offset
    read = since.last.partition("/")[0] if since and lines.offset else ""
    leaf: str | None = None
    for line in lines:
        node = line.data
        if node.get("type") in ("session", "title"):
            continue
        # The oldest files have no ids and no tree: there, each line follows the one before.
        id_ = node["id"] = _word(node.get("id")) or f"@{line.end}"
        node.setdefault("parentId", leaf)
        if node.get("type") == "leaf":  # the user went back, and goes on from there
            node["parentId"] = node.get("targetId")
        if id_ not in nodes and id_ != read:
            nodes[id_], previous[id_] = node, leaf
            leaf = leaf if node.get("appendMode") == "side" else id_
    may_be_lost = from_start or lines.skipped  # else a parent that is not here was read before
    branch: dict[str, dict[str, Any]] = {}
    while leaf in nodes and leaf not in branch:
        node = branch[leaf] = nodes[leaf]
        parent = _word(node["parentId"])
        leaf = previous[leaf] if parent and parent not in nodes and may_be_lost else parent
    return list(branch.values())[::-1]


def _copied(node: Mapping[str, Any], header: Mapping[str, Any]) -> bool:
    """Whether a line was taken over from the session this one was forked from."""
    at, begun = moment(node.get("timestamp")), moment(header.get("timestamp"))
    return bool(header.get("parentSession") and at and begun and at < begun)


def _of_another(node: Mapping[str, Any]) -> bool:
    """Whether the host says of a message that somebody else than the owner wrote it."""
    message = _object(node.get("message"))
    return message.get("role") == "user" and _object(message.get("__openclaw")).get("senderIsOwner") is False


def _by_a_person(message: Mapping[str, Any]) -> bool:
    """Whether what stands in a user's place was written by a person."""
    routed = _object(message.get("provenance")).get("kind") in _ROUTED
    return not (routed or message.get("synthetic") or message.get("attribution") == "agent")


def _entries(
    node: Mapping[str, Any],
    said: Callable[[str], Sequence[Said]],
    replied: Callable[[str], str],
    skipped: Counter[str],
) -> list[Entry]:
    """The entries of one message."""
    message, id_ = node.get("message"), node["id"]
    if not isinstance(message, dict):
        skipped["message without content"] += 1
        return []
    at = moment(node.get("timestamp")) or moment(message.get("timestamp"))
    if at is None:
        skipped["message without time"] += 1
        return []
    made: Sequence[Entry | None] = ()
    match message.get("role"):
        case "user" if _by_a_person(message):
            people = said(_text(message.get("content")))
            made = [entry(_nth(id_, n), at, "user", one.text, speaker=one.speaker) for n, one in enumerate(people)]
        case "assistant" if message.get("stopReason") != "error" and message.get("model") != _OF_THE_HOST:
            blocks = message.get("content")
            blocks = [{"type": "text", "text": blocks}] if isinstance(blocks, str) else blocks
            blocks = blocks if isinstance(blocks, list) else []
            made = [_block(_nth(id_, n), at, block, replied) for n, block in enumerate(blocks)]
        case "toolResult" if not (message.get("prunedAt") or message.get("useless")):
            call = _word(message.get("toolCallId"))
            failed = message.get("isError") is True or bool(_object(message.get("details")).get("exitCode"))
            made = [entry(id_, at, "tool", _text(message.get("content")), answers=call, failed=failed)]
        case "bashExecution" if not message.get("excludeFromContext") and _word(message.get("command")):
            made = _typed(id_, at, message)
    return [one for one in made if one]


def _block(id_: str, at: datetime, block: object, replied: Callable[[str], str]) -> Entry | None:
    match block:
        case {"type": "text", "text": str(text)}:
            return entry(id_, at, "agent", replied(text))
        case {"type": "toolCall", "id": str(call), "name": str(tool), **rest}:
            given = rest.get("arguments")
            return entry(id_, at, "agent", "", call=Call(id=call, tool=tool, input=_object(given)))
    return None


def _typed(id_: str, at: datetime, message: Mapping[str, Any]) -> list[Entry | None]:
    """A command the user ran by typing `!` before it, and what it answered."""
    return [
        entry(id_, at, "user", f"!{message['command']}"),
        entry(_nth(id_, 1), at, "tool", _text(message.get("output")), failed=bool(message.get("exitCode"))),
    ]


def _text(content: object) -> str:
    if isinstance(content, str):
        return content
    blocks = content if isinstance(content, list) else []
    texts = [block.get("text") for block in blocks if isinstance(block, dict) and block.get("type") == "text"]
    return "\n".join(text for text in texts if isinstance(text, str))


def _nth(id_: str, n: int) -> str:
    return f"{id_}/{n}" if n else id_


def _word(value: object) -> str | None:
    return value if isinstance(value, str) and value else None


def _object(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}
