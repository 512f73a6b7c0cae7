"""Link: what a statement says of entities becomes facts and dated relations of theirs."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cache

from reverie.domain import graph, names, relate, relate_names, relate_over, relate_when, text as texts, wording
from reverie.domain.citation import Citation, Evidence
from reverie.domain.fragment import Fragment
from reverie.domain.given_names import given
from reverie.domain.graph import PREFERRED_TYPES, Relation
from reverie.domain.mention import Link, Mention
from reverie.domain.page import Key, Page
from reverie.domain.relate import ENDS, PAGED, SINGLE, Tie
from reverie.domain.relate_over import Over
from reverie.loop.desk import Desk

_WHERE = frozenset({"works-at", "lives-in", "located-in", "based-in", "attends"})  # relations that lead somewhere
NAMES = 4  # letters of a word of a name that stands for the whole
FULL = 60  # facts on one page; what is named everywhere is told by beliefs


def link(
    fragment: Fragment, mentions: tuple[Mention, ...], links: tuple[Link, ...], desk: Desk, *, again: bool = False,
    repeats: frozenset[Citation] = frozenset(),
) -> list[str]:  # fmt: skip
    """Write what a fragment says of entities onto the desk; returns the titles of pinned ones, which stay as they are.

    Entities are made for both ends of a relation, and for people, organisations, places and projects that are named
    clearly; others learn the fact when they are known. Only what a person said ends what holds. `again`: it was told
    before in other words, so that entities learn nothing by it but how they stand to each other; by `repeats`, what
    that rests on, a first name is who was meant then.
    """
    whom = known(fragment.space, desk)
    ties = [tie for tie in relate.read(fragment.body, whom) if not _of_a_thing(tie, fragment.quote)]
    named = {mention.name: mention.type for mention in mentions}
    types = dict(named)
    types |= relate.names(fragment.body, ties)
    at = _Linking(fragment, desk, types)
    at.introduce()
    at.recognise(ties)
    at.remember_whom(types, repeats)
    read = {frozenset({tie.source, tie.target}) for tie in ties}
    more = [each for each in links if frozenset({each.source, each.target}) not in read]
    for tie in (*ties, *(Tie(source=each.source, relation=each.relation, target=each.target) for each in more)):
        if not (again and any(map(at.is_part_of_a_name, (tie.source, tie.target)))):
            at.tie(tie)
    if fragment.trust == "user":
        at.part(relate_over.read(fragment.body, whom), frozenset(n for t in ties for n in (t.source, t.target) if n))
    linked = {name: None for tie in ties for name in (tie.source, tie.target, tie.gone) if name}
    linked |= {name: None for each in more for name in (each.source, each.target)}
    linked = {name: None for name in linked if not (again and at.is_part_of_a_name(name))}
    for name in (*linked, *(name for name in types if name not in linked)):
        single = types.get(name) == "person" and " " not in name and not relate_names.family(name)
        single = single and not relate_names.kin(fragment.body, name)
        clear = types.get(name) in PAGED and not single
        page = desk.page(at.key(name))
        if page and name not in named and names.first_of(name, page.title):
            continue  # how they stand to each other is all that was told of them
        if (name in linked or clear or page) and not (again and page) and name not in at.meant:
            at.learn(name)
    return list(at.pinned)


@dataclass(slots=True)
class _Linking:
    """One fragment being written into the graph."""

    fragment: Fragment
    desk: Desk
    types: dict[str, str]
    pinned: dict[str, None] = field(default_factory=dict)
    meant: dict[str, Key] = field(default_factory=dict)  # by a first name

    @property
    def proof(self) -> Evidence:
        return Evidence(frozenset({self.fragment.citation}))

    def key(self, name: str) -> Key:
        if name in self.meant:
            return self.meant[name]
        return entity_key(self.fragment.space, name, self.types.get(name, "concept"), self.desk, self.fragment.day)

    def introduce(self) -> None:
        """Whoever the family calls Mum has the first name she is told to have, when nobody else is known by it."""
        for who, name in relate_names.family_names(self.fragment.body) if self.fragment.trust == "user" else ():
            self.types[who] = "person"
            page = self.page(who)
            if self.desk.page(self.key(name)) or self.namesakes(name) or graph.aliases(page):
                continue  # somebody else of that name; or another grandmother
            self.write(graph.also_called(page, name))
            self.meant[name] = page.key

    def recognise(self, ties: list[Tie]) -> None:
        """Whoever stands as told to another is that one, when one of all with that first name does."""
        for tie in ties:
            if " " in tie.source or not tie.target or self.desk.page(self.key(tie.source)):
                continue
            target = self.key(tie.target)
            found = [
                page for page in self.namesakes(tie.source) if self._stands(page, tie.relation, target, tie.target)
            ]
            if len(found) == 1:
                self.meant[tie.source] = found[0].key

    def remember_whom(self, said: Iterable[str], repeats: frozenset[Citation]) -> None:
        """A first name in what is told again is the one who was named in full when it was told before."""
        for name in said if repeats else ():
            if " " in name or name in self.meant or self.desk.page(self.key(name)):
                continue
            found = [page.key for page in self.namesakes(name) if page.evidence.active & repeats]
            if len(found) == 1:
                self.meant[name] = found[0]

    def _stands(self, page: Page, relation: str, target: Key, said: str) -> bool:
        return any(
            each.name == relation and each.open_on(self.fragment.day) and self.held(each.target, target, said)
            for each in graph.relations(page)
        )

    def namesakes(self, name: str) -> list[Page]:
        """Those of the space whose first name that is."""
        return self.desk.entities(self.fragment.space, f"{graph.entity_slug('person', name)}-") if name else []

    def is_part_of_a_name(self, name: str) -> bool:
        """Whether nobody is called so, but somebody of the space is by more names: in doubt it is one of those."""
        if not name or name in self.meant:
            return False
        return self.desk.page(self.key(name)) is None and bool(self.namesakes(name))

    def leads_to(self, slug: str) -> str:
        """The entity that a link leads to, when it was merged into another since."""
        found = self.desk.heir(Key(self.fragment.space, "entity", slug))
        return found.slug if found else slug

    def held(self, slug: str, target: Key, said: str) -> bool:
        """Whether a link leads to that entity, or to somebody of the same first name: that is asked, not assumed."""
        held = Key(self.fragment.space, "entity", self.leads_to(slug))
        page = self.desk.page(held)
        if held == target or page is None or graph.type_of(held) != "person":
            return held == target
        return names.first_of(said, page.title) or names.first_of(page.title, said)

    def page(self, name: str) -> Page:
        """The page of that name, made when there is none; another spelling of the name is kept."""
        key = self.key(name)
        page = self.desk.page(key)
        if page is None:
            return graph.entity(key, name)
        return graph.also_called(page, name) if texts.slug(name) == texts.slug(page.title) else page

    def write(self, page: Page) -> None:
        if self.desk.shut(page.key):
            return
        if page.pinned:
            self.pinned[page.title] = None
        else:
            self.desk.put(page)

    def tie(self, tie: Tie) -> None:
        """Add a relation, and end those that cannot hold beside it or that are said to be over."""
        source, name, day = self.page(tie.source), texts.slug(tie.relation), self.fragment.day
        since, until = self.window(tie)
        open_now = [r for r in graph.relations(source) if r.open_on(day)]
        gone = self.key(tie.gone).slug if tie.gone else ""
        over = [r for r in open_now if gone and self.leads_to(r.target) == gone]
        if over and over[0].name in SINGLE and name in SINGLE:
            name = over[0].name  # "moved from X to Y" tells what of somebody changed by what X was to them
        target = self.key(tie.target) if tie.target else None
        held = [r for r in open_now if r.name == name and target and self.held(r.target, target, tie.target)]
        bygone = until is not None and until <= day  # it was over when it was told
        if name in SINGLE and target and not tie.also and not bygone:
            over += [r for r in open_now if r.name == name and r not in held and r not in over]
        if over and self.fragment.trust != "user":
            return
        stood = source
        for old in over:
            begun = old.since or min((c.day for c in old.evidence.all), default=day)
            left = since if since and begun < since else day
            source = graph.end_relation(source, old, max(min(left, old.until or left), begun), self.proof)
        new = Relation(source=source.key.slug, name=name, target=target.slug if target else "", evidence=self.proof)
        if held and (since or until):
            source = graph.dated(source, held[0], self.narrowed(held[0], since, until), self.proof)
        elif target and not held and not self.told_over(source, name, target, tie.target, until):
            source = graph.add_relation(source, replace(new, since=since or (None if bygone else day), until=until))
        if source is not stood or (target and not held and self.desk.page(source.key) is None):
            self.write(source)

    def window(self, tie: Tie) -> tuple[date | None, date | None]:
        """From when and until when it holds, as the statement says."""
        ends = [each for each in (tie.source, tie.target) if each]
        return (
            relate_when.window(self.fragment.body, ends, self.types, self.fragment.ts) if tie.target else (None, None)
        )

    def narrowed(self, held: Relation, since: date | None, until: date | None) -> Relation:
        """A relation with the days that were told of it; that it was said on a day is no beginning anybody told."""
        if self.fragment.trust != "user":
            return held
        begins, ends = since or held.since, until or held.until
        return replace(held, since=begins, until=ends) if not (begins and ends) or begins < ends else held

    def told_over(self, page: Page, name: str, target: Key, said: str, until: date | None) -> bool:
        """Whether that it is over on that day is known already."""
        return until is not None and any(
            r.name == name and r.until == until and self.held(r.target, target, said) for r in graph.relations(page)
        )

    def part(self, over: Over, tied: frozenset[str]) -> None:
        """End what held between names of which one is let go; the only other who is told to come takes the place."""
        if not over.gone and not over.apart:
            return
        for name in over.names:
            for other in over.names:
                if name == other or not over.ends(name, other):
                    continue
                own, target = self.desk.page(self.key(name)), self.key(other)
                pages = [own] if own else []
                pages += [page for page in self.namesakes(name) if " " not in name and page.key != self.key(name)]
                holding = [(page, held) for page in pages for held in self._holds(page, target, other)]
                if len({page.key for page, _ in holding if page != own}) > 1:
                    holding = [(page, held) for page, held in holding if page == own]  # two of one first name
                for page, held in holding:
                    self._give_over(page, held, other, over, tied)

    def _holds(self, page: Page, target: Key, said: str) -> list[Relation]:
        """What holds between an entity and another, one at a time."""
        day = self.fragment.day
        open_now = [each for each in graph.relations(page) if each.open_on(day) and each.name in SINGLE]
        return [] if page.pinned else [each for each in open_now if self.held(each.target, target, said)]

    def _give_over(self, page: Page, held: Relation, gone: str, over: Over, tied: frozenset[str]) -> None:
        day, page = self.fragment.day, self.desk.page(page.key) or page
        if held.since == day and held.evidence.active == self.proof.active:
            return  # this very statement says that it holds
        self.write(graph.end_relation(page, held, max(day, held.since or day), self.proof))
        others = [each for each in over.names if each != gone and not self._means(each, page)]
        if len(others) == 1 and others[0] in (over.goes if held.name in _WHERE else over.follows):
            tie = Tie(source=page.title, relation=held.name, target=others[0])
            if others[0] not in tied and relate.plausible(tie, known(self.fragment.space, self.desk)):
                first, second = ENDS.get(held.name, ("concept", "concept"))
                told = self.types.get(others[0], "concept")
                self.types |= {page.title: first, others[0]: second if told == "concept" else told}
                self.tie(tie)
                self.learn(others[0])

    def _means(self, name: str, page: Page) -> bool:
        return self.key(name) == page.key or names.first_of(name, page.title)

    def learn(self, name: str) -> None:
        """The entity learns the statement, once; only one that the statement calls by its name."""
        page = self.page(name)
        sentences = texts.sentences(self.fragment.body)
        ways = {page.title, *graph.aliases(page)}
        told = next((each for each in sentences if any(_calls(each, called) for called in ways)), "")
        if not told and self.desk.page(page.key):
            return
        if not told and len(sentences) > 1:
            self.write(page)  # which of them speaks of it nobody can tell
            return
        told, facts = _as_so(told, ways) if told else sentences[0], graph.facts(page)
        if len(facts) >= FULL or any(texts.fold(fact) == texts.fold(told) for fact in facts):
            return
        self.write(graph.add_to_section(page, "Facts", told, self.proof))


def tell(
    fragment: Fragment, desk: Desk, *, again: bool = False, repeats: frozenset[Citation] = frozenset()
) -> None:  # fmt: skip
    """What a statement says of entities; when it was told before, only what that wording says more clearly."""
    mentions = tuple(Mention(name=n, type=t) for t, _, n in (each.partition(":") for each in fragment.entities) if n)
    links = tuple(Link(source=s, relation=r, target=t) for s, r, t in fragment.relations)
    link(fragment, mentions, links, desk, again=again, repeats=repeats)


def narrowed(fragment: Fragment, said: str) -> Fragment:
    """A fragment that says only this of all it tells: the names in it, and the links between two of them."""

    def named(name: str) -> bool:
        return _calls(said, name) or any(len(word) >= NAMES and _calls(said, word) for word in name.split())

    entities = tuple(each for each in fragment.entities if named(each.partition(":")[2]))
    relations = tuple(each for each in fragment.relations if named(each[0]) and named(each[2]))
    return replace(fragment, body=said, entities=entities, relations=relations)


def known(space: str, desk: Desk) -> Callable[[str], str]:
    """Tells the type of the one entity of a space that is called so."""

    @cache
    def type_of(name: str) -> str:
        called = desk.called(space, name) or _in_short(space, name, "", desk)
        return graph.type_of(called[0]) if len(called) == 1 else ""

    return type_of


def _in_short(space: str, name: str, type_: str, desk: Desk) -> list[Key]:
    """Whoever is called so in short: "Fernway" of Fernway Supplies, "Aldous" of Professor Aldous."""
    if " " in name or not name[:1].isupper():
        return []
    found: list[Page] = []
    if type_ in ("organisation", "concept", "") and not relate_names.firm(f"{name} A"):
        found += desk.entities(space, f"{graph.entity_slug('organisation', name)}-")
    if type_ in ("person", "concept", ""):
        titles = (graph.entity_slug("person", f"{title} {name}") for title in relate_names.TITLES)
        found += [page for slug in titles if (page := desk.page(Key(space, "entity", slug)))]
    return [page.key for page in found if page.title.count(" ") == 1]


def _of_a_thing(tie: Tie, quote: str) -> bool:
    """Whether what stands where only a person does was written as a plain word, and got its capital from us."""
    ends = zip((tie.source, tie.target), ENDS.get(tie.relation, ("", "")), strict=True)
    return any(kind == "person" and _plain_word(name, quote) for name, kind in ends)


def _plain_word(name: str, quote: str) -> bool:
    low = name.lower()
    if not name.isalpha() or low == name or given(name) or low in relate_names.KIN:
        return False
    found = re.findall(rf"\b{re.escape(name)}\b", quote, re.IGNORECASE)
    return bool(found) and all(each == low for each in found)


def _calls(sentence: str, title: str) -> bool:
    return f" {texts.fold(title)} " in f" {texts.fold(sentence)} "


def _as_so(told: str, ways: Collection[str]) -> str:
    """What is told of somebody, without the words that only say that it corrects something."""
    plain = wording.stated(told)
    return plain if any(_calls(plain, called) for called in ways) else told


def entity_key(space: str, name: str, type_: str, desk: Desk, on: date) -> Key:
    """The entity of that name or alias, whatever type it was filed under before and whoever took it in.

    A first name alone means the one person of the space who was called in full on the same day, else the only one
    who has it. Among several it is somebody of whom no more is known; who was known by it first: loop/unite.py.
    """
    wanted = Key(space, "entity", graph.entity_slug(type_, name))
    others = [Key(space, "entity", graph.entity_slug(t, name)) for t in PREFERRED_TYPES if t != type_]
    for key in (wanted, *others):
        if found := desk.heir(key):
            return found
    for called in (desk.called(space, name), _in_short(space, name, type_, desk)):
        if len(called) == 1:
            return called[0]
    if type_ in ("person", "concept") and " " not in name and name[:1].isupper():
        namesakes = desk.entities(space, f"{graph.entity_slug('person', name)}-")
        today = [page.key for page in namesakes if on in {c.day for c in page.evidence.all}]
        if len(today) == 1:
            return today[0]
        if type_ == "person" and len(namesakes) == 1 and names.first_of(name, namesakes[0].title):
            return namesakes[0].key
    return wanted
