"""The one place that touches the file system. Everything the vault writes goes through a `Disk`.

Paths are relative to the workspace, with forward slashes. A path that would leave it, by `..`, by an
absolute name or through a symbolic link, is refused. Tests put a recording, failing or crashing disk
in place of the real one.
"""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from stat import S_ISDIR, S_ISLNK, S_ISREG
from typing import NamedTuple, Protocol

from reverie.errors import OutsideVault

FILE_MODE = 0o600
FOLDER_MODE = 0o700
NAME_LIMIT = 255  # bytes of one name
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT)
_BY_HANDLE = os.stat in os.supports_dir_fd and os.listdir in os.supports_fd


class Stamp(NamedTuple):
    """What tells whether a file changed without reading it."""

    size: int
    mtime_ns: int
    ctime_ns: int


class Disk(Protocol):
    def read(self, path: str, offset: int = 0, length: int = -1) -> bytes | None:
        """The bytes of a file from `offset`; None when there is no such file."""

    def stamp(self, path: str) -> Stamp | None:
        """Size and times of a regular file; None when there is none."""

    def names(self, folder: str) -> list[str]:
        """The names in a folder, sorted; [] when there is no such folder."""

    def walk(self, folder: str) -> Iterator[tuple[str, Stamp]]:
        """Every regular file below a folder with its stamp, in order; links and dot files are left out."""

    def instead(self, path: str) -> tuple[str, str] | None:
        """Where something else stands than a file, or than a folder above it, and what it is; None if nothing does."""

    def write(self, path: str, data: bytes) -> None:
        """Make or replace a file; not durable before `sync`."""

    def append(self, path: str, offset: int, data: bytes) -> None:
        """Put bytes at `offset` and end the file there; not durable before `sync`."""

    def sync(self, path: str) -> None:
        """Make a file's bytes durable."""

    def sync_folder(self, folder: str) -> None:
        """Make the names in a folder durable."""

    def replace(self, source: str, target: str) -> None:
        """Rename over whatever is there, at once."""

    def remove(self, path: str) -> None:
        """Unlink; a file that is gone already is fine."""

    def folder(self, path: str) -> None:
        """Make a folder and those above it."""

    def leave(self, folder: str) -> None:
        """Remove a folder that holds nothing; one that holds something, or is not there, is left as it is."""


def check(path: str) -> tuple[str, ...]:
    """The parts of a relative path that stays below its root; OutsideVault for any other."""
    parts = tuple(path.split("/"))
    if not path or "\0" in path or "\\" in path or any(part in ("", ".", "..") for part in parts):
        raise OutsideVault(f"{path[:200]!r} is not a path inside the workspace")
    if not _encodable(path) or any(len(part.encode("utf-8")) > NAME_LIMIT for part in parts):
        raise OutsideVault(f"{path[:200]!r} is not a name a file can have here")
    return parts


def _encodable(path: str) -> bool:
    try:
        path.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


_SORTS = ((S_ISLNK, "a symbolic link"), (S_ISDIR, "a folder"), (S_ISREG, "a file"))


class _Linked(OutsideVault):
    """A path leads through a symbolic link. Readers see nothing there; writers are refused."""


class _Folder:
    """A folder that is being walked. Asking by its handle spares the system the way to each file."""

    def __init__(self, at: str, name: str) -> None:
        self.at, self.name = at, name
        self._handle = os.open(at, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW) if _BY_HANDLE else None
        self.names = iter(sorted(os.listdir(at if self._handle is None else self._handle)))
        self.stat: Callable[[str], os.stat_result] = (
            partial(os.stat, dir_fd=self._handle, follow_symlinks=False)
            if self._handle is not None
            else lambda name: os.lstat(f"{at}/{name}")
        )

    def close(self) -> None:
        if self._handle is not None:
            os.close(self._handle)


