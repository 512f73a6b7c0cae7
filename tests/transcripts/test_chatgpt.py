"""Reading the export of ChatGPT."""

from __future__ import annotations

import json
import os
import struct
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from reverie.domain.transcript import Entry, Transcript
from reverie.transcripts import pieces
from reverie.transcripts.base import Session
from reverie.transcripts.chatgpt import ChatGPT

START = 1_770_000_000.0


def message(
    id_: str, role: str, text: str = "", *, to: str = "all", name: str | None = None, kind: str = "text", **rest: Any
) -> dict[str, Any]:
    """A message as the export has it, a second after the number in its id."""
    content = {"content_type": kind, "parts": [text]} if kind in ("text", "multimodal_text") else {
        "content_type": kind, "text": text
    }  # fmt: skip
    return {
        "id": id_,
        "author": {"role": role, "name": name, "metadata": {}},
        "create_time": START + int("".join(c for c in id_ if c.isdigit()) or 0),
        "content": content,
        "recipient": to,
        "metadata": {},
        **rest,
    }


def conversation(*messages: dict[str, Any], id_: str = "c1", **rest: Any) -> dict[str, Any]:
    """A conversation in which each message follows the one before."""
    mapping: dict[str, Any] = {"root": {"id": "root", "parent": None, "children": [], "message": None}}
    parent = "root"
    for said in messages:
        mapping[said["id"]] = {"id": said["id"], "parent": parent, "children": [], "message": said}
        mapping[parent]["children"].append(said["id"])
        parent = said["id"]
    return {
        "conversation_id": id_,
        "title": "Tea",
        "create_time": START,
        "update_time": START + 60,
        "mapping": mapping,
        "current_node": parent,
        **rest,
    }


def export(folder: Path, *conversations: dict[str, Any], name: str = "conversations.json") -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(list(conversations)), "utf-8")
    return path


def zipped(folder: Path, *, name: str = "conversations.json", text: str, file: str = "export.zip") -> Path:
    path = folder / file
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("user.json", "{}")
        archive.writestr(name, text)
    return path


def entries(path: Path) -> list[Entry]:
    """All entries of the only conversation."""
    reader = ChatGPT()
    (session,) = (each for each in reader.find(path) if not each.lasting)
    return list(reader.read(session).transcript.entries)


def texts(found: Iterable[Entry]) -> list[tuple[str, str]]:
    return [(entry.role, entry.text) for entry in found]


TEA = (message("m1", "user", "I drink green tea."), message("m2", "assistant", "Noted."))


def test_each_conversation_is_a_session_of_its_own(tmp_path: Path):
    path = export(tmp_path, conversation(*TEA), conversation(*TEA, id_="c2", title="Other", update_time=START + 99))

    reader = ChatGPT()
    first, second = reader.find(path)

    assert (first.source, second.source) == ("chatgpt:c1", "chatgpt:c2")
    assert second.changed.timestamp() == START + 99
    transcript = reader.read(second).transcript
    assert (transcript.title, transcript.host, transcript.trust, transcript.origin, transcript.space) == (
        "Other", "chatgpt", "user", "session", "",
    )  # fmt: skip
    assert [entry.id for entry in transcript.entries] == ["m1", "m2"]
    assert transcript.entries[0].at.timestamp() == START + 1


def test_nothing_is_looked_for_unless_a_person_names_it(tmp_path: Path):
    assert ChatGPT().roots(tmp_path, {}) == []


def test_an_edited_question_and_its_answer_are_left_out(tmp_path: Path):
    told = conversation(*TEA)
    told["mapping"]["m9"] = {"id": "m9", "parent": "root", "children": [], "message": message("m9", "user", "Coffee!")}

    assert texts(entries(export(tmp_path, told))) == [("user", "I drink green tea."), ("agent", "Noted.")]


def test_without_a_current_node_the_newest_branch_is_read(tmp_path: Path):
    told = conversation(*TEA, current_node=None)
    told["mapping"]["m9"] = {"id": "m9", "parent": "root", "children": [], "message": message("m9", "user", "Coffee!")}

    assert texts(entries(export(tmp_path, told))) == [("user", "Coffee!")]


