"""When each kind of work was last done: a small file each, which a hook can read and write without a database.

Losing them loses nothing: whatever waits is due at once then.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from reverie.domain.due import WORK, Backlog, Work
from reverie.store.noting import note
from reverie.store.replay import moment
from reverie.store.state import State


class Times:
    """A file by the name of the work: when, what went wrong if anything, how long it took. For several processes."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def last(self, work: str) -> datetime | None:
        """When it was last done or tried; None when it never was, or nobody knows."""
        with suppress(ValueError):
            found = datetime.fromisoformat(self._read(work).partition(" ")[0])
            return found if found.tzinfo else None
        return None

    def trouble(self, work: str) -> str:
        """Why it failed that time; empty when it did not."""
        return self._read(work).partition(" ")[2]

    def took(self, work: str) -> float | None:
        """How many seconds it took that time; None when nobody measured."""
        with suppress(ValueError):
            return float(self._read(work, line=1))
        return None

    def note(self, work: str, at: datetime, trouble: str = "", *, took: float | None = None) -> bool:
        """It was done, or tried, then; False when that cannot be written down."""
        told = _harmless(trouble) if trouble else ""
        return note(str(self._folder), work, moment(at), told, took)

    def _read(self, work: str, line: int = 0) -> str:
        try:
            lines = (self._folder / work).read_text("utf-8", "replace").strip().splitlines()
        except OSError:
            return ""
        return lines[line] if line < len(lines) else ""


def _harmless(trouble: str) -> str:
    from reverie.domain.safety import redact  # costs more to import than everything a hook does here

    return " ".join(redact(trouble).split())[:500]


def backlog(state: State, times: Times, off: Sequence[str], wished: Sequence[str] = ()) -> Backlog:
    """What waits outside the spaces that are off, and when it was last seen to."""
    fragments, digests, oldest = state.backlog(off)
    return Backlog(
        fragments=fragments, digests=digests, oldest=oldest, dreamed=times.last("dream"), ended=times.last("ended"),
        swept=times.last("sweep") or state.began(), observed=times.last("observe"),
        reflected=times.last("reflect") or state.began(), wished=any(space not in off for space in wished),
    )  # fmt: skip


def standing(times: Times, due: Mapping[Work, str], worker: str | None) -> dict[str, Any]:
    """When work was last done, what went wrong then, what is due and who is at it, as plain data."""
    last = {name: times.last(name) for name in WORK}
    return {
        "last": {name: at.isoformat(timespec="seconds") if at else None for name, at in last.items()},
        "trouble": {name: why for name in WORK if (why := times.trouble(name))},
        "due": dict(due),
        "worker": worker,
    }
