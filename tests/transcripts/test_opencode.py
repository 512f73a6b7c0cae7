"""Sessions of opencode, in a database with the tables it makes."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from reverie.domain.transcript import Entry
from reverie.transcripts import database
from reverie.transcripts.base import Place, Reading, Session
from reverie.transcripts.opencode import OpencodeReader

SAMPLES = os.environ.get("REVERIE_SAMPLES")  # taken before each test is shut off from its surroundings
BEGUN = 1_794_787_000_000
TABLES = """
    CREATE TABLE session (
        id text PRIMARY KEY, project_id text NOT NULL, parent_id text, slug text NOT NULL, directory text NOT NULL,
        title text NOT NULL, version text NOT NULL, revert text,
        time_created integer NOT NULL, time_updated integer NOT NULL);
    CREATE TABLE message (
        id text PRIMARY KEY, session_id text NOT NULL, time_created integer NOT NULL, time_updated integer NOT NULL,
        data text NOT NULL);
    CREATE TABLE part (
        id text PRIMARY KEY, message_id text NOT NULL, session_id text NOT NULL, time_created integer NOT NULL,
        time_updated integer NOT NULL, data text NOT NULL);
    CREATE INDEX message_session_time_created_id_idx ON message (session_id, time_created, id);
    CREATE INDEX part_message_id_id_idx ON part (message_id, id);
    CREATE INDEX part_session_idx ON part (session_id);
    CREATE TABLE credential (id text PRIMARY KEY, secret text);
"""


class Opencode:
    """A stand-in for the program that writes the database, with it open in WAL mode as it does."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.db = sqlite3.connect(folder / "opencode.db", isolation_level=None)
        self.db.execute("PRAGMA journal_mode = WAL")
        self.db.executescript(TABLES)
        self.written = 0

    def session(self, id_: str = "ses_1", *, parent: str | None = None, begun: int = 0, title: str = "Tea") -> None:
        times = (BEGUN + begun * 1000, BEGUN + begun * 1000)
        values = (id_, "p", parent, "mighty-wolf", "/home/ana/my app_ü", title, "1.18.33", None, *times)
        self.db.execute("INSERT INTO session VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", values)

    def message(self, id_: str, at: int, *parts: dict[str, Any], session: str = "ses_1", **data: Any) -> None:
        created = BEGUN + at * 1000
        data = {"time": {"created": created}} | data
        row = (id_, session, created, created, json.dumps(data, separators=(",", ":")))
        self.db.execute("INSERT OR REPLACE INTO message VALUES (?, ?, ?, ?, ?)", row)
        for part in parts:
            self.part(id_, part, session=session)

    def part(self, message: str, data: dict[str, Any] | str, *, id_: str = "", session: str = "ses_1") -> str:
        self.written += 1
        id_ = id_ or f"prt_{self.written:04}"
        raw = data if isinstance(data, str) else json.dumps(data, separators=(",", ":"))
        self.db.execute("INSERT OR REPLACE INTO part VALUES (?, ?, ?, ?, ?, ?)", (id_, message, session, 0, 0, raw))
        return id_

    def asks(self, id_: str, at: int, *texts: str, session: str = "ses_1") -> None:
        self.message(id_, at, *({"type": "text", "text": text} for text in texts), session=session, role="user")

    def answers(self, id_: str, at: int, *parts: dict[str, Any] | str, done: bool = True, **data: Any) -> None:
        times = {"created": BEGUN + at * 1000} | ({"completed": BEGUN + at * 1000 + 900} if done else {})
        made = [spoken(part, at) if isinstance(part, str) else part for part in parts]
        self.message(id_, at, *made, role="assistant", time=times, **data)

    def reverts(self, value: dict[str, str] | None) -> None:
        self.db.execute("UPDATE session SET revert = ?", (json.dumps(value) if value else None,))

    def found(self, id_: str = "ses_1") -> Session:
        return next(session for session in OpencodeReader().find(self.folder) if session.id == id_)


def spoken(text: str, at: int = 0, *, done: bool = True) -> dict[str, Any]:
    times = {"start": BEGUN + at * 1000} | ({"end": BEGUN + at * 1000 + 500} if done else {})
    return {"type": "text", "text": text, "time": times}


def tool(call: str, output: str | None = None, *, error: str | None = None) -> dict[str, Any]:
    state: dict[str, Any] = {"status": "running", "input": {"command": call}, "time": {"start": BEGUN + 1000}}
    if output is not None:
        state |= {"status": "completed", "output": output, "time": {"start": BEGUN + 1000, "end": BEGUN + 2000}}
    if error is not None:
        state |= {"status": "error", "error": error, "time": {"start": BEGUN + 1000, "end": BEGUN + 2000}}
    return {"type": "tool", "tool": "bash", "callID": call, "state": state}


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Opencode]:
    program = Opencode(tmp_path / "opencode")
    program.session()
    yield program
    program.db.close()