def test_a_conversation_that_goes_in_circles_ends(tmp_path: Path):
    told = conversation(*TEA)
    told["mapping"]["root"]["parent"] = "m2"

    assert len(entries(export(tmp_path, told))) == 2


def test_what_the_person_never_saw_is_left_out(tmp_path: Path):
    hidden = {"is_visually_hidden_from_conversation": True}
    profile = {"content_type": "user_editable_context", "user_profile": "Likes tea", "user_instructions": "Be brief"}
    memory = {"content_type": "model_editable_context", "model_set_context": "1. Likes coffee"}
    thoughts = {"content_type": "thoughts", "thoughts": [{"summary": "s", "content": "He wants tea"}]}

    found = entries(
        export(
            tmp_path,
            conversation(
                message("m1", "system", "You are ChatGPT"),
                message("m2", "user", "hidden", metadata=hidden),
                message("m3", "user", metadata={"is_user_system_message": True}, content=profile),
                message("m4", "user", content=profile),
                message("m5", "assistant", content=memory),
                message("m6", "user", "Which tea?"),
                message("m7", "assistant", content=thoughts),
                message("m8", "assistant", "Thought for 3s", kind="reasoning_recap"),
                message("m9", "assistant", "deep inside", channel="analysis"),
                message("m10", "assistant", "Green."),
                message("m11", "assistant", "of the future", kind="some_new_kind"),
            ),
        )
    )

    assert texts(found) == [("user", "Which tea?"), ("agent", "Green.")]


def kept_in_mind(path: Path, reader: ChatGPT | None = None) -> Transcript:
    """What an export holds of ChatGPT's own memory."""
    reader = reader or ChatGPT()
    (session,) = (each for each in reader.find(path) if each.lasting)
    return reader.read(session).transcript


def test_what_chatgpt_was_to_keep_in_mind_is_a_memory_of_its_own(tmp_path: Path):
    system = {"is_visually_hidden_from_conversation": True, "is_user_system_message": True}
    around = {
        "content_type": "user_editable_context",
        "user_profile": "The user provided this about themselves. User profile:\n```I am a nurse in Leeds.```",
        "user_instructions": "How to respond:\n```- Answer in bullet points.\n- No emojis, ever.```",
    }
    bare = {**around, "user_profile": "I am a nurse in Leeds.", "user_instructions": "Answer in bullet points."}
    snapshot = {"content_type": "model_editable_context", "model_set_context": "1. [2025-05-02]. Has a dog, Bello."}
    first = conversation(
        message("m1", "system", content=around, metadata=system),
        message("m2", "user", "so yeah i sold the car"),
        message("m3", "assistant", "Sold their car; cycles to work.\nForget that they drive.", to="bio"),
        message("m4", "tool", "Model set context updated.", name="bio"),
        message("m5", "assistant", "Got it."),
    )
    again = conversation(
        message("m6", "user", content=bare, metadata=system),
        message("m7", "assistant", content=snapshot),
        message("m8", "assistant", "Sold their car; cycles to work.", to="bio"),
        id_="c2",
    )
    forgotten = conversation(message("m9", "assistant", "Likes rum.", to="bio"), id_="c3", is_do_not_remember=True)

    found = kept_in_mind(export(tmp_path, first, again, forgotten))

    assert (found.origin, found.source, found.trust) == ("memory", "chatgpt:memory/saved", "user")
    assert {(entry.role, entry.text) for entry in found.entries} == {
        ("user", "I am a nurse in Leeds."),
        ("user", "Answer in bullet points."),
        ("user", "No emojis, ever."),
        ("agent", "Sold their car; cycles to work."),
        ("agent", "Has a dog, Bello."),
    }
    at = {entry.text: entry.at for entry in found.entries}
    assert at["Has a dog, Bello."].date().isoformat() == "2025-05-02"
    assert at["Sold their car; cycles to work."].timestamp() == START + 3


def test_an_export_without_a_memory_has_no_session_of_one(tmp_path: Path):
    assert [each.id for each in ChatGPT().find(export(tmp_path, conversation(*TEA)))] == ["c1"]


