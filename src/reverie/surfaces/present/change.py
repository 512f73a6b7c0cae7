"""How a change looks: what was remembered, what became of it, and what was undone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reverie.domain import proposal as proposals
from reverie.domain.audit import one_line
from reverie.domain.reflection import BECAUSE
from reverie.surfaces.present.style import WIDTH, bold, count, dim, handle, in_lines

if TYPE_CHECKING:
    from reverie.loop.apply import Applied
    from reverie.loop.remember import Remembered

_FEW = 5  # pages that an undo names


def applied_json(applied: Applied) -> dict[str, Any]:
    entry = applied.entry
    return {
        "change": entry.id if entry else None,
        "action": entry.action if entry else None,
        "files": [f.path for f in entry.files] if entry else [],
        "held": applied.held.id if applied.held else None,
        "reasons": list(applied.reasons),
    }


def applied_text(applied: Applied, verb: str) -> str:
    entry = applied.entry
    parts = []
    if entry:
        what = entry.summary.rpartition(": ")[2]
        what = f"reflection {entry.of_run}" if entry.summary.startswith(BECAUSE) else what
        parts.append(f"{bold(verb)}  {one_line(what, WIDTH)}")
        parts.append(dim(f"  change {entry.id}; take it back with `reverie undo {entry.id}`"))
    if applied.held:
        parts.append(f"{bold('Waits for a person')}  {applied.held.id}: {'; '.join(applied.reasons)}")
        parts.append(dim(f"  decide with `reverie review show {applied.held.id}`"))
    return in_lines(parts)


def undone_text(applied: Applied, name: str) -> str:
    """Of what was put back, how much it was and the first few."""
    changes = applied.entry.proposal.changes if applied.entry and applied.entry.proposal else ()
    pages = [c for c in changes if isinstance(c, proposals.Restore) and c.key.kind not in ("fragment", "session")]
    pages = [change for change in pages if change.key.kind != "summary"] or pages
    if len(pages) < 2:
        return applied_text(applied, "Undone")
    parts = [f"{bold('Undone')}  {name}: {count(len(pages), 'page')} put back"]
    for key, page in ((change.key, change.page) for change in pages[:_FEW]):
        parts.append(f"  {handle(key.handle)} {one_line(page.title, WIDTH)}" if page else f"  {key.slug} {dim('gone')}")
    parts += [dim(f"  and {len(pages) - _FEW:,} more")] if len(pages) > _FEW else []
    return in_lines([*parts, applied_text(applied, "Undone").partition("\n")[2]])


def remembered_json(kept: Remembered) -> dict[str, Any]:
    return {
        "handle": kept.page.handle if kept.page else kept.fragment.handle,
        "page": str(kept.page) if kept.page else None,
        "fragment": str(kept.fragment.citation),
        "text": kept.fragment.body,
        "kind": kept.fragment.kind,
        "known": kept.known,
        "notes": list(kept.notes),
        **applied_json(kept.applied),
    }


def remembered_text(kept: Remembered) -> str:
    said = one_line(kept.fragment.body, WIDTH - 24)
    where = kept.page.handle if kept.page else kept.fragment.handle
    waits = kept.applied.entry is None or not kept.applied.entry.files
    verb = "Known already" if kept.known else "Noted" if waits else "Remembered"
    parts = [f"{bold(verb)}  {handle(where)}  {said}"]
    if kept.applied.entry and kept.applied.entry.files:
        others = [f.path for f in kept.applied.entry.files[1:]]
        also = f"; also {', '.join(others)}" if others else ""
        parts.append(dim(f"  {kept.fragment.kind} · {kept.applied.entry.files[0].path}{also}"))
        parts.append(dim(f"  change {kept.applied.entry.id}; take it back with `reverie undo {kept.applied.entry.id}`"))
    if kept.applied.held:
        parts.append(f"{bold('Waits for a person')}  {kept.applied.held.id}: {'; '.join(kept.applied.reasons)}")
    parts += [dim(f"  {note}") for note in kept.notes]
    return in_lines(parts)
