"""A text as a person would see it, and where each of its characters came from. It judges nothing.

Compatibility forms, accents and look-alike letters are folded and invisible characters dropped; what was wrapped,
escaped or glued together by code is put together again. All of it is linear in the length of the text.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

Span = tuple[int, int]
Edit = tuple[int, int, str]  # from, to, and what stands there instead
Gap = tuple[int, int, bool]  # a line break inside what may be one token, and whether a backslash says so

_UNUSUAL = re.compile(r"[^\t\n\r -~]")
_FEW = 16  # characters that are replaced one by one; a table is faster for more
_ALIKE = str.maketrans(
    "аеорсухіјѕһԁԛԝӏвАВЕКМНОРСТУХІЈЅҮԌΑΒΕΖΗΙΚΜΝΟΡΤΥΧορνικα\u0131\u0261\u0251",
    "aeopcyxijshdqwlbABEKMHOPCTYXIJSYGABEZHIKMNOPTYXopvika" + "iga",
)


def lazily(pattern: str, flags: int = 0) -> Callable[[], re.Pattern[str]]:
    """A pattern that is compiled when it is first needed: most texts need none, and a command must start fast."""
    return cache(lambda: re.compile(pattern, flags))


@dataclass(frozen=True, slots=True)
class View:
    """A rewritten text; `span` says where a part of it stands in the text it was made from."""

    text: str
    starts: Sequence[int] = (0,)  # of its pieces
    origins: Sequence[tuple[int, int | None]] = ((0, None),)  # where each came from; an end when it was rewritten

    def span(self, start: int, end: int) -> Span:
        return self._at(start, last=False), self._at(end - 1, last=True)

    def _at(self, place: int, *, last: bool) -> int:
        piece = bisect_right(self.starts, place) - 1
        origin, until = self.origins[piece]
        if until is None:
            return origin + place - self.starts[piece] + last
        return until if last else origin


class _Making:
    """A view in the making: pieces one after the other."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._starts: list[int] = []
        self._origins: list[tuple[int, int | None]] = []
        self._length = 0

    def add(self, part: str, origin: int, until: int | None = None) -> None:
        if part:
            self._parts.append(part)
            self._starts.append(self._length)
            self._origins.append((origin, until))
            self._length += len(part)

    def part(self, text: str, edits: Iterable[Edit], start: int, end: int) -> None:
        for first, last, instead in edits:
            self.add(text[start:first], start)
            self.add(instead, first, last)
            start = last
        self.add(text[start:end], start)

    def made(self) -> View:
        return View("".join(self._parts), self._starts or (0,), self._origins or ((0, None),))


def edited(text: str, edits: Iterable[Edit], start: int = 0, end: int | None = None) -> View:
    """A part of a text with some places rewritten; the edits are in order and apart."""
    making = _Making()
    making.part(text, edits, start, len(text) if end is None else min(end, len(text)))
    return making.made()


def fold(text: str) -> View:
    """The text as it looks."""
    if not _UNUSUAL.search(text):
        return View(text)
    chars = set(text)
    forms = {char: looks(char) for char in chars if _UNUSUAL.match(char)}
    alike = {char: form for char, form in forms.items() if len(form) == 1 and form != char}
    if len(alike) <= _FEW:
        for char, form in alike.items():
            text = text.replace(char, form)
    else:
        text = text.translate({ord(char): alike.get(char, char) for char in chars})
    odd = "".join(re.escape(char) for char, form in forms.items() if len(form) != 1)
    if not odd:
        return View(text)
    return edited(text, [(m.start(), m.end(), forms[m[0]]) for m in re.finditer(f"[{odd}]", text)])


