"""A laptop and a desktop are reconciled through bundles: nothing is lost, a person decides, and both end alike."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, given, settings, strategies as st

from reverie import Memory
from reverie.domain import core
from reverie.domain.page import Key
from reverie.errors import ReverieError
from reverie.loop.bring import Brought

FIRST = "Billing uses PostgreSQL 16"
SECOND = "Ana manages Bob"


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Callable[[str], Memory]]:
    made: list[Memory] = []

    def make(name: str) -> Memory:
        made.append(Memory.create(tmp_path / name))
        return made[-1]

    yield make
    for memory in made:
        memory.close()


def carried(source: Memory, target: Memory, **how: Any) -> Brought:
    path = target.root.parent / f"{source.root.name}-to-{target.root.name}.zip"
    source.export(path, replace=True)
    return target.bring_in(path, **how)


def approved(memory: Memory) -> None:
    for held in memory.held("held"):
        memory.approve(held.proposal.id)


def pages(memory: Memory) -> dict[Key, str]:
    """Every page that is memory's own and says something."""
    found = memory.vault.pages(memory.vault.keys(None))
    blank = {key for key, page in found.items() if key.kind == "core" and not core.claims(page.text) and not page.cited}
    return {key: page.text for key, page in found.items() if key.kind != "file" and key not in blank}


def fragments(memory: Memory) -> dict[str, Any]:
    return memory.vault.fragments(memory.vault.state.all_fragments())


def everything(memory: Memory) -> dict[str, Any]:
    """What a vault is, but for its log."""
    state = memory.vault.state
    files = [
        p for folder in ("memory", "MEMORY.md") for p in [memory.root / folder, *(memory.root / folder).rglob("*")]
    ]
    ours = {p.relative_to(memory.root).as_posix(): p.read_bytes() for p in files if p.is_file()}
    return {
        "files": {name: raw for name, raw in ours.items() if not name.startswith(("memory/meta/", "memory/episodes/"))},
        "marks": state.marks(),
        "held": [(h.proposal, h.state, h.reasons) for h in memory.held()],
        "aliases": state.aliases(),
        "owed": {key: state.owed(key) for key in state.owing()},
        "watermarks": state._db.execute("SELECT * FROM watermark ORDER BY 1").fetchall(),
    }


def belief(memory: Memory, text: str) -> Key:
    kept = memory.remember(text)
    assert kept.page
    return kept.page


def edited(memory: Memory, key: Key, old: str, new: str) -> None:
    """Change a page by hand, as an editor would, and let it be noticed."""
    path = memory.root / (memory.vault.state.path(key) or "")
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
    memory._looked = False
    memory.take_in()


def test_a_bundle_in_an_empty_workspace_is_that_vault_to_the_byte(desk: Callable[[str], Memory], tmp_path: Path):
    laptop, other = desk("laptop"), desk("other")
    gone = belief(laptop, FIRST)
    belief(laptop, SECOND)
    laptop.remember("My name is Kim", pin=True)
    laptop.remember("Deploy heron with make ship", space="project/heron")
    laptop.forget([gone])
    edited(laptop, belief(laptop, "Tea is drunk green"), "drunk green\n", "drunk black\n")
    with Memory.open(laptop.root, agent="codex") as agent:
        agent.forget([Key("", "belief", "ana-manages-bob")])  # waits for the person
    laptop.remember("Carl manages Dora")
    laptop.undo(laptop.trail.entries(_all())[0].id)

    brought = carried(laptop, other)

    assert brought.restores
    assert everything(other) == everything(laptop)
    told = [_bare(e) for e in reversed(other.trail.entries(_all()))]
    assert told[1:] == [_bare(e) for e in reversed(laptop.trail.entries(_all()))][1:]  # each began with its own files
    assert other.verify() == []
    assert other.why(gone.handle).page.key == gone  # type: ignore[union-attr]
    laptop.export(tmp_path / "1.zip")
    other.export(tmp_path / "2.zip")
    assert (tmp_path / "1.zip").read_bytes() == (tmp_path / "2.zip").read_bytes()


def _all() -> Any:
    from reverie.store.base import AuditFilter

    return AuditFilter(limit=10_000)


