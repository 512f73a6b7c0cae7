"""Where a shape of tokens stands, and what the words around it make of it.

A word that is also something else (May, March, June, Summer, mars, 2023) is a time only beside calendar words:
a day or a year ("7 May", "May 2023"), a word that takes a time and not a person ("in", "since", "until", "late",
"last"), an article and a capital ("the June release"), or "before", "after", "by" where the sentence ends or a
range goes on. "may" and "march" in small letters need more: a year, "in", or the end of the sentence after a day.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from reverie.domain.date_calendar import Piece
from reverie.domain.date_tokens import Token

_DONE = "did were had habe hast hat haben war"
_MEASURES = " people ms m km kg kb mb gb px usd eur euro percent token % $ € £ "
_NO_PLURALS = ("was", "has", "this", "his", "does", "its")


class Scene(NamedTuple):
    """Where a shape was found: the text's now and words, the tokens before it and the one after."""

    today: int
    hour: int
    words: frozenset[str]
    before: Sequence[Token] = ()
    after: Token | None = None

    @property
    def past(self) -> bool:
        """Does the text tell of what was? German "was" is "what"."""
        told = "was" in self.words and self.words.isdisjoint(("ich", "du", "wir"))
        return told or not self.words.isdisjoint(_DONE.split())

    @property
    def future(self) -> bool:
        return not self.past and not self.words.isdisjoint(("will", "shall"))

    @property
    def kind(self) -> str:
        return self.before[-1].kind if self.before else "-"

    @property
    def goes_on(self) -> bool:
        """Does this stand at the end of a range?"""
        return len(self.before) > 1 and self.before[-2].kind == "P" and self.kind in "t&u"


Seq = Sequence[Token]
Rule = Callable[[Scene, Seq], Token | None]  # turns the tokens of a shape into a point, or says that it is none


def point_of(
    seq: Seq, *pieces: Piece | None, relative: bool = False, floats: bool = False, unit: str = "", value: int = 0
) -> Token | None:
    """A point in the place of these tokens; None when it has no piece of time."""
    real = tuple(piece for piece in pieces if piece)
    point = Token("P", seq[0].word, seq[0].start, seq[-1].end, seq[0].lead, value, 0, unit, real, relative, floats)
    return point if real else None


def counted(after: Token | None) -> bool:
    """Is the number before this word an amount? ("2048 tokens", "2000 ms")"""
    if after is None or after.lead:
        return False
    plural = after.word.islower() and len(after.word) > 2 and after.word.endswith("s") and after.kind == "."
    return after.kind == "U" or f" {after.word.lower()} " in _MEASURES or (plural and after.word not in _NO_PLURALS)


def ends(after: Token | None) -> bool:
    """Does the phrase end here, or go on as a range?"""
    return after is None or after.kind in "tu&" or not after.word[0].isalnum()


def in_calendar(scene: Scene, token: Token) -> bool:
    """Do the words around a May, a Summer or a Q3 make it a time?"""
    capital = token.word[0].isupper() or not token.word.isascii()
    if scene.kind in "isE" or (scene.kind in "UoP" and "o" in token.lead) or scene.goes_on:
        return True
    if scene.kind == "F":
        return scene.after is not None and scene.after.kind in "tu"
    if scene.kind in "baBuv":
        sure = scene.kind == "B" or ends(scene.after) or scene.before[-1].word == "until"
        return sure and capital != (token.kind == "S")
    if token.kind == "S":
        return scene.kind == "h"
    return "t" in token.lead and capital and scene.after is not None and scene.after.word not in ("on", "for")
