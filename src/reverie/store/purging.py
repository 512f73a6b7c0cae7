"""Deleting for good, on a vault of files: one durable intent, and steps that may be done again until all are done.

The intent holds the words while they are looked for; letting go of it is the last step. Whoever opens the vault next
after a crash finishes it.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from datetime import date, datetime
from typing import Any

from reverie.domain import audit, purge as purges, purged, values
from reverie.domain.audit import Appended, Approval, AuditEntry
from reverie.domain.fragment import Fragment
from reverie.domain.page import Key, Page
from reverie.domain.proposal import Proposal, Purge
from reverie.domain.purge import Gone, Outline
from reverie.domain.text import sentences
from reverie.domain.tombstone import Tombstones
from reverie.errors import VaultCorrupt
from reverie.store import layout, log, streams
from reverie.store.disk import Disk
from reverie.store.reached import Reached
from reverie.store.rewriting import Rewriting, file_without, places, stream_without
from reverie.store.state import State

_DRAFT = f"{layout.TMP}/purge"


@dataclass(frozen=True, slots=True, kw_only=True)
class Intent:
    """A purge that was decided: what goes, the entry that will tell of it, and what was counted beforehand."""

    entry: AuditEntry
    gone: Gone
    spaces: Mapping[str, str]
    counts: Mapping[str, int] = field(default_factory=dict)
    paths: Sequence[str] = ()  # of the files it was in
    dead: frozenset[Key] = frozenset()  # the pages of which nothing is left
    fresh: bool = False  # decided just now, by this process, which has seen all there is
    reached: Reached | None = None  # what it changed in the log, when it is fresh


Place = Callable[[Intent], int]  # rids a place outside the files of the vault of it; says how much it found


class Purging:
    """What a vault of files does about a purge."""

    def __init__(self, disk: Disk, state: State) -> None:
        self._disk = disk
        self._state = state
        self.places: Callable[[], Mapping[str, Place]] = dict  # by name, in order: archive, index and the like
        self.words: Callable[[Sequence[Key]], Sequence[str]] = lambda _: ()  # what turns of the archive say
        self.said: Callable[[Sequence[Key]], Sequence[tuple[date, str]]] = lambda _: ()  # on which day they say it
        self.heard: Callable[[Gone], Gone] = lambda gone: gone  # with the turns of the archive that hold it
        self.certify: Callable[[Intent, Mapping[str, int]], None] = lambda *_: None

    # Looking

    def gather(self, purge: Purge) -> tuple[Gone, dict[Key, Page]]:
        """What a purge reaches, and all pages as they stand."""
        self._state.follow(self._disk)
        pages = dict(self._pages())
        gone = purges.gather(purge, self._fragments(self._state.spaces()), pages)
        if said := self.words(gone.turns):
            gone = purges.also(gone, said)
        return self.heard(gone), pages

    def outline(self, purge: Purge) -> Outline:
        return purges.outline(*self.gather(purge))

    def _pages(self) -> Iterator[tuple[Key, Page]]:
        spaces = self._state.spaces()
        for path in self._state.versions():
            raw = self._disk.read(path)
            text = raw.decode("utf-8", "replace") if raw is not None else ""
            yield from ((p.key, p) for p in layout.pages_in(path, text, spaces) if isinstance(p, Page))

    def _fragments(self, spaces: Mapping[str, str]) -> dict[str, Fragment]:
        found: dict[str, Fragment] = {}
        for path in self._streams():
            space, day = layout.stream_space(path, spaces), layout.day_of(path)
            if space is not None and day is not None:
                lines = streams.parse(self._disk.read(path) or b"", space=space, day=day)
                found.update({line.event.id: line.event for line in lines if isinstance(line.event, Fragment)})
        return found

    def _streams(self) -> list[str]:
        return [path for path, _ in self._disk.walk("memory") if path.endswith(".jsonl")]

    # Deciding

    def decide(self, proposal: Proposal, purge: Purge, at: datetime, approval: Approval) -> Intent:
        """Make the purge durable; from here on it happens."""
        gone, pages = self.gather(purge)
        after = purges.changed(gone, pages)
        left = purges.uncited(gone, pages, after)
        alone = [id_ for id_, by in self._state.citing(left).items() if all(page in after for page, _ in by)]
        counts = purged.counts(gone, after)
        stones = Tombstones(key=self._key())
        entry = purged.deleted(
            proposal, gone, counts, alone, stones, seq=self._state.seq + 1, at=at, approval=approval,
            said=[(day, each) for day, text in self.said((*gone.turns, *gone.echoes))
                  for each in (text, *sentences(text)) if gone.repeats(each)],
        )  # fmt: skip
        paths = {path for key in after if (path := self._state.path(key))}
        paths |= {path for _, _, path, _, _ in self._state.places(gone.fragments)}
        intent = Intent(
            entry=entry, gone=gone, spaces=self._state.spaces(), counts=counts, paths=(*sorted(paths), layout.LOG),
            dead=frozenset(key for key, text in after.items() if text is None),
        )  # fmt: skip
        self._put(layout.INTENT, _encode(intent))
        return replace(intent, fresh=True)

    def pending(self) -> Intent | None:
        """The purge that is not finished yet, if there is one."""
        raw = self._disk.read(layout.INTENT)
        return _decode(raw) if raw is not None else None

    def _key(self) -> bytes:
        found = self._disk.read(layout.KEY)
        if not found:
            found = secrets.token_hex(32).encode("ascii")
            self._put(layout.KEY, found)
        return found

    def _put(self, path: str, data: bytes) -> None:
        """A whole file, durable, at once."""
        folder = path.rpartition("/")[0]
        if folder:
            self._disk.folder(folder)
        self._disk.write(_DRAFT, data)
        self._disk.sync(_DRAFT)
        self._disk.replace(_DRAFT, path)
        self._disk.sync_folder(folder)

    def _remove(self, path: str) -> None:
        """Remove a file for good, and the folder it leaves empty: its name may tell."""
        self._disk.remove(path)
        self._settle(path)

    def _settle(self, path: str) -> None:
        """Make it last that a name is there no more; whoever was killed at it may have left that undone."""
        parts = path.split("/")[:-1]
        for depth in range(len(parts), -1, -1):
            folder = "/".join(parts[:depth])
            with suppress(FileNotFoundError):
                self._disk.sync_folder(folder)
            if depth > 1 and parts[0] == "memory" and not self._disk.names(folder):
                self._disk.leave(folder)

    # Carrying out

    def carry_out(self, intent: Intent) -> None:
        """Every step, each of which finds nothing to do when it was done before; then the intent goes."""
        ids = frozenset(intent.gone.fragments)
        for path in self._streams():
            self._stream(path, ids)
        if not intent.fresh:  # a fresh one knows what stays
            intent = replace(intent, gone=replace(intent.gone, kept=self._fragments(intent.spaces)))
        for path in [path for path, _ in self._disk.walk("memory")] + ["MEMORY.md", "memory.md", *audit.WATCHED]:
            self._page(path, intent)
        intent = self._log(intent)
        self._renderings(intent)
        for path in intent.paths:
            self._settle(path)
        self.certify(intent, {name: place(intent) for name, place in self.places().items()})
        self._remove(layout.INTENT)

    def _stream(self, path: str, ids: frozenset[str]) -> None:
        content = self._disk.read(path) or b""
        if not any(id_.encode() in content for id_ in ids):
            return
        new = stream_without(content, ids)
        if new == content:
            return
        if new.strip():
            self._put(path, new)
        else:
            self._remove(path)

    def _page(self, path: str, intent: Intent) -> None:
        raw = self._disk.read(path) if path.endswith(".md") else None
        try:
            text = raw.decode("utf-8") if raw is not None else None
        except UnicodeDecodeError:
            return
        if text is None or intent.gone.spares(path, text):
            return
        new = file_without(path, text, intent.gone, intent.spaces)
        found = layout.pages_in(path, text, intent.spaces)
        keys = [page.key if isinstance(page, Page) else page[0] for page in found]
        renamed = next((intent.gone.names[key] for key in keys if key in intent.gone.names), None)
        target = layout.path_of(renamed, retired=path.endswith(".retired.md")) if renamed else path
        if new == text and target == path:
            return
        if new is not None:
            self._put(target, new.encode("utf-8"))
        if new is None or target != path:
            self._remove(path)

    def _log(self, intent: Intent) -> Intent:
        """Write the log anew, with the entry that tells of it at its end, and the state after it. The intent then
        knows the pages that are in it no more."""
        raw = self._disk.read(layout.LOG) or b""
        lines = [(line, log.decode(line)) for line in raw.removesuffix(b"\n").split(b"\n")] if raw else []
        entries = [entry for _, entry in lines if entry]
        rewriting = Rewriting(intent.gone, intent.spaces, entries)
        moved = self._moved(entries, frozenset(intent.gone.fragments))
        anew: list[tuple[bytes, AuditEntry | None]] = []
        changed: set[int] = set()
        for line, entry in lines:
            if entry is None:
                damaged = intent.gone.tells(line.decode("utf-8", "replace"))
                anew.append((b"\n" if damaged else line + b"\n", None))
                continue
            told = entry.id == intent.entry.id and entry.seq == intent.entry.seq
            new = entry if told else rewriting.entry(entry, moved)
            anew.append((line + b"\n" if new == entry else log.encode(new), new))
            changed.update([new.seq] if new != entry else [])
        if not any(entry.seq == intent.entry.seq for entry in entries):
            anew.append((log.encode(intent.entry), intent.entry))
        content = b"".join(line for line, _ in anew)
        keys, paths = rewriting.reached()
        reached = Reached(
            was=len(raw), entries=list(_placed(anew)), changed=frozenset(changed), keys=keys, paths=paths,
            fragments=intent.gone.fragments, streams=frozenset(moved),
        ) if intent.fresh else None  # fmt: skip
        self._state.anew(self._disk, lambda: None if content == raw else self._put(layout.LOG, content), reached)
        return replace(intent, dead=intent.dead | rewriting.dead, reached=reached)

    def _moved(self, entries: Sequence[AuditEntry], ids: frozenset[str]) -> dict[str, dict[int, Appended | None]]:
        appended: dict[str, list[tuple[int, Appended]]] = {}
        for entry in entries:
            for each in entry.appended:
                appended.setdefault(each.path, []).append((entry.seq, each))
        return {
            path: places(self._disk.read(path) or b"", some, ids)
            for path, some in appended.items()
            if any(not ids.isdisjoint(each.ids) for _, each in some)
        }

    def _renderings(self, intent: Intent) -> None:
        """Take away what was rendered for people and may tell of it; what is due is rendered again."""
        marker = layout.MARKER.encode()
        for path, _ in list(self._disk.walk("memory")):
            if not layout.is_rendering(path):
                continue
            raw = self._disk.read(path) or b""
            ours = raw.startswith(marker) or (path.endswith(".json") and raw.startswith(b'{\n  "_rendered"'))
            always = "/episodes/" in path or path.endswith(("/graph/index.md", "/audit.log", "decay-scores.json"))
            if ours and (always or intent.gone.tells(raw.decode("utf-8", "replace"))):
                self._remove(path)


def _placed(lines: Iterable[tuple[bytes, AuditEntry | None]]) -> Iterator[log.Logged]:
    """Lines of a log, and where each stands."""
    offset = 0
    for line, entry in lines:
        yield log.Logged(entry, offset, offset + len(line))
        offset += len(line)


# The intent on disk


def _encode(intent: Intent) -> bytes:
    gone = intent.gone
    data = {
        "entry": audit.to_json(intent.entry),
        "fragments": [
            [f.space, f.day.isoformat(), streams.encode([f], "").decode("utf-8")] for f in gone.fragments.values()
        ],
        "pages": [_key_json(key) for key in sorted(gone.pages)],
        "turns": [_key_json(key) for key in gone.turns],
        "source": gone.source,
        "texts": list(gone.texts),
        "theirs": sorted(gone.theirs),
        "values": asdict(gone.values),
        "echoes": [_key_json(key) for key in gone.echoes],
        "names": [[_key_json(old), _key_json(new)] for old, new in gone.names.items()],
        "spaces": dict(intent.spaces),
        "counts": dict(intent.counts),
        "paths": list(intent.paths),
        "dead": [_key_json(key) for key in sorted(intent.dead)],
    }
    body = json.dumps(data, ensure_ascii=False).encode("utf-8", "surrogatepass")
    return hashlib.sha256(body).hexdigest().encode("ascii") + b"\n" + body


def _decode(raw: bytes) -> Intent:
    digest, _, body = raw.partition(b"\n")
    try:
        if hashlib.sha256(body).hexdigest().encode("ascii") != digest:
            raise ValueError("its checksum does not fit")
        data = json.loads(body)
        fragments = [_fragment(*each) for each in data["fragments"]]
        gone = Gone(
            fragments={f.id: f for f in fragments},
            kept={},
            pages=frozenset(Key(*key) for key in data["pages"]),
            turns=tuple(Key(*key) for key in data["turns"]),
            source=data["source"],
            texts=tuple(data["texts"]),
            theirs=frozenset(data["theirs"]),
            names={Key(*old): Key(*new) for old, new in data["names"]},
            values=values.read(data.get("values", {})),
            echoes=tuple(Key(*key) for key in data.get("echoes", ())),
        )
        entry = audit.from_json(data["entry"])
        dead = frozenset(Key(*key) for key in data.get("dead", ()))
        told = {name: data[name] for name in ("spaces", "counts", "paths")}
        return Intent(entry=entry, gone=gone, dead=dead, **told)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as wrong:
        raise VaultCorrupt(
            f"{layout.INTENT} is damaged ({wrong}). Move it away, and delete what is left with `reverie forget --hard`."
        ) from wrong


def _fragment(space: str, day: str, line: str) -> Fragment:
    found = next(streams.parse(line.encode("utf-8"), space=space, day=date.fromisoformat(day))).event
    if not isinstance(found, Fragment):
        raise ValueError("a fragment in it cannot be read")
    return found


def _key_json(key: Key) -> list[Any]:
    return [key.space, key.kind, key.slug]