def read(session: Session, since: Place | None = None) -> Reading:
    return OpencodeReader().read(session, since)


def entries(session: Session, since: Place | None = None) -> tuple[Entry, ...]:
    return read(session, since).transcript.entries


def said(session: Session, since: Place | None = None) -> list[str]:
    return [f"{one.role}: {one.call.id if one.call else one.text}" for one in entries(session, since)]


def test_a_session_is_read_with_its_words_calls_and_answers_while_its_host_writes(host: Opencode) -> None:
    host.asks("msg_1", 1, "Run both")
    parts = ({"type": "step-start"}, {"type": "reasoning", "text": "hm"}, "Running.", tool("c1", "alpha\n"))
    host.answers("msg_2", 2, *parts, tool("c2", error="no such file"), {"type": "step-finish"})
    host.answers("msg_3", 3, "Done.")
    host.db.execute("BEGIN IMMEDIATE")
    host.asks("msg_4", 4, "not yet committed")

    session = host.found()
    reading = read(session)

    assert said(session) == [
        "user: Run both",
        "agent: Running.",
        "agent: c1",
        "tool: alpha",
        "agent: c2",
        "tool: no such file",
        "agent: Done.",
    ]
    transcript = reading.transcript
    assert [one.id for one in transcript.entries[2:4]] == ["prt_0005", "prt_0005/answer"]
    assert [(one.answers, one.failed) for one in transcript.entries if one.role == "tool"] == [
        ("c1", False),
        ("c2", True),
    ]
    assert transcript.entries[3].at.timestamp() * 1000 == BEGUN + 2000
    assert (transcript.source, transcript.folder, transcript.title) == ("opencode:ses_1", "/home/ana/my app_ü", "Tea")
    assert (session.folder, session.size) == ("/home/ana/my app_ü", 8)
    assert reading.skipped == {}


def test_reading_in_parts_gives_the_same_entries_as_at_once(host: Opencode) -> None:
    session = host.found()
    place: Place | None = None
    parts: list[Entry] = []
    steps: tuple[Callable[[], None], ...] = (
        lambda: host.asks("msg_1", 1, "one"),
        lambda: host.answers("msg_2", 2, "two", tool("c1", "alpha")),
        lambda: host.answers("msg_3", 3, "three"),
        lambda: host.asks("msg_4", 4, "four", "and more"),
    )

    for step in steps:
        step()
        reading = read(session, place)
        parts += reading.transcript.entries
        place = reading.place

    assert tuple(parts) == entries(session)
    assert read(session).place == place
    assert entries(session, place) == ()


def test_what_the_agent_is_still_writing_waits_until_it_is_finished(host: Opencode) -> None:
    host.asks("msg_1", 1, "one")
    host.answers("msg_2", 2, "first", done=False)
    running = host.part("msg_2", tool("c1"))
    host.part("msg_2", tool("c2", "beta"))
    growing = host.part("msg_2", spoken("so f", done=False))
    host.asks("msg_3", 3, "typed meanwhile")
    session = host.found()

    first = read(session)
    host.part("msg_2", tool("c1", "alpha"), id_=running)
    second = read(session, first.place)
    host.part("msg_2", spoken("so far so good"), id_=growing)
    host.db.execute("UPDATE message SET data = replace(data, '}', ',\"completed\":1}') WHERE id = 'msg_2'")
    third = read(session, second.place)

    assert [one.text for one in first.transcript.entries] == ["one", "first"]
    assert [one.text for one in second.transcript.entries] == ["", "alpha", "", "beta"]
    assert [one.text for one in third.transcript.entries] == ["so far so good", "typed meanwhile"]


def test_an_answer_cut_off_by_a_crash_is_read_once_the_session_goes_on(host: Opencode) -> None:
    host.asks("msg_1", 1, "one")
    host.answers("msg_2", 2, spoken("half", done=False), tool("c1"), done=False)
    host.asks("msg_3", 3, "again")
    host.answers("msg_4", 4, "whole")

    assert said(host.found()) == ["user: one", "agent: half", "agent: c1", "user: again", "agent: whole"]


def test_what_the_host_put_in_is_never_taken_for_the_users_words(host: Opencode) -> None:
    given: list[dict[str, Any]] = [
        {"type": "text", "text": "Called the Read tool", "synthetic": True},
        {"type": "text", "text": "a note to the screen", "ignored": True},
        {"type": "file", "url": "data:text/plain;base64,AAAA"},
        {"type": "agent", "name": "plan"},
        {"type": "subtask", "prompt": "Look around"},
        {"type": "a-new-kind", "text": "??"},
        {"type": "text", "text": "<reverie>Ana likes tea</reverie>Which tea?<private>12345</private>"},
    ]
    host.message("msg_1", 1, *given, role="user")

    assert said(host.found()) == ["user: Which tea?"]


