"""Unite: entities that are one under two names. Sure ones are merged, doubtful ones a person is asked about, once.

Type, name and meaning must all agree for a merge; numbers, surnames or facts that disagree rule it out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

from reverie.domain import graph, names, relate_names, text as texts
from reverie.domain.citation import Citation
from reverie.domain.claim import claim, compare
from reverie.domain.fragment import TRUST_ORDER
from reverie.domain.page import Key, Page
from reverie.domain.proposal import Change, Merge
from reverie.domain.relate import SINGLE
from reverie.domain.strength import PROTECTED
from reverie.domain.union import united
from reverie.loop.desk import Desk
from reverie.store.base import AuditFilter, History, Links, Scope, Vault

STRICT = 0.95  # likeness from which on two entities are one
FLAGGED = 0.85  # likeness from which on a person is asked
_NAME = 0.9  # share of the likeness that the name has; the rest is what is told of both
_FAR, _NEAR = 0.3, 0.8  # cosines of what is told of two: below the first it has nothing to do with each other
_TOLD = 600  # characters of what is told of an entity that are compared
_PROVEN = 2  # links that two of nearly the same name must share to be surely one
_BEGINS = 3  # letters that two names have in common at their beginning
_OWN = 2  # days on which a first name was somebody's before anybody was called in full: that may be another
_LOOKED = 50  # versions of a page that are looked through for an earlier merge
ASKS = "same? "  # how the trigger of a proposal begins that asks about two entities

Verdict = Literal["same", "maybe", "apart"]
Cosine = Callable[[str, str], float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two entities that may be one: the page that would stay, the one that would go into it, and what speaks for it."""

    into: Page
    other: Page
    verdict: Verdict
    why: str
    linked: frozenset[Citation] = frozenset()  # what links rest on that were told of the other in short

    @property
    def trigger(self) -> str:
        return ASKS + " ".join(sorted((self.into.key.slug, self.other.key.slug)))

    @property
    def because(self) -> str:
        who, other, kind = self.into.title, self.other.title, graph.type_of(self.into.key)
        if self.verdict == "same":
            return f"{other} is {who} ({self.why})"
        return f"{other} may be {who}, the same {kind} ({self.why})"

    def merge(self) -> Merge:
        made_from: dict[Key, str | None] = {page.key: page.version for page in (self.other, self.into)}
        return Merge((self.other.key,), united(self.into, self.other, self.linked), made_from)


def pairs(keys: Sequence[Key], desk: Desk, links: Links, cosine: Cosine) -> Iterator[Pair]:
    """Each of these entities with those that may be the same, best evidenced first; never those that are apart."""
    seen: set[frozenset[Key]] = set()
    for key in keys:
        for other in _candidates(key, desk, links):
            page, known = desk.page(key), desk.page(other)  # as the pairs before left them
            if page is None or known is None or page.pinned or known.pinned or frozenset((key, other)) in seen:
                continue
            seen.add(frozenset((key, other)))
            pair = _judge(page, known, desk, links, cosine)
            if pair.verdict != "apart":
                yield pair


def _candidates(key: Key, desk: Desk, links: Links) -> list[Key]:
    """Entities of the same type with a name like this one's: one word in common, or nearly."""
    page = desk.page(key)
    if page is None:
        return []
    said = _said(page)
    words = {word for name in said for word in name.split()}
    begun = {word[:n] for word in words for n in range(_BEGINS, len(word))}
    near = {known for found in links.spelt(words).values() for known in found}
    scope = Scope(spaces=(key.space,))
    joined = {"".join(name.split()) for name in said}
    found = links.called([*said, *joined, *words, *begun, *near], scope)
    for word in words:
        found += links.called([word], scope, begins=True) if len(word) >= _BEGINS else []
    whole = {each.key for each in found if each.whole and each.said in said}
    kind, person = graph.type_of(key), graph.type_of(key) == "person"
    keys = {each.key for each in found} | {page.key for page in desk.written("entity", key.space)}
    mine = [each for each in keys if each != key and graph.type_of(each) == kind]

    def like(other: Key) -> bool:
        called = other.slug.partition("--")[2] or other.slug
        return other in whole or any(names.alike(name, called, person=person) for name in said)

    return sorted(filter(like, mine))


def _judge(page: Page, known: Page, desk: Desk, links: Links, cosine: Cosine) -> Pair:
    into, other = _order(page, known)
    kind = graph.type_of(into.key)
    both, shared = _shared(into, other, links)
    meaning = _meaning(into, other, cosine)
    first = _in_short(other, into)
    alias = bool(_said(into) & _said(other))
    alike = max(
        names.alike(one, two, person=kind == "person")
        for one in (into.title, *graph.aliases(into)) for two in (other.title, *graph.aliases(other))
    )  # fmt: skip
    sure = 1.0 if alias else alike * (_NAME + (1 - _NAME) * (shared + meaning) / 2)
    sure = sure if alike == 1 or alias or both >= _PROVEN else 0.0
    maybe = 1.0 if alias else alike * (_NAME + (1 - _NAME) * max(shared, meaning))
    why = "one has the name of the other" if alias else f"the names are {round(100 * alike)} % alike"
    if first and not alias:
        day = _days(into) & _days(other)
        rivals = [each for each in _called_in_full(other, desk) if each.key != into.key]
        alone = not [each for each in rivals if _days(each) & _days(other)] if day else not rivals
        own = not day and sum(on < min(_days(into)) for on in _days(other)) >= _OWN
        sure, maybe = (1.0 if alone and not own else 0.0), (1.0 if alone else 0.0)
        why = f"both names were used on {min(day)}" if day else "a first name alone"
    if _linked(into, other, links):
        return Pair(into=into, other=other, verdict="apart", why="they are linked to each other")
    doubt = _doubt(into, other) if sure >= STRICT else None
    verdict: Verdict = "same" if sure >= STRICT and not doubt else "maybe" if maybe >= FLAGGED else "apart"
    told = [why, *(["they share links"] if shared else []), *([doubt] if doubt else [])]
    return Pair(
        into=into,
        other=other,
        verdict=verdict,
        why=", ".join(told),
        linked=_proofs(other, links) if first else frozenset(),
    )


