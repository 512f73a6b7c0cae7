"""Benchmark sets: conversations and the questions about them, read from pairs of files in a folder. Only reads."""

from __future__ import annotations

import gzip
import hashlib
import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Literal, cast

from reverie.domain.transcript import Role
from reverie.errors import ReverieError

CONVERSATIONS, QUESTIONS = ".conversations.jsonl.gz", ".questions.jsonl.gz"
# Every second development conversation: the weights were fitted to these, and only checked on the others.
CHOSEN = frozenset(("conv-26", "conv-41", "conv-43", "100K-1", "100K-5", "100K-9", "100K-13", "100K-17"))
HELD_OUT = frozenset(("conv-30", "conv-42", "100K-3", "100K-7", "100K-11", "100K-15", "100K-19"))
ASIDE = "adversarial"  # a type of question that a headline leaves out
_UNDATED = datetime(2024, 1, 1, tzinfo=UTC)  # of a first session without a date
_ROLES: Mapping[str, Role] = {"assistant": "agent", "agent": "agent", "tool": "tool", "system": "system"}

Half = Literal["chosen on", "held out", "unseen"]
HALVES: tuple[Half, ...] = ("chosen on", "held out", "unseen")


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """One turn, as the set tells it."""

    id: str
    role: Role
    speaker: str | None
    text: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    id: str
    sessions: tuple[tuple[Said, ...], ...]
    last: datetime  # when its last session began

    @property
    def turns(self) -> list[Said]:
        return [turn for session in self.sessions for turn in session]

    @property
    def half(self) -> Half:
        return "chosen on" if self.id in CHOSEN else "held out" if self.id in HELD_OUT else "unseen"


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    id: str
    conversation: str
    type: str
    text: str
    answers: tuple[str, ...]
    gold: frozenset[str]  # the evidence that is there; what the set names beyond it is left out
    asked: datetime | None

    @property
    def counts(self) -> bool:
        """Whether the headline counts it."""
        return bool(self.gold) and self.type != ASIDE

    def now(self, of: Conversation) -> datetime:
        return self.asked or of.last


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchSet:
    name: str
    conversations: Mapping[str, Conversation]
    questions: tuple[Question, ...]
    files: Mapping[str, str]  # name to SHA-256

    @property
    def about_conflicts(self) -> bool:
        """Whether it can only be judged by its answers: no turn is named as evidence."""
        return not any(q.gold for q in self.questions) and any(q.answers for q in self.questions)


def read(folder: Path, names: Sequence[str] = ()) -> list[BenchSet]:
    """Every set of a folder, or those named, in the order of their names."""
    if not folder.is_dir():
        raise ReverieError("the folder given as --data (or REVERIE_BENCH_DATA) does not exist")
    there: dict[str, set[str]] = {}
    for end in (CONVERSATIONS, QUESTIONS):
        for path in folder.glob(f"*{end}"):
            there.setdefault(path.name.removesuffix(end), set()).add(end)
    if not there:
        raise ReverieError(f"the folder given as --data holds no set: no file ends in {CONVERSATIONS}")
    for name in names:
        if name not in there:
            raise ReverieError(f"there is no set {name!r}; the folder holds {', '.join(sorted(there))}")
    wanted = sorted(names or there)
    for name in wanted:
        for end in (CONVERSATIONS, QUESTIONS):
            if end not in there[name]:
                raise ReverieError(f"the set {name!r} is incomplete: {name}{end} is missing")
    return [_set(folder, name) for name in wanted]


def _set(folder: Path, name: str) -> BenchSet:
    about, asked = folder / f"{name}{CONVERSATIONS}", folder / f"{name}{QUESTIONS}"
    conversations: dict[str, Conversation] = {}
    for row in _rows(about):
        with row:
            found = _conversation(row.value)
            if found.id in conversations:
                raise ValueError(f"conversation {found.id!r} is there twice")
            conversations[found.id] = found
    ids = {id_: frozenset(turn.id for turn in c.turns) for id_, c in conversations.items()}
    questions: list[Question] = []
    for row in _rows(asked):
        with row:
            questions.append(_question(row.value, len(questions), ids))
    return BenchSet(
        name=name,
        conversations=conversations,
        questions=tuple(questions),
        files={path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in (about, asked)},
    )


