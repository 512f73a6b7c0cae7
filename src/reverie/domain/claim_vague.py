"""Whether a statement says anything that lasts: not moods, hedges, small talk, or that a thing is that thing.

What holds a number, a name, a tool, a path, a rule or an attribute is never vague.
"""

from __future__ import annotations

import re

from reverie.domain import claim_words as words
from reverie.domain.claim_attribute import ATTRIBUTES
from reverie.domain.claim_reading import Claim
from reverie.domain.claim_tokens import Token, content, tokens

_HEDGED = re.compile(
    r"\b(?:might or might not|may or may not|hard to (?:tell|say)|who knows|at some point|some day|someday|one of these"
    r" days|sooner or later|some(?:one|body|thing) (?:said|mentioned|about|like that)|(?:said|mentioned) something"
    r"|(?:kind|sort) of|(?:from time to|some of the) time|now and (?:then|again)|once in a while|more or less|or so"
    r"|would be nice|i (?:guess|suppose)|somehow|whatever|one would think|you never know|not too \w+|\w+ enough\W*$"
    r"|as it (?:usually|always|often) (?:is|does|was)"
    r"|irgendwie|irgendwas|irgendwann|bof|un peu|en quelque sorte|me parece|más o menos|как-то)\b|なんとなく|なんか",
    re.I,
)
_MOOD = re.compile(
    r"\b(?:feel(?:s|ing)?|felt|seem(?:s|ed)?|look(?:s|ed)|sound(?:s|ed)|mood|weather|lunch|is (?:so|such|pretty|rather)"
    r"|was (?:so|such|pretty|rather|nice|fun)|how (?:nice|lovely|odd|funny)|glad|tired|bored|happy|sad|cheerful)\b",
    re.I,
)
_RECURS = re.compile(r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)days\b", re.I)  # what is done then is a habit
_RULES = re.compile(
    r"\b(?:never|must|don't|do not|prefer\w*|decid\w+|agreed|chose\w*|use[sd]?|using|want\w*|instead|please"
    r"|allerg\w+|like[sd]? to|hate[sd]?|love[sd]?)\b",
    re.I,
)
_SAME_THING = re.compile(r"\ban? ([\w ]+?) is (?:still |just |always )?an? \1\W*$", re.I)


def vague(claim: Claim) -> bool:
    """Whether nothing would be missed of it."""
    text = claim.text
    if _SAME_THING.search(text):
        return True
    hedged, mood = _HEDGED.search(text), _MOOD.search(text)
    if not (hedged or mood) or _RULES.search(text) or _RECURS.search(text) or any(c in text for c in "`/_=@0123456789"):
        return False
    found = tokens(_HEDGED.sub(" ", text))
    if content(found) & (ATTRIBUTES | words.KINDS.keys()):
        return False
    return not any(_names(token) for token in found)


def _names(token: Token) -> bool:
    """Whether it names something; days do not, nor words with an apostrophe in them."""
    if token.kind == "c":
        return not token.raw.replace("'", "").isalpha()
    return token.kind == "N" and token.word not in words.DAYS
