"""An attribute of something and its value, in whatever order and with whatever link: "the X of Y is V", "V: Y's X"."""

from __future__ import annotations

from reverie.domain import claim_words as words
from reverie.domain.claim_change import Draft
from reverie.domain.claim_tokens import CONTENT, Token, canons, content, owner

ATTRIBUTES = canons(words.ATTRIBUTES)
_MANY = canons(words.PLURAL_ROLES)
_POINTING = frozenset({"that", "this", "it", "which"})
_OVER = frozenset({"wrong", "outdated", "gone", "history", "over", "obsolete", "old"})


class Attributed(Draft):
    """A draft that knows attributes."""

    def before_and_after(self) -> None:
        """`It is not V any more: …`, `V was wrong; …`: what was said before is gone, the rest is the statement."""
        pause = next((n for n, t in enumerate(self.found) if t.kind == ","), None)
        if not pause or pause > 8 or len(self.found) < pause + 4:  # a pause at the very beginning parts nothing
            return
        first, rest = self.found[:pause], self.found[pause + 1 :]
        while len(first) > 1 and first[0].kind == "m" and first[0].word in ("NOW", "FIX"):
            first = first[1:]
        if not _says_something(rest):
            return
        value = [t for t in first if t.kind in CONTENT and t.raw not in _OVER]
        denied = any(t.kind == "x" or (t.kind, t.word) == ("m", "END") for t in first)
        pointing = first[0].raw in _POINTING
        if value and ((pointing and denied) or (first[-1].raw in _OVER and any(t.word == "be" for t in first))):
            self.gone, self.now, self.found = content(value), True, rest
        elif value and not denied and content(value) <= content(rest) and not any(t.kind == "r" for t in first):
            self.found, self.now = rest, True  # "I meant V: … is V"
        elif value and not denied and pointing and len(first) > 2 and first[1].word == "be" and _definite(rest):
            self.found = [*rest, Token("be", "r", "is"), *first[2:]]  # "it is V: the X of Y"

    def no_more_but(self) -> None:
        """`X is no longer V but W`, `X isn't V any more, it's W`: W is its value, V is gone."""
        found = self.found
        end = next((n for n, t in enumerate(found) if (t.kind, t.word) == ("m", "END")), None)
        no = next((n for n, t in enumerate(found) if t.kind == "x" or n == end), None)
        be = next((n for n, t in enumerate(found) if (t.kind, t.word) == ("r", "be")), None)
        if end is not None and be is None:
            self._two_clauses(end)
        if end is None or no is None or be is None or not be < no <= be + 1 or not content(found[:be]):
            return
        start = next((n for n in range(no + 1, len(found)) if found[n].kind == "," or found[n].word == "BUT"), None)
        if start is None:
            return
        gone = [t for t in found[no + 1 : start] if t.kind in CONTENT]
        after = [t for t in found[start + 1 :] if t.kind != ","]
        if after and after[0].raw in _POINTING:
            after = after[1:]
        after = after[1:] if after and after[0].word == "be" else after
        if gone and content(after) and not any(t.kind == "r" for t in after):
            self.gone, self.now = content(gone), True
            self.found = [*found[: be + 1], *after]

    def _two_clauses(self, end: int) -> None:
        """`I don't drink tea any more, I drink coffee`: the second clause is the statement, the first is over."""
        pause = next((n for n in range(end, len(self.found)) if self.found[n].kind == ","), None)
        if pause is None:
            return
        first, second = self.found[:pause], self.found[pause + 1 :]
        both = content(first) & content(second)
        who = [next((t.word for t in some if t.kind in "igNc"), "") for some in (first, second)]
        if both and who[0] == who[1] != "" and content(first) - both and content(second) - both:
            self.gone, self.now, self.found = content(first) - both, True, second

    def of_something(self) -> bool:
        """`V – that is the X of Y`, `V is the X of Y`, `the X that Y is written in is V`: topic and value."""
        found = self.found
        pause = next((n for n, t in enumerate(found) if t.kind == ","), None)
        if pause and len(found) > pause + 3 and found[pause + 1].raw in _POINTING and found[pause + 2].word == "be":
            about = found[pause + 3 :]
            if _definite(about) and not any(t.kind in "r," for t in about[:-2]):
                return self._attribute(about, found[:pause])
        at = next((n for n, t in enumerate(found) if n > 2 and _links(t) and found[n - 1].kind == "p"), None)
        if at is not None and _definite(found[:at]) and not any(t.kind in "r," for t in found[at + 1 :]):
            return self._attribute(found[:at], found[at + 1 :])
        return False

    def _attribute(self, about: list[Token], value: list[Token]) -> bool:
        self.topic, self.value = content(about) | owner(about), content(value)
        self.value = self.value - self.topic or self.value  # "60 replicas – that is the number of replicas"
        self.topic |= frozenset(t.word for t in about if t.kind == "r" and t.word not in words.LIGHT)
        if not self.topic or not self.value or any(t.kind == "x" for t in (*about, *value)):
            self.topic = self.value = frozenset()
            return False
        self.relation, self.single = "be", head(about) not in _MANY or head(about) in ATTRIBUTES
        self.found = [*about, Token("be", "r", "is"), *value]
        return True


def _links(token: Token) -> bool:
    return token.kind == "," or (token.kind, token.word) == ("r", "be")


def head(found: list[Token]) -> str:
    """The noun that the others describe: "tracker" in "our error tracker for the web"."""
    last = ""
    for token in found:
        if token.kind in "pr" and last:
            break
        last = token.word if token.kind in CONTENT else last
    return last


def _definite(found: list[Token]) -> bool:
    if not found or not content(found):
        return False
    first = found[0]
    return (
        (first.kind == "d" and first.raw not in words.INDEFINITE) or first.kind in "igNc" or head(found) in ATTRIBUTES
    )


def _says_something(found: list[Token]) -> bool:
    return len(content(found)) > 1 and (any(t.kind == "r" for t in found) or _definite(found))
