"""The conversations in the exports a person names: looked through once, then read one by one."""

from __future__ import annotations

import json
import re
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from reverie.domain.transcript import Entry, Transcript
from reverie.store.jobs import MEMORY
from reverie.transcripts import base
from reverie.transcripts.formats import recognise
from reverie.transcripts.named import digest, files, noting, part
from reverie.transcripts.pieces import Piece, pieces, streams, zipped

_NOTED = f"{MEMORY}saved"
_CUT_OFF = "conversation cut off"
_NAME = re.compile(r"[A-Za-z0-9][\w-]{0,79}", re.A)


class Told(NamedTuple):
    """What a conversation says of itself."""

    id: str
    changed: datetime | None


class _Kept(NamedTuple):
    changed: datetime
    size: int
    start: int
    packed: bytes  # the conversation itself when it is in a zip, where its offset cannot be gone to


class Said(NamedTuple):
    """What was said in a conversation, on the branch last shown."""

    entries: Sequence[Entry]
    title: str
    summary: str = ""


Tell = Callable[[Mapping[str, Any]], Told | None]  # what a conversation is; None when it is not to be read
Note = Callable[[Mapping[str, Any], datetime], Iterable[Entry]]  # what of a conversation its host was to keep in mind
Say = Callable[[Mapping[str, Any], datetime, Counter[str]], Said]  # if it has no time, that of its export


class Exports:
    """Reads the conversations in the exports of one host, which a person names."""

    def __init__(self, host: str, tell: Tell, say: Say, note: Note = lambda *_: ()) -> None:
        self.host = host
        self._tell, self._say, self._note = tell, say, note
        self._exports: dict[Path, _Export] = {}

    def roots(self, home: Path, environ: Mapping[str, str]) -> list[Path]:
        """None: an export is named by a person."""
        return []

    def find(self, root: Path) -> Iterator[base.Session]:
        """Each conversation once, as the newest export has it; then, of each export, what the host kept in mind.

        Raises OSError at the end for what could not be read.
        """
        found: dict[str, base.Session] = {}
        errors: list[OSError] = []
        memories: list[base.Session] = []
        for path in noting(files(root, (".json", ".zip")), errors):
            try:
                if path != root and recognise(path) != self.host:
                    continue
                export = self._export(path)
            except OSError as error:
                errors.append(error)
                continue
            errors += export.errors
            if export.noted:
                at, size = base.changed(path)
                memories.append(base.Session(host=self.host, id=_NOTED, path=path, changed=at, size=size, lasting=True))
            for id_, kept in export.kept.items():
                if id_ not in found or found[id_].changed < kept.changed:
                    found[id_] = base.Session(
                        host=self.host, id=id_, path=path, changed=kept.changed, size=kept.size
                    )  # fmt: skip
        yield from found.values()
        yield from memories
        if errors:
            raise errors[0]

    def read(self, session: base.Session, since: base.Place | None = None) -> base.Reading:
        """What was said. Costs one conversation; a later export goes on where one ended."""
        if session.id == _NOTED:
            return self._noted(session, since)
        data, passed = self._conversation(session)
        skipped = Counter(passed)
        said = self._say(data, session.changed, skipped)
        entries, place = part(said.entries, since)
        transcript = Transcript(
            source=session.source, space="", trust="user", entries=entries, host=self.host,
            title=base.cleaned(said.title) or None, summary=base.cleaned(said.summary) or None,
        )  # fmt: skip
        return base.Reading(transcript=transcript, place=place, skipped=dict(skipped))

    def _noted(self, session: base.Session, since: base.Place | None) -> base.Reading:
        noted = self._export(session.path).noted.values()
        entries, place = part(sorted(noted, key=lambda each: (each.at, each.id)), since)
        transcript = Transcript(
            source=session.source, space="", trust="user", entries=entries, host=self.host, origin="memory"
        )
        return base.Reading(transcript=transcript, place=place)

    def _conversation(self, session: base.Session) -> tuple[dict[str, Any], Counter[str]]:
        """A conversation, and what had to be passed over in its export; the first one tells."""
        export = self._export(session.path)
        kept = export.kept.get(session.id)
        data = export.conversation(kept) if kept else None
        if data is None:
            raise OSError(f"{session.path} no longer holds conversation {session.id}; name the export again")
        return data, export.skipped if session.id == next(iter(export.kept)) else Counter()

    def _export(self, path: Path) -> _Export:
        stat = path.stat()
        stamp = (stat.st_mtime_ns, stat.st_size)
        known = self._exports.get(path)
        if known is None or known.stamp != stamp:
            known = self._exports[path] = _Export(path, stamp, self._tell, self._note)
        return known


class _Export:
    """Where each conversation of one export is, what could not be read, and why it ended early."""

    def __init__(self, path: Path, stamp: tuple[int, int], tell: Tell, note: Note) -> None:
        self.stamp = stamp
        self.kept: dict[str, _Kept] = {}
        self.noted: dict[str, Entry] = {}  # each as it was first said
        self.skipped: Counter[str] = Counter()
        self.errors: list[OSError] = []
        self._path = path
        self._tell, self._note = tell, note
        self._zipped = zipped(path)
        self._written = base.changed(path)[0]
        try:
            for stream in streams(path):
                for piece in pieces(stream):
                    self._keep(piece)
        except OSError as error:
            self.errors.append(error)
        if self.skipped and not self.kept and not self.errors:
            self.errors.append(damaged(path, self.skipped, "conversation", "download the export again"))
        elif self.skipped.pop(_CUT_OFF, 0):  # nobody can tell how much is missing
            self.errors.append(
                OSError(f"{path} is cut off: only what stands before that can be read; download the export again")
            )

    def _keep(self, piece: Piece) -> None:
        data = None if piece.passed else parsed(piece.raw)
        if data is None:
            self.skipped[f"conversation {piece.passed or 'not JSON'}"] += 1
            return
        told = self._tell(data)
        if told is None:
            return
        id_ = told.id if _NAME.fullmatch(told.id) else digest(told.id)
        kept = _Kept(
            changed=told.changed or self._written,
            size=len(piece.raw),
            start=piece.start,
            packed=zlib.compress(piece.raw, 1) if self._zipped else b"",
        )
        if id_ not in self.kept or self.kept[id_].changed <= kept.changed:
            self.kept[id_] = kept
        for each in self._note(data, kept.changed):
            if each.id not in self.noted or each.at < self.noted[each.id].at:
                self.noted[each.id] = each

    def conversation(self, kept: _Kept) -> dict[str, Any] | None:
        if kept.packed:
            return parsed(zlib.decompress(kept.packed))
        with self._path.open("rb") as file:
            file.seek(kept.start)
            return parsed(file.read(kept.size))


def damaged(path: Path, passed: Mapping[str, int], what: str, then: str) -> OSError:
    """The error of a file of JSON in which nothing is whole; `passed` is why parts of it had to be passed over."""
    why = "the file is cut off" if f"{what} cut off" in passed else ", ".join(passed)
    return OSError(f"{path} is damaged JSON that holds no whole {what} ({why}); {then}")


def parsed(raw: bytes) -> dict[str, Any] | None:
    """The object some bytes of JSON hold; None when they hold none."""
    try:
        data = json.loads(raw.decode("utf-8-sig", "replace"))
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None
