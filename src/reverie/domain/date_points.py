"""Dates and distances from now, each a rule that makes one point of its tokens: "7 May", "last week", "3 days ago"."""

from __future__ import annotations

from reverie.domain import date_calendar as calendar
from reverie.domain.date_calendar import Piece
from reverie.domain.date_ranges import edge_of, from_to
from reverie.domain.date_scene import Rule, Scene, Seq, counted, ends, in_calendar, point_of
from reverie.domain.date_tokens import Token
from reverie.domain.date_words import WEAK

VAGUE = 30  # days that "recently" reaches back

_EACH = " every each jeden jeder jedes jede jeweils chaque tous toutes cada todos todas "  # no day, but many
_LASTING = ("will", "would", "may", "might", "can", "could", "should", "must", "to", "did", "does", "not")


def _full(scene: Scene, seq: Seq) -> Token | None:
    """Day, month and year in any order, or two of them."""
    by_kind = {token.kind.replace("O", "D"): token for token in seq}
    month, day, year, near = (by_kind.get(kind) for kind in "MDYK")
    if month is None or (near and near.unit != "year"):
        return None
    if "." in month.lead and month.word.lower() in ("may", "march"):
        return None  # "It was 7. May I go?"
    if seq[-1].kind in "DY" and counted(scene.after):
        return None  # "in March 3 people came"
    verb = month.word in ("may", "march") and not year and seq[-1].kind != "O"
    if verb and (seq[-1].kind != "D" or not ends(scene.after)):
        return None
    then = year.value if year else calendar.month_of(scene.today) // 12 + near.value if near else 0
    return _dated(scene, seq, month.value, day.value if day else 0, then)


def _dated(scene: Scene, seq: Seq, month: int, day: int, year: int) -> Token:
    """Without a year the latest that has begun, or the next to come when the text says "will"."""
    this = calendar.month_of(scene.today) // 12
    some = range(this, this + 9) if scene.future else range(this, this - 9, -1)
    for candidate in [year] if year else some:
        piece = calendar.piece(candidate, month, day)
        if piece and (year or (piece[1] > scene.today if scene.future else piece[0] <= scene.today)):
            return Token("P", seq[0].word, seq[0].start, seq[-1].end, seq[0].lead, pieces=(piece,), floats=not year)
    # These words are spoken for, though they name no day: 31 February is not some February.
    return Token(".", seq[0].word, seq[0].start, seq[-1].end)


def _month(scene: Scene, seq: Seq) -> Token | None:
    weak = f" {seq[0].word.lower()} " in WEAK
    return None if weak and not in_calendar(scene, seq[0]) else _dated(scene, seq, seq[0].value, 0, 0)


def _year(scene: Scene, seq: Seq) -> Token | None:
    year = seq[0]
    fits = scene.kind in "isbauvEFB" or scene.goes_on or (scene.kind in "UoP" and "o" in year.lead) or "!" in year.lead
    if "t" in year.lead and scene.after:
        fits = 1950 <= year.value <= calendar.month_of(scene.today) // 12 + 2 and scene.after.word[0].isalnum()
    if scene.kind in "BF" and scene.after and scene.after.kind in "t&u":
        fits = False  # "from 2048 to 4096"; two years are a shape of their own
    named = scene.kind == "U" and scene.before[-1].unit == "year"
    alone = not scene.before and not scene.after
    if counted(scene.after) or not (fits or named or alone):
        return None
    return point_of(seq, calendar.years(year.value, year.value))


def _years(scene: Scene, seq: Seq) -> Token | None:
    first, last = (t.value for t in seq if t.kind == "Y")
    return None if first >= last or counted(scene.after) else point_of(seq, calendar.years(first, last))


def _part(scene: Scene, seq: Seq) -> Token | None:
    """A season or a quarter, with its year, from now ("last summer") or just so ("in the summer")."""
    by_kind = {token.kind.upper(): token for token in seq}
    token = by_kind.get("S") or by_kind["Q"]
    if year := by_kind.get("Y"):
        first = year.value * 12 + token.value
        # "Winter 2022" is said of the one that began then and of the one that ended then.
        begun = (first, first - 12) if token.value == 11 else (first,)
        return point_of(seq, *(calendar.months(month, 3) for month in begun))
    near = by_kind.get("R")
    name = token.word[0].isupper() and scene.after is not None and scene.after.word[0].isupper()
    if near is None and (not in_calendar(scene, token) or (token.kind == "S" and name)):
        return None
    return point_of(seq, _named(scene, token.value, 3, near), relative=bool(near), floats=not near)


