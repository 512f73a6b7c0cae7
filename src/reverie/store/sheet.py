"""vectors.sheet: the vectors of one embedder laid out as they are searched, in a file that is mapped and not read.

Derived from vectors.db and the index: whoever finds no sheet, or one of another time, reads the vectors one by one.
A sheet is only ever replaced as a whole; what a process changes in the part it mapped stays its own.
"""

from __future__ import annotations

import json
import mmap
import os
import sys
import time
import zlib
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import mkstemp
from typing import Any

FORMAT = 1
NAME = "vectors.sheet"
ALIGNED = 4096  # every part of a sheet begins at a multiple of it
_HEAD = ALIGNED  # bytes in which a sheet says what it holds
_LITTER = 600.0  # seconds after which the draft of a sheet is nobody's


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """What a sheet says of itself. Its parts: numbers, passages, rows, and the signs of rows if there are any."""

    identity: str  # of the embedder
    probe: str  # what it said of the probe, as a checksum
    generation: tuple[int, ...]  # of the index when it was laid
    last: int  # the latest piece that was looked at
    gone: int  # how many pieces had gone by then
    count: int  # rows
    room: int  # rows there is room for, so that some can be added to what is mapped
    dims: int
    signs: int  # words of signs for each row; 0 when there are none

    def parts(self) -> tuple[int, int, int, int]:
        """How many bytes each part has."""
        return 8 * self.count, 8 * self.count, 4 * self.dims * self.room, 8 * self.signs * self.room

    def starts(self) -> list[int]:
        """Where each part begins, and where the sheet ends."""
        found = [_HEAD]
        for size in self.parts():
            found.append(-(-(found[-1] + size) // ALIGNED) * ALIGNED)
        return found


def find(path: Path) -> tuple[Sheet, mmap.mmap] | None:
    """The sheet, and its bytes; None when there is none that can be used."""
    try:
        with path.open("rb") as file:
            head = json.loads(file.read(_HEAD))
            sheet = _sheet(dict(head))
            if os.fstat(file.fileno()).st_size != sheet.starts()[-1]:  # whoever touched a missing part would be killed
                return None
            mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY)
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return None
    sum_ = 0
    for start, size in list(zip(sheet.starts(), sheet.parts(), strict=False))[:2]:
        sum_ = zlib.crc32(mapped[start : start + size], sum_)
    return (sheet, mapped) if sum_ == head.get("sum") else None


def _sheet(head: dict[str, Any]) -> Sheet:
    if (head.pop("format"), head.pop("order")) != (FORMAT, sys.byteorder):
        raise ValueError("a sheet of another format")
    about = {name: value for name, value in head.items() if name != "sum"}
    sheet = Sheet(**about | {"generation": tuple(about["generation"])})
    if min(sheet.count, sheet.dims, sheet.room - sheet.count, sheet.signs, sheet.last, sheet.gone) < 0:
        raise ValueError("a sheet that cannot be")
    return sheet


def draft(path: Path, sheet: Sheet, parts: Iterable[Iterable[bytes]]) -> Path:
    """Write a sheet beside the one there is. Parts come piece by piece; they may be shorter than their room."""
    _sweep(path)
    handle, name = mkstemp(prefix=f"{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            os.truncate(file.fileno(), sheet.starts()[-1])
            sum_ = 0
            for number, (start, part) in enumerate(zip(sheet.starts(), parts, strict=False)):
                file.seek(start)
                for piece in part:
                    file.write(piece)
                    if number < 2:
                        sum_ = zlib.crc32(piece, sum_)
            head = asdict(sheet) | {"format": FORMAT, "order": sys.byteorder, "sum": sum_}
            file.seek(0)
            file.write(json.dumps(head).encode().ljust(_HEAD))
            file.flush()
            os.fsync(file.fileno())  # after a crash it is there whole or not at all: nobody looks at the rows again
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    return Path(name)


def drop(path: Path) -> None:
    """Leave no sheet, and no draft of one."""
    for found in [path, *path.parent.glob(f"{path.name}.*")]:
        found.unlink(missing_ok=True)


def _sweep(path: Path) -> None:
    """Clear away what a killed process left."""
    for left in path.parent.glob(f"{path.name}.*"):
        with suppress(OSError):
            if time.time() - left.stat().st_mtime > _LITTER:
                left.unlink()
