"""A short word that puts right a value somebody just told: "sorry, 4 december". Pure; what is not clear stays as it is.

The value that is put right is known by its sort: a day, a weekday, an hour, a number, a name. There must be one of it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from difflib import SequenceMatcher
from functools import cache
from typing import NamedTuple

from reverie.domain.date_words import WEAK, WESTERN

_LONGEST = 64  # characters of what only puts a value right
_MARKS = (
    r"sorry|i mean|i meant(?: to say)?|nono|no+|nope|nah|actually|correction|my bad|scratch that|strike that|typo"
    r"|make (?:it|that)|nein|nee?|quatsch|korrektur|ich mein(?:t?e)?|besser gesagt|entschuldigung|entschuldige"
    r"|non|pardon|enfin|je veux dire|je voulais dire|plut[oô]t|erreur|perd[oó]n|digo|quiero decir|quise decir"
    r"|mejor dicho|scusa|anzi|desculpa|quer dizer|нет|ой|точнее|извини(?:те)?|вернее"
)
_EASTERN = (
    r"不对|不對|错了|不是|抱歉|違います|違うよ?|違った|ごめん(?:なさい)?|すみません|いや"
    r"|아니(?:요|야|다)?|죄송(?:합니다)?|미안"
)
_SIGHS = (
    r"oh|ah|ach|och|ay|uy|oups|oops|ups|whoops|argh|ugh|h+m+|u+h+m?|u+m+|er+m*|well|ok(?:ay)?|wait"
    r"|hang on|hold on|moment"
)
_OPENS = re.compile(
    rf"\W*(?:(?:{_SIGHS})\b[\s,.!:;…–—-]*){{0,3}}(?:(?:(?:{_MARKS})\b|(?:{_EASTERN}))[\s,.!:;、，。…–—-]*)+"
    rf"(?:(?:{_SIGHS})\b[\s,.!:;…–—-]*)?(?:(?:{_MARKS})\b[\s,.!:;…–—-]*)*|\W*wait\b[\s,.!:;…–—-]+"
)
_CLOSES = re.compile(
    r"[\s,;–—-]+(?:sorry|i mean|i meant|that is|i should say|mein(?:t?e)? ich|je voulais dire|je veux dire|pardon"
    r"|quise decir|digo|perdon)(?: not (?P<out>[\w.:/ -]{1,24}))?[\s.!]*$"
)
_NOT = re.compile(r"[\s,;(–—-]+(?:and )?(?:not|nicht|pas|no)\s+(?P<out>[^,;]{1,24}?)[).!\s]*$")
_TURN = re.compile(
    rf"(?:[,;…–—(]|\.\.|\s-)\s*(?=(?:(?:{_SIGHS})\b[\s,.!…–—-]*)*(?:{_MARKS})\b)|\s+(?=(?:sorry|i mean)\b)"
)
_STOP = re.compile(r"[.!;,]\s|\)")
_GLUE_WORDS = """
on at in the a an it its it's is was were that's be by for to of and or rather instead then please pls should will
make um am im der die das den dem es ist war jeden jede jedes ab bis vom beim la le les l un une au aux c est c'est
etait c'etait du de des chaque tous el los las al del es era fue una cada en every each o'clock uhr h around about
from until now \u0432 \u043d\u0430
"""
_GLUE = frozenset(_GLUE_WORDS.split())
_NUMBERS = (
    "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|hundred|zwei|drei"
    "|vier|funf|sechs|sieben|acht|neun|zehn|elf|zwolf|zwanzig|deux|trois|quatre|cinq|huit|neuf|dix|onze|douze|vingt|dos|tres"
    "|cuatro|cinco|seis|siete|ocho|nueve|diez|doce|veinte"
)
_ORDINALS = (
    r"first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last"
    r"|(?:erst|zweit|dritt|viert|funft|sechst)e[nrsm]?|premiere?|deuxieme|troisieme|quatrieme|cinquieme"
    r"|primer[oa]?|segund[oa]|tercer[oa]?|cuart[oa]"
)
_TAUGHT = (
    r"(?:\bnames?(?:'s)?(?: is| are)?|\b(?:called|named|spelled|spelt|hei(?:ss|ß)(?:t|en)|s'appelle|se llama|nennt sich"
    r"))\s+"
)
_NAMED = re.compile(rf"{_TAUGHT}(?P<name>[^\W\d_][\w'’-]+)", re.I)
_CAPITAL = re.compile(r"(?<=[^\s.!?…:])[ \t]+(?P<name>[A-ZÀ-ÖØ-ÞА-Я][\w'’-]+(?: [A-ZÀ-ÖØ-ÞА-Я][\w'’-]+)*)")
_NOBODY = "claude codex chatgpt gemini man dude mate bro guys all everyone everybody sir i i'm ok"
_NO_NAME = frozenset(_NOBODY.split())
_WORD = re.compile(r"[^\W_][\w'’-]*")
_ALIKE, _LETTERS = 0.6, 4  # how alike two spellings of a name are, and how long it is


class _Value(NamedTuple):
    sort: str
    start: int
    end: int


def takes(said: str) -> str | None:
    """What somebody says it is instead, when that is all they say; None when they put nothing right in so few words."""
    said = said.strip()
    if not said or len(said) > _LONGEST or said.endswith(("?", "？")):
        return None
    flat = _flat(said)
    opens, closes = _OPENS.match(flat), _CLOSES.search(flat)
    starred = said[0] == "*" or (said[-1] == "*" and said.count("*") == 1)
    if not (opens or closes or starred):
        return None
    start, end = opens.end() if opens else 0, closes.start() if closes else len(said)
    return said[start:end].strip(" *.!,;:…–—-") if start < end else ""


def amend(told: str, said: str) -> str | None:
    """What was told, with what a short word after it puts right in the place of what it puts right; else None."""
    rest = takes(said)
    if not rest:
        return None
    if (out := _NOT.search(_flat(rest))) and _flat(rest)[out.start("out") : out.end("out")].strip() in _flat(told):
        rest = rest[: out.start()].rstrip()
    flat, new = _flat(told), list(_values(_flat(rest), alone=True))
    known = set(_words(flat))
    over = [word for word in _words(_blanked(_flat(rest), new)) if word not in _GLUE and word not in known]
    if not new:
        return _renamed(told, rest)
    if over:
        return None
    old = [_counterpart(flat, _flat(rest), each) for each in new]
    spans = [each for each in old if each]
    if len(spans) < len(old) or len(set(spans)) < len(spans):
        return None
    for (start, end), each in sorted(zip(spans, new, strict=True), reverse=True):
        told = f"{told[:start]}{rest[each.start : each.end]}{told[end:]}"
    return told if _flat(told) != flat else None


def within(text: str) -> str | None:
    """A text that puts its own value right, with that value in its place: "on 3 december, sorry, 4 december"."""
    if not _TURN.search(text.lower(), 1):  # accents in the marks are rare, and cost as much as all the rest
        return None
    flat = _flat(text)
    for turn in _TURN.finditer(flat, 1):
        mark = _OPENS.match(flat, turn.end())
        stop = _STOP.search(text, mark.end() if mark else turn.end())
        ends = stop.start() if stop else len(text)
        head, rest = text[: turn.start()].rstrip(), text[ends:].removeprefix(")")
        if head.endswith(("?", "\uff1f", "\u2192")):
            continue  # it answers a question, and puts nothing right
        if amended := amend(head, text[turn.end() : ends]):
            return amended + rest
    return None


def values(text: str) -> frozenset[tuple[str, str]]:
    """The values of a text that may be put right, each with its sort."""
    flat = _flat(text)
    return frozenset((each.sort, flat[each.start : each.end]) for each in _values(flat))


def _counterpart(told: str, rest: str, new: _Value) -> tuple[int, int] | None:
    """Where what was told has the one value of that sort."""
    held = list(_values(told))
    same = [each for each in held if each.sort == new.sort]
    if new.sort in ("clock", "number", "nth") and not same:
        same = [each for each in held if each.sort in ("number", "nth") and new.sort != "nth"]
        days = [each for each in held if each.sort == "date"]
        if not same and new.sort != "clock" and len(days) == 1:  # "the 4th", of the third of december
            day = re.search(r"(?<![\d-])\d{1,2}(?:st|nd|rd|th)?(?!\d)", told[days[0].start : days[0].end])
            return (days[0].start + day.start(), days[0].start + day.end()) if day else None
    if new.sort == "clock" and same and same[0].sort == "number":
        same = [each for each in same if re.search(r"(?:\bat|\bum|\ba|\ba las|@)\s*$", told[: each.start])]
    if len(same) > 1:  # which of them, the word behind it says
        behind = _WORD.match(rest[new.end :].lstrip(" %"))
        same = [each for each in same if behind and told[each.end :].lstrip().startswith(behind[0])]
    return (same[0].start, same[0].end) if len(same) == 1 else None


def _renamed(told: str, rest: str) -> str | None:
    """What was told of somebody, with the name as it is: spelled otherwise, or another where there is but one."""
    said = [word[0] for word in _WORD.finditer(rest) if _flat(word[0]) not in _GLUE]
    known = set(_words(_flat(told)))
    new = [word for word in said if _flat(word) not in known]
    if not new or len(said) > 3 or any(_flat(word) in _NO_NAME or len(word) < 2 for word in new):
        return None
    names = {each.span("name") for found in (_NAMED, _CAPITAL) for each in found.finditer(told)}
    if len(new) == 1 and all(map(str.isalpha, new[0].replace("'", ""))):
        near = [span for span in _apart(told, names) if _alike(told[slice(*span)], new[0])]
        if len(near) == 1:
            start, end = near[0]
            name = new[0].capitalize() if told[start].isupper() and new[0].islower() else new[0]
            return f"{told[:start]}{name}{told[end:]}"
    given = [each.span("name") for each in _NAMED.finditer(told)]
    whole = given if len(given) == 1 else [each.span("name") for each in _CAPITAL.finditer(told)]
    plain = not any(each.isdigit() for each in rest) and len(new) == len(said) == len(rest.split())
    if len(whole) == 1 and plain and (given or all(word[0].isupper() for word in said)):
        start, end = whole[0]
        return f"{told[:start]}{rest}{told[end:]}"
    return None


def _apart(told: str, names: set[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Each word of the names."""
    found = {(start + w.start(), start + w.end()) for start, end in names for w in _WORD.finditer(told[start:end])}
    yield from sorted(found)


