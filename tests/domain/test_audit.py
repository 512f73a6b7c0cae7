"""The audit trail in the seed's words: actions, actors, commit message, audit.log line (moltbot §12)."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest

from reverie.domain import audit
from reverie.domain.audit import ACTIONS, ACTORS, Appended, AuditEntry, Faded, FileChange
from reverie.domain.page import Key, Page
from reverie.domain.proposal import Merge, Proposal, Put, Restore, Retire, Split

AT = datetime(2026, 2, 2, 15, 30, 59, tzinfo=UTC)
TEA, COFFEE = Key("", "belief", "tea"), Key("", "belief", "coffee")


def changed(path: str, action: Any = "EDIT") -> FileChange:
    return FileChange(action=action, path=path, keys=(), before="v1", after="v2")


def entry(*files: FileChange, **rest: Any) -> AuditEntry:
    values: dict[str, Any] = {
        "seq": 1, "id": "p-1", "at": AT, "action": "EDIT", "actor": "bot:trigger-remember", "approval": "auto",
        "summary": 'added "hybrid approach chosen" to Active Context', "files": files,
    }  # fmt: skip
    return AuditEntry(**{**values, **rest})


def proposal(*changes: Any, **rest: Any) -> Proposal:
    values: dict[str, Any] = {"id": "p-1", "origin": "person", "actor": "manual", "because": "why"}
    return Proposal(**{**values, **rest}, changes=changes)


def page(key: Key = TEA) -> Page:
    return Page(key=key, text="---\nheading: x\n---\n")


def test_a_commit_message_is_golden():
    told = entry(
        changed("MEMORY.md"),
        summary="updated Active Context with memory project status",
        trigger='user said "remember we chose the hybrid approach"',
    )

    # The seed's four lines; git wants the subject followed by a blank one.
    assert audit.message(told) == (
        "[EDIT] MEMORY.md — updated Active Context with memory project status\n"
        "\n"
        "Actor: bot:trigger-remember\n"
        "Approval: auto\n"
        'Trigger: user said "remember we chose the hybrid approach"'
    )


def test_a_commit_message_of_a_critical_file_shouts():
    told = entry(
        changed("SOUL.md"),
        summary="modified core behavioral guideline",
        actor="manual",
        approval="—",
        trigger="direct human edit",
    )

    assert audit.message(told) == (
        "[EDIT] SOUL.md — modified core behavioral guideline\n"
        "\n"
        "Actor: manual\n"
        "Approval: —\n"
        "Trigger: direct human edit\n"
        "⚠️ CRITICAL FILE CHANGED"
    )


def test_a_message_is_bounded_and_one_line_a_field():
    told = entry(changed("MEMORY.md"), summary="a\nb " + "x" * 500, trigger="c\n\nd")
    subject, gap, *fields = audit.message(told).splitlines()

    assert len(subject) < 160
    assert gap == ""
    assert fields == ["Actor: bot:trigger-remember", "Approval: auto", "Trigger: c d"]


def test_a_file_name_cannot_add_a_line_of_its_own():
    told = entry(changed("memory/notes/a\nActor: forged.md"))

    assert len(audit.message(told).splitlines()) == 5
    assert len("\n".join(audit.log_lines(told)).splitlines()) == 1


def test_many_files_are_named_by_the_first_and_their_number():
    told = entry(changed("MEMORY.md"), changed("memory/topics/tea.md"), changed("memory/topics/coffee.md"))

    assert audit.named_files(told) == "MEMORY.md (+2 more)"
    assert audit.named_files(entry()) == "—"


@pytest.mark.parametrize(
    ("told", "line"),
    [
        (
            entry(changed("MEMORY.md")),
            "2026-02-02T15:30Z | EDIT | MEMORY.md | bot:trigger-remember | auto | "
            'added "hybrid approach chosen" to Active Context',
        ),
        (
            entry(changed("memory/graph/entities/concept--hybrid-arch.md", "CREATE"), summary="new entity"),
            "2026-02-02T15:30Z | CREATE | memory/graph/entities/concept--hybrid-arch.md | bot:trigger-remember "
            "| auto | new entity",
        ),
        (
            entry(
                appended=(Appended(path="memory/streams/2026-02-02.jsonl", space="", offset=0, length=9, ids=()),),
                actor="bot:auto-detect",
                summary="logged architecture discussion",
            ),
            "2026-02-02T15:30Z | APPEND | memory/streams/2026-02-02.jsonl | bot:auto-detect | auto | "
            "logged architecture discussion",
        ),
        (
            entry(changed("SOUL.md"), actor="manual", approval="—", summary="behavioral guideline modified"),
            "2026-02-02T15:30Z | EDIT | SOUL.md | manual | — | ⚠️ CRITICAL: behavioral guideline modified",
        ),
        (
            entry(action="DECAY", actor="system:decay", summary="2 entries transitioned: fading→dormant"),
            "2026-02-02T15:30Z | DECAY | — | system:decay | auto | 2 entries transitioned: fading→dormant",
        ),
    ],
    ids=["edit", "create", "append", "critical", "decay"],
)
def test_a_line_of_the_audit_log_is_golden(told, line):
    assert audit.log_lines(told) == [line]


def test_an_alert_names_its_file_where_the_seed_does():
    told = entry(
        action="ALERT", actor="system:audit", approval="—", trigger="SOUL.md", summary="Critical file change detected."
    )

    assert audit.log_lines(told) == [
        "2026-02-02T15:30Z | ALERT | SOUL.md | system:audit | — | Critical file change detected."
    ]


def test_the_audit_log_tells_utc_whatever_zone_the_entry_was_made_in():
    told = entry(changed("MEMORY.md"), at=AT.astimezone(timezone(timedelta(hours=9))))

    assert audit.log_lines(told)[0].startswith("2026-02-02T15:30Z | ")


def test_an_entry_has_a_line_for_each_file_it_touched():
    told = entry(changed("MEMORY.md"), changed("memory/topics/tea.md", "ARCHIVE"))

    assert [line.split(" | ")[1:3] for line in audit.log_lines(told)] == [
        ["EDIT", "MEMORY.md"],
        ["ARCHIVE", "memory/topics/tea.md"],
    ]


def test_a_summary_cannot_add_columns_or_lines():
    [line] = audit.log_lines(entry(changed("MEMORY.md"), summary="a | b\nc"))

    assert line.count(" | ") == 5
    assert line.endswith("| a / b c")


@pytest.mark.parametrize(
    ("path", "level"),
    [
        ("SOUL.md", "critical"),
        ("IDENTITY.md", "critical"),
        ("reverie.toml", "critical"),  # the seed's moltbot.json: our configuration
        ("USER.md", "high"),
        ("TOOLS.md", "high"),
        ("MEMORY.md", "standard"),
        ("memory/episodes/2026-02-02.md", "standard"),
        ("memory/graph/entities/person--ana.md", "standard"),
        ("memory/procedures/deploy.md", "standard"),
        ("memory/vault/door.md", "high"),
        ("memory/pinned/door.md", "high"),
        ("memory/meta/evolution.md", "standard"),
    ],
)
def test_sensitivity_is_the_seeds_table(path, level):
    assert audit.sensitivity(path) == level


def test_what_is_critical_can_be_set():
    assert audit.sensitivity("USER.md", ("USER.md",)) == "critical"
    assert audit.sensitivity("SOUL.md", ("USER.md",)) == "standard"


def test_the_actions_are_the_seeds():
    seed = {"CREATE", "EDIT", "APPEND", "DELETE", "ARCHIVE", "MERGE", "REVERT", "DECAY", "RENAME"}
    alerts_and_subagents = {"ALERT", "PROPOSE", "COMMIT", "REJECT"}

    assert seed | alerts_and_subagents <= set(ACTIONS)


@pytest.mark.parametrize(
    "actor",
    [
        "bot:trigger-remember", "bot:trigger-forget", "bot:auto-detect", "reflection:ID", "system:decay", "manual",
        "skill:NAME", "system:init", "subagent:NAME", "bot:commit-from:NAME",
    ],
)  # fmt: skip
def test_the_actors_are_the_seeds(actor):
    assert ACTORS[actor]


@pytest.mark.parametrize(
    ("before", "after", "by", "action"),
    [
        (None, page(), proposal(Put(page())), "CREATE"),
        (page(), page(), proposal(Put(page())), "EDIT"),
        (page(), page(), proposal(Retire(TEA, "old")), "ARCHIVE"),
        (page(), page(), proposal(Merge((TEA,), page(COFFEE))), "MERGE"),
        (page(), page(), proposal(Split(TEA, (page(COFFEE),))), "EDIT"),
        (page(), page(), proposal(Restore(TEA, page())), "REVERT"),
        (page(), page(), proposal(Put(page()), undoes=("p-0",), origin="undo"), "REVERT"),
        (page(), None, proposal(Restore(TEA, None), origin="external"), "DELETE"),
        (page(), None, proposal(Put(page(COFFEE))), "DELETE"),
    ],
    ids=["create", "edit", "archive", "merge", "split", "restore", "undo", "deleted by hand", "gone"],
)
def test_what_happens_to_a_page_has_the_seeds_word(before, after, by, action):
    assert audit.action_of(TEA, before, after, by) == action


def test_one_action_stands_for_a_whole_proposal():
    files = (changed("memory/topics/tea.md", "CREATE"),)

    assert audit.headline(proposal(Put(page())), files) == "CREATE"
    assert audit.headline(proposal(Put(page()), Retire(COFFEE, "old")), files) == "ARCHIVE"
    assert audit.headline(proposal(Merge((COFFEE,), page())), files) == "MERGE"
    assert audit.headline(proposal(Restore(TEA, page())), files) == "REVERT"
    assert audit.headline(proposal(Put(page())), ()) == "EDIT"


def test_an_entry_stored_is_the_entry_read():
    new = page()
    told = entry(
        FileChange(action="CREATE", path="memory/topics/tea.md", keys=(TEA,), before=None, after=new.version),
        texts={new.version: new.text},
        appended=(Appended(path="memory/streams/2026-02-02.jsonl", space="", offset=3, length=9, ids=("f1",)),),
        marks={"dreamed": ("f1",)},
        aliases={"m:aaaaaaaa": COFFEE},
        proposal=proposal(Put(new, {TEA: None}), considered=("f1",), run="d1"),
        reasons=("because",),
    )

    assert audit.from_json(audit.to_json(told)) == told


def test_a_text_that_the_proposal_holds_is_not_stored_twice():
    new = page()
    told = entry(
        FileChange(action="CREATE", path="memory/topics/tea.md", keys=(TEA,), before=None, after=new.version),
        texts={new.version: new.text},
        proposal=proposal(Put(new)),
    )

    assert "texts" not in audit.to_json(told)
    assert audit.from_json(audit.to_json(told)).texts == {new.version: new.text}


def test_an_entry_knows_what_it_undoes():
    assert entry().undoes == ()
    assert replace(entry(), proposal=proposal(undoes=("p-0",), origin="undo")).undoes == ("p-0",)


@pytest.mark.parametrize(("told", "meant"), [(None, ()), ("p-0", ("p-0",)), (["p-0", "p-1"], ("p-0", "p-1"))])
def test_a_log_that_names_one_change_that_was_undone_is_read_like_one_that_names_several(told, meant):
    line = audit.to_json(replace(entry(), proposal=proposal(undoes=meant, origin="undo")))
    assert line["proposal"]["undoes"] == told
    assert audit.from_json(line).undoes == meant


def test_what_faded_survives_the_log_and_has_a_line_for_each_page_in_audit_log():
    told = entry(
        action="DECAY", actor="system:decay", summary="2 pages: …",
        faded=(Faded(TEA, "active", "fading"), Faded(Key("user/ana", "belief", "a|b"), "dormant", "active")),
    )  # fmt: skip

    assert audit.from_json(audit.to_json(told)) == told
    assert audit.log_lines(told) == [
        "2026-02-02T15:30Z | DECAY | belief/tea | system:decay | auto | active→fading",
        "2026-02-02T15:30Z | DECAY | user/ana/belief/a/b | system:decay | auto | dormant→active",
    ]
