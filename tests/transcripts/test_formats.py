"""Telling whose file it is that a person names."""

from __future__ import annotations

import json
import os
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path

import pytest

from reverie.transcripts.formats import recognise

SAMPLES = os.environ.get("REVERIE_SAMPLES")  # read now: no test runs under a host's variables

CHATGPT = json.dumps([{"title": "T", "create_time": 1.0, "mapping": {"a": {"id": "a", "message": None}}}])
CLAUDE_AI = json.dumps([{"uuid": "u", "name": "N", "summary": "s" * 9000, "chat_messages": [{"uuid": "m"}]}])

BEGINNINGS = {
    "claude-code": [
        '{"type":"queue-operation","operation":"enqueue","sessionId":"1","content":"Hi"}',
        '{"type":"mode","mode":"normal","sessionId":"1"}\n',
        '{"parentUuid":null,"isSidechain":false,"type":"user","message":{"role":"user","content":"' + "x" * 400_000,
        '{"type":"summary","summary":"Tea","leafUuid":"1"}\n',
        '{"type":"file-history-snapshot","messageId":"1","snapshot":{}}\n{"type":"user","sessionId":"1"}',
    ],
    "codex": [
        '{"timestamp":"2026-11-15T23:54:04Z","ordinal":0,"type":"session_meta","payload":{"id":"1","cwd":"/p"}}\n',
        '{"timestamp":"2025-09-01T00:00:00Z","type":"response_item","payload":{"type":"message","role":"user"}}\n',
    ],
    "pi": [
        '{"type":"session","version":3,"id":"1","timestamp":"2026-11-16T00:00:14Z","cwd":"/p"}\n',
        '{"type":"title","title":"Tea"}\n{"type":"session","id":"1","cwd":"/p"}\n',
    ],
    "gemini-cli": [
        '{"sessionId":"1","projectHash":"2","startTime":"2026-11-16T00:01:00Z","kind":"main"}\n{"$set":{}}\n',
        '{\n  "sessionId": "1",\n  "projectHash": "2",\n  "messages": [\n    {"type": "user", "content": "Hi"}\n  ]\n}',
    ],
    "chatgpt": [
        CHATGPT,
        CHATGPT[:60],
        '{"conversations": ' + CHATGPT + "}",
        "\ufeff" + CHATGPT[1:-1],
        '[{"async_status": null, "note": "say \\"chat_messages\\": [", "mapping": {',
    ],
    "claude-ai": [CLAUDE_AI, CLAUDE_AI[:9200], CLAUDE_AI[1:-1]],
    "chat": [
        '[{"role": "user", "content": "Hi"}]',
        '{"title": "T", "messages": [{"role": "user"',
        '{"role": "user", "content": "Hi"}\n{"role": "assistant", "content": "Ho"}\n',
        '{"role": "user", "parts": [{"text": "Hi"}]}',
    ],
}


@pytest.mark.parametrize(("host", "text"), [(host, text) for host, texts in BEGINNINGS.items() for text in texts])
def test_a_file_of_json_is_known_by_how_it_begins(tmp_path: Path, host: str, text: str):
    path = tmp_path / "some file"
    path.write_text(text, "utf-8")

    assert recognise(path) == host


@pytest.mark.parametrize(
    "text",
    [
        "## User\n\nHi\n\n## Assistant\n\nHo\n",
        "# Title\n\n**Ana:** Hi\n**Assistant:** Ho\n",
        "User: Hi\nAssistant: Ho",
        "Ana: Hi\nBen: Ho\nAna: Hm",
        "[2026-03-01 10:15] Ana: Hi\n[2026-03-01 10:16] Ben: Ho",
        "2026-03-01T10:15 ana: Hi\n2026-03-01T10:16 ana: Ho",
    ],
)
def test_a_chat_in_words_is_known_by_its_speakers(tmp_path: Path, text: str):
    path = tmp_path / "talk.md"
    path.write_text(text, "utf-8")

    assert recognise(path) == "chat"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("empty.md", ""),
        ("README.md", "# Tool\n\n## Install\n\nRun: make\n\n## Usage\n\nNote: it is slow.\n\n## Usage\n"),
        ("notes.txt", "Title: Tea\nAuthor: Ana\nDate: today\n\nTea is good.\nNote: hot.\nNote: green."),
        ("prose.md", "Dear Ben,\n\nI said: tea. He said: coffee.\nSo: nothing.\n"),
        ("diary.md", "## Deploy 2026-03-01 10:15\n\nfine\n\n## Rollback 2026-03-01 11:15\n"),
        ("server.txt", "2026-03-01 10:15:00 INFO: up\n2026-03-01 10:15:01 WARNING: slow\n2026-03-01 10:15:02 INFO: ok"),
        ("one.md", "## User\n\nHow users log in.\n"),
        ("config.yaml", "user: ana\nmodel: big\n"),
        ("code.py", "# User: hi\n# Assistant: ho\n"),
        ("package.json", '{"name": "x", "version": "1"}'),
        ("list.json", "[1, 2, 3]"),
        ("history.jsonl", '{"display":"Hi","pastedContents":{},"timestamp":1,"project":"/p","sessionId":"1"}\n'),
        ("events.jsonl", '{"type":"thread.started","thread_id":"1"}\n'),
        ("hook.json", '{"session_id":"1","hook_event_name":"Stop"}'),
        ("deep.json", "[" * 200_000),
        ("deep.json", '{"a":' * 60_000),
        ("quotes.json", '{"a": ' + '"' * 200_001),
        ("noise.json", "{]}[,:" * 40_000),
    ],
)
def test_what_is_no_session_is_nobodys(tmp_path: Path, name: str, text: str):
    path = tmp_path / name
    path.write_text(text, "utf-8")

    assert recognise(path) is None


