"""The offline dreamer: rules alone. What says the same reinforces, what replaces supersedes, the rest is new.

Deterministic: the same fragments and pages give the same bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from reverie.domain import denial, instead, poison, skill as skills, text as texts, wording
from reverie.domain.belief import believe, restate
from reverie.domain.citation import Citation, Evidence
from reverie.domain.claim import Claim
from reverie.domain.claim_vague import vague
from reverie.domain.fragment import ASKED, Fragment
from reverie.domain.page import Key, Page
from reverie.domain.strength import PROTECTED
from reverie.llm import alike, worth
from reverie.loop.desk import Desk
from reverie.loop.dream import Batch, Dreamt
from reverie.loop.link import narrowed, tell
from reverie.loop.statements import statements, telling
from reverie.loop.unsay import Overturned, unsay
from reverie.loop.weigh import AGAIN, READ, Weigh, about_one, later, may_overturn, outranks
from reverie.loop.worded import WORD, as_said, composed, in_full, tells, worded
from reverie.store.base import Vault

LASTS = 0.2  # probability that a statement is worth being held, below which it becomes no belief by itself
LOOKED = 14  # pages that a statement is held against
_KEPT_APART = frozenset({"web", "system"})  # whose words become no page by themselves
_SETTLED = frozenset({"decision", "procedure", "correction"})  # kinds that are never too vague


class OfflineDreamer:
    """Places each fragment, the oldest first, among the beliefs of its space."""

    name = "offline"
    batch = 200

    def __init__(self, vault: Vault) -> None:
        self._vault, self._weigh = vault, Weigh(vault)

    def dream(self, batch: Batch, desk: Desk, complaint: str = "") -> Dreamt:
        some = [f for f in sorted(batch.fragments, key=lambda f: (f.ts, f.id)) if _worth_it(f)]
        lasts = worth.lasting([fragment.body for fragment in some])
        for fragment, lasting in zip(some, lasts, strict=True):
            passing = fragment.base < ASKED and fragment.kind not in _SETTLED and lasting < LASTS
            passing = passing and not telling(fragment.body) and wording.ARROW not in fragment.body  # it was asked for
            procedures = fragment.kind == "procedure"
            for told in skills.apart(fragment.body) if procedures else (fragment.body,):
                self._take_in(replace(fragment, body=told), batch, desk, passing=passing)
        return Dreamt(steady=True)

    def _take_in(self, fragment: Fragment, batch: Batch, desk: Desk, *, passing: bool) -> None:
        if not self._learn(fragment, batch, desk):
            parts = statements(fragment.body)
            for said in parts:
                told = narrowed(fragment, said) if len(parts) > 1 else replace(fragment, body=said)
                self._place(told, batch, desk, passing=passing)

    def _place(self, fragment: Fragment, batch: Batch, desk: Desk, *, passing: bool) -> None:
        """What says it already, or says otherwise, learns of it; a page of its own has only what is not passing."""
        new = READ(fragment.body)
        same: list[Page] = []
        replaced: list[Page] = []
        older: list[Page] = []
        rest: list[Page] = []
        known = self._candidates(fragment, batch, desk)
        again = self._made_again(fragment, known)
        for page, verdict in self._weigh.verdicts(fragment, new, known):
            match verdict:
                case _ if page.key in again:
                    same.append(page)
                case "same" if not self._denies(fragment.body, new, page):
                    same.append(page)
                case "same" if not (may_overturn(fragment, page) and later(fragment, page)):
                    return  # what is denied is no firmer for it
                case "same" | "replaces" if may_overturn(fragment, page):
                    newer = later(fragment, page) or outranks(fragment, page)
                    (replaced if newer else older).append(page)
                case "replaces" | "older":
                    # Somebody less trusted says otherwise, or only what was: it proves nothing here.
                    if fragment.trust == "user":
                        tell(fragment, desk, again=True)
                    return
                case _ if may_overturn(fragment, page) and later(fragment, page):
                    rest.append(page)
                case _:
                    continue
        if same and not replaced:
            replaced = self._weigh.outlived(fragment, max(same, key=lambda page: (page.days, page.key)), rest)
        if replaced:
            rest = [page for page in rest if page not in replaced]
            replaced += [page for page in rest if any(self._weigh.kin(page, one, fragment, new) for one in replaced)]
        if replaced and self._overturn(fragment, new, replaced, same, desk):
            return
        if same:
            self._reinforce(fragment, same, desk)
            for page in filter(None, map(desk.page, again)):
                desk.put(restate(page, _not_any_more(page.prose, again[page.key]), page.evidence))
            repeats = frozenset(c for page in same for c in page.evidence.active)
            tell(fragment, desk, again=True, repeats=repeats)
        elif older:
            for page in older:
                desk.put(_cited(page, page.prose, Evidence(superseded=frozenset({fragment.citation}))))
        elif not passing:
            self._believe(fragment, desk)

    def _made_again(self, fragment: Fragment, pages: Sequence[Page]) -> dict[Key, str]:
        """The pages that hold what a correction says already and overturned before what it denies, with that value:
        the mistake was made again."""
        found: dict[Key, str] = {}
        read = instead.read(wording.stated(fragment.body))
        if read is None:
            return found
        for page in pages:
            if not instead.names(page.prose, read.came) or not (may_overturn(fragment, page) and later(fragment, page)):
                continue
            before = self._vault.fragments(c.id for c in page.evidence.superseded).values()
            if any(instead.names(each.body, read.gone) for each in before) and about_one(page.prose, fragment.body):
                found[page.key] = read.gone
        return found

    def _denies(self, said: str, new: Claim, page: Page) -> bool:
        """Whether a statement that is much like a page says in truth that it is not so."""
        return any(denial.of(said, held) for held in (page.prose, *self._weigh.wordings(page)))

    def settle(self, page: Page, near: Sequence[Key], desk: Desk) -> None:
        """A belief that was told outright takes the place of those it has a new value for; else nothing changes."""
        newest = max(page.evidence.active)
        told = self._vault.fragments([newest.id]).get(newest.id)
        known = [each for key in near if key.kind == "belief" and key != page.key and (each := desk.page(key))]
        known = alike.nearest(page.prose, [each for each in known if not each.pinned], lambda each: each.prose, LOOKED)
        if told is None or not known:
            return
        fragment, new = replace(told, body=page.prose), READ(page.prose)
        found = self._weigh.verdicts(fragment, new, known)
        replaced = [
            each for each, verdict in found
            if verdict == "replaces" and may_overturn(fragment, each) and later(fragment, each)
        ]  # fmt: skip
        if replaced:
            self._overturn(fragment, new, replaced, [page], desk)

    def _candidates(self, fragment: Fragment, batch: Batch, desk: Desk) -> list[Page]:
        """The beliefs near a fragment, and those that were written in this dream; each once, in a steady order."""
        near = [page for key in batch.near.get(fragment.id, ()) if key.kind == "belief" and (page := desk.page(key))]
        found = {page.key: page for page in (*near, *desk.written("belief", batch.space)) if not page.pinned}
        return alike.nearest(fragment.body, list(found.values()), lambda page: page.prose, LOOKED)

    def _believe(self, fragment: Fragment, desk: Desk, overturned: frozenset[Citation] = frozenset()) -> None:
        fragment = replace(fragment, body=worded(fragment.body))
        proof = Evidence(frozenset({fragment.citation}), overturned - {fragment.citation})
        key = desk.free(Key(fragment.space, "belief", texts.sentence_slug(fragment.body)))
        desk.put(believe(key, fragment.body, proof, tags=fragment.tags).with_front("trust", fragment.trust))
        tell(fragment, desk)

    def _reinforce(self, fragment: Fragment, same: list[Page], desk: Desk) -> None:
        """One more citation of what says it already, one a day; pages that turn out to be one become one."""
        best = max(same, key=lambda page: (page.days, page.key))
        others = [page for page in same if page.key != best.key and page.days < PROTECTED]
        proof = Evidence(frozenset({fragment.citation}))
        if fragment.day in {c.day for c in best.evidence.active} and not others:
            proof = Evidence()
        whole = _sum(proof, *(page.evidence for page in others))
        if whole.all:
            merged = _cited(best, best.prose, whole)
            desk.merge([page.key for page in others], merged) if others else desk.put(merged)

    def _overturn(self, fragment: Fragment, new: Claim, replaced: list[Page], same: list[Page], desk: Desk) -> bool:
        """What a statement overturns goes, wholly or in part; whether anything did."""
        left = {
            page: "" if not same and composed(fragment.body, new, page.prose) else self._weigh.rest(page, fragment.body)
            for page in replaced
        }
        left = {page: page.prose if rest and _is_procedure(page) else rest for page, rest in left.items()}
        touched = [page for page in replaced if left[page] != page.prose]
        if not touched:
            return False
        overturned = frozenset(c for page in touched for c in page.evidence.active)
        told = tuple(dict.fromkeys(each for page in touched for each in self._weigh.wordings(page)))
        whole = [page for page in touched if not left[page]]
        for page in touched:
            if left[page]:  # what it says beside stays with it, and its proof
                desk.put(restate(page, worded(left[page]), page.evidence))
        if whole or same:
            self._supersede(fragment, new, whole, same, desk, overturned)
        else:
            self._believe(replace(fragment, body=as_said(fragment.body, new)), desk, overturned)
        unsay(Overturned.by(fragment, overturned, told), desk)
        return True

    def _supersede(
        self,
        fragment: Fragment,
        new: Claim,
        replaced: list[Page],
        same: list[Page],
        desk: Desk,
        overturned: frozenset[Citation],
    ) -> None:
        """The newest of the pages it replaces tells it now; what they rested on is kept as overturned."""
        into = max(same or replaced, key=lambda page: (max(page.evidence.active, default=None) is not None, page.key))
        others = [page for page in (*replaced, *same) if page.key != into.key]
        held = frozenset(c for page in same for c in page.evidence.active) | {fragment.citation}
        cited = overturned.union(*(page.evidence.all for page in (*replaced, *same)))
        words = into.prose if same else worded(in_full(fragment.body, new, into.prose))
        words = self._once_more(words, into)
        page = restate(into, words, Evidence(held, cited - held)).with_front("trust", fragment.trust)
        desk.merge([other.key for other in others], page) if others else desk.put(page)
        tell(fragment, desk)  # before anything is unsaid: what ended shows who follows

    def _once_more(self, words: str, page: Page) -> str:
        """With the value that is gone, when it had been overturned before and came back: that mistake is made again."""
        old, said = (list(dict.fromkeys(WORD.findall(text))) for text in (AGAIN.sub(".", page.prose), words))
        gone, came = [word for word in old if word not in said], [word for word in said if word not in old]
        if len(gone) != 1 or len(came) != 1:
            return words
        before = self._vault.fragments(c.id for c in page.evidence.superseded).values()
        again = any(gone[0] in WORD.findall(each.body) for each in before)
        return _not_any_more(words, gone[0]) if again else words

    def _learn(self, fragment: Fragment, batch: Batch, desk: Desk) -> bool:
        """How to do something: told once it is believed, told again it becomes a skill, told otherwise it refines it.

        Returns whether that is all there is to do with the fragment.
        """
        told = skills.procedure(fragment.body) if fragment.kind == "procedure" else None
        told = told or skills.mended(fragment.body)
        known = told is None and fragment.kind == "procedure"  # only as one that was told before
        told = skills.steps_for(fragment.body) if known else told
        if told is None or fragment.trust not in ("user", "tool"):
            return False
        near = [page for key in batch.near.get(fragment.id, ()) if (page := desk.page(key))]
        pages = {page.key: page for kind in ("skill", "belief") for page in (*near, *desk.written(kind, batch.space))}
        for page in pages.values():
            if page.key.kind == "skill" and skills.alike(told, skills.of_page(page)):
                self._practise(fragment, told, page, desk)
                return True
        for page in pages.values():
            held = skills.procedure(page.prose) or skills.mended(page.prose) if page.key.kind == "belief" else None
            if held is None or page.pinned or not skills.alike(told, held):
                continue
            if told.error and not skills.same_steps(told, held):
                return False  # something else helped this time: that is a fact that changed
            newer = later(fragment, page)
            by = fragment.citation if newer else max(page.evidence.active)
            first, last = (held, told) if newer else (told, held)
            self._teach(fragment, skills.called(last, first), by, page, desk)
            return True
        if told.error or known:
            return False
        self._believe(fragment, desk)
        return True

    def _teach(self, fragment: Fragment, told: skills.Procedure, by: Citation, belief: Page, desk: Desk) -> None:
        """The belief that told it before becomes a skill; a second telling on the same day proves nothing more."""
        if fragment.day in {c.day for c in belief.evidence.active}:
            return
        proof = _sum(belief.evidence, Evidence(frozenset({fragment.citation})))
        key = desk.free(Key(fragment.space, "skill", told.name))
        desk.merge([belief.key], skills.learnt(key, told, proof, by=by))

    def _practise(self, fragment: Fragment, told: skills.Procedure, page: Page, desk: Desk) -> None:
        """A skill that was told again: cited once a day, and with the newer steps when they are others."""
        taught = skills.of_page(page)
        if page.pinned or not may_overturn(fragment, page):
            return
        if skills.same_steps(told, taught):
            if fragment.day not in {c.day for c in page.evidence.active}:
                desk.put(skills.learned_again(page, Evidence(frozenset({fragment.citation}))))
        elif later(fragment, page):
            overturned = page.evidence.active if told.error else frozenset()
            desk.put(skills.refined(page, told, Evidence(frozenset({fragment.citation})), overturned))


def may_prove(fragment: Fragment) -> bool:
    """Whether a page may rest on a fragment, whoever dreams: no stranger's word, nor others' that might rule.

    What agents ran is no statement; what comes of it is `loop/practice.py`'s to say.
    """
    if fragment.trust == "user":
        return True
    if fragment.silent:
        return False
    if fragment.trust in _KEPT_APART or fragment.kind == "preference" or "[[" in fragment.body:
        return False  # nobody else says what the owner wants, or writes links
    return not poison.sways(fragment.body, fragment.quote)


def _is_procedure(page: Page) -> bool:
    """Whether a page tells steps, of which none goes by itself."""
    return wording.ARROW not in page.prose and skills.procedure(page.prose) is not None


def _worth_it(fragment: Fragment) -> bool:
    """Whether a fragment can become a page: not a session's event, nothing vague, no question."""
    if ("session" in fragment.tags and fragment.kind == "event") or fragment.kind == "emotion":
        return False
    if not may_prove(fragment):
        return False
    if fragment.kind not in _SETTLED and vague(READ(fragment.body)):
        return False
    return texts.insane(fragment.body, 2_000) is None and not READ(fragment.body).asks


def _not_any_more(words: str, gone: str) -> str:
    """With the value of a mistake that was made again, where nothing else is said by that."""
    if not words.endswith(".") or " " in gone or instead.names(words, gone):
        return words
    whole = f"{words.removesuffix('.').removesuffix(' now')}, not {gone} any more."
    return whole if (READ(whole).topic, READ(whole).value) == tells(words) else words


def _cited(page: Page, words: str, more: Evidence) -> Page:
    return restate(page, words, _sum(page.evidence, more))


def _sum(*proofs: Evidence) -> Evidence:
    active = frozenset[Citation]().union(*(proof.active for proof in proofs))
    superseded = frozenset[Citation]().union(*(proof.superseded for proof in proofs))
    return Evidence(active, superseded - active)