def _bare(entry: Any) -> Any:
    return (entry.id, entry.at, entry.action, entry.files, entry.appended, entry.marks, entry.proposal, entry.texts)


def test_an_import_twice_brings_nothing_new(desk: Callable[[str], Memory]):
    laptop, desktop = desk("laptop"), desk("desktop")
    belief(laptop, FIRST)
    belief(desktop, "Billing runs in Frankfurt")
    carried(laptop, desktop)
    seq, before = desktop.vault.state.seq, everything(desktop)

    again = carried(laptop, desktop)

    assert again.plan.empty and not again.entries
    assert (desktop.vault.state.seq, everything(desktop)) == (seq, before)


def test_pages_that_are_on_one_machine_come_to_the_other_with_their_proof(desk: Callable[[str], Memory]):
    laptop, desktop = desk("laptop"), desk("desktop")
    mine, theirs = belief(laptop, FIRST), belief(desktop, "Billing runs in Frankfurt")

    carried(laptop, desktop)
    carried(desktop, laptop)

    assert pages(laptop) == pages(desktop)
    assert fragments(laptop).keys() == fragments(desktop).keys()
    assert {mine, theirs} <= pages(laptop).keys()
    assert desktop.why(mine.handle).active[0].quote == FIRST
    assert laptop.verify() == desktop.verify() == []


def test_the_same_words_on_both_machines_are_one_page_with_the_evidence_of_both(desk: Callable[[str], Memory]):
    laptop, desktop = desk("laptop"), desk("desktop")
    key = belief(laptop, FIRST)
    assert belief(desktop, FIRST) == key

    brought = carried(laptop, desktop)
    carried(desktop, laptop)

    assert not brought.plan.conflicts and not desktop.held()
    page = desktop.vault.pages([key])[key]
    assert len(page.evidence.active) == 2
    assert pages(laptop) == pages(desktop)


def test_different_words_are_a_conflict_that_a_person_decides_and_the_other_machine_follows(
    desk: Callable[[str], Memory],
):
    laptop, desktop = desk("laptop"), desk("desktop")
    key = belief(laptop, FIRST)
    carried(laptop, desktop)
    edited(laptop, key, "Billing uses PostgreSQL 16\n", "Billing uses PostgreSQL 17\n")
    edited(desktop, key, "Billing uses PostgreSQL 16\n", "Billing uses MySQL\n")

    brought = carried(laptop, desktop)

    [held] = desktop.held("held")
    assert "MySQL" in brought.plan.conflicts[0] and "PostgreSQL 17" in brought.plan.conflicts[0]
    assert any("PostgreSQL 17" in reason and "MySQL" in reason for reason in held.reasons)
    assert "MySQL" in desktop.vault.pages([key])[key].prose  # nothing is changed before a person has said so
    carried(laptop, desktop)
    assert len(desktop.held("held")) == 1  # asked once

    approved(desktop)
    assert "PostgreSQL 17" in desktop.vault.pages([key])[key].prose  # theirs, with the evidence of both
    carried(desktop, laptop)
    assert not laptop.held("held")  # what was decided there holds here
    assert pages(laptop)[key] == pages(desktop)[key]
    carried(laptop, desktop)
    assert pages(laptop) == pages(desktop)


def test_a_refused_conflict_keeps_what_was_here_and_goes_to_the_other_machine(desk: Callable[[str], Memory]):
    laptop, desktop = desk("laptop"), desk("desktop")
    key = belief(laptop, FIRST)
    carried(laptop, desktop)
    edited(laptop, key, "Billing uses PostgreSQL 16\n", "Billing uses PostgreSQL 17\n")
    edited(desktop, key, "Billing uses PostgreSQL 16\n", "Billing uses MySQL\n")
    carried(laptop, desktop)
    [held] = desktop.held("held")

    desktop.decide(held.proposal.id, "rejected")
    carried(desktop, laptop)
    carried(laptop, desktop)

    assert "MySQL" in pages(laptop)[key]
    assert pages(laptop)[key] == pages(desktop)[key]


def test_what_was_forgotten_on_one_machine_is_forgotten_on_the_other(desk: Callable[[str], Memory]):
    laptop, desktop = desk("laptop"), desk("desktop")
    key = belief(laptop, FIRST)
    carried(laptop, desktop)
    laptop.forget([key])

    carried(laptop, desktop)

    assert desktop.vault.pages([key])[key].retired
    assert desktop.recall("which database does billing use?").hits == ()