@lru_cache(maxsize=8192)
def looks(char: str) -> str:
    """NFKD without marks: a superset of NFKC that needs no neighbours, so offsets stay exact."""
    if char in "\t\n\r":
        return char
    if char in "\v\f\x1c\x1d\x1e\x85\u2028\u2029":
        return "\n"
    plain = ((c, unicodedata.category(c)) for c in unicodedata.normalize("NFKD", char))
    kept = ((c, kind) for c, kind in plain if kind not in {"Mn", "Me", "Cf", "Cc"} and c not in "\u115f\u1160")
    return "".join(" " if kind == "Zs" else c for c, kind in kept).translate(_ALIKE)


def folded(text: str) -> str:
    """A word of ours in the form it has in a folded text."""
    return "".join(map(looks, text))


# -- what was wrapped

_NEWLINE = re.compile(r"\n[ \t]{0,16}(?=[\w+/=.-])", re.A)
_TOKEN_ENDS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_+/=.-")


def breaks(text: str, opening: re.Pattern[str]) -> Iterator[Gap]:
    """The line breaks inside what may be one token, and whether a backslash says so.

    A line that opens with a token of its own does not continue the one before, unless that ended in a dot.
    """
    for gap in _NEWLINE.finditer(text):
        start = gap.start()
        start -= text.startswith("\r", start - 1) and start > 0
        wrapped = start > 0 and text[start - 1] == "\\"
        start -= wrapped
        before = text[start - 1] if start > 0 else ""
        if before in _TOKEN_ENDS and before and (before == "." or not opening.match(text, gap.end())):
            yield start, gap.end(), wrapped


_BEFORE, _BEHIND = 24, 15  # characters on both sides of a break among which a token may begin


class Seams:
    """The two sides of each break, side by side: where the beginning of a broken token is found."""

    def __init__(self, text: str, gaps: Mapping[int, Gap]) -> None:
        self._starts = list(gaps)
        self.low = "".join(
            text[max(0, start - _BEFORE) : start].rjust(_BEFORE, "\0")
            + text[end : end + _BEHIND].ljust(_BEHIND + 1, "\0")
            for start, end, _ in gaps.values()
        ).lower()

    def places(self, words: Iterable[str]) -> Iterator[int]:
        """Where one of these words begins before a break, or is divided by it."""
        for word in words:
            at = self.low.find(word)
            while at >= 0:
                seam, offset = divmod(at, _BEFORE + _BEHIND + 1)
                if offset < _BEFORE:
                    yield self._starts[seam] - _BEFORE + offset
                at = self.low.find(word, at + 1)


# -- what is long enough to be a token

DENSE = 16  # characters
_RUNS = re.compile(rf"[A-Za-z0-9_+/=.-]{{{DENSE},}}+")


def dense(text: str) -> View:
    """Only the long runs of a text, apart: in most texts little, and the only place for most tokens."""
    making = _Making()
    for run in _RUNS.finditer(text):
        making.add(run[0] + "\0", run.start())
    return making.made()


# -- what was escaped or glued together

_NEAR = 240  # characters on both sides of an escape that are read with it
_HEX = "([2-7][0-9A-Fa-f])"
# Each with the sign it begins with, which is all that most texts are searched for.
_ESCAPES = (
    ("%", re.compile(rf"%{_HEX}")),
    ("\\u00", re.compile(rf"\\u00{_HEX}")),
    ("\\x", re.compile(rf"\\x{_HEX}")),
    ("&#x", re.compile(rf"&#x{_HEX};")),
    ("&#", re.compile("&#([0-9]{2,3});")),
)
_GLUE = (  # what stands between two strings that a program puts together, and what must stand before
    (
        "+",
        re.compile(r"""\+[ \t]{0,8}(?:\\?\n[ \t]{0,40})?["']"""),
        re.compile(r"""["'](?:[ \t]{0,8}|[ \t]{0,8}\n[ \t]{0,40})\Z"""),
    ),
    (
        "\n",
        re.compile(r"""\n(?:(?<=["']\n)|(?<=["']\s\n)|(?<=["']\\\n)|(?<=["']\s\\\n))[ \t]{0,40}["']"""),
        re.compile(r"""["']\s?\\?\Z"""),
    ),
)
_EMPHASIS = (
    ("**", re.compile(r"\*\*(?<=\w{4}\*\*)(?=\w{4})", re.A)),
    ("`", re.compile(r"`(?<=\w{4}`)(?=\w{4})", re.A)),
)


