"""Core memory: MEMORY.md, four blocks that are always in the agent's context, each within its budget."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass

from reverie.domain import citation
from reverie.domain.citation import Evidence
from reverie.domain.page import Key, Page
from reverie.domain.text import slug, tokens


@dataclass(frozen=True, slots=True)
class Block:
    slug: str
    title: str
    budget: int  # tokens, comments left out
    hint: str


BLOCKS = (
    Block("identity", "Identity", 500, "who the person is and what matters about them"),
    Block("active-context", "Active Context", 1000, "what is going on now"),
    Block("persona", "Persona", 500, "how to work with this person"),
    Block("critical-facts", "Critical Facts", 1000, "what must never be forgotten"),
)
BUDGET = sum(block.budget for block in BLOCKS)
BY_SLUG = {block.slug: block for block in BLOCKS}


@dataclass(frozen=True, slots=True)
class Line:
    """A claim of a block that cites what proves it."""

    words: str
    evidence: Evidence


_HEADING = re.compile(r"^##[ \t]+(\S.*?)[ \t]*\r?$", re.M)
_COMMENT = re.compile(r"<!--.*?-->", re.S)


def template() -> str:
    """The MEMORY.md of a new workspace."""
    return "# Core Memory\n" + "".join(f"\n## {b.title}\n<!-- {b.hint}; about {b.budget} tokens -->\n" for b in BLOCKS)


def blocks(text: str) -> dict[str, str]:
    """The text of each known block of a MEMORY.md, by slug; headings of others are left alone.

    A block that stands twice is read where it stands first.
    """
    found: dict[str, str] = {}
    for name, _, start, end in _spans(text):
        if name in BY_SLUG:
            found.setdefault(name, text[start:end])
    return found


def replace_block(text: str, name: str, block: str | None) -> str:
    """The MEMORY.md with one block's text replaced, or taken out with its heading; all other bytes stay."""
    for found, top, start, end in _spans(text):
        if found == name and block is None:
            return text[:top] + text[end:]
        if found == name and block is not None:
            closed = "" if end == len(text) or block.endswith("\n") else "\n"
            return text[:start] + block + closed + text[end:]
    if block is None:
        return text
    gap = "" if not text or text.endswith("\n\n") else "\n" if text.endswith("\n") else "\n\n"
    return f"{text}{gap}## {BY_SLUG[name].title}\n{block}"


def _spans(text: str) -> list[tuple[str, int, int, int]]:
    """Slug, where the heading stands, and start and end of the text under it, for each second-level heading."""
    headings = list(_HEADING.finditer(text))
    ends = [h.start() for h in headings[1:]] + [len(text)]
    return [(slug(h[1]), h.start(), min(len(text), h.end() + 1), end) for h, end in zip(headings, ends, strict=False)]


def holds_heading(block: str) -> bool:
    """Whether a block's text would break out of its section."""
    return _HEADING.search(block) is not None


def cost(block: str) -> int:
    """Tokens of a block as the agent sees it: comments are left out."""
    return tokens(_COMMENT.sub("", block).strip())


def add_line(page: Page | None, name: str, space: str, line: str, evidence: Evidence) -> Page:
    """The block with one more claim at its end, before the blank lines that close it."""
    text = page.text if page else ""
    stem = text.rstrip("\r\n")
    tail = text[len(stem) :] or "\n"
    claim = f"- {citation.as_said(' '.join(line.split()))} {citation.comment(evidence)}"
    end_of_line = "\r\n" if tail.startswith("\r\n") else "\n"
    return Page(key=Key(space, "core", name), text=f"{stem}{end_of_line}{claim}{tail}" if stem else f"{claim}{tail}")


def add_missing(page: Page | None, wanted: Page) -> Page:
    """The block with those lines of `wanted` whose evidence it does not hold yet."""
    new = page or Page(key=wanted.key, text="")
    for line in wanted.text.splitlines():
        proof = citation.by_section(line)
        bare = _bare(line)
        if bare and proof.all - new.cited:
            new = add_line(new, wanted.key.slug, wanted.key.space, bare, proof)
    return new


def claims(text: str) -> list[str]:
    """The lines of a page that claim something: not blank, not a heading, not a comment alone."""
    lines = _COMMENT.sub(lambda m: "\n" * m[0].count("\n"), text).splitlines()
    return [line.strip() for line in lines if line.strip() and not line.lstrip().startswith("#")]


def lines(page: Page) -> list[Line]:
    """The claims of a block that end with their own proof; what people wrote by hand has none."""
    found = [(_bare(line), citation.by_section(line)) for line in page.text.splitlines()]
    return [Line(words, proof) for words, proof in found if words and proof.active]


def _bare(line: str) -> str:
    return _COMMENT.sub("", line).strip().removeprefix("- ")


def drop_line(page: Page, unwanted: str) -> Page:
    """The block without the claims that read `unwanted`; their evidence stays, as superseded."""
    return _drop(page, lambda line: _COMMENT.sub("", line).strip() == unwanted)


def drop_cited(page: Page, cited: Collection[citation.Citation]) -> Page:
    """The page without the lines that rest on these alone; the evidence stays, as superseded."""
    return _drop(page, lambda line: bool(found := citation.by_section(line).active) and found <= set(cited))


def drop(page: Page, gone: Line) -> Page:
    """The block without this one claim; its evidence stays, as superseded."""
    return _drop(page, lambda line: _bare(line) == gone.words and citation.by_section(line) == gone.evidence)


def _drop(page: Page, unwanted: Callable[[str], bool]) -> Page:
    kept: list[str] = []
    freed: set[citation.Citation] = set()
    for line in page.text.splitlines(keepends=True):
        if unwanted(line):
            freed |= citation.by_section(line).all
        else:
            kept.append(line)
    if not freed:
        return Page(key=page.key, text="".join(kept))
    # What was dropped before stands in a line of its own; there is one such line, however often.
    freed |= {c for line in kept if _only_superseded(line) for c in citation.by_section(line).superseded}
    text = "".join(line for line in kept if not _only_superseded(line))
    stem = text.rstrip("\n")
    tail = text[len(stem) :] or "\n"
    proof = citation.comment(Evidence(superseded=frozenset(freed)))
    return Page(key=page.key, text=f"{stem}\n{proof}{tail}".lstrip("\n"))


def _only_superseded(line: str) -> bool:
    proof = citation.by_section(line)
    return bool(proof.superseded) and not proof.active and not _bare(line)
