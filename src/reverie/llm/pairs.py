"""What is seen of two statements: words shared and not, names and numbers and where they stand, words of change.

`llm/alike.py` judges by it. Pure, the same numbers for the same words; changing anything here needs a new table.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from reverie.domain.frame import slot
from reverie.llm.static import Floats, StaticTable

_WORD = re.compile(r"[^\W\d_][\w'-]*(?:\.[\w-]+)*|\d[\w.:/%-]*\w|\d|[=:→?!]|-{1,2}>|–")
_CODE = re.compile(r"[-_./]\w|\d")
_LETTER = re.compile(r"[a-z]")
_SLIGHT = frozenset(
    "the a an is are was were be been to of in on at for and or we i it our my you your that this with by as do does"
    " has have had from will so if not no he she they his her their its me us now just also please pls thx thanks ok"
    " okay hey btw fyi well there here when what which who how all any some would should could can may might must get"
    " got goes go going one out up off over into about than then too very more most only ever always let lets put keep"
    " note notes know told said say says mentioned asked think".split()
)
_BEFORE = frozenset("for of at in on with by to from under per as".split())
_TELLS = frozenset("is are was be = : – -> become becomes became to use uses using runs run on at with into".split())
_DOES = _TELLS | {"has", "gets", "may"}
_ENDINGS = ("ing", "ied", "ies", "ed", "es", "s", "ly")
_DENIES = re.compile(
    r"\b(?:no|not|never|none|nobody|without|cannot|stop|stopped|avoid|refuse|forbidden|neither|nor|off|disabled|banned"
    r"|skip)\b|n't\b",
    re.I,
)
_WISHES = re.compile(
    r"\b(?:would|could|might|maybe|plans?|planning|wants?|wish|thinking|some ?day|hope|considering|tried|used to"
    r"|(?:last|next) (?:week|month|year)|was|were|wrote|asked|suggested)\b",
    re.I,
)
_CHANGES = re.compile(
    r"\b(?:now|no longer|any ?more|instead|in place of|rather than|actually|switched|swapped|moved|replaced|replaces"
    r"|changed|back to|dropped|ditched|scrap(?:ped)?|scratch|since|these days|took over|taken over|became"
    r"|(?:has|have) become|from now on|renamed|migrated|used to|as of|meanwhile|by now|bumped|upgraded|left|gave up"
    r"|quit|stopped|history|goodbye|so long|hello|no more|enough (?:of|with)|typo|wrong|mix(?:ed)? (?:it |them )?up"
    r"|correction|corrected|turns out|hang on|oops|sorry|misspoke|forget|gone|over to|passed on to|went for|ended up"
    r"|days are over|until|not|old|new|again|expired|closed|split up|handed)\b|n't\b|nicht mehr|statt|jetzt"
    r"|ne .{1,20} plus|désormais|ya no|ahora|もう|변경|이제|不再|改",
    re.I,
)
_LETS_GO = re.compile(  # stands before what is no more
    r"(?:\bnot|\bno longer|\bno more|n't|\binstead of|\bin place of|\brather than|\bfrom|\bditch\w*|\bdrop\w*"
    r"|\breplac\w+|\bswap\w*|\bscratch|\bscrap\w*|\bforget|\benough (?:of|with)|\bleft|\bquit|\bgoodbye|\boff|\bstatt"
    r"|\bused to \w+|\bno|\bgot rid of|\bout of|\bnicht|\bpas|\bsin|\bunlike|\bstopped \w+)\W+(?:\w+\W+){0,2}$",
    re.I,
)
_IS_GONE = re.compile(  # and behind it
    r"^\W*(?:\w+\W+){0,1}(?:(?:is|was|were|are)\W+(?:\w+\W+)?(?:history|gone|wrong|out|over|dead|a typo|typo|last"
    r"|outdated|stale|no|old|mistake|guess|before)|any ?more|until|had to go|got replaced|no longer|days|retired"
    r"|doesn't|stopped)",
    re.I,
)
_ADDS = re.compile(r"\b(?:also|too|as well|another|besides|either|additionally|in addition|auch|aussi|también)\b", re.I)
_WHEN = re.compile(  # holds only at times, or in some cases
    r"\b(?:when|if|unless|while|during|except|at (?:night|weekends?|noon)|on (?:holidays|weekends?|weekdays)"
    r"|in (?:the )?(?:mornings?|evenings?|afternoons?|summer|winter|spring|autumn))\b",
    re.I,
)
_OWNER = re.compile(r"\b(?:my|our|his|her|their|mein\w*|unser\w*|mon|ma|notre|mi|[A-Z]\w+'s)\s+([\w-]+)", re.I)
_SELF = re.compile(r"\b(?:i|i'm|i've|my|me|we|we're|our|ich|je|yo)\b", re.I)
_ISO = re.compile(r"\b(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])\b")
_MONTHS = "January February March April May June July August September October November December".split()
_FAR = 40  # characters before and behind a word that tell whether it is let go
_HEAVY = 3.0  # what a word counts for at most

_COMPARED = (0, 2, 10, 76, 12)  # shared words, of the new ones, how well they fit, how near on the whole, names shared

Sort = Literal["number", "code", "name"]


class _Word(NamedTuple):
    place: int  # among the words
    spelt: str
    start: int
    end: int
    sort: Sort = "name"


@dataclass(frozen=True, slots=True)
class Read:
    """A statement as it is compared: hard words name one thing (names, codes, numbers), soft words say what of it."""

    text: str
    low: str
    words: tuple[str, ...]
    hard: dict[str, _Word]
    soft: dict[str, _Word]
    rows: dict[str, int]  # where the vector of a soft word stands
    vectors: Floats
    weights: NDArray[np.float64]
    vector: Floats
    changes: int
    denies: bool
    wishes: bool
    asks: bool
    adds: bool
    when: frozenset[str]  # what says that it holds at times only
    owned: frozenset[str]  # what is said to be somebody's
    self: bool  # whether it is about the one who speaks

    def lets_go(self, word: _Word) -> bool:
        before, behind = self.text[max(0, word.start - _FAR) : word.start], self.text[word.end : word.end + _FAR]
        return bool(_LETS_GO.search(before) or _IS_GONE.match(behind))

    def holds(self, name: str) -> bool:
        return name in self.hard or re.search(rf"(?<!\w){re.escape(name)}(?!\w)", self.low) is not None


def spelt(text: str) -> str:
    """With dates as people say them, so that one form is like the other."""
    return _ISO.sub(lambda date: f"{int(date[3])} {_MONTHS[int(date[2]) - 1]} {date[1]}", text.replace("’", "'"))


@lru_cache(maxsize=8192)
def read(text: str) -> Read:
    text = spelt(text)
    found = list(_WORD.finditer(text))
    hard: dict[str, _Word] = {}
    soft: dict[str, _Word] = {}
    opens = True
    for place, match in enumerate(found):
        word = match[0]
        if not word[0].isalnum():
            opens = word in "?!:→"
            continue
        low, stemmed = word.lower(), stem(word)
        sort = _sort(word, low, opens=opens)
        opens = text[match.end() : match.end() + 1] in (".", "!", "?", ":")
        if stemmed in _SLIGHT or low in _SLIGHT:
            continue
        if sort:
            hard.setdefault(low.removesuffix("'s"), _Word(place, low, match.start(), match.end(), sort))
        else:
            soft.setdefault(stemmed, _Word(place, low, match.start(), match.end()))
    vectors = StaticTable.instant().embed([text, *(word.spelt for word in soft.values())])
    return Read(
        text=text,
        low=text.lower(),
        words=tuple(match[0].lower() for match in found),
        hard=hard,
        soft=soft,
        rows={each: n for n, each in enumerate(soft)},
        vectors=vectors[1:],
        weights=np.array([_weight(word.spelt) for word in soft.values()]),
        vector=vectors[0],
        changes=len(_CHANGES.findall(text)),
        denies=_DENIES.search(text) is not None,
        wishes=_WISHES.search(text) is not None,
        asks="?" in text,
        adds=_ADDS.search(text) is not None,
        when=frozenset(each.lower() for each in _WHEN.findall(text)),
        owned=frozenset(stem(each) for each in _OWNER.findall(text)),
        self=_SELF.search(text) is not None,
    )


def _sort(word: str, low: str, *, opens: bool) -> Sort | None:
    """What a hard word is: a number, a code, a name in the middle of a sentence; None for a soft one."""
    if word[0].isdigit():
        return "code" if _LETTER.search(low) else "number"
    if _CODE.search(word):
        return "code"
    named = word[0].isupper() and not opens and low != "i" and not low.startswith("i'")
    return "name" if named and low not in _SLIGHT else None


def stem(word: str) -> str:
    """A word without its commonest endings."""
    low = word.lower().replace("’", "'").removesuffix("'s")
    for ending in _ENDINGS:
        if low.endswith(ending) and len(low) - len(ending) >= 3:
            low = low.removesuffix(ending)
            break
    return low.rstrip("e") if len(low) > 4 else low


@lru_cache(maxsize=8192)
def _weight(word: str) -> float:
    return min(_HEAVY, StaticTable.instant().weight(word))


def seen(old: str, new: str, *, corrects: bool | None = None) -> NDArray[np.float32]:
    """What is seen of two statements; `corrects` when it is known whether the newer was noticed as a correction."""
    a, b = read(old), read(new)
    shared = a.soft.keys() & b.soft.keys()
    lost, came = a.soft.keys() - shared, b.soft.keys() - shared
    ours, theirs = a.weights.sum(), b.weights.sum()
    both = [sum(_weight(one.soft[word].spelt) for word in shared) for one in (a, b)]
    overlap = sum(both) / (ours + theirs + 1e-6)
    forth, back = _aligned(a, b), _aligned(b, a)
    fits = min(forth[0], back[0])
    near = float(a.vector @ b.vector)

    gone = [name for name in a.hard if not b.holds(name)]
    new_ = [name for name in b.hard if not a.holds(name)]
    kept_a = [name for name in a.hard if name not in gone]
    kept_b = [name for name in b.hard if name not in new_]
    kept = len({*kept_a, *kept_b})
    swaps, one_each = bool(gone and new_), len(gone) == 1 == len(new_)
    sorts = [{one.hard[name].sort for name in some} for one, some in ((a, gone), (b, new_))]
    spelling = max((difflib.SequenceMatcher(None, p, q).ratio() for p in gone for q in new_), default=0.0)
    given_up = [name for name in kept_b if b.lets_go(b.hard[name])]
    let_go = [word for word in shared if b.lets_go(b.soft[word])]

    plain = (
        overlap, both[0] / (ours + 1e-6), both[1] / (theirs + 1e-6), min(4.0, sum(both)) / 4,
        *forth, *back, fits, max(forth[0], back[0]),
        min(3, kept) / 3, min(3, len(gone)) / 3, min(3, len(new_)) / 3,
        not gone and not new_, swaps, one_each, len(gone) > 1 and len(new_) > 1,
        bool(gone) and not new_, bool(new_) and not gone, kept == 0 and bool(a.hard or b.hard),
        bool(sorts[0] & sorts[1]), *(sort in sorts[0] and sort in sorts[1] for sort in ("number", "name", "code")),
        bool(sorts[0] and sorts[1]) and not sorts[0] & sorts[1],
        spelling, spelling > 0.7, _cosine(gone, new_) if swaps else 0.0,
        *_places(a, gone), *_places(b, new_), *_places(a, kept_a), *_places(b, kept_b),
        min(2, b.changes) / 2, min(2, a.changes) / 2, b.changes > a.changes,
        bool(given_up), min(2, len(let_go)) / 2, bool(given_up and new_),
        any(a.lets_go(a.hard[name]) for name in kept_a),
        a.denies == b.denies, b.denies and not a.denies, a.denies and not b.denies,
        a.wishes, b.wishes, b.asks, a.asks, min(len(a.words), 30) / 30, min(len(b.words), 30) / 30,
        min(5, len(lost)) / 5, min(5, len(came)) / 5, near, near * near, _rest(a, lost, b, came),
    )  # fmt: skip
    how = (
        one_each, swaps, not gone and not new_, a.denies != b.denies, b.changes > 0, bool(given_up), spelling,
    )  # fmt: skip
    crossed = (value * float(of) for value in (overlap, fits, near) for of in how)
    known = np.nan if corrects is None else float(corrects)
    more = (*_told_of(a, b), *_slot(old, new), *_words(a, lost, b, came))
    return np.array((*map(float, plain), *crossed, *map(float, more), known), dtype=np.float32)


def beside(rows: NDArray[np.float32], pages: Sequence[int]) -> NDArray[np.float32]:
    """How each of some earlier statements stands among them: whether another page comes nearer, and by how much.

    `pages` tells which of them are wordings of one page. Of one page alone nothing is known.
    """
    if len({*pages}) < 2:
        return np.full((len(rows), 2 * len(_COMPARED) + 1), np.nan, dtype=np.float32)
    of = np.asarray(pages)
    found = []
    for column in _COMPARED:
        values = rows[:, column]
        best = {page: float(values[of == page].max()) for page in {*pages}}
        others = np.array([max(score for other, score in best.items() if other != page) for page in pages])
        found += [values - others, [min(5, sum(score > value for score in best.values())) for value in values]]
    found.append([min(14, len({*pages}))] * len(rows))
    return np.array(found, dtype=np.float32).T


def _told_of(a: Read, b: Read) -> list[float]:
    """Whether both are about one's own, about the same of it, and hold at the same times; whether one is added."""
    owned = bool(a.owned and b.owned)
    return [
        b.adds, a.self, b.self, a.self != b.self, owned and bool(a.owned & b.owned), owned and not a.owned & b.owned,
        bool(a.owned) != bool(b.owned), bool(a.when), bool(b.when), bool(a.when & b.when), bool(a.when ^ b.when),
        len(b.when - a.when),
    ]  # fmt: skip


