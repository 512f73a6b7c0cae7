"""Do the files, the log, the streams' chains and the history tell the same story? Names what does not."""

from __future__ import annotations

from collections.abc import Iterator

from reverie.domain import audit, ids as names
from reverie.errors import ReverieError
from reverie.store import log, stream_repair, streams
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
    lacking, owned = {path for path, _ in missing_fragments(vault)}, _owned(vault)
    for path, _, size in vault.state.streams():
        content = vault.disk.read(path)
        if content is None and path not in lacking and owned.issuperset(vault.state.of_day(path)):
            continue  # a repair has owned up to it
        if content is None:
            yield f"{path}: is gone, the log has fragments of it"
            continue
        if len(content) != size:
            yield f"{path}: is {len(content)} bytes long, the log knows {size}"
        if len(content) == size and streams.tail_hash(content) != vault.state.stream_tail(path)[1]:
            yield f"{path}: its last line was changed"
    for _, place in broken_chains(vault):
        yield f"{place}: the chain is broken; the line before it was changed or removed"
    for path, id_ in missing_fragments(vault):
        yield f"{path}: fragment {id_} was appended and is not there"
    known = set(vault.state.all_fragments())
    lost = known - vault.fragments(known).keys()
    yield from (f"fragment {id_} cannot be read where it should stand" for id_ in sorted(lost))


def broken_chains(vault: FileVault) -> Iterator[tuple[str, str]]:
    """Streams and the lines (`path:number`) that do not follow the one before, but for those a repair owned up to."""
    owned = {
        place for logged in log.read(vault.disk) if (e := logged.entry) and e.action == "LOST" for place in e.reasons
    }
    for path, _, _ in vault.state.streams():
        for number in stream_repair.breaks(vault.disk.read(path) or b""):
            if f"{path}:{number}" not in owned:
                yield path, f"{path}:{number}"


def missing_fragments(vault: FileVault) -> Iterator[tuple[str, str]]:
    """Fragments, and the stream each was appended to, that are not there and that no repair owned up to."""
    known, told, owned = set(vault.state.all_fragments()), dict[str, str](), set[str]()
    for logged in log.read(vault.disk):
        if entry := logged.entry:
            owned |= set(entry.marks.get("lost", ()))
            told |= {id_: one.path for one in entry.appended for id_ in one.ids if id_ not in known}
    yield from ((path, id_) for id_, path in told.items() if id_ not in owned)


def _owned(vault: FileVault) -> set[str]:
    marks = (logged.entry.marks for logged in log.read(vault.disk) if logged.entry)
    return {id_ for one in marks for id_ in one.get("lost", ())}


def _citations(vault: FileVault) -> Iterator[str]:
    owned = _owned(vault)
    for key, ids in vault.state.dangling():
        if left := [id_ for id_ in ids if id_ not in owned]:
            yield f"{key}: cites {', '.join(left)}, which no stream holds"


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
