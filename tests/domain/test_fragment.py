"""Fragments: what was said, when and by whom; their trust is no better than the worst of them."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from datetime import UTC, date, datetime, timedelta, timezone

import pytest

from reverie.domain.citation import Citation
from reverie.domain.fragment import ASKED, INFERRED, NOTICED, TRUST_ORDER, lowest_trust, noticed
from tests.conftest import MONDAY, fragment


def said(at: datetime):
    return noticed(ts=at, space="", source="s", entry="e", body="tea", kind="fact", topic="tea")


def test_a_fragment_belongs_to_the_utc_day_on_which_it_was_said():
    tokyo = timezone(timedelta(hours=9))
    late = said(datetime(2026, 11, 17, 8, 30, tzinfo=tokyo))

    assert late.ts == datetime(2026, 11, 16, 23, 30, tzinfo=UTC)
    assert late.day == date(2026, 11, 16)


def test_the_same_moment_told_in_two_zones_is_one_fragment():
    tokyo = timezone(timedelta(hours=9))

    assert said(MONDAY).id == said(MONDAY.astimezone(tokyo)).id


def test_a_time_is_kept_to_the_millisecond_as_a_stream_can_hold_it():
    assert said(MONDAY.replace(microsecond=123_999)).ts == MONDAY.replace(microsecond=123_000)


def test_a_fragment_is_cited_by_its_day_and_id():
    tea = fragment("Ana likes tea")

    assert tea.citation == Citation(date(2026, 11, 16), tea.id)


def test_the_handle_of_a_fragment_depends_on_its_space():
    assert fragment("tea").handle != fragment("tea", space="user/ana").handle


def test_a_fragment_is_never_edited():
    with pytest.raises(FrozenInstanceError):
        fragment("tea").body = "coffee"  # type: ignore[misc]


def test_what_nobody_asked_to_keep_is_noticed_by_an_agent():
    told = noticed(ts=MONDAY, space="", source="s", entry="e", body="tea", kind="fact", topic="")

    assert (told.trust, told.base, told.confidence) == ("agent", NOTICED, "medium")
    assert (ASKED, NOTICED, INFERRED) == (1.0, 0.7, 0.5)


def test_trust_goes_from_the_user_down_to_the_system():
    assert TRUST_ORDER == ("user", "agent", "tool", "web", "system")


def test_a_wording_is_trusted_no_more_than_its_least_trusted_source():
    found = [fragment("a", trust="user"), fragment("b", trust="web"), fragment("c", trust="tool")]

    assert lowest_trust(found) == "web"


def test_a_wording_without_sources_has_an_agents_trust():
    assert lowest_trust([]) == "agent"
