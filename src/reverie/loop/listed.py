"""Lists in what people say: the items one by one, or the steps of one way of doing a thing. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from reverie.domain.prose import Sentence

MOST = 12  # items of one list that are read
_ITEM = re.compile(r"^[ \t]*(?:(?P<n>\d{1,2})[.)]|[-*•–])[ \t]+(?P<text>\S[^\n]*)$", re.M)
_INLINE = re.compile(r"(?:^|(?<=[\s:]))(?P<n>\d{1,2})[.)]\s+(?P<text>\S.*?)(?=[\s,;]+\d{1,2}[.)]\s|\s*$)", re.S)
_DASHED = re.compile(r"(?:^|(?<=:)\s+|\s+)(?P<n>)[-*•–]\s+(?P<text>\S.*?)(?=\s+[-*•–]\s|\s*$)", re.S)
_HOW = re.compile(
    r"\b(?:how (?:to|we|i)|to (?!be\b)\w+|steps?|procedure|process|routine|recipe|checklist|order|deploy\w*|release\w*"
    r"|wie (?:man|wir|ich)|schritte|comment|étapes|cómo|pasos)\b",
    re.I,
)
_WAY = re.compile(
    r"^[ \t]*(?:\w+[, ] ?)?(?:to|how (?:to|we|i)|steps (?:to|for)|um zu|pour) [^\n:]{3,80}:[ \t]*$", re.I | re.M
)
_SO = re.compile(r"^[ \t]*(?:(?:and|so)[, ]+)?(?:that'?s|this is) how (?:i|we) [^\n?]{3,80}$", re.I | re.M)
_EMPTY = re.compile(  # a heading that says nothing by itself
    r"\W*(?:that |down )?(?:(?:all )?(?:the |these |this )?(?:following|these|this|below)"
    r"(?: (?:things?|facts?|points?|rules?|items?|notes?|list|few|two|three))*|folgendes|ceci|lo siguiente)?\W*",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Item:
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Listed:
    """A list and what announces it; a way when its items are the steps of one thing."""

    heading: str  # "" when it says nothing by itself
    items: Sequence[Item]
    way: bool
    start: int
    end: int
    text: str
    outright: bool = False  # whether somebody says that this is how they do it


def listed(text: str) -> Listed | None:
    """The list that a text is; None when it is none."""
    for shape in (_ITEM, _INLINE, _DASHED):
        found = list(shape.finditer(text))[:MOST]
        numbers = [int(mark["n"] or 0) for mark in found]
        if len(found) < 2 or (any(numbers) and numbers != list(range(numbers[0], numbers[0] + len(found)))):
            continue
        before = text[: found[0].start()].rstrip()
        if shape is not _ITEM and ((before and before[-1] != ":") or (shape is _INLINE and numbers[0] != 1)):
            continue
        items = [Item(mark["text"].rstrip(), mark.start("text"), mark.end("text")) for mark in found]
        heading = " ".join(text[: found[0].start()].split())
        way = any(numbers) and _HOW.search(heading) is not None
        return Listed(
            heading="" if _EMPTY.fullmatch(heading) else heading, items=items, way=way, start=0, end=items[-1].end,
            text=text[: items[-1].end].strip(),
        )  # fmt: skip
    return None


def steps(text: str, said: Sequence[Sentence]) -> Iterator[Listed]:
    """The ways of doing a thing that a message gives line by line, between words of the person's own."""
    yield from _ended(text, said)
    for heading in _WAY.finditer(text[:20_000]) if "\n" in text else ():
        at = heading.end() - len(heading[0].lstrip())
        if not any(one.start <= at < one.end for one in said):
            continue
        end = heading.end()
        items: list[Item] = []
        while (item := _ITEM.match(text, end + 1)) and item["n"]:
            items.append(Item(item["text"], item.start("text"), item.end()))
            end = item.end()
        if len(items) >= 2:
            yield Listed(heading[0].strip(), items, way=True, start=at, end=end, text=text[at:end])


def _ended(text: str, said: Sequence[Sentence]) -> Iterator[Listed]:
    """The steps before the line that says what they were: "that's how I deploy"."""
    for so in _SO.finditer(text[:20_000]) if "\n" in text else ():
        if not any(one.start <= so.end() - 1 < one.end for one in said):
            continue
        above = [item for item in _ITEM.finditer(text, 0, so.start()) if item["n"]]
        first = next((n for n in range(len(above) - 1, -1, -1) if above[n]["n"] == "1"), len(above))
        found = above[first:]
        lines = text[found[0].start() : so.start()].split("\n") if found else []
        if len(found) >= 2 and len([line for line in lines if line.strip()]) == len(found):
            items = [Item(item["text"], item.start("text"), item.end()) for item in found]
            start = found[0].start()
            yield Listed(
                so[0].strip(), items, way=True, start=start, end=so.end(), text=text[start : so.end()], outright=True
            )
