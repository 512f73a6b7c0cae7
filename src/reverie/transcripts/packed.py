"""Unpacks sessions that a host has compressed with zstd. Never writes."""

from __future__ import annotations

from pathlib import Path
from typing import IO

MOST = 512 * 1024 * 1024  # bytes that a session may unpack to


class NoUnpacker(Exception):
    """Nothing here can unpack zstd: Python is older than 3.14, and the extra `zstd` is not installed."""


def unpacked(path: Path) -> bytes:
    """The whole session; OSError when it is damaged or made to exhaust us."""
    with path.open("rb") as file:
        return unpacked_from(file, str(path))


def unpacked_from(file: IO[bytes], called: str = "it") -> bytes:
    """What was compressed; OSError when it is damaged or made to exhaust us."""
    with _reader(file) as stream:
        try:
            found = stream.read(MOST + 1)
        except Exception as wrong:  # each library has an error of its own
            raise OSError(f"{called} is a damaged zstd file ({wrong})") from wrong
    if len(found) > MOST:
        raise OSError(f"{called} unpacks to far more than a session; it was not read")
    return found


def _reader(file: IO[bytes]) -> IO[bytes]:
    try:
        from compression import zstd  # type: ignore[import-not-found,unused-ignore]  # Python 3.14

        return zstd.ZstdFile(file)  # type: ignore[no-any-return,unused-ignore]
    except ImportError:
        pass
    try:
        import zstandard
    except ImportError:
        raise NoUnpacker from None
    return zstandard.ZstdDecompressor().stream_reader(file, read_across_frames=True)
