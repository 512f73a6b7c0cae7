"""The audit trail: what changed, who did it, why, and who agreed. Enough to undo it."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Literal, get_args

from reverie.domain import proposal as proposals
from reverie.domain.decay import Status
from reverie.domain.page import FILED, HIDDEN_BY_NAME, Key, Page
from reverie.domain.proposal import Merge, Proposal, Purge, Put, Restore, Retire, Split
from reverie.domain.tombstone import Tombstone

Action = Literal[
    "CREATE", "EDIT", "APPEND", "DELETE", "ARCHIVE", "MERGE", "REVERT", "DECAY", "RENAME",
    "ALERT", "ACK", "PROPOSE", "COMMIT", "REJECT", "DEFER", "CLOSE", "LOST",
]  # fmt: skip
ACTIONS: tuple[Action, ...] = get_args(Action)
Approval = Literal["auto", "approved", "pending", "rejected", "—"]
Sensitivity = Literal["critical", "high", "standard"]

RULES = "system:rules"  # who rejects what breaks a rule, or nothing proves
CRITICAL = ("SOUL.md", "IDENTITY.md", "reverie.toml")
WATCHED = ("SOUL.md", "IDENTITY.md", "USER.md", "TOOLS.md", "AGENTS.md", "reverie.toml")
_HIGH = ("USER.md", "TOOLS.md", "AGENTS.md")


@dataclass(frozen=True, slots=True)
class WatchSettings:
    """[watch] in reverie.toml"""

    critical: tuple[str, ...] = CRITICAL  # files whose change raises an alert until a person has seen it
    alerts: bool = True
    days: int = 90  # that audit.log holds; older entries are summed up in audit-archive.md; 0 is no limit

    def __post_init__(self) -> None:
        if not 0 <= self.days <= 36_500:
            raise ValueError("days must be between 0 (no limit) and 36500")


ACTORS = {
    "bot:trigger-remember": "a person's 'remember'",
    "bot:trigger-forget": "a person's 'forget'",
    "bot:auto-detect": "noticed without being asked",
    "bot:commit-from:NAME": "a sub-agent's proposal that was accepted",
    "reflection:ID": "a reflection that a person approved",
    "dream:RUN": "a dream",
    "system:decay": "the forgetting curve",
    "system:init": "the first run in a workspace",
    "system:audit": "the watch over critical files",
    "system:doctor": "a repair",
    "subagent:NAME": "a sub-agent proposing",
    "skill:NAME": "a skill or plug-in",
    "agent:NAME": "an agent running a command",
    "import:NAME": "what another vault or another program's memory held",
    "manual": "a person, by hand or by command",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class FileChange:
    """One file of the vault, before and after; versions, None where there was or is none."""

    action: Action
    path: str
    keys: tuple[Key, ...]
    before: str | None
    after: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Appended:
    """Bytes added to a stream: where, how many, and the fragments in them."""

    path: str
    space: str
    offset: int
    length: int
    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Faded:
    """A page whose place on the forgetting curve has another name than at the last sweep."""

    key: Key
    was: Status
    now: Status

    @property
    def told(self) -> str:
        return f"{self.was}→{self.now}"


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditEntry:
    """One change of the vault: an applied proposal, an append, or a decision about a proposal."""

    seq: int
    id: str
    at: datetime
    action: Action
    actor: str
    approval: Approval
    summary: str
    trigger: str = ""
    space: str = ""
    files: tuple[FileChange, ...] = ()
    texts: Mapping[str, str] = field(default_factory=dict)  # version -> the exact text of a file after it
    appended: tuple[Appended, ...] = ()
    marks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # mark -> fragment ids that got it
    aliases: Mapping[str, Key] = field(default_factory=dict)  # old handle -> the page that stands for it now
    proposal: Proposal | None = None
    reasons: tuple[str, ...] = ()  # why a proposal was held or rejected
    waiting: Proposal | None = None  # the part of the proposal that a person has to decide about
    faded: tuple[Faded, ...] = ()  # what a sweep found; no page is changed by it
    run: str | None = None  # of an append: the run it belongs to
    tombstones: tuple[Tombstone, ...] = ()  # of what was deleted for good

    @property
    def of_run(self) -> str | None:
        """The run it belongs to, which can be undone whole."""
        return self.run or (self.proposal.run if self.proposal else None)

    @property
    def undoes(self) -> tuple[str, ...]:
        """The changes that it takes back."""
        return self.proposal.undoes if self.proposal else ()

    def why(self, keys: Collection[Key]) -> str:
        """Why it changed these pages: what their changes say themselves, else what the whole of it was for."""
        changes = self.proposal.changes if self.proposal else ()
        said = [proposals.why(c) for c in changes if isinstance(c, Put) and c.page.key in keys]
        return "; ".join(filter(None, said)) or self.summary

    @property
    def keys(self) -> frozenset[Key]:
        """The pages it changed."""
        return frozenset(key for change in self.files for key in change.keys)

    def took_back(self, other: AuditEntry) -> bool:
        """Whether it undid that one. Early logs name only the last change of a run; the words name the run."""
        whole = len(self.undoes) == 1 and self.trigger == f"undo {other.of_run}"
        return other.id in self.undoes or whole


def sensitivity(path: str, critical: tuple[str, ...] = CRITICAL) -> Sensitivity:
    """How carefully a file is watched."""
    if path in critical:
        return "critical"
    if path in _HIGH or path.startswith(("memory/pinned/", "memory/vault/")):
        return "high"
    return "standard"


def action_of(key: Key, before: Page | None, after: Page | None, proposal: Proposal) -> Action:
    """The seed's word for what happened to one page."""
    if proposal.undoes or any(isinstance(c, Restore) and c.key == key for c in proposal.changes):
        return "DELETE" if proposal.origin == "external" else "REVERT"
    for change in proposal.changes:
        if isinstance(change, Merge | Split) and key in proposals.touched(change):
            return "MERGE" if isinstance(change, Merge) else "EDIT"
        if isinstance(change, Retire) and change.key == key:
            return "ARCHIVE"
    if after is None:
        return "DELETE"
    return "EDIT" if before else "CREATE"


