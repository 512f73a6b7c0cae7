"""Which sentences of a message are worth keeping, and as what, and which part of a story of trouble they tell.

A linear model, made by `scripts/teach.py` from the labelled messages in `training/worth/` and the stories in
`training/story/`. It sees one message at a time, the end of what was said before it, and what the rules of
`domain/notice.py` make of a sentence: they know the plain ways of saying a thing, the words know the others. What it
is not sure of, the skim (`llm/skim.py`) sees as a whole. Pure, the same answer for the same words.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from reverie.domain import notice
from reverie.domain.fragment import FragmentKind
from reverie.llm import skim
from reverie.llm.reader import one_holds
from reverie.llm.traits import Role, traits, unit

SHIPPED = Path(__file__).parent / "weights" / "worth.gz"
_KINDS: tuple[FragmentKind, ...] = ("fact", "preference", "decision", "correction", "procedure", "task", "event")
LABELS = ("none", "more", *_KINDS)
SCALE = 2000  # of a weight that is written as a whole number
DOUBT = (0.1, 0.8)  # probability that somebody would keep it, by the table, between which it is skimmed
SKIMMED = 0.5  # what the skim's word counts for, beside the table's
KEEP = 0.5  # probability from which on what the owner says is kept
OUTRIGHT = {"high": 0.2, "medium": 0.3}  # and what the rules, too, take for it, by how sure they are
_PLAIN = re.compile(  # said outright of oneself and one's things; kept whatever the words after it are
    r"\W*(?:(?:my|our)\s+(?:[\w'-]+\s+){1,4}(?:is|are|lives?|works?|has)\b|i(?:'m| am) (?:an?|the|allergic|vegan"
    r"|vegetarian|based|from|in charge|responsible)\b|i (?:live|work|speak|own|prefer)\b|we use\b"
    r"|(?:this|the) (?:project|repo|app|blog|site|service) (?:is|uses|runs)\b|(?:decision|rule|correction)\s*:"
    r"|remind me (?:to|that)\b|(?:can|could|would|will) you (?:please |pls )?(?:always|never)\b)",
    re.I,
)
_SHORT = 90  # characters of what is said outright


class Part(NamedTuple):
    """How likely a sentence tells a part of a story of trouble."""

    trouble: float  # what does not work
    why: float
    mends: float  # what is done against it
    works: float  # that it is over
    still: float  # that it is not


PARTS = Part._fields


@dataclass(frozen=True, slots=True)
class Judged:
    """What a sentence is, if it is anything; `keep` and `more` are probabilities."""

    kind: FragmentKind
    keep: float  # that somebody would keep it
    more: float  # that it only adds to what stands next to it
    part: Part
    outright: bool = False  # whether the rules take it for that, too, and it is likely enough then

    def kept(self, least: float) -> bool:
        return self.outright or self.keep >= least


def judge(said: Sequence[str], role: Role = "user", before: str = "") -> list[Judged]:
    """What each sentence of a message is worth, in the light of what was said before it."""
    return judge_all([Message(said, role, before)])[0]


class Message(NamedTuple):
    """What is judged together: sentences, whose they are, and the end of what was said before them."""

    said: Sequence[str]
    role: Role
    before: str


Floats = NDArray[np.float64]


def judge_all(messages: Sequence[Message], *, twice: bool = False) -> list[list[Judged]]:
    """The same for many messages; when `twice`, what the owner says and the table doubts is seen as a whole."""
    table = _shipped().odds(each for message in messages for each in traits(*message))
    if twice:
        _look_again(messages, table)
    odds = iter(table.round(4).tolist())
    found = []
    for message in messages:
        judged = [_judged(next(odds)) for _ in message.said]
        if message.role == "user":
            judged = [_outright(one, each) for one, each in zip(message.said, judged, strict=True)]
        found.append(judged)
    return found


def _look_again(messages: Sequence[Message], table: Floats) -> None:
    """Mix what the skim makes of doubtful sentences into the table's odds of the labels."""
    frames, rows = [], []
    row = -1
    for message in messages:
        for n, sentence in enumerate(message.said):
            row += 1
            if message.role == "user" and DOUBT[0] <= table[row, 2 : len(LABELS)].sum() <= DOUBT[1]:
                frames.append(skim.of_sentence(sentence, message.role, message.said[n - 1] if n else message.before))
                rows.append(row)
    if frames:
        seen = one_holds(skim.shipped().scores(frames))
        table[rows, : len(LABELS)] = (1 - SKIMMED) * table[rows, : len(LABELS)] + SKIMMED * seen


