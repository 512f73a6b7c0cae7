"""What every reader promises, and how lines of JSON are read that another program is still writing."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import IO, Any, NamedTuple, Protocol

from reverie.domain import fence, safety, unsaid
from reverie.domain.transcript import Call, Entry, Role, Transcript

LONGEST_LINE = 32 << 20  # bytes; a longer line is passed over
LONGEST_TEXT = 200_000  # characters of one entry that are kept
_PREFIX = 4096  # bytes at the beginning by which a file is known again
_CHUNK = 1 << 20
_AROUND = b"\xef\xbb\xbf\0 \t\r"  # what Windows begins a file with, and what a power cut leaves behind its end
_BEHIND = 1 << 19  # bytes before a place in which what was said last stands
_HIDDEN = (  # our own blocks, what is private, and what hosts put into a person's mouth
    "reverie|mem-context|private|system-reminder|hook_context|environment_context|session_context|ide_opened_file"
    "|ide_selection|local-command-stdout|local-command-stderr"
    "|local-command-caveat|command-name|command-message|command-args|user_instructions|persisted-output"
)
_LEFT, _RIGHT = r"(?:<|&lt;)[ \t]{0,3}", r"[ \t]{0,3}(?:>|&gt;)"
_BEGUN = rf"{_LEFT}({_HIDDEN})\b(?:(?!&gt;)[^>]){{0,200}}(?:>|&gt;)"
_INNERMOST = re.compile(rf"{_BEGUN}(?:(?!{_LEFT}(?:{_HIDDEN})\b).)*?{_LEFT}/[ \t]{{0,3}}\1{_RIGHT}", re.S | re.I)
_OPEN = re.compile(rf"{_BEGUN}.*\Z", re.S | re.I)
_CLOSED = re.compile(rf"\A.*{_LEFT}/[ \t]{{0,3}}private{_RIGHT}", re.S | re.I)  # opened in the message before
_STRAY = re.compile(rf"{_LEFT}/[ \t]{{0,3}}(?:{_HIDDEN}){_RIGHT}", re.I)  # closes nothing
_PRIVATE = re.compile(rf"{_LEFT}private\b[^>]{{0,200}}>(.*?)(?:{_LEFT}/[ \t]{{0,3}}private{_RIGHT}|\Z)", re.S | re.I)
_NESTED = 12
_CONTINUED = "This session is being continued from a previous conversation"
_UNSTORABLE = re.compile("[\ud800-\udfff\0]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """A session as it was found, before anything in it is read."""

    host: str
    id: str
    path: Path  # of its file, or of the database that holds it
    changed: datetime
    size: int  # bytes; of a session in a database, a number that grows with it
    folder: str | None = None  # where the agent worked, when that is known without reading
    parent: str | None = None
    lasting: bool = False  # a host's own memory: it holds until it is changed, so that its age says nothing

    @property
    def source(self) -> str:
        """Its name in streams, watermarks and the archive; a file may have a credential for a name."""
        return safety.redact(f"{self.host}:{self.id}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """How far a session was read. Kept between runs; a file that does not begin as it did is read from its start."""

    offset: int = 0  # bytes; of a session in a database, what its reader makes of it
    last: str = ""  # the latest entry
    prefix: str = ""  # hash of the beginning of the file
    compactions: int = 0  # so far
    began: str = ""  # when its first entry was said; not the reader's to know
    withheld: bool = False  # whether something in it is not to be remembered; nor is that the reader's to know
    known: Sequence[str] = ()  # of a file that is always read as a whole: hashes of the entries that were read
    back: int = 0  # bytes before it to begin at, for what the new part goes on from; not kept

    @property
    def behind(self) -> Place:
        """From where on a reading gives, before what is new, what was read last."""
        return replace(self, last="", known=(), back=_BEHIND)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What is new in a session, and where the next reading goes on."""

    transcript: Transcript
    place: Place
    skipped: Mapping[str, int] = field(default_factory=dict)  # why, and how often; said in the summary of a run
    guessed: str = ""  # what its day was taken from, when it does not say


class Reader(Protocol):
    """Reads the sessions of one host."""

    host: str

    def roots(self, home: Path, environ: Mapping[str, str]) -> list[Path]:
        """The folders or files this host keeps sessions in, whether or not they exist; none when it was told not to."""

    def find(self, root: Path) -> Iterator[Session]:
        """The sessions below one of its roots. Raises OSError when the root is there and cannot be listed."""

    def read(self, session: Session, since: Place | None = None) -> Reading:
        """The entries after a place. Bad lines are counted and passed over; raises OSError when nothing can be read."""


class Line(NamedTuple):
    data: dict[str, Any]
    end: int  # the offset behind it


