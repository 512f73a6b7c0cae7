"""
The history of the vault in a git repository of its own, isolated from the user's git.

A follower: it is handed commits in order, stores each once and can say how far it got, so it may
fall behind (no git, a full disk) and catch up. It never reads or writes the workspace, never runs a
hook or a filter, and asks no configuration but the settings below.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

from reverie.errors import HistoryError, NotFound, OutsideVault

if sys.platform != "win32":
    import fcntl

_BRANCH = "refs/heads/main"
# A pattern: it finds nothing on a branch without commits, where a name is an error. Damage always is.
_NEWEST = "--glob=refs/heads/mai[n]"
_SETTINGS = (
    "core.hooksPath=/dev/null core.attributesFile=/dev/null core.autocrlf=false core.sharedRepository=umask "
    "gc.auto=0 maintenance.auto=false core.logAllRefUpdates=false core.precomposeUnicode=false "
    # Newer git would read .gitattributes out of the pages it packs; the empty tree has none.
    "attr.tree=4b825dc642cb6eb9a060e54bf8d69288fbee4904 "
    # Nothing is ever checked out, and Commit refuses the dangerous names by itself.
    "core.protectHFS=false core.protectNTFS=false "
    # Unknown before 2.36, where packs are synced anyway.
    "core.fsync=committed,reference "
    # One small pack per call is fewer files to sync than loose objects. A folder of 10,000 pages is
    # a tree of 250 kB in every pack: speed over 4% of size, until `tidy` stores it as a difference.
    "fastimport.unpackLimit=0 core.compression=1 i18n.logOutputEncoding=UTF-8"
)
_ENVIRONMENT = (
    "LC_ALL=C HOME=/dev/null XDG_CONFIG_HOME=/dev/null GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null "
    "GIT_ATTR_NOSYSTEM=1 GIT_TERMINAL_PROMPT=0 GIT_OPTIONAL_LOCKS=0 GIT_LITERAL_PATHSPECS=1 "
    "GIT_NO_REPLACE_OBJECTS=1 GIT_DEFAULT_REF_FORMAT=files"
)
_PACKS = 64  # `tidy` folds them beyond this: some 18 MB with 10,000 pages, half a second
_PATIENCE = 5.0  # seconds for an orphaned git of a killed process to finish
_STALE = 60.0  # seconds after which a lock file is nobody's, where locks cannot tell
_SHOWN = 20  # problems of one kind; a lost pack makes thousands
_LAST_SECOND = 4_102_444_799  # of the year 2099
_LITTER = (
    "*.lock refs/**/*.lock objects/info/*.lock objects/pack/*.lock objects/pack/*.keep "
    "objects/pack/tmp_* objects/pack/.tmp-* fast_import_crash_*"
)

_ID = re.compile("[!-~]+")
_DOT_GIT = re.compile(r"(?:\.git|git~1)[ .]*(?:[:\\].*)?", re.IGNORECASE | re.DOTALL)
_TRAILERS = re.compile(r"\n\nReverie-Id: (\S+)\nReverie-Seq: ([0-9]+)\n*\Z")
_QUOTED = re.compile(rb'[\x00-\x1f"\\\x7f]')
# What fsck says of a person's .gitattributes or .gitmodules; to us these are pages like any other.
_THEIRS = re.compile(r": git(?:attributes|modules)\w*: ")


@dataclass(frozen=True, slots=True, kw_only=True)
class Commit:
    """One change of the vault, as history keeps it; what exists can be stored.

    A removed path that has become a folder goes with all it holds.
    """

    seq: int
    id: str
    at: datetime
    author: str
    message: str
    files: Mapping[str, bytes | None]

    def __post_init__(self) -> None:
        if self.seq < 1:
            raise ValueError(f"commit {self.id!r} has number {self.seq}; the first is 1")
        if not _ID.fullmatch(self.id):
            raise ValueError(f"{self.id!r} cannot name a commit: use visible ASCII without spaces")
        if self.at.tzinfo is None:
            raise ValueError(f"commit {self.id} has a time without a time zone")
        for path in self.files:
            _path(path)


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """A commit as the log may be put together of: its message without our trailers, and the files it changed."""

    id: str
    at: datetime
    message: str
    files: Mapping[str, bytes | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Stored:
    """A commit as git gives it back; `id` and `seq` are empty when another hand wrote it."""

    sha: str
    at: datetime
    subject: str
    id: str
    seq: int


class GitHistory:
    """The commits of one vault, in a bare repository nobody else needs to know of."""

    def __init__(self, git_dir: Path, *, git: str = "git") -> None:
        self._dir = git_dir.absolute()
        self._git = git

    def ready(self) -> bool:
        """Whether the repository exists; it may still be empty."""
        return (self._dir / "HEAD").is_file() and (self._dir / "objects").is_dir()

    def seq(self) -> int:
        """The number of the newest commit, 0 before the first."""
        return self._tip()[1]

    def record(self, commits: Iterable[Commit]) -> int:
        """Store the commits that are newer than what is stored, all or none; how many there were."""
        with self._writing() as lock, TemporaryFile() as said:
            tip, last = self._tip()
            fresh = _newer(commits, last)
            first = next(fresh, None)
            if first is None:
                return 0
            if tip is None:
                # Also finishes a repository whose making was interrupted.
                self._call("init", "-q", "--bare", "--template=", "--object-format=sha1", "-b", "main")
            # Without `done` at its end the stream counts as torn, and the branch does not move.
            added = 0
            with self._start("fast-import", "--quiet", "--done", stderr=said, lock=lock) as child:
                assert child.stdin is not None  # noqa: S101  (for the type checker)
                try:
                    for commit in chain((first,), fresh):
                        child.stdin.writelines(_stream(commit, None if added else tip))
                        added += 1
                    child.stdin.write(b"done\n")
                    child.stdin.close()
                except BaseException as error:
                    child.kill()
                    with suppress(BrokenPipeError):
                        child.stdin.close()
                    if not isinstance(error, BrokenPipeError):
                        raise  # the caller's; a broken pipe is explained by what git said
            if child.returncode:
                said.seek(0)
                raise self._failure("fast-import", said.read())
            return added

    def count(self) -> int:
        """How many commits there are."""
        return int(self._call("rev-list", "--count", _NEWEST)) if self.ready() else 0

    def ids(self) -> dict[str, int]:
        """The number of every commit by its id."""
        return {stored.id: stored.seq for stored in reversed(self._log()) if stored.id}

    def messages(self) -> dict[str, str]:
        """The message of every commit without our trailers, by id."""
        raw = self._call("rev-list", "--format=%B%x00", _NEWEST) if self.ready() else b""
        found: dict[str, str] = {}
        for part in raw.decode("utf-8", "replace").split("\0"):
            message = part.strip().partition("\n")[2]  # git's own line names the commit
            body, mark, trailers = message.rpartition("\nReverie-Id: ")
            if mark:
                found.setdefault(trailers.partition("\n")[0], body.strip())
        return found

    def files(self, id: str | None = None) -> dict[str, str]:  # noqa: A002
        """The blob id of every file as of that commit, or of the newest."""
        commit = self._find(id)
        return self._tree(commit, "-r") if commit else {}

    def read(self, path: str, id: str | None = None) -> bytes | None:  # noqa: A002
        """The bytes of a file as of that commit, or of the newest; None when it was not there."""
        _path(path)
        commit = self._find(id)
        blob = self._tree(commit, "--", path).get(path) if commit else None
        return self._call("cat-file", "blob", blob) if blob else None

    def log(self, path: str | None = None, limit: int = 50) -> list[tuple[str, datetime, str]]:
        """Id, time and first line of the commits (that touched `path`), newest first."""
        where = () if path is None else ("--", _path(path))
        stored = self._log(f"--max-count={max(limit, 0)}", _NEWEST, *where)
        return [(commit.id, commit.at, commit.subject) for commit in stored]

    def recorded(self, wanted: Callable[[int], bool]) -> dict[int, Recorded]:
        """The commits of these numbers, with what each changed."""
        messages = self.messages()
        return {
            stored.seq: Recorded(
                id=stored.id, at=stored.at, message=messages.get(stored.id, ""), files=self._changed(stored.sha)
            )
            for stored in self._log()
            if stored.id and wanted(stored.seq)
        }

    def versions(self, path: str) -> list[bytes]:
        """Every version of a file, the newest first; none of what cannot be read."""
        found = []
        with suppress(HistoryError):
            for stored in self._log(_NEWEST, "--", _path(path)):
                with suppress(HistoryError):
                    blob = self._tree(stored.sha, "--", path).get(path)
                    found += [self._call("cat-file", "blob", blob)] if blob else []
        return found

    def _changed(self, sha: str) -> dict[str, bytes | None]:
        said = self._call("diff-tree", "-r", "-z", "--root", "--no-commit-id", "--no-renames", sha).split(b"\0")
        found: dict[str, bytes | None] = {}
        for about, path in zip(said[::2], said[1::2], strict=False):
            blob = about.split()[3].decode("ascii")
            gone = about.rstrip().endswith(b"D")
            found[path.decode("utf-8", "surrogateescape")] = None if gone else self._call("cat-file", "blob", blob)
        return found

    @staticmethod
    def blob_id(data: bytes) -> str:
        """The name git gives these bytes, computed without git."""
        return hashlib.sha1(b"blob %d\0%b" % (len(data), data), usedforsecurity=False).hexdigest()

    def check(self) -> list[str]:
        """What is wrong with the history, a sentence each; nothing when it is whole or not begun."""
        if not self.ready():
            begun = self._dir.is_dir() and any(self._dir.iterdir())
            return [f"{self._dir} is not a git repository: HEAD or objects is missing."] * begun
        problems: list[str] = []
        try:
            with self._quiet():
                problems += self._fsck()
                problems += _disorder(reversed(self._log()))
        except HistoryError as error:
            problems.append(str(error))
        return problems

    def forget(self) -> None:
        """Let go of everything: no object, pack or name of it is left. The log can write it again."""
        old = self._dir.with_name(f"{self._dir.name}.old")
        with self._writing():
            shutil.rmtree(old, ignore_errors=True)
            self._dir.rename(old)
        shutil.rmtree(old)

    def unpacked(self) -> Iterator[bytes]:
        """The bytes of every object there is, in pieces."""
        if not self.ready():
            return
        with self._start(
            "cat-file", "--batch-all-objects", "--batch", "--unordered", stderr=subprocess.DEVNULL
        ) as child:
            assert child.stdin is not None  # noqa: S101  (for the type checker)
            assert child.stdout is not None  # noqa: S101
            child.stdin.close()
            while piece := child.stdout.read(1 << 20):
                yield piece

    def tidy(self) -> None:
        """Fold small packs together once there are many; everything reachable stays."""
        if sum(1 for _ in (self._dir / "objects" / "pack").glob("*.pack")) <= _PACKS:
            return
        with self._writing() as lock:
            self._call("repack", "-d", "-n", "-q", "--geometric=2", lock=lock)
            # Lets `log(path)` skip the folders a commit did not touch; derived, and rebuilt each time.
            self._call("commit-graph", "write", "--reachable", "--changed-paths", "--no-progress", lock=lock)

    def _tip(self) -> tuple[str | None, int]:
        """The newest commit and the highest number; damage is an error, never an empty history."""
        newest = self._log("--max-count=1", _NEWEST)
        if not newest:
            return None, 0
        return newest[0].sha, newest[0].seq or max(stored.seq for stored in self._log())

    def _find(self, id: str | None) -> str | None:  # noqa: A002
        if id is None:
            return self._tip()[0]
        named = _ID.fullmatch(id) and self._log("--fixed-strings", f"--grep=Reverie-Id: {id}", _NEWEST)
        for stored in named or ():
            if stored.id == id:  # a message may quote another commit's trailers
                return stored.sha
        raise NotFound(f"history has no commit {id}; `reverie audit` lists those it has")

    def _log(self, *select: str) -> list[_Stored]:
        if not self.ready():
            return []
        said = self._call("rev-list", "--format=%ct%x00%B%x00", *(select or (_NEWEST,)))
        parts = said.decode("utf-8", "replace").split("\0")
        return [_stored(head, body) for head, body in zip(parts[::2], parts[1::2], strict=False)]

    def _tree(self, commit: str, *select: str) -> dict[str, str]:
        blobs = {}
        for entry in self._call("ls-tree", "-z", "--full-tree", commit, *select).split(b"\0")[:-1]:
            about, _, path = entry.partition(b"\t")
            _, kind, blob = about.decode("ascii").split(" ")
            if kind == "blob":
                blobs[path.decode("utf-8", "surrogateescape")] = blob
        return blobs

    def _fsck(self) -> list[str]:
        command = ("fsck", "--full", "--no-dangling", "--no-progress")
        with self._start(*command, stderr=subprocess.STDOUT) as child:
            said = child.communicate()[0].decode("utf-8", "replace")
        if not child.returncode:
            return []
        lines = re.sub(r"\n\s+", " ", said).splitlines() or [f"it ended with code {child.returncode}"]
        found = [line for line in lines if not re.match("notice|warning", line) and not _THEIRS.search(line)]
        if len(found) > _SHOWN:
            found[_SHOWN:] = [f"and {len(found) - _SHOWN} more"]
        return [f"git fsck of {self._dir.name}: {' '.join(line.split())}." for line in found]

    @contextmanager
    def _quiet(self) -> Iterator[None]:
        """While no git of ours is at work: that of a killed process goes on, and moves packs under whoever reads."""
        lock: int | None = None
        with suppress(OSError, HistoryError):
            lock = self._lock()
        try:
            yield
        finally:
            if lock is not None:
                os.close(lock)

    @contextmanager
    def _writing(self) -> Iterator[int | None]:
        """Be the only writer, and clear away what a killed one left."""
        try:
            self._dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise self._trouble(f"cannot be written ({error.strerror})") from error
        lock = self._lock()
        try:
            for litter in chain.from_iterable(map(self._dir.glob, _LITTER.split())):
                with suppress(FileNotFoundError):
                    # A lock we hold proves every git we ever started is gone; else ask the clock.
                    if lock is not None or time.time() - litter.stat().st_mtime > _STALE:
                        litter.unlink()
            yield lock
        finally:
            if lock is not None:
                os.close(lock)

    def _lock(self) -> int | None:
        """A lock on the folder that our git children inherit, so it outlives this process with them."""
        if sys.platform == "win32":
            return None
        folder = os.open(self._dir, os.O_RDONLY)
        deadline = time.monotonic() + _PATIENCE
        while True:
            try:
                fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return folder
            except BlockingIOError:
                if time.monotonic() > deadline:
                    os.close(folder)
                    raise self._trouble("is still being written by another process") from None
                time.sleep(0.02)
            except OSError:  # a file system without locks
                os.close(folder)
                return None

    def _call(self, *args: str, lock: int | None = None) -> bytes:
        with self._start(*args, lock=lock) as child:
            out, said = child.communicate()
        if child.returncode:
            raise self._failure(args[0], said)
        return out

    def _start(
        self, *args: str, stderr: int | IO[bytes] = subprocess.PIPE, lock: int | None = None
    ) -> subprocess.Popen[bytes]:
        settings = chain.from_iterable(("-c", setting) for setting in _SETTINGS.split())
        try:
            return subprocess.Popen(
                [self._git, f"--git-dir={self._dir}", *settings, *args],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=stderr,
                cwd=self._dir,
                env=_environment(),
                umask=0o077,
                pass_fds=() if lock is None else (lock,),
            )
        except OSError as error:
            missing = isinstance(error, FileNotFoundError)
            what = "was not found on PATH" if missing else f"could not be started ({error.strerror})"
            raise HistoryError(
                f"{self._git} {what}: install git; memory works without it, history catches up later"
            ) from error

    def _failure(self, command: str, said: bytes) -> HistoryError:
        lines = [line.strip() for line in said.decode("utf-8", "replace").split("\n") if line.strip()]
        reasons = [line for line in lines if line.startswith(("fatal:", "error:"))] or lines
        return self._trouble(f"stopped at git {command} ({reasons[0] if reasons else 'no reason given'})")

    def _trouble(self, what: str) -> HistoryError:
        return HistoryError(
            f"the history in {self._dir} {what}; memory is safe and history catches up later, "
            f"`reverie doctor` says more"
        )


def _environment() -> dict[str, str]:
    """All a child may know: nothing of the user's git, no home to find it in."""
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ}
    return kept | dict(pair.split("=", 1) for pair in _ENVIRONMENT.split())


