"""A look at a workspace from outside, before anything of it is opened: what is damaged, and what would mend it.

Every trouble that can be mended without losing anything carries its cure. A cure leaves the damaged original in
`.reverie/aside`, can be repeated, and may be cut off at any moment.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from pathlib import Path
from stat import S_ISDIR, S_ISLNK, S_ISREG

from reverie.domain.audit import WATCHED, Appended
from reverie.domain.fragment import Fragment
from reverie.errors import HistoryError, VaultCorrupt
from reverie.store import (
    archive,
    jobs,
    layout,
    ledger,
    log_repair,
    meter,
    sheet,
    sqlite,
    stream_repair,
    streams,
    vectors,
)
from reverie.store.aside import ASIDE, away, exchange
from reverie.store.base import Level
from reverie.store.disk import Disk, LocalDisk
from reverie.store.git import GitHistory
from reverie.store.journal import Journal
from reverie.store.log_repair import Reading
from reverie.store.state.tables import SCHEMA_VERSION as STATE_VERSION
from reverie.store.watch import line_trouble

Cure = Callable[[], str]

_DATABASES = {  # name: version, and whether what it holds is made again of other files
    "state.db": (STATE_VERSION, True),
    "index.db": (sqlite.SCHEMA_VERSION, True),
    "vectors.db": (vectors.SCHEMA_VERSION, True),
    "usage.db": (ledger.VERSION, False),
    "jobs.db": (jobs.SCHEMA_VERSION, False),
    "meter.db": (meter.SCHEMA_VERSION, False),
    "archive/turns.db": (archive.SCHEMA_VERSION, False),
}
_AROUND = ("I/O", "full", "unable to open")  # what is said where no log can be made beside a sound file
_FOLDERS = (layout.JOURNAL, layout.TMP, "memory", f"{layout.PRIVATE}/spool", f"{layout.PRIVATE}/times")
_FILES = (
    "lock", "history.lock", "embedding.lock", "dream.lock", "worker.lock", "off", "audit.jsonl", ".gitignore",
    sheet.NAME,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something damaged. `deep`: whoever opened the vault now would build on it, so nobody does before it is mended."""

    level: Level
    what: str
    mend: str
    cure: Cure | None = None
    deep: bool = False


