"""Reading and writing a host's files: links followed, modes kept, whole or not at all."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path

from reverie.errors import InstallRefused

MODE = 0o600  # of what we make
FOLDER_MODE = 0o700
_LARGEST = 10_000_000  # bytes; settings are not that large


def real(path: Path) -> Path:
    """The file that is meant: what a link leads to, as people link settings into their dotfiles."""
    try:
        found = path.resolve(strict=True)
    except FileNotFoundError:
        if path.is_symlink():
            raise InstallRefused(f"{path} is a link that leads nowhere; mend or remove it first") from None
        return path.parent.resolve() / path.name
    except (OSError, RuntimeError) as wrong:
        raise InstallRefused(f"{path} cannot be reached: {_why(wrong)}") from wrong
    return found


def content(path: Path) -> bytes | None:
    """The bytes of a file; None when there is none. Refused when it could not be written, either."""
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            raise InstallRefused(f"{path} is not a file")
        if found.st_size > _LARGEST:
            raise InstallRefused(f"{path} is too large for a settings file ({found.st_size:,} bytes)")
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as wrong:
        raise InstallRefused(f"{path} cannot be read: {_why(wrong)}") from wrong


def text(path: Path, data: bytes | None) -> str:
    """What a file says; nothing when it is not there."""
    try:
        return (data or b"").decode("utf-8")
    except UnicodeDecodeError as wrong:
        raise InstallRefused(f"{path} is not UTF-8 text (byte {wrong.start}); it was left as it is") from None


def writable(path: Path) -> None:
    """Refuse a file that somebody has made read-only, though it could be replaced."""
    with suppress(FileNotFoundError):
        if not path.stat().st_mode & stat.S_IWUSR or not os.access(path, os.W_OK):
            raise InstallRefused(f"{path} is read-only; make it writable if it should be changed")
    folder = next(one for one in path.parents if one.exists())
    if not os.access(folder, os.W_OK):
        raise InstallRefused(f"{folder} is read-only; nothing can be written there")


def write(path: Path, data: bytes) -> None:
    """Make or replace a file at once: whoever reads it sees the old one or the new one, whole. Its mode stays."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=FOLDER_MODE)
    draft = path.with_name(f".{path.name}.reverie-{os.getpid()}")
    try:
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, MODE)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            with suppress(FileNotFoundError):
                before = path.stat()
                draft.chmod(stat.S_IMODE(before.st_mode))
                with suppress(PermissionError):
                    os.chown(draft, before.st_uid, before.st_gid)
            os.fsync(file.fileno())
        draft.replace(path)
    except BaseException:
        with suppress(OSError):
            draft.unlink()
        raise
    _sync(path.parent)


def remove(path: Path) -> None:
    with suppress(FileNotFoundError):
        path.unlink()
        _sync(path.parent)


def _sync(folder: Path) -> None:
    with suppress(OSError):  # some file systems cannot
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _why(wrong: BaseException) -> str:
    return getattr(wrong, "strerror", None) or str(wrong)
