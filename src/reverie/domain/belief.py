"""A belief: one sentence held true on one topic, with the evidence for it."""

from __future__ import annotations

from collections.abc import Sequence

from reverie.domain import citation, front
from reverie.domain.citation import Evidence
from reverie.domain.page import Key, Page
from reverie.domain.text import fold, heading, normalise

HEADING_LENGTH = 300


def believe(key: Key, text: str, evidence: Evidence, *, tags: Sequence[str] = (), pinned: bool = False) -> Page:
    """A new belief page. The runtime adds the numbers when the page goes through the door."""
    statement = citation.as_said(normalise(text))
    page = Page(key=key, text=f"---\n---\n{statement}\n\n{citation.sections(evidence)}")
    page = page.with_front("heading", heading(statement)[:HEADING_LENGTH])
    if tags:
        page = page.with_front("tags", tags)
    return page.with_front("pinned", "true") if pinned else page


def restate(page: Page, text: str, evidence: Evidence) -> Page:
    """The same belief in other words or on other evidence; front matter keeps what it had."""
    statement = citation.as_said(normalise(text))
    found = front.span(page.text)
    head = page.text[: found[2]] if found else "---\n---\n"
    new = Page(key=page.key, text=f"{head}{statement}\n\n{citation.sections(evidence)}")
    if fold(statement) == fold(page.prose):
        return new  # the same words: a heading that somebody wrote stays
    return new.with_front("heading", heading(statement)[:HEADING_LENGTH])
