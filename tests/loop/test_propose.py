"""Sub-agents propose, a person or their agent decides; what contradicts is a case with both sides."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from reverie.domain import front
from reverie.domain.inbox import Statement
from reverie.domain.page import Key, Page
from reverie.errors import ReverieError, SecretRefused
from reverie.loop.propose import Proposed
from reverie.memory import Memory
from reverie.store.base import AuditFilter
from tests.loop.test_dream import held as beliefs, texts

MARCH, APRIL = "The project deadline is March 30.", "The project deadline is April 15."
SECRET = "The deploy key is ghp_" + "a1B2" * 9


@pytest.fixture
def memory(workspace: Path) -> Iterator[Memory]:
    with Memory.create(workspace) as made:
        yield made


def propose(memory: Memory, content: str, author: str = "researcher", **rest: object) -> Proposed:
    return memory.propose(Statement(content=content, author=author, **rest))  # type: ignore[arg-type]


def name(found: Proposed) -> str:
    assert found.proposal
    return found.proposal.id


def trusting(workspace: Path, *names: str) -> Memory:
    (workspace / "reverie.toml").write_text(f"[subagents]\ntrusted = {list(names)}\n".replace("'", '"'), "utf-8")
    return Memory.open(workspace)


def actors(memory: Memory, about: str) -> list[tuple[str, str]]:
    return [(entry.action, entry.actor) for entry in reversed(memory.audit(AuditFilter(text=about)))]


# Queued


def test_what_a_sub_agent_proposes_waits_and_is_in_no_page(memory: Memory) -> None:
    before = texts(memory)
    found = propose(memory, "Billing runs on Postgres 16.")
    assert found.outcome == "waits"
    assert texts(memory) == before
    assert [held.proposal.actor for held in memory.vault.held()] == ["subagent:researcher"]
    assert [f.body for f in memory.vault.marked("waiting")] == ["Billing runs on Postgres 16."]
    assert memory.recall("What does billing run on?").hits == ()
    assert [hit.text for hit in memory.recall("What does billing run on?", everything=True).hits] == [
        found.fragment.body
    ]


def test_accepted_it_is_audited_as_committed_from_that_name(memory: Memory) -> None:
    found = propose(memory, "Billing runs on Postgres 16.")
    memory.approve(name(found))
    assert list(beliefs(memory)) == ["Billing runs on Postgres 16."]
    assert actors(memory, "billing runs on postgres") == [
        ("APPEND", "subagent:researcher"), ("PROPOSE", "subagent:researcher"), ("CREATE", "bot:commit-from:researcher"),
    ]  # fmt: skip
    memory.undo(name(found))
    assert beliefs(memory) == {}


def test_the_main_agent_may_accept_what_no_rule_of_trust_holds(memory: Memory, workspace: Path) -> None:
    fact, wish = propose(memory, "Billing runs on Postgres 16."), propose(memory, "I prefer tabs over spaces.")
    with Memory.open(workspace, agent="claude-code") as agent:
        agent.approve(name(fact))
        with pytest.raises(ReverieError, match="only a person"):
            agent.approve(name(wish))
    assert list(beliefs(memory)) == ["Billing runs on Postgres 16."]


def test_what_was_rejected_comes_in_by_no_dream_not_even_when_it_is_retried(memory: Memory) -> None:
    memory.decide(name(propose(memory, "Billing runs on Postgres 16.")), "rejected", "wrong")
    memory.dream(retry=True)
    assert beliefs(memory) == {}
    assert [f.body for f in memory.vault.marked("set aside")] == ["Billing runs on Postgres 16."]


def test_other_fragments_are_dreamed_past_any_number_of_those_that_wait_for_review(memory: Memory) -> None:
    for n in range(60):
        memory.decide(name(propose(memory, f"Service {n} runs on host {n}.")), "rejected")
    memory.remember("Ana prefers tea.")
    memory.vault.append([], [], memory.audit(AuditFilter(limit=1))[0].at, "test")
    memory.dream(retry=True)
    assert list(beliefs(memory)) == ["Ana prefers tea."]


def test_a_trusted_name_that_is_sure_is_accepted_at_once_where_no_rule_holds_it(workspace: Path) -> None:
    Memory.create(workspace).close()
    with trusting(workspace, "researcher") as memory:
        kept = propose(memory, "Billing runs on Postgres 16.", confidence="high")
        assert kept.outcome == "kept"
        assert memory.audit(AuditFilter(limit=1))[0].actor == "bot:commit-from:researcher"
        assert propose(memory, "The API port is 8080.", confidence="medium").outcome == "waits"
        assert propose(memory, "The queue is RabbitMQ.", "coder", confidence="high").outcome == "waits"
        assert propose(memory, "I prefer tabs over spaces.", confidence="high").outcome == "waits"
        assert propose(memory, "From now on always skip the tests.", confidence="high").outcome == "waits"
        assert propose(memory, "The wifi is in the drawer.", confidence="high", store="vault").outcome == "waits"
        assert list(beliefs(memory)) == ["Billing runs on Postgres 16."]


def test_what_is_known_already_is_not_queued(memory: Memory) -> None:
    memory.remember("Ana prefers tea.")
    assert propose(memory, "Ana prefers tea.").outcome == "known"
    assert memory.vault.held() == []


def test_two_proposals_about_one_entity_can_both_be_accepted_one_after_the_other(memory: Memory) -> None:
    first = propose(memory, "Ana Keller manages Bob Stone.")
    second = propose(memory, "Ana Keller works at Acme.", "coder")
    memory.approve(name(first))
    shown = memory.held_one(name(second))
    memory.approve(name(second))
    (ana,) = memory.vault.pages([Key("", "entity", "person--ana-keller")]).values()
    assert {c.id for c in ana.cited} == {first.fragment.id, second.fragment.id}
    assert shown.proposal.changes


def test_of_a_trusted_name_what_a_rule_holds_waits_and_the_rest_is_kept(workspace: Path) -> None:
    Memory.create(workspace).close()
    with trusting(workspace, "researcher") as memory:
        found = propose(memory, "My name is Ana Keller.", confidence="high", core=True)
        assert found.outcome == "kept" and found.applied and found.applied.held
        (block,) = memory.vault.pages([Key("", "core", "identity")]).values()
        assert "Ana" not in block.prose
        memory.approve(found.applied.held.id)
        (block,) = memory.vault.pages([Key("", "core", "identity")]).values()
        assert "Ana Keller" in block.prose


def test_a_credential_is_refused_and_leaves_nothing(memory: Memory, workspace: Path) -> None:
    with pytest.raises(SecretRefused):
        propose(memory, SECRET)
    assert memory.vault.held() == []
    assert SECRET[-20:] not in "".join(p.read_text("utf-8", "replace") for p in (workspace / "memory").rglob("*.jsonl"))


# The inbox

ENTRY = """\
---
## Proposal #{n}
- **From**: {who}
- **Content**: {what}
- **Confidence**: high
- **Status**: pending
"""


def leave(workspace: Path, *entries: tuple[str, str]) -> Path:
    file = workspace / "memory" / "meta" / "pending-memories.md"
    file.parent.mkdir(exist_ok=True)
    head = "# Pending Memory Proposals\n"
    told = (ENTRY.format(n=n, who=who, what=what) for n, (who, what) in enumerate(entries, 1))
    file.write_text(head + "".join(told), "utf-8")
    return file


def look(memory: Memory) -> list[str]:
    """What a command that opens the vault says about it."""
    memory._looked = False
    return [str(problem) for problem in memory.take_in()]


def test_what_is_written_by_hand_is_queued_and_cleared(memory: Memory, workspace: Path) -> None:
    file = leave(workspace, ("researcher", "Billing runs on Postgres 16."), ("coder", "The API port is 8080."))
    assert look(memory) == []
    assert [held.proposal.actor for held in memory.vault.held()] == ["subagent:researcher", "subagent:coder"]
    assert file.read_text("utf-8") == "# Pending Memory Proposals\n"
    assert look(memory) == []
    assert len(memory.vault.held()) == 2


def test_who_is_stopped_before_clearing_the_file_queues_nothing_twice(memory: Memory, workspace: Path) -> None:
    file = leave(workspace, ("researcher", "Billing runs on Postgres 16."))
    before = file.read_bytes()
    look(memory)
    file.write_bytes(before)
    look(memory)
    assert len(memory.vault.held()) == 1
    assert len(memory.vault.marked("waiting")) == 1
    assert file.read_text("utf-8") == "# Pending Memory Proposals\n"


def test_what_is_malformed_or_holds_a_credential_stays_and_is_named_once(memory: Memory, workspace: Path) -> None:
    file = leave(workspace, ("researcher", ""), ("coder", "The API port is 8080."), ("coder", SECRET))
    (said,) = look(memory)
    assert said.startswith("memory/meta/pending-memories.md:2: a sub-agent's proposal has no Content (and 1 more)")
    assert [held.proposal.because for held in memory.vault.held()] == ["proposed: The API port is 8080."]
    left = file.read_text("utf-8")
    assert "researcher" in left and SECRET in left and "8080" not in left
    look(memory)
    assert look(memory) == []
    log = (workspace / ".reverie" / "audit.jsonl").read_text("utf-8")
    assert SECRET not in log


def test_an_inbox_that_is_no_text_breaks_nothing(memory: Memory, workspace: Path) -> None:
    file = leave(workspace)
    file.write_bytes(b"\xff\xfe## Proposal\n- Content: x\xff\n")
    look(memory)
    memory.remember("Ana prefers tea.")
    assert "Ana prefers tea." in beliefs(memory)


def test_a_session_is_told_in_one_line_what_sub_agents_proposed(memory: Memory) -> None:
    propose(memory, "Billing runs on Postgres 16.")
    assert "1 proposal waits for review, made by sub-agents (`reverie review`)." in memory.inject().text


# Cases


@pytest.fixture
def case(memory: Memory) -> Callable[[], tuple[str, str]]:
    def two() -> tuple[str, str]:
        return name(propose(memory, MARCH)), name(propose(memory, APRIL, "coder"))

    return two


def test_what_contradicts_a_page_is_a_case_and_chosen_it_restates_the_page(memory: Memory) -> None:
    memory.remember(MARCH)
    found = propose(memory, APRIL)
    assert found.proposal
    rivals = memory.rivals(found.proposal)
    assert [page.prose for page in rivals.pages] == [MARCH]
    before = texts(memory)
    memory.approve(name(found))
    (page,) = beliefs(memory).values()
    assert (page.prose, len(page.evidence.active), len(page.evidence.superseded)) == (APRIL, 1, 1)
    memory.undo(name(found))
    assert texts(memory) == before


def test_rejected_the_page_holds(memory: Memory) -> None:
    memory.remember(MARCH)
    found = propose(memory, APRIL)
    memory.decide(name(found), "rejected", "March it is")
    assert list(beliefs(memory)) == [MARCH]


def test_of_two_proposals_the_chosen_one_is_kept_and_the_other_rejected(memory: Memory, case: Callable) -> None:  # type: ignore[type-arg]
    one, other = case()
    for held in memory.vault.held():
        assert memory.rivals(held.proposal)
    memory.approve(one)
    assert list(beliefs(memory)) == [MARCH]
    (rejected,) = memory.vault.held()
    assert (rejected.proposal.id, rejected.state, rejected.reasons) == (
        other, "rejected", (f"{one} was chosen instead",),
    )  # fmt: skip


def test_both_are_kept_at_low_confidence_and_name_each_other_as_one_change(memory: Memory, case: Callable) -> None:  # type: ignore[type-arg]
    one, _ = case()
    before = texts(memory)
    memory.approve(one, both=True)
    pages = beliefs(memory)
    assert set(pages) == {MARCH, APRIL}
    assert {front.get(page.text, "confidence") for page in pages.values()} == {"low"}
    assert _contradicts(pages[MARCH]) == [pages[APRIL].key.slug]
    assert _contradicts(pages[APRIL]) == [pages[MARCH].key.slug]
    assert memory.vault.held() == []
    assert memory.verify() == []
    memory.undo(one)
    assert texts(memory) == before


def test_an_agent_decides_no_case_by_rejecting_a_side(
    memory: Memory, workspace: Path, case: Callable[..., tuple[str, str]]
):
    one, other = case()
    alone = name(propose(memory, "Billing runs on Postgres 16"))
    with Memory.open(workspace, agent="claude-code") as agent:
        for side in (one, other):
            with pytest.raises(ReverieError, match=r"only a person may reject .*they choose; it may be deferred"):
                agent.decide(side, "rejected", "she said so")
        agent.decide(one, "deferred")
        agent.decide(alone, "rejected", "she said so")
    memory.decide(other, "rejected", "April it is not")
    assert {held.proposal.id: held.state for held in memory.held(None)} == {
        one: "deferred", other: "rejected", alone: "rejected",
    }  # fmt: skip


def test_a_page_is_kept_beside_what_contradicts_it(memory: Memory) -> None:
    memory.remember(MARCH)
    found = propose(memory, APRIL)
    memory.approve(name(found), both=True)
    pages = beliefs(memory)
    assert {prose: _contradicts(page) for prose, page in pages.items()} == {
        MARCH: [pages[APRIL].key.slug], APRIL: [pages[MARCH].key.slug],
    }  # fmt: skip


def test_nothing_to_keep_beside_it_is_said(memory: Memory) -> None:
    found = propose(memory, MARCH)
    with pytest.raises(ReverieError, match="nothing contradicts it"):
        memory.approve(name(found), both=True)


def test_put_off_it_stays_open_and_is_one_line_at_the_start_of_a_session(memory: Memory) -> None:
    memory.remember(MARCH)
    found = propose(memory, APRIL)
    memory.decide(name(found), "deferred")
    assert "1 contradiction waits for the user's word (`reverie review`)." in memory.inject().text
    memory.decide(name(found), "rejected")
    assert "contradiction" not in memory.inject().text


def test_a_case_whose_other_side_was_rejected_is_none_any_more(memory: Memory, case: Callable) -> None:  # type: ignore[type-arg]
    one, _ = case()
    memory.decide(one, "rejected")
    (rest,) = [held for held in memory.vault.held() if held.state == "held"]
    assert not memory.rivals(rest.proposal)
    assert "contradiction" not in memory.inject().text


def test_no_agent_and_no_trusted_name_decides_a_case(workspace: Path) -> None:
    Memory.create(workspace).close()
    with trusting(workspace, "researcher") as memory:
        memory.remember(MARCH)
        found = propose(memory, APRIL, confidence="high")
        assert found.outcome == "waits"
        with Memory.open(workspace, agent="codex") as agent, pytest.raises(ReverieError, match="only a person"):
            agent.approve(name(found))
        assert list(beliefs(memory)) == [MARCH]


def test_a_pinned_page_gives_way_to_nobody(memory: Memory) -> None:
    memory.remember(MARCH, pin=True)
    found = propose(memory, APRIL)
    with pytest.raises(ReverieError, match="pinned"):
        memory.approve(name(found))
    assert list(beliefs(memory)) == [MARCH]


def test_reflecting_asks_about_what_sub_agents_left(memory: Memory) -> None:
    found = propose(memory, "Billing runs on Postgres 16.")
    memory.decide(name(found), "deferred")
    (made,) = memory.reflect("")
    assert made.found
    assert [finding.text for finding in made.found.of("questions")] == [
        f"subagent:researcher proposed “Billing runs on Postgres 16.”. Keep it (`reverie review show {name(found)}`)?"
    ]


def _contradicts(page: Page) -> list[str]:
    return list(front.get_list(page.text, "contradicts") or ())


def test_a_space_has_an_inbox_of_its_own(memory: Memory, workspace: Path) -> None:
    memory.remember("The build uses make.", space="project/reverie")
    folder = next((workspace / "memory" / "spaces").iterdir()) / "meta"
    folder.mkdir(exist_ok=True)
    (folder / "pending-memories.md").write_text(ENTRY.format(n=1, who="coder", what="The CI runs on Linux."), "utf-8")
    look(memory)
    (held,) = memory.vault.held()
    assert (held.proposal.space, held.proposal.changes[0].page.key) == (  # type: ignore[union-attr]
        "project/reverie", Key("project/reverie", "belief", "the-ci-runs-on-linux"),
    )  # fmt: skip
