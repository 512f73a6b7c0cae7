"""A statement that says several things: its parts, and what is left of it without some of them. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise

from reverie.domain import notice
from reverie.domain.text import fold, shortens

_BETWEEN = re.compile(
    r"(?:[;,]|(?<=\w\w)[.!](?=\s))\s*(?:(?:and|but|und|et|y)\s+)?|\s+(?:and|und|et|y)\s+(?=(?:i|we|my|our|the)\b)", re.I
)
_LEANS = re.compile(
    r"\W*(?:it|its|it's|they|them|he|she|that|thats|that's|this|these|those|there|not|which|who|where|so|because|since"
    r"|when|if|then|with|for|in|on|at|to|from|until)\b",
    re.I,
)
_HERE = re.compile(r"\b(?:here|hier|hierher|dort|dorthin|ici|là-bas|aquí|allí)\b", re.I)
_GOES_ON = re.compile(  # who does it was said before
    r"(?:also |still |currently )?(?:am|is|are|was|were|has|have|had|moved|came|went|grew|live[sd]?|work(?:s|ed)?"
    r"|do(?:es)?|did|studied|started|joined|left|born|based|married|originally|formerly|bin|ist|war|habe|hat|komme|wohne|arbeite"
    r"|suis|est|ai|travaille|vis|soy|es|vivo|trabajo)\b|\d+\s",
    re.I,
)
_OWNED = re.compile(  # something of somebody, and not what: "my neighbour's, Frau Huber's, is 0664"
    r"\W*(?:and |but |while )?(?:(?:(?:my|our|the|his|her|their|[A-Z]\w{1,4}\.) )?[\w-]+['’]s,?\s+"
    r"(?:[\w. ]{2,30}['’]s,?\s+)?(?:is|are|was)|mine|yours|hers|ours|theirs)\b",
    re.I,
)
_INTRODUCES = re.compile(  # by what somebody is to the owner: "my partner is Jonas"
    r"(?i:(?:my|our|meine?|unsere?|mon|ma|notre|mi|nuestr[oa])\s+(?P<what>(?:[\w-]+\s+){0,2}[\w-]+)"
    r"(?:['’]s(?: name is)?|\s+(?:is|ist|heißt|est|s['’]appelle|es|se llama)(?: called| named)?))\s+"
    r"(?P<name>[A-ZÀ-Þ][\w’'-]+)(?:\s[A-ZÀ-Þ][\w’'-]+)*"
)
_PARTED = re.compile(
    r"\b(?:split|broke up|broken up|divorc\w+|separated|ex|left me|died|passed away|getrennt|geschieden|gestorben"
    r"|séparés?|divorcés?|mort|morte|separados?|murió)\b",
    re.I,
)
_DOES = re.compile(  # what somebody or something named before does besides
    r"\s+(?:and|und|et|y)\s+(?=(?:(?:also|now|still|only|currently)\s+)?"
    r"(?:is|are|was|were|has|have|had|does|ist|sind|hat|est|sont|a|es|tiene"
    r"|[a-z]{2,}s\s+(?:to|on|at|in|into|from|with|for|by|as|the|an?|its|our|my|every|each|up|out|off|over))\b)"
)
_FEWEST = 3  # words of a part
_ADDS = frozenset({"and", "or", "und", "oder", "et", "ou", "y", "o"})
_PHRASE = frozenset({"at", "from", "for", "with", "by", "bei", "von", "mit", "chez", "avec", "con"})  # what may go
_OPENED = re.compile(r"[\"“«(`][^\"”»)`]*$")  # a quotation or bracket that is not closed yet


def parts(text: str) -> list[str]:
    """What a statement says one after the other; a part of a word or two stays with the one before it."""
    return [_cut(text, start, end) for start, end in _spans(text)]


def clauses(text: str) -> list[str]:
    """Its parts, and what somebody or something does besides: "it runs on Postgres", "is deployed on Fly"."""
    return [_cut(text, start, end) for start, end, _ in _finely(text)]


def _spans(text: str) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    start = 0
    ends = [*((m.start(), m.end()) for m in _BETWEEN.finditer(text)), (len(text), len(text))]
    for end, after in ends:
        if text[end : end + 1] == "." and shortens(text, end + 1):
            continue
        part = _cut(text, start, end)
        open_ = _OPENED.search(text[start:end]) or text[:end].endswith(("'s", "’s"))
        if end < len(text) and (open_ or _short(text[after:]) or owned(text[after:])):
            continue
        if _short(part) and end < len(text):
            if not found:
                continue
            found[-1] = (found[-1][0], end)
        elif part:
            found.append((start, end))
        start = after
    return found


def _finely(text: str) -> Iterator[tuple[int, int, bool]]:
    """Where each clause stands, and whether the one before it says who does it."""
    for start, end in _spans(text):
        goes_on = False
        for also in _DOES.finditer(text, start, end):
            if not (_short(text[start : also.start()]) or _short(text[also.end() : end])):
                yield start, also.start(), goes_on
                start, goes_on = also.end(), True
        yield start, end, goes_on


def _cut(text: str, start: int, end: int) -> str:
    return text[start:end].strip().rstrip(" .")  # ".nvmrc" begins with a full stop


def _short(part: str) -> bool:
    return len([word for word in part.split() if word.lower() not in _ADDS]) < _FEWEST


def without(text: str, gone: Callable[[str], bool]) -> str | None:
    """What is left of a statement when some parts of it are gone; None when none of them is.

    Nothing is left of one thing, nor of what cannot be understood without the part that is gone: what begins with
    "it", what was done by whom that part names, what is so "here".
    """
    found = [(_cut(text, start, end), start, end, goes_on) for start, end, goes_on in _finely(text)]
    some = [part for part, *_ in found]
    left = {part for part in some if not gone(part)}
    if len(left) == len(set(some)):
        return None
    for before, (part, *_, goes_on) in zip(some, found[1:], strict=False):
        if goes_on and before not in left:
            left.discard(part)
    stays = [n for n, part in enumerate(some) if part in left and (not _points(part) or _before(part, some) <= left)]
    if not stays or any(_HERE.search(some[n]) for n in stays):
        return ""
    if stays[0] and (_LEANS.match(some[stays[0]]) or not _begins(some[stays[0]])):
        return ""
    said = some[stays[0]]
    for last, n in pairwise(stays):
        _, start, *_ = found[n]
        apart = ". " if text[:start].rstrip().endswith(".") else ", "
        said += (text[found[last][2] : start] if n == last + 1 else apart) + some[n]
    return said


def introduces(part: str, said: str) -> bool:
    """Whether a part only says who somebody is of whom a statement tells something else: that stays so."""
    found = _INTRODUCES.fullmatch(part.strip(" ."))
    if found is None or _PARTED.search(said):
        return False
    mentions = (re.search(rf"\b{re.escape(word)}\b", said, re.I) for word in (found["name"], found["what"]))
    return bool(next(mentions)) and not next(mentions)


def _begins(part: str) -> bool:
    """Whether a part says of what it speaks."""
    return not _GOES_ON.match(part)


def owned(part: str) -> bool:
    """Whether a part gives a value for something of somebody that only the part before it names."""
    return _OWNED.match(part) is not None


def _points(part: str) -> bool:
    """Whether a part speaks of those whom another one names: "don't mix them up"."""
    return notice.refers(part)


def _before(part: str, some: list[str]) -> set[str]:
    at = some.index(part)
    return set(some[max(0, at - 1) : at])


def part_of(text: str, whole: str) -> bool:
    """Whether a statement is what is left of another: some of its parts, or all of it but a phrase."""
    mine, others = ({fold(part) for part in parts(each)} for each in (text, whole))
    return mine < others or _but_a_phrase(fold(text).split(), whole)


def _but_a_phrase(mine: list[str], whole: str) -> bool:
    """Whether a statement has all the words of another but some together, such as "at the clinic"."""
    others = fold(whole).split()
    fewer = len(others) - len(mine)
    if fewer < 2 or len(mine) < _FEWEST:
        return False
    at = next((n for n, word in enumerate(mine) if word != others[n]), len(mine))
    return others[at] in _PHRASE and mine[at:] == others[at + fewer :]
