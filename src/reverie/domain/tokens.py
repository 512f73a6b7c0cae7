"""How many tokens a text may cost a model, without a tokenizer."""

from __future__ import annotations

import re
from math import ceil

_CJK = "[\u1100-\u11ff\u2e80-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]"


def tokens(text: str) -> int:
    """How many model tokens the text may cost, without a tokenizer and rather too many than too few.

    One per CJK character, one per two characters of other scripts than Latin, else one per 3.5
    characters or per word, whichever is more. Accuracy: docs/reference/settings.md.
    """
    if text.isascii():
        return max(ceil(len(text) / 3.5), len(text.split()))
    wide = len(re.findall(_CJK, text))
    other = sum(c > "\u024f" for c in text) - wide
    spelled = (len(text) - wide - other) / 3.5 + other / 2
    return wide + max(ceil(spelled), len(re.sub(_CJK, " ", text).split()))
