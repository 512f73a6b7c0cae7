"""A chat that a person kept in a file: Markdown or text with speakers, or JSON with messages.

Read as a whole each time, since who takes part is known only at its end; what was read before is known by its ids.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from io import BytesIO
from pathlib import Path
from typing import Any

from reverie.domain.transcript import Call, Entry, Role, Transcript
from reverie.transcripts import labels
from reverie.transcripts.base import Place, Reading, Session, changed, cleaned, entry, moment
from reverie.transcripts.day import day_alone, day_of_head, day_of_name
from reverie.transcripts.exports import damaged, parsed
from reverie.transcripts.formats import recognise
from reverie.transcripts.named import digest, each, files, part
from reverie.transcripts.pieces import pieces

LONGEST_FILE = 256 << 20  # bytes
_SUFFIXES = (".md", ".markdown", ".mdown", ".txt", ".json", ".jsonl", ".ndjson")
_TIMES = ("timestamp", "created_at", "createdAt", "create_time", "time", "ts")
_ROLES: dict[str, Role] = {
    "user": "user",
    "human": "user",
    "assistant": "agent",
    "model": "agent",
    "ai": "agent",
    "tool": "tool",
    "function": "tool",
    "system": "system",
    "developer": "system",
}
_JSON = re.compile(rb'(?:\xef\xbb\xbf)?\s*(?:\[\s*[{\]]|\{\s*["}])')
_TITLE = re.compile(r"^(?:# +|title: *)(.{1,200})$", re.M)
_PRIVATE = re.compile(r"<(/?)private>", re.I)
_RULES = frozenset(("", "---", "***", "___", "* * *"))
_OPENING = 12  # characters of what people say first by which a chat is known; less is a greeting
_IDS = ("conversation_id", "session_id", "id", "uuid")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Turn:
    """Something said, before it is known who all took part."""

    id: str | None  # the file's own
    at: datetime | None
    role: Role
    text: str = ""
    name: str | None = None
    call: Call | None = None
    answers: str | None = None
    failed: bool = False
    under: datetime | None = None  # what the heading above it says of when it was


@dataclass(frozen=True, slots=True, kw_only=True)
class _Kept:
    """What a file holds."""

    title: str = ""
    id: str = ""  # the chat's own
    day: datetime | None = None  # when it was kept, as it says itself
    turns: list[_Turn] = field(default_factory=list)

    @property
    def name(self) -> str:
        """What stays the same when the file is renamed, copied or goes on: its id, else how it opens."""
        if self.id:
            return digest(self.id, 16)
        opening, length = [], 0
        for turn in [turn for turn in self.turns if turn.role == "user"] or self.turns:
            opening.append(f"{turn.at and turn.at.isoformat()} {turn.name} {' '.join(turn.text.split())}")
            length += len(turn.text)
            if turn.at or length >= _OPENING:
                break
        return digest("\n".join(opening), 16)


class Chat:
    host = "chat"

    def roots(self, home: Path, environ: Mapping[str, str]) -> list[Path]:
        """None: a chat is named by a person."""
        return []

    def find(self, root: Path) -> Iterator[Session]:
        """The file that is named, whatever it is; in a folder, the files that are chats beyond doubt. Raises OSError at
        the end for what is damaged."""
        yield from each(files(root, _SUFFIXES), lambda path: self._at(path, path == root))

    def _at(self, path: Path, named: bool) -> Iterator[Session]:
        if named or recognise(path) == self.host:
            at, size = changed(path)
            yield Session(host=self.host, id=_kept(path, Counter()).name, path=path, changed=at, size=size)

    def read(self, session: Session, since: Place | None = None) -> Reading:
        """The turns after a place. A turn to which more was written comes again, under another id."""
        skipped: Counter[str] = Counter()
        kept = _kept(session.path, skipped)
        turns = kept.turns
        people = {turn.name for turn in turns if turn.role == "user"}
        several = len(people) > 1
        if several:
            turns = [replace(turn, name=turn.name or "User") if turn.role == "user" else turn for turn in turns]
        day = kept.day or day_of_name(session.path)
        timed = any(turn.at or turn.under for turn in turns)
        entries, place = part(_entries(turns, day or session.changed, skipped), since)
        return Reading(
            transcript=Transcript(
                source=session.source,
                space="",
                trust="user",
                entries=entries,
                host=self.host,
                origin="channel" if several else "session",
                title=cleaned(kept.title) or session.path.stem,
            ),
            place=place,
            skipped=dict(skipped),
            guessed="" if timed or kept.day or not entries else f"the file's {'name' if day else 'last change'}",
        )


def _entries(turns: Sequence[_Turn], written: datetime, skipped: Counter[str]) -> list[Entry]:
    found: dict[str, Entry] = {}
    for n, (turn, at) in enumerate(zip(turns, _times(turns, written), strict=True), 1):
        made = entry(
            turn.id or f"{n}-{digest(turn.text or repr(turn.call))}", at, turn.role, turn.text,
            speaker=turn.name, call=turn.call, answers=turn.answers, failed=turn.failed,
        )  # fmt: skip
        if made is None or turn.role == "system":
            continue
        if made.id in found:
            skipped["same id again"] += 1
        found.setdefault(made.id, made)
    return list(found.values())


def _times(turns: Sequence[_Turn], written: datetime) -> list[datetime]:
    """When each turn was: as it says, else as the one before it; in a file without times, up to when it was kept."""
    latest = next((at for turn in turns if (at := turn.at or turn.under)), None)
    if latest is None:
        return [written - timedelta(seconds=len(turns) - 1 - n) for n in range(len(turns))]
    times = []
    for turn in turns:
        latest = turn.at or max(turn.under or latest, latest)
        times.append(latest)
    return times


def _kept(path: Path, skipped: Counter[str]) -> _Kept:
    """What a file holds, by its name and how it begins."""
    if path.stat().st_size > LONGEST_FILE:
        raise OSError(f"{path} is larger than {LONGEST_FILE >> 20} MB, too large for a chat; name a part of it")
    raw = path.read_bytes()
    lines = path.suffix.lower() in (".jsonl", ".ndjson")
    if lines or _JSON.match(raw):
        passed = Counter[str]()
        kept = _Kept(turns=_of_messages(_lines(raw), passed)) if lines else _of_json(raw, passed)
        if raw.strip() and not kept.turns and not _is_json(raw):
            raise damaged(path, passed or {"message cut off": 1}, "message", "save the chat again")
        skipped.update(passed)
        return kept
    return _of_text(raw.decode("utf-8-sig", "replace"), skipped)


def _is_json(raw: bytes) -> bool:
    """Whether a file is JSON, or its first line is."""
    text = raw.decode("utf-8-sig", "replace").strip()
    for some in (text, text.partition("\n")[0]):
        with suppress(ValueError, RecursionError):
            json.loads(some)
            return True
    return False


def _lines(raw: bytes) -> Iterator[Any]:
    """The objects of lines of JSON, None for a bad one. A last line that is cut off is left for the next time."""
    *whole, last = raw.split(b"\n")
    yield from (parsed(line) for line in whole if line.strip())
    if found := parsed(last):
        yield found


def _of_text(text: str, skipped: Counter[str]) -> _Kept:
    lines = labels.lines_of(_public(text))
    found = labels.speakers(lines)
    if not found and text.strip():
        skipped["no speaker named"] += 1
    turns = []
    ends = [*(label.line for label in found), len(lines)][1:]
    stamps = labels.stamps(lines, found)
    for label, end in zip(found, ends, strict=True):
        said = [label.rest, *(lines[n] for n in range(label.line + 1, end) if n not in stamps)]
        under = next((at for n, at in reversed(stamps.items()) if n < label.line), None)
        while said and said[-1].strip() in _RULES:
            said.pop()
        role = labels.role_of(label.name)
        name = None if role else cleaned(label.name)
        turns.append(_Turn(id=None, at=label.at, role=role or "user", text="\n".join(said), name=name, under=under))
    head = "\n".join(lines[: found[0].line])[:10_000] if found else ""
    title = _TITLE.search(head)
    return _Kept(title=title[1].strip("\"' ") if title else "", day=day_of_head(head), turns=turns)


def _public(text: str) -> str:
    """A text without its private parts, which may hold several turns; one that is not closed ends with its turn."""
    kept, at, opened = [], 0, -1
    for tag in _PRIVATE.finditer(text):
        if not tag[1]:
            opened = tag.start() if opened < 0 else opened
        elif opened >= 0:
            kept.append(text[at:opened])
            at, opened = tag.end(), -1
    return "".join([*kept, text[at:]])


def _of_json(raw: bytes, skipped: Counter[str]) -> _Kept:
    """What a file of JSON holds; when it is not one whole, the messages in it that are."""
    try:
        data = json.loads(raw.decode("utf-8-sig", "replace"))
    except (ValueError, RecursionError):
        data = None
    messages: Iterator[Any] = iter(())
    told: Mapping[str, Any] = {}
    match data:
        case list():
            messages = iter(data)
        case {"messages": list(listed)}:
            messages, told = iter(listed), data
        case {"role": _}:
            messages = iter([data])
        case dict():
            skipped["no messages"] += 1
        case _ if b"[" in raw[:1024].partition(b"{")[0]:
            messages = _whole(raw, skipped)
        case _:
            messages = _lines(raw)
    title = told.get("title") or told.get("name")
    own = next((told[key] for key in _IDS if told.get(key) and isinstance(told[key], str)), "")
    days = (told.get(key) for key in (*_TIMES, "date", "created"))
    day = next((at for value in days if (at := day_alone(value) or moment(value))), None)
    return _Kept(title=title if isinstance(title, str) else "", id=own, day=day, turns=_of_messages(messages, skipped))


def _whole(raw: bytes, skipped: Counter[str]) -> Iterator[Any]:
    """The whole messages of a list that is cut off or badly written."""
    for piece in pieces(BytesIO(raw)):
        if piece.passed:
            skipped[f"message {piece.passed}"] += 1
        else:
            yield parsed(piece.raw)


def _of_messages(messages: Iterator[Any], skipped: Counter[str]) -> list[_Turn]:
    turns: list[_Turn] = []
    for message in messages:
        if not isinstance(message, dict):
            skipped["not a message"] += 1
            continue
        word = message.get("role")
        role = _ROLES.get(word.casefold()) if isinstance(word, str) else None
        name = message.get("name")
        name = cleaned(name) or None if isinstance(name, str) else None
        if role is None and name is None:
            skipped["unknown role"] += 1
            continue
        turns += _blocks(message, role or "user", name)
    return turns


def _blocks(message: Mapping[str, Any], role: Role, name: str | None) -> Iterator[_Turn]:
    """A message as OpenAI or Anthropic write it: one turn a block, then its calls."""
    id_ = message.get("id") or message.get("uuid")
    own = str(id_) if isinstance(id_, str | int) and not isinstance(id_, bool) else None
    at = next((at for key in _TIMES if (at := moment(message.get(key)))), None)
    content = message.get("content", message.get("parts"))
    blocks = content if isinstance(content, list) else [content]
    answers = message.get("tool_call_id") or name
    n = 0
    for block in [*blocks, *_calls(message)]:
        turn = _block(block, role)
        if turn is None:
            continue
        answered = turn.answers or (answers if isinstance(answers, str) else None)
        yield replace(
            turn,
            id=own and (f"{own}/{n}" if n else own),
            at=at,
            name=name if turn.role == role != "tool" else None,
            answers=answered if turn.role == "tool" else None,
        )
        n += 1


def _block(block: Any, role: Role) -> _Turn | None:
    match block:
        case str():
            return _Turn(id=None, at=None, role=role, text=block)
        case {"type": "tool_use", "name": str(tool)}:
            given = block.get("input")
            call = Call(id=str(block.get("id") or tool), tool=tool, input=given if isinstance(given, dict) else {})
            return _Turn(id=None, at=None, role="agent", call=call)
        case {"type": "tool_result"}:
            answers, failed = block.get("tool_use_id"), block.get("is_error") is True
            text = _text(block.get("content"))
            return _Turn(id=None, at=None, role="tool", text=text, answers=answers and str(answers), failed=failed)
        case {"text": str(text)} if block.get("type", "text") in ("text", "input_text", "output_text"):
            return _Turn(id=None, at=None, role=role, text=text)
    return None


def _calls(message: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The calls of a message in OpenAI's shape, as Anthropic writes them."""
    calls = message.get("tool_calls")
    calls = calls if isinstance(calls, list) else []
    if isinstance(message.get("function_call"), dict):
        calls = [*calls, {"function": message["function_call"]}]
    for call in calls:
        match call:
            case {"function": {"name": str(name), **rest}}:
                yield {"type": "tool_use", "id": call.get("id"), "name": name, "input": _given(rest.get("arguments"))}


def _given(arguments: object) -> object:
    if not isinstance(arguments, str):
        return arguments
    try:
        given = json.loads(arguments)
    except (ValueError, RecursionError):
        return {"text": arguments}
    return given


def _text(content: object) -> str:
    if isinstance(content, str):
        return content
    blocks = content if isinstance(content, list) else []
    return "\n".join(
        block["text"] for block in blocks if isinstance(block, dict) and isinstance(block.get("text"), str)
    )