def applied(
    proposal: Proposal,
    *,
    seq: int,
    at: datetime,
    approval: Approval,
    files: tuple[FileChange, ...],
    texts: Mapping[str, str],
    marks: Mapping[str, tuple[str, ...]],
    waiting: Proposal | None,
    reasons: Sequence[str],
) -> AuditEntry:
    """The entry of a proposal that was applied, and of the part of it that waits."""
    return AuditEntry(
        seq=seq,
        id=proposal.id,
        at=at,
        action=headline(proposal, files),
        actor=proposal.actor,
        approval=approval,
        summary=proposal.because,
        trigger=proposal.trigger,
        space=proposal.space,
        files=files,
        texts=texts,
        marks=marks,
        aliases=_aliases(proposal),
        proposal=proposal,
        reasons=tuple(reasons),
        waiting=waiting,
    )


def _aliases(proposal: Proposal) -> dict[str, Key]:
    """The handles of merged pages lead to the page they went into."""
    return {
        key.handle: change.into.key
        for change in proposal.changes
        if isinstance(change, Merge)
        for key in change.sources
        if key != change.into.key
    }


def marks(
    proposal: Proposal,
    before: Mapping[Key, Page],
    after: Mapping[Key, Page | None],
    citing: Callable[[Iterable[str]], Mapping[str, Sequence[tuple[Key, bool]]]],
    was: Callable[[str], str],
    space_of: Callable[[str], str | None],
    waiting: Proposal | None,
) -> dict[str, tuple[str, ...]]:
    """What becomes of the fragments: cited or considered ones are dreamed, un-cited ones set aside.

    A page says nothing about the fragments of another space, whatever a person wrote into it.
    """
    # A citation that a person's edit dropped is owed, so only pages that went away let go of theirs.
    kept = proposal.origin == "external"
    cited = {c.id for key, page in before.items() if not kept or after.get(key) is None for c in page.cited}
    proven = [(key, c.id) for key, page in after.items() if page for c in page.cited]
    held = {id_ for key, id_ in proven if space_of(id_) in (None, key.space)}
    told = {id_ for key, id_ in proven if id_ in held and key.kind not in FILED}
    retired = {c.key.slug for c in proposal.changes if isinstance(c, Retire) and c.key.kind == "fragment"}
    lost = {i for i, by in citing(cited - held - retired).items() if all(key in after for key, _ in by)}
    found: dict[str, list[str]] = {
        "waiting": list(waiting.considered) if waiting else [],
        "dreamed": sorted((set(proposal.considered) | (told - cited)) - lost),
        "set aside": sorted(lost),
    }
    for change in proposal.changes:
        if isinstance(change, Retire) and change.key.kind == "fragment":
            found.setdefault("forgotten", []).append(change.key.slug)
        elif isinstance(change, Restore) and change.key.kind == "fragment":
            found.setdefault(was(change.key.slug), []).append(change.key.slug)
    return {mark: tuple(ids) for mark, ids in found.items() if ids}


