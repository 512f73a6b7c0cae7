"""What is read of Codex's sessions, and what is not."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import zstandard
from hypothesis import given, strategies as st

from reverie.domain.transcript import Entry
from reverie.transcripts.base import LONGEST_TEXT, Place, Reading, Session
from reverie.transcripts.codex import Codex

SAMPLES = os.environ.get("REVERIE_SAMPLES")  # before a test is alone with its own variables
# Ids of threads and turns begin with the time they were made.
PARENT, EARLIER = "01a1e1a1-0000-7420-a98b-0f6cc76123d9", "01a1e1a1-0001-71d0-b104-59f620c57c56"
THREAD, LATER = "01a1e1a1-df89-7420-a98b-0f6cc76123d9", "01a1e1a1-e04e-71d0-b104-59f620c57c56"
START = datetime(2026, 11, 15, 23, 54, 4, tzinfo=UTC)


def line(kind: str, payload: Any, *, after: float = 0, **rest: Any) -> dict[str, Any]:
    """A line of a rollout, written so many seconds after its start."""
    at = (START + timedelta(seconds=after)).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return {"timestamp": at, "type": kind, "payload": payload, **rest}


def meta(id_: str = THREAD, *, after: float = 0, **rest: Any) -> dict[str, Any]:
    about = {"id": id_, "cwd": "/home/u/proj", "originator": "codex_cli_rs", "cli_version": "0.166.0", "source": "cli"}
    return line("session_meta", about | {"base_instructions": {"text": "You are a coding agent."}} | rest, after=after)


def event(kind: str, *, after: float = 0, **rest: Any) -> dict[str, Any]:
    return line("event_msg", {"type": kind, **rest}, after=after)


def item(kind: str, *, after: float = 0, turn: str | None = None, **rest: Any) -> dict[str, Any]:
    beside = {"internal_chat_message_metadata_passthrough": {"turn_id": turn}} if turn else {}
    return line("response_item", {"type": kind, **rest, **beside}, after=after)


def says(role: str, *texts: str, **rest: Any) -> dict[str, Any]:
    """A message as older versions write it: without an id, and without saying where it is from."""
    kind = "output_text" if role == "assistant" else "input_text"
    return item("message", role=role, content=[{"type": kind, "text": text} for text in texts], **rest)


def marked(id_: str, role: str, *blocks: tuple[str, str], turn: str = LATER, **beside: Any) -> dict[str, Any]:
    """A message as newer versions write it: what kind each block is, then its text."""
    kind = "output_text" if role == "assistant" else "input_text"
    passed = {"turn_id": turn, "content_item_kinds": [what for what, _ in blocks]}
    payload = {
        "type": "message",
        "id": id_,
        "role": role,
        "content": [{"type": kind, "text": text} for _, text in blocks],
        "internal_chat_message_metadata_passthrough": passed,
    }
    return line("response_item", payload, **beside)


def calls(call: str, command: str, **rest: Any) -> dict[str, Any]:
    return item("function_call", name="shell", arguments=json.dumps({"command": command}), call_id=call, **rest)


def returns(call: str, output: Any, **rest: Any) -> dict[str, Any]:
    return item("function_call_output", call_id=call, output=output, **rest)


def compacted(summary: str, **rest: Any) -> dict[str, Any]:
    message = (
        "Another language model started to solve this problem and produced a summary of its thinking process. "
        f"Use it:\n{summary}"
    )
    again = [{"type": "message", "role": "user", "content": [{"type": "input_text", "text": "replayed"}]}]
    return line("compacted", {"message": message, "replacement_history": again}, **rest)


def encoded(*lines: dict[str, Any]) -> bytes:
    return b"".join(json.dumps(each).encode() + b"\n" for each in lines)


def write(folder: Path, *lines: dict[str, Any], thread: str = THREAD, root: str = "sessions/2026/11/15") -> Path:
    path = folder / root / f"rollout-2026-11-15T23-54-04-{thread}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(encoded(*lines))
    return path


def session(path: Path) -> Session:
    (found,) = Codex().find(path)
    return found


def read(path: Path, since: Place | None = None) -> Reading:
    return Codex().read(session(path), since)


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


LEGACY = (
    meta(instructions="Be brief."),
    says("developer", "<permissions instructions>injected"),
    says("user", "# AGENTS.md instructions for /home/u/proj\n\ninjected", "<environment_context>injected"),
    line("turn_context", {"cwd": "/home/u/proj", "model": "gpt"}),
    says("user", "Run both", after=1),
    event("user_message", message="Run both", after=1),
    item("reasoning", summary=[{"type": "summary_text", "text": "Thinking"}], encrypted_content="ZW5j", after=2),
    event("agent_reasoning", text="Thinking", after=2),
    calls("c1", "echo alpha", after=3),
    calls("c2", "ls /missing", after=3),
    returns("c2", json.dumps({"output": "No such file", "metadata": {"exit_code": 2}}), after=4),
    returns("c1", json.dumps({"output": "alpha\n", "metadata": {"exit_code": 0}}), after=4),
    event("token_count", info=None, after=4),
    says("assistant", "One worked.", after=5),
    event("agent_message", message="One worked.", after=5),
)
PAGINATED = (
    meta(history_mode="paginated", session_id=THREAD),
    event("task_started", turn_id=LATER),
    marked("m0", "developer", ("hooks.additional_context", "injected")),
    marked("m1", "user", ("agents_md.instructions", "injected"), ("user.text", "Run it")),
    event("item_completed", item={"type": "UserMessage", "content": [{"type": "text", "text": "Run it"}]}),
    line("world_state", {"full": True, "state": {"host_skills": {"body": "injected"}}}),
    item("function_call", id="f1", name="exec_command", arguments='{"cmd": "ls"}', call_id="c1", turn=LATER),
    returns("c1", "Wall time: 0.1 seconds\nProcess exited with code 0\nOutput:\nfiles\n", id="o1", turn=LATER),
    event("item_completed", item={"type": "AgentMessage", "content": [{"type": "Text", "text": "Done."}]}),
    marked("m2", "assistant", ("unknown", "Done.")),
    event("task_complete", turn_id=LATER, last_agent_message="Done."),
)


def test_a_session_of_an_older_version_is_told_in_its_order(tmp_path: Path):
    reading = read(write(tmp_path, *LEGACY))

    assert told(reading) == [
        ("user", "Run both"),
        ("agent", ""),
        ("agent", ""),
        ("tool", "No such file"),
        ("tool", "alpha"),
        ("agent", "One worked."),
    ]
    assert reading.transcript.source == f"codex:{THREAD}"
    assert (reading.transcript.trust, reading.transcript.origin) == ("user", "session")
    assert reading.transcript.entries[0].at == START + timedelta(seconds=1)
    assert reading.transcript.folder == "/home/u/proj"
    assert not reading.skipped


def test_a_session_of_a_newer_version_is_told_in_its_order(tmp_path: Path):
    reading = read(write(tmp_path, *PAGINATED))

    assert [(entry.id, entry.role, entry.text.rpartition("\n")[2]) for entry in reading.transcript.entries] == [
        ("m1/1", "user", "Run it"),
        ("f1", "agent", ""),
        ("o1", "tool", "files"),
        ("m2", "agent", "Done."),
    ]
    assert reading.place.last == "m2"


def test_parallel_calls_are_joined_to_their_answers(tmp_path: Path):
    entries = read(write(tmp_path, *LEGACY)).transcript.entries

    called = {entry.call.id: entry.call for entry in entries if entry.call}
    answers = {entry.answers: entry for entry in entries if entry.answers}
    assert (called["c1"].tool, called["c1"].input) == ("shell", {"command": "echo alpha"})
    assert (answers["c1"].text, answers["c1"].failed) == ("alpha", False)
    assert (answers["c2"].text, answers["c2"].failed) == ("No such file", True)


@pytest.mark.parametrize(
    ("output", "text", "failed"),
    [
        ("plain", "plain", False),
        ("Chunk ID: 1\nProcess exited with code 1\nOutput:\nno", None, True),
        ("Exit code: 0\nWall time: 1 seconds\nOutput:\nExit code: 1", None, False),
        ("the log says\nExit code: 1\nand goes on", None, False),
        ([{"type": "input_text", "text": "one"}, {"type": "input_image"}, {"type": "input_text", "text": "two"}],
         "one\n\ntwo", False),
        ({"content": "denied", "success": False}, "denied", True),
        ('{"not": "a frame"', '{"not": "a frame"', False),
    ],
)  # fmt: skip
def test_an_answer_is_read_in_every_form_it_was_written_in(tmp_path: Path, output: Any, text: Any, failed: bool):
    (entry,) = read(write(tmp_path, meta(), returns("c1", output))).transcript.entries

    assert entry.text == (text or output)
    assert entry.failed is failed


def test_other_kinds_of_calls_are_told_too(tmp_path: Path):
    path = write(
        tmp_path,
        meta(),
        item("custom_tool_call", name="apply_patch", input="*** Begin Patch", call_id="c1"),
        item("custom_tool_call_output", call_id="c1", output="Success."),
        item("local_shell_call", call_id="c2", action={"type": "exec", "command": ["ls"]}),
        item("web_search_call", id="w1", action={"type": "search", "query": "tea"}),
        item("function_call", name="recall", namespace="mcp__notes", arguments="not json", call_id="c3"),
        item("tool_search_call", call_id="c4", arguments={"query": "x"}),
        item("image_generation_call", id="g1", result="AAAA"),
    )

    called = [entry.call for entry in read(path).transcript.entries if entry.call]

    assert [(call.id, call.tool, call.input) for call in called] == [
        ("c1", "apply_patch", {"input": "*** Begin Patch"}),
        ("c2", "local_shell", {"type": "exec", "command": ["ls"]}),
        ("w1", "web_search", {"type": "search", "query": "tea"}),
        ("c3", "mcp__notes__recall", {"arguments": "not json"}),
    ]


@pytest.mark.parametrize("lines", [LEGACY, PAGINATED])
def test_reading_in_parts_tells_the_same_as_at_once(tmp_path: Path, lines: tuple[dict[str, Any], ...]):
    path = write(tmp_path, *lines, compacted("They ran it."), says("user", "Go on.", after=9))
    whole, at_once = path.read_bytes(), list(read(path).transcript.entries)

    for cut in [n + more for n, byte in enumerate(whole) if byte == 10 for more in (-20, 0, 1)]:
        assert in_two_parts(path, cut) == at_once
    assert read(path, read(path).place).transcript.entries == ()


def test_a_resumed_session_goes_on_where_it_was_left(tmp_path: Path):
    path = write(tmp_path, *PAGINATED)
    first = read(path)

    with path.open("ab") as file:
        file.write(encoded(line("turn_context", {"cwd": "/home/u/other"}), says("user", "I am back.", after=9)))
    second = read(path, first.place)

    assert texts(second) == ["I am back."]
    assert second.transcript.folder == "/home/u/other"


def test_a_file_that_begins_otherwise_is_read_from_its_start(tmp_path: Path):
    place = read(write(tmp_path, *LEGACY)).place

    assert texts(read(write(tmp_path, meta(after=60), says("user", "Anew", after=61)), place)) == ["Anew"]


def test_a_torn_last_line_is_left_for_the_next_time(tmp_path: Path):
    path = write(tmp_path, meta(), says("user", "One"), says("assistant", "Two"))
    whole = path.read_bytes()
    path.write_bytes(whole[:-30])

    reading = read(path)

    assert (texts(reading), reading.skipped) == (["One"], {})
    path.write_bytes(whole)
    assert texts(read(path, reading.place)) == ["Two"]


def test_a_last_line_without_its_newline_counts(tmp_path: Path):
    path = write(tmp_path, *PAGINATED)
    path.write_bytes(path.read_bytes()[:-1])

    assert texts(read(path))[-1] == "Done."


def test_an_empty_file_tells_nothing(tmp_path: Path):
    reading = read(write(tmp_path))

    assert reading.transcript.entries == ()
    assert (reading.place.offset, reading.place.last) == (0, "")


def test_a_line_of_ten_megabytes_is_read_and_cut(tmp_path: Path):
    path = write(tmp_path, meta(), returns("c1", "x" * 10_000_000), says("assistant", "Done."))

    assert [len(text) for text in texts(read(path))] == [LONGEST_TEXT, 5]


def test_bytes_that_are_no_text_spoil_only_themselves(tmp_path: Path):
    path = write(tmp_path, meta(), says("user", "ANA likes tea"))
    path.write_bytes(path.read_bytes().replace(b"ANA", b"\xff\xfe") + b"\xff\n" + encoded(says("assistant", "Tea.")))

    reading = read(path)

    assert texts(reading) == ["\ufffd\ufffd likes tea", "Tea."]
    assert reading.skipped == {"not UTF-8": 1}


def test_bad_lines_are_counted_and_passed_over(tmp_path: Path):
    path = write(
        tmp_path,
        meta(),
        line("response_item", "a plain string"),
        item("message", role="user", content="a plain string"),
        says("user", "Without a time") | {"timestamp": "yesterday"},
        line("something_new", {"text": "ignored"}),
    )
    path.write_bytes(path.read_bytes() + b"{torn\n" + encoded(says("user", "Good.")))

    reading = read(path)

    assert texts(reading) == ["Good."]
    assert reading.skipped == {"no payload": 1, "no message": 1, "no time": 1, "not JSON": 1}


def test_a_line_written_twice_is_told_once(tmp_path: Path):
    assert texts(read(write(tmp_path, *LEGACY, *LEGACY[4:]))) == texts(read(write(tmp_path, *LEGACY)))
    assert texts(read(write(tmp_path, *PAGINATED, *PAGINATED[2:]))) == texts(read(write(tmp_path, *PAGINATED)))


def test_a_call_nested_too_deep_spoils_only_itself(tmp_path: Path):
    deep = "[" * 600 + "]" * 600
    call = item("function_call", name="shell", arguments=f'{{"command": {deep}}}', call_id="c1")

    reading = read(write(tmp_path, meta(), says("user", "Go"), call, says("assistant", "Done.")))

    assert [text for text in texts(reading) if text] == ["Go", "Done."]


def test_what_the_host_says_in_the_users_name_is_not_told(tmp_path: Path):
    editor = "# Context from my IDE setup:\n\n## Active file: injected\n\n## My request for Codex:\nRename it"
    path = write(
        tmp_path,
        meta(),
        says("user", "<user_instructions>injected</user_instructions>"),
        says("user", "<turn_aborted>injected</turn_aborted>"),
        says("user", "<user_shell_command>injected</user_shell_command>"),
        says("user", editor),
        says("user", "<image>", "</image>", "What is this?"),
        marked("m1", "user", ("environments.environment_context", "injected")),
        marked("m2", "user", ("unknown", "injected")),
        marked("m3", "user", ("user.text", "Kept <private>injected</private>")),
        marked("m4", "assistant", ("unknown", "Said.<oai-mem-citation>injected</oai-mem-citation>")),
        marked("m5", "assistant", ("unknown", "<reverie>injected</reverie>")),
    )

    assert texts(read(path)) == ["Rename it", "What is this?", "Kept", "Said."]


def test_a_summary_marked_as_such_is_not_told_as_a_reply(tmp_path: Path):
    path = write(
        tmp_path,
        meta(),
        marked("m1", "user", ("user.text", "One")),
        marked("m2", "assistant", ("unknown", "Done.")),
        marked("m3", "assistant", ("unknown", "Done."), metadata={"compaction_output": True}),
        event("token_count"),
        compacted("Done."),
        marked("m4", "user", ("user.text", "Two")),
    )

    reading = read(path)

    assert [entry.id for entry in reading.transcript.entries] == ["m1", "m2", "m4"]
    assert (reading.transcript.summary, reading.place.compactions) == ("Done.", 1)


def test_a_summary_that_is_not_marked_is_known_by_its_text(tmp_path: Path):
    path = write(
        tmp_path,
        meta(),
        says("user", "One", after=1),
        says("assistant", "It is done.", after=2),
        says("assistant", "The user wanted one thing. It is done.", after=3),
        event("token_count", after=3),
        compacted("The user wanted one thing. It is done.", after=3),
        says("user", "Two", after=4),
        says("assistant", "Both are done.", after=5),
        line("compacted", {"message": "", "replacement_history": []}, after=6),
        says("user", "Three", after=7),
    )

    reading = read(path)

    assert texts(reading) == ["One", "It is done.", "Two", "Both are done.", "Three"]
    assert reading.transcript.summary == "The user wanted one thing. It is done."
    assert reading.place.compactions == 2


def test_summaries_are_known_whether_or_not_others_are_marked(tmp_path: Path):
    path = write(
        tmp_path,
        meta(),
        marked("m1", "assistant", ("unknown", "First."), metadata={"compaction_output": True}),
        compacted("First."),
        says("assistant", "Second.", after=3),
        compacted("Second.", after=3),
        says("user", "Go on", after=4),
    )

    assert texts(read(path)) == ["Go on"]


def test_turns_are_counted_rightly_around_a_summary_and_a_line_written_twice(tmp_path: Path):
    twice = marked("m2", "user", ("agents_md.instructions", "injected"), ("user.text", "Two"))
    path = write(
        tmp_path,
        meta(),
        says("user", "One", after=1),
        says("assistant", "Yes.", after=2),
        says("assistant", "All so far.", after=3),
        twice,
        compacted("All so far.", after=4),
        twice,
        event("thread_rolled_back", num_turns=1, after=5),
    )

    assert texts(read(path)) == ["One", "Yes."]


def test_turns_the_user_went_back_on_are_left_out(tmp_path: Path):
    path = write(
        tmp_path,
        meta(),
        *(says(role, f"{role} {n}", after=n) for n in range(4) for role in ("user", "assistant")),
        event("thread_rolled_back", num_turns=2, after=5),
        says("user", "Otherwise", after=6),
        event("thread_rolled_back", num_turns=1, after=7),
        says("user", "At last", after=8),
    )

    assert texts(read(path)) == ["user 0", "assistant 0", "user 1", "assistant 1", "At last"]


def test_going_back_further_than_was_read_leaves_out_all_that_was_read(tmp_path: Path):
    path = write(tmp_path, meta(), says("user", "One"), says("assistant", "Yes."))
    first = read(path)

    with path.open("ab") as file:
        file.write(encoded(returns("c1", "late"), says("user", "Two", after=2)))
        file.write(encoded(event("thread_rolled_back", num_turns=2, after=3), says("user", "Three", after=4)))

    assert texts(read(path, first.place)) == ["Three"]


def test_a_fork_with_numbered_turns_tells_only_its_own(tmp_path: Path):
    path = write(
        tmp_path,
        meta(forked_from_id=PARENT),
        meta(PARENT, cwd="/home/u/old"),
        event("task_started", turn_id=EARLIER),
        line("turn_context", {"turn_id": EARLIER, "cwd": "/home/u/old"}),
        says("user", "Old"),
        compacted("Old summary"),
        event("task_started", turn_id=LATER),
        says("user", "New"),
        marked("m1", "assistant", ("unknown", "Newer.")),
    )

    reading = read(path)

    assert texts(reading) == ["New", "Newer."]
    assert (reading.transcript.folder, reading.place.compactions) == ("/home/u/proj", 0)
    assert (reading.transcript.origin, reading.transcript.parent) == ("session", None)


@pytest.mark.parametrize("about", [{"forked_from_id": PARENT}, {}])
def test_a_fork_of_an_older_version_tells_only_its_own(tmp_path: Path, about: dict[str, Any]):
    path = write(
        tmp_path,
        meta(**about),
        meta(PARENT),
        says("user", "Older", after=-3600),
        says("user", "Old", after=0.1),
        says("assistant", "Old too.", after=0.2),
        says("user", "New", after=8),
        says("assistant", "New too.", after=8.1),
    )

    assert texts(read(path)) == ["New", "New too."]


def test_what_a_fork_adds_at_once_is_told(tmp_path: Path):
    path = write(tmp_path, meta(forked_from_id=PARENT), says("user", "Old", after=0.1))
    first = read(path)

    with path.open("ab") as file:
        file.write(encoded(says("user", "New", after=0.5)))

    assert (texts(first), texts(read(path, first.place))) == ([], ["New"])


def test_a_fork_that_only_points_at_its_parent_is_told_whole(tmp_path: Path):
    base = {"thread_id": PARENT, "end_ordinal_exclusive": 40, "end_byte_offset": 9000}
    path = write(tmp_path, meta(forked_from_id=PARENT, history_base=base), says("user", "New", after=0.1))

    assert texts(read(path)) == ["New"]


def test_a_sub_agent_is_not_taken_for_the_user(tmp_path: Path):
    spawn = {"subagent": {"thread_spawn": {"parent_thread_id": PARENT, "depth": 1}}}
    path = write(
        tmp_path,
        meta(source=spawn, thread_source="subagent", session_id=PARENT, subagent_history_start_ordinal=2)
        | {"ordinal": 0},
        says("user", "What the parent was told") | {"ordinal": 1},
        says("user", "Look it up") | {"ordinal": 2},
        says("assistant", "Forty-two.") | {"ordinal": 3},
    )
    first = read(path)

    assert texts(first) == ["Look it up", "Forty-two."]
    with path.open("ab") as file:
        file.write(encoded(says("assistant", "And more.") | {"ordinal": 4}))
    for reading in (first, read(path, first.place)):
        transcript = reading.transcript
        assert (transcript.trust, transcript.origin, transcript.parent) == ("agent", "subagent", PARENT)


@pytest.mark.parametrize(
    "about",
    [
        {"thread_source": "memory_consolidation"},
        {"source": {"subagent": "memory_consolidation"}},
        {"source": {"subagent": "compact"}},
        {"source": {"internal": "memory_consolidation"}},
    ],
)
def test_what_the_host_thinks_for_itself_is_not_told(tmp_path: Path, about: dict[str, Any]):
    path = write(tmp_path, meta(**about), says("user", "Consolidate these memories"))

    reading = read(path)

    assert reading.transcript.entries == ()
    assert reading.place.offset == path.stat().st_size


def test_a_session_nobody_started_is_a_scheduled_one(tmp_path: Path):
    transcript = read(write(tmp_path, meta(thread_source="feature"), says("user", "Every morning"))).transcript

    assert (transcript.origin, transcript.trust) == ("scheduled", "agent")


def test_a_session_whose_memory_is_off_is_not_told(tmp_path: Path):
    path = write(tmp_path, meta(memory_mode="disabled"), says("user", "Between us"))
    first = read(path)

    with path.open("ab") as file:
        file.write(encoded(says("user", "Still between us", after=1)))
    second = read(path, first.place)

    assert first.transcript.entries == second.transcript.entries == ()
    assert first.skipped == {"memory turned off": 1}


def test_memory_turned_off_in_a_session_stays_off_until_it_is_turned_on(tmp_path: Path):
    path = write(tmp_path, meta(), says("user", "Before"))
    places: list[Place | None] = [None]
    heard = []
    for more in (
        [],
        [meta(memory_mode="disabled", after=1), says("user", "Between us", after=2), compacted("Between us")],
        [says("user", "Still between us", after=3)],
        [meta(memory_mode="enabled", after=4), says("user", "After", after=5)],
        [says("user", "And on", after=6)],
    ):
        with path.open("ab") as file:
            file.write(encoded(*more))
        reading = read(path, places[-1])
        places.append(reading.place)
        heard.append(texts(reading))
        assert reading.transcript.summary is None

    assert heard == [["Before"], [], [], ["After"], ["And on"]]
    assert texts(read(path)) == ["Before", "After", "And on"]


def test_what_was_said_while_memory_was_off_explains_nothing_either(tmp_path: Path):
    path = write(tmp_path, meta(), says("user", "Before"), meta(memory_mode="disabled", after=1))
    with path.open("ab") as file:
        file.write(encoded(says("user", "Between us", after=2), meta(memory_mode="enabled", after=3)))
        file.write(encoded(says("user", "After", after=4)))
    place = read(path).place

    for back in range(1, place.offset + 1):
        assert "Between us" not in texts(read(path, replace(place, back=back)))
    assert texts(read(path, place.behind)) == ["Before", "After"]


def test_a_name_is_found_in_the_session_or_else_in_the_index(tmp_path: Path):
    path = write(tmp_path, meta(), says("user", "Hello"))
    assert read(path).transcript.title is None

    names = [{"id": THREAD, "thread_name": "First"}, {"id": PARENT, "thread_name": "No"}]
    (tmp_path / "session_index.jsonl").write_bytes(encoded(*names, {"id": THREAD, "thread_name": "Second"}))
    assert read(path).transcript.title == "Second"

    with path.open("ab") as file:
        file.write(encoded(event("thread_name_updated", thread_id=THREAD, thread_name="Third")))
    assert read(path).transcript.title == "Third"


def test_sessions_are_found_by_day_and_in_the_archive(tmp_path: Path):
    reverted = f"{THREAD}_{LATER}"
    day = write(tmp_path, meta(), says("user", "Hello"))
    again = write(tmp_path, meta(), says("user", "Hello again"), thread=reverted)
    archived = write(tmp_path, meta(PARENT), says("user", "Long ago"), thread=PARENT, root="archived_sessions")
    (day.parent / "notes.jsonl").write_text("{}\n")
    reader = Codex()

    found = [each for root in reader.roots(Path("/none"), {"CODEX_HOME": str(tmp_path)}) for each in reader.find(root)]

    assert [(each.id, each.path) for each in found] == [(THREAD, day), (reverted, again), (PARENT, archived)]
    assert found[0].size == day.stat().st_size
    assert [texts(reader.read(each)) for each in found] == [["Hello"], ["Hello again"], ["Long ago"]]


def packed(plain: Path) -> Path:
    found = plain.with_name(plain.name + ".zst")
    found.write_bytes(zstandard.compress(plain.read_bytes()))
    return found


def test_a_session_that_was_compressed_reads_on_from_where_it_was_read_to(tmp_path: Path):
    plain = write(tmp_path, meta(), says("user", "Hello"))
    place = read(plain).place
    with plain.open("a") as file:
        file.write(json.dumps(says("user", "One more thing")) + "\n")
    whole = read(plain)
    packed(plain)
    assert [each.path for each in Codex().find(tmp_path)] == [plain]

    plain.unlink()
    (found,) = Codex().find(tmp_path)

    assert found.id == THREAD
    assert texts(Codex().read(found)) == ["Hello", "One more thing"]
    assert texts(Codex().read(found, place)) == ["One more thing"]
    assert texts(Codex().read(found, whole.place)) == []
    assert Codex().read(found, place).place == whole.place


def test_a_damaged_or_enormous_compressed_session_is_said_to_be_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    plain = write(tmp_path, meta(), says("user", "Hello"))
    found = packed(plain)
    plain.unlink()
    (session,) = Codex().find(tmp_path)
    monkeypatch.setattr("reverie.transcripts.packed.MOST", 20)
    with pytest.raises(OSError, match="far more than a session"):
        Codex().read(session)

    found.write_bytes(b"not compressed at all")
    with pytest.raises(OSError, match="damaged zstd file"):
        Codex().read(session)


def test_without_the_extra_a_compressed_session_is_named_and_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    plain = write(tmp_path, meta(), says("user", "Hello"))
    place = read(plain).place
    packed(plain)
    plain.unlink()
    for name in ("zstandard", "compression"):
        monkeypatch.setitem(sys.modules, name, None)
    (found,) = Codex().find(tmp_path)
    reading = Codex().read(found, place)

    assert (reading.transcript.entries, reading.place) == ((), place)
    assert reading.skipped == {"compressed; needs the extra zstd": 1}


def test_links_out_of_the_sessions_are_not_followed(tmp_path: Path):
    write(tmp_path, meta(), says("user", "Mine"))
    elsewhere = write(tmp_path / "elsewhere", meta(PARENT), thread=PARENT)
    (tmp_path / "sessions" / "linked").symlink_to(elsewhere.parent, target_is_directory=True)
    (tmp_path / "sessions" / elsewhere.name).symlink_to(elsewhere)

    assert [each.id for each in Codex().find(tmp_path / "sessions")] == [THREAD]


def refusing(unreadable: Path) -> Callable[[Any], Any]:
    listed = os.scandir

    def scandir(folder: Any) -> Any:
        if Path(folder) == unreadable:
            raise PermissionError(13, "Permission denied", str(folder))
        return listed(folder)

    return scandir


def test_a_folder_that_cannot_be_listed_is_not_an_empty_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    day = write(tmp_path, meta(), says("user", "Hidden")).parent
    for unreadable in (tmp_path / "sessions", day):
        monkeypatch.setattr(os, "scandir", refusing(unreadable))

        with pytest.raises(PermissionError):
            list(Codex().find(tmp_path / "sessions"))

        monkeypatch.undo()


def test_where_nothing_is_nothing_is_found(tmp_path: Path):
    assert list(Codex().find(tmp_path / "sessions")) == []


def test_a_session_that_is_gone_cannot_be_read(tmp_path: Path):
    path = write(tmp_path, meta())
    gone = session(path)
    path.unlink()

    with pytest.raises(OSError, match="No such file"):
        Codex().read(gone)


def test_sessions_are_looked_for_where_the_host_was_told_to_keep_them():
    assert Codex().roots(Path("/home/u"), {}) == [
        Path("/home/u/.codex/sessions"),
        Path("/home/u/.codex/archived_sessions"),
    ]
    assert Codex().roots(Path("/home/u"), {"CODEX_HOME": "/srv/codex"})[0] == Path("/srv/codex/sessions")


NAMES = (
    "id", "role", "content", "call_id", "output", "arguments", "action", "input", "name", "namespace", "message",
    "num_turns", "thread_name", "turn_id", "cwd", "source", "thread_source", "forked_from_id", "memory_mode",
    "subagent_history_start_ordinal", "internal_chat_message_metadata_passthrough",
)  # fmt: skip
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.just("{}"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(("type", "text", *NAMES)), inner),
    max_leaves=12,
)
kinds = st.sampled_from(("session_meta", "response_item", "event_msg", "turn_context", "compacted")) | anything
inner = st.sampled_from(
    ("message", "function_call", "function_call_output", "custom_tool_call", "web_search_call", "thread_rolled_back")
)
payloads = st.fixed_dictionaries({"type": inner | anything}, optional=dict.fromkeys(NAMES, anything))
odd = st.builds(line, kinds, payloads | anything, metadata=anything, ordinal=anything)


@given(st.lists(odd, max_size=6))
def test_no_line_however_odd_stops_the_reading(tmp_path_factory: pytest.TempPathFactory, lines: list[dict[str, Any]]):
    path = write(tmp_path_factory.mktemp("odd"), *lines, meta(memory_mode="enabled"), says("user", "Still here"))

    reading = read(path)

    assert reading.place.offset <= path.stat().st_size
    if not lines:
        assert texts(reading) == ["Still here"]


@pytest.fixture
def samples() -> Iterator[Path]:
    if not SAMPLES:
        pytest.skip("REVERIE_SAMPLES names no folder of samples")
    yield Path(SAMPLES)


def test_a_real_session_with_two_compactions(samples: Path):
    (found,) = Codex().find(samples / "codex-0.166.0" / "sessions")
    reading = Codex().read(found)

    assert [text for role, text in told(reading) if role == "user"] == [
        "Remember: this repo uses pytest. TOOLCALL please",
        "Which test runner?",
        "Third turn after compaction TOOLCALL",
    ]
    replies = [entry for entry in reading.transcript.entries if entry.role == "agent" and not entry.call]
    assert [entry.id for entry in replies] == ["msg_1c156fcd2494417f", "msg_61221755e510414a", "msg_05ca481f3cd842ba"]
    assert len(reading.transcript.entries) == 10
    first = next(entry for entry in reading.transcript.entries if entry.role == "tool")
    call = next(entry.call for entry in reading.transcript.entries if entry.call and entry.call.id == first.answers)
    assert (call.tool, call.input, first.failed) == ("exec_command", {"cmd": "echo alpha"}, False)
    assert first.text.endswith("alpha")
    assert not any("fixture context" in text or "Another language" in text for text in texts(reading))
    assert reading.transcript.summary == "Understood. The project uses pytest and ruff."
    assert (found.id, reading.place.compactions, reading.skipped) == (THREAD, 2, {})


def test_a_real_session_in_parts_tells_the_same_as_at_once(samples: Path, tmp_path: Path):
    (found,) = Codex().find(samples / "codex-0.166.0" / "sessions")
    path = tmp_path / found.path.name
    path.write_bytes(whole := found.path.read_bytes())
    at_once = list(read(path).transcript.entries)

    for cut in (n for n, byte in enumerate(whole) if byte == 10):
        assert in_two_parts(path, cut) == at_once
