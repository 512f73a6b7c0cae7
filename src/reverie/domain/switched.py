"""Switched: whether a statement says outright that something is on, or that it is off. Pure.

"Auto-confirm is back for the kiosk" and "auto-confirm stays off for the kiosk" share nearly every word and say the
opposite; a plain "not" is `domain/denial.py`'s.
"""

from __future__ import annotations

import re
from functools import lru_cache

from reverie.domain.text import spelled

_OFF = re.compile(
    r"\b(?:(?:is|are|was|were|be|been|stays?|stayed|remains?|kept|keep|keeps|turn(?:ed|s)?|switch(?:ed|es)?) "
    r"(?:\w+ ){0,3}?off|disabled?|deactivated|paused|suspended|forbidden|banned|not allowed|by hand|manual(?:ly)?"
    r"|a human|(?:is|are|was|were|does|do|did|wo|ca|has|have)n['’]t|not|never|no longer|nobody|none"
    r"|no (?!longer|more|problem|matter|one else)\w+"
    r"|aus(?:geschaltet)?|abgeschaltet|nicht|kein\w*|désactivée?s?|ne \w+ pas|desactivad[oa]s?)\b",
    re.I,
)
_ON = re.compile(
    r"\b(?:(?:is|are|was|were|be|been|stays?|stayed|remains?|kept|keep|keeps|turn(?:ed|s)?|switch(?:ed|es)?) "
    r"(?:\w+ ){0,3}?(?:back )?on(?= ?(?:$|[.,;:!?…–—]|again|for|in|at|by|everywhere|now))"
    r"|(?:is|are|'s|comes?|came) back|enabled?|activated|reinstated|resumed|allowed"
    r"|(?:by|on) (?:itself|themselves|its own|their own)"
    r"|automatic(?:ally)?|lets? (?!['’]s\b|us\b|go\b|me\b)\w+|eingeschaltet|aktiviert|activée?s?|activad[oa]s?)\b",
    re.I,
)


def opposite(one: str, other: str) -> bool:
    """Whether one says that something is on and the other that it is off; of what, others must know."""
    return {_side(one), _side(other)} == {"on", "off"}


@lru_cache(maxsize=8192)
def _side(text: str) -> str:
    text = spelled(text)
    if text.rstrip().endswith(("?", "？")):
        return ""
    return "off" if _OFF.search(text) else "on" if _ON.search(text) else ""
