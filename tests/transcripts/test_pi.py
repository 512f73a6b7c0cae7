"""Sessions of pi and oh-my-pi, in files of the shape these programs write."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from reverie.domain.transcript import Entry
from reverie.transcripts.base import Place, Session
from reverie.transcripts.pi import PiReader

SAMPLES = os.environ.get("REVERIE_SAMPLES")  # taken before each test is shut off from its surroundings
ID = "01a1e1a7-8684-70a0-a461-1ab951379aa0"
NAME = f"2026-11-16T09-00-00-000Z_{ID}"


def header(**rest: Any) -> dict[str, Any]:
    return {"type": "session", "version": 3, "id": ID, "timestamp": at(0), "cwd": "/home/ana/my app_ü", **rest}


def at(minute: int) -> str:
    return f"2026-11-16T09:{minute:02}:00.000Z"


def node(type_: str, id_: str, parent: str | None, minute: int = 1, **rest: Any) -> dict[str, Any]:
    return {"type": type_, "id": id_, "parentId": parent, "timestamp": at(minute), **rest}


def message(id_: str, parent: str | None, minute: int = 1, **about: Any) -> dict[str, Any]:
    return node("message", id_, parent, minute, message=about)


def asked(id_: str, parent: str | None, text: str, minute: int = 1, **rest: Any) -> dict[str, Any]:
    return message(id_, parent, minute, role="user", content=[{"type": "text", "text": text}], **rest)


def answered(id_: str, parent: str | None, *blocks: dict[str, Any] | str, minute: int = 1) -> dict[str, Any]:
    content = [{"type": "text", "text": block} if isinstance(block, str) else block for block in blocks]
    return message(id_, parent, minute, role="assistant", content=content, stopReason="stop", model="m")


def call(id_: str, command: str) -> dict[str, Any]:
    return {"type": "toolCall", "id": id_, "name": "bash", "arguments": {"command": command}}


def result(id_: str, parent: str, of: str, text: str, *, failed: bool = False) -> dict[str, Any]:
    content = [{"type": "text", "text": text}]
    return message(id_, parent, role="toolResult", toolCallId=of, toolName="bash", content=content, isError=failed)


def write(folder: Path, *records: dict[str, Any] | str | bytes, name: str = NAME) -> Session:
    """A session file below a project's folder, as the reader finds it."""
    path = folder / "--home-ana-app--" / f"{name}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"".join(map(raw, records)))
    return found(folder)


def raw(record: dict[str, Any] | str | bytes) -> bytes:
    if isinstance(record, bytes):
        return record
    return (record if isinstance(record, str) else json.dumps(record) + "\n").encode()


def append(session: Session, *records: dict[str, Any] | str | bytes) -> None:
    with session.path.open("ab") as file:
        file.write(b"".join(map(raw, records)))


def found(folder: Path, host: str = "pi") -> Session:
    (session,) = PiReader(host).find(folder)
    return session


def said(session: Session, since: Place | None = None) -> list[str]:
    return [f"{one.role}: {one.text or one.call.tool if one.call else one.text}" for one in entries(session, since)]


def entries(session: Session, since: Place | None = None) -> tuple[Entry, ...]:
    return PiReader(session.host).read(session, since).transcript.entries


CHAT = (
    header(),
    node("model_change", "m0", None, 0, provider="p", modelId="m"),
    asked("u1", "m0", "Use pnpm, not npm"),
    answered("a1", "u1", {"type": "thinking", "thinking": "hm"}, "Looking.", call("c1", "ls"), call("c2", "cat x")),
    result("t1", "a1", "c1", "x"),
    result("t2", "t1", "c2", "cat: x: denied", failed=True),
    answered("a2", "t2", "Done."),
)


def test_a_session_is_read_with_its_words_calls_and_answers(tmp_path: Path) -> None:
    session = write(tmp_path, *CHAT)

    reading = PiReader().read(session)

    transcript = reading.transcript
    assert said(session) == [
        "user: Use pnpm, not npm",
        "agent: Looking.",
        "agent: bash",
        "agent: bash",
        "tool: x",
        "tool: cat: x: denied",
        "agent: Done.",
    ]
    assert [one.id for one in transcript.entries] == ["u1", "a1/1", "a1/2", "a1/3", "t1", "t2", "a2"]
    calls = [one.call for one in transcript.entries if one.call]
    assert [(one.id, one.input) for one in calls] == [("c1", {"command": "ls"}), ("c2", {"command": "cat x"})]
    assert [(one.answers, one.failed) for one in transcript.entries if one.role == "tool"] == [
        ("c1", False),
        ("c2", True),
    ]
    assert (transcript.source, transcript.trust, transcript.origin) == (f"pi:{ID}", "user", "session")
    assert transcript.folder == "/home/ana/my app_ü"
    assert reading.skipped == {}


