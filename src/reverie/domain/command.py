"""Shell commands as steps of a procedure: what each does, whatever paths, versions and messages it was given. Pure.

A table says which only look, which everybody knows, and which are too dangerous to be taught by having been run.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from reverie.domain import command_words as known, safety

Sort = Literal["look", "common", "routine", "act"]
LONGEST = 200  # characters of one step; what is longer was written for the moment
EDIT = "edit"  # opens a step that is an edit of a file and not a command
_WORD = re.compile(r"""(?:[^\s"']|"(?:\\.|[^"\\])*"|'[^']*')+""")
_APART = re.compile(r"""(?P<quoted>"(?:\\.|[^"\\])*"|'[^']*')|(?P<sign>&&|\|\||[;|\n]|(?<![>&\d])&(?![&>\d]))""")
_MESSAGE = re.compile(r"""("?)\$\(cat <<-?\s*['"]?(\w+)['"]?\n.*?\n\s*\2\s*\)\1""", re.S)
_WRITTEN = re.compile(  # a program by itself, which nobody types again
    r"<<|\$\(|`|(?:^|[;&|(])\s*(?:for|while|until|if|case|function|do|then)\b|(?:^|\s)[{}]\s*(?:;|$)|\bxargs\b|-exec\b",
    re.M,
)
_FOR_NOTHING = re.compile(r"\s+[\d&]?>>?\s*(?:&\d|[^\s&<>]+)")  # where its output goes
_FAILED = re.compile(r"`[^`\n]*`\s(?:fails|failed)\s(?:with\s)?|“[^”\n]*”")  # what did not help, and how it told so
_SUB = re.compile(r"[a-z][\w:-]*")
_SET = re.compile(r"[A-Za-z_]\w*=\S*")
_TAGS = re.compile(r"--(?:follow-)?tags|v?<version>|\bv\d")
_SAID_AFTER = re.compile(r"-\w*m|--(?:message|title|body|notes?|description|text|name|rev-?id)")


@dataclass(frozen=True)
class Step:
    """One command, in words that do not change from day to day."""

    words: tuple[str, ...]

    @property
    def text(self) -> str:
        return " ".join(self.words)

    @cached_property
    def head(self) -> tuple[str, ...]:
        """What it does: what it is run by, the program, and what that is told to do or the script it runs."""
        rest = [word for word in self.words[3 * (self.words[:1] == ("cd",)) :] if not _SET.fullmatch(word)]
        return (*rest[: _wrapped(rest)], *_done(rest[_wrapped(rest) :]))

    @cached_property
    def sort(self) -> Sort:
        """How much it tells that somebody ran it."""
        head = self.head[_wrapped(self.head) :]
        done = " ".join(head)
        if not head or known.ASKS & {*self.words} or "<path>" in head or known.SELECTS.search(self.text):
            return "look"
        if head[:2] in (("git", "tag"), ("git", "push")) and _TAGS.search(self.text):
            return "act"
        if head[:2] == ("git", "tag") or known.LOOKS.fullmatch(done) or known.LOOKER.fullmatch(head[0]):
            return "look"
        if known.COMMON.fullmatch(done):
            return "common"
        if head[0] in known.SCRIPTS and len(head) > 1 and known.KEPT_SCRIPT.search(head[1]):
            return "act"
        return "routine" if known.ROUTINE.fullmatch(done) else "act"


def _wrapped(words: Sequence[str]) -> int:
    """How many words only say what runs the program behind them."""
    at = 0
    while at < len(words) and (words[at] in known.WRAPPERS or tuple(words[at : at + 2]) in known.RUNNERS):
        at += 1 if words[at] in known.WRAPPERS else 2
    return at


def _done(words: Sequence[str]) -> tuple[str, ...]:
    if not words:
        return ()
    name, rest = words[0], words[1:]
    name = name.rsplit("/", 1)[-1] if name.startswith(("/", "~")) else name
    if name in known.PLAIN:
        return (name,)
    if rest and (name == EDIT or (name in known.SCRIPTS and not rest[0].startswith("-"))):
        return (name, rest[0], *(_told_to(rest[1:]) if rest[0].endswith(known.MANAGES) else ()))
    return (name, *_told_to(rest))


def _told_to(rest: Sequence[str]) -> Iterator[str]:
    """The words behind a program's name that say what it is to do: one, or more when they only open it."""
    before = ""
    for word in rest:
        if (word.startswith("-") and word != "-m") or before in known.TAKES:
            before = word
            continue
        if not _SUB.fullmatch(word) and word != "-m" and not word.endswith(".py"):
            if before.startswith("-"):
                before = ""
                continue
            return
        yield word
        if word not in known.NESTED:
            return
        before = ""


def unguards(told: str) -> bool:
    """Whether what is told or run gets by because a security check is switched off, not because one was mended."""
    told = _FAILED.sub(" ", told)
    found = (*known.UNGUARDS.finditer(told), *known.UNGUARDED.finditer(told))
    return any(known.GUARDS.search(told, 0, _opening(told, one.start())) is None for one in found)


def _opening(told: str, at: int) -> int:
    """Where the code begins that holds a place of a text; the place itself when none does."""
    return told.rfind("`", 0, at) if told.count("`", 0, at) % 2 else at


def dangerous(command: str) -> bool:
    """Whether a command must never be taught: it destroys, runs what it fetched, or switches a guard off."""
    return (
        known.DANGER.search(command) is not None or known.UNGUARDS.search(command) is not None or safety.MARK in command
    )


def steps(command: str, folder: str = "") -> list[tuple[Step, str]]:
    """The steps of a command line that do more than look, each with its own words; those written for once are left out.

    What follows `||` is for when it fails. `folder` is where the agent works.
    """
    plain = _MESSAGE.sub("<message>", command)
    if _WRITTEN.search(plain):
        return []
    found: list[tuple[Step, str]] = []
    inside: tuple[str, ...] = ()
    for said in _parts(plain):
        step = _step(said, folder)
        if step and step.words[0] == "cd":
            inside = () if step.words[1:] in ((), (".",)) else ("cd", step.words[-1], "&&")
        elif step and step.sort != "look" and len(step.text) <= LONGEST:
            found.append((Step((*inside, *step.words)), said))
    return found


def _parts(line: str) -> Iterator[str]:
    """The commands of a line, one after another."""
    start, skips = 0, False
    for match in _APART.finditer(f"{line}\n"):
        if match["quoted"]:
            continue
        said = line[start : match.start()].strip()
        if said and not skips and not said.startswith("#"):
            yield said
        start, skips = match.end(), match["sign"] == "||"


def _step(said: str, folder: str) -> Step | None:
    """A command as a step; None when nothing is left of it."""
    bare = _FOR_NOTHING.sub("", said).strip("() ")
    if folder:
        bare = re.sub(rf"{re.escape(folder.rstrip('/'))}/(?=\S)", "", bare)
        bare = re.sub(rf"{re.escape(folder.rstrip('/'))}(?=\s|$)", ".", bare)
    bare = re.sub(r"(?<!\S)/(?:home|Users)/[\w.-]+/", "~/", bare)
    words: list[str] = []
    for word in _WORD.findall(bare):
        after_message = bool(words) and _SAID_AFTER.fullmatch(words[-1]) is not None
        if word[:1] in "\"'" and (after_message or words[:1] == ["git"]):
            word = "<message>"
        elif re.match(r"--(?:message|title|body|notes)=", word):
            word = f"{word.partition('=')[0]}=<message>"
        for pattern, by in known.VARIES:
            word = pattern.sub(by, word)
        words.append(word)
    while words and words[0] == "timeout":
        words = words[2:]
    return Step(tuple(words)) if words and any(not _SET.fullmatch(word) for word in words) else None


def read(text: str) -> Step:
    """A step from its text."""
    return Step(tuple(_WORD.findall(text)))


def same(one: Step, other: Step) -> bool:
    """Whether two steps do one thing, whatever they do it to."""
    return one.head == other.head and (one.words == other.words or known.BY_WORDS.isdisjoint(one.head))


def general(newer: Step, older: Step) -> Step:
    """What two runs of one step share: where they differ, a place to fill in; what only one had is left out."""
    words: list[str] = []
    matcher = difflib.SequenceMatcher(None, older.words, newer.words, autojunk=False)
    for what, start, end, first, last in matcher.get_opcodes():
        old, new = older.words[start:end], newer.words[first:last]
        if what == "equal":
            words += new
        elif what == "replace":
            words += new if all(word.startswith("-") for word in (*old, *new)) else ["<...>"]
    return Step(tuple(words))


def taught(some: Sequence[Step]) -> bool:
    """Whether steps are worth being taught: several that not everybody knows, and more than to install and to test."""
    telling = {step.head: step.sort for step in some if step.sort in ("routine", "act")}
    return len(telling) >= 3 or (len(telling) == 2 and "act" in telling.values())
