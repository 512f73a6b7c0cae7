"""Citations: how a page points at the fragments that prove it, read in two views.

*Anywhere* sees every citation in a text, so that evidence cannot be lost by moving it. *By section*
tells evidence that counts (active) from evidence that was overturned (superseded).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

_REF = r"(?:memory|streams)/(\d{4}-\d{2}-\d{2})#([\w-]+)"
_ANYWHERE = re.compile(_REF, re.I)
_LINE = re.compile(rf"[\s*-]*`?{_REF}`?\s*", re.I)
_SECTION = re.compile(r"[\s*-]*(fragments|superseded):\s*", re.I)
_SUPERSEDED = re.compile(r"superseded:", re.I)
_COMMENT = re.compile(r"[ \t]*<!--((?:(?!-->).)*?\b(?:memory|streams)/\d{4}-\d{2}-\d{2}#(?:(?!-->).)*)-->", re.I)


@dataclass(frozen=True, slots=True, order=True)
class Citation:
    """One fragment, by the day of its stream and its id."""

    day: date
    id: str

    def __str__(self) -> str:
        return f"streams/{self.day.isoformat()}#{self.id}"


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a page stands on. Active counts for strength; superseded is kept and does not."""

    active: frozenset[Citation] = frozenset()
    superseded: frozenset[Citation] = frozenset()

    @property
    def all(self) -> frozenset[Citation]:
        return self.active | self.superseded


def anywhere(text: str) -> frozenset[Citation]:
    """Every citation in the text, inside prose too."""
    return _found(text)


def by_section(text: str) -> Evidence:
    """Citations that stand as evidence: whole lines under their headings, and comments ending a line.

    Lines before any heading are active; an id active anywhere in the text is not superseded.
    """
    active: set[Citation] = set()
    superseded: set[Citation] = set()
    section = active
    for line in text.splitlines():
        if heading := _SECTION.fullmatch(line):
            section = active if heading[1].lower() == "fragments" else superseded
        elif _LINE.fullmatch(line):
            section |= _found(line)
        else:
            for comment in _COMMENT.finditer(line):
                before, *after = _SUPERSEDED.split(comment[1], maxsplit=1)
                active |= _found(before)
                superseded |= _found(" ".join(after))
    return Evidence(frozenset(active), frozenset(superseded - active))


def _found(text: str) -> frozenset[Citation]:
    found = set()
    for day, id_ in _ANYWHERE.findall(text):
        try:
            found.add(Citation(date.fromisoformat(day), id_))
        except ValueError:  # 2026-13-45 is not a day, so it cites nothing
            continue
    return frozenset(found)


def prose(text: str) -> str:
    """The text as people and prompts see it: no citation lines, headings of them, or comments."""
    kept = [
        _COMMENT.sub("", line)
        for line in text.splitlines()
        if not _SECTION.fullmatch(line) and not _LINE.fullmatch(line)
    ]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(line.rstrip() for line in kept)).strip()


def uncommented(line: str) -> str:
    """A line without the comments that cite."""
    return _COMMENT.sub("", line).rstrip()


def as_said(text: str) -> str:
    """What somebody said, written so that nothing in it reads as evidence."""
    lines = text.replace("<!--", "<! --").splitlines()
    return "\n".join(f"> {line}" if _SECTION.fullmatch(line) or _LINE.fullmatch(line) else line for line in lines)


def comment(evidence: Evidence) -> str:
    """The end of a claim's line: `<!-- streams/…; superseded: streams/… -->`; empty without evidence."""
    parts = []
    if evidence.active:
        parts.append(_join(evidence.active))
    if evidence.superseded:
        parts.append("superseded: " + _join(evidence.superseded))
    return f"<!-- {'; '.join(parts)} -->" if parts else ""


def _join(citations: Iterable[Citation]) -> str:
    return ", ".join(str(c) for c in sorted(citations))


def sections(evidence: Evidence) -> str:
    """The end of a belief: its `fragments:` and `superseded:` lists."""
    text = "fragments:\n" + "".join(f"- {c}\n" for c in sorted(evidence.active))
    if evidence.superseded:
        text += "\nsuperseded:\n" + "".join(f"- {c}\n" for c in sorted(evidence.superseded))
    return text
