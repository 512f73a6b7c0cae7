"""Many patterns made one that is quick to search for. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable

_OPENINGS = (r"\b", r"^\W*", "^", "")


def one_of(lines: Iterable[str]) -> str:
    """A pattern that fits where any of `lines` does.

    What branches begin with is tried once for all of them: most places in a text are inside a word, and there the
    hundreds of branches that want the edge of one must not be tried one by one.
    """
    branches = [branch for line in lines for branch in _branches(line.strip()) if branch]
    together = []
    for opening in _OPENINGS:
        some = [branch[len(opening) :] for branch in branches if branch.startswith(opening)]
        branches = [branch for branch in branches if not branch.startswith(opening)]
        together += [f"{opening}(?:{'|'.join(some)})"] if some else []
    return "|".join(together)


def _branches(line: str) -> list[str]:
    """The alternatives of a pattern, split where it says "or" outside of any bracket."""
    found, depth = [""], 0
    for piece in re.findall(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|.", line):
        depth += (piece == "(") - (piece == ")")
        if piece == "|" and not depth:
            found.append("")
        else:
            found[-1] += piece
    return found
