"""A trouble and what helped against it, told in one message: neither says much without the other. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from reverie.domain import gist, notice
from reverie.domain.prose import Sentence
from reverie.domain.transcript import Entry
from reverie.llm.worth import KEEP, Judged
from reverie.loop import bereft
from reverie.loop.extract import Draft
from reverie.loop.mended import bids, wants

TROUBLE, CURED = 0.4, 0.04  # probability from which on a sentence tells of trouble, and before words that it is over
CAUSE = 0.4  # probability from which on a sentence tells why
_HELPED = re.compile(
    r"\b(?:fix(?:es|ed)|solve[sd]|cure[sd]|resolve[sd]|stop(?:s|ped)|sorted|d(?:id|oes)) "
    r"(?:it|that|this|them|these|those|the (?:trick|problem|issue|trouble))\b"
    r"|\b(?:and|which|that|this|it) (?:has )?helped\b"
    r"|\bhelped\W*$"
    r"|\bhat (?:es |das (?:problem )?)?(?:behoben|gelöst|geholfen)\b|\ba (?:résolu|réglé|aidé)\b"
    r"|\blo (?:solucionó|arregló|resolvió)\b|\bayudó\b",
    re.I,
)
_DONE = 2  # words that count before those that say that it helped: else it is not told what did
_BACK = 3  # sentences before it in which the trouble must have been told
_NEAR, _LONGEST = 2, 600  # characters between two sentences, and of all of them

Told = Sequence[tuple[Sentence, Judged]]


def recounted(entry: Entry, told: Told) -> list[Draft]:
    """What was wrong and what helped, as whoever tells it says."""
    found: list[Draft] = []
    taken = 0
    for n, (one, judged) in enumerate(told):
        least = _remedies(one.text, judged) if n >= taken else None
        if least is None or (first := _trouble(told, n, taken, least)) is None:
            continue
        quote = bereft.clause(entry.text[told[first][0].start : one.end])
        if quote and len(quote) <= _LONGEST:
            body = " ".join(quote.split())
            found.append(Draft(entry=entry.id, kind="procedure", body=body, quote=quote, confidence="medium"))
            taken = n + 1
    return found


def _remedies(sentence: str, judged: Judged) -> float | None:
    """How likely what goes before must tell of trouble, when a sentence says that it is over, or why it was so."""
    helped = _HELPED.search(sentence)
    cured = helped is not None and gist.weight(sentence[: helped.start()]) >= _DONE
    if not cured and not (judged.kept(KEEP) and judged.kind == "procedure" and judged.part.why >= CAUSE):
        return None
    if notice.passes(sentence) or notice.wonders(sentence) or wants(sentence) or notice.once(sentence):
        return None
    return CURED if cured else TROUBLE


def _trouble(told: Told, at: int, taken: int, least: float) -> int | None:
    """The first of the sentences right before one that tells of trouble; all between are told, nothing is asked."""
    found = None
    for n in range(at - 1, max(taken, at - _BACK) - 1, -1):
        one, judged = told[n]
        if told[n + 1][0].start - one.end > _NEAR or bids(one.text) or notice.wonders(one.text):
            break
        if judged.kept(KEEP) and least < TROUBLE:
            break
        sounds = judged.part.trouble >= (least if least < TROUBLE else max(least, judged.keep))
        if sounds and not notice.leans(one.text):
            found = n
    return found
