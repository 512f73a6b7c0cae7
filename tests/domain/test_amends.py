"""A short word after a statement puts one value of it right; where it is not clear which, nothing is."""

from __future__ import annotations

import pytest

from reverie.domain.amends import amend, takes, within


@pytest.mark.parametrize(
    ("told", "said", "holds"),
    [
        ("The demo is on 3 december", "sorry, 4 december", "The demo is on 4 december"),
        ("The printer is on the second floor", "wait i mean third floor", "The printer is on the third floor"),
        ("Sie will die Liste jeden Mittwoch", "ach ne, jeden Donnerstag", "Sie will die Liste jeden Donnerstag"),
        ("La réunion est le mardi", "non pardon, le jeudi", "La réunion est le jeudi"),
        ("La reunión es el martes", "perdón, el jueves", "La reunión es el jueves"),
        ("会议在周三", "不对，周四", "会议在周四"),
        ("The audit is on 3 december at 10", "sorry the 4th", "The audit is on 4th december at 10"),
        ("The audit is on 3 december at 10", "no wait, 11:30", "The audit is on 3 december at 11:30"),
        ("We meet on wednesday at 9", "wait, thursday at 10", "We meet on thursday at 10"),
        ("We order 300 g of yeast", "no 500 g", "We order 500 g of yeast"),
        ("We keep 30 days of logs and 7 backups", "sorry, 14 backups", "We keep 30 days of logs and 14 backups"),
        ("The rent is 1,200 a month", "no, 1,250", "The rent is 1,250 a month"),
        ("We have two printers", "sorry, three", "We have three printers"),
        ("We close in august", "i mean july", "We close in july"),
        ("The rent goes up from March", "No wait, from April", "The rent goes up from April"),
        ("The dentist is on may 4th", "*may 5th", "The dentist is on may 5th"),
        ("My daughter's name is Lena", "sorry, Lina", "My daughter's name is Lina"),
        ("Our accountant is Petra Vogt", "Petra Voigt i meant", "Our accountant is Petra Voigt"),
        ("The offsite is in Lisbon", "no, Porto", "The offsite is in Porto"),
        ("The review is on monday", "tuesday, not monday, sorry", "The review is on tuesday"),
        ("The parcel left on the 10th", "actually it was the 11th", "The parcel left on the 11th"),
        ("Die Miete liegt bei 900", "nein, es war 950", "Die Miete liegt bei 950"),
    ],
)
def test_a_value_of_the_same_sort_takes_the_place_of_the_one_that_was_told(told: str, said: str, holds: str) -> None:
    assert amend(told, said) == holds


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("We keep 30 days of logs and 7 days of traces", "sorry, 14 days"),
        ("We keep 30 days of logs and 7 backups", "no, 14"),
        ("The offsite is in Lisbon", "sorry, 2 more questions"),
        ("The demo is on Tuesday", "sorry, tuesday i'm off"),
        ("The demo is on Tuesday", "sorry, tuesday"),
        ("The demo is on Tuesday", "wait, wednesday?"),
        ("The demo is on Tuesday", "wednesday"),
        ("The contact is Petra", "sorry Claude"),
        ("I may go to the gym on friday", "sorry, june"),
        ("Send the letter to Ana", "sorry, later"),
        ("We ship on friday", "no, thanks"),
        ("We ship on friday", "no"),
        ("Our landlord is Mr Doyle", "actually two of the lamps are broken"),
        ("We prefer tea", "no, coffee please, and make it quick because I have to go soon now"),
    ],
)
def test_what_puts_nothing_right_or_leaves_it_open_what_changes_nothing(told: str, said: str) -> None:
    assert amend(told, said) is None


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("The demo is on 3 december, sorry 4 december", "The demo is on 4 december"),
        ("The printer is on floor 2 (sorry, 3), by the kitchen", "The printer is on floor 3, by the kitchen"),
        ("We meet on monday, no meetings on friday", None),
        ("I prefer tea, no sugar", None),
        ("Lunch is at 12, sorry for the 2 mails", None),
    ],
)
def test_a_sentence_puts_its_own_value_right(text: str, holds: str | None) -> None:
    assert within(text) == holds


def test_a_mark_alone_takes_nothing_yet() -> None:
    assert (takes("Sorry!"), takes("wait"), takes("the 4th")) == ("", None, None)
