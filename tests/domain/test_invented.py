"""A model's words are held against what was said: whole numbers, and names as they begin."""

from __future__ import annotations

import pytest

from reverie.domain.invented import invented


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
        ("the branch is feature/login-2", "git switch feature/login-2"),
        ("Slackを使う v2", "うちではSlackを使う。V2だ"),
    ],
)
def test_what_was_said_in_other_places_or_spellings_is_no_invention(body: str, source: str) -> None:
    assert invented(body, source) is None
