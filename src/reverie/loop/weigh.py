"""Weigh: what a statement is to the beliefs near it: the same, a new value, or apart.

By the wording (`domain/claim.py`), and where that does not tell, by how alike they are (`llm/alike.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise, product

from reverie.domain import (
    bygone,
    claim_words,
    compound,
    ending,
    exchange,
    prose,
    relate,
    sides,
    subject,
    switched,
    wording,
)
from reverie.domain.claim import Claim, Verdict, claim, compare
from reverie.domain.fragment import TRUST_ORDER, Fragment
from reverie.domain.frame import chained, renumbered, repeats, twins
from reverie.domain.given_names import given
from reverie.domain.kinds import KINDS
from reverie.domain.page import Key, Page
from reverie.llm import alike, pairs, tied
from reverie.llm.alike import Alike
from reverie.loop.statements import adds, statements
from reverie.store.base import Vault


def _set(block: str) -> frozenset[str]:
    return frozenset(block.split())


SAME = 0.65  # probability from which on two wordings that do not contradict each other are one belief
MEAN = 0.4  # which it must be on average, over all wordings of a page
REPLACES = 0.35  # from which on a statement has a new value for another
CORRECTS = 0.25  # and when it was noticed as a correction
HINTED = 0.25  # and when it says that something changed or is surely about the same, and no other page comes near
AT_ONCE = 0.8  # and when both were told on one day, and nothing says that something changed
CHOSEN = 0.5  # and from which on, among several pages, no word has to tie the two
COMPANY, ALONE = 4, 0.5  # pages that a statement must be read among, and from which on it has a new value otherwise
LEAD = 4.0  # times as likely as of the next page
ABOUT = 0.5  # from which on two statements are surely about the same thing
HAPPENED = 0.2  # from which on it may tell of the change as something that happened
WORDINGS = 4  # of a page that a statement is held against, beside its own
_SHORT = 200  # characters of one
KIN = 0.2  # and from which on a page goes with another that is overturned and whose value it holds
NAMED = 0.08  # or whose value is said to be gone
BYGONE = {
    "name": 0.2,
    "word": 0.3,
    "value": 0.03,
    "holder": 0.1,  # what somebody does who is gone
    "alone": 0.3,  # nothing, for it is no more for whoever speaks
}  # from which on a page is about what is said to be gone, by what they share
PARALLEL = 2  # words that two parts share which say the same of two names
TOUCHED = 0.1  # from which on a statement is about a part of another that says several things
NEAREST = 5  # pages that all wordings of another are held against
OUTLIVES = 0.7  # from which on a page has a new value for another, by two of its wordings on average
DOUBTED = 0.1  # from which on nobody is believed who seems to contradict somebody more trusted
READ = lru_cache(maxsize=4096)(claim)
AGAIN = re.compile(r", not \S+ any more\.$")  # what a belief says of a mistake that came back
_DIGIT = re.compile(r"\d")
_RAISED = re.compile(r"\b(?:bump|upgrad|rais|lower|increas|decreas|doubl|halv)\w*\b.*\d", re.I)
_MONTHS = _set("""
    january february march april may june july august september october november december
