"""The spool: pointers that hooks leave to sessions that have something new. Host, session, path and offset; never text.

Light to import, for hooks. One small file a session, replaced whole; whoever reads it may do so at any moment.
"""

from __future__ import annotations

import os
import time
import zlib

from reverie.light import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from typing import Any

IDLE = 60.0  # seconds after which a session that says nothing more is read
LINES = 20  # new lines from which on it is read at once
MOST = 1_000  # sessions that may wait
_COUNTED = 8 << 20  # bytes in which lines are counted
_KEPT = 30 * 86_400.0  # seconds after which a pointer to nothing is dropped


class Pointer(NamedTuple):
    """Where something new stands."""

    host: str
    session: str
    path: str
    since: int  # bytes of the file when nothing of it waited
    size: int  # bytes of it when it was last spoken of
    at: float  # when that was
    now: bool = False  # the session has ended, or is about to be compacted

    def due(self, at: float) -> bool:
        """Whether it is to be read: it has ended, it has been quiet for a while, or much is new."""
        quiet = at - self.at
        return not -IDLE <= quiet < IDLE or (os.path.exists(self.path) and (self.now or self._lines() >= LINES))

    def means(self, session: str) -> bool:
        """Whether it points to a session found there: of a host that keeps all in one place, to its own alone."""
        return self.path.endswith(".jsonl") or session == self.session

    def later(self, read: Pointer) -> bool:
        """Whether it speaks of more than what was read."""
        return self.size > read.size if self.path.endswith(".jsonl") else self.at > read.at

    def _lines(self) -> int:
        try:
            with open(self.path, "rb") as file:
                file.seek(self.since)
                return file.read(_COUNTED).count(b"\n")
        except OSError:
            return 0


class Spool:
    """The pointers of a workspace."""

    def __init__(self, private: str) -> None:
        self._folder = os.path.join(private, "spool")

    def put(self, host: str, session: str, path: str, *, now: bool = False) -> Pointer | None:
        """A session has something new, or with `now` must be read at once. Its file may be written after that."""
        try:
            size = os.stat(path).st_size
        except FileNotFoundError:
            size = 0
        except (OSError, ValueError):
            return None
        name = _name(host, session)
        before = self._read(name)
        known = before is not None and before.path == path and before.since <= size
        since = before.since if before and known else self._done(name, size)
        pointer = Pointer(host, session, path, since, size, time.time(), now or bool(before and known and before.now))
        if before is None and len(self._names()) >= MOST:
            return None
        return pointer if self._write(name, pointer) else None

    def waiting(self) -> list[Pointer]:
        """The pointers there are, in the order of their names."""
        return [found for name in self._names() if (found := self._read(name))]

    def due(self, at: float) -> list[Pointer]:
        """Those that are to be read."""
        return [pointer for pointer in self.waiting() if pointer.due(at)]

    def done(self, pointer: Pointer) -> None:
        """It was read, as far as it was spoken of; what came in since keeps waiting."""
        name = _name(pointer.host, pointer.session)
        found = self._read(name)
        if found is not None and found != pointer and found.later(pointer):
            self._write(name, found._replace(since=pointer.size))
            return
        for each in (f"{name}.json", f"{name}.read"):
            try:
                os.unlink(os.path.join(self._folder, each))
            except OSError:
                continue
        self._put(f"{name}.read", str(pointer.size))

    def tidy(self, at: float) -> None:
        """Forget how far sessions were read that nobody has spoken of for a month."""
        for entry in os.scandir(self._folder) if os.path.isdir(self._folder) else ():
            if entry.name.endswith((".read", ".new")) and at - entry.stat().st_mtime > _KEPT:
                os.unlink(entry.path)

    def knows(self, name: str) -> bool:
        """Whether a file of that name is a pointer."""
        return self._read(name) is not None

    def _done(self, name: str, size: int) -> int:
        """How far it was read the last time; a shorter file is another one."""
        try:
            with open(os.path.join(self._folder, f"{name}.read"), encoding="ascii") as file:
                done = int(file.read(32))
            return done if done <= size else 0
        except (OSError, ValueError):
            return 0

    def _names(self) -> list[str]:
        try:
            return sorted(name[:-5] for name in os.listdir(self._folder) if name.endswith(".json"))
        except OSError:
            return []

    def _read(self, name: str) -> Pointer | None:
        import json

        try:
            with open(os.path.join(self._folder, f"{name}.json"), "rb") as file:
                found: Any = json.loads(file.read(1 << 16))
            pointer = Pointer(**{key: found[key] for key in Pointer._fields if key in found})
            texts = (pointer.host, pointer.session, pointer.path)
            numbers = (pointer.since, pointer.size, pointer.at)
            if all(isinstance(each, str) for each in texts) and all(isinstance(each, int | float) for each in numbers):
                return pointer
        except (OSError, ValueError, TypeError, KeyError):
            pass
        return None

    def _write(self, name: str, pointer: Pointer) -> bool:
        import json

        return self._put(f"{name}.json", json.dumps(pointer._asdict()))

    def _put(self, name: str, text: str) -> bool:
        draft = os.path.join(self._folder, f"{name}.{os.getpid()}.new")
        try:
            os.makedirs(self._folder, 0o700, exist_ok=True)
            handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o600)
            with open(handle, "w", encoding="utf-8") as file:
                file.write(text)
            os.replace(draft, os.path.join(self._folder, name))
        except (OSError, ValueError):
            return False
        return True


def _name(host: str, session: str) -> str:
    """A file name that two sessions hardly share, and that leads nowhere."""
    plain = "".join(c if c.isascii() and c.isalnum() else "-" for c in f"{host}-{session}")[:80]
    return f"{plain}-{zlib.crc32(session.encode('utf-8', 'surrogatepass')):08x}"
