"""The model dreamer: a model says what should change, and names what proves it; the rest is ours.

Its numbers must be of what it was shown, its words from there. What it fails at, rules do.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from reverie.domain import graph, safety, text as texts
from reverie.domain.audit import one_line
from reverie.domain.belief import believe, restate
from reverie.domain.citation import Evidence
from reverie.domain.claim import claim, compare
from reverie.domain.compound import clauses
from reverie.domain.ending import over
from reverie.domain.fragment import TRUST_ORDER, Fragment, lowest_trust
from reverie.domain.graph import Relation
from reverie.domain.invented import full_names, invented, undated
from reverie.domain.page import Key, Page
from reverie.domain.skill import Procedure, learnt, refined
from reverie.domain.strength import PROTECTED
from reverie.errors import ModelError
from reverie.llm.models import Model, ModelSettings
from reverie.llm.prompts import fence, load
from reverie.llm.proof import (
    about_one,
    added,
    changes as can_change,
    ends,
    has_news,
    marked_up,
    misread,
    news,
    of_another,
    otherwise,
    telling,
    tells_relation,
    unproved,
    unsaid,
)
from reverie.loop.asking import Asking
from reverie.loop.desk import Desk
from reverie.loop.dream import Batch, Dreamer, Dreamt
from reverie.loop.dream_offline import may_prove
from reverie.loop.link import entity_key, tell
from reverie.loop.unsay import Overturned, unsay

_SHOWN = 600  # characters of a fragment or a page in a question
_SENTENCE = 600  # characters of what it may say
_ANSWER = 1_200  # tokens of an answer, about
_TOLD = 20  # changes that it is told were wrong
_REASON, _SAID, _STRANGE = 320, 160, 8  # characters of what was wrong, of what was wanted, words that nothing says
_FIRM = "the page was proved on too many days for that"
_FEW, _SHARE = 2, 3  # pages that an answer may retire: so many, or one in so many of those shown
_TAGS = ("refused", "pages", "fragments")


class DreamByModel:
    """Asks a model what a batch comes to."""

    batch = 40

    def __init__(self, model: Model, rules: Dreamer) -> None:
        self._asking, self._rules = Asking(model), rules
        self.sizes: list[int] = []  # of the questions so far, in tokens

    @property
    def name(self) -> str:
        return self._asking.model.name

    def dream(self, batch: Batch, desk: Desk, complaint: str = "") -> Dreamt:
        """What it cannot prove it is told of once; then what is right is made, and the rest is kept as refused."""
        batch = replace(batch, fragments=tuple(filter(may_prove, batch.fragments)))
        if not batch.fragments:
            return Dreamt()  # what may prove nothing is not asked about
        if self._asking.over:
            return self._by_rules(batch, desk, self._asking.over)
        pages, earlier = _pages(batch, desk), desk.copy()
        try:
            dreamt = self._asked(batch, pages, desk, complaint)
            if dreamt.refused and not complaint:
                desk.back_to(earlier)
                dreamt = self._asked(batch, pages, desk, "\n".join(dreamt.refused[:_TOLD]))
            return dreamt
        except ModelError as wrong:
            desk.back_to(earlier)
            return self._by_rules(batch, desk, str(wrong))

    def _by_rules(self, batch: Batch, desk: Desk, why: str) -> Dreamt:
        return replace(self._rules.dream(batch, desk), instead=why, by=self._rules.name)

    def _asked(self, batch: Batch, pages: Sequence[Page], desk: Desk, complaint: str) -> Dreamt:
        asked = question(batch.fragments, pages, complaint)
        self.sizes.append(texts.tokens(asked))
        answer = self._asking.ask("dream", asked)
        return _made(answer["changes"], batch, pages, desk)


def _made(changes: Sequence[Mapping[str, Any]], batch: Batch, pages: Sequence[Page], desk: Desk) -> Dreamt:
    """Make what is proved of an answer. What is not, leaves over what it names or means and nothing else uses."""
    used: set[str] = set()
    room = max(_FEW, len(pages) // _SHARE)  # pages that it may put away at once
    refused: dict[str, set[str]] = {}
    once = {json.dumps(each, sort_keys=True): each for each in changes}.values()
    for told in sorted(once, key=lambda each: each["do"] == "retire"):  # last: what takes a page's place stands by then
        change = _Change(told, batch, pages, desk)
        try:
            room -= told["do"] == "retire"
            _must(told["do"] != "retire" or room >= 0, "it would put away too many of the pages at once")
            change.make()
            used |= change.named
        except _Unproved as wrong:
            refused[one_line(safety.redact(f"{_wanted(told)}: {wrong}"), _REASON)] = change.named or change.meant
    left = [fragment.id for fragment in batch.fragments if fragment.id not in used]
    aside = [id_ for id_ in left if any(id_ in named for named in refused.values())]
    return Dreamt(refused=tuple(refused), aside=tuple(aside))


def _wanted(told: Mapping[str, Any]) -> str:
    """A change in a few words."""
    said = [told.get(each) for each in ("text", "name", "source", "relation", "target", "why")]
    words = " ".join(str(each) for each in (*said, *told.get("texts", ())) if each)
    pages = "".join(f" P{n}" for n in told.get("pages", ()))
    return f"{told['do']}{pages}" + (f' "{one_line(texts.paired(words), _SAID)}"' if words else "")


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


class _Unproved(Exception):
    """A change that what was shown does not bear out; says why not."""


def _must(holds: object, why: str) -> None:
    if not holds:
        raise _Unproved(why)


class _Change:
    """One change of the answer, held against what was shown."""

    def __init__(self, told: Mapping[str, Any], batch: Batch, pages: Sequence[Page], desk: Desk) -> None:
        self._batch = batch.fragments
        self._told, self._desk, self._space, self._today = told, desk, batch.space, batch.now.date()
        self._fragments = [batch.fragments[n - 1] for n in told["fragments"] if 1 <= n <= len(batch.fragments)]
        chosen = [pages[n - 1] for n in told.get("pages", ()) if 1 <= n <= len(pages)]
        self._shown_keys = [page.key for page in pages]
        self._chosen = {page.key: page for page in chosen}
        self._pages = [page for key in self._chosen if (page := desk.page(key))]
        self._proof = Evidence(frozenset(f.citation for f in self._fragments))
        self._all = "\n".join([*(f.body for f in batch.fragments), *(page.prose for page in pages)])
        unknown = [f"F{n}" for n in told["fragments"] if not 1 <= n <= len(batch.fragments)]
        unknown += [f"P{n}" for n in told.get("pages", ()) if not 1 <= n <= len(pages)]
        self._unknown = ", ".join(unknown)

    @property
    def named(self) -> set[str]:
        """The fragments that it names and that were shown."""
        return {fragment.id for fragment in self._fragments}

    @property
    def meant(self) -> set[str]:
        """Of a change that names none, the fragments that it speaks of, in its words or those of its pages."""
        words = _strings({each: said for each, said in self._told.items() if each != "do"})
        about = [text for text in (*words, *(page.prose for page in self._chosen.values())) if telling(text)]
        return {
            f.id for f in self._batch if any(not (unproved(f.body, text) and unproved(text, f.body)) for text in about)
        }

    def make(self) -> None:
        """Make it on the desk; _Unproved, and nothing made, when it may not be."""
        do = self._told["do"]
        _must(not self._unknown, f"not among what was shown: {self._unknown}")
        strange = next((mark for text in _strings(self._told) if (mark := marked_up(text, self._shown()))), "")
        _must(not strange, f"nothing it names has {strange}: words, no markup")
        _must(self._fragments or do in ("retire", "merge", "split"), "it names no fragment that proves it")
        getattr(self, f"_{do}")()

    def _said(self) -> str:
        return "\n".join(f"{f.body}\n{f.quote}" for f in self._fragments)

    def _shown(self) -> str:
        """All that may prove what it says."""
        return "\n".join([self._said(), *(page.prose for page in self._pages)])

    def _text(self) -> str:
        """Its sentence, of which every number and name and most words were shown."""
        said = " ".join(str(self._told.get("text", "")).split())[:_SENTENCE]
        _must(said, "it has no text")
        self._check(
            said, [*(text for f in self._fragments for text in (f.body, f.quote))], [p.prose for p in self._pages]
        )
        bodies = [f.body for f in self._fragments]
        _must(not otherwise(said, bodies), "the fragments it names say another value")
        _must(not of_another(said, bodies), "the fragments it names say that of somebody else than the owner")
        return said

    def _check(self, said: str, told_by: Sequence[str], older: Sequence[str] = (), *, steps: bool = False) -> None:
        """Its numbers, names and most words were shown, and its clauses say what those say that tell them."""
        shown = "\n".join((*told_by, *older))
        told = undated(said, [(f.ts, f"{f.body}\n{f.quote}") for f in self._fragments])
        known = full_names(told, shown, self._all)
        strange = invented(told, "\n".join([shown, *known]))
        _must(not strange, f"nothing it names says {strange}")
        strange = ", ".join(unproved(told, "\n".join([shown, *known]))[:_STRANGE])
        _must(not strange, f"nothing it names speaks of: {strange}")
        more = added(told, "\n".join([shown, *known]), steps=steps)
        _must(not more, f"nothing it names says “{_short(more)}”")
        wrong = misread(told, told_by, older)
        _must(not wrong, wrong)

    def _belief(self) -> Page:
        """The page that it is about."""
        _must(self._pages, "it names no page, or one that another change takes away")
        page = self._pages[0]
        _must(page.key.kind == "belief", "the page it names is no belief")
        return page

    def _believe(self) -> None:
        said = self._text()
        known = [*self._desk.written("belief", self._space), *self._pages]
        told = next((page for page in known if texts.fold(page.prose) == texts.fold(said)), None)
        if told:
            self._pages = [told]
            self._reinforce()
            return
        key = self._desk.free(Key(self._space, "belief", texts.sentence_slug(said)))
        tags = tuple(dict.fromkeys(tag for f in self._fragments for tag in f.tags))[:6]
        page = believe(key, said, self._proof, tags=tags)
        self._desk.put(page.with_front("trust", lowest_trust(self._fragments)))
        self._tell()

    def _reinforce(self) -> None:
        page = self._belief()
        for fragment in self._fragments:
            _must(_speaks_of(fragment, page), f"“{_short(fragment.body)}” does not say what the page says")
        days = {c.day for c in page.evidence.active}
        fresh = {f.day: f.citation for f in self._fragments if f.day not in days}  # one a day
        self._cite(page, page.prose, Evidence(frozenset(fresh.values())))
        self._tell(again=True)

    def _restate(self) -> None:
        page, said = self._belief(), self._text()
        new = len(unsaid(said, self._said())) < len(telling(said))
        _must(new, "the fragments it names say nothing of it")
        if not self._told.get("overturns"):
            self._keeps(page, said)
            self._cite(page, said, self._proof)
            self._tell()
            return
        lesser = [f for f in self._fragments if TRUST_ORDER.index(f.trust) > TRUST_ORDER.index(page.trust)]
        _must(not lesser, "a fragment it names counts less than the page")
        about = any(can_change(page.prose, text) for f in self._fragments for text in (f.body, f.quote))
        _must(about and can_change(page.prose, said), "nothing it names is about what the page says")
        self._keeps_beside(page, said)
        old = page.evidence.all - self._proof.active
        self._desk.put(restate(page, said, Evidence(self._proof.active, old)))
        self._tell()
        self._unsay(page)

    @staticmethod
    def _keeps(page: Page, said: str) -> None:
        """That a wording still tells what a page told: its numbers, and most of its words."""
        gone = invented(page.prose, said) or ", ".join(unproved(page.prose, said)[:_STRANGE])
        _must(not gone, f"what the page says would be lost: {gone}")

    def _keeps_beside(self, page: Page, said: str) -> None:
        """That of a page of several things, what nothing it names is about is told on."""
        parts = clauses(page.prose)
        bodies = [f.body for f in self._fragments]
        for part in parts if len(parts) > 1 else ():
            stands = not any(can_change(part, body) for body in bodies)
            now = [said, *self._others(page)]
            gone = stands and all(invented(part, each) or unproved(part, each) for each in now)
            _must(not gone, f"what the page says beside that would be lost: {_short(part)}")

    def _split(self) -> None:
        """One page that tells several things becomes a page for each, on the evidence it has."""
        page = self._belief()
        parts = [" ".join(str(text).split())[:_SENTENCE] for text in self._told.get("texts", ())]
        _must(len(parts) > 1, "it splits nothing: two texts or more")
        _must(page.days < PROTECTED, _FIRM)
        for part in parts:
            self._check(part, [page.prose])
        self._keeps(page, " ".join(parts))
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
        pages = [page for page in self._pages if page.key.kind == "belief"]
        _must(len(pages) > 1, "it merges nothing: two pages or more that are beliefs")
        _must(all(page.days < PROTECTED for page in pages), _FIRM)
        alone = next(
            (page for page in pages if not any(about_one(page.prose, o.prose) for o in pages if o is not page)), None
        )
        _must(alone is None, f"“{_short(alone.prose) if alone else ''}” is not about what the other pages say")
        said = self._text()
        for page in pages:
            self._keeps(page, said)
        active = self._proof.active.union(*(page.evidence.active for page in pages))
        old = frozenset().union(*(page.evidence.superseded for page in pages)) - active
        into = max(pages, key=lambda page: (page.days, page.key))
        self._desk.merge([page.key for page in pages], restate(into, said, Evidence(active, old)))

    def _retire(self) -> None:
        why = " ".join(str(self._told.get("why", "")).split())[:120]
        _must(why, "it gives no reason")
        _must(self._chosen, "it names no page")
        for page in self._pages[:1]:  # none, when it is gone already
            _must(page.days < PROTECTED, _FIRM)
            proof = self._fragments or self._batch
            over = [f for f in proof if any(ends(page.prose, text) for text in (f.body, f.quote))]
            _must(over, "nothing that was shown says that it is over, wrong or changed")
            lost = [_untold(page, f, self._others(page)) for f in over]
            _must(not all(lost), f"the page would go, and no change says what holds now: {lost[0]}")
            self._desk.retire(page.key, why)
            if self._fragments:
                self._tell()
            self._unsay(page)

    def _others(self, page: Page) -> list[str]:
        """What the other pages say that were shown, or that this answer wrote."""
        now = [self._desk.page(key) for key in self._shown_keys if key != page.key]
        made = [each for kind in ("belief", "skill", "entity") for each in self._desk.written(kind, self._space)]
        return [each.prose for each in (*now, *made) if each and each.key != page.key]

    def _relate(self) -> None:
        told = {name: " ".join(str(self._told.get(name, "")).split()) for name in ("source", "relation", "target")}
        shown = texts.fold("\n".join(f.body for f in self._fragments))
        _must(all(told.values()), "it lacks a source, a relation or a target")
        bodies, over = [f.body for f in self._fragments], bool(self._told.get("until"))
        named, kind, other = told.values()
        _must(
            any(tells_relation(named, kind, other, body, over=over) for body in bodies),
            f"no fragment it names says “{told['relation']}” of the two",
        )
        for end in ("source", "target"):
            _must(texts.fold(told[end]) in shown, f"no fragment it names says {told[end]}")
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
        days = {f.day for f in self._fragments} | {c.day for page in self._pages for c in page.evidence.active}
        _must(name and len(steps) > 1, "it has no name, or a single step")
        _must(len(days) > 1, "it was shown on one day only")
        self._check(". ".join((*steps, *notes)), [self._shown()], steps=True)
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


def _speaks_of(fragment: Fragment, page: Page) -> bool:
    """Whether a fragment can be one more proof of a page: one says most of the other, and it does not say otherwise."""
    said, new = f"{fragment.body}\n{fragment.quote}", claim(fragment.body)
    if compare(new, claim(page.prose)) == "replaces" or over(new, page.prose):
        return False
    return not (unproved(page.prose, said) and unproved(fragment.body, page.prose))


def _untold(page: Page, fragment: Fragment, others: Sequence[str]) -> str:
    """What a fragment tells in place of a page that nothing else says."""
    new = news(page.prose, undated(fragment.body, [(fragment.ts, fragment.body)]))
    return "" if not new or any(has_news(each, new) for each in others) else ", ".join(new[:_STRANGE])


def _strings(told: Mapping[str, Any]) -> list[str]:
    """All that it says in words."""
    return [
        text for each in told.values() for text in (each if isinstance(each, list) else [each]) if isinstance(text, str)
    ]


def _day(told: object) -> date | None:
    try:
        return date.fromisoformat(str(told)[:10]) if told else None
    except ValueError:
        return None
