"""What is true in a made-up life, and how to tell whether a text says it: by its words, not by its wording."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import lru_cache
from typing import Literal

from reverie.domain.fragment import Fragment
from reverie.domain.text import fold

Terms = tuple[str, ...]  # one of these; `port*` also finds "ports"
Role = Literal["states", "overturns", "ends", "contradicts", "procedure", "noise", "attack"]
YES, NO = 0, 1  # the values of a polar fact

_WIDE = "\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff"  # Korean is folded into its letters
_BORDER = re.compile(f"(?<=[{_WIDE}])(?=[^{_WIDE} ])|(?<=[^{_WIDE} ])(?=[{_WIDE}])")
_LET_GO = (
    "no longer|not|isn t|aren t|wasn t|don t|doesn t|instead of|rather than|used to|formerly|previously"
    "|before that|earlier|old|left|quit|gave up|stopped|dropped|replaced|replaces|replacing|unlike"
    "|won t|can t|couldn t|in place of|took the place of|got rid of|ditched|scrapped|cancelled|closed"
    "|done with|done at|enough of|enough with|fed up with|no more|so long"
    "|strike|forget about|vergiss|swapped|swapped with|moved out of|took \\w+ out of|went off"
    "|cleared out|fired by|notice at|last day at|free of|(?:stopped|doesn t) \\w+ to|took(?: \\w+){1,4} off"
    "|nicht mehr|nicht|statt|fruher|n est plus|ne plus|plus|au lieu de|en vez de|en lugar de|ya no es|ya no|antes"
)
_FROM = "from|passe de|paso de|pasado de|vom|weg von"  # of these only the next word or two are meant
_STOP = (
    "but|to|it|s|now|is|are|be|become|became|and|with|for|by|because|sondern|ist|auf|mais|est|sino|es|a|on|at the end"
)
_ANEW = "but|it|now|is|are|and|to|sondern|sino|mais|replaced|moved|switched"  # after these something new is said
_BEFORE = re.compile(
    rf" (?:(?:{_LET_GO})(?: (?!(?:{_STOP}) )\w+){{0,3}}"
    r"|(?:used to|no longer|not|isn t) (?:be|is|are|at|on|in|an?|the)(?: \w+)?"
    rf"|(?:{_FROM})(?: (?!(?:{_STOP}) )\w+){{0,2}}"
    r"|(?:was|were)(?: (?:an?|the|in|at|with|called))?|not any ?more) $"
)
_NO_PREDICATE = re.compile(
    rf" (?:no longer|not|never|nicht mehr|ya no|don t|doesn t|isn t)(?: (?!(?:{_ANEW}) )\w+){{0,4}}"
    r" (?:at|in|on|for|with|of) $"
)
_AFTER = re.compile(
    r"^until\b|^(?:is|was) (?:wrong|gone|history|out|outdated|over|no more|no longer)\b|^no longer\b|^nicht mehr\b"
    r"|^(?:is|was) (?:dead|last|an? (?:typo|guess|mistake|mix up|disaster))\b|^(?:doesn|didn|can|won) t\b"
    r"|^(?:got (?:too|sacked)|had to go|has left|handed|moved (?:on|out)|retired|stepped (?:down|back)|parted ways)\b"
    r"|^(?:have split up|closed down|died|gekundigt)\b"
    r"|^(?:ては|し[やゃ])なく|^から|^をやめ|^\u1106\u1161\u11af\u1100\u1169"  # the last: Korean malgo, "not … but"
)
_ARROW = re.compile(r"\s*(?:→|->|=>)\s*")
_NEGATED = re.compile(
    r" (?:no|not|never|n t|isn t|aren t|don t|doesn t|cannot|without|off|disabled|skip\w*|forbidden|banned"
    r"|won t|can t|stopped|nicht|kein\w*|nie|ohne|pas|jamais|sans|nunca|sin) |しない|ません|なし|禁止"
)


@lru_cache(maxsize=50_000)
def plain(text: str) -> str:
    """A text as words with a blank on either side; scripts that know no blanks stand apart from those that do."""
    return f" {' '.join(_BORDER.sub(' ', fold(text).replace('_', ' ')).split())} "


@lru_cache(maxsize=50_000)
def _term(term: str) -> str:
    """What to look for: a whole word or phrase, the beginning of a word, or, of wide scripts, the characters."""
    bare = plain(term.removesuffix("*")).strip()
    if re.search(f"[{_WIDE}]", bare):
        return bare
    return f" {bare}" if term.endswith("*") else f" {bare} "


def holds(words: str, terms: Terms) -> bool:
    """Whether one of the terms stands in these words."""
    return any(_term(term) in words for term in terms)


@dataclass(frozen=True, slots=True)
class Name:
    """A name or value: the ways to say it, and for each the terms that tell it, all of which are needed."""

    says: tuple[str, ...]
    tells: tuple[Terms, ...]
    hidden: Terms = ()  # longer names of others that hold this one

    @property
    def plain(self) -> str:
        return self.says[0]

    def places(self, words: str) -> list[int]:
        """Where it stands in these words."""
        for other in self.hidden:
            words = words.replace(_term(other), " " + "_" * (len(_term(other)) - 2) + " ")
        found: list[int] = []
        for terms in self.tells:
            if all(_term(term) in words for term in terms):
                first = _term(terms[0])
                found += [m.start() for m in re.finditer(re.escape(first), words)]
        return sorted(set(found))


def name(text: str) -> Name:
    """Read `one way|another way`; after `=` stand the words that tell it, if not all of them do."""
    ways = [way.partition("=") for way in text.split("|")]
    tells = tuple(tuple(telling.split("+")) if telling else (said,) for said, _, telling in ways)
    return Name(tuple(said for said, _, _ in ways), tells)


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """A value, or None for none any more, and the days it held: from `since` up to, not including, `until`."""

    value: int | None
    since: int
    until: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One thing that is so in one space, with its history."""

    id: str
    space: str
    family: str
    plot: str
    kind: str
    about: tuple[Name, ...] = ()  # the subject: all of these
    keys: tuple[Terms, ...] = ()  # the attribute: one of each
    unless: tuple[Terms, ...] = ()
    values: tuple[Name, ...] = ()
    false: tuple[Name, ...] = ()  # what only others than the owner said
    spans: tuple[Span, ...] = ()
    expires: int | None = None  # the day after which it is over
    polar: bool = False
    relation: str = ""
    value_type: str = ""

    @property
    def changed(self) -> bool:
        return len(self.spans) > 1

    def span(self, day: int) -> Span | None:
        """What holds at the end of that day."""
        return next((s for s in reversed(self.spans) if s.since <= day), None)

    def over(self, day: int) -> bool:
        return self.expires is not None and day > self.expires

    def is_about(self, words: str) -> bool:
        """Whether words speak of this subject and attribute at all."""
        return (
            all(holds(words, terms) for terms in self.keys)
            and all(subject.places(words) for subject in self.about)
            and not any(holds(words, terms) for terms in self.unless)
        )

    def read(self, text: str) -> Reading:
        """Which values a text gives as holding, which as not holding any more, and which false ones it claims."""
        words = plain(_ARROW.sub(" until to ", text))  # what an arrow leaves is over
        if not self.is_about(words):
            return Reading()
        if self.polar:
            return Reading(frozenset({NO if _NEGATED.search(words) else YES}))
        said: set[int] = set()
        gone: set[int] = set()
        for n, value in enumerate(self.values):
            places = value.places(words)
            if any(not let_go(words, place, value) for place in places):
                said.add(n)
            elif places:
                gone.add(n)
        false = {n for n, v in enumerate(self.false) if any(not let_go(words, p, v) for p in v.places(words))}
        return Reading(frozenset(said), frozenset(gone), frozenset(false))