def test_a_tools_answer_is_joined_to_its_call(tmp_path: Path):
    failed = {"aggregate_result": {"status": "failed_with_in_kernel_exception"}}

    found = entries(
        export(
            tmp_path,
            conversation(
                message("m1", "assistant", "print(1/0)", to="python", kind="code"),
                message("m2", "assistant", '{"query": "tea"}', to="web.run"),
                message("m3", "tool", "ZeroDivisionError", name="python", kind="execution_output", metadata=failed),
                message("m4", "tool", "found", name="web.run"),
                message("m5", "tool", "robots.txt", name="browser", kind="system_error"),
                message("m6", "tool", "a whole page", name="web.run", kind="sonic_webpage"),
                message("m7", "assistant", "Ana drinks tea.", to="bio"),
                message("m8", "tool", "Model set context updated.", name="bio"),
            ),
        )
    )

    calls = {entry.call.id: (entry.call.tool, entry.call.input) for entry in found if entry.call}
    assert calls == {
        "m1": ("python", {"text": "print(1/0)"}),
        "m2": ("web.run", {"query": "tea"}),
        "m7": ("bio", {"text": "Ana drinks tea."}),
    }
    answers = [(entry.text, entry.answers, entry.failed) for entry in found if entry.role == "tool"]
    assert answers == [
        ("ZeroDivisionError", "m1", True),
        ("found", "m2", False),
        ("robots.txt", "m2", True),
        ("Model set context updated.", "m7", False),
    ]


def test_a_pictures_words_are_kept_and_the_picture_is_not(tmp_path: Path):
    picture = {"content_type": "image_asset_pointer", "asset_pointer": "sediment://file_0"}
    heard = {"content_type": "audio_transcription", "text": "And what is this?"}
    content = {"content_type": "multimodal_text", "parts": [picture, "My kettle.", heard]}

    assert texts(entries(export(tmp_path, conversation(message("m1", "user", content=content))))) == [
        ("user", "My kettle.\nAnd what is this?")
    ]


def test_marks_for_sources_vanish_and_names_stay(tmp_path: Path):
    answer = (
        'In \ue200entity\ue202["place","Uji"]\ue201 they grow it\ue200cite\ue202turn0search1\ue201, see'
        ' \ue200url\ue202the guide\ue202https://example.org\ue201【3†source】.:chatgpt-content-reference{index="0"}'
    )

    (found,) = entries(export(tmp_path, conversation(message("m1", "assistant", answer))))

    assert found.text == "In Uji they grow it, see the guide."


def test_what_reverie_put_in_and_what_is_private_is_not_read_back(tmp_path: Path):
    said = "<reverie>\nAna likes tea\n</reverie>Hello <private>my secret</private>again"

    assert texts(entries(export(tmp_path, conversation(message("m1", "user", said))))) == [("user", "Hello again")]


def test_a_conversation_that_is_not_to_be_remembered_is_not_found(tmp_path: Path):
    path = export(tmp_path, conversation(*TEA, is_do_not_remember=True), conversation(*TEA, id_="c2"))

    assert [session.id for session in ChatGPT().find(path)] == ["c2"]


def test_a_later_export_goes_on_where_the_earlier_ended(tmp_path: Path):
    reader = ChatGPT()
    (before,) = reader.find(export(tmp_path / "old", conversation(*TEA)))
    first = reader.read(before)
    more = (*TEA, message("m3", "user", "Now coffee."))
    (after,) = reader.find(export(tmp_path / "new", conversation(*more)))

    second = reader.read(after, first.place)

    assert texts(second.transcript.entries) == [("user", "Now coffee.")]
    together = first.transcript.entries + second.transcript.entries
    assert together == reader.read(after).transcript.entries
    assert reader.read(after, second.place).transcript.entries == ()


