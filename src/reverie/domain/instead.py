"""What a correction says is so, and what it says is not: "the db is not on 5432, it is on 6432".

Read only where one thing is given, one value denied and the other told; what only points ("it is not 5432") is not
read. Pure.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from reverie.domain.text import fold

_V = r"(?:[^,;:.!?–—→\n]|[.:](?=\S)){1,40}?"  # a value: an address and a time have dots and colons in them
_W = r"(?!(?:it|that|this|he|she|they|there|es|das|er|sie|ce|il|elle|eso|esto)\b)(?:[^,;:.!?–—→\n]|[.:](?=\S)){2,60}?"
_THEN = r"\s*(?:[,;.–—-]+\s*)+"
_CALLED = r"(?P<called> (?:called|named))?"
_SAYS_SO = (  # who, the verb, what is not, what is
    (re.compile(
        rf"(?P<who>{_W})(?P<verb> is| are|['’]s|['’]re)(?: not|n['’]t){_CALLED} (?P<gone>{_V})"
        rf"(?: any ?(?:more|longer))?(?:{_THEN}(?:but )?(?:it|they|he|she|that)(?:['’]s| is|['’]re| are)"
        rf"(?: now| actually)?(?: called| named)?|,? but(?: now)?) (?P<came>{_V})(?: now)?[.!]*", re.I), "not"),
    (re.compile(
        rf"(?P<who>{_W})(?P<verb> (?:ist|sind|heißt|läuft|liegt))(?P<called>) nicht(?: mehr)? (?P<gone>{_V})"
        rf"(?:,? sondern|{_THEN}(?:es|er|sie) (?:ist|sind|heißt|läuft|liegt)(?: jetzt)?) (?P<came>{_V})[.!]*", re.I),
     "nicht"),
    (re.compile(
        rf"(?P<who>{_W}) n['’](?P<verb>est)(?P<called>) (?:pas|plus) (?P<gone>{_V})"
        rf"(?:,? mais|{_THEN}(?:c['’]est|il est|elle est)(?: maintenant)?) (?P<came>{_V})[.!]*", re.I), "pas"),
    (re.compile(
        rf"(?P<who>{_W})(?: ya)? no (?P<verb>es|está|son)(?P<called>) (?P<gone>{_V})"
        rf"(?:,? sino|{_THEN}(?:ahora )?(?:es|está|son)) (?P<came>{_V})[.!]*", re.I), "no"),
)  # fmt: skip
_NOT_THAT = re.compile(  # the same the other way round
    rf"(?P<who>{_W})(?: is|['’]s| are| ist| sind| est| es| está)(?: now)?(?: called| named)? (?P<came>{_V}),?"
    rf" (?:and not|not|nicht|pas|no) (?P<gone>{_V})(?: any ?(?:more|longer))?[.!]*",
    re.I,
)

_WHERE = re.compile(  # before a value
    r"(?:(?:on|at|in|with|by|from|for|am|um|bei|auf|in|an|en|à|sur|chez|con)\b )"
    r"(?:(?:the|our|my|der|dem|den|die|das|le|la|les|el) )?(?:port|version|release|room|floor|line|branch|server|host)?"
    r"(?:(?<= )| )(?=\S)",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Instead:
    """`said` tells first what is so, and then what is not."""

    said: str
    came: str
    gone: str


def read(text: str) -> Instead | None:
    """What a statement says is so instead of what; None when that is not all it says."""
    for pattern, no in _SAYS_SO:
        if found := pattern.fullmatch(text):
            who, verb, called = found["who"].strip(), found["verb"], found["called"] or ""
            verb = verb if verb[:1] in " '’" else f" {verb}"
            where, came, gone = _where(found["came"], found["gone"])
            return Instead(f"{who}{verb}{called} {where}{came}, {no} {gone}.", came, gone)
    found = _NOT_THAT.fullmatch(text)
    return Instead(text, *_where(found["came"], found["gone"])[1:]) if found else None


def _where(came: str, gone: str) -> tuple[str, str, str]:
    """What stands before both values, or before one: "on port"; and the values without it."""
    heads = [found[0] if (found := _WHERE.match(each)) else "" for each in (came, gone)]
    where = heads[0] or heads[1]
    if all(heads) and heads[0].lower() != heads[1].lower():
        return "", came, gone
    return where, came.removeprefix(heads[0]), gone.removeprefix(heads[1])


def names(text: str, value: str) -> bool:
    """Whether a text has the words of a value in it, one after the other."""
    return f" {fold(value)} " in f" {fold(text)} "