def _near_month(scene: Scene, seq: Seq) -> Token | None:
    near, month = sorted(seq, key=lambda t: t.kind == "M")
    verb = month.word in ("may", "march")
    return None if verb else point_of(seq, _named(scene, month.value - 1, 1, near), relative=True)


def _named(scene: Scene, month: int, size: int, near: Token | None) -> Piece:
    """The last such months that are over, those of this year, or the next; without a word, the latest begun."""
    now = calendar.month_of(scene.today)
    latest = now - (now - month) % 12
    running = latest + size > now
    if near is None:
        latest += 12 * (scene.future and not running)
    elif near.value < 0:
        latest -= 12 * (running - near.value - 1)
    elif near.value > 0:
        latest += 12 * near.value
    elif not running:
        latest = now // 12 * 12 + month
    return calendar.months(latest, size)


def _days(scene: Scene, seq: Seq) -> Token | None:
    """Two days of one month: "3-9 May", "between 3 and 9 May 2023"."""
    month, year = next(t.value for t in seq if t.kind == "M"), sum(t.value for t in seq if t.kind == "Y")
    days = [n for t in seq if t.kind in "DOG" for n in ((t.value, t.most) if t.kind == "G" else (t.value,))]
    first, last = (_dated(scene, seq, month, day, year) for day in days)
    if not first.pieces or not last.pieces:
        return first._replace(kind=".")
    return from_to(scene, (first, last._replace(lead="-")))


def _near_unit(scene: Scene, seq: Seq) -> Token | None:
    """ "Last week" is the calendar's; "the last week" and "the past week" end today, and "coming weeks" are some."""
    unit, near = sorted(seq, key=lambda t: t.kind != "U")
    if unit.unit in ("minute", "hour", "half", "day") or _of_another(scene):
        return None
    rolling = near.kind == "R" and ("t" in near.lead or near.word.lower() in ("past", "this")) and near.value == -1
    if unit.word.lower() in ("weeks", "months", "years"):
        return _rolling(scene, (*seq, Token("N", "", 0, unit.end, value=5, most=5)))
    if rolling and unit.unit != "weekend":
        return point_of(
            seq, (calendar.shift(scene.today, unit.unit, -1), scene.today + 1), relative=True, unit=unit.unit, value=-1
        )
    return point_of(
        seq, calendar.whole(scene.today, unit.unit, near.value), relative=True, unit=unit.unit, value=near.value
    )


def _of_another(scene: Scene) -> bool:
    """Does it belong to something that is no time? ("the last week of the trip")"""
    return scene.after is not None and "o" in scene.after.lead and scene.after.kind not in "MYSQDOKRP"


def _one_of_many(scene: Scene, near: Token) -> bool:
    """Is it the last of some, and not the one that was? ("every last Friday", "the last Monday before Easter")"""
    every = scene.before and f" {scene.before[-1].word.lower()} " in _EACH
    after = scene.after
    counted_in = after is not None and ("o" in after.lead or ("t" in near.lead and after.kind in "ba"))
    return bool(every) or counted_in


def _rolling(scene: Scene, seq: Seq) -> Token | None:
    """So many units up to today, or from today on: "in the last 10 days", "the next few weeks"."""
    unit, count = next(t for t in seq if t.kind == "U"), next(t for t in seq if t.kind in "DN")
    near = next((t.value for t in seq if t.kind in "Rr"), -1)
    lasts = seq[0].word == "last" and scene.before and scene.before[-1].word in _LASTING
    if unit.unit == "half" or near == 0 or lasts or _of_another(scene) or seq[0].word.lower() == "since":
        return None
    far = _moved(scene, unit.unit, count.most * near)
    return point_of(seq, (far, scene.today + 1) if near < 0 else (scene.today, far + 1), relative=True)


