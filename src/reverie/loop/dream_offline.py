"""The offline dreamer: rules alone. What says the same reinforces, what replaces supersedes, the rest is new.

Deterministic: the same fragments and pages give the same bytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from reverie.domain import notice, poison, prose, skill as skills, text as texts
from reverie.domain.belief import believe, restate
from reverie.domain.citation import Citation, Evidence
from reverie.domain.claim import Claim, Verdict, claim, compare
from reverie.domain.claim_vague import vague
from reverie.domain.fragment import TRUST_ORDER, Fragment
from reverie.domain.page import Key, Page
from reverie.domain.strength import PROTECTED
from reverie.llm import alike, pairs, worth
from reverie.llm.alike import Alike
from reverie.loop.desk import Desk
from reverie.loop.dream import Batch
from reverie.loop.link import tell
from reverie.loop.unsay import Overturned, unsay
from reverie.store.base import Vault

SAME = 0.8  # probability from which on two wordings that do not contradict each other are one belief
MEAN = 0.5  # which it must be on average, over all wordings of a page
REPLACES = 0.4  # from which on a statement has a new value for another
CORRECTS = 0.25  # and when it was noticed as a correction
HINTED = 0.15  # and when it says that something changed or is surely about the same, and no other page comes near
LEAD = 4.0  # times as likely as of the next page
ABOUT = 0.5  # from which on two statements are surely about the same thing
HAPPENED = 0.2  # from which on it may tell of the change as something that happened
LOOKED = 14  # pages that a statement is held against
WORDINGS = 4  # of a page that a statement is held against, beside its own
_SHORT = 200  # characters of one
KIN = 0.2  # and from which on a page goes with another that is overturned and whose value it holds
NAMED = 0.08  # or whose value is said to be gone
TELLING = 0.3  # or that is about the same thing, and shares a name or number that is gone
NEAREST = 5  # pages that all wordings of another are held against
OUTLIVES = 0.5  # from which on a page has a new value for another, by two of its wordings on average
DOUBTED = 0.1  # from which on nobody is believed who seems to contradict somebody more trusted
_READ = lru_cache(maxsize=4096)(claim)
_KEPT_APART = frozenset({"web", "system"})  # whose words become no page by themselves
_SETTLED = frozenset({"decision", "procedure", "correction"})  # kinds that are never too vague
_NOT_THAT = re.compile(r",?\s+(?:and not|not|rather than|instead of|as opposed to)\s+[^,;:]{1,60}?([.!]?)$")
_FIXING = re.compile(
    r"^(?:(?:actually|no|nope|sorry|wait|correction|my mistake|eigentlich|nein|korrektur|en fait|non|en realidad)\b"
    r"[,:;.!–—-]*\s+)+",
    re.I,
)
_AGAIN = re.compile(r", not \S+ any more\.$")  # what a belief says of a mistake that came back
_BOUND = re.compile(r"\W*(?:so|also|and|but|then|please|remind|bitte|dann|da|die|also|donc|alors|entonces)\b", re.I)
_JOINED = re.compile(r",?\s+and\s+(?=(?:I|we|my|our)\b)", re.I)  # two things a person says of themselves
_OWN = re.compile(r"(?:I|we|my|our)\b(?:\W+\w+){2,}|I'm\W+\w+", re.I)
_POINTS = re.compile(r"\b(?:it|its|them|they|that|this|there|then|if|when|because|so)\b|\d.*\bto\b|[:;?]", re.I)
_WHOLE, _TELLS = 12, 0.3  # characters of a sentence that may stand alone, and how likely it is worth keeping
_WORD = re.compile(r"[\w.+#/@-]*\w")


class OfflineDreamer:
    """Places each fragment, the oldest first, among the beliefs of its space."""

    name = "offline"
    batch = 200

    def __init__(self, vault: Vault) -> None:
        self._vault = vault

    def dream(self, batch: Batch, desk: Desk, complaint: str = "") -> str:
        if complaint:
            return ""  # rules give the same answer twice; what broke a law is set aside, whole
        for fragment in sorted(batch.fragments, key=lambda f: (f.ts, f.id)):
            if not _worth_it(fragment) or self._learn(fragment, batch, desk):
                continue
            for said in _statements(fragment.body):
                self._place(replace(fragment, body=said), batch, desk)
        return ""

    def _place(self, fragment: Fragment, batch: Batch, desk: Desk) -> None:
        new = _READ(fragment.body)
        same: list[Page] = []
        replaced: list[Page] = []
        older: list[Page] = []
        rest: list[Page] = []
        for page, verdict in self._verdicts(fragment, new, self._candidates(fragment, batch, desk)):
            match verdict:
                case "same":
                    same.append(page)
                case "replaces" if _may_overturn(fragment, page):
                    newer = _later(fragment, page) or _outranks(fragment, page)
                    (replaced if newer else older).append(page)
                case "replaces" | "older":
                    # Somebody less trusted says otherwise, or only what was: it proves nothing here.
                    if fragment.trust == "user":
                        tell(fragment, desk, again=True)
                    return
                case _ if _may_overturn(fragment, page) and _later(fragment, page):
                    rest.append(page)
                case _:
                    continue
        if same and not replaced:
            replaced = self._outlived(fragment, max(same, key=lambda page: (page.days, page.key)), rest)
        if replaced:
            rest = [page for page in rest if page not in replaced]
            replaced += [page for page in rest if any(self._kin(page, one, fragment, new) for one in replaced)]
            self._supersede(fragment, new, replaced, same, desk)
        elif same:
            self._reinforce(fragment, same, desk)
            tell(fragment, desk, again=True)
        elif older:
            for page in older:
                desk.put(_cited(page, page.prose, Evidence(superseded=frozenset({fragment.citation}))))
        else:
            self._believe(fragment, desk)

    def _verdicts(self, fragment: Fragment, new: Claim, pages: Sequence[Page]) -> list[tuple[Page, Verdict]]:
        """What a statement is to each page: by the wording, and where that does not tell, by how alike they are.

        It is held against the words a page has and those it was told in. It gives a new value for one thing: of the
        pages that only seem to be replaced, the likeliest is.
        """
        told = [(page, held) for page in pages for held in self._wordings(page)]
        corrects = fragment.kind == "correction"
        likely = self._judge(told, fragment.body, corrects=corrects)
        if any(
            each.replaces >= DOUBTED and not _may_overturn(fragment, p)
            for (p, _), each in zip(told, likely, strict=True)
        ):
            return [(pages[0], "older")]  # somebody less trusted seems to say otherwise
        found: dict[Key, Verdict] = {}
        seems: dict[Key, float] = {}  # to be replaced
        about: dict[Key, float] = {}  # to be about the same thing
        by_page: dict[Key, list[float]] = {}
        for (page, _), judged in zip(told, likely, strict=True):
            by_page.setdefault(page.key, []).append(judged.same)
            about[page.key] = max(judged.same + judged.replaces, about.get(page.key, 0.0))
        for (page, held), judged in zip(told, likely, strict=True):
            if found.get(page.key, "apart") == "apart":
                mean = sum(by_page[page.key]) / len(by_page[page.key])
                found[page.key] = _verdict(fragment.body, new, held, judged, mean)
            mine = _may_overturn(fragment, page) and _later(fragment, page)
            happens = judged.replaces >= HAPPENED
            if (
                mine
                and (corrects or _may_replace(new, held, event=happens))
                and not alike.elsewhere(held, fragment.body)
            ):
                seems[page.key] = max(judged.replaces, seems.get(page.key, 0.0))
        seems = {key: likelihood for key, likelihood in seems.items() if found[key] == "apart"}
        if seems and "replaces" not in found.values():
            best = max(seems, key=lambda key: (seems[key], key))
            second = max((likelihood for key, likelihood in seems.items() if key != best), default=0.0)
            sure = seems[best] >= (CORRECTS if corrects else REPLACES)
            leads = seems[best] >= max(HINTED, LEAD * second) and "same" not in found.values()
            if sure or (leads and (about[best] >= ABOUT or pairs.read(fragment.body).changes)):
                found[best] = "replaces"
        return [(page, found[page.key]) for page in pages]

    def _judge(self, told: Sequence[tuple[Page, str]], said: str, *, corrects: bool | None) -> list[Alike]:
        """How alike a statement is to each wording of some pages, which stand beside each other."""
        numbers = {key: n for n, key in enumerate(dict.fromkeys(page.key for page, _ in told))}
        return alike.judge(
            [held for _, held in told], said, corrects=corrects, pages=[numbers[page.key] for page, _ in told]
        )

    def _outlived(self, fragment: Fragment, page: Page, rest: Sequence[Page]) -> list[Page]:
        """Of the pages that were told of for the last time before a page began, the one that it has a new value for.

        What was said at first may not show that; each time it is said again, all the words that there are for it are
        held against what is older. What was told again since then stands beside it.
        """
        began = min(page.evidence.active, default=None)
        older = [other for other in rest if began and max(other.evidence.active, default=began) < began]
        older = alike.nearest(fragment.body, older, lambda page: page.prose, NEAREST)
        told = [(other, held) for other in older for held in self._wordings(other)]
        seems: dict[Key, list[float]] = {}
        for said in (fragment.body, *(body for body in self._wordings(page) if body != fragment.body)):
            best: dict[Key, float] = {}
            for (other, held), judged in zip(told, self._judge(told, said, corrects=None), strict=True):
                fits = _may_replace(_READ(said), held) and not alike.elsewhere(held, said)
                best[other.key] = max(judged.replaces * fits, best.get(other.key, 0.0))
            for key, likelihood in best.items():
                seems.setdefault(key, []).append(likelihood)
        sure = {key: sum(sorted(each, reverse=True)[:2]) / 2 for key, each in seems.items()}
        likeliest = max(sure, key=lambda key: (sure[key], key), default=None)
        return [other for other in older if other.key == likeliest and sure[other.key] >= OUTLIVES]

    def _wordings(self, page: Page) -> Iterator[str]:
        yield _AGAIN.sub(".", page.prose)
        newest = sorted(page.evidence.active, reverse=True)[:WORDINGS]
        told = self._vault.fragments(citation.id for citation in newest)
        bodies = dict.fromkeys(f.body for f in told.values() if f.body != page.prose and len(f.body) <= _SHORT)
        yield from (body for body in bodies if len(_statements(body)) == 1)  # of several, one became this page

    def _kin(self, page: Page, replaced: Page, fragment: Fragment, new: Claim) -> bool:
        """Whether a page says in other words what is overturned with another: it holds the value that is gone."""
        held = alike.stems(replaced.prose)
        named = frozenset(pairs.stem(each) for each in new.gone) & held
        gone = named or held - alike.stems(fragment.body)
        told = list(self._wordings(page))
        sharing = [each for each in told if gone and gone <= alike.stems(each)]
        least = NAMED if named else KIN
        if any(judged.same >= least for each in sharing for judged in alike.judge([replaced.prose], each)):
            return True
        telling = gone & alike.telling(replaced.prose)
        sharing = [each for each in told if telling & alike.stems(each)]
        return any(
            judged.same + judged.replaces >= TELLING
            for each in sharing
            for judged in alike.judge([*self._wordings(replaced)], each)
        )

    def _candidates(self, fragment: Fragment, batch: Batch, desk: Desk) -> list[Page]:
        """The beliefs near a fragment, and those that were written in this dream; each once, in a steady order."""
        near = [page for key in batch.near.get(fragment.id, ()) if key.kind == "belief" and (page := desk.page(key))]
        found = {page.key: page for page in (*near, *desk.written("belief", batch.space)) if not page.pinned}
        return alike.nearest(fragment.body, list(found.values()), lambda page: page.prose, LOOKED)

    def _believe(self, fragment: Fragment, desk: Desk) -> None:
        proof = Evidence(frozenset({fragment.citation}))
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

    def _supersede(self, fragment: Fragment, new: Claim, replaced: list[Page], same: list[Page], desk: Desk) -> None:
        """The newest of the pages it replaces tells it now; what they rested on is kept as overturned."""
        into = max(same or replaced, key=lambda page: (max(page.evidence.active, default=None) is not None, page.key))
        overturned = frozenset(c for page in replaced for c in page.evidence.active)
        others = [page for page in (*replaced, *same) if page.key != into.key]
        held = frozenset(c for page in same for c in page.evidence.active)
        whole = Evidence(
            held | {fragment.citation},
            frozenset(c for page in (*replaced, *same) for c in page.evidence.all) - held - {fragment.citation},
        )
        words = into.prose if same else _in_full(fragment.body, new, into.prose)
        words = self._once_more(words, into)
        page = restate(into, words, whole).with_front("trust", fragment.trust)
        desk.merge([other.key for other in others], page) if others else desk.put(page)
        told = tuple(dict.fromkeys(each for page in replaced for each in self._wordings(page)))
        tell(fragment, desk)  # before: what ended shows who follows
        unsay(Overturned.by(fragment, overturned, told), desk)

    def _once_more(self, words: str, page: Page) -> str:
        """With the value that is gone, when it had been overturned before and came back: that mistake is made again."""
        old, said = (list(dict.fromkeys(_WORD.findall(text))) for text in (_AGAIN.sub(".", page.prose), words))
        gone, came = [word for word in old if word not in said], [word for word in said if word not in old]
        if len(gone) != 1 or len(came) != 1 or not words.endswith("."):
            return words
        before = self._vault.fragments(c.id for c in page.evidence.superseded).values()
        again = any(gone[0] in _WORD.findall(each.body) for each in before)
        whole = f"{words[:-1]}, not {gone[0]} any more."
        return whole if again and (_READ(whole).topic, _READ(whole).value) == _told(words) else words

    def _learn(self, fragment: Fragment, batch: Batch, desk: Desk) -> bool:
        """How to do something: told once it is believed, told again it becomes a skill, told otherwise it refines it.

        Returns whether that is all there is to do with the fragment.
        """
        told = skills.procedure(fragment.body) if fragment.kind == "procedure" else None
        told = told or skills.mended(fragment.body)
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
            later = _later(fragment, page)
            by = fragment.citation if later else max(page.evidence.active)
            self._teach(fragment, told if later else held, by, page, desk)
            return True
        if told.error:
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
        if page.pinned or not _may_overturn(fragment, page):
            return
        if skills.same_steps(told, taught):
            if fragment.day not in {c.day for c in page.evidence.active}:
                desk.put(skills.learned_again(page, Evidence(frozenset({fragment.citation}))))
        elif _later(fragment, page):
            overturned = page.evidence.active if told.error else frozenset()
            desk.put(skills.refined(page, told, Evidence(frozenset({fragment.citation})), overturned))


def _verdict(said: str, new: Claim, held: str, judged: Alike, mean: float) -> Verdict:
    """What a statement is to what is held, as far as that is sure."""
    old = _READ(held)
    verdict = compare(new, old)
    if verdict != "apart":
        return verdict
    if judged.same >= SAME and mean >= MEAN and not alike.contradicts(held, said) and not _of_others(new, old):
        return "same"
    if _may_replace(new, held) and alike.one_slot(held, said) and not _of_others(new, old):
        return "replaces"
    return verdict


def _may_replace(new: Claim, held: str, *, event: bool = False) -> bool:
    """Whether a statement can have a new value at all for what is held: both are so, and now."""
    old = _READ(held)
    happens = new.event != old.event and not event
    return not (new.asks or old.asks or new.maybe or old.maybe or new.past or happens)


def _of_others(new: Claim, old: Claim) -> bool:
    """Whether two statements name different things or people."""
    return bool(new.names - old.bag and old.names - new.bag)


def _statements(body: str) -> list[str]:
    """What was kept together, one topic each: a sentence that can stand alone does, the others stay with it."""
    found: list[list[str]] = []
    for sentence in prose.sentences(body) if "\n" not in body and "\u2192" not in body else ():
        if found and not (_stands(sentence.text) and _stands(found[-1][0])):
            found[-1].append(sentence.text)
        else:
            found.append([sentence.text])
    if len(found) > 1:
        return [" ".join(group) for group in found]
    parts = _JOINED.split(body)
    return parts if len(parts) > 1 and all(_OWN.match(part) and not _POINTS.search(part) for part in parts) else [body]


def _stands(sentence: str) -> bool:
    """Whether a sentence says by itself what it is about."""
    bound = _BOUND.match(sentence) or notice.leans(sentence) or notice.refers(sentence)
    own = _OWN.match(sentence) is not None
    return not bound and len(sentence) >= _WHOLE and (own or worth.judge([sentence])[0].keep >= _TELLS)


def may_prove(fragment: Fragment) -> bool:
    """Whether a page may rest on a fragment, whoever dreams: no stranger's word, nor others' that might rule."""
    if fragment.trust == "user":
        return True
    if fragment.trust in _KEPT_APART or fragment.kind == "preference" or "[[" in fragment.body:
        return False  # nobody else says what the owner wants, or writes links
    return not poison.sways(fragment.body, fragment.quote)


def _worth_it(fragment: Fragment) -> bool:
    """Whether a fragment can become a page: not a session's event, nothing vague, no question."""
    if ("session" in fragment.tags and fragment.kind == "event") or fragment.kind == "emotion":
        return False
    if not may_prove(fragment):
        return False
    if fragment.kind not in _SETTLED and vague(_READ(fragment.body)):
        return False
    return texts.insane(fragment.body, 2_000) is None and not _READ(fragment.body).asks


