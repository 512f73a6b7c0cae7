"""How a belief is worded: as a clean sentence; a correction that only gives a value, in the words that it corrects."""

from __future__ import annotations

import re
from collections.abc import Iterable

from reverie.domain import wording
from reverie.domain.claim import Claim
from reverie.domain.claim_tokens import canon
from reverie.domain.frame import renumbered
from reverie.loop.rethought import in_place
from reverie.loop.weigh import READ

_NOT_THAT = re.compile(r",?\s+(?:and not|not|rather than|instead of|as opposed to)\s+[^,;:]{1,60}?([.!]?)$")
_FIXING = re.compile(
    r"^(?:(?:actually|no|nope|sorry|wait|correction|my mistake|eigentlich|nein|korrektur|en fait|non|en realidad)\b"
    r"[,:;.!–—-]*\s+)+",
    re.I,
)
_NO = re.compile(r"(?:no|nope|nein|non|actually)\s*[,:;!–—-]+\s+(?=\w)", re.I)
_OWNERS = frozenset({"_me", "_we"})
WORD = re.compile(r"[\w.+#/@-]*\w")


def worded(body: str) -> str:
    """What a page says of a statement; "A → no, V" is A with the value V, when that is all that was corrected."""
    return wording.sentence(_without_no(in_place(body)))


def _without_no(body: str) -> str:
    """Without the "No," that only answered somebody, when the rest says what it speaks of."""
    found = _NO.match(body)
    return _plainly(body) if found and wording.ARROW not in body and READ(body[found.end() :]).topic else body


def in_full(body: str, new: Claim, old: str) -> str:
    """A correction that only gives the new value, written into the sentence it corrects; else as it was said.

    So is one of a part of a sentence that says more: the rest of it stands.
    """
    more = len(READ(old).bag - new.bag - new.gone - _OWNERS) > 1
    gone, came = _as_spelt(new.gone, old), _as_spelt(new.came or new.value, body)
    if (more or not new.topic or new.leans) and len(gone) == 1 and len(came) == 1:
        return old.replace(gone[0], came[0])
    if more and (counted := renumbered(old, body)):
        return counted
    return _plainly(_without_gone(body, new)) if new.topic and not new.leans else body


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


def _as_spelt(canons: Iterable[str], text: str) -> list[str]:
    wanted = {each.casefold() for each in canons}
    spelt = ((word, word.casefold()) for word in WORD.findall(text))
    return list(dict.fromkeys(word for word, low in spelt if low in wanted or canon(low) in wanted))
