"""The log, the streams and the pages of a vault, written anew without what is deleted for good."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from reverie.domain import ids as names, purge
from reverie.domain.audit import Appended, AuditEntry, FileChange
from reverie.domain.page import Key, Page
from reverie.domain.proposal import Proposal, pages as pages_of
from reverie.domain.purge import Gone
from reverie.domain.purged import Renewed, hollow
from reverie.store import layout, streams


class Rewriting:
    """Reads the entries of a log once to see what is left of each page, then gives every entry anew."""

    def __init__(self, gone: Gone, spaces: Mapping[str, str], entries: Iterable[AuditEntry]) -> None:
        self._gone = gone
        self._spaces = spaces
        self._memo: dict[tuple[str, str], str | None] = {}
        self._standing: dict[str, str | None] = {}  # the version each changed file has come to
        seen: set[Key] = set()
        alive: set[Key] = set()
        versions: dict[str, str | None] = {}
        self._changed: set[str] = set()  # paths of which some version is not as it was
        self._stood: dict[str, set[Key]] = {}  # the pages that were ever in each file
        for entry in entries:
            for change in entry.files:
                seen.update(change.keys)
                stood = self._stood.setdefault(change.path, set())
                stood.update(change.keys)
                text = entry.texts.get(change.after or "")
                if text is None:
                    continue
                if gone.spares(change.path, text) and not change.path.endswith("MEMORY.md"):
                    alive.update(change.keys)
                    continue
                new = self.file(change.path, text)
                before, after = self._pages(change.path, text), self._pages(change.path, new)
                seen |= before.keys()
                stood |= before.keys()
                alive |= after.keys()
                if new != text:
                    self._changed.add(change.path)
                    versions.update({p.version: _version(after.get(key)) for key, p in before.items()})
            self._proposed(entry.proposal, seen, alive, versions)
            self._proposed(entry.waiting, seen, alive, versions)
        alive |= {key for key in seen if key.kind in ("core", "file", "fragment", "turn")}
        self.dead = frozenset((seen - alive) | gone.pages)
        self._renewed = Renewed(gone, self.dead, versions)

    def reached(self) -> tuple[frozenset[Key], frozenset[str]]:
        """The pages of which any version is another now, and the files they stood in, under old names and new."""
        keys = set(self.dead) | set(self._gone.names)
        keys |= {key for path in self._changed for key in self._stood[path]}
        paths: set[str] = set()
        while more := {path for path, stood in self._stood.items() if path not in paths and stood & keys}:
            paths |= more
            keys |= {key for path in more for key in self._stood[path]}
        moved = {self.path(path, sorted(self._stood[path])) for path in paths}
        return frozenset(keys | set(self._gone.names.values())), frozenset(paths | moved)

    def _proposed(
        self, proposal: Proposal | None, seen: set[Key], alive: set[Key], versions: dict[str, str | None]
    ) -> None:
        for page in (page for change in (proposal.changes if proposal else ()) for page in pages_of(change)):
            new = purge.page(page.key, page.text, self._gone)
            seen.add(page.key)
            alive.update([page.key] if new is not None else [])
            if new != page.text:
                versions[page.version] = None if new is None else names.version(new)

    def file(self, path: str, text: str) -> str | None:
        """A file of the vault without what is gone; None when none is left."""
        known = (path, names.version(text))
        if known not in self._memo:
            self._memo[known] = file_without(path, text, self._gone, self._spaces)
        return self._memo[known]

    def _pages(self, path: str, text: str | None) -> dict[Key, Page]:
        found = layout.pages_in(path, text, self._spaces) if text is not None else ()
        return {page.key: page for page in found if isinstance(page, Page)}

    def path(self, path: str, keys: Sequence[Key]) -> str:
        """Where a file stands now: one whose name told it has another."""
        new = next((self._gone.names[key] for key in keys if key in self._gone.names), None)
        return layout.path_of(new, retired=path.endswith("SKILL.retired.md")) if new else path

    def entry(self, old: AuditEntry, moved: Mapping[str, Mapping[int, Appended | None]]) -> AuditEntry:
        """The entry anew; `moved` says of each rewritten stream where the lines of an entry stand now."""
        new = self._renewed.entry(old)
        texts = dict(old.texts)
        files: list[FileChange] = []
        for change in old.files:
            if change.path not in self._changed and not any(self._renewed.alters(key) for key in change.keys):
                files.append(change)
                continue
            files += self._file(change, old, texts)
        kept = {change.after for change in files}
        appended = [
            now
            for each in old.appended
            if (now := moved[each.path].get(old.seq) if each.path in moved else each) is not None
        ]
        told = any(each.ids for each in old.appended)
        if (old.files and not files) or (told and not any(each.ids for each in appended)):
            new = hollow(new) if old.files else replace(new, summary=purge.UNSAID)
        return replace(
            new, files=tuple(files), texts={v: t for v, t in texts.items() if v in kept}, appended=tuple(appended)
        )

    def _file(self, change: FileChange, entry: AuditEntry, texts: dict[str, str]) -> list[FileChange]:
        text = entry.texts.get(change.after or "")
        new = self.file(change.path, text) if text is not None else None
        keys = self._renewed.keys(change.keys)
        path = self.path(change.path, change.keys)
        before = self._standing.get(path)
        after = None if new is None else names.version(new)
        if after == before:
            return []
        self._standing[path] = after
        if after is not None and new is not None:
            texts[after] = new
        action = "DELETE" if after is None else "CREATE" if before is None and change.before else change.action
        return [replace(change, action=action, path=path, keys=keys, before=before, after=after)]


def file_without(path: str, text: str, gone: Gone, spaces: Mapping[str, str]) -> str | None:
    """What a file of the vault is once everything is gone from it."""
    if gone.spares(path, text):
        return text
    found = layout.pages_in(path, text, spaces)
    keys = [page.key if isinstance(page, Page) else page[0] for page in found]
    if path.endswith("MEMORY.md"):  # several pages, all made of lines
        key = Key(keys[0].space if keys else "", "core", "")
        touched = any(gone.touches(each, text) for each in (key, *keys))
        return purge.lined(key, text, gone, touched=touched) if touched or gone.says(text) else text
    if not keys and not text.startswith(layout.MARKER):  # what waits to be read or decided, and is no page
        return purge.lined(Key("", "summary", path), text, gone, touched=False)
    return purge.page(keys[0], text, gone) if keys else text


def _version(page: Page | None) -> str | None:
    return page.version if page else None


# Streams


def stream_without(content: bytes, ids: frozenset[str]) -> bytes:
    """A stream without the lines of these fragments; those after them are chained anew, and otherwise as they were."""
    kept: list[bytes] = []
    changed, before = False, b""
    for line in content.splitlines(keepends=True):
        data = _json(line)
        if data is not None and data.get("id") in ids:
            changed = True
            continue
        prev = data.get("prev") if data else None
        if changed and isinstance(prev, str):
            anew = streams.chain_hash(before) if before else ""
            head, _, tail = line.rpartition(f'"prev":"{prev}"'.encode())
            line = head + f'"prev":"{anew}"'.encode() + tail if head else line
        kept.append(line)
        before = line if line.strip() else before
    return b"".join(kept) if changed else content


def _json(line: bytes) -> dict[str, object] | None:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None


def places(content: bytes, entries: Sequence[tuple[int, Appended]], gone: frozenset[str]) -> dict[int, Appended | None]:
    """Where in a rewritten stream the lines of each entry of the log stand now, by the entry's number.

    An entry reaches from its first fragment to that of the next one; watermarks between belong to the earlier. An
    entry that adopted the whole stream begins at its beginning.
    """
    starts: dict[str, int] = {}
    offset = 0
    for line in content.splitlines(keepends=True):
        data = _json(line)
        if data is not None and isinstance(data.get("id"), str):
            starts.setdefault(str(data["id"]), offset)
        offset += len(line)
    standing: list[tuple[int, Appended, int]] = []
    found: dict[int, Appended | None] = {}
    for number, (seq, old) in enumerate(entries):
        ids = tuple(id_ for id_ in old.ids if id_ not in gone)
        here = [starts[id_] for id_ in ids if id_ in starts]
        if here:
            first = not standing or (old.offset == 0 and number > 0)
            standing.append((seq, replace(old, ids=ids), 0 if first else min(here)))
        else:
            found[seq] = None
    if content.strip() and not standing:  # only watermarks are left
        seq, old = entries[0]
        standing.append((seq, replace(old, ids=()), 0))
    for n, (seq, old, start) in enumerate(standing):
        later = [after for _, _, after in standing[n + 1 :] if after > start]
        end = later[0] if later else len(content)
        found[seq] = replace(old, offset=start, length=end - start)
    return found