def _may_overturn(fragment: Fragment, page: Page) -> bool:
    """Nobody overturns the word of somebody who is trusted more."""
    return TRUST_ORDER.index(fragment.trust) <= TRUST_ORDER.index(page.trust)


def _outranks(fragment: Fragment, page: Page) -> bool:
    """What the owner says stands against what others said, whoever was last."""
    return TRUST_ORDER.index(fragment.trust) < TRUST_ORDER.index(page.trust)


def _later(fragment: Fragment, page: Page) -> bool:
    newest = max(page.evidence.active, default=None)
    return newest is None or (fragment.day, fragment.id) > (newest.day, newest.id)


def _cited(page: Page, words: str, more: Evidence) -> Page:
    return restate(page, words, _sum(page.evidence, more))


def _sum(*proofs: Evidence) -> Evidence:
    active = frozenset[Citation]().union(*(proof.active for proof in proofs))
    superseded = frozenset[Citation]().union(*(proof.superseded for proof in proofs))
    return Evidence(active, superseded - active)


def _in_full(body: str, new: Claim, old: str) -> str:
    """A correction that only gives the new value, written into the sentence it corrects; else as it was said."""
    if new.topic and not new.leans:
        return _plainly(_without_gone(body, new))
    gone, came = _as_spelt(new.gone, old), _as_spelt(new.came or new.value, body)
    if len(gone) == 1 and len(came) == 1:
        return old.replace(gone[0], came[0])
    return body


def _without_gone(body: str, new: Claim) -> str:
    """Without "…, not V" at the end, when nothing else is lost by it."""
    short = _NOT_THAT.sub(r"\1", body)
    if not new.gone or short == body:
        return body
    told = _READ(short)
    return short if (told.topic, told.value, told.gone) == (new.topic, new.value, frozenset()) else body


def _plainly(body: str) -> str:
    """Without the word that only says that it corrects something."""
    plain = _FIXING.sub("", body)
    if plain == body or not plain or _told(plain) != _told(body):
        return body
    return plain[0].upper() + plain[1:] if body[0].isupper() else plain


def _told(body: str) -> tuple[frozenset[str], frozenset[str]]:
    """What a statement is about, and what it says of it."""
    read = _READ(body)
    return read.topic, read.value


def _as_spelt(canons: Iterable[str], text: str) -> list[str]:
    wanted = {each.casefold() for each in canons}
    return list(dict.fromkeys(word for word in _WORD.findall(text) if word.casefold() in wanted))
