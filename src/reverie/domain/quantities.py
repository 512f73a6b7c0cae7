"""Amounts and times of day, the same however they are written: "26k" and 26,000, "20mg" and 20 mg, 10:15. Pure.

Reads number words up to ninety-nine in English, up to twelve in German, French and Spanish, and units in all four.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import isclose

_ONES = (
    "two zwei deux dos|three drei trois tres|four vier quatre cuatro|five fünf cinq cinco|six sechs seis"
    "|seven sieben siete|eight acht huit ocho|nine neun neuf nueve|ten zehn dix diez|eleven elf onze|twelve zwölf"
    " douze doce|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_NTH = (
    "third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth"
    " seventeenth eighteenth nineteenth twentieth"
)
_VALUES = {word: n for n, row in enumerate(_ONES.split("|"), 2) for word in row.split()}
_VALUES |= {word: n * 10 for n, word in enumerate(_TENS.split(), 2)}
_ORDINALS = {word: n for n, word in enumerate(_NTH.split(), 3)} | {"first": 1, "thirtieth": 30}
_THOUSANDS = {"k": 1e3, "thousand": 1e3, "m": 1e6, "mio": 1e6, "million": 1e6, "billion": 1e9, "bn": 1e9}
_UNITS: dict[str, tuple[str, float]] = {}  # of what, and how much of it
for _line in """
    mass  mg 0.001 milligram milligrams|g 1 gram grams gramm grammes gramos|oz 28.35 ounce ounces|lb 453.6 lbs
    mass  kg 1000 kilo kilos kilogram kilograms kilogramm
    length  mm 0.001 millimetres millimeters|cm 0.01 centimetres centimeters
    length  km 1000 kilometre kilometres kilometer kilometers
    length  metre 1 metres meter meters mètres metros|mile 1609 miles|ft 0.3048 feet
    time  ms 0.001 millisecond milliseconds|s 1 sec secs second seconds sekunden secondes segundos
    time  min 60 mins minute minutes minuten minutos|h 3600 hr hrs hour hours stunde stunden heure heures hora horas
    time  d 86400 day days tag tage tagen jour jours día días
    time  week 604800 weeks woche wochen semaine semaines semana semanas
    months  month 1 months monat monate monaten mois mes meses|year 12 years jahr jahre jahren an ans années año años
    volume  ml 0.001 millilitres milliliters|l 1 litre litres liter liters
    data  kb 1e3 kilobytes|mb 1e6 megabyte megabytes|gb 1e9 gigabyte gigabytes|tb 1e12 terabyte terabytes
    money  € 1 eur euro euros|$ 3 usd dollar dollars|£ 7 gbp
    share  % 1 percent prozent
    times  times 1 mal fois veces