class Survey:
    """One look. Asks neither state nor index; the history is asked only for what is missing elsewhere."""

    def __init__(self, root: Path, now: datetime, disk: Disk | None = None) -> None:
        self._root = root
        self._now = now
        self._disk = disk or LocalDisk(root)
        self._git = GitHistory(root / layout.PRIVATE / "audit.git")

    def troubles(self) -> Iterator[Trouble]:
        """What is wrong, in the order in which it is mended."""
        yield from self._places()
        yield from self._journal()
        yield from self._log()
        yield from self._pages()
        yield from self._streams()
        yield from self._databases()
        yield from self._lacking()
        yield from self._history()

    # Things in the place of other things

    def _places(self) -> Iterator[Trouble]:
        for name in (layout.PRIVATE, *_FOLDERS):
            if (found := _standing(self._root / name)) not in (None, "folder"):
                yield self._intruder(name, found or "", "a folder")
        private = [f"{layout.PRIVATE}/{name}" for name in (*_FILES, *_DATABASES)]
        for name in (*private, *WATCHED, "MEMORY.md"):
            if (found := _standing(self._root / name)) not in (None, "file"):
                yield self._intruder(name, found or "", "a file")
        for name in self._disk.names(layout.JOURNAL):
            if (found := _standing(self._root / layout.JOURNAL / name)) not in (None, "file"):
                yield self._intruder(f"{layout.JOURNAL}/{name}", found or "", "a file")
        history = f"{layout.PRIVATE}/audit.git"
        if (found := _standing(self._root / history)) not in (None, "folder"):
            yield self._intruder(history, found or "", "a folder")
        yield from self._known_places()

    def _known_places(self) -> Iterator[Trouble]:
        """Where pages and streams of the log should stand."""
        seen: set[str] = set()
        for path in sorted(self._recorded_texts | dict.fromkeys(self._appended, "")):
            parts = path.split("/")
            for depth in range(2, len(parts) + 1):
                name, wanted = "/".join(parts[:depth]), "file" if depth == len(parts) else "folder"
                found = _standing(self._root / name)
                if found is None or name in seen:
                    break
                if found != wanted:
                    seen.add(name)
                    yield self._intruder(name, found, f"a {wanted}")
                    break

    def _intruder(self, path: str, found: str, wanted: str) -> Trouble:
        def cure() -> str:
            if _standing(self._root / path) is None:
                return ""
            behind = self._behind(path) if found == "link" else {}
            said = f"{path} was {_a(found)}: moved to {away(self._root, path)}"
            for name, raw in behind.items():
                exchange(self._disk, name, raw)
                said += f"; what was behind it is at {name}"
            return said

        what = f"{path} is {_a(found)} where {wanted} should be"
        return Trouble("problem", what, "reverie doctor --fix moves it aside", cure, deep=True)

    def _behind(self, path: str) -> dict[str, bytes]:
        """What a link in the place of the log or of streams leads to, where that is plainly ours: nothing lacks."""
        found = {}
        for name in (layout.LOG, *self._appended):
            if name == path or name.startswith(f"{path}/"):
                with suppress(OSError):
                    raw = (self._root / name).read_bytes()
                    if self._plainly_ours(name, raw):
                        found[name] = raw
        return found

    def _plainly_ours(self, name: str, raw: bytes) -> bool:
        if name == layout.LOG:
            read = log_repair.read(raw, self._now)
            return bool(read.entries) and not read.wrong
        have, unreadable = stream_repair.rows(raw)
        return not unreadable and set(self._appended[name]) <= {row.name.partition(":")[2] for row in have}

    # The journal and the log

    def _journal(self) -> Iterator[Trouble]:
        for name in self._disk.names(layout.JOURNAL):
            path, why = f"{layout.JOURNAL}/{name}", ""
            if name.endswith(".json"):
                try:
                    Journal(self._disk).record(name)
                except VaultCorrupt as wrong:
                    why = str(wrong).removeprefix(f"{path} ").partition(". ")[0]
            elif not name.endswith(".done"):
                why = "is not ours"
            if why:
                yield self._aside(path, f"{path} {why}; the change in it was never made")

    def _aside(self, path: str, what: str, new: bytes | None = None) -> Trouble:
        def cure() -> str:
            if self._disk.read(path) is None:
                return ""
            return f"{what}: moved to {exchange(self._disk, path, new)}"

        return Trouble("problem", what, "reverie doctor --fix moves it aside", cure, deep=True)

    @cached_property
    def _reading(self) -> Reading:
        return log_repair.read(self._disk.read(layout.LOG) or b"", self._now)

    @cached_property
    def _recorded_texts(self) -> dict[str, str]:
        """Files as the log last has them."""
        found: dict[str, str] = {}
        for seq in sorted(self._reading.entries):
            entry = self._reading.entries[seq]
            for change in entry.files:
                if change.after is None:
                    found.pop(change.path, None)
                elif change.after in entry.texts:
                    found[change.path] = entry.texts[change.after]
        return found

    @cached_property
    def _appended(self) -> dict[str, list[str]]:
        """The fragments that the log says stand in each stream, but for those it owns up to have lost."""
        found: dict[str, list[str]] = {}
        lost: set[str] = set()
        for entry in self._reading.entries.values():
            lost |= set(entry.marks.get("lost", ()))
            for one in entry.appended:
                found.setdefault(one.path, []).extend(one.ids)
        return {path: [i for i in some if i not in lost] for path, some in found.items()}

    def _log(self) -> Iterator[Trouble]:
        found = self._reading
        for what in found.warn[:5]:
            yield Trouble("warning", f"{layout.LOG}: {what}", "nothing is lost; use the newest version, mind the clock")
        wrong = list(found.wrong)
        if not found.lines and self._disk.read(layout.LOG) in (None, b"") and self._has_memory():
            wrong.append("is gone or empty, though there is memory")
        elif self._git.ready() and (ahead := self._ahead()):
            wrong.append(f"ends at entry {max(found.lines, default=0)}, the history at {ahead}; changes are missing")
        elif self._shorter():
            wrong.append("is shorter than it was; changes are missing")
        if not wrong:
            return
        shown = "; ".join(wrong[:4]) + (f"; and {len(wrong) - 4} more" if len(wrong) > 4 else "")
        yield Trouble(
            "problem", f"{layout.LOG}: {shown}",
            "reverie doctor --fix puts it together of what is left, the history and the streams", self._mend_log,
            deep=True,
        )  # fmt: skip

    def _mend_log(self) -> str:
        raw = self._disk.read(layout.LOG)
        found = log_repair.read(raw or b"", self._now)
        recorded = {}
        with suppress(HistoryError):
            recorded = self._git.recorded(lambda seq: seq not in found.lines)
        new, lost = log_repair.rebuilt(found, recorded, self._untold(found), self._now)
        if raw is not None and new == raw:
            return ""
        if raw is None and not new:  # nothing proves anything: the first look takes in what stands
            exchange(self._disk, layout.LOG, b"")
            return f"{layout.LOG}: nothing is left of it; what stands is taken in as new, its past cannot be had again"
        kept = exchange(self._disk, layout.LOG, new)
        for name in ("_reading", "_recorded_texts", "_appended"):
            self.__dict__.pop(name, None)
        back = len([seq for seq in recorded if seq not in found.lines])
        more = f", {back} of them from the history" if back else ""
        told = f"; {'; '.join(lost)}" if lost else ""
        count = len(new.splitlines())
        return f"{layout.LOG}: put together again of {count} entries{more}; as it was in {kept}{told}"

    def _untold(self, found: Reading) -> list[Appended]:
        """Streams with fragments that no entry tells of any more."""
        told = {i for entry in found.entries.values() for one in entry.appended for i in one.ids}
        streams = []
        for path, _ in self._disk.walk("memory"):
            space = layout.stream_space(path, {})
            if space is None or not path.endswith(".jsonl"):
                continue
            raw = self._disk.read(path) or b""
            names = [
                row.name.partition(":")[2] for row in stream_repair.rows(raw)[0] if row.name.startswith("fragment")
            ]
            if any(name not in told for name in names):
                streams.append(Appended(path=path, space=space, offset=0, length=len(raw), ids=tuple(names)))
        return streams

    def _has_memory(self) -> bool:
        return any(path.endswith((".jsonl", ".md")) for path, _ in self._disk.walk("memory")) or self._git.ready()

    def _ahead(self) -> int:
        """The number of the last commit, when the log does not come that far."""
        try:
            last = self._git.seq()
        except HistoryError:
            return 0
        return last if last > max(self._reading.lines, default=0) else 0

    def _shorter(self) -> bool:
        """Whether the state has read further than the log goes."""
        path = self._root / layout.PRIVATE / "state.db"
        size = len(self._disk.read(layout.LOG) or b"")
        try:
            with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=1)) as db:
                row = db.execute("SELECT value FROM meta WHERE name = 'cursor'").fetchone()
        except sqlite3.Error:
            return False
        return bool(row and row[0] > size)

    # Streams and pages

    def _streams(self) -> Iterator[Trouble]:
        yield from self._damaged_streams()
        seen: dict[str, str] = {}
        for path, _ in self._disk.walk("memory"):
            space, day = layout.stream_space(path, {}), layout.day_of(path)
            if space is None or day is None:
                continue
            for line in streams.parse(self._disk.read(path) or b"", space=space, day=day):
                why = line_trouble(line)
                if why:
                    yield Trouble(
                        "warning", f"{path}:{line.number}: {why}", "edit the file; it is read again by itself"
                    )
                if isinstance(line.event, Fragment):
                    other = seen.setdefault(line.event.id, path)
                    if other != path:
                        what = f"{path}:{line.number}: fragment {line.event.id} stands already in {other}"
                        yield Trouble("warning", what, "remove one of them, if they say the same")

    def _damaged_streams(self) -> Iterator[Trouble]:
        stored = {}
        with suppress(HistoryError):
            stored = self._git.files() if self._git.ready() else {}
        streams = {path for path in stored if layout.day_of(path)} | self._appended.keys()
        for path in sorted(streams):
            raw = self._disk.read(path)
            if raw is not None and GitHistory.blob_id(raw) == stored.get(path):
                continue
            whole = set(self._appended.get(path, ())) <= {
                row.name.partition(":")[2] for row in stream_repair.rows(raw or b"")[0]
            }
            if raw is None and not whole and _standing(self._root / path) is None:
                yield self._stream(path, "is gone, the log has fragments of it", raw)
            elif raw is not None and (why := _damage(raw, whole=whole, broken=self._breaks(path, raw))):
                yield self._stream(path, why, raw)
            elif raw is not None and path in stored and self._mended_stream(path, raw) is not None:
                yield self._stream(path, "a line is not what the history has; the chain was made anew", raw)

    def _breaks(self, path: str, raw: bytes) -> list[int]:
        """Where the chain of a stream breaks and no repair has owned up to it."""
        lost = [entry for entry in self._reading.entries.values() if entry.action == "LOST"]
        owned = {place for entry in lost for place in entry.reasons}
        return [number for number in stream_repair.breaks(raw) if f"{path}:{number}" not in owned]

    def _stream(self, path: str, why: str, raw: bytes | None) -> Trouble:
        new = self._mended_stream(path, raw)

        def cure() -> str:
            if new is None or self._disk.read(path) != raw:
                return ""
            kept = f"; as it was in {exchange(self._disk, path, new)}" if raw is not None else ""
            if raw is None:
                exchange(self._disk, path, new)
            return f"{path}: brought back from its chain and the history{kept}"

        hint = (
            "reverie doctor --fix brings it back"
            if new is not None
            else "nothing we have proves how it was: bring it back from a backup, or let doctor --fix own up to it"
        )
        return Trouble("problem", f"{path}: {why}", hint, cure if new is not None else None, deep=True)

    def _mended_stream(self, path: str, raw: bytes | None) -> bytes | None:
        return stream_repair.mended(raw or b"", self._git.versions(path) if self._git.ready() else [])

    def _pages(self) -> Iterator[Trouble]:
        """Pages that went with the whole folder, or that a power cut left full of NULs."""
        inside = {path: text for path, text in self._recorded_texts.items() if path.startswith("memory/")}
        if inside and _standing(self._root / "memory") is None:
            what = f"memory is gone; the log has {len(inside)} files of it"
            yield Trouble(
                "problem", what, "reverie doctor --fix writes them again", lambda: self._write(inside), deep=True
            )
            return
        for path, text in sorted(self._recorded_texts.items()):
            raw = self._disk.read(path)
            if raw is not None and raw and not raw.strip(b"\0"):
                yield self._aside(
                    path, f"{path} holds nothing but NUL bytes, as a power cut leaves them", text.encode()
                )

    def _write(self, files: dict[str, str]) -> str:
        missing = {path: text for path, text in files.items() if self._disk.read(path) is None}
        for path, text in missing.items():
            exchange(self._disk, path, text.encode("utf-8"))
        return f"memory was gone: {len(missing)} files written again as the log has them" if missing else ""

    def restore_displaced(self) -> list[str]:
        """Write files again whose place was taken by something that is aside now."""
        done = []
        moved = self._disk.names(ASIDE)
        for path, text in sorted(self._recorded_texts.items()):
            flat = path.replace("/", "-")
            if self._disk.read(path) is None and _standing(self._root / path) is None and _displaced(flat, moved):
                exchange(self._disk, path, text.encode("utf-8"))
                done.append(f"{path}: written again as the log has it")
        return done

    # Databases and history

    def _databases(self) -> Iterator[Trouble]:
        for name, (version, derived) in _DATABASES.items():
            path = self._root / layout.PRIVATE / name
            if path.is_file() and (why := _ill(path, version)):
                yield self._database(name, why, derived=derived)

    def _lacking(self) -> Iterator[Trouble]:
        """State and index that have read the whole log, and yet lack pages of it."""
        size, private = len(self._disk.read(layout.LOG) or b""), self._root / layout.PRIVATE
        held = _rows(private / "state.db", "SELECT path, space, kind, slug FROM page", size)
        if held is None:
            return
        told = {path for path in self._recorded_texts if path.startswith("memory/") and path.endswith(".md")}
        shown = _rows(private / "index.db", "SELECT '', space, kind, slug FROM passage WHERE until IS NULL", size)
        found = {row[1:] for row in shown or ()}
        for name, gone in (
            ("state.db", len(told - {row[0] for row in held})),
            (
                "index.db",
                sum(row[2] not in ("core", "file") and row[1:] not in found for row in held)
                if shown is not None
                else 0,
            ),
        ):
            if gone:
                what = f"{layout.PRIVATE}/{name}: it lacks {gone} pages that the log has"
                yield Trouble("problem", what, "reverie doctor --fix makes it again")

    def _database(self, name: str, why: str, *, derived: bool) -> Trouble:
        path = f"{layout.PRIVATE}/{name}"

        def cure() -> str:
            if not (self._root / path).exists():
                return ""
            (self._root / f"{path}-shm").unlink(missing_ok=True)  # holds nothing that is not in the others
            if os.path.lexists(self._root / f"{path}-wal"):  # first: no fresh database may find it
                away(self._root, f"{path}-wal")
            kept = away(self._root, path)
            end = "it is made again" if derived else "what it held beside that cannot be had again"
            return f"{path}: {why}; moved to {kept}, {end}"

        hint = "it is made again" if derived else "reverie doctor --fix moves it aside and begins afresh"
        return Trouble("warning" if derived else "problem", f"{path}: {why}", hint, cure)

    def _history(self) -> Iterator[Trouble]:
        path = f"{layout.PRIVATE}/audit.git"
        if _standing(self._root / path) != "folder":
            return
        problems = self._git.check()
        if not problems:
            problems = [f"{path}: HEAD leads nowhere"] if self._headless() else []
        if problems:

            def cure() -> str:
                if _standing(self._root / path) is None:
                    return ""
                return f"audit.git was damaged: moved to {away(self._root, path)}; it is written again from the log"

            shown = "; ".join(problems[:3])
            yield Trouble("problem", f"audit.git: {shown}", "reverie doctor --fix writes it again", cure)

    def _headless(self) -> bool:
        head = self._root / layout.PRIVATE / "audit.git" / "HEAD"
        return head.read_bytes().strip() != b"ref: refs/heads/main" or (
            self._git.seq() == 0 and any(entry.files for entry in self._reading.entries.values())
        )


