"""Days to come that are named without a date: "until Friday", "in two weeks", "the 25th". What is past is `dates`'s."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta

_DAYS = (
    ("monday", "montag", "lundi", "lunes"),
    ("tuesday", "dienstag", "mardi", "martes"),
    ("wednesday", "mittwoch", "mercredi", "miércoles"),
    ("thursday", "donnerstag", "jeudi", "jueves"),
    ("friday", "freitag", "vendredi", "viernes"),
    ("saturday", "samstag", "samedi", "sábado"),
    ("sunday", "sonntag", "dimanche", "domingo"),
)
_WEEKDAYS = {word: number for number, words in enumerate(_DAYS) for word in words}
_NUMBERS = {
    word: number
    for number, words in enumerate(
        ("", "a an one ein einem einer un une una", "two zwei deux dos", "three drei trois tres",
         "four vier quatre cuatro", "five fünf cinq cinco", "six sechs seis", "seven sieben sept siete",
         "eight acht huit ocho", "nine neun neuf nueve", "ten zehn dix diez")
    )
    for word in words.split()
}  # fmt: skip
_UNITS = {
    **dict.fromkeys(["day", "days", "tag", "tagen", "jour", "jours", "día", "días"], 1),
    **dict.fromkeys(["week", "weeks", "woche", "wochen", "semaine", "semaines", "semana", "semanas"], 7),
    **dict.fromkeys(["fortnight", "fortnights", "quinzaine", "quincena"], 14),
    **dict.fromkeys(["month", "months", "monat", "monaten", "mois", "mes", "meses"], 30),
}
_UNTIL = r"until|till?|through|bis|jusqu['’]au|jusqu['’]à|hasta"  # it holds up to then
_BY = r"by|before|no later than|at the latest|vor|spätestens|avant|pour|antes del?|para"  # it is to be done by then
_TO = rf"(?P<to>{_UNTIL})|(?P<by>{_BY})"
_THE = (
    r"(?:(?:at |by )?(?:the )?(?:end of |noon on |the end of )?(?:on |the |zum |am |le |el )?(?:next |this |coming )?)"
)
_WEEKDAY = re.compile(
    rf"(?:\b(?:{_TO})\s+{_THE}|\b(?P<on>on|am|this|next|le|el)\s+|(?<!\w))(?P<day>{'|'.join(_WEEKDAYS)})(?![\w-])", re.I
)
_NTH = re.compile(
    rf"\b(?:(?:{_TO})|(?P<on>on|for))\s+{_THE}(?P<day>[12]?\d|3[01])(?:st|nd|rd|th)\b(?! (?:of|century|floor))", re.I
)
_IN = re.compile(
    rf"\b(?P<on>in|within|innerhalb von|dans|en|dentro de)\s+(?P<n>\d{{1,3}}|{'|'.join(_NUMBERS)})\s+"
    rf"(?P<unit>{'|'.join(_UNITS)})(?:['’]s? time)?\b",
    re.I,
)
_RANGE = re.compile(  # "from Monday until Friday" is every week
    rf"\b(?:{'|'.join(_WEEKDAYS)})s?\s+(?:until|till?|through|to|bis|a|à|au|al?)\s+(?:{'|'.join(_WEEKDAYS)})s?\b", re.I
)
_PLURAL = re.compile(
    rf"\b(?:{'|'.join(day + 's' for day in _WEEKDAYS)}|(?:los|les)\s+(?:{'|'.join(_WEEKDAYS)})s?)\b", re.I
)


def ahead(text: str, said: date) -> Iterator[tuple[date, bool]]:
    """The days that a text names so, the first on which each is over; and whether something holds until then.

    A weekday and a day of the month are the next ones; what names two weekdays, or all of a kind, names none.
    """
    if not _RANGE.search(text) and not _PLURAL.search(text):
        for found in _WEEKDAY.finditer(text):
            away = (_WEEKDAYS[found["day"].lower()] - said.weekday()) % 7 or 7
            yield said + timedelta(days=away + 1), bool(found["to"])
    for found in _NTH.finditer(text):
        if day := _next_nth(int(found["day"]), said):
            yield day + timedelta(days=1), bool(found["to"])
    for found in _IN.finditer(text):
        count = int(found["n"]) if found["n"].isdigit() else _NUMBERS[found["n"].lower()]
        yield said + timedelta(days=count * _UNITS[found["unit"].lower()] + 1), False


def _next_nth(number: int, said: date) -> date | None:
    """The next day of the month with that number; the nearest month that has one."""
    year, month = said.year, said.month
    for _ in range(3):
        try:
            day = date(year, month, number)
        except ValueError:
            day = date.min
        if day >= said:
            return day
        year, month = (year, month + 1) if month < 12 else (year + 1, 1)
    return None
