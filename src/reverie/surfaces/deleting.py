"""Deleting for good, and going back in time, as people see it: what would happen first, then what did."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from difflib import unified_diff
from typing import Any

import click

from reverie.domain import front
from reverie.domain.audit import one_line
from reverie.domain.fence import harmless
from reverie.domain.purge import Outline
from reverie.errors import ReverieError
from reverie.loop.apply import Applied
from reverie.loop.back import Step
from reverie.memory import Memory
from reverie.store.certificate import Certificate
from reverie.surfaces.present.change import applied_json, applied_text
from reverie.surfaces.present.style import bold, count, dim, handle

WORD = "delete"
_SHOWN = 20  # of each sort
_COMMON = 5  # values that others say too
_WIDTH = 100


def outline_text(outline: Outline, turns: Sequence[tuple[str, str]] = ()) -> str:
    """Everything a purge would take, and what would be left; `turns` are those that were named by themselves."""
    parts = ["This will be deleted for good, from every place we keep it. It cannot be brought back."]
    parts += _some([f"  {handle(f.handle)} {f.day} {one_line(f.body, _WIDTH)}" for f in outline.fragments], "fragment")
    parts += _some([f"  {handle(name)} {harmless(one_line(told, _WIDTH))}" for name, told in turns], "turn")
    if outline.removed:
        parts.append("Pages that go with it:")
        parts += _some([f"  {handle(p.key.handle)} {p.key}" for p in outline.removed], "page")
    if outline.restated:
        parts.append("Pages that stay without it:")
        lines = [line for page, text in outline.restated for line in _restated(page.key.handle, page.text, text)]
        parts += _some(lines, "line")
    if outline.turns:
        parts.append(f"Of sessions: {count(outline.turns, 'turn')} in the archive.")
    if outline.echoes:
        parts.append(f"Repeated in {count(outline.echoes, 'more turn')}, which stay without it.")
    if outline.standing:
        parts.append(f"Said by others too, and left there: {_common(outline.standing)}")
    if outline.theirs:
        parts.append(f"Yours to edit, it stays there: {', '.join(outline.theirs)}")
    return "\n".join(parts)


def _common(standing: Mapping[str, int]) -> str:
    some = [f"“{one_line(value, _WIDTH)}” in {count(n, 'place')}" for value, n in standing.items()]
    more = f" and {len(some) - _COMMON} more" if len(some) > _COMMON else ""
    return ", ".join(some[:_COMMON]) + more


def _restated(name: str, old: str, new: str) -> list[str]:
    diff = list(unified_diff(front.body(old).splitlines(), front.body(new).splitlines(), lineterm="", n=0))[2:]
    shown = [line for line in diff if not line.startswith("@@")]
    return [f"  {handle(name)} {harmless(one_line(line, _WIDTH))}" for line in shown]


def _some(lines: Sequence[str], what: str) -> list[str]:
    more = [dim(f"  and {count(len(lines) - _SHOWN, what)} more")] if len(lines) > _SHOWN else []
    return [*lines[:_SHOWN], *more]


def typed(asking: bool) -> None:
    """Have the word typed; ReverieError when it is not."""
    if not asking:
        raise ReverieError("nothing was deleted; run it again with --yes to do it")
    said = click.prompt(f"Type {WORD} to go on", default="", show_default=False, err=True)
    if said.strip().lower() != WORD:
        raise ReverieError("nothing was deleted")


def deleted(memory: Memory, applied: Applied, outline: Outline) -> tuple[dict[str, Any], str]:
    """What came of it, with the certificate. What others say too is named here, and in no file."""
    if applied.entry is None:
        return applied_json(applied), applied_text(applied, "")
    found = memory.certificate(applied.entry.id)
    data = {**applied_json(applied), "certificate": asdict(found) if found else None}
    if found is None:  # something is in the way; it is said as a note, and done with the next command
        return data, f"{bold('Deleted for good')}, but not yet everywhere; the next command goes on with it."
    return data, certificate_text(found, applied.entry.summary, outline.standing)


def certificate_text(found: Certificate, summary: str, standing: Mapping[str, int]) -> str:
    searched = found.searched
    parts = [
        f"{bold('Deleted for good')}  {summary.removeprefix('deleted for good: ')}",
        f"  gone through: streams, pages, log, state, {', '.join(found.places)}",
        f"  searched: {count(searched['files'], 'file')}, {searched['bytes'] + searched['bytes of history']:,} bytes "
        f"with the unpacked history, for {_sought(searched)}: "
        + ("nothing of it is left" if found.ok else f"STILL IN {', '.join(found.left)}"),
    ]
    if standing:
        parts.append(f"  said by others too, where it still stands: {_common(standing)}")
    parts += [f"  yours to edit, it still stands in {name}" for name in found.yours]
    parts.append("  out of our reach:")
    parts += [f"    {each}" for each in found.beyond]
    parts.append(dim(f"  change {found.id}; certificate .reverie/certificates/{found.id}.json"))
    return "\n".join(parts)


def _sought(searched: Mapping[str, int]) -> str:
    values = searched.get("values", 0)
    return count(searched["sentences"], "sentence") + (f" and {count(values, 'value')}" if values else "")


def steps_text(steps: Sequence[Step]) -> str:
    """What going back would do."""
    lines = []
    for step in steps:
        page = step.then or step.now
        lines.append(f"  {handle(step.key.handle)} {step.verb}: {one_line(page.title if page else '', _WIDTH)}")
        if step.now and step.then and step.now.retired == step.then.retired:
            lines += _restated("", step.now.text, step.then.text)[:4]
    return "\n".join(_some(lines, "line"))