def _order(one: Page, two: Page) -> tuple[Page, Page]:
    """Which stays and which goes: the fuller name of a person or a firm, else who is better known."""
    for into, other in ((one, two), (two, one)):
        if _in_short(other, into):
            return into, other
    into = max(one, two, key=lambda page: (page.days, len(graph.facts(page)), page.key))
    return into, one if into is two else two


def _in_short(other: Page, into: Page) -> bool:
    """Whether one is the first name of the other; of a firm its own word: "Fernway" of Fernway Supplies."""
    kind = graph.type_of(into.key)
    if kind == "organisation" and (into.title.count(" ") > 1 or relate_names.firm(f"{other.title} A")):
        return False
    return kind in ("person", "organisation") and names.first_of(other.title, into.title)


def _said(page: Page) -> set[str]:
    return {names.plain(name) for name in graph.called(page)} - {""}


def _days(page: Page) -> set[date]:
    return {c.day for c in page.evidence.all}


def _called_in_full(bare: Page, desk: Desk) -> list[Page]:
    """Those of a space who have that first name."""
    return desk.entities(bare.key.space, f"{graph.entity_slug(graph.type_of(bare.key), bare.title)}-")


def _ends(page: Page, links: Links) -> set[tuple[str, str]]:
    """What an entity is linked to, and how; open links only."""
    out = {(r.name, r.target) for r in graph.relations(page) if not r.until}
    found = links.edges(page.key.space, [page.key.slug])
    return out | {(f"~{r.name}", r.source) for r in found if r.target == page.key.slug and not r.until}


def _proofs(page: Page, links: Links) -> frozenset[Citation]:
    """What the links of an entity rest on, from it and to it."""
    found = [*graph.relations(page), *links.edges(page.key.space, [page.key.slug])]
    return frozenset(cited for relation in found for cited in relation.evidence.all)


def _shared(one: Page, two: Page, links: Links) -> tuple[int, float]:
    """How many links both have, and what share that is of those the lesser known has."""
    a, b = _ends(one, links), _ends(two, links)
    return len(a & b), len(a & b) / min(len(a), len(b)) if a and b else 0.0


def _linked(one: Page, two: Page, links: Links) -> bool:
    """Whether one is linked to the other: nobody manages or replaces themselves."""
    return any(end == other.key.slug for page, other in ((one, two), (two, one)) for _, end in _ends(page, links))


def _meaning(one: Page, two: Page, cosine: Cosine) -> float:
    """How near what is told of both is in meaning, their names left aside."""
    told = [_without_names(page, (one, two)) for page in (one, two)]
    if not all(told):
        return 0.0
    return min(1.0, max(0.0, (cosine(*told) - _FAR) / (_NEAR - _FAR)))


def _without_names(page: Page, both: Sequence[Page]) -> str:
    gone = {word for each in both for name in graph.called(each) for word in names.words(name)}
    words = (word for fact in graph.facts(page) for word in texts.fold(fact).split())
    return " ".join(word for word in words if word not in gone)[:_TOLD]


def _doubt(into: Page, other: Page) -> str | None:
    """Why two that look like one are better looked at by a person."""
    if other.days >= PROTECTED:
        return f"{other.title} was held on {other.days} days"
    if TRUST_ORDER.index(other.trust) > TRUST_ORDER.index(into.trust):
        return f"{other.title} is known from somebody trusted less"
    held = {r.name: r.target for r in graph.relations(into) if not r.until and r.name in SINGLE}
    for r in graph.relations(other):
        if not r.until and r.name in held and held[r.name] != r.target:
            return f"{r.name} differs"
    for fact in graph.facts(other):
        told = claim(fact.replace(other.title, into.title))
        if any(compare(told, claim(each)) == "replaces" for each in graph.facts(into)):
            return "what is told of them differs"
    return None


def parted(pair: Pair, history: History) -> bool:
    """Whether one of them was merged into the other before, and a person took that back."""
    for page, other in ((pair.into, pair.other), (pair.other, pair.into)):
        for entry in history.entries(AuditFilter(key=page.key, limit=_LOOKED)):
            stood = history.before(entry).get(page.key)
            if stood and graph.heir(stood) == other.key.slug:
                return True
    return False


def remade(change: Change, vault: Vault) -> Change:
    """A merge of entities as it is to be made of the pages as they are now; any other change as it is."""
    if not isinstance(change, Merge) or change.into.key.kind != "entity":
        return change
    pages = vault.pages((*change.sources, change.into.key))
    into = pages.get(change.into.key)
    sources = [pages[key] for key in change.sources if key in pages and not pages[key].retired]
    if into is None or into.retired or len(sources) != len(change.sources):
        return change
    if all(page.version == change.made_from.get(page.key) for page in pages.values()):
        return change
    whole = into
    for source in sources:
        whole = united(whole, source)
    return Merge(change.sources, whole, {page.key: page.version for page in (*sources, into)})
