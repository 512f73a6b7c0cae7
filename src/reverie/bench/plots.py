"""How a fact unfolds: on which days it is said, when it changes, and how that is put. Pure; the dice are given."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from reverie.bench.phrases import Dice
from reverie.bench.truth import Span

How = Literal["say", "change", "end", "contradict", "tool"]
CUES = ("correction", "switched", "no_longer", "instead", "actually", "silent")
MENTIONS = (2, 2, 3, 3, 4, 5, 6, 7, 8, 10, 12)  # days on which a recurring fact is said; each rung of the ladder
VALUES = {"changed": 2, "twice": 3, "back": 2, "corrected": 2}  # how many values a plot needs; one for the others
# How often each plot is taken, out of their sum.
WEIGHTS = {
    "recurs": 28,
    "once": 12,
    "changed": 20,
    "twice": 6,
    "back": 6,
    "corrected": 9,
    "doubted": 8,
    "tool": 4,
    "near": 12,
    "ended": 6,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Beat:
    """One time a fact is spoken of."""

    day: int
    how: How
    value: int | None  # of the values, or of the false ones
    cue: str = ""
    late: bool = False  # after everything else of its day
    before: int | None = None  # the value it overturns


@dataclass(frozen=True, slots=True, kw_only=True)
class Unfolding:
    beats: tuple[Beat, ...]
    spans: tuple[Span, ...]


def unfold(plot: str, days: int, dice: Dice, cues: Sequence[str]) -> Unfolding:
    """The days of a plot."""
    match plot:
        case "once":
            return _steady([dice.below(days)], "say")
        case "tool":
            return _steady(dice.days(dice.between(1, 3), 0, days), "tool")
        case "near":
            return _steady(dice.days(dice.between(1, 3), 0, days), "say")
        case "doubted":
            return _doubted(days, dice)
        case "changed":
            return _changing([0, 1], days, dice, cues)
        case "twice":
            return _changing([0, 1, 2], days, dice, cues)
        case "back":
            return _changing([0, 1, 0], days, dice, cues)
        case "corrected":
            return _corrected(days, dice)
        case "ended":
            return _changing([0, None], days, dice, ("no_longer",))
    return _steady(dice.days(min(dice.pick(MENTIONS), days), 0, days), "say")


def _steady(on: Sequence[int], how: How) -> Unfolding:
    return Unfolding(beats=tuple(Beat(day=day, how=how, value=0) for day in on), spans=(Span(value=0, since=min(on)),))


def _doubted(days: int, dice: Dice) -> Unfolding:
    """The owner says one thing; a tool, a page or an agent says another, later."""
    said = dice.days(dice.between(2, 5), 0, max(2, days - 1))
    doubts = dice.days(dice.between(1, 2), said[0] + 1, days)
    beats = [Beat(day=day, how="say", value=0) for day in said]
    beats += [Beat(day=day, how="contradict", value=0, late=True) for day in doubts]
    return Unfolding(beats=tuple(beats), spans=(Span(value=0, since=said[0]),))


def _corrected(days: int, dice: Dice) -> Unfolding:
    """Said wrongly, and put right the same day or the next."""
    first = dice.below(max(1, days - 1))
    put_right = min(days - 1, first + dice.below(2))
    again = dice.days(dice.between(0, 3), put_right + 1, days)
    beats = [
        Beat(day=first, how="say", value=0),
        Beat(day=put_right, how="change", value=1, cue="correction", late=True, before=0),
        *(Beat(day=day, how="say", value=1) for day in again),
    ]
    spans = (Span(value=0, since=first, until=put_right), Span(value=1, since=put_right))
    return Unfolding(beats=tuple(beats), spans=spans)


def _changing(values: Sequence[int | None], days: int, dice: Dice, cues: Sequence[str]) -> Unfolding:
    """One value after another; each said on some days before the next overturns it."""
    ends = [days * (n + 1) // len(values) for n in range(len(values))]
    beats: list[Beat] = []
    spans: list[Span] = []
    begin = 0
    for n, value in enumerate(values):
        end = ends[n]
        if n == 0:
            on = dice.days(dice.between(1, 4), begin, end) or [begin]
            first = on[0]
        else:
            first = min(days - 1, dice.between(begin, max(begin, end - 1 - (end - begin) // 3)))
            on = dice.days(dice.between(0, 4), first + 1, end)
            before = values[n - 1]
            how: How = "end" if value is None else "change"
            beats.append(Beat(day=first, how=how, value=value, cue=dice.pick(cues), late=True, before=before))
            spans[-1] = Span(value=before, since=spans[-1].since, until=first)
        if value is not None:
            beats += [Beat(day=day, how="say", value=value) for day in on]
        spans.append(Span(value=value, since=first))
        begin = end
    return Unfolding(beats=tuple(beats), spans=tuple(spans))
