"""Addresses: what a handle or a `memory://` URI points at. Nothing outside the vault has one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Protocol
from urllib.parse import unquote

from reverie.domain.page import KINDS, Key
from reverie.domain.space import OWN
from reverie.errors import NotFound, OutsideVault
from reverie.store import layout
from reverie.store.disk import Disk, check

SCHEME = "memory://"
ROOT, PROJECT = "root", "project"  # the whole vault; the part of it that belongs to the project somebody works on
_BROKEN = re.compile(r"%(?![0-9A-Fa-f]{2})")


class Directory(Protocol):
    def find(self, handle: str) -> list[Key]:
        """The keys a handle, or the beginning of one, may mean."""

    def of(self, kind: str, slug: str) -> list[Key]:
        """The pages of that kind and name, in whatever space."""


def find(name: str, directory: Directory, within: Sequence[str] | None = None) -> Key:
    """The key of a handle (a unique beginning will do), of `kind/slug`, or of `space/kind/slug`.

    With `within`, nothing outside these spaces has a name; of pages in several of them, the first counts.
    """
    parts = name.split("/")
    kind = next((n for n, part in enumerate(parts) if part in KINDS and n < len(parts) - 1), None)
    if kind is not None:
        found = [key for key in directory.of(parts[kind], "/".join(parts[kind + 1 :])) if str(key) == name or not kind]
        own = [key for key in found if str(key) == name and within is None]
        found = own or found
    else:
        handle = name if name.startswith("m:") else f"m:{name}"
        found = directory.find(handle) if len(handle) >= 5 and handle[2:].isalnum() else []
    if within is not None:
        found = sorted((key for key in found if key.space in within), key=lambda key: within.index(key.space))
        found = found[:1] if kind is not None else found
    if not found:
        raise nothing_named(name)
    if len(found) > 1:
        raise NotFound(f"{name!r} fits {', '.join(str(key) for key in found)}; say which")
    return found[0]


def nothing_named(name: str) -> NotFound:
    return NotFound(f"nothing has the handle {name[:80]!r}; `reverie recall` shows handles")


def read(uri: str, disk: Disk) -> str:
    """The text behind an address: the summary, core memory, or a Markdown file below memory/."""
    raw = disk.read(path_of(uri))
    if raw is None:
        raise nothing_at(uri)
    return raw.decode("utf-8", "replace")


def path_of(uri: str, space: str = OWN) -> str:
    """The file an address names: percent-decoded once, and then below the vault or refused."""
    namespace, _, rest = uri.removeprefix(SCHEME).partition("/")
    if not uri.startswith(SCHEME) or namespace not in (ROOT, PROJECT):
        raise NotFound(f"{uri[:200]!r} is not an address; they look like {SCHEME}{ROOT}/MEMORY.md")
    if namespace == PROJECT and space == OWN:
        raise NotFound(f"{uri[:200]!r} names a project, and none is known here; {SCHEME}{ROOT} is the rest of memory")
    whose = space if namespace == PROJECT else OWN
    rest = _decoded(rest.strip("/"), uri)
    path = layout.core_file(whose) if rest == "MEMORY.md" else f"{layout.base(whose)}/{rest or 'summary.md'}"
    parts = check(path)
    if any(part.startswith(".") for part in parts) or not path.endswith(".md"):
        raise OutsideVault(f"{uri[:200]!r} is not an address of a page")
    return path


def nothing_at(uri: str) -> NotFound:
    bare = uri.rstrip("/") in (f"{SCHEME}{ROOT}", f"{SCHEME}{PROJECT}")
    return NotFound("there is no summary yet" if bare else f"there is nothing at {uri[:200]!r}")


def _decoded(path: str, uri: str) -> str:
    try:
        if _BROKEN.search(path):
            raise ValueError
        return unquote(path, errors="strict")
    except ValueError:
        raise OutsideVault(f"{uri[:200]!r} is not an address: its percent-encoding is broken") from None
