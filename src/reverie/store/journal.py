"""The journal: one durable record of the change in flight. Writing it *is* the commit.

A record holds everything needed to finish: files to write, bytes to append, the audit entry. Finishing
is idempotent, so a crash at any point is mended by finishing again. The listing of the folder is also
the vault's generation: a reader that sees it change reads again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass

from reverie.domain import ids as names
from reverie.domain.audit import WATCHED
from reverie.errors import OutsideVault, VaultCorrupt
from reverie.store.disk import Disk, check
from reverie.store.layout import JOURNAL, LOG, TMP


@dataclass(frozen=True, slots=True)
class Append:
    path: str
    offset: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Record:
    """One commit. `files` maps a path to its new text, or None to remove it; `before` to what it replaces."""

    number: int
    files: Mapping[str, str | None]
    before: Mapping[str, str | None]  # versions
    appends: tuple[Append, ...]


class Journal:
    def __init__(self, disk: Disk) -> None:
        self._disk = disk

    def generation(self) -> tuple[str, ...]:
        """Changes whenever a commit begins or ends."""
        return tuple(self._disk.names(JOURNAL))

    def pending(self) -> Record | None:
        """The committed change that is not finished yet, if there is one."""
        for name in self._disk.names(JOURNAL):
            if name.endswith(".json"):
                raw = self._disk.read(f"{JOURNAL}/{name}")
                if raw is not None:
                    return _decode(name, raw)
        return None

    def record(self, name: str) -> Record | None:
        """What a file of the folder holds; VaultCorrupt when it is damaged."""
        raw = self._disk.read(f"{JOURNAL}/{name}")
        return None if raw is None else _decode(name, raw)

    def write(self, record: Record) -> None:
        """Make the record durable; when this returns, the change will happen."""
        draft, name = f"{TMP}/journal-{record.number}", f"{JOURNAL}/{record.number:012}.json"
        self._disk.write(draft, _encode(record))
        self._disk.sync(draft)
        self._disk.replace(draft, name)
        self._disk.sync_folder(JOURNAL)

    def withdraw(self, number: int) -> bool:
        """Take back a record that could not be made durable; False when even that fails and it stands."""
        name = f"{JOURNAL}/{number:012}.json"
        try:
            self._disk.remove(name)
        except OSError:
            return self._disk.stamp(name) is None
        return True

    def done(self, number: int) -> None:
        """Let go of a finished record, leaving its number as the new generation."""
        self._disk.write(f"{JOURNAL}/{number:012}.done", b"")
        self._disk.remove(f"{JOURNAL}/{number:012}.json")
        for name in self._disk.names(JOURNAL):
            if name.endswith(".done") and name < f"{number:012}.done":
                self._disk.remove(f"{JOURNAL}/{name}")
        # Or a power cut much later could bring the record back, over what people changed since.
        self._disk.sync_folder(JOURNAL)

    def finish(self, record: Record) -> None:
        """Carry the record out: appends, then files. What stands already is made durable, no more."""
        folders: dict[str, None] = {}
        for append in record.appends:
            self._ensure(append.path, folders)
            found = self._disk.read(append.path, append.offset) or b""
            if append.data not in found:
                # Bytes that are not the rest of a torn write are somebody's: ours go behind them.
                offset = append.offset if _torn(found, append.data) else append.offset + len(found)
                self._disk.append(append.path, offset, append.data)
            self._disk.sync(append.path)
        for n, (path, text) in enumerate(record.files.items()):
            new = None if text is None else text.encode("utf-8")
            found_file = self._disk.read(path)
            if found_file != new and _version(found_file) != record.before.get(path):
                continue  # somebody edited it since the commit; their edit is found and recorded
            if new is None:
                if found_file is not None:
                    self._disk.remove(path)
                if self._disk.names(_folder(path)):
                    folders[_folder(path)] = None
                continue
            self._ensure(path, folders)
            if found_file == new:
                self._disk.sync(path)
            else:
                draft = f"{TMP}/file-{record.number}-{n}"
                self._disk.write(draft, new)
                self._disk.sync(draft)
                self._disk.replace(draft, path)
        for folder in folders:
            self._disk.sync_folder(folder)

    def _ensure(self, path: str, folders: dict[str, None]) -> None:
        """Make the folder of a path, and have its names made durable; those of a killed writer may not be."""
        parts = path.split("/")[:-1]
        if parts:
            self._disk.folder("/".join(parts))
        for depth in range(len(parts), -1, -1):
            folders["/".join(parts[:depth])] = None


def _ours(path: str) -> None:
    """A record may only write where a vault writes, whoever made it."""
    inside = path.startswith("memory/") or path in ("MEMORY.md", "memory.md", *WATCHED)
    if path != LOG and (not inside or any(part.startswith(".") for part in check(path))):
        raise ValueError(f"it would write {path[:80]!r}")


def _torn(found: bytes, data: bytes) -> bool:
    """Whether these bytes are what a crash left of ours; anything else is somebody's and stays."""
    return len(found) <= len(data) and all(f in (d, 0) for f, d in zip(found, data, strict=False))


def _folder(path: str) -> str:
    return path.rpartition("/")[0]


def _version(raw: bytes | None) -> str | None:
    return None if raw is None else names.version(raw.decode("utf-8", "surrogateescape"))


def _encode(record: Record) -> bytes:
    body = json.dumps(
        {
            "number": record.number,
            "files": record.files,
            "before": record.before,
            "appends": [[a.path, a.offset, a.data.decode("utf-8")] for a in record.appends],
        },
        ensure_ascii=False,
    ).encode("utf-8")
    return hashlib.sha256(body).hexdigest().encode("ascii") + b"\n" + body


def _decode(name: str, raw: bytes) -> Record:
    digest, _, body = raw.partition(b"\n")
    try:
        if hashlib.sha256(body).hexdigest().encode("ascii") != digest:
            raise ValueError("its checksum does not fit")
        data = json.loads(body)
        for path in (*data["files"], *(append[0] for append in data["appends"])):
            _ours(path)
        return Record(
            number=int(data["number"]),
            files={str(path): text if text is None else str(text) for path, text in data["files"].items()},
            before={str(path): version for path, version in data["before"].items()},
            appends=tuple(Append(str(p), int(o), text.encode("utf-8")) for p, o, text in data["appends"]),
        )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, OutsideVault) as wrong:
        # Renamed only after it was durable, so this is damage, not a crash of ours.
        raise VaultCorrupt(
            f"{JOURNAL}/{name} is damaged ({wrong}). `reverie doctor --fix` moves it aside and goes on with the vault "
            "as it was before that change."
        ) from wrong
