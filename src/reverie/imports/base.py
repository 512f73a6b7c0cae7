"""What every importer gives: pieces of text, with where each stood and when it was said. Sources are only ever read."""

from __future__ import annotations

import hashlib
import json
import os
import re
import sqlite3
import stat
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time
from pathlib import Path
from typing import Any, Protocol

from reverie.domain.fragment import Trust
from reverie.domain.front import body, get
from reverie.errors import BundleRefused

LARGEST = 50 * 2**20  # bytes of one file
STATEMENT = 600  # characters; what is longer is kept word for word
_DAY = re.compile(r"(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """One thing another program remembered: a statement, or a text to be kept word for word."""

    place: str  # where it stood: a file and line, or a table and row
    text: str
    quote: str = ""  # the words of the source, where the text is not just those
    at: datetime | None = None  # when it was said; None when nothing tells
    whole: bool = False  # a text, not a statement
    title: str = ""
    speaker: str | None = None
    tags: tuple[str, ...] = ()
    trust: Trust = "agent"
    folder: str | None = None  # where the agent worked, when that is known

    @property
    def entry(self) -> str:
        """Its name within its source: the same place and the same words are the same piece."""
        digest = hashlib.sha256(self.text.encode("utf-8", "surrogatepass")).hexdigest()[:12]
        return f"{self.place}@{digest}"


@dataclass(slots=True)
class Gathered:
    """All that a source holds."""

    kind: str  # the importer's name
    source: str  # what it was read from: a file's or folder's name
    pieces: list[Piece] = field(default_factory=list)
    skipped: Counter[str] = field(default_factory=Counter)  # why


class Importer(Protocol):
    name: str

    def looks(self, path: Path) -> bool:
        """Whether this path is what the importer reads; never raises for what is not."""

    def gather(self, path: Path) -> Gathered:
        """All that it holds."""


def text_of(path: Path) -> str | None:
    """A text file, as far as it is text; None for what is none, too large, or no regular file."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW)
    except OSError:
        return None
    with os.fdopen(handle, "rb") as file:
        found = os.fstat(handle)
        if not stat.S_ISREG(found.st_mode) or found.st_size > LARGEST:
            return None
        raw = file.read()
    if b"\0" in raw[:8192]:
        return None
    return raw.decode("utf-8-sig", "replace").replace("\r\n", "\n")


def kept_in(path: Path, *suffixes: str) -> bool:
    """Whether a file has one of these endings, or a folder holds one that has."""
    if path.is_dir():
        return next(files(path, *suffixes), None) is not None
    return path.suffix.lower() in suffixes


def files(root: Path, *suffixes: str) -> Iterator[Path]:
    """The files below a folder, in order, with one of these endings; links and hidden ones are left out."""
    for top, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            path = Path(top) / name
            if not name.startswith(".") and path.suffix.lower() in suffixes and not path.is_symlink():
                yield path


def changed(path: Path) -> datetime | None:
    """When a file was last written."""
    try:
        return datetime.fromtimestamp(path.stat().st_mtime, UTC)
    except (OSError, ValueError, OverflowError):
        return None


def moment(said: Any) -> datetime | None:
    """A time as programs write it: ISO, a date, seconds or milliseconds; None when it is none."""
    try:
        if isinstance(said, int | float) and not isinstance(said, bool):
            return datetime.fromtimestamp(said / 1000 if said > 1e11 else said, UTC)
        if isinstance(said, str) and said.strip():
            at = datetime.fromisoformat(said.strip())
            return at if at.tzinfo else at.replace(tzinfo=UTC)
        if isinstance(said, date):
            return datetime.combine(said, time(12), UTC)
    except (ValueError, OverflowError, OSError):
        return None
    return None


def day_in(name: str) -> datetime | None:
    """The day a name tells of, at noon."""
    found = _DAY.search(name)
    try:
        return datetime(int(found[1]), int(found[2]), int(found[3]), 12, tzinfo=UTC) if found else None
    except ValueError:
        return None


def front_moment(text: str, *names: str) -> datetime | None:
    """The first of these keys of a front matter that is a time."""
    return next((at for name in names if (at := moment(get(text, name)))), None)


def document(path: Path, root: Path, *, trust: Trust = "agent", at: datetime | None = None) -> Piece | None:
    """A Markdown or plain text file as a text to be kept; None when it holds none."""
    text = text_of(path)
    if text is None or not body(text).strip():
        return None
    place = path.relative_to(root).as_posix() if path != root else path.name
    said = at or front_moment(text, "modified", "updated", "created", "date") or day_in(path.name) or changed(path)
    return Piece(place=place, text=text, at=said, whole=True, title=title_of(text, path), trust=trust)


def title_of(text: str, path: Path) -> str:
    heading = re.search(r"^#[ \t]+(\S.*)$", body(text), re.M)
    return (get(text, "title") or get(text, "name") or (heading[1] if heading else "") or path.stem).strip()


def json_of(path: Path) -> Any:
    """A JSON file; None when it is none."""
    text = text_of(path)
    try:
        return json.loads(text) if text else None
    except (ValueError, RecursionError):
        return None


@contextmanager
def database(path: Path) -> Iterator[sqlite3.Connection]:
    """A SQLite file of another program, which is neither written nor locked by it; not even its log is touched."""
    kept = any(path.with_name(path.name + suffix).exists() for suffix in ("-wal", "-journal"))
    mode = "mode=ro" if kept else "immutable=1"  # what stands in a log must be read with it
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?{mode}", uri=True, timeout=2)) as db:
            db.row_factory = sqlite3.Row
            db.execute("PRAGMA query_only=ON")
            yield db
    except sqlite3.Error as wrong:
        raise BundleRefused(f"{path} cannot be read ({wrong}); nothing was changed") from wrong


def tables(path: Path) -> dict[str, set[str]]:
    """The tables of a SQLite file with their columns; none when it is no such file."""
    try:
        with path.open("rb") as file:
            if file.read(16) != b"SQLite format 3\0":
                return {}
        with database(path) as db:
            names = [row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            return {
                name: {row[0] for row in db.execute("SELECT name FROM pragma_table_info(?)", (name,))} for name in names
            }
    except (OSError, BundleRefused):
        return {}