""")
_MOVED = re.compile(  # house, by whoever speaks
    r"^\W*(?:so |and |well |ok |oh |yes |btw )*(?:I|we)(?:['’]ve)?\s+(?:have\s+|just\s+|finally\s+|recently\s+)*"
    r"(?:moved|relocated)\s+to\s+(?P<to>[A-ZÀ-Þ][\w-]+)"
    r"|^\W*(?:ich bin|wir sind)\b.{0,30}?\bnach\s+(?P<nach>[A-ZÀ-Þ][\w-]+)\s+(?:um)?gezogen",
    re.I,
)
_LIVES = re.compile(
    r"^\W*(?:I|we|ich|wir)(?:'m|’m|'re| am| are)?\s+(?:live|living|based|settled|wohne|wohnen)\s+in\b", re.I
)
_MOVED_TO = re.compile(  # and nothing else is said
    r"(?:\W*(?:so|and|well|ok|oh|yes|btw)\b)*\W*(?P<who>I|we|[A-ZÀ-Þ][\w-]+)(?:['’](?:ve|s)| have| has)?\s+"
    r"(?:just\s+|finally\s+|recently\s+|now\s+)*moved\s+to\s+(?P<to>[A-ZÀ-Þ][\w-]+)"
    r"(?:,?\s+(?:(?:last|this) (?:week|weekend|month|year|spring|summer|autumn|winter)|yesterday|finally|now))?"
    r"[.!\s]*"
)
MOVED = {"I": 0.8, "we": 0.55}  # from which on, alone, it is a move of house
MOVED_TO = {"I": 0.15, "": 0.25}  # and when nothing else is said, of whoever speaks or of somebody by name


class Weigh:
    """Holds statements against pages, in the words the pages have and those they were told in."""

    def __init__(self, vault: Vault) -> None:
        self._vault = vault

    def verdicts(self, fragment: Fragment, new: Claim, pages: Sequence[Page]) -> list[tuple[Page, Verdict]]:
        """What a statement is to each page: by the wording, and where that does not tell, by how alike they are.

        It is held against the words a page has and those it was told in. It gives a new value for one thing: of the
        pages that only seem to be replaced, the likeliest is.
        """
        told = [(page, held) for page in pages for held in self.wordings(page)]
        corrects = fragment.kind == "correction"
        likely = self._judge(told, fragment.body, corrects=corrects)
        if any(
            each.replaces >= DOUBTED and not may_overturn(fragment, p)
            for (p, _), each in zip(told, likely, strict=True)
        ):
            return [(pages[0], "older")]  # somebody less trusted seems to say otherwise
        told_gone = self._told_gone(fragment.body, told)
        of_others = {page.key for page, held in told if twins(held, fragment.body) or _numbered(fragment.body, held)}
        found: dict[Key, Verdict] = {}
        seems: dict[Key, float] = {}  # to be replaced
        rivals: dict[Key, float] = {}  # or would, if it were of the same
        about: dict[Key, float] = {}  # to be about the same thing
        by_page: dict[Key, list[float]] = {}
        for (page, _), judged in zip(told, likely, strict=True):
            by_page.setdefault(page.key, []).append(judged.same)
            about[page.key] = max(judged.same + judged.replaces, about.get(page.key, 0.0))
        for (page, held), judged in zip(told, likely, strict=True):
            if found.get(page.key, "apart") == "apart":
                mean = sum(by_page[page.key]) / len(by_page[page.key])
                found[page.key] = _verdict(fragment.body, new, held, judged, mean)
            mine = may_overturn(fragment, page) and later(fragment, page)
            apart = judged.replaces < AT_ONCE and _told_together(fragment, page, corrects=corrects)
            fits = mine and not apart and self._fits(fragment, new, held, judged, among=len(pages))
            fits = fits and (page.key in told_gone if told_gone else page.key not in of_others)
            if fits:
                rivals[page.key] = max(judged.replaces, rivals.get(page.key, 0.0))
            trusted = len(pages) >= COMPANY and judged.replaces >= CHOSEN
            if fits and judged.replaces >= CORRECTS and not _untied(fragment.body, held, chosen=trusted):
                seems[page.key] = max(judged.replaces, seems.get(page.key, 0.0))
        seems = {key: likelihood for key, likelihood in seems.items() if found[key] == "apart"}
        if seems and "replaces" not in found.values():
            best = max(seems, key=lambda key: (seems[key], key))
            second = max(
                (likelihood for key, likelihood in rivals.items() if key != best and found[key] == "apart"), default=0.0
            )
            few = len(pages) < COMPANY  # whoever reads it learnt to choose among several
            few = few and not any(_put_elsewhere(fragment.body, new, held) for page, held in told if page.key == best)
            sure = seems[best] >= (CORRECTS if corrects else ALONE if few else REPLACES)
            leads = len(pages) >= COMPANY and seems[best] >= max(HINTED, LEAD * second) and "same" not in found.values()
            leads = leads and (about[best] >= ABOUT or pairs.read(fragment.body).changes > 0)
            others = any(subject.others(fragment.body, held) for page, held in told if page.key == best)
            if (sure and (corrects or not others)) or (leads and not others):
                found[best] = "replaces"
        for page in pages:
            if found[page.key] in ("apart", "same") and may_overturn(fragment, page) and later(fragment, page):
                found[page.key] = "replaces" if self._bygone(fragment.body, new, page) else found[page.key]
        return [(page, found[page.key]) for page in pages]

    @staticmethod
    def _told_gone(said: str, told: Sequence[tuple[Page, str]]) -> set[Key]:
        """The pages that hold what a statement says by name is gone: where there are any, it overturns no others."""
        gone = [each for each in bygone.read(said) if each.named]
        return {
            page.key
            for page, held in told
            if any(bygone.holds(held, each) and bygone.shares(held, each) for each in gone)
        }

    @staticmethod
    def _fits(fragment: Fragment, new: Claim, held: str, judged: Alike, among: int) -> bool:
        """Whether nothing in the wording speaks against a new value; people's wording does little, so that it counts
        only where it is not likely anyway."""
        if judged.replaces >= REPLACES and among >= COMPANY:
            return not (new.asks or new.maybe)
        if among < COMPANY and ending.over(new, held):
            return False  # which `_verdict` has judged
        if judged.replaces >= REPLACES and _put_elsewhere(fragment.body, new, held):
            return not (new.asks or new.maybe)  # it was moved, wherever and whenever to
        happens = judged.replaces >= HAPPENED
        fits = fragment.kind == "correction" or _may_replace(new, held, event=happens)
        return fits and not alike.elsewhere(held, fragment.body)

    def _bygone(self, said: str, new: Claim, page: Page) -> bool:
        """Whether a page holds what a statement says outright is no more, of something that both speak of."""
        if new.asks:
            return False
        # What is only wished or supposed beside ("…, he wants to swim instead") makes no ending doubtful.
        parts = compound.parts(said) if new.maybe else ()
        sure = [each for each in parts if not (READ(each).maybe or relate.unsure(each))] if new.maybe else [said]
        told = [*sure, *sentences] if len(sentences := [each.text for each in prose.sentences(said)]) > 1 else sure
        for held, gone in product(self.wordings(page), [gone for each in sure for gone in bygone.read(each)]):
            if not bygone.holds(held, gone):
                continue
            tie: str = "value" if gone.alone and bygone.gives(held, gone) else bygone.shares(held, gone)
            if bygone.held_by(held, gone):
                tie = "holder"
            elif not tie and (gone.alone or (new.gone and not new.topic)) and _speakers(said, held, gone):
                tie = "alone"
            least = BYGONE.get(tie)
            if least is not None and any(_about(held, each) >= least for each in told):
                return True
        return False

    def _judge(self, told: Sequence[tuple[Page, str]], said: str, *, corrects: bool | None) -> list[Alike]:
        """How alike a statement is to each wording of some pages, which stand beside each other."""
        numbers = {key: n for n, key in enumerate(dict.fromkeys(page.key for page, _ in told))}
        return alike.judge(
            [held for _, held in told], said, corrects=corrects, pages=[numbers[page.key] for page, _ in told]
        )

    def outlived(self, fragment: Fragment, page: Page, rest: Sequence[Page]) -> list[Page]:
        """Of the pages that were told of for the last time before a page began, the one that it has a new value for.

        What was said at first may not show that; each time it is said again, all the words that there are for it are
        held against what is older. What was told again since then stands beside it.
        """
        began = min(page.evidence.active, default=None)
        older = [other for other in rest if began and max(other.evidence.active, default=began) < began]
        older = alike.nearest(fragment.body, older, lambda page: page.prose, NEAREST)
        told = [(other, held) for other in (*older, page) for held in self.wordings(other)] if older else []
        seems: dict[Key, list[float]] = {}
        for said in (fragment.body, *(body for body in self.wordings(page) if body != fragment.body)):
            best: dict[Key, float] = {}
            for (other, held), judged in zip(told, self._judge(told, said, corrects=None), strict=True):
                fits = other != page and _may_replace(READ(said), held) and not alike.elsewhere(held, said)
                fits = fits and not _untied(said, held)
                best[other.key] = max(judged.replaces * fits, best.get(other.key, 0.0))
            for key, likelihood in best.items():
                seems.setdefault(key, []).append(likelihood)
        sure = {key: sum(sorted(each, reverse=True)[:2]) / 2 for key, each in seems.items()}
        likeliest = max(sure, key=lambda key: (sure[key], key), default=None)
        return [other for other in older if other.key == likeliest and sure[other.key] >= OUTLIVES]

    def wordings(self, page: Page) -> Iterator[str]:
        """What a page says, and what it rests on, as that was said: whoever judges learnt from how people talk."""
        clean = AGAIN.sub(".", page.prose)
        proof = sorted(page.evidence.active, reverse=True)
        told = self._vault.fragments(citation.id for citation in (*proof[:WORDINGS], *proof[-1:]))
        bodies = dict.fromkeys(f.body for f in told.values() if len(f.body) <= _SHORT)
        own = next((body for body in bodies if wording.sentence(body) == clean), clean)
        yield own
        others = (body for body in bodies if body != own and not compound.part_of(own, body))
        yield from (body for body in others if len(statements(body)) == 1)  # of several, one became this page

    def rest(self, page: Page, said: str) -> str:
        """What a page says beside what a statement overturns: all of it when that is none of its parts."""
        parts = compound.clauses(page.prose)
        if len(parts) < 2:
            return exchange.without(page.prose, said, READ(said).gone)
        goes = self._overturned(parts, said)
        for before, part in pairwise(parts):
            if before in goes and adds(part, before, page.prose):
                goes.add(part)
        rest = compound.without(page.prose, lambda part: part in goes)
        return page.prose if rest is None else rest or exchange.without(page.prose, said, READ(said).gone)

    @staticmethod
    def _overturned(parts: Sequence[str], said: str) -> set[str]:
        """The parts of a page that a statement overturns: those that hold what it says outright is gone, else those
        that have most in common with it."""
        bygones = bygone.read(said)
        told = {part for part in parts if any(bygone.holds(part, each) for each in bygones)}
        stays = {part for part in parts if compound.introduces(part, said)}
        stays = {part for part in stays if part not in told or any(map(given, part.split()))}
        if told := told - stays:
            return told
        parts = [part for part in parts if part not in stays]
        shared = {part: _shared(part, said) for part in parts}
        most = [part for part in parts if shared[part] == max(shared.values())]
        most = [part for part in most if not any(_of_another(part, each, said) for each in most)]
        return {part for part in most if not sides.apart(part, said) and _about(part, said) >= TOUCHED}

    def kin(self, page: Page, replaced: Page, fragment: Fragment, new: Claim) -> bool:
        """Whether a page says in other words what is overturned with another: it holds the value that is gone."""
        mine = list(self.wordings(page))
        for held in self.wordings(replaced):
            value = bygone.between(held, fragment.body)
            if value is None:
                continue
            sharing = [each for each in mine if bygone.holds(each, value) and bygone.shares(each, value)]
            if any(judged.same >= KIN for each in sharing for judged in alike.judge([held], each)):
                return True
        told = alike.stems(replaced.prose)
        named = frozenset(pairs.stem(each) for each in new.gone) & told
        gone = named or told - alike.stems(fragment.body)
        sharing = [each for each in mine if gone and gone <= alike.stems(each)]
        least = NAMED if named else KIN
        return any(judged.same >= least for each in sharing for judged in alike.judge([replaced.prose], each))


def _shared(part: str, said: str) -> tuple[int, int]:
    """What a part of a statement has in common with another: what is spoken of tells more than what is told of it."""
    both = alike.stems(part) & alike.stems(said)
    return len(both - frozenset(map(pairs.stem, claim_words.ATTRIBUTES))), len(both)


def _of_another(part: str, other: str, said: str) -> bool:
    """Whether of two parts that say the same of two names a statement names only the other's: "the DHL client retries
    3 times, the UPS client 5 times" and "the UPS client now retries 4 times"."""
    if len(alike.stems(part) & alike.stems(other)) < PARALLEL:
        return False
    mine, theirs = ({name for name in READ(each).names if not name[0].isdigit()} for each in (part, other))
    told = READ(said).bag
    return bool(mine - theirs and theirs - mine) and not (mine - theirs) & told and bool((theirs - mine) & told)


