"""Reading a vault of files while somebody may be writing it.

A reader takes no lock. It takes a pending change into account as if it were finished, and reads again
when one began or ended meanwhile, so it never blocks and never sees half a change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TypeVar

from reverie.domain import ids as names
from reverie.domain.fragment import TRUST_ORDER, Fragment
from reverie.domain.page import HIDDEN_BY_NAME, Key, Page
from reverie.domain.proposal import State as HeldState
from reverie.errors import VaultBusy
from reverie.store import layout, log, streams
from reverie.store.base import Held, Mark
from reverie.store.disk import Disk
from reverie.store.journal import Journal, Record
from reverie.store.state import State

T = TypeVar("T")
_TRIES = 200


@dataclass(frozen=True, slots=True)
class _Overlay:
    """A pending record as readers see it: the files as they will be."""

    record: Record | None

    def read(self, disk: Disk, path: str) -> bytes | None:
        if self.record and path in self.record.files:
            text = self.record.files[path]
            return None if text is None else text.encode("utf-8")
        return disk.read(path)


class FileReader:
    """What a folder of pages and streams holds, as of the last finished or pending change."""

    def __init__(self, disk: Disk, state: State) -> None:
        self.disk = disk
        self.state = state
        self._journal = Journal(disk)

    def _steady(self, read: Callable[[_Overlay], T]) -> T:
        """What `read` gives between two commits: read again when one began or ended meanwhile."""
        for _ in range(_TRIES):
            generation = self._journal.generation()
            pending = self._journal.pending() if any(n.endswith(".json") for n in generation) else None
            self.state.follow(self.disk)  # a state that lost its end would show half of the last change
            value = read(_Overlay(pending))
            if self._journal.generation() == generation:
                return value
        raise VaultBusy("the vault changed faster than it could be read; try again")

    def pages(self, keys: Iterable[Key]) -> dict[Key, Page]:
        wanted = list(dict.fromkeys(keys))
        return self._steady(lambda overlay: self._pages(wanted, overlay))

    def _pages(self, wanted: Sequence[Key], overlay: _Overlay) -> dict[Key, Page]:
        found: dict[Key, Page] = {}
        pending = _pending_paths(overlay.record)
        parsed: dict[str, dict[Key, Page]] = {}
        damaged = self.state.problem_paths()
        for key in wanted:
            path = pending[key] if key in pending else self.state.path(key)
            if key.kind in HIDDEN_BY_NAME or path is None:
                continue
            if path not in parsed:
                parsed[path] = self._parse(path, self._recorded_bytes(path, overlay))
            page = parsed[path].get(key) if path not in damaged else None
            page = page or (None if key in pending else self.last_good(key))
            if page:
                found[key] = Page(
                    key=key,
                    text=page.text,
                    owed=self.state.owed(key),
                    void=self.state.void(key),
                    known_trust=next((t for t in TRUST_ORDER if t == self.state.trust(key)), None),
                )
        return found

    def _recorded_bytes(self, path: str, overlay: _Overlay) -> bytes | None:
        """The bytes of a file if they are what was recorded; an edit nobody has looked at is not read yet."""
        raw = overlay.read(self.disk, path)
        if raw is None or (overlay.record and path in overlay.record.files):
            return raw
        seen = names.version(raw.decode("utf-8", "surrogateescape"))
        return raw if seen == self.state.version_of(path) else None

    def _parse(self, path: str, raw: bytes | None) -> dict[Key, Page]:
        try:
            text = raw.decode("utf-8") if raw is not None else None
        except UnicodeDecodeError:
            text = None
        if text is None:
            return {}
        return {p.key: p for p in layout.pages_in(path, text, self.state.spaces()) if isinstance(p, Page)}

    def recorded_and_found(self, path: str) -> tuple[str, str]:
        """A file as it was last recorded, and as it stands now, however it reads."""
        pages = [page for key in self.state.owner(path) if (page := self.last_good(key))]
        found = self.disk.read(path) or b""
        return "".join(page.text for page in pages), found.decode("utf-8", "replace")

    def last_good(self, key: Key) -> Page | None:
        """A page as the log last recorded it: what stands in when its file was damaged or lost."""
        return self.version_before(key, self.state.seq + 1)

    def version_before(self, key: Key, seq: int) -> Page | None:
        """A page as it stood just before an entry."""
        place = self.state.version_before(key, seq)
        if not place:
            return None
        path, version, offset, length = place
        entry = log.at(self.disk, offset, length)
        text = entry.texts.get(version) if entry else None
        return self._parse(path, text.encode("utf-8")).get(key) if text is not None else None

    def due(self, space: str, on: date) -> list[Key]:
        return self._steady(lambda _: self.state.due(space, on))

    def keys(self, space: str | None = None, begins: str = "", kind: str = "") -> list[Key]:
        wanted = kind or ("entity" if begins else "")

        def asked(key: Key) -> bool:
            return space in (None, key.space) and wanted in ("", key.kind) and key.slug.startswith(begins)

        def read(overlay: _Overlay) -> list[Key]:
            found = set(self.state.keys(space, begins, kind))
            pending = [k for k in _pending_paths(overlay.record) if asked(k)]
            standing = self._pages(pending, overlay)
            return sorted((found - set(pending)) | set(standing))

        return self._steady(read)

    def handle(self, key: Key) -> str:
        return self.state.handle(key)

    def fragments(self, ids: Iterable[str]) -> dict[str, Fragment]:
        found: dict[str, Fragment] = {}
        for id_, space, path, offset, length in self.state.places(ids):
            raw = self.disk.read(path, offset, length) or b""
            day = date.fromisoformat(path.rpartition("/")[2][:10])
            for line in streams.parse(raw, space=space, day=day):
                if isinstance(line.event, Fragment) and line.event.id == id_:
                    found[id_] = line.event
        return found

    def marked(
        self, mark: Mark, space: str | None = None, limit: int = 1_000_000, source: str | None = None
    ) -> list[Fragment]:
        ids = self.state.marked(mark, space, limit, source)
        found = self.fragments(ids)
        return [found[i] for i in ids if i in found]

    def undone(self, space: str | None = None) -> set[str]:
        return self.state.undone(space)

    def citing(self, ids: Iterable[str]) -> dict[str, list[tuple[Key, bool]]]:
        return self.state.citing(ids)

    def watermark(self, source: str) -> str | None:
        return self.state.watermark(source)

    def held(self, state: HeldState | None = None) -> list[Held]:
        return self.state.held(state)


def _pending_paths(record: Record | None) -> dict[Key, str | None]:
    """Where the pages of a pending record stand; None for those it removes."""
    if not record:
        return {}
    lines = next((a.data for a in record.appends if a.path == layout.LOG), b"")
    found: dict[Key, str | None] = {}
    for line in lines.split(b"\n"):
        entry = log.decode(line) if line.strip() else None
        changes = entry.files if entry else ()
        found |= {key: None for f in changes if not f.after for key in f.keys}
        found |= {key: f.path for f in changes if f.after for key in f.keys}
    return found
