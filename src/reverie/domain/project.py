"""Which project a folder belongs to: a name that is the same on every machine, where there is one."""

from __future__ import annotations

import re

from reverie.domain.space import OWN

_SCP = re.compile(r"(?:[^@/\s]+@)?([\w.-]+):(?!//)(.+)")
_URL = re.compile(r"[a-z][a-z0-9+.-]*://(?:[^@/\s]*@)?([^/:\s]+)(?::\d+)?/(.+)", re.I)
_LONGEST = 400
_MAY_BE_SECRET = re.compile(r"[=:@]|(?=[A-Za-z]{0,200}\d)[A-Za-z0-9]{16}")  # no words, as names of folders are made of


def of_remote(url: str) -> str | None:
    """The project an origin's address names, however it is written: `host/owner/name`; never who logs in there."""
    url = url.strip()
    found = _URL.fullmatch(url) or _SCP.fullmatch(url)
    if found is None:
        return None
    host, path = found[1].lower(), found[2].strip("/").removesuffix(".git").strip("/")
    return f"{host}/{path}"[:_LONGEST] if path and not _odd(path) else None


def space(project: str | None) -> str:
    """The space of a project; without one, the agent's own."""
    if not project or _odd(project):
        return OWN
    if _MAY_BE_SECRET.search(project):
        from reverie.domain.safety import redact  # costs more than a hook has, and few names need it

        project = redact(project)
    return f"project/{project[:_LONGEST]}"


def _odd(name: str) -> bool:
    return any(ord(c) < 32 or ord(c) == 127 or 0xD800 <= ord(c) <= 0xDFFF for c in name)