def test_compaction_gives_the_summary_and_no_entry(host: Opencode) -> None:
    host.asks("msg_1", 1, "one")
    host.message("msg_2", 2, {"type": "compaction", "auto": True}, role="user")
    session = host.found()
    before = read(session)
    host.answers("msg_3", 3, "They said one.", summary=True, mode="compaction")
    host.message("msg_4", 4, {"type": "text", "text": "Continue if you can.", "synthetic": True}, role="user")
    host.answers("msg_5", 5, "Going on.")
    after = read(session, before.place)

    assert (before.transcript.summary, before.place.compactions) == (None, 0)
    assert (after.transcript.summary, after.place.compactions) == ("They said one.", 1)
    assert said(session, before.place) == ["agent: Going on."]
    assert read(session, after.place).place.compactions == 1


def test_a_question_asked_again_after_compaction_counts_once(host: Opencode) -> None:
    host.asks("msg_1", 1, "zero")
    host.answers("msg_2", 2, "nothing")
    session = host.found()
    host.asks("msg_3", 3, "a long question")
    early = read(session).place
    host.message("msg_4", 4, {"type": "compaction", "auto": True, "overflow": True}, role="user")
    host.answers("msg_5", 5, "Summary.", summary=True)
    host.asks("msg_6", 6, "a long question")
    host.answers("msg_7", 7, "an answer")
    host.asks("msg_8", 8, "a long question")

    rest = ["agent: an answer", "user: a long question"]
    assert said(session) == ["user: zero", "agent: nothing", "user: a long question", *rest]
    assert said(session, early) == rest


def test_what_the_user_took_back_is_left_out_and_may_return(host: Opencode) -> None:
    host.asks("msg_1", 1, "one")
    host.answers("msg_2", 2, "two", tool("c1", "alpha"))
    host.asks("msg_3", 3, "three")
    session = host.found()
    whole = read(session)

    host.reverts({"messageID": "msg_3"})
    without = said(session)
    host.reverts({"messageID": "msg_2", "partID": "prt_0003"})
    in_between = said(session)
    nothing_new = read(session, whole.place)
    host.reverts(None)

    assert without == ["user: one", "agent: two", "agent: c1", "tool: alpha"]
    assert in_between == ["user: one", "agent: two"]
    assert (nothing_new.transcript.entries, nothing_new.place) == ((), whole.place)
    assert entries(session, whole.place) == ()


def test_what_follows_a_rewind_is_read_on_from_there(host: Opencode) -> None:
    host.asks("msg_1", 1, "one")
    host.asks("msg_2", 2, "a mistake")
    place = read(host.found()).place
    host.db.execute("DELETE FROM part WHERE message_id = 'msg_2'")
    host.db.execute("DELETE FROM message WHERE id = 'msg_2'")
    host.asks("msg_3", 3, "two")

    assert said(host.found(), place) == ["user: two"]


def test_what_a_fork_took_over_is_left_out(host: Opencode) -> None:
    host.session("ses_2", begun=100, title="Tea (fork #1)")
    host.asks("msg_9", 1, "said in the other session", session="ses_2")
    host.asks("msg_a", 101, "said here", session="ses_2")

    assert said(host.found("ses_2")) == ["user: said here"]


def test_a_sub_agent_belongs_to_the_session_it_worked_for(host: Opencode) -> None:
    host.session("ses_2", parent="ses_1", begun=1, title="Child session - 2026-11-16T00:00:00.000Z")
    host.asks("msg_1", 2, "Search.", session="ses_2")

    session = host.found("ses_2")
    transcript = read(session).transcript

    assert session.parent == "ses_1"
    assert (transcript.origin, transcript.trust, transcript.parent) == ("subagent", "agent", "ses_1")
    assert transcript.title is None
    assert entries(host.found("ses_1")) == ()


def test_bad_records_are_counted_and_passed_over(host: Opencode) -> None:
    host.asks("msg_1", 1, "one")
    host.part("msg_1", "{torn")
    host.part("msg_1", "[1]")
    host.message("msg_2", 2, {"type": "tool", "tool": "bash"}, {"type": "text", "text": 7}, role="assistant", time=[])
    host.asks("msg_3", 3, "x" * 10_000_000)
    host.db.execute("INSERT INTO message VALUES ('msg_4', 'ses_1', ?, 0, 'null')", (BEGUN + 4000,))
    host.part("msg_4", spoken("by whom?"))
    bad = b'{"type":"text","text":"caf\xe9"}'
    host.asks("msg_5", 5)
    host.db.execute("INSERT INTO part VALUES ('prt_x', 'msg_5', 'ses_1', 0, 0, CAST(? AS TEXT))", (bad,))
    host.message("msg_6", 6, spoken("two"), role="assistant", time={"created": "noon", "completed": 1})
    session = host.found()

    texts = [one.text for one in entries(session)]

    assert texts[0] == "one"
    assert 0 < len(texts[1]) < 1_000_000
    assert texts[2:] == ["caf\ufffd", "two"]
    assert read(session).skipped == {"not an object": 3}


