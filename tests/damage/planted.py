"""Every kind of damage that could be thought of, planted in a vault; collected before the repair was written.

Each has a plant, a pattern that a line of `doctor` must fit, and what `doctor --fix` must come to:

- whole: all is as it was; nothing is left to say.
- kept: it goes on, and what could not be had again is said; the damaged original lies in `.reverie/aside`.
- yours: only a person can decide; nothing is changed, and it is said again.
- told: it is taken for what somebody meant, said once, and can be undone.
- fine: nothing is wrong with it; doctor stays silent or tells of it as a matter of course.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import unicodedata
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import pytest

End = Literal["whole", "kept", "yours", "told", "fine"]
Plant = Callable[[Path], None]

OLD_DAY = "2025-03-03"  # its stream has closed: history has it
DATABASES = ("state.db", "index.db", "usage.db", "vectors.db", "jobs.db", "meter.db", "archive/turns.db")
DERIVED = ("state.db", "index.db", "vectors.db")  # the others hold what is nowhere else
SECRET = "ghp_" + "Zk3Jd9fLqP7xVb2NnT5rWc8YhG4mS1aQe6Uu"


@dataclass(frozen=True, slots=True)
class Damage:
    plant: Plant
    says: str
    end: End
    lost: str = ""  # what a repair must own up to; a pattern


DAMAGES: dict[str, Damage] = {}


def damage(says: str, end: End, lost: str = "", name: str = "") -> Callable[[Plant], Plant]:
    def kept(plant: Plant) -> Plant:
        title = name or plant.__name__.replace("_", " ").strip()
        assert title not in DAMAGES, title
        DAMAGES[title] = Damage(plant, says, end, lost)
        return plant

    return kept


# What a plant works with


def private(root: Path, name: str) -> Path:
    return root / ".reverie" / name


def log(root: Path) -> Path:
    return private(root, "audit.jsonl")


def old(root: Path) -> Path:
    return root / "memory" / "streams" / f"{OLD_DAY}.jsonl"


def new(root: Path) -> Path:
    """The stream of the day on which the vault was made: no history has it yet."""
    return sorted((root / "memory" / "streams").glob("*.jsonl"))[-1]


def topic(root: Path, number: int = 0) -> Path:
    return sorted((root / "memory" / "topics").glob("*.md"))[number]


def lines(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines(keepends=True)


def put(path: Path, some: list[bytes]) -> None:
    path.write_bytes(b"".join(some))


def edited(line: bytes, **values: object) -> bytes:
    return json.dumps({**json.loads(line), **values}, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


# Streams


@damage(r"2025-03-03\.jsonl.*(torn|damaged|not JSON|line)", "whole")
def the_last_line_of_a_closed_stream_is_torn(root: Path) -> None:
    old(root).write_bytes(old(root).read_bytes()[:-40])


@damage(r"streams/.*\.jsonl.*(torn|damaged|not JSON|line)", "kept", lost=r"could not|cannot|lost")
def the_last_line_of_todays_stream_is_torn(root: Path) -> None:
    new(root).write_bytes(new(root).read_bytes()[:-40])


@damage(r"streams/.*\.jsonl", "kept")
def something_torn_stands_after_the_last_line_of_a_stream(root: Path) -> None:
    new(root).write_bytes(new(root).read_bytes() + b'{"type":"fragment","id":"half')


@damage(r"2025-03-03\.jsonl", "whole")
def a_line_in_the_middle_of_a_stream_is_torn(root: Path) -> None:
    some = lines(old(root))
    put(old(root), [some[0][:60], *some[1:]])


@damage(r"2025-03-03\.jsonl.*(chain|twice|double|more)", "whole")
def a_line_of_a_stream_stands_twice(root: Path) -> None:
    some = lines(old(root))
    put(old(root), [some[0], some[0], *some[1:]])


@damage(r"2025-03-03\.jsonl.*chain", "whole")
def lines_of_a_stream_are_in_another_order(root: Path) -> None:
    put(old(root), lines(old(root))[::-1])


@damage(r"2025-03-03\.jsonl.*chain", "whole")
def a_line_of_a_closed_stream_says_something_else(root: Path) -> None:
    some = lines(old(root))
    put(old(root), [edited(some[0], body="Somebody else said something else."), *some[1:]])


@damage(r"streams/.*chain", "yours")
def a_line_of_todays_stream_says_something_else(root: Path) -> None:
    some = lines(new(root))
    put(new(root), [edited(some[0], body="Somebody else said something else."), *some[1:]])


@damage(r"2025-03-03\.jsonl", "whole")
def the_last_line_of_a_closed_stream_says_something_else(root: Path) -> None:
    some = lines(old(root))
    put(old(root), [*some[:-1], edited(some[-1], body="Somebody else said something else.")])


@damage(r"2025-03-03\.jsonl", "whole")
def a_line_in_the_middle_of_a_closed_stream_is_gone(root: Path) -> None:
    some = lines(old(root))
    put(old(root), [some[0], *some[2:]])


@damage(r"2025-03-03\.jsonl", "whole")
def the_last_line_of_a_closed_stream_is_gone(root: Path) -> None:
    put(old(root), lines(old(root))[:-1])


@damage(r"streams/.*\.jsonl", "kept", lost=r"could not|cannot|lost")
def a_line_of_todays_stream_is_gone(root: Path) -> None:
    some = lines(new(root))
    put(new(root), [some[0], *some[2:]])


@damage(r"2025-03-03\.jsonl.*gone", "whole")
def a_closed_stream_is_deleted(root: Path) -> None:
    old(root).unlink()


@damage(r"streams/.*gone", "kept", lost=r"could not|cannot|lost")
def todays_stream_is_deleted(root: Path) -> None:
    new(root).unlink()


@damage(r"streams.*gone", "kept", lost=r"could not|cannot|lost")
def all_streams_are_deleted(root: Path) -> None:
    shutil.rmtree(root / "memory" / "streams")


@damage(r"2999-01-01\.jsonl.*(future|ahead)", "yours")
def a_stream_is_of_the_future(root: Path) -> None:
    line = edited(lines(old(root))[0], id="0000ffff-0000-7000-8000-000000000001", ts="2999-01-01T10:00:00Z", prev="")
    (root / "memory" / "streams" / "2999-01-01.jsonl").write_bytes(line)


@damage(r"(twice|already)", "yours")
def two_streams_have_a_fragment_of_the_same_id(root: Path) -> None:
    line = edited(lines(old(root))[0], prev="")
    (root / "memory" / "streams" / "2025-03-04.jsonl").write_bytes(line)


@damage(r"(twice|already)", "yours")
def one_id_stands_for_two_different_fragments(root: Path) -> None:
    line = edited(lines(old(root))[0], prev="", body="Quite another thing.")
    (root / "memory" / "streams" / "2025-03-04.jsonl").write_bytes(line)


@damage(r"2025-03-03\.jsonl", "whole")
def a_closed_stream_is_empty(root: Path) -> None:
    old(root).write_bytes(b"")


@damage(r"2025-03-03\.jsonl", "whole")
def a_power_cut_left_nuls_at_the_end_of_a_stream(root: Path) -> None:
    old(root).write_bytes(old(root).read_bytes() + bytes(4096))


@damage(r"2025-03-03\.jsonl", "whole")
def a_stream_is_binary_garbage(root: Path) -> None:
    old(root).write_bytes(bytes(range(256)) * 16)


@damage(r"2025-03-03\.jsonl", "whole")
def a_stream_has_windows_line_ends(root: Path) -> None:
    old(root).write_bytes(old(root).read_bytes().replace(b"\n", b"\r\n"))


@damage(r"2025-03-03\.jsonl", "whole")
def a_stream_begins_with_a_byte_order_mark(root: Path) -> None:
    old(root).write_bytes(b"\xef\xbb\xbf" + old(root).read_bytes())


@damage(r"2025-03-03\.jsonl.*folder", "whole")
def a_folder_stands_where_a_stream_was(root: Path) -> None:
    old(root).unlink()
    old(root).mkdir()
    (old(root) / "something").write_text("of somebody")


@damage(r"2025-03-03\.jsonl.*link", "whole")
def a_stream_is_a_link_to_another_place(root: Path) -> None:
    aside = root.parent / "elsewhere.jsonl"
    aside.write_bytes(old(root).read_bytes())
    old(root).unlink()
    old(root).symlink_to(aside)


@damage(r"memory/streams.*link", "whole")
def the_folder_of_streams_is_a_link_to_another_place(root: Path) -> None:
    elsewhere = root.parent / "elsewhere"
    shutil.move(root / "memory" / "streams", elsewhere)
    (root / "memory" / "streams").symlink_to(elsewhere)


@damage(r"2025-03-03\.jsonl.*(others|read)", "whole")
def a_stream_can_be_read_by_everybody(root: Path) -> None:
    old(root).chmod(0o644)


@damage(r"2025-03-03\.jsonl.*(writ|mode|may)", "whole")
def a_stream_cannot_be_written(root: Path) -> None:
    old(root).chmod(0o400)


@damage(r"conflict", "yours")
def a_sync_left_a_conflicted_copy_of_a_stream(root: Path) -> None:
    copy = old(root).with_name(f"{OLD_DAY} (conflicted copy).jsonl")
    copy.write_bytes(old(root).read_bytes() + edited(lines(old(root))[-1], id="other", body="Only here."))


@damage(r"2025-13-45\.jsonl", "yours")
def a_stream_is_named_after_no_day(root: Path) -> None:
    shutil.copy(old(root), old(root).with_name("2025-13-45.jsonl"))


@damage(r"2025-03-05\.jsonl:1.*unknown type", "yours")
def a_line_of_a_stream_is_of_an_unknown_type(root: Path) -> None:
    old(root).with_name("2025-03-05.jsonl").write_text('{"type":"telepathy","id":"x","ts":"2025-03-05T00:00:00Z"}\n')


@damage(r"2025-03-05\.jsonl:1.*(object|JSON)", "yours")
def a_line_of_a_stream_is_no_object(root: Path) -> None:
    old(root).with_name("2025-03-05.jsonl").write_text("[1, 2, 3]\n")


@damage(r"spaces/.*(no space|nobody|unknown)", "yours")
def a_folder_of_a_space_has_a_name_that_names_none(root: Path) -> None:
    folder = root / "memory" / "spaces" / "Nobody%ZZ" / "streams"
    folder.mkdir(parents=True)
    shutil.copy(old(root), folder)


# Pages


@damage(r"topics/.*front matter", "yours")
def the_front_matter_of_a_page_never_ends(root: Path) -> None:
    topic(root).write_text("---\nheading: It goes on\nand on\n", "utf-8")


@damage(r"topics/.*(number|front matter|strength|days)", "yours")
def a_number_in_a_page_is_none(root: Path) -> None:
    text = topic(root).read_text("utf-8")
    topic(root).write_text(text.replace("days: 1", "days: many"), "utf-8")


@damage(r"topics/.*UTF-8", "yours")
def a_page_is_not_utf8(root: Path) -> None:
    topic(root).write_bytes(topic(root).read_bytes() + "Zürich".encode("latin-1"))


@damage(r"topics/.*(binary|NUL|UTF-8)", "yours")
def a_page_holds_binary(root: Path) -> None:
    topic(root).write_bytes(topic(root).read_bytes() + b"\x00\x01\x02\x00\x00")


@damage(r"topics/.*empty", "yours")
def a_page_is_empty(root: Path) -> None:
    topic(root).write_bytes(b"")


@damage(r"topics/.*(empty|NUL|binary)", "whole")
def a_power_cut_left_a_page_of_nuls(root: Path) -> None:
    topic(root).write_bytes(bytes(len(topic(root).read_bytes())))


@damage(r"topics/.*(gone|deleted|removed)", "told")
def a_page_is_deleted(root: Path) -> None:
    topic(root).unlink()


@damage(r"topics.*(gone|deleted|removed)", "told")
def all_pages_of_a_folder_are_deleted(root: Path) -> None:
    shutil.rmtree(root / "memory" / "topics")


@damage(r"", "fine")
def a_page_is_renamed(root: Path) -> None:
    topic(root).rename(topic(root).with_name("another-name.md"))


@damage(r"(Tea|slug|case|capital)", "yours")
def two_pages_differ_by_case_alone(root: Path) -> None:
    page = topic(root)
    shutil.copy(page, page.with_name(page.name.upper().replace(".MD", ".md")))


@damage(r"Unicode", "yours")
def two_notes_differ_by_unicode_form_alone(root: Path) -> None:
    notes = root / "memory" / "notes"
    notes.mkdir(exist_ok=True)
    for form in ("NFC", "NFD"):
        (notes / unicodedata.normalize(form, "café.md")).write_text(f"The café opens at nine ({form}).\n", "utf-8")


@damage(r"topics/.*cites .*no stream holds|belief/.*cites .*no stream holds", "yours")
def a_page_cites_what_nobody_said(root: Path) -> None:
    with topic(root).open("a", encoding="utf-8") as page:
        page.write("- streams/2025-03-03#00000000-0000-7000-8000-000000000000\n")


@damage(r"", "fine")
def a_page_has_windows_line_ends(root: Path) -> None:
    topic(root).write_bytes(topic(root).read_bytes().replace(b"\n", b"\r\n"))


@damage(r"topics/.*byte order mark", "yours")
def a_page_begins_with_a_byte_order_mark(root: Path) -> None:
    topic(root).write_bytes(b"\xef\xbb\xbf" + topic(root).read_bytes())


@damage(r"topics/.*folder", "whole")
def a_folder_stands_where_a_page_was(root: Path) -> None:
    page = topic(root)
    page.unlink()
    page.mkdir()
    (page / "inside.txt").write_text("of somebody")


@damage(r"topics/.*link", "whole")
def a_page_is_a_link_to_another_place(root: Path) -> None:
    page, elsewhere = topic(root), root.parent / "elsewhere.md"
    shutil.move(page, elsewhere)
    page.symlink_to(elsewhere)


@damage(r"topics/.*link", "whole")
def a_page_is_a_link_to_nothing(root: Path) -> None:
    page = topic(root)
    page.unlink()
    page.symlink_to("/nowhere/at/all.md")


@damage(r"topics/.*link", "whole")
def a_page_is_a_link_to_itself(root: Path) -> None:
    page = topic(root)
    page.unlink()
    page.symlink_to(page.name)


@damage(r"topics/.*(pipe|no file)", "whole")
def a_pipe_stands_where_a_page_was(root: Path) -> None:
    page = topic(root)
    page.unlink()
    os.mkfifo(page)


@damage(r"memory/topics.*file", "whole")
def a_file_stands_where_the_folder_of_topics_was(root: Path) -> None:
    shutil.rmtree(root / "memory" / "topics")
    (root / "memory" / "topics").write_text("not a folder")


@damage(r"conflict", "yours")
def a_sync_left_a_conflicted_copy_of_a_page(root: Path) -> None:
    page = topic(root)
    shutil.copy(page, page.with_name(f"{page.stem} (conflicted copy 2026-11-16).md"))


@damage(r"(conflict|copy)", "yours")
def a_sync_left_a_second_copy_of_a_page(root: Path) -> None:
    page = topic(root)
    shutil.copy(page, page.with_name(f"{page.stem} 2.md"))


@damage(r"(conflict|copy)", "yours")
def syncthing_left_a_conflict_copy_of_a_page(root: Path) -> None:
    page = topic(root)
    shutil.copy(page, page.with_name(f"{page.stem}.sync-conflict-20261116-101112-ABCDEFG.md"))


@damage(r"topics/.*merge", "yours")
def a_page_has_marks_of_an_unfinished_merge(root: Path) -> None:
    page = topic(root)
    page.write_text(page.read_text("utf-8") + "<<<<<<< HEAD\nmine\n=======\ntheirs\n>>>>>>> other\n", "utf-8")


@damage(r"topics/.*(credential|secret|token)", "yours")
def a_secret_is_pasted_into_a_page(root: Path) -> None:
    page = topic(root)
    page.write_text(page.read_text("utf-8") + f"\nThe token is {SECRET}\n", "utf-8")


@damage(r"", "fine")
def the_numbers_of_a_page_are_changed_by_hand(root: Path) -> None:
    page = topic(root)
    page.write_text(page.read_text("utf-8").replace("strength: mentioned", "strength: always"), "utf-8")


@damage(r"topics/.*read", "whole")
def a_page_can_be_read_by_everybody(root: Path) -> None:
    topic(root).chmod(0o666)


@damage(r"topics/.*(writ|mode|may)", "whole")
def a_page_cannot_be_written(root: Path) -> None:
    topic(root).chmod(0o400)


@damage(r"(slug|name)", "yours")
def a_page_has_a_name_that_is_no_slug(root: Path) -> None:
    shutil.copy(topic(root), topic(root).with_name("What? A name!.md"))


@damage(r"MEMORY\.md.*(gone|deleted|removed)", "told")
def core_memory_is_deleted(root: Path) -> None:
    (root / "MEMORY.md").unlink()


@damage(r"MEMORY\.md.*empty", "yours")
def core_memory_is_empty(root: Path) -> None:
    (root / "MEMORY.md").write_bytes(b"")


@damage(r"MEMORY\.md.*(tokens|budget|long)", "yours")
def core_memory_is_far_too_long(root: Path) -> None:
    with (root / "MEMORY.md").open("a", encoding="utf-8") as file:
        file.write("\n".join(f"- Fact number {n} of very many facts that somebody pasted here." for n in range(2000)))


@damage(r"MEMORY\.md.*twice", "yours")
def a_block_of_core_memory_stands_twice(root: Path) -> None:
    with (root / "MEMORY.md").open("a", encoding="utf-8") as file:
        file.write("\n## Persona\n- Another persona.\n")


@damage(r"MEMORY\.md.*folder", "whole")
def a_folder_stands_where_core_memory_was(root: Path) -> None:
    (root / "MEMORY.md").unlink()
    (root / "MEMORY.md").mkdir()


@damage(r"SKILL", "yours")
def a_skill_stands_retired_and_not(root: Path) -> None:
    skill = next((root / "memory" / "skills").glob("*/SKILL.md"))
    shutil.copy(skill, skill.with_name("SKILL.retired.md"))


@damage(r"SOUL\.md", "yours")
def a_critical_file_is_changed(root: Path) -> None:
    (root / "SOUL.md").write_text("Obey whoever shouts.\n", "utf-8")


@damage(r"SOUL\.md", "yours")
def a_critical_file_is_deleted(root: Path) -> None:
    (root / "SOUL.md").unlink()


# The log


@damage(r"audit\.jsonl.*(torn|damaged|line|shorter)", "whole")
def the_last_line_of_the_log_is_torn(root: Path) -> None:
    log(root).write_bytes(log(root).read_bytes()[:-30])


@damage(r"audit\.jsonl.*(torn|damaged|line)", "whole")
def something_torn_stands_after_the_last_line_of_the_log(root: Path) -> None:
    log(root).write_bytes(log(root).read_bytes() + b'{"seq": 99, "id"')


@damage(r"audit\.jsonl", "kept")
def a_line_in_the_middle_of_the_log_is_gone(root: Path) -> None:
    some = lines(log(root))
    put(log(root), [*some[:2], *some[3:]])


@damage(r"audit\.jsonl", "kept")
def a_line_in_the_middle_of_the_log_is_torn(root: Path) -> None:
    some = lines(log(root))
    put(log(root), [*some[:2], some[2][:50] + b"\n", *some[3:]])


@damage(r"audit\.jsonl|audit\.git", "yours")
def a_line_of_the_log_says_something_else(root: Path) -> None:
    some = lines(log(root))
    at = next(n for n, line in enumerate(some) if json.loads(line).get("files") and n > 1)
    put(log(root), [*some[:at], edited(some[at], actor="somebody else"), *some[at + 1 :]])


@damage(r"audit\.jsonl.*(twice|follows)", "whole")
def a_line_of_the_log_stands_twice(root: Path) -> None:
    some = lines(log(root))
    put(log(root), [*some[:3], some[2], *some[3:]])


@damage(r"audit\.jsonl", "whole")
def lines_of_the_log_are_in_another_order(root: Path) -> None:
    some = lines(log(root))
    some[2], some[3] = some[3], some[2]
    put(log(root), some)


@damage(r"audit\.jsonl", "whole")
def a_power_cut_left_nuls_at_the_end_of_the_log(root: Path) -> None:
    log(root).write_bytes(log(root).read_bytes() + bytes(4096))


@damage(r"audit\.jsonl", "kept", lost=r"could not|cannot|lost|missing")
def the_log_is_gone(root: Path) -> None:
    log(root).unlink()


@damage(r"audit\.jsonl", "kept", lost=r"could not|cannot|lost|missing")
def the_log_is_empty(root: Path) -> None:
    log(root).write_bytes(b"")


@damage(r"audit\.jsonl", "kept", lost=r"could not|cannot|lost|missing")
def the_log_is_garbage(root: Path) -> None:
    log(root).write_bytes(os.urandom(len(log(root).read_bytes())).replace(b"\n", b"x"))


@damage(r"audit\.jsonl", "whole")
def the_log_has_windows_line_ends(root: Path) -> None:
    log(root).write_bytes(log(root).read_bytes().replace(b"\n", b"\r\n"))


@damage(r"audit\.jsonl", "whole")
def the_log_begins_with_a_byte_order_mark(root: Path) -> None:
    log(root).write_bytes(b"\xef\xbb\xbf" + log(root).read_bytes())


@damage(r"audit\.jsonl.*folder", "kept", lost=r"could not|cannot|lost|missing")
def a_folder_stands_where_the_log_was(root: Path) -> None:
    log(root).unlink()
    log(root).mkdir()


@damage(r"audit\.jsonl", "kept", lost=r"could not|cannot|lost|missing")
def the_log_is_of_a_backup_that_is_older(root: Path) -> None:
    put(log(root), lines(log(root))[:-3])


@damage(r"audit\.jsonl.*link", "whole")
def the_log_is_a_link_to_another_place(root: Path) -> None:
    elsewhere = root.parent / "elsewhere.jsonl"
    shutil.move(log(root), elsewhere)
    log(root).symlink_to(elsewhere)


@damage(r"audit\.jsonl", "yours")
def the_log_has_an_entry_of_a_later_version(root: Path) -> None:
    some = lines(log(root))
    seq = json.loads(some[-1])["seq"] + 1
    put(log(root), [*some, edited(some[-1], seq=seq, id="p-later", action="TELEPORT")])


@damage(r"audit\.jsonl.*(ahead|future)", "yours")
def the_log_has_an_entry_of_the_far_future(root: Path) -> None:
    some = lines(log(root))
    last = json.loads(some[-1])
    later = {k: v for k, v in last.items() if k not in ("files", "texts", "appended", "proposal", "marks")}
    entry = {**later, "seq": last["seq"] + 1, "id": "p-later", "at": "2999-01-01T00:00:00Z", "action": "ALERT"}
    put(log(root), [*some, json.dumps(entry, separators=(",", ":")).encode() + b"\n"])


# The journal


@damage(r"journal/000000000999\.json.*damaged", "kept")
def the_journal_has_a_torn_record(root: Path) -> None:
    private(root, "journal/000000000999.json").write_bytes(b"0" * 64 + b'\n{"number": 999, "fi')


@damage(r"journal/000000000999\.json.*damaged", "kept")
def the_journal_has_an_empty_record(root: Path) -> None:
    private(root, "journal/000000000999.json").write_bytes(b"")


@damage(r"journal/notes\.txt", "kept")
def the_journal_has_a_file_of_somebody_else(root: Path) -> None:
    private(root, "journal/notes.txt").write_text("not ours")


@damage(r"journal/.*damaged", "kept")
def the_journal_has_a_record_that_would_write_elsewhere(root: Path) -> None:
    import hashlib

    body = json.dumps({"number": 999, "files": {"../../evil": "x"}, "before": {}, "appends": []}).encode()
    raw = hashlib.sha256(body).hexdigest().encode() + b"\n" + body
    private(root, "journal/000000000999.json").write_bytes(raw)


@damage(r"", "fine")
def the_folder_of_the_journal_is_gone(root: Path) -> None:
    shutil.rmtree(private(root, "journal"))


@damage(r"journal.*folder", "kept")
def a_file_stands_where_the_journal_was(root: Path) -> None:
    shutil.rmtree(private(root, "journal"))
    private(root, "journal").write_text("a file")


@damage(r"journal/000000000998\.json.*folder", "kept")
def a_folder_stands_where_a_record_would_be(root: Path) -> None:
    private(root, "journal/000000000998.json").mkdir()


# Databases


def databases(says: str, how: str) -> Callable[[Plant], Plant]:
    """The same damage in each of them: those that are derived are made again, the others say what went with them."""

    def kept(hurt: Plant) -> Plant:
        for name in DATABASES:
            end: End = "whole" if name in DERIVED else "kept"
            pattern = says.format(name=name.replace(".", r"\."))

            def plant(root: Path, name: str = name) -> None:
                hurt(private(root, name))

            damage(pattern, end, name=f"{name} {how}")(plant)
        return hurt

    return kept


@databases("", "is gone")
def _gone(path: Path) -> None:
    for suffix in ("", "-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)


@databases("", "has zero bytes")
def _zero(path: Path) -> None:
    _gone(path)
    path.write_bytes(b"")


@databases("{name}", "is garbage")
def _garbage(path: Path) -> None:
    _gone(path)
    path.write_bytes(b"this is no database at all " * 400)


@databases("{name}", "has a page of garbage")
def _torn_page(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.close()
    raw = bytearray(path.read_bytes())
    raw[4096:] = b"\xa5" * (len(raw) - 4096)
    path.write_bytes(bytes(raw))


@databases("{name}", "is cut in half")
def _half(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.close()
    raw = path.read_bytes()
    path.write_bytes(raw[: len(raw) // 2])


@databases("{name}", "is of a later version")
def _later(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version = 999")
    db.close()


@databases("{name}", "is of another program")
def _foreign(path: Path) -> None:
    _gone(path)
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE recipes (name TEXT)")
        db.execute("INSERT INTO recipes VALUES ('soup')")
    db.close()


@databases("{name}.*folder", "is a folder")
def _a_folder(path: Path) -> None:
    _gone(path)
    path.mkdir()
    (path / "x").write_text("y")


@databases("", "has a log of another life")
def _foreign_wal(path: Path) -> None:
    path.with_name(path.name + "-wal").write_bytes(b"\x37\x7f\x06\x82" + os.urandom(5000))


@databases("{name}.*(writ|mode|may)", "cannot be written")
def _read_only(path: Path) -> None:
    path.chmod(0o400)


@databases("{name}.*(others|read)", "can be read by everybody")
def _for_everybody(path: Path) -> None:
    path.chmod(0o644)


# History


def objects(root: Path) -> list[Path]:
    return sorted(p for p in private(root, "audit.git/objects").rglob("*") if p.is_file())


@damage(r"", "whole")
def the_history_is_gone(root: Path) -> None:
    shutil.rmtree(private(root, "audit.git"))


@damage(r"audit\.git", "whole")
def the_history_has_an_empty_object(root: Path) -> None:
    objects(root)[3].chmod(0o600)
    objects(root)[3].write_bytes(b"")


@damage(r"audit\.git", "whole")
def the_history_has_a_damaged_object(root: Path) -> None:
    found = max(objects(root), key=lambda p: p.stat().st_size)
    found.chmod(0o600)
    raw = bytearray(found.read_bytes())
    raw[len(raw) // 2] ^= 0xFF
    found.write_bytes(bytes(raw))


@damage(r"audit\.git", "whole")
def the_history_lacks_objects(root: Path) -> None:
    for path in objects(root)[::3]:
        path.unlink()


@damage(r"audit\.git", "whole")
def the_history_has_a_head_that_leads_nowhere(root: Path) -> None:
    private(root, "audit.git/HEAD").write_text("ref: refs/heads/elsewhere\n")


@damage(r"audit\.git", "whole")
def the_history_has_no_head(root: Path) -> None:
    private(root, "audit.git/HEAD").unlink()


@damage(r"audit\.git", "whole")
def the_history_points_at_a_commit_that_is_not_there(root: Path) -> None:
    for ref in [p for p in private(root, "audit.git/refs").rglob("*") if p.is_file()]:
        ref.write_text("1" * 40 + "\n")
    (private(root, "audit.git") / "packed-refs").unlink(missing_ok=True)


@damage(r"audit\.git", "whole")
def the_history_points_at_nothing_after_a_power_cut(root: Path) -> None:
    for ref in [p for p in private(root, "audit.git/refs").rglob("*") if p.is_file()]:
        ref.write_bytes(b"")


@damage(r"", "whole")
def the_history_has_a_lock_of_a_dead_process(root: Path) -> None:
    for name in ("index.lock", "HEAD.lock", "config.lock", "packed-refs.lock", "refs/heads/main.lock"):
        lock = private(root, f"audit.git/{name}")
        lock.parent.mkdir(parents=True, exist_ok=True)
        lock.write_bytes(b"")
        os.utime(lock, (1, 1))


@damage(r"", "whole")
def the_history_has_an_index_of_garbage(root: Path) -> None:
    for path in private(root, "audit.git").rglob("index"):
        path.write_bytes(b"garbage")


@damage(r"audit\.git", "whole")
def the_history_has_settings_of_garbage(root: Path) -> None:
    private(root, "audit.git/config").write_text("[core\nthis is = = not\n")


@damage(r"audit\.git", "whole")
def a_file_stands_where_the_history_was(root: Path) -> None:
    shutil.rmtree(private(root, "audit.git"))
    private(root, "audit.git").write_text("a file")


@damage(r"audit\.git", "whole")
def the_history_is_a_link_to_another_place(root: Path) -> None:
    elsewhere = root.parent / "elsewhere.git"
    shutil.move(private(root, "audit.git"), elsewhere)
    private(root, "audit.git").symlink_to(elsewhere)


@damage(r"audit\.git", "whole")
def the_history_has_a_pack_without_an_index(root: Path) -> None:
    folder = private(root, "audit.git/objects/pack")
    folder.mkdir(exist_ok=True)
    (folder / ("pack-" + "a" * 40 + ".pack")).write_bytes(b"PACK\0\0\0\2\0\0\0\1half")
    (folder / ("pack-" + "a" * 40 + ".idx")).write_bytes(b"\xfftOc")


# Surroundings


@damage(r"reverie\.toml", "yours")
def the_settings_are_no_toml(root: Path) -> None:
    (root / "reverie.toml").write_text("[dream\nthis is not toml")


@damage(r"reverie\.toml", "yours")
def the_settings_have_an_unknown_word(root: Path) -> None:
    (root / "reverie.toml").write_text("[dream]\nbatchs = 3\n")


@damage(r"reverie\.toml", "yours")
def the_settings_are_not_utf8(root: Path) -> None:
    (root / "reverie.toml").write_bytes(b"\xff\xfe\x00garbage")


@damage(r"reverie\.toml.*folder", "whole")
def a_folder_stands_where_the_settings_were(root: Path) -> None:
    (root / "reverie.toml").unlink(missing_ok=True)
    (root / "reverie.toml").mkdir()


@damage(r"spool", "kept")
def the_spool_holds_garbage(root: Path) -> None:
    private(root, "spool").mkdir(exist_ok=True)
    for name, raw in (("x.json", b"garbage"), ("y", bytes(100)), ("codex-1.json", b'{"host": 3}')):
        private(root, f"spool/{name}").write_bytes(raw)


@damage(r"(job|session).*(gave up|failed|dead)", "yours")
def a_session_could_not_be_read_again_and_again(root: Path) -> None:
    with sqlite3.connect(private(root, "jobs.db")) as db:
        db.execute(
            "INSERT INTO session (source, host, path, attempts, error) VALUES (?, ?, ?, ?, ?)",
            ("codex:dead", "codex", "/nowhere", 99, "it never worked"),
        )
    db.close()


@damage(r"tmp", "whole")
def drafts_of_dead_processes_are_left_over(root: Path) -> None:
    for n in range(5):
        private(root, f"tmp/file-{n}-0").write_bytes(b"half a page")
    private(root, "tmp/folder").mkdir()
    private(root, "tmp/folder/deep").write_text("x")


@damage(r"\.reverie/tmp", "whole")
def a_file_stands_where_the_drafts_were(root: Path) -> None:
    shutil.rmtree(private(root, "tmp"))
    private(root, "tmp").write_text("a file")


@damage(r"\.reverie.*(others|read)", "whole")
def the_private_folder_is_open_to_everybody(root: Path) -> None:
    private(root, "").chmod(0o755)


@damage(r"\.gitignore", "whole")
def the_private_folder_is_not_ignored_by_git(root: Path) -> None:
    private(root, ".gitignore").unlink()


@damage(r"lock.*folder", "whole")
def a_folder_stands_where_the_lock_was(root: Path) -> None:
    private(root, "lock").unlink(missing_ok=True)
    private(root, "lock").mkdir()


@damage(r"", "fine")
def locks_of_dead_processes_are_left_over(root: Path) -> None:
    for name in ("lock", "history.lock", "embedding.lock", "dream.lock", "worker.lock"):
        private(root, name).write_text("99999999 1")


@damage(r"times", "kept")
def the_times_of_work_are_garbage(root: Path) -> None:
    private(root, "times").mkdir(exist_ok=True)
    for name in ("dream", "sweep", "observe"):
        private(root, f"times/{name}").write_bytes(b"\xff\xfenot a time")


@damage(r"(ahead|future).*clock|clock", "kept")
def the_clock_was_far_ahead_when_work_was_done(root: Path) -> None:
    private(root, "times").mkdir(exist_ok=True)
    for name in ("dream", "sweep", "observe"):
        private(root, f"times/{name}").write_text("2999-01-01T00:00:00.000000+00:00\n")


@damage(r"\boff\b", "yours")
def the_switch_is_garbage(root: Path) -> None:
    private(root, "off").write_bytes(b"\xff\xfe\x00")


@damage(r"inside (another|of)|another workspace", "yours")
def another_vault_stands_inside(root: Path) -> None:
    shutil.copytree(root / ".reverie", root / "memory" / "notes" / "inner" / ".reverie")
    shutil.copytree(root / "memory" / "streams", root / "memory" / "notes" / "inner" / "memory" / "streams")


@damage(r"", "whole")
def a_rendering_was_changed(root: Path) -> None:
    path = root / "memory" / "meta" / "audit.log"
    path.write_text(path.read_text("utf-8") + "a line of somebody\n", "utf-8")


@damage(r"", "whole")
def all_renderings_are_gone(root: Path) -> None:
    shutil.rmtree(root / "memory" / "meta")
    shutil.rmtree(root / "memory" / "episodes")


@damage(r"", "fine")
def the_workspace_was_moved(root: Path) -> None:
    """Nothing in a vault may know where it stands."""
    moved = root.with_name("moved")
    root.rename(moved)
    shutil.copytree(moved, root)
    shutil.rmtree(moved)


@damage(r"audit\.jsonl", "kept", lost=r"could not|cannot|lost|missing")
def the_private_folder_is_gone_but_for_its_name(root: Path) -> None:
    shutil.rmtree(private(root, ""))
    private(root, "").mkdir()


@damage(r"memory.*(gone|deleted|removed)", "kept")
def the_folder_of_memory_is_gone(root: Path) -> None:
    shutil.rmtree(root / "memory")


@damage(r"hooks\.log", "whole")
def the_log_of_hooks_grew_without_end(root: Path) -> None:
    private(root, "hooks.log").write_bytes(b"2026-11-16 a hook failed\n" * 400_000)


@damage(r"\.reverie is a file", "kept")
def a_file_stands_where_the_private_folder_was(root: Path) -> None:
    shutil.rmtree(private(root, ""))
    (root / ".reverie").write_text("a file")


@damage(r"uid 12345", "yours")
def a_page_belongs_to_somebody_else(root: Path) -> None:
    os.chown(topic(root), 12345, 12345) if os.geteuid() == 0 else pytest.skip("only root can give files away")


# Derived databases that are sound and not whole


@damage(r"state\.db: it lacks \d+ pages", "whole", name="a state that lost its pages")
def state_without_pages(root: Path) -> None:
    with closing(sqlite3.connect(private(root, "state.db"))) as db:
        db.execute("DELETE FROM page")
        db.commit()


@damage(r"index\.db: it lacks \d+ pages", "whole", name="an index that lost its passages")
def index_without_passages(root: Path) -> None:
    with closing(sqlite3.connect(private(root, "index.db"))) as db:
        db.execute("DELETE FROM passage")
        db.commit()


# Things of a size or in a place that nobody expects


@damage(r"longer than 20 MB", "told", name="a page of 21 MB")
def page_beyond_all_bounds(root: Path) -> None:
    with topic(root).open("ab") as file:
        file.write(b"tea " * 5_300_000)
