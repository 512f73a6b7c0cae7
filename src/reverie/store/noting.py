"""Writing down when something was done. Light to import: hooks note that they fired."""

from __future__ import annotations

import os
import time


def note(folder: str, work: str, when: str = "", trouble: str = "", took: float | None = None) -> bool:
    """A file by the name of the work, replaced at once, as `store/times.py` reads it; False when that cannot be.

    `when` is a time with its zone; now, to the second, unless told.
    """
    when = when or time.strftime("%Y-%m-%dT%H:%M:%S+00:00", time.gmtime())
    told = f"{when} {trouble}".rstrip() + "\n" + ("" if took is None else f"{took:.4f}\n")
    draft = os.path.join(folder, f"{work}.{os.getpid()}")
    try:
        if not os.path.isdir(folder):
            os.mkdir(folder, 0o700)
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o600)
        try:
            os.write(handle, told.encode("utf-8", "replace"))
        finally:
            os.close(handle)
        os.replace(draft, os.path.join(folder, work))
    except OSError:
        return False
    return True
