"""`.reverie/aside`: where damaged originals lie after a repair. Nothing in it is read again, and nothing is deleted."""

from __future__ import annotations

import os
from pathlib import Path

from reverie.domain import ids
from reverie.store import layout
from reverie.store.disk import FOLDER_MODE, Disk

ASIDE = f"{layout.PRIVATE}/aside"


def place(path: str, raw: bytes) -> str:
    """Where a damaged file is kept; the same bytes always at the same place, so that a repair can be repeated."""
    name = path.rpartition("/")[2][:100]
    return f"{ASIDE}/{ids.version(raw.decode('utf-8', 'surrogateescape'))[:12]}-{name}"


def exchange(disk: Disk, path: str, new: bytes | None) -> str:
    """Put new bytes in the place of a damaged file (None: nothing), after a copy of it is safe. Where that is.

    At any moment of it the file is there: as it was, or mended.
    """
    raw = disk.read(path)
    kept = place(path, raw or b"")
    if raw is not None:
        disk.folder(ASIDE)
        if disk.read(kept) != raw:
            disk.write(kept, raw)
            disk.sync(kept)
        disk.sync_folder(ASIDE)
        disk.sync_folder(layout.PRIVATE)
    if new is None:
        disk.remove(path)
    else:
        disk.folder(layout.TMP)
        draft = f"{layout.TMP}/mended"
        disk.write(draft, new)
        disk.sync(draft)
        if folder := path.rpartition("/")[0]:
            disk.folder(folder)
        disk.replace(draft, path)
    disk.sync_folder(path.rpartition("/")[0])
    return kept


def away(root: Path, path: str) -> str:
    """Move whatever stands at a path (a folder, a link, a pipe, a database) aside, as it is."""
    if path == layout.PRIVATE:  # the folder for it would be below it
        beside = next(b for n in range(1, 1000) if not os.path.lexists(b := root / f"{path}-aside-{n}"))
        os.rename(root / path, beside)  # noqa: PTH104
        (root / path).mkdir(mode=FOLDER_MODE)
        return beside.name
    folder = root / ASIDE
    folder.mkdir(mode=FOLDER_MODE, exist_ok=True)
    name, number = path.replace("/", "-").lstrip("."), 1
    while os.path.lexists(folder / f"{number:03}-{name}"):
        number += 1
    os.rename(root / path, folder / f"{number:03}-{name}")  # noqa: PTH104  (a link itself, not what it leads to)
    return f"{ASIDE}/{number:03}-{name}"
