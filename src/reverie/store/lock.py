"""One writer at a time, across processes and threads. Held per commit, never during a model call."""

from __future__ import annotations

import contextlib
import os
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from reverie.errors import VaultBusy, VaultError

_PAUSE = 0.005


@dataclass(frozen=True, slots=True)
class VaultSettings:
    """[vault] in reverie.toml"""

    wait: float = 30.0  # seconds a writer queues for the lock before it gives up with a message

    def __post_init__(self) -> None:
        if self.wait < 0:
            raise ValueError("wait must not be negative")


class WriterLock:
    """An advisory lock on a file. The system drops it when its holder dies, however it dies."""

    def __init__(self, path: Path, wait: float = 30.0) -> None:
        self._path = path
        self._wait = wait
        self._threads = threading.RLock()
        self._depth = 0
        self._file = -1

    @contextlib.contextmanager
    def held(self) -> Iterator[bool]:
        """Hold the lock; yields whether this call took it (False when this thread held it already)."""
        with self._threads:
            first = self._depth == 0
            if first:
                self._file = self._take()
            self._depth += 1
            try:
                yield first
            finally:
                self._depth -= 1
                if first:
                    os.close(self._file)

    def _take(self) -> int:
        try:
            handle = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as wrong:
            raise VaultError(
                f"the vault cannot be locked for writing: {wrong.strerror}; `reverie doctor` says more"
            ) from wrong
        deadline = time.monotonic() + self._wait
        while not _lock(handle):
            if time.monotonic() >= deadline:
                other = _named(handle)
                os.close(handle)
                raise VaultBusy(
                    f"the vault is busy: {other} has been writing for over {self._wait:g} s. "
                    "Wait and try again, or end that process."
                )
            time.sleep(_PAUSE)
        with contextlib.suppress(OSError):  # on a full disk the lock holds all the same, without a name
            os.ftruncate(handle, 0)
            os.pwrite(handle, f"process {os.getpid()}\n".encode("ascii"), 0)
        return handle


def holder(path: Path) -> str | None:
    """The process that has the lock of this file now; None when nobody has."""
    try:
        handle = os.open(path, os.O_RDWR)
    except OSError:
        return None
    try:
        return None if _lock(handle) else _named(handle)
    finally:
        os.close(handle)


def _named(handle: int) -> str:
    return os.pread(handle, 64, 0).decode("ascii", "replace").strip() or "another process"


def _lock(handle: int) -> bool:
    """Try once. The lock goes with the open file, so closing it is enough to let go."""
    try:
        if os.name == "nt":  # written for, untested
            import msvcrt

            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