def test_the_time_of_an_entry_is_that_of_its_line(tmp_path: Path) -> None:
    session = write(tmp_path, header(), asked("u1", None, "hello", 7, timestamp=1))

    assert entries(session)[0].at.isoformat() == "2026-11-16T09:07:00+00:00"


def test_a_rewound_branch_is_left_out(tmp_path: Path) -> None:
    session = write(
        tmp_path,
        header(),
        asked("u1", None, "one"),
        answered("a1", "u1", "first"),
        asked("u2", "a1", "a mistake"),
        answered("a2", "u2", "oh"),
        node("branch_summary", "b1", "a1", fromId="a1", summary="tried a mistake"),
        asked("u3", "b1", "two"),
        answered("a3", "u3", "second"),
    )

    assert said(session) == ["user: one", "agent: first", "user: two", "agent: second"]


def test_the_first_question_asked_anew_leaves_out_the_old_one(tmp_path: Path) -> None:
    session = write(
        tmp_path, header(), asked("u1", None, "old"), answered("a1", "u1", "x"), asked("u2", None, "new")
    )  # fmt: skip

    assert said(session) == ["user: new"]


def test_reading_in_two_parts_gives_the_same_entries_as_at_once(tmp_path: Path) -> None:
    whole = entries(write(tmp_path / "whole", *CHAT))

    for cut in range(1, len(CHAT)):
        session = write(tmp_path / str(cut), *CHAT[:cut])
        first = PiReader().read(session)
        append(session, *CHAT[cut:])
        second = PiReader().read(session, first.place)

        assert (*first.transcript.entries, *second.transcript.entries) == whole
        assert second.transcript.folder == "/home/ana/my app_ü"
        assert entries(session, second.place) == ()


def test_a_branch_left_between_two_readings_gives_nothing_more(tmp_path: Path) -> None:
    session = write(
        tmp_path, header(), asked("u1", None, "one"), answered("a1", "u1", "first"), asked("u2", "a1", "no")
    )
    place = PiReader().read(session).place

    append(session, answered("a2", "u2", "never mind"), asked("u3", "a1", "two"), answered("a3", "u3", "second"))

    assert said(session, place) == ["user: two", "agent: second"]


def test_a_torn_last_line_waits_until_it_is_whole(tmp_path: Path) -> None:
    line = raw(answered("a1", "u1", "whole now"))
    session = write(tmp_path, header(), asked("u1", None, "one"), line[:40])

    first = PiReader().read(session)
    append(session, line[40:])

    assert [one.text for one in first.transcript.entries] == ["one"]
    assert first.skipped == {}
    assert said(session, first.place) == ["agent: whole now"]


def test_a_last_line_without_its_newline_counts_once(tmp_path: Path) -> None:
    session = write(tmp_path, header(), raw(asked("u1", None, "one")).rstrip())

    first = PiReader().read(session)
    append(session, "\n", answered("a1", "u1", "two"))

    assert [one.text for one in first.transcript.entries] == ["one"]
    assert said(session, first.place) == ["agent: two"]


def test_bad_lines_are_counted_and_passed_over(tmp_path: Path) -> None:
    session = write(
        tmp_path,
        header(),
        asked("u1", None, "before"),
        "{torn\n",
        "[1, 2]\n",
        node("message", "x1", "u1", message="just a string"),
        {"type": "message", "id": "x2", "parentId": "x1", "message": {"role": "user", "content": "when?"}},
        message("x3", "x2", role="assistant", content=7),
        message("x4", "x3", role="toolResult", content=[{"type": "text"}, None, 3]),
        answered("a1", "x4", {"type": "toolCall", "id": "c1", "name": "bash", "arguments": "ls"}, "after"),
    )

    reading = PiReader().read(session)

    assert said(session) == ["user: before", "agent: bash", "agent: after"]
    assert reading.skipped == {
        "not JSON": 1,
        "not an object": 1,
        "message without content": 1,
        "message without time": 1,
    }


