"""Which sentences of a message are worth keeping, and as what: a linear model over their words.

Made by `scripts/teach.py` from the labelled messages in `training/worth/`. It sees one message at a time, the end of
what was said before it, and what the rules of `domain/notice.py` make of a sentence: they know the plain ways of
saying a thing, the words know the others. Pure, the same answer for the same words; standard library only.
"""

from __future__ import annotations

import gzip
import math
import re
import struct
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Literal

from reverie.domain import notice
from reverie.domain.fragment import FragmentKind

SHIPPED = Path(__file__).parent / "weights" / "worth.gz"
_KINDS: tuple[FragmentKind, ...] = ("fact", "preference", "decision", "correction", "procedure", "task", "event")
LABELS = ("none", "more", *_KINDS)
SCALE = 2000  # of a weight that is written as a whole number
KEEP = 0.6  # probability from which on what the owner says is kept
OUTRIGHT = 0.2  # and what the rules, too, are sure of

Role = Literal["user", "agent"]


@dataclass(frozen=True, slots=True)
class Judged:
    """What a sentence is, if it is anything; `keep` and `more` are probabilities."""

    kind: FragmentKind
    keep: float  # that somebody would keep it
    more: float  # that it only adds to what stands next to it
    outright: bool = False  # whether the rules are sure of it, too

    def kept(self, least: float) -> bool:
        return self.keep >= (OUTRIGHT if self.outright else least)


def judge(said: Sequence[str], role: Role = "user", before: str = "") -> list[Judged]:
    """What each sentence of a message is worth, in the light of what was said before it."""
    model = _shipped()
    judged = [model.judged(features) for features in traits(said, role, before)]
    return [_outright(one, each) for one, each in zip(said, judged, strict=True)] if role == "user" else judged


def _outright(sentence: str, judged: Judged) -> Judged:
    """The same, with the kind that the rules are sure of."""
    told = notice.notice(sentence) if OUTRIGHT <= judged.keep < KEEP else None
    return replace(judged, kind=told.kind, outright=True) if told and told.confidence == "high" else judged


def alone(text: str) -> FragmentKind | None:
    """What a sentence is that is worth keeping whatever was said before it."""
    judged = judge([text])[0]
    return judged.kind if judged.kept(KEEP) else None


def ready() -> None:
    """Read the tables before the first sentence comes."""
    notice.ready()
    _shipped()


class Linear:
    """A row of weights for each trait, a column for each label."""

    def __init__(self, path: Path) -> None:
        head, _, rest = gzip.decompress(path.read_bytes()).partition(b"\n\n")
        self.identity, *names = head.decode().split("\n")
        rows = list(struct.iter_unpack(f"<{len(LABELS)}h", rest))
        self._bias, self._rows = rows[0], dict(zip(names, rows[1:], strict=True))

    def judged(self, features: Iterable[str]) -> Judged:
        rows = [row for row in map(self._rows.get, features) if row]
        if not rows:
            return Judged("fact", 0.0, 0.0)
        weight = unit(len(rows)) / SCALE
        columns = map(sum, zip(*rows, strict=True))
        scores = [b / SCALE + weight * column for b, column in zip(self._bias, columns, strict=True)]
        top = max(scores)
        odds = [math.exp(score - top) for score in scores]
        total = sum(odds)
        none, more, *kinds = [each / total for each in odds]
        return Judged(_KINDS[kinds.index(max(kinds))], 1 - none - more, more)


@cache
def _shipped() -> Linear:
    return Linear(SHIPPED)


def unit(count: int) -> float:
    """What one of so many traits counts for: a long sentence is not surer than a short one."""
    return 2 / math.sqrt(max(4, count))


_TOKEN = re.compile(
    r"`[^`]+`|https?://\S+|[\w.@~-]*/[\w./@~-]+|\w+(?:[._-]\w+)+|\w+\(\)|[^\W\d_]+(?:['’][^\W\d_]+)?|\d[\d.,:]*|[^\w\s]"
)
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_CODE = re.compile(r"\w[._]\w")
_DAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
_MONTHS = (
    "january february march april june july august september october november december "
    "jan feb mar apr jun jul aug sep sept oct nov dec"
).split()
_SORTS = {**dict.fromkeys([*_DAYS, *(f"{day}s" for day in _DAYS)], "<day>"), **dict.fromkeys(_MONTHS, "<month>")}
_OWN = frozenset(("i'm", "i'd", "i'll", "i've"))
_SHAPES = {
    "question": re.compile(r"[?？]\W*$"),
    "loud": re.compile(r"!\W*$"),
    "number": re.compile(r"\d"),
    "path": re.compile(r"[\w.-]+/[\w./-]+|\w\.\w{2,4}\b"),
    "code": re.compile("`"),
    "quote": re.compile(r"[\"“«]"),
    "name": re.compile(r"[A-Z](?<!^[A-Z])(?<!\w[A-Z])[a-z]"),  # looks back from a capital: there are few of them
    "letters": re.compile(r"[A-Z](?<!\w[A-Z])[A-Z]"),
    "stop": re.compile(r"[.。]\s*$"),
    "colon": re.compile(r"[:：]"),
    "joined": re.compile(r"_(?<=\w_)\w|[A-Z](?<=[a-z][A-Z])"),
    "arrow": re.compile(r"->|=>|→"),
    "trails": re.compile(r"\.\.\.|…"),
}
_DATED = frozenset(("<day>", "<month>"))
_HEARD = 200  # characters at the end of what was said before that are read


