"""Where everything stands in a JSON text, so that it can be changed without being written anew.

Strict JSON, or the relaxed kinds that hosts read: comments, trailing commas, JSON5's keys, quotes and numbers.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

_SPACE = re.compile(r"[ \t\r\n]*")
_LOOSE_SPACE = re.compile(r"(?:\s|\ufeff|//[^\n\r\u2028\u2029]*|/\*.*?\*/)*", re.S)
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"')
_LOOSE_STRING = re.compile(r"""\"(?:[^"\\\n\r]|\\(?:\r\n|.))*"|'(?:[^'\\\n\r]|\\(?:\r\n|.))*'""", re.S)
_WORD = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|true\b|false\b|null\b")
_LOOSE_WORD = re.compile(
    r"[+-]?(?:0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|Infinity|NaN)(?![\w.])|true\b|false\b|null\b"
)
_KEY = re.compile(r"[\w$]+")
_ESCAPES = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", "0": "\0"}
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(\r\n|.))", re.S)
_DEEPEST = 200


class Malformed(ValueError):
    """The text is not what it should be; says where."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A value and where it stands; of an object and an array also what is in it."""

    start: int
    end: int
    value: Any
    first: int = 0  # where it begins with its key, if it has one
    members: tuple[tuple[str, Part], ...] | None = None  # of an object
    items: tuple[Part, ...] | None = None  # of an array

    def get(self, *path: str) -> Part | None:
        """What stands below, by keys; of two with one key the last, as hosts take it."""
        found: Part | None = self
        for key in path:
            inside = found.members if found is not None and found.members is not None else ()
            found = next((part for name, part in reversed(inside) if name == key), None)
        return found

    @property
    def inside(self) -> tuple[Part, ...]:
        """The parts of an object or an array, in order."""
        if self.members is not None:
            return tuple(part for _, part in self.members)
        return self.items or ()


def read(text: str, *, relaxed: bool) -> Part:
    """The whole of a text; Malformed when it is not JSON (with `relaxed`: not JSON5 either)."""
    reading = _Reading(text, relaxed)
    at = reading.skip(1 if text.startswith("\ufeff") else 0)
    found = reading.value(at, 0)
    if reading.skip(found.end) != len(text):
        raise reading.wrong(reading.skip(found.end), "something follows the end")
    return found


def gap(text: str, at: int, *, relaxed: bool) -> int:
    """Where the spaces and comments that begin at a place end."""
    return _Reading(text, relaxed).skip(at)


class _Reading:
    def __init__(self, text: str, relaxed: bool) -> None:
        self.text = text
        self.relaxed = relaxed

    def skip(self, at: int) -> int:
        found = (_LOOSE_SPACE if self.relaxed else _SPACE).match(self.text, at)
        return found.end() if found else at

    def wrong(self, at: int, why: str) -> Malformed:
        line = self.text.count("\n", 0, at) + 1
        column = at - self.text.rfind("\n", 0, at)
        return Malformed(f"line {line}, column {column}: {why}")

    def value(self, at: int, depth: int, first: int | None = None) -> Part:
        first = at if first is None else first
        if depth > _DEEPEST:
            raise self.wrong(at, "it is nested too deeply")
        sign = self.text[at : at + 1]
        if sign == "{":
            return self._object(at, depth, first)
        if sign == "[":
            return self._array(at, depth, first)
        if sign and sign in ("\"'" if self.relaxed else '"'):
            value, end = self._string(at)
            return Part(start=at, end=end, value=value, first=first)
        found = (_LOOSE_WORD if self.relaxed else _WORD).match(self.text, at)
        if not found:
            raise self.wrong(at, "a value is missing" if not sign or sign in ",]}" else f"{sign!r} begins no value")
        return Part(start=at, end=found.end(), value=_plain(found[0]), first=first)

    def _string(self, at: int) -> tuple[str, int]:
        found = (_LOOSE_STRING if self.relaxed else _STRING).match(self.text, at)
        if not found:
            raise self.wrong(at, "a text is not closed, or holds what it must not")
        if not self.relaxed or _STRING.fullmatch(found[0]):
            return json.loads(found[0]), found.end()
        plain = _ESCAPE.sub(_unescaped, found[0][1:-1]).encode("utf-16", "surrogatepass")
        return plain.decode("utf-16", "surrogatepass"), found.end()

    def _key(self, at: int) -> tuple[str, int]:
        if self.text[at : at + 1] == '"' or (self.relaxed and self.text[at : at + 1] == "'"):
            return self._string(at)
        found = _KEY.match(self.text, at) if self.relaxed else None
        if not found:
            raise self.wrong(at, "a key is missing")
        return found[0], found.end()

    def _object(self, at: int, depth: int, first: int) -> Part:
        members: list[tuple[str, Part]] = []
        here, comma = self.skip(at + 1), True
        while self.text[here : here + 1] != "}":
            if not comma:
                raise self.wrong(here, "a comma is missing, or the end of an object")
            key, end = self._key(here)
            colon = self.skip(end)
            if self.text[colon : colon + 1] != ":":
                raise self.wrong(colon, f"a colon is missing after {key[:40]!r}")
            found = self.value(self.skip(colon + 1), depth + 1, here)
            members.append((key, found))
            here, comma = self._next(found.end, "}")
        return Part(
            start=at, end=here + 1, value={k: p.value for k, p in members}, first=first, members=tuple(members)
        )  # fmt: skip

    def _array(self, at: int, depth: int, first: int) -> Part:
        items: list[Part] = []
        here, comma = self.skip(at + 1), True
        while self.text[here : here + 1] != "]":
            if not comma:
                raise self.wrong(here, "a comma is missing, or the end of a list")
            items.append(self.value(here, depth + 1))
            here, comma = self._next(items[-1].end, "]")
        return Part(start=at, end=here + 1, value=[p.value for p in items], first=first, items=tuple(items))

    def _next(self, at: int, close: str) -> tuple[int, bool]:
        """Where the next part begins, and whether a comma says that there is one."""
        here = self.skip(at)
        if self.text[here : here + 1] != ",":
            return here, False
        after = self.skip(here + 1)
        if self.text[after : after + 1] == close and not self.relaxed:
            raise self.wrong(here, "a comma stands before the end")
        return after, True


def _plain(word: str) -> Any:
    try:
        return json.loads(word)
    except ValueError:
        sign, digits = (-1 if word[0] == "-" else 1), word.lstrip("+-")
        return sign * (int(digits, 16) if digits[:2] in ("0x", "0X") else float(digits))


def _unescaped(found: re.Match[str]) -> str:
    code, short, sign = found[1], found[2], found[3]
    if sign is not None:
        return "" if sign in ("\n", "\r", "\r\n", "\u2028", "\u2029") else _ESCAPES.get(sign, sign)
    return chr(int(code or short, 16))
