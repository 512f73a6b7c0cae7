"""What is said beside a point: a part of it, a unit next to it, an open end, or another point it reaches to."""

from __future__ import annotations

from collections.abc import Callable

from reverie.domain import date_calendar as calendar
from reverie.domain.date_calendar import Piece
from reverie.domain.date_scene import Rule, Scene, Seq, ends, point_of
from reverie.domain.date_tokens import Token


def edge_of(scene: Scene, seq: Seq) -> Token | None:
    """A third of a stretch: "early May" is its first ten days. "End" needs its "of"."""
    edge, point = seq
    if point.kind == "U":
        if point.unit not in calendar.IN_MONTHS or "t" not in point.lead:
            return None
        point = point._replace(pieces=(calendar.whole(scene.today, point.unit, 0),), relative=True)
    whole = point.whole()
    loose = edge.word.lower() in ("start", "beginning", "middle", "end") and "o" not in point.lead
    if whole is None or loose or point.unit == "vague":
        return None
    third = (whole[1] - whole[0]) / 3
    piece = (whole[0] + int(third * edge.value), whole[0] + int(third * (edge.value + 1))) if third >= 1 else whole
    return point_of(seq, piece, relative=point.relative, floats=point.floats)


def _nth(scene: Scene, seq: Seq) -> Token | None:
    """A unit of a point: "the week of 9 June", "the second week of November", "the last week of May"."""
    *head, point = seq
    unit, whole = head[-1].unit, point.whole()
    if "o" not in point.lead or whole is None or unit not in (*calendar.IN_DAYS, *calendar.IN_MONTHS, "half"):
        return None
    start, end = whole
    middle = (start + end) // 2
    if unit == "half":
        piece = (start, middle) if head[0].value == 1 else (middle, end)
    elif len(head) == 2:
        piece = calendar.shift(start, unit, head[0].value - 1), min(calendar.shift(start, unit, head[0].value), end)
    elif head[0].kind == "U":
        return point_of(seq, calendar.whole(start, unit, 0), relative=point.relative, floats=point.floats)
    else:
        piece = calendar.shift(end, unit, head[0].value), end
    return point_of(seq, piece, relative=point.relative, floats=point.floats) if start <= piece[0] < piece[1] else None


def _beside(scene: Scene, seq: Seq) -> Token | None:
    """A unit or a weekday next to a point: "the week before 9 June", "two days after May 7", "the Sunday before …"."""
    *head, link, point = seq
    unit, whole, after = head[-1].unit, point.whole(), link.kind == "a"
    if whole is None or unit not in (*calendar.IN_DAYS, *calendar.IN_MONTHS, "weekday"):
        return None
    start, end = whole
    count = head[0] if len(head) == 2 else None
    piece: Piece
    if unit == "weekday":
        piece = calendar.nearest(end - 1 if after else start, head[-1].value, 1 if after else -1)
    elif count:
        piece = (
            calendar.ago(end - 1, unit, -count.most, -count.value)
            if after
            else calendar.ago(start, unit, count.value, count.most)
        )
    elif unit == "weekend":
        saturday = calendar.nearest(end - 1, 5, 1)[0] if after else calendar.whole(start, unit, -1)[0]
        piece = (saturday, saturday + 2)
    else:
        piece = (end, calendar.shift(end, unit, 1)) if after else (calendar.shift(start, unit, -1), start)
    return point_of(seq, piece, relative=point.relative, floats=point.floats)


def _open(scene: Scene, seq: Seq) -> Token | None:
    """Everything before or after a point, since or until it. The 2023 of "after the 2023 trip" is the trip's."""
    link, point = sorted(seq, key=lambda t: t.kind == "P")
    single = point.end - point.start == len(point.word) and not point.relative
    if "t" in point.lead and single and not ends(scene.after):
        return point
    ways: dict[str, Callable[[Piece], Piece]] = {
        "bvy": lambda piece: (None, piece[0]),
        "az": lambda piece: (piece[1], None),
        "sw": lambda piece: (piece[0], None),
        "ux": lambda piece: (None, piece[1]),
    }
    way = next(way for kinds, way in ways.items() if link.kind in kinds)
    return point_of(seq, *map(way, point.pieces), relative=point.relative)


def from_to(scene: Scene, seq: Seq) -> Token | None:
    """From one point to another; an end without a year takes that of the other."""
    first, last = (t for t in seq if t.kind == "P")
    if len(seq) == 2 and "-" not in last.lead:
        return _nth(scene, seq) if first.value < 0 else None
    pieces: list[Piece] = []
    for (start, _), (late, end) in zip(first.pieces, last.pieces, strict=False):
        if start is None or end is None or late is None:
            return None
        years = calendar.month_of(start) // 12 - calendar.month_of(late) // 12
        if last.floats:
            years += calendar.shift(late, "year", years) < start
            end = calendar.shift(end, "year", years)
        elif first.floats:
            years += calendar.shift(start, "year", -years) > late
            start = calendar.shift(start, "year", -years)
        if start >= end:
            return None
        pieces.append((start, end))
    return point_of(seq, *pieces, relative=first.relative or last.relative)


UNITS: dict[str, Rule] = {
    "EP": edge_of,
    "oUP OUP UP": _nth,
    "UpP UaP nUpP nUaP WpP WaP PpP PaP": _beside,
}
RANGES: dict[str, Rule] = {
    "BP&P FPtP FPuP sPuP PtP PuP PwPx PP": from_to,
    "bP vP aP sP uP Pw Px Py Pz": _open,
}
