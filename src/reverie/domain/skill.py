"""A skill: how to do something, in the Agent Skills format, with what it was learnt from."""

from __future__ import annotations

import re

from reverie.domain import citation
from reverie.domain.citation import Evidence
from reverie.domain.page import Key, Page
from reverie.domain.text import normalise

DESCRIPTION_LENGTH = 1024
_STEP = re.compile(r"^[ \t]*(?:\d+[.)]|[-*])[ \t]+(\S.*)$", re.M)


def steps(text: str) -> list[str]:
    """The numbered or bulleted lines of a procedure."""
    return [step.strip() for step in _STEP.findall(text)]


def skill(key: Key, text: str, evidence: Evidence) -> Page:
    """A new skill from a procedure as it was told."""
    told = normalise(text)
    first = told.splitlines()[0]
    found = steps(told)
    numbered = "\n".join(f"{n}. {step}" for n, step in enumerate(found, 1)) if found else told
    page = Page(
        key=key,
        text=f"---\n---\n# {key.slug}\n\n## Steps\n{numbered}\n\n## Learned From\n"
        f"- told by the person {citation.comment(evidence)}\n",
    )
    page = page.with_front("name", key.slug)
    return page.with_front("description", first.rstrip(":")[:DESCRIPTION_LENGTH]).with_front("source", "reverie")
