"""Two entities that turn out to be one: a page with all that both say. Nothing of either is lost."""

from __future__ import annotations

import re
from dataclasses import replace

from reverie.domain import citation, graph
from reverie.domain.citation import Citation, Evidence
from reverie.domain.graph import Relation
from reverie.domain.page import Page
from reverie.domain.text import fold

_HEADING = re.compile(r"##[ \t]+(\S.*?)[ \t]*\r?$")
_BULLET = re.compile(r"\s*[-*][ \t]+")


def united(into: Page, other: Page, linked: frozenset[Citation] = frozenset()) -> Page:
    """One entity with all that two pages say: names, lines by section, relations, and every citation of both.

    What was told of the other in short and only says how it stands to somebody is said by its links: `linked` is what
    those rest on.
    """
    page = graph.also_called(into, other.title, *graph.aliases(other))
    section = "Summary"
    for line in other.body.splitlines():
        if heading := _HEADING.match(line):
            section = heading[1]
        elif section.lower() != "relations" and not line.startswith(("# ", "<!--")) and citation.prose(line):
            proof = citation.by_section(line)
            if not (proof.active and proof.active <= linked):
                page = _with_line(page, section, _BULLET.sub("", citation.prose(line)), proof)
    ours = {into.key.slug, other.key.slug}
    for relation in graph.relations(other):
        if relation.target not in ours:
            page = _with_relation(page, replace(relation, source=into.key.slug))
    left = other.cited - page.cited
    proof = Evidence(left & other.evidence.active, left - other.evidence.active)
    stem = page.text.rstrip("\n")
    return Page(key=page.key, text=f"{stem}\n\n{citation.comment(proof)}\n") if left else page


def _with_line(page: Page, section: str, said: str, proof: Evidence) -> Page:
    """The entity with a line of another; one that says the same is cited once more."""
    lines, inside = page.text.split("\n"), False
    for n, line in enumerate(lines):
        if heading := _HEADING.match(line):
            inside = heading[1].lower() == section.lower()
        elif inside and fold(_BULLET.sub("", citation.prose(line))) == fold(said):
            lines[n] = _cited(line, proof)
            return Page(key=page.key, text="\n".join(lines))
    return graph.add_to_section(page, section, said, proof)


def _with_relation(page: Page, new: Relation) -> Page:
    """The entity with a relation of another; one that it has, open or ended as this, holds from the earlier day on."""
    lines = page.text.split("\n")
    for n, line in enumerate(lines):
        (held, *more) = graph.relations(Page(key=page.key, text=f"## Relations\n{line}")) or (None,)
        if held is None or more or (held.name, held.target, held.until) != (new.name, new.target, new.until):
            continue
        days = [day for day in (held.since, new.since) if day]
        since = min(days) if len(days) == 2 else None
        proof = citation.by_section(_cited(line, new.evidence))
        lines[n] = f"- {graph.told(replace(new, since=since))} {citation.comment(proof)}"
        return Page(key=page.key, text="\n".join(lines))
    return graph.add_relation(page, new)


def _cited(line: str, proof: Evidence) -> str:
    """A line with more evidence behind it."""
    held = citation.by_section(line)
    active = held.active | proof.active
    both = Evidence(active, (held.superseded | proof.superseded) - active)
    return f"{citation.uncommented(line)} {citation.comment(both)}".rstrip()
