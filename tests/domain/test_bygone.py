"""What a statement says outright is no more, and who holds it still."""

from __future__ import annotations

import pytest

from reverie.domain import bygone

GONE = [
    ("the gateway went from Priya Rao to Martin Sole", "The gateway's maintainer is Priya."),
    ("no – the version is 17.2 and release 25.13 was wrong", "atlas stays on release 25.13"),
    ("Trello is dead, file bugs in Linear", "We track issues in Trello."),
    ("stopped metformin for Biscuit, bloods are fine", "hide Biscuit's metformin in the cheese"),
    ("atlas no longer restarts Monday 11:15 – it's Saturday 14:15", "avoid Monday 11:15, that's when atlas reboots"),
    ("Ines got fired by Norwind Logistik, ouch", "Norwind Logistik pays the wages of Ines"),
    ("Omar was a mix-up. Lena looks after the kiosk", "The one who knows the kiosk is Omar"),
    ("Pia is no longer under Clara but under Tomas", "Clara is teaching Pia"),
    ("we moved off Heroku, it's on Fly now", "The API runs on Heroku."),
    ("moved the api off Heroku, it runs at home now", "The API runs on Heroku."),
    ("swapped Slack for Teams", "We chat in Slack."),
    ("the retention isn't 30 days any more, it's 90", "Backups are kept for 30 days."),
    ("standup is at 9:15, not 9:30", "Standup is at 9:30."),
    ("Jan ne travaille plus chez Belfort mais chez Arden", "Jan est salarié de Belfort."),
    ("Tea instead of coffee for me from now on", "I drink coffee."),
    ("Ana left, so Ben runs the rota", "Ana runs the rota."),
    ("Wir sind von Slack auf Teams umgestiegen", "Wir nutzen Slack."),
    ("took Biscuit off metformin, Biscuit is on glipizide", "Refill metformin, Biscuit runs low"),
    ("The sync pause of Atlas changed: 566 seconds -> 638s", "Atlas polls the lab each 566s"),
]


@pytest.mark.parametrize(("said", "held"), GONE)
def test_what_is_said_to_be_gone_is_found_in_other_words(said: str, held: str) -> None:
    assert any(bygone.holds(held, gone) for gone in bygone.read(said))


@pytest.mark.parametrize(
    ("said", "held"),
    [
        ("xray won't upload any more", "The one who knows xray inside out is Henrik"),  # the thing itself stays
        ("Callum got fired by Kittiwake", "Callum lives in Marbeck"),
        ("Henrik moved out of Grindle", "Henrik's extension is 4173"),
        ("Ms Okafor has left – Jonte has nobody at the office", "Jonte has class at nine"),
        ("we use Redis for sessions", "We use Redis for the cache."),
        ("should we drop Redis?", "We use Redis."),
        ("not only Redis, Postgres too", "We use Redis."),
    ],
)
def test_what_stays_is_not_taken_for_gone(said: str, held: str) -> None:
    assert not any(bygone.holds(held, gone) for gone in bygone.read(said))


def test_who_says_that_it_is_gone_does_not_hold_it() -> None:
    (gone,) = bygone.read("we moved off Heroku")
    assert bygone.holds("The API runs on Heroku.", gone)
    assert not bygone.holds("Heroku is dead, everything is on Fly.", gone)


def test_a_name_that_both_have_ties_two_statements_more_than_a_word() -> None:
    (gone,) = bygone.read("labfeed-mk2 went from Sushil Bhat to Martha Olson")
    assert bygone.shares("ping Sushil when labfeed mk2 sulks", gone) == "name"
    assert bygone.shares("Sushil went home", gone) == "word"
    assert bygone.shares("Sushil is from Goa", gone) == ""


def test_what_only_the_older_of_two_names_goes_with_it() -> None:
    gone = bygone.between("recalld reports release 25.13, who knew", "recalld is pinned to release 17.2")
    assert gone is not None
    assert bygone.holds("The user froze recalld at release 25.13.", gone)
    assert not bygone.holds("recalld is pinned to release 17.2", gone)
    assert bygone.between("I like tea", "I like coffee") is None


@pytest.mark.parametrize(
    ("said", "held", "value"),
    [
        ("we're off heroku finally!!", "it is hosted on heroku.", True),
        ("we fired sparkleco", "Cleaners are SparkleCo.", True),
        ("We go to Dr. Brandt for teeth now, Okafor retired.", "My dentist is Dr. Okafor on Mill Street.", True),
        ("I quit Acme.", "My friend Ben works at Acme.", False),
        ("we're off heroku", "heroku sends its bills in May", False),
    ],
)
def test_what_is_gone_altogether_may_be_what_a_statement_says_of_something(said: str, held: str, value: bool) -> None:
    (gone,) = bygone.read(said)
    assert gone.alone
    assert bygone.gives(held, gone) is value
