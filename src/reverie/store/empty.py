"""An empty file of our own where none is, to be a database. Light to import, for hooks.

One that is there is never opened: closing it again would let go of the locks that SQLite holds on it for any other
connection of this process, and another process could then write over what ours has not finished.
"""

from __future__ import annotations

import os
from time import monotonic_ns


def begin(path: str) -> None:
    """Make the file, for us alone to read; leave it as it is when it is there."""
    if os.path.lexists(path):
        return
    draft = f"{path}.{os.getpid()}.{monotonic_ns()}"
    os.close(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    try:
        os.link(draft, path)
    except FileExistsError:
        pass  # somebody else was quicker
    except OSError:  # a file system without links
        os.rename(draft, path)
        return
    os.unlink(draft)
