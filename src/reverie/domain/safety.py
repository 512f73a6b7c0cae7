"""Credentials in text: find them, name them, never repeat them.

A hit is a rule's name and two offsets; the value itself is never returned, logged or raised. What a credential looks
like is in `credentials.py`. The text is read as a person would see it (`looks.py`): a token may hide behind look-alike
letters, line breaks, escapes, emphasis or the plus signs of a program.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from reverie.domain import looks
from reverie.domain.credentials import OPENING, RULES, tried, tried_broken
from reverie.domain.looks import Gap, Page
from reverie.domain.passwords import DIGIT, noise

__all__ = ["MARK", "RULES", "Secret", "clean", "redact", "repeated", "secrets"]

MARK = "[REDACTED"  # with which whatever stands instead of a credential begins

_MARKED = re.compile(r"\[REDACTED:[a-z-]{1,40}\]")
# What stands in pages of ours and nobody told, as it is and within JSON: citations, and where a field of the front
# matter ends and one that we write begins. "The password for the admin account" is not `session: claude-code:…`.
_CITED = re.compile(r"streams/\d{4}-\d\d-\d\d#[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_FRONT = re.compile(r"(?:\A|\")---(?:\r?\n|\\n)(?:(?!---).){1,4000}(?:\n|\\n)---", re.S)
_FIELD = re.compile(
    r"(?:\r?\n|\\n)(?=(?:accessCount|aliases|base|cites|compactions|confidence|contradicts|created|days|description"
    r"|ended|expires|fallback|fragment|heading|host|id|kind|lastAccessed|lastReinforced|name|origin|pinned|project"
    r"|read-by|retired|session|source|started|strength|summary-by|tags|through|title|tools|topics|trust|turns"
    r"|type): |---\Z)"
)
_PIECE = re.compile(r"[\w+/=.-]+", re.A)
_ALNUM = re.compile("[A-Za-z0-9]")
_YEAR = re.compile(r"(?:19|20)\d\d")
_PIN = 4  # characters of the shortest that is looked for again
_SHORTEST = 7  # characters of a text that can hold a credential, such as `pin:0937`
_AROUND = 60  # characters on both sides of a broken token that are read with it
_LINES = 100  # that a token may be broken over
_LONG = 200  # characters of the next line that tell whether it goes on with a token

Found = tuple[int, int, int]  # from, to, number of the rule


@dataclass(frozen=True, slots=True)
class Secret:
    """Where a credential stands in the original text, and which rule knew it; never its value."""

    rule: str
    start: int
    end: int


def secrets(text: str) -> tuple[Secret, ...]:
    """Every credential in the text, in order; hits that overlap become one, under the earliest rule."""
    if len(text) < _SHORTEST:
        return ()
    view = looks.fold(text)
    seen = view.text
    if MARK in seen:  # an earlier redaction becomes NULs, which folding has removed from all else and no rule accepts
        seen = _MARKED.sub(_blank, seen)
    if "streams/" in seen:
        seen = _CITED.sub(_blank, seen)
    if "---" in seen:
        seen = _FRONT.sub(lambda front: _FIELD.sub(_blank, front[0]), seen)
    page = Page(seen)
    found = list(_in(page))
    if "\n" in seen:
        found += _broken(page, {start for start, _, _ in found})
    found += _disguised(seen)
    if not found:
        return ()
    merged: list[Found] = []
    for start, end, n in sorted(found):
        if merged and start < merged[-1][1]:
            first, last, m = merged[-1]
            merged[-1] = (first, max(last, end), min(m, n))
        else:
            merged.append((start, end, n))
    return tuple(Secret(RULES[n].name, *view.span(start, end)) for start, end, n in merged)


def redact(text: str) -> str:
    """The text with each credential replaced by `[REDACTED:<rule>]`; nothing is left to find."""
    # Taking one hit out can lay another bare; a mark is opaque to every rule, so this comes to rest.
    while hits := secrets(text):
        parts, last = [], 0
        for hit in hits:
            parts += [text[last : hit.start], f"{MARK}:{hit.rule}]"]
            last = hit.end
        text = "".join(parts) + text[last:]
    return text


def repeated(texts: Iterable[str], known: Iterable[str] = ()) -> re.Pattern[str] | None:
    """Finds the credentials of some texts, and `known` ones, elsewhere, where nothing but the value tells; else None.

    Only what is no word and no year: "my password is summer" must not take the summer out of what else is said.
    """
    held = [*known, *(text[hit.start : hit.end] for text in texts for hit in secrets(text))]
    found = {value.strip("\"'`“”‘’ ,;:.!?") for value in held}
    telling = [value for value in found if len(value) >= _PIN and DIGIT.search(value) and not _YEAR.fullmatch(value)]
    longest = sorted(telling, key=lambda value: (-len(value), value))
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest))})(?!\w)") if longest else None


def clean(*texts: str) -> bool:
    """Whether none of these texts holds a credential."""
    return not any(secrets(text) for text in texts)


def _blank(found: re.Match[str]) -> str:
    return "\0" * len(found[0])


def _in(page: Page) -> Iterator[Found]:
    return ((start, end, n) for n in tried(page) for start, end in RULES[n].find(page))


def _broken(page: Page, known: set[int]) -> Iterator[Found]:
    """Tokens that go on in the next line."""
    text = page.text
    gaps = {gap[0]: gap for gap in looks.breaks(text, OPENING())}
    if not gaps:
        return
    seams = looks.Seams(text, gaps)
    runs, view = page.runs()
    for n in tried_broken(page, seams.low):
        rule = RULES[n]
        if rule.hint:
            places = [hint.end() for hint in rule.hint.finditer(text)]
        else:
            begun = {view.span(at, at + 1)[0] for at in runs.places(rule.anchors)} | {*seams.places(rule.anchors)}
            places = sorted(at for at in begun if not at or not _ALNUM.match(text, at - 1))
        done = 0
        for at in places:
            if at >= done and (crossed := _crossed(text, at, gaps)):
                done = crossed[-1][1]
                yield from _joined(text, n, crossed, at, known)


def _crossed(text: str, at: int, gaps: Mapping[int, Gap]) -> list[Gap]:
    """The line breaks a token would have to cross that begins here."""
    crossed: list[Gap] = []
    while len(crossed) < _LINES and (run := _PIECE.match(text, at)) and (gap := gaps.get(run.end())):
        crossed.append(gap)
        at = gap[1]
    return crossed


def _joined(text: str, n: int, crossed: Sequence[Gap], at: int, known: set[int]) -> Iterator[Found]:
    """A broken token, joined first only by what is plainly its rest, so that the next line's word survives."""
    rest = _PIECE.match(text, crossed[-1][1])
    first, last = max(0, at - _AROUND), (rest.end() if rest else crossed[-1][1]) + _AROUND
    for every in (False, True):
        edits = [(start, end, "") for start, end, wrapped in crossed if every or wrapped or _goes_on(text, end)]
        view = looks.edited(text, edits, first, last)
        for start, end in RULES[n].find(Page(view.text)):
            begin, stop = view.span(start, end)
            if not every or (begin not in known and len(DIGIT.findall(view.text, start, end)) > 2):
                known.add(begin)
                yield begin, stop, n


def _goes_on(text: str, at: int) -> bool:
    rest = _PIECE.match(text, at, at + _LONG)
    return bool(rest and DIGIT.search(rest[0]) and noise(rest[0]))


def _disguised(text: str) -> Iterator[Found]:
    """What only shows once escapes are read, strings are put together and emphasis is taken off."""
    for view in looks.readings(text):
        for start, end, n in _in(Page(view.text)):
            begin, stop = view.span(start, end)
            # The part that was read may end within the value.
            rest = _PIECE.match(text, stop) if view.text.startswith("\0", end) else None
            yield begin, rest.end() if rest else stop, n
