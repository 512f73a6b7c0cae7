"""Disks that forget and disks that fail: what a power cut, a full disk or a dying one does to a vault.

`MemoryDisk` keeps apart what was made durable and what was not. Bytes last once their file is synced;
names (made, renamed, removed, folders too) once the folder they stand in is synced. Everything else
may survive a crash or not, each for itself. A rename that survives shows the new name; the old name may
still be there beside it, never instead of both.
"""

from __future__ import annotations

import errno
import os
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product

from reverie.store.disk import Disk, Stamp, check


@dataclass(slots=True, eq=False)
class _File:
    durable: bytes = b""
    writes: list[tuple[int, bytes]] = field(default_factory=list)  # where each began; all end the file there
    changed: int = 0

    @property
    def data(self) -> bytes:
        return self.after(len(self.writes)) if self.writes else self.durable

    def after(self, count: int) -> bytes:
        data = self.durable
        for offset, written in self.writes[:count]:
            data = _put(data, offset, written)
        return data

    def survivors(self) -> list[bytes]:
        """What may be left after a crash: nothing new first, everything last, torn and zeroed between."""
        found = [self.after(0)]
        for count, (offset, written) in enumerate(self.writes):
            before, size = self.after(count), len(written)
            found.append(_put(before, offset, bytes(size)))
            for cut in sorted({1, size // 4, size // 2, size * 3 // 4, size - 1} & set(range(1, size))):
                found.append(_put(before, offset, written[:cut]))
                found.append(_put(before, offset, written[:cut] + bytes(size - cut)))
            found.append(self.after(count + 1))
        return list(dict.fromkeys(found))


def _put(data: bytes, offset: int, written: bytes) -> bytes:
    return data[:offset].ljust(offset, b"\0") + written


@dataclass(frozen=True, slots=True, eq=False)
class _Naming:
    """A name that is to stand for a file, for a folder ("folder") or for nothing."""

    path: str
    stands_for: _File | str | None
    only_after: _Naming | None = None  # the old name of a rename goes only when the new one has come


class MemoryDisk:
    """A `Disk` in memory that can be asked what a crash, right now, might leave of it."""

    def __init__(self, folders: Sequence[str] = (), files: dict[str, bytes] | None = None) -> None:
        self._durable: dict[str, _File | str] = {}
        self._pending: list[_Naming] = []
        self._seen: dict[str, _File | str] | None = None
        self._clock = 0
        self.operations = 0
        self.watcher: Callable[[], None] | None = None  # called before each operation that changes anything
        for folder in folders:
            self._make_folders(folder)
        for path, data in (files or {}).items():
            self._make_folders(path.rpartition("/")[0])
            self._name(_Naming(path, _File(data)))
        self._durable, self._pending = self._names(), []

    # What stands

    def _names(self) -> dict[str, _File | str]:
        """The names as programs see them; built again only after one changed."""
        if self._seen is None:
            self._seen = dict(self._durable)
            for naming in self._pending:
                _apply(self._seen, naming)
        return self._seen

    def _name(self, *changes: _Naming) -> None:
        self._pending += changes
        self._seen = None

    def _file(self, path: str) -> _File | None:
        check(path)
        found = self._names().get(path)
        return found if isinstance(found, _File) else None

    def _a_folder(self, path: str) -> bool:
        return not path or self._names().get(path) == "folder"

    def files(self) -> dict[str, bytes]:
        """Every file with its bytes."""
        return {path: f.data for path, f in sorted(self._names().items()) if isinstance(f, _File)}

    def folders(self) -> list[str]:
        return sorted(path for path, found in self._names().items() if found == "folder")

    # Disk

    def read(self, path: str, offset: int = 0, length: int = -1) -> bytes | None:
        file = self._file(path)
        if file is None:
            return None
        return file.data[offset:] if length < 0 else file.data[offset : offset + length]

    def stamp(self, path: str) -> Stamp | None:
        file = self._file(path)
        return Stamp(len(file.data), file.changed, file.changed) if file else None

    def names(self, folder: str) -> list[str]:
        inside = f"{folder}/" if folder else ""
        return sorted(
            path.removeprefix(inside)
            for path in self._names()
            if path.startswith(inside) and "/" not in path.removeprefix(inside)
        )

    def walk(self, folder: str) -> Iterator[tuple[str, Stamp]]:
        for name in self.names(folder):
            path = f"{folder}/{name}"
            if name.startswith("."):
                continue
            if self._a_folder(path):
                yield from self.walk(path)
            elif stamp := self.stamp(path):
                yield path, stamp

    def write(self, path: str, data: bytes) -> None:
        self._begin()
        self._write(path, 0, data)

    def append(self, path: str, offset: int, data: bytes) -> None:
        self._begin()
        self._write(path, offset, data)

    def _write(self, path: str, offset: int, data: bytes) -> None:
        file = self._file(path)
        if file is None:
            if not self._a_folder(_folder(path)):
                raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
            file = _File()
            self._name(_Naming(path, file))
        file.writes.append((offset, data))
        file.changed = self._tick()

    def sync(self, path: str) -> None:
        self._begin()
        file = self._file(path)
        if file is None:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
        file.durable, file.writes = file.data, []

    def sync_folder(self, folder: str) -> None:
        self._begin()
        if not self._a_folder(folder):
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), folder)
        waiting: list[_Naming] = []
        for naming in self._pending:
            if _folder(naming.path) == folder and naming.only_after not in waiting:
                _apply(self._durable, naming)
            else:
                waiting.append(naming)
        self._pending, self._seen = waiting, None

    def replace(self, source: str, target: str) -> None:
        self._begin()
        file = self._file(source)
        if file is None or not self._a_folder(_folder(target)):
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), source)
        if self._a_folder(target):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), target)
        there = _Naming(target, file)
        self._name(there, _Naming(source, None, only_after=there))

    def remove(self, path: str) -> None:
        self._begin()
        if self._file(path):
            self._name(_Naming(path, None))

    def folder(self, path: str) -> None:
        self._begin()
        self._make_folders(path)

    def instead(self, path: str) -> tuple[str, str] | None:
        return None

    def leave(self, folder: str) -> None:
        self._begin()
        if self._a_folder(folder) and not self.names(folder):
            self._name(_Naming(folder, None))

    def _make_folders(self, path: str) -> None:
        parts = path.split("/") if path else []
        for depth in range(1, len(parts) + 1):
            name = "/".join(parts[:depth])
            if not self._a_folder(name):
                self._name(_Naming(name, "folder"))

    def _begin(self) -> None:
        if self.watcher:
            self.watcher()
        self.operations += 1

    def _tick(self) -> int:
        self._clock += 1
        return self._clock

    # Crashing

    def everything_kept(self) -> MemoryDisk:
        """What a killed process leaves: all of it, and all of it durable."""
        return _survivor({path: f if f == "folder" else f.data for path, f in self._names().items()})  # type: ignore[union-attr]

    def crashes(self, chance: random.Random, bound: int = 64) -> Iterator[MemoryDisk]:
        """Disks that a power cut might leave now: all of them when they are few, else the extremes and a sample."""
        paths = list(dict.fromkeys(naming.path for naming in self._pending))
        names = [[n for n in self._pending if n.path == path] for path in paths]
        standing = dict.fromkeys(f for f in self._durable.values() if isinstance(f, _File))
        standing.update(dict.fromkeys(n.stands_for for n in self._pending if isinstance(n.stands_for, _File)))
        files = [f for f in standing if f.writes]
        bytes_left = [f.survivors() for f in files]
        choices: list[Sequence[int]] = [range(len(changes) + 1) for changes in names]
        choices += [range(len(options)) for options in bytes_left]
        total = 1
        for options in choices:
            total *= len(options)
        picked: Iterator[tuple[int, ...]]
        picked = product(*choices) if total <= bound else _sample(choices, len(names), chance, bound)
        for pick in picked:
            kept = {n for changes, count in zip(names, pick, strict=False) for n in changes[:count]}
            left = {f: bytes_left[i][pick[len(names) + i]] for i, f in enumerate(files)}
            standing_names = dict(self._durable)
            for naming in self._pending:
                if naming in kept and (naming.only_after is None or naming.only_after not in self._pending
                                       or naming.only_after in kept):  # fmt: skip
                    _apply(standing_names, naming)
            yield _survivor({
                path: f if isinstance(f, str) else left.get(f, f.data) for path, f in standing_names.items()
            })  # fmt: skip


