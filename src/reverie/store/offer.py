"""What a bundle offers to another vault: all that is in it, read and made sense of, or refused."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any, get_args

from reverie.domain import core, ids as names, proposal as proposals, space as spaces
from reverie.domain.audit import AuditEntry
from reverie.domain.citation import Citation, Evidence
from reverie.domain.fragment import Fragment, Watermark
from reverie.domain.page import Key, Page
from reverie.domain.proposal import Origin
from reverie.domain.reconcile import Past
from reverie.errors import BundleRefused
from reverie.store import layout, log, streams
from reverie.store.base import MARKS, Held
from reverie.store.bundle import Bundle
from reverie.store.files import FileVault
from reverie.store.packing import ARCHIVE, AUDIT, STATE, USAGE, VAULT


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
    graves: tuple[str, frozenset[str]]  # the key and the hashes of what was deleted for good there
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
    ids: Callable[[], Sequence[str]] = tuple  # of all its fragments


def here(vault: FileVault) -> Here:
    return Here(
        past=past(logged.entry for logged in log.read(vault.disk) if logged.entry),
        decided=lambda name: bool(vault.state.named(name)),
        taken=lambda key: any(k != key for k in vault.state.owner(layout.path_of(key))),
        ids=vault.state.all_fragments,
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
        graves=_graves(state.get("tombstones")),
        unread=unread,
    )


def _graves(told: Any) -> tuple[str, frozenset[str]]:
    return (str(told["key"]), frozenset(map(str, told["hashes"]))) if told else ("", frozenset())


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
        texts += [part for key in proposals.touched(change) for part in (key.space, key.kind, key.slug)]
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