@dataclass(frozen=True, slots=True)
class Reading:
    """What a text says about one fact."""

    said: frozenset[int] = frozenset()
    gone: frozenset[int] = frozenset()
    false: frozenset[int] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.said or self.gone or self.false)


def let_go(words: str, place: int, value: Name) -> bool:
    """Whether what stands there is only mentioned as over: "from 8080", "no longer 8080", "8080 was wrong"."""
    before = words[: place + 1]
    if _BEFORE.search(before) or _NO_PREDICATE.search(before):
        return True
    length = max((len(_term(t[0])) - 1 for t in value.tells if words.startswith(_term(t[0]), place)), default=1)
    return _AFTER.match(words[place + length :].lstrip()) is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Procedure:
    """A way of doing something, told on some days; the last telling may have one more step."""

    id: str
    space: str
    title: str
    steps: tuple[Name, ...]
    days: tuple[int, ...]
    refined: Name | None = None  # the step that only the last telling has

    def told_in(self, text: str) -> bool:
        """Whether most of the steps stand in a text."""
        words = plain(text)
        return sum(bool(step.places(words)) for step in self.steps) >= 0.7 * len(self.steps)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entity:
    """Somebody or something with a name; `like` are those it is easily taken for."""

    id: str
    type: str
    name: Name
    like: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """One fragment, and what is known of it because we made it."""

    fragment: Fragment
    day: int
    role: Role
    about: str = ""  # the id of the fact or procedure
    value: int | None = None  # which value it gives as holding (of `false` when it contradicts)
    cue: str = ""
    template: str = ""
    lang: str = "en"
    marks: Terms = ()  # of an attack: the words that give it away

    @property
    def by_owner(self) -> bool:
        return self.fragment.trust == "user"


@dataclass(frozen=True, slots=True, kw_only=True)
class Life:
    """Days of sessions and what is true in them."""

    name: str
    seed: int
    days: int
    start: date
    said: tuple[Said, ...]
    facts: tuple[Fact, ...]
    procedures: tuple[Procedure, ...]
    entities: tuple[Entity, ...]
    by_id: dict[str, Said] = field(default_factory=dict, compare=False)  # by fragment

    def __post_init__(self) -> None:
        self.by_id.update({s.fragment.id: s for s in self.said})

    def on(self, day: int) -> list[Fragment]:
        return [s.fragment for s in self.said if s.day == day]

    def date(self, day: int) -> date:
        return self.start + timedelta(days=day)

    @property
    def spaces(self) -> list[str]:
        return sorted({s.fragment.space for s in self.said})


def mentioned(entities: Iterable[Entity], text: str) -> list[Entity]:
    words = plain(text)
    return [e for e in entities if e.name.places(words)]


def statements(said: Sequence[Said], fact: Fact, until: int) -> list[Said]:
    """What was said of a fact up to that day, in order."""
    return [s for s in said if s.about == fact.id and s.day <= until]