def test_of_a_conversation_that_took_another_branch_what_is_new_is_read(tmp_path: Path):
    reader = ChatGPT()
    (before,) = reader.find(export(tmp_path / "old", conversation(*TEA)))
    place = reader.read(before).place
    (after,) = reader.find(export(tmp_path / "new", conversation(TEA[0], message("m5", "assistant", "Which?"))))

    assert [entry.id for entry in reader.read(after, place).transcript.entries] == ["m5"]


def test_a_conversation_without_an_id_is_known_by_its_first_message(tmp_path: Path):
    nameless = [conversation(message(f"m{n}", "user", "Tea?"), id_="", title="") for n in (1, 2)]
    for one in nameless:
        one.pop("create_time", None)
    reader = ChatGPT()
    before = [session.id for session in reader.find(export(tmp_path / "old", *nameless))]
    renamed = [{**one, "title": "Named since"} for one in nameless]

    assert len(set(before)) == 2
    assert [session.id for session in reader.find(export(tmp_path / "new", *renamed))] == before


def test_of_two_exports_in_a_folder_the_newer_counts(tmp_path: Path):
    export(tmp_path / "b-old", conversation(*TEA))
    export(tmp_path / "a-new", conversation(*TEA, message("m3", "user", "More."), update_time=START + 500))
    (tmp_path / "notes.json").write_text('{"a": 1}', "utf-8")

    (session,) = ChatGPT().find(tmp_path)

    assert session.path.parent.name == "a-new"


def test_a_zip_is_read_without_unpacking_it(tmp_path: Path):
    path = zipped(tmp_path, text=json.dumps([conversation(*TEA), conversation(*TEA, id_="c2")]))

    reader = ChatGPT()
    sessions = list(reader.find(tmp_path))

    assert [session.id for session in sessions] == ["c1", "c2"]
    assert [len(reader.read(session).transcript.entries) for session in reversed(sessions)] == [2, 2]
    assert list(tmp_path.iterdir()) == [path]


def test_numbered_files_in_a_zip_are_all_read(tmp_path: Path):
    path = tmp_path / "export.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("conversations-000.json", json.dumps([conversation(*TEA)]))
        archive.writestr("conversations-001.json", json.dumps([conversation(*TEA, id_="c2")]))
        archive.writestr("shared_conversations.json", json.dumps([conversation(*TEA, id_="c3")]))

    assert [session.id for session in ChatGPT().find(path)] == ["c1", "c2"]


@pytest.mark.parametrize("wrap", ['{"conversations": %s}', "\ufeff%s", "\n\n  %s  \n"])
def test_a_list_may_be_wrapped(tmp_path: Path, wrap: str):
    path = tmp_path / "conversations.json"
    path.write_text(wrap % json.dumps([conversation(*TEA)]), "utf-8")

    assert len(entries(path)) == 2


def test_one_conversation_alone_may_be_a_file(tmp_path: Path):
    path = tmp_path / "tea.json"
    path.write_text(json.dumps(conversation(*TEA), indent=2), "utf-8")

    assert len(entries(path)) == 2


def test_a_name_that_leaves_the_folder_reaches_no_file(tmp_path: Path):
    inside = tmp_path / "inside"
    inside.mkdir()
    told = conversation(*TEA, id_="../../escape")
    path = zipped(inside, name="../../conversations.json", text=json.dumps([told]))

    (session,) = ChatGPT().find(path)

    assert "/" not in session.id
    assert list(tmp_path.iterdir()) == [inside]
    assert list(inside.iterdir()) == [path]


def test_a_zip_that_unpacks_without_end_is_given_up(tmp_path: Path):
    path = tmp_path / "bomb.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive, archive.open("conversations.json", "w") as file:
        file.write(b"[" + json.dumps(conversation(*TEA)).encode() + b', {"mapping": "')
        for _ in range(70):
            file.write(b"0" * (1 << 20))

    reader = ChatGPT()
    found: list[Session] = []
    with pytest.raises(OSError, match="unpacks to far more"):
        found.extend(reader.find(path))

    assert [session.id for session in found] == ["c1"]
    assert path.stat().st_size < 1 << 20


