"""Days to come, against the day on which they were named: the right one, or none."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

import pytest
from hypothesis import given, strategies as st

from reverie.domain.ahead import ahead, monthly
from reverie.domain.expiry import over_on
from reverie.loop.moments import dated

WEDNESDAY = date(2026, 11, 18)
DAYS = st.dates(date(2000, 1, 1), date(2100, 1, 1))
NAMED = {
    "ship the release in two weeks": date(2026, 12, 2),
    "ship by Thursday": date(2026, 11, 19),
    "renew the certificate in 10 days": date(2026, 11, 28),
    "the audit is on the 3rd": date(2026, 12, 3),
    "pay by EOM": date(2026, 11, 30),
    "close the books by EOQ": date(2026, 12, 31),
    "call back three days from today": date(2026, 11, 21),
    "ship a week from Friday": date(2026, 11, 27),
    "renew the passport in six months": date(2027, 5, 18),
    "in zwei Wochen abgeben": date(2026, 12, 2),
    "bis Donnerstag abgeben": date(2026, 11, 19),
    "bis Ende des Monats zahlen": date(2026, 11, 30),
    "rendre le rapport dans deux semaines": date(2026, 12, 2),
    "payer la facture avant la fin du mois": date(2026, 11, 30),
    "entregar el informe antes del jueves": date(2026, 11, 19),
    "pagar a fin de mes": date(2026, 11, 30),
}
VAGUE = (
    "in a few days", "in a couple of weeks", "sometime soon", "raise it in two steps", "in 10 tests",
    "every Thursday by noon", "it takes two days", "fin de semana en la playa",
)  # fmt: skip


SATURDAY = datetime(2026, 11, 14, 9, tzinfo=UTC)


@pytest.mark.parametrize("kind", ["fact", "task", "event"])
@pytest.mark.parametrize(
    "said",
    [
        "The club pays its invoices on the last Friday of the month",
        "Rent goes out on the last Monday of every month",
        "We close the till on the last Saturday of each quarter",
        "Every last Thursday we play cards",
        "The retro is on the first Tuesday of every month",
        "Der Chor probt am letzten Freitag im Monat",
        "Wir zahlen am letzten Montag des Monats",
        "Nous payons le dernier vendredi du mois",
        "Pagamos el último viernes de cada mes",
        "We fly on the last Monday before Easter",
        "We close on the Friday before Easter",
        "Mondays are for planning",
        "The report is written on the last day of the month",
        "The last Friday in December is free",
    ],
)
def test_a_day_of_every_month_is_no_day(said: str, kind: str) -> None:
    assert dated(said, SATURDAY, kind) == said


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("The board meets on the last Thursday of November", "November (26 November 2026)"),
        ("The board meets on the third Tuesday in November", "November (17 November 2026)"),
        ("We move on the first Friday of next month", "next month (4 December 2026)"),
        ("Nous nous voyons le dernier jeudi de novembre", "novembre (26 November 2026)"),
        ("Am letzten Donnerstag im November ist Elternabend", "November (26 November 2026)"),
        ("We deployed last Friday night", "last Friday (13 November 2026) night"),
        ("Am letzten Freitag war die Feier", "letzten Freitag (13 November 2026)"),
        ("She left last Monday", "last Monday (9 November 2026)"),
    ],
)
def test_a_day_of_a_named_month_and_a_past_one_are_told(said: str, meant: str) -> None:
    assert meant in dated(said, SATURDAY)


@pytest.mark.parametrize(("said", "day"), NAMED.items())
def test_a_task_names_its_day_and_is_over_after_it(said, day):
    shown = f"({day.day} {day:%B} {day.year}"
    meant = dated(said, datetime.combine(WEDNESDAY, time(9), UTC), "task")
    assert shown in meant or f"\u2013{shown[1:]}" in meant
    assert over_on(said, WEDNESDAY, "task") == day + timedelta(days=2)


@pytest.mark.parametrize("said", VAGUE)
def test_what_is_vague_or_comes_often_names_no_day(said):
    assert dated(said, datetime.combine(WEDNESDAY, time(9), UTC), "task") == said


def test_only_a_task_or_an_event_is_dated_by_a_distance():
    assert (
        dated("Refunds arrive in 10 days", datetime.combine(WEDNESDAY, time(9), UTC), "fact")
        == "Refunds arrive in 10 days"
    )


def test_a_task_of_next_quarter_is_over_when_that_is():
    assert over_on("finish the migration next quarter", WEDNESDAY, "task") == date(2027, 4, 2)


@given(DAYS, st.integers(1, 300))
def test_so_many_days_are_counted_from_the_day_it_was_said(said, count):
    assert [each.day for each in ahead(f"ship in {count} days", said)] == [said + timedelta(days=count)]


@given(DAYS, st.sampled_from([*NAMED, *VAGUE, "in 12 Monaten", "by EOD", "on the 31st", "in 999 months", "bis Montag"]))
def test_no_day_to_come_is_past(said, text):
    assert all(each.day >= said for each in ahead(text, said))


@given(DAYS, st.sampled_from(["monday", "Dienstag", "mercredi", "jueves", "Friday", "samedi", "domingo"]))
def test_a_weekday_is_the_next_one_and_never_said_to_be_sure_on_that_day(said, weekday):
    (named,) = ahead(f"by {weekday}", said)
    assert 1 <= (named.day - said).days <= 7
    assert named.sure == (named.day.weekday() != said.weekday())


MONTHLY = (
    "invoices go out on the 5th", "Rent is due on the 1st", "we close the books on the 3rd", "I get paid on the 25th",
    "payroll runs on the 28th", "the report is due on the 5th of every month", "the subscription renews on the 12th",
    "die Miete ist am 5. jedes Monats fällig", "die Rechnungen gehen am 5. raus", "le loyer est dû le 5 du mois",
    "el alquiler vence el 5", "家賃は1日に払う", "월세는 매월 1일이야", "房租每个月5号交",
)  # fmt: skip


@pytest.mark.parametrize("said", MONTHLY)
def test_what_falls_on_a_day_of_each_month_has_no_date_and_is_never_over(said: str) -> None:
    assert monthly(said)
    assert list(ahead(said, WEDNESDAY)) == []
    for kind in ("fact", "task", "event"):
        assert dated(said, SATURDAY, kind) == said
        assert over_on(said, WEDNESDAY, kind) is None


@pytest.mark.parametrize(
    "said",
    [
        "the report is due on the 25th", "the exams are due on the 25th", "pay the rent by the 25th",
        "this rent is due on the 25th", "the audit is on the 25th", "the invitations go out on the 25th",
    ],
)  # fmt: skip
def test_what_falls_on_a_day_once_has_its_date(said: str) -> None:
    assert not monthly(said)
    assert [each.day for each in ahead(said, WEDNESDAY)] == [date(2026, 11, 25)]


def test_a_day_of_a_named_month_is_that_day() -> None:
    assert not monthly("Rent is due on the 1st of December")
    assert not monthly("le loyer est dû le 5 mars")
