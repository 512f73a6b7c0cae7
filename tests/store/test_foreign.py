"""Workspaces of other systems open as they are: read in place, nothing of theirs rewritten unasked."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from reverie.domain.belief import restate
from reverie.domain.citation import Evidence
from reverie.domain.fragment import Fragment
from reverie.domain.page import Key, Page
from reverie.domain.proposal import Proposal, put
from reverie.loop.apply import apply
from reverie.memory import Memory
from reverie.store import streams
from reverie.store.base import AuditFilter
from tests.conftest import MONDAY, fragment

FIXTURES = Path(__file__).parent.parent / "fixtures"
RUST = Key("", "belief", "services-in-rust")
FRIDAY = Key("", "belief", "no-friday-deploys")
DEPLOY = Key("", "skill", "how-to-deploy")
GO = "019ee442-2280-74cd-bdf1-e3e8afed1f33"
LLAMA = "019f2750-45c0-7fc5-9109-06cb225941c1"


def opened(name: str, tmp_path: Path) -> Memory:
    """A copy of a fixture folder, as `reverie init` finds it."""
    workspace = tmp_path / "workspace"
    shutil.copytree(FIXTURES / name, workspace)
    return Memory.create(workspace)


@pytest.fixture
def typeclaw(tmp_path: Path) -> Iterator[Memory]:
    with opened("typeclaw/agent", tmp_path) as memory:
        yield memory


@pytest.fixture
def flat(tmp_path: Path) -> Iterator[Memory]:
    with opened("typeclaw/flat", tmp_path) as memory:
        yield memory


@pytest.fixture
def moltbot(tmp_path: Path) -> Iterator[Memory]:
    with opened("moltbot/workspace", tmp_path) as memory:
        yield memory


@pytest.fixture
def goclaw(tmp_path: Path) -> Iterator[Memory]:
    with opened("moltbot/goclaw", tmp_path) as memory:
        yield memory


def page(memory: Memory, key: Key) -> Page:
    return memory.vault.pages([key])[key]


def found(memory: Memory, question: str) -> list[str]:
    return [str(hit.key) for hit in memory.recall(question).hits]


def again(memory: Memory) -> Memory:
    """The same workspace in the next process."""
    memory.close()
    later = Memory.open(memory.root)
    later.take_in()
    return later


@pytest.mark.parametrize("name", ["typeclaw/agent", "typeclaw/flat", "moltbot/workspace", "moltbot/goclaw"])
def test_opening_a_workspace_changes_no_byte_of_it(name, tmp_path):
    original = {p.relative_to(FIXTURES / name): p.read_bytes() for p in (FIXTURES / name).rglob("*") if p.is_file()}

    with opened(name, tmp_path) as memory:
        memory.take_in()
        assert memory.verify() == []

    kept = {p: (tmp_path / "workspace" / p).read_bytes() for p in original}
    inbox = Path("memory/meta/pending-memories.md")  # what sub-agents wrote there is queued, and cleared
    kept.pop(inbox, None), original.pop(inbox, None)
    assert kept == original


@pytest.mark.parametrize("name", ["typeclaw/agent", "typeclaw/flat", "moltbot/workspace", "moltbot/goclaw"])
def test_opening_it_again_finds_nothing_new(name, tmp_path):
    with opened(name, tmp_path) as memory:
        changes = memory.status()["changes"]
        with again(memory) as later:
            assert later.status()["changes"] == changes
            assert later.warnings == []


@pytest.mark.parametrize(
    "name",
    [
        "typeclaw/agent",
        "moltbot/workspace",
        "moltbot/goclaw",
    ],
)
def test_what_is_there_on_the_first_day_is_no_edit_and_no_alarm(name, tmp_path):
    with opened(name, tmp_path) as memory:
        assert memory.status()["alerts"] == []
        created = memory.audit(AuditFilter(action="CREATE"))
        assert {entry.actor for entry in created} == {"system:init"}


# TypeClaw


def test_topics_are_beliefs_with_their_heading_and_tags_in_both_forms(typeclaw):
    rust, friday = page(typeclaw, RUST), page(typeclaw, FRIDAY)

    assert (rust.title, rust.tags) == ("Mira consistently writes her services in Rust.", ("language", "services"))
    assert (friday.title, friday.tags) == ("Mira was observed to avoid deploys on Fridays.", ("deploys", "habits"))


def test_the_strength_of_a_topic_leaves_superseded_evidence_out_and_reads_the_legacy_prefix(typeclaw):
    rust = page(typeclaw, RUST)

    assert {c.day for c in rust.evidence.active} == {date(2026, 7, 1), date(2026, 7, 2), date(2026, 7, 3)}
    assert {c.id for c in rust.evidence.superseded} == {GO}
    assert rust.strength == "consistently"
    assert page(typeclaw, FRIDAY).strength == "observed"


def test_recall_finds_topics_references_skills_and_nested_notes(typeclaw):
    assert found(typeclaw, "rust services") == ["belief/services-in-rust"]
    assert found(typeclaw, "ring the gong") == ["reference/deploy-checklist"]
    assert found(typeclaw, "conformance suite release")[0] == "skill/cut-release"
    assert found(typeclaw, "wombats") == ["note/topics/drafts/half-thought.md"]


def test_a_hit_carries_what_is_needed_to_judge_it(typeclaw):
    hit = typeclaw.recall("rust services").hits[0]

    assert hit.title == "Mira consistently writes her services in Rust."
    assert hit.text == "Mira consistently writes her services in Rust."
    assert hit.strength == "consistently"
    assert hit.date == date(2026, 7, 3)
    assert len(hit.citations) == 3


def test_a_topic_that_proposes_a_tool_is_a_suggestion(typeclaw):
    assert found(typeclaw, "command line tool releases")[0] == "suggestion/release-cli"


def test_a_suggestion_that_cites_is_no_stronger_for_having_been_read(typeclaw):
    assert page(typeclaw, Key("", "suggestion", "release-cli")).strength == "mentioned"


def test_what_typeclaw_dreamed_is_dreamed_and_the_rest_is_not(typeclaw):
    theirs = {f.id for f in typeclaw.vault.marked("dreamed") if f.source == "ses_01"}

    assert [f.id for f in typeclaw.vault.marked("undreamed")] == ["legacy-c7f3463d3530", LLAMA]
    assert len(theirs) == 6


def test_migrated_prose_is_searchable(typeclaw):
    [hit] = typeclaw.recall("neon tetras aquarium").hits

    assert hit.text == "Migrated note: the aquarium holds eleven neon tetras."
    assert hit.date == date(2026, 6, 20)


def test_a_last_line_without_its_newline_counts(typeclaw):
    assert found(typeclaw, "llama Otto") == [f"fragment/{LLAMA}"]


def test_keys_nobody_here_knows_stay_with_their_fragment(typeclaw):
    [moved] = [f for f in typeclaw.vault.marked("dreamed") if f.entry == "msg_rust"]

    assert moved.who == "mira"
    assert moved.extra["x-score"] == 0.9
    assert moved.extra["where"] == {
        "adapter": "slack", "workspace": "T1", "chat": "C9", "chatName": "dev", "thread": None, "x-extra": 1,
    }  # fmt: skip


def test_watermarks_tell_how_far_a_session_was_read(typeclaw):
    assert typeclaw.vault.watermark("ses_01") == "msg_rust3"


def test_references_keep_their_bytes_title_and_pin(typeclaw):
    checklist = page(typeclaw, Key("", "reference", "deploy-checklist"))
    old = page(typeclaw, Key("", "reference", "old-runbook"))

    assert checklist.title == "Deploy checklist"
    assert checklist.pinned
    assert checklist.body == "1. Drain the queue  \r\n2. Ring the gong\r\n\r\n\r\nDone.\r\n"
    assert old.tags == ()
    assert not old.pinned


def test_pinning_a_reference_keeps_its_body_to_the_byte(typeclaw):
    key = Key("", "reference", "old-runbook")
    body = page(typeclaw, key).body

    typeclaw.pin(key.handle)

    assert page(typeclaw, key).pinned
    assert page(typeclaw, key).body == body


def test_files_that_cannot_be_read_are_told_once_with_their_line(typeclaw):
    assert sorted(str(problem) for problem in typeclaw.warnings) == [
        "memory/streams/2026-07-01.jsonl:4: the line is not JSON; it is kept and passed over",
        "memory/topics/broken-shard.md:3: cites must be a whole number, not 'several'; "
        "it is not read until it is mended",
    ]

    with again(typeclaw) as later:
        assert later.warnings == []


def test_a_broken_topic_hides_no_other(typeclaw):
    assert found(typeclaw, "shard counts in words") == []
    assert Key("", "belief", "broken-shard") not in typeclaw.vault.keys("")


def test_the_doctor_goes_on_naming_a_broken_topic(typeclaw):
    with again(typeclaw) as later:
        findings, _ = later.doctor()
        assert [f.what for f in findings if "broken-shard.md:3" in f.what]


def test_the_doctor_goes_on_naming_a_broken_line_of_a_stream(typeclaw):
    with again(typeclaw) as later:
        findings, _ = later.doctor()
        assert [f.what for f in findings if "2026-07-01.jsonl:4" in f.what]


def test_restating_a_topic_keeps_unknown_keys_and_their_order(typeclaw):
    before = page(typeclaw, RUST)
    said = fragment("Mira now writes Zig")
    typeclaw.vault.append([said], [], MONDAY, "manual")

    new = restate(before, "Mira now writes Zig.", Evidence(frozenset({said.citation}), before.cited))
    proposal = Proposal(
        id="p-zig",
        origin="dream",
        actor="dream:d1",
        because="she changed",
        changes=(put(new, before),),
        considered=(said.id,),
    )
    apply(proposal, typeclaw.vault, MONDAY)

    text = (typeclaw.root / "memory/topics/services-in-rust.md").read_text("utf-8")
    keys = [line.partition(":")[0] for line in text.split("---\n")[1].splitlines()]
    assert keys[:6] == ["heading", "cites", "days", "lastReinforced", "tags", "x-origin"]
    assert "x-origin: typeclaw\n" in text
    assert page(typeclaw, RUST).strength == "mentioned"
    assert {c.id for c in page(typeclaw, RUST).evidence.superseded} >= {GO}


def test_appending_to_a_stream_keeps_every_byte_before_it(typeclaw):
    torn, open_ended = "memory/streams/2026-07-01.jsonl", "memory/streams/2026-07-03.jsonl"
    before = {path: (typeclaw.root / path).read_bytes() for path in (torn, open_ended)}
    days = [(date.fromisoformat(path[-16:-6]) - MONDAY.date()).days for path in before]

    typeclaw.vault.append([fragment("Mira likes quinces", day=day) for day in days], [], MONDAY, "manual")

    for path, bytes_before in before.items():
        assert (typeclaw.root / path).read_bytes().startswith(bytes_before)
    assert len(typeclaw.vault.fragments([LLAMA])) == 1
    assert found(typeclaw, "quinces") != []
    with again(typeclaw) as later:
        assert later.warnings == []
        assert later.verify() == []


def test_a_stream_that_typeclaw_goes_on_writing_is_followed(typeclaw):
    stream = typeclaw.root / "memory/streams/2026-07-04.jsonl"
    line = (typeclaw.root / "memory/streams/2026-07-02.jsonl").read_text("utf-8").splitlines()[0]
    stream.write_text(line.replace("019f220e", "019f2800").replace("Rust", "Erlang") + "\n", "utf-8")

    with again(typeclaw) as later:
        assert [hit.key.kind for hit in later.recall("Erlang").hits] == ["fragment"]


def test_a_flat_stream_folder_of_old_is_read(flat):
    assert [f.entry for f in flat.vault.marked("undreamed")] == ["msg_kite", "msg_kite2"]
    assert "fragment" in {hit.key.kind for hit in flat.recall("second kite").hits}


def test_a_dreaming_state_of_the_first_version_marks_nothing(flat):
    assert flat.vault.marked("dreamed") == []


@pytest.mark.parametrize(
    "state", ["", "{", "[]", '{"version": 2}', '{"version": 2, "dreamedThrough": {"2026-07-01": 3}}']
)
def test_a_dreaming_state_that_cannot_be_read_marks_nothing(state, tmp_path):
    workspace = tmp_path / "workspace"
    shutil.copytree(FIXTURES / "typeclaw/agent/memory/streams", workspace / "memory/streams")
    (workspace / "memory/.dreaming-state.json").write_text(state, "utf-8")

    with Memory.create(workspace) as memory:
        assert memory.vault.marked("dreamed") == []


def test_a_memory_file_without_our_blocks_is_a_note(flat):
    assert "note//MEMORY.md" in found(flat, "gasworks")
    assert not [key for key in flat.vault.keys("") if key.kind == "core"]


def test_streams_win_over_flat_files_when_both_are_there(tmp_path):
    workspace = tmp_path / "workspace"
    shutil.copytree(FIXTURES / "typeclaw/flat", workspace)
    shutil.copytree(FIXTURES / "typeclaw/agent/memory/streams", workspace / "memory/streams")

    with Memory.create(workspace) as memory:
        assert not [f for f in memory.vault.marked("undreamed") if "kite" in f.body]


def line(**changes: Any) -> bytes:
    told: dict[str, Any] = {
        "type": "fragment", "id": LLAMA, "ts": "2026-07-03T09:30:00.000Z", "source": "s", "entry": "e",
        "topic": "pets", "body": "Otto",
    }  # fmt: skip
    return json.dumps({key: value for key, value in {**told, **changes}.items() if value != "absent"}).encode()


def events(content: bytes) -> list[streams.Line]:
    return list(streams.parse(content, space="", day=date(2026, 7, 3)))


@pytest.mark.parametrize(
    "wrong",
    [
        b"not json",
        b"[1, 2]",
        b'"text"',
        b"\xff\xfe",
        line(type="dream"),
        line(id=""),
        line(id="absent"),
        line(ts="yesterday"),
        line(ts=1_751_535_000),
        line(source="absent"),
        line(body="absent"),
        line(type="watermark", id="absent"),
        line(type="legacy_prose", text="old", origin="elsewhere"),
        line(body=None),
        line(body={"a": 1}),
    ],
)
def test_a_line_typeclaw_would_refuse_is_passed_over_and_hides_no_other(wrong):
    first, bad, last = events(line() + b"\n" + wrong + b"\n" + line(id="other"))

    assert (first.number, bad.number, last.number) == (1, 2, 3)
    assert bad.event is None
    assert bad.why
    assert first.event is not None
    assert last.event is not None


def test_blank_lines_are_passed_over_and_counted():
    assert [found.number for found in events(b"\n\n" + line() + b"\n\n" + line())] == [3, 5]


def test_a_fragment_of_typeclaw_written_again_says_the_same():
    [read] = events(line(who="mira", where={"chat": "C9"}, **{"x-score": 1}))
    assert isinstance(read.event, Fragment)

    [again_] = events(streams.encode([read.event], ""))

    assert again_.event == read.event


# Moltbot


@pytest.mark.parametrize(
    ("question", "key"),
    [
        ("lighthouse keeper role", "core/identity"),
        ("penicillin allergic", "core/critical-facts"),
        ("harbour seal slipway", "note/episodes/2026-02-01.md"),
        ("foghorn metaphor", "note/episodes/2026-02-02.md"),
        ("Icelandic", "entity/person--alex"),
        ("deploy staging", "skill/how-to-deploy"),
        ("barometer", "note/vault/spare-key.md"),
        ("tides", "note/meta/evolution.md"),
    ],
)
def test_recall_finds_what_a_moltbot_workspace_holds(moltbot, question, key):
    assert found(moltbot, question)[0] == key


def test_proposals_of_sub_agents_are_not_memory_before_somebody_accepts_them(moltbot):
    assert found(moltbot, "academic sources") == []


def test_the_four_blocks_are_core_pages(moltbot):
    blocks = [key.slug for key in moltbot.vault.keys("") if key.kind == "core"]

    assert blocks == ["active-context", "critical-facts", "identity", "persona"]
    assert "- Allergic to penicillin" in page(moltbot, Key("", "core", "critical-facts")).prose


def test_a_line_of_one_block_is_evidence_of_that_block_only(moltbot):
    said = {f.id: f.body for f in moltbot.vault.marked("dreamed")}
    proof = page(moltbot, Key("", "core", "critical-facts")).evidence

    assert [said[c.id] for c in proof.active] == ["Allergic to penicillin"]
    assert found(moltbot, "penicillin") == ["core/critical-facts"]


def test_uncited_lines_are_quoted_as_evidence_that_an_editor_could_have_written(moltbot):
    quoted = [f for f in moltbot.vault.marked("dreamed") if f.body == "Allergic to penicillin"]

    assert [(f.quote, f.trust, f.source) for f in quoted] == [("- Allergic to penicillin", "agent", "external")]


def test_the_links_of_an_entity_are_known_two_on_a_line_included(moltbot):
    links = {(r.name, r.target, r.since) for _, r in moltbot.graph("project--moltbot-memory").relations}

    assert links == {
        ("develops", "project--moltbot-memory", None),
        ("developed-by", "person--alex", None),
        ("built-on", "tool--openclaw", date(2026, 1, 15)),
        ("inspired-by", "concept--letta-sleep-time", None),
        ("inspired-by", "concept--cognitive-memory-systems", None),
    }


def test_an_entity_is_found_by_its_plain_name(moltbot):
    entity = moltbot.graph("alex").entity

    assert entity is not None
    assert entity.key == Key("", "entity", "person--alex")


def test_an_entity_pinned_the_seeds_way_is_pinned(moltbot):
    assert page(moltbot, Key("", "entity", "person--alex")).pinned
    assert not page(moltbot, Key("", "entity", "project--moltbot-memory")).pinned


def test_a_vault_file_is_pinned_and_says_so(moltbot):
    assert moltbot.recall("barometer").hits[0].pinned


def test_a_vault_file_that_is_forgotten_stays_at_its_path(moltbot):
    moltbot.forget([Key("", "note", "vault/spare-key.md")], why="moved")

    text = (moltbot.root / "memory/vault/spare-key.md").read_text("utf-8")
    assert text.endswith("# Spare key\n\nThe spare key hangs behind the barometer.\n")
    assert found(moltbot, "barometer") == []
    assert not (moltbot.root / "memory/pinned").exists()


@pytest.mark.parametrize("change", ["pin", "forget and restore"])
def test_a_procedure_that_is_changed_stays_at_its_path_and_in_recall(moltbot, change):
    original = (FIXTURES / "moltbot/workspace/memory/procedures/how-to-deploy.md").read_text("utf-8")

    if change == "pin":
        moltbot.pin(DEPLOY.handle)
    else:
        moltbot.forget([DEPLOY])
        moltbot.restore(DEPLOY.handle)

    assert found(moltbot, "deploy staging") == ["skill/how-to-deploy"]
    assert original in (moltbot.root / "memory/procedures/how-to-deploy.md").read_text("utf-8")
    assert not (moltbot.root / "memory/skills").exists()


def test_a_procedure_that_is_forgotten_stays_at_its_path_and_leaves_recall(moltbot):
    moltbot.forget([DEPLOY])

    assert found(moltbot, "deploy staging") == []
    assert "## Steps\n1. Run the test suite first\n" in (moltbot.root / "memory/procedures/how-to-deploy.md").read_text(
        "utf-8"
    )
    assert not (moltbot.root / "memory/skills").exists()


def test_an_episode_of_theirs_is_left_alone_when_ours_is_rendered(moltbot):
    theirs = (moltbot.root / "memory/episodes/2026-02-02.md").read_bytes()
    day = (date(2026, 2, 2) - MONDAY.date()).days

    moltbot.vault.append([fragment("Alex bought a sextant", day=day)], [], MONDAY, "manual")
    moltbot.remember("Olga likes kippers")

    assert (moltbot.root / "memory/episodes/2026-02-02.md").read_bytes() == theirs
    assert found(moltbot, "foghorn metaphor")[0] == "note/episodes/2026-02-02.md"


def test_their_graph_index_and_audit_log_are_left_alone(moltbot):
    kept = {name: (moltbot.root / name).read_bytes() for name in ("memory/graph/index.md", "memory/meta/audit.log")}

    moltbot.pin(Key("", "entity", "project--moltbot-memory").handle)

    assert {name: (moltbot.root / name).read_bytes() for name in kept} == kept


# GoClaw


def test_a_lower_case_memory_file_and_flat_daily_notes_are_notes(goclaw):
    assert found(goclaw, "Orsolya forints") == ["note//memory.md", "note/2026-02-01.md"]
    assert found(goclaw, "walrus release") == ["note/2026-02-01.md"]


def test_the_machine_readable_index_is_kept_and_not_searched(goclaw):
    assert found(goclaw, "xylophone") == []


def test_a_lower_case_memory_file_is_not_put_in_the_shade_by_a_new_one(goclaw):
    assert not (goclaw.root / "MEMORY.md").exists()


def test_a_note_that_is_pinned_stays_at_its_path(goclaw):
    key = Key("", "note", "/memory.md")

    goclaw.pin(key.handle)

    assert (
        (goclaw.root / "memory.md").read_text("utf-8").endswith("# Memory\n\nThe customer Orsolya pays in forints.\n")
    )
    assert page(goclaw, key).pinned