def lasting(statements: Sequence[str]) -> list[float]:
    """How likely each statement is worth being held, by the table and the skim."""
    if not statements:
        return []
    table = _shipped().odds([traits([one], "user", "")[0] for one in statements])[:, 2 : len(LABELS)].sum(1)
    seen = one_holds(skim.shipped().scores([skim.of_sentence(one, "user", "") for one in statements]))[:, 2:].sum(1)
    return [float(each) for each in ((1 - SKIMMED) * table + SKIMMED * seen).round(4)]


def _judged(odds: Sequence[float]) -> Judged:
    none, more, *kinds = odds[: len(LABELS)]
    return Judged(_KINDS[kinds.index(max(kinds))], 1 - none - more, more, Part(*odds[len(LABELS) :]))


def _outright(sentence: str, judged: Judged) -> Judged:
    """The same, with the kind that the rules take it for, when that is enough."""
    told = notice.notice(sentence)
    if told is None or (judged.keep >= KEEP and not told.outright):
        return judged
    plain = len(sentence) <= _SHORT and _PLAIN.match(sentence)
    likely = plain or notice.vital(sentence) or judged.keep >= OUTRIGHT.get(told.confidence, 1.0)
    return replace(judged, kind=told.kind, outright=True) if likely else judged


def alone(text: str) -> FragmentKind | None:
    """What a sentence is that is worth keeping whatever was said before it."""
    judged = judge([text])[0]
    return judged.kind if judged.kept(KEEP) else None


def ready() -> None:
    """Read the tables before the first sentence comes."""
    notice.ready()
    _shipped()


class Linear:
    """A row of weights for each trait, a column for each label and each part."""

    def __init__(self, path: Path) -> None:
        head, _, rest = gzip.decompress(path.read_bytes()).partition(b"\n\n")
        self.identity, *names = head.decode().split("\n")
        rows = np.frombuffer(rest, dtype="<i2").reshape(-1, len(LABELS) + len(PARTS))
        self._bias, self._rows = rows[0] / SCALE, rows.copy()
        self._rows[0] = 0  # stands for no trait, so that every sentence has a row to add up
        self._names = {name: n for n, name in enumerate(names, 1)}

    def odds(self, sentences: Iterable[Iterable[str]]) -> Floats:
        """The probability of each label and part, for each sentence by what is seen of it."""
        rows: list[int] = []
        starts: list[int] = []
        units: list[float] = []
        for seen in sentences:
            known = {*filter(None, map(self._names.get, seen))}
            starts.append(len(rows))
            rows += (0, *known)
            units.append(unit(len(known)) / SCALE)
        if not starts:
            return probable(np.zeros((0, len(self._bias))))
        sums = np.add.reduceat(self._rows[rows], starts, axis=0, dtype=np.int64)  # as whole numbers: in any order
        return probable(self._bias + sums * np.array(units)[:, None])


def probable(scores: Floats) -> Floats:
    """Scores of the labels and of the parts as probabilities."""
    return np.hstack([one_holds(scores[:, : len(LABELS)]), each_may(scores[:, len(LABELS) :])])


def each_may(scores: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-scores)))


@cache
def _shipped() -> Linear:
    return Linear(SHIPPED)
