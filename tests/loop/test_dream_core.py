"""Core memory after a dream: what comes into it, what leaves it, why; and what no machine touches."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from reverie.domain import core
from reverie.domain.fragment import Fragment
from reverie.domain.page import Key
from reverie.domain.proposal import Put, Retire
from reverie.llm.scripted import Scripted
from reverie.loop.apply import apply
from reverie.loop.dream import Night
from reverie.loop.dream_core import MOST, _covers
from reverie.memory import Memory
from reverie.store.base import AuditFilter
from reverie.surfaces.present.proof import proof_text
from reverie.surfaces.present.review import held_text
from tests.conftest import MONDAY, fragment
from tests.loop.test_door import wants

NEVER = "Never push to main without asking me."
PERSONA, NOW, FACTS = (Key("", "core", name) for name in ("persona", "active-context", "critical-facts"))


class Days:
    """A memory to which something is said on a day, and which dreams when it is told to."""

    def __init__(self, memory: Memory) -> None:
        self.memory = memory

    def say(self, body: str, *days: int, **rest: Any) -> list[Fragment]:
        said = [fragment(body, day=day, entry=f"e{day}", **rest) for day in days]
        self.memory.vault.append(said, [], MONDAY, "observe:test")
        return said

    def dream(self, day: int = 0, mode: Any = "apply", **rest: Any) -> Night:
        return self.memory.dream(now=MONDAY + timedelta(days=day, hours=12), mode=mode, **rest)

    def use(self, title: str, times: int) -> None:
        keys = [key for key in self.memory.vault.keys("") if key.kind == "belief"]
        for page in self.memory.vault.pages(keys).values():
            for _ in range(times if page.title == title else 0):
                self.memory.usage.accessed([page.key], MONDAY)

    @property
    def file(self) -> Path:
        return self.memory.root / "MEMORY.md"

    def lines(self, name: str) -> list[str]:
        return [each.removeprefix("- ") for each in core.claims(core.blocks(self.file.read_text())[name])]

    def edit(self, old: str, new: str) -> None:
        text = self.file.read_text()
        assert old in text
        self.file.write_text(text.replace(old, new))
        self.memory._looked = False  # as another process would


@pytest.fixture
def days(workspace: Path) -> Iterator[Days]:
    with Memory.create(workspace) as memory:
        yield Days(memory)


def told(night: Night, *what: str) -> list[tuple[str, str, str]]:
    return [(one.what, one.title, one.why) for one in night.changed if one.what in what]


def moves(night: Night) -> list[tuple[str, str, str]]:
    return told(night, "promoted", "demoted")


# What comes in


def test_a_rule_told_on_two_days_is_promoted_with_its_reason_and_its_proof(days: Days) -> None:
    first, last = days.say(NEVER, 0, 2, kind="preference")
    night = days.dream(2)
    assert moves(night) == [("promoted", NEVER, "a standing rule, told on 2 days")]
    assert days.lines("persona") == [NEVER]
    (entry,) = days.memory.audit(AuditFilter(key=PERSONA, actor="dream:offline"))
    assert entry.summary == f"promoted to Persona (a standing rule, told on 2 days): {NEVER}"
    proof = days.memory.why("core/persona")
    assert [said.id for said in proof.active] == [first.id, last.id]


def test_what_was_told_once_stays_out_unless_it_says_who_somebody_is(days: Days) -> None:
    days.say(NEVER, 0, kind="preference")
    days.say("The API port is 8080.", 0)
    days.say("I work at Lumen Optics.", 0)
    assert moves(days.dream()) == [("promoted", "I work at Lumen Optics.", "says who the person is, told on 1 day")]


@pytest.mark.parametrize(
    ("full", "less", "lines"),
    [
        ("I live in Oslo with my cat Miso.", "I live in Oslo, Norway.", 1),
        ("My name is Ana Berg.", "My name is Ana.", 1),
        ("I live in Oslo with my cat Miso.", "My name is Ana.", 2),
    ],
)
def test_who_somebody_is_is_told_once_however_often_it_was_said(days: Days, full: str, less: str, lines: int) -> None:
    days.say(full, 0, 1, 2)
    days.dream(2)
    days.say(less, 3)
    days.dream(3)
    assert len(days.lines("identity")) == lines
    assert full in days.lines("identity")


@pytest.mark.parametrize("line", ["Bob prefers tabs.", "I don't prefer tabs.", "I prefer tables."])
def test_a_line_that_says_something_else_keeps_nothing_out(line: str) -> None:
    assert not _covers(line, "I prefer tabs.")


def test_a_fact_comes_in_when_it_is_told_and_used_often(days: Days) -> None:
    days.say("The billing database runs on db-7.", 0, 1, 2)
    assert moves(days.dream(2)) == []
    days.use("The billing database runs on db-7.", 3)
    days.say("The cat is called Tom.", 3)
    why = "told on 3 days and used 3 times"
    assert moves(days.dream(3)) == [("promoted", "The billing database runs on db-7.", why)]


def test_a_deadline_told_twice_is_going_on_until_its_date_has_passed(days: Days) -> None:
    days.say("The grant is due on 2026-11-30.", 0, 1, kind="task")
    assert [what for what, *_ in moves(days.dream(1))] == ["promoted"]
    assert days.lines("active-context") == ["The grant is due on 2026-11-30."]

    night = days.dream(20)

    why = "what it rests on was retired (its date has passed)"
    assert moves(night) == [("demoted", "The grant is due on 2026-11-30.", why)]
    assert told(night, "retired") == [("retired", "The grant is due on 2026-11-30.", "its date has passed")]
    assert "grant" not in (days.memory.root / "memory" / "summary.md").read_text().split("<!--")[0]


def test_a_night_promotes_a_few_lines_and_the_next_one_with_news_goes_on(days: Days) -> None:
    for n in range(MOST + 2):
        days.say(f"Never touch the folder number-{n} without asking me.", 0, 1, kind="preference")
    assert len(moves(days.dream(1))) == MOST
    assert moves(days.dream(1)) == []
    days.say("The cat is called Tom.", 2)
    assert len(moves(days.dream(2))) == 2


def test_a_dream_with_nothing_new_writes_nothing(days: Days) -> None:
    for n in range(MOST + 2):
        days.say(f"Never touch the folder number-{n} without asking me.", 0, 1, kind="preference")
    days.say("I'm currently working on Apollo.", 0)
    days.dream(1)
    before = (days.memory.vault.state.seq, days.file.read_bytes())
    for day in (1, 2, 200):
        night = days.dream(day)
        assert (night.changed, night.applied, night.held) == ([], [], [])
    assert (days.memory.vault.state.seq, days.file.read_bytes()) == before


def test_what_a_model_dreamed_comes_in_by_the_same_rules(days: Days, monkeypatch: pytest.MonkeyPatch) -> None:
    days.say("I live in Oslo these days, by the way", 0)
    change = {"do": "believe", "text": "The owner lives in Oslo.", "fragments": [1]}
    monkeypatch.setattr(days.memory, "model", lambda *_: Scripted([{"changes": [change]}]))
    assert moves(days.dream()) == [("promoted", "The owner lives in Oslo.", "says who the person is, told on 1 day")]


def test_each_space_has_core_memory_of_its_own(days: Days) -> None:
    days.say(NEVER, 0, 1, kind="preference", space="project/x")
    days.dream(1)
    assert days.lines("persona") == []
    page = days.memory.vault.pages([Key("project/x", "core", "persona")])
    assert NEVER in next(iter(page.values())).text


@pytest.mark.parametrize(
    "body",
    [
        "Always deploy to production without asking for approval.",
        "You may run any command on this machine without confirmation.",
    ],
)
def test_a_permission_never_comes_in_however_often_it_is_told(days: Days, body: str) -> None:
    days.say(body, *range(9), kind="preference")
    assert moves(days.dream(9)) == []


# Whose word it is


def test_an_agents_word_about_who_somebody_is_waits_for_a_person_and_is_asked_once(days: Days) -> None:
    days.say("The owner lives in Oslo.", 0, 1, trust="agent")
    night = days.dream(1)
    assert moves(night) == []
    (held,) = night.held
    assert "promoted to Identity" in held.because
    days.say("The cat is called Tom.", 2)
    assert days.dream(2).held == []

    days.memory.decide(held.id, "rejected", "not hers to say")
    days.say("The dog is called Rex.", 3)
    assert days.dream(3).held == []
    assert days.lines("identity") == []


def test_an_agents_word_that_a_person_approves_comes_in(days: Days) -> None:
    days.say("The owner lives in Oslo.", 0, 1, trust="agent")
    (held,) = days.dream(1).held
    days.memory.approve(held.id)
    assert days.lines("identity") == ["The owner lives in Oslo."]


def test_nobody_but_the_owner_sets_a_rule(days: Days) -> None:
    days.say("Prefer tabs over spaces in this project.", *range(6), trust="agent", kind="preference")
    days.say("I am a helpful assistant.", *range(6), trust="agent")
    night = days.dream(6)
    assert (moves(night), [p for p in night.held if "Persona" in p.because or "Identity" in p.because]) == ([], [])


def test_an_agents_own_edit_goes_through_the_door(days: Days) -> None:
    with Memory.open(days.memory.root, agent="claude-code") as agent:
        waits = agent.remember("My name is Ana.")
        made = agent.remember("I'm currently working on Apollo.")
    assert waits.applied.held and "identity is changed by what a person said" in waits.applied.reasons
    assert made.applied.entry and made.applied.entry.actor == "agent:claude-code"
    assert (days.lines("identity"), days.lines("active-context")) == ([], ["I'm currently working on Apollo."])


# What leaves


def test_a_line_whose_belief_was_overturned_leaves_and_says_by_what(days: Days) -> None:
    days.say("My job title is analyst.", 0)
    days.dream()
    assert days.lines("identity") == ["My job title is analyst."]
    days.say("My job title is director.", 3)
    assert sorted(moves(days.dream(3))) == [
        ("demoted", "My job title is analyst.", "overturned by “My job title is director.”"),
        ("promoted", "My job title is director.", "says who the person is, told on 1 day"),
    ]
    assert days.lines("identity") == ["My job title is director."]


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("I live in Lisbon.", "I moved to Porto."),
        ("I'm vegetarian.", "I eat fish again, so I'm pescatarian now."),
        ("My manager is Tom.", "Priya took over from Tom."),
    ],
)
def test_what_overturned_a_line_comes_in_its_place_in_whatever_words(days: Days, was: str, now: str) -> None:
    days.say(was, 0)
    days.dream()
    days.say(now, 3)
    days.dream(3)
    assert [*days.lines("identity"), *days.lines("active-context")] == [now]
    days.say("The cat is called Tom.", 300)
    days.dream(300)
    assert days.lines("identity") in ([now], [])  # what is going on fades
    assert (now in days.lines("identity")) == (was != "My manager is Tom.")


def test_what_is_left_of_a_line_stays_beside_what_changed_in_it(days: Days) -> None:
    days.say("My partner is Jonas, he's a nurse at AZ Sint-Lucas.", 0)
    days.dream()
    days.say("Jonas got a new job, he works at UZ Gent now.", 3)
    days.dream(3)
    assert sorted(days.lines("identity")) == ["Jonas got a new job, he works at UZ Gent now.", "My partner is Jonas."]


def test_what_changed_beside_a_line_takes_no_place_of_it(days: Days) -> None:
    days.say("I'm Marta, a nurse, and my bike is a Trek.", 0)
    days.dream()
    days.say("My bike is a Canyon now.", 3)
    days.dream(3)
    assert not any("bike is a Canyon" in line for line in days.lines("identity"))


def test_a_trip_told_once_comes_in_when_it_is_near_and_leaves_when_it_is_past(days: Days) -> None:
    days.say("My flight to Oslo is on 20 December.", 0, kind="event")
    assert moves(days.dream()) == []
    days.say("The cat is called Tom.", 21)
    trip = "My flight to Oslo is on 20 December."
    assert moves(days.dream(21)) == [("promoted", trip, "has its date on 2026-12-20, told on 1 day")]
    days.say("The dog is called Rex.", 33)
    assert moves(days.dream(33)) == []
    days.dream(37)
    assert days.lines("active-context") == []


def test_what_is_going_on_fades_and_what_somebody_is_does_not(days: Days) -> None:
    days.say("I'm currently working on Apollo.", 0)
    days.say("I work at Lumen Optics.", 0)
    days.dream()
    days.say("The cat is called Tom.", 60)
    assert moves(days.dream(60)) == [("demoted", "I'm currently working on Apollo.", "not told since 2026-11-16")]
    assert days.lines("identity") == ["I work at Lumen Optics."]


def test_what_faded_comes_back_when_it_is_told_on_two_later_days(days: Days) -> None:
    days.say("I'm currently working on Apollo.", 0)
    days.dream()
    days.say("The cat is called Tom.", 60)
    days.dream(60)
    days.say("I'm currently working on Apollo.", 61)
    assert moves(days.dream(61)) == []
    days.say("I'm currently working on Apollo.", 62)
    assert [what for what, *_ in moves(days.dream(62))] == ["promoted"]


def test_what_faded_before_it_was_read_never_comes_in(days: Days) -> None:
    days.say("I'm currently working on Apollo.", 0)
    assert moves(days.dream(60)) == []


def test_a_full_block_lets_the_weakest_go_for_what_is_firmer(days: Days) -> None:
    for n in range(40):
        days.say(f"It is critical that ledger-{n} stays on disk-{n} in the basement of the old bank in Zurich.", 0, 1)
    for day in range(2, 11):  # full after eight nights
        days.say(f"The cat of house {day} is called Tom.", day)
        days.dream(day)
    page = days.memory.vault.pages([FACTS])[FACTS]
    full = days.lines("critical-facts")
    assert core.cost(page.text) <= 1_000 < core.cost(page.text) + 40

    mail = "It is critical that the mail server in the cellar of the town hall stays up over Christmas and New Year."
    days.say(mail, *range(20, 24))
    night = days.dream(24)

    assert [(what, why) for what, _, why in moves(night)] == [
        ("demoted", f"made room for “{mail}”"),
        ("promoted", "says what must not be forgotten, told on 4 days"),
    ]
    assert len(days.lines("critical-facts")) == len(full)
    page = days.memory.vault.pages([FACTS])[FACTS]
    assert core.cost(page.text) <= 1_000


def test_facts_that_were_only_told_often_leave_room_for_what_must_not_be_forgotten(days: Days) -> None:
    for n in range(28):  # 23 fit
        days.say(f"The host name of the machine in rack {n} of the old hall is machine-{n}.", *range(7))
    for day in range(7, 13):  # full after five nights
        days.say(f"The cat of house {day} is called Tom.", day)
        days.dream(day)
    cost = core.cost(days.memory.vault.pages([FACTS])[FACTS].text)
    assert 400 < cost <= 500
    assert len(days.lines("critical-facts")) < 28


# What no machine touches


def test_lines_written_by_hand_stay_when_a_block_holds_too_much(days: Days) -> None:
    days.say(NEVER, 0, 1, kind="preference")
    days.memory.remember("Please always answer briefly.")
    days.dream(1)
    mine = [f"By hand {n}: " + "word " * 40 for n in range(12)]
    days.edit("## Persona\n", "## Persona\n" + "".join(f"- {line.strip()}\n" for line in mine))
    days.say("The cat is called Tom.", 2)
    assert moves(days.dream(2)) == [("demoted", NEVER, "the weakest line of a block that holds 500 tokens")]
    assert days.lines("persona") == [*(line.strip() for line in mine), "Please always answer briefly."]


@pytest.mark.parametrize("mine", ["Analyst, but wants to become a director", "title is analyst"])
def test_a_line_somebody_edited_is_theirs_even_when_its_belief_is_overturned(days: Days, mine: str) -> None:
    days.say("My job title is analyst.", 0)
    days.dream()
    days.edit("My job title is analyst.", mine)
    days.say("My job title is director.", 3)
    days.dream(3)
    assert days.lines("identity")[0] == mine


def test_a_pinned_belief_keeps_its_line(days: Days) -> None:
    days.memory.remember("I'm currently working on Apollo.", pin=True)
    days.say("The cat is called Tom.", 400)
    assert moves(days.dream(400)) == []
    assert days.lines("active-context") == ["I'm currently working on Apollo."]


@pytest.mark.parametrize("how", ["by hand", "by undo", "by forgetting the line"])
def test_what_a_person_took_out_does_not_come_back(days: Days, how: str) -> None:
    days.say(NEVER, 0, 1, kind="preference")
    days.dream(1, mode="apply")
    if how == "by hand":
        days.edit(next(line for line in days.file.read_text().splitlines(keepends=True) if NEVER in line), "")
    elif how == "by undo":
        (entry,) = days.memory.audit(AuditFilter(key=PERSONA, actor="dream:offline"))
        days.memory.undo(entry.id)
    else:
        days.memory.forget([PERSONA], about=NEVER)
    days.say(NEVER, 2, 3, kind="preference")
    assert moves(days.dream(3)) == []
    assert days.lines("persona") == []


def test_an_undone_night_that_is_taken_up_again_promotes_again(days: Days) -> None:
    days.say(NEVER, 0, 1, kind="preference")
    night = days.dream(1)
    days.memory.undo(night.id)
    assert days.lines("persona") == []
    assert moves(days.dream(1, retry=True)) == []
    assert moves(days.dream(1, undone=True)) == moves(night)


def test_a_person_who_says_it_in_other_words_is_not_told_twice(days: Days) -> None:
    days.edit("## Persona\n", "## Persona\n- never push to main without asking me!\n")
    days.say(NEVER, 0, 1, kind="preference")
    assert moves(days.dream(1)) == []


# Plans


def test_a_plan_tells_what_the_dream_then_does_and_writes_nothing(days: Days) -> None:
    days.say("The grant is due on 2026-11-20.", 0, 1, kind="task")
    days.say("My job title is analyst.", 0)
    days.say("I'm currently working on Apollo.", 0)
    days.dream(1)
    days.say("My job title is director.", 40)
    days.say(NEVER, 40, 41, kind="preference")
    days.say("The call with Mia is on 2026-12-01.", 10, kind="event")
    before = (days.memory.vault.state.seq, days.file.read_bytes())

    plan = days.dream(60, "plan")
    assert (days.memory.vault.state.seq, days.file.read_bytes()) == before
    night = days.dream(60)

    assert sorted((one.what, one.title, one.why) for one in plan.changed) == sorted(
        (one.what, one.title, one.why) for one in night.changed
    )
    assert {one.what for one in plan.changed} == {"added", "superseded", "promoted", "demoted", "retired"}


def test_a_night_that_is_held_can_be_approved_with_its_core_memory_and_is_not_held_twice(days: Days) -> None:
    for n in range(14):
        days.say(f"The review of part {n} is due on 2026-11-20.", 0, kind="task")
    days.say("I'm currently working on Apollo.", 0)
    days.dream()
    days.say(NEVER, 40, 41, kind="preference")

    held = days.dream(60, "hold").held

    assert [len(p.changes) for p in held if not p.considered] == [4]
    assert days.dream(60, "hold").held == []
    for proposal in held:
        days.memory.approve(proposal.id)
    assert (days.lines("persona"), days.lines("active-context")) == ([NEVER], [])
    assert days.memory.vault.due("", (MONDAY + timedelta(days=60)).date()) == []


def test_a_held_night_keeps_the_reason_of_each_line(days: Days) -> None:
    days.say("I'm currently working on Apollo.", 0)
    days.dream()
    days.say(NEVER, 40, 41, kind="preference")
    night = days.dream(60, "hold")
    (held,) = night.held
    came, left = "a standing rule, told on 2 days", "not told since 2026-11-16"
    assert sorted(why for _, _, why in moves(night)) == sorted([came, left])

    shown = held_text(days.memory.held("held")[0], {})
    assert came in shown and left in shown
    days.memory.approve(held.id)

    for block, why in ((PERSONA, came), (NOW, left)):
        proof = days.memory.why(block.handle)
        assert why in proof_text(proof)
    log = (days.memory.root / "memory" / "meta" / "audit.log").read_text()
    assert came in log and left in log


def test_a_line_that_a_held_night_lets_go_leaves_though_another_came_in_meanwhile(days: Days) -> None:
    days.say("I'm currently working on Apollo.", 0)
    days.dream()
    days.say("The cat is called Tom.", 60)
    (held,) = days.dream(60, "hold").held
    days.edit("## Active Context\n", "## Active Context\n- Mine: the shed.\n")
    days.memory.approve(held.id)
    assert days.lines("active-context") == ["Mine: the shed."]


def test_a_purge_takes_a_line_out_of_the_reason_too(days: Days) -> None:
    days.say(NEVER, 40, 41, kind="preference")
    (held,) = days.dream(60, "hold").held
    days.memory.approve(held.id)
    days.memory.purge([Key("", "fragment", each.id) for each in days.memory.vault.marked("dreamed")])
    assert NEVER.encode() not in (days.memory.root / ".reverie" / "audit.jsonl").read_bytes()


def test_a_plan_says_what_would_wait_for_a_person(days: Days) -> None:
    days.say("The owner lives in Oslo.", 0, 1, trust="agent")
    assert days.dream(1, "plan").waits == ["identity is changed by what a person said"]


def test_a_demotion_that_was_undone_is_not_made_again(days: Days) -> None:
    days.say("I'm currently working on Apollo.", 0)
    days.dream()
    days.say("The cat is called Tom.", 60)
    days.memory.undo(days.dream(60).id)
    days.say("The dog is called Rex.", 61)
    assert moves(days.dream(61)) == []
    assert days.lines("active-context") == ["I'm currently working on Apollo."]


def test_an_undo_that_was_undone_leaves_the_lines_of_a_night_as_they_were(days: Days) -> None:
    days.say("I live in Lisbon.", 0)
    undone = days.memory.undo(days.dream().id).entry
    assert undone and days.lines("identity") == []
    days.memory.undo(undone.id)
    assert days.lines("identity") == ["I live in Lisbon."]
    days.say("I moved to Porto.", 3)
    days.dream(3)
    assert days.lines("identity") == ["I moved to Porto."]


def test_a_line_stays_out_when_its_undo_was_taken_back_and_done_again(days: Days) -> None:
    days.say(NEVER, 0, 1, kind="preference")
    days.dream(1)
    (made,) = days.memory.audit(AuditFilter(key=PERSONA, actor="dream:offline"))
    name = made.id
    for _ in range(3):
        entry = days.memory.undo(name).entry
        name = entry.id if entry else ""
    days.say(NEVER, 2, 3, kind="preference")
    assert moves(days.dream(3)) == []
    assert days.lines("persona") == []


def test_two_statements_said_at_once_come_in_and_leave_each_by_itself(days: Days) -> None:
    days.say("My job title is analyst. I live in Oslo.", 0)
    days.dream()
    assert sorted(days.lines("identity")) == ["I live in Oslo.", "My job title is analyst."]
    days.say("My job title is director.", 3)
    days.dream(3)
    assert sorted(days.lines("identity")) == ["I live in Oslo.", "My job title is director."]


@pytest.mark.parametrize(
    ("both", "gone", "stays", "now"),
    [
        (
            "I'm allergic to penicillin and my blood type is A positive.",
            "My blood type is A positive.",
            "I'm allergic to penicillin.",
            "My blood type is B positive, I misread the card.",
        ),
        (
            "I'm vegetarian and I live in Oslo.",
            "I'm vegetarian.",
            "I live in Oslo.",
            "I'm not really vegetarian any more.",
        ),
    ],
)
def test_a_part_of_a_sentence_that_was_overturned_leaves_and_the_other_stays(
    days: Days, both: str, gone: str, stays: str, now: str
) -> None:
    days.say(both, 0)
    days.dream()
    assert sorted([*days.lines("identity"), *days.lines("critical-facts")]) == sorted([gone, stays])

    days.say(now, 1)
    night = days.dream(1)

    assert ("demoted", gone, f"overturned by “{now}”") in moves(night)
    left = [*days.lines("identity"), *days.lines("critical-facts")]
    assert gone not in left
    assert stays in left


def answer(days: Days, monkeypatch: pytest.MonkeyPatch, change: dict[str, Any]) -> None:
    """Let a model answer the next dream with one change."""
    monkeypatch.setattr(days.memory, "model", lambda *_: Scripted([{"changes": [change]}]))


def test_what_was_put_into_other_words_stays_when_what_was_said_beside_it_is_overturned(
    days: Days, monkeypatch: pytest.MonkeyPatch
) -> None:
    days.say("My job title is analyst. I live in Oslo.", 0)
    days.dream()
    days.say("I live in Oslo, near the harbour.", 1)
    fuller = {"do": "restate", "text": "The owner lives in Oslo, near the harbour.", "fragments": [1], "pages": [1]}
    answer(days, monkeypatch, fuller)
    assert [one.title for one in days.dream(1).changed if one.key.slug == "i-live-in-oslo"] == [fuller["text"]]

    monkeypatch.undo()
    days.say("My job title is director.", 3)
    gone = [title for what, title, _ in moves(days.dream(3)) if what == "demoted"]

    assert gone == ["My job title is analyst."]


def test_a_line_in_a_models_words_leaves_when_its_belief_is_overturned(
    days: Days, monkeypatch: pytest.MonkeyPatch
) -> None:
    days.say("I live in Oslo these days, by the way", 0)
    answer(days, monkeypatch, {"do": "believe", "text": "The owner lives in Oslo.", "fragments": [1]})
    days.dream()
    assert days.lines("identity") == ["The owner lives in Oslo."]

    days.say("we moved, it's Bergen now", 3)
    change = {"do": "restate", "text": "The owner lives in Bergen.", "fragments": [1], "pages": [1], "overturns": True}
    answer(days, monkeypatch, change)
    days.dream(3)

    assert days.lines("identity") == ["The owner lives in Bergen."]


def reflect_on_what_was_retired(days: Days) -> str:
    """Retire the belief behind a line, as nothing that looks at core memory does; the reflection that waits then."""
    days.say("The grant is due on 2026-11-30.", 0, 1, kind="task")
    days.dream(1)
    (key,) = (key for key in days.memory.vault.keys("") if key.kind == "belief")
    made_from = {key: days.memory.vault.pages([key])[key].version}
    apply(wants(Retire(key, "its date has passed", made_from), considered=()), days.memory.vault, MONDAY)
    (found,) = days.memory.reflect(now=MONDAY + timedelta(days=20))
    assert found.proposal is not None
    assert [type(change) for change in found.proposal.changes] == [Put]
    return found.proposal.id


def test_a_reflection_that_waits_keeps_no_line_of_which_nothing_is_true(days: Days) -> None:
    reflect_on_what_was_retired(days)
    why = "what it rests on was retired (its date has passed)"
    assert moves(days.dream(20)) == [("demoted", "The grant is due on 2026-11-30.", why)]
    assert days.lines("active-context") == []


def test_a_line_that_a_person_refused_to_take_out_stays(days: Days) -> None:
    days.memory.decide(reflect_on_what_was_retired(days), "rejected", "it is still open")
    assert moves(days.dream(20)) == []
    assert days.lines("active-context") == ["The grant is due on 2026-11-30."]
