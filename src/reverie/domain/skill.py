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


def told_steps(text: str) -> list[str]:
    """The steps of a procedure as people tell them: a list, or one sentence with "then" between its parts."""
    if listed := steps(text):
        return listed
    told = re.sub(r"^[^:]{3,80}:\s+", "", " ".join(text.split()))
    parts = re.split(
        r"\s*(?:;|→|->|&&|,?\s+(?:and\s+)?then\b|,?\s+(?:and\s+)?(?:finally|after that|afterwards)\b),?\s*", told
    )
    return [part.strip(" .,") for part in parts if part.strip(" .,")] if len(parts) > 1 else []


def described(key: Key, about: str, found: list[str], evidence: Evidence) -> Page:
    """A skill learnt by watching: what it is for, its steps, and every occasion it was seen."""
    told = citation.as_said(normalise(about))
    numbered = "\n".join(f"{n}. {citation.as_said(step)}" for n, step in enumerate(found, 1))
    seen = "\n".join(
        f"- seen on {c.day.isoformat()} {citation.comment(Evidence(frozenset({c})))}" for c in sorted(evidence.active)
    )
    old = f"\n{citation.comment(Evidence(superseded=evidence.superseded))}" if evidence.superseded else ""
    text = f"---\n---\n# {key.slug}\n\n{told}\n\n## Steps\n{numbered}\n\n## Learned From\n{seen}{old}\n"
    page = Page(key=key, text=text).with_front("name", key.slug)
    when = f"Use when this is to be done again: {' '.join(about.split())}"
    return page.with_front("description", when[:DESCRIPTION_LENGTH]).with_front("source", "reverie")
