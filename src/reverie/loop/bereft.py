"""What is left to say of a message once a credential was taken out of it: whole clauses, never a stump."""

from __future__ import annotations

import re
from collections.abc import Sequence

from reverie.domain import safety
from reverie.domain.prose import Sentence
from reverie.llm import worth as worths

_LINE = r"""[>"'`*_ \t]{0,8}\[REDACTED:[a-z-]{1,40}\]["'`*_.,; \t]{0,8}"""  # a credential that had a line of its own
_FENCE = r"[ \t]{0,8}(?:```|~~~)[\w-]{0,12}[ \t]{0,8}\r?\n"
_AFTER = re.compile(rf"[ \t]{{0,8}}(?:\r?\n[ \t]{{0,8}}){{1,3}}(?:{_FENCE})?{_LINE}(?:\r?\n|\Z)")
_BEFORE = re.compile(rf"(?:\A|\n){_LINE}\r?\n(?:{_FENCE})?\s{{0,8}}\Z")
_BACK = 120  # characters before a sentence among which a credential's line is looked for
_WAITS = re.compile(  # names a credential, or ends where its object would follow
    r"\b(?:pass\w*|pw|token|key|secret|code|pin|login|cred\w*|kennwort|mot de passe|contrase\wa|clave|senha"
    r"|geheimnis)\w*\b"
    r"|(?:[:,=(]|\b(?:is|are|was|be|use|with|to|at|by|from|the|an?|this|here|ist|sind|est|es|son|é|è))\W*\Z",
    re.I,
)
_GOES_ON = re.compile(
    r"(?:is|are|was|were|for|in|to|on|at|as|and|which|what|that|also|works|ist|sind|war|f\u00fcr|zum|zur|im|auf|und"
    r"|est|sont"
    r"|pour|dans|et|es|son|para|y|\u00e9|s\u00e3o|\u00e8|sono|per|da)\b"
)


def whole(text: str, said: Sequence[Sentence]) -> list[Sentence]:
    """The sentences of a text without those whose object was a credential in a line of its own."""
    if safety.MARK not in text:
        return list(said)
    return [one for one in said if not _robbed(text, one)]


def _robbed(text: str, one: Sentence) -> bool:
    if _AFTER.match(text, one.end) and _WAITS.search(one.text):
        return True
    return (
        _GOES_ON.match(one.text) is not None and _BEFORE.search(text[max(0, one.start - _BACK) : one.start]) is not None
    )


def clause(quote: str) -> str | None:
    """What stands before a credential that was taken out, if that says something by itself.

    Only what a comma or a dash has closed: the words behind a colon are what the ones before it lead on to.
    """
    if safety.MARK not in quote:
        return quote
    before = _CLOSED.match(quote[: quote.index(safety.MARK)])
    kept = before[0].rstrip(" ,;(-\u2013") if before else ""
    return kept if kept and not _ENDS_IN_NOTHING.search(kept) and worths.alone(kept) else None


_CLOSED = re.compile(r".*(?=[,;](?=\s)|\s[(\u2013\u2014-])", re.S)
_ENDS_IN_NOTHING = re.compile(
    r"(?:[:=@/]|\b(?:is|are|was|use|with|to|at|by|from|the|an?|here|ist|sind|est|es|son))\W*\Z|://\S*\Z", re.I
)