def test_a_deleted_page_is_not_brought_back_and_is_retired_on_the_other_machine(desk: Callable[[str], Memory]):
    laptop, desktop = desk("laptop"), desk("desktop")
    key = belief(laptop, FIRST)
    carried(laptop, desktop)
    (laptop.root / "memory" / "topics" / f"{key.slug}.md").unlink()
    laptop._looked = False
    laptop.take_in()

    carried(desktop, laptop)
    assert key not in pages(laptop)

    carried(laptop, desktop)
    assert desktop.vault.pages([key])[key].retired


def test_a_pinned_page_is_not_rewritten_and_the_preview_says_so(desk: Callable[[str], Memory]):
    laptop, desktop = desk("laptop"), desk("desktop")
    key = belief(laptop, FIRST)
    carried(laptop, desktop)
    desktop.pin(key.handle)
    edited(laptop, key, "Billing uses PostgreSQL 16\n", "Billing uses PostgreSQL 17\n")

    brought = carried(laptop, desktop)

    assert "PostgreSQL 16" in desktop.vault.pages([key])[key].prose
    assert any("pinned" in why for why in brought.plan.skipped)


def test_only_the_wanted_space_is_packed_and_only_the_wanted_space_is_taken_in(
    desk: Callable[[str], Memory], tmp_path: Path
):
    laptop, desktop, third = desk("laptop"), desk("desktop"), desk("third")
    belief(laptop, FIRST)
    laptop.remember("Deploy heron with make ship", space="project/heron")
    laptop.export(tmp_path / "heron.zip", spaces=["project/heron"])

    desktop.bring_in(tmp_path / "heron.zip")
    carried(laptop, third, space="project/heron")

    for memory in (desktop, third):
        assert {key.space for key in pages(memory) if key.kind == "belief"} == {"project/heron"}
        assert {f.space for f in fragments(memory).values()} == {"project/heron"}
    raw = (tmp_path / "heron.zip").read_bytes()
    assert b"PostgreSQL" not in raw
    assert all(b"PostgreSQL" not in part for part in _parts(tmp_path / "heron.zip").values())


def _parts(path: Path) -> dict[str, bytes]:
    from reverie.store import bundle

    return dict(bundle.read(path).parts)


def test_a_redacted_bundle_has_no_quotes_no_history_and_no_texts_and_can_be_merged(
    desk: Callable[[str], Memory], tmp_path: Path
):
    laptop, desktop = desk("laptop"), desk("desktop")
    key = belief(laptop, "remember that Billing uses PostgreSQL 16, said Kim in confidence")
    laptop.keep_verbatim("A whole letter in somebody's words.", "A letter")
    laptop.export(tmp_path / "r.zip", redact=True)

    parts = _parts(tmp_path / "r.zip")
    brought = desktop.bring_in(tmp_path / "r.zip")

    assert "audit.jsonl" not in parts
    for name, raw in parts.items():
        assert b"remember that" not in raw and b"whole letter" not in raw, name
    assert not brought.restores
    assert key in pages(desktop)
    assert not any(k.kind == "reference" for k in pages(desktop))
    assert desktop.verify() == []


def test_a_strangers_bundle_can_be_believed_no_more_than_an_agent(desk: Callable[[str], Memory]):
    laptop, desktop = desk("laptop"), desk("desktop")
    key = belief(laptop, FIRST)

    carried(laptop, desktop, trust="agent")

    assert {f.trust for f in fragments(desktop).values()} == {"agent"}
    assert desktop.vault.pages([key])[key].trust == "agent"


def test_what_an_agent_imports_waits_for_a_person_and_is_believed_as_an_agent(desk: Callable[[str], Memory]):
    laptop, desktop = desk("laptop"), desk("desktop")
    key = belief(laptop, FIRST)
    with Memory.open(desktop.root, agent="codex") as agent:
        carried(laptop, agent)

    assert key not in pages(desktop)
    [held] = desktop.held("held")
    desktop.approve(held.proposal.id)
    assert desktop.vault.pages([key])[key].trust == "agent"
    with Memory.open(desktop.root, agent="codex") as agent, pytest.raises(ReverieError, match="only a person"):
        agent.export(desktop.root.parent / "x.zip")


