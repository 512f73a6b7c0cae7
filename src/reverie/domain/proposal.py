"""Changes somebody wants, as data. Nothing is written until `apply` has checked them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Literal

from reverie.domain.fragment import Trust
from reverie.domain.page import Key, Page

Origin = Literal[
    "person", "remember", "agent", "subagent", "observe", "dream", "reflect", "decay", "import", "external", "undo"
]
State = Literal["held", "deferred", "rejected"]
MadeFrom = Mapping[Key, str | None]  # the version of every page a change was made from; None: it was not there


@dataclass(frozen=True, slots=True)
class Put:
    """Write this page: a new one, or the next version of one."""

    page: Page
    made_from: MadeFrom = field(default_factory=dict)
    why: str = ""  # of this page, when the proposal changes others for other reasons


@dataclass(frozen=True, slots=True)
class Merge:
    """Several pages become one, which carries all their evidence; the sources are retired."""

    sources: tuple[Key, ...]
    into: Page
    made_from: MadeFrom = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Split:
    """One page becomes several, which carry its evidence between them; the source is retired."""

    source: Key
    into: tuple[Page, ...]
    made_from: MadeFrom = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Retire:
    """Take a page, or a fragment no page cites, out of recall. It keeps its file and its evidence."""

    key: Key
    why: str
    made_from: MadeFrom = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Restore:
    """Put a page back as it stood before; None when it did not stand at all. A person's change."""

    key: Key
    page: Page | None
    made_from: MadeFrom = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Purge:
    """Delete fragments for good with all that rests on them, and pages, turns or a session whole. A person's change."""

    ids: tuple[str, ...]
    keys: tuple[Key, ...] = ()
    source: str = ""
    made_from: MadeFrom = field(default_factory=dict)


Change = Put | Merge | Split | Retire | Restore | Purge


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """What should change, who wants it and why."""

    id: str
    origin: Origin
    actor: str  # as the audit trail names it: bot:trigger-remember, manual, reflection:r-012…
    because: str  # one line for people
    changes: tuple[Change, ...]
    space: str = ""
    trigger: str = ""  # the words or event that set it off
    trust: Trust = "user"
    considered: tuple[str, ...] = ()  # fragments its author was shown; they count as dreamed once applied
    run: str | None = None
    parent: str | None = None
    undoes: tuple[str, ...] = ()  # of an undo: the changes that it takes back
    paths: tuple[str, ...] = ()  # the files a person changed by hand, when that is what it records
    against: tuple[str, ...] = ()  # what it contradicts: the ids of proposals, and pages as `kind/slug`
    report: Mapping[str, Any] = field(default_factory=dict)  # of a reflection: what it found (`reflection.of`)
    merged: tuple[str, ...] = ()  # versions of another vault's pages that it takes account of


def put(page: Page, before: Page | None, why: str = "") -> Put:
    return Put(page, {page.key: before.version if before else None}, why)


def why(change: Change) -> str:
    """The reason that a change gives itself, beside its proposal's."""
    return change.why if isinstance(change, Put | Retire) else ""


def touched(change: Change) -> tuple[Key, ...]:
    """The keys whose pages a change writes."""
    match change:
        case Put(page):
            return (page.key,)
        case Merge(sources, into):
            return (*sources, into.key)
        case Split(source, into):
            return (source, *(page.key for page in into))
        case Retire(key) | Restore(key):
            return (key,)
        case Purge():
            return ()


def purge(proposal: Proposal) -> Purge | None:
    """What a proposal deletes for good; such a one changes nothing else."""
    return next((change for change in proposal.changes if isinstance(change, Purge)), None)


def keys(proposal: Proposal) -> tuple[Key, ...]:
    """The keys a proposal touches, each once, in order."""
    return tuple(dict.fromkeys(key for change in proposal.changes for key in touched(change)))


def pages(change: Change) -> tuple[Page, ...]:
    """The pages a change brings along."""
    match change:
        case Put(page):
            return (page,)
        case Merge(_, into):
            return (into,)
        case Split(_, into):
            return into
        case Restore(_, page):
            return (page,) if page else ()
        case Retire() | Purge():
            return ()


def with_pages(change: Change, new: Iterable[Page]) -> Change:
    """The change with its pages replaced, in the order `pages` gives them."""
    fresh = tuple(new)
    match change:
        case Put():
            return replace(change, page=fresh[0])
        case Merge():
            return replace(change, into=fresh[0])
        case Split():
            return replace(change, into=fresh)
        case Restore():
            return replace(change, page=fresh[0]) if fresh else change
        case Retire() | Purge():
            return change


