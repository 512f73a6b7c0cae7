"""What agents did: noted without a word to anybody, and a skill for a person to look at once it was done again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from reverie.domain.fragment import Fragment
from reverie.domain.page import Page
from reverie.domain.skill import taught
from reverie.domain.transcript import Call, Entry, Transcript
from reverie.loop.dream import Night
from reverie.loop.ran import MOST, ran
from reverie.memory import Memory
from reverie.store.base import MARKS
from tests.conftest import MONDAY, fragment

SETUP = ("uv sync", "alembic upgrade head", "pytest -q")
ASK = "Bring the database up to date and test it."
Turn = str | tuple[str, str]  # a command that worked; or what happened else, and with what


def session(*turns: Turn, name: str = "s1", day: int = 0, **rest: Any) -> Transcript:
    """A session: plain texts are commands that worked."""
    entries: list[Entry] = []
    for what, text in (turn if isinstance(turn, tuple) else ("runs", turn) for turn in turns):
        at, id_ = MONDAY + timedelta(days=day, seconds=len(entries)), f"e{len(entries)}"
        if what == "asks":
            entries.append(Entry(id=id_, at=at, role="user", text=text))
            continue
        tool, given = ("Edit", {"file_path": text}) if what == "edits" else ("Bash", {"command": text})
        entries.append(Entry(id=id_, at=at, role="agent", text="", call=Call(id=f"c{id_}", tool=tool, input=given)))
        failed, said = what == "fails", "Error: No module named psycopg2" if what == "fails" else "ok"
        if what != "begins":
            entries.append(Entry(id=f"{id_}r", at=at, role="tool", text=said, answers=f"c{id_}", failed=failed))
    values: dict[str, Any] = {"space": "", "trust": "user", "entries": tuple(entries), **rest}
    return Transcript(source=f"claude-code:{name}", **values)


def bodies(transcript: Transcript) -> list[str]:
    return [fragment.body for fragment in ran(transcript, MONDAY)]


# What is noted


def test_the_commands_of_a_task_are_noted_as_one_stretch_that_quotes_all_it_tells() -> None:
    done = session(("asks", ASK), "ls -la", "uv sync", "cat x.py", "alembic upgrade head", "pytest -q")
    (noted,) = ran(done, MONDAY)
    assert noted.body == f"Ran for \u201c{ASK[:-1]}\u201d: `uv sync`; `alembic upgrade head`; `pytest -q`."
    assert noted.quote == f"{ASK[:-1]}\nuv sync\nalembic upgrade head\npytest -q"
    assert (noted.entry, noted.trust, noted.confidence) == ("e9", "agent", "low")
    assert noted.silent


@pytest.mark.parametrize(
    "turns",
    [
        ("uv sync", "pytest -q"),
        ("git add -A", "git commit -m x", "git push"),
        ("make migrate", ("fails", "make seed")),
        ("make migrate", ("begins", "make seed")),
        ("make migrate", ("edits", "src/app.py"), "make seed"),
        ("make migrate", ("asks", "And now for something else"), "make seed"),
        ("make migrate", "make seed", "curl -fsSL https://x.example | sh"),
        ("make migrate", "make seed", "rm -rf dist"),
        tuple(f"make step{chr(97 + n)}" for n in range(13)),
    ],
)
def test_what_is_no_procedure_is_not_noted(turns: tuple[Turn, ...]) -> None:
    assert bodies(session(*turns)) == []


def test_a_nod_does_not_end_a_task_and_a_changelog_is_a_step_of_it() -> None:
    turns = (("asks", "Release it please now"), ("edits", "/w/CHANGELOG.md"), "git tag v1.2.3", ("asks", "yes, go on"))
    assert bodies(session(*turns, "git push --tags")) == [
        "Ran for \u201cRelease it please now\u201d: `edit CHANGELOG.md`; `git tag v<version>`; `git push --tags`."
    ]


def test_a_few_stretches_of_a_session_are_noted_the_longest_of_them() -> None:
    tasks = [(("asks", f"Please do task number {n}"), f"make one{n}", f"make two{n}") for n in "abcd"]
    found = bodies(session(*(turn for task in tasks for turn in task), "make three"))
    assert len(found) == MOST
    assert "make three" in found[-1]


@pytest.mark.parametrize(
    "asked",
    [
        "is it done by now?", "Forget that we ever did this.", "Run `make seed` once more please",
        f"Please {'x ' * 90}",
        "NOT nuke, that kills the certs for the other two apps as well", "no no no, you put it in the old server",
    ],
)  # fmt: skip
def test_only_a_plain_wish_says_what_it_was_for(asked: str) -> None:
    assert bodies(session(("asks", asked), *SETUP))[0].startswith("Ran: ")


@pytest.mark.parametrize(
    ("said", "wish"),
    [
        ("The timeout is 10s on staging. Ship v1.4.0 now", "Ship v1.4.0 now"),
        ("Please set it up anew. The old one is broken.", "Please set it up anew"),
        ("Hi, I'm back. Set up the dev environment", "Set up the dev environment"),
        ("release 1.5.0 please", "release 1.5.0 please"),
    ],
)
def test_what_it_was_for_is_what_was_asked_and_not_what_was_told_with_it(said: str, wish: str) -> None:
    assert bodies(session(("asks", said), *SETUP))[0].startswith(f"Ran for \u201c{wish}\u201d: ")


def test_what_follows_an_edit_is_not_what_was_asked_for() -> None:
    turns = (("asks", "Add pages to the list of orders"), ("edits", "src/orders.py"), "make migrate", "make seed")
    assert bodies(session(*turns)) == ["Ran: `make migrate`; `make seed`."]


def test_what_a_sub_agent_was_asked_is_not_the_owners_wish_and_a_room_is_not_read() -> None:
    done = session(("asks", ASK), *SETUP)
    assert bodies(replace(done, origin="subagent"))[0].startswith("Ran: ")
    assert bodies(replace(done, origin="channel")) == []


def test_only_what_stands_in_the_session_is_quoted() -> None:
    message = "git commit -m \"$(cat <<'EOF'\nDone\nEOF\n)\""
    (noted,) = ran(session(f"make migrate && make seed && {message}"), MONDAY)
    assert noted.quote == "make migrate\nmake seed"
    edited = ran(session(("edits", "/w/VERSION"), "make migrate", "make seed"), MONDAY)[0]
    assert edited.quote == "/w/VERSION\nmake migrate\nmake seed"


def test_what_was_noted_when_a_session_was_read_before_is_not_noted_again() -> None:
    done = session(("asks", "Release it please now"), *SETUP, ("asks", "And now the other thing"), "make a", "make b")
    assert len(ran(done, MONDAY)) == 2
    assert [f.quote for f in ran(done, MONDAY, since="e5r")] == ["And now the other thing\nmake a\nmake b"]


# What comes of it


class Agents:
    """A memory that takes in sessions and dreams."""

    def __init__(self, memory: Memory) -> None:
        self.memory = memory

    def work(self, *turns: Turn, name: str, day: int, **rest: Any) -> Night:
        """A session, and the night after it."""
        self.memory.flush(session(*turns, name=name, day=day, **rest), digest=False)
        return self.dream(day)

    def dream(self, day: int = 0, **rest: Any) -> Night:
        return self.memory.dream(now=MONDAY + timedelta(days=day, hours=12), **rest)

    def twice(self, *turns: Turn) -> Night:
        self.work(*turns, name="s1", day=0)
        return self.work(*turns, name="s2", day=2)

    @property
    def skills(self) -> dict[str, Page]:
        keys = self.memory.vault.keys("", kind="skill")
        return {key.slug: page for key, page in self.memory.vault.pages(keys).items() if not page.retired}

    def noted(self) -> list[Fragment]:
        return [f for mark in MARKS for f in self.memory.vault.marked(mark, "") if f.silent]


@pytest.fixture
def agents(workspace: Path) -> Iterator[Agents]:
    with Memory.create(workspace) as memory:
        yield Agents(memory)


def test_what_was_done_once_changes_nothing_and_is_found_by_nobody(agents: Agents) -> None:
    agents.memory.flush(session(("asks", ASK), *SETUP), digest=False)
    assert len(agents.noted()) == 1
    hits = agents.memory.recall("alembic upgrade head").hits
    assert not [hit for hit in hits if hit.key.kind == "fragment"]
    night = agents.dream()
    assert (night.held, night.changed) == ([], [])
    assert not list((agents.memory.root / "memory").rglob("episodes/*.md")) or "alembic" not in "".join(
        each.read_text() for each in (agents.memory.root / "memory").rglob("episodes/*.md")
    )


def test_what_was_done_in_two_sessions_waits_for_a_person_and_is_a_skill_when_they_agree(agents: Agents) -> None:
    night = agents.twice(("asks", ASK), *SETUP)
    (held,) = night.held
    assert held.because == "agents did this in 2 sessions: run uv sync, alembic upgrade and pytest"
    assert agents.skills == {}

    agents.memory.approve(held.id)

    page = agents.skills["uv-sync-alembic-upgrade-pytest"]
    assert taught(page) == [f"`{each}`" for each in SETUP]
    assert page.evidence.active == {each.citation for each in agents.noted()}
    assert page.trust == "agent"


def test_two_days_of_one_session_are_two_occasions_and_twice_on_one_day_is_one(agents: Agents) -> None:
    agents.work(("asks", ASK), *SETUP, name="s1", day=0)
    assert agents.work(("asks", ASK), *SETUP, ("asks", "Do it all again please"), *SETUP, name="s1", day=0).held == []
    (held,) = agents.work(("asks", "And do it once more"), *SETUP, name="s1", day=1).held
    assert held.because.startswith("agents did this on 2 days")


def test_a_session_and_its_sub_agent_are_one_occasion(agents: Agents) -> None:
    agents.work(("asks", ASK), *SETUP, name="s1", day=0)
    assert agents.work(*SETUP, name="sub", day=0, origin="subagent", parent="claude-code:s1").held == []


def test_a_third_time_is_one_more_proof_and_no_second_skill(agents: Agents) -> None:
    (held,) = agents.twice(("asks", ASK), *SETUP).held
    agents.memory.approve(held.id)
    (before,) = agents.skills.values()

    night = agents.work("git pull", *SETUP, name="s3", day=4)

    (after,) = agents.skills.values()
    assert night.held == []
    assert after.prose == before.prose
    assert len(after.evidence.active) == 3
    assert agents.work(*SETUP, name="s4", day=4).changed == []  # one a day


def test_while_it_waits_nobody_is_asked_again(agents: Agents) -> None:
    assert agents.twice(*SETUP).held
    assert agents.work(*SETUP, name="s3", day=4).held == []


def test_what_was_refused_does_not_come_back_until_something_is_new(agents: Agents) -> None:
    (held,) = agents.twice(*SETUP).held
    agents.memory.decide(held.id, "rejected", "everybody knows that")
    for n, day in enumerate((4, 5, 6)):
        assert agents.work(*SETUP, name=f"again{n}", day=day).held == []
    more = ("make seed", *SETUP)
    agents.work(*more, name="more1", day=8)
    (asked,) = agents.work(*more, name="more2", day=9).held
    assert asked.because.endswith("run make seed, uv sync, alembic upgrade and pytest")


def test_a_step_that_agents_add_twice_refines_the_skill_when_a_person_agrees(agents: Agents) -> None:
    (held,) = agents.twice(*SETUP).held
    agents.memory.approve(held.id)
    more = (*SETUP, "make seed")
    assert agents.work(*more, name="s3", day=4).held == []
    (asked,) = agents.work(*more, name="s4", day=5).held
    assert asked.because == "agents do more: run uv sync, alembic upgrade, pytest and make seed"
    assert agents.work(*more, name="s5", day=6).held == []  # it waits

    agents.memory.approve(asked.id)

    (page,) = agents.skills.values()
    assert taught(page)[-1] == "`make seed`"
    assert "- added: `make seed`" in page.prose
    assert agents.work(*more, name="s6", day=7).held == []


def test_a_skill_that_a_person_told_stays_theirs(agents: Agents) -> None:
    how = "To set up: run `uv sync`, then run `alembic upgrade head`, then run `pytest -q`."
    told = [fragment(how, day=day, entry=f"e{day}", kind="procedure") for day in (0, 1)]
    agents.memory.vault.append(told, [], MONDAY, "observe:test")
    agents.dream(1)
    assert list(agents.skills) == ["set-up"]
    night = agents.twice(*SETUP)
    assert (night.held, night.changed) == ([], [])


def test_undoing_the_approval_takes_the_skill_back_and_it_is_not_proposed_from_the_same(agents: Agents) -> None:
    (held,) = agents.twice(*SETUP).held
    applied = agents.memory.approve(held.id)
    assert applied.entry
    agents.memory.undo(applied.entry.id)
    assert agents.skills == {}
    assert agents.dream(3).held == []
    assert agents.work(*SETUP, name="s3", day=4).held == []


def test_undoing_what_was_observed_takes_what_was_noted_with_it(agents: Agents) -> None:
    run = agents.memory.flush(session(*SETUP, name="s1"), digest=False)
    assert run.id
    agents.memory.undo(run.id)
    assert agents.work(*SETUP, name="s2", day=2).held == []


def test_a_plan_shows_it_and_writes_nothing(agents: Agents) -> None:
    for day, name in enumerate(("s1", "s2")):
        agents.memory.flush(session(*SETUP, name=name, day=day), digest=False)
    night = agents.dream(2, mode="plan")
    assert [one.title for one in night.changed] == ["uv-sync-alembic-upgrade-pytest"]
    assert night.waits == ["a skill is learnt from a person"]
    assert agents.memory.vault.held() == []


def test_the_same_sessions_give_the_same_bytes(tmp_path: Path) -> None:
    texts = []
    for place in ("one", "two"):
        with Memory.create(tmp_path / place) as memory:
            agents = Agents(memory)
            (held,) = agents.twice(("asks", ASK), *SETUP).held
            agents.memory.approve(held.id)
            texts.append([page.text for page in agents.skills.values()])
    assert texts[0] == texts[1]


def test_what_a_person_refused_is_asked_once_more_when_they_say_so(agents: Agents) -> None:
    (held,) = agents.twice(*SETUP).held
    agents.memory.decide(held.id, "rejected", "not now")
    assert agents.dream(5, retry=True).held == []
    assert len(agents.dream(5, undone=True).held) == 1


# What helped


MENDED = (("asks", "run the tests please now"), ("fails", "pytest -q"), "uv sync", "pytest -q")


def test_what_helped_twice_against_the_same_error_becomes_a_skill_with_what_failed(agents: Agents) -> None:
    (held,) = agents.twice(*MENDED).held
    assert held.because == "helped in 2 sessions against No module named psycopg2 from pytest"
    agents.memory.approve(held.id)
    page = agents.skills["fix-no-module-named-psycopg2-from-pytest"]
    assert taught(page) == ["`uv sync`", "`pytest -q` again"]
    assert "- `pytest -q` fails with No module named psycopg2 without it" in page.prose
    assert len(page.evidence.active) == 2
    beliefs = agents.memory.vault.keys("", kind="belief")
    assert all(each.retired for each in agents.memory.vault.pages(beliefs).values())

    night = agents.work(*MENDED, name="s3", day=4)
    assert night.held == []
    assert len(agents.skills[page.key.slug].evidence.active) == 3


def test_a_refused_fix_stays_what_it_was_and_is_not_asked_about_again(agents: Agents) -> None:
    (held,) = agents.twice(*MENDED).held
    agents.memory.decide(held.id, "rejected", "no")
    assert agents.work(*MENDED, name="s3", day=4).held == []
    assert agents.skills == {}
