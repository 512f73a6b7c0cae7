"""Do the files, the log, the streams' chains and the history tell the same story? Names what does not."""

from __future__ import annotations

import json
from collections.abc import Iterator

from reverie.domain import audit, ids as names
from reverie.errors import ReverieError
from reverie.store import log, streams
from reverie.store.files import FileVault
from reverie.store.git import GitHistory


def verify(vault: FileVault, git: GitHistory) -> list[str]:
    """One sentence for each disagreement; nothing when all agree."""
    return [*_log(vault), *_files(vault), *_streams(vault), *_citations(vault), *_history(vault, git)]


def _log(vault: FileVault) -> Iterator[str]:
    last = 0
    for number, logged in enumerate(log.read(vault.disk), 1):
        if logged.entry is None:
            yield f".reverie/audit.jsonl:{number}: the entry is damaged"
            continue
        if logged.entry.seq != last + 1:
            yield f".reverie/audit.jsonl:{number}: entry {logged.entry.seq} follows {last}; something is missing"
        last = logged.entry.seq


def _files(vault: FileVault) -> Iterator[str]:
    for path, version in sorted(vault.state.versions().items()):
        raw = vault.disk.read(path)
        if raw is None:
            yield f"{path}: is gone, the log has it"
        elif names.version(raw.decode("utf-8", "surrogateescape")) != version:
            yield f"{path}: is not what the log last recorded"


def _streams(vault: FileVault) -> Iterator[str]:
    """Each line carries the hash of the line before; each fragment the log appended is there."""
    for path, _, size in vault.state.streams():
        content = vault.disk.read(path)
        if content is None:
            yield f"{path}: is gone, the log has fragments of it"
            continue
        if len(content) != size:
            yield f"{path}: is {len(content)} bytes long, the log knows {size}"
        before = b""
        for number, line in enumerate(content.split(b"\n"), 1):
            prev = _prev(line)
            if prev is not None and prev != (streams.chain_hash(before) if before else ""):
                yield f"{path}:{number}: the chain is broken; the line before it was changed or removed"
            before = line if line.strip() else before
        if len(content) == size and streams.tail_hash(content) != vault.state.stream_tail(path)[1]:
            yield f"{path}: its last line was changed"
    known = set(vault.state.all_fragments())
    for logged in log.read(vault.disk):
        for appended in logged.entry.appended if logged.entry else ():
            for id_ in appended.ids:
                if id_ not in known:
                    yield f"{appended.path}: fragment {id_} was appended and is not there"
    lost = known - vault.fragments(known).keys()
    yield from (f"fragment {id_} cannot be read where it should stand" for id_ in sorted(lost))


def _prev(line: bytes) -> str | None:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        return None
    value = data.get("prev") if isinstance(data, dict) else None
    return value if isinstance(value, str) else None


def _citations(vault: FileVault) -> Iterator[str]:
    for key, ids in vault.state.dangling():
        yield f"{key}: cites {', '.join(ids)}, which no stream holds"


def _history(vault: FileVault, git: GitHistory) -> Iterator[str]:
    if not git.ready():
        if any(logged.entry and logged.entry.files for logged in log.read(vault.disk)):
            yield "audit.git: there is no history yet; it is written with the next change"
        return
    yield from (f"audit.git: {problem}" for problem in git.check())
    try:
        recorded, stored, messages = git.ids(), git.files(), git.messages()
    except ReverieError as wrong:
        yield f"audit.git: {wrong}"
        return
    for logged in log.read(vault.disk):
        entry = logged.entry
        if entry and entry.files and recorded.get(entry.id) != entry.seq:
            yield f"audit.git: change {entry.id} is not in the history"
        elif entry and entry.files and messages.get(entry.id) != audit.message(entry).strip():
            yield f"audit.git: tells change {entry.id} otherwise than the log (who, why or what)"
    for path, version in sorted(vault.state.versions().items()):
        raw = vault.disk.read(path)
        if raw is None or names.version(raw.decode("utf-8", "surrogateescape")) != version:
            continue  # said above
        if stored.get(path) != GitHistory.blob_id(raw):
            yield f"{path}: audit.git has another version of it"