def _apply(names: dict[str, _File | str], naming: _Naming) -> None:
    if naming.stands_for is None:
        names.pop(naming.path, None)
    else:
        names[naming.path] = naming.stands_for


def _sample(
    choices: Sequence[Sequence[int]], names: int, chance: random.Random, bound: int
) -> Iterator[tuple[int, ...]]:
    """The extremes (names and bytes each all lost, all kept, half kept), then a draw of the rest."""
    ends: list[Callable[[Sequence[int]], int]] = [
        lambda o: 0,
        lambda o: len(o) - 1,
        lambda o: min(1, len(o) - 1),
        lambda o: len(o) // 2,
    ]
    seen: dict[tuple[int, ...], None] = {}
    for name, data in product(ends, ends):
        pick = [name(o) if i < names else data(o) for i, o in enumerate(choices)]
        seen[tuple(pick)] = None
    for lost in range(len(choices)):  # all but one kept, and only one kept
        seen[tuple(0 if i == lost else len(o) - 1 for i, o in enumerate(choices))] = None
        seen[tuple(len(o) - 1 if i == lost else 0 for i, o in enumerate(choices))] = None
    for _ in range(max(0, bound - len(seen))):
        seen[tuple(chance.choice(o) for o in choices)] = None
    yield from seen


def _survivor(left: dict[str, bytes | str]) -> MemoryDisk:
    """A disk of what is left; what stands in a folder that is lost is lost with it."""
    folders = {path for path, found in left.items() if found == "folder"}
    disk = MemoryDisk()
    for path, found in sorted(left.items()):
        above = path.split("/")[:-1]
        if all("/".join(above[: n + 1]) in folders for n in range(len(above))):
            disk._durable[path] = "folder" if isinstance(found, str) else _File(found)
    return disk


