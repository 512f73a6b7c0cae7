"""A bundle: a vault as one file or folder, with a manifest that names every part with its hash.

Here is the container: written at once or not at all, and read with suspicion. What goes in is `packing`'s business.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
import stat
import tempfile
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reverie.errors import BundleRefused, OutsideVault
from reverie.store.disk import check

FORMAT, VERSION = "reverie-bundle", 1
MANIFEST = "manifest.json"
LARGEST = 2 * 2**30  # bytes of all parts together, unpacked
MOST = 500_000  # parts
_MANIFEST_SIZE = 256 * 2**20
_SOME = 1 << 20
_EPOCH = (1980, 1, 1, 0, 0, 0)  # the same vault is the same bytes, whenever it is packed


@dataclass(frozen=True, slots=True)
class Bundle:
    """A bundle that was read and checked: what the manifest says, and every part by its name."""

    manifest: Mapping[str, Any]
    parts: Mapping[str, bytes]


def encode(data: Any) -> bytes:
    """JSON that is the same bytes for the same value, a line a key on top."""
    return json.dumps(data, ensure_ascii=False, indent=1, sort_keys=True).encode("utf-8") + b"\n"


def manifest(parts: Mapping[str, bytes], told: Mapping[str, Any]) -> bytes:
    """The manifest of these parts, with a digest of itself."""
    files = {name: {"bytes": len(data), "sha256": _sha(data)} for name, data in parts.items()}
    whole = {"format": FORMAT, "version": VERSION, **told, "files": files}
    return encode({**whole, "digest": _sha(encode(whole))})


def looks_like_one(path: Path) -> bool:
    """Whether a path holds a manifest of ours, sound or not."""
    try:
        if path.is_dir():
            return (path / MANIFEST).is_file() and FORMAT.encode() in _head(path / MANIFEST)
        with path.open("rb") as file:
            if file.read(4) not in (b"PK\x03\x04", b"PK\x05\x06"):
                return False
        return _names_us(path)
    except OSError:
        return False


def _names_us(path: Path) -> bool:
    """Of a zip: whether its first part is our manifest; a cut one has lost its list of parts, not its beginning."""
    with path.open("rb") as file:
        head = file.read(30 + len(MANIFEST))
    return head[30:] == MANIFEST.encode()


def _head(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(_SOME)


# Writing


def write(path: Path, parts: Mapping[str, bytes], told: Mapping[str, Any], *, replace: bool = False) -> None:
    """A zip when the name ends in .zip, else a folder; complete under its name, or not there."""
    path = path.absolute()
    if path.is_symlink() or (path.exists() and not replace):
        raise BundleRefused(f"{path} is there already; choose another name, or --force to replace a bundle")
    if path.exists() and not looks_like_one(path):
        raise BundleRefused(f"{path} is there and is no bundle of ours; nothing was written")
    if not path.parent.is_dir():
        raise BundleRefused(f"there is no folder {path.parent}; make it first")
    whole = {MANIFEST: manifest(parts, told), **parts}
    if path.suffix.lower() == ".zip":
        _write_zip(path, whole)
    else:
        _write_folder(path, whole)


def _write_zip(path: Path, parts: Mapping[str, bytes]) -> None:
    handle, draft = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
                for name, data in parts.items():
                    info = zipfile.ZipInfo(name, _EPOCH)
                    info.create_system = 3  # or the bytes would differ between systems
                    info.external_attr = (stat.S_IFREG | 0o600) << 16
                    info.compress_type = zipfile.ZIP_DEFLATED
                    packed.writestr(info, data, compresslevel=6)
            file.flush()
            os.fsync(file.fileno())
        Path(draft).chmod(0o600)
        Path(draft).replace(path)
    except BaseException:
        Path(draft).unlink(missing_ok=True)
        raise
    _sync(path.parent)


def _write_folder(path: Path, parts: Mapping[str, bytes]) -> None:
    draft = Path(tempfile.mkdtemp(prefix=f".{path.name}.", dir=path.parent))
    try:
        for name, data in parts.items():
            target = draft / name
            for folder in reversed(target.relative_to(draft).parents[:-1]):
                (draft / folder).mkdir(mode=0o700, exist_ok=True)
            with os.fdopen(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
        if path.exists():
            old = Path(tempfile.mkdtemp(prefix=f".{path.name}.old.", dir=path.parent)) / "bundle"
            path.replace(old)
            draft.replace(path)
            shutil.rmtree(old.parent)
        else:
            draft.replace(path)
    except BaseException:
        shutil.rmtree(draft, ignore_errors=True)
        raise
    _sync(path.parent)


def _sync(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    with suppress(OSError):
        os.fsync(handle)
    os.close(handle)


# Reading


def read(path: Path) -> Bundle:
    """The bundle in a file or folder, every part checked against its manifest; BundleRefused when anything is off."""
    try:
        parts = dict(_folder(path) if path.is_dir() else _zip(path))
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError) as wrong:
        raise BundleRefused(f"{path} is cut short or damaged ({wrong}); nothing was changed") from wrong
    except OSError as wrong:
        raise BundleRefused(f"{path} cannot be read ({wrong.strerror or wrong}); nothing was changed") from wrong
    raw = parts.pop(MANIFEST, None)
    if raw is None:
        raise BundleRefused(f"{path} has no {MANIFEST}; nothing was changed")
    found = _manifest(path, raw)
    _same(path, found["files"], parts)
    return Bundle(found, parts)


def _manifest(path: Path, raw: bytes) -> dict[str, Any]:
    try:
        found = json.loads(raw)
    except (ValueError, RecursionError):
        raise BundleRefused(f"{path}: {MANIFEST} is not JSON; nothing was changed") from None
    if not isinstance(found, dict) or found.get("format") != FORMAT or not isinstance(found.get("version"), int):
        raise BundleRefused(f"{path} is not a bundle of ours; nothing was changed")
    if found["version"] > VERSION:
        raise BundleRefused(
            f"{path} has format {found['version']}, this version reads {VERSION}: update reverie. Nothing was changed."
        )
    digest = found.pop("digest", None)
    if digest != _sha(encode(found)) or not isinstance(found.get("files"), dict):
        raise BundleRefused(f"{path}: {MANIFEST} was changed since it was written; nothing was changed here")
    return found


def _same(path: Path, named: Mapping[str, Any], parts: Mapping[str, bytes]) -> None:
    if missing := sorted(named.keys() - parts.keys()):
        raise BundleRefused(f"{path} lacks {missing[0]}, which its manifest names; nothing was changed")
    if strange := sorted(parts.keys() - named.keys()):
        raise BundleRefused(f"{path} holds {strange[0]}, which its manifest does not name; nothing was changed")
    for name, data in parts.items():
        if not isinstance(named[name], dict) or named[name].get("sha256") != _sha(data):
            raise BundleRefused(f"{path}: {name} is not what its manifest says (its hash differs); nothing was changed")


def _zip(path: Path) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(path) as packed:
        infos = packed.infolist()
        if len(infos) > MOST:
            raise BundleRefused(f"{path} has {len(infos):,} parts, at most {MOST:,} are read; nothing was changed")
        if sum(info.file_size for info in infos) > LARGEST:
            raise BundleRefused(f"{path} would unpack to more than {LARGEST // 2**30} GB; nothing was changed")
        room, seen = LARGEST, set[str]()
        for info in infos:
            _safe(path, info.filename)
            if info.filename in seen or stat.S_ISLNK(info.external_attr >> 16) or info.is_dir():
                raise BundleRefused(f"{path}: {info.filename[:80]!r} is a link, a folder or twice; nothing was changed")
            seen.add(info.filename)
            with packed.open(info) as part:
                data = _at_most(part, min(room, _MANIFEST_SIZE if info.filename == MANIFEST else room))
            if data is None or len(data) != info.file_size:
                raise BundleRefused(f"{path}: {info.filename[:80]!r} is larger than it says; nothing was changed")
            room -= len(data)
            yield info.filename, data


def _at_most(part: Any, room: int) -> bytes | None:
    """The bytes of a part; None when there are more than fit, and then no more is unpacked."""
    found = io.BytesIO()
    while some := part.read(_SOME):
        if found.tell() + len(some) > room:
            return None
        found.write(some)
    return found.getvalue()


def _folder(path: Path) -> Iterator[tuple[str, bytes]]:
    room, count = LARGEST, 0
    for top, folders, names in os.walk(path):
        folders.sort()
        for name in sorted((*folders, *names)):
            whole = Path(top) / name
            mode = whole.lstat().st_mode
            inside = whole.relative_to(path).as_posix()
            if stat.S_ISDIR(mode):
                continue
            if not stat.S_ISREG(mode):
                raise BundleRefused(f"{path}: {inside[:80]!r} is a link or no file; nothing was changed")
            _safe(path, inside)
            room, count = room - whole.lstat().st_size, count + 1
            if room < 0 or count > MOST:
                raise BundleRefused(
                    f"{path} is larger than {LARGEST // 2**30} GB or has too many parts; nothing was changed"
                )
            yield inside, whole.read_bytes()


def _safe(path: Path, name: str) -> None:
    """A part may only be called what stays below the bundle."""
    try:
        check(name)
    except OutsideVault:
        raise BundleRefused(f"{path}: {name[:80]!r} leads out of the bundle; nothing was changed") from None


def _sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