def _path(path: str) -> str:
    parts = path.split("/")
    if "\0" in path or any(part in ("", ".", "..") or _DOT_GIT.fullmatch(part) for part in parts):
        raise OutsideVault(f"{path!r} is no path inside the workspace; history did not take it")
    try:
        path.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        raise OutsideVault(f"{path!r} is no name a file can have; history did not take it") from None
    return path


def _newer(commits: Iterable[Commit], last: int) -> Iterator[Commit]:
    for commit in commits:
        if commit.seq > last:
            last = commit.seq
            yield commit


def _stream(commit: Commit, parent: str | None) -> Iterator[bytes]:
    """The commit in the language of fast-import; removals first, so a file may become a folder."""
    at = f"{min(max(int(commit.at.timestamp()), 0), _LAST_SECOND)} +0000"
    author = " ".join(re.sub(r"[\x00-\x20\x7f<>]", " ", commit.author).split()) or "unknown"
    text = commit.message.replace("\0", "")
    ending = "\n" if text.endswith("\n") else "\n\n"
    message = f"{text}{ending}Reverie-Id: {commit.id}\nReverie-Seq: {commit.seq}\n"
    yield f"commit {_BRANCH}\nauthor {author} <> {at}\n".encode("utf-8", "replace")
    yield f"committer reverie <> {at}\n".encode()
    yield from _data(message.encode("utf-8", "replace"))
    if parent:
        yield f"from {parent}\n".encode()
    for path in (path for path, data in commit.files.items() if data is None):
        yield b"D %b\n" % _quoted(path)
    for path, data in commit.files.items():
        if data is not None:
            yield b"M 100644 inline %b\n" % _quoted(path)
            yield from _data(data)


