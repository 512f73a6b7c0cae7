"""Whether two statements say the same or one has a new value for what the other says: a linear model over the pair.

Made by `scripts/teach_alike.py` from the families of statements in `training/alike/`. It sees which words two
statements share, how near in meaning the others are, and whether numbers, names, denials and words of change agree.
It is asked where the wording alone (`domain/claim.py`) does not tell. Pure, the same answer for the same words.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from reverie.domain.frame import Slot, slot
from reverie.llm.static import Floats, StaticTable

SHIPPED = Path(__file__).parent / "weights" / "alike.json"
VERDICTS = ("apart", "same", "replaces")

_WORD = re.compile(r"[^\W\d_][\w'’-]*|\d[\w.:/%-]*\w|\d")
_NUMBER = re.compile(r"\d[\d.,:/%-]*\d|\d")
_NAME = re.compile(r"(?<![.!?]\s)(?<!^)\b[A-Z][\w.+#-]*")
_CODE = re.compile(r"\b[a-z]+(?:[-_./][a-z0-9]+)+\b|\b(?:prod(?:uction)?|staging|test|dev|ci|local)\b", re.I)
_PARTS = re.compile(r"[^\W_]+")
_SEVERAL = frozenset(
    "like likes love loves hate enjoy speak know have has own play plays read use used visited met allergic child"
    " children son daughter brother sister friend colleague also and too".split()
)  # of which one may have more than one
_HABITS = frozenset(
    "am drink eat want prefer commute live work drive sleep wake write wear ride pay study train answer spend".split()
)
_CLOSE = 0.6  # cosine of two words that may stand for each other
_DENIES = re.compile(
    r"\b(?:no|not|never|none|nobody|without|cannot|stop|stopped|avoid|refuse|forbidden|neither|nor)\b|n't\b", re.I
)
_CHANGES = re.compile(
    r"\b(?:now|no longer|any ?more|instead|actually|switched|moved|replaced|changed|back to|dropped|lowered|raised"
    r"|since|these days|took over|became|from now on|renamed|migrated|used to|as of|meanwhile|by now|tightened|bumped"
    r"|upgraded|left|gave up|quit|stopped|new)\b",
    re.I,
)
_WISHES = re.compile(
    r"\b(?:would|could|might|maybe|plans?|planning|wants?|wish|thinking|some ?day|hope|considering|tried|used to"
    r"|(?:last|next) (?:week|month|year)|was|were|wrote|asked|suggested)\b",
    re.I,
)
_WHEN = re.compile(r"\b(?:only|except|unless|if|when|while|for|on|during|until|after|before)\b", re.I)
_SLIGHT = frozenset(
    "the a an is are was were be been to of in on at for and or we i it our my you your that this with by as do does"
    " has have had from will so if not no he she they his her their its me us now".split()
)
_ENDINGS = ("ing", "ied", "ies", "ed", "es", "s", "ly")


@dataclass(frozen=True, slots=True)
class Alike:
    """How likely a later statement says the same as an earlier one, or has a new value for it."""

    same: float
    replaces: float


def judge(old: str, new: str) -> Alike:
    """What `new`, said later, is to `old`."""
    weights, bias = _shipped()
    scores = pair(old, new) @ weights + bias
    odds = np.exp(scores - scores.max())
    _, same, replaces = (float(each) for each in odds / odds.sum())
    return Alike(same, replaces)


def contradicts(old: str, new: str) -> bool:
    """Whether numbers, names, denials or the one thing they tell differ, so that two statements cannot be one."""
    a, b = _read(old), _read(new)
    if a.numbers != b.numbers or a.denies != b.denies:
        return True
    if any(name not in b.low for name in a.marks) and any(name not in a.low for name in b.marks):
        return True
    return (differs := slot(old, new)) is not None and (not differs.after or not _synonyms(differs))


def _synonyms(differs: Slot) -> bool:
    one, other = StaticTable.instant().embed([" ".join(differs.gone), " ".join(differs.came)])
    return float(one @ other) >= _CLOSE


def one_slot(old: str, new: str) -> bool:
    """Whether two sentences tell another habit or trait of oneself in the same words: "I drink tea", "I drink milk"."""
    differs = slot(old, new)
    if differs is None or len(differs.before) < 2 or {*differs.before, *differs.after} & _SEVERAL:
        return False
    who, does, *_ = differs.before
    return who == "my" or (who == "i" and does in _HABITS)


def stems(text: str) -> frozenset[str]:
    """The telling words of a statement, without endings."""
    return _read(text).stems


@dataclass(frozen=True, slots=True)
class _Read:
    """A statement as the model sees it."""

    low: str
    first: str
    told: tuple[str, ...]  # stems of its telling words, in order
    stems: frozenset[str]
    rows: dict[str, int]  # where the vector of a stem stands
    vectors: Floats
    vector: Floats
    numbers: frozenset[str]
    names: frozenset[str]
    marks: frozenset[str]  # words that tell one thing from another: of names, and parts of identifiers
    when: frozenset[str]
    denies: bool
    changes: bool
    wishes: bool
    size: int


@lru_cache(maxsize=4096)
def _read(text: str) -> _Read:
    words = _WORD.findall(text)
    spelt = {stem(word): word for word in reversed(words) if stem(word) not in _SLIGHT}
    table = StaticTable.instant()
    vectors = table.embed([text, *spelt.values()])
    return _Read(
        low=text.lower(),
        first=words[0].lower() if words else "",
        told=tuple(each for word in words if (each := stem(word)) not in _SLIGHT),
        stems=frozenset(spelt),
        rows={each: n for n, each in enumerate(spelt)},
        vectors=vectors[1:],
        vector=vectors[0],
        numbers=frozenset(_NUMBER.findall(text)),
        names=frozenset(name.lower() for name in _NAME.findall(text)),
        marks=frozenset(_PARTS.findall(" ".join((*_NAME.findall(text), *_CODE.findall(text))).lower())),
        when=frozenset(each.lower() for each in _WHEN.findall(text)),
        denies=_DENIES.search(text) is not None,
        changes=_CHANGES.search(text) is not None,
        wishes=_WISHES.search(text) is not None,
        size=len(words),
    )  # fmt: skip


def stem(word: str) -> str:
    """A word without its commonest endings."""
    low = word.lower().replace("’", "'").removesuffix("'s")
    for ending in _ENDINGS:
        if low.endswith(ending) and len(low) - len(ending) >= 3:
            low = low.removesuffix(ending)
            break
    return low.rstrip("e") if len(low) > 4 else low


def pair(old: str, new: str) -> Floats:
    """What is seen of two statements."""
    a, b = _read(old), _read(new)
    shared, gone, came = a.stems & b.stems, a.stems - b.stems, b.stems - a.stems
    near = float(a.vector @ b.vector)
    overlap = len(shared) / max(1, len(a.stems | b.stems))
    went, went_least = _found(gone, a, came, b)
    comes, comes_least = _found(came, b, gone, a)
    soft, other = _found(a.stems, a, b.stems, b)[0], _found(b.stems, b, a.stems, a)[0]
    lost, found = (any(name not in y.low for name in x.names) for x, y in ((a, b), (b, a)))
    renamed = float(lost and found)
    same_name = float(bool(a.names) and not lost and not found)
    renumbered = float(bool(a.numbers) and bool(b.numbers) and not a.numbers & b.numbers)
    same_number = float(bool(a.numbers) and a.numbers == b.numbers)
    turned = float(b.changes and not a.changes)
    fixed = max(same_number, same_name)
    rest = float(_sum(gone, a) @ _sum(came, b)) if gone and came else 0.5
    meaning = (near, overlap, (soft + other) / 2, comes, went)
    plain = (
        near * near, len(shared) / max(1, len(a.stems)), len(shared) / max(1, len(b.stems)),
        same_number, renumbered, float(bool(a.numbers & b.numbers) and a.numbers != b.numbers),
        float(bool(a.numbers) != bool(b.numbers)), float(bool(b.numbers - a.numbers) and bool(a.numbers - b.numbers)),
        float(bool(a.numbers) and a.numbers < b.numbers),
        same_name, renamed, float(lost and not found), float(found and not lost),
        float(a.denies == b.denies), float(b.denies and not a.denies), float(a.denies and not b.denies),
        float(b.changes), float(a.changes), turned,
        float(a.wishes == b.wishes), float(b.wishes and not a.wishes), float(a.when == b.when),
        went_least, comes_least, min(soft, other), min(6, len(gone)) / 6, min(6, len(came)) / 6,
        float(not gone), float(not came), rest, min(a.size, 20) / 20, min(b.size, 20) / 20, float(a.first == b.first),
        float(a.told[:1] == b.told[:1]), float(a.told[-1:] == b.told[-1:]),
        float(not b.stems.isdisjoint(a.told[:1])), float(not a.stems.isdisjoint(b.told[:1])),
        float(not b.stems.isdisjoint(a.told[-1:])), float(not a.stems.isdisjoint(b.told[-1:])),
    )  # fmt: skip
    crossed = [value * of for value in meaning for of in (renumbered, renamed, fixed, turned)]
    return np.array((*meaning, *plain, *crossed), dtype=np.float32)


def _found(some: frozenset[str], of: _Read, among: frozenset[str], other: _Read) -> tuple[float, float]:
    """How near the words of one statement come to words of the other: on average, and the farthest."""
    if not some:
        return 1.0, 1.0
    if not among:
        return 0.0, 0.0
    best = (of.vectors[_rows(some, of)] @ other.vectors[_rows(among, other)].T).max(axis=1)
    return float(best.mean()), float(best.min())


def _rows(some: frozenset[str], of: _Read) -> list[int]:
    return sorted(of.rows[each] for each in some)


def _sum(some: frozenset[str], of: _Read) -> Floats:
    whole = of.vectors[_rows(some, of)].sum(axis=0)
    length = float(np.linalg.norm(whole))
    return np.asarray(whole / length if length else whole)


@cache
def _shipped() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    told = json.loads(SHIPPED.read_text("utf-8"))
    return np.array(told["weights"]), np.array(told["bias"])