def _displaced(flat: str, moved: list[str]) -> bool:
    """Whether a file, or a folder above it, is among what was moved aside."""
    names = {name[4:] for name in moved}
    parts = flat.split("-")
    return any("-".join(parts[:n]) in names for n in range(1, len(parts) + 1))


def _damage(raw: bytes, *, whole: bool, broken: list[int]) -> str:
    have, unreadable = stream_repair.rows(raw)
    names = [row.name for row in have]
    if raw.startswith(b"\xef\xbb\xbf"):
        return "begins with a byte order mark"
    if b"\0" in raw:
        return "holds NUL bytes or other damage, as a power cut leaves it"
    if not raw:
        return "is empty, the log has fragments of it" if not whole else ""
    if b"\r\n" in raw:
        return "has Windows line ends, so that its chain does not hold"
    if len(set(names)) < len(names):
        return "a line stands twice, and the chain is broken"
    if broken and not unreadable:
        return f"line {broken[0]}: the chain is broken; a line was changed, moved or removed"
    if not whole:
        return f"a line is torn or gone{f' (line {unreadable[0]} is damaged)' if unreadable else ''}"
    return f"line {unreadable[0]} is torn or damaged" if unreadable else ""


def _ill(path: Path, version: int, how: str = "mode=ro") -> str:
    """What is wrong with a database; empty when nothing is, or when somebody is just using it."""
    if path.stat().st_size == 0:
        return ""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True, timeout=1)) as db:
            found = int(db.execute("PRAGMA user_version").fetchone()[0])
            if (said := db.execute("PRAGMA quick_check(1)").fetchone()[0]) != "ok":
                return f"it is damaged ({' '.join(str(said).split())[:100]})"
            ours = db.execute("SELECT 1 FROM sqlite_master WHERE name = 'meta'").fetchone()
            if not ours:
                return "it is another program's"
            return f"it is of version {found}, later than this program's ({version})" if found > version else ""
    except sqlite3.OperationalError as wrong:
        said = str(wrong)
        if how == "mode=ro" and any(word in said for word in _AROUND):
            return _ill(path, version, "immutable=1")
        return "" if "locked" in said or "busy" in said else f"it cannot be opened ({wrong})"
    except sqlite3.DatabaseError as wrong:
        return f"it is damaged ({wrong})"


def _rows(path: Path, sql: str, size: int) -> list[tuple[str, ...]] | None:
    """What a database that follows the log has, if it has followed it to its end; None when it has not, or cannot."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=1)) as db:
            cursor = db.execute("SELECT value FROM meta WHERE name = 'cursor'").fetchone()
            return db.execute(sql).fetchall() if cursor and cursor[0] == size else None
    except sqlite3.Error:
        return None


def _standing(path: Path) -> str | None:
    """What stands at a path, without following it: file, folder, link, pipe; None when nothing does."""
    try:
        mode = os.lstat(path).st_mode
    except (FileNotFoundError, NotADirectoryError):
        return None
    return "link" if S_ISLNK(mode) else "folder" if S_ISDIR(mode) else "file" if S_ISREG(mode) else "pipe"


def _a(found: str) -> str:
    return {"link": "a symbolic link", "pipe": "a pipe or device (no file)"}.get(found, f"a {found}")
