"""Of whom or what a statement says something: "my wife's phone …", "the API server …", "Ida …", "I …".

What changed for one changed nothing for another. Only what is said outright at the beginning counts; where that cannot
be told, nothing is made of it. Pure.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Literal

from reverie.domain.given_names import given


def _set(block: str) -> frozenset[str]:
    return frozenset(block.split())


_OPENS = re.compile(  # before the statement itself
    r"\W*(?:(?:so|and|but|well|ok(?:ay)?|oh|btw|by the way|fyi|actually|turns out(?: that)?|good news|also|now|finally"
    r"|correction|update|remember that|remember)\b[\s,:–-]*)*",
    re.I,
)
_SELF = re.compile(r"(?:i|we|ich|wir|je|nous|yo|the (?:user|owner))\b(?!\.)", re.I)
_DOES = (
    r"(?:is|are|was|were|isn't|aren't|am|has|have|had|got|gets|runs?|listens?|lives?|lived|moved|uses?|goes|went|sits?"
    r"|needs?|works?|drives?|switched|changed|starts?|started|takes?|took|plays?|leads?|manages?|handles?|does|left|quit"
    r"|retires?|stopped|likes?|eats?|drinks?|speaks?|owns?|says?|ends?|closes?|opens?|lasts?|costs?|stores?|sends?|reads?"
    r"|keeps?|sleeps?|studies|teaches|maintains?|upgraded|runs|deploys?|happens?|joined|now)\b"
)
_HEAD = r"[\w&+#.-]*\w"
_THING = re.compile(rf"(?P<owner>my|our|the)\s+(?P<what>(?:{_HEAD}(?:['’]s?)?\s+){{1,6}}?){_DOES}", re.I)
_NAMED = re.compile(
    rf"(?P<who>[A-ZÀ-Þ]{_HEAD}(?:\s[A-ZÀ-Þ]{_HEAD})*?)(?:['’]s?\s+(?P<what>(?:{_HEAD}\s+){{1,4}}?)|\s+(?:and\s.+?\s)?)"
    rf"(?i:{_DOES})"
)
_OWNED = re.compile(rf"^(?P<who>(?:{_HEAD}\s+)*?{_HEAD})['’]s?\s+(?P<what>.+)$")
_BARE = re.compile(rf"(?P<what>[A-Z][\w-]+(?:\s[a-z][\w-]+){{0,2}})\s+{_DOES}")  # "Logs are kept …"
_JOINS = _set("""
    with of for in on at the a an my our own new other same and to from
""")
_PEOPLE = _set("""
    wife husband partner girlfriend boyfriend fiancé fiancée mother mom mum father dad parents brother sister son
    daughter kid kids child uncle aunt auntie cousin niece nephew grandma granny grandpa grandmother grandfather in-laws
    friend
    colleague flatmate roommate neighbour neighbor boss manager
""")
_RELATIVE = re.compile(  # called by that alone, as by a name
    rf"(?P<who>mum|mom|mother|dad|father|grand(?:ma|pa|mother|father)|auntie|granny)\s+{_DOES}", re.I
)
_CALLED = {"mum": "mother", "mom": "mother", "dad": "father", "grandma": "grandmother", "granny": "grandmother",
           "grandpa": "grandfather"}  # fmt: skip
_CLOSE = 0.75  # how alike two names are spelt that are easily mixed up
_NAME = re.compile(r"\b[A-ZÀ-Þ][a-zß-ÿ]+\b")

_KIN = frozenset(word.removesuffix("s") if len(word) > 3 else word for word in _PEOPLE)
_DATES = _set("""
    monday tuesday wednesday thursday friday saturday sunday january february march april may june july august
    september october november december
""")
_I_LIVE = re.compile(r"\W*(?:i|we|ich|wir|je)\s+(?:live|wohne|wohnen|lebe|leben|habite)\b", re.I)

Sort = Literal["self", "person", "thing"]


@dataclass(frozen=True, slots=True)
class Subject:
    """Who or what; `owner`: whose it is, empty for one's own; `sure` when it is said whose."""

    sort: Sort
    words: frozenset[str] = frozenset()
    owner: frozenset[str] = frozenset()
    sure: bool = False


