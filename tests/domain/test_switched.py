"""What is on, and what is off."""

from __future__ import annotations

import pytest

from reverie.domain import switched


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("auto-confirm stays off for the kiosk", "auto-confirm is back for the kiosk"),
        ("the kiosk doesn't confirm anything by itself", "the kiosk confirms by itself, as of now"),
        ("no confirmations out of the kiosk, a human does that", "let the kiosk auto-confirm"),
        ("Telemetry is disabled in prod.", "Telemetry is enabled in prod."),
        ("Die Heizung ist nachts ausgeschaltet.", "Die Heizung ist nachts eingeschaltet."),
    ],
)
def test_on_and_off_are_opposite(one: str, other: str) -> None:
    assert switched.opposite(one, other)
    assert switched.opposite(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("auto-confirm stays off for the kiosk", "no confirmations out of the kiosk"),
        ("Billing is on Fly.", "Billing never ran on Heroku."),
        ("I'm on holiday.", "I am not at work."),
        ("Is the heating on?", "The heating is off."),
    ],
)
def test_nothing_else_is(one: str, other: str) -> None:
    assert not switched.opposite(one, other)
