"""Reading a chat that a person kept as text, Markdown or JSON."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from reverie.domain.transcript import Entry
from reverie.transcripts.base import Place, Reading
from reverie.transcripts.chat import Chat

WRITTEN = datetime(2026, 3, 1, 10, 15, tzinfo=UTC)


def chat(folder: Path, text: str | bytes, name: str = "tea.md") -> Path:
    """A file that was last written on the first of March."""
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    os.utime(path, (WRITTEN.timestamp(), WRITTEN.timestamp()))
    return path


def messages(folder: Path, *said: Any, name: str = "tea.json") -> Path:
    return chat(folder, json.dumps(said), name)


def read(path: Path, since: Place | None = None) -> Reading:
    reader = Chat()
    (session,) = reader.find(path)
    return reader.read(session, since)


def texts(found: Reading | Iterable[Entry]) -> list[tuple[str, str]]:
    entries = found.transcript.entries if isinstance(found, Reading) else found
    return [(entry.role, entry.text) for entry in entries]


TALK = [("user", "I drink tea."), ("agent", "Noted.")]


@pytest.mark.parametrize(
    "text",
    [
        "## User\n\nI drink tea.\n\n## Assistant\n\nNoted.\n",
        "# Tea\n\n## Human:\nI drink tea.\n## Claude:\nNoted.",
        "## 👤 User\n\nI drink tea.\n\n---\n\n## 🤖 Claude 3.5 Sonnet\n\nNoted.\n\n---\n",
        "##### You said:\nI drink tea.\n###### ChatGPT said:\nNoted.",
        "# Tea\n\n**User:** Ana\n**Created:** 1/2/26\n\n## Prompt:\nI drink tea.\n\n## Response:\nNoted.",
        "**User:** I drink tea.\n\n**Assistant:** Noted.\n",
        "**User**: I drink tea.\n\n**Assistant**: Noted.\n",
        "__User:__ I drink tea.\n__AI:__ Noted.",
        "_**User**_\n\nI drink tea.\n\n---\n\n_**Agent (claude-opus)**_\n\nNoted.\n",
        "User: I drink tea.\nAssistant: Noted.",
        "user: I drink tea.\nassistant: Noted.",
        "USER:\nI drink tea.\n\nASSISTANT:\nNoted.\n",
        "---\ntitle: Tea\nuser: Ana\n---\n\nHuman: I drink tea.\n\nAI: Noted.",
        "---\nUser: I drink tea.\n---\nAssistant: Noted.\n---\n",
        "User: I drink tea.\r\nAssistant: Noted.\r\n",
        "\ufeffUser: I drink tea.\nAssistant: Noted.",
        "### 1. human — 2026-03-01T10:15:00Z\n\nI drink tea.\n\n### 2. assistant — 2026-03-01T10:16:00Z\n\nNoted.",
        "## System\nBe brief.\n\n## User\nI drink tea.\n\n## Assistant\nNoted.",
        "User: I drink tea.\nThinking: He drinks tea.\nAssistant: Noted.",
    ],
)
def test_both_sides_are_told_apart_however_the_file_names_them(tmp_path: Path, text: str):
    reading = read(chat(tmp_path, text))

    assert texts(reading) == TALK
    assert reading.transcript.origin == "session"
    assert {entry.speaker for entry in reading.transcript.entries} == {None}


@pytest.mark.parametrize(
    "line",
    [
        "[2026-03-01 10:15] Ana: hello",
        "2026-03-01T10:15 Ana: hello",
        "2026-03-01 10:15:00 - Ana: hello",
        "(2026-03-01 10:15 UTC) Ana: hello",
        "Ana [2026-03-01 10:15]: hello",
        "Ana (2026-03-01T10:15:00.000Z): hello",
        "**Ana** [2026-03-01 10:15]: hello",
        "**[2026-03-01 10:15] Ana:** hello",
        "[2026-03-01 11:15+01:00] **Ana:** hello",
        "### Ana (2026-03-01 10:15)\nhello",
        "_**Ana (2026-03-01 10:15Z)**_:\nhello",
    ],
)
def test_a_time_beside_the_name_is_when_it_was_said(tmp_path: Path, line: str):
    (found,) = read(chat(tmp_path, line)).transcript.entries

    assert (found.speaker, found.text, found.at) == ("Ana", "hello", WRITTEN)


def test_without_times_turns_lead_up_to_when_the_file_was_written(tmp_path: Path):
    entries = read(chat(tmp_path, "User: a\nAssistant: b\nUser: c\nAssistant: d")).transcript.entries

    assert [entry.at for entry in entries] == [WRITTEN - timedelta(seconds=n) for n in (3, 2, 1, 0)]


def test_a_turn_without_a_time_takes_the_one_before(tmp_path: Path):
    path = messages(
        tmp_path,
        {"role": "user", "content": "a", "timestamp": "2026-02-01T08:00:00Z"},
        {"role": "assistant", "content": "b"},
    )

    assert {entry.at.isoformat() for entry in read(path).transcript.entries} == {"2026-02-01T08:00:00+00:00"}


def test_a_heading_that_holds_only_a_time_says_when_what_follows_was_said(tmp_path: Path):
    first = "# Work\n\n## 2026-10-12 08:10\n\n**User:** a\n\n**Assistant:** b\n\n"
    second = "## 2026-10-13 17:45\n\n**User:** c\n\n**Assistant:** d\n\n## 2026-01-01 10:00\nis a heading of the answer"
    entries = read(chat(tmp_path, first + second)).transcript.entries
    assert [(entry.text.split("\n")[0], f"{entry.at:%d %H:%M}") for entry in entries] == [
        ("a", "12 08:10"), ("b", "12 08:10"), ("c", "13 17:45"), ("d", "13 17:45"),
    ]  # fmt: skip
    assert entries[1].text == "b"
    assert entries[3].text.endswith("is a heading of the answer")


def test_in_a_chat_of_several_people_everybody_keeps_their_name(tmp_path: Path):
    reading = read(chat(tmp_path, "Ana: Tea?\nBen: Coffee.\nmore coffee\nAna: No.\nAssistant: Both.\nBen: Fine."))

    assert reading.transcript.origin == "channel"
    assert [(entry.role, entry.speaker, entry.text) for entry in reading.transcript.entries] == [
        ("user", "Ana", "Tea?"),
        ("user", "Ben", "Coffee.\nmore coffee"),
        ("user", "Ana", "No."),
        ("agent", None, "Both."),
        ("user", "Ben", "Fine."),
    ]


def test_a_line_with_a_time_in_what_somebody_says_stays_in_it(tmp_path: Path):
    reading = read(chat(tmp_path, "Ana: It said\n2026-03-01 10:15 Deploy: done\nBen: Good.\nAna: Yes."))

    assert [entry.speaker for entry in reading.transcript.entries] == ["Ana", "Ben", "Ana"]


def test_two_people_who_speak_once_are_told_apart(tmp_path: Path):
    reading = read(chat(tmp_path, "Ana: Tea?\nBen: Coffee."))

    assert reading.transcript.origin == "channel"
    assert [entry.speaker for entry in reading.transcript.entries] == ["Ana", "Ben"]


def test_another_person_is_never_taken_for_the_owner(tmp_path: Path):
    text = "[2026-03-01 10:15] User: Tea?\n[2026-03-01 10:16] ben_77: Coffee.\n[2026-03-01 10:17] Assistant: Hm."
    reading = read(chat(tmp_path, text))

    assert reading.transcript.origin == "channel"
    assert [entry.speaker for entry in reading.transcript.entries] == ["User", "ben_77", None]


def test_one_named_person_and_an_agent_are_an_ordinary_chat(tmp_path: Path):
    for text in (
        "Ana: Tea?\nAssistant: Yes.\nNote: green.\nAna: Good.",
        "## Ana\nTea?\n## ChatGPT\nYes.\n## Ana\nGood.",
    ):
        reading = read(chat(tmp_path, text))

        assert reading.transcript.origin == "session"
        assert [entry.speaker for entry in reading.transcript.entries] == ["Ana", None, "Ana"]


def test_headings_notes_and_quoted_chats_in_an_answer_stay_in_it(tmp_path: Path):
    answer = "### Model\n\nNote: see below.\n\nUser: hi\nAssistant: hello\n\n**Result:** fine"

    reading = read(chat(tmp_path, f"## User\nWhat?\n\n## Assistant\n{answer}\n\n## User\nThanks"))

    assert texts(reading) == [("user", "What?"), ("agent", answer), ("user", "Thanks")]


def test_code_is_not_searched_for_speakers(tmp_path: Path):
    answer = "```\n## User\nnot me\n```\n~~~~md\n## Assistant\n~~~\n~~~~"

    assert texts(read(chat(tmp_path, f"## User\nWhat?\n## Assistant\n{answer}\n## User\nThanks"))) == [
        ("user", "What?"),
        ("agent", answer),
        ("user", "Thanks"),
    ]


def test_a_code_block_that_is_never_closed_hides_nothing(tmp_path: Path):
    reading = read(chat(tmp_path, "## User\nWhat?\n## Assistant\n```python\nx = 1\n## User\nThanks"))

    assert texts(reading)[-1] == ("user", "Thanks")


def test_the_title_is_what_stands_above_else_the_files_name(tmp_path: Path):
    assert read(chat(tmp_path, "# About tea\n\nUser: a\nAssistant: b")).transcript.title == "About tea"
    assert read(chat(tmp_path, '---\ntitle: "On tea"\n---\nUser: a\nAssistant: b')).transcript.title == "On tea"
    assert read(chat(tmp_path, "User: a\nAssistant: b", "green.txt")).transcript.title == "green"
    assert read(chat(tmp_path, '{"title": "T", "messages": []}', "x.json")).transcript.title == "T"


def test_what_reverie_put_in_and_what_is_private_is_not_read_back(tmp_path: Path):
    reading = read(chat(tmp_path, "User: <private>secret</private>Tea.\nAssistant: <reverie>\nAna\n</reverie>"))

    assert texts(reading) == [("user", "Tea.")]


def test_a_private_part_may_hold_several_turns(tmp_path: Path):
    text = "User: a\n<private>\nAssistant: b\nUser: c\n</private>\nAssistant: d\nUser: <Private>e\nAssistant: f"

    assert texts(read(chat(tmp_path, text))) == [("user", "a"), ("agent", "d"), ("agent", "f")]


@pytest.mark.parametrize("text", ["", "\n\n", "Just a note.\n\nNothing else."])
def test_a_text_in_which_nobody_is_named_has_no_turns(tmp_path: Path, text: str):
    reading = read(chat(tmp_path, text))

    assert reading.transcript.entries == ()
    assert reading.skipped == ({"no speaker named": 1} if text.strip() else {})


def test_ids_are_a_number_and_a_sign_of_the_text(tmp_path: Path):
    first, second = read(chat(tmp_path, "User: a\nAssistant: b")).transcript.entries
    (again, *_) = read(chat(tmp_path, "User: a\nAssistant: other")).transcript.entries

    assert first.id.startswith("1-")
    assert second.id.startswith("2-")
    assert again.id == first.id


@pytest.mark.parametrize(
    ("before", "more"),
    [
        ("User: a\nAssistant: b", "\nUser: c\nAssistant: d\n"),
        (
            '{"role": "user", "content": "a"}\n{"role": "assistant", "content": "b"}\n',
            '{"role": "user", "content": "c"}',
        ),
    ],
)
def test_an_appended_chat_is_read_in_two_parts_as_at_once(tmp_path: Path, before: str, more: str):
    name = "tea.jsonl" if before.startswith("{") else "tea.md"
    first = read(chat(tmp_path, before, name))
    path = chat(tmp_path, before + more, name)
    second = read(path, first.place)
    whole = read(path)

    assert len(first.transcript.entries) == 2
    ids = [entry.id for entry in (*first.transcript.entries, *second.transcript.entries)]
    assert ids == [entry.id for entry in whole.transcript.entries]
    assert second.place == whole.place
    assert read(path, second.place).transcript.entries == ()


def test_a_rewritten_chat_is_read_from_its_start(tmp_path: Path):
    place = read(chat(tmp_path, "User: a\nAssistant: b")).place

    assert texts(read(chat(tmp_path, "User: x\nAssistant: b\nUser: c"), place))[0] == ("user", "x")


def id_of(path: Path) -> str:
    (found,) = Chat().find(path)
    return found.id


def test_two_files_of_one_name_are_two_sessions(tmp_path: Path):
    for folder, said in (("a", "I drink tea."), ("b", "I drink coffee.")):
        (tmp_path / folder).mkdir()
        chat(tmp_path / folder, f"User: {said}\nAssistant: Noted.", "My chat!.md")

    first, second = Chat().find(tmp_path)

    assert first.id != second.id


@pytest.mark.parametrize(
    ("name", "text", "more"),
    [
        ("tea.md", "User: I drink tea.\nAssistant: Noted.", "\nUser: And coffee."),
        ("tea.md", "# Tea\n\n## User\n\nI drink tea.\n", "\n## Assistant\n\nNoted.\n"),
        ("tea.txt", "[2026-03-01 10:15] Ana: hi\n[2026-03-01 10:16] Ben: hi", "\n[2026-03-01 10:17] Ana: Tea?"),
        ("tea.jsonl", '{"role": "user", "content": "I drink tea."}\n', '{"role": "assistant", "content": "b"}\n'),
    ],
)
def test_a_chat_is_the_same_when_it_is_renamed_copied_or_goes_on(tmp_path: Path, name: str, text: str, more: str):
    before = id_of(chat(tmp_path, text, name))
    first = read(tmp_path / name)

    copy = chat(tmp_path, text + more, f"a copy of {name}")
    os.utime(copy)

    assert id_of(copy) == before
    assert len(read(copy, first.place).transcript.entries) == 1


def test_an_older_copy_of_a_chat_brings_nothing_twice(tmp_path: Path):
    place = read(chat(tmp_path, "User: I drink tea.\nAssistant: Noted.\nUser: And coffee.")).place

    assert read(chat(tmp_path, "User: I drink tea.\nAssistant: Noted.", "old.md"), place).transcript.entries == ()


def test_a_chat_with_an_id_of_its_own_is_known_by_it(tmp_path: Path):
    said = {"messages": [{"role": "user", "content": "I drink tea."}]}
    paths = [chat(tmp_path, json.dumps({"id": id_, **said}), f"{n}.json") for n, id_ in enumerate("aab")]

    first, second, third = map(id_of, paths)

    assert first == second != third
    assert "tea" not in first


def test_chats_that_begin_with_a_greeting_are_told_apart_by_what_follows(tmp_path: Path):
    said = ("I drink tea.", "I drink coffee.")
    paths = [chat(tmp_path, f"User: hi\nAssistant: Hello!\nUser: {text}", f"{n}.md") for n, text in enumerate(said)]

    assert len(set(map(id_of, paths))) == 2


def test_in_a_folder_only_chats_are_found(tmp_path: Path):
    chat(tmp_path, "User: a\nAssistant: b", "a chat.md")
    messages(tmp_path, {"role": "user", "content": "x"}, name="b.json")
    chat(tmp_path, "# Readme\n\nInstall: make\nUsage: run\n", "README.md")
    chat(tmp_path, '{"name": "package", "version": "1"}', "package.json")
    chat(tmp_path, '{"type":"session","version":3,"id":"x","cwd":"/p"}\n', "pi.jsonl")
    (tmp_path / ".hidden").mkdir()
    chat(tmp_path / ".hidden", "User: a\nAssistant: b")

    assert [session.path.name for session in Chat().find(tmp_path)] == ["a chat.md", "b.json"]
    assert Chat().roots(tmp_path, {}) == []
    assert list(Chat().find(tmp_path / "nowhere")) == []


def test_a_folder_that_cannot_be_listed_does_not_look_empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def refuse(path: object) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(os, "scandir", refuse)

    with pytest.raises(PermissionError):
        list(Chat().find(tmp_path))


OPENAI = (
    {"role": "system", "content": "Be brief."},
    {"role": "user", "content": [{"type": "text", "text": "Weather?"}, {"type": "image_url", "image_url": {}}]},
    {
        "role": "assistant",
        "content": None,
        "tool_calls": [
            {"id": "t1", "type": "function", "function": {"name": "weather", "arguments": '{"city": "Uji"}'}},
            {"id": "t2", "type": "function", "function": {"name": "clock", "arguments": "oops"}},
        ],
    },
    {"role": "tool", "tool_call_id": "t2", "content": "10:15"},
    {"role": "tool", "tool_call_id": "t1", "content": "rain"},
    {"role": "assistant", "content": "Rain."},
)
ANTHROPIC = (
    {"role": "user", "content": "Weather?"},
    {
        "role": "assistant",
        "content": [
            {"type": "thinking", "thinking": "hm"},
            {"type": "tool_use", "id": "t1", "name": "weather", "input": {"city": "Uji"}},
            {"type": "tool_use", "id": "t2", "name": "clock", "input": {"text": "oops"}},
        ],
    },
    {
        "role": "user",
        "content": [
            {"type": "tool_result", "tool_use_id": "t2", "content": "10:15"},
            {"type": "tool_result", "tool_use_id": "t1", "content": [{"type": "text", "text": "rain"}]},
        ],
    },
    {"role": "assistant", "content": [{"type": "text", "text": "Rain."}]},
)


@pytest.mark.parametrize("said", [OPENAI, ANTHROPIC])
@pytest.mark.parametrize("shape", ["list", "object", "lines"])
def test_messages_are_read_in_both_shapes(tmp_path: Path, said: tuple[Any, ...], shape: str):
    if shape == "lines":
        path = chat(tmp_path, "\n".join(json.dumps(one) for one in said), "tea.jsonl")
    else:
        path = chat(tmp_path, json.dumps({"messages": said} if shape == "object" else said, indent=1), "tea.json")

    reading = read(path)
    entries = reading.transcript.entries

    assert [entry.role for entry in entries] == ["user", "agent", "agent", "tool", "tool", "agent"]
    assert [(e.call.id, e.call.tool, e.call.input) for e in entries if e.call] == [
        ("t1", "weather", {"city": "Uji"}),
        ("t2", "clock", {"text": "oops"}),
    ]
    assert [(e.text, e.answers) for e in entries if e.role == "tool"] == [("10:15", "t2"), ("rain", "t1")]
    assert len({entry.id for entry in entries}) == len(entries)
    assert reading.skipped == {}


def test_a_call_of_the_old_kind_is_joined_by_its_name(tmp_path: Path):
    call, answer = read(
        messages(
            tmp_path,
            {"role": "assistant", "content": None, "function_call": {"name": "weather", "arguments": "{}"}},
            {"role": "function", "name": "weather", "content": "rain"},
        )
    ).transcript.entries

    assert call.call and call.call.id == answer.answers == "weather"
    assert answer.speaker is None


def test_a_tool_that_failed_says_so(tmp_path: Path):
    block = {"type": "tool_result", "tool_use_id": "t1", "content": "no", "is_error": True}

    (found,) = read(messages(tmp_path, {"role": "user", "content": [block]})).transcript.entries

    assert (found.role, found.failed) == ("tool", True)


def test_ids_times_and_names_of_messages_are_kept(tmp_path: Path):
    said = {"role": "user", "content": ["a", {"type": "text", "text": "b"}], "name": "Ana", "id": 7, "time": 1772360100}

    reading = read(messages(tmp_path, said))

    assert [(e.id, e.speaker, e.at) for e in reading.transcript.entries] == [
        ("7", "Ana", WRITTEN),
        ("7/1", "Ana", WRITTEN),
    ]
    assert reading.transcript.origin == "session"


def test_messages_of_several_names_are_a_channel(tmp_path: Path):
    reading = read(
        messages(
            tmp_path,
            {"role": "user", "content": "a", "name": "Ana"},
            {"role": "participant", "content": "b", "name": "Ben"},
            {"role": "user", "content": "c"},
        )
    )

    assert reading.transcript.origin == "channel"
    assert [e.speaker for e in reading.transcript.entries] == ["Ana", "Ben", "User"]
    assert {e.role for e in reading.transcript.entries} == {"user"}


def test_a_message_twice_is_read_once_and_said(tmp_path: Path):
    said = {"role": "user", "content": "a", "id": "m1"}
    reading = read(messages(tmp_path, said, said))

    assert texts(reading) == [("user", "a")]
    assert reading.skipped == {"same id again": 1}


@pytest.mark.parametrize("odd", [None, 7, "x", [], {}, {"role": 3}, {"role": "narrator", "content": "x"}])
def test_odd_messages_are_counted_and_passed_over(tmp_path: Path, odd: Any):
    reading = read(messages(tmp_path, {"role": "user", "content": "a"}, odd))

    assert texts(reading) == [("user", "a")]
    assert sum(reading.skipped.values()) == 1


@pytest.mark.parametrize("odd", [None, 7, {}, [None, 7, [], {}], [{"type": "text", "text": 3}], [{"type": ["x"]}]])
def test_odd_contents_are_passed_over(tmp_path: Path, odd: Any):
    said = {
        "role": "user",
        "content": odd,
        "tool_calls": odd,
        "function_call": odd,
        "id": odd,
        "time": odd,
        "name": odd,
    }

    assert texts(read(messages(tmp_path, said, {"role": "user", "content": "a"}))) == [("user", "a")]


def test_a_list_that_is_cut_off_loses_only_its_last_message(tmp_path: Path):
    path = messages(tmp_path, {"role": "user", "content": "a"}, {"role": "assistant", "content": "b"})
    path.write_bytes(path.read_bytes()[:-8])

    reading = read(path)

    assert texts(reading) == [("user", "a")]
    assert reading.skipped == {"message cut off": 1}


def test_a_torn_last_line_is_left_for_the_next_time(tmp_path: Path):
    whole = '{"role": "user", "content": "a"}\n'
    path = chat(tmp_path, whole + '{"role": "assistant", "con', "tea.jsonl")
    first = read(path)
    chat(tmp_path, whole + '{"role": "assistant", "content": "b"}', "tea.jsonl")

    assert texts(first) == [("user", "a")]
    assert texts(read(path, first.place)) == [("agent", "b")]


def test_bad_lines_are_counted(tmp_path: Path):
    text = b'{"role": "user", "content": "a"}\noops\n[1]\nnull\n\n{"role": "user", "content": "b\xff"}\n'

    reading = read(chat(tmp_path, text, "tea.jsonl"))

    assert texts(reading) == [("user", "a"), ("user", "b\ufffd")]
    assert reading.skipped == {"not a message": 3}


def test_deep_nesting_and_keys_written_twice_do_no_harm(tmp_path: Path):
    deep = "[" * 100_000 + "]" * 100_000
    text = f'[{{"role": "user", "content": {deep}}}, {{"role": "x", "role": "user", "content": "a"}}]'

    assert texts(read(chat(tmp_path, text, "tea.json"))) == [("user", "a")]
    assert texts(read(chat(tmp_path, deep, "deep.json"))) == []


@pytest.mark.parametrize("name", ["tea.md", "tea.json", "tea.jsonl"])
def test_ten_megabytes_on_a_line_are_read(tmp_path: Path, name: str):
    long = "tea " * (10 << 18)
    text = f"User: {long}\nAssistant: b" if name == "tea.md" else json.dumps({"role": "user", "content": long})

    assert read(chat(tmp_path, text, name)).transcript.entries[0].text.startswith("tea tea")


@pytest.mark.parametrize(
    "filler", ["#", "# ", "*", "**", "_", " ", "\n", "a:", "a: \n", "**a:**\n", "`", "[", "2026-", "<private>"]
)
def test_no_text_takes_long(tmp_path: Path, filler: str):
    path = chat(tmp_path, f"User: a\nAssistant: b\n# {filler * 100_000}")

    assert texts(read(path))[0] == ("user", "a")


def test_bytes_that_are_no_text_are_read_as_far_as_they_are(tmp_path: Path):
    assert texts(read(chat(tmp_path, b"User: caf\xe9\nAssistant: \xff\xfe b"))) == [
        ("user", "caf\ufffd"),
        ("agent", "\ufffd\ufffd b"),
    ]


@pytest.mark.parametrize(
    ("name", "text", "day", "guessed"),
    [
        ("tea.md", "User: I like tea\n", "2019-03-04", "the file's last change"),
        ("2021-05-06 tea.md", "User: I like tea\n", "2021-05-06", "the file's name"),
        ("chat_20210506.md", "User: I like tea\n", "2021-05-06", "the file's name"),
        ("2021-05-06.md", "---\ntitle: Tea\ndate: 2018-02-03\n---\n\nUser: I like tea\n", "2018-02-03", ""),
        ("tea.md", "# Tea, 2015-04-05\n\n**User:** I like tea\n", "2015-04-05", ""),
        ("tea.md", "User: I like 2015-04-05\n", "2019-03-04", "the file's last change"),
        ("build 12345678.md", "User: I like tea\n", "2019-03-04", "the file's last change"),
        (
            "tea.json",
            '{"date": "2017-08-09", "messages": [{"role": "user", "content": "Hi"},'
            ' {"role": "user", "content": "I like tea"}]}',
            "2017-08-09",
            "",
        ),
        (
            "2021-05-06.json",
            '[{"role": "user", "content": "I like tea", "timestamp": "2016-01-02T10:00:00Z"}]',
            "2016-01-02",
            "",
        ),
    ],
)
def test_a_chat_without_times_is_of_the_day_it_or_its_file_names(
    tmp_path: Path, name: str, text: str, day: str, guessed: str
) -> None:
    path = chat(tmp_path, text, name)
    written = datetime(2019, 3, 4, 12, tzinfo=UTC).timestamp()
    os.utime(path, (written, written))
    reading = read(path)
    assert {one.at.date().isoformat() for one in reading.transcript.entries} == {day}
    assert reading.guessed == guessed
