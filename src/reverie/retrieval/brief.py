"""The brief: what a session starts with. Core memory, then all pages or the firmest of them, and what waits.

The same bytes as long as nothing changed. Light to import, for hooks.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from itertools import zip_longest

from reverie.domain import fence
from reverie.domain.tokens import tokens
from reverie.light import TYPE_CHECKING
from reverie.retrieval.inject import (
    BOUNDARY,
    TRUSTED,
    Asked,
    Injection,
    InjectSettings,
    as_heading,
    as_line,
    flat,
    folded,
    may_be_told,
    said_in,
    why_not,
)
from reverie.store.ledger import Given

if TYPE_CHECKING:
    from reverie.store.glance import Glance, Sheet

_WHOLE = ("belief", "entity", "skill", "note")  # the firmest of the first kind are what a summary tells
_FEW = 2_000  # passages in all, up to which all pages may be told
_LISTED = 60  # of many pages: the firmest, and as many of the newest, that are looked at for headings
_ALERTS = 3  # that a start tells of
_DIFF = 240  # characters of what changed
_MORE = "(there is more: search for it)"


def start(asked: Asked, vault: Glance, known: Callable[[], str], settings: InjectSettings, most: int = 0) -> Injection:
    """What a session begins with. `most` is how many characters the host takes, `known` gives what its files say."""
    why = why_not(asked, settings)
    if why:
        return Injection(reason=why)
    channel, told = asked.origin == "channel", _Told(known())
    always = [] if channel else vault.sheets(asked.spaces, ("core", "summary"), 150)
    parts = _core(always, told)
    waiting = [] if channel else _waiting(vault)
    around = tokens("\n\n".join([fence.block(BOUNDARY if channel else ""), *parts, *waiting, _MORE]))
    room = max(settings.start - around, settings.start // 3)  # a long core memory leaves some room for the project
    if most:  # one token is 3.5 characters at least
        room = min(room, int(most / 4.5) - around)
    few = not channel and vault.size(asked.spaces) <= _FEW and vault.weight(asked.spaces, _WHOLE) <= settings.whole
    pages = _standing(asked, vault, everything=few)
    given: list[Given] = []
    whole = _whole(pages, told.so_far(), vault, room) if few else None
    if whole:
        lines, given = whole
        parts += ["\n".join(["## What is remembered", *lines])] if lines else []
    elif room > 0:
        parts += _firmest([s for s in always if s.kind == "summary"], pages, told, room, vault)
        given = [Given(*s.name, "") for s in pages if told.heard(s.title) and _body(s) in ([], [folded(s.title)])]
    parts += waiting
    if not parts:
        return Injection(reason="nothing is remembered yet")
    body = "\n\n".join(parts)
    body = fence.cut(body, int(most / 4.5)) if most else body
    text = fence.block(f"{BOUNDARY}\n{body}" if channel else body)
    return Injection(text=text, matched=len(pages), given=tuple(given), score=1.0, tokens=tokens(text))


class _Told:
    """Lines that are told already, here or by the host's own files."""

    def __init__(self, files: str) -> None:
        self._files = files
        self._lines: set[str] = set()

    def so_far(self) -> _Told:
        """Of its own: what is tried does not count as told here."""
        other = _Told(self._files)
        other._lines = set(self._lines)
        return other

    def heard(self, line: str) -> bool:
        return folded(line) in self._lines

    def new(self, lines: Iterable[str], room: float = float("inf")) -> tuple[list[str], bool]:
        """Those that nobody has told yet, as many as there is room for; and whether some were left out."""
        kept: list[str] = []
        for line in lines:
            words = folded(line)
            if not words or words in self._lines or said_in(line, self._files):
                continue
            room -= tokens(line) + 1
            if room < 0:
                return kept, True
            self._lines.add(words)
            kept.append(line)
        return kept, False


def _core(always: Sequence[Sheet], told: _Told) -> list[str]:
    """Core memory whole, a section each, the nearest space's lines first."""
    sections: dict[str, list[str]] = {}
    for sheet in always:
        if sheet.kind == "core" and sheet.trust in TRUSTED:
            sections.setdefault(flat(sheet.title), []).extend(told.new(_lines(sheet))[0])
    return ["\n".join([f"## {title}", *lines]) for title, lines in sections.items() if lines]


