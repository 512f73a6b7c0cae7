"""Questions as people ask them, about what they told in other words: two made-up lives, and what once went wrong.

`people/*.txt` hold what a person told, what they ask (and words of the statement that answers), what they ask though
nobody told it, and what they have an agent do, with the rule that belongs to it or with none.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from reverie.domain import task
from reverie.domain.transcript import Entry, Transcript
from reverie.memory import Memory
from reverie.retrieval.recall import Tier
from tests.conftest import MONDAY, fragment
from tests.retrieval.test_recall import holds, talk, texts

PEOPLE = Path(__file__).parent / "people"
TOLD = (
    "Postgres 16 gehoben, Staging läuft noch auf 15", "i use neovim with the tokyonight theme",
    "ask me before you touch more than 3 files at once", "octopus energy has us on a tracker tariff",
    "i keep all my passwords in bitwarden", "recycling goes out on wednesday", "ellie is allergic to peanuts",
    "tickets live in linear", "I live in utrecht", "sunita lives in southville", "Trains to jo go every hour",
    "i am training for the bristol half marathon", "the printer is in the hallway", "tom plays the cello",
)  # fmt: skip


class Person:
    """What one file holds."""

    def __init__(self, name: str) -> None:
        parts: list[list[tuple[str, str]]] = []
        for line in (PEOPLE / f"{name}.txt").read_text("utf-8").splitlines():
            if line.startswith("# "):
                parts.append([])
            elif line:
                said, _, answer = line.partition(" => ")
                parts[-1].append((said, answer))
        self.told, self.asked, self.unknown, self.tasks, self.others = parts


@pytest.fixture(scope="module")
def memory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Memory]:
    with Memory.create(tmp_path_factory.mktemp("told") / "workspace") as made:
        for text in TOLD:
            made.remember(text)
        yield made


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("which postgres version does staging run?", "auf 15"),
        ("which editor do I use?", "neovim"),
        ("when should you ask before editing?", "3 files"),
        ("who do we get our energy from?", "octopus"),
        ("which password manager do I use?", "bitwarden"),
        ("when is bin day?", "recycling"),
        ("any allergies in the family?", "ellie"),
    ],
)
def test_a_word_for_the_kind_of_answer_need_not_be_held_nor_the_very_word_that_was_told(
    memory: Memory, question: str, answer: str
):
    found = memory.recall(question)
    assert found.hits, found.reason
    assert answer in found.hits[0].text


@pytest.mark.parametrize("tier", ["fast", "full"])
@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("where do I live?", "I live in utrecht"),
        ("what race am I training for?", "i am training for the bristol half marathon"),
        ("where does sunita live?", "sunita lives in southville"),
        ("where do tickets live?", "tickets live in linear"),
    ],
)
def test_a_question_about_oneself_is_answered_by_what_one_told_of_oneself(
    memory: Memory, question: str, answer: str, tier: Tier
):
    assert memory.recall(question, tier=tier).hits[0].text == answer


@pytest.mark.parametrize("tier", ["fast", "full"])
def test_what_is_held_now_comes_before_an_older_turn_that_nothing_was_taken_from(workspace: Path, tier: Tier):
    with Memory.create(workspace) as memory:
        talk(
            memory, "user: where do the deploy secrets belong?", "user: our secrets are in 1password",
            "agent: noted, the secrets are in 1password", session="old", at=MONDAY - timedelta(days=20),
        )  # fmt: skip
        holds(memory, "secrets moved to doppler", fragment("we moved the secrets to doppler", entry="m1"))
        found = texts(memory, "where are our secrets?", tier)
        assert found[0] == "secrets moved to doppler"
        assert any("1password" in text for text in found), "the turn is still found"
        talk(memory, "user: our secrets are in infisical now", session="new", at=MONDAY + timedelta(days=3))
        found = texts(memory, "where are our secrets?", tier)
        assert found.index("our secrets are in infisical now") < found.index("secrets moved to doppler")


@pytest.mark.parametrize("tier", ["fast", "full"])
def test_what_is_held_now_comes_before_the_session_that_said_what_it_overturned(workspace: Path, tier: Tier):
    with Memory.create(workspace) as held:

        def chat(session: str, said: str, at: datetime) -> None:
            entry = Entry(id=f"{session}.1", at=at, role="user", text=said)
            held.flush(Transcript(source=session, space="", trust="user", entries=(entry,)))
            held.dream(now=at)

        chat("old", "We use MySQL for billing.", MONDAY - timedelta(days=7))
        chat("new", "We switched billing from MySQL to PostgreSQL.", MONDAY)
        found = held.recall("which database does billing use?", tier=tier).hits
    assert found[0].text == "We switched billing from MySQL to PostgreSQL."
    assert "We use MySQL for billing." in {hit.text for hit in found}, "the old session is still found"


@pytest.mark.parametrize("tier", ["fast", "full"])
def test_what_came_of_a_session_stands_for_the_digest_of_it(workspace: Path, tier: Tier):
    with Memory.create(workspace) as held:
        said = ("We deploy the shop with kamal.", "Backups of the shop are kept for 30 days.")
        talked = tuple(Entry(id=f"s.{n}", at=MONDAY, role="user", text=text) for n, text in enumerate(said))
        held.flush(Transcript(source="s", space="", trust="user", entries=talked))
        held.dream(now=MONDAY)
        found = held.recall("how do we deploy the shop?", tier=tier).hits
        first = held.recall("how do we deploy the shop?", tier=tier, k=1).hits
    assert found[0].text == first[0].text == said[0]
    assert "digest" not in {hit.key.kind for hit in found}


@pytest.mark.parametrize("tier", ["fast", "full"])
@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("which package manager do we use?", "we use pnpm in this repo"),
        ("what's the license?", "licences are all mit but for the firmware"),
        ("job queue?", "background jobs run on nats"),
        ("what are we using for error tracking?", "sentry gets the errors"),
    ],
)
def test_a_tool_answers_for_the_kind_it_is_of(workspace: Path, question: str, answer: str, tier: Tier):
    with Memory.create(workspace) as held:
        for text in (
            "we use pnpm in this repo", "licences are all mit but for the firmware", "background jobs run on nats",
            "sentry gets the errors", "my manager is Ann", "the packages are stacked in the hallway",
        ):  # fmt: skip
            held.remember(text)
        assert held.recall(question, tier=tier).hits[0].text == answer


@pytest.mark.parametrize(
    "question", ["which cdn do we use?", "which gym do I go to?", "what is our mobile app written in?"]
)
def test_what_nobody_told_is_not_answered_by_a_verb_alone(memory: Memory, question: str):
    assert not memory.recall(question).hits


@pytest.mark.parametrize("tier", ["fast", "full"])
@pytest.mark.parametrize("name", ["mara", "owen"])
def test_most_natural_questions_are_answered_first_and_most_of_what_nobody_told_is_not(
    workspace: Path, name: str, tier: Tier
):
    person = Person(name)
    with Memory.create(workspace) as memory:
        for text, _ in person.told:
            memory.remember(text)
        hits = [(answer, memory.recall(asked, tier=tier).hits) for asked, answer in person.asked]
        first = sum(bool(found) and answer in found[0].text.lower() for answer, found in hits)
        silent = sum(not memory.recall(asked, tier=tier).hits for asked, _ in person.unknown)
    assert first >= 0.75 * len(person.asked)
    assert silent >= (0.7 if tier == "full" else 0.6) * len(person.unknown)


TASKS = (
    "when you write mails for me, sign off with cheers, tom", "keep mails short and friendly",
    "ask me before you touch more than 3 files at once", "tidepool deploys only after the smoke tests are green",
    "sunita is my manager", "commit messages are in the imperative", "the carriers package is written in go",
    "i released a record in 2009", "always run the linter before you commit",
)  # fmt: skip


@pytest.mark.parametrize(
    ("prompt", "rule"),
    [
        ("write an email to sunita about friday", "sign off with cheers"),
        ("could you draft a mail to the landlord?", "keep mails short"),
        ("refactor the carriers package", "3 files"),
        ("deploy tidepool please", "smoke tests"),
        ("commit this please", "imperative"),
        ("explain what this regex does", ""),
        ("fix the typo in the readme", ""),
        ("add a null check to the parser", ""),
        ("deployment looks good, thanks", ""),
    ],
)
def test_a_task_brings_the_standing_rules_about_it_and_no_other_prompt_does(workspace: Path, prompt: str, rule: str):
    with Memory.create(workspace) as memory:
        for text in TASKS:
            memory.remember(text)
        told = memory.inject(prompt).text
    assert rule in told
    assert bool(told) == bool(rule)
    assert "2009" not in told


@pytest.mark.parametrize("name", ["mara", "owen"])
def test_most_tasks_bring_their_rule_and_other_prompts_bring_nothing(workspace: Path, name: str):
    person = Person(name)
    with Memory.create(workspace) as memory:
        for text, _ in person.told:
            memory.remember(text)
        told = sum(rule in memory.inject(prompt).text.lower() for prompt, rule in person.tasks)
        quiet = sum(not memory.inject(prompt).text for prompt, _ in person.others)
    assert told >= 0.8 * len(person.tasks)
    assert quiet >= 0.9 * len(person.others)


def test_a_long_word_takes_no_time():
    assert len(task.topics("write " + "a" * 5_000 + "=")) <= 1
    assert not task.rules("for " + "a " * 5_000, ("mail",))
