"""The sentences of a message, what each is worth, and which of them belong together. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from reverie.domain import notice, safety
from reverie.domain.fragment import FragmentKind
from reverie.domain.prose import Sentence
from reverie.llm import worth as worths
from reverie.loop import rules
from reverie.loop.extract import Confidence
from reverie.loop.mended import ails

SURE = 0.9  # probability from which on what is kept is surely worth it
CHANGED = 0.2  # probability from which on is kept what tells that something changed, which people do in few words
AILS, AILING = 0.5, 0.1  # probability from which on a sentence only complains, and how much likelier than its worth
ANGRY = 0.8  # and from which on it does though it sounds like a wish: "fails every third run, never locally"
SOME = 0.15  # probability that a short sentence says anything, from which on it stays with the one before
MORE = 0.3  # probability from which on a sentence belongs to the one beside it
TOGETHER, FEW = 360, 70  # characters of sentences kept together, and of one that only adds a few words
TAIL = 14  # characters of a sentence that only adds to the one before: "Always.", "And never mocks."
SHORT = 45  # characters of a sentence that the next one explains, whatever that is
_STANDING = re.compile(  # what must be so every time is no task
    r"\b(?:(?:has|have|needs?) to|must) be\b.*\b(?:before|when|whenever|every|each|always)\b"
    r"|\b(?:anyone|everyone|everybody|anybody|whoever)\b.*\b(?:has to|have to|must|needs to|should)\b",
    re.I,
)
_WISHED = ("preference", "decision", "procedure", "correction")  # kinds that hold from then on
_SHALL = ("preference", "procedure")  # kinds that may be said in anger, and hold


@dataclass(frozen=True, slots=True)
class Worth:
    """What a sentence is, when it is worth keeping, and how likely it only adds to the one beside it."""

    kind: FragmentKind | None
    confidence: Confidence
    more: float
    keep: float


def lasting(said: Sequence[Sentence], kinds: list[Worth]) -> list[Worth]:
    """What the sentences are, without what is only supposed and what is wanted only once."""
    if not any(each.kind for each in kinds):
        return kinds
    texts = [one.text for one in said]
    gone = notice.supposed(texts)
    once = {n for n, text in enumerate(texts) if notice.once(text)}
    once |= {n - 1 for n in once if n and notice.only_once(texts[n])}
    gone |= {n for n in once if kinds[n].kind in _WISHED}
    return [replace(each, kind=None) if n in gone else each for n, each in enumerate(kinds)]


def without(
    spans: Sequence[tuple[int, int]], said: Sequence[Sentence], kinds: Sequence[Worth]
) -> tuple[list[Sentence], list[Worth]]:
    """The sentences, and what they are, that stand in none of these stretches."""
    left = [
        n for n, one in enumerate(said) if not any(start < one.end and one.start < end for start, end in spans)
    ]  # fmt: skip
    return [said[n] for n in left], [kinds[n] for n in left]


def noticed(said: Iterable[tuple[Sentence, worths.Judged]], least: float) -> tuple[list[Sentence], list[Worth]]:
    """The sentences of a message, and what each of them is."""
    told = [(one, _worth(one.text, judged, least)) for one, judged in said]
    return [one for one, _ in told], [worth for _, worth in told]


def _worth(sentence: str, judged: worths.Judged, least: float) -> Worth:
    room = notice.SHORTEST <= len(sentence) + 6 * (not sentence.isascii()) <= notice.LONGEST
    room = room or notice.introduces(sentence)
    kept = judged.kept(least) or (judged.keep >= CHANGED and notice.changed(sentence))
    kept = kept and room and not notice.in_jest(sentence)
    kept = kept and not (notice.wonders(sentence) and notice.notice(sentence) is None)
    kind: FragmentKind = "preference" if judged.kind == "task" and _STANDING.search(sentence) else judged.kind
    kind = notice.rightly(sentence, kind) if kept else kind
    kept = kept and not _complains(sentence, judged, kind)
    return Worth(kind if kept else None, "high" if judged.keep >= SURE else "medium", judged.more, judged.keep)


def _complains(sentence: str, judged: worths.Judged, kind: FragmentKind) -> bool:
    """Whether a sentence only tells of trouble, which holds until it is mended; nobody decides that something fails."""
    if judged.outright or judged.part.trouble <= max(judged.keep + AILING, AILS):
        return False
    wished = kind in _SHALL and (judged.part.trouble < ANGRY or rules.rule(sentence))
    return kind == "decision" or (not wished and ails(sentence))


def _needs_more(sentence: Sentence) -> bool:
    return len(sentence.text) <= TAIL or notice.leans(sentence.text)


def adjacent(one: Sentence, other: Sentence) -> bool:
    return other.start - one.end <= 2


def belongs(one: Sentence, other: Sentence, worth: Worth) -> bool:
    """Whether a sentence opens what the next one says."""
    if not adjacent(one, other) or safety.MARK in one.text:
        return False
    return _needs_more(other) or (worth.kind is None and worth.more >= MORE and not notice.passes(one.text))


def goes_on(said: Sequence[Sentence], kinds: Sequence[Worth], first: int, last: int) -> bool:
    """Whether the next sentence belongs to what was just said: it leans on it, or says more of it."""
    other, then = said[last + 1], kinds[last + 1]
    if not adjacent(said[last], other) or other.end - said[first].start > TOGETHER:
        return False
    if safety.MARK in other.text or "?" in other.text[-2:]:
        return False
    if then.kind is None:
        if notice.passes(other.text):
            return False
        adds = len(other.text) <= FEW and then.more + then.keep >= SOME
        return adds or then.more >= MORE or notice.leans(other.text)
    leans = notice.leans(other.text) or notice.refers(other.text)
    if not leans and kinds[last].kind and rules.apart(other.text):
        return False
    return leans or len(other.text) <= SHORT or kinds[last].kind == then.kind