@dataclass(frozen=True, slots=True)
class _Row:
    """One line of a file; what is wrong with it is said with its place."""

    where: str
    text: str

    @property
    def value(self) -> Mapping[str, Any]:
        found = json.loads(self.text)
        if not isinstance(found, dict):
            raise TypeError("the line is no JSON object")
        return found

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, wrong: BaseException | None, _: object) -> None:
        if isinstance(wrong, KeyError):
            raise ReverieError(f"{self.where}: {wrong.args[0]!r} is missing") from wrong
        if isinstance(wrong, ValueError | TypeError | OverflowError | RecursionError):
            raise ReverieError(f"{self.where}: {' '.join(str(wrong).split())[:160]}") from wrong


def _rows(path: Path) -> Iterator[_Row]:
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            lines = file.readlines()
    except (OSError, EOFError, zlib.error, UnicodeDecodeError) as wrong:
        raise ReverieError(f"{path.name} cannot be read: it must be gzipped UTF-8, one JSON object a line") from wrong
    return (_Row(f"{path.name}:{n}", line) for n, line in enumerate(lines, 1) if line.strip())


def _conversation(row: Mapping[str, Any]) -> Conversation:
    sessions: list[tuple[Said, ...]] = []
    began = _UNDATED - timedelta(days=1)
    for session in _list(row, "sessions"):
        began = _moment(session.get("date")) or began + timedelta(days=1)
        sessions.append(
            tuple(_said(turn, began + timedelta(seconds=n)) for n, turn in enumerate(_list(session, "turns")))
        )
    return Conversation(id=_name(row["conv_id"], "conv_id"), sessions=tuple(sessions), last=began)


def _said(turn: Mapping[str, Any], at: datetime) -> Said:
    text, caption, speaker = (_text(turn, name) for name in ("text", "caption", "speaker"))
    return Said(
        id=_name(turn["id"], "a turn's id"),
        role=_ROLES.get(str(turn.get("role")), "user"),
        speaker=speaker or None,
        text=f"{text} [image: {caption}]" if caption else text,
        at=at,
    )


def _question(row: Mapping[str, Any], n: int, turns: Mapping[str, frozenset[str]]) -> Question:
    conversation = _name(row["conv_id"], "conv_id")
    if conversation not in turns:
        raise ValueError(f"it asks about conversation {conversation!r}, which the set does not hold")
    text = row["question"]
    if not isinstance(text, str):
        raise TypeError("'question' must be a text")
    return Question(
        id=_name(row.get("qid", n), "qid"),
        conversation=conversation,
        type=_text(row, "type") or "untyped",
        text=_plain(text),
        answers=tuple(_plain(str(a)) for a in _several(row.get("answer")) if str(a).strip()),
        gold=frozenset(_plain(str(e)) for e in _several(row.get("evidence"))) & turns[conversation],
        asked=_moment(row.get("question_date")),
    )


def _several(value: object) -> list[Any]:
    if value is None:
        return []
    return value if isinstance(value, list) else [value]


def _list(row: Mapping[str, Any], name: str) -> list[Mapping[str, Any]]:
    found = row[name]
    if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
        raise TypeError(f"{name!r} must be a list of objects")
    return cast(list[Mapping[str, Any]], found)


def _text(row: Mapping[str, Any], name: str) -> str:
    found = row.get(name)
    if not isinstance(found, str | None):
        raise TypeError(f"{name!r} must be a text")
    return _plain(found or "")


def _name(value: object, what: str) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise TypeError(f"{what} must be a text or a whole number")
    return _plain(str(value))


def _plain(text: str) -> str:
    """JSON can hold half a character; SQLite and hashes cannot."""
    return text.encode("utf-8", "replace").decode()


def _moment(value: object) -> datetime | None:
    if value is None or value == "":
        return None
    if not isinstance(value, str):
        raise TypeError("a date must be a text such as 2026-11-16T09:00:00")
    found = datetime.fromisoformat(value)
    return found.astimezone(UTC) if found.tzinfo else found.replace(tzinfo=UTC)
