"""What a sentence speaks of that only what was said before it names: "she", "that", "no, the other way round". Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from reverie.domain import agree, name_kinds, notice, poison, prose, safety
from reverie.domain.prose import Sentence
from reverie.domain.transcript import Entry
from reverie.loop.extract import plain
from reverie.loop.judged import FEW, TAIL, adjacent
from reverie.loop.rethought import EVERYDAY, TELLING

_EXCLAIMS = re.compile(r"\W*(?:o+h+|a+h+|wow|ha(?:ha)*|yay|sweet|lovely|nice|great|cool)\b", re.I)
_DAY = re.compile(r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b", re.I)
_PEOPLE = 4  # messages of the owner's in which somebody was named
LONG = 300  # characters of a question, a claim or a heading that is kept with what is said about it


def disputed(before: Sequence[Entry], correction: str) -> str | None:
    """The statement that a correction is about: the agent's, else the owner's own, that has a telling word of it."""
    words = set(TELLING.findall(correction.lower())) - EVERYDAY
    days = set(_DAY.findall(correction))
    for role in ("agent", "user"):
        entry = next((e for e in reversed(before[-4:]) if e.role == role), None)
        told = [s.text for s in prose.sentences(entry.text) if len(s.text) <= LONG] if entry else []
        shared = [
            text
            for text in told
            if not notice.passes(text)
            and not notice.leans(text)
            and (words & set(TELLING.findall(text.lower())) or (days and _DAY.search(text)))
        ]
        if shared:
            return None if role == "agent" and poison.rules(shared[-1]) else shared[-1]
    return None


def spoken_of(entry: Entry, sentence: str, before: Sequence[Entry]) -> str | None:
    """What a message goes on to speak of: somebody named before, the question it answers, else what came before."""
    asked = before[-1] if before and before[-1].role == "agent" and entry.role == "user" else None
    told = prose.sentences(asked.text) if asked else []
    own = next((e for e in reversed(before) if e.role == entry.role), None)
    mine = [one.text for one in prose.sentences(own.text)] if own and entry.role == "user" else []
    if notice.of_somebody(sentence) and entry.role == "user":
        whom = _whom(sentence, before)
        return plain(whom) if whom else None
    if told and told[-1].text.rstrip().endswith(("?", "？")) and not agree.idle(told[-1].text):
        heard = told[-1].text
    else:
        heard = mine[-1] if mine else ""
    fits = TAIL < len(heard) <= FEW * 2 and not notice.leans(heard) and not poison.rules(heard)
    return plain(heard) if fits else None


def _whom(sentence: str, before: Sequence[Entry]) -> str | None:
    """Where the owner said last of whom a "she" or "he" speaks; what was asked only when nothing else tells."""
    asked = None
    for entry in [one for one in reversed(before) if one.role == "user"][:_PEOPLE]:
        for one in reversed(prose.sentences(entry.text)):
            named = name_kinds.somebody(one.text) and name_kinds.may_be(sentence, one.text)
            if (
                named
                and TAIL < len(one.text) <= FEW * 2
                and not (notice.leans(one.text) or notice.of_somebody(one.text))
            ):
                if not one.text.rstrip().endswith(("?", "？")):
                    return one.text
                asked = asked or one.text
    return asked


def pointed(said: Sequence[Sentence], n: int, taken: int, before: Sequence[Entry]) -> tuple[int, str | None]:
    """What a sentence points at: the one before it, from which on both are kept, else what the agent said last."""
    if n > taken and adjacent(said[n - 1], said[n]) and safety.MARK not in said[n - 1].text:
        own = said[n - 1].text
        if len(own) > TAIL and not (notice.leans(own) or notice.passes(own) or _EXCLAIMS.match(own)):
            return n - 1, None
    return n, shown(before)


def shown(before: Sequence[Entry]) -> str | None:
    """What the agent said last, when it says what is spoken of."""
    told = prose.sentences(before[-1].text) if before and before[-1].role == "agent" else []
    last = told[-1].text if told else ""
    fits = TAIL < len(last) <= LONG and not (notice.leans(last) or poison.rules(last) or safety.MARK in last)
    return plain(last) if fits and not agree.idle(last) else None


def of_whom(sentence: str, entry: Entry, before: Sequence[Entry]) -> str | None:
    """What named the person whom a sentence speaks of."""
    return spoken_of(entry, sentence, before) if notice.of_somebody(sentence) else None
