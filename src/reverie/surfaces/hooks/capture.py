"""Capture: leave a pointer to what is new, and start the worker when something is due. Nothing is read here."""

from __future__ import annotations

import os
import sys
import time

from reverie import configured
from reverie.light import TYPE_CHECKING
from reverie.store.noting import note
from reverie.store.spool import Spool

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reverie.configured import Configured
    from reverie.surfaces.hooks.events import Event

REST, SHORT = 60.0, 3.0  # seconds between two workers that start by themselves; when something must be read at once
PATIENCE = 4.0  # seconds a compaction, which takes longer, waits for what is about to be forgotten to be taken in
LONGEST = 60_000  # bytes of a host's summary: as many as a pipe holds without waiting for its reader
DAY, DREAM = 86_400.0, 1_800.0  # seconds after which a sweep, and a dream, may be due; settings may say otherwise
_START = ("start", "start-at-once")  # what starts of a worker are noted under
_SUMMARY = "start-summary"
_NEVER = float("inf")
_FIRST = ".gitignore"  # is as old as the workspace: before its first sweep, that counts
_PAUSE = 0.02
_INBOX = 1 << 16  # bytes of the sub-agents' inbox that are looked at


def point(told: Event, where: Configured) -> None:
    """Leave a pointer to a session that has something new; when it ends or is compacted, to be read at once."""
    now = told.act in ("flush", "compacted", "end") or configured.one_shot()
    if told.act == "end":
        _note(where, "ended")
    path = told.path or configured.kept_together(told.host)
    pointer = Spool(where.private).put(told.host, told.session, path, now=now) if path else None
    if told.summary and pointer and pointer.size and _hand_over(told, where):
        return
    started = wake(where, at_once=now)
    if told.act == "flush" and pointer and started:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and pointer in Spool(where.private).waiting():
            time.sleep(_PAUSE)


def _hand_over(told: Event, where: Configured) -> bool:
    """Have the session read with the summary its host made of it, which goes from memory to memory: no file holds it
    before it is redacted. False when nobody may be started; then the transcript must do."""
    if not _may_start(where) or 0 <= _since(where, _SUMMARY) < SHORT or not _note(where, _SUMMARY):
        return False
    given = told.summary.encode("utf-8", "replace")[:LONGEST].decode("utf-8", "ignore")
    reading, writing = os.pipe()
    os.write(writing, given.encode())
    _start(where, ["observe", "--flush", told.path, "--summary", "-"], reading)
    return True


def _may_start(where: Configured) -> bool:
    return where.worker and os.access(where.private, os.W_OK) and configured.dreams_by_itself(where.root)


def wake(where: Configured, *, at_once: bool = False, tending: bool = False) -> bool:
    """Start a worker when a session waits to be read: not beside another, and not soon after one was started.

    With `tending` also when something may be due to be dreamed or swept, which the worker knows better.
    """
    if not _may_start(where):
        return False
    due = Spool(where.private).due(time.time())
    at_once = at_once or any(pointer.now for pointer in due)
    if _just_started(where, at_once) or not (due or (tending and _may_be_due(where))):
        return False
    lock = os.open(os.path.join(where.private, "worker.lock"), os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
    try:  # whoever works holds it, and looks again before ending
        if not _locked(lock) or _just_started(where, at_once) or not _note(where, _START[at_once]):
            return False
    finally:
        os.close(lock)
    _start(where, ["worker", "--quiet"])
    return True


def _locked(handle: int) -> bool:
    import fcntl

    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _just_started(where: Configured, at_once: bool) -> bool:
    """Whether one was started a moment ago, for the same kind of reason: a short session must be read, too."""
    return 0 <= _since(where, _START[at_once]) < (SHORT if at_once else REST)


def _may_be_due(where: Configured) -> bool:
    """Whether a day passed since the last sweep, or sub-agents left something, or fragments wait that no dream has
    looked at for a while."""
    swept = _since(where, "sweep")
    fresh = 0 <= (_age(os.path.join(where.private, _FIRST)) if swept == _NEVER else swept) < DAY
    if not fresh or _left_by_sub_agents(where):
        return True
    if 0 <= _since(where, "dream") < DREAM:
        return False
    from reverie.store.glance import Glance
    from reverie.store.ledger import Ledger

    return Glance(where.private, Ledger(where.private)).undreamed()


def _left_by_sub_agents(where: Configured) -> bool:
    """Whether their inbox seems to hold a proposal; the worker reads it."""
    try:
        with open(os.path.join(where.root, "memory", "meta", "pending-memories.md"), "rb") as inbox:
            return b"content" in inbox.read(_INBOX).lower()
    except OSError:
        return False


def _since(where: Configured, work: str) -> float:
    """Seconds since a kind of work was last done, or tried; a long time when it never was."""
    return _age(os.path.join(where.private, "times", work))


def _age(path: str) -> float:
    try:
        return time.time() - os.stat(path).st_mtime
    except OSError:
        return _NEVER


def _note(where: Configured, work: str) -> bool:
    return note(os.path.join(where.private, "times"), work)


def _start(where: Configured, command: Sequence[str], reading: int | None = None) -> None:
    """`reverie COMMAND` in a process of its own, which outlives this one and the host, and says nothing."""
    # -P: nothing in the folder it runs in may be taken for a module.
    arguments = [sys.executable, "-P", "-m", "reverie", "-w", where.root, *command]
    quiet: list[tuple[int, ...] | tuple[int, int, str, int, int]] = [
        (os.POSIX_SPAWN_OPEN, handle, os.devnull, os.O_RDWR, 0) for handle in (0, 1, 2)
    ]
    given = quiet if reading is None else [*quiet, (os.POSIX_SPAWN_DUP2, reading, 0)]
    os.chdir(where.root)
    os.posix_spawn(sys.executable, arguments, configured.for_children(), file_actions=given, setsid=True)
