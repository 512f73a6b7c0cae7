"""What is seen of a sentence: its words, their order, its shape, where it stands, and what rules make of it.

`llm/worth.py` judges by it. Pure, the same traits for the same words; changing anything here needs a new table.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Literal

from reverie.domain import notice

Role = Literal["user", "agent"]

_TOKEN = re.compile(  # most are plain words, which is seen by what stands behind them
    r"[^\W\d_]++(?=[\s,;!?]|\Z)|`[^`]+`|https?://\S+|[\w.@~-]*+/[\w./@~-]+|\w+(?:[._-]\w+)+|\w+\(\)"
    r"|[^\W\d_]+(?:['’][^\W\d_]+)?|\d[\d.,:]*|[^\w\s]"
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
    "path": re.compile(r"[/.](?:(?<=[\w.-]/)[\w./-]|(?<=\w\.)\w{2,4}\b)"),  # looks back from what is rare, as others do
    "code": re.compile("`"),
    "quote": re.compile(r"[\"“«]"),
    "name": re.compile(r"[A-Z](?<!^[A-Z])(?<!\w[A-Z])[a-z]"),
    "letters": re.compile(r"[A-Z](?<!\w[A-Z])[A-Z]"),
    "stop": re.compile(r"[.。]\s*$"),
    "colon": re.compile(r"[:：]"),
    "joined": re.compile(r"[_A-Z](?:(?<=\w_)\w|(?<=[a-z][A-Z]))"),
    "arrow": re.compile(r"->|=>|→"),
    "trails": re.compile(r"\.\.\.|…"),
}
_DATED = frozenset(("<day>", "<month>"))
_HEARD = 200  # characters at the end of what was said before that are seen


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


def traits(said: Sequence[str], role: Role, before: str) -> list[list[str]]:
    """What is seen of each sentence: its words, their order, its shape, and where it stands; a trait may recur."""
    heard = [f"heard:{word}" for word in _tokens(before[-_HEARD:])[0]]
    asked = "?" if before.rstrip().endswith(("?", "？")) else "." if before else "-"
    found = []
    for n, sentence in enumerate(said):
        words, sorts = _tokens(sentence)
        seen = [f"w:{word}" for word in words]
        seen += [f"s:{sort}" for sort in sorts if sort[0] == "<"]
        seen += [f"2:{a} {b}" for a, b in zip(("^", *sorts), (*sorts, "$"), strict=True)]
        seen += [f"3:{a} {b}" for a, b in zip(sorts, sorts[2:], strict=False)]
        seen += [f"^:{' '.join(sorts[:k])}" for k in (1, 2, 3)]
        seen += [f"4:{sort}" for sort in sorts[:4]]
        seen.append(f"$:{' '.join(sorts[-2:])}")
        seen += [f"e:{word[-3:]}" for word in words if len(word) > 4 and word.isalpha()]
        if role == "agent":
            seen += [f"a:{word}" for word in words]
        else:
            said_so = notice.notice(sentence)
            seen += ("told", f"told:{said_so.kind}") if said_so else ("untold",)
        shapes = [name for name, shape in _SHAPES.items() if shape.search(sentence)]
        shapes += ["date"] if not _DATED.isdisjoint(sorts) else []
        seen += [f"{name}{of}" for name in shapes for of in ("", f":{role}")]
        seen.append(f"long:{min(6, int(math.log2(len(sentence) + 1)))}")
        seen.append(f"words:{len(words)}" if len(words) < 4 else f"words:{min(3, len(words) // 8)}0")
        seen.append(f"by:{role}")
        seen.append(f"of:{min(len(said), 4)}")
        seen.append(f"after:{asked}{min(n, 1)}")
        seen += ("first", *heard) if n == 0 else _opening("then", said[n - 1])
        seen += ("last",) if n == len(said) - 1 else _opening("next", said[n + 1])
        found.append(seen)
    return found


def _opening(where: str, sentence: str) -> Iterable[str]:
    """How the sentence before or after begins, and whether it asks."""
    sorts = _tokens(sentence)[1]
    yield from (f"{where}:{' '.join(sorts[:k])}" for k in (1, 2))
    if sentence.rstrip().endswith(("?", "？")):
        yield f"{where}?"


def unit(count: int) -> float:
    """What one of so many traits counts for: a long sentence is not surer than a short one."""
    return 2 / math.sqrt(max(4, count))
