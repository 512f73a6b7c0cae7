"""Whether a text says more than its source: the numbers and names in it that the source does not hold."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta

from reverie.domain import dates, quantities
from reverie.domain.claim_words import ALIAS
from reverie.domain.dates import Span

_NUMBER = re.compile(r"\d+(?:[.,:/-]\d+)*")
_NAME = re.compile(r"\w+(?:[._/@#+-]\w+)+|\b[a-z]+[A-Z]\w*|\b[A-Z]+[a-z]+[A-Z]\w*")  # in any language
_CAPITAL = re.compile(r"(?<![.!?:]\s)(?<!^)\b[A-Z]\w+")  # that does not only open a sentence
_ENGLISH = re.compile(  # where not every noun has one
    r"\b(?:the|is|are|to|of|and|for|with|at|from|has|have|had|his|their|its|not|she|they|uses|wants|prefers|keeps|likes"
    r"|lives|works|until)\b|\w's\b"
)
_FULL = re.compile(r"\b[A-Z]\w+(?:[ -][A-Z]\w+)*")
_SELF = re.compile(r"\b(?:i|my|me|we|our|us|ich|mein\w*|wir|je|mon|ma|nous|yo|mi|me)\b", re.I)
_YEAR = re.compile(r"(?<![\w.:/-])(?:19|20)\d\d(?=[年년]|(?![\w:/-]|\.\d))")
_WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
_NEAR = timedelta(days=10)  # how far "on Friday" or "next week" reaches
_THOUSANDS = re.compile(r"(?<=\d)[,'’ ](?=\d{3}(?!\d))")


def invented(body: str, source: str) -> str | None:
    """A number or a name that the source does not hold; None when everything is from there."""
    if strange := quantities.otherwise(body, source):
        return strange
    body = quantities.without(body, source)
    low, plain = source.lower(), _THOUSANDS.sub("", source)
    for found in _NUMBER.finditer(body):
        if not (_whole(found[0], source) or _whole(_THOUSANDS.sub("", found[0]), plain)):
            return found[0]
    names: list[str] = [*_NAME.findall(body), *(_CAPITAL.findall(body) if _ENGLISH.search(body) else ())]
    return next((name for name in names if not (_begins(name.lower(), low) or _in_short(name.lower(), low))), None)


def full_names(body: str, said: str, shown: str) -> list[str]:
    """The names of a body that are no inventions, though not what was said has them but something else that was shown.

    Of which what was said has a part ("Ana", for "Ana Ruiz"); or with which the body begins, where "I" was said.
    """
    low, all_ = said.lower(), shown.lower()
    names = [name for name in _FULL.findall(body) if _begins(name.lower(), all_)]
    mine = _SELF.search(said) is not None
    return [
        name for name in names
        if (mine and body.startswith(name)) or any(_begins(part, low) for part in name.lower().split())
    ]  # fmt: skip


def undated(body: str, said: Sequence[tuple[datetime, str]]) -> str:
    """The body without the dates that what was said means: "by tomorrow", written out, has numbers nobody said.

    A date is meant when it was said, in whatever words, when its day was named, or when it is a few days away.
    """
    if not said:
        return body
    known = {(span.start, span.end) for at, text in said for span in dates.spans(text, at)}
    for span in dates.spans(body, said[-1][0]):
        if not span.relative and ((span.start, span.end) in known or any(_near(span, at, text) for at, text in said)):
            body = body.replace(span.words, " ", 1)
            body = body.replace(_WEEKDAYS[span.start.weekday()], " ") if span.start else body
    years = {at.year + by for at, _ in said for by in (-1, 0, 1)}
    return _YEAR.sub(lambda found: " " if int(found[0]) in years else found[0], body)


def _near(span: Span, at: datetime, text: str) -> bool:
    """Whether a date is about when something was said, or has its day from there, a year away at most."""
    edges = [edge for edge in (span.start, span.end and span.end - timedelta(days=1)) if edge]
    if not edges or any(abs(edge.year - at.year) > 1 for edge in edges):
        return False
    if all(abs(edge - at.date()) <= _NEAR for edge in edges):
        return True
    return all(_whole(number, text) for number in _NUMBER.findall(_YEAR.sub(" ", span.words)))


def _whole(number: str, source: str) -> bool:
    """Whether it stands there by itself: 80 is not said by 8080, nor 5 by 1.5; 2026 is by 2026-11-17."""
    return re.search(rf"(?<!\d)(?<!\d[.,]){re.escape(number)}(?![.,]?\d)", source) is not None


def _in_short(name: str, source: str) -> bool:
    """Whether it stands there by another name that everybody has for it: k8s is Kubernetes."""
    return name in ALIAS.keys() | ALIAS.values() and any(
        ALIAS.get(word, word) == ALIAS.get(name, name) for word in re.findall(r"\w+", source)
    )


def _begins(name: str, source: str) -> bool:
    """Whether it stands there at the beginning of a word, however that ends."""
    return re.search(rf"(?<![a-z0-9]){re.escape(name)}", source) is not None