def _about(held: str, said: str) -> float:
    """How likely two statements are about the same thing, whatever they say of it."""
    (judged,) = alike.judge([held], said)
    return judged.same + judged.replaces


def about_one(held: str, said: str) -> bool:
    """Whether two statements are surely about the same thing, and not of two people or things."""
    return _about(held, said) >= ABOUT and not subject.others(said, held)


def _told_together(fragment: Fragment, page: Page, *, corrects: bool) -> bool:
    """Whether what a page says was told on the same day, and this is not said to change it: who tells of themselves
    tells several things."""
    newest = max(page.evidence.active, default=None)
    same_day = newest is not None and newest.day == fragment.day
    return same_day and not corrects and not pairs.read(fragment.body).changes


def _verdict(said: str, new: Claim, held: str, judged: Alike, mean: float) -> Verdict:
    """What a statement is to what is held, as far as that is sure."""
    old = READ(held)
    if chained(said) != chained(held):
        return "apart"
    if new.came and new.came == old.value and new.topic == old.topic:
        return "same"  # it says what is gone, too
    if not (new.asks or new.maybe) and judged.same + judged.replaces >= ABOUT and _turns_back(said, held, judged):
        return "replaces"
    verdict = compare(new, old)
    moved = _MOVED_TO.fullmatch(said) if _LIVES.match(held) else None
    if verdict == "replaces" and moved and moved["to"].lower() in KINDS:
        return "apart"  # "I moved to Emacs"
    if verdict == "replaces" and not new.gone and (subject.lookalikes(said, held) or _another_owner(said, held)):
        return "apart"
    if verdict != "apart":
        return verdict
    if not (new.asks or new.maybe) and (ending.denied(said, held) or ending.fulfilled(said, held)):
        return "replaces"
    if _moved_house(said, held, judged):
        return "replaces"
    if ending.over(new, held):
        about = judged.same + judged.replaces >= ABOUT and ending.covers(new, old)
        return "replaces" if about and not (new.asks or new.maybe or old.asks or old.maybe) else "apart"
    if ending.over(old, said):
        return "apart"  # it was over: that it is so is no repetition of that
    named = {name for name in new.names if not name[0].isdigit()}
    if pairs.read(said).changes and renumbered(held, said) and named <= old.bag and _one_thing(said, held):
        return "replaces"
    if new.lets_go and old.negated and judged.same + judged.replaces >= ABOUT and ending.covers(new, old):
        return "same"  # what was denied is told again by its end
    if judged.same >= SAME and mean >= MEAN and not alike.contradicts(held, said) and not _of_others(new, old):
        return "same"
    if _may_replace(new, held) and alike.one_slot(held, said) and not (_of_others(new, old) or repeats(held, said)):
        return "replaces"
    return verdict