def _data(data: bytes) -> tuple[bytes, bytes, bytes]:
    return b"data %d\n" % len(data), data, b"\n"


def _quoted(path: str) -> bytes:
    raw = path.encode("utf-8", "surrogateescape")
    return b'"%b"' % _QUOTED.sub(lambda found: b"\\%03o" % found[0][0], raw)


def _stored(head: str, body: str) -> _Stored:
    _, sha, at = head.split()
    found = _TRAILERS.search(body)
    return _Stored(
        sha=sha,
        at=datetime.fromtimestamp(int(at), UTC),
        subject=body[: found.start() if found else None].strip().partition("\n")[0].rstrip(),
        id=found[1] if found else "",
        seq=int(found[2]) if found else 0,
    )


def _disorder(stored: Iterable[_Stored]) -> list[str]:
    """What the numbers and ids of the commits, oldest first, say is out of order or there twice."""
    problems = []
    last, seen = 0, set[str]()
    for commit in stored:
        if not commit.id:
            problems.append(f"Commit {commit.sha[:12]} was not written by reverie.")
            continue
        if commit.seq <= last:
            problems.append(f"Commit {commit.id} has number {commit.seq}, but {last} came before it.")
        if commit.id in seen:
            problems.append(f"Commit {commit.id} is there more than once.")
        last = max(last, commit.seq)
        seen.add(commit.id)
    return problems
