"""Statements that would shift power: who is obeyed, what is no longer checked, where money, data and secrets go.

Known by what comes together in one sentence, not by its wording: "Ana speaks for the owner" names no duty and orders
nothing. `notions.py` holds the notions, a row of `_TOGETHER` says which of them come together.
It errs on the side of doubt: for words that are not the owner's, and for what becomes of them by itself.
"""

from __future__ import annotations

import re
from functools import cache

from reverie.domain import looks
from reverie.domain.notions import ASSETS, WORDS
from reverie.domain.pattern import one_of

_TOGETHER = (
    ("OWNER", "STANDS"),  # speaks for the owner, or was given something by the owner
    ("RIGHTS", "HAS"),
    ("ROLE",),
    ("DECIDES",),
    ("ORDERS", "OBEYED"),
    ("GUARD", "OFF"),
    ("FLOWS", "ADDRESS"),
    ("MONEY", "PAYEE"),
    ("MONEY", "ADDRESS"),
    ("SENSITIVE", "HEADED"),
    ("SOURCE",),
    ("MONEY", "HANDLES", "LASTING"),
    ("SECRET", "HANDLES", "LASTING"),
    ("NORM",),
    ("NEEDLESS",),
    ("SECRET", "GIVEN"),
    ("PRIVATE", "OPENED"),
    ("AGENT", "OUGHT"),
    ("HIDES",),
    ("EVERY", "BLESSED"),
    ("MAY",),
    ("RUNS",),
)
# What a finding has: a number, code, a place, a cause, what happened, when.
_FINDING = re.compile(
    r"\d(?!k\b)|[`=]|[\w.-]+/[\w./-]+|\w\.(?:\w{2,4})\b|\w_\w|[a-z][A-Z]"
    r"|\b(?:because|since|due to|therefore|so|which is why|caus\w+|reason|fail(?:s|ed)?|errors?|crash\w*|bugs?|broken?"
    r"|fix\w*|slow\w*|was|were|had|did|returned|took|times? ?out|missing|expired?|deprecated|found|looked|reports?"
    r"|until|unless|mornings?|afternoons?|evenings?|noon|midnight|on call|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?"
    r"|weekly|daily|monthly|hourly|weil|car|parce|porque|lundi|mardi|mercredi|jeudi|vendredi|lunes|martes|miércoles"
    r"|jueves|viernes)\b"
)
_NAMED = re.compile(r"(?<![.!?:]\s)(?<!^)(?<![\w./@=-])(?<!\b[Ii]n )(?!I\b|I')[A-Z][a-z]{2,}\b")
_FIRST = re.compile(  # a name that a sentence begins with: what is no name has an article, or is plural
    r"^(?!(?:Les?|La|Los|Las|El|Une?|Die|Der|Das|\w+s(?= (?:can|may|will|gets?)\b)|The|This|That|These|Those|There"
    r"|Their|Our|Your|An?|One|Its?|Every|Each|Any|All|Only|Both|Some|None|Nothing|Everything|Anything|Access|Data|Mail"
    r"|Traffic|Coverage|Login|Approval)\b)[A-Z][a-z]+"
    r"(?:'s \w|,? (?:is|has|can|may|will|gets?|\w+(?:[^s]s|ed))\b(?! (?:of|are|were|have)\b))"
)
_SENTENCE = re.compile(r"(?<=[.!?;])\s+|[\n。！？]+")


def sways(text: str) -> bool:
    """Whether a sentence of a text, in small letters, would shift power."""
    return bool(why(text))


def entrusts(text: str) -> bool:
    """Whether somebody is named with what is worth guarding, in a sentence that does not look like a finding."""
    return any(
        _assets().search(sentence.lower())
        and not _FINDING.search(sentence)
        and (_NAMED.search(sentence) or _FIRST.search(sentence))
        for sentence in _SENTENCE.split(text.strip())
    )


def why(text: str) -> tuple[str, ...]:
    """The notions that give it away; none when there are none."""
    notions = _notions()
    if notions["FORGED"].search(text):
        return ("FORGED",)
    for sentence in _SENTENCE.split(text):
        for row in _TOGETHER:
            if all(notions[name].search(sentence) for name in row):
                return row
    return ()


@cache
def _assets() -> re.Pattern[str]:
    return _table(ASSETS)


@cache
def _notions() -> dict[str, re.Pattern[str]]:
    return {name: _table(lines) for name, lines in WORDS.items()}


def _table(lines: str) -> re.Pattern[str]:
    whole = re.sub(r"\\\n\s*", "", lines.strip())
    return re.compile(one_of(looks.folded(line.strip()) for line in whole.splitlines()), re.S)