@lru_cache(maxsize=64)
def _tokens(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words of a text, and the same with names, days and months told only as what they are."""
    words: list[str] = []
    sorts: list[str] = []
    for n, token in enumerate(_TOKEN.findall(text)):
        low = token.lower()
        sort = _SORTS.get(low, low)
        if not low.isalpha():
            low = low.replace("’", "'")
            sort = low if low in _OWN else _sort(token, low)
        elif not low.isascii() and _UNSPACED.search(low):
            pairs = [low[i : i + 2] for i in range(max(1, len(low) - 1))]
            words += pairs
            sorts += pairs
            continue
        elif n > 0 and low != "i" and sort == low and token[0].isupper():
            sort = "<name>"
        words.append(sort if sort in ("<code>", "<n>") else low)
        sorts.append(sort)
    return tuple(words), tuple(sorts)


def _sort(token: str, low: str) -> str:
    """What a token is that is not made of letters alone."""
    if token[0].isdigit() and not _CODE.search(token):
        return "<n>"
    if token[0] == "`" or ("/" in token and len(token) > 1) or token.endswith("()") or _CODE.search(token):
        return "<code>"
    return "<name>" if token[0].isupper() and "'" in low else low


def traits(said: Sequence[str], role: Role, before: str) -> list[set[str]]:
    """What is seen of each sentence: its words, their order, its shape, and where it stands."""
    heard = {f"heard:{word}" for word in _tokens(before[-_HEARD:])[0]}
    asked = "?" if before.rstrip().endswith(("?", "？")) else "." if before else "-"
    found = []
    for n, sentence in enumerate(said):
        words, sorts = _tokens(sentence)
        seen = {f"w:{word}" for word in words}
        seen.update([f"s:{sort}" for sort in sorts if sort[0] == "<"])
        seen.update([f"2:{a} {b}" for a, b in zip(("^", *sorts), (*sorts, "$"), strict=True)])
        seen.update([f"3:{a} {b}" for a, b in zip(sorts, sorts[2:], strict=False)])
        seen.update([f"^:{' '.join(sorts[:k])}" for k in (1, 2, 3)])
        seen.update([f"4:{sort}" for sort in sorts[:4]])
        seen.add(f"$:{' '.join(sorts[-2:])}")
        seen.update([f"e:{word[-3:]}" for word in words if len(word) > 4 and word.isalpha()])
        if role == "agent":
            seen.update([f"a:{word}" for word in words])
        else:
            said_so = notice.notice(sentence)
            seen.update(("told", f"told:{said_so.kind}") if said_so else ("untold",))
        shapes = [name for name, shape in _SHAPES.items() if shape.search(sentence)]
        shapes += ["date"] if not _DATED.isdisjoint(sorts) else []
        seen.update([f"{name}{of}" for name in shapes for of in ("", f":{role}")])
        seen.add(f"long:{min(6, int(math.log2(len(sentence) + 1)))}")
        seen.add(f"words:{len(words)}" if len(words) < 4 else f"words:{min(3, len(words) // 8)}0")
        seen.add(f"by:{role}")
        seen.add(f"of:{min(len(said), 4)}")
        seen.add(f"after:{asked}{min(n, 1)}")
        if n == 0:
            seen.add("first")
            seen |= heard
        else:
            seen.update(_opening("then", said[n - 1]))
        if n == len(said) - 1:
            seen.add("last")
        else:
            seen.update(_opening("next", said[n + 1]))
        found.append(seen)
    return found


def _opening(where: str, sentence: str) -> Iterable[str]:
    """How the sentence before or after begins, and whether it asks."""
    sorts = _tokens(sentence)[1]
    yield from (f"{where}:{' '.join(sorts[:k])}" for k in (1, 2))
    if sentence.rstrip().endswith(("?", "？")):
        yield f"{where}?"
