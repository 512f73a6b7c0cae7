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


def taught(page: Page) -> list[str]:
    """The steps a skill's page gives."""
    found = re.search(r"^##[ \t]+Steps[ \t]*\r?\n(.*?)(?=^##[ \t]|\Z)", page.body, re.M | re.S)
    return steps(citation.prose(found[1])) if found else []


def learned_again(page: Page, evidence: Evidence) -> Page:
    """The skill with one more occasion it was learnt from."""
    stem = page.text if page.text.endswith("\n") else page.text + "\n"
    return Page(key=page.key, text=f"{stem}- told again {citation.comment(evidence)}\n")


def skill(key: Key, text: str, evidence: Evidence) -> Page:
    """A new skill from a procedure as it was told."""
    told = citation.as_said(normalise(text))
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
