"""The statements of a Markdown text: its bullets and short paragraphs, each with its line and the heading above it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from reverie.domain import front
from reverie.imports.base import STATEMENT

_HEADING = re.compile(r"#{1,6}[ \t]+(\S.*)")
_BULLET = re.compile(r"[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]+(?:\[[ xX-]\][ \t]+)?(\S.*)")
_LINK_ONLY = re.compile(r"[-*+ \t]*\[[^\]]*\]\([^)]*\)[ \t]*(?:[-–—:].*)?|[-*+ \t]*\[\[[^\]]*\]\][ \t]*(?:[-–—:].*)?")
_NOTHING = re.compile(r"[ \t]*(?:```|~~~|\||<!--|-->|---|===|>|!\[).*")


@dataclass(frozen=True, slots=True)
class Said:
    """One statement, where it stands, and under which heading."""

    line: int
    text: str
    heading: str


def statements(text: str) -> Iterator[Said]:
    """The bullets and one-line paragraphs of a text that are short enough to be statements; code is left out."""
    inside_code = False
    heading = ""
    first = text.count("\n", 0, len(text) - len(front.body(text))) + 1
    for number, line in enumerate(front.body(text).splitlines(), first):
        if line.lstrip().startswith(("```", "~~~")):
            inside_code = not inside_code
            continue
        if found := _HEADING.fullmatch(line.rstrip()):
            heading = found[1].strip("# ")
        elif not inside_code and (said := _said(line)):
            yield Said(number, said, heading)


def _said(line: str) -> str | None:
    if not line.strip() or _NOTHING.fullmatch(line) or _LINK_ONLY.fullmatch(line):
        return None
    bullet = _BULLET.fullmatch(line.rstrip())
    said = (bullet[1] if bullet else line).strip()
    return said if 8 <= len(said) <= STATEMENT and " " in said and not said.endswith(":") else None
