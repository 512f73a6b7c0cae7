"""When a statement that only tells of something dated is over."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from reverie.domain.expiry import over_on

SAID = date(2026, 3, 5)


@pytest.mark.parametrize(
    ("text", "kind", "day"),
    [
        ("The deadline of the grant is 2026-03-29.", "fact", date(2026, 3, 31)),
        ("Send the March invoice, due 2026-03-29.", "task", date(2026, 3, 31)),
        ("The deadline of the grant is April 24.", "task", date(2026, 4, 26)),
        ("Call the plumber tomorrow.", "task", date(2026, 3, 8)),
        ("The deadline is 2026-04-01, not 2026-04-24.", "fact", date(2026, 4, 3)),
        ("The birthday of Mira is April 24.", "fact", None),
        ("Rent is due on April 1 every year.", "task", None),
        ("We shipped it on 2026-02-03.", "event", None),
        ("Mira has worked here since 2026-01-01.", "fact", None),
        ("The port is 8080.", "fact", None),
    ],
)
def test_the_day_from_which_nothing_is_left_to_say(text, kind, day):
    assert over_on(text, SAID, kind) == day


def test_a_short_statement_with_a_day_to_come_says_nothing_else():
    assert over_on("parcel freeze March 20", SAID, "fact") == date(2026, 3, 22)
    assert over_on("The freeze of parcel went from March 20 to March 15.", SAID, "decision") == date(2026, 3, 17)
    assert over_on("The deadline of the talk switched from 7 March to 2 March.", SAID, "decision") == date(2026, 3, 4)


def test_a_plan_of_these_days_that_is_told_too_late_is_over_and_an_old_date_is_knowledge():
    assert over_on("The freeze date of parcel is 1 March.", SAID, "fact") == date(2026, 3, 3)
    assert over_on("The release date of Python 3.12 was 2023-10-02.", SAID, "fact") is None


def test_when_something_changed_is_not_when_it_is_over():
    assert over_on("The slot of parcel went from Wednesday to Saturday this week.", SAID, "decision") is None
    assert over_on("From today the port is 9000.", SAID, "fact") is None
    assert over_on("The retro is on Thursday.", SAID, "fact") is None


@pytest.mark.parametrize(
    ("text", "kind", "day"),
    [
        ("The tax form has to be out the door by March 20.", "fact", date(2026, 3, 22)),
        ("latest day for the claim is 20 March, they were strict about it", "correction", date(2026, 3, 22)),
        ("Use the backup line until 2026-03-20.", "fact", date(2026, 3, 22)),
        ("dentist for Ben: 20 March, after school", "event", date(2026, 3, 22)),
        ("the new board lands 2026-03-20", "event", date(2026, 3, 22)),
        ("Abgabe spätestens bis 20. März.", "task", date(2026, 3, 22)),
        ("Le rendez-vous est le 20 mars.", "fact", date(2026, 3, 22)),
        ("La placa llega el 20 de marzo.", "event", date(2026, 3, 22)),
        ("歯医者は3月20日です。", "event", date(2026, 3, 22)),
        ("마감은 3월 20일입니다.", "task", date(2026, 3, 22)),
        ("截止日期是3月20日", "task", date(2026, 3, 22)),
    ],
)
def test_what_is_due_or_takes_place_is_over_in_several_languages(text, kind, day):
    assert over_on(text, SAID, kind) == day


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Ben war am 3. März beim Zahnarzt.", "event"),
        ("Mira was at the dentist on 1 March.", "event"),
        ("The firm was founded on 20 March 1988.", "fact"),
        ("Pin API version 2026-03-20.", "fact"),
        ("誕生日は3月20日です。", "fact"),
        ("Migration to Postgres: 2026-02-01", "event"),
        ("Mira arrives early, usually.", "fact"),
        ("The visit to Basel on 2024-05-02 is in the album.", "event"),
    ],
)
def test_what_was_what_recurs_and_what_has_no_date_stays(text, kind):
    assert over_on(text, SAID, kind) is None


@pytest.mark.parametrize("kind", ["fact", "event"])
@pytest.mark.parametrize(
    "text",
    [
        "Carla joined Hooli in March.",
        "Moved to Antwerp today (5 March 2026)!!",
        "We migrated to Stripe on 4 March 2026.",
        "My sister got married on 7 March 2026.",
    ],
)
def test_what_is_so_from_a_day_on_stays_however_near_the_day(text, kind):
    assert over_on(text, SAID, kind) is None


def test_what_moved_to_another_day_is_over_after_it():
    assert over_on("The demo moved to March 20.", SAID, "event") == date(2026, 3, 22)


def test_an_appointment_told_too_late_is_over():
    assert over_on("Ben has the dentist on 1 March", SAID, "event") == date(2026, 3, 3)
    assert over_on("The user mentioned that the delivery is on 1 March.", SAID, "event") == date(2026, 3, 3)
    assert over_on("Ben has the dentist on 20 January", SAID, "event") == date(2026, 1, 22)  # not of next year


# Said on a Tuesday. The last day on which each is of use, or None for what lasts.
WORDINGS = """
fact|The plumber comes by tomorrow afternoon.|2026-03-11
fact|Standup is moved to 10:30 tomorrow.|2026-03-11
fact|We're meeting the landlord the day after tomorrow.|2026-03-12
fact|There's a fire drill this Thursday at 11.|2026-03-12
fact|I'm seeing the optician on Friday at 3pm.|2026-03-13
fact|I've got a job interview with Globex on the 19th.|2026-03-19
fact|Code freeze is in effect until Friday.|2026-03-13
fact|Our offer stands until the 25th.|2026-03-25
fact|I'm on call until Sunday.|2026-03-15
fact|The concert is next Saturday.|2026-03-21
fact|The marathon is on Sunday.|2026-03-15
fact|Ich bin bis Freitag im Urlaub.|2026-03-13
fact|Je suis en congé jusqu'à vendredi.|2026-03-13
fact|Estoy de vacaciones hasta el viernes.|2026-03-13
fact|La réunion avec le client a lieu demain.|2026-03-11
fact|La reunión con el cliente es mañana.|2026-03-11
event|The registration closes in two weeks.|2026-03-24
event|The webinar about tracing starts today at five.|2026-03-10
event|The electrician will be here Monday between 8 and 10.|2026-03-16
task|The library books must go back by Saturday.|2026-03-14
task|Rent for the storage unit must be paid before Thursday.|2026-03-12
task|Reply to the auditors within 10 days.|2026-03-20
task|Pick up the cake on Saturday morning.|2026-03-14
fact|We switch to Postgres next week.|None
fact|Bob is leaving Globex next Friday.|None
fact|From tomorrow the port is 9000.|None
fact|Starting next Monday we use ruff instead of flake8.|None
fact|Ana moves to Berlin in two weeks.|None
fact|The shop is open Monday to Friday.|None
fact|The office is staffed from Monday until Friday.|None
fact|Tokens expire in 14 days.|None
fact|Invoices are payable within 30 days.|None
fact|Timesheets must be in by Friday.|None
fact|The doctor is there on Friday.|None
fact|I'm off on Fridays.|None
fact|The dentist is on the 3rd floor.|None
fact|Never deploy after 4pm on Friday.|None
fact|The retro is on Thursday.|None
fact|The monthly report must be ready by the 5th.|None
fact|The service stays on Postgres 14 until further notice.|None
fact|La reunión de equipo es todos los lunes.|None
fact|The job at Initech starts next Monday.|None
fact|I start at Northwind Robotics on November 16 as a staff engineer.|None
event|I start at the bakery on March 16.|None
event|I'll start at Northwind on 2026-03-16.|None
event|I'm starting as a nurse on March 16.|None
event|I begin at Northwind on March 16.|None
event|She will begin with Globex on March 16.|None
event|I start on March 16 as a train driver.|None
event|We start our new jobs on March 16.|None
event|I start in the design team on March 16.|None
event|My first day at Northwind is March 16.|None
event|March 16 is my first day of work.|None
event|My start date at Northwind is March 16.|None
event|I'm joining Northwind on March 16.|None
event|I join the platform team on March 16.|None
event|I'll be working for Globex from March 16.|None
event|Ich fange am 16. März bei Siemens an.|None
event|Mein erster Tag bei Siemens ist der 16. März.|None
event|Je commence chez Thales le 16 mars.|None
event|Empiezo en Iberia el 16 de marzo.|None
event|We start at nine on March 16.|2026-03-16
event|We start at 9:30 on March 16.|2026-03-16
event|We start with the audit on March 16.|2026-03-16
task|Start with the invoices on March 16.|2026-03-16
event|I'm joining the call on March 16.|2026-03-16
event|I'm joining Ana for lunch on March 16.|2026-03-16
event|I'm joining Ana for a run on March 16.|2026-03-16
event|The first day of the conference is March 16.|2026-03-16
event|My last day at Globex is March 16.|2026-03-16
fact|The due date for the deposit is 2026-04-09 as of tonight.|2026-04-09
fact|As of Monday the deadline of the grant is April 9.|2026-04-09
fact|As of 5 March, the go-live is planned for 2026-04-09.|2026-04-09
fact|As of 2026-04-01 the port is 9000.|None
fact|As of Monday the deadline for reviews is two days.|None
task|Use the new badge as of Monday.|None
"""


@pytest.mark.parametrize("wording", WORDINGS.strip().splitlines())
def test_a_day_that_is_only_named_ends_what_is_over_after_it_and_nothing_that_lasts(wording):
    kind, text, last = wording.split("|")
    found = over_on(text, date(2026, 3, 10), kind)
    if last == "None":
        assert found is None
    else:
        assert found == date.fromisoformat(last) + timedelta(days=2)
