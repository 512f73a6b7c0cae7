"""A vault that forgets when the process ends. The reference for the others, and a fast one for tests."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import date, datetime

from reverie.domain import audit, proposal as proposals, purge as purges, purged
from reverie.domain.audit import Appended, Approval, AuditEntry, FileChange
from reverie.domain.fragment import Fragment, Watermark
from reverie.domain.page import HIDDEN_BY_NAME, Key, Page
from reverie.domain.proposal import Proposal, Purge, State
from reverie.domain.purge import Gone, Outline
from reverie.domain.tombstone import Tombstones
from reverie.store import layout
from reverie.store.base import AuditFilter, Held, Mark, Parcel
from reverie.store.rewriting import Rewriting

_KEY = b"of this process alone"


class InMemoryVault:
    """A `Vault` and its `History` in dictionaries."""

    def __init__(self) -> None:
        self._fragments: dict[str, Fragment] = {}
        self._marks: dict[str, Mark] = {}
        self._undone: set[str] = set()
        self._was: dict[str, str] = {}  # what a forgotten fragment was before
        self._watermarks: dict[str, Watermark] = {}
        self._pages: dict[Key, Page] = {}
        self._held: dict[str, Held] = {}
        self._log: list[AuditEntry] = []
        self._before: dict[int, dict[Key, Page]] = {}

    @contextmanager
    def writing(self) -> Iterator[None]:
        yield

    def append(
        self,
        fragments: Sequence[Fragment],
        upto: Sequence[Watermark],
        at: datetime,
        actor: str,
        run: str | None = None,
    ) -> list[Fragment]:
        wanted = (f for f in fragments if f.id not in self._fragments and not self.tombstones().bars(f))
        fresh = list({f.id: f for f in wanted}.values())
        if not fresh and not upto:
            return []
        for fragment in fresh:
            self._fragments[fragment.id] = fragment
            self._marks[fragment.id] = "undreamed"
        for mark in upto:
            known = self._watermarks.get(mark.source)
            if not known or mark.ts >= known.ts:
                self._watermarks[mark.source] = mark
        paths = {layout.stream(f.space, f.day.isoformat()): f.space for f in fresh}
        self._note(
            AuditEntry(
                seq=len(self._log) + 1,
                id=f"a-{len(self._log) + 1}",
                at=at,
                action="APPEND",
                actor=actor,
                approval="auto",
                summary=audit.one_line(fresh[0].body if len(fresh) == 1 else f"{len(fresh)} fragments", 120),
                trigger=fresh[0].source if fresh else upto[0].source,
                run=run,
                space=fresh[0].space if fresh else "",
                appended=tuple(
                    Appended(
                        path=path,
                        space=space,
                        offset=0,
                        length=0,
                        ids=tuple(f.id for f in fresh if layout.stream(f.space, f.day.isoformat()) == path),
                    )
                    for path, space in paths.items()
                ),
            ),
            {},
        )
        return fresh

    def watermark(self, source: str) -> str | None:
        found = self._watermarks.get(source)
        return found.entry if found else None

    def fragments(self, ids: Iterable[str]) -> dict[str, Fragment]:
        return {i: self._fragments[i] for i in ids if i in self._fragments}

    def marked(
        self, mark: Mark, space: str | None = None, limit: int = 1_000_000, source: str | None = None
    ) -> list[Fragment]:
        found = [self._fragments[i] for i, m in self._marks.items() if m == mark]
        wanted = [f for f in found if space in (None, f.space) and source in (None, f.source)]
        return sorted(wanted, key=lambda f: (f.day, f.id))[:limit]

    def undone(self, space: str | None = None) -> set[str]:
        return {f.id for f in self.marked("set aside", space) if f.id in self._undone}

    def citing(self, ids: Iterable[str]) -> dict[str, list[tuple[Key, bool]]]:
        found: dict[str, list[tuple[Key, bool]]] = {i: [] for i in ids}
        for key, page in sorted(self._pages.items()):
            active = {c.id for c in page.evidence.active}
            for id_ in {c.id for c in page.cited} & found.keys():
                found[id_].append((key, id_ in active))
        return found

    def pages(self, keys: Iterable[Key]) -> dict[Key, Page]:
        return {key: self._pages[key] for key in keys if key in self._pages}

    def handle(self, key: Key) -> str:
        return key.handle

    def due(self, space: str, on: date) -> list[Key]:
        mine = [page for key, page in self._pages.items() if key.space == space and not page.retired]
        over = sorted((page.expires, page.key.kind, page.key) for page in mine if page.expires and page.expires <= on)
        return [key for _, _, key in over]

    def keys(self, space: str | None = None, begins: str = "", kind: str = "") -> list[Key]:
        if begins or kind:
            named = (key for key in self._pages if key.kind == (kind or "entity") and key.slug.startswith(begins))
            return sorted(key for key in named if key.space == (space or ""))
        return sorted(key for key in self._pages if space in (None, key.space))

    def _space_of(self, id_: str) -> str | None:
        return self._fragments[id_].space if id_ in self._fragments else None

    def commit(
        self,
        proposal: Proposal,
        at: datetime,
        approval: Approval,
        waiting: Proposal | None = None,
        reasons: Sequence[str] = (),
    ) -> AuditEntry:
        if purge := proposals.purge(proposal):
            return self._purge(proposal, purge, at, approval)
        before = self.pages(proposals.keys(proposal))
        after = proposals.after(proposal, before, at)
        files = tuple(
            FileChange(
                action=audit.action_of(key, before.get(key), page, proposal),
                path=layout.path_of(key),
                keys=(key,),
                before=before[key].version if key in before else None,
                after=page.version if page else None,
            )
            for key, page in after.items()
            if key.kind not in HIDDEN_BY_NAME and (key not in before or page is None or before[key].text != page.text)
        )
        marks = audit.marks(
            proposal, before, after, self.citing, lambda i: self._was.get(i, "undreamed"), self._space_of, waiting
        )
        for key, page in after.items():
            if page is None:
                self._pages.pop(key, None)
            elif key.kind not in HIDDEN_BY_NAME:
                self._pages[key] = page
        self._held.pop(proposal.id, None)
        if waiting:
            self._held[waiting.id] = Held(proposal=waiting, state="held", at=at, reasons=tuple(reasons))
        for mark, ids in marks.items():
            for id_ in (i for i in ids if i in self._fragments):
                if self._marks[id_] != "forgotten":
                    self._was[id_] = self._marks[id_]
                self._marks[id_] = mark  # type: ignore[assignment]
        entry = audit.applied(
            proposal,
            seq=len(self._log) + 1,
            at=at,
            approval=approval,
            files=files,
            texts={page.version: page.text for page in after.values() if page},
            marks=marks,
            waiting=waiting,
            reasons=reasons,
        )
        return self._note(entry, before)

    # Deleting for good

    def outline(self, purge: Purge) -> Outline:
        return purges.outline(purges.gather(purge, self._fragments, self._pages), self._pages)

    def tombstones(self) -> Tombstones:
        return Tombstones((stone for entry in self._log for stone in entry.tombstones), _KEY)

    def _purge(self, proposal: Proposal, purge: Purge, at: datetime, approval: Approval) -> AuditEntry:
        gone = purges.gather(purge, self._fragments, self._pages)
        after = purges.changed(gone, self._pages)
        left = self.citing(purges.uncited(gone, self._pages, after))
        rewriting = Rewriting(gone, {}, self._log)
        moved = _without_ids(self._log, gone)
        self._log = [rewriting.entry(entry, moved) for entry in self._log]
        for seq, stood in self._before.items():
            self._before[seq] = _pages_without(stood, gone)
        self._pages = _pages_without(self._pages, gone)
        self._fragments = dict(gone.kept)
        self._marks = {id_: mark for id_, mark in self._marks.items() if id_ in gone.kept}
        self._was = {id_: mark for id_, mark in self._was.items() if id_ in gone.kept}
        renewed = purged.Renewed(gone, rewriting.dead, {})
        held = ((each, renewed.proposal(each.proposal)) for each in self._held.values())
        self._held = {
            left.id: replace(each, proposal=left, reasons=tuple(map(gone.unsaid, each.reasons)))
            for each, left in held
            if left and left.id != proposal.id
        }
        alone = tuple(id_ for id_, by in left.items() if all(key in after for key, _ in by))
        self._marks.update(dict.fromkeys(alone, "set aside"))
        entry = purged.deleted(
            proposal, gone, purged.counts(gone, after), alone, Tombstones(key=_KEY),
            seq=len(self._log) + 1, at=at, approval=approval,
        )  # fmt: skip
        return self._note(entry, {})

    def receive(self, parcels: Sequence[Parcel], at: datetime, actor: str, summary: str) -> list[AuditEntry]:
        first = len(self._log)
        for parcel in parcels:
            upto = [w for w in parcel.upto if w.source not in self._watermarks or w.ts > self._watermarks[w.source].ts]
            fresh = {f.id for f in self.append(parcel.fragments, upto, at, actor)}
            if parcel.now:
                self.commit(parcel.now, at, "approved", parcel.later, parcel.reasons)
                self._marks.update(dict.fromkeys(parcel.later.considered if parcel.later else (), "waiting"))
            elif parcel.later:
                self.hold(parcel.later, "held", at, parcel.reasons, actor)
            told = {i for each in (parcel.now, parcel.later) if each for i in _told(each)}
            for mark, ids in parcel.marks.items():
                self._marks.update({i: mark for i in ids if i in fresh - told})  # type: ignore[misc]
            for held in parcel.held:
                waits = tuple(i for i in held.proposal.considered if i in fresh)
                self.hold(replace(held.proposal, considered=waits), held.state, at, held.reasons, actor)
        return self._log[first:]

    def entries_of(self, source: str) -> set[str]:
        return {f.entry for f in self._fragments.values() if f.source == source}

    def hold(
        self, proposal: Proposal, state: State | None, at: datetime, reasons: Sequence[str], actor: str
    ) -> AuditEntry:
        self._held.pop(proposal.id, None)
        if state:
            self._held[proposal.id] = Held(proposal=proposal, state=state, at=at, reasons=tuple(reasons))
        mark: Mark = "set aside" if state == "rejected" else "waiting" if state else "dreamed"
        self._marks.update({i: mark for i in proposal.considered if i in self._fragments})
        action: audit.Action = {"held": "PROPOSE", "deferred": "DEFER", "rejected": "REJECT"}.get(state or "", "CLOSE")  # type: ignore[assignment]
        entry = AuditEntry(
            seq=len(self._log) + 1,
            id=proposal.id,
            at=at,
            action=action,
            actor=actor,
            approval="rejected" if state == "rejected" else "pending" if state else "—",
            summary=proposal.because,
            space=proposal.space,
            marks={mark: proposal.considered} if proposal.considered else {},
            proposal=proposal,
            reasons=tuple(reasons),
        )
        return self._note(entry, {})

    def held(self, state: State | None = None) -> list[Held]:
        return [held for held in self._held.values() if state in (None, held.state)]

    def _note(self, entry: AuditEntry, before: Mapping[Key, Page]) -> AuditEntry:
        self._log.append(entry)
        self._before[entry.seq] = dict(before)
        aside = set(entry.marks.get("set aside", ()))
        self._undone = self._undone - aside if audit.by_rules(entry) else self._undone | aside
        return entry

    # History

    def entries(self, wanted: AuditFilter) -> list[AuditEntry]:
        found = [e for e in reversed(self._log) if _matches(e, wanted)]
        return found[: wanted.limit]

    def entry(self, name: str) -> list[AuditEntry]:
        exact = [e for e in self._log if name in (e.id, e.of_run)]
        if exact:
            return exact
        ids = {e.id for e in self._log if e.id.startswith(name)}
        return [e for e in self._log if e.id in ids] if len(ids) == 1 else []

    def before(self, entry: AuditEntry) -> dict[Key, Page]:
        return self._before[entry.seq]

    def since(self, at: datetime) -> list[AuditEntry]:
        return [entry for entry in self._log if entry.at > at]

    def at(self, at: datetime) -> dict[Key, Page | None]:
        found: dict[Key, Page | None] = {}
        for entry in self.since(at):
            for key in (key for change in entry.files for key in change.keys):
                found.setdefault(key, self._before[entry.seq].get(key))
        return found

    def later(self, entry: AuditEntry) -> list[AuditEntry]:
        keys = {key for change in entry.files for key in change.keys}
        return [e for e in self._log[entry.seq :] if keys & {k for f in e.files for k in f.keys}]


def _pages_without(some: Mapping[Key, Page], gone: Gone) -> dict[Key, Page]:
    left = {key: purges.page(key, page.text, gone) for key, page in some.items()}
    kept = {gone.names.get(key, key): text for key, text in left.items() if text is not None}
    return {key: Page(key=key, text=text) for key, text in kept.items()}


def _without_ids(entries: Sequence[AuditEntry], gone: Gone) -> dict[str, dict[int, Appended | None]]:
    found: dict[str, dict[int, Appended | None]] = {}
    for entry in entries:
        for each in entry.appended:
            ids = tuple(id_ for id_ in each.ids if id_ in gone.kept)
            found.setdefault(each.path, {})[entry.seq] = replace(each, ids=ids) if ids else None
    return found


def _told(proposal: Proposal) -> set[str]:
    """The fragments that a proposal says something of."""
    return {
        *proposal.considered,
        *(c.id for change in proposal.changes for page in proposals.pages(change) for c in page.cited),
    }


def _matches(entry: AuditEntry, wanted: AuditFilter) -> bool:
    paths = [f.path for f in entry.files] + [a.path for a in entry.appended]
    words = "\n".join((entry.summary, entry.trigger, *entry.texts.values())).lower()
    return (
        (wanted.file is None or any(wanted.file.lower() in path.lower() for path in paths))
        and (wanted.actor is None or wanted.actor.lower() in entry.actor.lower())
        and (wanted.action is None or wanted.action.upper() == entry.action)
        and (wanted.since is None or entry.at >= wanted.since)
        and (wanted.text is None or wanted.text.lower() in words)
        and (wanted.key is None or any(wanted.key in f.keys for f in entry.files))
    )
