"""The model dreamer: a model says what should change, and names what proves it; the rest is ours.

Its numbers must be of what it was shown, its words from there. What it fails at, rules do.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from reverie.domain import graph, text as texts
from reverie.domain.belief import believe, restate
from reverie.domain.citation import Evidence
from reverie.domain.fragment import TRUST_ORDER, Fragment, lowest_trust
from reverie.domain.graph import Relation
from reverie.domain.invented import invented, undated
from reverie.domain.page import Key, Page
from reverie.domain.skill import Procedure, learnt, refined
from reverie.domain.strength import PROTECTED
from reverie.errors import ModelError
from reverie.llm.models import Model, ModelSettings
from reverie.llm.prompts import fence, load
from reverie.loop.desk import Desk
from reverie.loop.dream import Batch, Dreamer
from reverie.loop.dream_offline import may_prove
from reverie.loop.link import entity_key, tell
from reverie.loop.unsay import Overturned, unsay

_SHOWN = 600  # characters of a fragment or a page in a question
_SENTENCE = 600  # characters of what it may say
_ANSWER = 1_200  # tokens of an answer, about
_TAGS = ("refused", "pages", "fragments")


class DreamByModel:
    """Asks a model what a batch comes to."""

    batch = 40

    def __init__(self, model: Model, rules: Dreamer) -> None:
        self._model, self._rules = model, rules
        self.sizes: list[int] = []  # of the questions so far, in tokens

    @property
    def name(self) -> str:
        return self._model.name

    def dream(self, batch: Batch, desk: Desk, complaint: str = "") -> str:
        batch = replace(batch, fragments=tuple(filter(may_prove, batch.fragments)))
        if not batch.fragments:
            return ""  # what may prove nothing is not asked about
        pages = _pages(batch, desk)
        asked = question(batch.fragments, pages, complaint)
        self.sizes.append(texts.tokens(asked))
        try:
            answer = self._model.ask(load("dream"), asked)
        except ModelError as wrong:
            self._rules.dream(batch, desk)
            return str(wrong)
        for change in answer["changes"]:
            _Change(change, batch, pages, desk).make()
        return ""


def _pages(batch: Batch, desk: Desk) -> list[Page]:
    """The pages near any of the fragments, each once."""
    keys = dict.fromkeys(key for fragment in batch.fragments for key in batch.near.get(fragment.id, ()))
    return [page for key in keys if key.kind in ("belief", "skill") and (page := desk.page(key)) and not page.pinned]


def question(fragments: Sequence[Fragment], pages: Sequence[Page], complaint: str = "") -> str:
    """A batch as a model is shown it: numbered, fenced, without ids."""
    said = "\n".join(
        f"F{n} {f.day.isoformat()} {f.trust} {f.kind}: {_short(f.body)}" for n, f in enumerate(fragments, 1)
    )
    held = "\n".join(f"P{n} {_standing(page)}: {_short(page.prose)}" for n, page in enumerate(pages, 1))
    parts = {**({"refused": complaint} if complaint else {}), "pages": held or "none", "fragments": said}
    return "\n".join(fence(text, tag, *_TAGS) for tag, text in parts.items())


def estimate(name: str, sizes: Sequence[int], settings: ModelSettings) -> dict[str, Any]:
    """What asking questions of these many tokens costs, about."""
    prompt = load("dream")
    beside = texts.tokens(prompt.text) + texts.tokens(json.dumps(prompt.schema))
    sent, received = sum(sizes) + beside * len(sizes), _ANSWER * len(sizes)
    try:
        from reverie.llm.price import price

        money = price(name, sent, received, settings)
    except ImportError:
        money = None
    return {"model": name, "calls": len(sizes), "tokens": sent + received, "money": money}


def _standing(page: Page) -> str:
    days = ", ".join(sorted({c.day.isoformat() for c in page.evidence.active}))
    return f"{page.key.kind}, {page.strength} ({days})"


def _short(text: str) -> str:
    return " ".join(text.split())[:_SHOWN]


class _Change:
    """One change of the answer, held against what was shown."""

    def __init__(self, told: Mapping[str, Any], batch: Batch, pages: Sequence[Page], desk: Desk) -> None:
        self._told, self._desk, self._space, self._today = told, desk, batch.space, batch.now.date()
        self._fragments = [batch.fragments[n - 1] for n in told["fragments"] if 1 <= n <= len(batch.fragments)]
        chosen = [pages[n - 1] for n in told.get("pages", ()) if 1 <= n <= len(pages)]
        self._pages = [page for key in dict.fromkeys(p.key for p in chosen) if (page := desk.page(key))]
        self._proof = Evidence(frozenset(f.citation for f in self._fragments))

    def make(self) -> None:
        do = self._told["do"]
        if self._fragments or do in ("retire", "merge", "split"):
            getattr(self, f"_{do}")()

    def _text(self) -> str:
        """Its sentence, when every number and name in it was shown; else nothing."""
        said = " ".join(str(self._told.get("text", "")).split())[:_SENTENCE]
        shown = "\n".join([*(f"{f.body}\n{f.quote}" for f in self._fragments), *(p.prose for p in self._pages)])
        told = undated(said, [(f.ts, f"{f.body}\n{f.quote}") for f in self._fragments])
        return "" if not said or invented(told, shown) else said

    def _believe(self) -> None:
        said = self._text()
        known = [*self._desk.written("belief", self._space), *self._pages]
        told = next((page for page in known if texts.fold(page.prose) == texts.fold(said)), None)
        if said and told:
            self._pages = [told]
            self._reinforce()
        elif said:
            key = self._desk.free(Key(self._space, "belief", texts.sentence_slug(said)))
            tags = tuple(dict.fromkeys(tag for f in self._fragments for tag in f.tags))[:6]
            page = believe(key, said, self._proof, tags=tags)
            self._desk.put(page.with_front("trust", lowest_trust(self._fragments)))
            self._tell()

    def _reinforce(self) -> None:
        for page in self._pages[:1]:
            if page.key.kind == "belief":
                days = {c.day for c in page.evidence.active}
                fresh = {f.day: f.citation for f in self._fragments if f.day not in days}  # one a day
                self._cite(page, page.prose, Evidence(frozenset(fresh.values())))
                self._tell(again=True)

    def _restate(self) -> None:
        said = self._text()
        for page in self._pages[:1] if said else ():
            if page.key.kind != "belief":
                continue
            if not self._told.get("overturns"):
                self._cite(page, said, self._proof)
                self._tell()
            elif all(TRUST_ORDER.index(f.trust) <= TRUST_ORDER.index(page.trust) for f in self._fragments):
                old = page.evidence.all - self._proof.active
                self._desk.put(restate(page, said, Evidence(self._proof.active, old)))
                self._tell()
                self._unsay(page)

    def _split(self) -> None:
        """One page that tells several things becomes a page for each, on the evidence it has."""
        parts = [" ".join(str(text).split())[:_SENTENCE] for text in self._told.get("texts", ())]
        for page in self._pages[:1] if len(parts) > 1 else ():
            if page.key.kind != "belief" or page.days >= PROTECTED or any(invented(part, page.prose) for part in parts):
                continue
            whole = Evidence(page.evidence.active | self._proof.active, page.evidence.superseded)
            self._desk.put(restate(page, parts[0], whole))
            for part in parts[1:]:
                key = self._desk.free(Key(self._space, "belief", texts.sentence_slug(part)))
                self._desk.put(believe(key, part, whole).with_front("trust", page.trust))

    def _tell(self, *, again: bool = False) -> None:
        """What the newest fragment says of entities, by rules: a model words beliefs, it need not name everybody.

        The newest alone: of several that prove a sentence, an older one may hold the value that is gone.
        """
        tell(max(self._fragments, key=lambda f: (f.ts, f.id)), self._desk, again=again)

    def _unsay(self, page: Page) -> None:
        """What a page said leaves the pages of entities, too."""
        on = max((f.day for f in self._fragments), default=self._today)
        gone = page.evidence.active - self._proof.active
        unsay(Overturned(space=self._space, evidence=gone, words=(page.prose,), on=on, proof=self._proof), self._desk)

    def _merge(self) -> None:
        said, pages = self._text(), [page for page in self._pages if page.key.kind == "belief"]
        if said and len(pages) > 1 and all(page.days < PROTECTED for page in pages):
            active = self._proof.active.union(*(page.evidence.active for page in pages))
            old = frozenset().union(*(page.evidence.superseded for page in pages)) - active
            into = max(pages, key=lambda page: (page.days, page.key))
            self._desk.merge([page.key for page in pages], restate(into, said, Evidence(active, old)))

    def _retire(self) -> None:
        why = " ".join(str(self._told.get("why", "")).split())[:120]
        for page in self._pages[:1]:
            if why and page.days < PROTECTED:
                self._desk.retire(page.key, why)
                if self._fragments:
                    self._tell()
                self._unsay(page)

    def _relate(self) -> None:
        told = {name: " ".join(str(self._told.get(name, "")).split()) for name in ("source", "relation", "target")}
        shown = texts.fold("\n".join(f.body for f in self._fragments))
        if not all(told.values()) or any(texts.fold(told[end]) not in shown for end in ("source", "target")):
            return
        ends = []
        for end in ("source", "target"):
            type_ = texts.slug(str(self._told.get(f"{end}_type") or "concept"))
            key = entity_key(self._space, told[end], type_, self._desk, self._fragments[0].day)
            ends.append(self._desk.page(key) or graph.entity(key, told[end]))
        source, target = ends
        if any(page.pinned for page in ends):
            return
        name = texts.slug(told["relation"])
        new = Relation(
            source=source.key.slug, name=name, target=target.key.slug, since=_day(self._told.get("since")),
            until=_day(self._told.get("until")), evidence=self._proof,
        )  # fmt: skip
        standing = [r for r in graph.relations(source) if r.name == name and r.target == new.target and not r.until]
        if standing and new.until:
            self._desk.put(graph.end_relation(source, standing[0], new.until, self._proof))
        elif not standing:
            self._desk.put(graph.add_relation(source, new))
            told_of = texts.first_sentence(self._fragments[0].body)
            self._desk.put(graph.add_to_section(self._desk.page(target.key) or target, "Facts", told_of, self._proof))

    def _skill(self) -> None:
        name, when = (" ".join(str(self._told.get(each, "")).split()) for each in ("name", "when"))
        steps, notes = ([" ".join(str(x).split()) for x in self._told.get(each, ())] for each in ("steps", "notes"))
        shown = "\n".join([*(f"{f.body}\n{f.quote}" for f in self._fragments), *(p.prose for p in self._pages)])
        days = {f.day for f in self._fragments} | {c.day for page in self._pages for c in page.evidence.active}
        if not name or len(steps) < 2 or len(days) < 2 or any(invented(said, shown) for said in (*steps, *notes)):
            return
        told = Procedure(goal=name.replace("-", " "), steps=tuple(steps), when=when, notes=tuple(notes))
        old = next((page for page in self._pages if page.key.kind == "skill"), None)
        beside = [page.evidence for page in self._pages if page is not old]
        whole = Evidence(
            self._proof.active.union(*(proof.active for proof in beside)),
            frozenset().union(*(proof.superseded for proof in beside)),
        )
        key = old.key if old else self._desk.free(Key(self._space, "skill", told.name))
        page = refined(old, told, whole) if old else learnt(key, told, whole)
        self._desk.merge([page.key for page in self._pages], page)

    def _cite(self, page: Page, words: str, more: Evidence) -> None:
        active = page.evidence.active | more.active
        if active != page.evidence.active or words != page.prose:
            self._desk.put(restate(page, words, Evidence(active, page.evidence.superseded - active)))


def _day(told: object) -> date | None:
    try:
        return date.fromisoformat(str(told)[:10]) if told else None
    except ValueError:
        return None
