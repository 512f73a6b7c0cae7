"""What goes into a bundle, and what comes out of one. Reads the vault; never writes it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import Any, get_args

from reverie.domain import core, ids as names, proposal as proposals, safety, space as spaces
from reverie.domain.audit import WATCHED, AuditEntry
from reverie.domain.citation import Citation, Evidence
from reverie.domain.fragment import Fragment, Watermark
from reverie.domain.page import Key, Page
from reverie.domain.proposal import Origin
from reverie.domain.reconcile import Past
from reverie.errors import BundleRefused
from reverie.store import layout, log, streams
from reverie.store.base import MARKS, Held
from reverie.store.bundle import Bundle, encode
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
    for path, (version, _) in sorted(vault.state.files().items()):
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
    for logged in log.read(vault.disk):
        if logged.entry is None:
            packed.left_out["a damaged entry of the log"] += 1
            continue
        texts |= logged.entry.texts
        raw = vault.disk.read(layout.LOG, logged.offset, logged.end - logged.offset) or b""
        data = portable(json.loads(raw), logged.entry)
        if data is None or not _inside(logged.entry, wanted):
            continue
        if not safety.clean(raw.decode("utf-8")):
            packed.left_out["an entry of the log that holds a credential"] += 1
            continue
        lines.append(data)
    return lines, texts


def portable(data: dict[str, Any], entry: AuditEntry) -> dict[str, Any] | None:
    """An entry without what is of its machine alone: the host's files, and the empty MEMORY.md a workspace begins with.

    None when nothing else is in it.
    """
    if entry.action == "ALERT":
        return None
    first = entry.actor == "system:init"
    blank = {f.path for f in entry.files if first and _blank(f.path, entry.texts.get(f.after or ""))}
    stays = [f for f in entry.files if f.path not in WATCHED and f.path not in blank]
    if len(stays) == len(entry.files):
        return data
    kept = {f.path for f in stays}
    gone = {tuple(_of(key)) for f in entry.files if f.path not in kept for key in f.keys}
    told = {k: v for k, v in data.items() if k not in ("files", "texts")}
    told["files"] = [f for f in data["files"] if f[1] in kept]
    texts = {v: text for v, text in data.get("texts", {}).items() if v in {f.after for f in stays}}
    told |= {"texts": texts} if texts else {}
    if entry.proposal and "proposal" in data:
        before = data["proposal"]
        changes = [
            raw
            for raw, change in zip(before["changes"], entry.proposal.changes, strict=True)
            if not gone.issuperset(tuple(_of(key)) for key in proposals.touched(change))
            or not proposals.touched(change)
        ]
        told["proposal"] = {**before, "changes": changes, "paths": [p for p in before["paths"] if p in kept]}
    empty = not stays and not entry.appended and not entry.marks and not entry.waiting and not entry.aliases
    return None if empty else {k: told[k] for k in data if k in told}


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
    clean = [h for h in held if safety.clean(json.dumps(proposals.to_json(h.proposal), ensure_ascii=False))]
    packed.held = len(clean)
    owed = {key: state.owed(key) for key in state.owing() if wanted.has(key.space)}
    return {
        "marks": {mark: ids for mark, ids in marks.items() if ids},
        "held": [
            {
                "state": h.state,
                "at": h.at.isoformat(),
                "reasons": list(h.reasons),
                "proposal": proposals.to_json(h.proposal),
            }
            for h in clean
        ],
        "aliases": {old: _of(key) for old, key in state.aliases().items() if wanted.has(key.space)},
        "owed": [[_of(key), _cites(found.active), _cites(found.superseded)] for key, found in owed.items()],
        "tombstones": [],
    }  # fmt: skip


def _cites(found: Collection[Citation]) -> list[list[str]]:
    return [[c.day.isoformat(), c.id] for c in sorted(found)]


# Out again


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """What another vault offers: all that is in a bundle, read."""

    whole: bool
    redacted: bool
    fragments: tuple[Fragment, ...]
    upto: Mapping[str, tuple[Watermark, ...]]  # by space
    pages: Mapping[Key, Page]
    marks: Mapping[str, tuple[str, ...]]
    held: tuple[Held, ...]
    aliases: Mapping[str, Key]
    log: tuple[dict[str, Any], ...]
    streams: Mapping[str, bytes]
    files: Mapping[str, str]
    usage: tuple[Mapping[str, Any], ...] | None
    archive: tuple[Mapping[str, Any], ...] | None
    unread: Counter[str]  # parts that make no sense here, and why

    @property
    def past(self) -> Past:
        """What that vault has been through."""
        found = (log.decode(log.line(data)) for data in self.log)
        return past(entry for entry in found if entry)


@dataclass(frozen=True, slots=True, kw_only=True)
class Here:
    """What a merge asks of this vault beside its pages and fragments."""

    past: Past
    decided: Callable[[str], bool]  # whether it has seen the proposal of that id
    taken: Callable[[Key], bool]  # whether another page stands where this one would


def here(vault: FileVault) -> Here:
    return Here(
        past=past(logged.entry for logged in log.read(vault.disk) if logged.entry),
        decided=lambda name: bool(vault.state.named(name)),
        taken=lambda key: any(k != key for k in vault.state.owner(layout.path_of(key))),
    )


def unpack(bundle: Bundle) -> Offer:
    """What a checked bundle offers; BundleRefused when a part does not make sense as what it is."""
    try:
        return _unpack(bundle)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as wrong:
        raise BundleRefused(f"the bundle does not make sense ({str(wrong)[:120]}); nothing was changed") from wrong


def _unpack(bundle: Bundle) -> Offer:
    told, parts = bundle.manifest, bundle.parts
    folders = {str(folder): spaces.check(space) for folder, space in told["folders"].items()}
    if wrong := [folder for folder, space in folders.items() if spaces.folder(space) != folder]:
        raise ValueError(f"folder {wrong[0]!r} is not that of its space")
    state = json.loads(parts[STATE])
    owed = {Key(*key): Evidence(_cited(active), _cited(old)) for key, active, old in state["owed"]}
    unread: Counter[str] = Counter()
    fragments: list[Fragment] = []
    upto: dict[str, list[Watermark]] = {}
    pages: dict[Key, Page] = {}
    raw_streams: dict[str, bytes] = {}
    files: dict[str, str] = {}
    for name, raw in parts.items():
        if not name.startswith(VAULT):
            continue
        path = _ours(name.removeprefix(VAULT))
        space = layout.stream_space(path, folders) if path.endswith(".jsonl") else None
        day = layout.day_of(path)
        if space is not None and day is not None:
            raw_streams[path] = raw
            for line in streams.parse(raw, space=space, day=day):
                if isinstance(line.event, Fragment):
                    fragments.append(line.event)
                elif line.event:
                    upto.setdefault(space, []).append(line.event)
                else:
                    unread[f"a line of a stream that {line.why}"] += 1
            continue
        files[path] = raw.decode("utf-8")
        for found in layout.pages_in(path, files[path], folders):
            if isinstance(found, Page):
                pages[found.key] = replace(found, owed=owed.get(found.key, Evidence()))
            else:
                unread[f"a page that cannot be read: {found[1].why}"] += 1
    return Offer(
        whole=told["whole"] is True,
        redacted=told["redacted"] is True,
        fragments=tuple(fragments),
        upto={space: tuple(marks) for space, marks in upto.items()},
        pages=pages,
        marks={mark: tuple(map(str, ids)) for mark, ids in state["marks"].items() if mark in MARKS},
        held=tuple(_held(data) for data in state["held"]),
        aliases={str(old): Key(*key) for old, key in state["aliases"].items()},
        log=tuple(_rows(parts.get(AUDIT, b""))),
        streams=raw_streams,
        files=files,
        usage=tuple(_rows(parts[USAGE])) if USAGE in parts else None,
        archive=tuple(_rows(parts[ARCHIVE])) if ARCHIVE in parts else None,
        unread=unread,
    )


def _cited(rows: Iterable[list[str]]) -> frozenset[Citation]:
    return frozenset(Citation(date.fromisoformat(day), id_) for day, id_ in rows)


def _ours(path: str) -> str:
    """A path where a vault has pages and streams; whoever packed another would have us write into the host's files."""
    if path not in ("MEMORY.md", "memory.md") and not path.startswith("memory/"):
        raise ValueError(f"{path[:80]!r} is no file of a vault")
    if any(part.startswith(".") for part in path.split("/")):
        raise ValueError(f"{path[:80]!r} is hidden")
    return path