def test_held_imports_wait_with_their_evidence_and_are_applied_when_approved(desk: Callable[[str], Memory]):
    laptop, desktop = desk("laptop"), desk("desktop")
    key = belief(laptop, FIRST)

    carried(laptop, desktop, hold=True)

    assert key not in pages(desktop)
    assert set(desktop.vault.state.marks()) == {"waiting"}
    approved(desktop)
    assert pages(desktop)[key] == pages(laptop)[key]
    assert desktop.vault.state.marks() == laptop.vault.state.marks()


def test_proposals_that_wait_there_wait_here_once(desk: Callable[[str], Memory]):
    laptop, desktop = desk("laptop"), desk("desktop")
    key = belief(laptop, FIRST)
    belief(desktop, SECOND)
    with Memory.open(laptop.root, agent="codex") as agent:
        agent.forget([key])

    carried(laptop, desktop)
    carried(laptop, desktop)

    [held] = desktop.held("held")
    assert held.proposal == laptop.held("held")[0].proposal
    desktop.approve(held.proposal.id)
    assert desktop.vault.pages([key])[key].retired


def test_core_memory_of_a_space_that_is_new_here_comes_along(desk: Callable[[str], Memory]):
    laptop, desktop = desk("laptop"), desk("desktop")
    laptop.remember("My name is Kim", space="user/kim")
    belief(desktop, SECOND)

    carried(laptop, desktop)

    key = Key("user/kim", "core", "identity")
    assert pages(desktop)[key] == pages(laptop)[key]
    assert "My name is Kim" in pages(desktop)[key]


def test_an_import_is_taken_back_by_one_undo(desk: Callable[[str], Memory]):
    laptop, desktop = desk("laptop"), desk("desktop")
    key = belief(laptop, FIRST)
    laptop.remember("Deploy heron with make ship", space="project/heron")
    belief(desktop, SECOND)
    before = pages(desktop)

    brought = carried(laptop, desktop)
    run = brought.entries[0].proposal.run  # type: ignore[union-attr]
    desktop.undo(run or "")

    assert key not in pages(desktop)
    assert {k: t for k, t in pages(desktop).items() if k.kind != "core"} == {
        k: t for k, t in before.items() if k.kind != "core"
    }


def test_use_and_turns_travel_when_asked_to(desk: Callable[[str], Memory], tmp_path: Path):
    from datetime import UTC, datetime

    from reverie.domain.transcript import Entry, Transcript

    laptop, desktop = desk("laptop"), desk("desktop")
    key = belief(laptop, FIRST)
    laptop.usage.accessed([key], datetime.now(UTC))
    said = Entry(id="e1", at=datetime.now(UTC), role="user", text="Which database was it?")
    laptop.keep(Transcript(source="claude-code/s1", space="", trust="user", entries=(said,)))
    laptop.export(tmp_path / "b.zip", extra=["usage", "archive"])

    brought = desktop.bring_in(tmp_path / "b.zip")

    assert (brought.turns, desktop.archive.session("", "claude-code/s1")[0].text) == (1, "Which database was it?")
    assert desktop.usage.of([key]) == laptop.usage.of([key])
    assert desktop.bring_in(tmp_path / "b.zip").turns == 0


def test_credentials_never_travel(desk: Callable[[str], Memory], tmp_path: Path):
    laptop = desk("laptop")
    belief(laptop, FIRST)
    secret = "AKIA" + "Q3EGRIPVUDU7LLMN"
    stream = next((laptop.root / "memory" / "streams").glob("*.jsonl"))
    told = {"type": "fragment", "id": "x-1", "ts": "2026-11-16T09:00:00Z", "source": "other", "entry": "e", "topic": ""}
    line = json.dumps({**told, "body": f"aws_access_key_id = {secret}"}) + "\n"
    stream.write_text(stream.read_text("utf-8") + line, "utf-8")
    laptop._looked = False
    laptop.take_in()

    told = laptop.export(tmp_path / "b.zip")

    assert told["left_out"] and not told["whole"]
    assert all(secret.encode() not in part for part in _parts(tmp_path / "b.zip").values())


