"""What a change did to one page, in the words a person is told."""

from __future__ import annotations

import pytest

from reverie.domain.belief import restate
from reverie.domain.changed import became, changed
from reverie.domain.citation import Evidence
from reverie.domain.page import Key, Page
from reverie.domain.proposal import put
from tests.conftest import belief, fragment

OLD, NEW = fragment("The port is 8080"), fragment("The port is 9090", day=2)
PORT = belief("The port is 8080.", OLD)
LONG = "We start lantern, a service that plans routes for couriers in four cities and two countries."
ANA = Page(key=Key("", "entity", "ana"), text="# Ana\n- manages Bob\n")


def over(text: str) -> Page:
    proof = Evidence(frozenset({NEW.citation}), frozenset({OLD.citation}))
    return restate(PORT, text, proof)


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        (None, PORT, "created"),
        (PORT, None, "taken away"),
        (PORT, over("The port is 9090."), "superseded: “The port is 8080.” → “The port is 9090.”"),
        (PORT, belief("It is port 8080.", OLD), "restated: “The port is 8080.” → “It is port 8080.”"),
        (PORT, belief("The port is 8080.", OLD, NEW), "heard again"),
        (PORT, PORT.with_front("retired", "2026-11-16 merged into ports"), "merged into ports"),
        (PORT, PORT.with_front("retired", "2026-11-16 its date has passed"), "retired: its date has passed"),
        (PORT.with_front("retired", "2026-11-16 asked"), PORT, "brought back"),
        (PORT, PORT.with_front("pinned", "true"), "pinned"),
        (ANA, Page(key=ANA.key, text=ANA.text + "- likes tea\n"), "restated: “likes tea”"),
        (ANA, Page(key=ANA.key, text="# Ana\n"), "no longer said: “manages Bob”"),
    ],
)
def test_a_page_is_told_what_became_of_it(before: Page | None, after: Page | None, told: str) -> None:
    assert became(before, after) == told


@pytest.mark.parametrize(
    ("before", "after", "lost"),
    [
        (belief(f"{LONG} It runs on 3.11.", OLD), belief(LONG, OLD), "It runs on 3.11."),
        (ANA, Page(key=ANA.key, text="# Ana\n- likes tea\n"), "manages Bob"),
        (Page(key=ANA.key, text=f"{ANA.text}## Facts\n- likes tea\n"), ANA, "likes tea"),
        (ANA, Page(key=ANA.key, text=ANA.text + "- likes tea\n"), ""),
    ],
)
def test_a_page_that_keeps_its_heading_tells_what_it_says_no_more(before: Page, after: Page, lost: str) -> None:
    (one,) = changed((put(after, before),), {before.key: before})
    assert (one.what, one.title, one.before) == ("restated", before.title, lost)
