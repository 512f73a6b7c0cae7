"""Whether two statements say the same or one has a new value for what the other says: boosted trees, and the reader.

The trees are made by `scripts/teach_alike.py` from the families of statements in `training/alike/` and from made-up
lives. They see what `llm/pairs.py` sees of a pair, and are asked where the wording alone (`domain/claim.py`) does not
tell. What they do not rule out, the reader (`llm/reader.py`) reads as a whole; both have to find it likely. Pure, the
same answer for the same words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from reverie.domain.frame import DAY, Slot, chained, parallel, repeats, slot
from reverie.llm import reader
from reverie.llm.pairs import beside, read, seen, spelt, stem
from reverie.llm.static import StaticTable
from reverie.llm.trees import Trees

SHIPPED = Path(__file__).parent / "weights" / "alike.npz"
T = TypeVar("T")
RULED_OUT = 0.98  # probability of being apart, by the trees, from which on the reader is not asked
REMEMBERED = 20_000  # pairs whose answer is kept
READ = 0.6  # what the reader's word counts for, beside the trees'

_NUMBER = re.compile(r"\d[\d.,:/%-]*\d|\d")
_YEAR = re.compile(r"(?:19|20)\d\d")  # which goes without saying
_NAME = re.compile(r"(?<![.!?]\s)(?<!^)\b[A-Z][\w.+#-]*")
_IDENTIFIER = re.compile(r"\b[a-z]+(?:[-_./][a-z0-9]+)+\b|\b(?:prod(?:uction)?|staging|test|dev|ci|local)\b", re.I)
_PARTS = re.compile(r"[^\W_]+")
_DENIES = re.compile(
    r"\b(?:no|not|never|none|nobody|without|cannot|stop|stopped|avoid|refuse|forbidden|neither|nor)\b|n't\b", re.I
)
_SEVERAL = frozenset(
    "like likes love loves hate enjoy speak know have has own play plays read use uses using used visited met allergic"
    " child children son daughter brother sister friend colleague also and too ship add support implement".split()
)  # of which one may have more than one
_HABITS = frozenset(
    "am drink eat want prefer commute live work drive sleep wake write wear ride pay study train answer spend".split()
)
_PLACE = re.compile(
    r"\b(?:prod(?:uction)?|live|staging|stage|test|testing|dev|development|ci|local|localhost|preview)\b"
)
_SAME_PLACE = {"production": "prod", "live": "prod", "stage": "staging", "testing": "test", "development": "dev",
                 "localhost": "local"}  # fmt: skip
_RULES = re.compile(r"\W*(?:please\s+)?(?:never|don'?t|do not|avoid|nie|niemals|ne\b.{1,20}\bjamais|nunca)\b", re.I)
_EXACT = re.compile(r"\S*\d\S*")  # a number, a version, a code
_NAMED_AND_NUMBERED = re.compile(
    rf"\b(?:\d[\w.:-]*\s+[A-ZÀ-Þ][\w-]*(?:\s[A-ZÀ-Þ][\w-]*)*|[A-ZÀ-Þ][\w-]*\s+v?\d[\w.:-]*|(?i:{DAY}))\b"
)
_CLOSE = 0.6  # cosine of two words that may stand for each other


@dataclass(frozen=True, slots=True)
class Alike:
    """How likely a later statement says the same as an earlier one, or has a new value for it."""

    same: float
    replaces: float


def judge(
    olds: Sequence[str], new: str, *, corrects: bool | None = None, pages: Sequence[int] | None = None
) -> list[Alike]:
    """What `new`, said later, is to each of some earlier statements.

    With `pages`, which of them are wordings of one page, it counts which of the pages comes nearest; without, each is
    judged as if it were alone.
    """
    if not olds:
        return []
    told = _shipped().odds(rows(olds, new, corrects=corrects, pages=pages))
    doubtful = [n for n, odds in enumerate(told) if odds[0] < RULED_OUT]
    if doubtful:
        read = _read([(olds[n], new) for n in doubtful], [pages[n] if pages else n for n in doubtful], bool(pages))
        both = told[doubtful] ** (1 - READ) * read**READ
        told[doubtful] = (both / both.sum(1, keepdims=True)).round(4)
    return [Alike(float(same), float(replaces)) for _, same, replaces in told]


def _read(pairs: Sequence[tuple[str, str]], pages: Sequence[int], together: bool) -> NDArray[np.float64]:
    """What the reader says of pairs with one new statement; remembered, for a dream asks the same more than once.

    Whether it says the same as one is read of the two alone: several pages may say it. When the pages stand together,
    it has a new value for one of them at the most; what speaks for that in any wording of a page speaks for the page.
    """
    if len(_remembered) > REMEMBERED:
        _remembered.clear()
    new = [pair for pair in dict.fromkeys(pairs) if pair not in _remembered]
    if new:
        read = reader.shipped().scores([reader.of_pair(*pair) for pair in new])
        _remembered.update(zip(new, read, strict=True))
    scores = np.array([_remembered[pair] for pair in pairs])
    alone = reader.one_holds(scores)
    if not together:
        return alone
    replaces = np.zeros(max(pages) + 1)
    np.add.at(replaces, list(pages), reader.in_company(scores)[:, 2])
    mine = replaces[list(pages)]
    same = np.minimum(alone[:, 1], 1 - mine)
    return np.stack([1 - same - mine, same, mine], 1).clip(1e-9)


def rows(
    olds: Sequence[str], new: str, *, corrects: bool | None = None, pages: Sequence[int] | None = None
) -> NDArray[np.float32]:
    """What is seen of a statement beside some earlier ones, a row for each."""
    table = np.array([seen(old, new, corrects=corrects) for old in olds])
    return np.hstack([table, beside(table, pages if pages is not None else [0] * len(olds))])


def nearest(text: str, some: Sequence[T], told: Callable[[T], str], most: int) -> list[T]:
    """Those of some whose words are nearest to a text, in the order given; all when they are few."""
    if len(some) <= most:
        return list(some)
    vectors = np.array([read(told(each)).vector for each in some])
    best = np.argsort(-(vectors @ read(text).vector), kind="stable")[:most]
    return [some[n] for n in sorted(best.tolist())]


def contradicts(old: str, new: str) -> bool:
    """Whether numbers, names, denials or the one thing they tell differ, so that two statements cannot be one."""
    a, b = _marks(old), _marks(new)
    if read(new).adds and not read(old).adds:
        return True
    if any(not _YEAR.fullmatch(each) for each in a.numbers ^ b.numbers) or a.denies != b.denies:
        return True
    if a.numbers - b.numbers and b.numbers - a.numbers:
        return True
    if any(name not in b.low for name in a.names) and any(name not in a.low for name in b.names):
        return True
    return (differs := slot(old, new)) is not None and (not differs.after or not _synonyms(differs))


def numbered_apart(old: str, new: str) -> bool:
    """Whether two statements give different numbers of things with different names: "release 9.1 of the kiosk", "the
    scanner's is 12.4". A name that stands beside a number may be part of the value: "12 Rose Street", "Redis 7"."""
    a, b = _marks(_NAMED_AND_NUMBERED.sub(" ", old)), _marks(_NAMED_AND_NUMBERED.sub(" ", new))
    ours, theirs = _marks(old).numbers, _marks(new).numbers
    return bool(ours and theirs and a.names and b.names) and not (ours & theirs or a.names & b.names)


