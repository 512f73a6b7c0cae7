"""Sessions of TypeClaw agents: who was there, and what each person wrote to the agent."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from reverie.domain.transcript import Transcript
from reverie.transcripts.base import Session
from reverie.transcripts.typeclaw import TypeClawReader

ID = "019dda40-4ba8-7472-9b06-e72b2b994be5"
TIME = "<current-time>2026-06-04T22:36:14+09:00 (Asia/Seoul, Thursday)</current-time>\n\n"
ROLE = '<your-role authority="current-speaker">member</your-role>\n\n'
NOTICE = "---\n**[SYSTEM MESSAGE — not from a human]**\n\nPeer bots are about.\n\n---\n\n"
MEMORY = "\n\n# Memory\n\nWhat survives sessions; ask `memory_search` for more.\n\n## Ana likes tea\n\nSince May."
ROOM = {"kind": "channel", "adapter": "slack-bot", "workspace": "T1", "chat": "C1", "thread": None}


def write(folder: Path, origin: dict[str, Any] | None, *said: tuple[str, str]) -> Session:
    """A session in which users and the agent said this."""
    at = "2026-06-04T13:36:00.000Z"
    lines: list[dict[str, Any]] = [{"type": "session", "version": 3, "id": ID, "timestamp": at, "cwd": "/agent"}]
    nodes: list[dict[str, Any]] = []
    if origin:
        nodes.append({"type": "custom", "customType": "typeclaw.session-meta", "data": {"origin": origin}})
    nodes += [{"type": "message", "message": {"role": role, "content": text}} for role, text in said]
    for n, node in enumerate(nodes):
        lines.append(node | {"id": f"n{n}", "parentId": f"n{n - 1}" if n else None, "timestamp": at})
    path = folder / "sessions" / f"2026-06-04T13-36-00-000Z_{ID}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return next(TypeClawReader().find(folder / "sessions"))


def read(session: Session) -> Transcript:
    return TypeClawReader().read(session).transcript


def test_what_typeclaw_adds_to_a_message_is_left_out(tmp_path: Path) -> None:
    session = write(
        tmp_path,
        {"kind": "tui"},
        ("user", f"{TIME}{NOTICE}Fix the parser.{MEMORY}"),
        ("assistant", "Done."),
        ("user", f"{TIME}{NOTICE}"),
        ("assistant", "NO_REPLY"),
    )

    assert [one.text for one in read(session).entries] == ["Fix the parser.", "Done."]


def test_a_users_own_heading_about_memory_is_kept(tmp_path: Path) -> None:
    session = write(tmp_path, {"kind": "tui"}, ("user", "Add to the plan:\n# Memory\nBuy 16 GB."))

    assert [one.text for one in read(session).entries] == ["Add to the plan:\n# Memory\nBuy 16 GB."]


def test_in_a_channel_each_person_speaks_for_themselves(tmp_path: Path) -> None:
    text = (
        f"{TIME}{ROLE}{NOTICE}"
        "## Recent context (not addressed to you, for awareness only)\n"
        "[2026-06-04T22:00:00Z] <@U1> (alice): someone else chatting\n\n"
        "## Current messages (addressed to you)\n"
        "Note: earlier turns are history.\n"
        "[2026-06-04T22:36:00Z] <@U2> (bob): is staging down?\nsince when?\n"
        "<@B9> (ci (prod)) [bot]: build failed\n"
        f"<@U3> (carol (she)): yes: since noon{MEMORY}"
    )
    session = write(tmp_path, ROOM, ("user", text))

    transcript = read(session)

    assert transcript.origin == "channel"
    assert [(one.id, one.speaker, one.text) for one in transcript.entries] == [
        ("n1", "bob", "is staging down?\nsince when?"),
        ("n1/1", "carol (she)", "yes: since noon"),
    ]


@pytest.mark.parametrize(
    ("origin", "expected"),
    [
        ({"kind": "tui"}, ("session", "user", None)),
        (None, ("session", "user", None)),
        (ROOM, ("channel", "user", None)),
        ({"kind": "cron", "jobId": "j", "jobKind": "prompt"}, ("scheduled", "user", None)),
        ({"kind": "system", "component": "memory-logger"}, ("scheduled", "user", None)),
        ({"kind": "subagent", "subagent": "scout", "parentSessionId": "p1"}, ("subagent", "agent", "p1")),
        ({"kind": 7}, ("session", "user", None)),
    ],
)
def test_the_session_says_who_was_there(
    tmp_path: Path, origin: dict[str, Any] | None, expected: tuple[str, str, str | None]
) -> None:
    transcript = read(write(tmp_path, origin, ("user", "hello")))

    assert (transcript.origin, transcript.trust, transcript.parent) == expected
    assert transcript.folder == "/agent"


def test_sessions_are_found_in_an_agents_folder_under_both_kinds_of_names(tmp_path: Path) -> None:
    write(tmp_path, None, ("user", "hello"))
    (tmp_path / "typeclaw.json").write_text("{}")
    (tmp_path / "sessions" / "019e0000-aaaa.jsonl").write_text("")
    (tmp_path / "memory" / "streams").mkdir(parents=True)
    (tmp_path / "memory" / "streams" / "2026-06-04.jsonl").write_text("{}")

    assert {one.id for one in TypeClawReader().find(tmp_path)} == {ID, "019e0000-aaaa"}
    assert {one.source for one in TypeClawReader().find(tmp_path / "sessions")} == {
        f"typeclaw:{ID}",
        "typeclaw:019e0000-aaaa",
    }
    assert list(TypeClawReader().find(tmp_path / "missing")) == []


def test_reading_in_two_parts_gives_the_same_entries_as_at_once(tmp_path: Path) -> None:
    said = (("user", f"{TIME}one"), ("assistant", "two"), ("user", f"{TIME}three"))
    session = write(tmp_path, ROOM, *said[:2])
    first = TypeClawReader().read(session)
    write(tmp_path, ROOM, *said)
    second = TypeClawReader().read(session, first.place)

    assert (*first.transcript.entries, *second.transcript.entries) == read(session).entries
    assert second.transcript.origin == "channel"
