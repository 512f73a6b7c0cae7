"""Renderings for people: the day's episodes, the graph, reflections, the audit log. Derived, never read back.

Each opens with a marker line. A file without the marker is somebody's own and is left alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime

from reverie.domain import graph, proposal as proposals, reflection, reflection_text
from reverie.domain.audit import AuditEntry, WatchSettings
from reverie.domain.fragment import Fragment
from reverie.domain.proposal import Restore, Retire
from reverie.domain.safety import clean
from reverie.store import layout, log
from reverie.store.audit_log import LOG as AUDIT_LOG, AuditLog
from reverie.store.base import AuditFilter
from reverie.store.files import FileVault
from reverie.store.layout import MARKER
from reverie.store.sqlite import SqliteIndex


class Renderings:
    """Follows the log, rendering again only what an entry touched."""

    def __init__(self, vault: FileVault, index: SqliteIndex, watch: WatchSettings, now: datetime) -> None:
        self._vault = vault
        self._index = index
        self._watch = watch
        self._now = now

    def follow(self) -> None:
        """Bring the renderings up to the log. Called by a writer, after the index."""
        state = self._vault.state
        start = state.rendered
        if start == state.cursor:
            return
        entries = [found.entry for found in log.read(self._vault.disk, start) if found.entry]
        self._days(entries)
        spaces = {key.space for e in entries for f in e.files for key in f.keys if key.kind == "entity"}
        for space in sorted(spaces):
            self._graph(space)
        about = {e.space for e in entries if _is_about_a_reflection(e)}
        for space in sorted(about):
            self._reflections(space)
        self._audit_log(entries, start)
        state.set_rendered(state.cursor)

    def _days(self, entries: Sequence[AuditEntry]) -> None:
        """Episodes of new fragments are added to their day; a day is rendered whole when one was hidden."""
        state = self._vault.state
        hidden = {i for e in entries for mark in ("forgotten", "undreamed") for i in e.marks.get(mark, ())}
        hidden |= {id_ for entry in entries for id_ in self._unveiled(entry)}
        whole = {(space, path) for _, space, path, _, _ in state.places(hidden)}
        added: dict[tuple[str, str], list[str]] = {}
        for appended in (a for entry in entries for a in entry.appended):
            if appended.offset == 0:
                whole.add((appended.space, appended.path))
            added.setdefault((appended.space, appended.path), []).extend(appended.ids)
        for day, ids in added.items():
            if day not in whole and not self._add_episodes(*day, ids):
                whole.add(day)
        for space, path in sorted(whole):
            lines = [MARKER, f"# {path.rpartition('/')[2][:10]} — Episode Log", *self._episodes(state.of_day(path))]
            self._put(_day_file(space, path), lines)

    def _unveiled(self, entry: AuditEntry) -> list[str]:
        """The fragments whose pages were retired or came back, and those that came back themselves."""
        changes = entry.proposal.changes if entry.proposal else ()
        keys = [change.key for change in changes if isinstance(change, Retire | Restore)]
        cited = [id_ for key in keys for id_ in self._vault.state.cited_by(key)]
        return [*cited, *(key.slug for key in keys if key.kind == "fragment")]

    def _add_episodes(self, space: str, path: str, ids: Sequence[str]) -> bool:
        """Add to what is rendered; False when there is nothing yet to add to."""
        target = _day_file(space, path)
        found = self._vault.disk.stamp(target)
        if not found or self._somebodys(target):
            return found is not None
        lines = "".join(f"{line}\n" for line in self._episodes(ids))
        self._vault.disk.append(target, found.size, lines.encode("utf-8", "replace"))
        return True

    def _episodes(self, ids: Sequence[str]) -> list[str]:
        found, gone = self._vault.fragments(ids), self._vault.state.forgotten(ids)
        shown = (f for f in found.values() if f.id not in gone and not f.silent and clean(f.topic, f.body))
        return [line for f in sorted(shown, key=lambda f: (f.ts, f.id)) for line in ("", *_episode(f))]

    def _graph(self, space: str) -> None:
        entities = self._vault.state.titles("entity", [space])
        edges = [edge for _, edge in self._index.links.all_edges(space)]
        rows = [f"| {k.slug} | {graph.type_of(k)} | {_cell(title)} | entities/{k.slug}.md |" for k, title in entities]
        links = [f"| {e.source} | {e.name} | {e.target} | {e.since or ''} | {e.until or ''} |" for e in edges]
        self._put(
            f"{layout.base(space)}/graph/index.md",
            [MARKER, "# Semantic Graph Index", "", "## Entity Registry", "", "| ID | Type | Label | File |",
             "|----|------|-------|------|", *rows, "", "## Edges", "", "| From | Relation | To | Since | Until |",
             "|------|----------|----|-------|-------|", *links],
        )  # fmt: skip
        names = Counter(e.name for e in edges)
        self._put(
            f"{layout.base(space)}/graph/relations.md",
            [
                MARKER,
                "# Relation Types",
                "",
                *(f"- `{n}` ({names[n]})" for n in sorted(names)),
            ],
        )

    def _reflections(self, space: str) -> None:
        """The one that waits, the log of those decided about, and what came of them in the long run."""
        state, meta = self._vault.state, f"{layout.base(space)}/meta"
        places = state.search_log(AuditFilter(text=reflection.BECAUSE, limit=-1))
        found = [entry for place in places if (entry := log.at(self._vault.disk, *place))]
        earlier = reflection.past(found, space)
        self._put(f"{meta}/reflection-log.md", [MARKER, *reflection_text.log(earlier)])
        self._put(f"{meta}/evolution.md", [MARKER, *reflection_text.evolution(earlier)])
        waiting = [h.proposal for h in self._vault.held() if h.state != "rejected" and h.proposal.origin == "reflect"]
        mine = [proposal for proposal in waiting if proposal.space == space]
        told = reflection.of(mine[-1]) if mine else None
        if told:
            before = self._vault.pages(proposals.keys(mine[-1]))
            lines = reflection_text.pending(told, mine[-1], before)
        self._put(f"{meta}/pending-reflection.md", [MARKER, *(lines if told else ["No reflection waits."])])

    def _audit_log(self, entries: Sequence[AuditEntry], start: int) -> None:
        if self._somebodys(AUDIT_LOG):
            return
        newest = self._vault.state.newest(start) if start else None
        files = AuditLog(self._vault.disk, self._vault.state, self._watch, self._put)
        files.follow(entries, newest, self._now)

    def _somebodys(self, path: str) -> bool:
        found = self._vault.disk.read(path, 0, len(MARKER.encode()))
        return found is not None and found != MARKER.encode()

    def _put(self, path: str, lines: Iterable[str]) -> None:
        if self._somebodys(path):
            return
        disk = self._vault.disk
        draft = f"{layout.TMP}/rendering"
        disk.folder(path.rpartition("/")[0])
        disk.write(draft, ("\n".join(lines) + "\n").encode("utf-8", "replace"))
        disk.replace(draft, path)


def _is_about_a_reflection(entry: AuditEntry) -> bool:
    return reflection.BECAUSE in entry.summary and entry.proposal is not None


def _day_file(space: str, stream: str) -> str:
    return f"{layout.base(space)}/episodes/{stream.rpartition('/')[2][:10]}.md"


def _episode(fragment: Fragment) -> list[str]:
    tags = f" | tags:[{', '.join(fragment.tags)}]" if fragment.tags else ""
    head = f"## {fragment.ts:%H:%M} | {fragment.kind} | confidence:{fragment.confidence}{tags}"
    return [head, *fragment.body.splitlines()]


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