class Lines:
    """The JSON objects of a file that only grows, from an offset on; of `content` when it had to be unpacked.

    A line that is torn, too long, not UTF-8 or not an object is counted and passed over. The last line may lack its
    newline: when it is whole it counts, else it is left for the next time.
    """

    def __init__(self, path: Path, since: Place | None = None, *, content: bytes | None = None) -> None:
        self._path = path
        self._content = content
        self.skipped: Counter[str] = Counter()
        self.prefix = ""
        with self._open() as file:
            self._beginning = file.read(_PREFIX)
        self.offset = 0
        size = path.stat().st_size if content is None else len(content)
        whole = size >= since.offset if since else False
        if since and since.offset and whole and known_again(self._beginning, since):
            self.resume(since)

    def resume(self, since: Place) -> bool:
        """Go on from a place; not when it stands in the middle of a line: then it is another file's."""
        with self._open() as file:
            file.seek(since.offset - 1)
            before, after = file.read(1), file.read(1)
            if before != b"\n" and (not before or after not in (b"", b"\n")):
                return False
            self.offset = since.offset
            if since.back:
                start = max(0, since.offset - since.back)
                file.seek(start)
                line = file.read(since.offset - start).find(b"\n") + 1
                self.offset = start + line if start and line else since.offset if start else 0
        return True

    def _open(self) -> IO[bytes]:
        return self._path.open("rb") if self._content is None else BytesIO(self._content)

    def __iter__(self) -> Iterator[Line]:
        with self._open() as file:
            file.seek(self.offset)
            pending, passing = b"", False
            while chunk := file.read(_CHUNK):
                *whole, pending = (pending + chunk).split(b"\n")
                for n, raw in enumerate(whole):
                    self.offset += len(raw) + 1
                    if passing and n == 0:
                        passing = False
                    elif found := self._object(raw):
                        yield Line(found, self.offset)
                if len(pending) > LONGEST_LINE:
                    if not passing:
                        self.skipped["line too long"] += 1
                    passing = True
                    self.offset += len(pending)
                    pending = b""
            if pending and not passing:
                found = self._object(pending, last=True)
                if found:
                    self.offset += len(pending)
                    yield Line(found, self.offset)

    def _object(self, raw: bytes, *, last: bool = False) -> dict[str, Any] | None:
        raw = raw.strip(_AROUND)
        if not raw:
            return None
        why = "not an object"
        try:
            data = json.loads(raw.decode("utf-8"))
        except UnicodeDecodeError:
            why = "not UTF-8"
            try:
                data = json.loads(raw.decode("utf-8", "replace"))
            except (ValueError, RecursionError):
                data = None
        except (ValueError, RecursionError):
            why, data = "not JSON", None
        if isinstance(data, dict):
            return data
        if not last:
            self.skipped[why if data is None else "not an object"] += 1
        return None

    def place(self, last: str, compactions: int = 0) -> Place:
        """Where the next reading goes on."""
        prefix = self._beginning[: min(_PREFIX, self.offset)]
        return Place(
            offset=self.offset,
            last=last,
            prefix=f"{len(prefix)}:{hashlib.sha256(prefix).hexdigest()[:16]}",
            compactions=compactions,
        )


def known_again(beginning: bytes, since: Place) -> bool:
    """Whether a file begins as it did."""
    length, _, digest = since.prefix.partition(":")
    if not length.isdecimal() or len(beginning) < int(length):
        return False
    return hashlib.sha256(beginning[: int(length)]).hexdigest()[:16] == digest


def entry(
    id_: str, at: datetime | None, role: Role, text: str, *, speaker: str | None = None, call: Call | None = None,
    answers: str | None = None, failed: bool = False,
) -> Entry | None:  # fmt: skip
    """An entry of a transcript, without what must not be learned from; None when nothing is left of it.

    Every reader makes its entries here, so that no path forgets what is private, or what we ourselves put in.
    """
    private = unsaid.telling(" ".join(_PRIVATE.findall(text))) if role == "user" and "private" in text.lower() else ()
    text = cleaned(text) if role == "agent" else cleaned(fence.untold(text))  # what an agent cites, it used
    if call:
        try:
            call = Call(id=call.id, tool=call.tool, input=_cleaned(dict(call.input)))
        except RecursionError:  # nested too deep to be anything a tool was asked
            call = Call(id=call.id, tool=call.tool)
    if at is None or not (text or call or private):
        return None
    return Entry(
        id=id_, at=at, role=role, text=text, speaker=speaker, call=call, answers=answers, failed=failed,
        unsaid=private,
    )  # fmt: skip


def cleaned(text: str) -> str:
    """Text without our own blocks, private parts, words of the host and what no file can hold; cut when endless."""
    if "<" in text or "&lt;" in text:
        for _ in range(_NESTED):  # from the innermost out; what is never closed, or nested deeper, hides the rest
            text, count = _INNERMOST.subn("", text)
            if not count:
                break
        text = _STRAY.sub("", _CLOSED.sub("", _OPEN.sub("", text)))
    if text.startswith(_CONTINUED):
        return ""
    return _UNSTORABLE.sub("\ufffd", text).strip()[:LONGEST_TEXT]


def _cleaned(value: Any) -> Any:
    if isinstance(value, str):
        return cleaned(value)
    if isinstance(value, dict):
        return {key: _cleaned(each) for key, each in value.items()}
    return [_cleaned(each) for each in value] if isinstance(value, list) else value


def moment(value: object) -> datetime | None:
    """A time as hosts write it: ISO 8601, or seconds or milliseconds since 1970; None when it is none."""
    try:
        if isinstance(value, int | float) and not isinstance(value, bool):
            return datetime.fromtimestamp(value / 1000 if abs(value) > 1e11 else value, UTC)
        if isinstance(value, str) and value:
            found = datetime.fromisoformat(value)
            return found.astimezone(UTC) if found.tzinfo else found.replace(tzinfo=UTC)
    except (ValueError, OverflowError, OSError):
        pass
    return None


def changed(path: Path) -> tuple[datetime, int]:
    """When a file was last written, and its size."""
    stat = path.stat()
    return datetime.fromtimestamp(stat.st_mtime, UTC), stat.st_size