def _held(data: Mapping[str, Any]) -> Held:
    if data["state"] not in ("held", "deferred", "rejected"):
        raise ValueError("a proposal is held in no way there is")
    proposal = proposals.from_json(data["proposal"])
    texts = [proposal.id, proposal.actor, proposal.because, proposal.space, proposal.trigger, *proposal.considered]
    for change in proposal.changes:
        texts += [part for key in proposals.touched(change) for part in _of(key)]
        texts += [page.text for page in proposals.pages(change)]
    if proposal.origin not in get_args(Origin) or not all(isinstance(text, str) for text in texts):
        raise ValueError("a proposal is none")
    return Held(
        proposal=proposal,
        state=data["state"],
        at=datetime.fromisoformat(data["at"]),
        reasons=tuple(map(str, data["reasons"])),
    )


def _rows(raw: bytes) -> list[dict[str, Any]]:
    found = [json.loads(line) for line in raw.split(b"\n") if line.strip()]
    if not all(isinstance(row, dict) for row in found):
        raise ValueError("a line is no object")
    return found


def past(entries: Iterable[AuditEntry]) -> Past:
    """What a log tells of pages: which versions came to stand or were taken account of, and when; what went away."""
    versions: dict[str, datetime] = {}
    gone: dict[Key, datetime] = {}
    for entry in entries:
        for change in entry.files:
            text = entry.texts.get(change.after or "")
            standing = [change.after] if change.after else []
            if text and change.path.endswith("MEMORY.md"):
                standing += [names.version(block) for block in core.blocks(text).values()]
            versions |= dict.fromkeys(standing, entry.at)
            for key in change.keys:
                if change.after:
                    gone.pop(key, None)
                else:
                    gone[key] = entry.at
        for proposal in (entry.proposal, entry.waiting):
            versions |= dict.fromkeys(proposal.merged if proposal else (), entry.at)
    return Past(versions, gone)


def travels(vault: FileVault) -> bool:
    """Whether anything of its log would go into a bundle."""
    raw = (
        (logged.entry, vault.disk.read(layout.LOG, logged.offset, logged.end - logged.offset) or b"")
        for logged in log.read(vault.disk)
    )
    return any(entry is None or portable(json.loads(line), entry) is not None for entry, line in raw)
