"""What was installed into a host, and how its files were before: enough to leave them so again.

A folder of ours per host and place: `receipt.json`, and copies of files as they were, for nobody else to read. It is
written before the files it is about; whatever it says of a file holds only while that file is as it says.
"""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from reverie.surfaces.install import files

KEPT = 5  # copies of a file beside those a receipt needs
_NAME = "receipt.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Filed:
    """One file of an installation: its version after it, and the copy of what it was without us."""

    after: str
    clean: str | None = None  # the copy's name; None when there was no file


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """One installation."""

    host: str
    workspace: str
    command: tuple[str, ...]
    at: str
    files: dict[Path, Filed] = field(default_factory=dict)
    folders: tuple[Path, ...] = ()  # made for it


class Drawer:
    """Where the receipt and the copies of one host in one place are kept."""

    def __init__(self, root: Path, host: str, place: Path) -> None:
        self.folder = root / "hosts" / f"{host}-{version(str(place).encode())[:8]}"

    def receipt(self) -> Receipt | None:
        """The receipt; None when there is none, or it cannot be read: then ours are known by their looks."""
        try:
            held: Any = json.loads((self.folder / _NAME).read_bytes())
            return Receipt(
                host=held["host"],
                workspace=held["workspace"],
                command=tuple(held["command"]),
                at=held["at"],
                files={Path(path): Filed(**one) for path, one in held["files"].items()},
                folders=tuple(Path(one) for one in held["folders"]),
            )
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return None

    def put(self, receipt: Receipt) -> None:
        held = {
            "host": receipt.host,
            "workspace": receipt.workspace,
            "command": list(receipt.command),
            "at": receipt.at,
            "files": {str(path): {"after": one.after, "clean": one.clean} for path, one in receipt.files.items()},
            "folders": [str(one) for one in receipt.folders],
        }
        files.write(self.folder / _NAME, (json.dumps(held, ensure_ascii=False, indent=2) + "\n").encode())

    def clear(self) -> None:
        """There is no installation any more; the last copies stay."""
        files.remove(self.folder / _NAME)
        self.trim(None)
        with suppress(OSError):
            self.folder.rmdir()  # when there are none

    def copy(self, path: Path, data: bytes, now: datetime) -> str:
        """Keep a copy of a file as it is; its name."""
        stamp = now.astimezone(UTC).strftime("%Y%m%dT%H%M%S%fZ")
        name = f"{stamp}-{version(str(path).encode())[:4]}-{path.name.lstrip('.')}"
        files.write(self.folder / name, data)
        return name

    def copied(self, name: str | None) -> bytes | None:
        if name is None:
            return None
        with suppress(OSError):
            return (self.folder / Path(name).name).read_bytes()
        return None

    def trim(self, receipt: Receipt | None) -> None:
        """Throw away all but the newest copies, and those a receipt needs."""
        needed = {one.clean for one in receipt.files.values()} if receipt else set()
        copies: dict[str, list[Path]] = {}
        with suppress(OSError):
            for path in sorted(self.folder.iterdir()):  # their names begin with the time
                if path.name not in (_NAME, *needed) and "-" in path.name:
                    copies.setdefault(path.name.partition("-")[2], []).append(path)
            for several in copies.values():
                for path in several[:-KEPT]:
                    path.unlink()


def version(data: bytes) -> str:
    """The name of exact bytes."""
    return hashlib.sha256(data).hexdigest()
