"""Spaces: whose memory it is, and which of them a question may see."""

from __future__ import annotations

import re

OWN = ""  # the agent's own memory
KINDS = ("user", "project", "channel", "team", "agent")

FOLDER_LIMIT = 120  # bytes a file system surely takes for one name, with room for suffixes
_KEPT = 100
_PLAIN = re.compile(r"[a-z0-9._-]")
_NAME = re.compile(r"(?:" + "|".join(KINDS) + r")/[^\x00-\x1f\x7f]{1,512}")


def check(space: str) -> str:
    """The space itself, or ValueError saying which spaces there can be."""
    if space == OWN or (_NAME.fullmatch(space) and _encodable(space)):
        return space
    raise ValueError(
        f"{space!r} is not a space: use '' for the agent's own, or one of "
        + ", ".join(f"{kind}/<id>" for kind in KINDS)
    )


def _encodable(space: str) -> bool:
    return not any(0xD800 <= ord(c) <= 0xDFFF for c in space)


def folder(space: str) -> str:
    """The one folder name of a named space: percent-encoded, capitals too, so that file systems that
    ignore case keep spaces apart. Long names are cut and end with a hash."""
    encoded = "".join(c if _PLAIN.match(c) else "".join(f"%{byte:02X}" for byte in c.encode("utf-8")) for c in space)
    if encoded.startswith("."):
        encoded = "%2E" + encoded[1:]
    if len(encoded) > FOLDER_LIMIT:
        import hashlib  # costs more than all else here, and few names are that long

        digest = hashlib.sha256(space.encode()).hexdigest()[:16]
        encoded = f"{encoded[:_KEPT]}~{digest}"
    return encoded


def named(folder_name: str) -> str | None:
    """The space of a folder name; None when the name was cut or is not one of ours."""
    from urllib.parse import unquote

    try:
        space = unquote(folder_name, errors="strict")
    except UnicodeDecodeError:
        return None
    return space if folder(space) == folder_name and _NAME.fullmatch(space) else None


def chain(space: str) -> tuple[str, ...]:
    """What a question asked in `space` sees, nearest first: that space, then the agent's own."""
    return (space,) if space == OWN else (space, OWN)


def of_ids(*, user: str | None = None, agent: str | None = None, run: str | None = None) -> str:
    """The space of the ids a framework names: the user's, else the agent's, else that of one run; ValueError for none.

    Who is named with a user works in that user's space: what an agent learns of one user is no other user's business.
    """
    for kind, name in (("user", user), ("agent", agent), ("channel", run)):
        if name:
            return check(f"{kind}/{name}")
    raise ValueError("whose memory? name a user, an agent or a run")