def by_rules(entry: AuditEntry) -> bool:
    """Whether rules rejected a proposal in it: nobody said that what it was made of is not wanted."""
    return entry.action == "REJECT" and entry.actor == RULES


def veiled(entry: AuditEntry) -> dict[Key, bool]:
    """The fragments and sessions that an entry took out of sight (True) or brought back; not what is only proposed."""
    if not entry.proposal or entry.action in ("PROPOSE", "DEFER", "REJECT", "CLOSE"):
        return {}
    changes = [c for c in entry.proposal.changes if isinstance(c, Retire | Restore) and c.key.kind in HIDDEN_BY_NAME]
    return {change.key: isinstance(change, Retire) for change in changes}


def headline(proposal: Proposal, files: tuple[FileChange, ...]) -> Action:
    """The one action that stands for a whole proposal."""
    for change in proposal.changes:
        match change:
            case Purge():
                return "DELETE"
            case Restore() if proposal.origin != "external":
                return "REVERT"
            case Merge():
                return "MERGE"
            case Retire():
                return "ARCHIVE"
            case Put() | Split() | Restore() | _:
                continue
    return files[0].action if files else "EDIT"


_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")  # what could steer a terminal


def named_files(entry: AuditEntry) -> str:
    """The files of an entry in one short phrase."""
    paths = [f.path for f in entry.files] or [a.path for a in entry.appended]
    if not paths:
        return "—"
    first = one_line(paths[0])
    return first if len(paths) == 1 else f"{first} (+{len(paths) - 1} more)"


def one_line(text: str, limit: int = 200) -> str:
    flat = " ".join(_CONTROL.sub(" ", text).split())
    return flat if len(flat) <= limit else flat[: limit - 1] + "…"


def message(entry: AuditEntry) -> str:
    """The commit message of an entry, in the seed's format."""
    lines = [
        f"[{entry.action}] {named_files(entry)} — {one_line(entry.summary, 120)}",
        "",
        f"Actor: {entry.actor}",
        f"Approval: {entry.approval}",
        f"Trigger: {one_line(entry.trigger) or '—'}",
    ]
    if any(sensitivity(f.path) == "critical" for f in entry.files):
        lines.append("⚠️ CRITICAL FILE CHANGED")
    return "\n".join(lines)


def log_lines(entry: AuditEntry) -> list[str]:
    """The entry as `audit.log` shows it: one line a file."""
    when = entry.at.astimezone(UTC).strftime("%Y-%m-%dT%H:%MZ")
    rows: list[tuple[str, str, str]] = [(f.action, f.path, entry.why(f.keys)) for f in entry.files]
    rows += [("APPEND", a.path, entry.summary) for a in entry.appended]
    lines = []
    for faded in entry.faded:
        name = one_line(str(faded.key)).replace("|", "/")
        lines.append(f"{when} | DECAY | {name} | {entry.actor} | {entry.approval} | {faded.told}")
    if lines:
        return lines
    at = entry.trigger if entry.action in ("ALERT", "ACK") else "—"
    for action, name, why in rows or [(entry.action, at, entry.summary)]:
        path, summary = (one_line(each).replace("|", "/") for each in (name, why))
        told = action not in ("ALERT", "ACK") and entry.actor != "system:init"
        critical = "⚠️ CRITICAL: " if told and sensitivity(name) == "critical" else ""
        lines.append(f"{when} | {action} | {path} | {entry.actor} | {entry.approval} | {critical}{summary}")
    return lines