SAID = st.sampled_from(
    [
        FIRST, SECOND, "Ana manages Carl", "Billing uses MySQL 8", "I prefer tabs over spaces", "My name is Kim",
        "How to deploy: 1. run make 2. push the tag 3. tell Ana", "We decided to move billing to Frankfurt",
    ]
)  # fmt: skip
DEED = st.tuples(st.sampled_from(["tell", "tell", "tell", "forget", "pin", "edit", "undo"]), SAID)


def lived(memory: Memory, deeds: list[tuple[str, str]]) -> None:
    """A short life of a vault; what cannot be done is left out."""
    for deed, said in deeds:
        try:
            if deed == "tell":
                memory.remember(said)
            elif deed == "undo":
                memory.undo(memory.trail.entries(_all())[0].id)
            else:
                keys = [k for k in memory.vault.keys("") if k.kind == "belief"]
                if not keys:
                    continue
                key = keys[len(said) % len(keys)]
                if deed == "forget":
                    memory.forget([key])
                elif deed == "pin":
                    memory.pin(key.handle)
                else:
                    prose = memory.vault.pages([key])[key].prose
                    edited(memory, key, f"{prose}\n", f"{prose} indeed\n")
        except ReverieError:
            continue


@settings(max_examples=12, phases=[Phase.generate])  # a life takes too long to be shrunk
@given(st.lists(DEED, max_size=5))
def test_whatever_a_vault_lived_through_an_empty_workspace_becomes_it(
    tmp_path_factory: pytest.TempPathFactory, deeds: list[tuple[str, str]]
):
    root = tmp_path_factory.mktemp("lives")
    with Memory.create(root / "a") as laptop, Memory.create(root / "b") as other:
        lived(laptop, deeds)
        carried(laptop, other)

        assert everything(other) == everything(laptop)
        assert other.verify() == []
        laptop.export(root / "1.zip")
        other.export(root / "2.zip")
        assert (root / "1.zip").read_bytes() == (root / "2.zip").read_bytes()


@settings(max_examples=12, phases=[Phase.generate])  # a life takes too long to be shrunk
@given(st.lists(DEED, max_size=2), st.lists(DEED, max_size=3), st.lists(DEED, max_size=3))
def test_two_machines_that_exchange_bundles_end_alike(
    tmp_path_factory: pytest.TempPathFactory,
    shared: list[tuple[str, str]], mine: list[tuple[str, str]], theirs: list[tuple[str, str]],
):  # fmt: skip
    root = tmp_path_factory.mktemp("lives")
    with Memory.create(root / "a") as laptop, Memory.create(root / "b") as desktop:
        lived(laptop, shared)
        carried(laptop, desktop)
        lived(laptop, mine)
        lived(desktop, theirs)
        seen = {c for memory in (laptop, desktop) for page in memory.vault.pages(memory.vault.keys(None)).values()
                for c in page.cited}  # fmt: skip

        for source, target in ((laptop, desktop), (desktop, laptop), (laptop, desktop)):
            carried(source, target)
            for memory in (laptop, desktop):
                for held in memory.held("held"):
                    if not any(_pinned(memory, key) for key in _keys(held.proposal)):
                        memory.approve(held.proposal.id)

        assert fragments(laptop).keys() == fragments(desktop).keys()
        pinned = {k for m in (laptop, desktop) for k, p in m.vault.pages(m.vault.keys(None)).items() if p.pinned}
        mine_now, theirs_now = pages(laptop), pages(desktop)
        apart = {k for k in mine_now.keys() | theirs_now.keys() if mine_now.get(k) != theirs_now.get(k)} - pinned
        assert not apart
        assert laptop.verify() == desktop.verify() == []
        cited = {c for page in laptop.vault.pages(laptop.vault.keys(None)).values() for c in page.cited}
        assert seen - cited <= _set_aside(laptop)


def _keys(proposal: Any) -> tuple[Key, ...]:
    from reverie.domain.proposal import keys

    return keys(proposal)


def _pinned(memory: Memory, key: Key) -> bool:
    page = memory.vault.pages([key]).get(key)
    return bool(page and page.pinned)


def _set_aside(memory: Memory) -> set[Any]:
    state = memory.vault.state
    return {f.citation for f in memory.vault.fragments(state.marks().get("set aside", [])).values()}
