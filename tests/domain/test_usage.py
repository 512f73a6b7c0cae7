"""What use does to a page's place on the forgetting curve."""

from __future__ import annotations

from datetime import date, datetime, timedelta

import pytest
from hypothesis import given, strategies as st

from reverie.domain.decay import score
from reverie.domain.usage import Use, decay_of
from tests.conftest import MONDAY

TODAY = MONDAY.date()
MIDNIGHT = MONDAY.replace(hour=0)


def faded(
    use: Use | None = None, *, since: date = TODAY, now: datetime = MIDNIGHT, base: float = 0.7, pinned: bool = False
) -> float:
    return decay_of(base, use or Use(), "entity", since, now, pinned)


def test_what_was_never_used_was_written_once_and_found_never():
    assert Use() == Use(accesses=1, accessed=None, recalls=0, score=0.0, recalled=None)


def test_an_unused_page_fades_from_the_day_of_its_newest_citation():
    expected = score(base=0.7, idle_days=10, accesses=1, kind="entity")

    assert faded(now=MIDNIGHT + timedelta(days=10)) == pytest.approx(expected)


def test_an_access_after_the_newest_citation_begins_the_idle_days_anew():
    used = Use(accesses=1, accessed=MIDNIGHT + timedelta(days=6))
    expected = score(base=0.7, idle_days=4, accesses=1, kind="entity")

    assert faded(used, now=MIDNIGHT + timedelta(days=10)) == pytest.approx(expected)


def test_a_citation_after_the_last_access_begins_them_anew_too():
    used = Use(accesses=1, accessed=MIDNIGHT - timedelta(days=30))

    assert faded(used) == faded()


def test_being_recalled_alone_strengthens_nothing():
    found = Use(recalls=50, score=1.0, recalled=MIDNIGHT + timedelta(days=10))

    assert faded(found, now=MIDNIGHT + timedelta(days=10)) == faded(now=MIDNIGHT + timedelta(days=10))


def test_accesses_count():
    assert faded(Use(accesses=3), base=0.1) == pytest.approx(score(base=0.1, idle_days=0, accesses=3, kind="entity"))


def test_a_pinned_page_never_fades():
    assert faded(now=MIDNIGHT + timedelta(days=10_000), pinned=True) == 1.0


@given(st.integers(0, 500), st.integers(0, 500), st.integers(0, 500))
def test_an_access_never_weakens(cited, accessed, now):
    since, later = TODAY + timedelta(days=cited), MIDNIGHT + timedelta(days=now)
    used = Use(accesses=2, accessed=MIDNIGHT + timedelta(days=accessed))

    assert faded(used, since=since, now=later) >= faded(since=since, now=later)
