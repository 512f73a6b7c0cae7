"""Who holds a lease: a process, named so that another on the same machine can tell whether it still lives."""

from __future__ import annotations

import os
import socket
from pathlib import Path
from typing import NamedTuple

_PROC = Path("/proc")
_BURIED = (b"Z", b"X")  # states of a process that has ended, and that nobody has asked about yet


class Owner(NamedTuple):
    """A token that no other process has, in the words it is made of."""

    machine: str
    pid: int
    started: str  # so that a later process with the same number is not taken for it; "" where nobody tells
    once: str  # tells apart what one process does at the same time

    @classmethod
    def here(cls, once: str) -> Owner:
        """This process."""
        return cls(_machine(), os.getpid(), _started(os.getpid()) or "", once)

    @classmethod
    def read(cls, token: str) -> Owner | None:
        match token.split():
            case [machine, pid, started, once] if pid.isdecimal():
                return cls(machine, int(pid), started.strip("-"), once)
        return None

    def __str__(self) -> str:
        return f"{self.machine} {self.pid} {self.started or '-'} {self.once}"

    @property
    def here_too(self) -> bool:
        """Whether it is, or was, a process of this machine, as far as that can be told."""
        return self.machine == _machine()

    @property
    def gone(self) -> bool:
        """Whether it has certainly ended; of another machine's processes that is never certain."""
        if not self.here_too:
            return False
        found = _started(self.pid)
        if found is not None and self.started:
            return found != self.started
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return True
        except OSError:  # it is somebody else's
            pass
        return False


def _machine() -> str:
    """The name of this machine; where the system tells, with when it started and which processes it can see."""
    name = "".join(socket.gethostname().split())
    try:
        boot = (_PROC / "sys/kernel/random/boot_id").read_text("ascii").strip()
        return f"{name}/{boot}/{(_PROC / 'self/ns/pid').readlink()}"
    except OSError:
        return name


def _started(pid: int) -> str | None:
    """When a process began, in the system's own count; "" when it has ended, None when nobody tells."""
    try:
        stat = (_PROC / str(pid) / "stat").read_bytes()
    except OSError:
        return None
    state, *rest = stat[stat.rfind(b")") + 1 :].split()  # before it stands a name that may hold anything
    return "" if state in _BURIED else rest[18].decode("ascii")
