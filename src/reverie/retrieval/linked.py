"""The graph lane: from the entities a question names, over one or two links, to what is told of those they lead to.

"Where does Ana's team deploy?" names Ana; what her team is called, and what that runs on, only links say. Silent when
no entity is named. Of a hub only the links with the most evidence are followed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from typing import NamedTuple

from reverie.domain import names
from reverie.domain.page import Key
from reverie.domain.question import Question
from reverie.domain.words import STOP
from reverie.retrieval.lanes import Similar, Words
from reverie.store.base import Called, Links, Scope

NEED = 0.2  # share of the question, by weight, that the best passage must leave open
HUB = 8  # links followed from one entity
MOST = 12  # entities a link away that are gone on from
_NAMED = 3  # entities of a question that are followed
_LONGEST = 4  # words of a name
_READ = 48  # words of a question in which names are looked for
_TOLD = 12  # fragments looked at for one entity
_JOINING = 8  # passages that join
_FADING = (1.0, 0.9, 0.8)  # what a passage is worth that is told of the entity itself, of one a link away, of two
_ANY = 0.3  # what it is worth at least, whatever it has to do with the question
_PROVES = 0.4  # when it proves a link that is asked for, and says the name
_ASKED = 0.6  # when it is told of whom the question asks for: "the maintainer of…"

ASKED: dict[str, str] = {  # the words by which a question asks for a relation, beside those in its name
    "runs-on": "deploy host cloud server platform production",
    "works-at": "employer company job employed workplace",
    "lives-in": "home city town address reside",
    "located-in": "where office based headquarters",
    "manages": "manager boss lead leader supervisor report",
    "reports-to": "manager boss lead leader supervisor manages",
    "maintained-by": "maintainer owner owns responsible charge contact",
    "on-call": "oncall pager",
    "develops": "project service builds author wrote works",
    "uses": "stack tool database language framework written built",
    "depends-on": "need require dependency",
    "part-of": "team member belong group",
    "married-to": "wife husband spouse partner",
    "partner-of": "wife husband spouse girlfriend boyfriend",
    "owned-by": "owner owns parent holding belong",
    "account-manager": "contact rep representative sales",
    "attends": "school university student studies",
    "mentored-by": "mentor tutor trainer coach trains teaches learns",
    "caseworker": "social worker case",
    "doctor": "physician gp cardiologist",
    "child-of": "son daughter mother father parent mum dad kid",
    "sibling-of": "brother sister twin",
    "has-pet": "dog cat horse animal",
    "member-of": "team choir club band group",
}
_GENERIC = frozenset(("api", "service", "app", "server", "worker", "web", "ui", "team", "project"))
_ENDINGS = ("ment", "ing", "er", "ed", "es", "s")
_WRITTEN = re.compile(r"[^\W_]+")
_ID = re.compile(r"#([\w-]+)")


@dataclass(frozen=True, slots=True)
class Linked:
    """What the lane found: how much each passage is worth, from 0 to 1, and which entity led to it."""

    worth: Mapping[int, float] = field(default_factory=dict)
    through: Mapping[int, Key] = field(default_factory=dict)
    named: Mapping[str, tuple[Key, ...]] = field(default_factory=dict)  # by what the question calls them
    covers: float = 0.0  # the share of the question, by weight, that names them or asks for the links that were found


def follow(asked: Question, words: Words, similar: Similar, links: Links, scope: Scope, on: date) -> Linked:
    """From the entities that a question names to the passages about them and those they are linked to on a day."""
    named = entities(asked.text, links, scope)
    if not named:
        return Linked()
    path = _walk([key for keys in named.values() for key in keys][:_NAMED], asked, links, scope, on)
    called = {word for span in named for word in span.split()}
    names_them = {term for term in words.weights if set(names.words(term)) & called}
    rest = {term: weight for term, weight in words.weights.items() if term not in names_them}
    found = path.passages(links, scope)
    worth: dict[int, float] = {}
    through: dict[int, Key] = {}
    for (id_, led), near in zip(found, similar.of([id_ for id_, _ in found]), strict=True):
        held = words.terms(id_)
        concerns = max(led.least, _share(held, rest), min(1.0, near) / 2)
        if names_them & set(held):  # the words lead there by themselves, but for what they ask
            concerns = _PROVES if led.least == 1 else 0.0
        if _FADING[led.hops] * concerns > worth.get(id_, 0.0):
            worth[id_], through[id_] = _FADING[led.hops] * concerns, led.entity
    best = sorted(worth, key=lambda id_: (-worth[id_], id_))[:_JOINING]
    covers = _covers(words, names_them, path.asks) if path.asks else 0.0
    return Linked({id_: worth[id_] for id_ in best}, {id_: through[id_] for id_ in best}, named, covers)


def entities(text: str, links: Links, scope: Scope) -> dict[str, tuple[Key, ...]]:
    """The entities that a text names, by what it calls them: whole names and aliases, and people by the first name."""
    written = _WRITTEN.findall(names.unowned(text))[:_READ]
    said = [names.plain(word) for word in written]
    spans = {" ".join(said[n : n + size]): (n, size) for n, size in _spans(len(said))}
    wanted = [span for span, (_, size) in spans.items() if size > 1 or (span not in STOP and len(span) > 1)]
    found: dict[str, list[Called]] = {}
    for each in links.called(wanted, scope):
        found.setdefault(each.said, []).append(each)
    named: dict[str, tuple[Key, ...]] = {}
    taken: set[int] = set()
    for span in sorted(found, key=lambda span: -spans[span][1]):  # the longest names first
        start, size = spans[span]
        alone = not written[start + size : start + size + 1] or not written[start + size][0].isupper()
        keys = _meant(found[span], scope.spaces, first=alone)
        if keys and not taken & set(range(start, start + size)):
            named[span] = keys
            taken |= set(range(start, start + size))
    return named


def _spans(count: int) -> Iterator[tuple[int, int]]:
    return ((n, size) for size in range(1, _LONGEST + 1) for n in range(count - size + 1))


def _meant(found: Sequence[Called], spaces: Sequence[str], *, first: bool) -> tuple[Key, ...]:
    """Of those that are called so in the nearest space that has any: by the whole name, else by the first of it."""
    fits = [each.key for each in found if each.whole]
    if first and not fits:
        fits = [each.key for each in found if _in_short(each)]
    nearest = next((space for space in spaces if any(key.space == space for key in fits)), None)
    return tuple(sorted({key for key in fits if key.space == nearest}))


def _in_short(called: Called) -> bool:
    """Whether somebody is called by the first name, or something without what goes without saying: kestrel-api."""
    kind, _, name = called.key.slug.partition("--")
    first, *rest = name.split("-")
    return first == called.said and bool(rest) and (kind == "person" or _GENERIC.issuperset(rest))


class _Led(NamedTuple):
    """The entity that led somewhere, how many links away that is, and what it is worth whatever it says."""

    entity: Key
    hops: int
    least: float


@dataclass(slots=True)
class _Path:
    """Where the links lead: fragments that tell of entities or prove a link, and entities with pages of their own."""

    fragments: dict[str, _Led] = field(default_factory=dict)
    reached: dict[Key, _Led] = field(default_factory=dict)
    asks: set[str] = field(default_factory=set)  # the words by which the question asks for links that were found

    def passages(self, links: Links, scope: Scope) -> list[tuple[int, _Led]]:
        found = [(id_, led) for key, led in self.reached.items() for id_ in links.page(key, scope)]
        for space in dict.fromkeys(led.entity.space for led in self.fragments.values()):
            told = [fragment for fragment, led in self.fragments.items() if led.entity.space == space]
            found += [(id_, self.fragments[fragment]) for id_, fragment in links.resting(told, space, scope)]
        return found


def _walk(start: Sequence[Key], asked: Question, links: Links, scope: Scope, on: date) -> _Path:
    """To the entities a link away, and over the links of these that are of a kind the question asks for.

    An entity has a page in each space that tells of it; whoever sees several spaces goes on in all of them.
    """
    wanted = {_stem(word) for word in names.words(asked.text) if word not in STOP}
    path = _Path(reached={key: _Led(key, 0, _ANY) for key in _everywhere(start, scope)})
    edge = list(path.reached)
    for hops in (1, 2):
        ends: dict[Key, float] = {}
        for key in edge:
            for end, relation, proof in links.neighbours(key, on, scope, HUB):
                by = wanted & _asked(relation)
                ends[end] = max(ends.get(end, _ANY), _ASKED if by else _ANY)
                path.asks |= by
                for fragment in _ID.findall(proof) if by else ():
                    path.fragments.setdefault(fragment, _Led(key, hops, 1.0))
        if hops == 1:
            near = [(twin, least) for end, least in ends.items() for twin in _everywhere([end], scope)]
            path.reached |= {key: _Led(key, 1, least) for key, least in near[:MOST] if key not in path.reached}
            edge = [key for key, led in path.reached.items() if led.hops]
    for key, led in path.reached.items():
        for fragment in links.proofs(key, scope, _TOLD):
            path.fragments.setdefault(fragment, led)
    return path


def _everywhere(keys: Iterable[Key], scope: Scope) -> list[Key]:
    """Entities with those of the same name in the other spaces that are seen."""
    return list(dict.fromkeys(Key(space, "entity", key.slug) for key in keys for space in scope.spaces))


def _covers(words: Words, names_them: Set[str], asks: Set[str]) -> float:
    """The share of a question that a path explains, though no passage on it holds those words."""
    weights = {**words.weights, **dict.fromkeys(words.unknown, words.rarity)}
    explained = (weight for term, weight in weights.items() if term in names_them or _stem(term) in asks)
    return sum(explained) / (sum(weights.values()) or 1.0)


@cache
def _asked(relation: str) -> frozenset[str]:
    """The words by which a question asks for a relation, without their endings."""
    return frozenset(_stem(word) for word in (*relation.split("-"), *ASKED.get(relation, "").split()) if len(word) > 2)


def _stem(word: str) -> str:
    """A word without its commonest endings: host of hosting, run of running, manag of manager."""
    bare = next((word.removesuffix(end) for end in _ENDINGS if word.endswith(end) and len(word) > len(end) + 2), word)
    return (bare[:-1] if bare[-1:] == bare[-2:-1] else bare).removesuffix("e")


def _share(held: Sequence[str], rest: Mapping[str, float]) -> float:
    """How much of the rest of the question a passage holds, by weight."""
    total = sum(rest.values())
    return sum(rest.get(term, 0.0) for term in held) / total if total else 0.0