def _turns_back(said: str, held: str, judged: Alike) -> bool:
    """Whether a statement brings back what the other says is gone, or is the same but for "on" and "off"."""
    if any(bygone.holds(said, gone) for gone in bygone.read(held)):
        return True
    return judged.same + judged.replaces >= SAME and switched.opposite(said, held)


def _may_replace(new: Claim, held: str, *, event: bool = False) -> bool:
    """Whether a statement can have a new value at all for what is held: both are so, and now."""
    old = READ(held)
    happens = new.event != old.event and not event
    value = new.came or new.value
    kept = bool(value & old.value) and (value <= old.value or old.value <= value) and not new.gone & old.value
    kept = kept and (new.negated == old.negated or not value <= old.value)  # "not V any more" denies V
    counts = _RAISED.search(new.text) is not None and not _DIGIT.search(held)  # a number takes the place of a number
    return not (new.asks or old.asks or new.maybe or old.maybe or new.past or happens or kept or counts)


def _put_elsewhere(said: str, new: Claim, held: str) -> bool:
    """Whether a statement moves the very thing that is held to be somewhere, or at some time."""
    return bool(new.came and new.now) and subject.same(said, held)


def _untied(said: str, held: str, *, chosen: bool = False) -> bool:
    """Whether a statement cannot have a new value for what is held, whatever the words sound like: it is of somebody
    else, of another attribute, or only of a name that looks alike.

    Which the reader has `chosen` among several, need not be tied by a word: people tell changes in other words.
    """
    if subject.others(said, held) and not (subject.people(said, held) and _taken_over(said, held)):
        return True
    if subject.lookalikes(said, held):
        return True
    return tied.other_attribute(held, said) if chosen else tied.untied(held, said)