def _moved(scene: Scene, unit: str, by: int) -> int:
    if unit in ("hour", "minute"):
        return scene.today + (scene.hour + by // (1 if unit == "hour" else 60)) // 24
    return calendar.shift(scene.today, unit, by)


def _past(scene: Scene, seq: Seq) -> Token | None:
    unit = next(t.unit for t in seq if t.kind == "U")
    sign = -1 if seq[-1].kind == "f" else 1
    counts = sorted(sign * n for t in seq if t.kind in "DNG" for n in (t.value, t.most))
    if unit == "half" or (scene.before and scene.before[-1].unit == "half"):
        return None
    if unit in ("hour", "minute"):
        day = _moved(scene, unit, -counts[0])
        return point_of(seq, (day, day + 1), relative=True)
    return point_of(seq, calendar.ago(scene.today, unit, counts[0], counts[-1]), relative=True)


def _near_weekday(scene: Scene, seq: Seq) -> Token | None:
    day, near = sorted(seq, key=lambda t: t.kind != "W")
    if near.value == -1 and near is seq[0] and _one_of_many(scene, near):
        return None
    if (near.kind == "c" and not (scene.past or scene.future)) or (near.kind == "K" and near.unit != "week"):
        return None
    anchor = calendar.whole(scene.today, "week", near.value)[0] if near.kind == "K" else scene.today
    by = (-1 if scene.past else 1) if near.kind == "c" else 0 if near.kind == "K" else near.value
    return point_of(seq, calendar.nearest(anchor, day.value, by), relative=True, unit="weekday", value=day.value)


def _nth_weekday(scene: Scene, seq: Seq) -> Token | None:
    """The first or last such day of a month: a day when that month is named, else every month has one.

    What named the month without its year is only sure of the one that is running, or when the text says which.
    """
    nth, day, *rest = seq
    if nth.kind in "Rr" and nth.value != -1:
        return None
    within = next((t for t in rest if t.kind in "MU"), None)
    linked = any("o" in t.lead or t.kind == "i" or f" {t.word.lower()} " in _EACH for t in rest)
    if within is None or not linked or (within.kind == "M" and any(t.kind == "." for t in rest)):
        return None
    near = next((t.value for t in rest if t.kind == "R"), None)
    if within.kind == "U" and (near is None or within.unit not in calendar.IN_MONTHS):
        return Token(".", nth.word, nth.start, seq[-1].end)  # these words are spoken for, and name no day
    if near is not None:
        whole = calendar.whole(scene.today, within.unit, near)
        sure = True
    else:
        year = next((t.value for t in rest if t.kind == "Y"), 0)
        month = _dated(scene, seq, within.value, 0, year)
        whole = (month.whole() if month.pieces else None) or (0, 0)
        running = calendar.month_of(whole[0]) == calendar.month_of(scene.today)
        sure = running or scene.past or scene.future
    if nth.kind in "Rr":
        piece = calendar.nearest(whole[1], day.value, -1)
    else:
        first = calendar.nearest(whole[0] - 1, day.value, 1)[0] + 7 * (nth.value - 1)
        piece = (first, first + 1)
    return point_of(seq, piece, relative=sure) if whole[0] <= piece[0] < whole[1] else None


def _near_day(scene: Scene, seq: Seq) -> Token | None:
    return point_of(seq, calendar.whole(scene.today, seq[0].unit, seq[0].value), relative=True)


def _vague(scene: Scene, seq: Seq) -> Token | None:
    return point_of(seq, (scene.today - VAGUE, scene.today + 1), relative=True, unit="vague")


POINTS: dict[str, Rule] = {
    "dMY MdY YMd dM Md MY YM RMd RMdY KM KMd": _full,
    "GMY MGY GM MG Bd&dM Bd&dMY FdtdM FdtdMY FdudM FdudMY didM didMY Mdtd MdtdY": _days,
    "M": _month,
    "Y": _year,
    "BY&Y FYtY FYuY YtY": _years,
    "S Q RS rS Sr SY QY YQ": _part,
    "RM rM Mr": _near_month,
    "RU rU Ur": _near_unit,
    "RnU rnU nrU snU": _rolling,
    "nUA GUA ntnUA n&nUA vnU nUf": _past,
    "RW rW Wr KW cW": _near_weekday,
    "RWM rWM oWM RWMY rWMY oWMY RWiM rWiM oWiM RWiMY rWiMY oWiMY": _nth_weekday,
    "RWU rWU oWU RW.U rW.U oW.U RWiU rWiU oWiU RWRU rWRU oWRU RWiRU rWiRU oWiRU": _nth_weekday,
    "K": _near_day,
    "V": _vague,
    "EU": edge_of,
}