def test_a_key_in_what_somebody_said_does_not_mislead(tmp_path: Path):
    path = tmp_path / "x.json"
    path.write_text(json.dumps([{"role": "user", "content": 'see {"mapping": {}, "chat_messages": []}'}]), "utf-8")

    assert recognise(path) == "chat"


@pytest.mark.parametrize(("text", "host"), [(CHATGPT, "chatgpt"), (CLAUDE_AI, "claude-ai"), ("[]", None)])
def test_a_zip_is_known_by_the_conversations_in_it(tmp_path: Path, text: str, host: str | None):
    path = tmp_path / "export.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("user.json", "{}")
        archive.writestr("folder/conversations.json", text)

    assert recognise(path) == host


def test_a_zip_of_something_else_is_nobodys(tmp_path: Path):
    path = tmp_path / "holiday.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("beach.txt", "User: Hi\nAssistant: Ho")

    assert recognise(path) is None


def test_a_damaged_zip_is_an_error(tmp_path: Path):
    path = tmp_path / "export.zip"
    path.write_bytes(b"PK\x03\x04 and no more")

    with pytest.raises(OSError, match="damaged"):
        recognise(path)


def test_a_database_is_known_by_its_tables(tmp_path: Path):
    for name, tables in (("opencode.db", ("session", "message", "part")), ("other.db", ("session", "user"))):
        with closing(sqlite3.connect(tmp_path / name)) as database:
            for table in tables:
                database.execute(f"CREATE TABLE {table} (id TEXT)")
            database.commit()

    assert recognise(tmp_path / "opencode.db") == "opencode"
    assert recognise(tmp_path / "other.db") is None


def test_a_database_its_host_is_writing_is_still_known(tmp_path: Path):
    path = tmp_path / "a b#c?.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode = WAL")
        for table in ("session", "message", "part"):
            database.execute(f"CREATE TABLE {table} (id TEXT)")
        database.execute("BEGIN IMMEDIATE")

        assert recognise(path) == "opencode"


def test_a_damaged_database_is_nobodys(tmp_path: Path):
    path = tmp_path / "x.db"
    path.write_bytes(b"SQLite format 3\0" + b"\xff" * 5000)

    assert recognise(path) is None


def test_a_packed_rollout_is_codex(tmp_path: Path):
    for name in ("rollout-2026-11-15T23-54-04-1.jsonl.zst", "other.zst"):
        (tmp_path / name).write_bytes(b"\x28\xb5\x2f\xfd rest")

    assert recognise(tmp_path / "rollout-2026-11-15T23-54-04-1.jsonl.zst") == "codex"
    assert recognise(tmp_path / "other.zst") is None


def test_what_is_no_file_is_nobodys(tmp_path: Path):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "binary").write_bytes(b"User: a\n\0\0Assistant: b")

    assert [recognise(path) for path in (tmp_path, tmp_path / "pipe", tmp_path / "gone", tmp_path / "binary")] == [
        None, None, None, None,
    ]  # fmt: skip


@pytest.mark.skipif(not SAMPLES, reason="REVERIE_SAMPLES names no folder of real sessions")
def test_real_sessions_are_recognised_and_what_lies_beside_them_is_not():
    root = Path(SAMPLES or "")
    found: dict[str | None, set[str]] = {}
    for path in sorted(root.rglob("*")):
        if path.is_file():
            found.setdefault(recognise(path), set()).add(path.relative_to(root).as_posix())

    nobodys = found.pop(None)
    assert {host: len(paths) for host, paths in found.items()} == {
        "claude-code": 4,
        "codex": 1,
        "gemini-cli": 1,
        "opencode": 1,
        "pi": 1,
    }
    assert "codex-0.166.0/sessions" in next(iter(found["codex"]))
    assert any("/subagents/" in path for path in found["claude-code"])
    assert "claude-code-2.1.325-interactive/history.jsonl" in nobodys
    assert "codex-0.166.0/exec-json-events.jsonl" in nobodys
    assert all("hook" in path for path in nobodys if path.endswith(".json") and "meta" not in path)
