"""Endings: whether a statement says that what another states is over, with or without saying what there is instead.

"I'm not really vegetarian any more", "I'm done with vim", "I used to run": whoever says so does not repeat what was
held, however alike the words are. Pure.
"""

from __future__ import annotations

import re
from functools import lru_cache

from reverie.domain import claim_words as words
from reverie.domain.claim_reading import Claim, claim

_CLAUSE = re.compile(r"[,;:.!–—]+\s+|\s+(?:and|but|because|so|und|aber|weil|et|mais|y|pero)\s+", re.I)
_SELF = frozenset({"_me", "_we"})
_READ = lru_cache(maxsize=4096)(claim)


def over(new: Claim, held: str) -> bool:
    """Whether a statement says that something is over which what is held does not deny itself.

    Of "I don't eat meat, I'm vegetarian" the clause counts that speaks of it.
    """
    if not new.lets_go:
        return False
    told = [_READ(part) for part in (*_CLAUSE.split(held), held) if part]
    about = next((part for part in told if part.bag & _ended(new)), told[-1])
    return not (about.negated or about.lets_go)


def covers(new: Claim, old: Claim) -> bool:
    """Whether all that a statement says is over is said by the other, and as what it says of something."""
    ended = _ended(new)
    return bool(ended & (old.value or old.bag)) and ended <= old.bag


def _ended(new: Claim) -> frozenset[str]:
    return (new.gone or new.bag - new.came) - _SELF - words.LIGHT