def test_a_deleted_session_gives_nothing(host: Opencode) -> None:
    session = host.found()
    host.db.execute("DELETE FROM session")

    assert entries(session) == ()


def test_a_database_its_host_has_locked_is_an_error_that_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "_PATIENCE", 0.05)
    program = Opencode(tmp_path)
    program.session()
    program.db.execute("PRAGMA journal_mode = DELETE")
    session = program.found()
    program.db.execute("BEGIN EXCLUSIVE")

    with pytest.raises(OSError, match=r"opencode\.db could not be read: database is locked.*try again"):
        read(session)
    with pytest.raises(OSError, match="locked"):
        list(OpencodeReader().find(tmp_path))
    program.db.close()


def test_a_damaged_database_is_an_error_that_names_the_file(tmp_path: Path) -> None:
    (tmp_path / "opencode.db").write_bytes(b"no database at all, " * 300)

    with pytest.raises(OSError, match=r"opencode\.db is damaged: file is not a database"):
        list(OpencodeReader().find(tmp_path))


def test_nothing_is_written_beside_a_database_at_rest(tmp_path: Path) -> None:
    program = Opencode(tmp_path)
    program.session()
    program.db.execute("PRAGMA journal_mode = DELETE")
    program.db.close()
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}

    list(OpencodeReader().find(tmp_path))

    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_every_release_channel_has_its_own_database(tmp_path: Path) -> None:
    for name in ("opencode", "opencode-beta"):
        program = Opencode(tmp_path)
        program.session(f"ses_{name}")
        program.db.execute("PRAGMA journal_mode = DELETE")
        program.db.close()
        (tmp_path / "opencode.db").rename(tmp_path / f"made_{name}.db")
    for path in list(tmp_path.iterdir()):
        path.rename(tmp_path / path.name.removeprefix("made_"))
    (tmp_path / "auth.json").write_text("{}")

    assert [one.id for one in OpencodeReader().find(tmp_path)] == ["ses_opencode-beta", "ses_opencode"]
    assert [one.id for one in OpencodeReader().find(tmp_path / "opencode.db")] == ["ses_opencode"]


def test_sessions_are_sought_where_the_host_was_told_to_keep_them(tmp_path: Path) -> None:
    home = Path("/home/ana")

    assert OpencodeReader().roots(home, {}) == [home / ".local/share/opencode"]
    assert OpencodeReader().roots(home, {"XDG_DATA_HOME": "/data"}) == [Path("/data/opencode")]
    assert OpencodeReader().roots(home, {"OPENCODE_DB": "/data/x.db"}) == [Path("/data/x.db")]
    assert OpencodeReader().roots(home, {"OPENCODE_DB": ":memory:"}) == []
    assert list(OpencodeReader().find(tmp_path / "missing")) == []


def test_a_folder_that_cannot_be_listed_is_an_error_not_an_empty_one(
    host: Opencode, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Any) -> Any:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(os, "scandir", refuse)

    with pytest.raises(PermissionError):
        list(OpencodeReader().find(host.folder))


@pytest.mark.skipif(not SAMPLES, reason="REVERIE_SAMPLES is not set")
def test_a_session_that_opencode_itself_wrote() -> None:
    (session,) = OpencodeReader().find(Path(str(SAMPLES)) / "opencode-1.18.33")

    reading = read(session)

    question, text, call, answer, reply = reading.transcript.entries
    assert (session.id, session.folder) == ("ses_e1e5aedb4ffe0P601tggT7VJik", "/home/u/proj")
    assert (question.role, question.text) == ("user", '"Remember pytest TOOLCALL please"')
    assert (text.role, text.text) == ("agent", "Running it.")
    assert call.call is not None
    assert (call.call.tool, call.call.input["command"]) == ("bash", "echo alpha")
    assert (answer.answers, answer.text, answer.failed) == (call.call.id, "alpha", False)
    assert reply.text == "Understood. The project uses pytest and ruff."
    assert reading.skipped == {}


def test_what_was_read_last_is_at_hand_and_no_more_of_a_long_session(host: Opencode):
    for n in range(50):
        host.asks(f"msg_{n:02}", n + 1, f"number {n}")
    place = read(host.found()).place
    host.asks("msg_50", 60, "and on")

    assert said(host.found(), place.behind)[-2:] == ["user: number 49", "user: and on"]
    assert len(said(host.found(), place.behind)) < 30
