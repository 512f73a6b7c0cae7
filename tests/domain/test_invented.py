"""A model's words are held against what was said: whole numbers, and names as they begin."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from reverie.domain.invented import full_names, invented, undated


@pytest.mark.parametrize(
    ("body", "source", "made_up"),
    [
        ("the proxy listens on 80", "the proxy listens on 8080", "80"),
        ("the proxy listens on 808", "the proxy listens on 8080", "808"),
        ("the budget is 5", "the budget is 1.5", "5"),
        ("the budget is 1", "the budget is 1.5", "1"),
        ("they have 500 users", "they have 1,500 users", "500"),
        ("room 12", "room 112 and 120", "12"),
        ("the file is disk8.img", "the file is disk80.img", "8"),
        ("The owner asked Ana to call", "the owner ate a banana and called", "Ana"),
        ("the host is db.internal", "the host is olddb.internal", "db.internal"),
        ("Marta keeps her savings at Sparkasse", "instead of helix I'm using zed", "Sparkasse"),
        ("the owner takes 20 g of citalopram", "I take 20mg of citalopram", "20 g"),
        ("the parcel weighs 5 lb", "the parcel weighs 5 kg", "5 lb"),
        ("the lease ends in three months", "the lease ends in three years", "three months"),
        ("the report is due at 3am", "the report is due at 3pm", "3am"),
        ("the owner has three cats", "I have two cats", "three"),
        ("it needs version 3.10", "it needs version 3.1", "3.10"),
        ("rows: 505", "rows: 5", "505"),
        ("Marta's bank, Sparkasse", "instead of helix I'm using zed", "Sparkasse"),
    ],
)
def test_a_part_of_what_was_said_is_not_what_was_said(body: str, source: str, made_up: str) -> None:
    assert invented(body, source) == made_up


@pytest.mark.parametrize(
    ("body", "source"),
    [
        ("the proxy listens on 8080", "the proxy listens on :8080."),
        ("they have 1500 users", "they have 1,500 users"),
        ("they have 1,500 users", "they have 1500 users"),
        ("it began in 2026", "it began on 2026-11-17"),
        ("between 10 and 20", "10-20 of them"),
        ("the release is 3.11.2, not 3.10", "3.11.2. It is not 3.10, they say"),
        ("the limit is 30", "limit=30s, as agreed"),
        ("The owner uses Postgres", "we use PostgreSQL here"),
        ("the list has 26,000 readers", "the list has 26k readers"),
        ("the rent is €1,200", "the rent is 1.2k €"),
        ("there are 1,500,000 entries", "there are 1.5 million entries"),
        ("the owner takes 20 mg", "I take 20mg"),
        ("the limit is 5 MB", "the limit is 5MB"),
        ("the owner has 2 cats", "I have two cats"),
        ("zwei Katzen", "2 Katzen"),
        ("they deploy 2 times a week", "they deploy twice a week"),
        ("every 14 days", "every two weeks"),
        ("standup is at 10:15", "standup is at quarter past ten"),
        ("it leaves at 6:30", "it leaves at half past six"),
        ("Beginn ist um 6:30", "Beginn ist um halb sieben"),
        ("dinner is at 19:00", "dinner is at 7pm"),
        ("lunch is at 12:00", "lunch is at noon"),
        ("the walk takes 1.5 hours", "the walk takes an hour and a half"),
        ("the wedding is on June 12", "the wedding is on the twelfth of June"),
        ("The team runs Kubernetes", "we run k8s"),
        ("The app stores it in PostgreSQL", "the app stores it in postgres"),
        ("the branch is feature/login-2", "git switch feature/login-2"),
        ("Slackを使う v2", "うちではSlackを使う。V2だ"),
    ],
)
def test_what_was_said_in_other_places_or_spellings_is_no_invention(body: str, source: str) -> None:
    assert invented(body, source) is None


@pytest.mark.parametrize(
    ("body", "source"),
    [
        ("Der Nutzer hat den Zahnarzt gewechselt", "ich gehe jetzt zu einem anderen"),
        ("Die Rechnung kommt am Monatsende", "sie kommt immer am 30."),
    ],
)
def test_where_every_noun_is_capital_a_capital_makes_no_name(body: str, source: str) -> None:
    assert invented(body, source) is None


@pytest.mark.parametrize(
    ("body", "said", "names"),
    [
        ("Ana Ruiz lives in Porto", "Ana moved to Porto", ["Ana Ruiz"]),
        ("Jana Beck lives in Porto", "I moved to Porto", ["Jana Beck"]),
        ("Ana Ruiz lives in Porto", "the server moved to Porto", []),
        ("The owner met Jana Beck", "I met somebody", []),
        ("Ana Okafor lives in Porto", "Ana moved to Porto", []),
    ],
)
def test_a_name_is_written_out_when_a_part_of_it_was_said_and_the_whole_was_shown(
    body: str, said: str, names: list[str]
) -> None:
    assert [name for name in full_names(body, said, "Ana Ruiz is my sister. I am Jana Beck.") if " " in name] == names


TUESDAY = datetime(2026, 3, 17, 10, tzinfo=UTC)
SAID = [(TUESDAY, "i said i'd have these with thandeka by wednesday noon, hers are due on the 22nd of May")]


@pytest.mark.parametrize(
    "body",
    [
        "The owner promised Thandeka the minutes by noon on Wednesday, March 18, 2026.",
        "Thandeka's corrections are due by May 22, 2026.",
        "The owner promised it to Thandeka on 2026-03-17.",
        "The owner has promised it until Easter 2026.",
    ],
)
def test_a_date_that_is_written_out_is_not_invented_when_what_was_said_means_it(body: str) -> None:
    words = SAID[0][1] + "\nThandeka Wednesday Easter minutes corrections"
    assert invented(body, words) is not None
    assert invented(undated(body, SAID), words) is None


@pytest.mark.parametrize(
    "body",
    [
        "The minutes are due by June 9, 2026.",
        "The minutes are due by May 22, 2031.",
        "The minutes cost 18 euros.",
        "The service listens on port 2026.5.",
    ],
)
def test_a_date_or_number_that_nobody_meant_is_invented(body: str) -> None:
    assert invented(undated(body, SAID), SAID[0][1] + "\nThe minutes service listens on port, cost euros") is not None
