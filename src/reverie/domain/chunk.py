"""A long text in parts that can be found: along its lines where it has them, along its sentences where not."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

MOST = 1000  # bytes of one chunk
OVERLAP = 200  # bytes a chunk repeats of the one before

_SENTENCE_END = re.compile(r"""[.!?…]["'”’»)\]]*\s+|[。！？؟।][」』”’)]*\s*|\n+""")
_SPACE = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some lines of a text, trimmed, and the numbers of the first and the last, counted from 1."""

    text: str
    first: int
    last: int


def chunks(text: str, most: int = MOST, overlap: int = OVERLAP) -> list[Chunk]:
    """The text in chunks of about `most` bytes that end with a line, best with a paragraph.

    A blank line ends a chunk that is at least half full; a full chunk ends with the line that filled it. The next
    one begins with the last whole lines of this one, as many as fit into `overlap`. Unlike GoClaw, whose rule this
    is, a line of more than twice `most` is taken apart (`pieces`), or nothing in it could be found; its chunks
    share its number. A chunk that would only repeat the one before is left out.
    """
    most = most if most > 0 else MOST
    overlap = min(max(0, overlap), most // 2)
    lines = text.removesuffix("\n").split("\n")
    sizes = [_size(line) for line in lines]
    found: list[Chunk] = []
    first, size, new = 0, -1, False  # the lines since `first`, joined; whether they hold anything not yet in a chunk

    def flush(end: int) -> tuple[int, int, bool]:
        if not new:
            return end, -1, False
        found.append(Chunk("\n".join(lines[first:end]).strip(), first + 1, end))
        again = _repeated(sizes[first:end], overlap)
        return end - again, sum(sizes[end - again : end]) + again - 1, False

    for n, line in enumerate(lines):
        blank = not line.strip()
        if sizes[n] > 2 * most:
            flush(n)
            found += [Chunk(piece.strip(), n + 1, n + 1) for piece in pieces(line, most) if piece.strip()]
            first, size, new = n + 1, -1, False
        elif blank and 2 * size >= most:
            first, size, new = flush(n)
        else:
            size, new = size + sizes[n] + 1, new or not blank
            if size >= most:
                first, size, new = flush(n + 1)
    flush(len(lines))
    return found


def pieces(text: str, most: int = MOST) -> list[str]:
    """The text in pieces of at most `most` bytes that add up to it; a character is never divided.

    A piece ends with a sentence when that leaves it half full, else with a word, else anywhere.
    """
    most = most if most > 0 else MOST
    found, start = [], 0
    while start < len(text):
        piece = _fitting(text[start : start + most], most)
        if start + len(piece) < len(text):
            piece = piece[: _cut(piece)]
        found.append(piece)
        start += len(piece)
    return found


def _size(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))


def _repeated(sizes: Sequence[int], overlap: int) -> int:
    """How many of the last lines fit into the overlap, each with its newline."""
    count, total = 0, 0
    for size in reversed(sizes):
        total += size + 1
        if total > overlap:
            break
        count += 1
    return count


def _fitting(text: str, most: int) -> str:
    """The longest beginning of at most that many bytes, but at least one character."""
    raw = text.encode("utf-8", "surrogatepass")
    if len(raw) <= most:
        return text
    end = most
    while raw[end] & 0xC0 == 0x80:  # inside a character
        end -= 1
    return raw[:end].decode("utf-8", "surrogatepass") or text[0]


def _cut(piece: str) -> int:
    for boundary, least in ((_SENTENCE_END, len(piece) // 2), (_SPACE, 1)):
        ends = [match.end() for match in boundary.finditer(piece) if match.end() >= max(1, least)]
        if ends:
            return ends[-1]
    return len(piece)
