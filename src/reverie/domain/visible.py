"""Text as a person can see it: what nobody sees is taken out, for a model would read it all the same. Pure.

Letters that are no letters (Unicode tags), signs that turn the order of what stands there, breaks without width, the
colours of a terminal. What joins letters or pictures, as in Persian, Hindi and emoji, changes what is seen, and stays.
Light to import, for hooks.
"""

from __future__ import annotations

import re
from functools import cache

_STEERS = r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b\n]{0,2000}(?:\x07|\x1b\\)|\x1b[ -/]*[0-Z\\^_`a-z]?"
_CONTROLS = r"\x00-\x08\x0e-\x1f\x7f-\x9f"
_BREAKS = r"\x0b\x0c\u2028\u2029"
_HIDDEN = r"\u00ad\u180e\u200b\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\U000e0000-\U000e007f\U000e0100-\U000e01ef"
_ANY = re.compile(f"[{_CONTROLS}{_BREAKS}{_HIDDEN}]")  # whatever is taken out holds one of these
_FLAG = r"(?P<flag>\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f)"  # of Scotland, say
_VARIANT = r"(?P<variant>[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff][\U000e0100-\U000e01ef])"  # of a character


@cache
def _unseen() -> re.Pattern[str]:
    return re.compile(f"{_FLAG}|{_VARIANT}|(?P<break>[{_BREAKS}])|{_STEERS}|[{_CONTROLS}{_HIDDEN}]")


def visible(text: str) -> str:
    """The text without what nobody sees in it."""
    if not _ANY.search(text):
        return text
    return _unseen().sub(lambda found: "\n" if found["break"] else found["flag"] or found["variant"] or "", text)