def _numbered(said: str, held: str) -> bool:
    """Whether a statement gives another number of something else, and does not say that something changed."""
    return alike.numbered_apart(held, said) and not pairs.read(said).changes


def _taken_over(said: str, held: str) -> bool:
    """Whether somebody else does now what another did: a telling word of it is in both."""
    return pairs.read(said).changes > 0 and tied.shares(held, said)


def _another_owner(said: str, held: str) -> bool:
    """Whether both are of the same sort of thing, but of two people's: "my birthday", "my son's birthday"."""
    a, b = subject.subject(said), subject.subject(held)
    return bool(
        a and b and a.sort == b.sort == "thing" and a.sure and b.sure and not a.owner & b.owner and a.owner | b.owner
    )


def _one_thing(said: str, held: str) -> bool:
    """Whether a number may be another of the same: of a month, only when both say outright of what it is a day."""
    if subject.others(said, held):
        return False
    dated = any(word.lower() in _MONTHS for word in renumbered(held, said).split())
    return not dated or subject.same(said, held)


def _speakers(said: str, held: str, gone: bygone.Bygone) -> bool:
    """Whether what is no more for whoever speaks is what they were told to have: of a plain word, they themselves."""
    old = READ(held)
    if old.negated or old.lets_go or old.event or subject.others(said, held):
        return False
    about = subject.subject(held)
    hard = all(re.search(rf"\b{re.escape(word)}", held, re.I) and _named(word, said) for word in gone.gone)
    return hard or (about is not None and about.sort == "self")


