"""Which side of somebody or something a statement tells: where they live, where they work, what they own, who is in
charge of it. Who moved house has not changed jobs. Only what is said outright counts. Pure.
"""

from __future__ import annotations

import re
from functools import lru_cache

from reverie.domain.kinds import KINDS
from reverie.domain.subject import subject

_LANGUAGES = "|".join(sorted(re.escape(word) for word, kinds in KINDS.items() if "language" in kinds))
_OF_PEOPLE = {
    "home": re.compile(
        r"\b(?:lives?|lived|living|reside[sd]?|moved (?:to|into|house|home|back)|relocated|settled|based in"
        r"|wohn(?:t|e|en)|(?:um)?gezogen|habit(?:e|ons)|déménagé|viv(?:e|o|imos)|mudad[oa])\b",
        re.I,
    ),
    "work": re.compile(
        r"\b(?:work(?:s|ed|ing)? (?:at|for|as|in|with)|joined|(?:new|first) job|employed|hired|arbeite[tn]?|travaille"
        r"|trabaj(?:a|o))\b"
        r"|\bis (?:an?|the|our|my) (?:[\w-]+ ){0,2}?(?:designer|developer|engineer|nurse|teacher|manager|lead|director"
        r"|accountant|lawyer|doctor|dentist|consultant|analyst|architect|intern|assistant)\b",
        re.I,
    ),
    "goods": re.compile(r"\b(?:owns?|bought|drives?)\b", re.I),
    "age": re.compile(r"\bbirthday\b|\bborn\b|\bturn(?:s|ed) \d", re.I),
    "kin": re.compile(
        r"^\W*(?:my|our) (?:partner|wife|husband|girlfriend|boyfriend|son|daughter|brother|sister|mother|father|boss"
        r"|manager|neighbou?r) is (?:called |named )?(?-i:[A-ZÀ-Þ][\w-]+)\W*$",
        re.I,
    ),
}
_OF_THINGS = {
    "charge": re.compile(
        r"\b(?:owned|maintained|run|led|managed|handled|looked after) by\b"
        r"|\b(?:owns|maintains|leads|manages|looks after|responsible for|in charge of)\b",
        re.I,
    ),
    "language": re.compile(rf"\b(?:is|are|was|written|built|coded|implemented|done) in (?:{_LANGUAGES})\b", re.I),
    "sort": re.compile(r"^\W*[\w-]+ is an? ", re.I),
    "name": re.compile(r"\b(?:is|are|was) (?:called|named|renamed)\b", re.I),
}


def apart(held: str, said: str) -> bool:
    """Whether two statements say outright that they are of different sides."""
    ours, theirs = _sides(held), _sides(said)
    return bool(ours and theirs and not ours & theirs)


@lru_cache(maxsize=8192)
def _sides(text: str) -> frozenset[str]:
    of = subject(text)
    some = _OF_THINGS if of and of.sort == "thing" else _OF_PEOPLE
    return frozenset(name for name, words in some.items() if words.search(text))
