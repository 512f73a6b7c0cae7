"""Endings: whether a statement says that what another states is over, with or without saying what there is instead.

"I'm not really vegetarian any more", "I'm done with vim", "I used to run": whoever says so does not repeat what was
held, however alike the words are. Pure.
"""

from __future__ import annotations

import re
from functools import lru_cache

from reverie.domain import claim_words as words
from reverie.domain.claim_change import PEOPLE
from reverie.domain.claim_reading import Claim, claim

_CLAUSE = re.compile(r"[,;:.!–—]+\s+|\s+(?:and|but|because|so|und|aber|weil|et|mais|y|pero)\s+", re.I)
_AROUND = re.compile(  # what is said of how one learnt it
    r"^\W*(?:(?:so|and|ok|oh|well|hey|actually|(?:good|bad|great) news|(?:as |it )?(?:it )?turns out|apparently|update"
    r"|correction|fyi|btw|by the way)\b(?:\s+that\b)?[\s,:!–-]*)+"
    r"|\s+(?:after all|any ?more|it turns out|apparently|now)\b",
    re.I,
)
_AWAITED = (
    (re.compile(r"\b(?:pregnant|expecting|baby is due|due date|schwanger|enceinte|embarazada)\b", re.I),
     re.compile(r"\b(?:(?:was|were|is|got) born\b(?! in\b)|gave birth|(?:has|had|have) (?:the|her|our|a) baby\b"
                r"|(?:ist|wurde)\b.{0,40}\bgeboren|(?:est|a été) née?\b|nació)", re.I)),
    (re.compile(r"\b(?:engaged|fiancée?|wedding is|getting married)\b", re.I),
     re.compile(r"\b(?:got married|are married now|we married|tied the knot)\b", re.I)),
)  # fmt: skip
_WHOSE = re.compile(
    r"\b(sister|brother|friend|colleague|cousin|neighbou?r|boss|manager|aunt|niece|daughter(?='s))", re.I
)
_MINE = re.compile(
    r"\b(?:my (?:wife|husband|partner|girlfriend)|we|we're|i|i'm|our|meine frau|wir|ich|nous|je)\b", re.I
)
_NAMES = re.compile(r"(?<!^)\b[A-ZÀ-Þ][a-zß-ÿ]{2,}\b")
_SELF = frozenset({"_me", "_we"})
_READ = lru_cache(maxsize=4096)(claim)


def clauses(text: str) -> list[str]:
    """What a statement says one after the other."""
    return [part for part in _CLAUSE.split(text) if part]


def denied(said: str, held: str) -> bool:
    """Whether a statement denies outright what is held, perhaps with more beside it: "turns out I'm not allergic to
    nuts, they tested it". Of nobody else, and of nothing that is more exactly said.
    """
    old = _READ(held)
    if old.negated or old.asks or old.maybe or old.past or old.event or old.lets_go:
        return False
    for part in clauses(_AROUND.sub(" ", said)):
        new = _READ(part.strip())
        if not new.negated or not new.denies or new.asks or new.maybe or new.past or new.event or new.came:
            continue
        told = new.bag - _SELF
        rest = old.bag - new.bag - _SELF
        speaker = not told & PEOPLE and not (new.names - old.names) and bool(new.bag & _SELF) >= bool(old.bag & _SELF)
        whose = speaker or bool(new.names & old.names & {*old.said[:3]})
        if len(told) > 1 and told <= old.bag and rest <= PEOPLE and whose:
            return True
    return False


def fulfilled(said: str, held: str) -> bool:
    """Whether what was awaited has happened, to the same people: the baby that was due is born."""
    for awaits, happened in _AWAITED:
        if awaits.search(held) and happened.search(said) and not awaits.search(said):
            ours, theirs = ({word.lower() for word in _WHOSE.findall(text)} for text in (held, said))
            mine = bool(_MINE.search(held) or not (theirs or _NAMES.search(held)))
            named = {*_NAMES.findall(held)} & {*_NAMES.findall(said)}
            return theirs == ours if ours or theirs else mine or bool(named)
    return False


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
