"""Many patterns, made one or sorted by how they begin, so that they are quick to search for. Pure."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import Literal

Where = Literal["", "here", "first", "text"]  # is a branch tried: where the word is, if it is the first one, anywhere
_Near = tuple[str, str, Where]  # a table, one of its branches

_OPENINGS = (r"\b", r"^\W*", "^", "")
_START = 6  # characters with which a branch begins that are looked at
_WORD = re.compile(r"\w+")
_LETTERS = re.compile(r"[^\W_]+")
_TIMES = re.compile(r"[*+?]|\{\d*,?\d*\}")
_PIECE = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\(\?(?:<?[=!]|P[<=]|[\w-]*:?)|\{\d*,?\d*\}|.", re.S)
_BEHIND = re.compile(r"^(?:\(\?<[=!][^()|]*\))+")
_AROUND = ("(?=", "(?!", "(?<=", "(?<!")
_KNOWN = 1 << 14  # beginnings of words that are remembered with what they speak for
_ENDS = "\0"  # closes a beginning that nobody can say more of


def table(text: str) -> list[str]:
    """The lines of a table. A gap is at most nine wide, or a page of blanks would take its square."""
    return text.strip().replace(r"\s+", r"\s{1,9}").replace(r"\s*", r"\s{0,9}").splitlines()


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


def tried(pattern: re.Pattern[str], text: str, places: Iterable[int]) -> Iterator[re.Match[str]]:
    """What a pattern fits that begins at one of these places only, which are in order; nothing that overlaps."""
    end = 0
    for at in places:
        if at >= end and (found := pattern.match(text, at)):
            yield found
            end = found.end()


class Worded:
    """A pattern that fits only where one of some words stands: a text without them is not searched.

    The words are in small letters; one with a star may go on. Texts with other letters than those of ASCII are always
    searched: of them a pattern knows more than such a list.
    """

    def __init__(self, words: str, pattern: str, flags: re.RegexFlag = re.I) -> None:
        listed = words.split()
        self._words = frozenset(word for word in listed if word[-1] != "*")
        self._stems = tuple(word[:-1] for word in listed if word[-1] == "*")
        self.pattern = re.compile(pattern, flags)

    def may_fit(self, text: str) -> bool:
        """Whether one of the words stands in a text."""
        if not text.isascii() or not self._words.isdisjoint(_words(text)):
            return True
        low = text.lower() if self._stems else ""
        return any(stem in low for stem in self._stems)

    def search(self, text: str) -> re.Match[str] | None:
        return self.pattern.search(text) if self.may_fit(text) else None


@lru_cache(maxsize=64)
def _words(text: str) -> frozenset[str]:
    return frozenset(_LETTERS.findall(text.lower()))


class Tables:
    """Tables of patterns that are asked about the same text, which is in small letters.

    Nearly every pattern begins with a word, or has one that is always there. They stand in one index by the first
    letters of that word, so that of a thousand patterns only those few are tried that a word of the text speaks for.
    """

    def __init__(self, tables: Mapping[str, Iterable[str]], flags: re.RegexFlag = re.NOFLAG) -> None:
        self._words: dict[str, list[_Near]] = {}
        self._others: dict[str, list[tuple[str, bool]]] = {}  # of a table: what is left, if it is for texts abroad
        self._pattern = cache(lambda branch: re.compile(branch, flags))
        self._near = lru_cache(maxsize=_KNOWN)(self._nearest)
        for name, lines in tables.items():
            left: dict[bool, list[str]] = {}
            for branch in (branch for line in lines for branch in _branches(line.strip()) if branch):
                where, begins = _known_by(branch, flags)
                for begin in begins if where else ():
                    self._words.setdefault(begin, []).append((name, branch, where))
                if not where:
                    left.setdefault(not any(begin[:1].isascii() for begin in begins), []).append(branch)
            self._others[name] = [(one_of(some), abroad) for abroad, some in left.items()]
        self._opens = {begin[: end + 1] for begin in self._words for end in range(len(begin))}
        self._rest = cache(self._of_table)

    def ready(self) -> None:
        """Make all patterns now: that takes as long as some hundred sentences do."""
        for _, branch, _ in (near for some in self._words.values() for near in some):
            self._pattern(branch)
        for other, _ in (other for some in self._others.values() for other in some):
            self._pattern(other)

    def read(self, text: str) -> Callable[[str], bool]:
        """Answers whether a pattern of the table with this name is found in the text."""
        near: defaultdict[str, list[tuple[str, int]]] = defaultdict(list)
        first = True
        for word in _WORD.finditer(text):
            at = word.start()
            for name, branch, where in self._near(text[at : at + _START], first):
                near[name].append((branch, at if where == "here" else -1))
            first = False
        made, rest, plain = self._pattern, self._rest, text.isascii()

        def found(name: str) -> bool:
            for branch, at in near.get(name, ()):
                if made(branch).search(text) if at < 0 else made(branch).match(text, at):
                    return True
            others = rest(name, plain)  # most often none
            return bool(others) and any(search(text) for search in others)

        return found

    def _of_table(self, name: str, plain: bool) -> list[Callable[[str], object]]:
        """How a text, or a plain one, is searched for what of a table no word speaks for."""
        return [self._pattern(other).search for other, abroad in self._others[name] if not (abroad and plain)]

    def _nearest(self, start: str, first: bool) -> list[_Near]:
        """The branches that a word with this beginning speaks for, and that want it first only when it is."""
        some: list[_Near] = []
        for end in range(1, len(start) + 1):
            if start[:end] not in self._opens:
                break
            some += self._words.get(start[:end], ())
        return some if first else [near for near in some if near[2] != "first"]


def _known_by(branch: str, flags: re.RegexFlag) -> tuple[Where, set[str]]:
    """How a word begins that stands where a branch fits, and where that is; else how the branch itself begins."""
    begins = beginnings(branch.removeprefix(r"^\W*"))
    if all(map(_WORD.match, begins)):
        if _BEHIND.sub("", branch).startswith(r"\b"):
            return "here", begins
        if branch.startswith(r"^\W*") and not flags & re.MULTILINE:
            return "first", begins
    inside = [some for some in map(beginnings, _parts(branch)) if all(map(_WORD.match, some))]
    longest = max(inside, key=lambda some: min(map(len, some)), default=begins)
    return "text" if inside else "", longest


def _parts(branch: str) -> Iterator[str]:
    """What of a branch stands behind each space, or edge of a word, that is always there."""
    pieces, depth = _PIECE.findall(branch), 0
    for n, piece in enumerate(pieces):
        depth += (piece[0] == "(") - (piece == ")")
        if piece in (" ", r"\b") and not depth and not _TIMES.fullmatch("".join(pieces[n + 1 : n + 2])):
            yield "".join(pieces[n + 1 :])


def beginnings(pattern: str) -> set[str]:
    """The first characters, up to six, of all that a pattern fits; an empty one when that may be anything."""
    return {begin.rstrip(_ENDS) for begin in _beginnings(_PIECE.findall(pattern)[::-1])}


def _beginnings(pieces: list[str]) -> set[str]:
    """Takes pieces off the end of a list, where the first ones stand, up to the bracket that closes them."""
    found, begins = set[str](), {""}  # those that nothing is added to any more, and those that go on
    while pieces and (piece := pieces.pop()) != ")":
        if piece == "|":
            found, begins = found | begins, {""}
            continue
        nexts = _fits(piece, pieces)
        if pieces and _TIMES.fullmatch(pieces[-1]):
            times = pieces.pop()
            nexts = nexts if times == "?" else {more + _ENDS for more in nexts}
            nexts = nexts | {""} if times in ("?", "*") or times.startswith(("{0", "{,")) else nexts
            if pieces and pieces[-1] in ("+", "?"):
                pieces.pop()
        longer = {(begin + more)[:_START] for begin in begins for more in nexts}
        begins = {begin for begin in longer if len(begin) < _START and begin[-1:] != _ENDS}
        found |= longer - begins
        if not begins:  # whatever follows adds nothing
            if _closed(pieces):
                return found
            begins = {""}
    return found | begins


def _closed(pieces: list[str]) -> bool:
    """Takes pieces off up to the next "or", or to the end of what they stand in; whether it was that."""
    depth = 0
    while pieces:
        piece = pieces.pop()
        if not depth and piece in ("|", ")"):
            return piece == ")"
        depth += (piece[0] == "(") - (piece == ")")
    return True


def _fits(piece: str, rest: list[str]) -> set[str]:
    """How what fits a piece begins; nothing of it is there when it only looks around."""
    if piece[0] == "(":
        inside = _beginnings(rest)
        return inside if piece in ("(", "(?:") else {""} if piece in _AROUND else {_ENDS}
    if piece in ("^", "$", r"\b"):
        return {""}
    if piece[0] == "[" and not re.search(r"[\\^-]", piece):
        return set(piece[1:-1])
    plain = piece[0] not in ".[" and not (piece[0] == "\\" and piece[1].isalnum())
    return {piece[-1] if plain else _ENDS}


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
