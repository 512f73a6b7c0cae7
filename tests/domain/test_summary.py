"""A summary: the firmest lines of a space, within its limit, the same bytes while nothing changed."""

from __future__ import annotations

from dataclasses import replace

from reverie.domain.page import Key, Page
from reverie.domain.summary import BUDGET, summary
from reverie.domain.text import tokens
from tests.conftest import belief, fragment


def many(count: int) -> list[Page]:
    made = []
    for n in range(count):
        text = f"The machine in rack {n} of the old hall is called machine-{n}."
        page = belief(text, *(fragment(text, day=day) for day in range(1 + n % 5)), slug=f"rack-{n}")
        made.append(page)
    return made


def test_a_summary_keeps_to_its_limit_and_tells_the_firmest_first() -> None:
    page = summary("", many(200), None)
    assert page
    assert BUDGET - 40 < tokens(page.prose) <= BUDGET
    told = page.prose.splitlines()[1:]
    firmest = {one.title for one in many(200) if one.days == 5}
    assert {line.removeprefix("- ") for line in told[: len(firmest)]} == firmest


def test_the_same_beliefs_give_the_same_bytes_in_whatever_order() -> None:
    some = many(50)
    first = summary("", some, None)
    assert first
    again = summary("", reversed(some), first)
    assert again
    assert again.text == first.text


def test_what_is_not_told_any_more_stays_as_superseded_evidence() -> None:
    old = summary("", many(3), None)
    new = summary("", many(2), old)
    assert old
    assert new
    assert new.evidence.superseded == old.evidence.active - new.evidence.active
    assert old.cited <= new.cited


def test_a_space_with_nothing_to_tell_has_no_summary() -> None:
    empty = replace(belief("x", fragment("x")), text="---\nheading: x\n---\nx\n")
    assert summary("user/ana", [empty], None) is None
    made = summary("user/ana", many(1), None)
    assert made
    assert made.key == Key("user/ana", "summary", "summary")