def elsewhere(old: str, new: str) -> bool:
    """Whether two statements differ in more than a value: in surroundings (staging, prod), in name and number, or in
    when they hold; or the new one brings nothing new, or says that it comes on top."""
    a, b = read(old), read(new)
    if (b.adds and not a.adds) or (b.when and not a.when and not b.changes):
        return True
    if _RULES.match(old) and _RULES.match(new):
        return True  # of rules there are many, and each stands
    if repeats(old, new) or chained(old) != chained(new):
        return True
    differs = slot(old, new)
    if differs and not b.changes and {*differs.before} & _SEVERAL:
        return True  # of what one uses, likes or speaks there are several
    if parallel(_placed(old), _placed(new)) or (stems(new) <= stems(old) and a.denies == b.denies):
        return True
    ours, theirs = (
        frozenset(_SAME_PLACE.get(each, each) for each in _PLACE.findall(text.lower())) for text in (old, new)
    )
    if ours and theirs and not ours & theirs:
        return True
    gone = {a.hard[name].sort == "number" for name in a.hard if not b.holds(name)}
    came = {b.hard[name].sort == "number" for name in b.hard if not a.holds(name)}
    return len(gone) == len(came) == 2


def _placed(text: str) -> str:
    """With one name for each of the surroundings that have several."""
    return _PLACE.sub(lambda place: _SAME_PLACE.get(place[0], place[0]), text.lower())


def _synonyms(differs: Slot) -> bool:
    one, other = StaticTable.instant().embed([" ".join(differs.gone), " ".join(differs.came)])
    return float(one @ other) >= _CLOSE


def one_slot(old: str, new: str) -> bool:
    """Whether two sentences tell another value in the same words: another number or code at the end ("Prod runs in
    eu-west-1"), another habit or trait of oneself ("I drink tea", "I drink milk")."""
    differs = slot(old, new)
    if differs is None or len(differs.before) < 2 or {*differs.before, *differs.after} & _SEVERAL:
        return False
    if not differs.after and all(len(words) == 1 and _EXACT.fullmatch(words[0]) for words in differs[1:3]):
        return True
    who, does, *_ = differs.before
    return who == "my" or (who == "i" and does in _HABITS)


def stems(text: str) -> frozenset[str]:
    """The telling words of a statement, without endings."""
    told = read(text)
    return frozenset({*told.soft, *(stem(word) for word in told.hard)})


@dataclass(frozen=True, slots=True)
class _Marks:
    """What tells one thing from another in a statement."""

    low: str
    numbers: frozenset[str]
    names: frozenset[str]  # words of names, and parts of identifiers
    denies: bool


@lru_cache(maxsize=4096)
def _marks(text: str) -> _Marks:
    text = spelt(text)
    return _Marks(
        low=text.lower(),
        numbers=frozenset(_NUMBER.findall(text)),
        names=frozenset(_PARTS.findall(" ".join((*_NAME.findall(text), *_IDENTIFIER.findall(text))).lower())),
        denies=_DENIES.search(text) is not None,
    )


@cache
def _shipped() -> Trees:
    return Trees(SHIPPED)


_remembered: dict[tuple[str, str], NDArray[np.float64]] = {}
