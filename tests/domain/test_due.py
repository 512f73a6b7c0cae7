"""When a dream, a sweep and a look at sessions are due, by nothing but what waits and when it was last seen to."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given, strategies as st

from reverie.domain.due import Backlog, DreamSettings, ObserveSettings, ReflectSettings, due, following, span
from tests.conftest import MONDAY

NOW = MONDAY
SELDOM = ReflectSettings(auto=False)


def ago(minutes: float) -> datetime:
    return NOW - timedelta(minutes=minutes)


def dream(
    fragments: int = 1, *, oldest: float | None = None, settings: DreamSettings | None = None, **rest: Any
) -> str:
    """Why a dream is due, with times in minutes ago; empty when it is not."""
    times: dict[str, Any] = {
        name: None if minutes is None else ago(minutes) for name, minutes in rest.items() if name != "digests"
    }
    have = Backlog(
        fragments=fragments, digests=rest.get("digests", 0), swept=NOW, oldest=None if oldest is None else ago(oldest),
        **times,
    )  # fmt: skip
    return due(NOW, have, settings or DreamSettings(), ObserveSettings(), SELDOM).get("dream", "")


def test_without_anything_new_nothing_is_dreamed():
    assert not dream(0, oldest=None, dreamed=10_000, ended=1)


def test_what_waits_for_half_an_hour_is_dreamed_however_little_it_is():
    assert not dream(1, oldest=29)
    assert dream(1, oldest=30) == "something waits for 30m and longer"


def test_between_two_dreams_is_half_an_hour_though_something_is_new():
    assert not dream(1, oldest=29, dreamed=45)
    assert not dream(1, oldest=200, dreamed=29)  # left over by the last one
    assert dream(1, oldest=31, dreamed=31)


@pytest.mark.parametrize(("fragments", "digests"), [(20, 0), (1, 5)])
def test_many_fragments_or_sessions_wait_ten_minutes_only(fragments: int, digests: int):
    assert not dream(fragments, digests=digests, oldest=9)
    assert "wait, or more" in dream(fragments, digests=digests, oldest=10)
    assert not dream(fragments - 1, digests=max(0, digests - 1), oldest=10)


def test_the_end_of_a_session_brings_a_dream_at_once():
    assert dream(1, oldest=1, ended=0.1) == "a session ended"
    assert dream(1, oldest=1, ended=0.1, dreamed=11) == "a session ended"
    assert not dream(1, oldest=1, ended=12, dreamed=11)  # that one was dreamed
    assert dream(1, oldest=1, ended=5)  # it was read after its end
    assert not dream(1, oldest=1, ended=60)  # and this is of another


def test_however_much_comes_in_a_dream_rests_for_ten_minutes():
    assert not dream(10_000, digests=100, oldest=9, ended=0.1, dreamed=9)


def test_a_clock_that_ran_backwards_does_not_stop_the_dreams():
    assert dream(1, oldest=-60, dreamed=-60)
    assert dream(1, oldest=40, dreamed=-60)


def test_the_times_are_settings():
    often = DreamSettings(every="1m", rest="10s", fragments=2)
    assert dream(1, oldest=1, settings=often)
    assert dream(2, oldest=0.2, settings=often)
    assert not dream(1, oldest=0.2, settings=often)


@given(st.integers(0, 50), st.integers(0, 8), *[st.none() | st.floats(0, 5_000)] * 3)
def test_waiting_longer_never_makes_a_due_dream_undue(fragments, digests, oldest, dreamed, ended):
    have = {"digests": digests, "dreamed": dreamed, "ended": ended}
    if ended is None and dream(fragments, oldest=oldest, **have):
        later = {k: v + 7 if k == "dreamed" and v is not None else v for k, v in have.items()}
        assert dream(fragments, oldest=None if oldest is None else oldest + 7, **later)


def test_a_sweep_is_due_once_a_day():
    def swept(hours: float) -> bool:
        have = Backlog(swept=NOW - timedelta(hours=hours))
        return "sweep" in due(NOW, have, DreamSettings(), ObserveSettings(), SELDOM)

    assert not swept(23.9)
    assert swept(24)


def test_sessions_are_looked_for_only_when_a_person_allowed_it():
    never = Backlog(swept=NOW)
    assert due(NOW, never, DreamSettings(), ObserveSettings(), SELDOM) == {}
    allowed = ObserveSettings(auto=True)
    assert list(due(NOW, never, DreamSettings(), allowed, SELDOM)) == ["observe"]
    assert due(NOW, Backlog(swept=NOW, observed=ago(29)), DreamSettings(), allowed, SELDOM) == {}
    assert list(due(NOW, Backlog(swept=NOW, observed=ago(30)), DreamSettings(), allowed, SELDOM)) == ["observe"]


@pytest.mark.parametrize(("text", "seconds"), [("90s", 90), ("30m", 1800), ("2h", 7200), ("1d", 86_400)])
def test_spans_are_written_as_people_do(text: str, seconds: int):
    assert span(text) == timedelta(seconds=seconds)


@pytest.mark.parametrize("wrong", ["", "30", "m", "-1m", "1.5h", "30 m", "*/30 * * * *"])
def test_a_span_that_is_none_is_said_so(wrong: str):
    with pytest.raises(ValueError, match=r"every: .* is not a time such as 30m, 2h or 1d"):
        DreamSettings(every=wrong)
    with pytest.raises(ValueError, match="rest: "):
        DreamSettings(rest=wrong)


def test_thresholds_are_at_least_one():
    for name in ("fragments", "digests"):
        with pytest.raises(ValueError, match=f"{name} must be 1 or more"):
            DreamSettings(**{name: 0})  # type: ignore[arg-type]


# Reflections

BERLIN = timezone(timedelta(hours=1))


def reflect(at: datetime, settings: ReflectSettings | None = None, **have: Any) -> str:
    """Why a reflection is due; empty when it is not."""
    backlog = Backlog(swept=at, **have)
    return due(at, backlog, DreamSettings(), ObserveSettings(), settings or ReflectSettings()).get("reflect", "")


def test_a_reflection_is_due_once_a_day_from_three_in_the_morning_by_the_clock_on_the_wall():
    night = datetime(2026, 11, 17, 2, 59, tzinfo=BERLIN)
    evening = datetime(2026, 11, 16, 20, tzinfo=BERLIN)
    assert not reflect(night, reflected=evening)
    assert reflect(night + timedelta(minutes=1), reflected=evening) == "it is past 03:00"
    assert not reflect(night + timedelta(hours=9), reflected=night + timedelta(minutes=2))
    assert following(ReflectSettings(), night) == datetime(2026, 11, 17, 3, tzinfo=BERLIN)
    assert following(ReflectSettings(), night + timedelta(minutes=1)) == datetime(2026, 11, 18, 3, tzinfo=BERLIN)


def test_the_end_of_a_session_makes_one_due_when_the_last_is_hours_old():
    noon = datetime(2026, 11, 17, 12, tzinfo=BERLIN)
    ended = noon - timedelta(minutes=1)
    assert reflect(noon, reflected=noon - timedelta(hours=7), ended=ended) == "a session ended"
    assert not reflect(noon, reflected=noon - timedelta(hours=5), ended=ended)
    assert not reflect(noon, reflected=noon - timedelta(hours=7), ended=noon - timedelta(hours=8))


def test_what_a_session_asks_for_is_due_though_nothing_else_is():
    noon = datetime(2026, 11, 17, 12, tzinfo=BERLIN)
    never = ReflectSettings(auto=False)
    assert reflect(noon, never, reflected=noon - timedelta(hours=1), wished=True) == "asked for in a session"
    assert not reflect(noon, never, reflected=noon - timedelta(minutes=1), wished=True)
    assert not reflect(noon, never, reflected=noon - timedelta(days=9), ended=noon)


@pytest.mark.parametrize(
    ("setting", "value"), [("at", "3 o'clock"), ("at", "24:00"), ("at", "03:60"), ("rest", "soon"), ("tokens", 10)]
)
def test_a_reflection_that_could_not_be_scheduled_is_refused_with_the_setting_named(setting: str, value: Any):
    with pytest.raises(ValueError, match=setting):
        ReflectSettings(**{setting: value})
