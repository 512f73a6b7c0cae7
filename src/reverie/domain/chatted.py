"""Lines of a chat or a review that somebody pasted: each begins with who said it, and none is the person's own."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reverie.domain.given_names import GIVEN, given

_AGENTS = frozenset({"claude", "alexa", "siri"})  # names of people, too
_PEOPLE = GIVEN - _AGENTS
_TIME = (
    r"(?:(?:\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./]\d{2,4})(?:T|,?[ ]))?\d{1,2}[:.]\d\d(?:[:.]\d\d)?"
    r"(?:[ \u202f]?[ap]\.?m\.?)?"
)
_NAME = r"(?P<name>[^\W\d_][\w'-]{1,20})(?:[ ][^\W\d_][\w'.-]{0,20})?"
_TIMED = re.compile(  # "[10:32] Ana: …", "10:32 <ana> …", "Ana (10:32): …", "<ana> …"
    rf"^[ \t]*(?:[\[(]?{_TIME}[\])]?[ \t]*[-–—]?[ \t]*(?:<[@+]?[\w-]{{2,20}}>|{_NAME}[ \t]?:)"
    rf"|{_NAME.replace('name', 'other')}[ \t]*[\[(]{_TIME}[\])][ \t]*:|<[@+]?[\w-]{{2,20}}>(?=[ \t]+\S))[^\n]*",
    re.I | re.M,
)
_HEADED = re.compile(  # "Ana Lopez  10:32 AM", with what she said below it
    rf"^[ \t]*{_NAME}[ \t]*(?:[-–—•|,]?[ \t]*(?:today|yesterday|heute|gestern|hier)?[ \t]*(?:at|um|à)?[ \t]+){_TIME}"
    r"[ \t]*\n[^\n]*\S[^\n]*(?:\n[^\n]*\S[^\n]*)*",
    re.I | re.M,
)
_TOLD_TIME = re.compile(r"\d[:.]\d\d")
_NAMED = re.compile(rf"^[ \t]*(?:[-*•][ \t]+)?\**{_NAME}\**[ \t]?:\**[ \t]+(?P<said>\S[^\n]*)", re.M)
_CALLED = re.compile(r"^[ \t]*(?:[-*•][ \t]+)?@(?P<name>[^\W\d_]+)[\w-]*(?![\w./:-])[ \t]+\S[^\n]*", re.M)
_SPEAKS = re.compile(  # a name and then somebody who speaks of themselves: no note about that person
    r"(?:(?:and|but|so|ok(?:ay)?|yes|yeah|yep|no|nah|h+m+|agreed|btw|maybe|also|lol|\+1|i think|from now on)[\s,.!]+)*"
    r"(?:i|we|let'?s|i'?m|we'?re|i'?d|we'?d|i'?ve|we'?ve|lgtm|nit|ich|wir|je|nous|yo|nosotros)\b",
    re.I,
)


def lines(message: str) -> Iterator[tuple[int, int]]:
    """Where the lines of others stand."""
    timed = _TOLD_TIME.search(message) is not None
    if timed or "<" in message:
        yield from (found.span() for found in _TIMED.finditer(message))
    if timed:
        yield from (found.span() for found in _HEADED.finditer(message))
    if "@" in message:
        yield from (found.span() for found in _CALLED.finditer(message) if _called(found["name"]))
    named = [found for found in _NAMED.finditer(message) if found["name"].lower() in _PEOPLE]
    if len(named) > 1 and any(_SPEAKS.match(found["said"]) for found in named):
        yield from (found.span() for found in named)
    else:
        yield from (found.span() for found in named if _SPEAKS.match(found["said"]))


def _called(name: str) -> bool:
    return given(name) and name.lower() not in _AGENTS