def _named(word: str, text: str) -> bool:
    """Whether a word stands in a text with a capital, or as a code."""
    found = re.search(rf"\b{re.escape(word)}", text, re.I)
    return bool(found and (found[0][0].isupper() or _DIGIT.search(word)))


def _moved_house(said: str, held: str, judged: Alike) -> bool:
    """Whether whoever speaks, or is named, lives elsewhere now, alone told or among other things."""
    if _moved_to(said, held):
        return True
    moved = _MOVED.match(said) if _LIVES.match(held) else None
    if moved is None:
        return False
    place = (moved["to"] or moved["nach"]).lower()
    if place in KINDS or place in held.lower() or not (moved["to"] or moved["nach"])[0].isupper():
        return False
    if moved["nach"]:
        return True
    (alone,) = alike.judge([held], said)
    return alone.replaces >= MOVED["we" if "we" in moved[0].lower().split("moved")[0].split() else "I"]


def _moved_to(said: str, held: str) -> bool:
    """Whether all that is said is where somebody moved who is held to live elsewhere: "I moved to Sopot."."""
    moved = _MOVED_TO.fullmatch(said)
    if moved is None or moved["to"].lower() in KINDS or moved["to"] in held:
        return False
    own = moved["who"] in ("I", "we", "We")
    lives = _LIVES if own else re.compile(rf"(?:.*\s)?{re.escape(moved['who'])}(?: [A-ZÀ-Þ][\w-]+)? lives in\b")
    if not lives.match(held) or not (own or given(moved["who"])):
        return False
    (alone,) = alike.judge([held], said)
    return alone.replaces >= MOVED_TO["I" if own else ""]


def _of_others(new: Claim, old: Claim) -> bool:
    """Whether two statements name different things or people."""
    return bool(new.names - old.bag and old.names - new.bag)


def may_overturn(fragment: Fragment, page: Page) -> bool:
    """Nobody overturns the word of somebody who is trusted more."""
    return TRUST_ORDER.index(fragment.trust) <= TRUST_ORDER.index(page.trust)


def outranks(fragment: Fragment, page: Page) -> bool:
    """What the owner says stands against what others said, whoever was last."""
    return TRUST_ORDER.index(fragment.trust) < TRUST_ORDER.index(page.trust)


def later(fragment: Fragment, page: Page) -> bool:
    newest = max(page.evidence.active, default=None)
    return newest is None or (fragment.day, fragment.id) > (newest.day, newest.id)
