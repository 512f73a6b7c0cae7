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

    def of(self, kind: str, slug: str) -> list[Key]:
        """The pages of that kind and name, in whatever space."""


def find(name: str, directory: Directory) -> Key:
    """The key of a handle (a unique beginning will do), of `kind/slug`, or of `space/kind/slug`."""
    parts = name.split("/")
    kind = next((n for n, part in enumerate(parts) if part in KINDS and n < len(parts) - 1), None)
    if kind is not None:
        found = [key for key in directory.of(parts[kind], "/".join(parts[kind + 1 :])) if str(key) == name or not kind]
        own = [key for key in found if str(key) == name]
        found = own or found
    else:
        handle = name if name.startswith("m:") else f"m:{name}"
        found = directory.find(handle) if len(handle) >= 5 and handle[2:].isalnum() else []
    if not found:
        raise NotFound(f"nothing has the handle {name[:80]!r}; `reverie recall` shows handles")
    if len(found) > 1:
        raise NotFound(f"{name!r} fits {', '.join(str(key) for key in found)}; say which")
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
