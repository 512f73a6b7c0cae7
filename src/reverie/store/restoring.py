"""A whole bundle into a workspace that holds nothing yet: it becomes the vault that was packed, history and all."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator, Mapping

from reverie.domain import core, ids as names, safety
from reverie.domain.proposal import to_json
from reverie.store import layout, log
from reverie.store.disk import Stamp
from reverie.store.files import FileVault
from reverie.store.offer import Offer
from reverie.store.packing import travels
from reverie.store.state import State

_A_PERSON = frozenset({"person", "external", "undo"})  # rules let them pass, and nothing of theirs ever waits


class Parts:
    """A `Disk` of what is in memory; nothing can be written to it."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self._files = files

    def read(self, path: str, offset: int = 0, length: int = -1) -> bytes | None:
        found = self._files.get(path)
        return None if found is None else found[offset:] if length < 0 else found[offset : offset + length]

    def stamp(self, path: str) -> Stamp | None:
        return Stamp(len(self._files[path]), 0, 0) if path in self._files else None

    def names(self, folder: str) -> list[str]:
        return sorted(
            {p.removeprefix(f"{folder}/").partition("/")[0] for p in self._files if p.startswith(f"{folder}/")}
        )

    def walk(self, folder: str) -> Iterator[tuple[str, Stamp]]:
        yield from (
            (p, Stamp(len(data), 0, 0)) for p, data in sorted(self._files.items()) if p.startswith(f"{folder}/")
        )

    def instead(self, path: str) -> tuple[str, str] | None:
        return None

    def write(self, path: str, data: bytes) -> None:
        raise _sealed(path)

    def append(self, path: str, offset: int, data: bytes) -> None:
        raise _sealed(path)

    def sync(self, path: str) -> None:
        raise _sealed(path)

    def sync_folder(self, folder: str) -> None:
        raise _sealed(folder)

    def replace(self, source: str, target: str) -> None:
        raise _sealed(target)

    def remove(self, path: str) -> None:
        raise _sealed(path)

    def folder(self, path: str) -> None:
        raise _sealed(path)

    def leave(self, path: str) -> None:
        raise _sealed(path)


def _sealed(path: str) -> OSError:
    return OSError(errno.EROFS, os.strerror(errno.EROFS), path)


def blank(vault: FileVault) -> bool:
    """Whether a workspace holds nothing yet but the host's files and an empty MEMORY.md, and never did."""
    return not vault.state.streams() and not travels(vault)


def faithful(offer: Offer) -> bool:
    """Whether a bundle is a whole vault whose log tells of every byte in it, and holds no credential."""
    if not offer.whole or not offer.log:
        return False
    told = b"".join(map(log.line, offer.log))
    parts = {layout.LOG: told, **offer.streams, **{p: text.encode("utf-8") for p, text in offer.files.items()}}
    state = State(None)
    try:
        state.follow(Parts(parts))
        return _agrees(offer, state) and all(safety.clean(data.decode("utf-8")) for data in parts.values())
    except UnicodeDecodeError:
        return False
    finally:
        state.close()


def _agrees(offer: Offer, state: State) -> bool:
    """Whether what a log adds up to is what the bundle holds."""
    entries = [log.decode(log.line(data)) for data in offer.log]
    files = {path: names.version(text) for path, text in offer.files.items() if text != core.template()}
    held = {held.proposal.id: (held.state, to_json(held.proposal)) for held in offer.held}
    waiting = [h.proposal.origin for h in offer.held if h.state != "rejected"]
    return (
        not _A_PERSON.intersection(waiting)
        and [entry.seq if entry else 0 for entry in entries] == list(range(1, len(entries) + 1))
        and {path: version for path, version in state.versions().items() if path in files} == files
        and state.versions().keys() - files.keys() <= {"MEMORY.md"}
        and {path: size for path, _, size in state.streams()} == {p: len(raw) for p, raw in offer.streams.items()}
        and {mark: tuple(ids) for mark, ids in state.marks().items()} == dict(offer.marks)
        and {h.proposal.id: (h.state, to_json(h.proposal)) for h in state.held(None)} == held
        and state.aliases() == dict(offer.aliases)
    )


def restore(vault: FileVault, offer: Offer) -> None:
    """Become that vault. What the workspace begins with stays where the bundle has nothing else to say."""
    here = {path: vault.disk.read(path) for path in offer.files}
    files = {path: text for path, text in offer.files.items() if here[path] != text.encode("utf-8")}
    vault.adopt(offer.log, offer.streams, files)
