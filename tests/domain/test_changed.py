"""What a change did to one page, in the words a person is told."""

from __future__ import annotations

import pytest

from reverie.domain.belief import restate
from reverie.domain.changed import became
from reverie.domain.citation import Evidence
from reverie.domain.page import Key, Page
from tests.conftest import belief, fragment

OLD, NEW = fragment("The port is 8080"), fragment("The port is 9090", day=2)
PORT = belief("The port is 8080.", OLD)
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
