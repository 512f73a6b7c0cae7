"""Reflecting: a long look becomes one proposal that waits. No page changes before a person says so."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from reverie.domain import reflection
from reverie.domain.belief import restate
from reverie.domain.citation import Evidence
from reverie.domain.fragment import Fragment
from reverie.domain.graph import add_to_section, entity, entity_slug
from reverie.domain.page import Key, Page
from reverie.domain.proposal import Merge, Proposal, Put, from_json, put, to_json
from reverie.domain.reflection import Finding, Reflection, Section
from reverie.errors import NotFound, PageMoved, ReverieError
from reverie.loop.apply import apply
from reverie.loop.begin import new_id
from reverie.loop.reflect import Reflected, pending
from reverie.memory import Memory
from reverie.store.base import AuditFilter
from tests.conftest import MONDAY, belief, fragment
from tests.loop.test_dream import held as beliefs, texts

LATER = MONDAY + timedelta(days=1)
MARCH, APRIL = "The project deadline is March 30.", "The project deadline is April 15."
FRIDAYS, ALSO = "Deploys happen on Fridays.", "We deploy on Fridays."


@pytest.fixture
def memory(workspace: Path) -> Memory:
    return Memory.create(workspace)


def know(memory: Memory, *said: str, day: int = 0, **rest: str) -> list[Page]:
    """Beliefs that stand beside each other, each said on a day of its own."""
    made = []
    for n, text in enumerate(said):
        proof = fragment(text, day=day + n, entry=f"k{day + n}", **rest)
        memory.vault.append([proof], [], MONDAY, "test")
        page = belief(text, proof, slug=text.lower().rstrip(".").replace(" ", "-"))
        apply(_wants(put(page, None), proof), memory.vault, MONDAY)
        made.append(page)
    memory.index.refresh()
    return made


def _wants(change: Put, *proof: Fragment) -> Proposal:
    return Proposal(
        id=new_id(), origin="dream", actor="dream:test", because="a test wants it", changes=(change,),
        considered=tuple(each.id for each in proof),
    )  # fmt: skip


def reflect(memory: Memory, at: datetime | None = None) -> Reflected:
    (found,) = memory.reflect("", now=at)
    return found


def told(found: Reflected, section: Section) -> list[str]:
    return [finding.text for finding in _of(found).of(section)]


def _of(found: Reflected) -> Reflection:
    assert found.found
    return found.found


def name(found: Reflected) -> str:
    assert found.proposal
    return found.proposal.id


def page_of(text: str, folder: Path) -> str:
    return (folder / "memory" / "meta" / text).read_text("utf-8")


# What is found


def test_a_reflection_tells_what_was_learnt_and_changes_nothing(memory: Memory, workspace: Path) -> None:
    know(memory, "Ana prefers tea.", "Billing runs on Postgres 16.")
    before = texts(memory)
    found = reflect(memory)
    assert told(found, "knowledge") == [
        "Learned: Ana prefers tea. (mentioned)",
        "Learned: Billing runs on Postgres 16. (mentioned)",
    ]
    assert (_of(found).name, found.proposal and found.proposal.actor) == ("r-001", "reflection:r-001")
    assert texts(memory) == before
    (waits,) = pending(memory.vault)
    assert (waits.state, waits.proposal.id) == ("held", name(found))
    page = page_of("pending-reflection.md", workspace)
    assert page.startswith("<!-- Rendered by Reverie")
    assert "- Learned: Ana prefers tea. (mentioned)" in page
    assert "Nothing would be changed" in page


def test_beliefs_at_odds_are_shown_with_both_sides_and_the_newer_would_hold(memory: Memory) -> None:
    old, new = know(memory, MARCH, APRIL)
    found = reflect(memory)
    (text,) = told(found, "contradictions")
    assert text == f"“{APRIL}” (user, 2026-11-17) against “{MARCH}” (user, 2026-11-16): the first would hold."
    assert set(beliefs(memory)) == {MARCH, APRIL}
    memory.approve(name(found))
    (page,) = beliefs(memory).values()
    assert (page.prose, page.evidence.active, page.evidence.superseded) == (
        APRIL, new.evidence.active, old.evidence.active,
    )  # fmt: skip


def test_what_is_said_twice_would_be_one_with_the_evidence_of_both(memory: Memory) -> None:
    one, other = know(memory, FRIDAYS, ALSO)
    found = reflect(memory)
    assert f"Say the same, and would be one: “{FRIDAYS}” and “{ALSO}”." in told(found, "knowledge")
    memory.approve(name(found))
    (page,) = beliefs(memory).values()
    assert page.evidence.active == one.evidence.active | other.evidence.active


def test_what_nobody_used_for_months_would_be_put_away_with_the_reason(memory: Memory) -> None:
    (page,) = know(memory, "The old CSS bug was in the footer.")
    found = reflect(memory, MONDAY + timedelta(days=200))
    (text,) = told(found, "archival")
    assert text.startswith("The old CSS bug was in the footer. (score 0.00")
    assert text.endswith("not used for 200 days)")
    memory.approve(name(found))
    assert memory.vault.pages([page.key])[page.key].retired


def test_many_old_digests_do_not_hide_what_nobody_uses(memory: Memory) -> None:
    know(memory, "The old CSS bug was in the footer.")
    said = fragment("A session about nothing.", day=-9, base=0.5)
    memory.vault.append([said], [], MONDAY, "test")
    for n in range(70):
        text = f"---\ntitle: Session {n}\n---\nNothing.\n\nfragments:\n- {said.citation}\n"
        page = Page(key=Key("", "digest", f"2026-11-16-s{n}"), text=text)
        wants = Proposal(id=new_id(), origin="observe", actor="bot:digest", because="kept", changes=(put(page, None),))
        apply(wants, memory.vault, MONDAY)
    memory.index.refresh()
    assert len(told(reflect(memory, MONDAY + timedelta(days=200)), "archival")) == 1


def test_what_core_memory_rests_on_or_a_person_pinned_is_not_put_away(memory: Memory) -> None:
    memory.remember("My name is Ana Keller")
    memory.remember("The wifi is in the drawer", pin=True)
    found = reflect(memory, datetime.now(MONDAY.tzinfo) + timedelta(days=400))
    assert told(found, "archival") == []


def test_entities_that_are_told_of_together_again_and_again_would_be_linked(memory: Memory) -> None:
    said = [fragment(f"Ana and Rudi worked on plan {day}.", day=day, entry=f"m{day}") for day in range(3)]
    memory.vault.append(said, [], MONDAY, "test")
    for who in ("Ana Keller", "Rudi Stern"):
        page = entity(Key("", "entity", entity_slug("person", who)), who)
        for each in said:
            page = add_to_section(page, "Facts", each.body, Evidence(frozenset({each.citation})))
        apply(_wants(put(page, None), *said), memory.vault, MONDAY)
    found = reflect(memory)
    links = [finding for finding in _of(found).of("connections") if finding.proposes]
    assert [finding.text for finding in links] == [
        "person--ana-keller → related-to → person--rudi-stern (NEW: told of together on 3 days)"
    ]
    memory.approve(name(found))
    assert [link.name for _, link in memory.graph("Ana Keller").relations] == ["related-to"]


def test_a_belief_that_was_overturned_and_one_that_grew_firm_are_told_as_evolution(memory: Memory) -> None:
    know(memory, "The API port is 8080.", "Ana prefers tea.")
    memory.approve(name(reflect(memory)))
    for n in range(3):
        said = [fragment("Ana prefers tea.", day=3 + n, entry=f"t{n}")]
        memory.vault.append(said, [], MONDAY, "test")
    memory.vault.append([fragment("The API port is 9090.", day=9, entry="p")], [], MONDAY, "test")
    memory.dream(now=MONDAY + timedelta(days=20))
    found = reflect(memory)
    assert "I held “The API port is 8080.” and now hold “The API port is 9090.”." in told(found, "evolution")
    assert "“Ana prefers tea.” was told on 4 days by now: held consistently." in told(found, "evolution")


def test_a_line_of_what_goes_on_that_nobody_told_for_a_month_would_leave_core_memory(memory: Memory) -> None:
    memory.remember("I am currently working on the billing migration")
    month = datetime.now(MONDAY.tzinfo) + timedelta(days=40)
    found = reflect(memory, month)
    (text,) = told(found, "core")
    assert text.startswith("Would leave active-context: “I am currently working on the billing migration”")
    memory.approve(name(found))
    (block,) = memory.vault.pages([Key("", "core", "active-context")]).values()
    assert "billing" not in block.prose


def test_the_hosts_user_file_may_be_proposed_and_is_written_by_approval_alone(memory: Memory, workspace: Path) -> None:
    (workspace / "USER.md").write_text("# User\n", "utf-8")
    memory._looked = False
    memory.take_in()
    for day in range(3):
        said = fragment("My name is Ana Keller.", day=day, entry=f"u{day}")
        memory.vault.append([said], [], MONDAY, "test")
    memory.dream(now=MONDAY + timedelta(days=4))
    found = reflect(memory, MONDAY + timedelta(days=5))
    assert "USER.md would say: “My name is Ana Keller.” (told on 2 days)" in told(found, "core")
    assert (workspace / "USER.md").read_text("utf-8") == "# User\n"
    with Memory.open(workspace, agent="claude-code") as agent, pytest.raises(ReverieError, match="only a person"):
        agent.approve(name(found))
    applied = memory.approve(name(found))
    assert "- My name is Ana Keller." in (workspace / "USER.md").read_text("utf-8")
    memory.undo(applied.entry.id if applied.entry else "")
    assert (workspace / "USER.md").read_text("utf-8") == "# User\n"


def test_what_the_person_put_into_other_words_in_their_user_file_is_not_proposed_again(
    memory: Memory, workspace: Path
) -> None:
    # given a line for USER.md that was approved with changes
    (workspace / "USER.md").write_text("# User\n", "utf-8")
    memory._looked = False
    memory.take_in()
    for day in range(3):
        memory.vault.append([fragment("My name is Ana Keller.", day=day, entry=f"u{day}")], [], MONDAY, "test")
    memory.dream(now=MONDAY + timedelta(days=4))
    found = reflect(memory, MONDAY + timedelta(days=5))
    assert found.proposal
    number, page = next(
        (n, change.page)
        for n, change in enumerate(found.proposal.changes, 1)
        if isinstance(change, Put) and change.page.key.slug == "USER.md"
    )
    mine = Page(key=page.key, text=page.text.replace("Ana Keller", "Dr. Keller"))
    memory.approve(name(found), edited={number: [mine]})

    # when something else is learnt, and looked at
    know(memory, "Deploys happen on Fridays.", day=6)
    again = reflect(memory, MONDAY + timedelta(days=8))

    # then their words stand, and ours are not offered beside them
    assert "Dr. Keller" in (workspace / "USER.md").read_text("utf-8")
    assert not [text for text in told(again, "core") if text.startswith("USER.md would say")]


def test_a_reflection_that_would_change_nothing_says_that_and_not_how_to_take_a_part(
    memory: Memory, workspace: Path
) -> None:
    know(memory, "Ana prefers tea.")
    found = reflect(memory)
    memory.take_in()
    text = page_of("pending-reflection.md", workspace)
    assert f"> Nothing would be changed. `reverie review approve {name(found)}` says that you have read it." in text
    assert "--only" not in text
    memory.approve(name(found))
    assert page_of("reflection-log.md", workspace).count("## r-001") == 1


def test_without_anything_new_no_reflection_is_made(memory: Memory) -> None:
    assert (reflect(memory).outcome, reflect(memory).last) == ("nothing new", "")
    know(memory, "Ana prefers tea.")
    first = reflect(memory)
    again = reflect(memory)
    assert (again.outcome, again.last, name(again)) == ("nothing new", "r-001", name(first))
    memory.approve(name(first))
    assert (reflect(memory).outcome, reflect(memory).proposal) == ("nothing new", None)


def test_a_newer_reflection_replaces_the_one_that_waits_and_keeps_its_number(memory: Memory) -> None:
    know(memory, "Ana prefers tea.")
    first = reflect(memory)
    know(memory, "Bob prefers milk.", day=2)
    second = reflect(memory)
    assert [held.proposal.id for held in memory.vault.held()] == [name(second)]
    assert _of(second).name == "r-001"
    assert len(told(second, "knowledge")) == 2
    with pytest.raises(NotFound):
        memory.approve(name(first))


def test_what_it_says_stays_within_its_budget(workspace: Path) -> None:
    Memory.create(workspace).close()
    (workspace / "reverie.toml").write_text("[reflect]\ntokens = 1000\n", "utf-8")
    with Memory.open(workspace) as memory:
        know(memory, *(f"The port of service {n} is {8000 + n}." for n in range(40)))
        found = _of(reflect(memory))
        assert found.counters["tokens"] <= 1000
        assert found.counters["left"] > 0
        assert "for want of room" in page_of("pending-reflection.md", workspace)


# Deciding


def test_an_approved_reflection_is_one_change_logged_and_undone_whole(memory: Memory, workspace: Path) -> None:
    know(memory, MARCH, APRIL, FRIDAYS, ALSO)
    before = texts(memory)
    found = reflect(memory)
    applied = memory.approve(name(found))
    assert applied.entry and (applied.entry.actor, applied.entry.approval) == ("reflection:r-001", "approved")
    assert "## r-001" in page_of("reflection-log.md", workspace)
    assert "approved" in page_of("reflection-log.md", workspace)
    assert page_of("pending-reflection.md", workspace).endswith("No reflection waits.\n")
    memory.undo("r-001")
    assert texts(memory) == before
    assert "— undone" in page_of("reflection-log.md", workspace)


def test_approved_in_part_the_rest_waits_and_is_told_as_such(memory: Memory, workspace: Path) -> None:
    know(memory, MARCH, APRIL, FRIDAYS, ALSO)
    found = reflect(memory)
    memory.approve(name(found), only=[1])
    assert set(beliefs(memory)) == {APRIL, FRIDAYS, ALSO}
    page = page_of("pending-reflection.md", workspace)
    assert "[1] Say the same" in page and "against" not in page
    know(memory, "Ana prefers tea.", day=9)
    again = reflect(memory)
    assert _of(again).name == "r-002"
    assert any(text.startswith("Say the same") for text in told(again, "knowledge"))


def test_approved_with_changes_the_words_of_the_person_are_kept_and_cited(memory: Memory) -> None:
    know(memory, FRIDAYS, ALSO)
    found = reflect(memory)
    assert found.proposal
    (change,) = found.proposal.changes
    assert isinstance(change, Merge)
    page = change.into
    edited = Page(key=page.key, text=page.text.replace(FRIDAYS, "We deploy on Fridays before noon."))
    memory.approve(name(found), edited={1: [edited]})
    (kept,) = beliefs(memory).values()
    assert kept.prose == "We deploy on Fridays before noon."
    said = memory.vault.fragments(c.id for c in kept.evidence.active).values()
    assert {each.source for each in said} == {"test", "review"}


def test_what_was_rejected_is_not_proposed_again_until_something_new_speaks_for_it(memory: Memory) -> None:
    know(memory, FRIDAYS, ALSO)
    memory.decide(name(reflect(memory)), "rejected", "two teams")
    know(memory, "Ana prefers tea.", day=5)
    quiet = reflect(memory)
    assert not any(text.startswith("Say the same") for text in told(quiet, "knowledge"))
    assert "two teams" in " ".join(told(quiet, "evolution"))
    (page,) = memory.vault.pages([Key("", "belief", "we-deploy-on-fridays")]).values()
    again = fragment(ALSO, day=8, entry="again")
    memory.vault.append([again], [], MONDAY, "test")
    more = restate(page, ALSO, Evidence(page.evidence.active | {again.citation}))
    apply(_wants(put(more, page), again), memory.vault, MONDAY)
    assert any(text.startswith("Say the same") for text in told(reflect(memory), "knowledge"))


def test_what_was_approved_and_undone_is_not_proposed_again_either(memory: Memory) -> None:
    know(memory, FRIDAYS, ALSO)
    memory.approve(name(reflect(memory)))
    memory.undo("r-001")
    know(memory, "Ana prefers tea.", day=5)
    assert not any(text.startswith("Say the same") for text in told(reflect(memory), "knowledge"))


def test_what_an_agent_rejects_teaches_nothing(memory: Memory, workspace: Path) -> None:
    know(memory, FRIDAYS, ALSO)
    found = reflect(memory)
    with Memory.open(workspace, agent="claude-code") as agent:
        agent.decide(name(found), "rejected", "no")
    know(memory, "Ana prefers tea.", day=5)
    assert any(text.startswith("Say the same") for text in told(reflect(memory), "knowledge"))


def test_to_refuse_that_something_is_put_away_counts_as_use(memory: Memory) -> None:
    (page,) = know(memory, "The old CSS bug was in the footer.")
    memory.decide(name(reflect(memory, MONDAY + timedelta(days=200))), "rejected")
    assert memory.usage.of([page.key])[page.key].accesses == 2


def test_a_deferred_reflection_stays_as_it_is_until_something_is_new(memory: Memory) -> None:
    know(memory, "Ana prefers tea.")
    first = reflect(memory)
    memory.decide(name(first), "deferred")
    assert (reflect(memory).outcome, name(reflect(memory))) == ("nothing new", name(first))


def test_a_page_that_moved_on_stops_the_approval_and_nothing_is_written(memory: Memory, workspace: Path) -> None:
    know(memory, FRIDAYS, ALSO)
    found = reflect(memory)
    path = workspace / "memory" / "topics" / "we-deploy-on-fridays.md"
    path.write_text(path.read_text("utf-8").replace("We deploy", "They deploy"), "utf-8")
    memory._looked = False
    before = len(memory.vault.held())
    with pytest.raises(PageMoved, match="`reverie reflect` makes the reflection anew"):
        memory.approve(name(found))
    assert len(memory.vault.held()) == before
    again = reflect(memory)
    assert (again.outcome, _of(again).name) == ("made", "r-001")
    memory.approve(name(again))


# Questions


def test_a_question_is_asked_answered_in_the_persons_words_and_not_asked_again(memory: Memory) -> None:
    know(memory, "The retry limit is 3.")
    memory.vault.append([fragment("The retry limit is 3.", day=2, entry="x")], [], MONDAY, "test")
    memory.dream(now=MONDAY + timedelta(days=3))
    late = MONDAY + timedelta(days=120)
    found = reflect(memory, late)
    (question,) = told(found, "questions")
    assert "“The retry limit is 3.” has not been used for" in question and question.endswith("Is it still so?")
    kept = memory.answer(name(found), 1, "No, retries were removed in the spring.")
    assert (kept.quote, kept.trust, kept.source) == (
        "No, retries were removed in the spring.",
        "user",
        "reflection:r-001",
    )
    memory.decide(name(found), "rejected")
    again = reflect(memory, late + timedelta(days=1))
    assert told(again, "questions") == []
    assert "The retry limit is 3. (you said it is over)" in told(again, "archival")


def test_to_agree_that_it_is_still_so_counts_as_use(memory: Memory) -> None:
    know(memory, "The retry limit is 3.")
    memory.vault.append([fragment("The retry limit is 3.", day=2, entry="x")], [], MONDAY, "test")
    memory.dream(now=MONDAY + timedelta(days=3))
    found = reflect(memory, MONDAY + timedelta(days=90))
    asked = _of(found).of("questions")[0]
    memory.answer(name(found), 1, "yes")
    assert memory.usage.of(asked.keys)[asked.keys[0]].accesses == 2


def test_a_yes_or_a_no_becomes_no_belief_and_a_sentence_does(memory: Memory) -> None:
    know(memory, "The retry limit is 3.")
    memory.vault.append([fragment("The retry limit is 3.", day=2, entry="x")], [], MONDAY, "test")
    memory.dream(now=MONDAY + timedelta(days=3))
    found = reflect(memory, MONDAY + timedelta(days=120))
    memory.answer(name(found), 1, "no")
    memory.dream()
    assert list(beliefs(memory)) == ["The retry limit is 3."]
    memory.answer(name(found), 1, "No, retries were removed in the spring.")
    memory.dream()
    assert set(beliefs(memory)) == {"The retry limit is 3.", "Retries were removed in the spring."}


def test_an_answer_to_nothing_by_an_agent_or_with_a_credential_is_refused(memory: Memory, workspace: Path) -> None:
    know(memory, "Ana prefers tea.")
    found = reflect(memory)
    with pytest.raises(NotFound, match="it asks nothing"):
        memory.answer(name(found), 1, "yes")
    with Memory.open(workspace, agent="codex") as agent, pytest.raises(ReverieError, match="only a person"):
        agent.answer(name(found), 1, "yes")


# Going on for long


def decided(memory: Memory, count: int) -> Reflected:
    """A space that has had so many reflections, each approved; the last waits."""
    for n in range(count - 1):
        know(memory, f"Ana met friend number {n} at noon.", day=n)
        memory.approve(name(reflect(memory)))
    know(memory, "Ana prefers tea.", day=count)
    return reflect(memory)


def test_the_tenth_reflection_looks_back_further(memory: Memory, workspace: Path) -> None:
    found = decided(memory, 10)
    assert (_of(found).count, _of(found).name) == (10, "r-010")
    assert any(text.startswith("Ten reflections: what comes back is") for text in told(found, "evolution"))
    memory.approve(name(found))
    assert "milestone 10" in page_of("evolution.md", workspace)


def test_the_renderings_are_made_again_from_the_log_alone(memory: Memory, workspace: Path) -> None:
    know(memory, FRIDAYS, ALSO)
    memory.approve(name(reflect(memory)))
    know(memory, "Ana prefers tea.", day=3)
    reflect(memory)
    files = ("reflection-log.md", "evolution.md", "pending-reflection.md")
    before = {file: page_of(file, workspace) for file in files}
    for file in files:
        (workspace / "memory" / "meta" / file).unlink()
    memory.close()
    for found in (workspace / ".reverie").glob("state.db*"):
        found.unlink()
    with Memory.open(workspace) as again:
        again.take_in()
    assert {file: page_of(file, workspace) for file in files} == before


def test_somebodys_own_file_in_its_place_is_left_alone(memory: Memory, workspace: Path) -> None:
    meta = workspace / "memory" / "meta"
    meta.mkdir(exist_ok=True)
    (meta / "pending-reflection.md").write_text("my own notes\n", "utf-8")
    know(memory, "Ana prefers tea.")
    reflect(memory)
    assert page_of("pending-reflection.md", workspace) == "my own notes\n"


def test_what_is_asked_for_in_a_session_is_done_by_the_worker_once(memory: Memory) -> None:
    know(memory, "Ana prefers tea.")
    memory.jobs.ask("reflect", "", MONDAY)
    memory.times.note("reflect", MONDAY)
    assert memory.due()["reflect"]
    done = [one for one in memory.work() if one.work == "reflect"]
    assert [one.told for one in done] == ["reflections that wait for a person: 1"]
    assert memory.jobs.asked() == []
    (waits,) = pending(memory.vault)
    assert waits.state == "held"


def test_where_memory_is_off_nobody_reflects(memory: Memory) -> None:
    know(memory, "Ana prefers tea.")
    memory.turn(None, on=False)
    assert memory.reflect() == []


def test_a_session_is_told_in_one_line_that_one_waits(memory: Memory) -> None:
    know(memory, "Ana prefers tea.")
    found = reflect(memory)
    assert f"A reflection waits for the user (`reverie review show {name(found)}`)." in memory.inject().text


def test_every_proposal_of_a_reflection_is_logged_by_its_number(memory: Memory) -> None:
    know(memory, FRIDAYS, ALSO)
    memory.decide(name(reflect(memory)), "rejected", "no")
    entries = memory.audit(AuditFilter(text="reflection r-001"))
    assert [(entry.action, entry.actor) for entry in entries] == [("REJECT", "manual"), ("PROPOSE", "reflection:r-001")]


# Laws

KNOWN = (MARCH, APRIL, FRIDAYS, ALSO, "Ana prefers tea.", "The API port is 8080.", "The API port is 9090.")
SAID = st.lists(st.sampled_from(KNOWN), min_size=1, max_size=6, unique=True)


@settings(max_examples=12)
@given(SAID, st.lists(st.integers(1, 4), max_size=3, unique=True), st.integers(0, 300))
def test_reflecting_changes_no_page_and_approving_then_undoing_is_as_before(
    tmp_path_factory: pytest.TempPathFactory, said: Sequence[str], only: Sequence[int], days: int
) -> None:
    with Memory.create(tmp_path_factory.mktemp("w")) as memory:
        know(memory, *said)
        before = texts(memory)
        found = reflect(memory, MONDAY + timedelta(days=days))
        assert texts(memory) == before
        assert found.proposal and reflection.of(found.proposal) == found.found
        wanted = [n for n in only if n <= len(found.proposal.changes)]
        applied = memory.approve(found.proposal.id, only=wanted)
        assert applied.entry
        if applied.entry.files:
            memory.undo(applied.entry.id)
        assert texts(memory) == before


@settings(max_examples=8)
@given(SAID)
def test_what_was_rejected_stays_rejected_while_nothing_new_is_said(
    tmp_path_factory: pytest.TempPathFactory, said: Sequence[str]
) -> None:
    with Memory.create(tmp_path_factory.mktemp("w")) as memory:
        know(memory, *said)
        first = reflect(memory)
        refused = {finding.name for finding in _of(first).findings if finding.proposes}
        memory.decide(name(first), "rejected")
        know(memory, "Something else was learnt.", day=30)
        proposed = {finding.name for finding in _of(reflect(memory)).findings if finding.proposes}
        assert not refused & proposed


def test_a_finding_survives_being_written_down() -> None:
    found = Reflection(
        number=7, count=3, at=MONDAY, since=None, themes=("tea",), counters={"tokens": 5},
        findings=(Finding(section="core", text="x", keys=(Key("", "core", "identity"),), name="n", proof=("f",)),),
    )  # fmt: skip
    (made,) = [reflection.to_json(found)]
    wanted = Proposal(id="p", origin="reflect", actor="reflection:r-007", because="b", changes=(), report=made)
    assert reflection.of(from_json(to_json(wanted))) == found
