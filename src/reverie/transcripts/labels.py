"""Who speaks where in a chat that is plain text or Markdown.

A file has one way of saying it: headings, bold words or words with a colon. Which one is decided for the whole file,
so that an answer which itself quotes a chat does not fall apart.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from reverie.domain.transcript import Role
from reverie.transcripts.base import moment
from reverie.transcripts.day import day_alone

_LONGEST = 200  # characters at the beginning of a line that may name a speaker
_OWNER = frozenset(("user", "human", "me", "you", "prompt"))
_AGENT = re.compile(
    r"(?:ai|agent|assistant|bot|codex|model|response|grok|llama|mistral|deepseek)"
    r"|(?:chatgpt|claude|copilot|gemini|gpt)(?:[ -][\w. -]*)?"
)
_TOOL = frozenset(("tool", "tool call", "tool output", "tool result", "tool use", "function"))
_SYSTEM = frozenset(("developer", "reasoning", "system", "system prompt", "thinking", "thoughts"))
_NOTES = (  # words with a colon that open a note or a line of a log
    "added answer args author cc changed code command conclusion cons context created critical date debug default"
    " definition description edit error example examples fatal file fixed from goal hint important info input key"
    " link name note notes option output path problem pros question re reason remember removed result returns"
    " solution source sources status step subject summary tags time tip title to todo total trace type update"
    " updated url usage value version warn warning"
)
_TIME = r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?: ?(?:Z|UTC|[+-]\d\d:?\d\d))?"
_FIRST = rf"(?:[\[(]?(?P<first>{_TIME})[\])]?\s*[-–—|]?\s*)?"
_THEN = rf"(?:\s*[\[(]?(?P<then>{_TIME})[\])]?)?"
_HEADING = re.compile(r"(#{1,6})\s+(.+)")
_BOLD = re.compile(rf"{_FIRST}_?(?:\*\*|__)(?P<name>[^*]+?)(?:\*\*|__)_?{_THEN}(?P<colon>\s*:)?")
_PLAIN = re.compile(rf"{_FIRST}(?P<name>@?[^\W\d_][^:*#<>\[\]|\"]{{0,39}}?){_THEN}\s*:(?=\s|$)")
_STAMP = re.compile(rf"[\[(]?(?P<at>{_TIME})[\])]?")
_NUMBER = re.compile(r"^\d+[.)]\s+")
_ASIDE = re.compile(r"\s*\([^()]*\)\s*$")
_NO_NAME = frozenset(_NOTES.split())
_MATTER = re.compile(r"[a-z][\w-]*:|[\s#-]|$")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_OPENED = re.compile(r"\s(`{3,}|~{3,})[\w+-]*\s*$")


class Label(NamedTuple):
    line: int
    style: str
    level: int  # of a heading
    name: str
    at: datetime | None
    rest: str  # what is said on the same line


def lines_of(text: str) -> list[str]:
    return text.replace("\r\n", "\n").split("\n")


def role_of(name: str) -> Role | None:
    """What a word says of who speaks; None when it is a name."""
    word = _ASIDE.sub("", name).casefold().removesuffix(" said").strip()
    if word in _OWNER:
        return "user"
    if _AGENT.fullmatch(word):
        return "agent"
    if word in _TOOL:
        return "tool"
    return "system" if word in _SYSTEM else None


def speakers(lines: Sequence[str]) -> list[Label]:
    """Where somebody begins to speak; nothing when no line says so."""
    styles: dict[str, list[Label]] = {}
    matter = _matter(lines) if lines else 0
    outside = [(n, line) for n, line in _unfenced(lines) if n >= matter]
    opening = next((n for n, line in outside if line.strip("-* ") and not line.startswith("# ")), -1)
    for n, line in outside:
        if found := _label(n, line):
            styles.setdefault(found.style, []).append(found)
    ranked = sorted(styles.values(), key=lambda labels: _likely(labels, opening), reverse=True)
    return next((chosen for labels in ranked if (chosen := _speaking(labels, opening))), [])


def stamps(lines: Sequence[str], found: Sequence[Label]) -> dict[int, datetime]:
    """The headings that hold nothing but when what follows was said, and after which somebody speaks at once."""
    told = {}
    for label in found:
        above = next((n for n in range(label.line - 1, -1, -1) if lines[n].strip()), -1)
        heading = _HEADING.fullmatch(lines[above].strip()[:_LONGEST]) if above >= 0 else None
        stamp = _STAMP.fullmatch(heading[2].strip()) if heading else None
        if heading and (at := _moment(stamp["at"]) if stamp else day_alone(heading[2])):
            told[above] = at
    return told


def is_chat(text: str) -> bool:
    """Whether a text is a chat beyond doubt: an agent speaks, or people speak who come again or have times."""
    found = speakers(lines_of(text))
    if len(found) < 2:
        return False
    agent = any(role_of(label.name) == "agent" for label in found)
    again = len({label.name for label in found}) < len(found)
    timed = all(label.at and label.style != "heading" for label in found)
    return agent or again or timed


def _unfenced(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """The lines outside code blocks. A block that is never closed is none."""
    fence = ""
    within: list[tuple[int, str]] = []
    for n, line in enumerate(lines):
        mark = _FENCE.match(line)
        if not fence:
            if mark:
                fence, within = mark[1], []
                continue
            yield n, line
            opened = _OPENED.search(line)
            if opened and _label(n, line):  # somebody begins with a block of code
                fence, within = opened[1], []
        elif mark and mark[1].startswith(fence) and not line.strip().strip(fence[0]):
            fence = ""
        else:
            within.append((n, line))
    if fence:
        yield from within


def _matter(lines: Sequence[str]) -> int:
    """How many lines at the top are about the file and not of it."""
    if lines[0].strip() != "---":
        return 0
    for n, line in enumerate(lines[1:], 1):
        if line.strip() == "---":
            return n + 1
        if not _MATTER.match(line):
            break
    return 0


def _label(n: int, line: str) -> Label | None:
    head = line[:_LONGEST]
    if heading := _HEADING.fullmatch(head.strip()) if len(line) <= _LONGEST else None:
        stamp = _STAMP.search(heading[2])
        name = _name(_STAMP.sub("", heading[2]))
        return Label(n, "heading", len(heading[1]), name, _moment(stamp and stamp["at"]), "") if name else None
    style = "bold"
    match = _BOLD.match(head)
    if match:
        alone = match.end() == len(line.rstrip()) and role_of(_name(_STAMP.sub("", match["name"])))
        if not (match["colon"] or match["name"].rstrip().endswith(":") or match["then"] or alone):
            return None
    else:
        style, match = "plain", _PLAIN.match(head)
    if not match:
        return None
    stamp = _STAMP.search(match["name"])
    at = _moment(match["first"] or match["then"] or (stamp and stamp["at"]))
    name = _name(_STAMP.sub("", match["name"]))
    return Label(n, style, 0, name, at, line[match.end() :].strip()) if name else None


def _name(text: str) -> str:
    """A name without numbers, signs and pictures around it."""
    text = _NUMBER.sub("", text.strip().strip("*_`#"))
    while text and not (text[0].isalnum() or text[0] == "@"):
        text = text[1:]
    return text.rstrip(" :-–—|*_`([").strip()


def _moment(text: str | None) -> datetime | None:
    return moment(text.replace(" UTC", "Z").replace("UTC", "Z").replace(",", ".")) if text else None


def _likely(labels: Sequence[Label], opening: int) -> tuple[bool, bool, bool, int]:
    roles = {role_of(label.name) for label in labels}
    opens = labels[0].line == opening
    return (
        "agent" in roles and ("user" in roles or opens),
        any(label.at for label in labels) and labels[0].style != "heading",
        roles != {None},
        -labels[0].line,
    )


def _speaking(labels: list[Label], opening: int) -> list[Label]:
    """Which labels of one style are speakers, and not headings or notes in what somebody says."""
    if labels[0].style == "heading":
        labels = _level(labels)
    if not labels:
        return []
    known = [label for label in labels if role_of(label.name)]
    named = [label for label in labels if role_of(label.name) or _like_a_name(label.name, timed=bool(label.at))]
    timed = [label for label in named if label.at]
    if timed and all(label.at for label in known) and (known or len(timed) * 2 > len(named)):
        return timed
    roles = {role_of(label.name) for label in known}
    if {"user", "agent"} <= roles:
        return known
    often = Counter(label.name for label in labels if not label.at)
    first = next((label for label in labels if label.line == opening or label.style == "heading"), None)
    if not known and (first is None or first.style == "heading"):
        return []
    names = {first.name} if first else set()
    if labels[0].style != "heading":
        names |= {name for name in often if often[name] > 1 or not known}
    names = {name for name in names if role_of(name) or _like_a_name(name)}
    return [label for label in labels if label.name in names or role_of(label.name)]


def _level(labels: list[Label]) -> list[Label]:
    """The headings as deep as the first that names each side; deeper and higher ones belong to what is said."""
    levels: dict[Role, int] = {}
    for label in labels:
        role = role_of(label.name)
        if role:
            levels.setdefault(role, label.level)
    kept = {level for role, level in levels.items() if role in ("user", "agent")}
    timed = [label.level for label in labels if label.at]
    kept = kept or set(levels.values()) or set(timed[:1])
    return [label for label in labels if label.level in kept]


def _like_a_name(text: str, *, timed: bool = False) -> bool:
    words = text.split()
    if not 0 < len(words) <= 4 or len(text) > 40 or text.casefold() in _NO_NAME:
        return False
    return timed or not any(word[0].islower() for word in words)