def _standing(asked: Asked, vault: Glance, *, everything: bool) -> list[Sheet]:
    """The pages that may be told: pinned ones, then the firmest and the newest in turn; of many, so many of each.

    The nearest copy of each, and none that is dormant.
    """
    large = vault.size(asked.spaces) > _FEW and asked.origin != "channel"
    firm = vault.firmest(asked.spaces, _WHOLE[1:] if large else _WHOLE, _FEW if everything else _LISTED)
    new = vault.newest(asked.spaces, _WHOLE, _FEW if everything else _LISTED)
    names = list(dict.fromkeys(name for pair in zip_longest(firm, new) for name in pair if name))
    sheets = (
        vault.sheets(asked.spaces, _WHOLE, _FEW)
        if everything
        else [sheet for name in names if (sheet := vault.sheet(*name))]
    )
    gone = {name for name, state in vault.faded().items() if state in ("dormant", "archived")}
    order = {space: n for n, space in enumerate(asked.spaces)}
    nearest: dict[tuple[str, str], Sheet] = {}
    for sheet in sorted(sheets, key=lambda s: order.get(s.space, 99)):
        if sheet.name not in gone and may_be_told(sheet):
            nearest.setdefault(sheet[1:3], sheet)
    place = {name: n for n, name in enumerate(names)}
    return sorted(nearest.values(), key=lambda s: (not s.pinned, place.get(s.name, len(place)), s.name))


def _whole(pages: Sequence[Sheet], told: _Told, vault: Glance, room: int) -> tuple[list[str], list[Given]] | None:
    """Pages whole: in a line when they are one, else under it; None when there is no room for all of them."""
    lines: list[str] = []
    given: list[Given] = []
    for sheet in sorted(pages, key=lambda s: s.kind == "entity"):  # which tell again what beliefs tell
        body = [line for line in fence.inert(sheet.text).splitlines() if line.strip() and not line.startswith("#")]
        new, _ = told.new(body)
        if not new:
            given.append(Given(*sheet.name, ""))
            continue
        if len(body) == 1 and sheet.kind != "entity":
            lines.append(as_line(sheet, " ".join(new[0].split()), vault))
        else:
            rest = [f"  {line}" for line in new if folded(line) != folded(sheet.title)]
            lines.append("\n".join([as_line(sheet, flat(sheet.title), vault), *rest]))
        given.append(Given(*sheet.name, vault.handle(*sheet.name)))
        room -= tokens(lines[-1]) + 1
        if room < 0:
            return None
    return lines, given


def _firmest(summaries: Sequence[Sheet], pages: Sequence[Sheet], told: _Told, room: float, vault: Glance) -> list[str]:
    """Of the project, then of everything, then the headings of what is left: each gets half of the room there is."""
    parts: list[str] = []
    more = False
    for sheet in summaries:
        title = "## This project" if sheet.space.startswith("project/") else "## Summary"
        lines, left = told.new((line for line in _lines(sheet) if not line.startswith("# ")), room / 2 - tokens(title))
        more |= left
        if lines:
            parts.append("\n".join([title, *lines]))
            room -= tokens(parts[-1]) + 1
    title = "## Headings"
    headings = {as_heading(s, vault): s for s in pages if not told.heard(s.title)}
    lines, left = told.new(headings, room - tokens(title))
    if lines:
        parts.append("\n".join([title, *lines]))
    if more or left or len(pages) >= _LISTED:
        parts.append(_MORE)
    return parts


def _lines(sheet: Sheet) -> list[str]:
    """The lines of a page, without its own heading."""
    lines = [line.rstrip() for line in fence.inert(sheet.text).splitlines() if line.strip(" -*")]
    return [line for line in lines if not line.startswith("## ")]


def _body(sheet: Sheet) -> list[str]:
    return [folded(line) for line in sheet.text.splitlines() if line.strip() and not line.startswith("#")]


def _alert(path: str, day: str, diff: Sequence[str]) -> str:
    """A change of a watched file in one line, to be put to the person, who alone can acknowledge it."""
    when = f"was changed on {day}" if day else "was changed since memory last looked"
    what = flat("; ".join(diff))[:_DIFF]
    return (
        f"Heads up: {flat(path)} {when}. What changed: {what}. Tell the person and ask whether that was meant; they "
        "acknowledge it with `reverie audit ack`."
    )


def _waiting(vault: Glance) -> list[str]:
    """One line each for what waits for a person; none when an older version left that in another form."""
    try:
        alerts, found = vault.alerts(), vault.waiting()
    except sqlite3.Error:  # whoever writes next brings it up to date; what is remembered is told meanwhile
        return []
    lines = [_alert(*alert) for alert in alerts[:_ALERTS]]
    if len(alerts) > _ALERTS:
        lines.append(f"{len(alerts) - _ALERTS} more changes of watched files are not acknowledged (`reverie status`).")
    if found.reflections:
        first = found.reflections[0]
        what = "A reflection waits" if len(found.reflections) == 1 else f"{len(found.reflections)} reflections wait"
        lines.append(f"{what} for the user (`reverie review show {first}`).")
    if found.proposed:
        lines.append(f"{_count(found.proposed, 'proposal')} for review, made by sub-agents (`reverie review`).")
    if found.odds:
        lines.append(f"{_count(found.odds, 'contradiction')} for the user's word (`reverie review`).")
    if found.held:
        lines.append(f"{_count(found.held, 'proposal')} for review (`reverie review`).")
    return ["\n".join(lines)] if lines else []


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'s wait' if number > 1 else ' waits'}"
