"""Sessions of Gemini CLI, in files of the shape it writes."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any

import pytest

from reverie.domain.transcript import Entry
from reverie.transcripts.base import Place, Reading, Session
from reverie.transcripts.gemini import GeminiReader

SAMPLES = os.environ.get("REVERIE_SAMPLES")  # taken before each test is shut off from its surroundings
ID = "edf0e2b4-e299-4b53-8f0f-dd3d729e2925"
NAME = "session-2026-11-16T00-01-edf0e2b4"
HEADER = {"sessionId": ID, "projectHash": "e4c2", "startTime": "2026-11-16T09:00:00.000Z", "kind": "main"}


def message(id_: str, type_: str, content: Any, minute: int = 1, **rest: Any) -> dict[str, Any]:
    return {"id": id_, "timestamp": f"2026-11-16T09:{minute:02}:00.000Z", "type": type_, "content": content, **rest}


def asked(id_: str, *texts: str, **rest: Any) -> dict[str, Any]:
    return message(id_, "user", [{"text": text} for text in texts], **rest)


def answered(id_: str, text: str, *calls: dict[str, Any], **rest: Any) -> dict[str, Any]:
    made = message(id_, "gemini", text, thoughts=[{"description": "Thinking"}], **rest)
    return made | {"toolCalls": list(calls)} if calls else made


def used(id_: str, output: str | None, *, status: str = "success") -> dict[str, Any]:
    done = {"id": id_, "name": "run_shell_command", "args": {"command": id_}, "status": status}
    if output is None:
        return done
    response = {"error" if status == "error" else "output": output}
    result = [{"functionResponse": {"id": id_, "name": "run_shell_command", "response": response}}]
    return done | {"result": result, "timestamp": "2026-11-16T09:05:00.000Z"}


def write(root: Path, *records: dict[str, Any] | bytes, name: str = f"{NAME}.jsonl") -> Session:
    path = root / "proj" / "chats" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"".join(map(raw, records)))
    return next(session for session in GeminiReader().find(root) if session.path == path)


def raw(record: dict[str, Any] | bytes) -> bytes:
    return record if isinstance(record, bytes) else json.dumps(record).encode() + b"\n"


def append(session: Session, *records: dict[str, Any] | bytes) -> None:
    with session.path.open("ab") as file:
        file.write(b"".join(map(raw, records)))


def read(session: Session, since: Place | None = None) -> Reading:
    return GeminiReader().read(session, since)


def entries(session: Session, since: Place | None = None) -> tuple[Entry, ...]:
    return read(session, since).transcript.entries


def said(session: Session, since: Place | None = None) -> list[str]:
    return [f"{one.role}: {one.call.id if one.call else one.text}" for one in entries(session, since)]


CHAT = (
    HEADER,
    {"$set": {"messages": [asked("c0", "<session_context>\nToday is Monday.\n</session_context>")]}},
    asked("u1", "<hook_context>Ana likes tea</hook_context>\n\nRun both", "<hook_context>and cake</hook_context>"),
    {"$set": {"lastUpdated": "2026-11-16T09:01:00.000Z"}},
    answered("g1", "Running."),
    answered("g1", "Running.", used("c1", "<untrusted_context>\nOutput: alpha\n</untrusted_context>")),
    answered("g1", "Running.", used("c1", "Output: alpha"), used("c2", "no such file", status="error")),
    message("r1", "user", [{"functionResponse": {"id": "c1", "response": {"output": "Output: alpha"}}}]),
    message("i1", "info", "Update available"),
    message("x1", "error", "[API Error: 503]"),
    answered("g2", "Done."),
)
WHOLE = [
    "user: Run both",
    "agent: Running.",
    "agent: c1",
    "tool: Output: alpha",
    "agent: c2",
    "tool: no such file",
    "agent: Done.",
]


def test_a_session_is_read_with_its_words_calls_and_answers(tmp_path: Path) -> None:
    session = write(tmp_path, *CHAT)

    reading = read(session)

    assert said(session) == WHOLE
    assert [one.id for one in reading.transcript.entries] == [
        "u1", "g1", "g1/1", "g1/1/answer", "g1/2", "g1/2/answer", "g2",
    ]  # fmt: skip
    answers = [one for one in reading.transcript.entries if one.role == "tool"]
    assert [(one.answers, one.failed) for one in answers] == [("c1", False), ("c2", True)]
    assert answers[0].at.minute == 5
    assert (reading.transcript.trust, reading.transcript.origin) == ("user", "session")
    assert reading.transcript.source == "gemini-cli:2026-11-16T00-01-edf0e2b4"
    assert reading.skipped == {}


def test_reading_in_two_parts_gives_the_same_entries_as_at_once(tmp_path: Path) -> None:
    for cut in range(1, len(CHAT)):
        session = write(tmp_path, *CHAT[:cut])
        first = read(session)
        append(session, *CHAT[cut:])
        second = read(session, first.place)

        both = (*first.transcript.entries, *second.transcript.entries)
        assert [one.id for one in both] == [one.id for one in entries(session)]
        assert second.place.last == read(session).place.last
        assert entries(session, second.place) == ()


def test_a_message_that_has_grown_gives_only_what_it_has_grown_by(tmp_path: Path) -> None:
    session = write(
        tmp_path, HEADER, asked("u1", "go"), answered("g1", "Running.", used("c1", None, status="executing"))
    )
    first = read(session)
    append(session, answered("g1", "Running.", used("c1", "alpha")))

    assert [one.id for one in first.transcript.entries] == ["u1", "g1", "g1/1"]
    assert [one.id for one in entries(session, first.place)] == ["g1/1/answer"]


def test_what_was_rewound_is_left_out(tmp_path: Path) -> None:
    session = write(
        tmp_path,
        HEADER,
        asked("u1", "one"),
        answered("g1", "first"),
        asked("u2", "a mistake"),
        answered("g2", "oh"),
        {"$rewindTo": "u2"},
        asked("u3", "two"),
    )
    place = read(session).place
    append(session, answered("g3", "no"), {"$rewindTo": "u3"}, asked("u4", "three"))

    assert said(session, place) == ["user: three"]
    assert said(session) == ["user: one", "agent: first", "user: three"]


def test_history_set_again_is_not_read_again(tmp_path: Path) -> None:
    history = [asked("u1", "one"), answered("g1", "first"), asked("h7", "resumed from another session")]
    session = write(tmp_path, HEADER, *history[:2], {"$set": {"messages": history}}, asked("u2", "two"))

    assert said(session) == ["user: one", "agent: first", "user: two"]


def test_compression_gives_the_summary_and_counts_once(tmp_path: Path) -> None:
    summary = asked("s1", "<state_snapshot>\nThey agreed on tea.\n</state_snapshot>")
    kept = {"$set": {"messages": [summary, answered("g0", "Got it."), asked("u1", "one")]}}
    session = write(tmp_path, HEADER, asked("u1", "one"), kept)
    first = read(session)
    append(session, kept, asked("u2", "two"))
    second = read(session, first.place)
    append(session, asked("s2", "<state_snapshot>And cake.</state_snapshot>"), asked("u3", "three"))
    third = read(session, second.place)

    assert first.transcript.summary is not None
    assert "They agreed on tea." in first.transcript.summary
    assert [one.place.compactions for one in (first, second, third)] == [1, 1, 2]
    assert read(session).place.compactions == 2
    assert said(session) == ["user: one", "user: two", "user: three"]


def test_files_a_user_named_and_commands_are_not_their_words(tmp_path: Path) -> None:
    contents = ("Explain @a.py", "\n--- Content from referenced files ---", "\nContent from @a.py:\n", "import os")
    session = write(
        tmp_path,
        HEADER,
        asked("u1", *contents, "\n--- End of content ---"),
        asked("u2", *contents, displayContent=[{"text": "Explain @a.py again"}]),
        asked("u3", "/chat save tea"),
        asked("u4", "/memory"),
        asked("u5", "/home/ana is full"),
        asked("u6", "<private>1234</private>"),
        message("u7", "user", "typed in one string"),
    )

    assert said(session) == [
        "user: Explain @a.py",
        "user: Explain @a.py again",
        "user: /home/ana is full",
        "user: typed in one string",
    ]


def test_a_torn_last_line_waits_until_it_is_whole(tmp_path: Path) -> None:
    line = raw(answered("g1", "whole now"))
    session = write(tmp_path, HEADER, asked("u1", "one"), line[:50])
    first = read(session)
    append(session, line[50:].rstrip())

    assert [one.text for one in first.transcript.entries] == ["one"]
    assert first.skipped == {}
    assert said(session, first.place) == ["agent: whole now"]


def test_bad_lines_are_counted_and_passed_over(tmp_path: Path) -> None:
    session = write(
        tmp_path,
        HEADER,
        b"{torn\n",
        b"7\n",
        {"id": "u0", "type": "user", "content": "when?"},
        {"id": 7, "type": "user"},
        {"$set": [1]},
        {"$set": {"messages": {"a": 1}, "directories": 3}},
        message(
            "g0", "gemini", {"text": None}, toolCalls=[None, {"name": 3}, {"name": "ls", "result": "x", "args": 1}]
        ),
        raw(asked("u1", "caf?")).replace(b"caf?", b"caf\xe9"),
    )

    assert said(session) == ["agent: g0/3", "user: caf\ufffd"]
    assert read(session).skipped == {"not JSON": 1, "not an object": 1, "message without time": 1}


def test_a_line_of_ten_megabytes_is_cut_not_lost(tmp_path: Path) -> None:
    session = write(tmp_path, HEADER, answered("g1", "", used("c1", "x" * 10_000_000)), asked("u1", "hi"))

    _, answer, question = entries(session)

    assert 0 < len(answer.text) < 1_000_000
    assert question.text == "hi"


def test_an_empty_file_gives_nothing(tmp_path: Path) -> None:
    session = write(tmp_path, b"")

    assert (entries(session), read(session).place.offset) == ((), 0)


def test_a_rewritten_file_is_read_from_its_start(tmp_path: Path) -> None:
    session = write(tmp_path, *CHAT)
    place = read(session).place

    write(tmp_path, HEADER | {"sessionId": "other"}, asked("u9", "another"))

    assert said(session, place) == ["user: another"]


def test_a_session_of_old_is_one_object_and_gives_what_is_new(tmp_path: Path) -> None:
    record = HEADER | {"messages": [asked("u1", "one"), answered("g1", "two", used("c1", "alpha"))]}
    session = write(tmp_path, record, name=f"{NAME}.json")
    first = read(session)
    write(tmp_path, record | {"messages": [*record["messages"], message("u2", "user", "three")]}, name=f"{NAME}.json")
    second = read(session, first.place)
    session.path.write_bytes(raw(record)[:-20])
    torn = read(session, second.place)

    assert [one.text for one in first.transcript.entries] == ["one", "two", "", "alpha"]
    assert [one.text for one in second.transcript.entries] == ["three"]
    assert (torn.transcript.entries, torn.place, torn.skipped) == ((), second.place, {"not JSON": 1})


def test_a_session_kept_in_both_formats_is_found_once(tmp_path: Path) -> None:
    write(tmp_path, *CHAT)
    (tmp_path / "proj" / "chats" / f"{NAME}.json").write_text("{}")

    assert [one.path.suffix for one in GeminiReader().find(tmp_path)] == [".jsonl"]


def test_a_sub_agent_belongs_to_the_session_it_worked_for(tmp_path: Path) -> None:
    main = write(tmp_path, *CHAT)
    session = write(tmp_path, HEADER | {"kind": "subagent"}, asked("u1", "Search."), name=f"{ID}/scout.jsonl")

    transcript = read(session).transcript

    assert (session.id, session.parent) == (f"{main.id}/scout", main.id)
    assert (transcript.origin, transcript.trust, transcript.parent) == ("subagent", "agent", main.id)
    assert [one.id for one in GeminiReader().find(session.path)] == [session.id]


def test_the_folder_of_a_project_is_known_without_opening_a_session(tmp_path: Path) -> None:
    root = tmp_path / ".gemini" / "tmp"
    named = write(root, b"\xff")
    (root / "proj").rename(root / hashlib.sha256(b"/home/ana/old_app").hexdigest())
    write(root, b"\xff")
    write(tmp_path / "other", b"\xff")
    (tmp_path / "other" / "proj" / ".project_root").write_text("/home/ana/my app\n")
    projects = {"/home/ana/app": "proj", "/home/ana/old_app": "old-app"}
    (tmp_path / ".gemini" / "projects.json").write_text(json.dumps({"projects": projects}))

    assert {one.folder for one in GeminiReader().find(root)} == {"/home/ana/app", "/home/ana/old_app"}
    assert [one.folder for one in GeminiReader().find(tmp_path / "other")] == ["/home/ana/my app"]
    assert named.folder is None


def test_a_summary_the_host_wrote_for_its_list_is_the_title(tmp_path: Path) -> None:
    session = write(tmp_path, *CHAT, {"$set": {"summary": "Run two commands"}})

    assert read(session).transcript.title == "Run two commands"


def test_sessions_are_sought_where_the_host_was_told_to_keep_them() -> None:
    assert GeminiReader().roots(Path("/home/ana"), {}) == [Path("/home/ana/.gemini/tmp")]
    assert GeminiReader().roots(Path("/home/ana"), {"GEMINI_CLI_HOME": "/data"}) == [Path("/data/.gemini/tmp")]


def test_symlinked_folders_are_not_followed_and_missing_ones_are_empty(tmp_path: Path) -> None:
    write(tmp_path / "elsewhere", *CHAT)
    (tmp_path / "root").mkdir()
    (tmp_path / "root" / "link").symlink_to(tmp_path / "elsewhere" / "proj")

    assert list(GeminiReader().find(tmp_path / "root")) == []
    assert list(GeminiReader().find(tmp_path / "missing")) == []


def test_a_folder_that_cannot_be_listed_is_an_error_not_an_empty_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, *CHAT)

    def refuse(path: Any) -> Any:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(os, "scandir", refuse)

    with pytest.raises(PermissionError):
        list(GeminiReader().find(tmp_path))


@pytest.mark.skipif(not SAMPLES, reason="REVERIE_SAMPLES is not set")
def test_a_session_that_gemini_cli_itself_wrote() -> None:
    (session,) = GeminiReader().find(Path(str(SAMPLES)) / "gemini-cli-0.61.0" / "tmp")

    reading = read(session)

    question, call, answer, reply = reading.transcript.entries
    assert (question.role, question.text) == ("user", "Remember pytest TOOLCALL please")
    assert call.call is not None
    assert (call.call.tool, call.call.input["command"]) == ("run_shell_command", "echo alpha")
    assert (answer.answers, answer.failed) == (call.call.id, False)
    assert answer.text.startswith("Output: alpha")
    assert reply.text == "Understood. The project uses pytest and ruff."
    assert not any("fixture context" in one.text or "Gemini CLI" in one.text for one in reading.transcript.entries)
    assert reading.transcript.folder == "/home/u/proj"
    assert reading.skipped == {}


def test_what_was_read_last_is_at_hand(tmp_path: Path):
    session = write(tmp_path, asked("u1", "one"), answered("g1", "first"))
    place = read(session).place
    append(session, asked("u2", "two"))

    assert said(session, place.behind) == ["user: one", "agent: first", "user: two"]
