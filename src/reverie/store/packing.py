"""What goes into a bundle, and what comes out of one. Reads the vault; never writes it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from reverie.domain import core, ids as names, proposal as proposals, safety
from reverie.domain.audit import WATCHED, AuditEntry
from reverie.domain.citation import Citation
from reverie.domain.fragment import Fragment
from reverie.domain.page import Key
from reverie.domain.proposal import Proposal
from reverie.store import layout, log, streams
from reverie.store.bundle import encode
from reverie.store.files import FileVault

AUDIT, STATE, USAGE, ARCHIVE, VAULT = "audit.jsonl", "state.json", "usage.jsonl", "archive.jsonl", "vault/"
LEFT_OUT = "(left out of a shared bundle)"
_HOLDS = ("PROPOSE", "DEFER", "REJECT")
_DISTILLED = frozenset({"belief", "entity", "skill", "core", "summary", "suggestion"})
_KEPT = ("id", "ts", "kind", "trust", "confidence", "base")  # what a redacted fragment still says


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What is to be packed."""

    by: str = "reverie"  # who packs it
    spaces: frozenset[str] | None = None  # None: all
    redact: bool = False
    usage: Iterable[Mapping[str, Any]] | None = None
    archive: Iterable[Mapping[str, Any]] | None = None

    def has(self, space: str) -> bool:
        return self.spaces is None or space in self.spaces


@dataclass(slots=True)
class Packed:
    """The parts of a bundle, and what its manifest tells of them."""

    parts: dict[str, bytes] = field(default_factory=dict)
    left_out: Counter[str] = field(default_factory=Counter)  # and why
    fragments: int = 0
    pages: Counter[str] = field(default_factory=Counter)
    entries: int = 0
    held: int = 0


def pack(vault: FileVault, wanted: Wanted) -> tuple[Packed, dict[str, Any]]:
    """The parts of a bundle of this vault; the same bytes while nothing has changed."""
    packed = Packed()
    lines, texts = _log(vault, wanted, packed)
    if not wanted.redact:
        packed.parts[AUDIT] = b"".join(log.line({**data, "seq": n}) for n, data in enumerate(lines, 1))
        packed.entries = len(lines)
    for path, space, size in vault.state.streams():
        if wanted.has(space):
            _stream(path, space, vault.disk.read(path, 0, size) or b"", wanted, packed)
    for path, version in sorted(vault.state.versions().items()):
        if path not in WATCHED:
            _file(vault, path, version, texts, wanted, packed)
    packed.parts[STATE] = encode(_state(vault, wanted, packed))
    for name, rows in ((USAGE, wanted.usage), (ARCHIVE, wanted.archive)):
        if rows is not None:
            some = [row for row in rows if wanted.has(str(row["space"]))]
            packed.parts[name] = b"".join(log.line(row) for row in some)
    folders = {folder: space for folder, space in sorted(vault.state.spaces().items()) if wanted.has(space)}
    told = {
        "made_by": wanted.by,
        "whole": wanted.spaces is None and not wanted.redact and not packed.left_out,
        "redacted": wanted.redact,
        "spaces": None if wanted.spaces is None else sorted(wanted.spaces),
        "folders": folders,
        "counts": {"fragments": packed.fragments, "pages": dict(sorted(packed.pages.items())),
                   "entries": packed.entries, "held": packed.held},
        "left_out": dict(sorted(packed.left_out.items())),
    }  # fmt: skip
    return packed, told


def _log(vault: FileVault, wanted: Wanted, packed: Packed) -> tuple[list[dict[str, Any]], dict[str, str]]:
    """The log as it may travel; and every text in it by its version, for files that were damaged since."""
    lines: list[dict[str, Any]] = []
    texts: dict[str, str] = {}
    held: set[str] = set()  # proposals that waited at some time
    for logged in log.read(vault.disk):
        if logged.entry is None:
            packed.left_out["a damaged entry of the log"] += 1
            continue
        texts |= logged.entry.texts
        raw = vault.disk.read(layout.LOG, logged.offset, logged.end - logged.offset) or b""
        data = portable(json.loads(raw), logged.entry, held)
        if data is None or not _inside(logged.entry, wanted):
            continue
        held |= {logged.entry.id} if logged.entry.action in _HOLDS else set()
        if not safety.clean(raw.decode("utf-8")):
            packed.left_out["an entry of the log that holds a credential"] += 1
            continue
        lines.append(data)
    return lines, texts


def portable(data: dict[str, Any], entry: AuditEntry, held: Collection[str] = ()) -> dict[str, Any] | None:
    """An entry without what is of its machine alone: the host's files, and the empty MEMORY.md a workspace begins with.

    None when nothing else is in it, unless it says what became of a proposal that was `held`.
    """
    if entry.action == "ALERT":
        return None
    first = entry.actor == "system:init"
    blank = {f.path for f in entry.files if first and _blank(f.path, entry.texts.get(f.after or ""))}
    stays = [f for f in entry.files if f.path not in WATCHED and f.path not in blank]
    kept = {f.path for f in stays}
    gone = {key for f in entry.files if f.path not in kept for key in f.keys}
    told = dict(data)
    for name, proposal in (("proposal", entry.proposal), ("waiting", entry.waiting)):
        if proposal and told.get(name):
            told[name] = _at_home(told[name], proposal, gone)
    if len(stays) == len(entry.files):
        return told
    told["files"] = [f for f in data["files"] if f[1] in kept]
    told["texts"] = {v: text for v, text in data.get("texts", {}).items() if v in {f.after for f in stays}}
    if told.get("proposal"):
        told["proposal"]["paths"] = [p for p in told["proposal"]["paths"] if p in kept]
    empty = not stays and not entry.appended and not entry.marks and not entry.waiting and not entry.aliases
    return None if empty and entry.id not in held else {k: told[k] for k in data if told[k] or k != "texts"}


