"""What kind of statement a passage is: by whom, asking or telling, with a time, a number or a rule in it.

Noted once, when a passage is indexed, so that ranking costs nothing to read. English first, some words of other
languages; where a language is missing the trait is absent, and the ranking falls back to words and meaning.
"""

from __future__ import annotations

import re
from functools import cache

ASKS, OWN, FILLER, TIMED, COUNTED, RULE, MACHINE, NAMED = (1 << n for n in range(8))
OVERTURNED = 1 << 8  # what was taken from it has been superseded since; noted by the index
DOUBTFUL = 1 << 9  # others' words that might set a rule, and nobody vouched for them; noted by the index
_SEEN = 600  # characters that are looked at

_ROLES = frozenset({"user", "assistant", "agent", "tool", "system", "human", "ai", "bot", "model", ""})
_OWN = frozenset(
    """i me my mine we us our ours ich mich mir mein meine meinen wir uns unser unsere je moi mon ma mes nous notre nos
    yo mi mis nosotros nuestro nuestra""".split()
)
_FILLERS = frozenset(
    """wow sounds congrats congratulations congrat awesome great cool thanks thank yeah yes danke merci gracias that's
    that""".split()
)
_NUMBERS = frozenset(
    "one two three four five six seven eight nine ten eleven twelve once twice dozen couple half".split()
)
_TIMES = frozenset(
    """yesterday today tonight tomorrow recently since ago birthday monday tuesday wednesday thursday friday saturday
    sunday january february march april june july august september october november december gestern heute letzte
    letzten letzter letztes nächste nächsten hier demain dernier dernière prochain prochaine ayer mañana pasado
    pasada""".split()
)
_NEAR = frozenset("last next this few".split())
_UNITS = frozenset("days week weeks month months year night weekend morning summer winter fall autumn spring".split())
_RULING = frozenset(
    """always never prefer preference rather whenever make remember don do from like ask i'd i immer niemals nie
    bevorzuge toujours jamais préfère siempre nunca prefiero""".split()
)


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    rule = (
        r"^\W*(?:please )?(?:always|never|from now on|make sure|remember to|don't|do not|whenever|immer|niemals|nie|"
        r"toujours|jamais|siempre|nunca)\b"
        r"|\b(?:i|we) (?:always|never|prefer|would rather|like to)\b|\bi'd (?:like|prefer|rather)\b"
        r"|\bmy preference\b|\bwhen(?:ever)? i ask\b|\bich bevorzuge\b|\bje préfère\b|\bprefiero\b"
    )
    return (
        re.compile(r"[^\W_]+(?:'[^\W_]+)?"),
        re.compile(rule),
        re.compile(r"\d年|어제|오늘|내일|지난|昨日|今日|明日|先週|昨天|今天|明天|上周|去年"),
        re.compile(r"항상|절대|いつも|必ず|总是|總是|务必"),
    )


def traits(text: str, role: str | None = None, speaker: str | None = None) -> int:
    """The traits of a statement, as bits; role and speaker are those of a turn, None for anything else."""
    words, rule, eastern_time, eastern_rule = _patterns()
    seen = text[:_SEEN].replace("’", "'").lower()
    order = words.findall(seen)
    said = set(order)
    found = 0
    if text.rstrip().endswith(("?", "？")):
        found |= ASKS
    if not said.isdisjoint(_OWN) or any(word.startswith("i'") for word in said):
        found |= OWN
    if order and order[0] in _FILLERS and (order[0] != "that" or order[1:2] == ["is"]):
        found |= FILLER
    numbers = [word for word in said if word[0].isdigit()]
    if numbers or not said.isdisjoint(_NUMBERS):
        found |= COUNTED
    if (
        not said.isdisjoint(_TIMES)
        or not (said.isdisjoint(_NEAR) or said.isdisjoint(_UNITS))
        or any(len(n) == 4 and n[:2] in ("19", "20") and n.isdecimal() for n in numbers)
        or (not seen.isascii() and eastern_time.search(seen))
    ):
        found |= TIMED
    if speaker is not None and speaker.strip().casefold() not in _ROLES:
        found |= NAMED
    elif role is not None and role != "user":
        return found | MACHINE
    if (not said.isdisjoint(_RULING) and rule.search(seen)) or (not seen.isascii() and eastern_rule.search(seen)):
        found |= RULE
    return found
