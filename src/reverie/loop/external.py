"""People's edits go through the door too: accepted as text, recorded, quoted as evidence, watched."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from reverie.domain import core, ids, proposal as proposals
from reverie.domain.citation import by_section
from reverie.domain.fragment import NOTICED, Fragment, noticed
from reverie.domain.page import PROVEN, Key, Page
from reverie.domain.proposal import Change, Proposal, Put, Restore
from reverie.loop.apply import apply
from reverie.store.base import Edit, Vault

AT_ONCE = 100  # files in one audit entry
_LINE = 2_000  # characters of one added line worth quoting


def record(
    edits: Sequence[Edit],
    vault: Vault,
    now: datetime,
    new_id: str,
    *,
    first: bool = False,
) -> None:
    """Take edits into the record, a bounded number at a time."""
    standing = {key for edit in edits for key in edit.after}  # a page may have moved from one file to another
    for start in range(0, len(edits), AT_ONCE):
        batch = edits[start : start + AT_ONCE]
        fragments = [f for edit in batch for f in _quoted(edit, now)]
        for space in {f.space for f in fragments}:
            vault.append([f for f in fragments if f.space == space], [], now, "manual")
        apply(
            _proposal(batch, fragments, standing, f"{new_id}-{start // AT_ONCE}" if start else new_id, first=first),
            vault,
            now,
        )


def _proposal(
    batch: Sequence[Edit], fragments: Sequence[Fragment], standing: set[Key], new_id: str, *, first: bool
) -> Proposal:
    changes: list[Change] = []
    for edit in batch:
        changes += [Put(page) for key, page in edit.after.items() if _differs(edit.before.get(key), page)]
        changes += [Restore(key, None) for key in edit.before if key not in standing]
    named = batch[0].path if len(batch) == 1 else f"{batch[0].path} (+{len(batch) - 1} more)"
    return Proposal(
        id=new_id,
        origin="external",
        actor="system:init" if first else "manual",
        because=f"found in the workspace: {named}" if first else f"changed by hand: {named}",
        changes=tuple(changes),
        space=next((key.space for change in changes for key in proposals.touched(change)), ""),
        trigger="first look at this workspace" if first else "direct edit",
        trust="agent",
        considered=tuple(f.id for f in fragments),
        paths=tuple(edit.path for edit in batch),
    )


def _differs(before: Page | None, after: Page) -> bool:
    return before is None or before.text != after.text


def _quoted(edit: Edit, now: datetime) -> list[Fragment]:
    """A fragment for each line somebody added that claims something and cites nothing.

    Its trust is `agent`: a person's editor cannot be told from an agent's tool.
    """
    found = []
    for key, page in edit.after.items():
        if key.kind not in PROVEN:
            continue
        old = set(core.claims(edit.before[key].body)) if key in edit.before else set()
        new = key not in edit.before
        cited = new and bool(by_section(page.body).all) and key.kind in ("belief", "suggestion")
        for line in page.body.splitlines():
            bare = next(iter(core.claims(line)), "")
            if not bare or bare in old or by_section(line).all or cited or len(bare) > _LINE or bare.endswith(":"):
                continue
            found.append(
                noticed(
                    ts=now,
                    space=key.space,
                    source="external",
                    entry=f"{key.kind}/{key.slug}#{ids.version(bare)[:12]}",
                    body=bare.lstrip("-* ").strip() or bare,
                    kind="fact",
                    topic=page.title[:120],
                    quote=bare,
                    seen=now,
                    trust="agent",
                    base=NOTICED,
                    actor="manual",
                )
            )
    return found