def test_a_lost_line_costs_only_itself(tmp_path: Path) -> None:
    torn = raw(answered("a1", "u1", "lost"))[:30] + b"\n"
    lines = (asked("u1", None, "one"), torn, asked("u2", "a1", "two"), answered("a2", "u2", "three"))
    session = write(tmp_path, header(), *lines)
    later = write(tmp_path / "later", header(), asked("u0", None, "zero"))
    place = PiReader().read(later).place
    append(later, *lines)

    assert said(session) == ["user: one", "user: two", "agent: three"]
    assert said(later, place) == ["user: one", "user: two", "agent: three"]


def test_bytes_that_are_no_text_do_not_cost_the_line(tmp_path: Path) -> None:
    line = raw(asked("u1", None, "caf?")).replace(b"caf?", b"caf\xe9")
    session = write(tmp_path, header(), line, answered("a1", "u1", "yes"))

    assert said(session) == ["user: caf\ufffd", "agent: yes"]


def test_a_line_of_ten_megabytes_is_cut_not_lost(tmp_path: Path) -> None:
    session = write(
        tmp_path,
        header(),
        answered("a1", None, call("c1", "cat")),
        result("t1", "a1", "c1", "x" * 10_000_000),
        asked("u1", "t1", "hi"),
    )

    _, answer, question = entries(session)

    assert set(answer.text) == {"x"}
    assert 0 < len(answer.text) < 1_000_000
    assert question.text == "hi"


def test_an_empty_file_and_a_file_without_a_header_are_no_errors(tmp_path: Path) -> None:
    empty = write(tmp_path / "a", b"")
    headless = write(tmp_path / "b", asked("u1", None, "still here"))

    assert entries(empty) == ()
    assert PiReader().read(empty).place.offset == 0
    assert said(headless) == ["user: still here"]


def test_a_line_written_twice_counts_once(tmp_path: Path) -> None:
    line = asked("u1", None, "one")
    session = write(tmp_path, header(), line, line)
    place = PiReader().read(session).place
    append(session, line, answered("a1", "u1", "two"))

    assert said(session) == ["user: one", "agent: two"]
    assert said(session, place) == ["agent: two"]


def test_lines_that_are_their_own_ancestors_end_the_way(tmp_path: Path) -> None:
    session = write(tmp_path, header(), asked("u1", "a1", "one"), answered("a1", "u1", "two"))

    assert said(session) == ["user: one", "agent: two"]


def test_a_rewritten_file_is_read_from_its_start(tmp_path: Path) -> None:
    session = write(tmp_path, *CHAT)
    place = PiReader().read(session).place

    write(tmp_path, header(cwd="/elsewhere"), asked("u9", None, "another"), answered("a9", "u9", "file"))

    assert said(session, place) == ["user: another", "agent: file"]


def test_a_file_made_shorter_behind_its_beginning_is_read_from_its_start(tmp_path: Path) -> None:
    long = answered("a1", "u1", "x" * 6000)
    session = write(tmp_path, header(), asked("u1", None, "one"), long, result("t1", "a1", "c1", "y" * 900))
    place = PiReader().read(session).place

    write(tmp_path, header(), asked("u1", None, "one"), long, result("t1", "a1", "c1", "y"), asked("u2", "t1", "two"))

    assert said(session, place)[-1] == "user: two"


def test_compaction_gives_the_summary_and_no_entry(tmp_path: Path) -> None:
    first = (
        header(),
        asked("u1", None, "one"),
        answered("a1", "u1", "two"),
        node("compaction", "k1", "a1", summary="They said one and two.", firstKeptEntryId="u1", tokensBefore=9),
    )
    second = (
        asked("u2", "k1", "three"),
        node("compaction", "k2", "u2", summary="And three.", firstKeptEntryId="u2", tokensBefore=9),
        asked("u3", "k2", "four"),
    )
    session = write(tmp_path, *first)
    one = PiReader().read(session)
    append(session, *second)
    two = PiReader().read(session, one.place)
    whole = PiReader().read(session)

    assert (one.transcript.summary, one.place.compactions) == ("They said one and two.", 1)
    assert (two.transcript.summary, two.place.compactions) == ("And three.", 2)
    assert whole.place == two.place
    assert said(session) == ["user: one", "agent: two", "user: three", "user: four"]


def test_what_a_fork_took_over_is_left_out(tmp_path: Path) -> None:
    session = write(
        tmp_path,
        header(timestamp=at(30), parentSession="/home/ana/.pi/agent/sessions/x/y.jsonl"),
        asked("u1", None, "said in the other session", 1),
        node("compaction", "k1", "u1", 2, summary="of the other session"),
        asked("u2", "k1", "said here", 31),
    )

    reading = PiReader().read(session)

    assert [one.text for one in reading.transcript.entries] == ["said here"]
    assert (reading.transcript.summary, reading.place.compactions) == (None, 0)


