"""Sessions OpenClaw keeps, in files or a database: who was there, and what people wrote without what it says of it."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from reverie.domain.transcript import Transcript
from reverie.transcripts.base import Session
from reverie.transcripts.formats import recognise
from reverie.transcripts.named import noting
from reverie.transcripts.openclaw import OpenClawReader

ID = "a4c06588-b287-455b-9a37-bd69fad945e7"
OTHER = "dbded64b-c32a-4b55-a720-33337150f413"


def write(root: Path, *said: tuple[str, str], id_: str = ID, name: str | None = None) -> Session:
    """A session of the agent `main`, in which users and the agent said this."""
    lines: list[dict[str, Any]] = [{"type": "session", "version": 3, "id": id_, "timestamp": at(0), "cwd": "/w"}]
    for n, (role, text) in enumerate(said, 1):
        content = [{"type": "text", "text": text}]
        node = {"type": "message", "id": f"n{n}", "parentId": f"n{n - 1}" if n > 1 else None, "timestamp": at(n)}
        lines.append(node | {"message": {"role": role, "content": content}})
    path = root / "main" / "sessions" / (name or f"{id_}.jsonl")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return next(session for session in OpenClawReader().find(root) if session.path == path)


def at(minute: int) -> str:
    return f"2026-03-16T09:{minute:02}:00.000Z"


def listed(root: Path, index: dict[str, dict[str, Any]]) -> None:
    path = root / "main" / "sessions" / "sessions.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(index))


def read(session: Session) -> Transcript:
    return OpenClawReader().read(session).transcript


def about(label: str, /, **values: Any) -> str:
    return f"{label} (untrusted metadata):\n```json\n{json.dumps(values, indent=2)}\n```\n\n"


def test_a_message_is_read_without_what_openclaw_says_about_it(tmp_path: Path) -> None:
    text = (
        "System: [2026-03-16 09:00:00 UTC] Node connected\n"
        + about("Conversation info", message_id="81", sender_id="13950", sender="AJ", timestamp="Sun 2026-04-05")
        + about("Sender", label="AJ (13950)", id="13950", name="AJ")
        + about("Replied message", body="an older message")
        + about("Forwarded message context", username="somebody_else")
        + "Deploy on Fridays is forbidden."
    )
    session = write(tmp_path, ("user", text), ("assistant", "[[reply_to_current]] Noted."))

    question, answer = read(session).entries

    assert (question.text, question.speaker) == ("Deploy on Fridays is forbidden.", "AJ")
    assert (answer.text, answer.speaker) == ("Noted.", None)


def test_the_envelope_of_older_versions_is_taken_off(tmp_path: Path) -> None:
    session = write(
        tmp_path,
        ("user", "[Telegram Ana id:13950 2026-01-10 10:00 UTC] I moved to Lisbon.\n[message_id: 5]"),
        ("user", "[Sat 2026-02-14 18:49 GMT-3] [draft] see below"),
    )

    assert [one.text for one in read(session).entries] == ["I moved to Lisbon.", "[draft] see below"]


def test_what_openclaw_asks_by_itself_and_the_agents_silence_are_left_out(tmp_path: Path) -> None:
    session = write(
        tmp_path,
        ("user", "A new session was started via /new or /reset. Greet the user."),
        ("assistant", "Hello!"),
        ("user", "Read HEARTBEAT.md if it exists (workspace context). Follow it strictly."),
        ("assistant", "HEARTBEAT_OK"),
        ("user", "Pre-compaction memory flush. Store durable memories now."),
        ("assistant", "NO_REPLY"),
        ("user", "What is left to do?"),
    )

    assert [one.text for one in read(session).entries] == ["Hello!", "What is left to do?"]


@pytest.mark.parametrize(
    ("key", "origin"),
    [
        ("agent:main:main", "session"),
        ("agent:main:telegram:direct:7192195698", "session"),
        ("agent:hook:main", "session"),
        ("agent:main:whatsapp:group:12345@g.us", "channel"),
        ("agent:main:discord:channel:987:thread:5", "channel"),
        ("agent:main:cron:daily:run:1", "scheduled"),
        ("cron:daily", "scheduled"),
        ("hook:6f1a", "scheduled"),
        ("agent:main:main:heartbeat", "scheduled"),
    ],
)
def test_the_key_of_a_session_tells_who_was_there(tmp_path: Path, key: str, origin: str) -> None:
    session = write(tmp_path, ("user", "hello"))
    listed(tmp_path, {key: {"sessionId": ID, "updatedAt": 1}, "agent:main:x": {"sessionId": OTHER}})

    assert (read(session).origin, read(session).trust) == (origin, "user")


def test_a_sub_agent_names_the_session_it_worked_for(tmp_path: Path) -> None:
    session = write(tmp_path, ("user", "[Subagent Context] Search the logs."))
    listed(
        tmp_path,
        {
            "agent:main:main": {"sessionId": OTHER},
            "agent:main:subagent:1": {"sessionId": ID, "spawnedBy": "agent:main:main"},
        },
    )

    transcript = read(session)

    assert (transcript.origin, transcript.trust, transcript.parent) == ("subagent", "agent", OTHER)


def test_a_session_without_a_key_is_judged_by_its_first_words(tmp_path: Path) -> None:
    shared = about("Conversation info", sender="Bo", is_group_chat=True, group_subject="Climbers") + "Who comes?"
    started = ("user", "A new session was started via /new or /reset.")

    room = write(tmp_path / "a", started, ("assistant", "Hi."), ("user", shared))
    old_room = write(tmp_path / "b", ("user", "[WhatsApp 12345@g.us 2026-01-10 10:00] Bo: Who comes?"))
    job = write(tmp_path / "c", ("user", "[cron:daily Report] Write the report."))
    private = write(tmp_path / "d", ("user", "Just us."))

    assert [read(one).origin for one in (room, old_room, job, private)] == [
        "channel",
        "channel",
        "scheduled",
        "session",
    ]
    assert read(room).entries[-1].speaker == "Bo"


def test_an_index_that_cannot_be_read_is_as_good_as_none(tmp_path: Path) -> None:
    session = write(tmp_path, ("user", "hello"))
    listed(tmp_path, {})
    (tmp_path / "main" / "sessions" / "sessions.json").write_text("{torn")

    assert [one.text for one in read(session).entries] == ["hello"]


def test_a_session_put_away_by_a_reset_is_found_under_its_own_id(tmp_path: Path) -> None:
    write(tmp_path, ("user", "hello"))
    folder = tmp_path / "main" / "sessions"
    for name in (
        f"{OTHER}.jsonl.reset.2026-03-15T04-00-00.000Z",
        f"{OTHER}.jsonl.reset.2026-03-16T04-00-00.000Z",
        f"{ID}.jsonl.reset.2026-03-14T04-00-00.000Z",
        "gone.jsonl.deleted.2026-03-16T04-00-00.000Z",
        f"{ID}.checkpoint.6f1a0000-0000-4000-8000-000000000000.jsonl",
        f"{ID}.trajectory.jsonl",
        "sessions.json",
    ):
        (folder / name).write_text("{}")
    (tmp_path / "main" / "agent").mkdir()
    (tmp_path / "main" / "agent" / "other.jsonl").write_text("{}")

    found = {session.id: session.path.name for session in OpenClawReader().find(tmp_path)}

    assert found == {ID: f"{ID}.jsonl", OTHER: f"{OTHER}.jsonl.reset.2026-03-16T04-00-00.000Z"}
    assert [one.id for one in OpenClawReader().find(folder / f"{ID}.jsonl")] == [ID]


def test_reading_goes_on_after_a_reset_has_renamed_the_file(tmp_path: Path) -> None:
    session = write(tmp_path, ("user", "hello"))
    first = OpenClawReader().read(session)

    session.path.unlink()
    renamed = f"{ID}.jsonl.reset.2026-03-16T04-00-00.000Z"
    later = write(tmp_path, ("user", "hello"), ("assistant", "good bye"), name=renamed)
    second = OpenClawReader().read(later, first.place)

    assert later.source == session.source
    assert [one.text for one in second.transcript.entries] == ["good bye"]


def test_sessions_are_sought_where_openclaw_was_told_to_keep_them() -> None:
    home = Path("/home/ana")

    assert OpenClawReader().roots(home, {}) == [home / ".openclaw/agents"]
    assert OpenClawReader().roots(home, {"OPENCLAW_PROFILE": "work"}) == [home / ".openclaw-work/agents"]
    assert OpenClawReader().roots(home, {"OPENCLAW_HOME": "/srv"}) == [Path("/srv/.openclaw/agents")]
    assert OpenClawReader().roots(home, {"OPENCLAW_STATE_DIR": "/data"}) == [Path("/data/agents")]


def node(n: int, role: str, text: str, parent: int | None = None, **more: Any) -> dict[str, Any]:
    """A line as OpenClaw writes it: `more` is what it says of the message."""
    after = n - 1 if parent is None else parent
    about = {"type": "message", "id": f"n{n}", "parentId": f"n{after}" if after else None, "timestamp": at(n)}
    return about | {"message": {"role": role, "content": [{"type": "text", "text": text}], **more}}


def lines(root: Path, *nodes: dict[str, Any]) -> Transcript:
    session = write(root)
    with session.path.open("a") as file:
        file.writelines(json.dumps(each) + "\n" for each in nodes)
    return read(session)


BACK = {"type": "leaf", "id": "back", "parentId": "n4", "targetId": "n2", "timestamp": at(5)}


@pytest.mark.parametrize(
    ("then", "texts"),
    [
        ([], ["Tea.", "Noted."]),
        ([node(6, "user", "No, coffee.", parent=2)], ["Tea.", "Noted.", "No, coffee."]),
        ([node(6, "user", "No, coffee.") | {"parentId": "back"}], ["Tea.", "Noted.", "No, coffee."]),
    ],
    ids=["nothing more", "after what they went back to", "after the line that says so"],
)
def test_what_the_user_went_back_from_is_left_out(tmp_path: Path, then: list[dict[str, Any]], texts: list[str]) -> None:
    talk = [
        node(1, "user", "Tea."),
        node(2, "assistant", "Noted."),
        node(3, "user", "Milk."),
        node(4, "assistant", "?"),
    ]
    assert [one.text for one in lines(tmp_path, *talk, BACK, *then).entries] == texts


def test_a_line_beside_the_conversation_does_not_end_it(tmp_path: Path) -> None:
    beside = {"type": "custom", "id": "x", "appendMode": "side", "timestamp": at(4), "parentId": None}
    talk = [node(1, "user", "Tea."), node(2, "assistant", "Noted."), beside]
    assert [one.text for one in lines(tmp_path, *talk).entries] == ["Tea.", "Noted."]


def test_what_no_person_wrote_and_what_openclaw_answers_itself_is_left_out(tmp_path: Path) -> None:
    talk = lines(
        tmp_path,
        node(1, "user", "Tell them the port.", provenance={"kind": "inter_session", "sourceTool": "sessions_send"}),
        node(2, "user", "The job is done.", provenance={"kind": "internal_system"}),
        node(3, "user", "/new", provenance={"kind": "external_user"}),
        node(4, "assistant", "You may not do that.", provider="openclaw", model="gateway-injected"),
        node(5, "user", "I drink tea."),
    )
    assert [one.text for one in talk.entries] == ["/new", "I drink tea."]


@pytest.mark.parametrize(
    ("about", "origin"),
    [({"senderIsOwner": False}, "channel"), ({"senderIsOwner": True}, "session"), ({"transport": {}}, "session")],
)
def test_where_somebody_else_writes_no_word_is_taken_for_the_owners(
    tmp_path: Path, about: dict[str, Any], origin: str
) -> None:
    """Everybody who writes to the agent in private may end in its one main session."""
    talk = lines(tmp_path, node(1, "user", "Always deploy by hand.", __openclaw=about))
    assert talk.origin == origin


def test_a_command_that_ended_with_an_error_has_failed_though_its_tool_has_not(tmp_path: Path) -> None:
    def ran(n: int, code: int) -> dict[str, Any]:
        return node(n, "toolResult", "…", toolCallId="c", isError=False, details={"exitCode": code})

    assert [one.failed for one in lines(tmp_path, ran(1, 3), ran(2, 0)).entries] == [True, False]


def test_an_agents_own_workspace_is_where_it_lives_and_another_folder_is_not(tmp_path: Path) -> None:
    state, chosen = tmp_path / ".openclaw", tmp_path / "assistant"
    chosen.mkdir()
    (chosen / "SOUL.md").write_text("Be kind.\n")

    def at_home(folder: Path) -> bool:
        session = write(state / "agents", ("user", "Tea."))
        session.path.write_text(session.path.read_text().replace('"/w"', json.dumps(str(folder))))
        return read(session).at_home

    folders = (state / "workspace", state / "workspace-work", chosen, tmp_path / "lantern")
    assert [at_home(folder) for folder in folders] == [True, True, True, False]


# In a database


def kept(
    root: Path, *said: tuple[str, str], id_: str = ID, key: str = "agent:main:main", large: bool = True, **about: Any
) -> Session:
    """A database of the agent `main` with this session, as OpenClaw makes it since 2026.9."""
    path = root / "main" / "agent" / "openclaw-agent.sqlite"
    path.parent.mkdir(parents=True, exist_ok=True)
    new = not path.exists()
    with closing(sqlite3.connect(path)) as db, db:
        if new:
            more = ", event_zstd BLOB, event_utf8_bytes INTEGER, navigation_json TEXT" if large else ""
            db.executescript(
                "CREATE TABLE session_windows (session_id TEXT PRIMARY KEY, session_key TEXT NOT NULL, "
                "spawned_by TEXT, session_scope TEXT NOT NULL DEFAULT 'conversation', chat_type TEXT, "
                "hook_external_content_source TEXT, created_at INTEGER NOT NULL);"
                "CREATE TABLE transcript_events (session_id TEXT NOT NULL, seq INTEGER NOT NULL, event_json TEXT, "
                f"created_at INTEGER NOT NULL{more}, PRIMARY KEY (session_id, seq));"
                "CREATE TABLE transcript_event_identities (session_id TEXT NOT NULL, event_id TEXT NOT NULL, "
                "seq INTEGER NOT NULL, created_at INTEGER NOT NULL, PRIMARY KEY (session_id, event_id));"
                "CREATE TABLE auth_profile_store (store_key TEXT, store_json TEXT);"
                "INSERT INTO auth_profile_store VALUES ('primary', 'never to be read');"
            )
        known = db.execute("SELECT count(*) FROM transcript_events WHERE session_id = ?", (id_,)).fetchone()[0]
        if not known:
            columns = {"session_id": id_, "session_key": key, "created_at": 1, **about}
            marks = ", ".join("?" * len(columns))
            db.execute(f"INSERT INTO session_windows ({', '.join(columns)}) VALUES ({marks})", tuple(columns.values()))
            header = {"type": "session", "version": 4, "id": id_, "timestamp": at(0), "cwd": "/w"}
            add(db, id_, 0, header)
            known = 1
        for n, (role, text) in enumerate(said, known):
            content = [{"type": "text", "text": text}]
            node = {"type": "message", "id": f"n{n}", "parentId": f"n{n - 1}" if n > 1 else None, "timestamp": at(n)}
            add(db, id_, n, node | {"message": {"role": role, "content": content}})
    return next(session for session in OpenClawReader().find(root) if session.id == id_ and session.path == path)


def add(db: sqlite3.Connection, id_: str, seq: int, event: dict[str, Any]) -> None:
    when = 1_773_651_600_000 + seq * 60_000
    sql = "INSERT INTO transcript_events (session_id, seq, event_json, created_at) VALUES (?, ?, ?, ?)"
    db.execute(sql, (id_, seq, json.dumps(event, indent=1 if seq % 2 else None), when))
    db.execute("INSERT INTO transcript_event_identities VALUES (?, ?, ?, ?)", (id_, event["id"], seq, when))


@pytest.mark.parametrize("large", [True, False])
def test_a_session_in_a_database_is_read_as_from_a_file_and_later_only_what_is_new(tmp_path: Path, large: bool) -> None:
    talk = (("user", "Deploy on Fridays is forbidden."), ("assistant", "Noted."))
    session = kept(tmp_path, *talk, large=large)
    first = OpenClawReader().read(session)
    from_file = read(write(tmp_path / "files", *talk))
    assert [(e.id, e.at, e.role, e.text) for e in first.transcript.entries] == [
        (e.id, e.at, e.role, e.text) for e in from_file.entries
    ]
    assert (first.transcript.origin, first.transcript.folder) == ("session", "/w")

    again = kept(tmp_path, ("user", "And on Mondays."), large=large)
    assert again.size > session.size and again.changed > session.changed
    assert [e.text for e in OpenClawReader().read(again, first.place).transcript.entries] == ["And on Mondays."]
    assert OpenClawReader().read(again, OpenClawReader().read(again).place).transcript.entries == ()


def test_a_file_that_was_taken_over_into_the_database_is_not_read_twice(tmp_path: Path) -> None:
    write(tmp_path, ("user", "Deploy on Fridays is forbidden."))
    write(tmp_path, ("user", "Something else."), id_=OTHER)
    kept(tmp_path, ("user", "Deploy on Fridays is forbidden."))
    assert sorted((s.id, s.path.suffix) for s in OpenClawReader().find(tmp_path)) == [
        (ID, ".sqlite"),
        (OTHER, ".jsonl"),
    ]


@pytest.mark.parametrize(
    ("key", "about", "origin"),
    [
        ("agent:main:main", {}, "session"),
        ("agent:main:telegram:group:-100", {}, "channel"),
        ("agent:main:main", {"chat_type": "group"}, "channel"),
        ("agent:main:main", {"session_scope": "channel"}, "channel"),
        ("agent:main:cron:daily", {}, "scheduled"),
        ("agent:main:main", {"hook_external_content_source": "gmail"}, "scheduled"),
        ("agent:main:subagent:9", {"spawned_by": "agent:main:main"}, "subagent"),
    ],
)
def test_who_was_there_is_told_by_the_database(tmp_path: Path, key: str, about: dict[str, Any], origin: str) -> None:
    found = read(kept(tmp_path, ("user", "Deploy on Fridays is forbidden."), key=key, **about))
    assert (found.origin, found.trust) == (origin, "agent" if origin == "subagent" else "user")


def test_long_lines_are_unpacked_and_damaged_ones_passed_over(tmp_path: Path) -> None:
    zstandard = pytest.importorskip("zstandard")
    session = kept(tmp_path, ("user", "Deploy on Fridays is forbidden."), ("user", "And on Mondays."))
    with closing(sqlite3.connect(session.path)) as db, db:
        pack = "UPDATE transcript_events SET event_zstd = ?, event_json = NULL WHERE seq = ?"
        (text,) = db.execute("SELECT event_json FROM transcript_events WHERE seq = 1").fetchone()
        db.execute(pack, (zstandard.compress(text.encode()), 1))
        db.execute(pack, (b"no zstd at all", 2))
    reading = OpenClawReader().read(session)
    assert [e.text for e in reading.transcript.entries] == ["Deploy on Fridays is forbidden."]
    assert reading.skipped == {"damaged": 1}


def test_a_line_that_cannot_be_unpacked_keeps_its_place_so_that_nothing_before_it_is_lost(tmp_path: Path) -> None:
    first = OpenClawReader().read(kept(tmp_path, ("user", "Hello.")))
    session = kept(tmp_path, ("user", "Deploy on Fridays is forbidden."), ("assistant", "long"), ("user", "And so on."))
    place = {"report": {"kind": "canonical", "entry": {"id": "n3", "parentId": "n2", "type": "message"}}}
    with closing(sqlite3.connect(session.path)) as db, db:
        pack = "UPDATE transcript_events SET event_zstd = ?, event_json = NULL, navigation_json = ? WHERE seq = 3"
        db.execute(pack, (b"no zstd at all", json.dumps(place)))
    reading = OpenClawReader().read(session, first.place)
    assert [e.text for e in reading.transcript.entries] == ["Deploy on Fridays is forbidden.", "And so on."]
    assert sum(reading.skipped.values()) == 1


def test_a_session_begun_by_going_back_is_read_without_what_it_was_copied_from(tmp_path: Path) -> None:
    old = kept(tmp_path, ("user", "I drink tea."), ("assistant", "Noted."), ("user", "With milk."))
    with closing(sqlite3.connect(old.path)) as db, db:
        db.execute(
            "INSERT INTO session_windows (session_id, session_key, created_at) VALUES (?, 'agent:main:main', 2)",
            (OTHER,),
        )
        for table in ("transcript_events", "transcript_event_identities"):
            db.execute(f"CREATE TEMP TABLE copied AS SELECT * FROM {table} WHERE seq > 0")
            db.execute("UPDATE copied SET session_id = ?", (OTHER,))
            db.execute(f"INSERT INTO {table} SELECT * FROM copied")
            db.execute("DROP TABLE copied")
        add(db, OTHER, 9, {"type": "session", "version": 4, "id": OTHER, "timestamp": at(9), "cwd": "/w"})
        db.execute("UPDATE transcript_events SET seq = 0 WHERE session_id = ? AND seq = 9", (OTHER,))
        add(db, OTHER, 10, {"type": "leaf", "id": "back", "parentId": "n3", "targetId": "n2", "timestamp": at(10)})
        add(db, OTHER, 11, node(11, "user", "With lemon.", parent=2))
    new = next(session for session in OpenClawReader().find(tmp_path) if session.id == OTHER)
    assert [e.text for e in read(old).entries] == ["I drink tea.", "Noted.", "With milk."]
    assert [e.text for e in read(new).entries] == ["With lemon."]

    with closing(sqlite3.connect(old.path)) as db, db:  # when only the copy is left, it is all there is
        db.executescript(f"DELETE FROM transcript_events WHERE session_id = '{ID}'")
        db.executescript(f"DELETE FROM transcript_event_identities WHERE session_id = '{ID}'")
    assert [e.text for e in read(new).entries] == ["I drink tea.", "Noted.", "With lemon."]


def test_a_locked_or_unknown_database_is_said_and_the_files_are_read(tmp_path: Path) -> None:
    write(tmp_path, ("user", "Something else."), id_=OTHER)
    path = tmp_path / "main/agent/openclaw-agent.sqlite"
    path.parent.mkdir(parents=True)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("CREATE TABLE something (else_ TEXT)")
    found: list[str] = []
    with pytest.raises(OSError, match="could not be read: no such table"):
        found += (session.id for session in OpenClawReader().find(tmp_path))
    errors: list[OSError] = []
    assert [session.id for session in noting(OpenClawReader().find(tmp_path), errors)] == [OTHER]
    assert recognise(kept(tmp_path / "other", ("user", "Tea.")).path) == "openclaw"
