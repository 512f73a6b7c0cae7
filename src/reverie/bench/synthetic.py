"""Made-up turns for measuring speed: words as frequent as in a language (Zipf), the same ones every time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import numpy as np

from reverie.domain.transcript import Entry, Transcript
from reverie.domain.words import STOP

SEED = 7
SESSION = 100  # turns of one session
VOCABULARY = 50_000
_SHORTEST, _LONGEST = 6, 40  # words of a turn
_BEGAN = datetime(2025, 1, 1, 9, tzinfo=UTC)
_SPEAKERS = ("Ana", "Ben")
_COMMON = 40  # stop words, which come before all others as they do in a language


def vocabulary() -> list[str]:
    """Words by rank, the most frequent first; made of syllables, so that none means anything."""
    syllables = [c + v for c in "bdfgklmnprstvz" for v in "aeiou"]
    size = len(syllables)
    made = [
        syllables[n % size] + syllables[n // size % size] + syllables[n // size**2 % size] for n in range(VOCABULARY)
    ]
    stop = [word for word in sorted(STOP) if word.isascii()][:_COMMON]
    return [*stop, *made[size:]][:VOCABULARY]


def transcripts(passages: int) -> Iterator[Transcript]:
    """So many turns, in sessions on consecutive days."""
    words = np.array(vocabulary())
    rng = np.random.default_rng(SEED)
    likely = 1 / np.arange(1, len(words) + 1)
    upto = np.cumsum(likely / likely.sum())
    for n, first in enumerate(range(0, passages, SESSION)):
        began = _BEGAN + timedelta(days=n)
        entries = []
        for turn in range(min(SESSION, passages - first)):
            ranks = np.searchsorted(upto, rng.random(rng.integers(_SHORTEST, _LONGEST)))
            text = " ".join(words[np.minimum(ranks, len(words) - 1)])
            said = began + timedelta(seconds=turn)
            who = _SPEAKERS[turn % 2]
            entries.append(Entry(id=str(turn), at=said, role="user", text=f"{text}.", speaker=who))
        yield Transcript(source=f"session-{n}", space="", trust="user", entries=tuple(entries))


@dataclass(frozen=True, slots=True)
class Kind:
    """Questions of one kind."""

    name: str
    texts: tuple[str, ...]


def kinds(count: int) -> list[Kind]:
    """Questions as people ask them, and as nobody should be able to hurt us with."""
    words = vocabulary()
    rng = np.random.default_rng(SEED + 1)

    def some(low: int, high: int, least: int, most: int) -> str:
        return " ".join(words[n] for n in rng.integers(low, high, rng.integers(least, most)))

    typical = tuple(f"What did Ana say about the {some(200, 5_000, 2, 5)}?" for _ in range(count))
    common = tuple(some(_COMMON, _COMMON + 20, 3, 6) for _ in range(count))
    long = tuple(_cut(some(0, 20_000, 1_700, 1_701), 10_000) for _ in range(max(1, count // 10)))
    hostile = (
        "a* OR NEAR((((",
        '"' * 2_000,
        "NOT AND OR NEAR(a b, 3) ^x {lead rest} : y",
        "(" * 5_000,
        "%_\\';--\x00",
        "*",
    )
    return [
        Kind("typical", typical),
        Kind("common words only", common),
        Kind("10,000 characters", long),
        Kind("hostile", hostile),
    ]


def _cut(text: str, size: int) -> str:
    return text[:size]
