"""How a belief is worded: as a clean sentence; a correction that only gives a value, in the words that it corrects."""

from __future__ import annotations

import re

from reverie.domain import relate_names, subject, wording
from reverie.domain.claim import Claim
from reverie.domain.exchange import exchanged
from reverie.loop.rethought import in_place
from reverie.loop.weigh import AGAIN, READ

_NOT_THAT = re.compile(r",?\s+(?:and not|not|rather than|instead of|as opposed to)\s+[^,;:]{1,60}?([.!]?)$")
_FIXING = re.compile(
    r"^(?:(?:actually|no|nope|sorry|wait|correction|my mistake|eigentlich|nein|korrektur|en fait|non|en realidad)\b"
    r"[,:;.!–—-]*\s+)+",
    re.I,
)
_OF_A_NAME = re.compile(r"\ue000\d+\ue001(?:'s)? (?!not?\b)[a-zß-ÿ]")  # whom it speaks of, and something of them
_OWNERS = frozenset({"_me", "_we"})
WORD = re.compile(r"[\w.+#/@-]*\w")


def worded(body: str) -> str:
    """What a page says of a statement; "A → no, V" is A with the value V, when that is all that was corrected."""
    return wording.sentence(_stated(in_place(body)))


def _stated(body: str) -> str:
    """As what is so, when that says what it speaks of."""
    plain = wording.stated(body)
    return (
        plain
        if READ(plain).topic or subject.subject(plain) or _OF_A_NAME.match(relate_names.marked(plain)[0])
        else body
    )


def in_full(body: str, new: Claim, old: str) -> str:
    """A correction that only gives a new value, written into the sentence that it corrects; else as it was said."""
    return composed(body, new, old) or as_said(body, new)


def as_said(body: str, new: Claim) -> str:
    """A statement without the words that only say that it corrects something, when it says of what by itself."""
    return _plainly(_without_gone(body, new)) if new.topic and not new.leans else body


def composed(body: str, new: Claim, old: str) -> str:
    """What is held, with the one value that a statement gives now, when that says more than the statement alone."""
    told = exchanged(AGAIN.sub(".", old), body, new.gone, new.came or new.value)
    more = READ(told).bag - new.bag - _OWNERS if told else frozenset()
    return told if more or not new.topic or new.leans else ""


def _without_gone(body: str, new: Claim) -> str:
    """Without "…, not V" at the end, when nothing else is lost by it."""
    short = _NOT_THAT.sub(r"\1", body)
    if not new.gone or short == body:
        return body
    read = READ(short)
    return short if (read.topic, read.value, read.gone) == (new.topic, new.value, frozenset()) else body


def _plainly(body: str) -> str:
    """Without the word that only says that it corrects something."""
    plain = _FIXING.sub("", body)
    if plain == body or not plain or tells(plain) != tells(body) or READ(plain).negated != READ(body).negated:
        return body
    return plain[0].upper() + plain[1:] if body[0].isupper() else plain


def tells(body: str) -> tuple[frozenset[str], frozenset[str]]:
    """What a statement is about, and what it says of it."""
    read = READ(body)
    return read.topic, read.value