def readings(text: str) -> Iterator[View]:
    """The parts of a text that were written in escapes, glued by a program or set in type, as they read."""
    for sign, form in _ESCAPES:
        if sign in text:
            yield from _reading(text, _escapes(text, form))
    if any(sign in text for sign, _, _ in _GLUE):
        yield from _reading(text, _glue(text))
    for sign, form in _EMPHASIS:
        if sign in text:
            yield from _reading(text, [(found.start(), found.end(), "") for found in form.finditer(text)])


def _reading(text: str, edits: Iterable[Edit]) -> Iterator[View]:
    """What stands around some edits, with them; none when there are none."""
    making, near = _Making(), list[Edit]()
    for edit in edits:
        if near and edit[0] - near[-1][1] > 2 * _NEAR:
            _around(making, text, near)
            near = []
        near.append(edit)
    if near:
        _around(making, text, near)
        yield making.made()


def _around(making: _Making, text: str, edits: Sequence[Edit]) -> None:
    end = min(edits[-1][1] + _NEAR, len(text))
    making.part(text, edits, max(0, edits[0][0] - _NEAR), end)
    making.add("\0", end)


def _escapes(text: str, form: re.Pattern[str]) -> Iterator[Edit]:
    decimal = form is _ESCAPES[-1][1]
    for found in form.finditer(text):
        code = int(found[1], 10 if decimal else 16)
        if 32 <= code < 127:
            yield found.start(), found.end(), chr(code)


def _glue(text: str) -> list[Edit]:
    found: list[Edit] = []
    for sign, form, before in _GLUE:
        for each in form.finditer(text) if sign in text else ():
            opened = before.search(text, max(0, each.start() - 60), each.start())
            found += [(opened.start(), each.end(), "")] if opened else []
    return sorted(found)


# -- looking for words

_SHORT = 1_000  # characters up to which a text is looked at as it is
_FOREIGN = re.compile("[\u0142\u0370-\u11ff\u3040-\ud7ff]")


class Page:
    """A folded text, its lower case, and where words stand in it; each is looked for once."""

    __slots__ = ("_at", "_foreign", "_runs", "low", "text")

    def __init__(self, text: str) -> None:
        self.text, self.low = text, text.lower()
        self._at: dict[str, list[int]] = {}
        self._foreign = not text.isascii() and _FOREIGN.search(text) is not None
        self._runs: tuple[Page, View] | None = None

    def runs(self) -> tuple[Page, View]:
        """Only the long runs of characters, as a page, and where they came from."""
        if self._runs is None:
            if not _RUNS.search(self.text):
                return _NO_RUNS
            view = dense(self.text)
            self._runs = Page(view.text), view
        return self._runs

    def telling(self, anchors: Mapping[str, Iterable[int]]) -> set[int]:
        """The numbers of those anchors that stand anywhere; of a long text, in what is left of it when each word is
        there once."""
        low = self.low
        if len(low) < _SHORT:
            return {n for anchor in filter(low.__contains__, anchors) for n in anchors[anchor]}
        words = "\0".join({*low.split()})
        return {n for a, numbers in anchors.items() if a in (low if " " in a else words) for n in numbers}

    def places(self, anchors: tuple[str, ...]) -> list[int]:
        """Where an anchor stands, in order."""
        found = [at for anchor in anchors for at in self._places(anchor)]
        return sorted(found) if len(anchors) > 1 else found

    def _places(self, anchor: str) -> list[int]:
        if (known := self._at.get(anchor)) is not None:
            return known
        found: list[int] = []
        if self._foreign or anchor.isascii():
            at = self.low.find(anchor)
            while at >= 0:
                found.append(at)
                at = self.low.find(anchor, at + 1)
        self._at[anchor] = found
        return found


_NO_RUNS = Page(""), View("")
