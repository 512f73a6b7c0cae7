"""A question as the lanes of recall see it: words, names, times, and what sort of answer it wants."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import cache

from reverie.domain import words
from reverie.domain.date_words import may_tell
from reverie.light import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from typing import Literal

    from reverie.domain.dates import Span

    Wants = Literal["when", "amount", "advice", "overview", "latest", "procedure", "chain"]
LONGEST = 20_000  # characters of a question that are read; the rest is left out


class Question(NamedTuple):
    """What is asked, taken apart once for every lane."""

    text: str
    terms: tuple[str, ...]  # looked up by the keyword lane
    called: frozenset[str]  # those of them that name participants: a turn by Ana seldom says "Ana"
    bare: str  # read by the vector lane; without participants' names
    speakers: tuple[str, ...]  # participants it names: their turns weigh more
    spans: tuple[Span, ...]  # times it speaks of
    wants: frozenset[Wants]
    names: tuple[str, ...]  # capitalised words inside it: what must be known for an answer to be right
    aside: frozenset[str] = frozenset()  # terms that say when, how new, among whom: nobody need have said them
    kinds: frozenset[str] = frozenset()  # terms that name the kind of answer: it need not say "editor" to name one
    slight: frozenset[str] = frozenset()  # terms that say little of what it is about
    own: bool = False  # whether it asks about the person who asks
    cut: bool = False  # whether it was too long to be read whole

    def told_by_owner(self, statement: str) -> bool:
        """Whether a statement is about the person who asks as the question is: what I do, or who my sister is."""
        said = statement.lstrip("-*# ")
        if _I_DO.search(self.text) and _I.match(said):
            return True
        return any(re.search(rf"\b(?:my|our) {word}\b", said, re.I) for word in _MINE.findall(self.text))

    def respelt(self, right: Mapping[str, str]) -> Question:
        """The same question, with these words written as they were meant."""
        text = re.sub(r"[^\W_]+", lambda word: right.get(word[0].lower(), word[0]), self.text)
        return self._replace(text=text, terms=tuple(dict.fromkeys(right.get(term, term) for term in self.terms)))


@cache
def _patterns() -> dict[Wants, re.Pattern[str]]:
    return {
        "amount": re.compile(
            r"\bhow (?:many|much|long|often|old|far)\b|\bwhat (?:percent\w*|number|amount|total|version)\b"
            r"|\bversions?\b|\bwie ?viele?\b|\bcombien\b|\bcu[aá]nt[oa]s?\b|몇|いくつ|多少|几个",
            re.I,
        ),
        "advice": re.compile(
            r"^\W*(?:could|can|would) you\b|\bhow (?:should|do|can|would) I\b"
            r"|\bwhat (?:\w+ ){0,4}(?:would|do|should) (?:you|I)\b|\b(?:suggest|recommend)|\bhelp me\b"
            r"|^\W*(?:which|what) \w+ (?:is|are) \w+|\bI'm (?:looking|planning|trying|thinking)\b"
            r"|\b(?:kannst|könntest) du\b|\bpeux-tu\b|\bpuedes\b",
            re.I,
        ),
        "overview": re.compile(
            r"\b(?:order|sequence|summar\w+|overview|across|throughout|all the|list|both|different|various|progress\w*"
            r"|evol\w+|developed|timeline|zusammenfass\w*|überblick|résum\w+|resum\w+)\b",
            re.I,
        ),
        "latest": re.compile(
            r"\b(?:latest|newest|current(?:ly)?|now(?:adays)?|these days|at the moment|most recent|aktuell\w*|derzeit"
            r"|actuel\w*|actual\w*)\b",
            re.I,
        ),
        "procedure": re.compile(
            r"\bhow (?:do|did) (?:I|we|you) (?:usually|normally|always)\b|\bsteps? to\b|\bprocedure\b", re.I
        ),
    }


@cache
def _about_asking() -> re.Pattern[str]:
    """Words of an overview that say how to answer, not what about."""
    return re.compile(
        r"\b(?:can|could|would) you\b|\b(?:walk|give|tell|show|provide|list)\b(?: me)?"
        r"|\bin (?:which|what) order\b|\bin order\b|\bmention only\b|\bonly and only\b"
        r"|\b(?:comprehensive|clear|brief|detailed|complete|key|different|various)\b"
        r"|\b(?:order|sequence|summar\w+|overview|timeline|aspects?|items?|across|throughout|through)\b"
        r"|\b(?:over time|so far)\b"
        r"|\b(?:conversations?|discussions?|sessions?|chats?|progress\w*|evol\w+|developed|including|brought up)\b",
        re.I,
    )


@cache
def _chained() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """How a question asks for one thing by way of another: outright, and by so many links."""
    return re.compile(r"\bthe \w+ (?:of|behind|who|that|which) (?:[\"'“]?[A-Z]|the \w+)"), re.compile(
        r"\bof (?:the|a|an|my|our|his|her|their)\b|\b\w+['’]s\b|\w\s+(?:who|that|which|where|whose|whom)\b"
        r"|\b\w{3,}ed (?:by|with|in)\b",
        re.I,
    )


@cache
def _among() -> re.Pattern[str]:
    """Words that say among whom: what is known of one of them answers, and need not say so."""
    return re.compile(r"\b(?:in|of|within|among) (?:the|my|our) (?:family|household)\b", re.I)


@cache
def _kinds() -> re.Pattern[str]:
    """What stands between the word that asks and the verb: the kind of answer, after what narrows it down.

    Or what something is used for, in two words or more: "state management" asks as "which state management" does.
    """
    return re.compile(
        r"\b(?:which|what)\s+(?P<noun>(?:[\w-]+\s+){0,3}?[\w-]+)\s+(?:is|are|am|was|were|do|does|did|has|have|had|shall|should"
        r"|can|could|may|might|must|will|would)\b"
        r"|\b(?:which|what)\s+(?P<of>\w+)\s+of\b"
        r"|\bwhat\s+(?:do|does|did|are|is)\s+\w+\s+us(?:e|ing)\s+for\s+(?P<purpose>(?:[\w-]+\s+){1,2}[\w-]+)"
        r"|\bhow\s+(?P<how>many|much|long|often|old|far|big|large|tall|high|heavy|late|early)\b"
        r"|\b(?:welche[rsnm]?|welke?|quel(?:le)?s?|qu[eé]|cu[aá]l(?:es)?)\s+(?P<abroad>\w+)",
        re.I,
    )


_SLIGHT = """name names number numbers version versions kind kinds type types sort sorts day days date dates time times
    place places provider supplier system tool tools brand manager company colour color size deadline family household
    live lives living
    run runs running work works working use uses used using go goes going call called keep keeps kept make makes made
    take takes need needs want wants come comes"""


@cache
def _slight() -> frozenset[str]:
    """Words that many statements share which have nothing else in common."""
    return frozenset(_SLIGHT.split())


def _kind_wanted(text: str) -> tuple[frozenset[str], frozenset[str]]:
    """The words that only name the kind of answer, and those of them that another word narrows down."""
    kinds: set[str] = set()
    narrowed: set[str] = set()
    for found in _kinds().finditer(text):
        said = words.terms(next(part for part in found.groups() if part))
        kinds.update(said[-1:])
        narrowed.update(said[-1:] if len(said) > 1 else ())
    return frozenset(kinds), frozenset(narrowed)


BRIEF = 5  # terms up to which a question is short: each of them counts, so it matters what each is there for
_I_DO = re.compile(r"\b(?:do|did|am|are|was|were|have|had|should|can|could|will|would|must|may) (?:i|we)\b", re.I)
_I = re.compile(r"(?:i|we|the user)\b", re.I)
_MINE = re.compile(r"\b(?:my|our) ([a-z]+)", re.I)
_WHEN, _DAY = re.compile(r"\W*(?:when|wann)\b", re.I), re.compile(r"\b(?:day|date|time|tag)\b", re.I)
_OWNER = re.compile(r"\b(?:i|me|my|mine|we|us|our|ours|ich|mich|mir|meine?[rnms]?|wir|uns|unsere?[rnms]?)\b", re.I)
_FIRST = re.compile(r"[^\W_]+")  # of a name, without title marks and punctuation
_LINKS = 2  # from so many on a question asks for something by way of something else
_NAME = re.compile(r"(?<![.!?]\s)(?<!^)\b[A-Z][\w'’-]*[a-z]\w*")


def read(text: str, now: datetime, participants: Iterable[str] = ()) -> Question:
    """Take a question apart. `participants` are the speakers that passages are known to have."""
    text, cut = text[:LONGEST], len(text) > LONGEST
    present = _named(text, participants)
    spans, when = _times(text, now)
    new = [*_patterns()["latest"].findall(text[:2_000]), *_among().findall(text[:2_000])]
    new += _DAY.findall(text) if _WHEN.match(text) else ()
    wants: set[Wants] = {name for name, pattern in _patterns().items() if pattern.search(text[:2_000])}
    if when:
        wants.add("when")
    bare = _without(text, present)
    if "overview" in wants:
        wants.discard("advice")
        bare = " ".join(_about_asking().sub(" ", bare).split()) or bare
    elif _asks_through(text[:2_000]):
        wants.add("chain")
    called, own = [part for name in present for part in words.terms(name)], words.terms(bare)
    terms = tuple(dict.fromkeys((*own, *called))) or words.terms(text)
    kinds, narrowed = _kind_wanted(text) if len(terms) <= BRIEF else (frozenset[str](), frozenset[str]())
    owner = bool(_OWNER.search(text[:2_000]))
    return Question(
        text=text,
        terms=terms,
        called=frozenset(called) if own else frozenset(),
        bare=bare,
        speakers=present,
        spans=spans,
        wants=frozenset(wants),
        names=tuple(dict.fromkeys(n.removesuffix("'s").removesuffix("’s") for n in _NAME.findall(text[:2_000]))),
        aside=frozenset(term for said in (*(span.words for span in spans), *new) for term in words.terms(said)),
        kinds=kinds,
        slight=(narrowed | _slight()).intersection(terms) if len(terms) <= BRIEF else frozenset(),
        own=owner,
        cut=cut,
    )


def _asks_through(text: str) -> bool:
    outright, link = _chained()
    return bool(outright.search(text)) or len(link.findall(text)) >= _LINKS


def _times(text: str, now: datetime) -> tuple[tuple[Span, ...], bool]:
    """The times it speaks of, and whether it asks for one. Most questions do neither, and cost no more than a look."""
    if not may_tell(text):
        return (), False
    from reverie.domain import dates

    return dates.spans(text, now), dates.asks_when(text)


def _named(text: str, participants: Iterable[str]) -> tuple[str, ...]:
    """The participants a question names, by whole or first name."""
    said = {word.casefold() for word in re.findall(r"[^\W_]+", text)}
    return tuple(sorted(p for p in participants if (first := _FIRST.search(p)) and first.group().casefold() in said))


def _without(text: str, names: Iterable[str]) -> str:
    for name in names:
        for part in {name, *_FIRST.findall(name)[:1]}:
            text = re.sub(rf"(?<!\w){re.escape(part)}(?:['’]s)?(?!\w)", " ", text, flags=re.I)
    return " ".join(text.split())