def _slot(old: str, new: str) -> list[float]:
    """Whether the two are one sentence with another word in one place, and where that is."""
    found = slot(old, new)
    if found is None:
        return [0.0] * 6
    return [
        1.0, not found.after, not found.before, min(6, len(found.before)) / 6, min(6, len(found.after)) / 6,
        min(5, len(found.gone) + len(found.came)) / 5,
    ]  # fmt: skip


def _words(a: Read, lost: Iterable[str], b: Read, came: Iterable[str]) -> list[float]:
    """The soft words that only one has: how far on they stand, how rare they are, and how near two of them come."""
    ours, theirs = sorted(lost), sorted(came)
    found: list[float] = []
    for of, some in ((a, ours), (b, theirs)):
        last = max(1, len(of.words) - 1)
        places = [of.soft[word].place / last for word in some]
        weights = [_weight(of.soft[word].spelt) for word in some]
        found += [min(places, default=-1.0), max(places, default=-1.0), max(weights, default=0.0), sum(weights) / 6]
        first = min((word.place for word in (*of.soft.values(), *of.hard.values())), default=-1)
        found.append(any(of.soft[word].place == first for word in some))
    if not ours or not theirs:
        return [*found, 0.0, 0.0, 0.0]
    near = a.vectors[[a.rows[word] for word in ours]] @ b.vectors[[b.rows[word] for word in theirs]].T
    one, other = np.unravel_index(int(near.argmax()), near.shape)
    places = [
        a.soft[ours[one]].place / max(1, len(a.words) - 1),
        b.soft[theirs[other]].place / max(1, len(b.words) - 1),
    ]
    return [*found, float(near.max()), *places]


