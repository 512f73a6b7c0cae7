"""What is read of Claude Code's sessions, and what is not."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

from reverie.domain.transcript import Entry
from reverie.transcripts.base import LONGEST_TEXT, Place, Reading, Session, cleaned, moment
from reverie.transcripts.claude_code import ClaudeCode

SAMPLES = os.environ.get("REVERIE_SAMPLES")  # before a test is alone with its own variables
SESSION = "11111111-2222-4333-8444-555555555555"
OTHER = "99999999-2222-4333-8444-555555555555"
AT = "2026-11-15T23:52:28.566Z"


def line(kind: str, uuid: str, parent: str | None, **rest: Any) -> dict[str, Any]:
    """A line of the conversation, with what the host writes around all of them."""
    return {
        "parentUuid": parent,
        "isSidechain": False,
        "type": kind,
        "uuid": uuid,
        "timestamp": AT,
        "userType": "external",
        "entrypoint": "cli",
        "cwd": "/home/u/proj",
        "sessionId": SESSION,
        "version": "2.1.325",
        "gitBranch": "main",
        **rest,
    }


def prompt(uuid: str, parent: str | None, content: Any, **rest: Any) -> dict[str, Any]:
    return line("user", uuid, parent, message={"role": "user", "content": content}, **rest)


def reply(uuid: str, parent: str | None, *blocks: Any, model: str = "claude-opus-5-5", **rest: Any) -> dict[str, Any]:
    content = [{"type": "text", "text": block} if isinstance(block, str) else block for block in blocks]
    message = {"id": f"msg_{uuid}", "type": "message", "role": "assistant", "model": model, "content": content}
    return line("assistant", uuid, parent, message=message, **rest)


def uses(call: str, command: str) -> dict[str, Any]:
    return {"type": "tool_use", "id": call, "name": "Bash", "input": {"command": command}}


def answer(uuid: str, parent: str, call: str, content: Any, *, failed: bool = False) -> dict[str, Any]:
    block = {"type": "tool_result", "tool_use_id": call, "content": content, "is_error": failed}
    result: Any = f"Error: {content}" if failed else {"stdout": content, "stderr": "", "interrupted": False}
    return prompt(uuid, parent, [block], toolUseResult=result, sourceToolAssistantUUID=parent)


def attachment(uuid: str, parent: str | None, **what: Any) -> dict[str, Any]:
    return line("attachment", uuid, parent, attachment=what)


def compaction(n: int, after: str, summary: str) -> list[dict[str, Any]]:
    text = (
        "This session is being continued from a previous conversation that ran out of context.\n\n"
        f"<system-reminder>\nBash\n</system-reminder>\nSummary:\n{summary}\n\n"
        "If you need specific details from before compaction, read the full transcript at: /x.jsonl\n"
        "Continue the conversation from where it left off without asking the user any further questions."
    )
    return [
        line("system", f"b{n}", None, logicalParentUuid=after, subtype="compact_boundary", content="compacted"),
        prompt(f"s{n}", f"b{n}", text, isCompactSummary=True, isVisibleInTranscriptOnly=True),
    ]


def encoded(*lines: dict[str, Any]) -> bytes:
    return b"".join(json.dumps(each).encode() + b"\n" for each in lines)


def write(folder: Path, *lines: dict[str, Any], name: str = SESSION, project: str = "-home-u-proj") -> Path:
    path = folder / "projects" / project / f"{name}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(encoded(*lines))
    return path


def session(path: Path) -> Session:
    (found,) = ClaudeCode().find(path)
    return found


def read(path: Path, since: Place | None = None) -> Reading:
    return ClaudeCode().read(session(path), since)


def told(reading: Reading) -> list[tuple[str, str]]:
    return [(entry.role, entry.text) for entry in reading.transcript.entries]


def texts(reading: Reading) -> list[str]:
    return [entry.text for entry in reading.transcript.entries]


def in_two_parts(path: Path, at: int) -> list[Entry]:
    """The entries when the session is read once after so many bytes, and again when it is whole."""
    whole = path.read_bytes()
    path.write_bytes(whole[:at])
    first = read(path)
    path.write_bytes(whole)
    second = read(path, first.place)
    return [*first.transcript.entries, *second.transcript.entries]


CONVERSATION = (
    {"type": "last-prompt", "lastPrompt": "Run both", "leafUuid": "a3", "sessionId": SESSION},
    attachment("h1", None, type="hook_success", stdout="injected memory", hookEvent="SessionStart"),
    prompt("u1", "h1", "Run both", origin={"kind": "human"}, promptSource="typed"),
    reply("a1", "u1", {"type": "thinking", "thinking": "I should run two.", "signature": "c2ln"}),
    reply("a2", "a1", "Running both."),
    reply("a3", "a2", uses("c1", "echo alpha")),
    reply("a4", "a3", uses("c2", "ls /missing")),
    answer("r2", "a4", "c2", "No such file", failed=True),
    answer("r1", "a3", "c1", "alpha"),
    reply("a5", "r1", "One worked."),
    line("system", "d1", "a5", subtype="turn_duration", durationMs=10),
    prompt("u2", "d1", "Then stop.", origin={"kind": "human"}, promptSource="typed"),
    reply("a6", "u2", "Stopped."),
)


def test_a_conversation_is_told_in_its_order(tmp_path: Path):
    reading = read(write(tmp_path, *CONVERSATION))

    assert told(reading) == [
        ("user", "Run both"),
        ("agent", "Running both."),
        ("agent", ""),
        ("agent", ""),
        ("tool", "No such file"),
        ("tool", "alpha"),
        ("agent", "One worked."),
        ("user", "Then stop."),
        ("agent", "Stopped."),
    ]
    assert reading.transcript.source == f"claude-code:{SESSION}"
    assert (reading.transcript.trust, reading.transcript.origin) == ("user", "session")
    assert reading.transcript.entries[0].at == datetime(2026, 11, 15, 23, 52, 28, 566000, tzinfo=UTC)
    assert not reading.skipped


def test_parallel_calls_are_joined_to_their_answers(tmp_path: Path):
    entries = read(write(tmp_path, *CONVERSATION)).transcript.entries

    calls = {entry.call.id: entry.call for entry in entries if entry.call}
    answers = {entry.answers: entry for entry in entries if entry.answers}
    assert calls["c1"].tool == "Bash"
    assert calls["c1"].input == {"command": "echo alpha"}
    assert (answers["c1"].text, answers["c1"].failed) == ("alpha", False)
    assert (answers["c2"].text, answers["c2"].failed) == ("No such file", True)


def test_reading_in_parts_tells_the_same_as_at_once(tmp_path: Path):
    path = write(tmp_path, *CONVERSATION, *compaction(1, "a6", "They ran two."), prompt("u3", "s1", "Go on."))
    whole, at_once = path.read_bytes(), list(read(path).transcript.entries)

    for cut in [n + more for n, byte in enumerate(whole) if byte == 10 for more in (-20, 0, 1)]:
        assert in_two_parts(path, cut) == at_once
    assert read(path, read(path).place).transcript.entries == ()


def test_a_resumed_session_goes_on_where_it_was_left(tmp_path: Path):
    path = write(tmp_path, *CONVERSATION)
    first = read(path)

    with path.open("ab") as file:
        file.write(encoded(prompt("u3", "a6", "I am back.", cwd="/home/u/other")))
    second = read(path, first.place)

    assert first.place.last == "a6"
    assert told(second) == [("user", "I am back.")]
    assert second.place.last == "u3"
    assert second.transcript.folder == "/home/u/other"


def test_a_file_that_begins_otherwise_is_read_from_its_start(tmp_path: Path):
    place = read(write(tmp_path, *CONVERSATION)).place

    reading = read(write(tmp_path, prompt("n1", None, "Another beginning")), place)

    assert texts(reading) == ["Another beginning"]


def test_a_torn_last_line_is_left_for_the_next_time(tmp_path: Path):
    path = write(tmp_path, *CONVERSATION)
    path.write_bytes(path.read_bytes()[:-30])

    reading = read(path)

    assert texts(reading)[-1] == "Then stop."
    assert not reading.skipped
    path.write_bytes(encoded(*CONVERSATION))
    assert texts(read(path, reading.place)) == ["Stopped."]


def test_a_last_line_without_its_newline_counts(tmp_path: Path):
    path = write(tmp_path, *CONVERSATION)
    path.write_bytes(path.read_bytes()[:-1])

    assert texts(read(path))[-1] == "Stopped."


def test_marks_of_windows_and_what_a_power_cut_left_cost_no_line(tmp_path: Path):
    path = write(tmp_path, prompt("u1", None, "First"), prompt("u2", "u1", "Second"))
    first, second = path.read_bytes().split(b"\n")[:2]
    path.write_bytes(b"\xef\xbb\xbf" + first + b"\r\n" + b"\0" * 4096)

    before = ClaudeCode().read(session(path))
    with path.open("ab") as file:
        file.write(second + b"\r\n")
    after = ClaudeCode().read(session(path), before.place)

    assert [e.text for e in (*before.transcript.entries, *after.transcript.entries)] == ["First", "Second"]
    assert (before.skipped, after.skipped) == ({}, {})


def test_an_empty_file_tells_nothing(tmp_path: Path):
    reading = read(write(tmp_path))

    assert reading.transcript.entries == ()
    assert (reading.place.offset, reading.place.last) == (0, "")


def test_a_line_of_ten_megabytes_is_read_and_cut(tmp_path: Path):
    big = answer("r1", "a1", "c1", "x" * 10_000_000)
    reading = read(write(tmp_path, prompt("u1", None, "Go"), big, reply("a2", "r1", "Done.")))

    assert [len(text) for text in texts(reading)] == [2, LONGEST_TEXT, 5]


def test_bytes_that_are_no_text_spoil_only_themselves(tmp_path: Path):
    path = write(tmp_path, prompt("u1", None, "Caf\u00e9"))
    broken = encoded(prompt("u2", "u1", "ANA likes tea")).replace(b"ANA", b"\xff\xfe")
    path.write_bytes(path.read_bytes() + broken + b"\xff\xff\n" + encoded(reply("a1", "u2", "Tea it is.")))

    reading = read(path)

    assert texts(reading) == ["Caf\u00e9", "\ufffd\ufffd likes tea", "Tea it is."]
    assert reading.skipped == {"not UTF-8": 1}


def test_bad_lines_are_counted_and_passed_over(tmp_path: Path):
    path = write(
        tmp_path,
        line("user", "x1", None, message="a plain string"),
        prompt("x2", None, "Without a time", timestamp="yesterday"),
        {"type": "user", "message": {"role": "user", "content": "Without an id"}},
    )
    path.write_bytes(path.read_bytes() + b"{torn\n[1]\n" + encoded(prompt("u1", None, "Good.")))

    reading = read(path)

    assert texts(reading) == ["Good."]
    assert reading.skipped == {"no message": 1, "no time": 1, "no id": 1, "not JSON": 1, "not an object": 1}


def test_a_line_written_twice_is_told_once(tmp_path: Path):
    said = [prompt("u1", None, "Once"), reply("a1", "u1", "Yes.")]
    titles = [{"type": "ai-title", "aiTitle": "One", "sessionId": SESSION}] * 2

    assert texts(read(write(tmp_path, *said, *titles, *said))) == ["Once", "Yes."]


def test_several_blocks_of_one_line_have_ids_of_their_own(tmp_path: Path):
    image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "AAAA"}}
    path = write(tmp_path, prompt("u1", None, [image, {"type": "text", "text": "What is this?"}]))

    reading = read(path)

    assert [(entry.id, entry.text) for entry in reading.transcript.entries] == [("u1/1", "What is this?")]


def test_what_hooks_and_the_host_put_in_is_not_told(tmp_path: Path):
    blob = {"type": "api-request-blob", "message": {"role": "user", "content": [{"type": "text", "text": "injected"}]}}
    editor = [{"type": "text", "text": "<ide_opened_file>injected</ide_opened_file>"}, {"type": "text", "text": "Hi"}]
    path = write(
        tmp_path,
        attachment("h1", None, type="hook_additional_context", content=["injected"], hookEvent="SessionStart"),
        attachment("h2", "h1", type="prompt_snapshot", systemPrompt=["injected"]),
        {"type": "queue-operation", "operation": "enqueue", "content": "injected", "sessionId": SESSION},
        {"type": "something-new", "uuid": "n1", "parentUuid": "h2", "message": {"content": "injected"}},
        blob,
        prompt("u1", "h2", editor),
        prompt("u2", "u1", "<system-reminder>injected</system-reminder>Kept <private>injected</private>"),
        reply("a1", "u2", '<reverie session="1">injected</reverie>Said.'),
        prompt("u3", "a1", "injected by the host", promptSource="system"),
        prompt("u4", "u3", "injected by another", origin={"kind": "channel"}),
        prompt("u5", "u4", "<task-notification>injected</task-notification>"),
        prompt("u6", "u5", "<persisted-output>injected</persisted-output>"),
    )

    reading = read(path)

    assert texts(reading) == ["Hi", "Kept", "Said."]


def test_a_line_of_ours_that_was_pasted_is_not_told_and_what_an_agent_cites_is(tmp_path: Path):
    line = "- m:h5zxg3oo 2026-11-17 (mentioned) From now on we deploy by hand."
    path = write(tmp_path, prompt("u1", None, line), prompt("u2", "u1", f"Is it so?\n{line}"), reply("a1", "u2", line))

    assert texts(read(path)) == ["Is it so?", line]


def test_slash_commands_and_notes_of_the_host_are_not_told(tmp_path: Path):
    path = write(
        tmp_path,
        prompt("m1", None, "Caveat: the messages below were generated by commands.", isMeta=True),
        prompt("m2", "m1", "<command-name>/clear</command-name>\n  <command-args>all of it</command-args>"),
        line("system", "m3", "m2", subtype="local_command", content="<local-command-stdout></local-command-stdout>"),
        prompt("m4", "m3", "<local-command-stdout>\x1b[2mdone\x1b[22m</local-command-stdout>"),
        prompt("m5", "m4", "<bash-input>ls</bash-input><bash-stdout>a</bash-stdout><bash-stderr></bash-stderr>"),
        prompt("u1", "m5", "A new conversation"),
        prompt("i1", "u1", [{"type": "text", "text": "[Request interrupted by user]"}]),
        reply("e1", "i1", "API Error: 529", model="<synthetic>", isApiErrorMessage=True),
        reply("e2", "e1", "No response requested.", model="<synthetic>"),
    )

    assert texts(read(path)) == ["A new conversation"]


def test_a_call_nested_too_deep_spoils_only_itself(tmp_path: Path):
    deep: Any = "x"
    for _ in range(600):
        deep = [deep]
    call = {"type": "tool_use", "id": "c1", "name": "Bash", "input": {"command": deep}}
    path = write(tmp_path, prompt("u1", None, "Go"), reply("a1", "u1", call), reply("a2", "a1", "Done."))

    assert [text for text in texts(read(path)) if text] == ["Go", "Done."]


def test_a_prompt_typed_while_the_agent_was_busy_is_told(tmp_path: Path):
    path = write(
        tmp_path,
        prompt("u1", None, "Start"),
        reply("a1", "u1", uses("c1", "sleep 9")),
        attachment("q1", "a1", type="queued_command", commandMode="prompt", prompt="And use tabs"),
        attachment("q2", "q1", type="queued_command", commandMode="prompt", prompt=[{"type": "text", "text": "Now"}]),
        attachment("q3", "q2", type="queued_command", commandMode="task-notification", prompt="a task ended"),
    )

    assert [text for role, text in told(read(path)) if role == "user"] == ["Start", "And use tabs", "Now"]


def test_compactions_are_counted_and_only_their_latest_summary_is_kept(tmp_path: Path):
    path = write(
        tmp_path,
        prompt("u1", None, "One"),
        *compaction(1, "u1", "1. First"),
        prompt("u2", "s1", "Two"),
        *compaction(2, "u2", "1. Second\n\n2. More"),
        prompt("u3", "s2", "Three"),
    )

    reading = read(path)

    assert texts(reading) == ["One", "Two", "Three"]
    assert reading.transcript.summary == "1. Second\n\n2. More"
    assert reading.place.compactions == 2


def test_compactions_are_counted_over_several_readings(tmp_path: Path):
    path = write(tmp_path, prompt("u1", None, "One"), *compaction(1, "u1", "First"))
    first = read(path)

    with path.open("ab") as file:
        file.write(encoded(*compaction(2, "s1", "Second")))
    second = read(path, first.place)

    assert (first.place.compactions, second.place.compactions) == (1, 2)
    assert second.place.last == "u1"


def test_a_rewound_branch_is_left_out(tmp_path: Path):
    path = write(
        tmp_path,
        prompt("u1", None, "Start"),
        reply("a1", "u1", "Started."),
        prompt("u2", "a1", "Delete everything"),
        reply("a2", "u2", uses("c2", "rm -r x")),
        answer("r2", "a2", "c2", "gone"),
        prompt("u3", "r2", "And that too"),
        prompt("u4", "a1", "Keep everything"),
        reply("a4", "u4", uses("c4", "ls"), uses("c5", "pwd")),
        answer("r4", "a4", "c4", "x"),
        answer("r5", "a4", "c5", "/y"),
        reply("a5", "r4", "Kept."),
    )

    assert texts(read(path)) == ["Start", "Started.", "Keep everything", "", "", "x", "/y", "Kept."]


def test_a_rewound_first_prompt_is_left_out(tmp_path: Path):
    path = write(tmp_path, prompt("u1", None, "Tpyo"), reply("a1", "u1", "What?"), prompt("u2", None, "Typo"))

    assert texts(read(path)) == ["Typo"]


def test_a_branch_rewound_after_the_last_reading_is_left_out(tmp_path: Path):
    path = write(
        tmp_path,
        prompt("u1", None, "Start"),
        reply("a1", "u1", "Started."),
        prompt("u2", "a1", "Wrong"),
        reply("a2", "u2", "Fine."),
        prompt("u3", "a1", "Right"),
    )
    cut = len(encoded(prompt("u1", None, "Start"), reply("a1", "u1", "Started.")))

    assert [entry.text for entry in in_two_parts(path, cut)] == ["Start", "Started.", "Right"]


def test_a_branch_is_left_out_across_a_compaction(tmp_path: Path):
    path = write(
        tmp_path,
        prompt("u1", None, "Start"),
        prompt("u2", "u1", "Wrong"),
        prompt("u3", "u1", "Right"),
        *compaction(1, "u3", "Started"),
        prompt("u4", "s1", "Go on"),
    )

    assert texts(read(path)) == ["Start", "Right", "Go on"]


def test_a_break_between_lines_loses_nothing(tmp_path: Path):
    path = write(
        tmp_path,
        attachment("h1", None, type="hook_success"),
        prompt("u1", "h1", "Before"),
        reply("a1", "u1", "Yes."),
        prompt("u2", "lost", "Between"),
        line("system", "x1", None, subtype="informational", content="resumed"),
        prompt("u3", "x1", "After"),
    )

    assert texts(read(path)) == ["Before", "Yes.", "Between", "After"]


def test_a_second_beginning_loses_nothing(tmp_path: Path):
    first, second = prompt("u1", None, "First"), prompt("u2", None, "Second")
    hook = attachment("h1", None, type="hook_success")

    assert texts(read(write(tmp_path, first, hook, second | {"parentUuid": "h1"}))) == ["First", "Second"]
    assert texts(read(write(tmp_path, hook, first | {"parentUuid": "h1"}, second))) == ["First", "Second"]


def test_lines_that_follow_each_other_in_a_circle_end(tmp_path: Path):
    path = write(tmp_path, prompt("u1", "u2", "One"), prompt("u2", "u1", "Two"))

    assert texts(read(path)) == ["One", "Two"]


def test_a_fork_tells_only_what_is_its_own(tmp_path: Path):
    def copied(each: dict[str, Any]) -> dict[str, Any]:
        return each | {"forkedFrom": {"sessionId": OTHER, "messageUuid": each["uuid"]}}

    write(tmp_path, prompt("u1", None, "Old"), name=OTHER)
    path = write(
        tmp_path,
        *(copied(each) for each in (prompt("u1", None, "Old"), *compaction(1, "u1", "What was"))),
        copied(reply("a1", "s1", "Old too.")),
        prompt("u2", "a1", "New"),
    )

    reading = read(path)

    assert texts(reading) == ["New"]
    assert (reading.transcript.summary, reading.place.compactions) == ("What was", 0)


def forked(*lines: dict[str, Any]) -> list[dict[str, Any]]:
    """Lines as a fork copies them: under new names, which lead to those they had."""
    copies = []
    for each in lines:
        name = {"uuid": f"f-{each['uuid']}", "parentUuid": each["parentUuid"] and f"f-{each['parentUuid']}"}
        copies.append(each | name | {"forkedFrom": {"sessionId": OTHER, "messageUuid": each["uuid"]}})
    return copies


OLD = (prompt("u1", None, "Old"), reply("a1", "u1", "Old too.", uses("c1", "make")), prompt("u9", "a1", "Older"))


def test_a_fork_holds_the_session_it_was_forked_from_when_that_is_gone(tmp_path: Path):
    path = write(tmp_path, *forked(*OLD), prompt("u2", "f-u9", "New", timestamp="2026-11-14T09:00:00.000Z"))
    found = {session.id: session for session in ClaudeCode().find(tmp_path)}

    assert list(found) == [SESSION, OTHER]
    gone, whole = found[OTHER], read(write(tmp_path / "parent", *OLD, name=OTHER))
    copied = ClaudeCode().read(gone)
    assert copied.transcript.source == f"claude-code:{OTHER}"
    assert copied.transcript.entries == whole.transcript.entries
    assert (gone.changed, gone.size) == (moment(AT), len(encoded(*forked(*OLD))))
    assert texts(ClaudeCode().read(found[SESSION])) == ["New"]
    assert path.stat().st_size > gone.size


def test_a_fork_holds_no_other_session_while_that_is_there(tmp_path: Path):
    write(tmp_path, *forked(*OLD), prompt("u2", "f-u9", "New"))
    write(tmp_path, *OLD, name=OTHER)

    assert sorted(session.id for session in ClaudeCode().find(tmp_path)) == sorted([SESSION, OTHER])


def test_the_users_title_comes_before_the_hosts(tmp_path: Path):
    said = prompt("u1", None, "Hello")
    own = {"type": "ai-title", "aiTitle": "A greeting", "sessionId": SESSION}
    given_ = {"type": "custom-title", "customTitle": "Ana's session", "sessionId": SESSION}
    old = {"type": "summary", "summary": "An old title", "leafUuid": "u1"}
    foreign = {"type": "summary", "summary": "Of another session", "leafUuid": "z9"}

    assert read(write(tmp_path, said)).transcript.title is None
    assert read(write(tmp_path, foreign, said, foreign)).transcript.title is None
    assert read(write(tmp_path, said, old)).transcript.title == "An old title"
    assert read(write(tmp_path, said, given_, own, old)).transcript.title == "Ana's session"
    assert read(write(tmp_path, said, own, old)).transcript.title == "A greeting"


def test_the_folder_is_what_the_lines_say_and_not_what_the_path_says(tmp_path: Path):
    one = write(tmp_path, prompt("u1", None, "One", cwd="/home/u/my proj_ä"))
    two = write(tmp_path, prompt("u2", None, "Two", cwd="/home/u/my-proj.ä"), name=OTHER)

    assert read(one).transcript.folder == "/home/u/my proj_ä"
    assert read(two).transcript.folder == "/home/u/my-proj.ä"
    assert session(one).folder is None


def agents(folder: Path) -> dict[str, Path]:
    """A session with sub-agents: its own, one of a workflow, and one as old versions kept them."""
    main = write(folder, prompt("u1", None, "Delegate"))
    said = [
        prompt("t1", None, "Look it up", isSidechain=True, agentId="a1"),
        reply("t2", "t1", "Forty-two.", isSidechain=True, agentId="a1"),
    ]
    inside = main.parent / SESSION / "subagents"
    paths = {
        f"{SESSION}/agent-a1": inside / "agent-a1.jsonl",
        f"{SESSION}/agent-a2": inside / "workflows" / "run-1" / "agent-a2.jsonl",
        "agent-a3": main.parent / "agent-a3.jsonl",
    }
    for path in paths.values():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(encoded(*said))
    (inside / "agent-a1.meta.json").write_text("{}")
    (inside / "workflows" / "run-1" / "journal.jsonl").write_text("{}\n")
    (main.parent / SESSION / "tool-results").mkdir()
    (main.parent / SESSION / "tool-results" / "agent-a9.jsonl").write_bytes(encoded(*said))
    return {SESSION: main, **paths}


def test_sub_agents_are_sessions_of_their_own(tmp_path: Path):
    paths = agents(tmp_path)
    reader = ClaudeCode()

    found = {each.id: each for each in reader.find(tmp_path / "projects")}

    assert {id_: each.path for id_, each in found.items()} == paths
    assert found[SESSION].parent is None
    for id_ in (f"{SESSION}/agent-a1", f"{SESSION}/agent-a2", "agent-a3"):
        transcript = reader.read(found[id_]).transcript
        assert (transcript.trust, transcript.origin, transcript.parent) == ("agent", "subagent", SESSION)
        assert [entry.text for entry in transcript.entries] == ["Look it up", "Forty-two."]


def test_a_sub_agents_lines_in_its_session_are_not_taken_for_the_users(tmp_path: Path):
    inner = prompt("t1", None, "Look it up", isSidechain=True)

    reading = read(write(tmp_path, prompt("u1", None, "Delegate"), inner, reply("a1", "u1", "Done.")))

    assert texts(reading) == ["Delegate", "Done."]
    assert reading.skipped == {"of a sub-agent": 1}


def test_a_session_is_found_with_its_size_and_time(tmp_path: Path):
    path = write(tmp_path, prompt("u1", None, "Hello"))
    os.utime(path, (1_794_786_747, 1_794_786_747))

    (found,) = ClaudeCode().find(tmp_path / "projects")

    assert (found.host, found.id, found.path) == ("claude-code", SESSION, path)
    assert found.size == path.stat().st_size
    assert found.changed == datetime.fromtimestamp(1_794_786_747, UTC)


def test_links_out_of_the_projects_are_not_followed(tmp_path: Path):
    write(tmp_path, prompt("u1", None, "Mine"))
    elsewhere = write(tmp_path / "elsewhere", prompt("u2", None, "Not mine"), name=OTHER)
    projects = tmp_path / "projects"
    (projects / "linked").symlink_to(elsewhere.parent, target_is_directory=True)
    (projects / "-home-u-proj" / f"{OTHER}.jsonl").symlink_to(elsewhere)

    assert [each.id for each in ClaudeCode().find(projects)] == [SESSION]


def refusing(unreadable: Path) -> Callable[[Any], Any]:
    listed = os.scandir

    def scandir(folder: Any) -> Any:
        if Path(folder) == unreadable:
            raise PermissionError(13, "Permission denied", str(folder))
        return listed(folder)

    return scandir


def test_a_folder_that_cannot_be_listed_is_not_an_empty_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    projects = write(tmp_path, prompt("u1", None, "Hidden")).parent.parent
    for unreadable in (projects, projects / "-home-u-proj"):
        monkeypatch.setattr(os, "scandir", refusing(unreadable))

        with pytest.raises(PermissionError):
            list(ClaudeCode().find(projects))

        monkeypatch.undo()


def test_where_nothing_is_nothing_is_found(tmp_path: Path):
    assert list(ClaudeCode().find(tmp_path / "projects")) == []


def test_a_session_that_is_gone_cannot_be_read(tmp_path: Path):
    path = write(tmp_path, prompt("u1", None, "Gone"))
    gone = session(path)
    path.unlink()

    with pytest.raises(OSError, match="No such file"):
        ClaudeCode().read(gone)


@pytest.mark.parametrize(
    ("environ", "roots"),
    [
        ({}, ["/home/u/.claude/projects"]),
        ({"CLAUDE_CONFIG_DIR": "/etc/cafe\u0301"}, ["/etc/caf\u00e9/projects"]),
        ({"CLAUDE_CODE_SKIP_PROMPT_HISTORY": "1"}, []),
        ({"CLAUDE_CODE_SIMPLE": "true"}, []),
        ({"CLAUDE_CODE_SIMPLE": "0"}, ["/home/u/.claude/projects"]),
    ],
)
def test_the_hosts_own_settings_say_where_to_look_and_whether(environ: dict[str, str], roots: list[str]):
    assert ClaudeCode().roots(Path("/home/u"), environ) == [Path(root) for root in roots]


NAMES = (
    "uuid", "parentUuid", "timestamp", "message", "attachment", "isMeta", "origin", "cwd", "aiTitle", "leafUuid",
    "isCompactSummary", "forkedFrom", "sessionId", "logicalParentUuid",
)  # fmt: skip
keys = st.sampled_from(("type", "text", "content", "message", "input", "id", "kind", "tool_use_id", "prompt", "model"))
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.just(AT) | st.just("text"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=4),
    max_leaves=12,
)
odd = st.fixed_dictionaries(
    {"type": st.sampled_from(("user", "assistant", "attachment", "system", "ai-title", "summary")) | anything},
    optional=dict.fromkeys(NAMES, anything),
)


@given(st.lists(odd, max_size=6))
def test_no_line_however_odd_stops_the_reading(tmp_path_factory: pytest.TempPathFactory, lines: list[dict[str, Any]]):
    path = write(tmp_path_factory.mktemp("odd"), *lines, prompt("last", None, "Still here"))

    assert texts(read(path))[-1] == "Still here"


@pytest.fixture
def samples() -> Iterator[Path]:
    if not SAMPLES:
        pytest.skip("REVERIE_SAMPLES names no folder of samples")
    yield Path(SAMPLES)


def test_a_real_session_without_a_screen(samples: Path):
    root = samples / "claude-code-2.1.325" / "projects"
    main, agent = (ClaudeCode().read(each) for each in ClaudeCode().find(root))

    assert [text for role, text in told(main) if role == "user"] == [
        "Remember: this repo uses pytest. PARALLEL please",
        "WRITEFILE now",
        "SUBAGENT please",
        "After compaction: which test runner?",
    ]
    assert len(main.transcript.entries) == 19
    assert not any("fixture context" in text or "<" in text[:1] for text in texts(main))
    failed = next(entry for entry in main.transcript.entries if entry.failed)
    call = next(entry.call for entry in main.transcript.entries if entry.call and entry.call.id == failed.answers)
    assert call.input["command"] == "ls /nonexistent"
    assert failed.text.startswith("Exit code 2")
    assert main.transcript.summary == "1. Primary Request: fixture generation.\n2. The user prefers pytest."
    assert (main.place.compactions, main.transcript.folder, main.skipped) == (1, "/home/u/proj", {})
    assert told(agent)[0] == ("user", "Reply with the word forty-two.")
    assert (len(agent.transcript.entries), agent.transcript.parent) == (2, SESSION)


def test_real_sessions_before_and_after_clear(samples: Path):
    root = samples / "claude-code-2.1.325-interactive" / "projects"
    readings = {each.id[:8]: ClaudeCode().read(each) for each in ClaudeCode().find(root)}

    assert told(readings["97ae248e"]) == [
        ("user", "Second conversation here"),
        ("agent", "Understood. The project uses pytest and ruff; I will remember that for this session."),
    ]
    before = readings["d10007da"]
    assert [text for role, text in told(before) if role == "user"] == [
        "Please remember we use pytest. PARALLEL now",
        "WRITEFILE please",
        "After compaction ok?",
    ]
    assert (len(before.transcript.entries), before.place.compactions) == (14, 1)


def test_real_sessions_in_parts_tell_the_same_as_at_once(samples: Path, tmp_path: Path):
    for each in sorted(samples.glob("claude-code-*/projects/**/*.jsonl")):
        path = tmp_path / each.name
        path.write_bytes(whole := each.read_bytes())
        at_once = list(read(path).transcript.entries)
        for cut in (n for n, byte in enumerate(whole) if byte == 10):
            assert in_two_parts(path, cut) == at_once


@pytest.mark.parametrize(
    "said",
    [
        "< private >the key is under the mat</ private > Tea.",
        "<private\n>the key is under the mat</private> Tea.",
        "&lt;private&gt;the key is under the mat&lt;/private&gt; Tea.",
        "the key is under the mat&lt;/private&gt; Tea.",
        "the key is under the mat < / PRIVATE> Tea.",
    ],
)
def test_a_private_part_is_known_however_its_marks_are_typed(said: str) -> None:
    assert cleaned(said) == "Tea."


def test_a_place_in_the_middle_of_a_line_is_another_files(tmp_path: Path):
    first = write(tmp_path, prompt("u1", None, "x" * 5000), prompt("u2", "u1", "A long second line of one machine"))
    place = read(first).place
    first.write_bytes(
        encoded(prompt("u1", None, "x" * 5000), prompt("u3", "u1", "Short"), prompt("u4", "u3", "y" * 99))
    )

    assert texts(read(first, place))[1:] == ["Short", "y" * 99]
