"""The workspace as a server uses it: one memory stays open for all who read, each write opens it as a command does.

So a search is warm, a write notices what people changed by hand meanwhile, and a reader never waits for a writer.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from reverie.errors import OutsideVault, VaultError
from reverie.store import layout

if TYPE_CHECKING:  # a server answers that it is there before it has read anything
    from reverie.memory import Memory

READERS = 4  # threads; each has connections of its own, so they are kept
_ANYBODY = "mcp"

T = TypeVar("T")
Use = Callable[["Memory", str], T]  # with a memory and the space that the agent works in


@dataclass(frozen=True, slots=True, kw_only=True)
class Served:
    """Where a server works: which workspace, and whose memory in it."""

    root: Path
    space: str | None = None  # else that of the folder
    folder: Path | None = None
    session: str | None = None


@dataclass(slots=True)
class Workspace:
    """Two ways in, for an event loop: `readers` and `writer` are where `reading` and `writing` are to be run."""

    served: Served
    readers: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(READERS, "reading"))
    writer: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1, "writing"))
    _open: Memory | None = None
    _was: tuple[int, int] | None = None
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def reading(self, use: Use[T]) -> T:
        """Use the memory that stays open; one that cannot be read any more is opened anew the next time."""
        memory = self._reader()
        try:
            return use(memory, self._space(memory))
        except OutsideVault:
            raise  # the address was wrong, not the vault
        except VaultError:
            self._let_go(memory)
            raise

    def writing(self, agent: str, use: Use[T]) -> T:
        """Use a memory of its own, in the name of an agent."""
        from reverie.memory import Memory

        served = self.served
        with Memory.open(served.root, agent=agent, source="mcp", session=served.session) as memory:
            return use(memory, self._space(memory))

    def close(self) -> None:
        """When all that was begun is done."""
        self.writer.shutdown()
        self.readers.shutdown()
        with self._lock:
            if self._open:
                self._open.close()
            self._open = None

    def _space(self, memory: Memory) -> str:
        served = self.served
        if served.space is not None:
            return served.space
        return memory.space_of(served.folder) if served.folder else ""

    def _reader(self) -> Memory:
        from reverie.memory import Memory

        with self._lock:
            now = self._identity()
            if self._open is None or now != self._was:  # it was deleted, moved away or made anew
                self._open, self._was = Memory.open(self.served.root, agent=_ANYBODY, source="mcp"), now
            return self._open

    def _let_go(self, memory: Memory) -> None:
        """Others may still use it: it is closed when the last of them is done."""
        with self._lock:
            if self._open is memory:
                self._open = None

    def _identity(self) -> tuple[int, int] | None:
        try:
            found = (self.served.root / layout.PRIVATE).stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino
