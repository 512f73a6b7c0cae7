"""The day a chat without times was kept on: told by its head, else by its file's name."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

_KEPT = re.compile(
    r"^\W*(?:date|created(?:[_ ]?(?:at|on))?|exported(?:[_ ](?:at|on))?|time|datum)\W{1,4}(.{8,40})$", re.I | re.M
)
_DAY = re.compile(r"(?<!\d)((?:19|20)\d\d)([-_./]?)(0[1-9]|1[0-2])\2(0[1-9]|[12]\d|3[01])(?!\d)")
_HEADING = re.compile(r"^#{1,3} .{1,200}$", re.M)
_MIDDAY = 12  # of a day nobody knows the hour of


def day_in(text: str) -> datetime | None:
    """The day that a short text names, as 2024-05-06, 2024/05/06 or 20240506."""
    found = _DAY.search(text)
    try:
        return datetime(int(found[1]), int(found[3]), int(found[4]), _MIDDAY, tzinfo=UTC) if found else None
    except ValueError:  # the 31st of a short month
        return None


def day_alone(value: object) -> datetime | None:
    """The day a value names that names no hour; by its midnight it would be the day before."""
    return day_in(value) if isinstance(value, str) and _DAY.fullmatch(value.strip()) else None


def day_of_head(head: str) -> datetime | None:
    """The day that what stands before the first turn names: its front matter, or a heading."""
    told = [found[1] for found in _KEPT.finditer(head)] + [found[0] for found in _HEADING.finditer(head)]
    return next((day for text in told if (day := day_in(text))), None)


def day_of_name(path: Path) -> datetime | None:
    """The day that a file's name holds."""
    return day_in(path.stem)
