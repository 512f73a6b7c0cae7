"""Addresses: what a handle or a `memory://` URI points at. Nothing outside the vault has one."""

from __future__ import annotations

from typing import Protocol
from urllib.parse import unquote

from reverie.domain.page import KINDS, Key
from reverie.errors import NotFound, OutsideVault
from reverie.store.disk import Disk, check

SCHEME = "memory://root"


class Directory(Protocol):
    def find(self, handle: str) -> list[Key]:
        """The keys a handle, or the beginning of one, may mean."""

    def keys(self, space: str | None) -> list[Key]:
        """All keys of a space, or of every space."""


def find(name: str, directory: Directory) -> Key:
    """The key of a handle (a unique beginning will do), or of `kind/slug`."""
    kind, slash, slug = name.partition("/")
    if slash and kind in KINDS:
        found = [
            key for key in directory.keys(None) if str(key).endswith(name) and key.kind == kind and key.slug == slug
        ]
    else:
        handle = name if name.startswith("m:") else f"m:{name}"
        found = directory.find(handle) if len(handle) >= 5 and handle[2:].isalnum() else []
    if not found:
        raise NotFound(f"nothing has the handle {name[:80]!r}; `reverie recall` shows handles")
    if len(found) > 1:
        raise NotFound(f"{name!r} fits {len(found)} things; give more of the handle")
    return found[0]


def read(uri: str, disk: Disk) -> str:
    """The text behind an address: the summary, core memory, or a Markdown file below memory/."""
    if not uri.startswith(SCHEME) or uri[len(SCHEME) : len(SCHEME) + 1] not in ("", "/"):
        raise NotFound(f"{uri[:200]!r} is not an address; they look like {SCHEME}/MEMORY.md")
    rest = unquote(uri[len(SCHEME) :].strip("/"))
    path = "memory/summary.md" if not rest else rest if rest == "MEMORY.md" else f"memory/{rest}"
    parts = check(path)
    if any(part.startswith(".") for part in parts) or not path.endswith(".md"):
        raise OutsideVault(f"{uri!r} is not an address of a page")
    raw = disk.read(path)
    if raw is None:
        what = "there is no summary yet" if not rest else f"there is nothing at {uri[:200]!r}"
        raise NotFound(what)
    return raw.decode("utf-8", "replace")
