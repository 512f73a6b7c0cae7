"""What somebody says is not to be remembered is left out like what is private, wherever they say so."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from reverie.domain.off_record import off_record, withheld
from reverie.domain.transcript import Entry
from reverie.domain.unsaid import without_echoes

AT = datetime(2026, 11, 2, 9, tzinfo=UTC)


def said(text: str, n: int = 1, role: str = "user") -> Entry:
    return Entry(id=f"e{n}", at=AT, role=role, text=text)  # type: ignore[arg-type]


ASKS = (
    "Off the record: Piet is leaving in March.",
    "off the record, the numbers are bad this quarter",
    "Piet is leaving in March, but that's off the record.",
    "Don't remember this: my code for the gate is under the mat.",
    "do not remember that I was at the doctor today",
    "Piet is leaving. Please don't remember this.",
    "Piet is leaving, please do not save this anywhere.",
    "Piet is leaving – don't store this in your memory.",
    "my salary is 4200. pls dont memorize that",
    "don't add this to your memory: I failed the exam",
    "keep this out of your memory please, I failed the exam",
    "Merk dir das bitte nicht: Piet geht im März.",
    "Piet geht im März, aber merk dir das nicht.",
    "Speichere das nicht in deinem Gedächtnis: Piet geht.",
    "Ne retiens pas ceci : Piet part en mars.",
    "Piet part en mars. N'enregistre pas ça dans ta mémoire.",
    "No recuerdes esto: Piet se va en marzo.",
    "Piet se va en marzo, no guardes esto en tu memoria.",
    "これは覚えないで。来月辞めます。",
    "이건 기억하지 마. 나 다음 달에 그만둬.",
    "别记住这个：我下个月辞职。",
    "不要记住我刚说的薪水。",
)
LOOKS_LIKE_IT = (
    "I don't remember this function at all.",
    "Do you not remember that we use pnpm?",
    "You don't remember that, right? We use pnpm.",
    "Don't save this file yet, tests first.",
    "don't store this in the session, use redis",
    "Don't keep this branch.",
    "the tests don't remember that state between runs",
    "Don't forget this: we use pnpm.",
    "Why don't you remember this?",
    "if you don't remember this, look into docs/",
    "we record every call off the main thread",
    "Please don't remember to do it only on Mondays, do it daily.",
    "ich kann mir das nicht merken",
    "the setting is called off-the-record mode",
    "Write a scene in which he says: off the record, I did it.",
    "これは覚えておいて。",
    "이거 기억해.",
    "记住这个：我们用 pnpm。",
)


@pytest.mark.parametrize("text", ASKS)
def test_somebody_may_say_that_a_message_is_not_to_be_remembered(text: str) -> None:
    assert off_record(text)


@pytest.mark.parametrize("text", LOOKS_LIKE_IT)
def test_other_uses_of_the_words_ask_for_nothing(text: str) -> None:
    assert not off_record(text)


def test_nothing_of_such_a_message_is_left_and_nothing_that_repeats_it() -> None:
    some = (
        said("We deploy on Fridays.", 1),
        said("Off the record: Piet leaves in March.", 2),
        said("I will not tell anybody that Piet leaves.", 3, "agent"),
        said("How do I rebase?", 4),
        said("With git rebase.", 5, "agent"),
    )
    left = without_echoes(withheld(some))
    assert [entry.text for entry in left] == ["We deploy on Fridays.", "How do I rebase?", "With git rebase."]


def test_an_ask_by_itself_is_about_the_message_before() -> None:
    some = (
        said("We deploy on Fridays.", 1),
        said("Fine.", 2, "agent"),
        said("My boss Piet leaves in March.", 3),
        said("Piet leaving is news to me.", 4, "agent"),
        said("Please don't remember that.", 5),
        said("I won't.", 6, "agent"),
    )
    left = without_echoes(withheld(some))
    assert not any("Piet" in entry.text for entry in left)
    assert "We deploy on Fridays." in [entry.text for entry in left]


def test_what_is_said_beside_in_another_message_stays() -> None:
    some = (said("Off the record: Piet leaves.", 1), said("From now on use tabs.", 2))
    assert [entry.text for entry in without_echoes(withheld(some))] == ["From now on use tabs."]


MORE_ASKS = (
    "Piet is leaving in May (off the record!)",
    "Please keep that off the record.",
    "don't remember what I'm about to tell you: my wife is ill",
    "Don't commit this to memory: Ana is ill",
    "I don't want you to remember this: I am ill",
    "Could you please not remember that?",
    "オフレコで。来月辞めます。",
    "오프더레코드인데 나 다음 달에 그만둬.",
)
MORE_THAT_LOOK_LIKE_IT = (
    "Do not keep this in memory, stream it from the disk.",
    "don't store it in memory, it is 4 GB",
    "Is this off the record?",
    "Why did you say that this was off the record?",
    "No need to remember that we used Jenkins.",
)


@pytest.mark.parametrize("text", MORE_ASKS)
def test_it_is_understood_however_it_is_put(text: str) -> None:
    assert off_record(text)


@pytest.mark.parametrize("text", MORE_THAT_LOOK_LIKE_IT)
def test_the_memory_of_a_computer_and_a_question_ask_for_nothing(text: str) -> None:
    assert not off_record(text)


def test_what_i_just_said_is_the_message_before_though_it_is_named_again() -> None:
    some = (said("I earn 4200 a month at Acme.", 1), said("Please don't remember what I just said about my salary.", 2))
    assert without_echoes(withheld(some)) == ()


def test_an_agent_that_tells_it_again_later_is_not_heard_either() -> None:
    some = (
        said("Off the record: Piet leaves Acme in March.", 1),
        said("Understood.", 2, "agent"),
        said("Write the plan for the release.", 3),
        said("As Piet leaves Acme in March, I put Ana in charge.", 4, "agent"),
        said("The release is in March.", 5, "agent"),
    )
    left = [entry.text for entry in without_echoes(withheld(some))]
    assert left == ["Understood.", "Write the plan for the release.", "The release is in March."]
