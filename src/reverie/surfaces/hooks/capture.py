"""Capture: leave a pointer to what is new, and start the worker when something is due. Nothing is read here."""

from __future__ import annotations

import os
import sys
import time

from reverie import configured
from reverie.light import TYPE_CHECKING
from reverie.store.spool import Spool

if TYPE_CHECKING:
    from reverie.configured import Configured
    from reverie.surfaces.hooks.events import Event

REST = 60.0  # seconds between two workers that start by themselves
PATIENCE = 0.8  # seconds a compaction waits for what is about to be forgotten to be taken in
_PAUSE = 0.02


def point(told: Event, where: Configured) -> None:
    """Leave a pointer to a session that has something new; when it ends or is compacted, to be read at once."""
    now = told.act in ("flush", "compacted", "end")
    if told.act == "end":
        _note(where, "ended")
    pointer = Spool(where.private).put(told.host, told.session, told.path, now=now) if told.path else None
    started = wake(where, at_once=now)
    if told.act == "flush" and pointer and started:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and pointer in Spool(where.private).waiting():
            time.sleep(_PAUSE)


def wake(where: Configured, *, at_once: bool = False) -> bool:
    """Start a worker when a session waits to be read, at most one in a while; whether one was started."""
    if not where.worker or not os.access(where.private, os.W_OK) or not configured.dreams_by_itself(where.root):
        return False
    if not at_once and _just_started(where):
        return False
    if not Spool(where.private).due(time.time()) or not _note(where, "start"):
        return False
    _start(where)
    return True


def _just_started(where: Configured) -> bool:
    try:
        return 0 <= time.time() - os.stat(os.path.join(where.private, "times", "start")).st_mtime < REST
    except OSError:
        return False


def _note(where: Configured, work: str) -> bool:
    """As store/times.py notes when something was done."""
    folder = os.path.join(where.private, "times")
    draft = os.path.join(folder, f"{work}.{os.getpid()}")
    try:
        os.makedirs(folder, 0o700, exist_ok=True)
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o600)
        os.write(handle, time.strftime("%Y-%m-%dT%H:%M:%S+00:00\n", time.gmtime()).encode())
        os.close(handle)
        os.replace(draft, os.path.join(folder, work))
    except OSError:
        return False
    return True


def _start(where: Configured) -> None:
    """`reverie worker` in a process of its own, which outlives this one and the host, and says nothing."""
    if os.fork():
        return
    try:  # the child's child is nobody's to bury
        os.setsid()
        if os.fork():
            os._exit(0)
        os.chdir(where.root)
        null = os.open(os.devnull, os.O_RDWR)
        for handle in (0, 1, 2):
            os.dup2(null, handle)
        # -P: nothing in the folder it runs in may be taken for a module.
        arguments = [sys.executable, "-P", "-m", "reverie", "-w", where.root, "worker", "--quiet"]
        os.execve(sys.executable, arguments, configured.for_children())  # noqa: S606
    finally:
        os._exit(1)
