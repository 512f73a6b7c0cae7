"""What was said is dated by when it can have been said, whatever a broken clock wrote."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from reverie.domain.clock import CHATS, mended
from reverie.domain.due import ObserveSettings
from reverie.domain.transcript import Entry
from tests.conftest import MONDAY

WRITTEN = MONDAY - timedelta(days=3)
SAID = MONDAY - timedelta(days=4)
BROKEN = datetime(1970, 1, 1, tzinfo=UTC)
FAR = datetime(2099, 1, 1, tzinfo=UTC)


def said(*times: datetime) -> list[Entry]:
    return [Entry(id=str(n), at=at, role="user", text="I prefer tea.") for n, at in enumerate(times)]


def times(*given: datetime, written: datetime = WRITTEN) -> list[datetime]:
    return [entry.at for entry in mended(said(*given), written, MONDAY)]


def test_possible_times_stay_as_they_are() -> None:
    assert times(SAID, SAID + timedelta(hours=1)) == [SAID, SAID + timedelta(hours=1)]
    assert times(MONDAY + timedelta(hours=20)) == [MONDAY + timedelta(hours=20)]


@pytest.mark.parametrize("impossible", [BROKEN, FAR, datetime(2000, 1, 1, tzinfo=UTC)])
def test_an_impossible_time_becomes_that_of_what_was_said_around_it(impossible: datetime) -> None:
    later = SAID + timedelta(hours=1)
    assert times(SAID, impossible, later) == [SAID, SAID, later]
    assert times(impossible, SAID) == [SAID, SAID]


@pytest.mark.parametrize("impossible", [BROKEN, FAR])
def test_a_session_without_one_possible_time_is_as_old_as_its_file_or_of_today(impossible: datetime) -> None:
    assert times(impossible, impossible) == [WRITTEN, WRITTEN]
    assert times(impossible, written=impossible) == [MONDAY]


def test_a_chat_of_people_may_be_older_than_any_agent() -> None:
    old = datetime(2009, 5, 1, tzinfo=UTC)
    assert mended(said(old), WRITTEN, MONDAY, CHATS)[0].at == old
    assert mended(said(BROKEN), WRITTEN, MONDAY, CHATS)[0].at == WRITTEN


def test_a_file_from_the_future_does_not_wait_for_it() -> None:
    assert ObserveSettings().why_not(MONDAY - FAR) is None
    assert ObserveSettings().why_not(timedelta(hours=-2)) == "used within the last 12 hours"
