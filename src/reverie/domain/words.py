"""Words as search sees them: cores without punctuation, stop words out of the question, CJK by character."""

from __future__ import annotations

import re
from functools import cache

_CJK = "\u1100-\u11ff\u2e80-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\uff66-\uffdc"
_ASCII_WORD = re.compile(r"[A-Za-z0-9]+")
_EXACT = re.compile(
    r"(?<![^\W_])[^\W_]++(?:[._/:@#+\\-]{1,2}[^\W_]++)+"
)  # paths, versions, error codes: parts that belong together
MOST = 200  # words of a question that are looked up; the index keeps the rarest of them
LEAD = 300  # characters at the beginning of a text, where what it is about is said

STOP = frozenset(
    """a about above after again all also am an and any anybody anyone anything are aren as at be because been before
    being below between both but by can cannot could couldn did didn do does doesn doing don down during each either
    else ever every few for from further get gets give got had hadn has hasn have haven having he her here hers him
    himself his how however i if in into is isn it its itself just know let like ll may me might mine more most must
    my myself neither no nor not now of off on once one only or other ought our ours out over own please quite rather
    re really remember remind s said same say says shall she should shouldn since so some somebody something such t
    tell than that the their theirs them then there these they thing things this those through to too under until up
    us ve very was wasn we were weren what whats when where whether which while who whom whose why will with won would
    wouldn yes yet you your yours yourself stuff mention mentioned mentions talk talked talking discuss discussed
    discussion discussions conversation conversations chat chats brought happen happened happening happens
    der die das und ist wie was wer wo wann warum ich du er sie es wir ihr ein eine mit von zu auf für den dem
    le la les des du et est que qui quoi où quand comment pourquoi je tu il elle nous vous un une avec pour dans sur
    el los las y es qué quién cuál dónde cuándo cómo por yo tú ella nosotros una con para en""".split()
)


_ANY_WORD = re.compile(r"[^\W_]+")


def _unspaced_in(text: str) -> bool:
    """Whether there may be a character of an unspaced script: a quick look, which is never wrong when it says no."""
    return not text.isascii() and any(c >= "\u1100" and not "\u1200" <= c < "\u2e80" for c in set(text))


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Words of any script, and one character of an unspaced one; slow to compile, so only when needed."""
    return re.compile(rf"[{_CJK}]+|[^\W_{_CJK}]+"), re.compile(rf"([{_CJK}])")


def spread(text: str) -> str:
    """Text for the index: unspaced scripts get a space around each character, so that parts match."""
    return _patterns()[1].sub(r" \1 ", text) if _unspaced_in(text) else text


def unspaced(word: str) -> bool:
    """Whether a word is of a script that puts no spaces between words: it may be several."""
    return _unspaced_in(word) and _patterns()[1].match(word) is not None


def terms(question: str) -> tuple[str, ...]:
    """What of a question is worth looking up, each once, in order; nothing when all are stop words.

    Words, and what is written as one (`src/auth.py`, `E-1042`, `3.11.2`), which is then found as written.
    """
    if question.isascii():
        found = dict.fromkeys(word.lower() for word in _ASCII_WORD.findall(question))
    elif not _unspaced_in(question):
        found = dict.fromkeys(word.lower() for word in _ANY_WORD.findall(question))
    else:
        runs = (word.lower() for word in _patterns()[0].findall(question))
        found = dict.fromkeys(part for run in runs for part in _pairs(run))
    telling = [word for word in found if word not in STOP]
    exact = [name.lower() for name in dict.fromkeys(_EXACT.findall(question))]
    return (*telling[:MOST], *exact[:MOST])


def _pairs(run: str) -> list[str]:
    """A run of an unspaced script in overlapping pairs: where its words end, no space tells."""
    if len(run) <= 2 or not _patterns()[1].match(run):
        return [run]
    return [run[n : n + 2] for n in range(len(run) - 1)]


def lead(text: str) -> tuple[str, str]:
    """The beginning of a text, up to the end of a word, and the rest."""
    if len(text) <= LEAD:
        return text, ""
    cut = text.rfind(" ", LEAD - 60, LEAD)
    cut = cut if cut > 0 else LEAD
    return text[:cut], text[cut:]