def _folder(path: str) -> str:
    return path.rpartition("/")[0]


class FaultyDisk:
    """A disk whose n-th change fails, once or from then on. A write that fails leaves half of its bytes."""

    def __init__(self, disk: Disk, at: int, code: int = errno.ENOSPC, *, lasting: bool = False) -> None:
        self.disk = disk
        self.at = at
        self.code = code
        self.lasting = lasting
        self.changes = 0
        self.failed = 0

    def _fails(self) -> bool:
        self.changes += 1
        fails = self.changes >= self.at if self.lasting else self.changes == self.at
        self.failed += fails
        return fails

    def _fail(self, path: str) -> OSError:
        return OSError(self.code, os.strerror(self.code), path)

    def mend(self) -> None:
        self.at, self.lasting = 0, False

    def read(self, path: str, offset: int = 0, length: int = -1) -> bytes | None:
        return self.disk.read(path, offset, length)

    def stamp(self, path: str) -> Stamp | None:
        return self.disk.stamp(path)

    def names(self, folder: str) -> list[str]:
        return self.disk.names(folder)

    def walk(self, folder: str) -> Iterator[tuple[str, Stamp]]:
        return self.disk.walk(folder)

    def write(self, path: str, data: bytes) -> None:
        if self._fails():
            self.disk.write(path, data[: len(data) // 2])
            raise self._fail(path)
        self.disk.write(path, data)

    def append(self, path: str, offset: int, data: bytes) -> None:
        if self._fails():
            self.disk.append(path, offset, data[: len(data) // 2])
            raise self._fail(path)
        self.disk.append(path, offset, data)

    def sync(self, path: str) -> None:
        if self._fails():
            raise self._fail(path)
        self.disk.sync(path)

    def sync_folder(self, folder: str) -> None:
        if self._fails():
            raise self._fail(folder)
        self.disk.sync_folder(folder)

    def replace(self, source: str, target: str) -> None:
        if self._fails():
            raise self._fail(target)
        self.disk.replace(source, target)

    def remove(self, path: str) -> None:
        if self._fails():
            raise self._fail(path)
        self.disk.remove(path)

    def folder(self, path: str) -> None:
        if self._fails():
            raise self._fail(path)
        self.disk.folder(path)

    def instead(self, path: str) -> tuple[str, str] | None:
        return self.disk.instead(path)

    def leave(self, folder: str) -> None:
        if self._fails():
            raise self._fail(folder)
        self.disk.leave(folder)
