"""Where a session took place, told by the beginning and the end of its file: for a plan, that need not read it all."""

from __future__ import annotations

import json
import re

from reverie.transcripts.base import Session

_ENDS = 1 << 16  # bytes at either end of a file in which its folder is looked for
_FOLDER = re.compile(rb'"cwd"\s*:\s*("(?:[^"\\]|\\.){1,4096}")')


def folder_of(session: Session) -> str | None:
    """The folder that the last lines of a session name, else its first; as a reading takes it, or nearly."""
    if session.folder or session.path.suffix != ".jsonl":
        return session.folder
    try:
        with session.path.open("rb") as file:
            beginning = file.read(_ENDS)
            file.seek(max(0, session.size - _ENDS))
            found = _FOLDER.findall(file.read(_ENDS)) or _FOLDER.findall(beginning)
        folder = json.loads(found[-1].decode("utf-8", "replace")) if found else None
    except (OSError, ValueError):
        return None
    return folder if isinstance(folder, str) and "\0" not in folder else None