def test_what_was_put_in_is_never_taken_for_the_users_words(tmp_path: Path) -> None:
    session = write(
        tmp_path,
        header(),
        message("s1", None, role="system", content="You are pi."),
        message("d1", "s1", role="developer", content="Go on."),
        node("custom_message", "x1", "d1", customType="reverie", content="Ana likes tea", display=False),
        node("custom", "x2", "x1", customType="state", data={"text": "secret"}),
        message("h1", "x2", role="hookMessage", content="from a hook"),
        message("f1", "h1", role="fileMention", content="contents"),
        asked("u0", "f1", "go on by itself", synthetic=True),
        asked("u1", "u0", "<reverie>Ana likes tea</reverie>Which tea?<private>12345</private>"),
        asked("u2", "u1", '<skill name="tea" location="/s">Boil.</skill>\n\nGreen <memories>old</memories>please'),
        asked("u3", "u2", "<system-reminder>be brief</system-reminder>"),
        message("e1", "u3", role="assistant", content=[{"type": "text", "text": "half"}], stopReason="error"),
        node("session_init", "i1", "e1", systemPrompt="You are a helper.") | {"type": "a_new_type"},
        answered("a1", "i1", "Sencha."),
    )

    assert said(session) == ["user: Which tea?", "user: Green please", "agent: Sencha."]


def test_a_command_the_user_ran_is_theirs_unless_they_kept_it_to_themselves(tmp_path: Path) -> None:
    about: dict[str, Any] = {"role": "bashExecution", "command": "make test", "output": "2 failed", "exitCode": 1}
    session = write(
        tmp_path, header(), message("b1", None, **about), message("b2", "b1", **about, excludeFromContext=True)
    )

    typed, answer = entries(session)

    assert (typed.id, typed.role, typed.text) == ("b1", "user", "!make test")
    assert (answer.id, answer.role, answer.text, answer.failed) == ("b1/1", "tool", "2 failed", True)


def test_the_oldest_files_have_no_ids_and_are_read_in_order(tmp_path: Path) -> None:
    def old(role: str, text: str) -> dict[str, Any]:
        return {"type": "message", "timestamp": at(1), "message": {"role": role, "content": text}}

    lines = ({"type": "session", "id": ID, "cwd": "/a"}, old("user", "one"), old("assistant", "two"))
    session = write(tmp_path, *lines)
    place = PiReader().read(session).place
    append(session, old("user", "three"))

    whole = entries(session)

    assert said(session) == ["user: one", "agent: two", "user: three"]
    assert len({one.id for one in whole}) == 3
    assert entries(session, place) == whole[2:]


def test_a_name_given_to_the_session_is_its_title(tmp_path: Path) -> None:
    session = write(tmp_path, header(), asked("u1", None, "one"), node("session_info", "n1", "u1", name="Fix login"))

    assert PiReader().read(session).transcript.title == "Fix login"


def title_slot(text: str) -> str:
    line = json.dumps({"type": "title", "v": 1, "title": text, "pad": ""}, separators=(",", ":"))
    return line.replace('"pad":""', f'"pad":"{" " * (255 - len(line))}"') + "\n"


def test_a_new_title_in_the_first_line_does_not_start_the_reading_again(tmp_path: Path) -> None:
    write(tmp_path, title_slot("Fix login"), header(), asked("u1", None, "one"))
    session = found(tmp_path, "oh-my-pi")
    first = PiReader("oh-my-pi").read(session)

    content = session.path.read_bytes()
    session.path.write_bytes(title_slot("Fix login and logout").encode() + content[256:])
    append(session, answered("a1", "u1", "two"))
    second = PiReader("oh-my-pi").read(session, first.place)

    assert first.transcript.title == "Fix login"
    assert second.transcript.title == "Fix login and logout"
    assert [one.text for one in second.transcript.entries] == ["two"]