def to_json(entry: AuditEntry) -> dict[str, Any]:
    """One line of audit.jsonl. Texts that the proposal already holds are not stored twice."""
    data: dict[str, Any] = {
        "seq": entry.seq,
        "id": entry.id,
        "at": entry.at.isoformat(),
        "action": entry.action,
        "actor": entry.actor,
        "approval": entry.approval,
        "summary": entry.summary,
        "trigger": entry.trigger,
        "space": entry.space,
    }
    if entry.files:
        data["files"] = [
            [f.action, f.path, [[k.space, k.kind, k.slug] for k in f.keys], f.before, f.after] for f in entry.files
        ]
    held = _texts_of(entry.proposal)
    if texts := {version: text for version, text in entry.texts.items() if version not in held}:
        data["texts"] = texts
    if entry.appended:
        data["appended"] = [[a.path, a.space, a.offset, a.length, list(a.ids)] for a in entry.appended]
    if entry.marks:
        data["marks"] = {mark: list(ids) for mark, ids in entry.marks.items()}
    if entry.aliases:
        data["aliases"] = {old: [k.space, k.kind, k.slug] for old, k in entry.aliases.items()}
    if entry.run:
        data["run"] = entry.run
    if entry.reasons:
        data["reasons"] = list(entry.reasons)
    if entry.proposal:
        data["proposal"] = proposals.to_json(entry.proposal)
    if entry.faded:
        data["faded"] = [[f.key.space, f.key.kind, f.key.slug, f.was, f.now] for f in entry.faded]
    if entry.waiting:
        data["waiting"] = proposals.to_json(entry.waiting)
    if entry.tombstones:
        data["tombstones"] = [list(stone) for stone in entry.tombstones]
    return data


def from_json(data: Mapping[str, Any]) -> AuditEntry:
    """The entry a line stands for; any of the usual errors when it stands for none."""
    for name in ("id", "at", "action", "actor", "approval", "summary", "trigger", "space"):
        if not isinstance(data[name], str):
            raise TypeError(f"{name} is not text")
    if not isinstance(data["seq"], int):
        raise TypeError("seq is not a number")
    proposal = proposals.from_json(data["proposal"]) if data.get("proposal") else None
    files = tuple(
        FileChange(action=action, path=path, keys=tuple(Key(*k) for k in keys), before=before, after=after)
        for action, path, keys, before, after in data.get("files", ())
    )
    held = _texts_of(proposal)
    texts = dict(data.get("texts", {}))
    texts.update({f.after: held[f.after] for f in files if f.after in held})
    return AuditEntry(
        seq=data["seq"],
        id=data["id"],
        at=datetime.fromisoformat(data["at"]),
        action=data["action"],
        actor=data["actor"],
        approval=data["approval"],
        summary=data["summary"],
        trigger=data["trigger"],
        space=data["space"],
        files=files,
        texts=texts,
        appended=tuple(
            Appended(path=path, space=space, offset=offset, length=length, ids=tuple(ids))
            for path, space, offset, length, ids in data.get("appended", ())
        ),
        marks={mark: tuple(ids) for mark, ids in data.get("marks", {}).items()},
        aliases={old: Key(*key) for old, key in data.get("aliases", {}).items()},
        proposal=proposal,
        reasons=tuple(data.get("reasons", ())),
        waiting=proposals.from_json(data["waiting"]) if data.get("waiting") else None,
        faded=tuple(Faded(Key(space, kind, slug), was, now) for space, kind, slug, was, now in data.get("faded", ())),
        run=data.get("run"),
        tombstones=tuple(Tombstone(*stone) for stone in data.get("tombstones", ())),
    )


def _texts_of(proposal: Proposal | None) -> dict[str, str]:
    if not proposal:
        return {}
    return {page.version: page.text for change in proposal.changes for page in proposals.pages(change)}
