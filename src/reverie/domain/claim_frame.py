"""What stands around a statement without being part of it: who says so, that it was checked, since when, why.

A clause goes only when it tells (says, knows, checked, reminds) and holds no number, no code and no condition.
"""

from __future__ import annotations

from functools import cache

from reverie.domain import claim_words as words
from reverie.domain.claim_tokens import ALSO, CONTENT, Token, canons, content

LONGEST = 12  # tokens of a clause that may go
_FAILED = canons(words.FAILED)
_ATTRIBUTES = canons(words.ATTRIBUTES)
_BACK = frozenset({"it", "that", "this", "which", "they"})
_OPENERS = frozenset({*_BACK, "and", "as", "so", "but", "i", "we"})
_AFTER_TELLING = ALSO | {"that"}


def bare(found: list[Token]) -> list[Token]:
    """The statement alone."""
    found = _without_reason(_without_lead(found))
    while (rest := _without_clause(found)) is not found:
        found = _without_lead(rest)
    return _without_tail(found)


@cache
def _leads() -> frozenset[tuple[str, ...]]:
    return frozenset(tuple(lead.split()) for lead in words.SAID)


def _without_lead(found: list[Token]) -> list[Token]:
    """Without "remember that", "FYI", "the user asked to"."""
    again = True
    while again:
        again = False
        raw = [t.raw.replace("_", " ") for t in found[:6]]
        flat = " ".join(raw).split()
        for size in range(min(6, len(flat)), 0, -1):
            if tuple(flat[:size]) in _leads():
                taken, count = 0, 0
                while taken < size:
                    taken += len(raw[count].split())
                    count += 1
                if taken == size and count < len(found):
                    found = found[count:]
                    found = found[1:] if found[0].kind == "," else found
                    again = bool(found)
                break
    return found


def _without_reason(found: list[Token]) -> list[Token]:
    """Without "because …"; why something failed is what the statement is about, and stays."""
    for at, token in enumerate(found):
        low = token.raw
        after = found[at + 1].raw if at + 1 < len(found) else ""
        if at and (low in words.REASONS or (low == "since" and after in words.SINCE)):
            if _FAILED & {t.word for t in found[:at]}:
                return found
            return found[:at]
    return found


def _without_clause(found: list[Token]) -> list[Token]:
    """Without "Ana says", "I checked again and", "as everybody knows,"; the same list when there is none."""
    told = next((n for n, t in enumerate(found[:LONGEST]) if t.raw in words.TELLING), None)
    if told is None:
        return found
    end = next((n for n in range(told + 1, min(LONGEST, len(found))) if _ends(found, n)), None)
    if end is None:
        spoken = found[told].raw in words.SPOKEN and told + 1 < len(found) and found[told + 1].kind in "digNc"
        if not spoken:
            return found
        end = told
    elif found[end].kind in "ig":
        end -= 1
    clause, rest = found[:end], found[end + 1 :]
    while rest and (rest[0].kind == "," or rest[0].raw in _AFTER_TELLING):
        rest = rest[1:]
    if len(content(rest)) < 2 or not (rest[0].kind in "digNcnwm" or rest[0].raw in words.PREPOSITIONS):
        return found
    return rest if _only_tells(clause, told) else found


def _ends(found: list[Token], at: int) -> bool:
    token = found[at]
    return token.kind == "," or token.raw in _AFTER_TELLING


def _only_tells(clause: list[Token], told: int) -> bool:
    """Whether a clause names nothing but who tells, and sets no condition."""
    for at, token in enumerate(clause):
        if token.kind in "nc" or token.raw in words.CONDITIONS or token.word in _ATTRIBUTES:
            return False
        if token.kind == "N" and (at > told or at > 1):
            return False
        if token.kind == "x" and not any(t.raw.startswith("forg") for t in clause):
            return False
        if token.kind == "m" and token.word not in ("NOW", "FIX"):
            return False
    return sum(t.kind == "w" and t.raw not in words.TELLING for t in clause) <= 3


def _without_tail(found: list[Token]) -> list[Token]:
    """Without ", and it has been written down", ", as you know", and times that say no more than "now"."""
    pauses = [n for n, t in enumerate(found) if t.kind == "," and n > 1]
    if pauses and _tells_of_it(found[pauses[-1] + 1 :]) and len(content(found[: pauses[-1]])) > 1:
        found = found[: pauses[-1]]
    again = True
    while again:
        again = False
        for size in (3, 2, 1):
            if len(found) > size + 2 and " ".join(t.raw for t in found[-size:]) in words.LATELY:
                found, again = found[:-size], True
                break
        while len(found) > 2 and found[-1].kind == ",":
            found = found[:-1]
    return found


def _tells_of_it(clause: list[Token]) -> bool:
    if not clause or (clause[0].raw not in _OPENERS and clause[0].kind not in "ig"):
        return False
    if not any(t.raw in words.TELLING for t in clause):
        return False
    return not any(
        t.kind in "cN" or (t.kind == "n" and t.raw[:1].isdigit()) or t.raw in words.CONDITIONS or t.kind == "x"
        for t in clause
    ) and all(t.kind not in CONTENT or t.raw in words.TELLING or _spoken_back(clause) for t in clause)


def _spoken_back(clause: list[Token]) -> bool:
    """Whether the clause speaks of the statement itself: "it", "that", "you", "I"."""
    return any(t.raw in _BACK or t.raw == "you" or t.kind == "i" for t in clause[:3])