def after(proposal: Proposal, before: Mapping[Key, Page], at: datetime) -> dict[Key, Page | None]:
    """The touched pages as they would stand once the proposal is applied; None where there is none."""
    now: dict[Key, Page | None] = {key: before.get(key) for key in keys(proposal)}

    def retire(key: Key, why: str) -> None:
        page = now.get(key)
        if page and key.kind != "core":
            now[key] = page.with_front("retired", f"{at.date().isoformat()} {why}")

    for change in proposal.changes:
        match change:
            case Put(page):
                now[page.key] = page
            case Merge(sources, into):
                for key in sources:
                    if key != into.key:
                        retire(key, f"merged into {into.key.slug}")
                now[into.key] = into
            case Split(source, into):
                retire(source, f"split into {', '.join(page.key.slug for page in into)}")
                for page in into:
                    now[page.key] = page
            case Retire(key, why):
                retire(key, why)
            case Restore(key, page):
                now[key] = page
            case Purge():
                pass
    return now


def to_json(proposal: Proposal) -> dict[str, Any]:
    """As stored in the audit log and among held proposals; `from_json` gives the same proposal back."""
    told: dict[str, Any] = {
        "id": proposal.id,
        "origin": proposal.origin,
        "actor": proposal.actor,
        "because": proposal.because,
        "space": proposal.space,
        "trigger": proposal.trigger,
        "trust": proposal.trust,
        "considered": list(proposal.considered),
        "run": proposal.run,
        "parent": proposal.parent,
        "undoes": _undoes_json(proposal.undoes),
        "paths": list(proposal.paths),
        "changes": [_change_json(change) for change in proposal.changes],
        **({"against": list(proposal.against)} if proposal.against else {}),
        **({"report": dict(proposal.report)} if proposal.report else {}),
    }
    return {**told, "merged": list(proposal.merged)} if proposal.merged else told


def from_json(data: Mapping[str, Any]) -> Proposal:
    rest = {k: data[k] for k in ("id", "origin", "actor", "because", "space", "trigger", "trust", "run", "parent")}
    undoes = data["undoes"]
    return Proposal(
        **rest,
        undoes=(undoes,) if isinstance(undoes, str) else tuple(undoes or ()),
        considered=tuple(data["considered"]),
        paths=tuple(data.get("paths", ())),
        merged=tuple(data.get("merged", ())),
        changes=tuple(_change(change) for change in data["changes"]),
        against=tuple(data.get("against", ())),
        report=data.get("report", {}),
    )


def _undoes_json(undoes: tuple[str, ...]) -> str | list[str] | None:
    """One by its name alone: so every log has it, and the first ones knew no more."""
    return list(undoes) if len(undoes) > 1 else undoes[0] if undoes else None


def _change_json(change: Change) -> dict[str, Any]:
    made_from = [[_key_json(key), version] for key, version in change.made_from.items()]
    match change:
        case Put(page, _, why):
            body: dict[str, Any] = {"put": _page_json(page), **({"why": why} if why else {})}
        case Merge(sources, into):
            body = {"merge": [_key_json(key) for key in sources], "into": _page_json(into)}
        case Split(source, into):
            body = {"split": _key_json(source), "into": [_page_json(page) for page in into]}
        case Retire(key, why):
            body = {"retire": _key_json(key), "why": why}
        case Restore(key, page):
            body = {"restore": _key_json(key), "page": _page_json(page) if page else None}
        case Purge(ids, purged, source):
            body = {"purge": list(ids), "keys": [_key_json(key) for key in purged], "source": source}
    return {**body, "made_from": made_from}


def _change(data: Mapping[str, Any]) -> Change:
    made_from = {_key(key): version for key, version in data["made_from"]}
    if "put" in data:
        return Put(_page(data["put"]), made_from, data.get("why", ""))
    if "merge" in data:
        return Merge(tuple(_key(key) for key in data["merge"]), _page(data["into"]), made_from)
    if "split" in data:
        return Split(_key(data["split"]), tuple(_page(page) for page in data["into"]), made_from)
    if "retire" in data:
        return Retire(_key(data["retire"]), data["why"], made_from)
    if "restore" in data:
        return Restore(_key(data["restore"]), _page(data["page"]) if data["page"] else None, made_from)
    keys = tuple(_key(key) for key in data.get("keys", ()))
    return Purge(tuple(data["purge"]), keys, data.get("source", ""), made_from)


def _key_json(key: Key) -> list[str]:
    return [key.space, key.kind, key.slug]


def _key(data: Any) -> Key:
    return Key(*data)


def _page_json(page: Page) -> dict[str, Any]:
    return {"key": _key_json(page.key), "text": page.text}


def _page(data: Mapping[str, Any]) -> Page:
    return Page(key=_key(data["key"]), text=data["text"])
