"""Credentials that a form gives away: named in one field and told in the next, handed to a login, kept in a Secret.

`- name: DB_PASSWORD` and `value: …` below it; `auth=("ana", …)`; what stands under `stringData` in Kubernetes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from reverie.domain import passwords
from reverie.domain.looks import Page, Span, lazily

_NAMED = lazily(  # the field that names what the next one holds
    r"""(?:name|key|id|variable|parameter|property|setting)\\?["']?\s{0,3}[:=]\s{0,3}\\?["']?
    (?P<name>[a-z][\w.:/-]{1,80})(?:\\?["']?,?(?:\s|\\n){1,40}\\?["']?|\\?["']?,\\?["']?|["']?>\s{0,40}<)\Z""",
    re.I | re.X,
)
_VALUE = lazily(
    r"""value\\?["']?(?:\s{0,3}[:=]\s{0,3}|>)
    (?:\\?"(?P<double>[^"\\\n\0]{4,200})|'(?P<single>[^'\n\0]{4,200})|(?P<bare>[^\s\0"'<>,;\\]{4,200}))""",
    re.I | re.X,
)
_BEFORE = 180  # characters before a value among which its name stands
_HANDED = lazily(  # a call, or a pair, whose second part is the password of the first
    r"""(?:auth|login|log_in|credentials?)\s?(?:=\s?)?\(\s{0,3}(?:["'][^"'\s]{1,60}["']|[\w.]{1,40})\s?,\s{0,3}
    ["'](?P<value>[^"'\s\0]{6,100})["']\s{0,3}[,)]""",
    re.I | re.X,
)
HANDED = ("auth", "login", "log_in", "credential")
_SIGNS = lazily("[!#$%&*?^]")
_SECRET = lazily(r"kind\"?:\s{0,4}\"?secret\"?\s{0,4}(?:$|[\n,}])", re.I)
_DATA = lazily(r"^(?P<in>[ ]{0,12})(?:stringData|data):[ ]*\n(?P<held>(?:(?P=in)[ ]+\S[^\n]*(?:\n|\Z))+)", re.M)
_ENTRY = lazily(r"[ \t]*(?:[\w.-]{1,80}:[ \t]*)?(?P<quote>[\"']?)(?P<value>[^\s\"'][^\n]*?)(?P=quote)[ \t]*(?:\n|\Z)")
_SCALAR = lazily(r"[|>][+-]?")  # the value stands in the lines below
_NEXT = "\n---"  # which parts the documents of a file


def apart(told: Callable[[str], bool]) -> Callable[[Page], Iterator[Span]]:
    """Finds the value of a field that the one before it calls a credential; `told` says if `name="value"` is one."""

    def find(page: Page) -> Iterator[Span]:
        text = page.text
        for at in page.places(("value",)):
            named = _NAMED().search(text, max(0, at - _BEFORE), at)
            value = _VALUE().match(text, at) if named else None
            if named and value and told(f'{named["name"]}="{value[str(value.lastgroup)]}"'):
                yield value.span(str(value.lastgroup))

    return find


def handed(page: Page) -> Iterator[Span]:
    """Finds the password in `auth=("ana", …)` and `login("ana@…", …)`, when it looks like one."""
    for at in page.places(HANDED):
        found = _HANDED().match(page.text, at)
        if found and _strong(found["value"]):
            yield found.span("value")


def _strong(value: str) -> bool:
    cases = passwords.LOWER.search(value) and passwords.UPPER.search(value)
    strong = passwords.DIGIT.search(value) and (cases or _SIGNS().search(value))
    return bool(strong) and passwords.filled(value) and not passwords.code(value, bare=False)


def sealed(page: Page) -> Iterator[Span]:
    """Finds all that a Secret of Kubernetes holds, whatever its keys are called."""
    text, done = page.text, 0
    for at in page.places(("kind",)):
        if at < done or not _SECRET().match(text, at):
            continue
        first, last = text.rfind(_NEXT, done, at) + 1, text.find(_NEXT, at)
        done = last if last >= 0 else len(text)
        for data in _DATA().finditer(text, first, done):
            for entry in _ENTRY().finditer(data["held"]):
                value = entry["value"].replace("\0", "").strip()  # what is redacted already is not found again
                if len(value) > 2 and not _SCALAR().fullmatch(value) and passwords.filled(value):
                    yield data.start("held") + entry.start("value"), data.start("held") + entry.end("value")