""".strip().splitlines():
    _sort, _rest = _line.split(None, 1)
    for _part in _rest.split("|"):
        _name, _size, *_names = _part.split()
        _UNITS |= dict.fromkeys((_name, *_names), (_sort, float(_size)))


def _any(words: Sequence[str]) -> str:
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


_ONE = _any([row.split()[0] for row in _ONES.split("|")[:8]])
_WORD = rf"(?:(?:{_any(_TENS.split())})[ -](?:one|{_ONE})|{_any([*_VALUES])})"
_DIGITS = r"\d+(?:[,_'’  ]\d{3})+(?!\d)(?:\.\d+)?|\d+(?:\.\d+)?"
_AMOUNT = re.compile(
    rf"(?<![\w.:/-])(?:(?P<sign>[€$£])\s?)?(?:(?P<digits>{_DIGITS})(?P<short>(?-i:[kK]|M|bn|Mio)(?![^\W\d_]))?|(?P<word>{_WORD})"
    rf"|(?P<pair>twice)|(?P<dozen>(?:an? )?dozen)|(?P<half>half an?(?=\s(?:hour|year|million)))"
    rf"|(?P<one>an?)(?=\s\w+ and a half))"
    rf"(?P<more>\sand a half)?(?:\s(?P<long>thousand|million|billion))?"
    rf"(?:[\s-]?(?P<unit>{_any([*_UNITS])})(?![\w]))?(?P<later>\sand a half\b)?(?![\w:/]|[.,]\d)",
    re.I,
)
_NTH_DAY = re.compile(
    rf"\b(?:(?P<digits>\d\d?)(?:st|nd|rd|th)|(?P<word>(?:(?:twenty|thirty)[ -])?(?:{_any([*_ORDINALS])})))\b", re.I
)
_HOUR = rf"(?P<hour>\d\d?|{_any([*_VALUES])}|one)"
_PARTS = {"quarter": 15, "half": 30, "twenty": 20, "ten": 10, "five": 5, "viertel": 15}
_HALF_DAY = r"(?:\s?(?P<half>[ap])\.?m\b\.?)"
_CLOCKS = tuple(
    re.compile(form, re.I)
    for form in (
        rf"\b(?P<part>{_any([*_PARTS])})\s(?P<way>past|to|nach|vor)\s{_HOUR}\b{_HALF_DAY}?",
        rf"\bhalb\s{_HOUR}\b",
        rf"(?<![\w.:/-])(?P<hour>\d\d?)(?:[:h](?P<minute>[0-5]\d)){_HALF_DAY}?(?![\w:])",
        rf"(?<![\w.:/-])(?P<hour>\d\d?)(?:\.(?P<minute>[0-5]\d))?(?:{_HALF_DAY}|\s?(?P<full>h|uhr)\b(?!\s?\d))",
        rf"\b{_HOUR}\s(?P<minute>fifteen|thirty|forty[ -]five)\b(?!\s(?:{_any([*_UNITS])})\b)",
        r"\b(?P<noon>noon|midday|midnight)\b",
    )
)  # fmt: skip
_DAY = 24 * 60


@dataclass(frozen=True, slots=True)
class _Amount:
    text: str
    value: float
    unit: str  # of what sort its unit is, if it has one
    size: float  # in the smallest unit of that sort
    counts: str  # the word behind it
    said: bool  # as an amount, not as the number of a day or a place in a row
    spelt: str = ""  # of what may be a version: 3.10 is not 3.1


@dataclass(frozen=True, slots=True)
class _Clock:
    text: str
    minutes: frozenset[int]  # of the day; two when nothing says which half


def told(body: str, source: str) -> list[str]:
    """The amounts and times in a text that its source tells, too, in whatever spelling."""
    theirs = _amounts(source)
    found = [each.text for each in _amounts(body) if any(_same(each, other) for other in theirs)]
    return [*found, *(each.text for each in _clocks(body) if _at(each, source))]


def without(body: str, source: str) -> str:
    """A text without them."""
    for each in sorted(told(body, source), key=len, reverse=True):
        body = re.sub(rf"(?<![\w.:/-]){re.escape(each)}(?![\w:/]|[.,]\d)", " ", body)
    return body


def otherwise(body: str, source: str) -> str:
    """An amount or a time in a text of which its source has the number with another unit or half of the day.

    And a number in words, where the source counts another number of the same.
    """
    theirs = _amounts(source)
    for clock in _clocks(body):
        hours = {minute % 720 for minute in clock.minutes}
        if not _at(clock, source) and any(hours & {m % 720 for m in other.minutes} for other in _clocks(source)):
            return clock.text
    for each in _amounts(body):
        if any(_same(each, other) for other in theirs):
            continue
        if each.unit and any(each.value == other.value and each.unit == other.unit for other in theirs):
            return each.text
        worded = each.said and not any(map(str.isdigit, each.text))
        if worded and any(each.counts == other.counts != "" for other in theirs if other.said):
            return each.text
    return ""


def _same(one: _Amount, other: _Amount) -> bool:
    if one.unit and other.unit:
        return one.unit == other.unit and isclose(one.size, other.size)
    return isclose(one.value, other.value) and (one.spelt == other.spelt or bool(one.unit or other.unit))


def _at(clock: _Clock, source: str) -> bool:
    hours = {minute // 60 % 12 for minute in clock.minutes if minute % 60 == 0}
    return any(clock.minutes & other.minutes for other in _clocks(source)) or any(
        each.value % 12 in hours and each.value <= 24 for each in _amounts(source) if not each.unit
    )


@lru_cache(maxsize=1024)
def _amounts(text: str) -> tuple[_Amount, ...]:
    return (*_said(text), *_placed(text))


def _said(text: str) -> Iterator[_Amount]:
    for found in _AMOUNT.finditer(text):
        value = _value(found)
        unit = (found["unit"] or found["sign"] or ("times" if found["pair"] else "")).lower()
        sort, size = _UNITS.get(unit, ("", 1.0))
        behind = re.match(r"\W*([^\W\d_]+)", text[found.end() :])
        counts = unit or (behind[1].lower().removesuffix("s") if behind else "")
        scaled = any(found[each] for each in ("short", "long", "more", "later"))
        spelt = "" if sort or scaled or "." not in (found["digits"] or "") else found["digits"]
        yield _Amount(found[0], value, sort, value * size, sort or counts, said=True, spelt=spelt)


def _value(found: re.Match[str]) -> float:
    if found["digits"]:
        value = float(re.sub(r"[^\d.]", "", found["digits"]))
    elif found["word"]:
        value = _number(found["word"])
    else:
        value = 2.0 if found["pair"] else 12.0 if found["dozen"] else 0.5 if found["half"] else 1.0
    value += 0.5 * bool(found["more"] or found["later"])
    for scale in filter(None, (found["short"], found["long"])):
        value *= _THOUSANDS[scale.lower()]
    return value


def _number(word: str) -> float:
    values = _VALUES | _ORDINALS | {"one": 1}
    return float(sum(values[part] for part in re.split(r"[ -]", word.lower())))


def _placed(text: str) -> Iterator[_Amount]:
    for found in _NTH_DAY.finditer(text):
        value = float(found["digits"]) if found["digits"] else _number(found["word"])
        yield _Amount(found[0], value, "", value, "", said=False)


@lru_cache(maxsize=1024)
def _clocks(text: str) -> tuple[_Clock, ...]:
    return tuple(
        clock for form in _CLOCKS for found in form.finditer(text) if (clock := _clock(found, found.groupdict()))
    )


def _clock(found: re.Match[str], parts: dict[str, str | None]) -> _Clock | None:
    if noon := parts.get("noon"):
        return _Clock(found[0], frozenset({0 if noon.lower() == "midnight" else 720}))
    said = str(parts["hour"]).lower()
    hour = int(said) if said.isdigit() else int(_number(said))
    if hour > 24:
        return None
    minute = parts.get("minute") or "0"
    at = hour * 60 + (int(minute) if minute.isdigit() else int(_number(minute)))
    if part := parts.get("part"):
        by = _PARTS[part.lower()]
        at += by if str(parts["way"]).lower() in ("past", "nach") else -by
    elif found[0].lower().startswith("halb"):
        at -= 30
    half = (parts.get("half") or "").lower()
    if half:
        return _Clock(found[0], frozenset({at % 720 + 720 * (half == "p")}))
    sure = hour > 12 or parts.get("full") or (said.isdigit() and len(said) == 2 and hour < 10)
    return _Clock(found[0], frozenset({at % _DAY} if sure else {at % _DAY, (at + 720) % _DAY}))
