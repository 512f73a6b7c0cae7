"""The members of a long JSON list, one at a time, from a file or from inside a zip that is never unpacked.

A member that is cut off, too long or badly written costs only itself: its end is found by its brackets.
"""

from __future__ import annotations

import re
import struct
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import IO, NamedTuple, Protocol

LONGEST = 64 << 20  # bytes of one member; a longer one is passed over
_CHUNK = 1 << 18
_ROOM = 64 << 20  # bytes any zip may unpack to
_DENSEST = 100  # a larger one: how many times its own size; conversations pack to a tenth
_MOST = 8 << 30  # the largest one
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_MEMBER = re.compile(r"conversations.*\.json", re.I)
_WRAPPED = re.compile(rb'\s*\{\s*"conversations"\s*:\s*\[')
_PLAIN = re.compile(rb'(?:[^"{}\[\]]+|"[^"\\]*(?:\\.[^"\\]*)*")*', re.S)
_WORDS = re.compile(rb'[^"\\]*(?:\\.[^"\\]*)*', re.S)
_BOM = b"\xef\xbb\xbf"
_DAMAGE = (zipfile.BadZipFile, zlib.error, EOFError, ValueError, struct.error)


class Piece(NamedTuple):
    raw: bytes
    start: int  # its offset
    passed: str = ""  # why it was passed over


class Stream(Protocol):
    def read(self, size: int, /) -> bytes: ...


def streams(path: Path) -> Iterator[Stream]:
    """The lists of conversations an export holds: the file itself, or the files of that name in a zip.

    Each is open until the next is asked for. Reading one raises OSError when its zip is damaged or made to exhaust us.
    """
    if not zipped(path):
        with path.open("rb") as file:
            yield file
        return
    try:
        archive = zipfile.ZipFile(path)
    except _DAMAGE as error:
        raise _damaged(path, error) from error
    bounded = _Bounded(path)
    with archive:
        for info in archive.infolist():
            if _MEMBER.fullmatch(PurePosixPath(info.filename).name):
                with _opened(archive, info, path) as bounded.file:
                    yield bounded


def zipped(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(4) in _ZIP


def _opened(archive: zipfile.ZipFile, info: zipfile.ZipInfo, path: Path) -> IO[bytes]:
    try:
        if info.compress_type in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            return archive.open(info)
    except _DAMAGE as error:
        raise _damaged(path, error) from error
    except RuntimeError:
        pass  # it wants a password
    raise OSError(f"{path} cannot be unpacked here; unpack it yourself and name the file {info.filename!r}")


def _damaged(path: Path, error: Exception) -> OSError:
    return OSError(f"{path} is a damaged zip file ({error}); download the export again")


class _Bounded:
    """The files in a zip, given up when together they unpack to far more than conversations do."""

    file: IO[bytes]

    def __init__(self, path: Path) -> None:
        self._path = path
        self._room = min(max(_ROOM, _DENSEST * path.stat().st_size), _MOST)

    def read(self, size: int, /) -> bytes:
        try:
            found = self.file.read(size)
        except _DAMAGE as error:
            raise _damaged(self._path, error) from error
        self._room -= len(found)
        if self._room < 0:
            raise OSError(f"{self._path} unpacks to far more than conversations do; it was not read further")
        return found


def pieces(stream: Stream) -> Iterator[Piece]:
    """The objects in a list, or in {"conversations": a list}; else the objects a stream holds one after another."""
    brackets = _Brackets()
    held = bytearray()
    depth = start = offset = 0
    passing = some = False
    floor = -1
    while chunk := stream.read(_CHUNK):
        if floor < 0:
            floor = _floor(chunk)
        begin = 0
        for at in brackets.of(chunk):
            if chunk[at] in b"{[":
                if depth == floor:
                    start, begin, passing = offset + at, at, False
                    held.clear()
                depth += 1
                continue
            depth -= 1
            if depth < floor:
                return
            if depth == floor:
                some = True
                held += chunk[begin : at + 1]
                yield Piece(b"", start, "too long") if passing or len(held) > LONGEST else Piece(bytes(held), start)
        if depth > floor:
            held += chunk[begin:]
            if passing or len(held) > LONGEST:
                passing = True
                held.clear()
        offset += len(chunk)
    if depth > (0 if some else max(floor, 0)):  # in a member, or behind one in a list without its end
        yield Piece(b"", start, "cut off")


def _floor(beginning: bytes) -> int:
    """How deep in brackets the members are."""
    beginning = beginning.removeprefix(_BOM)
    if _WRAPPED.match(beginning):
        return 2
    return 1 if beginning.lstrip().startswith(b"[") else 0


class _Brackets:
    """Where the brackets of JSON are that stand outside its strings, chunk by chunk."""

    def __init__(self) -> None:
        self._inside = False  # a string
        self._escaped = False  # the first byte of the next chunk

    def of(self, chunk: bytes) -> Iterator[int]:
        at, end = int(self._escaped), len(chunk)
        self._escaped = False
        while at < end:
            pattern = _WORDS if self._inside else _PLAIN
            match = pattern.match(chunk, at)
            at = match.end() if match else end
            if at == end:
                return
            if chunk[at] == 0x5C:  # a backslash at the end of the chunk
                self._escaped = True
                return
            if chunk[at] == 0x22:
                self._inside = not self._inside
            else:
                yield at
            at += 1
