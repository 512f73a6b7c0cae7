"""What in a person's own sentence is worth keeping, decided by rules: what kind it is, and how sure that is.

Precision comes first: most of what people say to an agent is about the next five minutes, and none of that is kept.
Pure, the same answer for the same words, and it never raises. English well; six other languages where they say outright
that they prefer, decide or correct something.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from reverie.domain import cues, prose
from reverie.domain.fragment import FragmentKind

SHORTEST, LONGEST = 8, 480  # characters of a sentence that may be kept
_I = re.IGNORECASE


@dataclass(frozen=True, slots=True)
class Noticed:
    kind: FragmentKind
    confidence: cues.Confidence


def notice(sentence: str) -> Noticed | None:
    """What a sentence is, if it is worth keeping."""
    written = prose.unquoted(sentence.replace("’", "'")).strip()
    said = written.lower()
    if not SHORTEST <= len(said) + 6 * (not said.isascii()) <= LONGEST:
        return None
    if _pattern(cues.QUESTION).search(said) and not _pattern(cues.ASKED_RULE).search(said):
        return None
    for kind, confidence, wanted, unwanted in cues.KINDS:
        if _pattern(wanted).search(said) and not _pattern(*unwanted).search(said):
            return Noticed(kind, confidence)
    return _abroad(said)


def passes(sentence: str) -> bool:
    """Whether a sentence is about the next five minutes: a question, a request, thanks."""
    said = sentence.replace("’", "'").lower()
    return _pattern(cues.QUESTION).search(said) is not None or _REQUEST.match(said) is not None


def leans(sentence: str) -> bool:
    """Whether a sentence says what it speaks of only together with the one before it."""
    said = sentence.replace("’", "'")
    return _LEANS.match(said) is not None or (len(said.split()) <= 5 and _OBJECT.search(said) is not None)


_REQUEST = re.compile(
    r"\W*(?:(?:ok(?:ay)?|so|then|and|now|please|pls|just|also)[, ]+)*(?:run|fix|add|try|make|write|show|check"
    r"|open|look|update|remove|rename|create|"
    r"delete|refactor|explain|help|commit|push|implement|find|search|read|print|list|give|tell|go|do|start"
    r"|draft|rewrite|translate|thanks|thx|"
    r"great|nice|cool|perfect|good|careful|can you|could you|let's|lets)\b",
    _I,
)
_OBJECT = re.compile(r"\b(?:it|them|that|this|those|these)\W*$", _I)
_LEANS = re.compile(
    r"\W*(?:(?:and|but|so|also|because|since|then|otherwise|plus)\b,?\s*)?(?:it|its|it's|this|that|that's|they"
    r"|they're|them|those|these|he|she|"
    r"him|her|there|the (?:first|second|latter|former|other)(?: one)?|both|neither|same|er|sie|es|das|ça|cela"
    r"|eso|esto)\b"
    r"(?!\s+(?:way|is why|said)\b)"
    r"|\W*(?:because|since|so that|which|otherwise)\b",
    _I,
)


@cache
def _pattern(*blocks: str) -> re.Pattern[str]:
    """One pattern of all the lines of some tables."""
    whole = re.sub(r"\\\n\s*", "", "\n".join(block.strip() for block in blocks))
    return re.compile("|".join(f"(?:{line.strip()})" for line in whole.splitlines()))


_ASKING = re.compile(r"[?？]\s*$|(?:吗|呢|か|니|까)[。？?]?\s*$")
_UNSURE_ABROAD = re.compile(
    r"\b(?:vielleicht|könnten wir|was wäre|peut-être|et si|quizás|tal vez|y si)\b|かもしれ|どうだろう|아마|만약"
    r"|也许|如果.{0,12}呢|要不",
    _I,
)


def _abroad(said: str) -> Noticed | None:
    if _ASKING.search(said) or _UNSURE_ABROAD.search(said):
        return None
    for kind, wanted in cues.ABROAD:
        if _pattern(wanted).search(said):
            return Noticed(kind, "medium")
    return None