def test_a_sub_agent_of_oh_my_pi_belongs_to_the_session_it_worked_for(tmp_path: Path) -> None:
    write(tmp_path, *CHAT)
    beside = tmp_path / "--home-ana-app--" / NAME
    for path in (beside / "Reviewer.jsonl", beside / "Reviewer" / "Helper.jsonl"):
        path.parent.mkdir(parents=True, exist_ok=True)
        lines = (
            header(),
            node("session_init", "i1", None, systemPrompt="You review."),
            asked("u1", "i1", "Review it."),
        )
        path.write_bytes(b"".join(map(raw, lines)))

    reader = PiReader("oh-my-pi")
    sessions = {session.id: session for session in reader.find(tmp_path)}
    transcript = reader.read(sessions[f"{ID}/Reviewer"]).transcript

    assert sessions[ID].parent is None
    assert sessions[f"{ID}/Reviewer/Helper"].parent == f"{ID}/Reviewer"
    assert (transcript.origin, transcript.trust, transcript.parent) == ("subagent", "agent", ID)
    assert [one.text for one in transcript.entries] == ["Review it."]
    assert [one.id for one in reader.find(beside / "Reviewer.jsonl")] == [f"{ID}/Reviewer"]


def test_outputs_of_tools_that_were_pruned_are_left_out(tmp_path: Path) -> None:
    pruned = result("t1", "a1", "c1", "[Output truncated - 900 tokens]")
    pruned["message"]["prunedAt"] = 1
    session = write(tmp_path, header(), answered("a1", None, call("c1", "ls")), pruned)

    assert said(session) == ["agent: bash"]


def test_sessions_are_sought_where_the_host_was_told_to_keep_them() -> None:
    home = Path("/home/ana")

    assert PiReader().roots(home, {}) == [home / ".pi/agent/sessions"]
    assert PiReader().roots(home, {"PI_CODING_AGENT_DIR": "/data/pi"}) == [Path("/data/pi/sessions")]
    assert PiReader("oh-my-pi").roots(home, {}) == [home / ".omp/agent/sessions"]
    assert PiReader("oh-my-pi").roots(home, {"XDG_DATA_HOME": "/data"})[-1] == Path("/data/omp/sessions")


def test_finding_opens_no_session_and_leaves_copies_and_archives_alone(tmp_path: Path) -> None:
    session = write(tmp_path, *CHAT)
    for name in (f"{NAME}.jsonl.1.bak", f"{NAME}.jsonl.gz", "notes.md"):
        (session.path.parent / name).write_text("x")
    session.path.write_bytes(b"\xff")

    assert [one.id for one in PiReader().find(tmp_path)] == [ID]
    assert [one.id for one in PiReader().find(session.path)] == [ID]
    assert list(PiReader().find(tmp_path / "missing")) == []


def test_a_symlinked_folder_is_not_followed_out_of_the_root(tmp_path: Path) -> None:
    write(tmp_path / "elsewhere", *CHAT)
    (tmp_path / "root").mkdir()
    (tmp_path / "root" / "link").symlink_to(tmp_path / "elsewhere")

    assert list(PiReader().find(tmp_path / "root")) == []


def test_a_folder_that_cannot_be_listed_is_an_error_not_an_empty_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = write(tmp_path, *CHAT)
    listed = os.scandir

    def refuse(path: Any) -> Any:
        if Path(path) == session.path.parent:
            raise PermissionError(13, "Permission denied", str(path))
        return listed(path)

    monkeypatch.setattr(os, "scandir", refuse)

    with pytest.raises(PermissionError):
        list(PiReader().find(tmp_path))


@pytest.mark.skipif(not SAMPLES, reason="REVERIE_SAMPLES is not set")
def test_a_session_that_pi_itself_wrote() -> None:
    session = found(Path(str(SAMPLES)) / "pi-0.74.2" / "sessions")

    reading = PiReader().read(session)

    read = reading.transcript.entries
    assert (session.id, reading.transcript.folder) == (ID, "/home/u/proj")
    assert [one.role for one in read] == ["user", "agent", "agent", "tool", "agent", "user", "agent"]
    assert [one.text for one in read if one.role == "user"] == ["Remember pytest TOOLCALL please", "Which test runner?"]
    assert read[2].call is not None
    assert read[2].call.input["command"] == "echo alpha"
    assert (read[3].answers, read[3].text, read[3].failed) == (read[2].call.id, "alpha", False)
    assert reading.skipped == {}


def test_what_was_read_last_is_at_hand_and_a_branch_that_was_left_is_not(tmp_path: Path):
    session = write(tmp_path, header(), asked("u1", None, "one"), answered("a1", "u1", "first"))
    place = PiReader().read(session).place
    append(session, asked("u2", "a1", "two"))

    assert said(session, place.behind) == ["user: one", "agent: first", "user: two"]
    append(session, asked("u3", "u1", "three"))
    assert said(session, place.behind) == ["user: one", "user: three"]