def test_many_files_in_a_zip_are_given_up_together(tmp_path: Path):
    path = tmp_path / "bomb.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for n in range(80):
            archive.writestr(f"conversations-{n}.json", b"[" + b" " * (1 << 20))

    with pytest.raises(OSError, match="unpacks to far more"):
        list(ChatGPT().find(path))


def test_a_claim_of_500_mb_costs_nothing(tmp_path: Path):
    path = zipped(tmp_path, text=json.dumps([conversation(*TEA)]))
    raw = bytearray(path.read_bytes())
    header = raw.rfind(b"PK\x01\x02")
    raw[header + 24 : header + 28] = struct.pack("<I", 500 << 20)
    path.write_bytes(raw)

    assert len(entries(path)) == 2


@pytest.mark.parametrize("cut", [40, 200, -30])
def test_a_damaged_zip_says_so(tmp_path: Path, cut: int):
    path = zipped(tmp_path, text=json.dumps([conversation(*TEA, title=os.urandom(2000).hex())]))
    path.write_bytes(path.read_bytes()[:cut])

    with pytest.raises(OSError, match=r"export\.zip.* damaged zip"):
        list(ChatGPT().find(path))


def test_a_zip_with_a_password_says_what_to_do(tmp_path: Path):
    path = zipped(tmp_path, text=json.dumps([conversation(*TEA)]))
    raw = bytearray(path.read_bytes())
    for sign, flags in ((b"PK\x01\x02", 8), (b"PK\x03\x04", 6)):
        raw[raw.rfind(sign) + flags] |= 1
    path.write_bytes(raw)

    with pytest.raises(OSError, match="unpack it yourself"):
        list(ChatGPT().find(path))


def test_one_bad_export_in_a_folder_does_not_hide_the_others(tmp_path: Path):
    export(tmp_path / "good", conversation(*TEA))
    zipped(tmp_path, text=json.dumps([conversation(*TEA, id_="c2", title=os.urandom(9000).hex())]))
    path = tmp_path / "export.zip"
    raw = bytearray(path.read_bytes())
    raw[3000:3100] = b"\xff" * 100
    path.write_bytes(raw)

    found: list[Session] = []
    with pytest.raises(OSError, match="damaged"):
        found.extend(ChatGPT().find(tmp_path))

    assert [session.id for session in found] == ["c1"]


@pytest.mark.parametrize("between", [False, True])
def test_an_export_that_is_cut_off_is_read_as_far_as_it_goes_and_said_to_be(tmp_path: Path, between: bool):
    path = export(tmp_path, conversation(*TEA), conversation(*TEA, id_="c2"))
    whole = path.read_bytes()
    path.write_bytes(whole[: whole.rindex(b'{"conversation_id"') - 2] if between else whole[:-100])

    reader = ChatGPT()
    found: list[Session] = []
    with pytest.raises(OSError, match="is cut off: only what stands before that can be read"):
        found.extend(reader.find(path))
    reading = reader.read(found[0])

    assert len(reading.transcript.entries) == 2
    assert len(found) == 1


def test_a_conversation_too_deep_or_badly_written_costs_only_itself(tmp_path: Path):
    path = tmp_path / "conversations.json"
    deep = '{"mapping": ' + "[" * 100_000 + "]" * 100_000 + "}"
    good = json.dumps(conversation(*TEA))
    path.write_text(f'[{deep}, {{"mapping": oops}}, 7, "x", null, [1], {good}]', "utf-8")

    reader = ChatGPT()
    (session,) = reader.find(path)

    assert len(reader.read(session).transcript.entries) == 2
    assert reader.read(session).skipped == {"conversation not JSON": 3}


def test_a_conversation_too_long_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(pieces, "LONGEST", 1 << 20)
    long = conversation(message("m1", "user", "x" * (3 << 20)), id_="c2")
    path = export(tmp_path, long, conversation(*TEA), long)

    reader = ChatGPT()
    (session,) = reader.find(path)

    assert reader.read(session).skipped == {"conversation too long": 2}


def test_keys_written_twice_count_as_last_written(tmp_path: Path):
    path = tmp_path / "conversations.json"
    told = json.dumps(conversation(*TEA))
    path.write_text(f'[{{"mapping": 3, "mapping": {{}}, {told[1:]}]', "utf-8")

    assert len(entries(path)) == 2


