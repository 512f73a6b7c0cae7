"""What a search may see, and what it finds. Light to import: a hook starts with every prompt.

Nothing here needs more of the standard library than its tuples and its calendar.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta

from reverie.light import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from reverie.domain.page import Key, KeyKind

SHOWN, HIDDEN, GONE = 0, 1, 2  # standing of a passage: found, found when everything is asked for, not by itself
SPACE_BITS = 40  # the id of a passage is the number of its space and, in these many bits, its own
LONG = 1  # the last bit of an id: whether there is more than the lead, so that a search need not ask
PLACE_BITS = 20  # the place of a passage is the number of its session and, in these many bits, its position
_DAY_ONE = date(1970, 1, 1)


class Scope(NamedTuple):
    """What a search may see: these spaces, nearest first; now, or as we knew it at a moment."""

    spaces: tuple[str, ...] = ("",)
    everything: bool = False  # retired, set-aside and forgotten ones too
    as_of: datetime | None = None


class Found(NamedTuple):
    """Where one term of a question stands: passages with it in their lead, and in the rest."""

    term: str
    held: int  # passages that hold it
    lead: Sequence[int] = ()
    rest: Sequence[int] = ()


class Passage(NamedTuple):
    """One thing that can be found: a page or a part of one, a fragment, a turn. A row as it is, for speed."""

    id: int
    space: str
    kind: KeyKind
    slug: str
    part: int
    first: int | None  # of a note or reference: the lines where the part stands in its file
    last: int | None
    said: int | None  # milliseconds since 1970
    place: int | None  # one more or less than its neighbours'; the upper part is the session's number
    speaker: str | None
    trust: str
    traits: int  # domain/traits.py
    size: int  # words in its lead
    base: float  # how it came to be kept: asked for, noticed, inferred
    pinned: int

    @property
    def key(self) -> Key:
        from reverie.domain.page import Key  # which a hook has no need of

        return Key(self.space, self.kind, self.slug)

    @property
    def lines(self) -> tuple[int, int] | None:
        return (self.first, self.last) if self.first is not None and self.last is not None else None

    @property
    def day(self) -> date | None:
        return _DAY_ONE + timedelta(milliseconds=self.said) if self.said is not None else None