@lru_cache(maxsize=8192)
def subject(text: str) -> Subject | None:
    """What a statement begins with, if that can be told."""
    opening = _OPENS.match(text)
    rest = text[opening.end() :] if opening else text
    if _SELF.match(rest):
        return Subject("self")
    if thing := _THING.match(rest):
        return _thing(thing["owner"].lower(), thing["what"])
    if relative := _RELATIVE.match(rest):
        return Subject("person", _words(relative["who"]))
    named = _NAMED.match(rest)
    if named and (named["what"] or given(named["who"].split()[0]) or " " in named["who"]):
        who = _words(named["who"])
        if not named["what"]:
            return Subject("person", who)
        return Subject("thing", _words(named["what"]), who, sure=True)
    bare = _BARE.match(rest)
    return Subject("thing", _words(bare["what"])) if bare and " " not in bare["what"] else None


def _thing(owner: str, what: str) -> Subject:
    owned = _OWNED.match(what.strip())
    if owned and owner != "the":
        return Subject("thing", _words(owned["what"]), _words(owned["who"]), sure=True)
    words = _words(what)
    if words & _KIN and owner != "the":
        return Subject("person", words)
    return Subject("thing", words, sure=owner == "my")


def _words(text: str) -> frozenset[str]:
    low = (word.removesuffix("'s").strip(".,").rstrip("'’") for word in text.lower().split())
    return frozenset(word.removesuffix("s") if len(word) > 3 else word for word in low if word not in _JOINS)


def others(new: str, old: str) -> bool:
    """Whether two statements say outright that they are of two people or things, or of somebody's and another's."""
    a, b = subject(new), subject(old)
    if a is None or b is None:
        return False
    if a.sort == b.sort == "person":
        ours, theirs = a.words - _KIN, b.words - _KIN
        if not (ours and theirs):
            ours, theirs = (frozenset(_CALLED.get(word, word) for word in each.words & _KIN) for each in (a, b))
        return bool(ours - theirs and theirs - ours)
    if a.sort == b.sort == "thing":
        if _mentioned(a.words, old) or _mentioned(b.words, new):
            return a.words == b.words and _owned_by_others(a, b)
        return _owned_by_others(a, b) or bool(_beside(a.words, b.words) and _beside(b.words, a.words))
    return _of_another(new, a, old, b) or _of_another(old, b, new, a)


def _owned_by_others(a: Subject, b: Subject) -> bool:
    return (
        a.owner != b.owner and a.sure and b.sure and not (a.owner & b.owner or a.owner == b.words or b.owner == a.words)
    )


def _beside(some: frozenset[str], others: frozenset[str]) -> set[str]:
    """The words that have no form among the others: "design" is one of "designers"."""
    return {word for word in some if not any(word[:5] == other[:5] for other in others)}


def _mentioned(some: frozenset[str], text: str) -> bool:
    return all(re.search(rf"\b{re.escape(word)}", text, re.I) for word in some)


def _of_another(one: str, a: Subject, other: str, b: Subject) -> bool:
    """Whether the first is said of somebody, or of a thing of a place of its own, and the other of the speaker."""
    mine = b.sort == "self" or (b.sort == "thing" and b.sure and not b.owner)
    shared = a.sort == "thing" and not (b.sort == "self" and _I_LIVE.match(other))  # what "we" do is done by things
    if not mine or a.sort == "self" or (a.sort == "thing" and a.sure and not a.owner) or shared:
        return False
    return not any(word in other.lower() for word in a.words)


def people(new: str, old: str) -> bool:
    """Whether both are said of people by their names."""
    a, b = subject(new), subject(old)
    return bool(a and b and a.sort == b.sort == "person" and a.words - _KIN and b.words - _KIN)


def same(new: str, old: str) -> bool:
    """Whether both say outright that they are of one thing: "our office", "the office"."""
    a, b = subject(new), subject(old)
    if a is None or b is None or a.sort != b.sort or others(new, old):
        return False
    return bool(a.words and b.words and (a.words <= b.words or b.words <= a.words))


def lookalikes(new: str, old: str) -> bool:
    """Whether two statements differ in a name that is only spelt otherwise: Sara and Sarah, Meyer and Meier."""
    ours, theirs = (
        {name for name in _NAME.findall(text) if name.lower().removesuffix("s") not in _DATES} for text in (new, old)
    )
    more, less = sorted(ours - theirs), sorted(theirs - ours)
    if not more or len(more) != len(less):
        return False
    return all(max(SequenceMatcher(None, one, other).ratio() for other in less) >= _CLOSE for one in more)