def _at_home(data: dict[str, Any], proposal: Proposal, gone: Collection[Key] = ()) -> dict[str, Any]:
    """A proposal without what it would do to the host's files, which hold what the person wrote there."""
    changes = []
    for raw, change in zip(data["changes"], proposal.changes, strict=True):
        mine = [key for key in proposals.touched(change) if key.kind == "file" or key in gone]
        if not mine or len(mine) < len(proposals.touched(change)):
            changes.append(raw)
    return {**data, "changes": changes}


def _blank(path: str, text: str | None) -> bool:
    return path == "MEMORY.md" and text == core.template()


def _of(key: Key) -> list[str]:
    return [key.space, key.kind, key.slug]


def _inside(entry: AuditEntry, wanted: Wanted) -> bool:
    """Whether an entry is about wanted spaces alone."""
    told = {entry.space, *(key.space for f in entry.files for key in f.keys), *(a.space for a in entry.appended)}
    return all(wanted.has(space) for space in told)


def _stream(path: str, space: str, raw: bytes, wanted: Wanted, packed: Packed) -> None:
    """A stream to the byte; with lines left out, chained anew."""
    day = layout.day_of(path)
    if day is None:
        return
    found = list(streams.parse(raw, space=space, day=day))
    bad = [line for line in found if not _decent(raw[line.offset : line.offset + line.length])]
    packed.left_out.update({"a line of a stream that holds a credential or is not text": len(bad)} if bad else {})
    kept = [line.event for line in found if line not in bad and line.event]
    packed.fragments += sum(isinstance(event, Fragment) for event in kept)
    if wanted.redact:
        raw = streams.encode([_bare(event) for event in kept if isinstance(event, Fragment)], "")
    elif bad:
        raw = streams.encode(kept, "")
    if raw:
        packed.parts[VAULT + path] = raw


def _decent(line: bytes) -> bool:
    try:
        return safety.clean(line.decode("utf-8"))
    except UnicodeDecodeError:
        return False


def _bare(fragment: Fragment) -> Fragment:
    """A fragment as proof that there is one: its id, its day and whose words it quotes, but not the words."""
    kept = {name: getattr(fragment, name) for name in _KEPT}
    return Fragment(
        **kept, day=fragment.day, space=fragment.space, source="redacted", entry="redacted", topic="", body=LEFT_OUT
    )


def _file(vault: FileVault, path: str, version: str, texts: Mapping[str, str], wanted: Wanted, packed: Packed) -> None:
    keys = vault.state.owner(path)
    if not wanted.has(keys[0].space if keys else ""):
        return
    raw = vault.disk.read(path) or b""
    text = raw.decode("utf-8", "surrogateescape")
    if names.version(text) != version:
        text = texts.get(version, "")
    if wanted.redact and any(key.kind not in _DISTILLED for key in keys):
        packed.left_out[f"a {keys[0].kind}: it holds people's own words"] += 1
    elif not safety.clean(text, path):
        packed.left_out["a file that holds a credential"] += 1
    else:
        packed.parts[VAULT + path] = text.encode("utf-8")
        packed.pages.update(key.kind for key in keys)


def _state(vault: FileVault, wanted: Wanted, packed: Packed) -> dict[str, Any]:
    """What was decided: marks of fragments, proposals that are not applied, handles of merged pages, evidence owed."""
    state = vault.state
    marks = {
        mark: [id_ for id_ in ids if wanted.has(state.space_of(id_) or "")]
        for mark, ids in sorted(state.marks().items())
    }
    held = [] if wanted.redact else [h for h in vault.held() if wanted.has(h.proposal.space)]
    told = [(h, _at_home(proposals.to_json(h.proposal), h.proposal)) for h in held]
    clean = [(h, data) for h, data in told if safety.clean(json.dumps(data, ensure_ascii=False))]
    packed.held = len(clean)
    owed = {key: state.owed(key) for key in state.owing() if wanted.has(key.space)}
    return {
        "marks": {mark: ids for mark, ids in marks.items() if ids},
        "held": [
            {
                "state": h.state,
                "at": h.at.isoformat(),
                "reasons": list(h.reasons),
                "proposal": data,
            }
            for h, data in clean
        ],
        "aliases": {old: _of(key) for old, key in state.aliases().items() if wanted.has(key.space)},
        "owed": [[_of(key), _cites(found.active), _cites(found.superseded)] for key, found in owed.items()],
        "tombstones": _graves(vault, wanted),
    }  # fmt: skip


def _graves(vault: FileVault, wanted: Wanted) -> dict[str, Any] | list[Any]:
    """What tells another vault which of its fragments were deleted for good here, and tells nobody else anything."""
    key, hashes = vault.tombstones().graves()
    return {"key": key, "hashes": hashes} if hashes and not wanted.redact else []


def _cites(found: Collection[Citation]) -> list[list[str]]:
    return [[c.day.isoformat(), c.id] for c in sorted(found)]


def travels(vault: FileVault) -> bool:
    """Whether anything of its log would go into a bundle."""
    raw = (
        (logged.entry, vault.disk.read(layout.LOG, logged.offset, logged.end - logged.offset) or b"")
        for logged in log.read(vault.disk)
    )
    return any(entry is None or portable(json.loads(line), entry) is not None for entry, line in raw)