class LocalDisk:
    """A folder of the real file system. Files are 0600, folders 0700."""

    def __init__(self, root: Path) -> None:
        self.root = Path(os.path.realpath(root))

    def _at(self, path: str) -> str:
        """The absolute name, after making sure that no part of it is a symbolic link."""
        name = str(self.root)
        for part in check(path):
            name = f"{name}/{part}"
            try:
                mode = os.lstat(name).st_mode
            except FileNotFoundError:
                continue
            except NotADirectoryError:
                break
            if S_ISLNK(mode):
                raise _Linked(f"{path!r} leads through the symbolic link {name!r}; remove the link")
        return f"{self.root}/{path}"

    def read(self, path: str, offset: int = 0, length: int = -1) -> bytes | None:
        try:
            handle = os.open(self._at(path), os.O_RDONLY | os.O_NONBLOCK)
        except (FileNotFoundError, NotADirectoryError, _Linked):
            return None
        if not S_ISREG(os.fstat(handle).st_mode):  # a pipe would keep us waiting for ever
            os.close(handle)
            return None
        with open(handle, "rb", buffering=0) as file:
            file.seek(offset)
            return file.read(length) if length >= 0 else file.readall()

    def stamp(self, path: str) -> Stamp | None:
        try:
            found = os.lstat(self._at(path))
        except (FileNotFoundError, NotADirectoryError, _Linked):
            return None
        return _stamp(found) if S_ISREG(found.st_mode) else None

    def names(self, folder: str) -> list[str]:
        try:
            return sorted(os.listdir(self._at(folder) if folder else self.root))
        except (FileNotFoundError, NotADirectoryError, _Linked):
            return []

    def walk(self, folder: str) -> Iterator[tuple[str, Stamp]]:
        open_folders = [_Folder(self._at(folder), folder)] if self.names(folder) else []
        try:
            while open_folders:
                top = open_folders[-1]
                above, stat = top.name, top.stat
                for name in top.names:
                    if name[0] == ".":
                        continue
                    try:
                        found = stat(name)
                    except FileNotFoundError:  # gone since its folder was listed
                        continue
                    if S_ISREG(found.st_mode):
                        yield f"{above}/{name}", Stamp(found.st_size, found.st_mtime_ns, found.st_ctime_ns)
                    elif S_ISDIR(found.st_mode):
                        with suppress(FileNotFoundError, NotADirectoryError):
                            open_folders.append(_Folder(f"{top.at}/{name}", f"{above}/{name}"))
                            break
                else:
                    open_folders.pop().close()
        finally:
            for left in open_folders:
                left.close()

    def instead(self, path: str) -> tuple[str, str] | None:
        parts = check(path)
        for depth in range(1, len(parts) + 1):
            place = "/".join(parts[:depth])
            try:
                mode = os.lstat(f"{self.root}/{place}").st_mode
            except FileNotFoundError:
                return None
            if depth == len(parts) or not S_ISDIR(mode):
                what = next((name for is_so, name in _SORTS if is_so(mode)), "a pipe or device")
                return None if S_ISREG(mode) and depth == len(parts) else (place, what)
        return None

    def write(self, path: str, data: bytes) -> None:
        self._put(path, os.O_TRUNC, 0, data)

    def append(self, path: str, offset: int, data: bytes) -> None:
        self._put(path, 0, offset, data)

    def _put(self, path: str, flags: int, offset: int, data: bytes) -> None:
        handle = os.open(self._at(path), os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW | flags, FILE_MODE)
        try:
            view = memoryview(data)
            while view:
                written = os.pwrite(handle, view, offset)
                view, offset = view[written:], offset + written
            os.ftruncate(handle, offset)
        finally:
            os.close(handle)

    def sync(self, path: str) -> None:
        self._sync(self._at(path), os.O_RDONLY)

    def sync_folder(self, folder: str) -> None:
        self._sync(self._at(folder) if folder else str(self.root), os.O_RDONLY | os.O_DIRECTORY)

    def _sync(self, name: str, flags: int) -> None:
        handle = os.open(name, flags)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)

    def replace(self, source: str, target: str) -> None:
        os.replace(self._at(source), self._at(target))

    def remove(self, path: str) -> None:
        Path(self._at(path)).unlink(missing_ok=True)

    def folder(self, path: str) -> None:
        name = str(self.root)
        self._at(path)
        for part in check(path):
            name = f"{name}/{part}"
            try:
                os.mkdir(name, FOLDER_MODE)
            except FileExistsError:
                continue

    def leave(self, folder: str) -> None:
        with suppress(OSError):
            os.rmdir(self._at(folder))


def _stamp(found: os.stat_result) -> Stamp:
    return Stamp(found.st_size, found.st_mtime_ns, found.st_ctime_ns)


def no_room(wrong: BaseException) -> bool:
    """Whether it is the disk that is full."""
    if isinstance(wrong, sqlite3.Error):
        code = getattr(wrong, "sqlite_errorcode", 0)
        return code & 0xFF == sqlite3.SQLITE_FULL or code == sqlite3.SQLITE_IOERR_SHMSIZE  # which readers need, too
    return isinstance(wrong, OSError) and wrong.errno in _NO_ROOM
