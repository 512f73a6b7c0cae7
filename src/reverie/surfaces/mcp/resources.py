"""Resources: pages of the vault by their `memory://` address, fenced as everything an agent is shown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reverie.domain.audit import one_line
from reverie.domain.fence import block, cut, inert
from reverie.errors import NotFound
from reverie.retrieval.address import PROJECT, ROOT, SCHEME
from reverie.surfaces.mcp import shown

if TYPE_CHECKING:
    from reverie.memory import Memory

MIME = "text/markdown"
LONGEST = 8_000  # tokens of one resource
SKILLS = 50  # listed at most


@dataclass(frozen=True, slots=True)
class Resource:
    """Something that can be read, or with braces in its address a family of such."""

    uri: str
    name: str
    description: str


TEMPLATES = (
    Resource(f"{shown.SCHEME}{{handle}}", "handle", "A page, fragment or turn by its handle (m:…)."),
    Resource(f"{SCHEME}{ROOT}/{{+path}}", "root", "A page of memory by its file, such as MEMORY.md or topics/tea.md."),
    Resource(f"{SCHEME}{PROJECT}/{{+path}}", "project", "The same, of the project that the agent works on."),
)
_FIRST = (
    (PROJECT, "", "project summary", "What is known of this project, in short."),
    (PROJECT, "/MEMORY.md", "project core memory", "What always matters in this project."),
    (ROOT, "", "summary", "What is known in general, in short."),
    (
        ROOT, "/MEMORY.md", "core memory",
        "Who the user is, what goes on, how to work together, what must never be forgotten.",
    ),
)  # fmt: skip


def listed(memory: Memory, space: str) -> list[Resource]:
    """What there is to read at once: summaries, core memory, skills."""
    return [*_standing(memory, space), *_skills(memory, space)]


def _standing(memory: Memory, space: str) -> Iterator[Resource]:
    for namespace, path, name, description in _FIRST:
        uri = f"{SCHEME}{namespace}{path}"
        try:
            memory.at(uri, space=space)
        except NotFound:
            continue
        yield Resource(uri, name, description)


def _skills(memory: Memory, space: str) -> Iterator[Resource]:
    for key, title in memory.titles("skill", space=space)[:SKILLS]:
        yield Resource(f"{shown.SCHEME}{key.handle}", inert(key.slug), f"Procedure: {inert(one_line(title, 120))}")


def read(memory: Memory, space: str, uri: str) -> str:
    """The text at an address."""
    found = shown.look_up(memory, space, uri)
    part = cut(found.text, LONGEST)
    rest = f"\n(It goes on: memory_get with offset {len(part)}.)" if len(part) < len(found.text) else ""
    return block(f"{found.label}\n{inert(part)}{rest}")


def brief(memory: Memory, space: str) -> str:
    """What always matters and what is known in short, the project's before the rest."""
    parts = []
    for resource in _standing(memory, space):
        found = shown.look_up(memory, space, resource.uri)
        parts.append(f"{found.label}\n{inert(cut(found.text, LONGEST // len(_FIRST)))}")
    return block("\n\n".join(parts) or "Nothing is known yet.")