def _aligned(one: Read, other: Read) -> tuple[float, float, float]:
    """How near the soft words of one come to words of the other: on the whole, the farthest, and how many do not."""
    if not one.soft:
        return 1.0, 1.0, 0.0
    if not other.soft:
        return 0.0, 0.0, 0.0
    best = np.maximum((one.vectors @ other.vectors.T).max(axis=1), 0)
    weights = one.weights + 1e-3
    return float((best * weights).sum() / weights.sum()), float(best.min()), float((weights * (best < 0.5)).sum() / 3)


def _places(of: Read, names: Iterable[str]) -> list[float]:
    """Where names stand, on average: how far on, behind or before which words, at an end, as an owner."""
    some = [of.hard[name] for name in names]
    if not some:
        return [0.0] * 7
    last = max(1, len(of.words) - 1)
    told: list[Callable[[_Word], float]] = [
        lambda word: word.place / last,
        lambda word: _at(of, word.place - 1) in _BEFORE,
        lambda word: _at(of, word.place - 1) in _TELLS,
        lambda word: _at(of, word.place + 1) in _DOES,
        lambda word: word.place == len(of.words) - 1,
        lambda word: word.place == 0,
        lambda word: "'s" in (of.low[word.end - 2 : word.end], of.low[word.end : word.end + 2]),
    ]
    return [sum(float(tell(word)) for word in some) / len(some) for tell in told]


def _at(of: Read, place: int) -> str:
    return of.words[place] if 0 <= place < len(of.words) else ""


def _cosine(some: Iterable[str], others: Iterable[str]) -> float:
    one, other = StaticTable.instant().embed([" ".join(sorted(each)) for each in (some, others)])
    return float(one @ other)


def _rest(a: Read, lost: Iterable[str], b: Read, came: Iterable[str]) -> float:
    """How near what only one says is to what only the other says."""
    one, other = _sum(a, lost), _sum(b, came)
    return float(one @ other) if one is not None and other is not None else 0.5


def _sum(of: Read, words: Iterable[str]) -> Floats | None:
    rows = sorted(of.rows[word] for word in words)
    if not rows:
        return None
    whole = (of.vectors[rows] * of.weights[rows, None]).sum(axis=0)
    length = float(np.linalg.norm(whole))
    return np.asarray(whole / length if length else whole, dtype=np.float32)