def test_a_conversation_twice_is_found_once_as_it_was_last(tmp_path: Path):
    more = conversation(*TEA, message("m3", "user", "More."), update_time=START + 500)

    assert len(entries(export(tmp_path, more, conversation(*TEA)))) == 3


def test_ten_megabytes_in_a_message_and_bytes_that_are_no_text_are_read(tmp_path: Path):
    path = export(tmp_path, conversation(message("m1", "user", "tea " * (10 << 18)), message("m2", "user", "BAD")))
    path.write_bytes(path.read_bytes().replace(b"BAD", b"b\xff\xfed"))

    long, bad = entries(path)

    assert long.text.startswith("tea tea")
    assert bad.text == "b\ufffd\ufffdd"


@pytest.mark.parametrize("odd", [None, 7, "text", [], {}, {"content": 3}, {"content": {"content_type": ["x"]}}])
def test_odd_messages_are_passed_over(tmp_path: Path, odd: Any):
    told = conversation(*TEA)
    told["mapping"]["odd"] = {"id": "odd", "parent": "root", "children": 3, "message": odd}
    told["mapping"]["m1"]["parent"] = "odd"

    assert len(entries(export(tmp_path, told))) == 2


@pytest.mark.parametrize("time", [None, "soon", float("inf"), 10**30, -1, True, {}])
def test_a_message_without_a_time_takes_the_one_before(tmp_path: Path, time: Any):
    found = entries(export(tmp_path, conversation(TEA[0], message("m2", "assistant", "Noted.", create_time=time))))

    assert len(found) == 2
    assert time == -1 or found[1].at.timestamp() == START + 1


def test_strings_are_told_from_structure_wherever_a_chunk_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    tricky = 'a "quoted" \\ backslash \\" and ] } { [ brackets é \ud83d\ude00'
    told = conversation(message("m1", "user", tricky), title='\\"]')
    path = export(tmp_path, told, conversation(*TEA, id_="c2"))
    for chunk in range(1, 40):
        monkeypatch.setattr(pieces, "_CHUNK", chunk)

        reader = ChatGPT()
        first, second = reader.find(path)

        assert reader.read(first).transcript.entries[0].text.startswith('a "quoted" \\ backslash')
        assert len(reader.read(second).transcript.entries) == 2


@pytest.mark.parametrize("text", ["", "[]", "{}", "nonsense", '["', "]]]]", "\0\0\0"])
def test_a_file_without_conversations_holds_none(tmp_path: Path, text: str):
    path = tmp_path / "conversations.json"
    path.write_text(text, "utf-8")

    assert list(ChatGPT().find(path)) == []


@pytest.mark.parametrize("text", ["[[[[", '[{"id": "c1", "mapping": {"a": {"id"', '[{"id": "c1", "mapping": {oh no}}]'])
def test_a_file_in_which_no_conversation_is_whole_is_damaged(tmp_path: Path, text: str):
    path = tmp_path / "conversations.json"
    path.write_text(text, "utf-8")

    with pytest.raises(OSError, match=r"conversations\.json is damaged JSON .*; download the export again"):
        list(ChatGPT().find(path))


def test_an_export_of_another_host_holds_none(tmp_path: Path):
    path = tmp_path / "conversations.json"
    path.write_text(json.dumps([{"uuid": "u", "name": "x", "chat_messages": []}]), "utf-8")

    assert list(ChatGPT().find(path)) == []


def test_a_folder_that_cannot_be_listed_does_not_look_empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def refuse(path: object) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(os, "scandir", refuse)

    with pytest.raises(PermissionError):
        list(ChatGPT().find(tmp_path))


def test_a_conversation_that_is_gone_is_an_error(tmp_path: Path):
    reader = ChatGPT()
    (session,) = reader.find(export(tmp_path, conversation(*TEA)))
    export(tmp_path, conversation(*TEA, id_="c2"))

    with pytest.raises(OSError, match="no longer holds conversation c1"):
        reader.read(session)
