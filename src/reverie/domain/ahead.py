"""Days to come that are named without a date: "until Friday", "in two weeks", "the 25th". What is past is `dates`'s."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterator
from datetime import date, timedelta
from typing import NamedTuple

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
}
_MONTHS = dict.fromkeys(["month", "months", "monat", "monaten", "mois", "mes", "meses"], 1)
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
    rf"(?P<unit>{'|'.join((*_UNITS, *_MONTHS))})(?:['’]s? time)?\b",
    re.I,
)
_FROM = re.compile(  # "a week from Friday", "three days from today"
    rf"\b(?P<n>\d{{1,3}}|{'|'.join(_NUMBERS)})\s+(?P<unit>{'|'.join((*_UNITS, *_MONTHS))})\s+from\s+"
    rf"(?P<day>today|tomorrow|{'|'.join(_WEEKDAYS)})\b",
    re.I,
)
_END = re.compile(
    rf"(?:\b(?:{_TO})\s+)?(?:\b(?:the |la |l['’])?(?:end of|ende|fin)\s+"
    r"(?:the |this |des |der |dieses |du |de la |de l['’]|de |del )?"
    r"(?P<unit>day|week|month|quarter|year|tages|monats|quartals|jahres|mois|trimestre|année|mes|año)"
    r"|\bEO(?P<short>[DWMQY]))\b",
    re.I,
)
_ENDS = {
    **dict.fromkeys(["d", "day", "tages"], "day"),
    **dict.fromkeys(["w", "week"], "week"),
    **dict.fromkeys(["m", "month", "monats", "mois", "mes"], "month"),
    **dict.fromkeys(["q", "quarter", "quartals", "trimestre"], "quarter"),
    **dict.fromkeys(["y", "year", "jahres", "année", "año"], "year"),
}
_RANGE = re.compile(  # "from Monday until Friday" is every week
    rf"\b(?:{'|'.join(_WEEKDAYS)})s?\s+(?:until|till?|through|to|bis|a|à|au|al?)\s+(?:{'|'.join(_WEEKDAYS)})s?\b", re.I
)
_PLURAL = re.compile(
    rf"\b(?:{'|'.join(day + 's' for day in _WEEKDAYS)}|(?:los|les)\s+(?:{'|'.join(_WEEKDAYS)})s?)\b", re.I
)


_NTH_OF = re.compile(  # "the last Friday of the month", "every other Monday", "the Friday before Easter"
    rf"\b(?:every|each|last|first|second|third|fourth|other|jede[nrs]?|letzte[nrs]?|erste[nrs]?|zweite[nrs]?"
    rf"|dritte[nrs]?"
    rf"|chaque|derniers?|premiers?|cada|últimos?|primer|segundo|tercer)\s+(?:{'|'.join(_WEEKDAYS)})\b"
    rf"|\b(?:the|der|dem|den|le|el)\s+(?:{'|'.join(_WEEKDAYS)})\s+(?:before|after|vor|nach|avant|après|antes|después)\b"
    rf"|\b(?:{'|'.join(_WEEKDAYS)})s?\s+(?:of|in|im|des|du|del?)\s+(?:the\s+|every\s+|each\s+|cada\s+|chaque\s+"
    rf"|jede\w+\s+)?"
    r"(?:month|quarter|monats?|quartals?|mois|trimestre|mes)\b",
    re.I,
)
_EACH_MONTH = re.compile(  # says so
    r"\b(?:of (?:the|each|every) month|(?:each|every) (?:\w+ )?month|monthly"
    r"|(?:des|jedes|jeden|pro|im) monats?|monatlich"
    r"|du mois|(?:de )?chaque mois|tous les mois|par mois|mensuel\w*|del mes|(?:de )?cada mes|todos los meses"
    r"|mensual\w*)\b|毎月|매월|매달|每个?月|每個月",
    re.I,
)
_DAY_OF_MONTH = re.compile(
    r"(?:\b(?:the )?(?:[12]?\d|3[01])(?:st|nd|rd|th)\b|\b(?:am|zum|vom|le|el|día) (?:[12]?\d|3[01])(?:er\b"
    r"|\.)?(?![\w:])"
    r"|(?<!\d)(?<!\d月)(?<!\d월)(?<!\d월 )(?:[12]?\d|3[01])(?:日|일|号|號))"
    r"(?!\s+(?:of |de )?(?:jan|feb|fév|mar|mär|apr|abr|avr|ma[iy]|ju[nil]|ago|aug|aoû|sep|o[ck]t|nov|de[czé]|ene|dic"
    r"|\d))",
    re.I,
)
_COMES_ROUND = re.compile(  # is paid, or sent, once a month
    r"\b(?:rents?|invoices|invoicing|salar(?:y|ies)|wages|payroll|pay ?(?:day|cheque|check)s?|payslips?|pension"
    r"|mortgage|allowance"
    r"|utilit(?:y|ies)|standing orders?|direct debits?|billing (?:run|cycle|date|day)|statements (?:go|come|are)"
    r"|miete|rechnungen|gehalt|gehälter|lohn|löhne|rente|dauerauftr\w+|loyers?|factures|salaires?|paies?|alquiler"
    r"|facturas"
    r"|nóminas?|sueldos?|salarios?)\b|家賃|給料|給与|請求書|월세|월급|급여|청구서|房租|工资|薪水|账单",
    re.I,
)
_HABIT = re.compile(  # what somebody does by the month
    r"\b(?:we|i|they|he|she|[a-z]+ and [a-z]+) (?:always |usually |normally |only )?(?:invoices?|bills?|gets? paid"
    r"|closes? the books"
    r"|do(?:es)? (?:the )?(?:invoices|payroll|billing))\b"
    r"|\b(?:subscriptions?|quotas?|credits|backups|newsletters?) (?:are |get |is |gets )?(?:go(?:es)? out|billed"
    r"|charged|debited"
    r"|runs?|renews?|resets?)\b",
    re.I,
)
_ONE = re.compile(r"\b(?:this|next|coming|diese\w*|nächste\w*|ce|prochaine?|este|próxim[ao]|will|pay)\s", re.I)


class Ahead(NamedTuple):
    """A day to come, and the words that name it."""

    day: date
    words: str
    until: bool  # something holds until then
    sure: bool = True  # it can be but that day; a bare weekday may be any, the end of a week several

    @property
    def over(self) -> date:
        return self.day + timedelta(days=1)


def ahead(text: str, said: date) -> Iterator[Ahead]:
    """The days that a text names so.

    A weekday and a day of the month are the next ones; what names two weekdays, or all of a kind, names none.
    """
    for found in _FROM.finditer(text):
        word = found["day"].lower()
        start = _next_weekday(word, said) if word in _WEEKDAYS else said + timedelta(days=word == "tomorrow")
        yield from _away(found, start)
    text = _NTH_OF.sub("", _FROM.sub("", text))
    if not _RANGE.search(text) and not _PLURAL.search(text):
        for found in _WEEKDAY.finditer(text):
            day = _next_weekday(found["day"].lower(), said)
            sure = bool(found["to"] or found["by"]) and day.weekday() != said.weekday()
            yield Ahead(day, found[0], bool(found["to"]), sure)
    for found in () if monthly(text) else _NTH.finditer(text):
        if nth := _next_nth(int(found["day"]), said):
            yield Ahead(nth, found[0], bool(found["to"]))
    for found in _IN.finditer(text):
        yield from _away(found, said)
    for found in _END.finditer(text):
        unit = _ENDS[(found["unit"] or found["short"]).lower()]
        yield Ahead(_last_of(unit, said), found[0], bool(found["to"]), unit != "week")


def monthly(text: str) -> bool:
    """Whether a day of the month is meant of every month: "rent is due on the 1st", "am 5. jedes Monats".

    What is due once in a month, or is said as a habit, has no next such day that is meant more than the others.
    """
    if not _DAY_OF_MONTH.search(text):
        return False
    round_ = _COMES_ROUND.search(text) or _HABIT.search(text)
    return _EACH_MONTH.search(text) is not None or (round_ is not None and not _ONE.search(text))


def apart(text: str) -> bool:
    """Whether a day is named by how far it is from another: neither is meant by itself."""
    return _FROM.search(text) is not None


def _away(found: re.Match[str], start: date) -> Iterator[Ahead]:
    """So many days, weeks or months after a day; none past the end of time."""
    count = int(found["n"]) if found["n"].isdigit() else _NUMBERS[found["n"].lower()]
    unit = found["unit"].lower()
    try:
        day = _months_later(start, count) if unit in _MONTHS else start + timedelta(days=count * _UNITS[unit])
    except (OverflowError, ValueError):
        return
    yield Ahead(day, found[0], until=False)


def _months_later(day: date, count: int) -> date:
    years, month = divmod(day.month - 1 + count, 12)
    year = day.year + years
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def _last_of(unit: str, said: date) -> date:
    if unit in ("day", "week"):
        return said if unit == "day" else said + timedelta(days=6 - said.weekday())
    size = {"month": 1, "quarter": 3, "year": 12}[unit]
    month = said.month + (-said.month) % size
    return date(said.year, month, monthrange(said.year, month)[1])


def _next_weekday(word: str, said: date) -> date:
    return said + timedelta(days=(_WEEKDAYS[word] - said.weekday()) % 7 or 7)


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
