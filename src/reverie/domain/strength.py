"""How firmly a page is held."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

LADDER = ((7, "always"), (3, "consistently"), (2, "observed"), (1, "mentioned"))
UNCITED = "uncited"
PROTECTED = 7  # days from which a machine may not merge a page away


def strength(cited_on: Iterable[date]) -> int:
    """The distinct days of a page's active evidence.

    Days, not citations: five mentions in one debugging session are a single reinforcement, five
    mentions on five days are five. Superseded evidence does not count.
    """
    return len(set(cited_on))


def ladder(days: int) -> str:
    """The word that says how sure we are; thresholds come from the seed design."""
    return next((word for at_least, word in LADDER if days >= at_least), UNCITED)
