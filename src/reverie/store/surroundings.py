"""What surrounds a vault: the machine, permissions, copies that syncing left, leftovers; and what mends it."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import unicodedata
from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from stat import S_ISREG

from reverie.domain.audit import WATCHED
from reverie.store import layout
from reverie.store.aside import ASIDE, away
from reverie.store.spool import Spool
from reverie.store.survey import Trouble

_SYNCED = ("dropbox", "onedrive", "icloud", "google drive", "googledrive", "nextcloud", "syncthing")
_REMOTE = ("nfs", "nfs4", "cifs", "smb3", "smbfs", "fuse.sshfs", "9p")
_COPY = re.compile(r"conflicted copy|\.sync-conflict-|\(conflict|case conflict|_conf\(| \d+(?=\.\w+$)|~HEAD", re.I)
_MERGE = re.compile(rb"^<<<<<<< .*^>>>>>>> ", re.M | re.S)
_ROOM = 64 << 20  # bytes below which a disk is as good as full
_FILES = 500  # and files that can still be made
_LONG = 5 << 20  # bytes of hooks.log
_WORKERS = 4  # processes of ours at one vault, beyond which something is wrong


def surroundings(root: Path, now: datetime) -> Iterator[Trouble]:
    """Everything around the vault that is worth a word."""
    yield from _machine()
    yield from _disk(root)
    yield from _links(root)
    yield from _copies(root)
    yield from _modes(root)
    yield from _leftovers(root, now)
    yield from _processes(root)


def _machine() -> Iterator[Trouble]:
    if not shutil.which("git"):
        yield Trouble("warning", "git is not installed, so there is no history", "install git")
    try:
        with closing(sqlite3.connect(":memory:")) as db:
            db.execute("CREATE VIRTUAL TABLE t USING fts5(x)")
    except sqlite3.OperationalError:
        yield Trouble(
            "problem", "this Python's SQLite has no FTS5, so recall cannot search", "use another Python build"
        )


def _disk(root: Path) -> Iterator[Trouble]:
    lowered = str(root).lower()
    if any(name in lowered for name in _SYNCED):
        yield Trouble("warning", f"{root} looks like a cloud-synced folder", "keep the workspace on a local disk")
    if kind := _remote(root):
        yield Trouble("warning", f"{root} is on a network file system ({kind})", "keep the workspace on a local disk")
    with suppress(OSError, AttributeError):
        room = os.statvfs(root)
        if room.f_blocks and room.f_bavail * room.f_frsize < _ROOM:
            yield Trouble("problem", f"the disk of {root} is full, or nearly", "make room; nothing is lost meanwhile")
        if room.f_files and room.f_favail < _FILES:
            yield Trouble("problem", f"the disk of {root} can hold hardly another file (inodes)", "remove some files")


def _remote(root: Path) -> str | None:
    """The kind of network file system a folder is on, where the system tells."""
    try:
        mounts = Path("/proc/mounts").read_text("utf-8", "replace").splitlines()
    except OSError:
        return None
    rows = [line.split() for line in mounts]
    inside = [(row[1], row[2]) for row in rows if len(row) > 2 and f"{root}/".startswith(row[1].rstrip("/") + "/")]
    kind = max(inside, key=lambda row: len(row[0]), default=("", ""))[1]
    return kind if kind in _REMOTE else None


def _links(root: Path) -> Iterator[Trouble]:
    names = [name for name in (*WATCHED, "MEMORY.md") if (root / name).is_symlink()]
    for folder, folders, files in os.walk(root / "memory"):
        here = Path(folder)
        names += [str((here / name).relative_to(root)) for name in (*folders, *files) if (here / name).is_symlink()]
        if layout.PRIVATE in folders:
            inner = here.relative_to(root)
            what = f"{inner} is another workspace inside this one; its pages are read as notes"
            yield Trouble("warning", what, "move it out of here")
            folders.remove(layout.PRIVATE)
    for name in names:
        yield Trouble("warning", f"{name} is a symbolic link and is not followed", "replace it with the file itself")
    for above in root.parents:
        if (above / layout.PRIVATE / "audit.jsonl").is_file() and (above / "memory") in (root, *root.parents):
            yield Trouble("warning", f"{root} is inside of another workspace, {above}", "move it out of there")


def _copies(root: Path) -> Iterator[Trouble]:
    """Copies that syncing left, names that only differ in how they are spelt, and texts with half a merge in them."""
    spelt: dict[str, str] = {}
    for path in _files(root / "memory"):
        name = str(path.relative_to(root))
        if _COPY.search(path.name):
            what = f"{name} looks like a conflicted copy that syncing left"
            yield Trouble("warning", what, "take over by hand what only it has, then remove it")
        elif path.suffix == ".jsonl" and path.parent.name == "streams" and layout.day_of(path.name) is None:
            yield Trouble("warning", f"{name} is named after no day, so nobody reads it", "rename it")
        same = unicodedata.normalize("NFC", name).casefold()
        if same in spelt:
            how = "case" if spelt[same].casefold() == name.casefold() else "Unicode form"
            what = f"{name} and {spelt[same]} differ only by {how}; other systems take them for one file"
            yield Trouble("warning", what, "rename one of them")
        spelt[same] = name
        if path.suffix == ".md":
            yield from _text(path, name)
    day = datetime.now(UTC).date()
    for path in (root / "memory").glob("**/streams/*.jsonl"):
        if (named := layout.day_of(path.name)) and (named - day).days > 1:
            shown = path.relative_to(root)
            yield Trouble("warning", f"{shown} is of a day in the future", "mind the clock; rename it if that is wrong")
    for folder in (root / "memory" / "spaces").glob("*"):
        from reverie.domain.space import named as space_of

        if folder.is_dir() and not space_of(folder.name) and "~" not in folder.name:
            yield Trouble("warning", f"{folder.relative_to(root)} names no space; nobody reads it", "rename it")


def _text(path: Path, name: str) -> Iterator[Trouble]:
    with suppress(OSError), path.open("rb") as file:
        raw = file.read(1 << 20)
        if raw.startswith(b"\xef\xbb\xbf"):
            yield Trouble(
                "warning", f"{name} begins with a byte order mark, so its front matter is not seen", "remove it"
            )
        if _MERGE.search(raw):
            yield Trouble("warning", f"{name} has the marks of an unfinished merge in it", "finish the merge by hand")


def _files(folder: Path) -> Iterator[Path]:
    for here, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        yield from (path for name in sorted(files) if _regular(path := Path(here) / name))


def _regular(path: Path) -> bool:
    """Not a pipe, which would keep us waiting for ever, and not a link."""
    try:
        return S_ISREG(os.lstat(path).st_mode)
    except OSError:
        return False


def _modes(root: Path) -> Iterator[Trouble]:
    if os.name == "nt":
        return
    private = root / layout.PRIVATE
    ours = [private, *(p for p in private.rglob("*") if "audit.git" not in p.parts)]
    open_to, shut, foreign = [], [], []
    me = os.geteuid()
    for path in (*ours, *_files(root / "memory"), root / "MEMORY.md"):
        try:
            found = os.lstat(path)
        except OSError:
            continue
        private_path = path == private or private in path.parents
        ours_alone = private_path or path.suffix == ".jsonl"  # what people write has the mode of their editor
        if found.st_mode & (0o077 if ours_alone else 0o022) and not path.is_symlink():
            open_to.append(path)
        if S_ISREG(found.st_mode) and not found.st_mode & 0o200 and ASIDE not in str(path):
            shut.append(path)
        if found.st_uid != me:
            foreign.append(path)
    if open_to:
        yield _moded(root, open_to, "can be read or written by others", 0o700, 0o600)
    if shut:
        yield _moded(root, shut, "may not be written, by its mode", 0o700, 0o600)
    if foreign:
        name = foreign[0].relative_to(root)
        what = f"{name}{_more(foreign)} belongs to another user (uid {os.lstat(foreign[0]).st_uid})"
        yield Trouble("warning", what, f"chown -R {me} {root}")


def _moded(root: Path, paths: list[Path], what: str, folder: int, file: int) -> Trouble:
    def cure() -> str:
        for path in paths:
            with suppress(OSError):
                path.chmod(folder if path.is_dir() else file)
        return f"{paths[0].relative_to(root)}{_more(paths)} {what}: closed to others, open to you"

    return Trouble("warning", f"{paths[0].relative_to(root)}{_more(paths)} {what}", "reverie doctor --fix", cure)


def _more(paths: list[Path]) -> str:
    return f" (+{len(paths) - 1} more)" if len(paths) > 1 else ""


def _leftovers(root: Path, now: datetime) -> Iterator[Trouble]:
    private = root / layout.PRIVATE
    if not (private / ".gitignore").exists():

        def ignore() -> str:
            (private / ".gitignore").write_text("*\n", "utf-8")
            return f"{layout.PRIVATE}/.gitignore: written again"

        what = f"{layout.PRIVATE}/.gitignore is gone: your own git would take the vault's databases in"
        yield Trouble("warning", what, "reverie doctor --fix", ignore)
    tmp = private / "tmp"
    if tmp.is_dir() and (old := [p for p in tmp.iterdir() if p.is_dir() or now.timestamp() - p.stat().st_mtime > 60]):
        yield _removed(root, old, "is a draft of a process that died")
    spool = private / "spool"
    if spool.is_dir():
        good = Spool(str(private))
        bad = [p for p in spool.iterdir() if p.suffix not in (".read", ".new") and not _pointer(good, p)]
        if bad:
            yield _removed(root, bad, "is no pointer to a session; nothing is lost, `reverie observe` finds sessions")
    yield from _times(root, now)
    with suppress(OSError, UnicodeDecodeError):
        if (private / "off").exists():
            (private / "off").read_text("utf-8")
        if (private / "hooks.log").stat().st_size > _LONG:
            yield _removed(root, [private / "hooks.log"], "has grown without end")
        return
    with suppress(OSError):
        if (private / "off").exists() and b"\xff" in (private / "off").read_bytes():
            what = f"{layout.PRIVATE}/off cannot be read, so memory is off everywhere"
            yield Trouble("problem", what, "reverie on, then turn off again what should be")


def _times(root: Path, now: datetime) -> Iterator[Trouble]:
    bad, ahead = [], []
    for path in (
        sorted((root / layout.PRIVATE / "times").glob("*")) if (root / layout.PRIVATE / "times").is_dir() else ()
    ):
        try:
            at = datetime.fromisoformat(path.read_bytes().decode("utf-8").split()[0])
            if at.tzinfo is None or (at - now).days > 1:
                ahead.append(path)
        except (OSError, ValueError, IndexError):
            bad.append(path)
    if bad:
        yield _removed(root, bad, "is no time; what waits is done at once")
    if ahead:
        yield _removed(root, ahead, "is a time in the future: the clock was far ahead; what waits would wait for it")


def _pointer(spool: Spool, path: Path) -> bool:
    return path.suffix == ".json" and spool.knows(path.stem)


def _removed(root: Path, paths: list[Path], what: str) -> Trouble:
    def cure() -> str:
        for path in paths:
            if path.exists():
                away(root, str(path.relative_to(root)))
        return f"{paths[0].relative_to(root)}{_more(paths)} {what}: moved to {ASIDE}"

    return Trouble("warning", f"{paths[0].relative_to(root)}{_more(paths)} {what}", "reverie doctor --fix", cure)


def _processes(root: Path) -> Iterator[Trouble]:
    """Processes of ours that work on this vault, where the system shows them."""
    found = []
    for entry in Path("/proc").glob("[0-9]*") if Path("/proc/self").exists() else ():
        with suppress(OSError):
            said = (entry / "cmdline").read_bytes().decode("utf-8", "replace").split("\0")
            if "reverie" in said and "-w" in said and said[said.index("-w") + 1] == str(root):
                found.append(int(entry.name))
    if len(found) > _WORKERS:
        shown = ", ".join(map(str, found[:10]))
        what = f"{len(found)} processes of ours are at this vault ({shown}); there should be one or two"
        yield Trouble("warning", what, f"kill {' '.join(map(str, found[:10]))}, if they do not end by themselves")