def _alike(one: str, other: str) -> bool:
    one, other = _flat(one), _flat(other)
    longest = max(len(one), len(other))
    return longest >= _LETTERS and one[0] == other[0] and SequenceMatcher(None, one, other).ratio() >= _ALIKE


def _blanked(text: str, held: list[_Value]) -> str:
    for each in held:
        text = f"{text[: each.start]}{' ' * (each.end - each.start)}{text[each.end :]}"
    return text


def _words(text: str) -> list[str]:
    return [word[0] for word in _WORD.finditer(text)]


def _values(flat: str, *, alone: bool = False) -> Iterator[_Value]:
    for found in _sorts(alone).finditer(flat):
        yield _Value(str(found.lastgroup), *found.span())


def _flat(text: str) -> str:
    """In small letters without accents, each character in its place."""
    if text.isascii():
        return text.lower()
    return "".join(unicodedata.normalize("NFD", each)[0].lower()[:1] for each in text.replace("\u2019", "'"))


@cache
def _sorts(alone: bool) -> re.Pattern[str]:
    """The sorts of values; where nothing else stands beside it, "may" is a month."""
    lines = [line.split() for line in WESTERN.strip().splitlines()]
    month = "|".join(sorted({n for kind, _, _, *ns in lines if kind == "M" for n in ns}, key=len, reverse=True))
    clear = "|".join(n for kind, _, _, *names in lines if kind == "M" for n in names if alone or f" {n} " not in WEAK)
    day = "|".join(n for kind, _, _, *names in lines if kind == "W" for n in names)
    short = r"(?:mon|tues?|wed|thurs?|thu|fri|sat|sun)(?=\W|$)"
    nth = r"\d{1,2}(?:st|nd|rd|th|er|\.)?"
    return re.compile(
        rf"(?P<date>\b20\d\d-\d\d-\d\d\b|\b{nth}\s?(?:of |de )?(?:{month})\b(?:,? (?:de )?20\d\d)?"
        rf"|\b(?:{month}) (?:the )?\d{{1,2}}(?:st|nd|rd|th)?\b(?!:)(?:,? 20\d\d)?"
        rf"|\b\d{{1,2}}[./]\d{{1,2}}[./](?:20)?\d\d\b"
        r"|\d{1,2}月\d{1,2}[日号號]|\d{1,2}월 ?\d{1,2}일)"
        rf"|(?P<weekday>\b(?:{day})s?\b|\b{short}|(?:星期|周|週|礼拜)[一二三四五六日天]|[月火水木金土日]曜日?"
        r"|[월화수목금토일]요일|\b(?:понедельник|вторник|сред|четверг|пятниц|суббот|воскресень)\w*)"
        r"|(?P<relative>\b(?:tomorrow|today|tonight|next week|next month|heute|ubermorgen|demain|manana)\b)"
        r"|(?P<clock>\b\d{1,2}[:h]\d\d(?: ?[ap]m)?\b|\b\d{1,2}(?:\.\d\d)? ?(?:[ap]m|uhr)\b|\b\d{1,2}h\b|\b(?:noon"
        r"|midnight)\b"
        r"|\d{1,2}[時点时])"
        rf"|(?P<month>\b(?:{clear})\b|(?:(?<=\b(?:in|of|by|on|de|en|im|ab) )|(?<=\b(?:bis) )"
        rf"|(?<=\b(?:from|till|seit) )|(?<=\b(?:until|since|after) ))(?:{month})\b)"
        rf"|(?P<nth>\b\d{{1,3}}(?:st|nd|rd|th)\b|\b(?:{_ORDINALS})\b)"
        rf"|(?P<number>(?<![\w.])\d+(?:[.,:]\d+)*(?=\W|$|[a-z]{{1,3}}\b|[^\x00-\x7f])|\b(?:{_NUMBERS})\b)"
    )
